"""`tonk verify`: whether hands were sealed before the deal, not changed since, and played by the
rules (game/rules/SEAL.md).
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.rules.outside import printable, printable_path

if TYPE_CHECKING:
    from game.rules.verifying import Verified
    from game.session.hand_files import RawRecord

RIGHT: Final = 0
WRONG: Final = 1
UNREADABLE: Final = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found of one record: the exit status, and what holds or what is wrong."""

    status: int
    words: str
    verified: "Verified | None" = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk verify` understands."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a hand record (.tonk.json), or many, one a line (.tonk.jsonl)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a hand")


def run(options: argparse.Namespace) -> int:
    """Check every record of every file; the worst decides the status."""
    return max(_verify_file(file, as_json=options.json) for file in options.files)


def _verify_file(file: Path, *, as_json: bool) -> int:
    worst, hands = RIGHT, 0
    try:
        for number, verdict in _verdicts(file):
            hands = number
            _report(file, number, verdict, as_json=as_json)
            worst = max(worst, verdict.status)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        return _complain(printable_path(file), error.strerror or str(error))
    return worst if hands else _complain(printable_path(file), "holds no hand")


def _verdicts(file: Path) -> Iterator[tuple[int, Verdict]]:
    from game.session.hand_files import raw_records

    for piece in raw_records(file):
        yield piece.number, _verdict(piece)


def _verdict(piece: "RawRecord") -> Verdict:
    from game.rules.record import RecordError
    from game.rules.verifying import verify
    from game.session.hand_files import NotJsonError, json_value

    try:
        verified = verify(json_value(piece))
    except NotJsonError as error:
        return Verdict(UNREADABLE, printable(str(error)))
    except RecordError as error:
        return Verdict(WRONG, printable(str(error)))
    return Verdict(RIGHT, str(verified), verified)


def _report(file: Path, number: int, verdict: Verdict, *, as_json: bool) -> None:
    where = f"{printable_path(file)}:{number}"
    if verdict.verified is None:
        _complain(where, verdict.words)
    elif not as_json:
        print(f"{where}: {verdict.words}")
    if as_json:
        print(_json_line(file, number, verdict))


def _json_line(file: Path, number: int, verdict: Verdict) -> str:
    verified = verdict.verified
    return json.dumps(
        {
            "file": str(file),
            "hand": number,
            "ok": verified is not None,
            "order": verified.order if verified else None,
            "deal": (verified.deal or None) if verified else None,
            "says": verdict.words if verified else None,
            "error": None if verified else verdict.words,
        }
    )


def _complain(where: str, what: str) -> int:
    """Print one line on standard error; return the status of a file that cannot be read."""
    print(f"{where}: {what}", file=sys.stderr)
    return UNREADABLE
