"""The command line: `tonk` plays, `tonk replay` checks hand records, `tonk bench` measures.

Each command is a module with ``add_arguments`` and ``run``, which import what is heavy when called.

Exit status: 0 all went well, 1 a record is wrong or a bot hung, 2 a file cannot be read or an
option is unknown, 3 there is no display, 4 a folder, a file or standard output cannot be written, 5
the program itself lacks a file, 130 interrupted, 141 nobody reads the output.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Final

from game.broken import BrokenGameError, check_packages
from game.cli.output import OutputError, guarded_output
from game.cli.window import UNTIL_SEEN, open_window, print_first_frame
from game.version import __version__

INTERRUPTED: Final = 130
UNHEARD: Final = 141
UNWRITABLE: Final = 4
BROKEN: Final = 5


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    with guarded_output():
        try:
            try:
                check_packages()
                return _command(sys.argv[1:] if argv is None else list(argv))()
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except OutputError as error:
            if error.is_unheard:
                return UNHEARD
            return _complain(error, UNWRITABLE)
        except BrokenGameError as error:
            return _complain(error, BROKEN)


def _complain(error: Exception, status: int) -> int:
    print(f"tonk: {error}", file=sys.stderr)
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
