"""When to drop, worked out for the rules in force."""

from dataclasses import replace

import pytest

from ai import bridge
from ai.drops.tables import (
    HANDS,
    NEVER,
    ROUNDS,
    SEATS_KEPT,
    Thresholds,
    bared,
    kept_for,
    kept_tables,
    presets_by_race,
    solved,
    threshold,
    thresholds_for,
)
from ai.kernel import KernelError
from ai.kernel.plain_player import DropTable, KernelProfile, PlainHands
from ai.lab.arena.match import Decider, Match, play_deal
from ai.lab.training.drop_tables import FILE, read, rows, written
from ai.profile import SOUND
from ai.registry import make_bot
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from tests.ai.positions import seen

VIEW = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")
BY_TABLE = KernelProfile.of(replace(SOUND, uses_tables=True).numbers)
SHIFT = 7000
"""Thousandths of a point; SURE are standard errors of a difference that chance hardly makes."""
SURE = 4


def _first_rounds(rules: RuleSet, fewest: int) -> float:
    """The points at which to drop in the first eight rounds, summed up."""
    return sum(solved(rules, 2)[fewest - 1][:8]) / 1000


def test_the_dearer_the_catch_the_lower_one_must_lie() -> None:
    cheap, usual, dear = (
        _first_rounds(STANDARD.changed(catch=catch), 5)
        for catch in ("dropper_covers", "standard", "five_to_lowest")
    )
    assert cheap > usual + 8
    assert usual > dear + 8


def test_one_drops_more_boldly_where_a_caught_player_only_adds_its_count() -> None:
    assert _first_rounds(preset("push_up"), 5) > _first_rounds(STANDARD, 5)


def test_the_fewer_cards_another_holds_the_lower_one_must_lie() -> None:
    table = thresholds_for(STANDARD, 2)
    for round_ in range(ROUNDS - 1):
        assert table[4][round_] > table[1][round_] >= table[0][round_]


def test_who_could_drop_at_last_must_lie_lower_than_those_who_had_its_turns_to_sink() -> None:
    waits, after = preset("waits"), replace(VIEW, turns=8)
    for rules, falls in ((waits, True), (STANDARD, False)):
        table = thresholds_for(rules, 2)
        five, two = (
            threshold(replace(after, rules=rules, sizes=(own, 5)), table) for own in (5, 2)
        )
        assert (two < five - 6000) is falls
        assert (two == five) is not falls


@pytest.mark.parametrize("last_lay", ["drop", "both"])
def test_where_others_hold_spreads_for_a_last_lay_one_soon_drops_on_almost_nothing(
    last_lay: str,
) -> None:
    usual, table = (thresholds_for(rules, 2) for rules in (STANDARD, _laying(last_lay)))
    assert usual[4][4] > 15_000
    assert all(at < 8000 for at in table[4][4:])


@pytest.mark.share(1)
@pytest.mark.parametrize("seats", [2, 4])
def test_an_expert_is_hardly_ever_caught_where_others_hold_spreads(seats: int) -> None:
    bots = ("expert", *["regular"] * (seats - 1))
    match, decider = Match(_laying("drop"), bots, "last lay"), Decider(bots, make_bot)
    caught = sum(play_deal(match, number, decider).caught[0] for number in range(40))
    assert caught <= 0.08 * seats * 40


def _laying(last_lay: str) -> RuleSet:
    return STANDARD.changed(last_lay=last_lay)


def _lead(table: Thresholds, other: Thresholds, hands: int) -> tuple[float, float]:
    """What a hand brings the seat that goes by the one table, and the standard error."""
    paid, squares, rules = 0, 0.0, bridge.kernel_rules(STANDARD)
    for own in range(2):
        by_seat = [other, other]
        by_seat[own] = table
        match = PlainHands(rules, [BY_TABLE] * 2, [DropTable.of(each) for each in by_seat], 1)
        match.play(hands)
        paid, squares = paid + match.paid[own], squares + match.squares[own]
    return paid / hands / 2, (squares / 2 / hands) ** 0.5 / (2 * hands) ** 0.5


@pytest.mark.parametrize("shift", [SHIFT, -SHIFT])
def test_bolder_or_shyer_than_the_table_loses(shift: int) -> None:
    table = solved(STANDARD, 2, 4 * HANDS)
    shifted = tuple(tuple(max(at + shift, NEVER) for at in row) for row in table)
    lead, error = _lead(table, shifted, 20_000)
    assert lead > SURE * error


def test_nobody_drops_against_an_empty_hand() -> None:
    assert threshold(replace(VIEW, sizes=(5, 0)), thresholds_for(STANDARD, 2)) == NEVER


def test_what_has_no_say_in_a_drop_does_not_matter() -> None:
    dressed = STANDARD.changed(stake=5, naturals=(), scoring="scorepad", high_suit_bet="spades")
    dressed = dressed.changed(next_dealer="winner")
    assert thresholds_for(dressed, 2) == thresholds_for(STANDARD, 2)
    assert thresholds_for(preset("waits"), 2) != thresholds_for(STANDARD, 2)


def test_rules_that_nobody_foresaw_are_worked_out_the_same_each_time() -> None:
    own = STANDARD.changed(catch="five_to_lowest", hand_size=6)
    assert thresholds_for(own, 3) == solved(own, 3) == solved(own, 3, HANDS)
    assert solved(own, 3, HANDS, 2) != solved(own, 3, HANDS, 3)
    assert len(thresholds_for(own, 3)) == 6


def test_under_rules_that_the_kernel_cannot_play_one_drops_by_thumb() -> None:
    """As where there is no kernel."""
    own = STANDARD.changed(wait_after_spread=1, hand_size=6, tonk_pays=bridge.LARGEST + 1)
    with pytest.raises(KernelError):
        solved(own, 2)
    found = thresholds_for(own, 2)
    assert [row[0] for row in found] == [3923 * row for row in (1, 2, 3, 4, 5, 6, 6)]
    assert all(len(set(row)) == 1 and len(row) == ROUNDS for row in found)


def test_presets_in_force_have_a_table_for_each_number_of_seats_or_none_at_all() -> None:
    kept = kept_tables()
    for name in {name for name, _ in kept}:
        bare = bared(preset(name))
        assert presets_by_race()[bare] == name
        for seats in SEATS_KEPT:
            assert ((name, seats) in kept) == bare.can_seat(seats)
            assert kept.get((name, seats), ()) == kept_for(preset(name), seats)


@pytest.mark.parametrize("name", ["standard", "push_up"])
def test_the_tables_are_what_the_command_beside_them_makes(name: str) -> None:
    assert read()[name]["2"] == rows(name, 2)


def test_the_tables_are_laid_out_as_the_command_does() -> None:
    assert FILE.read_text(encoding="utf-8") == written(read())
