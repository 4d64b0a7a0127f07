"""The plain player in C decides like the one in Python, and hidden cards change nothing."""

from collections import Counter
from dataclasses import replace

import pytest

from ai.bridge import hand_of, kernel_action, kernel_rules
from ai.chances import SplitMix64
from ai.drops.tables import thresholds_for
from ai.kernel.hands import KernelRefusedError, Random, library
from ai.kernel.plain_player import DropTable, KernelProfile, PlainHands
from ai.plain import catch_cost, weights
from ai.profile import EXPERT, LEVELS
from game.rules.actions import DROP
from game.rules.presets import PRESETS, STANDARD
from game.rules.settlement import SCHEMES
from tests.ai.positions import seen
from tests.kernel.plain_twin import PROFILES, plain_weights, twins

SHARE = 2 * len(PRESETS)


def test_both_decide_the_same_under_presets_and_any_rules() -> None:
    decisions: Counter[str] = Counter()
    for number in range(SHARE):
        pair = twins(number)
        pair.play()
        assert not pair.differing
        decisions += pair.decisions
    assert min(decisions[phase] for phase in ("START", "LAY", "CHANCE"))


@pytest.mark.parametrize("seats", [2, 4])
def test_both_fear_a_catch_for_what_one_who_lies_lower_is_paid(seats: int) -> None:
    """Without a table, and with much noise, the weight of a drop falls with each stake."""
    hands = ("KC 2D AH 2H 3S", "QC QD 8H 9C 9D", "6S 4C KH 7S 7D", "JS TC 8C JD 5C")
    profile = replace(EXPERT, uses_tables=False, noise=30_000, dread=250)
    drops: dict[int, set[int]] = {}
    for catch in SCHEMES:
        view = seen(*hands[:seats], rules=STANDARD.changed(catch=catch))
        table = thresholds_for(view.rules, seats)
        own = weights(view, profile, table)
        numbers = KernelProfile.of(profile.numbers)
        told = plain_weights(hand_of(view), view.seat, numbers, DropTable.of(table))
        assert {action.key(): weight for action, weight in told if weight} == {
            kernel_action(view.rules, each).key(): weight for each, weight in own.items()
        }
        drops.setdefault(catch_cost(catch, seats), set()).add(own[DROP])
    assert drops.keys() == ({1, 2, 4, 5} if seats == 2 else {2, 3, 4, 5, 6})
    falling = [weight for _cost, found in sorted(drops.items()) for weight in found]
    assert len(falling) == len(drops)
    assert falling == sorted(falling, reverse=True)


def test_profiles_differ() -> None:
    assert len({profile.numbers for profile in PROFILES}) > 20
    with pytest.raises(ValueError, match="3 numbers of a profile, not 26"):
        KernelProfile.of((1, 2, 3))


def _matched(seed: int, hands: int = 300) -> PlainHands:
    table = DropTable.of(thresholds_for(STANDARD, 2))
    players = [KernelProfile.of(each.numbers) for each in (EXPERT, LEVELS["beginner"])]
    match = PlainHands(kernel_rules(STANDARD), players, [table, None], seed)
    match.play(hands)
    return match


def test_hands_that_the_kernel_plays_alone_pay_out() -> None:
    match = _matched(1)
    assert (match.hands, match.done.value) == (300, 300)
    assert sum(match.paid) == 0 < match.paid[0]
    assert min(match.squares) >= 300 / 2
    assert match.moves > 5 * match.hands
    assert (_matched(1).paid, _matched(1).moves) == (match.paid, match.moves)
    assert _matched(2).moves != match.moves


def test_it_can_be_cancelled_and_goes_on() -> None:
    match = _matched(1)
    match.cancel.value = 1
    with pytest.raises(KernelRefusedError, match="TONK_CANCELLED"):
        match.play(100)


def test_a_table_of_too_few_rows_and_numbers_without_bound_are_refused() -> None:
    rules, expert = kernel_rules(STANDARD), KernelProfile.of(EXPERT.numbers)
    whole, short = DropTable.of([[0] * 12] * 5), DropTable.of([[0] * 12] * 4)
    PlainHands(rules, [expert] * 2, [whole, whole], 1).play(1)
    wild = KernelProfile.of(replace(EXPERT, keep=1_000_001).numbers)
    for player, table in ((expert, short), (wild, whole)):
        with pytest.raises(KernelRefusedError, match="TONK_BAD_INPUT"):
            PlainHands(rules, [player] * 2, [table, table], 1).play(1)


def test_random_numbers_are_the_same() -> None:
    for seed in (0, 1, 2**63 + 5):
        own, other = SplitMix64(seed), Random(seed)
        assert [own.next() for _ in range(20)] == [library().tonk_next(other) for _ in range(20)]
        assert own.below(7) == library().tonk_below(other, 7)
