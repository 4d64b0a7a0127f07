"""The table of what must have a scenario: every rule, row, paragraph and settled point.

``rows.txt`` lists them, ``COVERAGE.md`` shows which scenarios stand for each.
"""

import argparse
from pathlib import Path

from tests.scenarios.scenario import HERE, all_scenarios

TABLE = HERE / "COVERAGE.md"
_ROWS: Path = HERE / "rows.txt"
_HEAD = """# Which scenario stands for which rule

Written by `python -m tests.scenarios.coverage` from `rows.txt` and the scenarios; a test fails
where a row has none. What says "never" cannot come about in one hand; the row says why.

| row | what it says | scenarios |
|---|---|---|
"""


def rows() -> list[tuple[str, str]]:
    """Each row's name and what it says, in the order of the rules."""
    lines = _ROWS.read_text(encoding="utf-8").splitlines()
    found = [line.partition(" | ") for line in lines if line]
    return [(row.strip(), says.strip()) for row, _, says in found]


def is_never(says: str) -> bool:
    """Whether a row stands for two rules that cannot meet in one hand."""
    return says.startswith("never: ")


def table_text() -> str:
    """COVERAGE.md as it should be."""
    scenarios = list(all_scenarios())
    lines = [
        f"| {row} | {says} | {'; '.join(str(each) for each in scenarios if row in each.covers)} |"
        for row, says in rows()
    ]
    return _HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    TABLE.write_text(table_text(), encoding="utf-8")
