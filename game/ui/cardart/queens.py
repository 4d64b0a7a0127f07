"""The queens: bobbed hair, a jewelled band with a plume, ropes of pearls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.ui.cardart import svg
from game.ui.cardart.figure import Livery, eyes, head, lips
from game.ui.cardart.pips import PIP_PATHS


def queen(suit: str, livery: Livery) -> list[str]:
    """The figure, what it holds included."""
    return [
        _plume(livery),
        _bob_behind(livery),
        *_gown(livery),
        *_HOLDS[suit](livery),
        *head(livery, jaw=110),
        *eyes(livery, lashes=True),
        lips(livery, 98.5, 6.0),
        _bob(livery),
        *_band(suit, livery),
        *_jewels(livery),
    ]


def _bob_behind(livery: Livery) -> str:
    return svg.path(
        "M0,36 C-26,36 -33,56 -32,78 L-33,106 Q-20,112 -10,104 H10 Q20,112 33,106 "
        "L32,78 C33,56 26,36 0,36 Z",
        livery.hair,
    )


def _bob(livery: Livery) -> str:
    """The fringe and the two sharp points on the cheeks."""
    return svg.path(
        "M0,38 C-26,38 -32,56 -31,78 L-32,104 Q-20,104 -13,92 Q-20,88 -20,72 "
        "Q-8,66 2,58 Q12,66 20,70 Q20,88 14,92 Q20,104 32,104 L31,78 C32,56 26,38 0,38 Z",
        livery.hair,
    )


def _band(suit: str, livery: Livery) -> list[str]:
    return [
        svg.path("M-31,62 Q0,46 31,62 L30.5,71 Q0,55 -30.5,71 Z", livery.gold),
        svg.path("M4,54.2 Q20,56 31,62 L30.5,71 Q18,64.6 4,63.2 Z", livery.gold_deep),
        svg.circle(-14, 58.5, 9.5, livery.light, livery.gold_deep, 1.8),
        svg.group("translate(-14 58.5) scale(0.125)", [svg.path(PIP_PATHS[suit], livery.cloth)]),
    ]


def _plume(livery: Livery) -> str:
    """A feather standing up from the band."""
    vane = "M-16,58 C-44,48 -52,30 -44,16 C-36,24 -22,20 -12,52 Z"
    return (
        svg.path(vane, livery.cloth)
        + svg.path("M-16,58 C-30,46 -42,34 -44,16 C-36,24 -22,20 -12,52 Z", livery.trim)
        + svg.line("M-15,56 C-26,42 -38,32 -44,18", livery.cloth_deep, 1.8)
    )


def _gown(livery: Livery) -> list[str]:
    """Bare shoulders over a beaded, pointed neckline."""
    return [
        svg.path(
            "M-11,108 C-16,122 -50,120 -64,134 L-72,154 L78,212 Q80,160 64,134 "
            "C50,120 16,122 11,108 Z",
            livery.skin,
        ),
        svg.path("M11,108 C16,122 50,120 64,134 Q80,160 78,212 L20,188 L8,150 Z", livery.skin_deep),
        svg.path(
            "M-60,131 Q-54,128 -48,127 L-30,150 L0,166 L30,150 L48,127 Q56,128 64,134 "
            "Q80,160 84,217 L-76,158 L-66,136 Z",
            livery.cloth,
        ),
        svg.path(
            "M0,166 L30,150 L48,127 Q56,128 64,134 Q80,160 84,217 L20,192 Z", livery.cloth_deep
        ),
        svg.line("M-48,127 L-30,150 L0,166 L30,150 L48,127", livery.gold, 3.0, cap="butt"),
        svg.line("M-44,146 L-26,164 L0,178 L30,164 L46,148 M36,182 L52,166", livery.trim, 1.8),
    ]


def _jewels(livery: Livery) -> list[str]:
    """Ear drops and a long rope of pearls."""
    rope = (
        (-15, 121),
        (-13, 129),
        (-9, 137),
        (-4, 143.5),
        (3, 146),
        (10, 142),
        (14, 134.5),
        (16, 126),
    )
    drops = [
        svg.path(f"M{x},96 l4,9 l-4,7 l-4,-7 Z", livery.gold, livery.line, 1.0) for x in (-27, 27)
    ]
    return [*drops, *(svg.circle(x, y, 3.7, livery.light, livery.line, 0.9) for x, y in rope)]


def _arm(livery: Livery) -> list[str]:
    """A long glove, raised to the shoulder on the right."""
    return [
        svg.path(
            "M84,214 L60,204 L50,150 Q49,141 54,138 Q62,134 66,142 L74,160 Z",
            livery.trim,
            livery.line,
            1.2,
        ),
        svg.path(
            "M48,152 Q44,138 50,130 Q57,123 64,129 Q71,136 67,148 Z", livery.trim, livery.line, 1.2
        ),
        svg.line("M51,157 L70,153", livery.gold, 3.4, cap="butt"),
    ]


def _fan(livery: Livery) -> list[str]:
    """An open fan of plumes."""
    leaves = []
    for turn in (-50, -27, -4, 19, 42):
        leaf = svg.path(
            "M0,0 C-14,-26 -13,-52 0,-62 C13,-52 14,-26 0,0 Z", livery.light, livery.cloth_deep, 1.6
        )
        rib = svg.line("M0,0 V-50", livery.cloth, 1.8)
        leaves.append(svg.group(f"translate(58 132) rotate({turn}) scale(0.9)", [leaf, rib]))
    return [*leaves, *_arm(livery), svg.circle(58, 132, 5, livery.gold, livery.line, 1.0)]


def _rose(livery: Livery) -> list[str]:
    return [
        svg.line("M58,140 Q62,112 60,92", "#2d6a3e", 3.8),
        svg.path(
            "M60,116 Q72,108 82,114 Q74,124 61,120 Z M59,108 Q50,98 42,102 Q48,112 59,112 Z",
            "#2d6a3e",
        ),
        svg.circle(60, 78, 20, livery.cloth, livery.cloth_deep, 1.6),
        svg.line(
            "M60,78 m-4,0 a4.5,4.5 0 1 1 8,3 M50,76 a11,11 0 0 1 20,-4 M70,84 a11,11 0 0 1 -19,2 "
            "M46,84 a16,16 0 0 0 28,2",
            livery.trim,
            2.4,
        ),
        *_arm(livery),
    ]


def _coupe(livery: Livery) -> list[str]:
    """A shallow glass with something golden in it."""
    return [
        svg.path(
            "M34,72 H86 Q82,96 62,97 L61.5,126 H58.5 L58,97 Q38,96 34,72 Z",
            livery.light,
            livery.line,
            1.6,
        ),
        svg.path("M36.5,79 H83.5 Q78,93.5 60,93.5 Q42,93.5 36.5,79 Z", livery.gold),
        svg.circle(52, 66, 2.6, livery.gold),
        svg.circle(64, 60, 3.2, livery.gold),
        svg.circle(70, 68, 2.2, livery.gold),
        *_arm(livery),
    ]


def _lily(livery: Livery) -> list[str]:
    return [
        svg.line("M58,140 Q62,112 60,94", livery.cloth, 3.8),
        svg.path("M60,120 Q74,110 84,98 Q82,118 61,126 Z", livery.cloth),
        svg.path(
            "M60,100 C40,94 40,72 34,58 C48,62 54,68 60,80 "
            "C66,68 74,62 86,58 C80,72 80,94 60,100 Z",
            livery.light,
            livery.line,
            1.5,
        ),
        svg.path("M60,98 C50,84 52,66 60,52 C68,66 70,84 60,98 Z", "#f1dfe8", livery.line, 1.5),
        svg.line("M60,90 V68", livery.gold, 3.0),
        *_arm(livery),
    ]


_HOLDS: Final[dict[str, Callable[[Livery], list[str]]]] = {
    "S": _fan,
    "H": _rose,
    "D": _coupe,
    "C": _lily,
}
