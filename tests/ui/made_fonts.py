"""Small font files for tests: every letter is the same box, which another font has otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack

EM = 1000


def font(
    letters: Iterable[str], width: int = EM // 2, *, outlines: bool = True, blank: bool = False
) -> bytes:
    """An OpenType font with these letters, each a box as wide as ``width`` thousandths of its size.

    Fonts of coloured pictures have no ``outlines``, or ``blank`` ones.
    """
    glyf = b"" if blank or not outlines else _box(width)
    tables = {
        b"cmap": _table_of(sorted(set(map(ord, letters)))),
        b"head": pack(
            ">HHHHIIHHQQhhhhHHhhh",
            *(1, 0, 1, 0, 0, 0x5F0F3CF5, 0, EM, 0, 0, 0, 0, width, EM, 0, 8, 2, 1, 0),
        ),
        b"hhea": pack(">HHhhhHhhh", 1, 0, 800, -200, 0, width, 0, 0, width)
        + pack(">hhhhhhhhH", 1, 0, 0, 0, 0, 0, 0, 0, 2),
        b"hmtx": pack(">HhHh", width, 0, width, 0),
        b"loca": pack(">III", 0, 0, len(glyf)),
        b"maxp": pack(">HHH13H", 1, 0, 2, 4, 1, 0, 0, 2, *[0] * 8),
        b"glyf" if outlines else b"CBDT": glyf,
    }
    return _file(tables)


def _table_of(codes: list[int]) -> bytes:
    groups = b"".join(pack(">III", code, code, 1) for code in codes)
    wide = pack(">HHIII", 12, 0, 16 + len(groups), 0, len(codes)) + groups
    return pack(">HHHHI", 0, 1, 3, 10, 12) + wide


def _box(width: int) -> bytes:
    """A rectangle from the line to the height of a capital, in one contour of four points."""
    head = pack(">hhhhh", 1, 0, 0, width, 700)
    ends = pack(">HH", 3, 0)
    flags = bytes([1, 1, 1, 1])
    across, up = pack(">hhhh", 0, 0, width, 0), pack(">hhhh", 0, 700, 0, -700)
    return head + ends + flags + across + up


def _file(tables: dict[bytes, bytes]) -> bytes:
    rows, data, at = b"", b"", 12 + 16 * len(tables)
    for tag in sorted(tables):
        table = tables[tag] + b"\0" * (-len(tables[tag]) % 4)
        rows += tag + pack(">III", 0, at + len(data), len(tables[tag]))
        data += table
    return b"\0\1\0\0" + pack(">HHHH", len(tables), 0, 0, 0) + rows + data
