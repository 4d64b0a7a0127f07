"""What a match has brought so far: means with their intervals, endings, times, faults.

Points are summed as whole numbers, so the totals are the same in whatever order they come.
"""

from collections import Counter
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

from ai.arena.match import DealOutcome, Match
from game.rules.results import Ending

_SURE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + _SURE) / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean in stakes (or points) a hand; ``width`` is half its 95 % interval, None of one deal.

    A deal with all its rotations is one observation: what the cards gave cancels out in it.
    """

    mean: float
    width: float | None

    def __str__(self) -> str:
        width = "?" if self.width is None else f"{self.width:.3f}"
        return f"{self.mean:+.3f} ± {width}"


class Tally:
    """Counts the deals of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals = 0
        self.sums = [0] * match.seats
        self.squares = [0] * match.seats
        self.drops = [0] * match.seats
        self.caught = [0] * match.seats
        self.endings = Counter(dict.fromkeys(Ending, 0))
        self.times: list[Counter[int]] = [Counter() for _ in match.bots]
        self.faults: list[Counter[str]] = [Counter() for _ in match.bots]

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.deals * self.match.seats

    def add(self, deal: DealOutcome) -> None:
        """Count one more deal."""
        self.deals += 1
        for bot, points in enumerate(deal.points):
            self.sums[bot] += points
            self.squares[bot] += points * points
            self.drops[bot] += deal.drops[bot]
            self.caught[bot] += deal.caught[bot]
        self.endings.update(deal.endings)

    def estimate(self, bot: int) -> Estimate:
        """What ``bot`` wins a hand; ``ZeroDivisionError`` before the first deal."""
        unit = self.match.seats * self.match.shares
        return estimated(self.sums[bot], self.squares[bot], self.deals, unit)

    def caught_rate(self, bot: int) -> float:
        """The part of its drops in which ``bot`` was caught; 0 where it never dropped."""
        return self.caught[bot] / self.drops[bot] if self.drops[bot] else 0

    def widest(self) -> float:
        """The largest half interval of any bot; infinite before two deals are played."""
        if self.deals < 2:
            return inf
        return max(self.estimate(bot).width or 0 for bot in range(self.match.seats))


def estimated(total: int, squares: int, deals: int, unit: int) -> Estimate:
    """What the points of so many deals and their squares tell of a hand, in units of ``unit``."""
    mean = total / deals / unit
    if deals == 1:
        return Estimate(mean, None)
    variance = (squares - total * total / deals) / (deals - 1)
    return Estimate(mean, _quantile(deals - 1) * sqrt(max(variance, 0) / deals) / unit)


def _quantile(freedom: int) -> float:
    """Student's t for a few deals, by the first terms of its expansion (Hill); soon 1.96."""
    z = _Z
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + first + second
