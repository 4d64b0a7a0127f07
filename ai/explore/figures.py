"""Means and shares with their standard errors, accumulated case by case."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final, Self

_DOUBT: Final = 1.0
"""The square of what one hand more may have been off, which is added to the squares of every
figure, so that what has never come about is not taken for impossible."""


@dataclass(frozen=True, slots=True)
class MeasuredFigure:
    """``value`` ± 1.96 ``error`` holds the true value 95 times of 100; ``n`` cases are behind it.

    Of a share a case is a chance to do or to be so, of a mean a hand.
    """

    value: float
    error: float
    n: int

    def to_mapping(self) -> dict[str, float]:
        """Return the figure as a JSON object."""
        return {"value": round(self.value, 6), "error": round(self.error, 6), "n": self.n}

    def apart(self, other: "MeasuredFigure") -> float:
        """Return how many joint standard errors this figure is above ``other``."""
        return (self.value - other.value) / hypot(self.error, other.error)


class Ratio:
    """A ratio of two sums of whole numbers, with its error: a share, or a mean where each hand adds
    1.

    The error comes from how hands differ, for what happens within one hand goes together.
    """

    __slots__ = ("x", "xx", "xy", "y", "yy")

    def __init__(self, sums: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)) -> None:
        self.x, self.y, self.xx, self.xy, self.yy = sums

    @classmethod
    def read(cls, held: Sequence[int]) -> Self:
        """Make a ratio of ``sums`` that were kept; ``ValueError`` where they are none."""
        x, y, xx, xy, yy = map(int, held)
        return cls((x, y, xx, xy, yy))

    @property
    def sums(self) -> tuple[int, int, int, int, int]:
        """The sums that the ratio is made of, for ``join``."""
        return self.x, self.y, self.xx, self.xy, self.yy

    def add(self, x: int, y: int = 1) -> None:
        """Add one more hand: ``x`` of ``y``."""
        self.join((x, y, x * x, x * y, y * y))

    def join(self, sums: Sequence[int]) -> None:
        """Add more hands, given as their ``sums``."""
        x, y, xx, xy, yy = sums
        self.x, self.y = self.x + x, self.y + y
        self.xx, self.xy, self.yy = self.xx + xx, self.xy + xy, self.yy + yy

    def figure(self, unit: int = 1) -> MeasuredFigure | None:
        """The part, or the mean, each x in ``unit``s; None where there was not a single case."""
        if not self.y:
            return None
        value = self.x / self.y / unit
        squares = self.xx / unit**2 - 2 * value * self.xy / unit + value * value * self.yy
        return MeasuredFigure(value, sqrt(max(squares, 0) + _DOUBT) / self.y, self.y)


def share(count: int, cases: int) -> MeasuredFigure | None:
    """Return the figure of ``count`` among ``cases`` that have nothing to do with each other."""
    if not cases:
        return None
    value = count / cases
    return MeasuredFigure(value, sqrt(cases * value * (1 - value) + _DOUBT) / cases, cases)
