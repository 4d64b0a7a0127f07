"""The plain players that are told apart by numbers: each number does what it says."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.bot import ask, is_allowed
from ai.lab.arena.tuning import LEAST, MOST, START, Cloud
from ai.plain import Plain
from ai.tuned import Numbers, numbers_for, tuned_numbers
from game.rules.actions import DRAW, DROP, TAKE, Action, Discard, Hit, Spread
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.view import SeatView, view
from tests.ai.positions import seen
from tests.ai.test_honest import with_hidden_permuted
from tests.ai.walks import somewhere

PLAIN = replace(START, trap=-1, trap_until=0, hold_until=0, hit_least=0)
OTHERS = "QC QD 8H 6S 4C"
SEEDS = st.integers(0, 2**32)


def act(seen_: SeatView, **numbers: float) -> Action:
    return Plain(replace(PLAIN, **numbers).profile).choose(seen_, 1)


def test_it_drops_at_its_threshold_which_falls() -> None:
    first = seen("KC JD 9H 7S 5C", OTHERS)  # 41 points in the first round
    assert act(first, drop_start=42, drop_fall=1) == DROP
    assert act(first, drop_start=42, drop_fall=1.5) == DRAW
    played = "0 draw; 0 discard KC; 1 draw; 1 discard QC"
    later = seen("KC JD 9H 7S 5C", OTHERS, stock="AD AH", played=played)
    assert act(later, drop_start=41, drop_fall=3) == DROP  # 32 points in the third round
    assert act(later, drop_start=41, drop_fall=3.1) == DRAW


def test_it_lowers_its_threshold_when_somebody_is_nearly_out() -> None:
    spread = "0 draw; 0 spread 7C 7D 7H; 0 discard KS"
    other = seen("7C 7D 7H KS 2D", "4C 4D 5S AH 2C", stock="JS", played=spread, seat=1)
    assert act(other, drop_start=50, near_start=17, near_step=0, near_fall=0) == DROP
    assert act(other, drop_start=50, near_start=15, near_step=0, near_fall=0, least=0) == DRAW
    # The other seat is left with the jack and the two: two cards, of which each adds to it.
    assert act(other, drop_start=50, near_start=12, near_step=2, near_fall=0, least=0) == DROP


def test_it_lies_in_wait_with_little() -> None:
    low = seen("AC 2D AH 3S 2C", OTHERS)
    assert act(low) == DROP
    assert act(low, trap=9, trap_until=3) == DRAW
    assert act(low, trap=8, trap_until=3) == DROP
    assert act(low, trap=9, trap_until=1) == DROP


def test_it_holds_spreads_back_unless_they_go_out() -> None:
    table = seen("7C 7D 7H 2S 9D", OTHERS, stock="KS", played="0 draw")
    assert act(table) == Spread(("7C", "7D", "7H"))
    assert act(table, hold_until=3) == Discard("KS")
    assert act(table, hold_until=1) == Spread(("7C", "7D", "7H"))
    both = seen("7C 7D 7H QS JS", OTHERS, stock="KS", played="0 draw")
    assert isinstance(act(both, hold_until=30), Spread)


def test_it_finds_the_two_spreads_that_go_out() -> None:
    """The dearest lay, the book of four, would leave two cards in hand."""
    turn = seen("7C 7D 7H 7S 5H", "QC QD 8S JS 4C", stock="6H", played="0 draw")
    first = act(turn)
    assert isinstance(first, Spread)
    assert sorted(first.cards) in (["7C", "7D", "7S"], ["5H", "6H", "7H"])


def test_it_hits_no_card_that_is_too_cheap_for_it() -> None:
    played = "0 draw; 0 spread 7C 7D 7H; 0 discard KS; 1 draw"
    table = seen("7C 7D 7H KS 2D", "KD 4H 7S 9C 2S", stock="JS AH", played=played, seat=1)
    assert act(table, hit_least=7) == Hit("7S", 0)
    assert act(table, hit_least=8) == Discard("KD")


def test_it_takes_what_is_worth_more_than_a_draw() -> None:
    turn = seen("7C 7D KH 2S JD", OTHERS, upcard="7H")
    assert act(turn, drop_start=0) == TAKE
    assert act(turn, drop_start=0, take_margin=40) == DRAW


def test_the_cautious_throw_no_card_that_fits_the_table() -> None:
    played = "0 draw; 0 spread 7C 7D 7H; 0 discard KS; 1 draw"
    table = seen("7C 7D 7H KS 2D", "3D 4H 7S AC 6S", stock="JS QH", played=played, seat=1)
    assert act(table, hit_least=11, keep=0, caution=0) == Discard("QH")
    table = seen("7C 7D 7H KS 2D", "3D 4H 7S AC 6C", stock="JS 5S", played=played, seat=1)
    assert act(table, hit_least=11, keep=0, caution=0) == Discard("7S")
    assert act(table, hit_least=11, keep=0, caution=20) == Discard("6C")


@given(seed=SEEDS)
def test_any_numbers_play_legally_and_honestly_under_any_rules(seed: int) -> None:
    dice = Random(seed)
    wide = Numbers(*(20.0 for _ in range(14)))
    player = Plain(Cloud(START, wide).draw(dice).profile)
    hand = somewhere(dice)
    for seat in hand.may_act():
        seen_ = view(hand, seat)
        action = ask(player, seen_, seed)
        assert is_allowed(seen_, action), (action, seen_)
        other = view(with_hidden_permuted(hand, seat, dice), seat)
        assert ask(player, other, seed) == action


def test_limits_leave_room_around_the_start() -> None:
    for least, start, most in zip(
        *(str(numbers).split("/") for numbers in (LEAST, START, MOST)), strict=True
    ):
        assert float(least) <= float(start) < float(most)


def test_numbers_are_read_as_they_are_written() -> None:
    assert Numbers.read(str(START)) == START


@pytest.mark.parametrize("name", PRESETS)
def test_tuned_plays_by_the_numbers_of_the_nearest_preset(name: str) -> None:
    rules = preset(name)
    assert numbers_for(rules) == numbers_for(rules.changed(stake=5))
    if name in tuned_numbers() and rules != STANDARD:
        assert numbers_for(rules) == tuned_numbers()[name]
