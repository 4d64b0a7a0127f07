"""The shapes of a record's JSON: each function passes a value of its shape and refuses any other.

``where`` names the place in the record, for the one line of the refusal.
"""

import json
from collections.abc import Mapping
from typing import Any


class RecordError(ValueError):
    """A record that is wrong: one line saying where and what."""


def as_mapping(value: object, where: str) -> Mapping[str, Any]:
    """An object."""
    if not isinstance(value, Mapping):
        raise RecordError(f"{where}: {shown(value)}; allowed is an object")
    return value


def check_keys(
    mapping: Mapping[str, Any], where: str, required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    """Refuse keys that are unknown, and a required one that is missing."""
    for key in mapping:
        if key not in required + optional:
            raise RecordError(
                f"{where}: unknown key {shown(key)}; allowed is {', '.join(required + optional)}"
            )
    for key in required:
        if key not in mapping:
            raise RecordError(f'{where}: key "{key}" is missing')


def as_text(value: object, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RecordError(f"{where}: {shown(value)}; allowed is a text")
    return value


def as_flag(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise RecordError(f"{where}: {shown(value)}; allowed is true or false")
    return value


def as_whole(value: object, where: str) -> int:
    """A whole number, 0 or more."""
    if type(value) is not int or value < 0:
        raise RecordError(f"{where}: {shown(value)}; allowed is 0 or more")
    return value


def as_seat(value: object, where: str, seats: int) -> int:
    """One of ``seats`` seats."""
    if type(value) is not int or not 0 <= value < seats:
        raise RecordError(f"{where}: {shown(value)}; allowed is 0 to {seats - 1}")
    return value


def as_list(value: object, where: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise RecordError(f"{where}: {shown(value)}; allowed is a list")
    return value


def as_texts(value: object, where: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(as_text(entry, where) for entry in as_list(value, where))


def as_seats(value: object, where: str, seats: int) -> tuple[int, ...]:
    """A list of seats."""
    return tuple(as_seat(entry, where, seats) for entry in as_list(value, where))


def as_joined(value: object, where: str, seats: int) -> tuple[int, ...]:
    """A list of seats, each at most once."""
    joined = as_seats(value, where, seats)
    if len(set(joined)) < len(joined):
        raise RecordError(f"{where}: {shown(list(joined))}; allowed is each seat once")
    return joined


def as_numbers(value: object, where: str, seats: int) -> tuple[int, ...]:
    """A whole number for each seat."""
    numbers = tuple(entry for entry in as_list(value, where) if type(entry) is int)
    if not isinstance(value, list) or len(numbers) != len(value) or len(numbers) != seats:
        raise RecordError(
            f"{where}: {shown(value)}; allowed is a whole number for each of {seats} seats"
        )
    return numbers


def shown(value: object) -> str:
    """A value as it stands in an error, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
