"""When to drop, worked out for the rules in force."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.drops import tables
from ai.drops.solver import DEALER, NEVER, ROUNDS, drop_pays, played_out, solved, worth_of
from ai.drops.tables import (
    SEATS_KEPT,
    bared,
    kept_tables,
    presets_by_race,
    table_for,
    thresholds_for,
)
from ai.lab.training.drop_tables import FILE, read, rows, written
from game.rules.actions import DROP
from game.rules.hand import Hand
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.settlement import drop_result
from game.rules.view import SeatView
from tests.ai.positions import seen
from tests.ai.walks import somewhere

FEW = 150


def _forget() -> None:
    table_for.cache_clear()
    thresholds_for.cache_clear()


@pytest.fixture
def _quickly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tables, "HANDS", FEW)
    _forget()
    yield
    _forget()


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_a_drop_pays_what_the_rules_say(seed: int) -> None:
    hand = somewhere(Random(seed))
    hand.is_big_one = False
    pays = drop_pays(hand.rules, hand.eldest)
    for seat in range(hand.seats):
        result = drop_result(hand, seat)
        assert pays(seat, hand.counts()) == worth_of(result.payments, hand.rules)


def test_points_of_a_push_up_count_against_those_who_get_them() -> None:
    assert worth_of((0, 10, 20), preset("push_up")) == (15, 0, -15)
    assert worth_of((2, -1, -1), STANDARD) == (2, -1, -1)


def test_hands_are_played_out_to_the_end_without_a_drop() -> None:
    hands = list(played_out(STANDARD, 2, 50))
    assert len(hands) > 45
    for hand in hands:
        assert sum(hand.pays) == 0
        seats = [moment.seat for moment in hand.moments]
        assert seats == [(DEALER + 1 + turn) % 2 for turn in range(len(seats))]
    first = Hand.deal(STANDARD, 2, DEALER, STANDARD.pack())
    assert DROP in first.legal()


def test_nobody_may_drop_while_the_rules_make_it_wait() -> None:
    hands = played_out(preset("waits"), 2, 50)
    assert any(not moment.may_drop for hand in hands for moment in hand.moments)
    free = played_out(STANDARD, 2, 50)
    assert all(moment.may_drop for hand in free for moment in hand.moments)


def _at(catch: str, round_: int, fewest: int) -> float:
    return solved(bared(STANDARD.changed(catch=catch)), 2, FEW)[round_, fewest]


def test_the_dearer_the_catch_the_lower_one_must_lie() -> None:
    cheap, usual, dear = (
        sum(_at(catch, round_, 5) for round_ in range(8))
        for catch in ("dropper_covers", "standard", "five_to_lowest")
    )
    assert cheap > usual + 8
    assert usual > dear + 8


def test_one_drops_more_boldly_where_a_caught_player_only_adds_its_count() -> None:
    push_up, usual = (solved(bared(preset(name)), 2, FEW) for name in ("push_up", "standard"))
    assert sum(push_up[each, 5] for each in range(8)) > sum(usual[each, 5] for each in range(8))


def test_the_fewer_cards_another_holds_the_lower_one_must_lie() -> None:
    table = table_for(STANDARD, 2)
    for round_ in range(ROUNDS):
        assert table[round_, 5] > table[round_, 2] >= table[round_, 1]


def test_who_could_drop_at_last_must_lie_lower_than_those_who_had_its_turns_to_sink() -> None:
    waits, after = preset("waits"), replace(VIEW, turns=8)
    for rules, falls in ((waits, True), (STANDARD, False)):
        five, two = (replace(after, rules=rules, sizes=(own, 5)) for own in (5, 2))
        assert (threshold(two) < threshold(five) - 8) is falls
        assert (threshold(two) == threshold(five)) is not falls


def threshold(view: SeatView) -> float:
    """In points."""
    return tables.threshold(view, thresholds_for(view.rules, view.seats)) / 1000


VIEW = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")


def test_nobody_drops_against_an_empty_hand() -> None:
    assert threshold(replace(VIEW, sizes=(5, 0))) == NEVER


def test_what_has_no_say_in_a_drop_does_not_matter() -> None:
    dressed = STANDARD.changed(stake=5, naturals=(), scoring="scorepad", high_suit_bet="spades")
    dressed = dressed.changed(next_dealer="winner")
    assert table_for(dressed, 2) == table_for(STANDARD, 2)
    assert table_for(preset("waits"), 2) != table_for(STANDARD, 2)


@pytest.mark.usefixtures("_quickly")
def test_rules_that_nobody_foresaw_are_worked_out() -> None:
    own = STANDARD.changed(catch="five_to_lowest", hand_size=6)
    assert threshold(replace(VIEW, rules=own)) == pytest.approx(
        solved(bared(own), 2, FEW)[0, 5], abs=0.001
    )


def test_every_preset_has_its_tables() -> None:
    kept = kept_tables()
    for name in PRESETS:
        bare = bared(preset(name))
        for seats in SEATS_KEPT:
            assert ((presets_by_race()[bare], seats) in kept) == bare.can_seat(seats)


def test_the_tables_are_what_the_command_beside_them_makes() -> None:
    assert read()["standard"]["2"] == rows("standard", 2)
    assert FILE.read_text(encoding="utf-8") == written(read())
