"""A match played by a crew, deal after deal, until it has had enough."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Final, TypeAlias

from ai.arena.batch import Batch, BatchOutcome, HungError
from ai.arena.crew import Crew, CrewError
from ai.arena.match import DealOutcome, Match
from ai.arena.tally import Tally

_Waiting: TypeAlias = deque[tuple[Batch, Future[BatchOutcome]]]

LEAST_DEALS: Final = 100
"""Before so many deals no interval is trusted to end a match."""
_LOSSES: Final = 5
"""How often in a row workers may be lost over one batch."""
_SECONDS: Final = 0.5
"""How long a batch should take: workers seldom ask for more, and little is lost with one."""
_LARGEST: Final = 500
_LOOK: Final = 0.2


class Contest:
    """One match; ``tally`` holds what has been played so far, also after an interrupt.

    Batches may be of any size and come back in any order: they are counted in the order of their
    deals, so the same seed gives the same tally with every crew, even if ``until`` ends it.
    """

    def __init__(self, match: Match, deals: int, until: float | None = None) -> None:
        self.tally = Tally(match)
        self._match, self._deals, self._until = match, deals, until
        self._next = 0
        self._size = 1
        self._losses = 0

    @property
    def is_over(self) -> bool:
        """Whether all deals are played, or the intervals are narrow enough."""
        done = self.tally.deals
        if done >= self._deals:
            return True
        enough = self._until is not None and done >= LEAST_DEALS
        return enough and self.tally.widest() < (self._until or 0)

    @property
    def hands_expected(self) -> int:
        """How many hands there will have been in the end, as far as one can tell by now."""
        deals = self.tally.deals
        if self.is_over:
            return self.tally.hands
        if self._until is None or deals < LEAST_DEALS:
            return self._deals * self.tally.match.seats
        needed = deals * (self.tally.widest() / self._until) ** 2
        return min(self._deals, max(deals + 1, round(needed))) * self.tally.match.seats

    def run(
        self,
        crew: Crew,
        counted: Callable[[DealOutcome], None] = lambda _: None,
        passed: Callable[[], None] = lambda: None,
    ) -> None:
        """Play to the end, telling of every deal that is counted and of time that has passed.

        Raises ``HungError`` where a bot hangs and ``CrewError`` where nobody can play on.
        """
        waiting: _Waiting = deque()
        try:
            while not self.is_over:
                self._hand_out(crew, waiting, passed)
                self._take_in(crew, waiting, counted, passed)
        finally:
            for _, future in waiting:
                future.cancel()

    def _hand_out(self, crew: Crew, waiting: _Waiting, passed: Callable[[], None]) -> None:
        while len(waiting) < crew.ahead and self._next < self._deals:
            batch = self._next_batch()
            waiting.append((batch, crew.submit(batch)))
            passed()

    def _take_in(
        self,
        crew: Crew,
        waiting: _Waiting,
        counted: Callable[[DealOutcome], None],
        passed: Callable[[], None],
    ) -> None:
        """Wait for the next batch in order and count it; lost workers are replaced."""
        _, future = waiting[0]
        while not wait([future], _LOOK).done:
            passed()
        try:
            outcome = future.result()
        except crew.lost as error:
            self._replace(crew, waiting, error)
        except HungError:
            raise
        except Exception as error:
            raise CrewError(f"a worker failed: {_told(error)}") from error
        else:
            waiting.popleft()
            self._losses = 0
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
        deals_in_time = round(_SECONDS * len(outcome.deals) / max(outcome.seconds, 1e-6))
        self._size = max(1, min(deals_in_time, _LARGEST, 4 * len(outcome.deals)))

    def _replace(self, crew: Crew, waiting: _Waiting, error: BaseException) -> None:
        """Hand the same batches to new workers; what has come back already is kept."""
        self._losses += 1
        if self._losses >= _LOSSES:
            raise CrewError(f"workers are lost again and again: {_told(error)}") from error
        crew.renew()
        for place, (batch, future) in enumerate(waiting):
            if not _has_come_back(future):
                waiting[place] = (batch, crew.submit(batch))


def _has_come_back(future: Future[BatchOutcome]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _told(error: BaseException) -> str:
    """An error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
