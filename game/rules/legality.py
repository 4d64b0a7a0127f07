"""Who may do what right now: the single authority for screens, bots, records and the engine.

``legal_actions`` lists what the seat on turn may do; ``why_illegal`` gives the reason against one
action. Both run the same checks. Between turns other seats may act as well, several of them in a
race; ``legal_out_of_turn`` lists the slaps and drops of one seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Reason,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.cards import Card
from game.rules.phases import LAY, OVER, SLAP, START
from game.rules.ruleset import RuleSet
from game.rules.settlement import why_no_declaration
from game.rules.spreads import gap_for, hits_in, read_spread, slapped, spreads_in
from game.rules.state import HandState


def why_illegal(hand: HandState, seat: int, action: Action) -> Reason | None:
    """Return why ``seat`` may not do ``action`` now, or None if it may."""
    if hand.phase is OVER:
        return Reason.HAND_OVER
    if not 0 <= seat < hand.seats:
        return Reason.NO_SUCH_SEAT
    if isinstance(action, Slap):
        return _why_no_slap(hand, action) if action.seat == seat else Reason.NOT_YOUR_TURN
    if seat != hand.turn and isinstance(action, Drop):
        return _why_no_drop_out_of_turn(hand, seat)
    if seat != hand.turn or (hand.phase is SLAP and not hand.chances):
        return _why_not_now(hand)
    if hand.phase is START:
        return _why_no_start(hand, action)
    if hand.phase is LAY:
        return _why_not_in_turn(hand, action)
    return _why_no_chance(hand, action)


def _why_not_now(hand: HandState) -> Reason:
    """Return why this seat may not act: only another may, or only a slap can come."""
    if hand.chances:
        return Reason.ANOTHERS_CHANCE
    return Reason.HAND_ENDING if hand.phase is SLAP else Reason.NOT_YOUR_TURN


def legal_actions(hand: HandState) -> Sequence[Action]:
    """Return what the seat on turn may do, with one spread of each kind of those with wild cards
    (``spreads_in``).

    Never empty before the hand is over, except in ``Phase.SLAP`` without a last lay, where only
    slaps are possible.
    """
    if hand.phase is START:
        starts = (DECLARE, DROP, DRAW, TAKE, STOP)
        return [action for action in starts if not _why_no_start(hand, action)]
    if hand.phase is LAY:
        return [*legal_lays(hand), *_legal_ends(hand)]
    return (*legal_lays(hand), PASS) if hand.chances else ()


def legal_lays(hand: HandState) -> Sequence[Action]:
    """Return the spreads and hits that the seat on turn may lay, in that order."""
    return (*legal_spreads(hand), *legal_hits(hand))


# How a turn begins (RULES.md §1.5).


def _why_no_start(hand: HandState, action: Action) -> Reason | None:
    match action:
        case Drop():
            return _why_no_drop(hand, hand.turn)
        case Draw():
            return None if hand.stock else Reason.STOCK_EMPTY
        case Take():
            return _why_no_take(hand)
        case Stop():
            return Reason.STOCK_NOT_EMPTY if hand.stock else None
        case Declare():
            return why_no_declaration(hand)
        case Pass():
            return Reason.NO_CHANCE
        case _:
            return Reason.DRAW_FIRST


def _why_no_take(hand: HandState) -> Reason | None:
    """Return why the top discard may not be taken: idle turns (§1.10), or it could not be used
    (§5.3).
    """
    if not hand.pile:
        return Reason.PILE_EMPTY
    if hand.idle_turns >= hand.idle_limit:
        return Reason.TAKES_EXHAUSTED
    if hand.rules.take == "use_now" and not can_use_top(hand):
        return Reason.NOT_USABLE_NOW
    return None


def can_use_top(hand: HandState) -> bool:
    """Return whether the top discard, if taken now, could be spread or hit at once (RULES.md
    §5.3).
    """
    rules, top, held = hand.rules, hand.pile[-1], hand.hands[hand.turn]
    may_go_out = hand.is_booed or not hand.standings[hand.turn].is_blocked
    if (held or may_go_out) and hits_in(rules, [top], hand.spreads):
        return True
    may_go_out &= hand.is_booed or rules.spread_out
    return any(
        top in spread.cards and (may_go_out or len(spread.cards) <= len(held))
        for spread in spreads_in(rules, [*held, top])
    )


# Drops (RULES.md §1.5, §4.4, §5.17).


def _why_no_drop(hand: HandState, seat: int) -> Reason | None:
    """Return why ``seat`` may not drop now, on its turn or between turns, or None if it may."""
    rules = hand.rules
    if not rules.first_turn_drop and hand.turns <= hand.from_eldest(seat):
        return Reason.NOT_ON_FIRST_TURN
    if rules.drop_at_most and hand.count(seat) > rules.drop_at_most:
        return Reason.COUNT_TOO_HIGH
    return Reason.WAITING if hand.standings[seat].wait else None


def _why_no_drop_out_of_turn(hand: HandState, seat: int) -> Reason | None:
    if not hand.rules.has_drops_out_of_turn:
        return Reason.DROP_ON_OWN_TURN
    if hand.phase is LAY:
        return Reason.DROP_BETWEEN_TURNS
    return _why_no_drop(hand, seat) if hand.phase is START else _why_not_now(hand)


def _may_drop_out_of_turn(hand: HandState, seat: int) -> bool:
    return seat != hand.turn and not _why_no_drop_out_of_turn(hand, seat)


def droppers(hand: HandState) -> tuple[int, ...]:
    """Return the seats that may drop out of turn now (RULES.md §5.17).

    Between turns these are the seats that could drop if their own turn began now.
    """
    return tuple(seat for seat in range(hand.seats) if _may_drop_out_of_turn(hand, seat))


# Spreads and hits (RULES.md §1.6, §4.3, §4.4, §5.3).


def legal_spreads(hand: HandState) -> Sequence[Spread]:
    """Return the spreads that the seat on turn may lay, one of each kind of those with wild
    cards.
    """
    spreads = spreads_in(hand.rules, hand.hands[hand.turn])
    return [spread for spread in spreads if not _why_spread_barred(hand, spread)]


def legal_hits(hand: HandState) -> Sequence[Hit]:
    """Return the hits that the seat on turn may make."""
    if not hand.spreads:
        return ()
    hits = hits_in(hand.rules, hand.hands[hand.turn], hand.spreads)
    return [hit for hit in hits if not _why_hit_barred(hand, hit)]


def _why_not_in_turn(hand: HandState, action: Action) -> Reason | None:
    match action:
        case Spread():
            return _why_no_spread(hand, action)
        case Hit():
            return _why_no_hit(hand, action)
        case Discard():
            return _why_no_discard(hand, action.card)
        case Done():
            return _why_no_end(hand) or (
                None if _why_no_discard_at_all(hand) else Reason.DISCARD_OWED
            )
        case Pass():
            return Reason.NO_CHANCE
        case _:
            return Reason.ALREADY_DREW


def _why_no_chance(hand: HandState, action: Action) -> Reason | None:
    match action:
        case Spread():
            return _why_no_spread(hand, action)
        case Hit():
            return _why_no_hit(hand, action)
        case Pass():
            return None
        case _:
            return Reason.CHANCE_ONLY


def _why_no_spread(hand: HandState, spread: Spread) -> Reason | None:
    rules, held = hand.rules, hand.hands[hand.turn]
    if not all(card in held for card in spread.cards):
        return Reason.CARD_NOT_HELD
    if read_spread(rules, spread) is None:
        named = all(rules.is_wild(card) for card, _ in spread.wild)
        # A name is wrong where the card stands for itself (RULES.md §5.1).
        needed = tuple((card, rank) for card, rank in spread.wild if card[0] != rank)
        is_named_in_vain = read_spread(rules, replace(spread, wild=needed)) is not None
        return Reason.NOT_A_SPREAD if named and not is_named_in_vain else Reason.BAD_WILD
    return _why_spread_barred(hand, spread)


def _why_spread_barred(hand: HandState, spread: Spread) -> Reason | None:
    """Return what forbids a spread besides its cards; nothing does in a last chance (§5.13,
    §5.18).
    """
    if hand.phase is not LAY:
        return None
    if hand.must_use and hand.must_use not in spread.cards:
        return Reason.MUST_USE_TAKEN
    if len(spread.cards) < hand.size(hand.turn) or hand.is_booed:
        return None
    if not hand.rules.spread_out:
        return Reason.SPREAD_EMPTIES
    return Reason.BLOCKED_BY_HIT if hand.is_blocked else None


def _why_no_hit(hand: HandState, hit: Hit) -> Reason | None:
    rules = hand.rules
    if hit.card not in hand.hands[hand.turn]:
        return Reason.CARD_NOT_HELD
    if not 0 <= hit.spread < len(hand.spreads):
        return Reason.NO_SUCH_SPREAD
    spread = hand.spreads[hit.spread]
    if not spread.is_open:
        return Reason.SPREAD_BURIED if spread.buried else Reason.BOOKS_CLOSED
    if hit.stands_for and not rules.is_wild(hit.card):
        return Reason.BAD_WILD
    if gap_for(rules, spread, hit):
        return _why_hit_barred(hand, hit)
    is_own = hit.stands_for == hit.card[0]
    is_named_in_vain = is_own and gap_for(rules, spread, replace(hit, stands_for=""))
    return Reason.BAD_WILD if is_named_in_vain else Reason.DOES_NOT_FIT


def _why_hit_barred(hand: HandState, hit: Hit) -> Reason | None:
    """Return what forbids a hit besides its place; nothing does in a last chance (§5.13, §5.18)."""
    if hand.phase is not LAY:
        return None
    if hand.must_use and hand.must_use != hit.card:
        return Reason.MUST_USE_TAKEN
    if not hand.rules.may_hit_more(hand.has_hit, hand.phase):
        return Reason.HITS_USED_UP
    empties = hand.size(hand.turn) == 1
    return Reason.BLOCKED_BY_HIT if empties and _is_kept_in(hand) else None


def _is_kept_in(hand: HandState) -> bool:
    """Return whether a hit on its spread keeps the seat on turn from emptying its hand (§4.4)."""
    return hand.is_blocked and not hand.is_booed


# How a turn ends (RULES.md §1.8, §4.3, §5.5, §5.14).


def _legal_ends(hand: HandState) -> Sequence[Action]:
    if _why_no_end(hand):
        return ()
    if _why_no_discard_at_all(hand):
        return (DONE,)
    return [Discard(card) for card in hand.cards_of(hand.turn) if not _is_just_taken(hand, card)]


def _why_no_discard(hand: HandState, card: Card) -> Reason | None:
    if card not in hand.hands[hand.turn]:
        return Reason.CARD_NOT_HELD
    if why := _why_no_end(hand) or _why_no_discard_at_all(hand):
        return why
    return Reason.JUST_TAKEN if _is_just_taken(hand, card) else None


def _is_just_taken(hand: HandState, card: Card) -> bool:
    """Return whether ``card`` was just taken and so may not be discarded (RULES.md §1.8).

    It may be if it is the only card left, or with ``return_taken``.
    """
    return card == hand.taken and not hand.rules.return_taken and hand.size(hand.turn) > 1


def _why_no_end(hand: HandState) -> Reason | None:
    """Return why the turn may not end yet: a card must be used (§5.3), a spread must be laid
    (§5.14).
    """
    if hand.must_use:
        return Reason.MUST_USE_TAKEN
    if hand.rules.must_spread == "no":
        return None
    return Reason.MUST_SPREAD if owed_spreads(hand.rules, legal_spreads(hand)) else None


def owed_spreads(rules: RuleSet, spreads: Iterable[Spread]) -> list[Spread]:
    """Return those of the legal ``spreads`` of which one must be laid before the turn ends
    (§5.14).
    """
    match rules.must_spread:
        case "no":
            return []
        case "yes":
            return list(spreads)
        case "except_aces":
            return [spread for spread in spreads if not spread.is_of_aces]


def _why_no_discard_at_all(hand: HandState) -> Reason | None:
    """Return why the turn ends without a discard: after a hit (§5.5), or with a last card that is
    kept.
    """
    if hand.has_hit and not hand.rules.discard_after_hit:
        return Reason.NO_DISCARD_AFTER_HIT
    if _is_kept_in(hand) and hand.size(hand.turn) == 1:
        return Reason.BLOCKED_BY_HIT
    return None


# Slaps (RULES.md §5.9).


def legal_slaps(hand: HandState, seat: int) -> tuple[Slap, ...]:
    """Return every slap of the top discard open to ``seat``, with each possible discard after
    it.
    """
    if seat not in slappers(hand):
        return ()
    top = hand.pile[-1]
    may_discard = seat != hand.discarder and not _is_kept_by_hit(hand, seat)
    cards = hand.cards_of(seat) if may_discard else ()
    return tuple(
        Slap(seat, spread.number, card)
        for spread in hand.spreads
        if slapped(hand.rules, spread, top)
        for card in (None, *cards)
    )


def slappers(hand: HandState) -> tuple[int, ...]:
    """Return the seats that may slap the top discard now.

    They may between turns, and before a stock-out that comes by itself.
    """
    if not (hand.is_slappable and hand.phase in (START, SLAP)):
        return ()
    is_polite = hand.rules.slap == "next_first"
    return tuple(seat for seat in range(hand.seats) if not (is_polite and seat == hand.next_seat))


def _why_no_slap(hand: HandState, slap: Slap) -> Reason | None:
    able = slappers(hand)
    if not able:
        return Reason.NOT_SLAPPABLE
    if slap.seat not in able:
        return Reason.NEXT_SEAT_CANNOT_SLAP
    if not 0 <= slap.spread < len(hand.spreads):
        return Reason.NO_SUCH_SPREAD
    if not slapped(hand.rules, hand.spreads[slap.spread], hand.pile[-1]):
        return Reason.DOES_NOT_FIT
    if slap.discard is None:
        return None
    if slap.seat == hand.discarder:
        return Reason.NO_SLAP_DISCARD
    if slap.discard not in hand.hands[slap.seat]:
        return Reason.CARD_NOT_HELD
    return Reason.BLOCKED_BY_HIT if _is_kept_by_hit(hand, slap.seat) else None


def _is_kept_by_hit(hand: HandState, seat: int) -> bool:
    """Return whether a hit on its spread keeps ``seat`` from slapping and so emptying its hand."""
    is_blocked = hand.standings[seat].is_blocked and not hand.is_booed
    return is_blocked and hand.size(seat) == 1


# Who may act.


def legal_out_of_turn(hand: HandState, seat: int) -> tuple[Action, ...]:
    """Return what ``seat`` may do outside its own turn: a drop, slaps."""
    drop = (DROP,) if _may_drop_out_of_turn(hand, seat) else ()
    return (*drop, *legal_slaps(hand, seat))


def may_act(hand: HandState) -> tuple[int, ...]:
    """Return the seats that may act now, ascending; none once the hand is over."""
    if hand.phase is OVER:
        return ()
    return tuple(sorted(_may_act_openly(hand).union(droppers(hand))))


def may_act_as_seen(hand: HandState, seat: int) -> tuple[int, ...]:
    """Return the seats that may act now, as far as ``seat`` may know.

    If only a low count allows a drop, the seat does not learn which others may drop out of turn.
    """
    if not hand.rules.hides_droppers or hand.phase is OVER:
        return may_act(hand)
    own = {seat} if _may_drop_out_of_turn(hand, seat) else set()
    return tuple(sorted(_may_act_openly(hand) | own))


def _may_act_openly(hand: HandState) -> set[int]:
    on_turn = {hand.turn} if hand.phase is not SLAP or hand.chances else set()
    return on_turn.union(slappers(hand))
