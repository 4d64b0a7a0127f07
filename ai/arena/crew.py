"""Who plays the batches: this process, others beside it, or a Dask cluster.

All of them are executors of ``concurrent.futures``; a crew adds what to do when workers are lost.
"""

import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Final, ParamSpec, Protocol, TypeVar

from ai.arena.batch import Batch, BatchOutcome, play_batch

P = ParamSpec("P")
T = TypeVar("T")

_PATIENCE: Final = 10
"""Seconds in which a scheduler has to answer."""
_GRACE: Final = 3.0
"""Seconds that workers have to finish what they play when they are sent away."""
_AHEAD: Final = 3
"""Batches handed out for each worker, so that none has to wait for the next."""


class CrewError(Exception):
    """There is nobody to play: one line that says why."""


class SerialExecutor(Executor):
    """Does everything at once, here."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn``; the future that comes back is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as any executor, it leaves this to who asks
            future.set_exception(error)
        return future


@dataclass(slots=True)
class Crew:
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

    def renew(self) -> None:
        """Let the workers go; the next batch finds new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        self._executor = None

    def dismiss(self) -> None:
        """End: what is being played may come to its end, but soon."""
        self.renew()
        last = time.monotonic() + _GRACE
        for worker in multiprocessing.active_children():
            worker.join(max(last - time.monotonic(), 0))
            worker.terminate()


def serial_crew() -> Crew:
    """This process alone."""
    return Crew(SerialExecutor)


def process_crew(jobs: int) -> Crew:
    """So many processes beside this one; spawned, which works frozen and on every system."""

    def start() -> Executor:
        context = multiprocessing.get_context("spawn")
        return _Processes(jobs, mp_context=context, initializer=_ignore_interrupts)

    return Crew(start, ahead=jobs * _AHEAD)


class _Processes(ProcessPoolExecutor):
    """Processes that leave Ctrl+C to this one."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a process where one is still lacking, and let one of them call ``fn``."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Let the processes end; nothing that has not begun is begun any more."""
        super().shutdown(wait, cancel_futures=cancel_futures)


class _DaskClient(Protocol):
    """What is used of ``distributed.Client``."""

    def get_executor(self) -> Executor: ...

    def nthreads(self) -> dict[str, int]: ...


def dask_crew(address: str) -> Crew:
    """The workers of the Dask cluster whose scheduler is at ``address``."""
    try:
        dask = import_module("distributed")
    except ImportError:
        raise CrewError("a scheduler needs Dask: install tonk with its extra, tonk[dask]") from None
    for talker in ("distributed", "tornado", "asyncio"):
        logging.getLogger(talker).setLevel(logging.CRITICAL)

    def connect() -> _DaskClient:
        try:
            client: _DaskClient = dask.Client(address, timeout=_PATIENCE)
        except (OSError, ValueError, TypeError) as error:
            why = " ".join(str(error).split()) or type(error).__name__
            raise CrewError(f"no Dask scheduler answers at {address}: {why}") from None
        return client

    clients = [connect()]
    width = sum(clients[0].nthreads().values())
    if not width:
        raise CrewError(f"the Dask scheduler at {address} has no workers")
    lost = (BrokenExecutor, CancelledError, OSError, dask.KilledWorker)

    def open_executor() -> Executor:
        return (clients.pop() if clients else connect()).get_executor()

    return Crew(open_executor, ahead=width * _AHEAD, lost=lost)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """While workers start, Ctrl+C waits: they inherit its being ignored, it is for this process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
