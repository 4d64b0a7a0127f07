"""Verdicts on decisions by their cost, and mean costs: one table for coach, reviews, drills and
table.

>>> verdict(0.01), verdict(0.1)
('good', 'mistake')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar, Final

from game.rules.ruleset import RuleSet

GOOD: Final = 0.02
"""The cost in stakes below which a decision is good without being the best."""
MISTAKES: Final = (("blunder", 0.25), ("mistake", 0.08), ("inaccuracy", GOOD))
"""The names of mistakes, each with its minimum cost in stakes."""
KNOWN: Final = 0.03
"""The half-width of the 95 % interval, in stakes, to which the coach looks further at a loss before
it is judged.
"""
SURE: Final = 1.96
"""The half-width of a 95 % interval, in standard errors."""
POINTS: Final = 15.0
"""The points in a push-up that count as one stake."""
BEST, GOOD_ENOUGH, BLUNDER = "best", "good", "blunder"


def unit_of(rules: RuleSet) -> float:
    """Return the number of units (stakes or points) that count as a stake under these rules."""
    return POINTS if rules.is_push_up else 1.0


def mistake_of(loss: float, error: float = 0.0) -> str | None:
    """Return the mistake that ``verdict`` finds in a decision, or None."""
    found = verdict(loss, error)
    return None if found in (BEST, GOOD_ENOUGH) else found


def verdict(loss: float, error: float = 0.0) -> str | None:
    """Return the verdict on a decision by its cost in stakes: ``best``, ``good`` or a mistake.

    None where it is too close to call, by the standard error of the cost: known neither to
    ``KNOWN`` nor to be of one kind, or a mistake whose interval holds 0. A clear mistake is called
    by its size, though it may be a little smaller or larger.

    >>> verdict(0.28, 0.02), verdict(0.28, 0.14), verdict(0.025, 0.015)
    ('blunder', None, None)
    """
    half = SURE * error
    if GOOD <= loss <= half:
        return None
    is_clear = loss - half >= GOOD or is_settled(loss, error)
    return _called(loss) if is_clear else None


def is_settled(loss: float, error: float) -> bool:
    """Return whether a loss is known to ``KNOWN``, or the verdict is the same throughout its
    interval.
    """
    half = SURE * error
    return half <= KNOWN or _called(loss - half) == _called(loss + half)


def _called(loss: float) -> str:
    fair = BEST if loss <= 0 else GOOD_ENOUGH
    return next((name for name, least in MISTAKES if loss >= least), fair)


# -- many decisions -------------------------------------------------------------------------------


@dataclass(slots=True)
class Mean:
    """A mean over decisions with its standard error, accumulated hand by hand."""

    ENOUGH: ClassVar = 10
    """The number of hands needed for a conclusion."""

    hands: int = 0
    number: int = 0
    total: float = 0.0
    _squares: float = 0.0
    _products: float = 0.0
    _counts: float = 0.0

    def add(self, values: Sequence[float]) -> None:
        """Add the values of one more hand; a hand without values changes nothing."""
        if values:
            total, number = sum(values), len(values)
            self.hands += 1
            self.number += number
            self.total += total
            self._squares += total * total
            self._products += total * number
            self._counts += number * number

    @property
    def value(self) -> float:
        """The mean of all values."""
        return self.total / self.number if self.number else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean, as a ratio of two sums over hands."""
        mean = self.value
        spread = self._squares - 2 * mean * self._products + mean * mean * self._counts
        few = self.hands / (self.hands - 1) if self.hands > 1 else 1.0
        return sqrt(max(spread, 0.0) * few) / self.number if self.number else 0.0

    @property
    def is_conclusive(self) -> bool:
        """Whether there are enough hands for a conclusion."""
        return self.hands >= self.ENOUGH

    @property
    def is_a_loss(self) -> bool:
        """Whether it is certain to be above 0: its 95 % interval does not hold 0."""
        return self.is_conclusive and self.value > SURE * self.error
