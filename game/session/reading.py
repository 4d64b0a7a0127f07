"""Files of hand records taken apart: one JSON value a file, or one a line.

What is not UTF-8 JSON is told apart from JSON that is no right record: the exit status differs.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from game.rules.record import RecordError

_LINES: Final = ".jsonl"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class NotJsonError(ValueError):
    """Text that is not UTF-8 JSON: one line saying why."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The bytes of one record, and its number in its file, from 1."""

    number: int
    data: bytes


def pieces(file: Path) -> Iterator[Piece]:
    """The records of a file, unread. Blank lines do not count. ``OSError`` is the caller's."""
    if file.suffix.lower() == _LINES:
        with file.open("rb") as lines:
            yield from _numbered(lines)
        return
    data = file.read_bytes().removeprefix(_BYTE_ORDER_MARK)
    yield from _numbered(data.split(b"\n") if _are_lines(data) else [data])


def value_of(piece: Piece) -> object:
    """The JSON value of a piece. ``RecordError`` is for JSON that no record can be."""
    try:
        text = piece.data.decode("utf-8")
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


def _numbered(lines: Iterable[bytes]) -> Iterator[Piece]:
    filled = (line for line in lines if line.strip(b" \t\r\n"))
    for number, line in enumerate(filled, start=1):
        data = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
        yield Piece(number, data.rstrip(b"\r\n"))


def _are_lines(data: bytes) -> bool:
    """Whether a file holds a record a line: then its first or its last line is an object.

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
