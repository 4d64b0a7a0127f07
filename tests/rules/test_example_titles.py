"""Every example shows what its title says, under any rules, and what its rule names."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

import pytest

from ai.random_rules import random_rules
from game.rules.actions import Action, Discard, Drop, Hit, Spread
from game.rules.cards import rank_of
from game.rules.examples import YOU, Example, ExampleDeal, examples, has_examples
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.position import Position
from game.rules.results import Ending, Result
from game.rules.ruleset import OPTIONS, RuleSet
from game.rules.settlement import best_entry, tied_seats
from game.rules.spreads import spreads_in
from tests.shares import EVERY

# One worker makes the examples, once for all of these.
pytestmark = pytest.mark.xdist_group("example titles")

SEATS: Final = (2, 3, 4, 5, 6)
TABLES: Final = 16 if EVERY else 4  # drawn for each number of seats
KEYS: Final = [key for key in OPTIONS if has_examples(key)]


_FACES: Final = Natural("all_faces", 0, 3, rank=1, low_wins=True, tie="split")
_LOW: Final = Natural("at_most", 13, 2, rank=1, low_wins=True, tie="eldest")
_FIFTY: Final = Natural("count", 50, 2, tie="void")
RARE: Final = [
    *(
        RuleSet(hand_size=size, tonk_needs=needs, hit_voids_tonk=True, tonk_pays=3)
        for size in (5, 6, 7, 8, 9)
        for needs in ("second_spread", "first_turn_two_spreads")
    ),
    RuleSet(naturals=(_FACES, _LOW, _FIFTY), face_values="rising"),
    RuleSet(naturals=(_FACES, _LOW, _FIFTY), face_values="rising", scoring="push_up"),
    *(
        RuleSet(hand_size=size, double_double=True, two_spreads_pays=6, jokers=4, wild="X")
        for size in (5, 9)
    ),
    RuleSet(stock_end="at_once", last_lay="both", wild="2", drop_at_most=5),
    RuleSet(tonk_needs="spreads_only", tonk_pays=3),
]
"""Tables at which things are shown that are seldom drawn."""


class Deed(NamedTuple):
    """Something done, in the hand as it was before and is after it."""

    seat: int
    action: Action
    before: Hand
    after: Hand


@cache
def deeds(example: Example) -> list[Deed]:
    hand, found = example.start.hand(), []
    for seat, action in example.deeds if example.refused is None else ():
        hand.close_slap()
        before = hand.copy()
        hand.act(seat, action)
        found.append(Deed(seat, action, before, hand.copy()))
    return found


def result_of(example: Example) -> Result:
    """Return the result of an example, which must not end in a refusal."""
    assert example.hand.result is not None
    return example.hand.result


def by_you(example: Example, *kinds: type[Action]) -> list[Deed]:
    """Return what you lay and discard, or only actions of some kinds."""
    kinds = kinds or (Spread, Hit, Discard)
    return [each for each in deeds(example) if each.seat == YOU and isinstance(each.action, kinds)]


def goes_out_by(example: Example, *kinds: type[Action]) -> bool:
    """Return whether your lays and discard are of these kinds in this order, and the last empties
    your hand and wins.
    """
    done = by_you(example)
    in_order = [type(each.action) for each in done] == [*kinds]
    return in_order and not done[-1].after.hands[YOU] and result_of(example).winners == (YOU,)


def counts(example: Example) -> list[int]:
    """Return your count, and then the others in ascending order."""
    mine, *others = result_of(example).counts
    return [mine, *sorted(others)]


def is_drop(example: Example) -> bool:
    return result_of(example).ending in (Ending.DROP, Ending.CAUGHT) and bool(by_you(example, Drop))


def is_first_turn(example: Example) -> bool:
    return by_you(example)[0].before.is_first_turn


def holders(example: Example) -> dict[int, Natural]:
    """Return the seats dealt a natural, each with its best."""
    hand = example.start.hand()
    found = {
        seat: best_entry(hand, seat, "deal") or best_entry(hand, seat, "turn")
        for seat in range(hand.seats)
    }
    return {seat: entry for seat, entry in found.items() if entry}


def is_lower(example: Example) -> bool:
    """Return whether two are dealt one natural, and the lower count wins alone."""
    one, other = holders(example)
    dealt = result_of(example).counts
    low = one if dealt[one] < dealt[other] else other
    kinds = holders(example)
    return kinds[one] == kinds[other] and dealt[one] != dealt[other] and winners(example) == (low,)


def winners(example: Example) -> tuple[int, ...]:
    return result_of(example).winners


def laid_after(example: Example, is_end: Callable[[Deed], bool]) -> bool:
    """Return whether somebody else lays after the action that ends the hand."""
    done = deeds(example)
    end = next(place for place, each in enumerate(done) if is_end(each))
    return any(each.seat != YOU and isinstance(each.action, Spread | Hit) for each in done[end:])


def is_lowest_of(example: Example, tied: int) -> bool:
    """Return whether the stock runs out and ``tied`` seats share the lowest count."""
    found = result_of(example)
    is_out = not example.hand.stock and found.ending in (Ending.STOCKOUT, Ending.VOID)
    return is_out and found.counts.count(min(found.counts)) == tied


def is_one_before_other(example: Example) -> bool:
    one, other = holders(example).items()
    first = one if one[1].rank > other[1].rank else other
    return one[1].rank != other[1].rank and winners(example) == (first[0],)


def is_tie(example: Example) -> bool:
    """Return whether two are dealt naturals that tie."""
    found = holders(example)
    ranks = {entry.rank for entry in found.values()}
    return len(found) == 2 and len(ranks) == 1 and {*tied_seats(example.start.hand())} == {*found}


def mine(example: Example) -> tuple[str, ...]:
    return example.start.hands[YOU]


def laid_before(example: Example) -> bool:
    return isinstance(example.start, Position) and bool(example.start.spreads)


def last_of_you(example: Example) -> Deed:
    return by_you(example, Spread, Hit)[-1]


Check: TypeAlias = Callable[[Example], bool]
CHECKS: Final[Mapping[str, Check]] = {
    "You are lowest:": lambda e: is_drop(e) and counts(e)[0] < counts(e)[1],
    "Somebody is lower, somebody else lowest:": lambda e: (
        is_drop(e) and counts(e)[1] < counts(e)[2] < counts(e)[0]
    ),
    "Two of the others tie for lowest:": lambda e: (
        is_drop(e) and counts(e)[1] == counts(e)[2] < min(counts(e)[0], *counts(e)[3:])
    ),
    "Somebody ties with you:": lambda e: is_drop(e) and counts(e)[0] == counts(e)[1],
    "Low enough:": lambda e: (
        is_drop(e) and counts(e)[0] <= (e.start.rules.drop_at_most or counts(e)[0])
    ),
    "Too high:": lambda e: (
        e.refused is not None and e.hand.counts()[YOU] > e.start.rules.drop_at_most > 0
    ),
    "A run is still in a hand:": lambda e: (
        is_drop(e)
        and any(len(set(map(rank_of, s.cards))) > 1 for s in spreads_in(e.start.rules, mine(e)))
    ),
    "Somebody still holds a wild card:": lambda e: (
        is_drop(e) and any(e.start.rules.is_wild(cards[0]) for cards in e.hand.hands[1:])
    ),
    "One is lowest:": lambda e: is_lowest_of(e, 1),
    "Two are lowest:": lambda e: is_lowest_of(e, 2),
    "Somebody can lay a card after your drop:": lambda e: (
        is_drop(e) and laid_after(e, lambda each: isinstance(each.action, Drop))
    ),
    "Somebody can lay a card after a stock-out:": lambda e: (
        is_lowest_of(e, 1) and laid_after(e, lambda each: each.after.finish is not None)
    ),
    "You lay your last cards on the last turn:": lambda e: (
        not last_of_you(e).before.stock and not last_of_you(e).after.hands[YOU]
    ),
    "The deck is booed when you lay your last cards:": lambda e: (
        len(last_of_you(e).before.stock) <= e.start.seats
        and not last_of_you(e).after.hands[YOU]
        and result_of(e).ending is Ending.DROP
    ),
    "Your last cards are one spread:": lambda e: (
        goes_out_by(e, Spread) and not laid_before(e) and not is_first_turn(e)
    ),
    "Your second spread, or a later one, ends the hand:": lambda e: (
        goes_out_by(e, Spread) and laid_before(e)
    ),
    "You hit a spread before your last one:": lambda e: (
        goes_out_by(e, Hit, Spread) and laid_before(e)
    ),
    "Your last card is a hit:": lambda e: goes_out_by(e, Spread, Hit),
    "Your last card is a discard:": lambda e: goes_out_by(e, Spread, Discard),
    "Two spreads, on your first turn:": lambda e: (
        goes_out_by(e, Spread, Spread) and is_first_turn(e)
    ),
    "Two spreads and a hit, on your first turn:": lambda e: (
        goes_out_by(e, Spread, Hit, Spread) and is_first_turn(e)
    ),
    "Two spreads, on a later turn:": lambda e: (
        goes_out_by(e, Spread, Spread) and not is_first_turn(e)
    ),
    "The next player can lay the last card too:": lambda e: (
        result_of(e).ending is Ending.DOUBLE_DOUBLE
        and winners(e) == (1,)
        and len(e.start.hands[1]) == 1
    ),
    "One player is dealt a natural:": lambda e: (
        result_of(e).ending is Ending.NATURAL and winners(e) == tuple(holders(e)) == (YOU,)
    ),
    "One natural goes before the other:": lambda e: len(holders(e)) == 2 and is_one_before_other(e),
    "Two players are dealt such a hand:": lambda e: len(holders(e)) == 2 and is_lower(e),
    "Two players tie:": is_tie,
}
"""By its title, what must be true of an example."""


@lru_cache(maxsize=1)
def drawn() -> dict[RuleSet, dict[str, tuple[Example, ...]]]:
    """All examples under rules drawn for each number of seats."""
    rules = [
        random_rules(Random(f"titles {seats} {number}"), seats)
        for seats in SEATS
        for number in range(TABLES)
    ]
    rules += RARE
    return {each: {key: examples(each, key) for key in KEYS} for each in rules}


@lru_cache(maxsize=1)
def shown() -> list[Example]:
    return [each for keys in drawn().values() for found in keys.values() for each in found]


def holds(title: str, example: Example) -> bool:
    is_deal = isinstance(example.start, ExampleDeal)
    is_of_naturals = "natural" in title or title.startswith("Two players")
    if is_deal != is_of_naturals or (example.refused is not None) != (title == "Too high:"):
        return False
    if not is_deal and title.startswith(("Your", "Two spreads", "You lay", "You hit", "The deck")):
        return bool(by_you(example, Spread, Hit)) and CHECKS[title](example)
    return CHECKS[title](example)


def test_every_example_is_what_its_title_says() -> None:
    for example in shown():
        title = str(example.title)
        assert holds(title, example), (title, example.start)


@pytest.mark.parametrize("title", CHECKS)
def test_no_title_is_true_of_every_example(title: str) -> None:
    assert any(str(each.title) == title for each in shown())
    assert not all(holds(title, each) for each in shown() if str(each.title) != title)


def stakes(example: Example) -> int:
    """Return what each payer pays each payee, which must be equal for all."""
    (found,) = {payment.stakes for payment in result_of(example).transfers}
    return found


def test_a_payment_that_the_rules_name_is_shown_before_any_other() -> None:
    seen: set[tuple[str, str]] = set()
    for rules, by_key in drawn().items():
        if rules.scoring == "push_up":
            continue
        if by_key["tonk_pays"] and rules.pays_full_tonks:
            seen.add(("tonk_pays", rules.tonk_needs))
            assert stakes(by_key["tonk_pays"][0]) == rules.tonk_pays, rules
        if by_key["two_spreads_pays"] and rules.two_spreads_pays:
            seen.add(("two_spreads_pays", ""))
            assert stakes(by_key["two_spreads_pays"][0]) == rules.two_spreads_pays, rules
        if by_key["out_pays"]:
            seen.add(("out_pays", ""))
            assert stakes(by_key["out_pays"][0]) == rules.out_pays, rules
        if rules.hit_voids_tonk and len(by_key["hit_voids_tonk"]) == 2:
            seen.add(("hit_voids_tonk", ""))
            assert stakes(by_key["hit_voids_tonk"][1]) == 1, rules
    needs = ("any", "second_spread", "spreads_only", "first_turn_two_spreads")
    others = ("two_spreads_pays", "out_pays", "hit_voids_tonk")
    assert seen == {*(("tonk_pays", each) for each in needs), *((each, "") for each in others)}
