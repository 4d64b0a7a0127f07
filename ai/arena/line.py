"""Batches handed out to a crew and taken back in the same order, whoever is lost meanwhile."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from types import TracebackType
from typing import Final, Self

from ai.arena.batch import Batch, BatchOutcome, HungError
from ai.arena.crew import Crew, CrewError

_LOSSES: Final = 5
"""How often in a row workers may be lost over one batch."""
_LOOK: Final = 0.2


class Line:
    """The batches that are being played; those that nobody waits for any more are withdrawn.

    ``passed`` is told now and then that time has passed.
    """

    def __init__(self, crew: Crew, passed: Callable[[], None] = lambda: None) -> None:
        self._crew, self._passed = crew, passed
        self._waiting: deque[tuple[Batch, Future[BatchOutcome]]] = deque()
        self._losses = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        for _batch, future in self._waiting:
            future.cancel()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether as much is handed out as keeps the crew busy."""
        return len(self._waiting) >= self._crew.ahead

    def add(self, batch: Batch) -> None:
        """Have ``batch`` played."""
        self._waiting.append((batch, self._crew.submit(batch)))
        self._passed()

    def take(self) -> tuple[Batch, BatchOutcome]:
        """The first batch of the line, and what it brought.

        Raises ``HungError`` where a bot hangs and ``CrewError`` where nobody can play on.
        """
        while True:
            batch, future = self._waiting[0]
            while not wait([future], _LOOK).done:
                self._passed()
            try:
                outcome = future.result()
            except self._crew.lost as error:
                self._replace(error)
            except HungError:
                raise
            except Exception as error:
                raise CrewError(f"a worker failed: {_told(error)}") from error
            else:
                self._waiting.popleft()
                self._losses = 0
                return batch, outcome

    def _replace(self, error: BaseException) -> None:
        """Hand the same batches to new workers; what has come back already is kept."""
        self._losses += 1
        if self._losses >= _LOSSES:
            raise CrewError(f"workers are lost again and again: {_told(error)}") from error
        self._crew.renew()
        for place, (batch, future) in enumerate(self._waiting):
            if not _has_come_back(future):
                self._waiting[place] = (batch, self._crew.submit(batch))


def _has_come_back(future: Future[BatchOutcome]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _told(error: BaseException) -> str:
    """An error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
