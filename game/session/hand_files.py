"""Files of hand records: split into records, opened to be looked at, and written.

A file holds one JSON value, or one a line. What is not UTF-8 JSON and JSON that is no right record
are different errors, since the exit status differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from game.rules.outside import (
    BYTE_ORDER_MARK,
    UnreadableError,
    UnusableError,
    json_of,
    printable,
)
from game.rules.record import HandRecord, RecordError, check_ending, read_record, replay
from game.session.files import data_folder, reason_of, write_whole

_LINES: Final = ".jsonl"
_LARGEST: Final = 64_000_000
"""Bytes of a file that is no list of lines, or of one line, at most."""


class NotJsonError(ValueError):
    """Text that is not UTF-8 JSON: one line saying why."""


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The bytes of one record, and its number in its file, from 1."""

    number: int
    data: bytes


def raw_records(file: Path) -> Iterator[RawRecord]:
    """The records of a file, unread; blank lines do not count. ``OSError`` is not caught."""
    with _opened(file) as data:
        if file.suffix.lower() == _LINES:
            yield from _numbered(iter(lambda: _limited(data.readline(_LARGEST + 1)), b""))
            return
        whole = _limited(data.read(_LARGEST + 1))
        yield from _numbered(whole.split(b"\n") if _are_lines(whole) else [whole])


def _opened(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except ValueError as error:  # a name with a NUL in it
        raise OSError(str(error)) from None


def _limited(data: bytes) -> bytes:
    if len(data) > _LARGEST:
        raise OSError(f"is longer than {_LARGEST // 1_000_000} MB without a line of its own")
    return data


def json_value(raw: RawRecord) -> object:
    """The JSON value of a record's bytes; ``RecordError`` for JSON that cannot be a record."""
    if raw.number > 1 and raw.data.startswith(BYTE_ORDER_MARK):
        raise NotJsonError("not JSON: a byte order mark in the middle of the file")
    try:
        return json_of(raw.data)
    except UnreadableError as error:
        raise NotJsonError(str(error)) from None
    except UnusableError as error:
        raise RecordError(f"record: {error}") from None


def _numbered(lines: Iterable[bytes]) -> Iterator[RawRecord]:
    number = 0
    for place, line in enumerate(lines):
        bare = line.removeprefix(BYTE_ORDER_MARK) if place == 0 else line
        if bare.strip(b" \t\r\n"):
            number += 1
            yield RawRecord(number, line.rstrip(b"\r\n"))


def _are_lines(data: bytes) -> bool:
    """Whether a file holds one record a line: it is no JSON as a whole, and some line is."""
    lines = [line for line in data.split(b"\n") if line.strip()]
    if len(lines) < 2:
        return False
    try:
        json_of(data)
    except UnusableError:
        return False
    except UnreadableError:
        return any(map(_is_object, lines))
    return False


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json_of(line), dict)
    except UnusableError:
        return line.lstrip().startswith(b"{")
    except UnreadableError:
        return False


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
        return OpenedHands(tuple(hands), trouble or reason_of(error), UNREADABLE)
    if not hands and not trouble:
        return OpenedHands(trouble="it holds no hand", status=UNREADABLE)
    return OpenedHands(tuple(hands), printable(trouble), status)


def _hand(raw: RawRecord) -> HandRecord:
    """The record, be it finished or not."""
    record = read_record(json_value(raw))
    check_ending(record, replay(record), allow_unfinished=True)
    return record
