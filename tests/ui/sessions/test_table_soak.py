"""The long run of tables goes on to another one where a session is over early."""

from __future__ import annotations

from random import Random

from game.menus.start import StartScene
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from tests.long.table_soak import Tables
from tests.ui.stage import shown, stage

SHORT = preset("standard").changed(scoring="push_up", push_up_target=10)
"""Mostly over after one hand or two."""


def short_rules(_random: Random, _seats: int) -> RuleSet:
    return SHORT


def test_sessions_that_end_early_are_followed_by_others_and_all_their_hands_count() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        tables = Tables(app, 1, short_rules)
        tables.sit_down()
        for hands in range(1, 5):
            tables.play(hands)
            assert tables.hands == hands
        assert tables.rule_sets > 1
