"""Lays computed alone equal those in the list of all legal actions."""

from random import Random
from typing import Any

import pytest

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from game.rules.actions import Hit, Spread, action_text, parse_action
from game.rules.hand import Hand
from game.rules.phases import CHANCE, LAY
from game.rules.presets import STANDARD
from tests.rules.lockstep import corner_table


def test_lays_are_the_spreads_and_hits_of_what_is_legal() -> None:
    laid = 0
    for number in range(160):
        rules, seats = corner_table(number) if number % 2 else table_for(number, None)
        hand, habits = deal(number, rules, seats), Habits(Random(number))
        while choices := all_choices(hand):
            if hand.phase in (LAY, CHANCE):
                listed = [action for action in hand.legal() if isinstance(action, Spread | Hit)]
                assert list(hand.legal_lays()) == listed
                laid += len(listed)
            hand.act(*habits.choose(choices))
    assert laid > 1000


@pytest.mark.parametrize(
    ("changes", "start", "lays"),
    [
        ({"spread_out": False}, "0 draw", ["spread 5H 6H 7H", "spread 6H 7H 8H"]),
        ({}, "0 draw", ["spread 5H 6H 7H", "spread 5H 6H 7H 8H", "spread 6H 7H 8H"]),
        ({"take": "use_now"}, "0 take", ["spread 4H 5H 6H", "spread 4H 5H 6H 7H"]),
    ],
)
def test_no_lay_is_told_that_the_rules_refuse(
    changes: dict[str, Any], start: str, lays: list[str]
) -> None:
    rules = STANDARD.changed(hand_size=3, naturals=(), **changes)
    first = ["5H", "KC", "6H", "QD", "7H", "2S", "4H", "8H"]
    hand = Hand.deal(rules, 2, 1, first + [card for card in rules.pack() if card not in first])
    hand.act(*parse_action(start))
    assert sorted(action_text(0, action)[2:] for action in hand.legal_lays()) == lays
