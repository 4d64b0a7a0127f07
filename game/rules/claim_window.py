"""The window between two turns, in which seats may act out of turn.

One ``ClaimWindow`` holds who may still claim the discard, who may still slap it or drop, and what
each has answered (RULES.md §5.9, §5.17). It uses no clock, randomness or screen. A driver makes one
after the deal and after every move, asks the seats in ``asked``, passes on their answers, and plays
the ``outcome``.

    window = ClaimWindow(hand)                 # untimed: one seat after the other
    window = ClaimWindow(hand, reaction)       # a race: reaction(seat) is a fraction of its length

    while window.asked:
        seat = window.asked[0]                 # a race with a clock may ask all of them at once
        window.answer(seat, decide(window.view(seat)))
    if window.outcome:
        hand.act(*window.outcome)              # a move like any other: make a new window
    elif window.ends_hand:
        hand.close_slap()                      # the pending stock-out, or its last lay
    else:
        ...                                    # the seat on turn acts: window.view(hand.turn)

A window also works if nobody may act out of turn: then nobody is asked. ``may_open`` is a cheap
test of whether one is needed.

Who is asked, and for what:

- Under ``slap="next_first"`` the next seat comes first and alone, if it could use the card at
  once: ``claimer`` is set and its view allows ``TAKE`` and ``PASS``. A ``TAKE`` played while the
  claim is open is a claim: the hand then demands that the card is used (``must_use``, ``legal``),
  as under ``take="use_now"``. After ``PASS`` the others may slap; a later ``TAKE`` is ordinary.
- Then all who may slap, and under ``drop_when="any_time"`` all who may drop, in one order. Untimed
  they are asked one at a time, clockwise from the next seat, the seat that has just played last;
  the first to act goes ahead. In a race all are asked at once and the quickest to act goes ahead,
  ties in the untimed order. A seat with a reaction above 1 is too late and is not asked. A person,
  who answers in real time, has the reaction 0.
- The view of a seat that is asked allows what ``options(seat)`` lists (``DROP``, its slaps) and
  ``PASS``. A drop by the seat next to play is then the first action of its turn. With ``may_begin``
  that seat's view in a race also allows the other actions of its turn, the first of which ends the
  window. This does not hold if drops are part of the race: then only the drop may come before the
  window is closed.
- A drop closes the window. A slap may end with a discard that can be slapped in turn: make a new
  ``ClaimWindow`` after it. If a stock-out comes by itself nobody may drop any more, and the hand
  waits in ``Phase.SLAP`` while a slap is open.
- Once ``close`` is called (the time is up) or all have passed, ``view`` allows only the actions of
  the turn. The hand itself would still allow slaps and drops: the rules know no time limit.

In records a claim is a plain ``take``, a drop out of turn is a plain ``drop`` by a seat that is not
next, and a pass is not written. After replaying a hand's moves to resume it, call
``restore_claim``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from game.rules.actions import DROP, PASS, TAKE, Action, Drop, Slap, Take
from game.rules.hand import Hand
from game.rules.phases import SLAP, START
from game.rules.view import SeatView, view

Reaction: TypeAlias = Callable[[int], float]
"""A function from a seat to the fraction of the race's length after which it reacts."""


class ClaimWindow:
    """The seats that may act out of turn after the last move of ``hand``, and their answers so far.

    ``claimer`` is the seat that may still claim the discard, or None; ``order`` lists the seats
    that may slap it or drop, in order of precedence; ``answers`` holds their answers so far.
    """

    __slots__ = ("answers", "claimer", "hand", "is_closed", "is_race", "order")

    def __init__(self, hand: Hand, reaction: Reaction | None = None) -> None:
        self.hand = hand
        self.is_race = reaction is not None
        self.is_closed = False
        # The next seat may claim the top discard (RULES.md §5.9).
        is_polite = hand.rules.slap == "next_first" and hand.is_slappable and hand.phase is START
        may_claim = is_polite and TAKE in hand.legal() and hand.can_use_top()
        self.claimer = hand.turn if may_claim else None
        self.order = self._order(hand, reaction)
        self.answers: dict[int, Action] = {}
        hand.is_claim_open = self.claimer is not None

    @property
    def is_open(self) -> bool:
        """Whether the next turn, or the end of the hand, has to wait."""
        return bool(self.asked or self.outcome)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose answers are wanted now, in order of precedence; only one if untimed."""
        if self.is_closed:
            return ()
        if self.claimer is not None:
            return (self.claimer,)
        waiting = []
        for seat in self.order:
            answer = self.answers.get(seat)
            if answer is None:
                waiting.append(seat)
            elif answer != PASS:
                break
        return tuple(waiting if self.is_race else waiting[:1])

    @property
    def outcome(self) -> tuple[int, Action] | None:
        """The claim, slap or drop that has precedence among the answers so far, with its seat.

        In a race a seat that is still ``asked`` may be quicker.
        """
        if self.is_closed:
            return None
        answered = ((seat, self.answers.get(seat, PASS)) for seat in self.order)
        return next((each for each in answered if each[1] != PASS), None)

    @property
    def ends_hand(self) -> bool:
        """Whether a stock-out comes because nobody has slapped the last discard."""
        return self.hand.phase is SLAP and not self.is_open

    def answer(self, seat: int, action: Action) -> None:
        """Record the answer of a seat that is ``asked``; to a claim, anything but ``TAKE`` is a
        pass.

        Raises ``ValueError`` for a seat that is not asked, and for an action not among its
        ``options``.
        """
        if seat not in self.asked:
            raise ValueError(f"seat {seat} is not asked")
        if seat == self.claimer:
            self.claimer = None
            if action == TAKE:
                self.order, self.answers = (seat,), {seat: TAKE}
            else:
                self.hand.is_claim_open = False
            return
        if action != PASS and action not in self.options(seat):
            raise ValueError(f"seat {seat} may not answer with {action}")
        self.answers[seat] = action

    def options(self, seat: int) -> tuple[Action, ...]:
        """Return what ``seat`` could do in the race: a drop, slaps.

        The view of a seat that is asked lists them among its legal actions.
        """
        return self._options(self.hand, seat)

    def close(self) -> None:
        """Close the window because the time is up: nobody is asked any more, and all answers are
        void.
        """
        self.is_closed, self.claimer = True, None
        self.hand.is_claim_open = False

    def view(self, seat: int, *, may_begin: bool = False) -> SeatView:
        """Return the view of ``seat``, with ``legal`` and ``may_act`` as they are at this moment.

        ``may_begin`` lets the next seat begin its turn in a race for a slap. If only a low count
        allows a drop, no seat learns which others are asked.
        """
        hand, asked = self.hand, self.asked
        seen = view(hand, seat)
        if seen.result is not None:
            return seen
        is_on_turn = seat == hand.turn and hand.phase is not SLAP
        turn = tuple(hand.legal()) if is_on_turn else ()
        if not (asked or self.outcome):
            return replace(seen, legal=turn, may_act=() if hand.phase is SLAP else (hand.turn,))
        if hand.rules.hides_droppers:
            asked = (seat,) if seat in asked else ()
        if seat not in asked:
            return replace(seen, legal=(), may_act=asked)
        if seat == self.claimer:
            return replace(seen, legal=(TAKE, PASS), may_act=asked, after_pass=turn)
        may_begin &= self.is_race and not hand.rules.has_drops_out_of_turn
        begins = turn if may_begin else ()
        return replace(seen, legal=(*begins, *self.options(seat), PASS), may_act=asked)

    @staticmethod
    def _order(hand: Hand, reaction: Reaction | None) -> tuple[int, ...]:
        """Return the seats that may slap the top discard or drop, in order of precedence."""
        if not (may_open(hand) and hand.phase in (START, SLAP)):
            return ()
        around = hand.around_from(hand.next_seat)
        if hand.is_slappable:
            around.sort(key=lambda seat: seat == hand.discarder)
        seats = [seat for seat in around if ClaimWindow._options(hand, seat)]
        if reaction is None:
            return tuple(seats)
        times = {seat: reaction(seat) for seat in seats}
        in_time = (seat for seat in seats if times[seat] <= 1)  # of the race
        return tuple(sorted(in_time, key=times.__getitem__))

    @staticmethod
    def _options(hand: Hand, seat: int) -> tuple[Action, ...]:
        if seat == hand.turn and hand.rules.has_drops_out_of_turn and hand.phase is START:
            drop = (DROP,) if not hand.why_illegal(seat, DROP) else ()
            return (*drop, *hand.legal_slaps(seat))
        return hand.legal_out_of_turn(seat)


def may_open(hand: Hand) -> bool:
    """Return whether anybody may act out of turn now; if not, a ``ClaimWindow`` would ask
    nobody.
    """
    return hand.is_slappable or hand.rules.has_drops_out_of_turn


def is_out_of_turn(hand: Hand, seat: int, action: Action) -> bool:
    """Return whether an action of ``seat`` is a slap, or a drop between turns."""
    return isinstance(action, Slap) or (isinstance(action, Drop) and seat != hand.turn)


def restore_claim(hand: Hand) -> None:
    """Mark the last take as a claim after the moves of ``hand`` were replayed without a window.

    The last move counts as a claim if it takes a card that could have been claimed.
    """
    last = hand.log[-1].action if hand.log else None
    is_polite = hand.rules.slap == "next_first" and hand.is_slappable
    if is_polite and isinstance(last, Take):
        hand.must_use = hand.taken
        if not hand.legal_lays():
            hand.must_use = None
