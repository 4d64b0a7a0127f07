"""What one seat may know of a hand. What is hidden from it is absent, not masked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.actions import Action, Discard, Draw, Hit, Slap, Spread, Take
from game.rules.bets import HighSuitBet, SideBets
from game.rules.cards import Card
from game.rules.phases import LAY, Phase
from game.rules.policies.naturals import tied_seats
from game.rules.policies.pots import high_suit_card
from game.rules.results import Ending, Result
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread

if TYPE_CHECKING:
    from game.rules.hand import Hand, Move

_ALL_SHOWN = frozenset({Ending.DROP, Ending.CAUGHT, Ending.STOCKOUT})


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A move as one seat saw it: ``card`` is what was drawn or taken, None where that stayed
    hidden.
    """

    seat: int
    action: Action
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """A card that a seat has set aside for the high suit; it stays part of its hand.

    ``card`` is None while it lies face down to the seat that looks. ``is_held`` until it is played.
    """

    seat: int
    card: Card | None
    is_held: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """The table from one seat.

    ``hand`` is in suit and rank order. ``sizes`` are the cards held per seat, ``waits`` the turns
    each may not drop. ``upcard`` was turned up at the deal, None where none is. ``taken`` is the
    card that the seat on turn has just taken from the pile (public), ``drawn`` the one that this
    seat has drawn this turn. ``legal`` is what this seat may
    do now, slaps included. ``shown`` holds, once the hand is over, the hands that were shown, None
    for the others. ``blocked`` are the seats that may not empty their hand on their turn
    (``hit_blocks_out``); ``is_last_turn`` tells that the hand ends when this turn does
    (``stock_end``). ``set_aside`` are the cards set aside for the high suit, from eldest on.
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
    moves: tuple[SeenMove, ...]
    result: Result | None
    shown: tuple[tuple[Card, ...] | None, ...]
    set_aside: tuple[SetAside, ...]


def view(hand: "Hand", seat: int) -> SeatView:
    """What ``seat`` may know of ``hand`` now."""
    cards = hand.law.pack.cards_in
    moves = tuple(seen(move, seat) for move in hand.log)
    return SeatView(
        rules=hand.rules,
        seat=seat,
        seats=hand.seats,
        dealer=hand.dealer,
        is_big_one=hand.is_big_one,
        bets=hand.bets,
        hand=hand.cards_of(seat),
        dealt=cards(hand.dealt[seat]),
        sizes=tuple(hand.size(each) for each in range(hand.seats)),
        upcard=hand.deck[hand.seats * hand.law.hand_size] if hand.rules.upcard else None,
        top=hand.pile[-1] if hand.pile else None,
        pile_size=len(hand.pile),
        stock_size=hand.stock_size,
        spreads=tuple(hand.spreads),
        waits=hand.waits,
        blocked=_blocked(hand),
        is_booed=hand.is_booed,
        is_last_turn=hand.is_last_turn,
        turn=hand.turn,
        turns=hand.turns,
        phase=hand.phase,
        may_act=hand.may_act(),
        legal=legal_for(hand, seat),
        taken=hand.taken,
        drawn=_drawn(hand, moves, seat),
        must_use=hand.must_use,
        moves=moves,
        result=hand.result,
        shown=tuple(
            cards(hand.hands[each]) if each in shown_seats(hand) else None
            for each in range(hand.seats)
        ),
        set_aside=tuple(_set_aside(hand, seat, hand.bets.high_suit)) if hand.bets.high_suit else (),
    )


def seen(move: "Move", seat: int) -> SeenMove:
    """``move`` as ``seat`` saw it: another's draw hides its card."""
    is_hidden = isinstance(move.action, Draw) and move.seat != seat
    return SeenMove(move.seat, move.action, None if is_hidden else move.card)


def legal_for(hand: "Hand", seat: int) -> tuple[Action, ...]:
    """Everything that ``seat`` may do now; empty where it may not act."""
    on_turn = tuple(hand.legal()) if seat == hand.turn else ()
    return on_turn + hand.legal_slaps(seat)


def shown_seats(hand: "Hand") -> frozenset[int]:
    """The seats whose hands are shown at the end.

    All after a drop, a catch or a stock-out, every holder's of naturals at the deal, otherwise the
    winner's alone. A stock-out that nobody is paid for is shown too: the counts decided it.
    """
    if hand.result is None:
        return frozenset()
    if hand.result.ending in _ALL_SHOWN or (hand.result.ending is Ending.VOID and hand.turns):
        return frozenset(range(hand.seats))
    if hand.result.ending in (Ending.VOID, Ending.NATURAL):
        return frozenset(tied_seats(hand) or hand.result.winners)
    return frozenset(hand.result.winners)


def _set_aside(hand: "Hand", looker: int, bet: HighSuitBet) -> Iterator[SetAside]:
    """Spades lie open; a called suit lies face down until it is played or the hand ends."""
    is_open = hand.rules.high_suit_bet == "spades" or hand.result is not None
    for seat in sorted(bet.joined, key=hand.from_eldest):
        card = high_suit_card(hand, seat, bet.suit)
        if card is not None:
            is_held = not any(card in _given(move) for move in hand.log if move.seat == seat)
            is_seen = is_open or seat == looker or not is_held
            yield SetAside(seat, card if is_seen else None, is_held)


def _given(move: "Move") -> tuple[Card, ...]:
    """The cards that a move takes out of a hand."""
    match move.action:
        case Spread(cards=cards):
            return cards
        case Hit(card=card) | Discard(card=card) | Slap(discard=str(card)):
            return (card,)
        case _:
            return ()


def _blocked(hand: "Hand") -> tuple[int, ...]:
    now = 1 << hand.turn if hand.is_blocked and hand.phase is LAY else 0
    return tuple(seat for seat in range(hand.seats) if (hand.blocks | now) >> seat & 1)


def _drawn(hand: "Hand", moves: tuple[SeenMove, ...], seat: int) -> Card | None:
    """The card drawn in the turn being played, if that is this seat's."""
    if hand.turn != seat or hand.phase is not LAY:
        return None
    starts = (move for move in reversed(moves) if isinstance(move.action, Draw | Take))
    start = next(starts, None)
    return start.card if start and isinstance(start.action, Draw) else None
