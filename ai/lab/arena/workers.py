"""Workers that play the deals of a match in batches: this process, others, or a Dask cluster.

All of them are executors of ``concurrent.futures``. A pool replaces workers that are lost; a queue
returns batches in the order in which they were submitted.
"""

import logging
import multiprocessing
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import Lock, Thread
from types import TracebackType
from typing import Final, ParamSpec, Protocol, Self, TypeVar

from ai.bot import Bot
from ai.lab.arena.guests import Guests, plugins_in
from ai.lab.arena.match import DealOutcome, Decider, Heartbeat, KernelTable, Match, play_deal
from ai.registry import make_bot
from game.bundled_data import BrokenGameError
from game.processes import Workers

P = ParamSpec("P")
T = TypeVar("T")

_PATIENCE: Final = 10
"""Seconds within which a scheduler must answer."""
_GRACE: Final = 3.0
"""Seconds that workers get to finish at shutdown."""
_AHEAD: Final = 3
"""Number of batches submitted per worker, so that none has to wait for the next."""
_LOSSES: Final = 5
"""Number of times in a row that workers may be lost before the pool gives up."""
_LOOK: Final = 0.2
"""Seconds between checks whether a batch is done."""
_GLANCE: Final = 0.2
"""Seconds between checks whether a bot hangs."""


class HungError(Exception):
    """Raised if a bot takes longer over a decision than the match allows."""

    def __init__(self, bot: str, deal: int, seconds: float) -> None:
        # All arguments must be in args for the error to be unpickled in another process.
        super().__init__(bot, deal, seconds)
        self.bot, self.deal, self.seconds = bot, deal, seconds

    def __str__(self) -> str:
        return f"{self.bot} hangs: it has no answer after {self.seconds:g} s (deal {self.deal})"


@dataclass(frozen=True, slots=True)
class Batch:
    """Deals ``first`` to ``first + count - 1`` of a match."""

    match: Match
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """The outcome of a batch: its deals, decision times and faults by bot, and duration."""

    deals: tuple[DealOutcome, ...]
    times: tuple[Counter[int], ...]
    faults: tuple[Counter[str], ...]
    seconds: float


def play_batch(batch: Batch) -> BatchOutcome:
    """Play all deals of ``batch``; raise ``HungError`` if a bot does not answer.

    They are played in a separate thread, which is abandoned if a bot hangs in it; the process of a
    guest that hangs is killed.
    """
    heartbeat, done = Heartbeat(), Future[BatchOutcome]()
    with _guests_of(batch.match) as guests:
        args = (batch, heartbeat, guests, done)
        playing = Thread(target=_play, args=args, name="arena", daemon=True)
        playing.start()
        try:
            while playing.is_alive():
                playing.join(_GLANCE)
                if heartbeat.has_waited(batch.match.patience):
                    hung = batch.match.bots[heartbeat.asked]
                    raise HungError(hung, batch.first + heartbeat.deal, batch.match.patience)
        finally:
            heartbeat.is_cancelled = True
        return done.result()


_idle: Final[list[tuple[Match, Guests]]] = []
"""Guests waiting to play another batch of their match."""
_idle_lock: Final = Lock()


@contextmanager
def _guests_of(match: Match) -> Iterator[Guests | None]:
    """Provide the guests of ``match``; None if no bot comes from another package.

    They are kept for the next batch, and closed when another match is played or an error occurs.
    """
    if match.in_process or not any(map(plugins_in, match.bots)):
        yield None
        return
    guests = _take_idle(match)
    try:
        if guests is None:
            guests = Guests(match.bots)
            guests.start()
        yield guests
    except BaseException:
        if guests is not None:
            guests.stop()
        raise
    with _idle_lock:
        _idle.append((match, guests))


def _take_idle(match: Match) -> Guests | None:
    with _idle_lock:
        for place, (played, guests) in enumerate(_idle):
            if played == match:
                del _idle[place]
                return guests
    _dismiss()
    return None


def _dismiss() -> None:
    """Close all idle guests."""
    with _idle_lock:
        while _idle:
            _idle.pop()[1].close()


def _play(
    batch: Batch, heartbeat: Heartbeat, guests: Guests | None, done: Future[BatchOutcome]
) -> None:
    try:
        done.set_result(_outcome(batch, heartbeat, guests))
    except BaseException as error:  # noqa: BLE001 - the waiting thread raises it, whatever it is
        done.set_exception(error)


def _outcome(batch: Batch, heartbeat: Heartbeat, guests: Guests | None) -> BatchOutcome:
    began = time.perf_counter()
    if guests is None and (table := KernelTable.of(batch.match, _bots(batch.match))):
        return _of_kernel(table, batch)
    if guests is None:
        decider = Decider(batch.match.bots, make_bot, heartbeat)
    else:
        decider = Decider(batch.match.bots, guests.make, heartbeat, guests.away)
    deals = []
    for number in range(batch.count):
        heartbeat.deal = number
        deals.append(play_deal(batch.match, batch.first + number, decider))
    seconds = time.perf_counter() - began
    return BatchOutcome(tuple(deals), tuple(decider.times), tuple(decider.faults), seconds)


def _bots(match: Match) -> list[Bot]:
    return [make_bot(name) for name in match.bots]


def _of_kernel(table: KernelTable, batch: Batch) -> BatchOutcome:
    """Play a batch in the kernel; only its first deal is timed, decision by decision."""
    began = time.perf_counter()
    deals = table.play(batch.first, batch.count)
    seconds = time.perf_counter() - began
    times = table.times(batch.first)
    return BatchOutcome(tuple(deals), tuple(times), tuple(Counter() for _ in times), seconds)


class NoWorkersError(Exception):
    """Raised if no workers can play; the text is one line that says why."""


class SerialExecutor(Executor):
    """An executor that runs each call immediately in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn`` and return a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as in any executor, the caller gets it from the future
            future.set_exception(error)
        return future


@dataclass(slots=True)
class WorkerPool:
    """Workers that are replaced if lost: ``open`` makes an executor, whose futures raise one of
    ``lost`` when that happens.

    ``ahead`` is the number of batches to keep submitted.
    """

    open: Callable[[], Executor]
    ahead: int = 1
    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    _executor: Executor | None = None

    def submit(self, batch: Batch) -> Future[BatchOutcome]:
        """Submit ``batch``, opening an executor if there is none.

        If its workers are lost already, the future raises the error.
        """
        if self._executor is None:
            self._executor = self.open()
        try:
            return self._executor.submit(play_batch, batch)
        except self.lost as error:
            future: Future[BatchOutcome] = Future()
            future.set_exception(error)
            return future

    def discard(self) -> None:
        """Release the workers; the next batch opens new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        self._executor = None

    def shut_down(self) -> None:
        """Release workers and guests, and terminate processes still busy after a few seconds."""
        self.discard()
        _dismiss()
        last = time.monotonic() + _GRACE
        for worker in multiprocessing.active_children():
            worker.join(max(last - time.monotonic(), 0))
            worker.terminate()


def serial_pool() -> WorkerPool:
    """Return a pool that plays in this process."""
    return WorkerPool(SerialExecutor)


def process_pool(jobs: int) -> WorkerPool:
    """Return a pool of ``jobs`` processes."""
    return WorkerPool(lambda: Workers(jobs), ahead=jobs * _AHEAD)


class _DaskClient(Protocol):
    """The used part of ``distributed.Client``."""

    def get_executor(self) -> Executor: ...

    def nthreads(self) -> dict[str, int]: ...


def dask_pool(address: str) -> WorkerPool:
    """Return a pool on the Dask cluster whose scheduler is at ``address``.

    Raises ``NoWorkersError`` if Dask is not installed, or no scheduler or worker answers.
    """
    try:
        dask = import_module("distributed")
    except ImportError:
        raise NoWorkersError("a scheduler needs Dask: install tonk[dask]") from None
    for talker in ("distributed", "tornado", "asyncio"):
        logging.getLogger(talker).setLevel(logging.CRITICAL)

    def connect() -> _DaskClient:
        try:
            client: _DaskClient = dask.Client(address, timeout=_PATIENCE)
        except (OSError, ValueError, TypeError) as error:
            why = " ".join(str(error).split()) or type(error).__name__
            raise NoWorkersError(f"no Dask scheduler answers at {address}: {why}") from None
        return client

    clients = [connect()]
    width = sum(clients[0].nthreads().values())
    if not width:
        raise NoWorkersError(f"the Dask scheduler at {address} has no workers")
    lost = (BrokenExecutor, CancelledError, OSError, dask.KilledWorker)

    def open_executor() -> Executor:
        return (clients.pop() if clients else connect()).get_executor()

    return WorkerPool(open_executor, ahead=width * _AHEAD, lost=lost)


class BatchQueue:
    """A queue of submitted batches; leaving its context cancels those that are left.

    ``passed`` is called now and then while time passes.
    """

    def __init__(self, pool: WorkerPool, passed: Callable[[], None] = lambda: None) -> None:
        self._pool, self._passed = pool, passed
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
        """Whether enough is submitted to keep the pool busy."""
        return len(self._waiting) >= self._pool.ahead

    def add(self, batch: Batch) -> None:
        """Submit ``batch``."""
        self._waiting.append((batch, self._pool.submit(batch)))
        self._passed()

    def take(self) -> tuple[Batch, BatchOutcome]:
        """Wait for the first batch of the queue; return it and its outcome.

        Raises ``HungError`` if a bot hangs and ``NoWorkersError`` if no worker is left.
        """
        while True:
            batch, future = self._waiting[0]
            while not wait([future], _LOOK).done:
                self._passed()
            try:
                outcome = future.result()
            except self._pool.lost as error:
                self._replace(error)
            except (HungError, BrokenGameError):
                raise
            except Exception as error:
                raise NoWorkersError(f"a worker failed: {_one_line(error)}") from error
            else:
                self._waiting.popleft()
                self._losses = 0
                return batch, outcome

    def _replace(self, error: BaseException) -> None:
        """Submit unfinished batches to new workers; finished ones are kept."""
        self._losses += 1
        if self._losses >= _LOSSES:
            raise NoWorkersError(f"workers keep dying: {_one_line(error)}") from error
        self._pool.discard()
        for place, (batch, future) in enumerate(self._waiting):
            if not _has_come_back(future):
                self._waiting[place] = (batch, self._pool.submit(batch))


def _has_come_back(future: Future[BatchOutcome]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _one_line(error: BaseException) -> str:
    """Format an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
