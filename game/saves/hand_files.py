"""Files of hand records: splitting them into records, opening and writing them.

A file holds one JSON value, or one per line. Invalid UTF-8 or JSON, and JSON that is not a valid
record, are different errors with different exit statuses.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final, Self

from game.console.output import ExitStatus
from game.files import TooLongError, data_folder, open_regular, reason_of, write_whole
from game.rules.messages import Message, RefusedError, at, message
from game.rules.position import Position
from game.rules.record import HandRecord, RecordError, read_record, replay
from game.rules.untrusted_input import (
    BYTE_ORDER_MARK,
    UnreadableError,
    UnusableError,
    json_of,
    printable,
)

LONGEST_LINE: Final = 256 * 1024
"""Maximum size of one record, a line or the whole file, in bytes. The longest of thousands of hands
under random rules has 3 KB, and the longest note, fully escaped, 120 KB.
"""
_TOO_LONG: Final = message("is longer than {count} KB", count=LONGEST_LINE // 1024)
_MOST_LISTS: Final = 1_000
"""Maximum number of lists and objects in one record; the most in thousands of hands is 20. The
first ``_READ_WHOLE`` records of a file are parsed anyway, to find out whether they are JSON;
further ones would take 0.1 seconds each.
"""
_READ_WHOLE: Final = 8  # records


class NotJsonError(RefusedError):
    """Text that is not UTF-8 JSON; the message is one line."""


@dataclass(frozen=True, slots=True)
class RawRecord:
    """An unparsed record of a file: its bytes, and its number in the file, from 1."""

    number: int
    data: bytes

    def json_value(self) -> object:
        """Return the record's JSON value; raise ``RecordError`` for JSON that cannot be a
        record.
        """
        if self.number > 1 and self.data.startswith(BYTE_ORDER_MARK):
            raise NotJsonError("not JSON: a byte order mark in the middle of the file")
        if len(self.data) > LONGEST_LINE:
            raise NotJsonError(_TOO_LONG)
        if self.number > _READ_WHOLE and self._has_many_lists(self.data):
            raise NotJsonError(
                message("holds more than {count} lists", count=format(_MOST_LISTS, ","))
            )
        try:
            return json_of(self.data)
        except UnreadableError as error:
            raise NotJsonError(error.refusal) from None
        except UnusableError as error:
            raise RecordError(at("record", error.refusal)) from None

    @staticmethod
    def _has_many_lists(data: bytes) -> bool:
        """Return whether there are more lists and objects than in any hand, outside strings."""
        if data.count(b"[") + data.count(b"{") <= _MOST_LISTS:
            return False
        bare = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", data)
        return bare.count(b"[") + bare.count(b"{") > _MOST_LISTS


def raw_records(file: Path) -> Iterator[RawRecord]:
    """Yield the unparsed records of a file; blank lines do not count.

    A record that is too long is cut off, and ``json_value`` refuses it. Raises ``OSError``, also
    for a file that is too long and does not hold one record per line.
    """
    with open_regular(file) as data:
        yield from records_in(data, file)


def records_in(data: BinaryIO, file: Path) -> Iterator[RawRecord]:
    """Yield the records in an open file or pipe, as ``raw_records`` does.

    ``file`` is its name, whose extension may say that there is one record per line.
    """
    head = b""
    if file.suffix.lower() != ".jsonl":
        head = data.read(LONGEST_LINE + 1) or b""
        is_long = len(head) > LONGEST_LINE
        if not (_begins_as_lines(head) if is_long else _are_lines(head)):
            if is_long:
                raise TooLongError(errno.EFBIG, str(_TOO_LONG), str(file))
            yield from _numbered([head])
            return
    yield from _numbered(_lines(chain([head], iter(partial(data.read, 64 * 1024), b""))))


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines; a line that is too long is cut off just beyond the limit."""
    rest = b""
    for block in blocks:
        if not rest and not block.strip():
            continue
        *lines, rest = (rest + block).split(b"\n")
        yield from (line[: LONGEST_LINE + 1] for line in lines)
        rest = rest[: LONGEST_LINE + 1]
    yield rest


def _numbered(lines: Iterable[bytes]) -> Iterator[RawRecord]:
    number = 0
    for place, line in enumerate(lines):
        bare = line.removeprefix(BYTE_ORDER_MARK) if place == 0 else line
        if bare.strip(b" \t\r\n") or len(line) > LONGEST_LINE:
            number += 1
            yield RawRecord(number, line if len(line) > LONGEST_LINE else line.rstrip(b"\r\n"))


def _are_lines(data: bytes) -> bool:
    """Return whether a file holds one record per line: it is not JSON as a whole, but a line is."""
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


def _begins_as_lines(head: bytes) -> bool:
    """Return whether a file too long to be read as a whole begins with one JSON object per line."""
    return any(
        line.lstrip().startswith(b"{") and _is_object(line) for line in head.split(b"\n")[:-1]
    )


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json_of(line), dict)
    except UnusableError:
        return line.lstrip().startswith(b"{")
    except UnreadableError:
        return False


# -- Writing and opening ---------------------------------------------------------------------------

FOLDER: Final = "hands"


def export(record: HandRecord, name: str) -> Path:
    """Write a record into the folder of exported hands; a hand always gets the same file name.

    For a hand that was set up it writes the position: the present one or, once the hand is over,
    the initial one. Raises ``StoreError`` if that is impossible.
    """
    path = data_folder() / FOLDER / f"{name}.tonk.json"
    text = record.to_json()
    if record.start is not None:
        hand = replay(record)
        text = (record.start if hand.is_over else Position.of(hand)).to_json()
    write_whole(path, text + "\n")
    return path


LONGEST: Final = 1_000
"""The maximum number of hands opened from one file; more would be slow, and too many to look
through.
"""


@dataclass(frozen=True, slots=True)
class OpenedHands:
    """The readable hands of a file, and what is wrong with the first that is not.

    ``status`` is the exit status: 1 if a record is wrong, 2 if it cannot be read.
    """

    hands: tuple[HandRecord, ...] = ()
    refusal: Message | None = None
    status: int = 0

    @property
    def trouble(self) -> str:
        """What is wrong, in one line of English; empty if nothing is."""
        return printable(str(self.refusal)) if self.refusal else ""

    @classmethod
    def open(cls, file: Path) -> Self:
        """Read a file of hand records, and replay and check each. Never raises."""
        hands: list[HandRecord] = []
        trouble: Message | None = None
        status = 0
        try:
            for raw in raw_records(file):
                if raw.number > LONGEST:
                    trouble = trouble or Message(f"only the first {LONGEST} hands are shown")
                    break
                try:
                    record = read_record(raw.json_value())
                    record.check_ending(replay(record), allow_unfinished=True)
                    hands.append(record)
                except (NotJsonError, RecordError) as error:
                    trouble = trouble or at(str(raw.number), error.refusal)
                    is_json = not isinstance(error, NotJsonError)
                    status = max(status, ExitStatus.WRONG if is_json else ExitStatus.UNREADABLE)
        except TooLongError:
            return cls(tuple(hands), trouble or _TOO_LONG, ExitStatus.UNREADABLE)
        except OSError as error:
            return cls(tuple(hands), trouble or Message(reason_of(error)), ExitStatus.UNREADABLE)
        if not hands and not trouble:
            return cls(refusal=Message("it holds no hand"), status=ExitStatus.UNREADABLE)
        return cls(tuple(hands), trouble, status)
