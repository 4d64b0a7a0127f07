"""A bar on standard error that says how far a long run is, and how long it will yet take."""

import sys
import time
from typing import Final

_WIDTH: Final = 30
_REDRAWN: Final = 0.2
"""Seconds between two pictures of the bar on a terminal."""
_LINE: Final = 15.0
"""Seconds between two lines where standard error is no terminal: a file, another program."""


class Progress:
    """Says how much is done. Tell it often; it is shown seldom."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._is_terminal = bool(sys.stderr) and sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        self._longest = 0

    def show(self, done: int, whole: int, note: str = "") -> None:
        """Tell that so much of the whole is done, if it is time to tell."""
        now = time.monotonic()
        if now - self._shown < (_REDRAWN if self._is_terminal else _LINE):
            return
        self._shown = now
        line = bar(done, max(whole, 1), self._unit, now - self._began, note)
        if self._is_terminal:
            self._longest = max(self._longest, len(line))
            print(f"\r{line:<{self._longest}}", end="", file=sys.stderr, flush=True)
        elif sys.stderr:
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clear the line for what is printed next."""
        if self._longest:
            print(f"\r{'':<{self._longest}}\r", end="", file=sys.stderr, flush=True)


def bar(done: int, whole: int, unit: str, seconds: float, note: str = "") -> str:
    """The bar after so many seconds, with the time that remains if all goes on as so far."""
    full = _WIDTH * done // whole
    left = f"{_time(seconds * (whole - done) / done)} left" if done else "just begun"
    parts = [f"[{'#' * full}{'.' * (_WIDTH - full)}] {done:,} of {whole:,} {unit}", left, note]
    return ", ".join(filter(None, parts))


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
