"""What a rule set does: figures, their errors, and what is told of them."""

import json
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from ai.explore import preset_findings as presets
from ai.explore.exploring import (
    BANDS,
    TURNS,
    ExploredHands,
    KeptError,
    Subject,
    code_or_none,
    explore,
)
from ai.explore.facts import FACTS, MOST, Findings, facts
from ai.explore.figures import MeasuredFigure, Ratio, share
from ai.registry import LEVELS
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.verdicts import SURE

WAITS = preset("waits")
LARGEST = 200_000
"""Bytes that all presets together may take."""


def explored(subject: Subject, hands: int) -> ExploredHands:
    *_, tally = explore(subject, hands)
    return tally


@pytest.fixture(scope="module")
def waits() -> ExploredHands:
    return explored(Subject(WAITS), 34)


def test_no_count_to_drop_with_is_told_for_a_turn_in_which_nobody_may_drop() -> None:
    tally = ExploredHands(Subject(STANDARD.changed(first_turn_drop=False)))
    tally.thresholds = [(20.0, 19.0), (22.0, 18.0)]
    assert {name for name in tally.figures() if name.startswith("threshold")} == {"threshold_1"}


def _counts_to_drop_with(rules: RuleSet, seats: int) -> list[float]:
    """The highest counts to drop with that an exploration finds, turn after turn."""
    figures = explored(Subject(rules, seats), 126).figures()
    return [each.value for name, each in figures.items() if name.startswith("threshold")]


def test_no_count_to_drop_with_is_above_what_the_rules_allow() -> None:
    found = _counts_to_drop_with(STANDARD.changed(drop_at_most=12), 2)
    assert found
    assert max(found) <= 12


@pytest.mark.parametrize(
    ("rules", "seats", "turns"),
    [
        # Who has nine cards and has to wait never comes down to five points.
        (STANDARD.changed(hand_size=9, drop_at_most=5, wait_after_spread=9), 2, 0),
        # With seven cards at a table of six somebody has dropped by the sixth turn.
        (STANDARD.changed(hand_size=7), 6, 5),
        (STANDARD, 2, 6),
    ],
)
def test_counts_to_drop_with_are_told_for_the_turns_that_hands_reach(
    rules: RuleSet, seats: int, turns: int
) -> None:
    assert len(_counts_to_drop_with(rules, seats)) == turns


def test_a_mean_has_the_error_of_the_textbook() -> None:
    dice = Random(1)
    values = [round(100 * dice.gauss(3, 2)) for _ in range(400)]
    sums = Ratio()
    for value in values:
        sums.add(value)
    figure = sums.figure(unit=100)
    assert figure is not None
    assert figure.value == pytest.approx(fmean(values) / 100)
    assert figure.error == pytest.approx(stdev(values) / 100 / sqrt(400), rel=0.01)


def test_the_interval_of_a_share_holds_the_true_one() -> None:
    dice, held = Random(2), 0
    for _ in range(1000):
        sums = Ratio()
        for _hand in range(60):
            chances = dice.randrange(4)
            sums.add(sum(dice.random() < 0.3 for _ in range(chances)), chances)
        figure = sums.figure()
        assert figure is not None
        held += abs(figure.value - 0.3) <= SURE * figure.error
    assert 930 <= held <= 985


def test_what_never_happened_is_not_called_impossible() -> None:
    never = share(0, 50)
    assert never is not None
    assert never.error > 0
    assert share(0, 0) is None


def test_another_seed_finds_something_else(waits: ExploredHands) -> None:
    assert explored(Subject(WAITS, seed="other"), 34).to_text() != waits.to_text()


def test_interrupted_and_gone_on_with_it_finds_the_same(waits: ExploredHands) -> None:
    begun = ExploredHands.of_text(explored(Subject(WAITS), 13).to_text())
    *_, gone_on = explore(Subject(WAITS), 34, begun)
    assert gone_on.to_text() == waits.to_text()


def test_what_is_kept_of_other_bots_or_is_nothing_is_refused(waits: ExploredHands) -> None:
    other = {**waits.to_mapping(), "play": "00000000"}
    with pytest.raises(KeptError, match="other bots"):
        ExploredHands.of_text(json.dumps(other))
    for text in ("", "{}", "[]", "null", '{"code": "TONK1-0", "seats": 2}', "\x00"):
        with pytest.raises(KeptError):
            ExploredHands.of_text(text)


def test_shares_of_endings_and_worths_of_seats_add_up(waits: ExploredHands) -> None:
    figures = waits.figures()
    assert sum(figures[f"end_{ending}"].value for ending in Ending) == pytest.approx(1)
    assert figures["seat_0"].value + figures["seat_1"].value == pytest.approx(0)
    assert figures["pay"].n == waits.hands == 34


def test_more_seats_and_points_of_a_push_up() -> None:
    tally = explored(Subject(preset("push_up"), 4), 10)
    seats = [tally.figures()[f"seat_{place}"].value for place in range(4)]
    assert sum(seats) == pytest.approx(0)


@pytest.mark.parametrize("level", LEVELS)
def test_drops_are_counted_by_turn_and_count(waits: ExploredHands, level: str) -> None:
    rows = waits.drops(level)
    assert (len(rows), len(rows[0])) == (TURNS, BANDS) == (TURNS, len(waits.subject.bands))
    assert any(figure is not None for row in rows for figure in row)


def test_bands_follow_on_one_another() -> None:
    for name in PRESETS:
        bands = Subject(preset(name)).bands
        assert bands[0][0] == 0
        for (_, high), (low, _) in pairwise(bands):
            assert high is not None
            assert low == high + 1


@pytest.mark.parametrize(
    ("name", "is_compared"),
    [("tunk", False), ("unmatched", False), ("seattle", True), ("baton_rouge", True)],
)
def test_a_count_to_drop_with_is_compared_with_one_of_the_same_kind(
    name: str, *, is_compared: bool
) -> None:
    tally, standard = presets.kept(preset(name)), presets.standard()
    assert tally is not None
    told = {fact.kind for fact in facts(tally, standard)}
    assert ("threshold" in told) is is_compared
    usual = Findings.of(tally, standard).usual
    assert ("threshold_0" in usual) is ("expert_count" in usual) is is_compared


# What is kept of the presets.


EXPLORED = [name for name in PRESETS if presets.kept(preset(name))]
"""A new preset is explored with the next measurement."""


def test_what_is_kept_is_of_presets_in_force() -> None:
    file = Path(presets.__file__).with_name("presets.json")
    assert file.stat().st_size <= LARGEST
    held = {each["code"] for each in json.loads(file.read_bytes())["sets"]}
    assert held == {code_or_none(preset(name)) for name in EXPLORED}
    for name in EXPLORED:
        tally = presets.kept(preset(name))
        assert tally is not None
        assert tally.subject.rules == preset(name)


@pytest.mark.parametrize("name", ["standard", "rushville"])
def test_what_is_kept_is_what_bots_still_do(name: str) -> None:
    """Other deals than those behind the file: no figure may have moved far."""
    kept = presets.kept(preset(name))
    assert kept is not None
    then, now = kept.figures(), explored(Subject(preset(name), seed="now"), 150).figures()
    for figure in ("turns", "pay", "expert_drop", "expert_take", "end_drop", "end_tonk"):
        assert abs(now[figure].apart(then[figure])) < 5, figure


def test_facts_are_clear_and_few() -> None:
    standard = presets.standard()
    assert facts(standard, standard) == ()
    for name in EXPLORED:
        tally = presets.kept(preset(name))
        assert tally is not None
        found = facts(tally, standard)
        assert len(found) <= MOST
        for fact in found:
            assert fact.is_clear
            assert tally.figures()[fact.figure] == fact.here
            assert fact.kind in FACTS


def test_unmatched_tells_to_hold_spreads() -> None:
    tally = presets.kept(preset("unmatched"))
    assert tally is not None
    (held,) = [each for each in facts(tally, presets.standard()) if each.kind == "hold"]
    assert held.rises


def test_what_is_no_preset_is_not_kept() -> None:
    assert presets.kept(STANDARD.changed(out_pays=3)) is None


def test_a_difference_within_its_error_is_no_fact() -> None:
    near, far = MeasuredFigure(0.30, 0.05, 100), MeasuredFigure(0.40, 0.05, 100)
    assert far.apart(near) == pytest.approx(2**0.5)
