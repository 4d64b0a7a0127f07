"""Invariants of every hand, tried on hundreds of hands under the base rules and under any rules.

The checks are those of `tonk-lab selftest`; here, positions are examined closely more often.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.lab.cli import engine_checks
from ai.lab.cli.engine_checks import CheckFailedError
from ai.lab.cli.selftest import Habits, deal, most_actions, play
from ai.random_rules import random_rules
from game.rules.actions import Discard, Draw
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.ruleset import RuleSet
from game.rules.view import view
from tests.shares import EVERY

_BATCH = 15 if EVERY else 6
"""Hands of an example, of which there are 40 or more; `tonk-lab selftest` plays any number."""

_numbers = st.integers(min_value=0, max_value=10**9)


def test_hundreds_of_base_hands() -> None:
    endings: set[str] = set()

    @settings(derandomize=True, database=None)
    @given(first=_numbers)
    def batch(first: int) -> None:
        for number in range(first, first + _BATCH):
            hand = deal(number, STANDARD, 2 + number % 5)
            play(hand, number, look_chance=0.01)
            if number % 5 == 0:
                engine_checks.check_record(hand)
            endings.add(hand.result.ending.value if hand.result else "none")

    batch()
    assert endings == {"natural", "tonk", "out", "drop", "caught", "stockout", "void"}


@settings(derandomize=True, database=None)
@given(first=_numbers)
def test_hands_under_any_rules(first: int) -> None:
    dice = Random(first)
    for number in range(first, first + (10 if EVERY else 4)):
        rules = random_rules(dice, 2)
        seats = dice.choice([count for count in range(2, 7) if rules.can_seat(count)])
        hand = deal(number, rules, seats)
        play(hand, number)
        engine_checks.check_record(hand)


@settings(derandomize=True, database=None, max_examples=2_000 if EVERY else 15)
@given(number=_numbers, is_base=st.booleans())
def test_every_position_of_a_hand_looked_at_closely(number: int, is_base: bool) -> None:
    dice = Random(number)
    rules = STANDARD if is_base else random_rules(dice, 2)
    seats = dice.choice([count for count in range(2, 7) if rules.can_seat(count)])
    hand = deal(number, rules, seats)
    habits = Habits(dice)
    for _ in range(most_actions(hand)):
        if hand.result is not None:
            return
        choices = engine_checks.all_choices(hand)
        engine_checks.check_actors(hand, choices)
        engine_checks.check_others_refused(hand, choices)
        engine_checks.check_space(hand, dice.choice(hand.may_act()), choices)
        engine_checks.check_copy(hand, choices)
        for seat in range(seats):
            engine_checks.check_hidden(hand, seat, dice)
        if hand.phase is Phase.SLAP and dice.random() < 0.3:
            hand.close_slap()
        else:
            hand.act(*habits.choose(choices))
        engine_checks.check_cards(hand)
    pytest.fail("the hand does not end")


def _mid_hand(rules: RuleSet = STANDARD) -> Hand:
    hand = Hand.deal(rules, 3, 0, rules.pack())
    hand.act(1, Draw())
    return hand


def test_lost_card_is_noticed() -> None:
    hand = _mid_hand()
    hand.pile.pop()
    with pytest.raises(CheckFailedError, match="lost or doubled"):
        engine_checks.check_cards(hand)


def test_doubled_card_is_noticed() -> None:
    hand = _mid_hand()
    hand.pile.append(hand.pile[0])
    with pytest.raises(CheckFailedError, match="lost or doubled"):
        engine_checks.check_cards(hand)


def test_action_missing_from_the_list_is_noticed() -> None:
    hand = _mid_hand()
    choices = engine_checks.all_choices(hand)
    engine_checks.check_space(hand, 1, choices)
    with pytest.raises(CheckFailedError, match="not listed"):
        engine_checks.check_space(hand, 1, choices[:-1])


def test_action_listed_wrongly_is_noticed() -> None:
    hand = _mid_hand()
    wrong = [*engine_checks.all_choices(hand), (1, Discard(hand.deck[-1]))]
    with pytest.raises(CheckFailedError, match="listed as legal"):
        engine_checks.check_actors(hand, wrong)
    with pytest.raises(CheckFailedError, match="nothing of the kind"):
        engine_checks.check_space(hand, 1, wrong)


def test_seat_listed_wrongly_is_noticed() -> None:
    hand = _mid_hand()
    with pytest.raises(CheckFailedError, match="may act"):
        engine_checks.check_actors(hand, [*engine_checks.all_choices(hand), (2, Draw())])


def test_seen_secret_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = _mid_hand()
    engine_checks.check_hidden(hand, 0, Random(1))
    monkeypatch.setattr(
        "game.rules.view.view",
        lambda hand, seat: replace(view(hand, seat), top=hand.stock[0]),
    )
    with pytest.raises(CheckFailedError, match="sees what it may not"):
        engine_checks.check_hidden(hand, 0, Random(1))


def test_what_a_view_hides() -> None:
    hand = _mid_hand()
    drawn = hand.log[0].card
    own, other = view(hand, 1), view(hand, 2)
    assert own.drawn == own.moves[0].card == drawn
    assert other.drawn is None
    assert other.moves[0].card is None
    assert drawn not in repr(other).split("'")
    assert other.legal == ()
    assert other.hand == hand.cards_of(2)
    assert other.sizes == (5, 6, 5)
    for card in hand.cards_of(1):
        assert f"'{card}'" not in repr(other)
