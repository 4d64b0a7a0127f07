"""Plays beats over the time that passes, faster or slower, or all of it at once.

Pure: it is told how much time has passed and tells which acts begin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from game.ui.table.beats import Act, Beat

PACES: Final[Mapping[str, float]] = {
    "slow": 0.6,
    "normal": 1.0,
    "fast": 1.9,
    "rapid": 3.5,
    "instant": inf,
}
"""How fast time goes on the table, by the speed setting."""


@dataclass(frozen=True, slots=True)
class Begun:
    """An act that begins, and how many seconds it is given."""

    act: Act
    span: float


class Timeline:
    """A queue of beats and a clock."""

    def __init__(self) -> None:
        self._now = 0.0
        self._end = 0.0
        self._waiting: list[Beat] = []

    @property
    def is_busy(self) -> bool:
        """Whether anything is still to begin or to end."""
        return bool(self._waiting) or self._now < self._end

    @property
    def is_all_begun(self) -> bool:
        """Whether every beat has begun, though the last may not have ended."""
        return not self._waiting

    def play(self, beats: Sequence[Beat]) -> None:
        """Put beats after all those that are still under way."""
        start = max(self._now, self._end)
        self._waiting += sorted(
            (Beat(beat.at + start, beat.span, beat.act) for beat in beats), key=lambda b: b.at
        )
        self._end = max([self._end, *(beat.at + beat.span for beat in self._waiting)])

    def advance(self, dt: float, pace: float = 1.0) -> tuple[Begun, ...]:
        """Let ``dt`` seconds pass at a pace; gives the acts that begin in them, in order."""
        if pace == inf:
            return self.finish()
        self._now += dt * pace
        count = sum(beat.at <= self._now for beat in self._waiting)
        begun, self._waiting = self._waiting[:count], self._waiting[count:]
        return tuple(Begun(beat.act, beat.span / pace) for beat in begun)

    def finish(self) -> tuple[Begun, ...]:
        """Jump to the end: everything that has not begun yet, with no time left for it."""
        rest, self._waiting = self._waiting, []
        self._now = self._end
        return tuple(Begun(beat.act, 0.0) for beat in rest)
