"""The regular opponent is worth playing: over the same deals it beats those who do not think.

Everything is seeded, so these figures are always the same for one state of bots and engine; the
margins leave room for a change of temper, not for a blunder.
"""

import statistics

import pytest

from ai.registry import make_bot
from game.rules.presets import preset
from tests.tools.strength import play_deals


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
    tally = play_deals(preset(rules), [make_bot("regular"), make_bot(other)], deals=400, seed=1)
    assert statistics.fmean(tally.stakes) > least


def test_mirrored_deals_of_one_bot_against_itself_come_out_even() -> None:
    tally = play_deals(preset("standard"), [make_bot("greedy8"), make_bot("greedy8")], 50, 1)
    assert set(tally.stakes) == {0}


def test_holds_its_own_at_a_full_table() -> None:
    bots = [make_bot("regular"), *(make_bot("greedy8") for _ in range(3))]
    assert statistics.fmean(play_deals(preset("standard"), bots, deals=150, seed=1).stakes) > 0.3
