"""The pace of the opponents: they think off the frame thread, and never faster than a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from game.rules.actions import Drop
from game.rules.phases import Phase

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.view import SeatView

Think = Callable[["SeatView", str, int], "Future[Action]"]

_FIRST: Final = (0.4, 1.0)
"""Seconds, least and most, that a turn's first action takes at normal speed; what is still on its
way from the move before counts."""
_FURTHER: Final = (0.4, 0.8)
_BEFORE_A_DROP: Final = 0.7
"""Nobody ends a hand without counting once more; who waits for a turn of its own is not kept."""
_TURN: Final = 2.05
"""Seconds of normal speed after which the last card of a turn is to be on its way."""
_SHARE: Final = 0.5
"""How much of what is left of a turn one thought may take: the further on, the quicker."""
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
        self._hesitation = 0.0
        """Seconds to be sure in before a drop."""
        self._turn_left = 0.0
        """Seconds that the turn may still take before its last card is on its way."""
        self._turn_of: int | None = None
        self.seat: int | None = None

    @property
    def is_thinking(self) -> bool:
        return self._future is not None

    @property
    def is_late(self) -> bool:
        """Whether a turn has taken so long that its next action need not wait for the last one."""
        return self._future is not None and self._turn_left <= 0

    def begin(self, seat: int, view: SeatView, level: str, seed: int, speed: str) -> None:
        """Let an opponent think."""
        self.seat = seat
        if view.phase is Phase.START or seat != self._turn_of:
            self._turn_left, self._turn_of = _TURN * _FACTORS[speed], seat
        self._left = min(pause_for(view, seed, speed), max(0.0, self._turn_left) * _SHARE)
        self._hesitation = _BEFORE_A_DROP * _FACTORS[speed]
        self._future = self._think(view, level, seed)

    def update(self, dt: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - dt)
        self._turn_left -= dt

    def answer(self) -> Action | None:
        """What it has decided, once it has, and once it is time to."""
        if self._future is None or self._left > 0 or not self._future.done():
            return None
        action = self._future.result()
        if self._hesitation and isinstance(action, Drop):
            self._left, self._hesitation = self._hesitation, 0.0
            return None
        self.forget()
        return action

    def forget(self) -> None:
        """The question no longer stands."""
        self._future, self.seat = None, None

    def turn_over(self) -> None:
        """The player has acted: whoever thinks next has all its time before it."""
        self._turn_of = None

    def idle_for(self) -> float | None:
        """Seconds until it is time to look again; None while only the answer is missing."""
        return self._left if self._future is not None and self._left > 0 else None
