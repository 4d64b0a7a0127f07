"""Numbers that can be counted exactly: hands by count, spreads, naturals (§1, §4.1)."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.presets import STANDARD, preset
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.spreads import spreads_in
from tests.rules.reference.melds import all_spreads

_SHORT = "A234567JQK"


def hands_by_count(rules: RuleSet, size: int) -> Counter[int]:
    """Return the number of hands of ``size`` cards for each count."""
    ways: list[Counter[int]] = [Counter({0: 1}), *(Counter() for _ in range(size))]
    for points in map(rules.points, rules.pack()):
        for cards in range(size, 0, -1):
            for count, number in ways[cards - 1].items():
                ways[cards][count + points] += number
    return ways[size]


def at_most(counts: Counter[int], most: int) -> int:
    return sum(number for count, number in counts.items() if count <= most)


def test_five_card_hands() -> None:
    counts = hands_by_count(STANDARD, 5)
    assert counts.total() == 2_598_960
    assert counts[50] == 4_368
    assert counts[49] == 7_280
    assert at_most(counts, 15) == 15_320
    assert at_most(counts, 13) == 5_812
    assert at_most(counts, 11) == 1_768
    assert max(counts) == 50


def test_five_cards_of_the_short_pack_never_count_49() -> None:
    counts = hands_by_count(preset("army"), 5)
    assert counts.total() == 658_008
    assert counts[50] == 792
    assert counts[49] == 0
    assert counts[47] > 0


def test_other_hand_sizes_and_values() -> None:
    seven = hands_by_count(preset("seattle"), 7)
    assert seven.total() == 133_784_560
    assert seven[49] + seven[50] == 12_228_716
    rising = hands_by_count(preset("rising_faces"), 5)
    assert max(rising) == 4 * 13 + 12
    assert hands_by_count(preset("dead_jokers"), 5).total() == comb(54, 5)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (STANDARD, 329),
        (RuleSet(ranks=_SHORT), 194),
        (RuleSet(ace="low_or_high"), 369),
        (RuleSet(ranks=_SHORT, ace="low_or_high"), 222),
        (RuleSet(jokers=4), 329),
        (RuleSet(ranks="AQK", hand_size=3), 19),
        (RuleSet(ranks="AQK", ace="low_or_high", hand_size=3), 19),
        (RuleSet(suits="CD"), 132),
        (RuleSet(ranks="A2", hand_size=3, upcard=False), 10),
    ],
)
def test_spreads_in_a_whole_pack(rules: RuleSet, expected: int) -> None:
    found = spreads_in(rules, rules.pack())
    assert len(found) == len(set(found)) == expected
    plain = {frozenset(spread.cards) for spread in all_spreads(rules, rules.pack())}
    assert {frozenset(spread.cards) for spread in found} == plain


def test_seven_lies_next_to_the_jack_in_the_short_pack() -> None:
    held = ("6H", "7H", "JH")
    assert [spread.cards for spread in spreads_in(RuleSet(ranks=_SHORT), held)] == [held]
    assert not spreads_in(STANDARD, held)


def test_runs_never_go_round_the_corner() -> None:
    rules = RuleSet(ace="low_or_high")
    assert spreads_in(rules, ("QS", "KS", "AS"))
    assert not spreads_in(rules, ("KS", "AS", "2S"))


def test_dealt_hands_that_hold_a_spread() -> None:
    rules = RuleSet(ranks="A234567")
    holding = sum(bool(spreads_in(rules, five)) for five in combinations(rules.pack(), 5))
    assert holding == 13_332


def test_a_natural_below_any_number_is_dealt_to_everybody_at_once() -> None:
    rules = RuleSet(naturals=(Natural.at_most(10**80),), natural_tie="all_paid")
    hand = Hand.deal(rules, 2, 0, rules.pack())
    assert hand.result is not None
    assert hand.result.ending is Ending.VOID
