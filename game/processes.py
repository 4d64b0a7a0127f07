"""Worker processes: they leave Ctrl+C to their parent, and end with it however it ends.

Nothing else in the project may start one (``banned-api`` in pyproject.toml). Workers are spawned,
which works in a frozen program and on every system. ``multiprocessing`` gives a worker a handle
that is signalled when its parent is gone, even if killed: a pipe that the system closes, or on
Windows the parent process. A thread of each worker waits for it.
"""

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_CONTEXT: Final = multiprocessing.get_context("spawn")


class Worker(SpawnProcess):
    """A process that calls ``target``; a daemon also ends with this process's orderly exit."""

    def run(self) -> None:
        """Do the work of the process."""
        _begin()
        super().run()


class Workers(ProcessPoolExecutor):
    """A pool of ``number`` processes, each started when it is first needed."""

    def __init__(self, number: int) -> None:
        super().__init__(number, mp_context=_CONTEXT, initializer=_begin)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Wait for running work to finish; after an exception, cancel it."""
        if kind is not None:
            self.shutdown(wait=False)
            for worker in multiprocessing.active_children():
                worker.terminate()
        super().__exit__(kind, error, trace)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a process if one is still missing, and have one of them call ``fn``."""
        with interrupts_deferred():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes; work that has not begun is cancelled."""
        super().shutdown(wait, cancel_futures=cancel_futures)


def ended_with_this(words: Sequence[str]) -> list[str]:
    """Return a program's command, wrapped so that the program is killed with this process.

    Only Linux with `setpriv` can do that; elsewhere the command is unchanged.
    """
    setpriv = shutil.which("setpriv") if sys.platform.startswith("linux") else None
    return [*words] if setpriv is None else [setpriv, "--pdeathsig", "KILL", *words]


def output_of(command: Sequence[str]) -> str:
    """Return the output of a system program, empty if there is no such program or no answer."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=3.0,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace").strip()


def pipe() -> tuple[Connection, Connection]:
    """Return the two ends of a pipe, one of which may be passed to a worker."""
    return _CONTEXT.Pipe()


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl+C during an operation that must not be interrupted; none is lost.

    Processes started meanwhile inherit the blocked signal and never get it, except on Windows.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        with _interrupts_blocked():
            yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # else the first worker starts it and unblocks Ctrl+C afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a worker.


def _begin() -> None:
    """Leave Ctrl+C to the process that started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent's end", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
    os._exit(0)
