"""Where a card can lie on the table, and how it lies there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

CARD_ASPECT = 5 / 7
"""Width of a card by its height."""
INDEX_SHARE, LARGE_INDEX_SHARE = 0.22, 0.34
"""The part of a card's width, from the left, that holds its index and must never be covered."""


class Zone(IntEnum):
    """The places that hold cards."""

    STOCK = 0
    PILE = 1
    SPREAD = 2
    HAND = 3
    CUT = 4
    """A card cut for deal, before its seat."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One card's place. It says nothing about which card lies there."""

    zone: Zone
    owner: int = 0
    """The seat of a hand or a cut, the number of a spread; 0 for stock and pile."""
    place: int = 0


STOCK = Slot(Zone.STOCK)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies: its middle and its height in pixels, its turn in degrees, anticlockwise."""

    x: float
    y: float
    height: float
    angle: float = 0.0

    @property
    def width(self) -> float:
        return self.height * CARD_ASPECT

    def moved(self, dx: float, dy: float) -> Pose:
        """The same pose a little away."""
        return Pose(self.x + dx, self.y + dy, self.height, self.angle)


def card_width(height: float) -> float:
    """How wide a card of this height is."""
    return height * CARD_ASPECT
