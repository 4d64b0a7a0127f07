"""The README's table of house rules is the one that the descriptions give."""

from game.rules.options import OPTIONS
from tests.tools.rules_table import README, between_markers, table


def test_the_readme_holds_exactly_the_table() -> None:
    held = between_markers(README.read_text(encoding="utf-8"))
    assert held == table(), "python -m tests.tools.rules_table --write mends it"


def test_the_table_has_a_row_for_each_key() -> None:
    rows = [line for line in table().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(OPTIONS)
    assert all(row.count("|") == 4 for row in rows)
