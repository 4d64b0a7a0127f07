"""What stands in two places, because the layers part them, is the same in both.

The window, the saves and the bots do not import each other: a name or number that they share stands
with each of them.
"""

from typing import get_args

import pytest

from ai import profile, registry
from ai.coach import drills
from ai.worker import USUAL_DOUBT
from game.features.challenges.goals.model import GOALS, MASTER
from game.features.study.drills import model
from game.play import opponents
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.view import view
from game.saves.settings import SPEEDS
from game.ui.table.flow.pacing import pause_for
from game.ui.table.motion.director import PACES
from game.ui.text import level_words
from game.ui.text.level_words import bot_character


def test_drills_have_the_levels_and_kinds_of_their_page() -> None:
    assert drills.HARDEST == model.HARDEST
    assert model.EASIEST == 1
    assert set(get_args(drills.Kind)) == set(model.DRILLS)


def test_bots_have_the_names_by_which_they_are_offered() -> None:
    assert registry.ADAPTIVE == opponents.ADAPTIVE
    assert registry.LEVELS[-1] == profile.MASTER == MASTER


def test_every_level_and_style_has_its_words_and_the_goal_names_all_levels() -> None:
    assert list(level_words.LEVELS) == list(registry.LEVELS)
    assert set(level_words.STYLES) == set(registry.STYLES)
    for level in registry.LEVELS:
        for style in set(registry.STYLES) - {registry.DEFAULT_STYLE}:
            in_brief, _stop, habit = bot_character(f"{level}/{style}").partition(". ")
            assert bot_character(level).startswith(in_brief)
            assert habit == bot_character(f"another/{style}")
    (goal,) = (each for each in GOALS if each.key == "levels")
    assert goal.many == len(registry.LEVELS)


def test_every_speed_has_a_pace_and_a_pause_and_higher_ones_are_faster() -> None:
    hand = Hand.deal(STANDARD, 2, 0, STANDARD.pack())
    assert hand.phase is Phase.START
    seen = view(hand, hand.turn)
    paces = [PACES[speed] for speed in SPEEDS]
    pauses = [pause_for(seen, 1, speed) for speed in SPEEDS]
    assert paces == sorted(set(paces))
    assert pauses == sorted(set(pauses), reverse=True)
    assert list(PACES) == list(SPEEDS)
    with pytest.raises(KeyError):
        pause_for(seen, 1, "leisurely")


def test_who_tells_no_doubt_ponders_as_long_as_the_worker_says() -> None:
    hand = Hand.deal(STANDARD, 2, 0, STANDARD.pack())
    seen = view(hand, hand.turn)
    assert pause_for(seen, 1, "normal") == pause_for(seen, 1, "normal", USUAL_DOUBT)
    assert pause_for(seen, 1, "normal", 0.1) < pause_for(seen, 1, "normal")
