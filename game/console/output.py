"""Standard output and standard error while a command runs.

A failed write to standard output raises ``OutputError``, which code that handles file errors does
not catch. A failed write to standard error is ignored, since it cannot be reported.
"""

import errno
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn, TextIO, cast


class ExitStatus:
    """The exit statuses of the programs; see `game/cli/COMMANDS.md`."""

    FINE = 0
    WRONG = 1
    """A check failed, or a figure could not be measured."""
    UNREADABLE = 2
    """A file cannot be read, or an argument is not allowed."""
    NO_DISPLAY = 3
    UNWRITABLE = 4
    BROKEN = 5
    """A file of the game itself is missing or damaged."""
    FAILED = 6
    """A bug in the game, or a process of the coach that was killed."""
    BUSY = 7
    """Another Tonk has the saves open."""
    INTERRUPTED = 130
    """128 and the number of SIGINT."""
    UNHEARD = 141
    """128 and the number of SIGPIPE: nobody reads the output."""


class OutputError(Exception):
    """Standard output cannot be written; ``is_unheard`` means that its reader has gone away."""

    def __init__(self, error: OSError) -> None:
        gone = {errno.EPIPE} | ({errno.EINVAL} if os.name == "nt" else set())
        self.is_unheard = error.errno in gone
        super().__init__(f"standard output cannot be written: {error.strerror or error}")


@contextmanager
def guarded_output() -> Iterator[None]:
    """Let no character fail to print, and handle failed writes as this module says."""
    before = sys.stdout, sys.stderr
    out, err = _opened(sys.stdout, 1), _opened(sys.stderr, 2)
    # Otherwise a pipe on Windows has a legacy code page without suit symbols.
    encoding = "utf-8" if os.name == "nt" and "PYTHONIOENCODING" not in os.environ else None
    for stream in (out, err):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    sys.stdout, sys.stderr = cast(TextIO, _Output(out)), cast(TextIO, _Guarded(err))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _opened(stream: TextIO | None, number: int) -> TextIO:
    """Return a stream for a program started without one, or the stream given.

    A stream that is missing is replaced by a closed one, on which every write fails.

    A windowed program on Windows never has any, and its output is lost. Elsewhere the descriptor is
    occupied; otherwise the next file to be opened would get it, and a library's output with it.
    """
    if stream is not None:
        return stream
    if os.name == "nt" or _is_open(number):
        return io.StringIO()
    _redirect(number, os.O_RDONLY)
    return open(number, "w", encoding="utf-8", closefd=False)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _redirect(number: int, mode: int) -> None:
    """Redirect the descriptor to the null device."""
    nowhere = os.open(os.devnull, mode)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


class _Guarded:
    """A stream that ignores failed writes; everything else is passed on to it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text as a stream does."""
        try:
            return self._stream.write(text)
        except OSError as error:
            self._stop(error)
            return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts as a stream does."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write out the buffers."""
        try:
            self._stream.flush()
        except OSError as error:
            self._stop(error)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # as the stream has it
        return getattr(self._stream, name)

    def _stop(self, _error: OSError) -> None:
        """Discard the buffers: Python would otherwise try to write them again at exit."""
        with suppress(OSError, ValueError):
            _redirect(self._stream.fileno(), os.O_WRONLY)


class _Output(_Guarded):
    """Standard output, on which a failed write must not be ignored."""

    def _stop(self, error: OSError) -> NoReturn:
        super()._stop(error)
        raise OutputError(error) from None
