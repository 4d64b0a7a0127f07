"""The pace of the opponents: they think off the frame thread, and never faster than a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from game.rules.phases import Phase

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.view import SeatView

Think = Callable[["SeatView", str, int], "Future[Action]"]

_FIRST: Final = (0.7, 1.15)
"""Seconds, least and most, that a turn's first action takes at normal speed; what is still on its
way from the move before counts."""
_FURTHER: Final = (0.55, 0.9)
_FACTORS: Final[Mapping[str, float]] = {
    "slow": 1.8,
    "normal": 1.0,
    "fast": 0.4,
    "rapid": 0.15,
    "instant": 0.0,
}


def pause_for(view: SeatView, seed: int, speed: str) -> float:
    """How long a seat seems to think; it varies, but the same decision always takes as long."""
    least, most = _FIRST if view.phase is Phase.START else _FURTHER
    return (least + (most - least) * (seed % 997) / 996) * _FACTORS[speed]


class Rivals:
    """One decision of an opponent at a time."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._future: Future[Action] | None = None
        self._left = 0.0
        self.seat: int | None = None

    @property
    def is_thinking(self) -> bool:
        return self._future is not None

    def begin(self, seat: int, view: SeatView, level: str, seed: int, speed: str) -> None:
        """Let an opponent think."""
        self.seat = seat
        self._left = pause_for(view, seed, speed)
        self._future = self._think(view, level, seed)

    def update(self, dt: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - dt)

    def answer(self) -> Action | None:
        """What it has decided, once it has, and once it is time to."""
        if self._future is None or self._left > 0 or not self._future.done():
            return None
        action = self._future.result()
        self.forget()
        return action

    def forget(self) -> None:
        """The question no longer stands."""
        self._future, self.seat = None, None

    def idle_for(self) -> float | None:
        """Seconds until it is time to look again; None while only the answer is missing."""
        return self._left if self._future is not None and self._left > 0 else None
