"""Tables of the documentation say what the code says."""

import json
import re
from pathlib import Path

import pytest

from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS
from game.rules.value_types import SECTION_LABELS
from game.ui.shell.keys import ACTIONS
from tests.tools.doc_tables import TABLES, DocTable

RULES = Path(__file__).parents[2].joinpath("game/rules/RULES.md").read_text("utf-8")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_page_holds_exactly_its_table(table: DocTable) -> None:
    assert table.held() == table.made(), "python -m tests.tools.doc_tables --write mends it"


def test_the_table_of_keys_has_a_row_for_each_action() -> None:
    rows = [line for line in TABLES[0].held().splitlines() if line.startswith("| ")]
    assert len([row for row in rows if row != "| key | what it does |"]) == len(ACTIONS)


@pytest.mark.parametrize("number", SECTION_LABELS)
def test_the_rules_list_each_key_in_its_section_with_its_default(number: str) -> None:
    section = RULES.partition(f"\n### {number} ")[2].partition("\n##")[0]
    told = dict(
        re.findall(r"^\| `(\w+)` \| (?:`(.+?)`|49 and 50, each pays 2) \|", section, re.MULTILINE)
    )
    keys = [key for key, option in OPTIONS.items() if option.section == number]
    defaults = {key: json.dumps(getattr(STANDARD, key)) for key in keys if key != "naturals"}
    assert sorted(told) == sorted(keys)
    assert {key: value for key, value in told.items() if key != "naturals"} == defaults
