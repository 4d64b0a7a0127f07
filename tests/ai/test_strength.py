"""The regular opponent is worth playing: over the same deals it beats those who do not think.

Everything is seeded, so these figures are always the same for one state of bots and engine; the
margins leave room for a change of temper, not for a blunder.
"""

import pytest

from ai.arena.contest import Contest
from ai.arena.crew import serial_crew
from ai.arena.match import Match
from game.rules.presets import preset


def won(rules: str, *bots: str, deals: int) -> float:
    """What the first of ``bots`` wins a hand."""
    contest = Contest(Match(preset(rules), bots, "strength"), deals)
    contest.run(serial_crew())
    return contest.tally.estimate(0).mean


@pytest.mark.parametrize(
    ("rules", "other", "least"),
    [
        ("standard", "greedy8", 0.3),
        ("standard", "stayer", 0.3),
        ("standard", "random", 0.6),
        ("chicago", "greedy8", 0.05),
        ("rushville", "greedy8", 0.4),
        ("seattle", "greedy8", 0.3),
    ],
)
def test_beats_a_player_who_does_not_think(rules: str, other: str, least: float) -> None:
    assert won(rules, "regular", other, deals=400) > least


def test_holds_its_own_at_a_full_table() -> None:
    assert won("standard", "regular", *["greedy8"] * 3, deals=150) > 0.3
