"""The pace of the opponents: when their decisions take effect.

Opponents think off the frame thread, and the table waits for them however long that takes. On their
turns they are never faster than a person, and slower over hard decisions (``TurnPace``). Out of
turn, a clock runs while a discard can be claimed or slapped (``SlapClock``, RULES.md §5.9);
``game.rules.claim_window`` decides who may answer, and whose answer counts.
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
"""Asks an opponent to decide: from a view, a level and a seed to a future action."""


def decided(seat: int, future: Future[Action]) -> Action:
    """Return the decision of the bot at ``seat``; ``OpponentFailedError`` if it failed."""
    try:
        return future.result()
    except BrokenGameError:
        raise
    except Exception as error:
        raise OpponentFailedError(seat) from error


@runtime_checkable
class HasDoubt(Protocol):
    """A pending decision that reports how hard it was once made: from 0, obvious, to 1."""

    doubt: float


_USUAL_DOUBT: Final = 0.3
"""The doubt assumed of bots that report none."""
_FACTORS: Final[Mapping[str, float]] = {
    "slow": 1.8,
    "normal": 1.0,
    "fast": 0.4,
    "rapid": 0.15,
    "instant": 0.0,
}


def pause_for(view: SeatView, seed: int, speed: str, doubt: float = _USUAL_DOUBT) -> float:
    """Return how long a seat seems to think, in seconds: the closer its second best action, the
    longer.

    The length varies a little, but is always equal for the same decision.
    """
    # Seconds for an obvious decision, and for a toss-up. Before a turn's first action, the pause
    # includes the rest of the last move's animation; later decisions are mostly doubtful.
    clear, torn = (0.22, 0.65) if view.phase is Phase.START else (0.15, 0.31)
    # Vary each pause by up to a tenth either way.
    uneven = 1 + 0.1 * (2 * (seed % 997) / 996 - 1)
    return (clear + (torn - clear) * doubt) * uneven * _FACTORS[speed]


class TurnPace:
    """The pace of an opponent on its turn, one decision at a time."""

    _TURN: Final = 1.3
    """Seconds at normal speed within which the last card of a turn moves."""
    _MOST: Final = 0.5
    """The share of the time left that one decision may take, so that a turn gets faster."""
    _HESITATION: Final = 0.4
    """Seconds at normal speed for which a person would count again before a drop."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._future: Future[Action] | None = None
        self._left = 0.0
        self._gone = 0.0
        """Seconds since the opponent was asked."""
        self._pause: Callable[[float], float] | None = None
        """The whole pause as a function of doubt; None once the doubt is known."""
        self._hesitation = 0.0
        """Seconds of hesitation before a drop."""
        self._turn_left = 0.0
        """Seconds left of the turn before its last card should be moving."""
        self._turn_of: int | None = None
        self.seat: int | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether an opponent is deciding."""
        return self._future is not None

    @property
    def is_late(self) -> bool:
        """Whether the turn is so long that its next action need not wait for the animation."""
        return self._future is not None and self._turn_left <= 0

    def begin(self, seat: int, view: SeatView, level: str, seed: int, speed: str) -> None:
        """Ask an opponent to decide."""
        self.seat = seat
        if view.phase is Phase.START or seat != self._turn_of:
            self._turn_left, self._turn_of = self._TURN * _FACTORS[speed], seat
        most = max(0.0, self._turn_left) * self._MOST
        self._pause = lambda doubt: min(pause_for(view, seed, speed, doubt), most)
        self._left, self._gone = self._pause(0.0), 0.0
        self._hesitation = self._HESITATION * _FACTORS[speed]
        self._future = self._think(view, level, seed)

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._left = max(0.0, self._left - dt)
        self._gone += dt
        self._turn_left -= dt

    def answer(self) -> Action | None:
        """Return the opponent's decision once it is made and its pause is over.

        ``OpponentFailedError`` if it could not decide; the question is then withdrawn.
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
        """Withdraw the question."""
        if self._future is not None:
            self._future.cancel()
        self._future, self.seat = None, None

    def turn_over(self) -> None:
        """Reset the time of a turn for the next opponent: the player has acted."""
        self._turn_of = None

    def idle_for(self) -> float | None:
        """Return the seconds until the next check; None while only the decision is missing."""
        return self._left if self._future is not None and self._left > 0 else None


class SlapClock:
    """The clock of claims and slaps, for the opponents of ``driver`` and the person at ``me``."""

    _MOMENT: Final = 0.6
    """Seconds that the fastest opponent takes if no person is in the race."""

    def __init__(self, driver: Driver, me: int, think: Think) -> None:
        self._driver, self._me, self._think = driver, me, think
        self._answers: dict[int, Future[Action]] = {}
        self._seconds = 0.0
        self._claimed, self._gone = 0.0, 0.0
        """Seconds for which the card could only be claimed, and for which it could be slapped."""
        self.is_held = False
        """Whether the clock is stopped while the person, having slapped, chooses a discard."""

    @property
    def window(self) -> ClaimWindow | None:
        """The open claim window; None if the next turn need not wait."""
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
        """The remaining share of the race, 1 to 0, while the person is in it."""
        window = self.window
        if window is None or not self.asks_me or not self._runs(window):
            return None
        return max(0.0, 1.0 - self._gone / self._seconds)

    def restart(self, seconds: float) -> None:
        """Restart the clock after a move; ``seconds`` is the length of a race."""
        for future in self._answers.values():
            future.cancel()
        self._answers.clear()
        self._seconds, self._claimed, self._gone, self.is_held = seconds, 0.0, 0.0, False

    def advance(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; return whether the window can be settled now.

        It cannot while an opponent with priority may still answer, however late. The person has the
        length of the race. ``OpponentFailedError`` if an opponent could not decide.
        """
        window = self.window
        if window is None:
            return True
        if self.is_held:
            return False
        dt = min(dt, 0.1)  # seconds; longer stalls do not count
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
        """Return the seconds until the clock matters; None while only an answer does."""
        window = self.window
        if window is None or not window.is_race or self.is_held:
            return None
        return None if window.claimer == self._me else 1 / 60  # seconds

    def _runs(self, window: ClaimWindow) -> bool:
        """Return whether the time for slaps is running."""
        return window.is_race and window.claimer is None

    def _take_answers(self, window: ClaimWindow) -> None:
        """Ask the opponents whose turn it is to answer, and pass on their decisions."""
        while ready := [seat for seat in window.asked if seat != self._me and self._is_ready(seat)]:
            self._driver.answer(ready[0], decided(ready[0], self._answers.pop(ready[0])))

    def _is_ready(self, seat: int) -> bool:
        """Return whether an opponent has decided; ask it if it has not been asked yet."""
        if seat not in self._answers:
            session = self._driver.session
            level, seed = session.players[seat].level, session.decision_seed(seat)
            self._answers[seat] = self._think(self._driver.view(seat), level, seed)
        return self._answers[seat].done()

    def _due(self, window: ClaimWindow, outcome: tuple[int, Action]) -> float:
        """Return the time of a claim or slap, in seconds: never before a claim can be seen."""
        seat, action = outcome
        if not window.is_race:
            return 0.0
        if action == TAKE:
            return min(self._MOMENT, self._seconds)
        due = self._driver.reaction(seat) * self._seconds
        return self._claimed + (due if self._me in window.asked else min(due, self._MOMENT))
