"""The run of a program from its arguments to its exit status, whatever its commands raise."""

import sys
from collections.abc import Callable, Sequence

from game.bundled_data import BrokenGameError, check_packages
from game.console.output import ExitStatus, OutputError, guarded_output
from game.files import StoreError


def run(name: str, argv: Sequence[str] | None, chosen: Callable[[list[str]], int]) -> int:
    """Run ``chosen`` with the words of the command line; return the exit status.

    ``name`` begins the line that explains an early end.
    """
    with guarded_output():
        try:
            try:
                check_packages()
                return chosen(sys.argv[1:] if argv is None else list(argv))
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            return ExitStatus.INTERRUPTED
        except OutputError as error:
            return (
                ExitStatus.UNHEARD
                if error.is_unheard
                else _complain(name, error, ExitStatus.UNWRITABLE)
            )
        except StoreError as error:
            return _complain(name, error, ExitStatus.UNWRITABLE)
        except BrokenGameError as error:
            return _complain(name, error, ExitStatus.BROKEN)


def _complain(name: str, error: Exception, status: int) -> int:
    print(f"{name}: {error}", file=sys.stderr)
    return status
