"""Hair and hats, behind a head and before it, on a sheet of 100 by 100."""

from __future__ import annotations

from typing import Final

from game.ui.cardart.svg import circle, line, path
from game.ui.faces.people import Hair

_CAP: Final = "M26,45 C24,24 36,16 50,16 C64,16 76,24 74,45 C71,36 66,33 50,33 C34,33 29,36 26,45 Z"
_FRINGE: Final = (
    "M26,49 C22,24 36,15 50,15 C64,15 78,24 74,49 C72,41 70,37 68,35 L32,35 C30,37 28,41 26,49 Z"
)

_LONG: Final = (
    "M20,82 C15,30 30,11 50,11 C70,11 85,30 80,82 C70,88 62,80 50,80 C38,80 30,88 20,82 Z"
)

_COMBED: Final = (
    "M26,46 C25,24 36,16 50,16 C64,16 75,24 74,46 C70,34 60,28 50,28 C40,28 30,34 26,46 Z"
)

_PARTED: Final = (
    "M25,52 C22,26 36,15 50,15 C64,15 78,26 75,52 C70,40 58,34 46,26 C40,36 30,40 25,52 Z"
)

_QUIFF: Final = (
    "M26,44 C24,20 40,8 64,12 C76,15 76,30 74,44 C71,36 68,34 62,32 C50,36 34,32 26,44 Z"
)


def behind(style: Hair, tone: str, light: str) -> list[str]:
    """What is seen on both sides of the head and above it."""
    match style:
        case Hair.BOB:
            return [path("M22,68 C17,28 30,11 50,11 C70,11 83,28 78,68 C70,73 30,73 22,68 Z", tone)]
        case Hair.LONG:
            return [path(_LONG, tone)]
        case Hair.CURLS:
            spots = ((26, 32), (33, 20), (50, 15), (67, 20), (74, 32), (22, 46), (78, 46))
            return [circle(x, y, 14, tone) for x, y in (*spots, (25, 58), (75, 58))]
        case Hair.BUN:
            return [circle(50, 14, 10, tone), line("M44,11 Q50,7 56,11", light, 2)]
        case Hair.BALD:
            return [circle(27, 46, 8, tone), circle(73, 46, 8, tone)]
        case Hair.SCARF:
            return [path("M23,60 C16,28 32,11 50,11 C68,11 84,28 77,60 L80,76 L20,76 Z", tone)]
        case _:
            return []


def before(style: Hair, tone: str, light: str) -> list[str]:
    """What lies over the forehead."""
    match style:
        case Hair.BOB:
            return [path(_FRINGE, tone), line("M36,21 Q46,16 58,19", light, 2.4)]
        case Hair.BUN:
            return [path(_COMBED, tone), line("M35,24 Q43,19 52,20", light, 2.4)]
        case Hair.LONG:
            return [path(_PARTED, tone), line("M52,19 Q64,22 68,33", light, 2.4)]
        case Hair.CURLS:
            return [circle(x, y, 9, tone) for x, y in ((34, 27), (45, 23), (56, 23), (66, 27))]
        case Hair.BALD:
            return [line("M40,25 Q47,21 53,22", "#ffffff", 2.6, opacity=0.45)]
        case Hair.HAT:
            return _hat(tone)
        case Hair.QUIFF:
            return [path(_QUIFF, tone), line("M38,20 Q50,13 63,17", light, 2.4)]
        case Hair.SCARF:
            return _scarf(tone, light)
        case _:
            return [path(_CAP, tone), line("M36,23 Q46,18 57,20", light, 2.4)]


def _hat(tone: str) -> list[str]:
    """A soft hat with a band, hair showing at the temples."""
    return [
        path("M26,48 L26,34 L32,34 L30,46 Z M74,48 L74,34 L68,34 L70,46 Z", tone),
        path("M30,32 C29,14 37,8 50,11 C63,8 71,14 70,32 Z", "#6b5a46"),
        path("M30,27 L70,27 L70,33 L30,33 Z", "#2c2830"),
        path("M18,35 Q50,26 82,35 Q50,42 18,35 Z", "#7d6a53"),
    ]


def _scarf(tone: str, light: str) -> list[str]:
    d = "M24,50 C22,24 36,14 50,14 C64,14 78,24 76,50 C70,34 62,29 50,29 C38,29 30,34 24,50 Z"
    return [path(d, tone), *(circle(x, y, 2.2, light) for x, y in ((36, 23), (50, 19), (64, 23)))]
