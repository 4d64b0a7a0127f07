"""How thick the stock lies: one card in four is drawn, each a little higher than the one below."""

from __future__ import annotations

from pygame import Rect

_EACH = 4
_STEP = 0.8
_SIDEWAYS = 0.5
"""How far a card lies to the left of the one below it, by how much higher it lies."""


def layers(size: int) -> int:
    """How many cards are drawn of so many."""
    return (size + _EACH - 1) // _EACH


def shift(layer: int, unit: float) -> tuple[float, float]:
    """How far a card of the heap lies from where the lowest one does, in pixels."""
    rise = -layer * max(1.0, unit * _STEP)
    return rise * _SIDEWAYS, rise


def topmost(size: int, unit: float) -> tuple[float, float]:
    """How far the card on top of so many lies from where the lowest one does."""
    return shift(max(0, layers(size) - 1), unit)


def heap(box: Rect, size: int, unit: float) -> Rect:
    """All that is seen of a heap whose lowest card lies in the box."""
    dx, dy = topmost(size, unit)
    return box.union(box.move(round(dx), round(dy)))
