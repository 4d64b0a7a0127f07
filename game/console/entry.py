"""A program from its first word to its exit status, whatever its commands meet on the way."""

import sys
from collections.abc import Callable, Sequence
from typing import Final

from game.bundled_data import BrokenGameError, check_packages
from game.console.output import OutputError, guarded_output

UNWRITABLE: Final = 4  # exit status
BROKEN: Final = 5  # exit status
INTERRUPTED: Final = 130  # exit status: 128 + SIGINT
UNHEARD: Final = 141  # exit status: 128 + SIGPIPE


def run(name: str, argv: Sequence[str] | None, chosen: Callable[[list[str]], int]) -> int:
    """Let ``chosen`` do what the words of the command line ask for; gives the exit status.

    ``name`` begins the line that says why the program ends early.
    """
    with guarded_output():
        try:
            try:
                check_packages()
                return chosen(sys.argv[1:] if argv is None else list(argv))
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except OutputError as error:
            return UNHEARD if error.is_unheard else _complain(name, error, UNWRITABLE)
        except BrokenGameError as error:
            return _complain(name, error, BROKEN)


def _complain(name: str, error: Exception, status: int) -> int:
    print(f"{name}: {error}", file=sys.stderr)
    return status
