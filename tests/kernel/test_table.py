"""Bots decide in the kernel as in Python: whole deals have equal outcomes."""

from random import Random

import pytest

from ai.habits import HABIT_KINDS
from ai.kernel.table import HABITS
from ai.lab.arena.match import DealOutcome, Decider, KernelTable, Match, play_deal
from ai.random_rules import random_rules
from ai.registry import LEVELS, STYLES, make_bot
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import RuleSet

BOTS = (
    *(f"{level}/{style}" for level in LEVELS for style in STYLES),
    *("greedy8", "random", "stayer", "tuned", "quick"),
)


def in_python(match: Match, number: int) -> DealOutcome:
    decider = Decider(match.bots, make_bot)
    outcome = play_deal(match, number, decider)
    assert not any(decider.faults), decider.faults
    return outcome


def in_kernel(match: Match, number: int) -> DealOutcome:
    table = KernelTable.of(match, [make_bot(name) for name in match.bots])
    assert table is not None
    (outcome,) = table.play(number, 1)
    return outcome


def compare(rules: RuleSet, seats: int, dice: Random, deals: int = 1) -> None:
    match = Match(rules, tuple(dice.choice(BOTS) for _ in range(seats)), "same")
    for number in range(deals):
        assert in_kernel(match, number) == in_python(match, number), (match, number)


@pytest.mark.parametrize("number", range(len(PRESETS)))
def test_a_deal_comes_out_the_same_under_presets(number: int) -> None:
    rules, seats = preset(tuple(PRESETS)[number]), 2 + number % 3
    compare(rules, seats if rules.can_seat(seats) else 2, Random(f"preset {number}"))


@pytest.mark.parametrize("number", range(10))
def test_a_deal_comes_out_the_same_under_rules_at_random(number: int) -> None:
    dice, seats = Random(f"rules {number}"), 2 + number % 5
    compare(random_rules(dice, seats), seats, dice)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("wait_after_spread", "waits"),
        ("count", "unmatched"),
        ("count", "tunk"),
        ("wild", "chicago"),
    ],
)
def test_who_is_mistaken_about_a_rule_is_mistaken_the_same_way(key: str, name: str) -> None:
    """In each case one of these deals would come out otherwise if it were not."""
    match = Match(preset(name), (f"unaware:{key}:expert", "expert"), "same")
    for number in range(10):
        assert in_kernel(match, number) == in_python(match, number), number


@pytest.mark.parametrize("name", ["waits", "rushville", "chicago", "army", "push_up", "slap"])
def test_who_knows_the_standard_rules_alone_is_blind_the_same_way(name: str) -> None:
    match = Match(preset(name), ("blind:expert", "expert"), "same")
    for number in range(3):
        assert in_kernel(match, number) == in_python(match, number)


@pytest.mark.share(8)
@pytest.mark.parametrize("number", range(24))
def test_habits_leave_the_same_actions(number: int) -> None:
    dice, seats = Random(f"habits {number}"), 2 + number % 3
    rules = random_rules(dice, seats) if number % 2 else preset(dice.choice(list(PRESETS)))
    rules = rules if rules.can_seat(seats) else STANDARD
    bots = tuple(_with_habits(dice, rules) for _ in range(seats))
    match = Match(rules, bots, "same")
    for deal in range(3):
        assert in_kernel(match, deal) == in_python(match, deal), (match, deal)


def _with_habits(dice: Random, rules: RuleSet) -> str:
    names = dice.sample(list(HABIT_KINDS), dice.randint(1, 3))
    habits = [f"{name}{dice.randint(1, 30)}" if HABIT_KINDS[name].most else name for name in names]
    behind = ["tuned", "casual", "expert", "greedy8", "random", "stayer"]
    if rules.drop_when == "own_turn":
        behind.append("master")
    return ":".join([*habits, dice.choice(behind)])


@pytest.mark.parametrize(
    ("rules", "bot"),
    [
        ("standard", "high:blind:expert"),
        ("standard", f"{'stays:' * (HABITS + 1)}expert"),
        ("rushville", "high:master"),
    ],
)
def test_who_takes_python_is_played_by_python(rules: str, bot: str) -> None:
    match = Match(preset(rules).changed(drop_when="any_time"), ("expert", bot), "same")
    assert KernelTable.of(match, [make_bot(name) for name in match.bots]) is None
