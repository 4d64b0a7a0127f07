"""Tell the trainer at which counts the expert drops: ``python -m tests.tools.master.tables FILE``.

A line for each preset that the trainer knows, each number of seats, and each number of cards of the
seat with fewest: the thresholds, round by round.
"""

import sys
from pathlib import Path
from typing import Final

from ai.drops.tables import rows_of, table_for
from game.rules.presets import preset

PLACES: Final = (
    "standard",
    "no_upcard",
    "waits",
    "forced_spreads",
    "forced_spreads_aces",
    "low_naturals",
    "baton_rouge",
    "rushville",
    "chicago",
    "washington_state",
    "push_up",
    "dead_jokers",
    "rising_faces",
    "seattle",
    "vietnam",
    "texas",
    "black_company",
    "five_seven_nine",
)


def main(path: str) -> None:
    """Write the file."""
    lines = []
    for place, name in enumerate(PLACES):
        rules = preset(name)
        for seats in filter(rules.can_seat, (2, 3, 4)):
            for fewest, row in enumerate(rows_of(table_for(rules, seats)), start=1):
                lines.append(" ".join(map(str, (place, seats, fewest, *row))))
    Path(path).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
