"""Generate the fonts of the game: `python -m assets.fonts.make`.

It needs npm and, from PyPI, fonttools and brotli. Cabin gives the Latin letters, M PLUS 1p kana and
kanji, Limelight the title; all three come from npm by name and are free under the SIL Open Font
License. Arrows, ticks and suit signs are drawn for the game. The fonts are renamed, as that licence
requires of modified fonts.
"""

# fontTools has no annotations, and is needed by this script alone.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.merge import Merger
from fontTools.misc.transform import Identity
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables.ttProgram import Program

from game.ui.look.drawing import drawing

FONTS: Final = Path(__file__).parent
VERSION: Final = "5.3.0"
PACKAGES: Final = ("cabin", "m-plus-1p", "limelight")
ASCENT, DESCENT = 965, -250  # Cabin's

# Signs drawn on a square from -50 to 50, y downwards, as the pips of the cards are.
_ARROW: Final = "M-46,-7 H14 V-34 L48,0 L14,34 V7 H-46 Z"
_TRIANGLE: Final = "M-34,-42 L44,0 L-34,42 Z"
_DISC: Final = "M-38,0 A38,38 0 1 1 38,0 A38,38 0 1 1 -38,0 Z"


def _drawn(name: str, layer: str = "") -> str:
    """Return the outline of the first path of one of the game's drawings."""
    found = drawing(name)
    outline: str = re.findall(r'\sd="([^"]*)"', found.layer(layer) or found.body)[0]
    return outline


# character -> (outline, turned by so many quarters clockwise)
SIGNS: Final[dict[str, tuple[str, int]]] = {
    "→": (_ARROW, 0),
    "↓": (_ARROW, 1),
    "←": (_ARROW, 2),
    "↑": (_ARROW, 3),
    "▶": (_TRIANGLE, 0),
    "▼": (_TRIANGLE, 1),
    "◀": (_TRIANGLE, 2),
    "▲": (_TRIANGLE, 3),
    "●": (_DISC, 0),
    "○": (f"{_DISC} M-27,0 A27,27 0 1 0 27,0 A27,27 0 1 0 -27,0 Z", 0),
    "■": ("M-36,-36 H36 V36 H-36 Z", 0),
    "◆": ("M0,-48 L42,0 L0,48 L-42,0 Z", 0),
    "★": (_drawn("cards/index-joker.svg", "star"), 0),
    "✓": ("M-44,4 L-30,-9 L-12,12 L32,-42 L46,-31 L-11,38 Z", 0),
    "✕": (
        (
            "M-38,-27 L-27,-38 L0,-11 L27,-38 L38,-27 L11,0 "
            "L38,27 L27,38 L0,11 L-27,38 L-38,27 L-11,0 Z"
        ),
        0,
    ),
    "♠": (_drawn("cards/pip-S.svg"), 0),
    "♥": (_drawn("cards/pip-H.svg"), 0),
    "♦": (_drawn("cards/pip-D.svg"), 0),
    "♣": (_drawn("cards/pip-C.svg"), 0),
}


def kanji() -> set[int]:
    """Return the 2965 kanji of JIS level 1."""
    return set(_jis(range(0x30, 0x50)))


def _jis(rows: Iterable[int]) -> Iterable[int]:
    for row in rows:
        for cell in range(0x21, 0x7F):
            try:
                yield ord(bytes((row | 0x80, cell | 0x80)).decode("euc-jp"))
            except UnicodeDecodeError:
                continue


def fetch(folder: Path) -> None:
    """Download and unpack the npm packages into the folder, each under its own name."""
    for name in PACKAGES:
        spec = f"@fontsource/{name}@{VERSION}"
        subprocess.run(["npm", "pack", "--silent", spec], cwd=folder, check=True)
        with tarfile.open(folder / f"fontsource-{name}-{VERSION}.tgz") as archive:
            archive.extractall(folder / name, filter="data")


def load(folder: Path, name: str, part: str, weight: int, keep: set[int] | None) -> TTFont:
    """Return one slice of a font, subset to these characters and scaled to the common grid."""
    font = TTFont(folder / name / "package" / "files" / f"{name}-{part}-{weight}-normal.woff2")
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern", "ccmp", "mark"]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=keep & set(font.getBestCmap()) if keep else font.getBestCmap())
    cutter.subset(font)
    font.flavor = None
    scale_upem(font, 1000)  # units per em
    for table in ("STAT", "GDEF", "gasp", "prep", "vhea", "vmtx"):
        if table in font:
            del font[table]
    # Fields that only newer fonts have, so that old and new can be merged.
    metrics = font["OS/2"]
    metrics.version = 4
    fields = ("sxHeight", "sCapHeight", "usDefaultChar", "usBreakChar", "usMaxContext")
    for field in (*fields, "ulCodePageRange1", "ulCodePageRange2"):
        if not hasattr(metrics, field):
            setattr(metrics, field, 0)
    return font


def merged(fonts: list[TTFont], folder: Path) -> TTFont:
    """Merge several fonts into one; earlier fonts take precedence."""
    taken: set[int] = set()
    paths = []
    for number, font in enumerate(fonts):
        for table in font["cmap"].tables:
            table.cmap = {code: name for code, name in table.cmap.items() if code not in taken}
        taken |= set(font.getBestCmap())
        paths.append(str(folder / f"part{number}.ttf"))
        font.save(paths[-1])
    return Merger().merge(paths)


def add_signs(font: TTFont) -> None:
    """Draw the game's own signs into the font, replacing any it has."""
    order = font.getGlyphOrder()
    for sign, (outline, quarters) in SIGNS.items():
        glyph_name = f"tonk{ord(sign):04X}"
        pen = TTGlyphPen(None)
        place = Identity.translate(370, 340).scale(7.2, -7.2).rotate(quarters * 1.5707963267948966)
        parse_path(outline, TransformPen(Cu2QuPen(pen, 1.0), place))
        _put(font, glyph_name, ord(sign), pen, 740)
        order.append(glyph_name)
    for code, width in {0x202F: 150, 0x2009: 160, 0x200A: 90}.items():
        glyph_name = f"space{code:04X}"
        _put(font, glyph_name, code, TTGlyphPen(None), width)
        order.append(glyph_name)
    font.setGlyphOrder(order)


def add_half_widths(font: TTFont) -> None:
    """Add half-width kana, drawn half as wide as others, and the tilde of Windows' keyboards."""
    order, letters = font.getGlyphOrder(), font.getBestCmap()
    voicing = {0xFF9E: 0x309B, 0xFF9F: 0x309C}  # each its own letter; NFKC has combining marks
    for code in (*range(0xFF61, 0xFFA0), 0xFF5E):
        whole = 0x301C if code == 0xFF5E else voicing.get(code)
        name = letters[whole or ord(unicodedata.normalize("NFKC", chr(code)))]
        scale = 1.0 if code == 0xFF5E else 0.5
        pen = TTGlyphPen(font.getGlyphSet())
        pen.addComponent(name, (scale, 0, 0, 1, 0, 0))
        glyph_name = f"half{code:04X}"
        _put(font, glyph_name, code, pen, round(scale * font["hmtx"].metrics[name][0]))
        order.append(glyph_name)
    font.setGlyphOrder(order)


def _put(font: TTFont, glyph_name: str, code: int, pen: TTGlyphPen, width: int) -> None:
    glyph = pen.glyph()
    font["glyf"].glyphs[glyph_name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"].metrics[glyph_name] = (width, getattr(glyph, "xMin", 0))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = glyph_name


def christen(font: TTFont, family: str, style: str, notice: str) -> None:
    """Set the font's name, credits and licence, and the common line height."""
    names = font["name"]
    names.names = []
    texts = {
        0: notice,
        1: family,
        2: style,
        3: f"{family} {style}",
        4: f"{family} {style}",
        5: "Version 1.0",
        6: f"{family.replace(' ', '')}-{style}",
        13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        14: "https://openfontlicense.org",
    }
    for number, text in texts.items():
        names.setName(text, number, 3, 1, 0x409)
    head, metrics = font["hhea"], font["OS/2"]
    head.ascent, head.descent, head.lineGap = ASCENT, DESCENT, 0
    metrics.sTypoAscender, metrics.sTypoDescender, metrics.sTypoLineGap = ASCENT, DESCENT, 0
    metrics.usWinAscent, metrics.usWinDescent = ASCENT, -DESCENT


def notice_of(folder: Path, name: str) -> str:
    """Return the copyright notice: the first line of a package's licence."""
    lines = (folder / name / "package" / "LICENSE").read_text(encoding="utf-8").splitlines()
    return lines[0].split(". This Font Software")[0].strip()


def make(folder: Path) -> None:
    """Build all fonts from the unpacked packages and write them with their notices."""
    for style, weight in {"Regular": 400, "Bold": 700}.items():
        latin = [load(folder, "cabin", part, weight, None) for part in ("latin", "latin-ext")]
        others = {*_jis((0x21, 0x22, 0x24, 0x25)), *range(0xFF01, 0xFF5F)}  # and full-width ASCII
        japanese = load(folder, "m-plus-1p", "japanese", weight, kanji() | others)
        font = merged([*latin, japanese], folder)
        add_signs(font)
        add_half_widths(font)
        notice = f"{notice_of(folder, 'cabin')}; {notice_of(folder, 'm-plus-1p')}"
        christen(font, "Tonk Sans", style, notice)
        if style == "Bold":
            # FreeType hints a font without a program itself, which spreads small bold letters: it
            # rounds their widths up to whole pixels. This one, of more than 7 bytes, does nothing.
            font["prep"] = newTable("prep")
            font["prep"].program = Program()
            font["prep"].program.fromAssembly(["PUSHW[ ]", *"0000", "CLEAR[ ]"])
            font["maxp"].maxStackElements = 4
        font.save(FONTS / f"TonkSans-{style}.ttf")
    title = merged(
        [load(folder, "limelight", part, 400, None) for part in ("latin", "latin-ext")], folder
    )
    christen(title, "Tonk Title", "Regular", notice_of(folder, "limelight"))
    title.save(FONTS / "TonkTitle-Regular.ttf")
    for name in PACKAGES:
        text = (folder / name / "package" / "LICENSE").read_text(encoding="utf-8")
        (FONTS / f"OFL-{name}.txt").write_text(text, encoding="utf-8")


def main() -> int:
    """Fetch and build the fonts, and print their sizes."""
    argparse.ArgumentParser(description=__doc__, prog="python -m assets.fonts.make").parse_args()
    FONTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        fetch(Path(folder))
        make(Path(folder))
    for path in sorted(FONTS.glob("*.ttf")):
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
