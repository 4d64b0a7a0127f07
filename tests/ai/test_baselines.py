"""A player who takes all rules for the standard ones, and still plays legally."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.baselines import believe_standard
from ai.bot import ask, is_allowed
from ai.registry import UnknownBotError, make_bot
from game.rules.actions import DRAW, DROP, Discard, Hit, Spread
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import OPTIONS
from game.rules.view import view
from tests.ai.positions import seen
from tests.ai.walks import somewhere

SEEDS = st.integers(0, 2**32)


@given(seed=SEEDS)
def test_under_the_standard_rules_it_sees_what_there_is(seed: int) -> None:
    hand = somewhere(Random(seed), standard=True)
    for seat in hand.may_act():
        seen_truly = view(hand, seat)
        believed = believe_standard(seen_truly)
        # Only after so many takes in a row that nobody may take is there a difference.
        assert set(seen_truly.legal) <= set(believed.legal)
        assert make_bot("blind:regular").choose(seen_truly, seed) in seen_truly.legal


@given(seed=SEEDS)
def test_it_answers_legally_under_any_rules(seed: int) -> None:
    hand = somewhere(Random(seed))
    for seat in hand.may_act():
        seen_truly = view(hand, seat)
        assert is_allowed(seen_truly, ask(make_bot("blind:expert"), seen_truly, seed))


def test_it_wants_to_drop_while_it_waits_and_then_draws() -> None:
    view_of = seen(
        "KC KD KH AS 2C",
        "QC QD 8H 6S 4C",
        stock="9C TC",
        played="0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard TC",
        rules=preset("waits"),
    )
    assert DROP in believe_standard(view_of).legal
    assert make_bot("blind:expert").choose(view_of, 1) == DRAW


def test_it_sees_no_run_across_the_gap_of_a_short_pack() -> None:
    hands = "6H 7H QC JS KD", "QH QD 2D 6S 4C"
    view_of = seen(*hands, stock="JH", played="0 draw", rules=preset("army"))
    run = Spread(("6H", "7H", "JH"))
    assert run in view_of.legal
    assert run not in believe_standard(view_of).legal


def test_it_sees_where_a_spread_on_the_table_ends() -> None:
    hands = "TH JH QH 2C KH", "QD QS 2D 6S 4C"
    rules = STANDARD.changed(ranks="A234567TJQK")
    played = "0 draw; 0 spread TH JH QH"
    believed = believe_standard(seen(*hands, stock="7H", played=played, rules=rules))
    hits = [action for action in believed.legal if isinstance(action, Hit)]
    assert hits == [Hit("KH", 0)]
    assert Discard("KH") in believed.legal


@given(seed=SEEDS, key=st.sampled_from(sorted({*OPTIONS} - {"ranks", "suits", "jokers"})))
def test_unaware_of_one_key_it_answers_legally(seed: int, key: str) -> None:
    hand = somewhere(Random(seed))
    for seat in hand.may_act():
        seen_truly = view(hand, seat)
        bot = make_bot(f"unaware:{key}:expert")
        assert is_allowed(seen_truly, ask(bot, seen_truly, seed))


def test_a_player_is_unaware_of_keys_alone() -> None:
    with pytest.raises(UnknownBotError, match="kings is not a key that"):
        make_bot("unaware:kings:expert")
