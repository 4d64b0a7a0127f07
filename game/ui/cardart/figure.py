"""What the court figures share: the stepped panel they stand in, faces, shoulders, colours.

A figure is drawn upright round x = 0 with its head near y = 85 and is cut off by the belt that
runs across the middle of the card; its twin is the same picture turned by half a circle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.ui.cardart import svg

# Two oblongs, stepped round the corner indices: the courts' panel. The jokers', whose name runs
# all the way down the edge, is straight.
_STEPPED: Final = "M58,14 H236 V218 H192 V336 H14 V132 H58 Z"
_STRAIGHT: Final = "M52,14 H198 V336 H52 Z"
_UPPER: Final = "M58,14 H236 V218 L14,132 H58 Z"
_STEPPED_PLACE: Final = "translate(147 0)"
_STRAIGHT_PLACE: Final = "translate(125 4.1) scale(0.93)"


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of one court: cloth, trim, what is behind it, skin and hair."""

    cloth: str
    cloth_deep: str
    trim: str
    ground: str
    ray: str
    skin: str
    skin_deep: str
    hair: str
    lips: str
    line: str = "#1c1a21"
    gold: str = "#d9a93a"
    gold_deep: str = "#a87a1c"
    light: str = "#fbf4e2"


LIVERIES: Final[dict[str, Livery]] = {
    "S": Livery(
        cloth="#24426e",
        cloth_deep="#162a4a",
        trim="#a9c4dd",
        ground="#e3e8ea",
        ray="#d0d9de",
        skin="#9a6443",
        skin_deep="#7a4a2e",
        hair="#17141a",
        lips="#8f2f33",
    ),
    "H": Livery(
        cloth="#b0222f",
        cloth_deep="#7b1420",
        trim="#f0c7b4",
        ground="#f7e6da",
        ray="#f0d4c4",
        skin="#eec39e",
        skin_deep="#d39d76",
        hair="#5a2a17",
        lips="#b3262e",
    ),
    "D": Livery(
        cloth="#d0702a",
        cloth_deep="#99461a",
        trim="#f6d9a0",
        ground="#f9ebcd",
        ray="#f2dca9",
        skin="#d79f6b",
        skin_deep="#b57d4b",
        hair="#2b1a14",
        lips="#a33a2c",
    ),
    "C": Livery(
        cloth="#20704f",
        cloth_deep="#114630",
        trim="#bfdcb5",
        ground="#e5ecd9",
        ray="#d2dfc4",
        skin="#6f4630",
        skin_deep="#54321f",
        hair="#120f12",
        lips="#8a3034",
    ),
}


def upright(figure: list[str], livery: Livery, *, stepped: bool = True) -> list[str]:
    """The upper of the twins before its background; what sticks out will be covered."""
    place = _STEPPED_PLACE if stepped else _STRAIGHT_PLACE
    return [svg.path(_UPPER, livery.ground), svg.group(place, [_rays(livery), *figure])]


def frame(livery: Livery, *, stepped: bool = True) -> list[str]:
    """The belt between the twins, the paper round them, a line round all."""
    panel = _STEPPED if stepped else _STRAIGHT
    return [*_belt(livery), _mount(panel), svg.line(panel, livery.cloth_deep, 2.4, cap="butt")]


def _rays(livery: Livery) -> str:
    """A sunburst from behind the head."""
    return svg.path(
        "M0,95 L-94,70 V42 Z M0,95 L-94,8 H-58 Z M0,95 L-32,8 H-10 Z M0,95 L13,8 H35 Z "
        "M0,95 L61,8 H94 Z M0,95 L94,40 V68 Z M0,95 L94,97 V130 Z M0,95 L-94,100 V134 Z",
        livery.ray,
    )


def _belt(livery: Livery) -> list[str]:
    """The slanting belt between the twins, with a row of lozenges."""
    return [
        svg.line("M8,129.7 L242,220.3", livery.gold_deep, 19, cap="butt"),
        svg.line("M8,129.7 L242,220.3", livery.cloth_deep, 15, cap="butt"),
        svg.line("M8,129.7 L242,220.3", livery.gold, 1.8, cap="butt"),
        svg.group(
            "translate(125 175) rotate(21.17)",
            [svg.path(" ".join(_lozenge(x) for x in range(-100, 101, 25)), livery.gold)],
        ),
    ]


def _lozenge(x: float) -> str:
    return f"M{x - 8},0 L{x},-5.5 L{x + 8},0 L{x},5.5 Z"


def _mount(panel: str) -> str:
    """Paper laid over everything outside the panel: it trims what sticks out."""
    sheet = "M16,3 H234 Q247,3 247,16 V334 Q247,347 234,347 H16 Q3,347 3,334 V16 Q3,3 16,3 Z"
    return svg.path(f"{sheet} {panel}", "url(#paper)", even_odd=True)


def head(livery: Livery, *, jaw: float = 112.0) -> list[str]:
    """Neck and face, lit from the left."""
    low = jaw - 14
    return [
        svg.path("M-10,98 H10 V126 L0,138 L-10,126 Z", livery.skin_deep),
        svg.path(
            f"M-22,64 C-22,44 22,44 22,64 L21,{low - 10} C20,{low + 4} 8,{jaw} 0,{jaw} "
            f"C-8,{jaw} -20,{low + 4} -21,{low - 10} Z",
            livery.skin,
        ),
        svg.path(
            f"M5,52 C17,52 22,56 22,64 L21,{low - 10} C20,{low + 4} 8,{jaw} 0,{jaw} "
            f"C8,{low + 4} 9,{low - 4} 7,{low - 6} L5,90 L9,88 L4,72 Z",
            livery.skin_deep,
        ),
    ]


def eyes(livery: Livery, *, lashes: bool = False) -> list[str]:
    """Lowered lids under long brows."""
    lids = "M-16,76 Q-10,81 -4.5,76 M6.5,76 Q12,81 17,76"
    brows = "M-17,69 Q-10,64.5 -3,69 L-1,88 M7,69 Q12,65 18,68"
    strokes = [svg.line(lids, livery.line, 3.0), svg.line(brows, livery.line, 1.9)]
    if lashes:
        strokes.append(svg.line("M-16,76 L-19,73.5 M17,76 L19.5,73.5", livery.line, 1.8))
    return strokes


def lips(livery: Livery, y: float = 99.0, wide: float = 7.0) -> str:
    """A small painted mouth."""
    return svg.path(
        f"M{-wide},{y} Q{-wide / 2},{y - 4} 0,{y - 2} Q{wide / 2},{y - 4} {wide},{y} "
        f"Q0,{y + 6} {-wide},{y} Z",
        livery.lips,
    )


def shoulders(livery: Livery, *, width: float = 74.0, slope: float = 126.0) -> list[str]:
    """The coat down to the belt, its right side in shade."""
    left, right = -width, width
    return [
        svg.path(
            f"M-12,114 C-20,122 -48,{slope - 4} {left + 8},{slope + 4} "
            f"Q{left},{slope + 8} {left - 4},150 L{left - 6},160 L80,216 L{right + 6},200 "
            f"Q{right + 2},{slope + 12} {right - 8},{slope + 4} C48,{slope - 4} 20,122 12,114 Z",
            livery.cloth,
        ),
        svg.path(
            f"M12,114 C20,122 48,{slope - 4} {right - 8},{slope + 4} "
            f"Q{right + 2},{slope + 12} {right + 6},200 L80,216 L14,190 Z",
            livery.cloth_deep,
        ),
    ]
