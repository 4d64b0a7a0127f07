"""Build the installer for Windows with NSIS, which runs on Linux and Windows."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from assets.packaging.common import (
    BUILD,
    DIST,
    HERE,
    ICONS,
    ROOT,
    VERSION,
    PackagingError,
    built_program,
    run,
)
from assets.packaging.identity import IDENTITY
from assets.packaging.translations import catalogues, translations
from game.rules.messages import N_

# Where NSIS installs itself on Windows without adding itself to PATH.
_USUAL: Final = Path("C:/Program Files (x86)/NSIS/makensis.exe")
_TEXTS: Final = {
    "Record": N_("Tonk hand"),
    "IsOpen": N_("Tonk is open. Close it, then try again."),
    "IsElse": N_("This folder holds something else than Tonk. Choose an empty one."),
    "Kept": N_("Tonk is removed. Your saves and settings stay in {folder}."),
}
"""The installer's own texts, by their names in tonk.nsi."""
_SAVES: Final = "$LOCALAPPDATA\\tonk"


def make_installer() -> None:
    """Make `dist/tonk-VERSION-setup.exe` of the program that was built on Windows."""
    print(installer(built_program(), DIST / f"tonk-{VERSION}-setup.exe"))


def installer(program: Path, output: Path, *, compressor: str = "/SOLID lzma") -> Path:
    """Build an installer of any folder with a `tonk.exe`; zlib is the fastest compressor."""
    if not (program / "tonk.exe").is_file():
        raise PackagingError(f"{program} holds no tonk.exe: the program is built on Windows")
    output.parent.mkdir(exist_ok=True)
    BUILD.mkdir(exist_ok=True)
    languages = BUILD / "languages.nsh"
    languages.write_text(installer_texts(), encoding="utf-8")
    values = {
        "VERSION": VERSION,
        "PROGRAM": program,
        "ICON": ICONS / "tonk.ico",
        "LICENCE": ROOT / "LICENSE",
        "OUTPUT": output,
        "LANGUAGES": languages,
        "PUBLISHER": IDENTITY.name,
        "HOMEPAGE": IDENTITY.homepage,
        "ISSUES": IDENTITY.issues,
    }
    words = [f"-D{name}={value}" for name, value in values.items()]
    words.append(f"-XSetCompressor {compressor}")
    run((_makensis(), "-V2", *words, HERE / "windows" / "tonk.nsi"))
    return output


def installer_texts() -> str:
    """Return the languages of the installer, English first, and its texts in each.

    ``Language-Team`` in a catalogue is the language's English name, by which NSIS knows it.
    """
    teams = {code: held.info()["language-team"] for code, held in catalogues().items()}
    names = {"en": "English"} | teams
    lines = [f'!insertmacro MUI_LANGUAGE "{name}"' for name in names.values()]
    for key, text in _TEXTS.items():
        others = translations(text)
        for code, name in names.items():
            said = others.get(code, text).format(folder=_SAVES)
            words = said[0].upper() + said[1:]
            lines.append(f'LangString {key} ${{LANG_{name.upper()}}} "{words}"')
    return "\n".join(lines) + "\n"


def _makensis() -> str:
    found = shutil.which("makensis")
    if found:
        return found
    if _USUAL.is_file():
        return str(_USUAL)
    raise PackagingError("makensis is not installed (the package nsis, or nsis.sourceforge.io)")
