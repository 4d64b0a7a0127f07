"""Every scenario holds, and no rule is without one."""

from itertools import combinations, product

import pytest

from game.rules.results import Ending
from game.rules.ruleset import OPTIONS
from game.rules.value_types import OneOf
from tests.scenarios.coverage import TABLE, is_never, rows, table_text
from tests.scenarios.scenario import Scenario, all_scenarios, run

_SCENARIOS = list(all_scenarios())


@pytest.mark.parametrize("scenario", _SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    run(scenario)


def test_names_are_unique() -> None:
    names = [str(scenario) for scenario in _SCENARIOS]
    assert len(names) == len(set(names))


def test_every_row_has_a_scenario() -> None:
    covered = {row for scenario in _SCENARIOS for row in scenario.covers}
    assert [row for row, says in rows() if is_never(says) == (row in covered)] == []


def test_every_key_and_every_scheme_has_a_row() -> None:
    known = [row.split() for row, _ in rows()]
    named = {words[1] for words in known if len(words) > 1 and words[0][0] == "4"}
    assert set(OPTIONS) <= named
    schemes = {words[1] for words in known if words[0] == "3"}
    assert {*choices_of("catch"), "example"} == schemes
    needs = {words[2] for words in known if words[1:2] == ["tonk_needs"]}
    assert needs == set(choices_of("tonk_needs"))


def test_every_section_has_its_rows() -> None:
    """Rules 3 to 11 of the base game with the first, each section of keys, and of the details."""
    named = {row.split()[0] for row, _ in rows()}
    assert {f"1.{number}" for number in (1, *range(3, 12))} <= named
    assert {f"4.{number}" for number in range(1, 8)} <= named
    assert {f"5.{number}" for number in range(1, 19)} <= named
    assert {row.split()[1] for row, _ in rows() if row.startswith("2 ")} == set(Ending)


def test_each_pair_of_further_keys_has_a_row() -> None:
    """What meets in one hand, and each of the later keys with the five rules that meddle most."""
    known = {row for row, _ in rows()}
    keys = ["count", "drop_at_most", "drop_when", "last_lay", "wild_points", "next_dealer"]
    values = ["split", "tie", "single_to_lower"]
    pairs = [set(pair) for pair in combinations([*keys, *values], 2)]
    told = [set(row.removeprefix("4 ").split(" + ")) for row in known if " + " in row]
    assert all(told.count(pair) == 1 for pair in pairs)
    meddlers = ["wild", "booed", "slap", "double_double", "push_up"]
    firsts = [*keys, "split", "tie", "catch"]
    assert {f"4 {key} x {other}" for key, other in product(firsts, meddlers)} <= known


def choices_of(key: str) -> tuple[str, ...]:
    values = OPTIONS[key].values
    assert isinstance(values, OneOf)
    return values.values


def test_scenarios_name_rows_that_exist() -> None:
    known = {row for row, _ in rows()}
    assert {row for scenario in _SCENARIOS for row in scenario.covers} <= known


def test_table_is_up_to_date() -> None:
    """Write it anew with ``python -m tests.scenarios.coverage``."""
    assert TABLE.read_text(encoding="utf-8") == table_text()
