"""Counts where cards in spreads do not count (§5.16), and where wild cards have points."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from ai.random_rules import random_rules
from game.rules.actions import Spread
from game.rules.cards import Card
from game.rules.counting import count_of, matched_cards
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.spreads import read_spread

_UNMATCHED = preset("unmatched")
_WILD = _UNMATCHED.changed(wild="2X", jokers=2)


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        ("", 0),
        ("KC", 10),
        ("KC QC", 20),
        ("KC QC JC", 0),
        ("KC QC JC TC 9C", 0),
        ("KC KD KH KS", 0),
        ("KC KD KH KS QC JC", 0),  # a run and a book share no king, and need not
        ("KC KD KH QC", 10),
        ("KC KD KH QC JC", 20),  # the book rather than the run: either leaves two tens
        ("5H 6H 7H 7C 7D", 11),  # the book leaves 11, the run 14
        ("7H 8H 9H 9C 9D", 15),  # the book leaves 15, the run 18
        ("5H 6H 7H 8H 7C 7D", 14),  # the run leaves two sevens, the book 19
        ("AC 2C 3C QC KC", 20),
        ("QC KC AC", 21),
    ],
)
def test_a_hand_counts_what_its_best_spreads_leave(hand: str, counts: int) -> None:
    assert count_of(_UNMATCHED, hand.split()) == counts


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        ("2C", 2),
        ("X1 KC", 10),
        ("KC KD 2C", 0),
        ("KC KD X1", 0),
        ("KC QC 2S", 0),
        ("KC JC 2S", 0),
        ("KC TC 2S", 22),
        ("KC TC 2S X1", 0),
        ("KC 2C 2D", 14),  # a king is but one card that stands for itself
        ("2C 2D X1", 0),  # twos in a book of twos stand for themselves
        ("KC KD 2C 2D", 0),
        ("KC KD 2C 2D X1", 0),  # four cards are a whole book: the joker is left
        ("KC KD 2C 2D 2H", 2),
        ("AH 2H 3H", 0),
        ("AH 3H 2S KC KD", 4),  # the two goes with the kings
        ("AH 3H 2S KC KD X2", 0),
    ],
)
def test_wild_cards_help(hand: str, counts: int) -> None:
    assert count_of(_WILD, hand.split()) == counts


def test_an_ace_goes_high_where_the_rules_say_so() -> None:
    high = _UNMATCHED.changed(ace="low_or_high")
    assert count_of(high, ["QC", "KC", "AC"]) == 0
    assert count_of(high, ["KC", "AC", "2C"]) == 13
    assert count_of(high, ["AC", "2C", "3C", "QC", "KC"]) == 5


def test_a_run_up_to_a_high_ace_begins_above_the_lowest_rank() -> None:
    few = RuleSet(
        ranks="AJQK", ace="low_or_high", jokers=3, wild="X", wild_points=15, count="unmatched"
    )
    assert count_of(few, ["KS", "AS", "X1"]) == 0
    assert count_of(few, ["KS", "AS", "X1", "X2"]) == 0
    assert count_of(few, ["KS", "AS", "X1", "X2", "X3"]) == 15


def test_runs_follow_the_ranks_of_the_pack() -> None:
    assert count_of(preset("army").changed(count="unmatched"), ["6H", "7H", "JH"]) == 0


def test_dead_jokers_count_nothing_and_match_nothing() -> None:
    dead = _UNMATCHED.changed(jokers=2)
    assert count_of(dead, ["X1", "X2", "KC", "KD"]) == 20


def test_points_of_wild_cards_count_where_they_are_left_over() -> None:
    tunk = preset("tunk")
    assert count_of(tunk, ["2C", "9D"]) == 34
    assert count_of(tunk, ["2C", "9D", "9H"]) == 0
    assert (
        count_of(tunk, ["2C", "2D", "2H", "2S", "9D", "9H", "KC"]) == 10
    )  # a book of twos, one of nines
    assert count_of(tunk, ["2C", "2D", "2H", "9D", "9H", "KC"]) == 28
    assert count_of(tunk.changed(count="all"), ["2C", "2D", "9D"]) == 59
    assert count_of(tunk.changed(wild_points=0), ["2C", "2D", "9D"]) == 9


def test_the_heaviest_hand() -> None:
    rules = RuleSet(jokers=4, wild="2X", wild_points=50, hand_size=9)
    heavy = ["2C", "2D", "2H", "2S", "X1", "X2", "X3", "X4", "KC", "KD"]
    assert count_of(rules, heavy) == 8 * 50 + 20


@pytest.mark.parametrize("number", range(60))
def test_the_count_is_the_least_that_any_spreads_leave(number: int) -> None:
    dice = Random(f"unmatched {number}")
    rules = random_rules(dice, 2)
    if number % 2:
        ranks = dice.choice(("A2345", "23456", "A29TJQK", "A23JQK"))
        suits = dice.choice(("C", "CD", "CDH", "CDHS"))
        jokers = dice.randrange(3)
        wild = dice.choice([name for name in ("", "2", "X", "2X") if "X" not in name or jokers])
        points = dice.choice(("own", 0, 1, 25)) if wild else "own"
        rules = STANDARD.changed(
            ranks=ranks, suits=suits, jokers=jokers, wild=wild, wild_points=points,
            ace=dice.choice(("low", "low_or_high")),
        )  # fmt: skip
    rules = rules.changed(count="unmatched", hand_size=3)
    pack = list(rules.pack())
    for _ in range(8):
        hand = tuple(dice.sample(pack, min(len(pack), dice.randint(3, 8))))
        while sum(map(rules.is_wild, hand)) > 2:
            hand = hand[1:]
        assert count_of(rules, hand) == _plainly(rules, hand), (rules, hand)


def _plainly(rules: RuleSet, hand: tuple[Card, ...]) -> int:
    """Return the unmatched count by trying every set of cards for a spread."""

    @cache
    def least(cards: frozenset[Card]) -> int:
        left = [least(cards - spread) for spread in spreads if spread <= cards]
        return min([sum(map(rules.points, cards)), *left])

    spreads = [frozenset(cards) for cards in _spreads(rules, hand)]
    return least(frozenset(hand))


def _spreads(rules: RuleSet, hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    for size in range(3, len(hand) + 1):
        for cards in combinations(hand, size):
            wilds = [card for card in cards if rules.is_wild(card)]
            for ranks in product(("", *rules.ranks), repeat=len(wilds)):
                named = tuple(pair for pair in zip(wilds, ranks, strict=True) if pair[1])
                if read_spread(rules, Spread(cards, named)):
                    yield cards
                    break


def test_the_cards_of_all_spreads_are_matched() -> None:
    held = ("4S", "5S", "6S", "9D", "KC", "KD", "KH")
    assert matched_cards(_UNMATCHED, held) == frozenset(held) - {"9D"}
    assert matched_cards(_UNMATCHED, ("4S", "5S", "9D")) == frozenset()
    assert matched_cards(STANDARD, held) == frozenset()


def test_a_pack_of_two_ranks_has_no_runs() -> None:
    two = RuleSet(ranks="A2", jokers=1, wild="X", count="unmatched")
    assert count_of(two, ["AH", "2H", "X1"]) == 3
    assert count_of(two, ["AH", "AS", "X1"]) == 0
