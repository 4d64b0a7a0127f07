"""Files of hand records: split into records, opened to be looked at, and written.

A file holds one JSON value, or one a line. What is not UTF-8 JSON and JSON that is no right record
are different errors, since the exit status differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from game.rules.record import HandRecord, RecordError, check_ending, read_record, replay
from game.session.files import data_folder, printable, reason_of, write_whole

_LINES: Final = ".jsonl"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class NotJsonError(ValueError):
    """Text that is not UTF-8 JSON: one line saying why."""


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The bytes of one record, and its number in its file, from 1."""

    number: int
    data: bytes


def raw_records(file: Path) -> Iterator[RawRecord]:
    """The records of a file, unread; blank lines do not count. ``OSError`` is not caught."""
    if file.suffix.lower() == _LINES:
        with file.open("rb") as lines:
            yield from _numbered(lines)
        return
    data = file.read_bytes().removeprefix(_BYTE_ORDER_MARK)
    yield from _numbered(data.split(b"\n") if _are_lines(data) else [data])


def json_value(raw: RawRecord) -> object:
    """The JSON value of a record's bytes; ``RecordError`` for JSON that cannot be a record."""
    try:
        text = raw.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJsonError(
            f"not UTF-8: byte {error.start + 1} is 0x{error.object[error.start]:02x}"
        ) from None
    try:
        return json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise NotJsonError(f"not JSON: {_problem(error, text)}") from None
    except RecursionError:
        raise RecordError("record: nested too deeply") from None
    except (NotJsonError, RecordError):
        raise
    except ValueError:  # more digits than Python is willing to read
        raise RecordError("record: a number has too many digits") from None


def _numbered(lines: Iterable[bytes]) -> Iterator[RawRecord]:
    filled = (line for line in lines if line.strip(b" \t\r\n"))
    for number, line in enumerate(filled, start=1):
        data = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
        yield RawRecord(number, data.rstrip(b"\r\n"))


def _are_lines(data: bytes) -> bool:
    """Whether a file holds one record a line: then its first or its last line is an object.

    A single record spread over several lines begins and ends with a brace of its own.
    """
    lines = [line for line in data.split(b"\n") if line.strip()]
    return len(lines) > 1 and (_is_object(lines[0]) or _is_object(lines[-1]))


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"record: key {json.dumps(twice)} comes twice")
    return values


def _no_constant(name: str) -> NoReturn:
    raise NotJsonError(f"not JSON: {name} is no number")


def _problem(error: json.JSONDecodeError, text: str) -> str:
    if error.pos >= len(text.rstrip()):
        return "it breaks off at the end"
    place = (
        f"line {error.lineno} column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
    )
    return f"{error.msg[0].lower()}{error.msg[1:]} at {place}"


# -- Writing and opening ---------------------------------------------------------------------------

FOLDER: Final = "hands"


def export(record: HandRecord, name: str, folder: Path | None = None) -> Path:
    """Write a record into the folder of exported hands; the same hand has the same name again.

    ``StoreError`` where that is impossible.
    """
    path = (folder or data_folder() / FOLDER) / f"{name}.tonk.json"
    write_whole(path, record.to_json() + "\n")
    return path


WRONG: Final = 1
UNREADABLE: Final = 2
LONGEST: Final = 1_000
"""The most hands of one file that are opened; more take long, and are too many to look through."""


@dataclass(frozen=True, slots=True)
class OpenedHands:
    """The right hands of a file, and what is wrong with the first that is not.

    ``status`` is the exit status: 1 where a record is wrong, 2 where it cannot be read.
    """

    hands: tuple[HandRecord, ...] = ()
    trouble: str = ""
    status: int = 0


def open_hands(file: Path) -> OpenedHands:
    """Read a file of hand records, each played through and checked; it never raises."""
    hands: list[HandRecord] = []
    trouble, status = "", 0
    try:
        for raw in raw_records(file):
            if raw.number > LONGEST:
                trouble = trouble or f"only the first {LONGEST} hands are shown"
                break
            try:
                hands.append(_hand(raw))
            except NotJsonError as error:
                trouble, status = trouble or f"{raw.number}: {error}", UNREADABLE
            except RecordError as error:
                trouble, status = trouble or f"{raw.number}: {error}", max(status, WRONG)
    except OSError as error:
        return OpenedHands(trouble=reason_of(error), status=UNREADABLE)
    if not hands and not trouble:
        return OpenedHands(trouble="it holds no hand", status=UNREADABLE)
    return OpenedHands(tuple(hands), printable(trouble), status)


def _hand(raw: RawRecord) -> HandRecord:
    """The record, be it finished or not."""
    record = read_record(json_value(raw))
    check_ending(record, replay(record), allow_unfinished=True)
    return record
