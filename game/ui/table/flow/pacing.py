"""The pace of the opponents: when what they have decided counts.

They think off the frame thread, and are waited for however long that takes. In their turns they
are never faster than a person, and take longer over what is hard for them (``TurnPace``); out of
turn a clock runs while a discard can be claimed or slapped (``SlapClock``, RULES.md §5.9). Who may
answer, and whose answer counts, is settled by ``game.rules.claim_window``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Final, Protocol, runtime_checkable

from game.bundled_data import BrokenGameError
from game.play.driver import Driver, WindowOpen
from game.play.opponents import OpponentFailedError
from game.rules.actions import PASS, TAKE, Action, Drop
from game.rules.claim_window import ClaimWindow
from game.rules.phases import Phase
from game.rules.view import SeatView

Think = Callable[[SeatView, str, int], Future[Action]]
"""How an opponent is asked: from a view, a level and a seed to what it decides."""


def decided(seat: int, future: Future[Action]) -> Action:
    """Return what the bot at ``seat`` has decided; ``OpponentFailedError`` where it could not."""
    try:
        return future.result()
    except BrokenGameError:
        raise
    except Exception as error:
        raise OpponentFailedError(seat) from error


@runtime_checkable
class HasDoubt(Protocol):
    """A decision to come that says then how hard it was, from 0, all clear, to 1."""

    doubt: float


_USUAL_DOUBT: Final = 0.3
"""The doubt of who does not say."""
_FACTORS: Final[Mapping[str, float]] = {
    "slow": 1.8,
    "normal": 1.0,
    "fast": 0.4,
    "rapid": 0.15,
    "instant": 0.0,
}


def pause_for(view: SeatView, seed: int, speed: str, doubt: float = _USUAL_DOUBT) -> float:
    """How long a seat seems to think: the longer, the nearer its second best comes to its best.

    It varies a little, but the same decision always takes as long.
    """
    # Seconds where all is clear, and where it might as well be another. What is still on its way
    # from the move before counts in a turn's first action; doubt is the rule among those after it.
    clear, torn = (0.22, 0.65) if view.phase is Phase.START else (0.15, 0.31)
    # Pauses are up to a tenth longer or shorter than their like.
    uneven = 1 + 0.1 * (2 * (seed % 997) / 996 - 1)
    return (clear + (torn - clear) * doubt) * uneven * _FACTORS[speed]


class TurnPace:
    """The pace of an opponent on its turn, one decision at a time."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._future: Future[Action] | None = None
        self._left = 0.0
        self._gone = 0.0
        """Seconds since the opponent was asked."""
        self._pause: Callable[[float], float] | None = None
        """The whole pause by the doubt; None once that is known."""
        self._hesitation = 0.0
        """Seconds to be sure in before a drop."""
        self._turn_left = 0.0
        """Seconds that the turn may still take before its last card is on its way."""
        self._turn_of: int | None = None
        self.seat: int | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether an opponent has been asked."""
        return self._future is not None

    @property
    def is_late(self) -> bool:
        """Whether a turn has taken so long that its next action need not wait for the last one."""
        return self._future is not None and self._turn_left <= 0

    def begin(self, seat: int, view: SeatView, level: str, seed: int, speed: str) -> None:
        """Let an opponent think."""
        self.seat = seat
        if view.phase is Phase.START or seat != self._turn_of:
            # The last card of a turn is on its way within 1.3 seconds of normal speed.
            self._turn_left, self._turn_of = 1.3 * _FACTORS[speed], seat
        # One thought may take half of what is left of a turn: the further on, the quicker.
        most = max(0.0, self._turn_left) * 0.5
        self._pause = lambda doubt: min(pause_for(view, seed, speed, doubt), most)
        self._left, self._gone = self._pause(0.0), 0.0
        # Before a drop a person would count once more.
        self._hesitation = 0.4 * _FACTORS[speed]
        self._future = self._think(view, level, seed)

    def update(self, dt: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - dt)
        self._gone += dt
        self._turn_left -= dt

    def answer(self) -> Action | None:
        """Return what the opponent has decided, once it has, and once it is time to show it.

        ``OpponentFailedError`` where it could not decide: then the question stands no longer.
        """
        future, seat = self._future, self.seat
        if future is None or seat is None or not future.done():
            return None
        if self._pause is not None:
            doubt = future.doubt if isinstance(future, HasDoubt) else _USUAL_DOUBT
            self._left, self._pause = max(0.0, self._pause(doubt) - self._gone), None
        if self._left > 0:
            return None
        try:
            action = decided(seat, future)
        except OpponentFailedError:
            self.forget()
            raise
        if self._hesitation and isinstance(action, Drop):
            self._left, self._hesitation = self._hesitation, 0.0
            return None
        self.forget()
        return action

    def forget(self) -> None:
        """Forget the question, which no longer stands."""
        if self._future is not None:
            self._future.cancel()
        self._future, self.seat = None, None

    def turn_over(self) -> None:
        """Give the next opponent the whole time of a turn: the player has acted."""
        self._turn_of = None

    def idle_for(self) -> float | None:
        """Seconds until it is time to look again; None while only the answer is missing."""
        return self._left if self._future is not None and self._left > 0 else None


class SlapClock:
    """The clock of claims and slaps: opponents of ``driver`` beside the person at ``me``."""

    _MOMENT: Final = 0.6
    """Seconds that the quickest opponent takes where no person is in the race."""

    def __init__(self, driver: Driver, me: int, think: Think) -> None:
        self._driver, self._me, self._think = driver, me, think
        self._answers: dict[int, Future[Action]] = {}
        self._seconds = 0.0
        self._claimed, self._gone = 0.0, 0.0
        """Seconds that the card could only be claimed, and those in which it could be slapped."""
        self.is_held = False
        """Whether the person has slapped and is choosing a discard: the clock stands meanwhile."""

    @property
    def window(self) -> ClaimWindow | None:
        """The open window, None where the next turn need not wait."""
        waits_for = self._driver.waits_for
        return waits_for.window if isinstance(waits_for, WindowOpen) else None

    @property
    def is_on(self) -> bool:
        """Whether the next turn waits for a claim or a slap."""
        return self.window is not None

    @property
    def asks_me(self) -> bool:
        """Whether the person can claim or slap now."""
        return self.window is not None and self._me in self.window.asked

    @property
    def clock(self) -> float | None:
        """The share of the race that is left, 1 to 0, while the person is in it."""
        window = self.window
        if window is None or not self.asks_me or not self._runs(window):
            return None
        return max(0.0, 1.0 - self._gone / self._seconds)

    def restart(self, seconds: float) -> None:
        """Start the clock anew after a move; ``seconds`` is the length of a race."""
        for future in self._answers.values():
            future.cancel()
        self._answers.clear()
        self._seconds, self._claimed, self._gone, self.is_held = seconds, 0.0, 0.0, False

    def advance(self, dt: float) -> bool:
        """Let time pass; whether the window is to be settled now.

        That is never while an opponent who comes first may still answer, however late it is. The
        person has the time of the race. ``OpponentFailedError`` where one could not decide.
        """
        window = self.window
        if window is None:
            return True
        if self.is_held:
            return False
        dt = min(dt, 0.1)  # seconds that count of those in which the program stood still
        if window.claimer is None:
            self._gone += dt
        else:
            self._claimed += dt
        self._take_answers(window)
        if window.outcome is not None:
            is_due = self._claimed + self._gone >= self._due(window, window.outcome)
            return is_due and not self._waits_for_bots(window)
        if self.asks_me and self._runs(window) and self._gone >= self._seconds:
            self._driver.answer(self._me, PASS)
        return not window.asked

    def _waits_for_bots(self, window: ClaimWindow) -> bool:
        return any(seat != self._me for seat in window.asked)

    def idle_for(self) -> float | None:
        """Seconds until time makes a difference; None while only an answer does."""
        window = self.window
        if window is None or not window.is_race or self.is_held:
            return None
        return None if window.claimer == self._me else 1 / 60  # seconds

    def _runs(self, window: ClaimWindow) -> bool:
        """Whether the time for slaps runs."""
        return window.is_race and window.claimer is None

    def _take_answers(self, window: ClaimWindow) -> None:
        """Ask the opponents whose turn it is to be asked, and pass on what they have decided."""
        while ready := [seat for seat in window.asked if seat != self._me and self._is_ready(seat)]:
            self._driver.answer(ready[0], decided(ready[0], self._answers.pop(ready[0])))

    def _is_ready(self, seat: int) -> bool:
        """Whether an opponent has decided; it begins to think where it has not yet."""
        if seat not in self._answers:
            session = self._driver.session
            level, seed = session.players[seat].level, session.decision_seed(seat)
            self._answers[seat] = self._think(self._driver.view(seat), level, seed)
        return self._answers[seat].done()

    def _due(self, window: ClaimWindow, outcome: tuple[int, Action]) -> float:
        """Seconds after which a claim or slap is made: a claim never before it can be seen."""
        seat, action = outcome
        if not window.is_race:
            return 0.0
        if action == TAKE:
            return min(self._MOMENT, self._seconds)
        due = self._driver.reaction(seat) * self._seconds
        return self._claimed + (due if self._me in window.asked else min(due, self._MOMENT))
