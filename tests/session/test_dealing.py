"""The ten tests of the dealer: right p values, fair where all is fair, and broken dealers found."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from game.features.records.fairness.dealer_tests import TESTS, DealerOutcome, DealingTests
from game.features.records.fairness.p_values import (
    chi_square_p,
    counts_p,
    holm,
    kolmogorov_p,
    normal_p,
    normal_share,
)
from game.play.dealer import sample_deals
from game.rules.cards import STANDARD_PACK, Card
from tests.session.fair_p_values import runs, uniform_p
from tests.shares import EVERY


# From tables of the distributions, to the digits that they print.
@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (11.0705, 5, 0.05),
        (124.342113, 100, 0.05),
        (2720.760990, 2601, 0.05),
        (0.0, 3, 1.0),
    ],
)
def test_chi_square(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, rel=1e-5)


def test_normal_and_kolmogorov() -> None:
    assert normal_p(1.959964) == pytest.approx(0.05, rel=1e-6)
    assert normal_share(-1.644854) == pytest.approx(0.05, rel=1e-6)
    assert kolmogorov_p(0.13403, 100) == pytest.approx(0.05, rel=0.02)
    assert kolmogorov_p(0.16081, 100) == pytest.approx(0.01, rel=0.02)


def test_small_cells_are_put_together() -> None:
    assert counts_p([10, 10, 1, 0], [10, 10, 0.5, 0.5]) == counts_p([10, 11], [10, 11])
    assert counts_p([1], [1]) == 1.0


def test_holm_as_in_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_the_p_values_of_fair_deals_lie_evenly() -> None:
    """`python -m tests.session.fair_p_values` tries 2,000 runs."""
    found = runs(40 if EVERY else 20, 1_000, "short")
    for number, name in enumerate(TESTS):
        assert uniform_p([each[number].p for each in found]) > 1e-4, name


# -- dealers ---------------------------------------------------------------------------------------

Dealer = Callable[[Random], Iterator[list[Card]]]


def outcomes_of(deals: Iterator[list[Card]], count: int) -> tuple[DealerOutcome, ...]:
    tests = DealingTests()
    for deck in islice(deals, count):
        tests.add(deck)
    return tests.outcomes()


def any_place(dice: Random) -> Iterator[list[Card]]:
    """The usual mistake: each card is exchanged with one at any place."""
    while True:
        deck = list(STANDARD_PACK)
        for at in range(52):
            other = dice.randrange(52)
            deck[at], deck[other] = deck[other], deck[at]
        yield deck


def never_stays(dice: Random) -> Iterator[list[Card]]:
    """One off in the loop: no card can stay where it is."""
    while True:
        deck = list(STANDARD_PACK)
        for last in range(51, 0, -1):
            other = dice.randrange(last)
            deck[last], deck[other] = deck[other], deck[last]
        yield deck


def riffles(dice: Random) -> Iterator[list[Card]]:
    """The pack as it was left, riffled five times."""
    deck = list(STANDARD_PACK)
    while True:
        for _ in range(5):
            cut = sum(dice.random() < 0.5 for _card in deck)
            left, right = deck[:cut], deck[cut:]
            deck = []
            while left or right:
                half = left if dice.random() * (len(left) + len(right)) < len(left) else right
                deck.append(half.pop(0))
        yield list(deck)


def few_seeds(dice: Random) -> Iterator[list[Card]]:
    """A seed of nine bits: the same deals come back."""
    while True:
        yield Random(dice.getrandbits(9)).sample(STANDARD_PACK, 52)


def in_turn(dice: Random) -> Iterator[list[Card]]:
    """Deals that come back in the same order."""
    deals = [dice.sample(STANDARD_PACK, 52) for _ in range(100)]
    while True:
        yield from deals


def aces_apart(dice: Random) -> Iterator[list[Card]]:
    """A dealer who does not like two cards of a rank side by side at the start."""
    while True:
        deck = dice.sample(STANDARD_PACK, 52)
        if deck[0][0] == deck[1][0] and dice.random() < 0.9:
            dice.shuffle(deck)
        yield deck


def an_ace_less(dice: Random) -> Iterator[list[Card]]:
    """A dealer who puts an ace from the eldest hand back into the pack, once in three."""
    while True:
        deck = dice.sample(STANDARD_PACK, 52)
        if deck[0][0] == "A" and dice.random() < 1 / 3:
            other = dice.randrange(10, 52)
            deck[0], deck[other] = deck[other], deck[0]
        yield deck


@pytest.mark.parametrize("dealer", [any_place, never_stays, riffles, few_seeds, in_turn])
def test_a_broken_dealer_is_found(dealer: Dealer) -> None:
    assert not all(each.is_passed for each in outcomes_of(dealer(Random(1)), 4_000))


@pytest.mark.parametrize(
    ("dealer", "test", "deals"),
    [(aces_apart, "poker", 10_000), (an_ace_less, "equi-distribution (frequency)", 16_000)],
)
def test_a_subtle_one_is_found_by_the_test_for_it(dealer: Dealer, test: str, deals: int) -> None:
    found = {each.name: each for each in outcomes_of(dealer(Random(1)), deals)}
    assert not found[test].is_passed


def test_the_dealer_of_the_game_is_fair() -> None:
    deals = (list(deck) for deck in sample_deals(4_000, "a test"))
    assert all(each.is_passed for each in outcomes_of(deals, 4_000))


def test_a_seed_repeats_a_run_and_without_one_no_two_are_alike() -> None:
    assert list(sample_deals(5, "x")) == list(sample_deals(5, "x"))
    assert list(sample_deals(5, "x")) != list(sample_deals(5, "y"))
    assert list(sample_deals(5, None)) != list(sample_deals(5, None))
