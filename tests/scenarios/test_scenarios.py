"""Every scenario holds, and no rule is without one."""

import pytest

from tests.scenarios.coverage import TABLE, rows, table_text
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
    assert [row for row, _ in rows() if row not in covered] == []


def test_scenarios_name_rows_that_exist() -> None:
    known = {row for row, _ in rows()}
    assert {row for scenario in _SCENARIOS for row in scenario.covers} <= known


def test_table_is_up_to_date() -> None:
    """Write it anew with ``python -m tests.scenarios.coverage``."""
    assert TABLE.read_text(encoding="utf-8") == table_text()
