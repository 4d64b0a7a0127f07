"""The four jokers: jesters in caps and bells, one for each colour of motley."""

from __future__ import annotations

from typing import Final

from game.ui.cardart import svg
from game.ui.cardart.figure import Livery, eyes, head, lips, shoulders, upright
from game.ui.cardart.indices import STAR

_MOTLEY: Final[dict[str, tuple[str, str, str, str, str]]] = {
    # cloth, its shade, the other half, behind, rays
    "1": ("#b0222f", "#7b1420", "#24426e", "#f4e6dc", "#ead3c6"),
    "2": ("#2f2a3c", "#1b1824", "#c9992e", "#e9e6e0", "#d9d4ca"),
    "3": ("#20704f", "#114630", "#d0702a", "#e6ecdb", "#d3dfc6"),
    "4": ("#6b3f86", "#472459", "#2b8a8f", "#ece4ef", "#dccfe2"),
}


def joker_colour(number: str, black: str) -> str:
    """The ink of a joker's corner: its motley, the second joker's black."""
    return black if number == "2" else _MOTLEY[number][0]


def joker_livery(number: str) -> Livery:
    """The colours of a joker."""
    cloth, deep, other, ground, ray = _MOTLEY[number]
    return Livery(
        cloth=cloth,
        cloth_deep=deep,
        trim=other,
        ground=ground,
        ray=ray,
        skin="#f6ead6",
        skin_deep="#dcc7a6",
        hair="#1c1a21",
        lips="#b3262e",
    )


def joker_figure(number: str) -> list[str]:
    """The upper of the two jesters."""
    livery = joker_livery(number)
    return upright(_jester(livery), livery, stepped=False)


def _jester(livery: Livery) -> list[str]:
    return [
        *shoulders(livery, width=70, slope=130),
        *_ruff(livery),
        *head(livery, jaw=112),
        *_paint(livery),
        *_cap(livery),
        *_bauble(livery),
    ]


def _paint(livery: Livery) -> list[str]:
    """A player's painted face: lozenges over the eyes, a wide smile."""
    return [
        svg.path("M-11,62 L-6,76 L-11,92 L-16,76 Z", livery.trim),
        svg.path("M12,62 L17,76 L12,92 L7,76 Z", livery.cloth),
        *eyes(livery),
        svg.line("M-14,96 Q0,110 14,96", livery.line, 2.2),
        lips(livery, 101, 8),
    ]


def _cap(livery: Livery) -> list[str]:
    """Three horns, each ending in a bell."""
    bells = ((-58, 72), (0, 20), (60, 72))
    return [
        svg.path(
            "M-24,66 Q-30,44 -8,40 Q-40,26 -60,68 Q-40,54 -24,66 Z", livery.cloth, livery.line, 1.2
        ),
        svg.path("M24,66 Q30,44 8,40 Q40,26 62,68 Q42,54 24,66 Z", livery.trim, livery.line, 1.2),
        svg.path("M-24,66 Q-22,36 0,24 L0,58 Z", livery.trim),
        svg.path("M24,66 Q22,36 0,24 L0,58 Z", livery.cloth),
        svg.path("M-26,68 Q0,48 26,68 L25,60 Q0,42 -25,60 Z", livery.gold, livery.line, 1.0),
        *(svg.circle(x, y, 6.4, livery.gold, livery.line, 1.2) for x, y in bells),
    ]


def _ruff(livery: Livery) -> list[str]:
    """A collar of points, alternately of either cloth, over lozenges."""
    shapes = [
        svg.path("M-40,140 l10,16 l-10,16 l-10,-16 Z M0,152 l9,15 l-9,15 l-9,-15 Z", livery.trim),
        svg.path("M38,148 l10,18 l-10,18 l-10,-18 Z", livery.trim),
    ]
    for step in range(-3, 4):
        x = step * 13
        fill = livery.light if step % 2 else livery.gold
        shapes.append(
            svg.path(
                f"M{x * 0.45:g},108 L{x * 1.35 - 11:g},126 L{x * 1.35:g},{150 - abs(step) * 3} "
                f"L{x * 1.35 + 11:g},126 Z",
                fill,
                livery.line,
                1.1,
            )
        )
    return shapes


def _bauble(livery: Livery) -> list[str]:
    """A star on a stick."""
    return [
        svg.line("M58,100 V206", livery.line, 6.0, cap="butt"),
        svg.line("M58,100 V206", livery.gold_deep, 3.4, cap="butt"),
        svg.group("translate(58 104) scale(0.38)", [svg.path(STAR, livery.gold, livery.line, 3.6)]),
    ]
