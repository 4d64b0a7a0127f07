"""The tables of the documentation are those that the code gives."""

import pytest

from game.rules.ruleset import OPTIONS
from game.ui.shell.keys import ACTIONS
from tests.tools.doc_tables import KEYS, RULES, TABLES, Table


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.word)
def test_a_page_holds_exactly_its_table(table: Table) -> None:
    assert table.held() == table.make(), "python -m tests.tools.doc_tables --write mends it"


def test_the_table_of_rules_has_a_row_for_each_key() -> None:
    rows = [line for line in RULES.make().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(OPTIONS)
    assert all(row.count("|") == 4 for row in rows)


def test_the_table_of_keys_has_a_row_for_each_action() -> None:
    rows = [line for line in KEYS.make().splitlines() if line.startswith("| ")]
    assert len([row for row in rows if row != "| key | what it does |"]) == len(ACTIONS)
