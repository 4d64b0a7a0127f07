"""Processes that work for this one: they leave Ctrl+C to it, and end with it whatever ends it.

Nothing else in the project starts a worker (``banned-api`` in pyproject.toml). Each is spawned,
which works frozen and on every system alike. ``multiprocessing`` gives a worker a handle that is
signalled when its parent is gone, killed or not: a pipe that the system closes, on Windows the
parent's process; one thread of each worker waits for that.
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
    """A process that calls ``target``; as a daemon it is ended with this one's orderly end, too."""

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
        """Wait for what is still being done; where something was raised, end it."""
        if kind is not None:
            self.shutdown(wait=False)
            for worker in multiprocessing.active_children():
                worker.terminate()
        super().__exit__(kind, error, trace)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a process where one is still lacking, and let one of them call ``fn``."""
        with interrupts_deferred():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Let the processes end; nothing that has not begun is begun any more."""
        super().shutdown(wait, cancel_futures=cancel_futures)


def ended_with_this(words: Sequence[str]) -> list[str]:
    """Return the command of another program, so that it is killed when this process is gone.

    Only Linux can do that, and only where `setpriv` is; elsewhere it is the same command.
    """
    setpriv = shutil.which("setpriv") if sys.platform.startswith("linux") else None
    return [*words] if setpriv is None else [setpriv, "--pdeathsig", "KILL", *words]


def output_of(command: Sequence[str]) -> str:
    """Return what a program of the system prints; nothing where there is no such program or
    answer.
    """
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
    """Return the two ends of a line, one of which may go to a worker."""
    return _CONTEXT.Pipe()


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Hold Ctrl+C back until what must be done whole is done; none is lost.

    Processes that are started meanwhile never get it, except on Windows: they inherit its being
    blocked.
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

    ensure_running()  # else the first process starts it, and lets Ctrl+C through afterwards
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
