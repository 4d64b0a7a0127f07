"""`tonk replay`: play hand records back without a window, check them, and print them in words."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.rules.outside import printable, printable_path

if TYPE_CHECKING:
    from game.rules.record import HandRecord, RecordedResult
    from game.session.hand_files import RawRecord

RIGHT: Final = 0
WRONG: Final = 1
UNREADABLE: Final = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found of one record: the exit status, and what is wrong, None if it is right."""

    status: int
    error: str | None = None
    record: "HandRecord | None" = None
    result: "RecordedResult | None" = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk replay` understands."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a hand record (.tonk.json), or many, one a line (.tonk.jsonl)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a hand")
    parser.add_argument(
        "--view",
        type=_seat,
        metavar="SEAT",
        help="tell only what this seat could see; the first is 0",
    )
    parser.add_argument(
        "--allow-unfinished", action="store_true", help="a hand may stop before its end"
    )


def run(options: argparse.Namespace) -> int:
    """Check every record of every file; the worst decides the status."""
    return max(_replay_file(file, options) for file in options.files)


def _replay_file(file: Path, options: argparse.Namespace) -> int:
    from game.session.hand_files import raw_records

    worst, hands = RIGHT, 0
    try:
        for piece in raw_records(file):
            hands = piece.number
            verdict = _verdict(piece, options)
            _report(file, piece.number, verdict, options)
            worst = max(worst, verdict.status)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        return _complain(printable_path(file), error.strerror or str(error))
    return worst if hands else _complain(printable_path(file), "holds no hand")


def _verdict(piece: "RawRecord", options: argparse.Namespace) -> Verdict:
    from game.rules.record import RecordError, check_ending, read_record, recorded, replay
    from game.session.hand_files import NotJsonError, json_value

    record = result = None
    try:
        record = read_record(json_value(piece))
        hand = replay(record)
        result = recorded(hand.result) if hand.result else None
        check_ending(record, hand, allow_unfinished=options.allow_unfinished)
    except NotJsonError as error:
        return Verdict(UNREADABLE, str(error))
    except RecordError as error:
        return Verdict(WRONG, str(error), record, result)
    if options.view is not None and options.view >= len(record.seats):
        why = f"--view {options.view}: this hand has seats 0 to {len(record.seats) - 1}"
        return Verdict(UNREADABLE, why, record, result)
    return Verdict(RIGHT, None, record, result)


def _report(file: Path, number: int, verdict: Verdict, options: argparse.Namespace) -> None:
    error = None if verdict.error is None else printable(verdict.error)
    if error is not None:
        _complain(f"{printable_path(file)}:{number}", error)
    if options.json:
        print(_json_line(file, number, verdict, error))
    elif verdict.record is not None and error is None:
        for line in _lines(file, number, verdict.record, options.view):
            print(line)


def _lines(file: Path, number: int, record: "HandRecord", seat: int | None) -> Iterator[str]:
    from game.cli.transcript import lines_of

    heading, *lines = lines_of(record, seat)
    yield f"{printable_path(file)}, hand {number}. {heading}"
    yield from (f"  {line}" for line in lines)
    yield ""


def _json_line(file: Path, number: int, verdict: Verdict, error: str | None) -> str:
    from game.rules.record import result_mapping

    return json.dumps(
        {
            "file": str(file),
            "hand": number,
            "ok": error is None,
            "error": error,
            "result": result_mapping(verdict.result) if verdict.result else None,
        }
    )


def _complain(where: str, what: str) -> int:
    """Print one line on standard error; return the status of a file that cannot be read."""
    print(f"{where}: {what}", file=sys.stderr)
    return UNREADABLE


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 4:
        raise argparse.ArgumentTypeError(f'"{word}" is no seat; allowed is 0 to 5')
    return int(word)
