"""The jacks: the players of the band, each with hat, bow tie and instrument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.ui.cardart import svg
from game.ui.cardart.figure import Livery, eyes, head, lips, shoulders


def jack(suit: str, livery: Livery) -> list[str]:
    """The figure, hat and instrument included."""
    return [
        _hair(livery),
        *shoulders(livery, width=72, slope=130),
        *_suit(livery),
        *head(livery, jaw=110),
        *eyes(livery),
        lips(livery, 99, 6.0),
        *_HATS[suit](livery),
        *_tie(livery),
        *_PLAYS[suit](livery),
    ]


def _hair(livery: Livery) -> str:
    return svg.path("M-24,56 H24 L25,86 Q22,92 20,84 H-20 Q-22,92 -25,86 Z", livery.hair)


def _suit(livery: Livery) -> list[str]:
    """Shirt front between peaked lapels."""
    return [
        svg.path("M-14,112 L0,126 L14,112 L30,126 L14,190 L-6,182 L-30,126 Z", livery.light),
        svg.path(
            "M-14,110 L-34,118 L-46,140 L-32,142 L-38,150 L2,186 L-20,136 Z", livery.cloth_deep
        ),
        svg.path("M14,110 L34,118 L48,140 L34,144 L40,152 L10,188 L20,136 Z", livery.cloth),
        svg.line("M-14,110 L-20,136 L2,186 M14,110 L20,136 L10,188", livery.line, 1.4),
        svg.path(
            "M-1,150 a2.6,2.6 0 1 0 5,0 a2.6,2.6 0 1 0 -5,0 Z M0,166 a2.6,2.6 0 1 0 5,0 "
            "a2.6,2.6 0 1 0 -5,0 Z",
            livery.line,
        ),
    ]


def _tie(livery: Livery) -> list[str]:
    return [
        svg.path("M0,127 L-19,117 V138 Z M0,127 L19,117 V138 Z", livery.cloth, livery.line, 1.2),
        svg.path("M-4.5,122 H4.5 V132 H-4.5 Z", livery.cloth_deep, livery.line, 1.0),
    ]


def _fedora(livery: Livery) -> list[str]:
    return [
        svg.path("M-26,56 L-22,30 Q-14,20 0,26 Q14,18 22,30 L26,56 Z", livery.cloth),
        svg.path("M2,25 Q14,18 22,30 L26,56 H2 Z", livery.cloth_deep),
        svg.path("M-25.5,53 L-24,43 Q0,50 24,43 L25.5,53 Z", livery.trim),
        svg.path(
            "M-44,60 Q-24,50 0,52 Q26,50 46,54 Q30,66 0,63 Q-26,62 -44,60 Z", livery.cloth_deep
        ),
    ]


def _boater(livery: Livery) -> list[str]:
    return [
        svg.path("M-25,56 V30 H25 V56 Z", "#f2dfa8"),
        svg.path("M3,30 H25 V56 H3 Z", "#d8bf7c"),
        svg.path("M-25,56 V42 H25 V56 Z", livery.cloth),
        svg.path("M3,56 V42 H25 V56 Z", livery.cloth_deep),
        svg.path("M-42,54 H42 V62 H-42 Z", "#f2dfa8", livery.line, 1.0),
    ]


def _flat_cap(livery: Livery) -> list[str]:
    return [
        svg.path("M-31,58 Q-36,40 -18,32 Q0,22 22,32 Q38,40 31,58 Q0,48 -31,58 Z", livery.cloth),
        svg.path("M4,27 Q38,32 31,58 Q20,53.5 6,52.5 Z", livery.cloth_deep),
        svg.line("M0,28 Q-16,36 -20,53 M0,28 Q4,38 4,52", livery.cloth_deep, 1.6),
        svg.circle(0, 28, 3.2, livery.cloth_deep),
        svg.path("M-38,62 Q-14,48 20,58 Q0,60 -16,66 Q-30,69 -38,62 Z", livery.line),
    ]


def _bowler(livery: Livery) -> list[str]:
    return [
        svg.path("M-25,56 Q-27,24 0,24 Q27,24 25,56 Z", livery.cloth),
        svg.path("M4,24.3 Q27,26 25,56 H4 Z", livery.cloth_deep),
        svg.path("M-25,56 L-25.4,46 Q0,52 25.4,46 L25,56 Z", livery.line),
        svg.path(
            "M-42,52 Q-36,60 0,58 Q36,60 42,52 Q40,66 0,65 Q-40,66 -42,52 Z", livery.cloth_deep
        ),
    ]


def _hand(livery: Livery, x: float, y: float) -> str:
    return svg.path(
        f"M{x - 9},{y + 6} Q{x - 11},{y - 7} {x},{y - 8} Q{x + 11},{y - 7} {x + 9},{y + 6} "
        f"Q{x},{y + 11} {x - 9},{y + 6} Z",
        livery.skin,
        livery.line,
        1.2,
    )


def _trumpet(livery: Livery) -> list[str]:
    body = [
        svg.path("M-36,-3 H34 Q50,-5 58,-19 V19 Q50,5 34,3 H-36 Z", livery.gold, livery.line, 1.5),
        svg.path("M-36,0 H40 Q50,4 58,19 Q50,5 34,3 H-36 Z", livery.gold_deep),
        svg.path(
            "M-16,3 Q-16,13 -6,13 H14 Q24,13 24,3", "none", livery.gold_deep, 4.4, cap="round"
        ),
        svg.line("M-6,-9 V8 M4,-9 V8 M14,-9 V8", livery.line, 5.4, cap="butt"),
        svg.line("M-6,-8 V7 M4,-8 V7 M14,-8 V7", livery.light, 3.0, cap="butt"),
        svg.line("M-40,-5 V5", livery.gold_deep, 4.4, cap="round"),
    ]
    return [svg.group("translate(36 126) rotate(-38)", body), _hand(livery, 37, 134)]


def _saxophone(livery: Livery) -> list[str]:
    return [
        svg.line(
            "M8,104 Q20,96 30,106 Q36,116 38,132 L42,158 Q46,176 60,172 Q74,168 70,146 L66,122",
            livery.line,
            11,
        ),
        svg.line(
            "M8,104 Q20,96 30,106 Q36,116 38,132 L42,158 Q46,176 60,172 Q74,168 70,146 L66,122",
            livery.gold,
            8,
        ),
        svg.path("M62,148 L50,114 Q64,104 86,108 L77,148 Z", livery.gold, livery.line, 1.5),
        svg.path("M70,148 L72,109 L86,108 L77,148 Z", livery.gold_deep),
        svg.path("M50,114 Q64,104 86,108 Q74,118 50,114 Z", livery.gold_deep, livery.line, 1.4),
        svg.circle(35, 124, 3.2, livery.light, livery.line, 1.0),
        svg.circle(38, 138, 3.2, livery.light, livery.line, 1.0),
        svg.circle(41, 152, 3.2, livery.light, livery.line, 1.0),
        _hand(livery, 31, 146),
    ]


def _banjo(livery: Livery) -> list[str]:
    """The neck up to the right, the drum on the chest."""
    body = [
        svg.path("M-4,-22 H4 V-102 H-4 Z", "#6e4426", livery.line, 1.4),
        svg.path("M-7,-100 H7 L9,-120 H-9 Z", livery.gold_deep, livery.line, 1.4),
        svg.circle(0, 0, 25, livery.gold, livery.line, 1.5),
        svg.circle(0, 0, 19.5, livery.light, livery.gold_deep, 1.6),
        svg.line("M-2,14 V-98 M2,14 V-98", livery.line, 0.9, cap="butt"),
        svg.path("M-7,8 H7 V12 H-7 Z", "#6e4426"),
    ]
    return [svg.group("translate(28 164) rotate(24)", body), _hand(livery, 64, 96)]


def _clarinet(livery: Livery) -> list[str]:
    body = [
        svg.path("M-3.5,-40 H3.5 L5,46 Q6,58 13,66 H-13 Q-6,58 -5,46 Z", livery.line),
        svg.line("M-1,-36 V44", "#4b4450", 2.2),
        svg.line("M-5,-24 H5 M-5.5,6 H5.5 M-6,40 H6 M-12,63 H12", livery.gold, 3.4, cap="butt"),
        *(svg.circle(0.5, y, 2.8, livery.light) for y in (-14, -4, 16, 26)),
    ]
    return [
        svg.group("translate(26 132) rotate(-34)", body),
        _hand(livery, 22, 128),
        _hand(livery, 42, 152),
    ]


_Part = Callable[[Livery], list[str]]
_HATS: Final[dict[str, _Part]] = {
    "S": _fedora,
    "H": _boater,
    "D": _flat_cap,
    "C": _bowler,
}
_PLAYS: Final[dict[str, _Part]] = {
    "S": _trumpet,
    "H": _saxophone,
    "D": _banjo,
    "C": _clarinet,
}
