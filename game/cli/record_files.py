"""Code shared by commands that check hand records: their files, and a verdict on each record.

The exit status is 0 if every record is valid, 1 if one is wrong, 2 if one cannot be read.
"""

import argparse
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from game.console.output import ExitStatus
from game.rules.untrusted_input import printable, printable_path

if TYPE_CHECKING:
    from game.saves.hand_files import RawRecord

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecordVerdict(Generic[T]):
    """The verdict on one record: the exit status and the error, None if it is valid.

    It also has as much of the result as there is.
    """

    status: int
    error: str | None = None
    found: T | None = None


Judge: TypeAlias = Callable[[object], RecordVerdict[T]]
"""A function that judges the JSON value of a record and may raise ``RecordError``."""
Teller: TypeAlias = Callable[[Path, int | None, RecordVerdict[T]], None]
"""A function that prints the verdict on a numbered record of a file, from 1. Without a number the
verdict is on the file, which cannot be read or holds no hand.
"""


def add_files(parser: argparse.ArgumentParser, json_help: str) -> None:
    """Add the arguments for files, and `--json`."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a hand record (.tonk.json), or many, one per line (.tonk.jsonl); - is standard input",
    )
    parser.add_argument("--json", action="store_true", help=json_help)


def seat_number(word: str) -> int:
    """Read a seat number from the command line; its upper limit is only known once a hand is
    read.
    """
    if not (word.isascii() and word.isdigit()) or len(word) > 4:
        raise argparse.ArgumentTypeError(f'"{word}" is not a seat; expected 0 to 5')
    return int(word)


def check_files(
    files: Sequence[Path], judge: Judge[T], tell: Teller[T], pool: Executor | None = None
) -> int:
    """Judge every record of every file, and print errors; the worst verdict decides the status.

    The processes of ``pool``, if given, judge all but the first records of a file.
    """
    return max(_check_file(file, judge, tell, pool) for file in files)


def _check_file(file: Path, judge: Judge[T], tell: Teller[T], pool: Executor | None) -> int:
    worst, hands = ExitStatus.FINE, 0
    try:
        for piece, verdict in _verdicts(_raw_records(file), judge, pool):
            hands = piece.number
            if verdict.error is not None:
                _complain(f"{printable_path(file)}:{hands}", verdict.error)
            tell(file, hands, verdict)
            worst = max(worst, verdict.status)
        why = None if hands else "holds no hand"
    except OSError as error:
        why = error.strerror or str(error)
    if why is None:
        return worst
    _complain(printable_path(file), why)
    tell(file, None, RecordVerdict(ExitStatus.UNREADABLE, why))
    return ExitStatus.UNREADABLE


def _raw_records(file: Path) -> "Iterator[RawRecord]":
    from game.files import STANDARD_INPUT, standard_input
    from game.saves.hand_files import raw_records, records_in

    if file != STANDARD_INPUT:
        return raw_records(file)
    return records_in(standard_input(), file)


def _verdicts(
    pieces: "Iterator[RawRecord]", judge: Judge[T], pool: Executor | None
) -> "Iterator[tuple[RawRecord, RecordVerdict[T]]]":
    """Yield the records with their verdicts, in order."""
    few = 200  # records, which take no longer than it takes to start processes
    for piece in pieces if pool is None else islice(pieces, few):
        yield piece, _judged([piece], judge)[0]
    if pool is None:
        return
    ahead = 100  # batches read before the first of them is judged
    waiting: deque[tuple[list[RawRecord], Future[list[RecordVerdict[T]]]]] = deque()
    while batch := list(islice(pieces, 50)):
        waiting.append((batch, pool.submit(_judged, batch, judge)))
        if len(waiting) > ahead:
            batch, found = waiting.popleft()
            yield from zip(batch, found.result(), strict=True)
    for batch, found in waiting:
        yield from zip(batch, found.result(), strict=True)


def _judged(pieces: "Sequence[RawRecord]", judge: Judge[T]) -> list[RecordVerdict[T]]:
    from game.rules.record import RecordError
    from game.saves.hand_files import NotJsonError

    verdicts: list[RecordVerdict[T]] = []
    for piece in pieces:
        try:
            verdicts.append(judge(piece.json_value()))
        except NotJsonError as error:
            verdicts.append(RecordVerdict(ExitStatus.UNREADABLE, printable(str(error))))
        except RecordError as error:
            verdicts.append(RecordVerdict(ExitStatus.WRONG, printable(str(error))))
    return verdicts


def _complain(where: str, what: str) -> None:
    """Print one line on standard error."""
    print(f"{where}: {what}", file=sys.stderr)
