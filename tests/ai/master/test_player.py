"""What the master does in positions written by hand, and what it takes for a habit."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.bot import ask
from ai.master.player import EARLY, Master, family_of, habit_of
from ai.registry import opponent
from game.rules.actions import DRAW, DROP, TAKE, Discard, Spread
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.position import Position
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import view
from tests.ai.positions import WILD_WIN, seen
from tests.ai.walks import somewhere


def test_it_drops_at_once_with_little_in_hand() -> None:
    # With still less, or with pairs, it may lie in wait: a catch and a tonk pay double.
    sight = seen("AC 2D 4H 6S 8C", "KC QD JH TS 5C")
    assert {Master().choose(sight, seed) for seed in range(10)} == {DROP}


def test_it_does_not_drop_at_once_with_much_in_hand() -> None:
    sight = seen("KC QD JH TS 8C", "2C 3D 4H 5S 6C")
    assert DROP not in {Master().choose(sight, seed) for seed in range(10)}


def test_it_keeps_a_pair_and_throws_what_is_alone() -> None:
    sight = seen("9C 9D KH 2S 3S", "4C 5D 6H 7S 8C", stock="QD", played="0 draw")
    thrown = {Master().choose(sight, seed) for seed in range(10)}
    assert thrown <= {Discard("KH"), Discard("QD")}


_LAID = "0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard 8D"


def test_a_drop_that_cannot_be_caught_is_taken_unless_the_other_drops_early() -> None:
    sight = seen("KC KD KH AS AD", "QC QS 7H 6S 4C", stock="9C 8D", played=_LAID)
    assert {Master().choose(sight, seed) for seed in range(40)} == {DROP}
    assert {Master(habit=EARLY).choose(sight, seed) for seed in range(10)} == {DRAW}


def test_a_hand_that_can_be_emptied_for_little_may_be_kept_for_a_tonk() -> None:
    hands = "AD 2D 3D 4D 5D", "QC QS 7H 6S 4C"
    sight = seen(*hands, stock="9C", played="0 draw", rules=STANDARD.changed(naturals=()))
    assert Spread(("AD", "2D", "3D", "4D", "5D")) in sight.legal
    assert {Master().choose(sight, seed) for seed in range(10)} == {Discard("9C")}


def test_a_low_count_is_dropped_unless_the_other_is_known_to_drop_early() -> None:
    sight = seen("AC 3D 4H 6S 7C", "KC QD JH TS 5C")
    assert {Master().choose(sight, seed) for seed in range(10)} == {DROP}
    known = {Master(habit=EARLY).choose(sight, seed) for seed in range(10)}
    assert DROP not in known


@pytest.mark.parametrize("name", ["master", "adaptive"])
def test_it_plays_on_where_more_is_paid_than_the_kernel_reckons_with(name: str) -> None:
    dear = RuleSet(
        tonk_pays=10**12, out_pays=10**40, naturals=(Natural("count", 50, 10**12, when="turn"),)
    )
    bot, hand = opponent(name), Hand.deal(dear, 2, 1, Random(3).sample(dear.pack(), 52))
    while hand.result is None:
        seen = view(hand, hand.turn)
        assert hand.act(hand.turn, ask(bot, seen, 1))


@pytest.mark.parametrize("seed", range(6))
def test_at_the_table_a_certain_win_is_taken_whatever_a_search_might_say(seed: int) -> None:
    hand = Position.from_mapping(WILD_WIN).hand()
    assert opponent("master").choose(view(hand, 4), seed) == TAKE


@given(seed=st.integers(0, 2**32))
def test_a_habit_matters_at_a_table_of_two_alone(seed: int) -> None:
    hand = somewhere(Random(seed))
    for seat in hand.may_act() if hand.seats > 2 else ():
        sight = view(hand, seat)
        assert ask(Master(habit=EARLY), sight, seed) == ask(Master(), sight, seed)


@pytest.mark.parametrize(
    ("drops", "caught", "habit"),
    [
        (0, 0, ""),
        (9, 9, ""),
        (10, 4, EARLY),
        (10, 2, ""),
        (200, 16, ""),
        (200, 40, EARLY),
        (30, 6, EARLY),
    ],
)
def test_few_drops_make_no_habit(drops: int, caught: int, habit: str) -> None:
    assert habit_of(drops, caught) == habit


@pytest.mark.parametrize(
    ("changes", "family"),
    [
        ({}, "standard"),
        ({"stake": 5, "natural_tie": "void"}, "standard"),
        ({"out_pays": 2}, "general"),
        ({"count": "unmatched", "drop_at_most": 4}, "unmatched"),
        ({"drop_at_most": 3}, "going_out"),
        ({"out_pays": 3}, "going_out"),
        ({"count": "unmatched", "drop_at_most": 1}, "unmatched_short"),
        ({"count": "unmatched", "drop_at_most": 1, "out_pays": 6}, "unmatched_short"),
        ({"count": "unmatched", "drop_at_most": 1, "hand_size": 6}, "unmatched_out"),
        ({"count": "unmatched", "out_pays": 3}, "unmatched_out"),
        ({"wait_when_hit": 1}, "waits"),
        ({"wait_after_spread": 3, "out_pays": 2}, "waits"),
        ({"wait_after_own_hit": 1, "count": "unmatched"}, "unmatched"),
    ],
)
def test_rules_are_of_the_family_that_plays_alike(changes: dict[str, object], family: str) -> None:
    assert family_of(STANDARD.changed(**changes), 2) == family


def test_the_standard_game_among_more_is_one_of_the_general_ones() -> None:
    assert family_of(STANDARD, 3) == family_of(preset("waits"), 3) == "general"


def test_games_to_go_out_among_more_are_of_one_family() -> None:
    """Matched cards count or not: a head of their own have those between two alone."""
    rules = STANDARD.changed(count="unmatched", out_pays=3)
    assert family_of(rules, 3) == family_of(STANDARD.changed(out_pays=3), 2) == "going_out"
