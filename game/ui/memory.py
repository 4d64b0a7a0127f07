"""Memory that the game no longer needs, given back to the system.

A window of another size or look throws away some dozens of megabytes of pictures. Python finds them
late, since it counts objects and not their size, and the C library keeps them even then.
"""

from __future__ import annotations

import gc
import sys

CALM = 0.5
"""Nothing has happened for so many seconds that a moment's tidying can be afforded."""


class Litter:
    """Remembers whether anything large has been thrown away."""

    def __init__(self) -> None:
        self._is_there = False

    def add(self) -> None:
        """Much that was kept is of no use any more."""
        self._is_there = True

    def tidy(self, quiet: float) -> None:
        """Give it back, if it has been quiet for long enough; that takes two frames' time."""
        if self._is_there and quiet > CALM:
            self._is_there = False
            gc.collect()
            _trim()


def _trim() -> None:
    """Have the C library give back what it keeps for later, where it is one that can."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return
