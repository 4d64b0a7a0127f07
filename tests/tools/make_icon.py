"""Make the icons in assets/icons anew: `python -m tests.tools.make_icon`.

Three cards fanned on the teal of the table, the front one a spade that bears the T of Tonk; on
the smallest, where a fan would be mud, that card alone.
"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path
from typing import Final

import pygame

from game.ui.cardart import DeckStyle, svg
from game.ui.cardart.pips import PIP_PATHS

ICONS: Final = Path(__file__).parents[2] / "assets" / "icons"
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
SMALL: Final = 24  # up to here one card must do
ICNS_SIZES: Final = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512}
PNG_FROM: Final = 256  # an .ico holds bitmaps below: old readers know nothing else
_STYLE: Final = DeckStyle()
_DARK: Final = "#071d20"
_TURN: Final = "256 500"  # where the fan is held


def fan(size: int) -> str:
    """The icon, drawn on a square of 512."""
    back = svg.group(f"rotate(-19 {_TURN})", [_card(_STYLE.back), *_lattice()])
    heart = [_card(_STYLE.paper), _pip("H", 322, 146, 0.62)]
    red = svg.group(f"rotate(19 {_TURN})", heart)
    front = [_card(_STYLE.paper), _pip("S", 256, 254, 2.15), svg.path(_LETTER, _STYLE.gold_light)]
    hand = svg.group(
        "translate(256 262) scale(0.98) translate(-256 -262)",
        [back, red, svg.group("translate(0 -9)", front)],
    )
    return _square(size, [_ground(), _rays(), hand])


def single(size: int) -> str:
    """The icon for the smallest sizes: one card with the spade, its edges on whole pixels."""
    pixel = 512 / size
    left, right = 2 * pixel, 512 - 2 * pixel
    card = f"M{left:g},0 H{right:g} V512 H{left:g} Z"
    inner = f"M{left + pixel:g},{pixel:g} H{right - pixel:g} V{512 - pixel:g} H{left + pixel:g} Z"
    spade = _pip("S", 256, 256, 3.3)
    return _square(size, [svg.path(card, "#14574c"), svg.path(inner, _STYLE.paper), spade])


def _square(size: int, shapes: list[str]) -> str:
    return svg.document(size, size, [svg.group(f"scale({size / 512:.6f})", shapes)])


def _ground() -> str:
    outline = (
        "M112,14 H400 Q498,14 498,112 V400 Q498,498 400,498 H112 Q14,498 14,400 V112 "
        "Q14,14 112,14 Z"
    )
    return svg.path(outline, "#14574c", _STYLE.gold, 14)


def _rays() -> str:
    beams = (
        "M256,470 L24,372 V290 Z M256,470 L24,196 V112 L44,70 Z M256,470 L112,24 H182 Z "
        "M256,470 L330,24 H400 Z M256,470 L468,70 L488,112 V196 Z M256,470 L488,290 V372 Z"
    )
    return svg.path(beams, "#1f6f60")


def _card(fill: str) -> str:
    outline = (
        "M168,92 H344 Q366,92 366,114 V404 Q366,426 344,426 H168 Q146,426 146,404 V114 "
        "Q146,92 168,92 Z"
    )
    return svg.path(outline, fill, _DARK, 8)


def _lattice() -> list[str]:
    """The gold of the card's back, as much of it as can be seen."""
    frame = svg.line("M166,112 H346 V406 H166 Z", _STYLE.gold, 8, cap="butt")
    arcs = " ".join(f"M{166 + r},112 A{r},{r} 0 0 1 166,{112 + r}" for r in (38, 74, 110, 146))
    return [frame, svg.line(arcs, _STYLE.gold, 7, cap="butt")]


def _pip(suit: str, x: float, y: float, scale: float) -> str:
    move = f"translate({x:g} {y:g}) scale({scale:g})"
    return svg.group(move, [svg.path(PIP_PATHS[suit], _STYLE.ink(suit))])


_LETTER: Final = "M202,236 H310 V266 H273 V330 H239 V266 H202 Z"


def picture(size: int) -> pygame.Surface:
    """The icon at that size, straight alpha."""
    text = single(size) if size <= SMALL else fan(size)
    return pygame.image.load(io.BytesIO(text.encode()), "icon.svg")


def png(surface: pygame.Surface) -> bytes:
    """As the bytes of a PNG file."""
    file = io.BytesIO()
    pygame.image.save(surface, file, "icon.png")
    return file.getvalue()


def bitmap(surface: pygame.Surface) -> bytes:
    """As an icon's bitmap: rows from below, blue first, then a mask that hides nothing."""
    width, height = surface.get_size()
    header = struct.pack("<IiiHHIIiiII", 40, width, 2 * height, 1, 32, 0, 0, 0, 0, 0, 0)
    upside = pygame.transform.flip(surface, flip_x=False, flip_y=True)
    mask = bytes(((width + 31) // 32) * 4 * height)
    return header + pygame.image.tobytes(upside, "BGRA") + mask


def ico(sizes: tuple[int, ...]) -> bytes:
    """A Windows icon file with all these sizes."""
    images = [png(picture(n)) if n >= PNG_FROM else bitmap(picture(n)) for n in sizes]
    start = 6 + 16 * len(sizes)
    directory = struct.pack("<HHH", 0, 1, len(sizes))
    for size, image in zip(sizes, images, strict=True):
        directory += struct.pack(
            "<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(image), start
        )
        start += len(image)
    return directory + b"".join(images)


def icns() -> bytes:
    """A macOS icon file."""
    images = [(kind, png(picture(size))) for kind, size in ICNS_SIZES.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(image)) + image for kind, image in images)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main() -> int:
    """Write the SVG, a PNG of each size, the .ico and the .icns."""
    ICONS.mkdir(parents=True, exist_ok=True)
    (ICONS / "tonk.svg").write_text(fan(512) + "\n", encoding="utf-8")
    for size in SIZES:
        (ICONS / f"tonk-{size}.png").write_bytes(png(picture(size)))
    (ICONS / "tonk.ico").write_bytes(ico(ICO_SIZES))
    (ICONS / "tonk.icns").write_bytes(icns())
    return 0


if __name__ == "__main__":
    sys.exit(main())
