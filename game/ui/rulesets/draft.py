"""A rule set being edited, and the file that keeps it if the window closes meanwhile.

A draft may hold values that a rule set refuses. Its file is not trusted: if it cannot be read,
there is no draft.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TypeAlias

from game.files import StoreError, read_regular, write_whole
from game.rule_files import NamedRules
from game.rules.naturals import Matcher, Natural, Tie, When
from game.rules.presets import PRESETS, STANDARD
from game.rules.ruleset import OPTIONS, RuleError, RuleSet
from game.rules.untrusted_input import cleaned, json_of
from game.rules.value_types import Letters, Naturals, Whole, WholeOr
from game.saves.documents import Documents

Typed: TypeAlias = int | str
"""A number, or the text typed in its place."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A natural being edited; it may not be valid yet."""

    match: Matcher = "count"
    value: Typed = 50
    pays: Typed = 2
    rank: Typed = 0
    low_wins: bool = False
    when: When = "deal"
    open: bool = True
    tie: Tie | None = None

    @classmethod
    def of(cls, natural: Natural) -> Entry:
        """Return the entry of a natural."""
        return cls(**{each.name: getattr(natural, each.name) for each in fields(cls)})

    @classmethod
    def left(cls, value: object) -> Entry:
        """Return an entry saved in a draft's file; ``ValueError`` if it is not one."""
        entry = cls(**value) if isinstance(value, dict) else cls()
        numbers = (entry.value, entry.pays, entry.rank)
        harmless = replace(entry, value=0, pays=1, rank=0)
        if harmless.natural() is None or not all(isinstance(each, int | str) for each in numbers):
            raise ValueError(value)
        return entry

    def plain(self) -> dict[str, object]:
        """Return the entry in the form saved to a file."""
        matcher: object = True if self.match == "all_faces" else self.value
        plain: dict[str, object] = {
            "match": {self.match: matcher},
            "pays": self.pays,
            "rank": self.rank,
            "low_wins": self.low_wins,
            "when": self.when,
            "open": self.open,
        }
        return plain if self.tie is None else plain | {"tie": self.tie}

    def natural(self) -> Natural | None:
        """Return the natural, if it is valid."""
        try:
            return Naturals.read_entry(self.plain())
        except ValueError:
            return None


def typed(text: str) -> Typed:
    """Return a typed number, or any other text unchanged."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() else text


class Draft:
    """A rule set being edited: its name, its values, valid or not, and an undo history."""

    def __init__(self, named: NamedRules, *, replaces: str = "", is_changed: bool = False) -> None:
        """`replaces` is the name of the own set being changed, empty for a new one."""
        self._named = named
        self.name = named.name
        self.replaces = replaces
        self.left: Path | None = None  # the file it was left in, if any
        self.note, self.words = named.note, named.words
        self.values: dict[str, object] = {key: _value(getattr(named.rules, key)) for key in OPTIONS}
        self._saved = self._state()
        self._is_new = is_changed
        self._before: list[dict[str, object]] = []
        self._after: list[dict[str, object]] = []

    @property
    def base(self) -> str:
        """The preset that the draft is based on."""
        return self._named.base

    @property
    def is_changed(self) -> bool:
        """Whether the draft has unsaved changes."""
        return self._is_new or self._state() != self._saved

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._before)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The naturals."""
        held = self.values["naturals"]
        return held if isinstance(held, tuple) else ()

    def put(self, key: str, value: object) -> None:
        """Set the value of a key, valid or not."""
        if value != self.values[key] or type(value) is not type(self.values[key]):
            self._before.append(dict(self.values))
            self._after.clear()
            self.values[key] = value

    def put_all(self, values: Mapping[str, object]) -> None:
        """Set the values that keys had when the draft was left."""
        self.values.update(values)

    def undo(self) -> bool:
        """Undo the last change; False if there is none."""
        return self._step(self._before, self._after)

    def redo(self) -> bool:
        """Redo the change undone last."""
        return self._step(self._after, self._before)

    def is_default(self, key: str) -> bool:
        """Return whether a key has its value of the standard game."""
        return self.values[key] == default_of(key)

    def changed_keys(self) -> tuple[str, ...]:
        """Return the keys whose values differ from the standard game."""
        return tuple(key for key in OPTIONS if not self.is_default(key))

    def refused(self) -> dict[str, RuleError | None]:
        """Return the keys that RULES.md §4.7 refuses; with an error if another value is why."""
        found: dict[str, RuleError | None] = {
            key: None for key, option in OPTIONS.items() if not self._reads(key, self.values[key])
        }
        values = {key: default_of(key) if key in found else self.values[key] for key in OPTIONS}
        for key, harmless in (("wild", ""), ("catch", "standard"), ("wild_points", "own")):
            error = self._error(values)
            if error is not None and error.key == key and key not in found:
                found[key] = error
                values[key] = harmless
        return found

    def rules(self) -> RuleSet | None:
        """Return the rule set, if the draft is valid."""
        return None if self.refused() else _made(self.values)

    def as_far_as_right(self) -> RuleSet:
        """Return the rule set with defaults in place of refused values."""
        refused = self.refused()
        return _made(
            {key: default_of(key) if key in refused else self.values[key] for key in OPTIONS}
        )

    def named(self, rules: RuleSet) -> NamedRules:
        """Return the named set to save."""
        pairs = ((word.strip(), means.strip()) for word, means in self.words)
        return replace(
            self._named,
            name=self.name,
            rules=rules,
            note=self.note.strip(),
            words=tuple((word, means) for word, means in pairs if word),
            kind="own",
        )

    def kept(self, named: NamedRules) -> None:
        """Note that the draft was saved under this name."""
        self._named, self.replaces, self._is_new = named, named.name, False
        self._saved = self._state()

    def _state(self) -> tuple[object, ...]:
        """Return everything of the draft that would be saved."""
        return self.name, self.note, self.words, dict(self.values)

    def _step(self, back: list[dict[str, object]], forth: list[dict[str, object]]) -> bool:
        if not back:
            return False
        forth.append(dict(self.values))
        self.values = back.pop()
        return True

    @staticmethod
    def _reads(key: str, value: object) -> bool:
        try:
            OPTIONS[key].values.read(_plain(value))
        except (ValueError, TypeError):
            return False
        return True

    @staticmethod
    def _error(values: Mapping[str, object]) -> RuleError | None:
        try:
            _made(values)
        except RuleError as error:
            return error
        return None

    def keep(self, folder: Path | None) -> bool:
        """Save the draft to its file; False if that is impossible."""
        if folder is None:
            return False
        free = next((path for path in _paths(folder) if not path.exists()), None)
        path = self.left or free
        if path is None:
            return False
        values = {
            key: [asdict(each) for each in value] if isinstance(value, tuple) else value
            for key, value in self.values.items()
            if not self.is_default(key)
        }
        whole = {
            "name": self.name,
            "replaces": self.replaces,
            "base": self.base,
            "note": self.note,
            "words": [list(pair) for pair in self.words],
            "values": values,
        }
        text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
        try:
            write_whole(path, text)
        except StoreError:
            return False
        with contextlib.suppress(StoreError):
            Documents(folder).keep(path.name, text)
        return True

    def drop(self) -> None:
        """Delete the draft's file."""
        if self.left is not None:
            with contextlib.suppress(OSError, StoreError):
                self.left.unlink(missing_ok=True)
                Documents(self.left.parent).keep(self.left.name, "")
            self.left = None

    @classmethod
    def of_file(cls, whole: object) -> Draft:
        """Return the draft in a parsed file; raise if it holds none."""
        if not isinstance(whole, dict):
            raise TypeError(whole)
        base, words, values = str(whole["base"]), whole["words"], whole["values"]
        if base not in PRESETS or not isinstance(words, list) or not isinstance(values, dict):
            raise ValueError(whole)
        pairs = tuple((cleaned(str(word)), cleaned(str(means))) for word, means in words)
        rules = NamedRules.of_preset("standard").rules
        note = cleaned(str(whole["note"]), lines=True)
        named = NamedRules(cleaned(str(whole["name"])), rules, base, note, pairs)
        draft = cls(named, replaces=str(whole["replaces"]), is_changed=True)
        draft.put_all({key: _leftover_value(key, values[key]) for key in OPTIONS if key in values})
        return draft


def default_of(key: str) -> object:
    """Return the value of a key in the standard game, in a draft's form."""
    return _value(getattr(STANDARD, key))


def _value(value: object) -> object:
    return tuple(map(Entry.of, value)) if isinstance(value, tuple) else value


def _plain(value: object) -> object:
    return [entry.plain() for entry in value] if isinstance(value, tuple) else value


def _made(values: Mapping[str, object]) -> RuleSet:
    return STANDARD.changed(**{key: _plain(value) for key, value in values.items()})


def left_drafts(folder: Path | None) -> tuple[Draft, ...]:
    """Return the leftover drafts that can be read; lost or damaged ones from their backups."""
    if folder is None:
        return ()
    copies, drafts = Documents(folder), []
    kept = copies.all()
    for path in _paths(folder):
        draft = _read(path)
        if draft is None and path.name in kept:
            with contextlib.suppress(StoreError):
                copies.brought_back(path.name, path, is_damaged=True)
            draft = _read(path)
        if draft is not None:
            drafts.append(draft)
    return tuple(drafts)


def _paths(folder: Path) -> Iterator[Path]:
    return (folder / f"rules-draft-{number}.json" for number in range(1, 100))


def _read(path: Path) -> Draft | None:
    try:
        draft = Draft.of_file(json_of(read_regular(path, 100_000)))  # bytes
    except (OSError, ValueError, TypeError, KeyError):
        return None
    draft.left = path
    return draft


def _leftover_value(key: str, value: object) -> object:
    """Return the value, if the editor can produce it."""
    values = OPTIONS[key].values
    match values:
        case Naturals() if isinstance(value, list):
            return tuple(map(Entry.left, value))
        case Letters(of) if isinstance(value, str) and set(value) <= set(of):
            return value
        case Whole() | WholeOr() if isinstance(value, int | str):
            return value
        case _:
            return values.read(value)
