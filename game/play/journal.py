"""The journal of a session, written as it happens, and its form on the disk.

A journal keeps entries, one value for each event. Plans, standings and deals are stored as JSON;
reading raises ``ValueError`` for JSON that does not describe one.
"""

import json
from collections.abc import Sequence
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Protocol, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

from game.play.plan import NO_LABEL, Deal, Plan, RulesLabel, Standing
from game.rules.presets import rules_from_earlier_mapping, spelled_out
from game.rules.ruleset import RuleSet
from game.rules.untrusted_input import json_of

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Opened:
    """A session began."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Stood:
    """The standing of the session after hand ``after``, 0 before the first; the latest one
    counts.
    """

    after: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Acted:
    """Move ``ordinal`` of a hand, from 1, as hand records write it."""

    hand: int
    ordinal: int
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand ended; ``record`` is its record on one line."""

    hand: int
    record: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The session is over and cannot be continued."""


Entry: TypeAlias = Opened | Stood | Dealt | Acted | Finished | Closed


class Journal(Protocol):
    """A store for the entries of a session."""

    def write(self, entries: Sequence[Entry]) -> bool:
        """Save all entries; raise ``StoreError`` if that is impossible now.

        They are then written by the next call, even an empty one.

        Returns True if everything saved before was removed or damaged and had to be written again.
        """

    def records(self) -> Sequence[str]:
        """Return the records of the hands finished so far, oldest first."""


class MemoryJournal:
    """A journal in memory that is lost with the session."""

    def __init__(self) -> None:
        self._records: list[str] = []

    def write(self, entries: Sequence[Entry]) -> bool:
        self._records += [entry.record for entry in entries if isinstance(entry, Finished)]
        return False

    def records(self) -> Sequence[str]:
        return tuple(self._records)


@dataclass(frozen=True, slots=True)
class Saved:
    """A session as saved in a journal: the latest standing, the hand after it, and its moves."""

    plan: Plan
    after: int
    standing: Standing
    deal: Deal | None = None
    moves: tuple[str, ...] = ()


# -- As JSON ---------------------------------------------------------------------------------------


def as_json(value: Plan | Standing | Deal) -> str:
    """Return a value as one line of JSON."""
    plain = asdict(value)
    if isinstance(value, Plan):
        plain["rules"] = spelled_out(value.rules)
    return json.dumps(plain, separators=(",", ":"))


def from_json(kind: type[_T], text: str) -> _T:
    """Read the value that ``as_json`` wrote, ignoring unknown keys, as of a later version.

    Keys that an earlier version did not write get their defaults.
    """
    return cast(_T, _read(kind, json_of(text)))


def _read(kind: object, held: object) -> object:
    """Return ``held`` as a value of the type ``kind``, strictly: True is not a number."""
    if kind is RuleSet:
        # rules based on a preset were written before 1.0
        return rules_from_earlier_mapping(_checked(dict, held))
    if kind is RulesLabel and held is None:
        return NO_LABEL  # the first versions kept none
    if isinstance(kind, UnionType):
        return None if held is None else _read(get_args(kind)[0], held)
    if get_origin(kind) is tuple:
        kinds, values_in_order = get_args(kind), _checked(list, held)
        if kinds[-1] is ...:
            kinds = (kinds[0],) * len(values_in_order)
        return tuple(_read(*each) for each in zip(kinds, values_in_order, strict=True))
    if not isinstance(kind, type):
        raise TypeError(kind)
    if is_dataclass(kind):
        values: dict[str, object] = _checked(dict, held)
        given = {name: of for name, of in _fields(kind).items() if name in values}
        for each in fields(kind):
            if each.name not in given and each.default is each.default_factory is MISSING:
                raise ValueError(f"{each.name} is missing")
        return kind(**{name: _read(of, values[name]) for name, of in given.items()})
    return _checked(kind, held)


@cache
def _fields(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


def _checked(kind: type[_T], value: object) -> _T:
    if type(value) is not kind:
        raise ValueError(f"{kind.__name__} expected")
    return value
