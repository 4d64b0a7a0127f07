"""The inputs of the network for a decision, as numbers: the state, and each legal action.

``training/numbers.h`` works out the very same numbers, in the same order: change both, and train
anew. Points are scaled to those of the standard pack.
"""

from itertools import combinations
from operator import itemgetter
from typing import Final, TypeAlias

from ai.bitboard.pack import CARD_BITS, SIZE_SHIFT
from ai.bitboard.spreads import gap_for, has_gap, natural_fits, with_hit
from ai.pack import count_of, singles
from ai.plain import catch_cost
from ai.view_reader import SeatHistory, ViewReader
from game.rules.actions import (
    DROP,
    PASS,
    TAKE,
    Action,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Spread,
    Stop,
    Take,
)
from game.rules.phases import Phase

Pair: TypeAlias = tuple[int, int, int]
"""Two cards that may still become a spread: their bits, those of the thirds that are not seen yet,
their points.
"""

HAND_FEATURES: Final = 20
_TABLE_FEATURES: Final = 34
_SEAT_FEATURES: Final = 24
_RULE_FEATURES: Final = 30
_OTHERS_FEATURES: Final = 6
_LATER_RULES: Final = 24
_LATER_TABLE: Final = 15
_GOING_OUT: Final = 7
STATE_FEATURES: Final = (
    HAND_FEATURES
    + _TABLE_FEATURES
    + 2 * _SEAT_FEATURES
    + _RULE_FEATURES
    + _OTHERS_FEATURES
    + _LATER_RULES
    + _LATER_TABLE
    + _GOING_OUT
)

_KINDS: Final = (Drop, Draw, Take, Stop, Spread, Hit, Discard, Done)
_TAKES: Final = _KINDS.index(Take)
_CARD_FEATURES: Final = 12
_LAY_FEATURES: Final = 8
_LATER_ACTION: Final = 6 + _GOING_OUT
ACTION_FEATURES: Final = (
    len(_KINDS) + HAND_FEATURES + _CARD_FEATURES + _LAY_FEATURES + 2 + _LATER_ACTION
)
_NO_HAND: Final = [0.0] * HAND_FEATURES
_NO_CARD: Final = [0.0] * _CARD_FEATURES
_NO_LAY: Final = [0.0] * _LAY_FEATURES

_NEEDS: Final = ("second_spread", "spreads_only", "first_turn_two_spreads", "never")
_FAR_BEYOND: Final = 20
"""So many points above or below what one may drop with, more makes no difference."""
_LOW: Final = 3
"""Points of a card that is worth keeping when nothing goes with it."""
_TINY: Final = 5
"""The count of a hand that is nearly nothing."""


def hand_features(reader: ViewReader, held: int, hittable: int) -> tuple[list[float], list[float]]:
    """Of ``held``, a weighed set: its count, its shape, and where one more turn would bring it.

    And how far it is from going out.
    """
    facts, unseen = reader.facts, reader.n_unseen or 1
    unit, points = facts.unit, facts.points
    cards = list(singles(held & CARD_BITS))
    worths = [*sorted([points[card] for card in cards], reverse=True), 0, 0]
    pairs = _pairs(reader, cards)
    laid = reader.layable(held, hittable)
    dead = [card for card in cards if not card & laid]
    left = sum([points[card] for card in dead])
    outs, promise = 0, 0
    for _, thirds, shed in pairs:
        promise += shed * thirds.bit_count()
        outs |= thirds
    loose = [pair for pair in pairs if not pair[0] & laid]
    total, better, tiny, empty = _ahead(reader, dead, loose, left, hittable)
    count = count_of(held) * unit
    numbers = [
        len(cards) / 5,
        count / 30,
        left * unit / 30,
        worths[0] * unit / 10,
        worths[1] * unit / 10,
        worths[len(cards) - 1] * unit / 10 if cards else 0,
        sum([worth <= _LOW for worth in worths[: len(cards)]]) / 5,
        (count_of(held) - left) * unit / 20,
        min(promise * unit / unseen, 5),
        outs.bit_count() / unseen * 5,
        (hittable & reader.unseen).bit_count() / unseen * 5,
        total * unit / unseen / 30,
        better / unseen,
        tiny / unseen,
        empty / unseen,
        min(count, 5) / 5,
        min(count, 10) / 10,
        min(count, 20) / 20,
        held >> SIZE_SHIFT <= 2,
        min(left * unit, 8) / 8,
    ]
    return numbers, _going_out(reader, len(dead), loose, _longer(pairs, laid))


def _going_out(reader: ViewReader, dead: int, loose: list[Pair], longer: int) -> list[float]:
    """How far a hand is from going out, where only what cannot be laid, ``dead`` cards, counts, and
    how many cards would bring it nearer.
    """
    if reader.view.rules.count != "unmatched":
        return [0.0] * _GOING_OUT
    return [dead / 5, dead == 0, dead == 1, dead == 2, *_nearer(reader, loose, longer)]


def _nearer(reader: ViewReader, loose: list[Pair], longer: int) -> list[float]:
    """How often a pair of cards that cannot be laid becomes a spread by the next card, how often a
    spread becomes ``longer``, and how often two such pairs become spreads by the next two cards.
    """
    unseen = reader.n_unseen or 1
    ways = [(both, thirds.bit_count()) for both, thirds, _ in loose]
    two = sum(
        [times * more for (one, times), (other, more) in combinations(ways, 2) if not one & other]
    )
    return [
        min(sum([times for _, times in ways]) / unseen * 5, 5),
        longer.bit_count() / unseen * 5,
        min(two / unseen**2 * 200, 5),
    ]


def _longer(pairs: list[Pair], laid: int) -> int:
    """The cards by which spreads become longer that could be ``laid``."""
    found = 0
    for both, thirds, _ in pairs:
        if both & laid == both:
            found |= thirds
    return found


def _pairs(reader: ViewReader, cards: list[int]) -> list[Pair]:
    """Every two cards that may still become a spread."""
    links, unseen = reader.facts.links, reader.unseen
    found = []
    for one, other in combinations(cards, 2):
        link = links.get(one | other)
        if link and link[0] & unseen:
            found.append((one | other, link[0] & unseen, link[1]))
    return found


def _ahead(
    reader: ViewReader, dead: list[int], pairs: list[Pair], left: int, hittable: int
) -> tuple[int, int, int, int]:
    """Over every card that may come next: what is left then, laid as well as it goes.

    The sum of the counts; how often the count halves, how often it is tiny, and how often the hand
    is empty. What cannot be laid now is ``dead``, and counts ``left``.
    """
    points, unseen = reader.facts.points, reader.unseen
    by_worth = sorted(dead, key=points.__getitem__, reverse=True)
    highest = points[by_worth[0]] if dead else 0
    after: dict[int, int] = {}
    empties = unseen if not dead else 0
    for both, thirds, shed in pairs:
        kept = left - shed - next((points[card] for card in by_worth if not card & both), 0)
        for card in singles(thirds):
            plain = after.get(card, left - max(highest - points[card], 0))
            after[card] = min(plain, kept)
        if len(dead) <= 3:
            empties |= thirds
    for card in singles(hittable & unseen):
        after[card] = min(after.get(card, left), left - highest)
        if len(dead) <= 1:
            empties |= card
    special = sum(after)
    found = [(next_count, 1) for next_count in after.values()]
    for worth, mask in reader.unseen_worths:
        plain = (mask & ~special).bit_count()
        found.append((left - max(highest - worth, 0), plain))
    unit = reader.facts.unit
    return (
        sum([count * times for count, times in found]),
        sum([times for count, times in found if count * 2 <= left]),
        sum([times for count, times in found if count * unit <= _TINY]),
        empties.bit_count(),
    )


def state_features(reader: ViewReader) -> list[float]:
    """The features of the state, in the order in which the network was trained."""
    other = _other_seat(reader)
    hand, going_out = hand_features(reader, reader.held, reader.hittable)
    return [
        *hand,
        *_table(reader),
        *_seat(reader, (reader.seat + 1) % reader.seats),
        *([0.0] * _SEAT_FEATURES if other is None else _seat(reader, other)),
        *_rules(reader),
        *_others(reader),
        *_later_rules(reader),
        *_later_table(reader),
        *going_out,
    ]


def _table(reader: ViewReader) -> list[float]:
    view, own = reader.view, reader.histories[reader.seat]
    known = reader.known[reader.seat]
    rounds = view.turns // view.seats
    stages = [0.0] * 7
    stages[rounds if rounds < 5 else 5 if rounds < 7 else 6] = 1
    top = reader.top
    is_start = view.phase is Phase.START
    return [
        is_start,
        not is_start,
        view.stock_size / 50,
        min(view.stock_size, 8) / 8,
        min(view.pile_size, 20) / 20,
        *stages,
        min(rounds, 12) / 10,
        view.turns % view.seats / view.seats,
        view.waits[reader.seat] / 3,
        DROP in view.legal,
        known.bit_count() / 5,
        reader.facts.count(known) * reader.facts.unit / 20,
        reader.points(own.discards[-1]) / 10 if own.discards else 0,
        bool(own.discards),
        own.spreads / 2,
        _takes(own),
        bool(top),
        reader.points(top) / 10 if top else 0,
        bool(reader.hittable & top),
        bool(top and _completes(reader, top)),
        len(view.spreads) / 3,
        reader.mean_unseen / 10,
        view.taken is not None,
        reader.still_turns / 6,
        min(size for seat, size in enumerate(view.sizes) if seat != reader.seat) / 5,
        view.seats == 2,
        view.seats == 3,
        view.seats > 3,
    ]


def _other_seat(reader: ViewReader) -> int | None:
    """Of the seats beyond the next one that with the fewest cards, the nearest of several."""
    beyond = [(reader.seat + step) % reader.seats for step in range(2, reader.seats)]
    return min(beyond, key=reader.view.sizes.__getitem__, default=None)


def _seat(reader: ViewReader, seat: int) -> list[float]:
    history, known, size = reader.histories[seat], reader.known[seat], reader.view.sizes[seat]
    sizes = [0.0] * 5
    if size:
        sizes[min(size, 5) - 1] = 1
    worths = [reader.points(card) for card in history.discards]
    latest = [*reversed(worths[-3:]), 0, 0, 0]
    guess = reader.guess(seat)
    return [
        1,
        *sizes,
        size / 5,
        known.bit_count() / 3,
        reader.facts.count(known) * reader.facts.unit / 20,
        latest[0] / 10,
        latest[1] / 10,
        latest[2] / 10,
        min(10, *worths) / 10 if worths else 0,
        sum(worths) / len(worths) / 10 if worths else 0,
        min(len(worths), 10) / 5,
        _takes(history),
        history.took_last,
        history.spreads / 2,
        reader.view.waits[seat] / 3,
        guess / 30,
        (reader.count * reader.facts.unit - guess) / 20,
        bool(worths) and latest[0] <= 3,
        reader.points(history.last_declined) / 10 if history.last_declined else 0,
        bool(worths),
    ]


def _takes(history: SeatHistory) -> float:
    """Whoever has taken three discards likes to take: more tell no more."""
    return min(history.takes, 3) / 3


def _rules(reader: ViewReader) -> list[float]:
    view, rules = reader.view, reader.view.rules
    return [
        (catch_cost(rules.catch, view.seats) - 2) / 2,
        rules.tonk_pays - 2,
        rules.out_pays - 1,
        rules.tonk_needs != "any",
        rules.wait_after_spread / 3,
        rules.wait_when_hit / 3,
        max(rules.wait_after_own_hit, rules.wait_after_hitting) / 3,
        (rules.cards_dealt(view.seats) - 5) / 4,
        rules.must_spread != "no",
        not rules.hit_books,
        rules.stock_end == "at_once",
        rules.booed,
        view.is_booed,
        view.is_last_turn,
        rules.stockout == "void",
        rules.take == "use_now",
        rules.return_taken,
        not rules.first_turn_drop and view.turns < view.seats,
        rules.scoring == "push_up",
        not rules.discard_after_hit,
        rules.hits_per_turn > 0,
        rules.complete_books == "buried",
        rules.face_values == "rising",
        rules.jokers / 4,
        (13 - len(rules.ranks)) / 3,
        not rules.upcard,
        rules.hit_voids_tonk,
        rules.ace == "low_or_high",
        not rules.spread_out,
        rules.catch in ("dropper_covers", "single_each"),
    ]


def _others(reader: ViewReader) -> list[float]:
    """Of all the others together."""
    others = [seat for seat in range(reader.seats) if seat != reader.seat]
    thrown = [reader.histories[seat].discards for seat in others]
    return [
        1,
        min(map(reader.guess, others)) / 30,
        sum(bool(cards) and reader.points(cards[-1]) <= 5 for cards in thrown),
        sum(reader.view.waits[seat] == 0 for seat in others),
        sum(_takes(reader.histories[seat]) for seat in others),
        0,
    ]


def _later_rules(reader: ViewReader) -> list[float]:
    """Rules that nets learned later than the others."""
    view, rules = reader.view, reader.view.rules
    beyond = reader.count - rules.drop_at_most
    wild_points = 0 if rules.wild_points == "own" else rules.wild_points
    return [
        rules.count == "unmatched",
        rules.drop_at_most > 0,
        min(max(beyond, -_FAR_BEYOND), _FAR_BEYOND) / 10 if rules.drop_at_most else 0,
        rules.last_lay in ("drop", "both"),
        rules.last_lay in ("stockout", "both"),
        rules.double_double,
        rules.hit_blocks_out,
        "2" in rules.wild,
        "X" in rules.wild,
        wild_points * reader.facts.unit / 10,
        rules.slap == "race",
        rules.slap == "next_first",
        rules.drop_when == "any_time",
        rules.two_spreads_pays / 4,
        rules.stockout_tie == "all_paid",
        rules.hits_stack,
        *[rules.tonk_needs == needs for needs in _NEEDS],
        rules.must_spread == "except_aces",
        view.turns < view.seats and any(entry.when == "turn" for entry in rules.naturals),
        rules.catch in ("lowest_only", "dropper_covers", "five_to_lowest", "whole_table"),
        rules.catch == "double_to_all",
    ]


def _later_table(reader: ViewReader) -> list[float]:
    """What those rules ask about."""
    view, facts, seat = reader.view, reader.facts, reader.seat
    after = (seat + 1) % view.seats
    own, next_one = reader.histories[seat], reader.histories[after]
    is_between = view.phase is Phase.START and PASS in view.legal
    count = reader.count * facts.unit
    return [
        is_between,
        is_between and TAKE in view.legal,
        (seat - view.turn) % view.seats / view.seats,
        seat in view.blocked,
        after in view.blocked,
        (reader.hand & facts.wild).bit_count() / 2,
        (reader.unseen & facts.wild).bit_count() / (reader.n_unseen or 1) * 5,
        count / 30,
        min(count, 10) / 10,
        own.hits_own or own.hits_others,
        own.hits_others,
        next_one.hits_own or next_one.hits_others,
        own.spread_last,
        view.turns < view.seats,
        4 - len(view.rules.suits),
    ]


def action_features(reader: ViewReader, action: Action) -> list[float]:
    """The features of an action, in the order in which the network was trained."""
    kind = [float(isinstance(action, each)) for each in _KINDS]
    match action:
        case Discard(card):
            bit = reader.facts.pack.bit[card]
            rest = reader.held - reader.facts.weight[bit]
            slappable = reader.view.rules.slap != "off" and _can_hit(reader, bit)
            card_numbers = _card(reader, bit)
            return _features(
                reader, kind, rest, reader.hittable, card=card_numbers, slappable=slappable
            )
        case Spread(cards):
            rest = reader.held - reader.facts.pack.weigh(cards)
            spread, fits = reader.law.lays[action]
            is_run = spread.kind == "run"
            hittable = reader.hittable | fits
            lay = _lay(reader, reader.held - rest, is_run, hittable, rest, None)
            return _features(reader, kind, rest, hittable, lay=lay)
        case Hit(card):
            rest = reader.held - reader.facts.pack.weight[card]
            target = reader.view.spreads[action.spread]
            hittable = _after_hit(reader, action)
            is_run = target.kind == "run"
            lay = _lay(reader, reader.held - rest, is_run, hittable, rest, target.owner)
            return _features(reader, kind, rest, hittable, lay=lay)
        case Take():
            return _take(reader, kind)
        case Done():
            return _features(reader, kind, reader.held, reader.hittable)
        case _:
            passes = [float(action == PASS), *[0.0] * (_LATER_ACTION - 1)]
            return [*kind, *_NO_HAND, *_NO_CARD, *_NO_LAY, 0, 0, *passes]


def _features(
    reader: ViewReader,
    kind: list[float],
    rest: int,
    hittable: int,
    *,
    card: list[float] = _NO_CARD,
    lay: list[float] = _NO_LAY,
    slappable: bool = False,
) -> list[float]:
    """Those of an action that leaves ``rest`` in hand, with ``hittable`` on the table."""
    facts = reader.facts
    hand, going_out = hand_features(reader, rest, hittable)
    shed = (reader.count - count_of(rest)) * facts.unit / 20
    is_unmatched = reader.view.rules.count == "unmatched"
    counted = facts.counted(rest) * facts.unit if is_unmatched else 0
    wilds = (rest & facts.wild).bit_count()
    gone = max((reader.hand & facts.wild).bit_count() - wilds, 0) if not kind[_TAKES] else 0
    later = (0, gone / 2, wilds / 2, counted / 30, min(counted, 10) / 10, slappable)
    return [*kind, *hand, *card, *lay, not rest, shed, *later, *going_out]


def _can_hit(reader: ViewReader, card: int) -> bool:
    """Whether a card could be hit onto the table; a wild one wherever there is room."""
    if card & reader.hittable:
        return True
    pack, spreads = reader.facts.pack, reader.view.spreads
    return bool(card & reader.facts.wild) and any(has_gap(pack, spread) for spread in spreads)


def _take(reader: ViewReader, kind: list[float]) -> list[float]:
    top = reader.top
    card = [
        reader.points(top) / 10,
        bool(reader.hittable & top),
        _completes(reader, top),
        *[0.0] * (_CARD_FEATURES - 3),
    ]
    numbers = _features(reader, kind, _after_take(reader, top), reader.hittable, card=card)
    if reader.view.rules.count == "unmatched":
        best = _nearest(reader, top)
        numbers[-len(best) :] = best
    return numbers


def _nearest(reader: ViewReader, top: int) -> list[float]:
    """``_nearer`` of the hand with the taken card, once a card has gone that leaves most."""
    held = reader.held + reader.facts.weight[top]
    cards = list(singles(held & CARD_BITS))
    laid, pairs = reader.layable(held, reader.hittable), _pairs(reader, cards)
    loose, longer = [pair for pair in pairs if not pair[0] & laid], _longer(pairs, laid)
    thrown = [card for card in cards if not card & laid and card != top] or [0]
    left = ([pair for pair in loose if not pair[0] & card] for card in thrown)
    return max((_nearer(reader, each, longer) for each in left), key=itemgetter(2, 0))


def _completes(reader: ViewReader, card: int) -> bool:
    """Whether ``card`` makes a spread with two cards of the hand."""
    hand = reader.hand
    return any(hand & one and hand & thirds & ~card for one, thirds in reader.facts.linked[card])


def _after_take(reader: ViewReader, top: int) -> int:
    """The hand once what goes is laid and the highest card but the taken one is thrown."""
    facts = reader.facts
    held = reader.held + facts.weight[top]
    held -= facts.weigh(reader.layable(held, reader.hittable))
    cards = [card for card in singles(held & CARD_BITS) if card != top or held >> SIZE_SHIFT == 1]
    # Of several the lowest bit, as in training.
    worst = max(cards, key=lambda card: (facts.points[card], -card), default=0)
    return held - facts.weight[worst] if worst else held


def _after_hit(reader: ViewReader, hit: Hit) -> int:
    """What will fit the spreads on the table."""
    pack, target = reader.facts.pack, reader.view.spreads[hit.spread]
    gap = gap_for(pack, target, hit)
    if gap is None:
        return reader.hittable
    buries = reader.view.rules.complete_books == "buried"
    grown = with_hit(target, hit, gap.at_low_end, buries=buries)
    hittable = natural_fits(pack, grown)
    for number, fits in enumerate(reader.fits):
        if number != hit.spread:
            hittable |= fits
    return hittable


def _lay(
    reader: ViewReader, laid: int, is_run: bool, hittable: int, rest: int, owner: int | None
) -> list[float]:
    opened = hittable & ~reader.hittable
    size = laid >> SIZE_SHIFT
    return [
        count_of(laid) * reader.facts.unit / 20,
        is_run,
        (opened & reader.unseen).bit_count() / 3,
        (opened & rest & CARD_BITS).bit_count() / 2,
        owner == reader.seat,
        (laid & reader.known[reader.seat]).bit_count() / 2,
        size / 4,
        owner == (reader.seat + 1) % reader.seats,
    ]


def _card(reader: ViewReader, card: int) -> list[float]:
    """How likely the next seat has a use for a discard, and why."""
    facts = reader.facts
    next_seat = (reader.seat + 1) % reader.seats
    after = reader.histories[next_seat]
    same, near = facts.same[card], facts.near[card]
    danger, unknown, half, sure = _uses(reader, card, reader.known[next_seat])
    return [
        reader.points(card) / 10,
        bool(reader.hittable & card),
        min(danger, 1),
        unknown / 6,
        half / 3,
        sure,
        (after.thrown & same).bit_count() / 2,
        (after.declined & same).bit_count() / 2,
        ((after.thrown | after.declined) & near).bit_count() / 2,
        (same & reader.unseen).bit_count() / 3,
        bool(reader.histories[reader.seat].thrown & same),
        (same & reader.held & ~card).bit_count() / 2,
    ]


def _uses(reader: ViewReader, card: int, known: int) -> tuple[float, int, int, int]:
    """The pairs that the next seat may hold and would make a spread of with ``card``.

    How many it holds on average, and their number by how many of the two are known to be there:
    none, one, both.
    """
    hidden = reader.unseen & ~known
    size = reader.view.sizes[(reader.seat + 1) % reader.seats]
    chance = max(size - known.bit_count(), 0) / (reader.n_unseen or 1)
    danger, found = 0.0, [0, 0, 0]
    for one, thirds in reader.facts.linked[card]:
        if not one & (known | hidden):
            continue
        for other in singles(thirds & (known | hidden)):
            if other > one:
                held = bool(one & known) + bool(other & known)
                danger += chance ** (2 - held)
                found[held] += 1
    return danger, found[0], found[1], found[2]
