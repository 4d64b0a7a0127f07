"""Asking bots in the arena: how long they take, and what happens when one misbehaves."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Final

from ai.bot import Bot
from ai.fallback import is_allowed
from ai.worker import stand_in
from game.rules.actions import PASS, Action
from game.rules.hand import Hand
from game.rules.view import SeatView, view

_FINE_ENOUGH: Final = 1e-6
# Time of the thread itself where the system tells it finely: what else runs is not the bot's fault.
_clock: Final = (
    time.thread_time_ns
    if time.get_clock_info("thread_time").resolution <= _FINE_ENOUGH
    else time.perf_counter_ns
)
_STEPS: Final = 32
"""Buckets of time in each doubling: a time is kept to about one part in fifty."""


@dataclass(slots=True)
class Pulse:
    """What a playing thread tells its watcher, and the other way round."""

    asked: int = 0
    """The bot that is thinking."""
    deal: int = 0
    """The deal that is being played, the first of its batch being 0."""
    since: float | None = None
    """When it was asked, by the monotonic clock; None between decisions."""
    is_cancelled: bool = False

    def has_waited(self, seconds: float) -> bool:
        """Whether the bot in thought was asked so long ago."""
        since = self.since
        return since is not None and time.monotonic() - since > seconds


class CancelledPlayError(Exception):
    """Nobody waits for this deal any more."""


class Decider:
    """Asks the bots of a match, keeps their times and counts their faults.

    Each hand gets bots newly made, so that none can remember another hand.
    """

    def __init__(
        self, bots: Sequence[str], make: Callable[[str], Bot], pulse: Pulse | None = None
    ) -> None:
        self._names, self._make = bots, make
        self._pulse = pulse or Pulse()
        self._players: list[Bot] = []
        self.times: list[Counter[int]] = [Counter() for _ in bots]
        self.faults: list[Counter[str]] = [Counter() for _ in bots]

    def begin_hand(self) -> None:
        """Seat new bots."""
        self._players = [self._make(name) for name in self._names]

    def decide(self, hand: Hand, seat: int, bot: int, seed: int) -> Action:
        """What ``bot`` does in ``seat``; what Casual does where it fails to answer legally."""
        pulse = self._pulse
        if pulse.is_cancelled:
            raise CancelledPlayError
        seen = view(hand, seat)
        pulse.asked, pulse.since = bot, time.monotonic()
        began = _clock()
        try:
            action = _own(seen, self._players[bot].choose(seen, seed))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any bot may raise anything
            action = self._fault(seen, bot, seed, f"raised {type(error).__name__}")
        spent = _clock() - began
        pulse.since = None
        self.times[bot][bucket(spent)] += 1
        return self._fault(seen, bot, seed, "answered illegally") if action is None else action

    def _fault(self, seen: SeatView, bot: int, seed: int, what: str) -> Action:
        self.faults[bot][what] += 1
        return stand_in(seen, seed)


def _own(seen: SeatView, action: Action) -> Action | None:
    """The view's own action that equals ``action``, so that no look-alike gets into the hand."""
    if not is_allowed(seen, action):
        return None
    return next((legal for legal in seen.legal if legal == action), PASS)


def bucket(nanoseconds: int) -> int:
    """The number of the bucket that holds a time."""
    return round(_STEPS * log2(max(nanoseconds, 1)))


def milliseconds(times: Counter[int], part: float) -> float | None:
    """The time within which ``part`` of all decisions were made; None if there were none."""
    left = part * times.total()
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return float(2 ** (number / _STEPS)) / 1e6
    return None


def mean_milliseconds(times: Counter[int]) -> float | None:
    """The mean time of a decision; None if there were none."""
    whole = times.total()
    spent = sum(n * 2 ** (number / _STEPS) for number, n in times.items())
    return float(spent) / whole / 1e6 if whole else None
