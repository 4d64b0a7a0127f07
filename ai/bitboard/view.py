"""What one seat may know of a hand. What is hidden from it is absent, not masked."""

from collections.abc import Iterator

from ai.bitboard.legality import legal_actions, legal_out_of_turn, may_act_as_seen
from ai.bitboard.settlement import high_suit_card, tied_seats
from ai.bitboard.state import HandState
from ai.bitboard.turnrules import waits
from game.rules.actions import Action, Draw, Take, cards_played
from game.rules.cards import Card
from game.rules.phases import LAY
from game.rules.results import ALL_HANDS_SHOWN, Ending, HighSuitBet
from game.rules.view import SeatView, SeenMove, SetAside, move_as_seen


def view(hand: HandState, seat: int) -> SeatView:
    """What ``seat`` may know of ``hand`` now."""
    cards = hand.law.pack.cards_in
    moves = tuple(move_as_seen(move, seat) for move in hand.log)
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
        waits=waits(hand),
        blocked=_blocked(hand),
        is_booed=hand.is_booed,
        is_last_turn=hand.is_last_turn,
        turn=hand.turn,
        turns=hand.turns,
        phase=hand.phase,
        may_act=may_act_as_seen(hand, seat),
        legal=legal_for(hand, seat),
        taken=hand.taken,
        drawn=_drawn(hand, moves, seat),
        must_use=hand.must_use,
        finish=hand.finish,
        chances=hand.chances,
        moves=moves,
        result=hand.result,
        shown=tuple(
            cards(hand.hands[each]) if each in shown_seats(hand) else None
            for each in range(hand.seats)
        ),
        set_aside=tuple(cards_set_aside(hand, seat, hand.bets.high_suit))
        if hand.bets.high_suit
        else (),
    )


def legal_for(hand: HandState, seat: int) -> tuple[Action, ...]:
    """Everything that ``seat`` may do now; empty where it may not act."""
    on_turn = tuple(legal_actions(hand)) if seat == hand.turn else ()
    return on_turn + legal_out_of_turn(hand, seat)


def shown_seats(hand: HandState) -> frozenset[int]:
    """The seats whose hands are shown at the end.

    All after a drop, a catch or a stock-out, every holder's of naturals at the deal, otherwise the
    winner's alone. A stock-out that nobody is paid for is shown too: the counts decided it.
    """
    if hand.result is None:
        return frozenset()
    if hand.result.ending in ALL_HANDS_SHOWN or (hand.result.ending is Ending.VOID and hand.turns):
        return frozenset(range(hand.seats))
    if hand.result.ending in (Ending.VOID, Ending.NATURAL):
        return frozenset(tied_seats(hand) or hand.result.winners)
    return frozenset(hand.result.winners)


def cards_set_aside(hand: HandState, looker: int, bet: HighSuitBet) -> Iterator[SetAside]:
    """Spades lie open; a called suit lies face down until it is played or the hand ends."""
    is_open = hand.rules.high_suit_bet == "spades" or hand.result is not None
    for seat in sorted(bet.joined, key=hand.from_eldest):
        card = high_suit_card(hand, seat, bet.suit)
        if card is not None:
            is_held = not any(
                card in cards_played(move.action) for move in hand.log if move.seat == seat
            )
            is_seen = is_open or seat == looker or not is_held
            yield SetAside(seat, card if is_seen else None, is_held)


def _blocked(hand: HandState) -> tuple[int, ...]:
    now = 1 << hand.turn if hand.is_blocked and hand.phase is LAY else 0
    return tuple(seat for seat in range(hand.seats) if (hand.blocks | now) >> seat & 1)


def _drawn(hand: HandState, moves: tuple[SeenMove, ...], seat: int) -> Card | None:
    """The card drawn in the turn being played, if that is this seat's."""
    if hand.turn != seat or hand.phase is not LAY:
        return None
    starts = (move for move in reversed(moves) if isinstance(move.action, Draw | Take))
    start = next(starts, None)
    return start.card if start and isinstance(start.action, Draw) else None
