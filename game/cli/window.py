"""The game's window, opened by a command; nothing is imported before it is needed."""

import gc
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from game.console.output import ExitStatus

if TYPE_CHECKING:
    from game.saves.settings import PlayOptions

UNTIL_SEEN: Final = "--until-seen"
"""Leave once the first frame can be seen, and print when that was: for `tonk bench ui`."""


def open_window(options: "PlayOptions | None" = None) -> int:
    """Run the game's window, for a person if nothing else is asked; gives its status."""
    gc.disable()  # until the first frame: nothing before it is thrown away
    from game.app import run
    from game.files import StoreError
    from game.saves.settings import PlayOptions

    try:
        return run(options or PlayOptions())
    except StoreError as error:
        print(f"tonk play: {error}", file=sys.stderr)
        return ExitStatus.UNWRITABLE


class _FirstFrameShown(BaseException):
    """Ends the game once its first frame has been shown."""


def print_first_frame() -> int:
    """Start as usual, leave after the first frame, and print when that was.

    In seconds by ``time.monotonic``, the clock that all processes share, as a JSON list.
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
