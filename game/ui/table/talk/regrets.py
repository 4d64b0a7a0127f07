"""Mistakes that a seat may regret once a hand is over and all cards are open, as people see them.

Only what was played and shown counts, so that anybody can check it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.rules.actions import DRAW, DROP, TAKE, Discard, Done, Hit, Pass, Spread
from game.rules.phases import LAY, START
from game.rules.record import parse
from game.rules.results import Ending
from game.rules.spreads import spreads_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.hand import Hand
    from game.rules.record import HandRecord
    from game.rules.view import SeatView

_OUT: Final = (Ending.TONK, Ending.OUT, Ending.DOUBLE_DOUBLE)


def overlooked_win(record: HandRecord, seat: int) -> bool:
    """Return whether the seat could have gone out with a discard that it left."""
    hand = record.deal()
    for text in record.actions:
        who, action = parse(text)
        is_left = who == seat == hand.turn and hand.phase is START and action != TAKE
        if is_left and TAKE in hand.legal():
            taken = hand.copy()
            taken.act(seat, TAKE)
            if _goes_out(taken, seat, lays=6):  # more are not tried
                return True
        hand.act(who, action)
    return False


def _goes_out(hand: Hand, seat: int, lays: int) -> bool:
    """Return whether the seat has emptied its hand, or can within this turn."""
    if hand.result is not None:
        return hand.result.ending in _OUT and hand.result.winners == (seat,)
    if hand.finish is not None:
        return hand.finish.ending in _OUT and hand.finish.seat == seat
    if hand.turn != seat or hand.phase is not LAY or not lays:
        return False
    is_last = len(hand.hands[seat]) == 1
    for action in hand.legal():
        if isinstance(action, Spread | Hit) or (is_last and isinstance(action, Discard)):
            after = hand.copy()
            after.act(seat, action)
            if _goes_out(after, seat, lays - 1):
                return True
    return False


@dataclass(frozen=True, slots=True)
class Regrets:
    """What a seat may regret, judged from a finished hand: the view of it, and its record.

    What depends on the course of the hand is not regretted if the record is None.
    """

    LOW = 5
    """The highest count with which most people would have dropped."""
    _BOOK = 3  # cards of a rank

    view: SeatView
    seat: int
    record: HandRecord | None

    def was_shy(self) -> bool:
        """Return whether another seat went out after this one had not dropped on few points."""
        result = self.view.result
        if result is None or result.ending not in _OUT:
            return False
        return any(
            self._leaves_drop(hand, who, action) and hand.count(self.seat) <= self.LOW
            for hand, who, action in self._choices()
        )

    def waited_for_what_was_gone(self) -> bool:
        """Return whether the seat holds a pair that it kept after everybody had seen its other
        cards go.
        """
        pairs = list(self._pairs())
        return any(
            pair <= set(hand.hands[self.seat]) and others <= self._gone(hand)
            for hand in (self._turn_ends() if pairs else ())
            for pair, others in pairs
        )

    def threw_three_of_a_kind(self) -> bool:
        """Return whether the seat discarded three cards of one rank, one by one."""
        thrown = Counter(
            move.action.card[0]
            for move in self.view.moves
            if move.seat == self.seat and isinstance(move.action, Discard)
        )
        return any(number >= self._BOOK for number in thrown.values())

    def held_a_spread(self) -> bool:
        """Return whether the seat lost with a spread in its hand that counted against it and that
        it could have laid in an earlier turn.
        """
        rules, held = self.view.rules, set(self._shown())
        if rules.count != "all" or not spreads_in(rules, held):
            return False
        return any(
            held.issuperset(spread.cards)
            for hand in self._turn_ends()
            for spread in hand.legal_spreads()
        )

    def _pairs(self) -> Iterator[tuple[set[Card], set[Card]]]:
        """Yield each pair in the seat's hand, and the cards of its rank that others have or had."""
        rules, held = self.view.rules, self._shown()
        ranks = Counter(card[0] for card in held if not rules.is_wild(card))
        for rank, number in ranks.items():
            pair = {card for card in held if card[0] == rank}
            others = {card for card in rules.pack() if card[0] == rank} - pair
            if number == self._BOOK - 1 and others:
                yield pair, others

    @staticmethod
    def _gone(hand: Hand) -> set[Card]:
        """Return the cards that have been discarded or lie in a spread."""
        thrown = {move.action.card for move in hand.log if isinstance(move.action, Discard)}
        return thrown.union(*(spread.cards for spread in hand.spreads))

    def _turn_ends(self) -> Iterator[Hand]:
        """Yield the hand before each end of the seat's turns, and of its last chances to lay."""
        for hand, who, action in self._choices():
            if who == self.seat and isinstance(action, Discard | Done | Pass):
                yield hand

    def _choices(self) -> Iterator[tuple[Hand, int, Action]]:
        """Yield the hand before each action, the seat that acts, and the action."""
        if self.record is None:
            return
        hand = self.record.deal()
        for who, action in map(parse, self.record.actions):
            yield hand, who, action
            hand.act(who, action)

    def _leaves_drop(self, hand: Hand, who: int, action: Action) -> bool:
        """Return whether the seat could have dropped now, and lets the hand go on instead."""
        if who == self.seat:
            return action != DROP and who == hand.turn and DROP in hand.legal()
        # Between turns, what others do first may leave it no time.
        return action == DRAW and self.seat in hand.droppers()

    def _shown(self) -> tuple[Card, ...]:
        return tuple(self.view.shown[self.seat] or ()) if self.view.shown else ()
