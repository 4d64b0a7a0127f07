"""Opening the game's window from a command; nothing is imported before it is needed."""

import gc
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from game.console.output import ExitStatus

if TYPE_CHECKING:
    from game.saves.settings import PlayOptions

UNTIL_SEEN: Final = "--until-seen"
"""The option to exit once the first frame is visible, and print the time: for `tonk bench ui`."""


def open_window(options: "PlayOptions | None" = None) -> int:
    """Run the game's window, by default for a person; return its exit status."""
    gc.disable()  # until the first frame, before which there is no garbage
    from game.app import run
    from game.files import StoreError
    from game.saves.settings import PlayOptions

    try:
        return run(options or PlayOptions())
    except StoreError as error:
        print(f"tonk play: {error}", file=sys.stderr)
        return ExitStatus.UNWRITABLE


class _FirstFrameShown(BaseException):
    """An exception that ends the game once its first frame has been shown."""


def print_first_frame() -> int:
    """Start as usual, exit after the first frame, and print the time.

    The time is in seconds by ``time.monotonic``, a clock shared by all processes, as a JSON list.
    """
    gc.disable()
    from game.app import run
    from game.saves.settings import PlayOptions

    seen: list[float] = []

    def shown() -> None:
        seen.append(time.monotonic())
        raise _FirstFrameShown

    with suppress(_FirstFrameShown):
        run(PlayOptions(), shown)
    print(seen)
    return 0
