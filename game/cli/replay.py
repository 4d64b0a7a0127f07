"""`tonk replay`: replay hand records without a window, check them, and print them in words."""

import argparse
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.record_files import RecordVerdict, add_files, check_files, seat_number
from game.console.output import ExitStatus
from game.rules.untrusted_input import printable, printable_path

if TYPE_CHECKING:
    from game.rules.record import HandRecord, RecordedResult


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed record, and its result; None if its actions do not end the hand."""

    record: "HandRecord"
    result: "RecordedResult | None"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk replay`."""
    add_files(parser, "print one JSON object per hand, and one for a file that cannot be read")
    parser.add_argument(
        "--view",
        type=seat_number,
        metavar="SEAT",
        help="show only what this seat could see; seats count from 0",
    )
    parser.add_argument(
        "--allow-unfinished", action="store_true", help="accept hands that stop before the end"
    )


def run(options: argparse.Namespace) -> int:
    """Check every record of every file; the worst decides the status."""
    tell = _tell_json if options.json else partial(_tell, options.view)
    return check_files(options.files, partial(_judged, options), tell)


def _judged(options: argparse.Namespace, value: object) -> RecordVerdict[Replayed]:
    from game.rules.record import RecordedResult, RecordError, read_record, replay

    record = read_record(value)
    hand = replay(record)
    found = Replayed(record, RecordedResult.of(hand.result) if hand.result else None)
    try:
        record.check_ending(hand, allow_unfinished=options.allow_unfinished)
    except RecordError as error:
        return RecordVerdict(ExitStatus.WRONG, printable(str(error)), found)
    if options.view is not None and options.view >= len(record.seats):
        why = f"--view {options.view}: this hand has seats 0 to {len(record.seats) - 1}"
        return RecordVerdict(ExitStatus.UNREADABLE, why, found)
    return RecordVerdict(ExitStatus.FINE, None, found)


def _tell(
    seat: int | None, file: Path, number: int | None, verdict: RecordVerdict[Replayed]
) -> None:
    if number is not None and verdict.found is not None and verdict.error is None:
        from game.cli.transcript import lines_of

        heading, *lines = lines_of(verdict.found.record, seat)
        print(f"{printable_path(file)}, hand {number}. {heading}")
        for line in lines:
            print(f"  {line}")
        print()


def _tell_json(file: Path, number: int | None, verdict: RecordVerdict[Replayed]) -> None:

    result = verdict.found.result if verdict.found else None
    line = {
        "file": str(file),
        "hand": number,
        "ok": verdict.error is None,
        "error": verdict.error,
        "result": result.to_mapping() if result else None,
    }
    print(json.dumps(line))
