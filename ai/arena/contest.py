"""A match played by a crew, deal after deal, until it has had enough."""

from collections.abc import Callable
from typing import Final

from ai.arena.batch import Batch, BatchOutcome
from ai.arena.crew import Crew
from ai.arena.line import Line
from ai.arena.match import DealOutcome, Match
from ai.arena.tally import Tally

LEAST_DEALS: Final = 100
"""Before so many deals no interval is trusted to end a match."""
BATCH_SECONDS: Final = 0.5
"""How long a batch should take: workers seldom ask for more, and little is lost with one."""
LARGEST_BATCH: Final = 500


class Contest:
    """One match; ``tally`` holds what has been played so far, also after an interrupt.

    Batches may be of any size and come back in any order: they are counted in the order of their
    deals, so the same seed gives the same tally with every crew, even if ``until`` ends it. It goes
    on after the deals that are in ``tally`` already. A half interval under ``share`` of what the
    first bot wins or loses ends it too: who is far apart need not be known as finely.
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
        """Whether all deals are played, or the intervals are narrow enough."""
        done = self.tally.deals
        if done >= self._deals:
            return True
        return done >= LEAST_DEALS and self.tally.widest() < self._enough()

    @property
    def hands_expected(self) -> int:
        """How many hands there will have been in the end, as far as one can tell by now."""
        deals = self.tally.deals
        if self.is_over:
            return self.tally.hands
        enough = self._enough() if deals >= LEAST_DEALS else 0
        if not enough:
            return self._deals * self.tally.match.seats
        needed = deals * (self.tally.widest() / enough) ** 2
        return min(self._deals, max(deals + 1, round(needed))) * self.tally.match.seats

    def _enough(self) -> float:
        """The half interval that ends the match; 0 where only its deals do."""
        share = self._share and self._share * abs(self.tally.estimate(0).mean)
        return max(self._until or 0, share)

    def run(
        self,
        crew: Crew,
        counted: Callable[[DealOutcome], None] = lambda _: None,
        passed: Callable[[], None] = lambda: None,
    ) -> None:
        """Play to the end, telling of every deal that is counted and of time that has passed.

        Raises ``HungError`` where a bot hangs and ``CrewError`` where nobody can play on.
        """
        with Line(crew, passed) as line:
            while not self.is_over:
                while not line.is_full and self._next < self._deals:
                    line.add(self._next_batch())
                _, outcome = line.take()
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
        for deal in outcome.deals:
            if self.is_over:
                break
            tally.add(deal)
            counted(deal)
        deals_in_time = round(BATCH_SECONDS * len(outcome.deals) / max(outcome.seconds, 1e-6))
        self._size = max(1, min(deals_in_time, LARGEST_BATCH, 4 * len(outcome.deals)))
