"""The kinds of values that a key of a rule set may hold, each reading, refusing and naming them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Final, TypeAlias, get_args

from game.rules.naturals import NATURAL_ALLOWED, Matcher, Natural, natural_from_mapping

_MATCHERS: Final[tuple[str, ...]] = get_args(Matcher)
_NATURAL_KEYS: Final = tuple(field.name for field in fields(Natural) if field.name != "value")
_DIGITS: Final = 100
_LARGEST: Final = 10**_DIGITS - 1
"""Larger numbers are refused: nobody means them, and Python would not write them."""
_TOO_LARGE: Final = f", of {_DIGITS} digits at most"
_LONGEST_GUESS: Final = 60
"""A longer text is no mistyped name, and comparing it would take its time."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: object) -> object:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    values: tuple[str, ...]

    def read(self, value: object) -> object:
        if type(value) is not str or value not in self.values:
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return "one of " + ", ".join(f'"{value}"' for value in self.values)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``least`` on, to ``most`` where there is one; true is not a number."""

    least: int
    most: int | None = None

    def read(self, value: object) -> object:
        if (
            type(value) is not int
            or value < self.least
            or value > (_LARGEST if self.most is None else self.most)
        ):
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Letters:
    """Some of the letters of ``of``, in its order, none twice, at least one."""

    of: str

    def read(self, value: object) -> object:
        if type(value) is not str or not value or not _is_subsequence(value, self.of):
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return f'letters of "{self.of}" in that order, none twice, at least one'


@dataclass(frozen=True, slots=True)
class HandSize:
    """A whole number of cards, or ``by_seats``."""

    least: int = 3
    most: int = 9

    def read(self, value: object) -> object:
        if value != "by_seats" and (type(value) is not int or not self.least <= value <= self.most):
            raise ValueError(value)
        return value

    def allowed(self) -> str:
        return f'{self.least} to {self.most}, or "by_seats"'


@dataclass(frozen=True, slots=True)
class Naturals:
    """A list of entries, each a ``Natural`` or its mapping."""

    def read(self, value: object) -> object:
        if type(value) not in (list, tuple):
            raise ValueError(value)
        entries: Sequence[object] = value  # type: ignore[assignment]  # just seen to be one
        return tuple(_natural(entry) for entry in entries)

    def allowed(self) -> str:
        return NATURAL_ALLOWED


Values: TypeAlias = Flag | Choice | Whole | Letters | HandSize | Naturals


def allowed_for(values: Values, value: object) -> str:
    """What is allowed instead of ``value``, and the name that it was probably meant to be."""
    close = nearest(value, _names(values)) if isinstance(value, str) else _nearest_in(value)
    hint = f"; did you mean {close}?" if close else ""
    return values.allowed() + (_TOO_LARGE if type(value) is int and value > _LARGEST else hint)


def nearest(name: str, names: Sequence[str]) -> str:
    """The name that a mistyped one was probably meant to be, or an empty string."""
    if len(name) > _LONGEST_GUESS:
        return ""
    lower = {each.casefold(): each for each in names}
    close = get_close_matches(name.casefold(), tuple(lower), n=1, cutoff=0.5)
    return lower[close[0]] if close else ""


def _names(values: Values) -> tuple[str, ...]:
    match values:
        case Choice(names):
            return names
        case HandSize():
            return ("by_seats",)
        case _:
            return ()


def _natural(entry: object) -> Natural:
    natural = natural_from_mapping(entry)
    if max(natural.value, natural.pays, abs(natural.rank)) > _LARGEST:
        raise ValueError(entry)
    return natural


def culprit(values: Values, value: object) -> tuple[str, object]:
    """Where in ``value`` the mistake is, and what stands there: one entry of a list of naturals."""
    if isinstance(values, Naturals) and isinstance(value, list | tuple):
        for number, entry in enumerate(value, start=1):
            try:
                _natural(entry)
            except (ValueError, TypeError):
                return f"entry {number}", entry
    return "", value


def _nearest_in(entry: object) -> str:
    """For the first key of a natural that means nothing, the one that does."""
    if not isinstance(entry, Mapping):
        return ""
    matcher = entry.get("match")
    pairs = [(key, _NATURAL_KEYS) for key in entry]
    pairs += [(key, _MATCHERS) for key in matcher] if isinstance(matcher, Mapping) else []
    wrong = ((key, names) for key, names in pairs if isinstance(key, str) and key not in names)
    return next((nearest(key, names) for key, names in wrong), "")


def _is_subsequence(letters: str, of: str) -> bool:
    rest = iter(of)
    return all(letter in rest for letter in letters)
