"""The ranks in the corners, as strokes of one weight.

Each glyph is 58 units high and as wide as it says; its strokes touch the box on all sides, so
that the left stem and the bars fall on whole pixels when the box does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

GLYPH_HEIGHT: Final = 58.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """A rank's strokes: `draw` takes half the weight of the pen."""

    width: float
    draw: Callable[[float], str]


def _bowl(x0: float, y0: float, x1: float, y1: float, k: float = 0.56) -> str:
    """A closed oval in that box; k > 0.55 makes it squarer."""
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    dx, dy = (x1 - x0) / 2 * k, (y1 - y0) / 2 * k
    return (
        f"M{cx},{y0} C{cx + dx},{y0} {x1},{cy - dy} {x1},{cy} "
        f"C{x1},{cy + dy} {cx + dx},{y1} {cx},{y1} "
        f"C{cx - dx},{y1} {x0},{cy + dy} {x0},{cy} "
        f"C{x0},{cy - dy} {cx - dx},{y0} {cx},{y0} Z"
    )


def _ace(a: float) -> str:
    return f"M{a},58 L{15},{a} H{25} L{40 - a},58 M9,{43} H31"


def _two(a: float) -> str:
    return (
        f"M{a},19 C{a},{a + 5} {a + 6},{a} 19.5,{a} C31,{a} {39 - a},{a + 5} {39 - a},17 "
        f"C{39 - a},25 31,31 25,37 L{2.4 * a},{58 - a} H39"
    )


def _three(a: float) -> str:
    return (
        f"M{a},16 C{a + 1},{a + 4} 11,{a} 19,{a} C29,{a} {37 - a},{a + 4} {37 - a},16 "
        f"C{37 - a},23 28,27.5 17,27.5 C30,27.5 {39 - a},32 {39 - a},41 "
        f"C{39 - a},50 30,{58 - a} 19,{58 - a} C10,{58 - a} {a + 1},50 {a},42"
    )


def _four(a: float) -> str:
    return f"M30,58 V{a} H27 L{a + 1},{42} H40"


def _five(a: float) -> str:
    return (
        f"M36,{a} H{a + 4} L{a + 2},29 C10,25 14,24 19,24 C30,24 {39 - a},30 {39 - a},38.5 "
        f"C{39 - a},48 30,{58 - a} 19,{58 - a} C10,{58 - a} {a + 1},51 {a},43"
    )


def _six(a: float) -> str:
    return f"{_bowl(a, 23, 40 - a, 58 - a)} M{a},40 C{a},24 14,8 29,{a - 2}"


def _seven(a: float) -> str:
    return f"M0,{a} H{38 - a} L15,58"


def _eight(a: float) -> str:
    return f"{_bowl(a + 1.5, a, 38.5 - a, 28)} {_bowl(a, 28, 40 - a, 58 - a)}"


def _nine(a: float) -> str:
    return f"{_bowl(a, a, 40 - a, 35)} M{40 - a},18 C{40 - a},34 26,50 11,{60 - a}"


def _ten(a: float) -> str:
    return f"M2,15 C6,13 8,9 {a + 4.5},{a - 2} V58 {_bowl(16 + a, a, 43 - a, 58 - a, 0.7)}"


def _jack(a: float) -> str:
    return f"M12,{a} H{34 - a} V40 C{34 - a},50 27,{58 - a} 17,{58 - a} C8,{58 - a} {a},51 {a},42"


def _queen(a: float) -> str:
    return f"{_bowl(a, a, 42 - a, 58 - a, 0.62)} M21,38 L41,58"


def _king(a: float) -> str:
    return f"M{a},0 V58 M37,0 L{a + 4},33 M17,25 L38,58"


GLYPHS: Final[dict[str, Glyph]] = {
    "A": Glyph(40, _ace),
    "2": Glyph(39, _two),
    "3": Glyph(39, _three),
    "4": Glyph(40, _four),
    "5": Glyph(39, _five),
    "6": Glyph(40, _six),
    "7": Glyph(38, _seven),
    "8": Glyph(40, _eight),
    "9": Glyph(40, _nine),
    "T": Glyph(43, _ten),
    "J": Glyph(34, _jack),
    "Q": Glyph(42, _queen),
    "K": Glyph(38, _king),
}
STAR: Final = "M0,-50 L13,-17 L48,-15 L21,7 L30,41 L0,22 L-30,41 L-21,7 L-48,-15 L-13,-17 Z"
# J O K E R, one under the other down a joker's edge, each 16 by 18.
JOKER_LETTERS: Final[tuple[str, ...]] = (
    "M6,1.5 H13 V12 C13,15 11,16.5 8,16.5 C5,16.5 3,15 3,12",
    "M8,1.5 C12,1.5 14,4 14,9 C14,14 12,16.5 8,16.5 C4,16.5 2,14 2,9 C2,4 4,1.5 8,1.5 Z",
    "M3,0 V18 M14,0 L4,10 M7,8 L14.5,18",
    "M14,1.5 H3.5 V16.5 H14 M3.5,9 H12",
    "M3.5,18 V1.5 H9 C12,1.5 13.5,3 13.5,5.5 C13.5,8 12,9.5 9,9.5 H3.5 M8.5,9.5 L14,18",
)
