"""Workers that play the deals of a match in batches: this process, others, or a Dask cluster.

All of them are executors of ``concurrent.futures``; a pool adds what to do when workers are lost,
and a queue gives batches back in the order in which they were handed out.
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
"""Seconds that workers have to finish what they play when they are sent away."""
_AHEAD: Final = 3
"""Batches handed out for each worker, so that none has to wait for the next."""
_LOSSES: Final = 5
"""How often in a row workers may be lost over one batch."""
_LOOK: Final = 0.2
"""Seconds between two looks at whether a batch is back."""
_GLANCE: Final = 0.2
"""Seconds between two looks at whether a bot hangs."""


class HungError(Exception):
    """A bot took longer over a decision than the arena waits."""

    def __init__(self, bot: str, deal: int, seconds: float) -> None:
        # All of them stay in args, or the error could not travel between processes.
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
    """What the deals of a batch brought; ``seconds`` is how long they took."""

    deals: tuple[DealOutcome, ...]
    times: tuple[Counter[int], ...]
    faults: tuple[Counter[str], ...]
    seconds: float


def play_batch(batch: Batch) -> BatchOutcome:
    """Play all deals of ``batch``; ``HungError`` where a bot does not answer.

    They are played in a thread of their own, which is left to itself where a bot hangs in it; the
    process of a guest that hangs is ended.
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
"""Guests that have played a batch of a match, and may play the next."""
_idle_lock: Final = Lock()


@contextmanager
def _guests_of(match: Match) -> Iterator[Guests | None]:
    """Those of ``match`` that come from other packages, None where none does.

    They stay for the next batch, and leave when another match is played or anything goes wrong.
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
    except BaseException as error:  # noqa: BLE001 - whatever it is, the waiting thread raises it
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
    """The same, played by the kernel; its first deal is timed, decision by decision."""
    began = time.perf_counter()
    deals = table.play(batch.first, batch.count)
    seconds = time.perf_counter() - began
    times = table.times(batch.first)
    return BatchOutcome(tuple(deals), tuple(times), tuple(Counter() for _ in times), seconds)


class NoWorkersError(Exception):
    """No workers can play: one line that says why."""


class SerialExecutor(Executor):
    """An executor that runs each call immediately in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn``; the future that comes back is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as any executor, it leaves this to who asks
            future.set_exception(error)
        return future


@dataclass(slots=True)
class WorkerPool:
    """Workers that can be replaced: ``open`` makes an executor, ``lost`` is what it then raises.

    ``ahead`` batches are handed out before the first must have come back.
    """

    open: Callable[[], Executor]
    ahead: int = 1
    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    _executor: Executor | None = None

    def submit(self, batch: Batch) -> Future[BatchOutcome]:
        """Have ``batch`` played."""
        if self._executor is None:
            self._executor = self.open()
        return self._executor.submit(play_batch, batch)

    def discard(self) -> None:
        """Let the workers go; the next batch finds new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        self._executor = None

    def shut_down(self) -> None:
        """End: what is being played may come to its end, but soon."""
        self.discard()
        _dismiss()
        last = time.monotonic() + _GRACE
        for worker in multiprocessing.active_children():
            worker.join(max(last - time.monotonic(), 0))
            worker.terminate()


def serial_pool() -> WorkerPool:
    """Play in this process alone."""
    return WorkerPool(SerialExecutor)


def process_pool(jobs: int) -> WorkerPool:
    """Play in ``jobs`` processes beside this one."""
    return WorkerPool(lambda: Workers(jobs), ahead=jobs * _AHEAD)


class _DaskClient(Protocol):
    """What is used of ``distributed.Client``."""

    def get_executor(self) -> Executor: ...

    def nthreads(self) -> dict[str, int]: ...


def dask_pool(address: str) -> WorkerPool:
    """Return a pool of the Dask cluster whose scheduler is at ``address``."""
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
    """The batches that are being played; those not wanted any more are cancelled.

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
        """Whether as much is handed out as keeps the pool busy."""
        return len(self._waiting) >= self._pool.ahead

    def add(self, batch: Batch) -> None:
        """Have ``batch`` played."""
        self._waiting.append((batch, self._pool.submit(batch)))
        self._passed()

    def take(self) -> tuple[Batch, BatchOutcome]:
        """The first batch of the queue, and what it brought.

        Raises ``HungError`` where a bot hangs and ``NoWorkersError`` where no worker is left.
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
        """Hand the same batches to new workers; what has come back already is kept."""
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
