"""What each action does to a hand, and how hands end.

Everything here trusts that the action is legal; ``Hand.act`` asks first.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.rules.actions import (
    DONE,
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
from game.rules.cards import Card
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.policies.naturals import best_entry, naturals_at_deal
from game.rules.policies.payouts import drop_result, everyone_pays, make_result, stockout_result
from game.rules.policies.tonks import tonk_pays
from game.rules.results import Ending, PayReason, Result
from game.rules.spreads import gap_for, gaps, natural_fits, slapped, with_hit

if TYPE_CHECKING:
    from game.rules.hand import Hand

_DOUBLE_DOUBLE_PAYS: Final = 4


def close_slap(hand: "Hand") -> None:
    """Nobody slapped in time: the hand that waited for it ends as a stock-out."""
    if hand.phase is SLAP:
        _finish(hand, stockout_result(hand))


def settle_naturals(hand: "Hand") -> None:
    """End a hand that was decided by the deal."""
    deal = naturals_at_deal(hand) if _may_hold_naturals(hand) else None
    if deal:
        ending = Ending.NATURAL if deal.winners else Ending.VOID
        winners = tuple(sorted(deal.winners))
        _finish(hand, make_result(hand, ending, winners, deal.payments, deal.pays))


def _may_hold_naturals(hand: "Hand") -> bool:
    likely = hand.law.natural_counts
    return any(count in likely for count in hand.counts())


def _draw(hand: "Hand", _: Action) -> None:
    law = hand.law
    for begin in law.turn_starts:
        begin(hand)
    hand.hands[hand.turn] += law.weight[hand.deck[hand.next_card]]
    hand.next_card += 1
    hand.moved = True
    hand.phase = LAY
    for watch in law.card_drawn:
        watch(hand)


def _take(hand: "Hand", _: Action) -> None:
    law = hand.law
    for begin in law.turn_starts:
        begin(hand)
    card = hand.pile.pop()
    hand.hands[hand.turn] += law.weight[card]
    hand.taken = card
    hand.kept = law.pack.bit[card] & law.kept_mask
    hand.moved = False
    hand.phase = LAY
    for watch in law.card_taken:
        watch(hand)


def watch_stock(hand: "Hand") -> None:
    for watch in hand.law.card_drawn:
        watch(hand)


def _spread(hand: "Hand", action: Spread) -> None:
    seat, pack = hand.turn, hand.law.pack
    laid, fits = hand.law.lays[action]
    spread = laid._replace(number=len(hand.spreads), owner=seat)
    hand.hands[seat] -= pack.weigh(action.cards)
    hand.spreads.append(spread)
    hand.fits.append(fits)
    hand.last_laid_spread |= 1 << seat
    _after_lay(hand)
    for watch in hand.law.hooks.spread_laid:
        watch(hand, seat, spread)
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _hit(hand: "Hand", action: Hit) -> None:
    seat = hand.turn
    hand.hands[seat] -= hand.law.pack.weight[action.card]
    _put_onto(hand, seat, action)
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _put_onto(hand: "Hand", seat: int, hit: Hit) -> None:
    pack, spread = hand.law.pack, hand.spreads[hit.spread]
    gap = gap_for(pack, spread, hit)
    if gap is None:
        raise ValueError(hit)
    spread = with_hit(spread, hit, gap, buries=hand.law.buries)
    hand.spreads[hit.spread] = spread
    hand.fits[hit.spread] = natural_fits(pack, spread)
    hand.hitters |= 1 << seat
    hand.other_hitters |= (seat != spread.owner) << seat
    hand.last_laid_spread &= ~(1 << seat)
    _after_lay(hand)
    for watch in hand.law.hooks.hit_made:
        watch(hand, seat, spread)


def _after_lay(hand: "Hand") -> None:
    pack = hand.law.pack
    hand.moved, hand.must_use = True, None
    hand.hittable = 0
    for fits in hand.fits:
        hand.hittable |= fits
    if pack.wild_mask and any(gaps(pack, spread) for spread in hand.spreads):
        hand.hittable |= pack.wild_mask


def _discard(hand: "Hand", action: Discard) -> None:
    seat, law = hand.turn, hand.law
    hand.hands[seat] = held = hand.hands[seat] - law.weight[action.card]
    hand.pile.append(action.card)
    if not (held or hand.is_booed):
        _finish_out(hand, seat)
        return
    if law.has_slaps:
        _offer_slap(hand, seat, action.card)
    _end_turn(hand)


def _done(hand: "Hand", _: Action) -> None:
    hand.is_slappable = False
    _end_turn(hand)


def _end_turn(hand: "Hand") -> None:
    hand.still = 0 if hand.moved else hand.still + 1
    hand.turn = (hand.turn + 1) % hand.seats
    hand.turns += 1
    hand.taken = None
    hand.kept = 0
    hand.phase = START
    if hand.is_last_turn or hand.still >= hand.law.still_limit:
        _end_by_itself(hand)


def _end_by_itself(hand: "Hand") -> None:
    """A stock-out that is due waits until its last discard can no longer be slapped (RULES.md
    §7).
    """
    if not hand.is_last_turn and (hand.still < hand.law.still_limit or hand.stock_size):
        hand.phase = START
        return
    hand.phase = SLAP
    if not hand.slappers():
        close_slap(hand)


def _drop(hand: "Hand", _: Action) -> None:
    _finish(hand, drop_result(hand, hand.turn))


def _stop(hand: "Hand", _: Action) -> None:
    _finish(hand, stockout_result(hand))


def _declare(hand: "Hand", _: Action) -> None:
    seat = hand.turn
    entry = best_entry(hand, seat, "turn")
    if entry is None:
        raise ValueError(seat)
    payments = everyone_pays(hand, seat, entry.pays, PayReason.NATURAL)
    _finish(hand, make_result(hand, Ending.NATURAL, (seat,), payments, entry.pays))


def _slap(hand: "Hand", slap: Slap) -> None:
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
        _offer_slap(hand, seat, slap.discard)
        if not hand.hands[seat] and not hand.is_booed:
            _finish_out(hand, seat)
            return
    if hand.phase is SLAP:
        _end_by_itself(hand)


def _offer_slap(hand: "Hand", discarder: int, card: Card) -> None:
    """Only a discard that fits a spread can be slapped: few are."""
    hand.discarder = discarder
    hand.is_slappable = bool(hand.law.pack.bit[card] & hand.hittable)


def _emptied_by_lay(hand: "Hand", seat: int) -> None:
    if hand.phase is CHANCE:
        stakes, why = _DOUBLE_DOUBLE_PAYS, PayReason.DOUBLE_DOUBLE
        payments = everyone_pays(hand, seat, stakes, why)
        _finish(hand, make_result(hand, Ending.DOUBLE_DOUBLE, (seat,), payments, stakes))
    elif hand.is_booed:
        _done(hand, DONE)
    else:
        _tonked(hand, seat)


def _tonked(hand: "Hand", seat: int) -> None:
    hand.tonk = (seat, tonk_pays(hand, seat))
    if not hand.rules.double_double:
        _pay_tonk(hand)
        return
    hand.phase = CHANCE
    hand.chances = hand.seats - 1
    hand.turn = (seat + 1) % hand.seats


def _pass(hand: "Hand", _: Action) -> None:
    hand.chances -= 1
    hand.turn = (hand.turn + 1) % hand.seats
    if not hand.chances:
        _pay_tonk(hand)


def _pay_tonk(hand: "Hand") -> None:
    seat, stakes = hand.tonk
    payments = everyone_pays(hand, seat, stakes, PayReason.TONK)
    _finish(hand, make_result(hand, Ending.TONK, (seat,), payments, stakes))


def _finish_out(hand: "Hand", seat: int) -> None:
    stakes = hand.rules.out_pays
    payments = everyone_pays(hand, seat, stakes, PayReason.OUT)
    _finish(hand, make_result(hand, Ending.OUT, (seat,), payments, stakes))


def _finish(hand: "Hand", result: Result) -> None:
    hand.result = result
    hand.phase = OVER


PLAYS: Final[dict[type[Action], Callable[..., None]]] = {
    Drop: _drop,
    Declare: _declare,
    Draw: _draw,
    Take: _take,
    Stop: _stop,
    Spread: _spread,
    Hit: _hit,
    Discard: _discard,
    Done: _done,
    Slap: _slap,
    Pass: _pass,
}
