"""What may be laid is told alone as it is told among all that is legal."""

from random import Random

from game.cli.engine_checks import all_choices
from game.cli.selftest import Habits, deal, table_for
from game.rules.actions import Hit, Spread
from game.rules.phases import CHANCE, LAY
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
