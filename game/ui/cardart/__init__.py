"""The pack of cards, drawn by the game itself: vector art rendered at the height wanted."""

from __future__ import annotations

from game.ui.cardart.deck import CardArt, pip
from game.ui.cardart.press import BLEND
from game.ui.cardart.style import CODES, JOKERS, RANKS, SUITS, DeckStyle

__all__ = ["BLEND", "CODES", "JOKERS", "RANKS", "SUITS", "CardArt", "DeckStyle", "pip"]
