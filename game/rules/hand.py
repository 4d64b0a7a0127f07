"""One hand of Tonk: its state, the legal actions and their effects, as one object.

>>> from game.rules.actions import DROP
>>> from game.rules.cards import shuffled
>>> from game.rules.presets import STANDARD
>>> hand = Hand.deal(STANDARD, seats=2, dealer=1, deck=shuffled(STANDARD.pack(), seed="0" * 64))
>>> hand.turn, hand.cards_of(0)
(0, ('2D', '5D', '6D', 'JD', '9S'))
>>> hand.why_illegal(1, DROP)
<Reason.DROP_ON_OWN_TURN: 'by these rules a seat may drop only at the start of its own turn'>
>>> hand.legal()
[Drop(), Draw(), Take()]
>>> while not hand.is_over:
...     move = hand.act(hand.turn, hand.legal()[0])
>>> hand.result.ending, hand.result.payments
(<Ending.DROP: 'drop'>, (1, -1))
"""

from collections.abc import Sequence
from typing import Self

from game.rules import legality, moves
from game.rules.actions import Action, Draw, IllegalActionError, Take
from game.rules.cards import Card
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from game.rules.state import HandState, Move


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

        Raises ``RuleError`` if the pack cannot serve ``seats``.
        """
        rules.check_seats(seats)
        eldest, dealt = (dealer + 1) % seats, seats * rules.cards_dealt(seats)
        upcard = deck[dealt] if rules.upcard else None
        hand = cls(
            rules,
            dealer,
            hands=[list(deck[(seat - eldest) % seats : dealt : seats]) for seat in range(seats)],
            stock=list(deck[dealt + rules.upcard :]),
            pile=[] if upcard is None else [upcard],
            turn=eldest,
            deck=tuple(deck),
            upcard=upcard,
            is_big_one=big_one,
            bets=bets,
        )
        moves.watch_stock(hand)
        moves.settle_naturals(hand)
        return hand

    # Queries.

    legal = legality.legal_actions
    legal_lays = legality.legal_lays
    legal_spreads = legality.legal_spreads
    legal_hits = legality.legal_hits
    legal_slaps = legality.legal_slaps
    why_illegal = legality.why_illegal
    may_act = legality.may_act
    slappers = legality.slappers
    droppers = legality.droppers
    legal_out_of_turn = legality.legal_out_of_turn
    can_use_top = legality.can_use_top

    # Moves.

    def act(self, seat: int, action: Action) -> Move:
        """Play ``action`` and log it; raise ``IllegalActionError`` if the rules refuse it."""
        reason = self.why_illegal(seat, action)
        if reason:
            raise IllegalActionError(reason)
        card = None
        if isinstance(action, Draw):
            card = self.stock[0]
        elif isinstance(action, Take):
            card = self.pile[-1]
        move = Move(seat, action, card)
        self.log.append(move)
        moves.play(self, seat, action)
        return move

    close_slap = moves.close_slap
