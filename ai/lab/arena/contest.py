"""A match played by a pool of workers until its result is precise enough, and its tally.

Points are summed as integers, so totals do not depend on the order of deals.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

from ai.lab.arena.match import DealOutcome, Match
from ai.lab.arena.workers import Batch, BatchOutcome, BatchQueue, WorkerPool
from game.processes import interrupts_deferred
from game.rules.results import Ending

LEAST_DEALS: Final = 100
"""Minimum number of deals before a narrow interval may end a match."""
_LOOK: Final = 100
"""Number of deals between checks of the intervals."""
BATCH_SECONDS: Final = 0.5
"""Target duration of a batch: long enough that workers seldom wait, short enough that losing one
costs little.
"""
LARGEST_BATCH: Final = 500
_SURE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + _SURE) / 2)


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A mean in stakes (or points) a hand, with half its 95 % interval; None after a single deal.

    A deal with all its rotations is one observation, in which the luck of the cards cancels out.
    """

    mean: float
    width: float | None

    def wider(self, sure: float) -> float | None:
        """Return half the interval of another confidence level ``sure``."""
        ratio = NormalDist().inv_cdf((1 + sure) / 2) / _Z
        return None if self.width is None else self.width * ratio

    def lies_below(self, sure: float) -> bool:
        """Return whether the interval of confidence level ``sure`` lies below zero."""
        width = self.wider(sure)
        return width is not None and self.mean < -width

    @property
    def is_positive(self) -> bool:
        """Whether the 95 % interval lies above zero."""
        return self.width is not None and self.mean > self.width

    def __str__(self) -> str:
        width = "?" if self.width is None else f"{self.width:.3f}"
        return f"{self.mean:+.3f} ± {width}"


class Tally:
    """Running totals over the deals of a match, by bot."""

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
        """The number of hands played."""
        return self.deals * self.match.seats

    def add(self, deal: DealOutcome) -> None:
        """Add a deal."""
        self.deals += 1
        for bot, points in enumerate(deal.points):
            self.sums[bot] += points
            self.squares[bot] += points * points
            self.drops[bot] += deal.drops[bot]
            self.caught[bot] += deal.caught[bot]
        self.endings.update(deal.endings)

    def estimate(self, bot: int) -> MeanInterval:
        """Return what ``bot`` wins a hand; raise ``ZeroDivisionError`` before the first deal."""
        unit = self.match.seats * self.match.factor
        return estimated(self.sums[bot], self.squares[bot], self.deals, unit)

    def caught_rate(self, bot: int) -> float:
        """Return the fraction of its drops in which ``bot`` was caught; 0 if it never dropped."""
        return self.caught[bot] / self.drops[bot] if self.drops[bot] else 0

    def widest(self) -> float:
        """Return the largest half interval of any bot; infinite before two deals are played."""
        if self.deals < 2:
            return inf
        return max(self.estimate(bot).width or 0 for bot in range(self.match.seats))


def estimated(total: int, squares: int, deals: int, unit: int) -> MeanInterval:
    """Return the mean of a hand from sums over deals of points and squared points, in ``unit``s."""
    mean = total / deals / unit
    if deals == 1:
        return MeanInterval(mean, None)
    variance = (squares - total * total / deals) / (deals - 1)
    return MeanInterval(mean, _quantile(deals - 1) * sqrt(max(variance, 0) / deals) / unit)


def _quantile(freedom: int) -> float:
    """Return the quantile of Student's t, by the first terms of an expansion in ``1 / freedom``."""
    z = _Z
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + first + second


class Contest:
    """A match in progress; ``tally`` holds what has been played, even after an interrupt.

    Batches of any size are counted in the order of their deals, and intervals are checked after
    every hundred, so a seed gives the same tally with every pool, even if ``until`` ends the match.
    A given ``tally`` is continued. The match also ends when half the interval is below ``share``
    times what the first bot wins or loses: large differences need less precision.
    """

    def __init__(
        self,
        match: Match,
        deals: int,
        until: float | None = None,
        tally: Tally | None = None,
        share: float = 0,
    ) -> None:
        self.tally = Tally(match) if tally is None else tally
        self._match, self._deals, self._until, self._share = match, deals, until, share
        self._next = self.tally.deals
        self._size = 1

    @property
    def is_over(self) -> bool:
        """Whether all deals have been played, or the intervals are narrow enough."""
        done = self.tally.deals
        if done >= self._deals:
            return True
        is_looked_at = done >= LEAST_DEALS and done % _LOOK == 0
        return is_looked_at and self.tally.widest() < self._enough()

    @property
    def hands_expected(self) -> int:
        """The number of hands that the whole match will take, as estimated so far."""
        deals = self.tally.deals
        if self.is_over:
            return self.tally.hands
        enough = self._enough() if deals >= LEAST_DEALS else 0
        if not enough:
            return self._deals * self.tally.match.seats
        needed = deals * (self.tally.widest() / enough) ** 2
        return min(self._deals, max(deals + 1, round(needed))) * self.tally.match.seats

    def _enough(self) -> float:
        """Return the half interval that ends the match; 0 if only the number of deals does."""
        share = self._share and self._share * abs(self.tally.estimate(0).mean)
        return max(self._until or 0, share)

    def run(
        self,
        pool: WorkerPool,
        counted: Callable[[DealOutcome], None] = lambda _: None,
        passed: Callable[[], None] = lambda: None,
    ) -> None:
        """Play to the end, calling ``counted`` with every deal and ``passed`` while time passes.

        Raises ``HungError`` if a bot hangs and ``NoWorkersError`` if no worker is left.
        """
        with BatchQueue(pool, passed) as queue:
            while not self.is_over:
                while not queue.is_full and self._next < self._deals:
                    queue.add(self._next_batch())
                _, outcome = queue.take()
                self._count(outcome, counted)

    def _next_batch(self) -> Batch:
        count = min(self._size, self._deals - self._next)
        batch = Batch(self._match, self._next, count)
        self._next += count
        return batch

    def _count(self, outcome: BatchOutcome, counted: Callable[[DealOutcome], None]) -> None:
        tally = self.tally
        for bot, (times, faults) in enumerate(zip(outcome.times, outcome.faults, strict=True)):
            tally.times[bot].update(times)
            tally.faults[bot].update(faults)
        left = outcome.deals
        while left and not self.is_over:
            room = min(_LOOK - tally.deals % _LOOK, self._deals - tally.deals)
            some, left = left[:room], left[room:]
            with interrupts_deferred():  # a deal is counted and recorded, or neither
                for deal in some:
                    tally.add(deal)
                    counted(deal)
        deals_in_time = round(BATCH_SECONDS * len(outcome.deals) / max(outcome.seconds, 1e-6))
        self._size = max(1, min(deals_in_time, LARGEST_BATCH, 4 * len(outcome.deals)))
