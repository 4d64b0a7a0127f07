"""When the first frame can be seen. Apart from all else that is measured, so as to cost nothing."""

import time
from contextlib import suppress


class _SeenEnough(BaseException):
    """The first frame has been shown: the rest of the game is not wanted."""


def first_frame() -> float:
    """Start as usual, and leave once something is seen.

    Gives when that was, in seconds, by ``time.monotonic``, the clock that all processes share.
    """
    from game.app import run
    from game.session.options import PlayOptions

    seen: list[float] = []

    def shown() -> None:
        seen.append(time.monotonic())
        raise _SeenEnough

    with suppress(_SeenEnough):
        run(PlayOptions(), shown)
    return seen[0]
