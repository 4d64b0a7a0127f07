"""The kings: band leaders under crowns stepped like towers, each bearded in his own way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.ui.cardart import svg
from game.ui.cardart.figure import Livery, eyes, head, lips, shoulders
from game.ui.cardart.pips import PIP_PATHS


def king(suit: str, livery: Livery) -> list[str]:
    """The figure, what it holds included."""
    return [
        *_HOLDS[suit](livery),
        _hair(livery),
        *shoulders(livery, width=76, slope=128),
        *_robe(livery),
        *head(livery),
        *eyes(livery),
        *_BEARDS[suit](livery),
        *_crown(suit, livery),
    ]


def _hair(livery: Livery) -> str:
    return svg.path("M-25,56 H25 L29,104 Q24,112 18,108 H-18 Q-24,112 -29,104 Z", livery.hair)


def _robe(livery: Livery) -> list[str]:
    """Ermine collar, stepped lapels, a row of studs."""
    return [
        svg.path(
            "M-12,112 L-40,124 L-52,148 L-8,178 L0,186 L22,190 L56,160 L42,124 L12,112 L0,140 Z",
            livery.light,
        ),
        svg.path("M0,140 L12,112 L42,124 L56,160 L22,190 L0,186 Z", "#e5d9bd"),
        svg.path(
            "M-8,118 L0,140 L8,118 L24,150 L16,152 L20,166 L12,168 L14,190 L-10,180 L-12,168 "
            "L-20,166 L-16,152 L-24,150 Z",
            livery.cloth_deep,
        ),
        svg.path(
            "M-34,132 l3,5 l-3,5 l-3,-5 Z M-40,146 l3,5 l-3,5 l-3,-5 Z "
            "M-24,142 l3,5 l-3,5 l-3,-5 Z "
            "M34,132 l3,5 l-3,5 l-3,-5 Z M42,148 l3,5 l-3,5 l-3,-5 Z M30,152 l3,5 l-3,5 l-3,-5 Z",
            livery.line,
        ),
        svg.path("M0,146 l4,6 l-4,6 l-4,-6 Z M0,163 l4,6 l-4,6 l-4,-6 Z", livery.gold),
    ]


def _crown(suit: str, livery: Livery) -> list[str]:
    """Steps rising to the middle, the suit set in the front."""
    return [
        svg.path(
            "M-29,62 V38 H-21 V30 H-13 V22 H-6 L0,15 L6,22 H13 V30 H21 V38 H29 V62 Q0,55 -29,62 Z",
            livery.gold,
        ),
        svg.path("M3,18 L6,22 H13 V30 H21 V38 H29 V62 Q18,59.3 3,58.6 Z", livery.gold_deep),
        svg.path("M-29,62 V54 Q0,47 29,54 V62 Q0,55 -29,62 Z", livery.cloth),
        svg.line("M-21,39 V49 M-13,31 V47.5 M13,31 V47.5 M21,39 V49", livery.light, 2.0),
        svg.group("translate(0 38) scale(0.21)", [svg.path(PIP_PATHS[suit], livery.cloth_deep)]),
    ]


def _full_beard(livery: Livery) -> list[str]:
    """Square and ribbed, as on old reliefs."""
    return [
        svg.path("M-22,84 L-12,92 Q0,86 12,92 L22,84 V126 L14,134 H-14 L-22,126 Z", livery.hair),
        svg.line(
            "M-14,98 V128 M-7,104 V132 M0,106 V133 M7,104 V132 M14,98 V128",
            livery.trim,
            1.7,
            opacity=0.7,
        ),
        lips(livery, 99, 6),
    ]


def _moustache(livery: Livery) -> list[str]:
    return [
        svg.path(
            "M0,92 Q-8,88 -15,95 Q-21,100 -26,94 Q-22,106 -11,101 Q-4,99 0,96 Q4,99 11,101 "
            "Q22,106 26,94 Q21,100 15,95 Q8,88 0,92 Z",
            livery.hair,
        ),
        lips(livery, 103, 5),
    ]


def _goatee(livery: Livery) -> list[str]:
    return [
        svg.path(
            "M0,92 Q-6,90 -12,97 L-12,101 Q-5,95 0,96 Q5,95 12,101 L12,97 Q6,90 0,92 Z", livery.hair
        ),
        svg.path("M-9,106 Q0,102 9,106 L7,116 L0,130 L-7,116 Z", livery.hair),
        lips(livery, 101, 5.5),
    ]


def _forked(livery: Livery) -> list[str]:
    """Two points, curled outwards."""
    return [
        svg.path(
            "M-22,82 Q-16,94 0,90 Q16,94 22,82 L21,104 Q20,122 26,132 Q10,132 4,118 L0,110 "
            "L-4,118 Q-10,132 -26,132 Q-20,122 -21,104 Z",
            livery.hair,
        ),
        svg.line("M-14,100 Q-14,118 -18,126 M14,100 Q14,118 18,126", livery.trim, 1.7, opacity=0.7),
        lips(livery, 99, 6),
    ]


def _sword(livery: Livery) -> list[str]:
    return [
        svg.path("M60,26 L66,34 V128 H54 V34 Z", "#dfe5ea", livery.line, 1.6),
        svg.path("M60,26 L66,34 V128 H60 Z", "#a9b4be"),
        svg.path("M40,128 H80 V136 H40 Z M56,136 H64 V158 H56 Z", livery.gold, livery.line, 1.4),
    ]


def _sceptre(livery: Livery) -> list[str]:
    return [
        svg.line("M64,60 V200", livery.line, 8.4, cap="butt"),
        svg.line("M64,60 V200", livery.gold, 5.2, cap="butt"),
        svg.group(
            "translate(64 48) scale(0.42)",
            [svg.path(PIP_PATHS["H"], livery.cloth, livery.gold_deep, 7)],
        ),
        svg.line("M54,78 H74 M56,86 H72", livery.gold_deep, 3.6, cap="butt"),
    ]


def _axe(livery: Livery) -> list[str]:
    return [
        svg.line("M62,34 V200", livery.line, 8.4, cap="butt"),
        svg.line("M62,34 V200", "#8a5a30", 5.4, cap="butt"),
        svg.path(
            "M60,44 H50 Q44,44 38,34 Q32,60 38,88 Q44,76 50,76 H60 Z", "#dfe5ea", livery.line, 1.6
        ),
        svg.path("M65,50 H72 L82,60 L72,70 H65 Z", livery.gold, livery.line, 1.4),
    ]


def _orb(livery: Livery) -> list[str]:
    return [
        svg.path("M58,40 H66 V48 H74 V56 H66 V68 H58 V56 H50 V48 H58 Z", livery.gold_deep),
        svg.circle(62, 90, 23, livery.gold, livery.line, 1.6),
        svg.path("M62,67 A23,23 0 0 1 62,113 A34,34 0 0 0 62,67 Z", livery.gold_deep),
        svg.line("M40,86 Q62,96 84,86", livery.cloth_deep, 4.4, cap="butt"),
        svg.line("M61,112 V200", livery.gold_deep, 5.0, cap="butt"),
    ]


_Part = Callable[[Livery], list[str]]
_BEARDS: Final[dict[str, _Part]] = {
    "S": _full_beard,
    "H": _moustache,
    "D": _goatee,
    "C": _forked,
}
_HOLDS: Final[dict[str, _Part]] = {"S": _sword, "H": _sceptre, "D": _axe, "C": _orb}
