"""What a decision looks like, whatever is chosen: the hand, the table, the others, the rules."""

from typing import Final

from ai.dropping import catch_cost
from ai.master.handnumbers import HAND_NUMBERS, hand_numbers
from ai.master.sight import Sight
from game.rules.actions import DROP
from game.rules.phases import Phase

_TABLE_NUMBERS: Final = 34
_SEAT_NUMBERS: Final = 24
_RULE_NUMBERS: Final = 30
_CROWD_NUMBERS: Final = 6
STATE_NUMBERS: Final = (
    HAND_NUMBERS + _TABLE_NUMBERS + 2 * _SEAT_NUMBERS + _RULE_NUMBERS + _CROWD_NUMBERS
)


def state_numbers(sight: Sight) -> list[float]:
    """All that the network is told about the state, in the order in which it was trained."""
    other = _other_seat(sight)
    return [
        *hand_numbers(sight, sight.held, sight.hittable),
        *_table(sight),
        *_seat(sight, (sight.seat + 1) % sight.seats),
        *([0.0] * _SEAT_NUMBERS if other is None else _seat(sight, other)),
        *_rules(sight),
        *_crowd(sight),
    ]


def _table(sight: Sight) -> list[float]:
    view, own = sight.view, sight.trails[sight.seat]
    rounds = view.turns // view.seats
    stages = [0.0] * 7
    stages[rounds if rounds < 5 else 5 if rounds < 7 else 6] = 1
    top = 0 if view.top is None else sight.facts.pack.bit[view.top]
    is_start = view.phase is Phase.START
    return [
        is_start,
        not is_start,
        view.stock_size / 50,
        min(view.stock_size, 8) / 8,
        view.pile_size / 20,
        *stages,
        min(rounds, 20) / 10,
        view.turns % view.seats / view.seats,
        view.waits[sight.seat] / 3,
        DROP in view.legal,
        own.known.bit_count() / 5,
        sight.facts.count(own.known) * sight.facts.unit / 20,
        sight.points(own.discards[-1]) / 10 if own.discards else 0,
        bool(own.discards),
        own.laid / 2,
        own.takes / 3,
        bool(top),
        sight.points(top) / 10 if top else 0,
        bool(sight.hittable & top),
        bool(top and sight.completes(top)),
        len(view.spreads) / 3,
        sight.mean_unseen / 10,
        view.taken is not None,
        sight.still / 6,
        min(size for seat, size in enumerate(view.sizes) if seat != sight.seat) / 5,
        view.seats == 2,
        view.seats == 3,
        view.seats > 3,
    ]


def _other_seat(sight: Sight) -> int | None:
    """Of the seats beyond the next one that with the fewest cards, the nearest of several."""
    beyond = [(sight.seat + step) % sight.seats for step in range(2, sight.seats)]
    return min(beyond, key=sight.view.sizes.__getitem__, default=None)


def _seat(sight: Sight, seat: int) -> list[float]:
    trail, size = sight.trails[seat], sight.view.sizes[seat]
    sizes = [0.0] * 5
    if size:
        sizes[min(size, 5) - 1] = 1
    worths = [sight.points(card) for card in trail.discards]
    latest = [*reversed(worths[-3:]), 0, 0, 0]
    guess = sight.guess(seat)
    return [
        1,
        *sizes,
        size / 5,
        trail.known.bit_count() / 3,
        sight.facts.count(trail.known) * sight.facts.unit / 20,
        latest[0] / 10,
        latest[1] / 10,
        latest[2] / 10,
        min(10, *worths) / 10 if worths else 0,
        sum(worths) / len(worths) / 10 if worths else 0,
        len(worths) / 5,
        trail.takes / 3,
        trail.took_last,
        trail.laid / 2,
        sight.view.waits[seat] / 3,
        guess / 30,
        (sight.count * sight.facts.unit - guess) / 20,
        bool(worths) and latest[0] <= 3,
        sight.points(trail.last_declined) / 10 if trail.last_declined else 0,
        bool(worths),
    ]


def _rules(sight: Sight) -> list[float]:
    view, rules = sight.view, sight.view.rules
    return [
        (catch_cost(rules.catch, view.seats) - 2) / 2,
        rules.tonk_pays - 2,
        rules.out_pays - 1,
        rules.tonk_needs != "any",
        rules.wait_after_spread / 3,
        rules.wait_when_hit / 3,
        rules.wait_after_own_hit / 3,
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


def _crowd(sight: Sight) -> list[float]:
    """Of all the others together."""
    others = [seat for seat in range(sight.seats) if seat != sight.seat]
    thrown = [sight.trails[seat].discards for seat in others]
    return [
        1,
        min(map(sight.guess, others)) / 30,
        sum(bool(cards) and sight.points(cards[-1]) <= 5 for cards in thrown),
        sum(sight.view.waits[seat] == 0 for seat in others),
        sum(sight.trails[seat].takes for seat in others) / 3,
        0,
    ]
