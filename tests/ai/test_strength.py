"""Opponents are worth playing: over the same deals each beats those who think less.

Everything is seeded, so these figures are always the same for one state of bots and engine; the
margins leave room for a change of temper, not for a blunder. `tonk-lab arena` measures the ladder.
"""

import pytest

from ai.lab.arena.contest import Contest
from ai.lab.arena.match import Match
from ai.lab.arena.workers import serial_pool
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet


def won(rules: RuleSet, *bots: str, deals: int) -> float:
    """What the first of ``bots`` wins a hand."""
    contest = Contest(Match(rules, bots, "strength"), deals)
    contest.run(serial_pool())
    return contest.tally.estimate(0).mean


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("rules", "other", "least"),
    [
        ("standard", "greedy8", 0.2),
        ("standard", "stayer", 0.2),
        ("standard", "random", 0.5),
        ("chicago", "greedy8", 0.05),
        ("rushville", "greedy8", 0.3),
        ("seattle", "greedy8", 0.2),
    ],
)
def test_beats_a_player_who_does_not_think(rules: str, other: str, least: float) -> None:
    assert won(preset(rules), "regular", other, deals=3000) > least


def test_holds_its_own_at_a_full_table() -> None:
    assert won(STANDARD, "regular", *["greedy8"] * 3, deals=1500) > 0.2


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("casual", "beginner"),
        ("regular", "casual"),
        ("expert", "regular"),
        ("greedy8", "casual"),
        ("expert", "greedy8"),
    ],
)
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    assert won(STANDARD, better, worse, deals=6000) > 0.02


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("rules", "least"),
    [
        (preset("chicago"), 0.1),
        (preset("army"), 0.015),
        (STANDARD.changed(catch="five_to_lowest"), 0.03),
    ],
)
def test_knowing_the_rules_pays_where_it_pays_most(rules: RuleSet, least: float) -> None:
    assert won(rules, "expert", "blind:expert", deals=3000) > least
