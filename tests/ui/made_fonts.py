"""Small font files for tests: every letter is the same box, which another font has otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack

EM = 1000


def font(
    letters: Iterable[str],
    width: int = EM // 2,
    *,
    outlines: bool = True,
    blank: bool = False,
    joined: str = "",
) -> bytes:
    """An OpenType font with these letters, each a box as wide as ``width`` thousandths of its size.

    Fonts of coloured pictures have no ``outlines``, or ``blank`` ones. A ``joined`` text is one
    such box, too; the glyphs of its letters are told apart for that.
    """
    if joined:
        return _joining(letters, width, joined)
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


def _joining(letters: Iterable[str], width: int, joined: str) -> bytes:
    codes = sorted({*map(ord, letters), *map(ord, joined)})
    glyphs = {code: number for number, code in enumerate(codes, start=1)}
    count, box = len(codes) + 1, _box(width)
    groups = b"".join(pack(">III", code, code, glyph) for code, glyph in glyphs.items())
    first, *others = (glyphs[ord(each)] for each in joined)
    # One feature, "ccmp", of one lookup that puts the first letter's glyph in place of them all.
    ligature = pack(f">HH{len(others)}H", first, len(others) + 1, *others)
    ligatures = pack(">HH", 1, 4) + ligature
    coverage = pack(">HHH", 1, 1, first)
    lookup = pack(">HHHH", 1, 8 + len(ligatures), 1, 8) + ligatures + coverage
    system = pack(">HH", 4, 0) + pack(">HHHH", 0, 0xFFFF, 1, 0)
    scripts = b"".join(
        pack(">4sH", tag, 14 + number * len(system))
        for number, tag in enumerate((b"DFLT", b"latn"))
    )
    parts = (
        pack(">H", 2) + scripts + 2 * system,
        pack(">H4sH", 1, b"ccmp", 8) + pack(">HHH", 0, 1, 0),
        pack(">HH", 1, 4) + pack(">HHHH", 4, 0, 1, 8) + lookup,
    )
    starts = [10, 10 + len(parts[0]), 10 + len(parts[0]) + len(parts[1])]
    tables = {
        b"cmap": pack(">HHHHI", 0, 1, 3, 10, 12)
        + pack(">HHIII", 12, 0, 16 + len(groups), 0, len(codes))
        + groups,
        b"head": pack(
            ">HHHHIIHHQQhhhhHHhhh",
            *(1, 0, 1, 0, 0, 0x5F0F3CF5, 0, EM, 0, 0, 0, 0, width, EM, 0, 8, 2, 1, 0),
        ),
        b"hhea": pack(">HHhhhHhhh", 1, 0, 800, -200, 0, width, 0, 0, width)
        + pack(">hhhhhhhhH", 1, 0, 0, 0, 0, 0, 0, 0, count),
        b"hmtx": count * pack(">Hh", width, 0),
        b"loca": pack(">I", 0) + b"".join(pack(">I", n * len(box)) for n in range(count)),
        b"maxp": pack(">HHH13H", 1, 0, count, 4, 1, 0, 0, 2, *[0] * 8),
        b"glyf": (count - 1) * box,
        b"GSUB": pack(">HHHHH", 1, 0, *starts) + b"".join(parts),
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
