"""The twelve court cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.ui.cardart.figure import LIVERIES, Livery, upright
from game.ui.cardart.jacks import jack
from game.ui.cardart.kings import king
from game.ui.cardart.queens import queen

_FIGURES: Final[dict[str, Callable[[str, Livery], list[str]]]] = {
    "J": jack,
    "Q": queen,
    "K": king,
}


def court_figure(rank: str, suit: str) -> list[str]:
    """The upper of the two figures of a court card."""
    livery = LIVERIES[suit]
    return upright(_FIGURES[rank](suit, livery), livery)
