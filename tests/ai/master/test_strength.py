"""The master earns its name: over the same deals it beats those who think less.

Everything is seeded, so these figures are always the same for one state of bots and engine; the
margins leave room for other weights, not for weights that do not belong to these numbers.
"""

import pytest

from ai.lab.arena.contest import Contest
from ai.lab.arena.match import Match
from ai.lab.arena.workers import serial_pool
from game.rules.presets import preset


def won(rules: str, *bots: str, deals: int) -> float:
    """What the first of ``bots`` wins a hand."""
    contest = Contest(Match(preset(rules), bots, "strength"), deals)
    contest.run(serial_pool())
    return contest.tally.estimate(0).mean


@pytest.mark.parametrize(
    ("rules", "other", "least"),
    [
        ("standard", "greedy8", 0.2),
        ("standard", "stayer", 0.35),
        ("seattle", "greedy8", 0.2),
        ("rushville", "casual", 0.15),
        ("standard", "takes4:tuned", 0.15),
        ("standard", "takes8:tuned", 0.15),
    ],
)
def test_beats_those_who_think_less(rules: str, other: str, least: float) -> None:
    assert won(rules, "master", other, deals=120) > least


def test_beats_a_table_of_regulars() -> None:
    assert won("standard", "master", *["regular"] * 2, deals=100) > 0.1
