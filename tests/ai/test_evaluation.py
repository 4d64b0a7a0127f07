"""Where somebody may not drop there is time: for pairs, and for cards that go together."""

from dataclasses import replace

import pytest

from ai.drops.tables import thresholds_for
from ai.plain import NO_TIME, POINT, Plain, PlainDecision, time_factor
from ai.profile import SOUND
from ai.sight import BIT, set_of
from game.rules.actions import DRAW, TAKE, Action, Discard
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.ai.positions import seen

WAITS = preset("waits")
BY_TABLES = replace(SOUND, uses_tables=True)


def _at(waits: tuple[int, int], rules: RuleSet = WAITS) -> SeatView:
    return replace(seen("TC TD 9S 9C 3D", "QC QD 8H 6S 4C", rules=rules), waits=waits)


def test_there_is_more_time_while_somebody_waits_most_while_it_does_itself() -> None:
    free, other, own = (time_factor(_at(waits), BY_TABLES) for waits in ((0, 0), (0, 3), (3, 0)))
    assert own > other > free == NO_TIME


@pytest.mark.parametrize("name", ["standard", "washington_state", "five_seven_nine"])
def test_waits_of_a_turn_for_hits_change_nothing(name: str) -> None:
    assert time_factor(_at((1, 1), preset(name)), BY_TABLES) == NO_TIME


def test_who_goes_by_feel_gives_no_thought_to_waits() -> None:
    assert time_factor(_at((3, 3)), SOUND) == NO_TIME


def _decision(view: SeatView) -> PlainDecision:
    return PlainDecision(view, BY_TABLES, thresholds_for(view.rules, view.seats))


def _appeal(view: SeatView, card: str, hittable: str = "") -> float:
    """What ``card`` adds to the hand where ``hittable`` fits the table, in points."""
    decision = _decision(view)
    decision.sight.hittable = set_of(hittable.split())
    return decision.appeal(BIT[card]) / POINT


def test_a_pair_promises_more_with_time_and_counts_the_same() -> None:
    free, waiting = _decision(_at((0, 0))), _decision(_at((0, 3)))
    pair, lone = set_of(("TC", "TD")), set_of(("TC", "7D"))
    assert waiting.worth(pair) > free.worth(pair) + POINT
    assert waiting.worth(lone) == free.worth(lone) == -17 * POINT


def test_with_time_a_card_appeals_by_what_it_goes_with() -> None:
    free, waiting = _at((0, 0)), _at((0, 3))
    for view in (free, waiting):
        assert _appeal(view, "TH") == 20
        assert _appeal(view, "2H", "2H") == 10
    assert _appeal(free, "2H") == 8
    assert _appeal(waiting, "2H") == 4
    # Two threes, and the ace and four of diamonds, could make a spread with this one.
    assert _appeal(waiting, "2D") == 4 + 2 * 2


@pytest.mark.parametrize(("rules", "expected"), [(STANDARD, TAKE), (WAITS, DRAW)])
def test_needs_no_low_card_that_goes_with_nothing_while_another_waits(
    rules: RuleSet, expected: Action
) -> None:
    view = seen(
        "KC JD 9H 7S 5C",
        "QC QD 8H 6S 2C",
        stock="KD QH",
        played="0 draw; 0 discard KD; 1 draw; 1 spread QC QD QH; 1 discard 2C",
        rules=rules,
    )
    assert Plain(BY_TABLES).choose(view, 1) == expected


@pytest.mark.parametrize(("rules", "thrown"), [(STANDARD, "TH"), (WAITS, "7C")])
def test_keeps_cards_that_may_meet_while_another_waits(rules: RuleSet, thrown: str) -> None:
    view = seen(
        "TH 9H 7C 5H 3D",
        "QC QD 8C 6S 2C",
        stock="KD QH 4D",
        played="0 draw; 0 discard KD; 1 draw; 1 spread QC QD QH; 1 discard 2C; 0 draw",
        rules=rules,
    )
    assert Plain(BY_TABLES).choose(view, 1) == Discard(thrown)
