"""The system's fonts, for characters that the game's fonts lack. None is read before it
is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from game.files import home_folder
from game.ui.look.font_files import letters_of

_PREFERRED: Final = (
    *("segoeui", "leelawui", "malgun", "msyh", "msjh", "nirmala", "ebrima", "seguisym"),
    *("arial unicode", "applesdgothicneo", "hiragino sans gb", "thonburi", "kohinoor", "sfarabic"),
    *("notosans-regular", "notosans", "dejavusans", "freesans"),
)
"""How the file names of fonts begin that are preferred by default: plain text faces."""


class SystemFonts:
    """Font files in order of preference, searched for one that has all characters of a text."""

    def __init__(self, files: Callable[[], Iterator[Path]]) -> None:
        self._coming = files
        self._left: Iterator[Path] | None = None
        self._seen: list[Path] = []
        self.having = lru_cache(maxsize=512)(self._having)  # cache of texts

    def _having(self, letters: frozenset[str], refused: frozenset[Path]) -> Path | None:
        """Return the first file that has these characters and is not ``refused``."""
        left = (path for path in self._files() if path not in refused)
        return next((path for path in left if _has(path, letters)), None)

    def _files(self) -> Iterator[Path]:
        yield from self._seen
        if self._left is None:
            self._left = self._coming()
        for path in self._left:
            if len(self._seen) == 500:
                return
            self._seen.append(path)
            yield path


def _has(path: Path, letters: frozenset[str]) -> bool:
    table = letters_of(path)
    return table is not None and all(letter in table for letter in letters)


def installed() -> Iterator[Path]:
    """Yield the system's font files, best first."""
    seen: set[str] = set()
    for name in _names():
        if name not in seen and Path(name).suffix.lower() in {".ttf", ".otf", ".ttc", ".otc"}:
            seen.add(name)
            yield Path(name)


def _names() -> Iterator[str]:
    # fontconfig's order of fallback fonts, as configured by the player.
    asked = ("--format", "%{file}\n", "sans-serif:weight=80")
    if chain := _told(("fc-match", "--sort", *asked)):
        yield from chain
        yield from _told(("fc-match", "--all", *asked))
        return
    names = [
        str(Path(folder, name))
        for top in _folders()
        for folder, _folders_in, files in os.walk(top)
        for name in files
    ]
    yield from sorted(names, key=_rank)


def _told(command: Sequence[str]) -> Sequence[str]:
    """Return the files that fontconfig lists, if it is installed."""
    if sys.platform in {"win32", "darwin"}:
        return ()
    from game.processes import output_of

    return output_of(command).splitlines()


def _rank(name: str) -> tuple[int, str]:
    stem = Path(name).stem.lower()
    # Fonts that have every character, as a box or as coarse pixels.
    if stem.startswith(("lastresort", "unifont")):
        return len(_PREFERRED) + 1, name
    fitting = (number for number, each in enumerate(_PREFERRED) if stem.startswith(each))
    return next(fitting, len(_PREFERRED)), name


def _folders() -> Iterator[Path]:
    home = home_folder()
    match sys.platform:
        case "win32":
            yield Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts")
            yield home / "AppData/Local/Microsoft/Windows/Fonts"
        case "darwin":
            for top in (Path("/System"), Path("/"), home):
                yield top / "Library/Fonts"
        case _:
            for data in os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":"):
                yield Path(data, "fonts")
            yield from (home / ".local/share/fonts", home / ".fonts")
