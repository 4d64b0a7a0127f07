"""Habits: what each leaves of the legal actions, and that every combination plays on legally."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.bot import ask, is_allowed
from ai.habits import Habit
from ai.lab.arena.exploit import in_words
from ai.registry import UnknownBotError, make_bot
from game.rules.actions import DRAW, DROP, TAKE, Action, Discard, Hit, Spread
from game.rules.view import SeatView, view
from tests.ai.positions import seen
from tests.ai.walks import somewhere

OTHER = "QC QD 8H 6S 4C"
HABITS = ("takes3", "needs", "stays", "drops40", "holds", "high", "echoes")


def done(name: str, seen_now: SeatView) -> Action:
    return ask(make_bot(name), seen_now, 1)


def thrown(name: str, hand: str, drawn: str, *, played: str = "0 draw") -> Action:
    return done(name, seen(hand, OTHER, stock=drawn, played=played))


def test_takes_so_many_whatever_they_are_and_then_no_more() -> None:
    useless = seen("QS JD 9H 7S 5C", "KC KD 8H 6S 4C", upcard="TH")
    assert done("tuned", useless) == DRAW
    assert done("takes1:tuned", useless) == TAKE
    later = seen(
        "QS JD 9H 7S 5C",
        "KC KD 8H 6S 4C",
        upcard="TH",
        stock="3D",
        played="0 take; 0 discard QS; 1 draw; 1 discard KC",
    )
    assert done("takes1:tuned", later) == done("tuned", later) == DRAW
    assert done("takes2:tuned", later) == TAKE


def test_needs_takes_what_makes_a_spread_or_fits_one_and_nothing_else() -> None:
    assert done("needs:greedy8", seen("KC KD 9H 7S 5C", OTHER, upcard="KH")) == TAKE
    assert done("needs:tuned", seen("KC JD 9H 7S 5C", OTHER, upcard="AH")) == DRAW
    assert done("tuned", seen("KC JD 9H 7S 5C", OTHER, upcard="AH")) == TAKE
    fits = seen(
        "5S 6S 7S KC 9D",
        "8S TD JH 6D 4C",
        stock="3D 4D",
        played="0 draw; 0 spread 5S 6S 7S; 0 discard KC; 1 draw; 1 discard 8S",
    )
    assert done("needs:greedy8", fits) == TAKE


def test_stays_never_drops_and_drops_does_at_its_count() -> None:
    low = seen("AS 2D 3H 2C AC", OTHER)
    assert done("tuned", low) == DROP
    assert done("stays:tuned", low) != DROP
    middling = seen("TS 9D 7H 5C 2C", OTHER)
    assert done("tuned", middling) != DROP
    assert done("drops33:tuned", middling) == DROP
    assert done("drops32:tuned", middling) != DROP


def test_holds_a_spread_back_and_throws_none_of_it() -> None:
    action = thrown("holds:tuned", "KC KD KH 7S 2C", "9D")
    assert action in {Discard("9D"), Discard("7S")}
    assert isinstance(thrown("tuned", "KC KD KH 7S 2C", "9D"), Spread)


def test_holds_lays_all_when_that_goes_out() -> None:
    view_of = seen("KC KD KH 7S 7C", OTHER, stock="7D", played="0 draw")
    laid = done("holds:tuned", view_of)
    assert isinstance(laid, Spread)


def test_high_throws_the_highest_loose_card() -> None:
    assert thrown("high:holds:tuned", "KC KD KH 9S 2C", "TD") == Discard("TD")
    assert thrown("high:tuned", "QC QS 2D 5H 8S", "3D", played="0 draw") in {
        Discard("QC"),
        Discard("QS"),
    }


def test_echoes_throws_a_rank_that_was_thrown() -> None:
    played = "0 draw; 0 discard KS; 1 draw; 1 discard 4C; 0 draw"
    hand, drawn = "KS KH 9D 7S 2C", "5D JC 8C"
    view_of = seen(hand, OTHER, stock=drawn, played=played)
    assert done("echoes:tuned", view_of) == Discard("KH")


@given(seed=st.integers(0, 2**32), habits=st.lists(st.sampled_from(HABITS), min_size=1, max_size=4))
def test_every_combination_is_legal_under_any_rules(seed: int, habits: Sequence[str]) -> None:
    hand = somewhere(Random(seed))
    bot = make_bot(":".join((*habits, "tuned")))
    for seat in hand.may_act():
        seen_now = view(hand, seat)
        assert is_allowed(seen_now, ask(bot, seen_now, seed))


@given(seed=st.integers(0, 2**32))
def test_what_a_habit_leaves_is_legal_and_never_nothing_to_a_turn(seed: int) -> None:
    hand = somewhere(Random(seed))
    seen_now = view(hand, hand.turn)
    for name in HABITS:
        habit = Habit.read(name)
        assert habit is not None
        assert set(habit.kind.narrow(seen_now, habit.number)) <= set(seen_now.legal)
        if any(isinstance(action, Hit | Discard) for action in seen_now.legal):
            assert habit.kind.narrow(seen_now, habit.number)


def test_a_habit_is_told_in_words() -> None:
    assert in_words("takes8:stays:tuned") == (
        "take the first 8 discards, whatever they are, unless you would drop; "
        "never drop; else play as tuned does"
    )
    numbers = "25/1.5/10/0/1/2/8/5/3/2/-1/0/0/0"
    assert in_words(f"stays:falling:{numbers}") == (
        "never drop; else play as a good plain player does"
    )
    assert in_words("tuned") == ""
    assert in_words("blind:tuned") == ""


@pytest.mark.parametrize("name", ["takes:tuned", "takes0:tuned", "stays3:tuned", "takes100:tuned"])
def test_a_number_goes_where_one_belongs(name: str) -> None:
    with pytest.raises(UnknownBotError):
        make_bot(name)


def test_a_habit_wants_a_bot_behind_it() -> None:
    with pytest.raises(UnknownBotError, match=r'^no opponent is called "nobody"'):
        make_bot("stays:nobody")
