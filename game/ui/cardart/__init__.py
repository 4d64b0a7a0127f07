"""The pack of cards, drawn by the game itself: vector art rendered at the height wanted.

What draws the cards is brought in when the first card is asked for: no first frame needs it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from game.ui.cardart.raster import BLEND
from game.ui.cardart.style import CODES, JOKERS, RANKS, SUITS, DeckStyle

if TYPE_CHECKING:
    from game.ui.cardart.deck import CardArt, pip

__all__ = ["BLEND", "CODES", "JOKERS", "RANKS", "SUITS", "CardArt", "DeckStyle", "pip"]


def __getattr__(name: str) -> object:
    if name in {"CardArt", "pip"}:
        return getattr(import_module("game.ui.cardart.deck"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
