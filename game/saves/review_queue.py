"""The queue of hands to review: those asked for first, then, if wanted, all saved hands.

    reviewer = Reviewer(coach, store, wants_more)
    job = reviewer.ask(record, seat, is_mine=True)   # kept already: it is over at once
    while not job.is_over:
        reviewer.update()                            # now and then, from the one thread that asks
        job.part                                     # of it the part that is done
    job.kept or job.error

    batch = reviewer.ask_latest(50)                  # the player's last hands, until they are done
    batch.stop()                                     # or are not wanted any more

Reviews are saved whether or not anybody is still waiting for them. Nothing here blocks: the coach
runs in its own process.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from game.files import DamagedError, StoreError
from game.rules.record import HandRecord, RecordError
from game.saves.history import Wanted
from game.saves.reviews import Found, KeptReview
from game.saves.statistics import NOBODY, PlayedHand
from game.saves.store import Store

QUIET: Final = 20.0
"""Seconds without input after which saved hands are reviewed."""
_LOOK: Final = 0.2
"""Interval of polling the coach, in seconds."""
_PAGE: Final = 32  # hands read at once
_SEARCHED: Final = 4
"""Saved hands examined in one step of the search for one without a review."""


class ReviewHandle(Protocol):
    """A review in progress."""

    @property
    def part(self) -> float:
        """The share of the review that is done, 0 to 1."""

    @property
    def found(self) -> Found | None:
        """The review, once it is finished."""

    @property
    def error(self) -> str | None:
        """Why there will be no review."""

    @property
    def is_over(self) -> bool: ...

    def cancel(self) -> None:
        """Stop because the review is no longer wanted."""


@dataclass(slots=True, eq=False)
class Job:
    """A hand to be reviewed; in the end ``kept`` is its review, or ``error`` why there is none."""

    record: HandRecord
    seat: int
    is_mine: bool
    played: str = ""
    called: str = ""
    part: float = 0.0
    kept: KeptReview | None = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.kept is not None or bool(self.error)


class Batch:
    """The player's latest hands, reviewed one after the other.

    Those with a review already count as ``done`` at once.
    """

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.job: Job | None = None
        """The hand being reviewed, or the next one."""
        self.is_stopped = False
        self.has_all = False
        """Whether no saved hand is left to review."""

    @property
    def part(self) -> float:
        """The share that is done, 0 to 1."""
        now = self.job.part if self.job else 0.0
        return min(1.0, (self.done + now) / self.total) if self.total else 1.0

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.is_stopped or self.done >= self.total

    def stop(self) -> None:
        """Stop reviewing; the reviews made so far are kept."""
        self.is_stopped = True


class Reviewer:
    """A queue that has hands reviewed one after the other and saves the reviews."""

    def __init__(
        self,
        coach: Callable[[str, int], ReviewHandle],
        store: Callable[[], Store],
        wants_more: Callable[[], bool],
    ) -> None:
        """Start empty; ``coach`` starts the review of a hand, given as JSON, for a seat;
        ``wants_more`` tells whether to review saved hands while idle.
        """
        self._coach, self._store, self._wants_more = coach, store, wants_more
        self._waiting: deque[Job] = deque()
        self._at: tuple[Job, ReviewHandle] | None = None
        self._search: Iterator[Job | None] | None = None
        self.batch: Batch | None = None
        """The present batch, or the last one."""
        self._batch_search: Iterator[tuple[int, Job | None]] = iter(())
        self._searched = -1
        self.trouble: StoreError | None = None
        """Why the last review could not be written; None if it could."""
        self.is_paused = False
        """Whether the queue leaves the saves alone for now."""

    def ask(
        self,
        record: HandRecord,
        seat: int,
        *,
        is_mine: bool,
        played: str = "",
        called: str = "",
    ) -> Job:
        """Review a hand next; if there is a review already, the job is finished at once."""
        for job in self._jobs():
            if (job.record, job.seat) == (record, seat):
                return job
        job = Job(record, seat, is_mine, played, called)
        job.kept = self._store().reviews().of(record, seat)
        if not job.is_over:
            self._waiting.append(job)
            self.update()
        return job

    def ask_latest(self, most: int) -> Batch:
        """Review the player's latest hands, ``most`` at most; an unfinished batch is continued
        instead.
        """
        if self.batch is None or self.batch.is_over:
            self.batch = Batch(min(most, max(0, self._saved())))
            self._batch_search = self._looked_at()
            self.update()
        return self.batch

    def update(self, quiet: float = 0.0) -> bool:
        """Save finished reviews and continue with the queue; return True if anything has changed.

        ``quiet`` is the number of seconds without input.
        """
        if self.is_paused:
            return False
        self._obey_batch()
        if self._at is None:
            return self._begin(quiet)
        job, going = self._at
        before, job.part = job.part, max(job.part, going.part)
        found, error = going.found, going.error
        if found is not None:
            self._keep(job, found)
        elif error is not None or going.is_over:
            job.error = error or "the coach has given up"
        if not job.is_over:
            return job.part != before
        self._at = None
        if self.batch and job is self.batch.job:
            self.batch.done, self.batch.job = self.batch.done + 1, None
        self._begin(quiet)
        return True

    def wait(self) -> float | None:
        """Return the seconds until ``update`` has work to do, or None if it has none."""
        if self.is_paused:
            return None
        if self._at is not None or self._waiting or (self.batch and not self.batch.is_over):
            return _LOOK
        if not self._wants_more():
            return None
        return _LOOK if self._search is not None else QUIET / 4

    def _jobs(self) -> list[Job]:
        return [*([self._at[0]] if self._at else ()), *self._waiting]

    def _begin(self, quiet: float) -> bool:
        if not self._waiting and self.batch and not self.batch.is_over:
            self._find_of_batch(self.batch)
        elif not self._waiting and quiet >= QUIET and self._wants_more():
            self._find_another()
        if not self._waiting:
            return False
        job = self._waiting.popleft()
        self._at = job, self._coach(job.record.to_json(), job.seat)
        return True

    def _keep(self, job: Job, found: Found) -> None:
        reviews = self._store().reviews()
        self.trouble = None
        try:
            job.kept = reviews.keep(
                job.record,
                job.seat,
                found,
                is_mine=job.is_mine,
                played=job.played,
                called=job.called,
            )
        except StoreError as error:
            self.trouble = error
            job.kept = reviews.of(job.record, job.seat)

    # -- saved hands -----------------------------------------------------------------------------

    def _obey_batch(self) -> None:
        """Give up the hand of a stopped batch."""
        batch = self.batch
        if batch is None or not batch.is_stopped or batch.job is None:
            return
        job, batch.job = batch.job, None
        if job in self._waiting:
            self._waiting.remove(job)
        elif self._at and self._at[0] is job:
            self._at[1].cancel()
            self._at = None
        job.error = "stopped"

    def _find_of_batch(self, batch: Batch) -> None:
        """Look for the next hand of a batch, a few at a time."""
        for _ in range(_SEARCHED):
            try:
                passed, job = next(self._batch_search)
            except (StopIteration, StoreError, DamagedError):
                batch.total, batch.has_all = batch.done, True
                return
            batch.done += passed
            if job is not None:
                batch.job = job
                self._waiting.append(job)
            if job is not None or batch.is_over:
                return

    def _find_another(self) -> None:
        """Look for a saved hand without a review, a few at a time."""
        if self._search is None:
            count = self._saved()
            if count == self._searched:
                return
            self._searched, self._search = count, self._unreviewed()
        for _ in range(_SEARCHED):
            try:
                job = next(self._search)
            except (StopIteration, StoreError, DamagedError):
                self._search = None
                return
            if job is not None:
                self._waiting.append(job)
                return

    def _saved(self) -> int:
        try:
            history = self._store().history()
            history.catch_up()
            return history.count(Wanted())
        except (StoreError, DamagedError):
            return self._searched

    def _unreviewed(self) -> Iterator[Job | None]:
        """Return for each saved hand, newest first, a job if it still needs a review, else None."""
        return (job for _passed, job in self._looked_at())

    def _looked_at(self) -> Iterator[tuple[int, Job | None]]:
        """Yield a pair for each saved hand, newest first: 1 and None if it has a review, 0 and a
        job if it needs one, else 0 and None, also while the history catches up.
        """
        history = self._store().history()
        while not history.catch_up(_PAGE):
            yield 0, None
        for first in range(0, history.count(Wanted()), _PAGE):
            for hand in history.page(Wanted(), first, _PAGE):
                yield self._job_of(hand)

    def _job_of(self, hand: PlayedHand) -> tuple[int, Job | None]:
        store = self._store()
        history = store.history()
        try:
            record = history.record(hand.session, hand.hand)
        except RecordError:
            return 0, None
        if hand.me == NOBODY or record.practice:
            return 0, None
        if store.reviews().of(record, hand.me):
            return 1, None
        called = history.rules(hand.rules).called
        return 0, Job(record, hand.me, is_mine=True, played=hand.ended, called=called)
