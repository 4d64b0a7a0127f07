"""What each action does to a hand, and how hands end.

Everything here trusts that the action is legal; ``Hand.act`` asks first.
"""

from collections.abc import Callable
from typing import Final

from ai.bitboard.counting import full_counts
from ai.bitboard.laying import begin_turn, take
from ai.bitboard.legality import slappers
from ai.bitboard.settlement import (
    best_entry,
    drop_result,
    everyone_pays,
    make_result,
    naturals_at_deal,
    stockout_result,
    tonk_pays,
)
from ai.bitboard.spreads import goes_low, has_gap, natural_fits, slapped, with_hit
from ai.bitboard.state import HandState
from game.rules.actions import (
    DONE,
    PASS,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.results import Ending, PayReason, Result
from game.rules.ruleset import SEATS_MOST
from game.rules.spreads import TableSpread
from game.rules.state import Finish

_DOUBLE_DOUBLE_PAYS: Final = 4
# Looking a member up in its enum takes long, and every hand ends.
_TONK: Final = Ending.TONK
_DROP: Final = Ending.DROP
_STOCKOUT: Final = Ending.STOCKOUT
_DROPS: Final = tuple([Finish(_DROP, seat) for seat in range(SEATS_MOST)])
_BY_ITSELF: Final = Finish(_STOCKOUT, None)

NOT_STILL: Final = -1
"""``Hand.still`` within a turn that is not still: the turn's end adds one to what stands there."""


def close_slap(hand: HandState) -> None:
    """Nobody slapped in time: the stock-out that waited for it comes, or its last lay begins."""
    if hand.phase is SLAP:
        _go_on(hand)


def settle_naturals(hand: HandState) -> None:
    """End a hand that was decided by the deal."""
    deal = naturals_at_deal(hand) if _may_hold_naturals(hand) else None
    if deal:
        ending = Ending.NATURAL if deal.winners else Ending.VOID
        winners = tuple(sorted(deal.winners))
        counts = hand.full_counts()
        _finish(hand, make_result(hand, ending, winners, deal.payments, deal.pays, counts))


def _may_hold_naturals(hand: HandState) -> bool:
    return not hand.law.natural_counts.isdisjoint(full_counts(hand.hands))


def play_by(hand: HandState, seat: int, action: Action) -> None:
    """Play a legal action of ``seat``, which may drop out of turn, unchecked and unlogged."""
    if type(action) is Drop:
        _close(hand, _DROPS[seat])
    else:
        play(hand, action)


def play(hand: HandState, action: Action) -> None:
    """Play a legal action of the seat on turn, or a slap, unchecked and unlogged."""
    # The two moves of nearly every turn stand here: a call would cost as much as either does.
    if type(action) is Discard:
        seat, law, card = hand.turn, hand.law, action.card
        weight = law.weight[card]
        hand.hands[seat] = held = hand.hands[seat] - weight
        hand.pile.append(card)
        if not (held or hand.is_booed):
            _finish_out(hand, seat)
            return
        if law.has_slaps:
            hand.discarder, hand.is_slappable = seat, weight & hand.hittable != 0
            hand.is_claim_open = False
        hand.still = still = hand.still + 1
        hand.turn = law.after[seat]
        hand.turns += 1
        hand.taken = None
        hand.phase = START
        if still >= law.still_limit or hand.is_last_turn:
            _end_by_itself(hand)
    elif type(action) is Draw:
        if hand.is_marked:
            begin_turn(hand)
        law, place = hand.law, hand.next_card
        hand.hands[hand.turn] += law.weight[hand.deck[place]]
        hand.next_card = place + 1
        hand.still = NOT_STILL
        hand.phase = LAY
        if place >= law.watched_from:
            watch_stock(hand)
    else:
        _PLAYS[type(action)](hand, action)


def watch_stock(hand: HandState) -> None:
    for watch in hand.law.card_drawn:
        watch(hand)


def _spread(hand: HandState, action: Spread) -> None:
    if hand.phase is not LAY:
        close_slap(hand)
    seat, pack = hand.turn, hand.law.pack
    laid, fits = hand.law.lays[action]
    # Called past the named tuple's own maker, which costs as much again.
    spread = tuple.__new__(TableSpread, (len(hand.spreads), seat, *laid[2:]))
    hand.hands[seat] -= pack.weigh(action.cards)
    hand.spreads.append(spread)
    hand.fits.append(fits)
    hand.last_laid_spread |= 1 << seat
    _after_lay(hand)
    for watch in hand.law.hooks.spread_laid:
        watch(hand, seat, spread)
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _hit(hand: HandState, action: Hit) -> None:
    if hand.phase is not LAY:
        close_slap(hand)
    seat = hand.turn
    hand.hands[seat] -= hand.law.pack.weight[action.card]
    _put_onto(hand, seat, action)
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _put_onto(hand: HandState, seat: int, hit: Hit) -> None:
    pack, spread = hand.law.pack, hand.spreads[hit.spread]
    spread = with_hit(spread, hit, goes_low(pack, spread, hit), buries=hand.law.buries)
    hand.spreads[hit.spread] = spread
    hand.fits[hit.spread] = natural_fits(pack, spread)
    hand.hitters |= 1 << seat
    hand.other_hitters |= (seat != spread.owner) << seat
    hand.last_laid_spread &= ~(1 << seat)
    _after_lay(hand)
    for watch in hand.law.hooks.hit_made:
        watch(hand, seat, spread)


def _after_lay(hand: HandState) -> None:
    pack = hand.law.pack
    hand.still, hand.must_use = NOT_STILL, None
    hittable = 0
    for fits in hand.fits:
        hittable |= fits
    # What a card fits as itself a wild card fits too: mostly that shows a gap.
    if pack.wild_mask and (hittable or any(has_gap(pack, spread) for spread in hand.spreads)):
        hittable |= pack.wild_mask
    hand.hittable = hittable


def _done(hand: HandState, _: Action) -> None:
    hand.is_slappable = False
    hand.still += 1
    hand.turn = hand.law.after[hand.turn]
    hand.turns += 1
    hand.taken = None
    hand.phase = START
    if hand.is_last_turn or hand.still >= hand.law.still_limit:
        _end_by_itself(hand)


def _end_by_itself(hand: HandState) -> None:
    """A stock-out that is due waits until its last discard can no longer be slapped (RULES.md
    §7). The slap that undoes it undoes its last lay as well (§8.4).
    """
    if not hand.is_last_turn and (hand.still < hand.law.still_limit or hand.stock_size):
        hand.phase, hand.finish, hand.chances = START, None, ()
        hand.turn = hand.next_seat
        return
    hand.finish = _BY_ITSELF
    if not (hand.law.has_slaps or hand.law.last_lays):
        _settle(hand, _BY_ITSELF)
        return
    hand.phase = SLAP
    hand.chances = _chances(hand, _BY_ITSELF)
    if hand.chances:
        hand.turn = hand.chances[0]
    if not slappers(hand):
        close_slap(hand)


def _drop(hand: HandState, _: Action) -> None:
    _close(hand, _DROPS[hand.turn])


def _stop(hand: HandState, _: Action) -> None:
    _close(hand, Finish(_STOCKOUT, hand.turn))


def _declare(hand: HandState, _: Action) -> None:
    seat = hand.turn
    entry = best_entry(hand, seat, "turn")
    if entry is None:
        raise ValueError(seat)
    payments = everyone_pays(hand, seat, entry.pays, PayReason.NATURAL)
    counts = hand.full_counts()
    _finish(hand, make_result(hand, Ending.NATURAL, (seat,), payments, entry.pays, counts))


def _slap(hand: HandState, slap: Slap) -> None:
    pack, seat, card = hand.law.pack, slap.seat, hand.pile.pop()
    landing = slapped(pack, hand.spreads[slap.spread], card)
    if landing is None:
        raise ValueError(slap)
    _put_onto(hand, seat, landing)
    hand.still = 0
    hand.is_slappable = False
    if slap.discard is not None:
        hand.hands[seat] -= pack.weight[slap.discard]
        hand.pile.append(slap.discard)
        # Only a discard that fits a spread can be slapped: few are.
        hand.discarder = seat
        hand.is_slappable = pack.weight[slap.discard] & hand.hittable != 0
        if not hand.hands[seat] and not hand.is_booed:
            _finish_out(hand, seat)
            return
    if hand.phase is SLAP:
        _end_by_itself(hand)


def _emptied_by_lay(hand: HandState, seat: int) -> None:
    if hand.phase is CHANCE:
        _emptied_by_chance(hand, seat)
    elif hand.is_booed:
        _done(hand, DONE)
    else:
        _close(hand, Finish(_TONK, seat, tonk_pays(hand, seat)))


def _emptied_by_chance(hand: HandState, seat: int) -> None:
    """It wins a double-double; in a last lay it ends nothing but the seat's own chance."""
    if hand.finish and hand.finish.ending is _TONK:
        stakes, why = _DOUBLE_DOUBLE_PAYS, PayReason.DOUBLE_DOUBLE
        payments = everyone_pays(hand, seat, stakes, why)
        _finish(hand, make_result(hand, Ending.DOUBLE_DOUBLE, (seat,), payments, stakes))
    else:
        _pass(hand, PASS)


# How hands end. Before some endings others have a last chance to lay (RULES.md §5.13, §8.3): one
# after the other, and only then is the ending settled, on the counts then held.


def _close(hand: HandState, finish: Finish) -> None:
    """A tonk, a drop or a stop: the hand ends so, at once or after the last chances."""
    hand.finish = finish
    if not hand.law.last_lays:
        _settle(hand, finish)
        return
    hand.chances = _chances(hand, finish)
    if hand.chances and finish.seat == hand.turn:
        hand.turns += 1  # its turn is over; that of a seat that waits has not begun
    _go_on(hand)


def _chances(hand: HandState, finish: Finish) -> tuple[int, ...]:
    """The seats that have a last chance to lay, in their order: all that hold cards, from the left
    of ``finish.seat``, which comes last after a stop and not at all else.
    """
    if finish.ending not in hand.law.last_lays:
        return ()
    first = hand.next_seat if finish.seat is None else hand.law.after[finish.seat]
    around = [(first + step) % hand.seats for step in range(hand.seats)]
    if finish.ending is not _STOCKOUT:
        around.pop()
    return tuple([seat for seat in around if hand.hands[seat]])


def _go_on(hand: HandState) -> None:
    """The next seat's last chance, or the end where there is none."""
    if hand.chances:
        hand.phase, hand.turn = CHANCE, hand.chances[0]
    else:
        _settle(hand, hand.finish or _BY_ITSELF)


def _pass(hand: HandState, _: Action) -> None:
    hand.chances = hand.chances[1:]
    _go_on(hand)


def _settle(hand: HandState, finish: Finish) -> None:
    ending, seat, stakes = finish
    if seat is None or ending is _STOCKOUT:
        result = stockout_result(hand)
    elif ending is _DROP:
        result = drop_result(hand, seat)
    else:
        payments = everyone_pays(hand, seat, stakes, PayReason.TONK)
        result = make_result(hand, _TONK, (seat,), payments, stakes)
    hand.result, hand.phase, hand.chances = result, OVER, ()


def _finish_out(hand: HandState, seat: int) -> None:
    stakes = hand.rules.out_pays
    payments = everyone_pays(hand, seat, stakes, PayReason.OUT)
    _finish(hand, make_result(hand, Ending.OUT, (seat,), payments, stakes))


def _finish(hand: HandState, result: Result) -> None:
    hand.result = result
    hand.phase, hand.chances = OVER, ()


_PLAYS: Final[dict[type[Action], Callable[..., None]]] = {
    Drop: _drop,
    Declare: _declare,
    Take: take,
    Stop: _stop,
    Spread: _spread,
    Hit: _hit,
    Done: _done,
    Slap: _slap,
    Pass: _pass,
}
