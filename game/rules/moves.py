"""The effect of each action on a hand, and how hands end.

Nothing here checks that an action is legal; ``Hand.act`` does so first.
"""

from game.rules.actions import (
    Action,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.cards import Card
from game.rules.legality import slappers
from game.rules.phases import CHANCE, LAY, OVER, SLAP, START
from game.rules.results import DOUBLE_DOUBLE_PAYS, Ending, PayReason, Result
from game.rules.ruleset import RuleSet
from game.rules.settlement import (
    best_entry,
    drop_result,
    everyone_pays,
    make_result,
    naturals_at_deal,
    stockout_result,
    tonk_pays,
    wins_natural_pot,
)
from game.rules.spreads import gap_for, read_spread, slapped
from game.rules.state import Finish, HandState, Lay


def play(hand: HandState, seat: int, action: Action) -> None:
    """Play a legal action of ``seat`` without checking or logging it."""
    if isinstance(action, Slap):
        _slap(hand, action)
    elif isinstance(action, Drop):
        if seat == hand.turn:
            _begin_turn(hand)
        _close(hand, Finish(Ending.DROP, seat))
    elif hand.phase is START:
        _begin_turn(hand)
        match action:
            case Draw():
                _draw(hand)
            case Take():
                _take(hand)
            case Stop():
                _close(hand, Finish(Ending.STOCKOUT, hand.turn))
            case _:
                _declare(hand)
    else:
        close_slap(hand)  # the first action of a last lay closes it
        _play_on(hand, action)


def _play_on(hand: HandState, action: Action) -> None:
    match action:
        case Discard(card):
            _throw(hand, hand.turn, card)
            if not hand.is_over:
                _end_turn(hand)
        case Spread():
            _spread(hand, action)
        case Hit():
            _hit(hand, action)
        case Done():
            _done(hand)
        case _:
            _pass(hand)


def settle_naturals(hand: HandState) -> None:
    """End a hand that is decided by the deal (RULES.md §1.4, §5.2)."""
    deal = naturals_at_deal(hand)
    if deal:
        ending = Ending.NATURAL if deal.winners else Ending.VOID
        winners = tuple(sorted(deal.winners))
        counts = hand.full_counts()
        _finish(hand, make_result(hand, ending, winners, deal.payments, deal.pays, counts))


# The start of a turn.


def _begin_turn(hand: HandState) -> None:
    """Lower the wait of the seat on turn, and let it earn its once-only waits again (§5.7)."""
    own = hand.standings[hand.turn]
    own.wait = max(own.wait - 1, 0)
    own.was_hit = own.has_hit_own = own.has_hit_others = False
    hand.is_blocked, own.is_blocked = own.is_blocked, False
    hand.is_idle, hand.has_hit = True, False
    hand.drawn = hand.taken = hand.must_use = None


def _draw(hand: HandState) -> None:
    hand.drawn = hand.stock.pop(0)
    hand.hands[hand.turn].append(hand.drawn)
    hand.is_idle, hand.is_claim_open = False, False
    hand.phase = LAY
    watch_stock(hand)
    if hand.rules.stock_end == "at_once" and not hand.stock:
        hand.is_last_turn = True


def watch_stock(hand: HandState) -> None:
    """Mark the deck as booed once the stock holds no more cards than there are seats (§5.8)."""
    if hand.rules.booed and len(hand.stock) <= hand.seats:
        hand.is_booed = True


def _take(hand: HandState) -> None:
    hand.taken = hand.pile.pop()
    hand.hands[hand.turn].append(hand.taken)
    hand.phase = LAY
    if hand.rules.take == "use_now" or hand.is_claim_open:
        hand.must_use = hand.taken
    hand.is_claim_open = False


def _declare(hand: HandState) -> None:
    seat = hand.turn
    entry = best_entry(hand, seat, "turn")
    if entry is None:
        raise ValueError(seat)
    payments = everyone_pays(hand, seat, entry.pays, PayReason.NATURAL)
    counts = hand.full_counts()
    _finish(hand, make_result(hand, Ending.NATURAL, (seat,), payments, entry.pays, counts))


# Laying cards.


def _spread(hand: HandState, action: Spread) -> None:
    seat = hand.turn
    spread = read_spread(hand.rules, action, len(hand.spreads), seat)
    if spread is None:
        raise ValueError(action)
    for card in action.cards:
        hand.hands[seat].remove(card)
    hand.spreads.append(spread)
    hand.lays.append(Lay(seat, seat, is_hit=False))
    hand.is_idle, hand.must_use = False, None
    hand.standings[seat].wait += hand.rules.wait_after_spread
    if wins_natural_pot(hand, seat, spread):
        hand.natural_pot_winner = seat
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _hit(hand: HandState, action: Hit) -> None:
    seat = hand.turn
    hand.hands[seat].remove(action.card)
    hand.has_hit |= hand.phase is LAY
    hand.is_idle, hand.must_use = False, None
    _put_onto(hand, seat, action)
    if not hand.hands[seat]:
        _emptied_by_lay(hand, seat)


def _put_onto(hand: HandState, seat: int, hit: Hit) -> None:
    spread = hand.spreads[hit.spread]
    gap = gap_for(hand.rules, spread, hit)
    if gap is None:
        raise ValueError(hit)
    buries = hand.rules.complete_books == "buried"
    hand.spreads[hit.spread] = spread.with_hit(hit, gap.at_low_end, buries=buries)
    hand.lays.append(Lay(seat, spread.owner, is_hit=True))
    _earn_waits(hand, seat, spread.owner)


def _earn_waits(hand: HandState, seat: int, owner: int) -> None:
    """Add the waits of a hit, for the owner of the spread and for the seat that hit it (RULES.md
    §5.7).

    Each counts once between two turns of the seat that waits, or every time if hits stack.
    """
    rules, hitter, hit = hand.rules, hand.standings[seat], hand.standings[owner]
    if seat == owner:
        if rules.hits_stack or not hitter.has_hit_own:
            hitter.wait += rules.wait_after_own_hit
        hitter.has_hit_own = True
        return
    if rules.hits_stack or not hit.was_hit:
        hit.wait += rules.wait_when_hit
    if rules.hits_stack or not hitter.has_hit_others:
        hitter.wait += rules.wait_after_hitting
    hit.was_hit = hitter.has_hit_others = True
    hit.is_blocked = rules.hit_blocks_out


def _emptied_by_lay(hand: HandState, seat: int) -> None:
    if hand.phase is CHANCE:
        # It wins a double-double; in a last lay it ends nothing but the seat's own chance.
        if hand.finish and hand.finish.ending is Ending.TONK:
            stakes = DOUBLE_DOUBLE_PAYS
            payments = everyone_pays(hand, seat, stakes, PayReason.DOUBLE_DOUBLE)
            _finish(hand, make_result(hand, Ending.DOUBLE_DOUBLE, (seat,), payments, stakes))
        else:
            _pass(hand)
    elif hand.is_booed:
        _done(hand)
    else:
        _close(hand, Finish(Ending.TONK, seat, tonk_pays(hand, seat)))


# The end of a turn.


def _throw(hand: HandState, seat: int, card: Card) -> None:
    """Put a card on the pile, where it may be slapped; the last card of a hand ends the hand."""
    hand.hands[seat].remove(card)
    hand.pile.append(card)
    hand.discarder, hand.is_claim_open = seat, False
    hand.is_slappable = hand.rules.slap != "off" and any(
        slapped(hand.rules, spread, card) for spread in hand.spreads
    )
    if not hand.hands[seat] and not hand.is_booed:
        stakes = hand.rules.out_pays
        payments = everyone_pays(hand, seat, stakes, PayReason.OUT)
        _finish(hand, make_result(hand, Ending.OUT, (seat,), payments, stakes))


def _done(hand: HandState) -> None:
    """End the turn without a discard."""
    hand.is_slappable = False
    _end_turn(hand)


def _end_turn(hand: HandState) -> None:
    hand.idle_turns = hand.idle_turns + 1 if hand.is_idle else 0
    hand.turns += 1
    hand.drawn = hand.taken = None
    _look_for_end(hand)


def _slap(hand: HandState, slap: Slap) -> None:
    hit = slapped(hand.rules, hand.spreads[slap.spread], hand.pile.pop())
    if hit is None:
        raise ValueError(slap)
    hand.is_slappable = False
    hand.idle_turns = 0
    _put_onto(hand, slap.seat, hit)
    if slap.discard is not None:
        _throw(hand, slap.seat, slap.discard)
    if hand.phase is SLAP:
        _look_for_end(hand)


def _look_for_end(hand: HandState) -> None:
    """Begin a stock-out that is due, once its last discard can no longer be slapped (RULES.md
    §1.10, §5.9).

    A slap that undoes the stock-out also undoes its last lay (§5.18).
    """
    hand.phase, hand.turn = START, hand.next_seat
    hand.finish, hand.chances = None, ()
    is_worn_out = hand.idle_turns >= hand.idle_limit and not hand.stock
    if not (hand.is_last_turn or is_worn_out):
        return
    hand.phase, hand.finish = SLAP, Finish(Ending.STOCKOUT, None)
    hand.chances = _chances(hand, hand.finish)
    if hand.chances:
        hand.turn = hand.chances[0]
    if not slappers(hand):
        close_slap(hand)


def close_slap(hand: HandState) -> None:
    """End the wait for a slap: the pending stock-out comes, or its last lay begins."""
    if hand.phase is SLAP:
        _go_on(hand)


# The end of a hand. Before some endings other seats have a last chance to lay (RULES.md §5.13,
# §5.18), one after the other; only then is the ending settled, on the counts then held.


def _close(hand: HandState, finish: Finish) -> None:
    """End the hand by a tonk, a drop or a stop, at once or after the last chances."""
    hand.finish = finish
    hand.chances = _chances(hand, finish)
    if hand.chances and finish.seat == hand.turn:
        hand.turns += 1  # the turn in play is over
    _go_on(hand)


def has_last_lay(rules: RuleSet, ending: Ending) -> bool:
    """Return whether others may still lay before such an ending.

    A stock-out that pays nobody has no last lay (RULES.md §5.18).
    """
    match ending:
        case Ending.TONK:
            return rules.double_double
        case Ending.DROP:
            return rules.last_lay in ("drop", "both")
        case _:
            return rules.last_lay in ("stockout", "both") and rules.pays_stockouts


def _chances(hand: HandState, finish: Finish) -> tuple[int, ...]:
    """Return the seats that have a last chance to lay, in order.

    They are all that hold cards, from the left of ``finish.seat``, which comes last after a stop
    and is left out otherwise.
    """
    if not has_last_lay(hand.rules, finish.ending):
        return ()
    first = hand.next_seat if finish.seat is None else finish.seat + 1
    around = hand.around_from(first)
    if finish.ending is not Ending.STOCKOUT:
        around.pop()
    return tuple(seat for seat in around if hand.hands[seat])


def _go_on(hand: HandState) -> None:
    """Begin the next seat's last chance, or end the hand if there is none."""
    if hand.chances:
        hand.phase, hand.turn = CHANCE, hand.chances[0]
    elif hand.finish:
        _finish(hand, _settled(hand, hand.finish))


def _pass(hand: HandState) -> None:
    hand.chances = hand.chances[1:]
    _go_on(hand)


def _settled(hand: HandState, finish: Finish) -> Result:
    ending, seat, stakes = finish
    if seat is None or ending is Ending.STOCKOUT:
        return stockout_result(hand)
    if ending is Ending.DROP:
        return drop_result(hand, seat)
    payments = everyone_pays(hand, seat, stakes, PayReason.TONK)
    return make_result(hand, Ending.TONK, (seat,), payments, stakes)


def _finish(hand: HandState, result: Result) -> None:
    hand.result = result
    hand.phase, hand.chances = OVER, ()
