"""`tonk slips`: how often common human mistakes were made in saved hands."""

import argparse
import json
import os
import re
import sys
from concurrent.futures import BrokenExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.record_files import RecordVerdict, add_files, check_files
from game.console.output import ExitStatus
from game.processes import Workers
from game.rules.untrusted_input import printable

if TYPE_CHECKING:
    from ai.slips import SlipCounts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk slips`."""
    add_files(parser, "print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Count over all records of all files, by player name."""
    counted: dict[str, SlipCounts] = {}

    def count(
        _: Path, __: int | None, verdict: "RecordVerdict[list[tuple[str, SlipCounts]]]"
    ) -> None:
        from ai.slips import SlipCounts

        for name, tally in verdict.found or ():
            counted.setdefault(name, SlipCounts.empty()).add(tally)

    cores = os.cpu_count() or 1
    try:
        with Workers(cores) if cores > 1 else nullcontext() as pool:
            status = check_files(options.files, _judged, count, pool)
    except BrokenExecutor:
        print("tonk slips: a process that counted slips was killed", file=sys.stderr)
        return ExitStatus.FAILED
    if counted and options.json:
        from ai.slips import SLIPS

        found = {
            name: {
                kind: {"made": tally.made[kind], "chances": tally.chances[kind]} for kind in SLIPS
            }
            for name, tally in counted.items()
        }
        print(json.dumps(found))
    elif counted:
        from ai.slips import SLIPS

        for name, tally in counted.items():
            print(printable(name))
            for kind, slip in SLIPS.items():
                made, chances = tally.made[kind], tally.chances[kind]
                rate = f"{100 * tally.rate(kind):.1f} %" if chances else "–"
                print(f"  {made:>6,} of {chances:>6,}  {rate:>7}  {slip.words}")
    return status


def _judged(value: object) -> "RecordVerdict[list[tuple[str, SlipCounts]]]":
    from ai.slips import slips_in
    from game.rules.record import read_record, replay

    record = read_record(value)
    record.check_ending(replay(record), allow_unfinished=True)
    names = [*record.seats]
    for seat, name in enumerate(record.seats):
        # `tonk-lab` tells the seats of one bot apart by a number, from 1.
        bot = re.sub(r" \(\d+\)$", "", name)
        if {f"{bot} (1)", f"{bot} (2)"} <= {*record.seats}:
            names[seat] = bot
    return RecordVerdict(ExitStatus.FINE, found=list(zip(names, slips_in(record), strict=True)))
