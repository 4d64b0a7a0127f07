"""The text of a rule-set file: a preset, what is changed in it, and what the table calls things.

    name = "Friday night"
    extends = "rushville"
    note = "As we play it at the station."
    wait_when_hit = 1
    naturals = [{match = {count = 50}, pays = 2}]

    [words]
    "bump" = "caught"

A key that does not exist, a value that is not allowed and a key that changes nothing are refused.
"""

import json
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from game.rules.localwords import local_words
from game.rules.options import OPTIONS, nearest
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import RuleError, RuleSet, values_to_plain
from game.rules.sharecode import looks_like_code
from game.rules.shown import shown, shown_name
from game.session.plain import printable
from game.session.plan import RulesLabel

Kind: TypeAlias = Literal["preset", "own", "file", "code"]

LARGEST_FILE: Final = 1_000_000
_LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 2000
LONGEST_WORD: Final = 60
_FILE_KEYS: Final = ("name", "extends", "note", "words")
_OTHER_NAMES: Final = {"preset": "extends", "title": "name"}
_RESERVED: Final = ("random",)
"""Names that mean something else where a rule set may be named."""


class RulesError(ValueError):
    """A rule set that is refused: one line saying where, what and what is allowed.

    ``path`` is the file that it stands in, None where there is none.
    """

    def __init__(self, why: str, path: Path | None = None) -> None:
        self.why, self.path = why, path
        super().__init__(why if path is None else f"{printable(str(path))}: {why}")


class UnreadableRulesError(RulesError):
    """A rule set that is not there, or a file that is none: one line."""


@dataclass(frozen=True, slots=True)
class NamedRules:
    """A rule set and what is known of it. ``base`` is the preset that it changes, ``words`` what
    its table calls things, ``path`` its file where it has one.
    """

    name: str
    rules: RuleSet
    base: str = "standard"
    note: str = ""
    words: tuple[tuple[str, str], ...] = ()
    kind: Kind = "own"
    path: Path | None = None

    @property
    def overrides(self) -> dict[str, object]:
        """What it changes in its preset."""
        return self.rules.differences(preset(self.base))

    @property
    def label(self) -> RulesLabel:
        """What a session keeps of it beside the rules."""
        return RulesLabel(self.name, self.base, self.note, tuple(self.all_words.items()))

    @property
    def all_words(self) -> dict[str, str]:
        """The words of its preset's table, and its own."""
        return {**local_words(self.base), **dict(self.words)}


def folded(name: str) -> str:
    """What two names share that a player would take for the same."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "_".join(plain.replace("-", " ").replace("_", " ").split())


def rules_from_text(text: str) -> NamedRules:
    """Read the text of a rule-set file; ``RulesError`` names the key but not the file."""
    values = _toml(text)
    _check_keys(values)
    base = _base(values)
    named = NamedRules(
        name=_name(values), rules=preset(base), base=base, note=_note(values), words=_words(values)
    )
    overrides = {key: value for key, value in values.items() if key in OPTIONS}
    return _changed(named, overrides)


def text_of(named: NamedRules) -> str:
    """The text of its file."""
    lines = [f"name = {_toml_value(named.name)}", f"extends = {_toml_value(named.base)}"]
    lines += [f"note = {_toml_value(named.note)}"] if named.note else []
    plain = values_to_plain(named.overrides)
    lines += [f"{key} = {_toml_value(value)}" for key, value in plain.items()]
    pairs = [f"{_toml_value(word)} = {_toml_value(means)}" for word, means in named.words]
    lines += ["", "[words]", *pairs] if pairs else []
    return "\n".join(lines) + "\n"


def check_name(name: object) -> str:
    """A name for an own set; ``RulesError`` where it cannot be one."""
    fits = isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME and name.isprintable()
    if not isinstance(name, str) or not fits or name != name.strip():
        allowed = f"1 to {_LONGEST_NAME} letters on one line, no blank at either end"
        raise RulesError(f"name = {shown(name)}: allowed is {allowed}")
    if folded(name) in PRESETS:
        raise RulesError(f"name = {shown(name)}: a preset has that name; allowed is another")
    if folded(name) in _RESERVED or looks_like_code(name):
        raise RulesError(f"name = {shown(name)}: it means something else; allowed is another")
    return name


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableRulesError(f"is not TOML: {' '.join(str(error).split())}") from None
    except (ValueError, RecursionError):
        raise UnreadableRulesError(
            "is not TOML that can be read: a number is too long or lists are too deep"
        ) from None


def _check_keys(values: Mapping[str, object]) -> None:
    known = (*OPTIONS, *_FILE_KEYS)
    for key, value in values.items():
        if key not in known:
            close = _OTHER_NAMES.get(key) or nearest(key, known)
            hint = f"; did you mean {close}?" if close else ""
            raise RulesError(f"{shown_name(key)} = {shown(value)}: unknown key{hint}")


def _base(values: Mapping[str, object]) -> str:
    base = values.get("extends", "standard")
    if isinstance(base, str) and base in PRESETS:
        return base
    close = nearest(base, PRESETS) if isinstance(base, str) else ""
    hint = f"; did you mean {close}?" if close else ""
    raise RulesError(f"extends = {shown(base)}: allowed is one of {', '.join(PRESETS)}{hint}")


def _name(values: Mapping[str, object]) -> str:
    if "name" not in values:
        raise RulesError('name is missing; allowed is a line such as name = "Friday night"')
    return check_name(values["name"])


def _note(values: Mapping[str, object]) -> str:
    note = values.get("note", "")
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        raise RulesError(f"note = {shown(note)}: allowed is a text of up to {LONGEST_NOTE} letters")
    return note


def _words(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    words = values.get("words", {})
    if not isinstance(words, dict):
        raise RulesError(f'words = {shown(words)}: allowed is a table such as {{"rum" = "out"}}')
    for word, means in words.items():
        if not _is_word(word) or not _is_word(means):
            raise RulesError(
                f"words: {shown_name(word)} = {shown(means)}: allowed is a text of 1 to "
                f"{LONGEST_WORD} letters on one line"
            )
    return tuple(words.items())


def _is_word(word: object) -> bool:
    return isinstance(word, str) and 0 < len(word) <= LONGEST_WORD and word.isprintable()


def _changed(named: NamedRules, overrides: Mapping[str, object]) -> NamedRules:
    try:
        rules = named.rules.changed(**overrides)
    except RuleError as error:
        raise RulesError(str(error)) from None
    changes = rules.differences(named.rules)
    for key, value in overrides.items():
        if key not in changes:
            raise RulesError(
                f"{key} = {shown(value)}: changes nothing, for {named.base} has it already; "
                "allowed is another value, or no such line"
            )
    return NamedRules(named.name, rules, named.base, named.note, named.words)


def _toml_value(value: object) -> str:
    match value:
        case bool() | int():
            return json.dumps(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            pairs = ", ".join(f"{key} = {_toml_value(held)}" for key, held in value.items())
            return "{" + pairs + "}"
        case list():
            return "[" + ", ".join(_toml_value(held) for held in value) + "]"
        case _:
            raise TypeError(value)
