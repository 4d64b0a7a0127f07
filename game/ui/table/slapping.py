"""The time in which a discard can be slapped: who is asked, who is first, and when it is over.

The rules let a discard be slapped until the next seat acts; how long that lasts is settled here
(RULES.md §5.9). In a race all react at once, against a clock. Untimed, and at a speed that waits
for nothing, seat after seat is asked, the next one first and the discarder last. Under
``next_first`` the next seat is first asked whether it takes the card to use it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.rules.actions import PASS, TAKE, Action, Hit, Slap, Spread, Take
from game.rules.phases import Phase
from game.session.reactions import reaction
from game.ui.table.slapwindow import NOTHING, Outcome, Stage, Window, window_on

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView
    from game.session.session import Session

Think = Callable[["SeatView", str, int], "Future[Action]"]

_MOMENT: Final = 0.6
"""Seconds that the quickest opponent takes where no person is in the race."""
_TICK: Final = 1 / 60
_LONGEST_STEP: Final = 0.1
"""Seconds that count of those in which the program stood still."""


class Slapping:
    """Watches one session's discards for the person at ``me``."""

    def __init__(self, session: Session, me: int, think: Think) -> None:
        self._session, self._me, self._think = session, me, think
        self._declined: Card | None = None
        self.window: Window | None = None
        self.is_held = False
        """Whether the person has slapped and is choosing a discard: nobody else can then."""

    # -- what is on --------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether the next turn waits for a slap."""
        return self.window is not None and self.window.stage is not Stage.PAST

    @property
    def asks_me(self) -> bool:
        """Whether the person can slap now, or take politely."""
        window, me = self.window, self._me
        if window is None or window.stage is Stage.PAST or me in window.passed:
            return False
        if window.stage is Stage.POLITE:
            return window.next_seat == me
        return me in window.seats and (window.seconds > 0 or window.asked == me)

    @property
    def clock(self) -> float | None:
        """The part of the race that is left while the person is in it."""
        window = self.window
        if window is None or not self.asks_me or not window.seconds:
            return None
        return window.left if window.stage is Stage.OPEN else None

    def follow(self, seconds: float) -> None:
        """A hand, a move, or a session that is taken up again has left the table like this.

        ``seconds`` is the length of a race, 0 where nobody is to be hurried.
        """
        hand = self._session.hand
        self._forget()
        if hand is None or hand.phase is not Phase.LAY:
            self._declined = None
        if hand is None or not hand.slappers():
            return
        self.window = window_on(hand, seconds)

    def stop(self) -> None:
        """Nobody has to think any more."""
        self._forget()

    def _forget(self) -> None:
        for future in self.window.answers.values() if self.window else ():
            future.cancel()
        self.window, self.is_held = None, False

    # -- how seats see it ----------------------------------------------------------------------

    def seen(self, view: SeatView) -> SeatView:
        """The person's view, with what it may do at this moment and nothing else."""
        if view.result is not None:
            return view
        if not self.is_on:
            return self._in_turn(view)
        if not self.asks_me:
            return replace(view, legal=(), may_act=_without(view.may_act, self._me))
        legal = self._asked_of_me(view)
        return replace(view, legal=legal, may_act=tuple(sorted({*view.may_act, self._me})))

    def _asked_of_me(self, view: SeatView) -> tuple[Action, ...]:
        window = self.window
        if window is not None and window.stage is Stage.POLITE:
            return (TAKE, PASS)
        if window is not None and window.seconds:
            return (*view.legal, PASS)
        return (*_slaps(view), PASS)

    def asked(self, view: SeatView) -> SeatView:
        """What a seat sees that is to decide now, be it on a slap or on its turn."""
        window = self.window
        if window is None or window.stage is not Stage.OPEN:
            return self._in_turn(view)
        return replace(view, legal=_slaps(view))

    def _in_turn(self, view: SeatView) -> SeatView:
        """A turn: no slaps any more, and a card that was claimed is to be used."""
        legal = tuple(action for action in view.legal if not isinstance(action, Slap))
        may_act = () if view.phase is Phase.SLAP else (view.turn,)
        view = replace(view, legal=legal, may_act=may_act)
        claimed = self.claimed
        uses = [] if claimed is None else [each for each in legal if _uses(each, claimed)]
        return replace(view, legal=tuple(uses), must_use=claimed) if uses else view

    @property
    def claimed(self) -> Card | None:
        """The card that the seat on turn has claimed politely and has yet to use.

        A take of what could have been slapped is a claim, unless the seat had left it.
        """
        hand = self._session.hand
        if hand is None or hand.rules.slap != "next_first" or hand.phase is not Phase.LAY:
            return None
        last = hand.log[-1] if hand.log else None
        if last is None or not isinstance(last.action, Take) or last.card is None:
            return None
        was_open = hand.is_slappable and last.card != self._declined
        return last.card if was_open else None

    # -- what happens --------------------------------------------------------------------------

    def decline(self) -> None:
        """The person leaves it."""
        if self.window is not None:
            self.window.passed.add(self._me)

    def about_to_play(self, action: Action) -> None:
        """The next seat takes in the ordinary way what it has politely left."""
        window, hand = self.window, self._session.hand
        has_left = window is not None and window.next_seat in window.passed
        if has_left and hand is not None and isinstance(action, Take):
            self._declined = hand.pile[-1]

    def advance(self, dt: float) -> Outcome | None:
        """Let time pass; gives how it came out, once it has."""
        window = self.window
        if window is None or window.stage is Stage.PAST or self.is_held:
            return None
        dt = min(dt, _LONGEST_STEP)
        if window.stage is Stage.POLITE and not self._has_left(window, dt):
            return self._claim(window)
        window.gone += dt
        outcome = self._race(window) if window.seconds else self._round(window)
        if outcome == NOTHING:
            window.stage = Stage.PAST
        return outcome

    def _has_left(self, window: Window, dt: float) -> bool:
        """Whether the next seat, asked politely, leaves the card to the others."""
        seat = window.next_seat
        window.gone += dt
        if seat != self._me and self._answer(window, seat) not in {None, TAKE}:
            window.passed.add(seat)
        if seat not in window.passed:
            return False
        window.stage, window.gone = Stage.OPEN, 0.0
        window.answers.pop(seat, None)
        return True

    def _claim(self, window: Window) -> Outcome | None:
        """An opponent that is asked politely takes the card, though not faster than the eye."""
        seat = window.next_seat
        if seat == self._me or window.gone < min(_MOMENT, window.seconds):
            return None
        return Outcome(seat, TAKE) if self._answer(window, seat) == TAKE else None

    def idle_for(self) -> float | None:
        """Seconds until time makes a difference; None while only an answer does."""
        window = self.window
        if window is None or not self.is_on or not window.seconds or self.is_held:
            return None
        waits_for_me = window.stage is Stage.POLITE and window.next_seat == self._me
        return None if waits_for_me else _TICK

    def _race(self, window: Window) -> Outcome | None:
        """All react at once: the first has it."""
        bots = [seat for seat in window.seats if seat != self._me]
        found = {seat: self._answer(window, seat) for seat in bots}
        quick = [seat for seat in sorted(bots, key=self._reaction) if self._reaction(seat) <= 1]
        first = next((seat for seat in quick if isinstance(found[seat], Slap)), None)
        is_alone = self._me not in window.seats or self._me in window.passed
        if first is not None:
            due = self._reaction(first) * window.seconds
            if window.gone >= (min(due, _MOMENT) if is_alone else due):
                return Outcome(first, found[first])
        elif is_alone and None not in found.values():
            return NOTHING
        return NOTHING if window.gone >= window.seconds else None

    def _round(self, window: Window) -> Outcome | None:
        """Seat after seat is asked."""
        while (seat := window.asked) is not None:
            if seat == self._me:
                return None
            action = self._answer(window, seat)
            if action is None:
                return None
            if isinstance(action, Slap):
                return Outcome(seat, action)
            window.passed.add(seat)
        return NOTHING

    def _answer(self, window: Window, seat: int) -> Action | None:
        """What an opponent decides, once it has."""
        future = window.answers.get(seat)
        if future is None:
            view = self.asked(self._session.view(seat))
            level = self._session.players[seat].level
            future = self._think(view, level, self._session.decision_seed(seat))
            window.answers[seat] = future
        return future.result() if future.done() else None

    def _reaction(self, seat: int) -> float:
        return reaction(self._session.decision_seed(seat))


def _slaps(view: SeatView) -> tuple[Action, ...]:
    return tuple(action for action in view.legal if isinstance(action, Slap))


def _uses(action: Action, card: Card) -> bool:
    match action:
        case Spread(cards=cards):
            return card in cards
        case Hit(card=hit):
            return card == hit
        case _:
            return False


def _without(seats: tuple[int, ...], one: int) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat != one)
