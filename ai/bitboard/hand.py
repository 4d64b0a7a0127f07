"""One deal of Tonk: its state, what may be done in it and what that does, as one object.

``play`` is for search and simulation: it trusts its caller and keeps no log. ``act`` is for
everybody else: it checks, and logs the move.
"""

from collections.abc import Sequence
from typing import Self

from ai.bitboard import laying, legality, moves, turnrules
from ai.bitboard.bound import bind
from ai.bitboard.state import HandState
from game.rules.actions import (
    Action,
    Draw,
    IllegalActionError,
    Take,
)
from game.rules.cards import Card
from game.rules.record import HandRecord
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from game.rules.state import Move


class Hand(HandState):
    """One hand from the deal to its end."""

    __slots__ = ()

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        seats: int,
        dealer: int,
        deck: Sequence[Card],
        *,
        big_one: bool = False,
        bets: SideBets = NO_BETS,
    ) -> Self:
        """Deal ``deck``, the whole pack in dealing order; naturals may end the hand at once.

        Raises ``RuleError`` where the pack cannot serve ``seats``.
        """
        hand = cls(bind(rules, seats), dealer, deck, big_one, bets)
        hand._deal()
        return hand

    @classmethod
    def of_record(cls, record: HandRecord) -> Self:
        """The hand of a record before its first action."""
        return cls.deal(
            record.rules,
            len(record.seats),
            record.dealer,
            record.deck,
            big_one=record.big_one,
            bets=record.bets,
        )

    def _play_logged(self, seat: int, action: Action) -> None:
        self.log.append(Move(seat, action, self._card_to_come(action)))
        self.play_by(seat, action)

    def _deal(self) -> None:
        law, eldest = self.law, self.eldest
        dealt = law.seats * law.hand_size
        for place in range(law.seats):
            cards = self.deck[place : dealt : law.seats]
            self.hands[(eldest + place) % law.seats] = law.pack.weigh(cards)
        self.next_card = dealt
        self.dealt = tuple(self.hands)
        if law.rules.upcard:
            self.pile.append(self.deck[dealt])
            self.next_card += 1
        moves.watch_stock(self)
        moves.settle_naturals(self)

    # What is asked of a hand.

    legal = legality.legal_actions
    legal_lays = laying.legal_lays
    legal_spreads = laying.legal_spreads
    legal_hits = laying.legal_hits
    legal_slaps = legality.legal_slaps
    why_illegal = legality.why_illegal
    may_act = legality.may_act
    slappers = legality.slappers
    droppers = legality.droppers
    legal_out_of_turn = legality.legal_out_of_turn
    can_use_top = laying.can_use_top

    @property
    def waits(self) -> tuple[int, ...]:
        """Per seat, in how many of its turns to come it may not drop (RULES.md §5.7)."""
        return turnrules.waits(self)

    # Moves.

    def act(self, seat: int, action: Action) -> Move:
        """Play ``action`` and log it; ``IllegalActionError`` where the rules refuse it."""
        reason = self.why_illegal(seat, action)
        if reason:
            raise IllegalActionError(reason)
        self._play_logged(seat, action)
        return self.log[-1]

    def _card_to_come(self, action: Action) -> Card | None:
        match action:
            case Draw():
                return self.deck[self.next_card]
            case Take():
                return self.pile[-1]
            case _:
                return None

    play = moves.play
    play_by = moves.play_by
    close_slap = moves.close_slap
