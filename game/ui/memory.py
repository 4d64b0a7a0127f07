"""Memory that the game no longer needs, given back to the system.

A window of another size or look throws away some dozens of megabytes of pictures. Python finds them
late, since it counts objects and not their size, and the C library keeps them even then.
"""

from __future__ import annotations

import gc
import sys

CALM = 0.5
"""Nothing has happened for so many seconds that a moment's tidying can be afforded."""
MOST = 3
"""So many changes in a row, each slow by itself, may leave their litter to a calmer moment."""


class Litter:
    """Remembers how often anything large has been thrown away."""

    def __init__(self) -> None:
        self._heaps = 0

    def add(self) -> None:
        """Much that was kept is of no use any more."""
        self._heaps += 1

    def tidy(self, quiet: float = 0.0) -> None:
        """Give it back, if it is high time or has been quiet for long; takes two frames' time."""
        if self._heaps > MOST or (self._heaps and quiet > CALM):
            self._heaps = 0
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
