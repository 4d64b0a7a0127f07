"""The characters of a font file, read from its OpenType ``cmap`` table.

A file that is broken, enormous, or has bitmaps instead of outlines counts as having none.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from pathlib import Path
from struct import error as StructError  # noqa: N812  # its own name is just "error"
from struct import unpack_from
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from io import BufferedReader

_MOST_TABLES: Final = 100
_NARROW, _WIDE = 4, 12
"""The ``cmap`` formats that are read: 16-bit characters, and 32-bit ones."""


class FontLetters:
    """The characters of a font. ``struct.error`` if its table is invalid."""

    _UNPAIRED: Final = 0
    """The glyph that stands for all missing characters."""

    def __init__(self, table: bytes) -> None:
        self._table = table
        self._at, self._form = self._best()
        self._number = 0
        if self._form == _WIDE:
            self._number = min(self._long(12), len(table) // 12)
        elif self._form == _NARROW:
            self._number = self._short(6) // 2

    def __contains__(self, letter: str) -> bool:
        try:
            return self._outline(ord(letter)) != self._UNPAIRED
        except StructError:  # the table is truncated
            return False

    def _best(self) -> tuple[int, int]:
        """Return the offset and format of the best Unicode subtable."""
        found = (0, 0)
        (number,) = unpack_from(">H", self._table, 2)
        for each in range(min(number, _MOST_TABLES)):
            system, _kind, at = unpack_from(">HHL", self._table, 4 + 8 * each)
            (form,) = unpack_from(">H", self._table, at)
            # Platforms 0 and 3 use Unicode.
            if system in (0, 3) and form in (_NARROW, _WIDE) and form > found[1]:
                found = at, form
        return found

    def _outline(self, code: int) -> int:
        """Return the glyph index of a character."""
        if self._form == _WIDE:
            place = bisect_left(range(self._number), code, key=lambda n: self._long(20 + 12 * n))
            if place == self._number or code < (first := self._long(16 + 12 * place)):
                return self._UNPAIRED
            return self._long(24 + 12 * place) + code - first
        lasts = 14
        place = bisect_left(range(self._number), code, key=lambda n: self._short(lasts + 2 * n))
        firsts = lasts + 2 * self._number + 2
        if place == self._number or code < (first := self._short(firsts + 2 * place)):
            return self._UNPAIRED
        shift = self._short(firsts + 2 * (self._number + place))
        row = firsts + 2 * (2 * self._number + place)
        if (offset := self._short(row)) == 0:
            return (code + shift) & 0xFFFF
        return self._short(row + offset + 2 * (code - first))

    def _short(self, at: int) -> int:
        return int(unpack_from(">H", self._table, self._at + at)[0])

    def _long(self, at: int) -> int:
        return int(unpack_from(">L", self._table, self._at + at)[0])


@lru_cache(maxsize=64)
def letters_of(path: Path) -> FontLetters | None:
    """Return the characters of a font file; None if the file is unusable."""
    # Largest file; fonts with all Chinese characters have 20 MiB.
    most_bytes = 128 << 20
    try:
        if not path.is_file() or path.stat().st_size > most_bytes:
            return None
        with path.open("rb") as file:
            table = _table_of_letters(file)
            return FontLetters(table) if table else None
    except (OSError, StructError, ValueError):
        return None


def _table_of_letters(file: BufferedReader) -> bytes:
    """Read the ``cmap`` table; empty if the font has none, or no outlines."""
    head = file.read(16)
    # A collection's header has the offset of its first font.
    start = unpack_from(">L", head, 12)[0] if head[:4] == b"ttcf" else 0
    file.seek(start)
    head = file.read(12)
    if head[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        return b""
    rows = file.read(16 * min(_MOST_TABLES, unpack_from(">H", head, 4)[0]))
    tables = {rows[at : at + 4]: unpack_from(">LL", rows, at + 8) for at in range(0, len(rows), 16)}
    if not {b"glyf", b"CFF ", b"CFF2"} & tables.keys() or b"cmap" not in tables:
        return b""
    at, length = tables[b"cmap"]
    file.seek(at)
    return file.read(min(length, 1 << 20))  # no ``cmap`` table is larger
