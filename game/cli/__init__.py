"""The command line: `tonk` plays, `tonk replay` checks hand records, `tonk bench` measures.

Each command is a module with ``add_arguments`` and ``run``, which import what is heavy when called.

Exit status: 0 all went well, 1 a record is wrong or a bot hung, 2 a file cannot be read or an
option is unknown, 3 there is no display, 4 a folder cannot be written, 5 the program itself lacks
a file, 130 interrupted, 141 nobody reads the output.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from game.broken import BrokenGameError
from game.cli.window import UNTIL_SEEN, open_window, print_first_frame
from game.version import __version__

INTERRUPTED: Final = 130
UNHEARD: Final = 141
BROKEN: Final = 5


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    _print_anything()
    command = _command(sys.argv[1:] if argv is None else list(argv))
    try:
        status = command()
        sys.stdout and sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _stop_printing()
        return UNHEARD
    except BrokenGameError as error:
        print(f"tonk: {error}", file=sys.stderr)
        return BROKEN
    return status


def _command(words: list[str]) -> Callable[[], int]:
    """The function that does what the words ask for; a bare `tonk` needs no parser."""
    if not words:
        return open_window
    if words == [UNTIL_SEEN]:
        return print_first_frame
    if words == ["--version"]:  # scripts ask this often
        print(f"Tonk {__version__}")
        raise SystemExit(0)
    from game.cli.parser import parsed

    options = parsed(words)
    return lambda: int(options.run(options))


def _print_anything() -> None:
    """Let no character fail to print, and give a program without streams some.

    A windowed program on Windows has none.
    """
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or sys.stdout
    # Else a pipe on Windows has an old code page, without the signs of the suits.
    encoding = "utf-8" if os.name == "nt" and "PYTHONIOENCODING" not in os.environ else None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _stop_printing() -> None:
    """Drop what is still in the buffers: nobody reads the output any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
