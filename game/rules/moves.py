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
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.policies.naturals import best_entry, naturals_at_deal
from game.rules.policies.payouts import drop_result, everyone_pays, make_result, stockout_result
from game.rules.policies.tonks import tonk_pays
from game.rules.results import Ending, PayReason, Result
from game.rules.spreads import TableSpread, goes_low, has_gap, natural_fits, slapped, with_hit

if TYPE_CHECKING:
    from game.rules.hand import Hand

_DOUBLE_DOUBLE_PAYS: Final = 4

NOT_STILL: Final = -1
"""``Hand.still`` within a turn that is not still: the turn's end adds one to what stands there."""


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
    return not hand.law.natural_counts.isdisjoint(hand.counts())


def play(hand: "Hand", action: Action) -> None:
    """Play a legal action, unchecked and unlogged."""
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
        hand.still = still = hand.still + 1
        hand.turn = law.after[seat]
        hand.turns += 1
        hand.taken = None
        hand.phase = START
        if still >= law.still_limit or hand.is_last_turn:
            _end_by_itself(hand)
    elif type(action) is Draw:
        if hand.is_marked:
            _begin_turn(hand)
        law, place = hand.law, hand.next_card
        hand.hands[hand.turn] += law.weight[hand.deck[place]]
        hand.next_card = place + 1
        hand.still = NOT_STILL
        hand.phase = LAY
        if place >= law.watched_from:
            watch_stock(hand)
    else:
        _PLAYS[type(action)](hand, action)


def _begin_turn(hand: "Hand") -> None:
    """The first action of a turn wipes the marks that house rules have left, or counts them down.

    They are asked again while any mark stands.
    """
    is_marked = False
    for begin in hand.law.turn_starts:
        if begin(hand):
            is_marked = True
    hand.is_marked = is_marked


def _take(hand: "Hand", _: Action) -> None:
    if hand.is_marked:
        _begin_turn(hand)
    law, card = hand.law, hand.pile.pop()
    hand.hands[hand.turn] += law.weight[card]
    hand.taken = card
    hand.phase = LAY
    for watch in law.card_taken:
        watch(hand)


def watch_stock(hand: "Hand") -> None:
    for watch in hand.law.card_drawn:
        watch(hand)


def _spread(hand: "Hand", action: Spread) -> None:
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


def _hit(hand: "Hand", action: Hit) -> None:
    seat = hand.turn
    hand.hands[seat] -= hand.law.pack.weight[action.card]
    _put_onto(hand, seat, action)
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _put_onto(hand: "Hand", seat: int, hit: Hit) -> None:
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


def _after_lay(hand: "Hand") -> None:
    pack = hand.law.pack
    hand.still, hand.must_use = NOT_STILL, None
    hittable = 0
    for fits in hand.fits:
        hittable |= fits
    # What a card fits as itself a wild card fits too: mostly that tells there is a gap.
    if pack.wild_mask and (hittable or any(has_gap(pack, spread) for spread in hand.spreads)):
        hittable |= pack.wild_mask
    hand.hittable = hittable


def _done(hand: "Hand", _: Action) -> None:
    hand.is_slappable = False
    hand.still += 1
    hand.turn = hand.law.after[hand.turn]
    hand.turns += 1
    hand.taken = None
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
        # Only a discard that fits a spread can be slapped: few are.
        hand.discarder = seat
        hand.is_slappable = pack.weight[slap.discard] & hand.hittable != 0
        if not hand.hands[seat] and not hand.is_booed:
            _finish_out(hand, seat)
            return
    if hand.phase is SLAP:
        _end_by_itself(hand)


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
    hand.turn = hand.law.after[seat]


def _pass(hand: "Hand", _: Action) -> None:
    hand.chances -= 1
    hand.turn = hand.law.after[hand.turn]
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


_PLAYS: Final[dict[type[Action], Callable[..., None]]] = {
    Drop: _drop,
    Declare: _declare,
    Take: _take,
    Stop: _stop,
    Spread: _spread,
    Hit: _hit,
    Done: _done,
    Slap: _slap,
    Pass: _pass,
}
