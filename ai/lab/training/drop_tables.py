"""Recompute the drop tables of all presets, in about a minute.

    python -m ai.lab.training.drop_tables [PRESET…]

Run from the project's root. If presets are named, only theirs change.
"""

import argparse
import json
from pathlib import Path
from typing import Final, TypeAlias

import ai
from ai.drops.tables import SEATS_KEPT, presets_by_race, solved
from game.bundled_data import summed
from game.rules.presets import preset

Rows: TypeAlias = list[list[int]]
Tables: TypeAlias = dict[str, dict[str, Rows]]
"""By preset, then by seats."""

FILE: Final = Path(ai.__file__).parent / "drops" / "tables.json"
HANDS: Final = 10_000
_COMMAND: Final = "python -m ai.lab.training.drop_tables"


def main() -> None:
    """Compute the named presets' tables, or all, writing the file after each preset."""
    names = sorted(presets_by_race().values())
    parser = argparse.ArgumentParser(
        description=__doc__, prog=_COMMAND, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "presets", nargs="*", choices=names, metavar="PRESET", help="; ".join(names)
    )
    tables = read() if FILE.exists() else {}
    for name in parser.parse_args().presets or names:
        can_sit = [seats for seats in SEATS_KEPT if preset(name).can_seat(seats)]
        tables[name] = {str(seats): rows(name, seats) for seats in can_sit}
        FILE.write_text(written(tables), encoding="utf-8")
        print(name, flush=True)


def rows(name: str, seats: int) -> Rows:
    """Compute the table of a preset for a number of seats."""
    return [list(row) for row in solved(preset(name), seats, HANDS)]


def read() -> Tables:
    """Return the saved tables."""
    tables: Tables = json.loads(FILE.read_text(encoding="utf-8"))["tables"]
    return tables


def written(tables: Tables) -> str:
    """Format tables as JSON, one row per line."""
    data = summed({"command": _COMMAND, "hands": HANDS, "tables": tables})
    first, *others = json.dumps(data, indent=1, sort_keys=True).split("[\n     ")
    return "[".join([first, *map(_on_one_line, others)]) + "\n"


def _on_one_line(text: str) -> str:
    row, end, rest = text.partition("]")
    return " ".join(row.split()) + end + rest


if __name__ == "__main__":
    main()
