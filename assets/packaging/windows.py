"""Build the installer for Windows with NSIS, which runs on Linux and Windows."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from assets.packaging.common import (
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

# Where NSIS installs itself on Windows without adding itself to PATH.
_USUAL: Final = Path("C:/Program Files (x86)/NSIS/makensis.exe")


def make_installer() -> None:
    """Make `dist/tonk-VERSION-setup.exe` of the program that was built on Windows."""
    print(installer(built_program(), DIST / f"tonk-{VERSION}-setup.exe"))


def installer(program: Path, output: Path, *, compressor: str = "/SOLID lzma") -> Path:
    """Build an installer of any folder with a `tonk.exe`; zlib is the fastest compressor."""
    if not (program / "tonk.exe").is_file():
        raise PackagingError(f"{program} holds no tonk.exe: the program is built on Windows")
    output.parent.mkdir(exist_ok=True)
    values = {
        "VERSION": VERSION,
        "PROGRAM": program,
        "ICON": ICONS / "tonk.ico",
        "LICENCE": ROOT / "LICENSE",
        "OUTPUT": output,
        "PUBLISHER": IDENTITY.name,
        "HOMEPAGE": IDENTITY.homepage,
        "ISSUES": IDENTITY.issues,
    }
    words = [f"-D{name}={value}" for name, value in values.items()]
    words.append(f"-XSetCompressor {compressor}")
    run((_makensis(), "-V2", *words, HERE / "windows" / "tonk.nsi"))
    return output


def _makensis() -> str:
    found = shutil.which("makensis")
    if found:
        return found
    if _USUAL.is_file():
        return str(_USUAL)
    raise PackagingError("makensis is not installed (the package nsis, or nsis.sourceforge.io)")
