"""What one seat may know of a hand. Hidden cards are absent, not masked.

>>> from game.rules.actions import DRAW
>>> from game.rules.cards import shuffled
>>> from game.rules.hand import Hand
>>> from game.rules.presets import STANDARD
>>> hand = Hand.deal(STANDARD, seats=2, dealer=1, deck=shuffled(STANDARD.pack(), seed="0" * 64))
>>> move = hand.act(0, DRAW)
>>> seen = view(hand, seat=1)
>>> seen.hand, seen.sizes, seen.top
(('9D', 'QD', '2H', 'KH', '4S'), (6, 5), 'TC')
>>> seen.moves, seen.legal
((SeenMove(seat=0, action=Draw(), card=None),), ())
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from game.rules.actions import Action, Draw, cards_played
from game.rules.cards import Card
from game.rules.counting import count_of
from game.rules.legality import legal_actions, legal_out_of_turn, may_act_as_seen
from game.rules.phases import LAY, Phase
from game.rules.results import HighSuitBet, Result, SideBets
from game.rules.ruleset import RuleSet
from game.rules.settlement import high_suit_card
from game.rules.spreads import TableSpread
from game.rules.state import Finish, HandState, Move


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A move as one seat saw it: ``card`` is the card drawn or taken, None if that stayed
    hidden.
    """

    seat: int
    action: Action
    card: Card | None = None

    @classmethod
    def of(cls, move: Move, seat: int) -> Self:
        """Return ``move`` as ``seat`` saw it: a draw by another seat hides its card."""
        is_hidden = isinstance(move.action, Draw) and move.seat != seat
        return cls(move.seat, move.action, None if is_hidden else move.card)


@dataclass(frozen=True, slots=True)
class SetAside:
    """A card that a seat has set aside for the high suit; it stays part of its hand.

    ``card`` is None while it is face down for the viewing seat. ``is_held`` is true until it is
    played.
    """

    seat: int
    card: Card | None
    is_held: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """The table as one seat sees it.

    ``hand`` is in suit and rank order. ``sizes`` are the numbers of cards held by each seat,
    ``waits`` the numbers of turns on which each may not drop. ``upcard`` was turned up at the deal,
    None if there was none. ``taken`` is the card that the seat on turn has just taken from the pile
    (public), ``drawn`` the one that this seat has drawn this turn. ``legal`` is what this seat may
    do now, slaps and drops out of turn included. ``finish`` is the tonk, drop or stock-out that
    ends the hand, None before it happens; ``chances`` are the seats that still have a last chance
    to lay, the first of them on turn. ``shown`` holds every seat's cards once the hand is over,
    before that None for each seat. ``blocked`` are the seats that may not empty their hand on their
    turn (``hit_blocks_out``); ``is_last_turn`` means that the hand ends with this turn
    (``stock_end``). ``set_aside`` are the cards set aside for the high suit, from eldest on.
    ``is_set_up`` means that the hand began from a position, so its earlier moves are unknown. While
    this seat is asked whether it claims a discard (see ``game.rules.claim_window``), ``after_pass``
    lists the actions with which it may begin its turn if it does not; otherwise it is empty.
    """

    rules: RuleSet
    seat: int
    seats: int
    dealer: int
    is_big_one: bool
    bets: SideBets
    hand: tuple[Card, ...]
    dealt: tuple[Card, ...]
    sizes: tuple[int, ...]
    upcard: Card | None
    top: Card | None
    pile_size: int
    stock_size: int
    spreads: tuple[TableSpread, ...]
    waits: tuple[int, ...]
    blocked: tuple[int, ...]
    is_booed: bool
    is_last_turn: bool
    turn: int
    turns: int
    phase: Phase
    may_act: tuple[int, ...]
    legal: tuple[Action, ...]
    taken: Card | None
    drawn: Card | None
    must_use: Card | None
    finish: Finish | None
    chances: tuple[int, ...]
    moves: tuple[SeenMove, ...]
    result: Result | None
    shown: tuple[tuple[Card, ...] | None, ...]
    set_aside: tuple[SetAside, ...]
    after_pass: tuple[Action, ...] = ()
    is_set_up: bool = False

    @property
    def count(self) -> int:
        """This seat's count for a drop or a stock-out."""
        return count_of(self.rules, self.hand)


def view(hand: HandState, seat: int) -> SeatView:
    """Return what ``seat`` may know of ``hand`` now."""
    now = hand.turn if hand.is_blocked and hand.phase is LAY else None
    on_turn = tuple(legal_actions(hand)) if seat == hand.turn else ()
    return SeatView(
        rules=hand.rules,
        seat=seat,
        seats=hand.seats,
        dealer=hand.dealer,
        is_big_one=hand.is_big_one,
        bets=hand.bets,
        hand=hand.cards_of(seat),
        dealt=hand.dealt[seat],
        sizes=tuple(hand.size(each) for each in range(hand.seats)),
        upcard=hand.upcard,
        top=hand.pile[-1] if hand.pile else None,
        pile_size=len(hand.pile),
        stock_size=hand.stock_size,
        spreads=tuple(hand.spreads),
        waits=hand.waits,
        blocked=tuple(
            seat
            for seat, standing in enumerate(hand.standings)
            if standing.is_blocked or seat == now
        ),
        is_booed=hand.is_booed,
        is_last_turn=hand.is_last_turn,
        turn=hand.turn,
        turns=hand.turns,
        phase=hand.phase,
        may_act=may_act_as_seen(hand, seat),
        legal=on_turn + legal_out_of_turn(hand, seat),
        taken=hand.taken,
        drawn=hand.drawn if seat == hand.turn and hand.phase is LAY else None,
        must_use=hand.must_use,
        finish=hand.finish,
        chances=hand.chances,
        moves=tuple(SeenMove.of(move, seat) for move in hand.log),
        result=hand.result,
        shown=tuple(hand.cards_of(each) if hand.result else None for each in range(hand.seats)),
        set_aside=tuple(cards_set_aside(hand, seat, hand.bets.high_suit))
        if hand.bets.high_suit
        else (),
        is_set_up=hand.is_set_up,
    )


def cards_set_aside(hand: HandState, looker: int, bet: HighSuitBet) -> Iterator[SetAside]:
    """Yield the cards set aside for ``bet`` as seat ``looker`` sees them.

    Spades lie open; a called suit lies face down until it is played or the hand ends.
    """
    is_open = hand.rules.high_suit_bet == "spades" or hand.result is not None
    for seat in sorted(bet.joined, key=hand.from_eldest):
        card = high_suit_card(hand, seat, bet.suit)
        if card is not None:
            is_held = not any(
                card in cards_played(move.action) for move in hand.log if move.seat == seat
            )
            is_seen = is_open or seat == looker or not is_held
            yield SetAside(seat, card if is_seen else None, is_held)
