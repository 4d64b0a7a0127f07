"""Descriptions of the keys of a rule set: the kinds of values, and the row for each key.

Each row (``Option``, in ``game.rules.ruleset``) holds a key's allowed values and the words for the
key and its values. The rule editor, the rules in sentences, share codes, the documentation's tables
and error messages are all built from the rows.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import islice
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypedDict, Unpack, get_args

from game.rules.actions import Reason
from game.rules.cards import SUITS
from game.rules.messages import N_, Message, message
from game.rules.naturals import MATCHERS, NATURAL_ALLOWED, TIES, Natural, When
from game.rules.untrusted_input import printable

DIGITS: Final = 100
"""Maximum number of digits in a number."""
LARGEST: Final = 10**DIGITS - 1
"""The largest number accepted: larger ones are never meant, and Python would not print them."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: object) -> object:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def allowed(self) -> Message:
        return message("true or false")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    values: tuple[str, ...]

    def read(self, value: object) -> object:
        if type(value) is not str or value not in self.values:
            raise ValueError(value)
        return value

    def allowed(self) -> Message:
        return one_of(f'"{value}"' for value in self.values)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``least`` to ``most``, or without an upper limit; true is not a
    number.
    """

    least: int
    most: int | None = None

    def read(self, value: object) -> object:
        if (
            type(value) is not int
            or value < self.least
            or value > (LARGEST if self.most is None else self.most)
        ):
            raise ValueError(value)
        return value

    def allowed(self) -> Message:
        if self.most is None:
            return message("{least} or more", least=self.least)
        return message("{least} to {most}", least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Letters:
    """At least one of the letters in ``of``, in that order, none twice."""

    of: str

    def read(self, value: object) -> object:
        rest = iter(self.of)
        if type(value) is not str or not value or not all(letter in rest for letter in value):
            raise ValueError(value)
        return value

    def allowed(self) -> Message:
        return Message(f'letters of "{self.of}" in that order, none twice, at least one')


@dataclass(frozen=True, slots=True)
class WholeOr:
    """A whole number from ``least`` to ``most``, or one word; true is not a number."""

    least: int
    most: int
    word: str

    def read(self, value: object) -> object:
        is_word = type(value) is str and value == self.word
        if not is_word and (type(value) is not int or not self.least <= value <= self.most):
            raise ValueError(value)
        return value

    def allowed(self) -> Message:
        return Message(f'{self.least} to {self.most}, or "{self.word}"')


@dataclass(frozen=True, slots=True)
class Naturals:
    """A list of entries, each a ``Natural`` or its mapping."""

    _PARTS: ClassVar["Mapping[str, Values]"] = {
        "pays": Whole(1),
        "low_wins": Flag(),
        "when": OneOf(get_args(When)),
        "open": Flag(),
        "tie": OneOf(TIES),
    }

    def read(self, value: object) -> object:
        if type(value) not in (list, tuple):
            raise ValueError(value)
        entries: Sequence[object] = value  # type: ignore[assignment]  # just seen to be one
        return tuple(self.read_entry(entry) for entry in entries)

    def allowed(self) -> Message:
        return Message(f"a list of {NATURAL_ALLOWED}")

    @staticmethod
    def read_entry(entry: object) -> Natural:
        """Read one entry of the list; raise ``ValueError`` if it is not one."""
        natural = Natural.from_mapping(entry)
        numbers = (natural.value, natural.pays, abs(natural.rank))
        if max(numbers) > LARGEST or min(natural.value, natural.pays - 1) < 0:
            raise ValueError(entry)
        return natural

    @classmethod
    def wrong_part(cls, entry: object) -> tuple[str, object, Message]:
        """Return the name of the first wrong part of an entry, empty for all of it, with its value
        and why it is wrong.
        """
        if isinstance(entry, Natural):
            entry = entry.to_mapping()
        if not isinstance(entry, Mapping):
            return "", entry, allowed_is(NATURAL_ALLOWED)
        known = ("match", "rank", *cls._PARTS)
        for key in entry:
            if key in MATCHERS and "match" not in entry:
                held = entry[key]
                part = "..." if isinstance(held, Mapping | list | tuple) else shown(held)
                instead = f'"match": {{"{key}": {part}}}'
                return key, held, message("unknown key; write {value}", value=instead)
            if key not in known:
                return shown_name(str(key)), entry[key], unknown_key(str(key), known)
        for key in ("match", "pays"):
            if key not in entry:
                return "", entry, message('key "{key}" is missing', key=key)
        match = entry["match"]
        if not isinstance(match, Mapping) or len(match) != 1 or not {*match} <= {*MATCHERS}:
            return cls._wrong_match(match)
        return cls._wrong_value({**match, **entry})

    @staticmethod
    def _wrong_match(match: object) -> tuple[str, object, Message]:
        names = match if isinstance(match, Mapping) else ()
        wrong = (nearest(str(name), MATCHERS) for name in names if name not in MATCHERS)
        allowed = '{"count": 50}, {"at_most": 15} or {"all_faces": true}'
        return "match", match, allowed_is(allowed, next(wrong, ""))

    @classmethod
    def _wrong_value(cls, held: Mapping[str, object]) -> tuple[str, object, Message]:
        for key, values in {"count": Whole(0), "at_most": Whole(0), **cls._PARTS}.items():
            try:
                if key in held:
                    values.read(held[key])
            except ValueError:
                return key, held[key], allowed_for(values, held[key])
        if held.get("all_faces", True) is not True:
            return "all_faces", held["all_faces"], allowed_is("true")
        allowed, rank = message("a whole number"), held.get("rank")
        if type(rank) is int:
            allowed = message(
                "{allowed}, of {digits} digits at most", allowed=allowed, digits=DIGITS
            )
        return "rank", rank, allowed_is(allowed)


Values: TypeAlias = Flag | OneOf | Whole | Letters | WholeOr | Naturals


def allowed_for(values: Values, value: object) -> Message:
    """Return what is allowed instead of ``value``, with the name that was probably meant."""
    allowed, close = values.allowed(), ""
    if isinstance(values, Whole | WholeOr):
        if type(value) is not int:
            allowed = message("a whole number, {allowed}", allowed=allowed)
        elif value > LARGEST:
            allowed = message(
                "{allowed}, of {digits} digits at most", allowed=allowed, digits=DIGITS
            )
    match values, value:
        case OneOf(names), str():
            close = nearest(value, names)
        case WholeOr(word=word), str():
            close = nearest(value, (word,))
        case _:
            pass
    return allowed_is(allowed, close)


def allowed_is(allowed: Message | str, close: str = "") -> Message:
    """Return a message of what is allowed, and what a mistyped name was probably meant to be."""
    form = N_("expected {allowed}; did you mean {key}?") if close else N_("expected {allowed}")
    return message(form, allowed=message(allowed), key=close)


def unknown_key(key: str, known: Sequence[str]) -> Message:
    """Return a message that there is no such key, and which of the known ones was probably meant,
    even if players' other words are in it.
    """
    usual = key.casefold()
    for word, own in (
        ("knock", "drop"),
        ("meld", "spread"),
        ("layoff", "hit"),
        ("lay_off", "hit"),
        ("deuces", "wild"),
        ("pickup", "take"),
        ("pick_up", "take"),
    ):
        usual = usual.replace(word, own)
    close = nearest(usual, known)
    form = N_("unknown key; did you mean {key}?") if close else N_("unknown key")
    return message(form, key=close)


def one_of(values: Iterable[str]) -> Message:
    """Return a message listing the few allowed values."""
    return message("one of {values}", values=", ".join(values))


def nearest(name: str, names: Sequence[str]) -> str:
    """Return the one of ``names`` that a mistyped name was probably meant to be, or an empty
    string.
    """
    # A longer text is not a mistyped name, and comparing it would be slow.
    if len(name) > 60:
        return ""
    lower = {each.casefold(): each for each in names}
    for folded, each in lower.items():
        if sorted(folded) == sorted(name.casefold()):  # the right letters in the wrong order
            return each
    close = get_close_matches(name.casefold(), tuple(lower), n=1, cutoff=0.5)
    return lower[close[0]] if close else ""


def culprit(values: Values, value: object) -> tuple[str, object, Message]:
    """Return where in ``value`` the mistake is, the wrong part, and why it is wrong: in a list of
    naturals, a part of one entry.
    """
    if isinstance(values, Naturals) and isinstance(value, list | tuple):
        for number, entry in enumerate(value, start=1):
            try:
                Naturals.read_entry(entry)
            except (ValueError, TypeError):
                part, wrong, why = Naturals.wrong_part(entry)
                return f"entry {number}, {part}" if part else f"entry {number}", wrong, why
    return "", value, allowed_for(values, value)


# Values in error messages: on one line, short, and as a file would hold them.

_LONGEST_SHOWN: Final = 60  # characters of a value in a one-line error message


def shown(value: object, *, toml: bool = False) -> str:
    """Return ``value`` as JSON or TOML writes it, on one line and cut if it is long."""
    return _cut(_written(value, 4, toml=toml))


def shown_name(name: str) -> str:
    """Return a key unchanged if it is a plain word, else in quotes."""
    return _cut(name if name.isascii() and name.isidentifier() else _written(name, 0))


def _written(value: object, depth: int, *, toml: bool = False) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(printable(value[: _LONGEST_SHOWN + 1]), ensure_ascii=False)
        case int():
            return (
                str(value)
                if abs(value) < 10**_LONGEST_SHOWN
                else f"a number of more than {_LONGEST_SHOWN} digits"
            )
        case Mapping() | list() | tuple():
            return _listed(value, depth - 1, toml=toml) if depth else "..."
        case None:
            return "null"
        case _:
            return printable(str(value))


def _listed(
    value: Mapping[object, object] | list[object] | tuple[object, ...], depth: int, *, toml: bool
) -> str:
    """Return the first few entries as text: the rest would be cut anyway."""

    def key_of(key: str) -> str:
        return key if toml and re.fullmatch("[A-Za-z0-9_-]+", key) else _written(key, 0)

    if isinstance(value, Mapping):
        between = " = " if toml else ": "
        pairs = islice(value.items(), _LONGEST_SHOWN // 6)
        inside = (
            f"{key_of(str(key))}{between}{_written(held, depth, toml=toml)}" for key, held in pairs
        )
        return "{" + ", ".join(inside) + "}"
    entries = (_written(held, depth, toml=toml) for held in islice(value, _LONGEST_SHOWN // 2))
    return "[" + ", ".join(entries) + "]"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


# Rows.

SectionNumber: TypeAlias = Literal["4.1", "4.2", "4.3", "4.4", "4.5", "4.6"]

SECTION_LABELS: Final[Mapping[SectionNumber, str]] = {
    "4.1": N_("The pack"),
    "4.2": N_("The deal"),
    "4.3": N_("Drawing and laying"),
    "4.4": N_("Dropping"),
    "4.5": N_("Endings and payments"),
    "4.6": N_("The session"),
}
"""The rule editor's titles for the sections of RULES.md that contain keys."""

SECTIONS: Final[tuple[SectionNumber, ...]] = tuple(SECTION_LABELS)

SUIT_NAMES: Final[Mapping[str, str]] = {
    "C": N_("clubs"),
    "D": N_("diamonds"),
    "H": N_("hearts"),
    "S": N_("spades"),
}


@dataclass(frozen=True, slots=True)
class Words:
    """The words for one value: a label for lists, and the rule as a whole sentence.

    A ``quiet`` value needs no sentence: it is as if there were no such rule.
    """

    label: str
    sentence: str
    quiet: bool = False


Idle: TypeAlias = tuple[Callable[[Any], bool], str]
"""A test whether a rule set's other keys leave a key without effect, and the reason, to be
translated.
"""


@dataclass(frozen=True, slots=True)
class Option:
    """One key: its section in RULES.md, what it may hold, and its words.

    ``label`` is a few words, ``help`` a sentence. ``words`` holds the words of each named value;
    ``one`` and ``many`` are the sentence for other numbers and letters. ``follows`` names the key
    after which the rules in sentences mention this one, if that is not the preceding key.
    ``refuses`` are the reasons to refuse an action that other values of the key would allow.
    """

    section: SectionNumber
    values: Values
    label: str
    help: str
    words: Mapping[object, Words] = field(default_factory=dict)
    one: str = ""
    many: str = ""
    follows: str = ""
    idle: Idle = (lambda _rules: False, "")
    refuses: tuple[Reason, ...] = ()

    def sentence(self, value: object) -> Message:
        """Return the rule that ``value`` makes, as a whole sentence.

        The sentences for naturals are in ``game.rules.sentences``.
        """
        if value in self.words:
            return Message(self.words[value].sentence)
        if isinstance(value, int):
            return Message(self.one, (), self.many, value)
        return Message(self.one, (("letters", letters_in_words(self.values, value)),))

    def value_label(self, value: object) -> Message:
        """Return ``value`` in a word or two."""
        if value in self.words:
            return Message(self.words[value].label)
        if isinstance(value, int):
            return Message(str(value))
        return letters_in_words(self.values, value)

    @property
    def has_ways(self) -> bool:
        """Whether each value is a choice with words of its own, not a number or letters."""
        return bool(self.words) and not self.one

    def is_quiet(self, value: object) -> bool:
        """Return whether ``value`` is as if there were no such rule."""
        return value in self.words and self.words[value].quiet


def letters_in_words(values: Values, value: object) -> Message:
    """Return ranks as they are on the cards, and suits by their names."""
    letters = str(value)
    if values == Letters(SUITS):
        return Message("{suits}", (("suits", tuple(Message(SUIT_NAMES[s]) for s in letters)),))
    names = [(f"_{each}", Message("10" if each == "T" else each)) for each in letters]
    return Message(" ".join(f"{{{name}}}" for name, _ in names), tuple(names))


Row: TypeAlias = Any
"""A dataclass field whose metadata holds the ``Option``; typed as any value, so that it can be a
default.
"""


class More(TypedDict, total=False):
    """Optional parts of a row; see ``Option``."""

    follows: str
    idle: Idle
    refuses: tuple[Reason, ...]


def _row(default: object, option: Option, more: More) -> Row:
    return field(default=default, metadata={"option": replace(option, **more)})


def flag(
    default: bool,
    section: SectionNumber,
    label: str,
    about: str,
    on: str,
    off: str,
    quiet: bool | None = None,
    **more: Unpack[More],
) -> Row:
    """Make the row of a rule that is on or off; ``quiet`` is the value that needs no sentence, or
    None.
    """
    yes, no = N_("yes"), N_("no")
    words: dict[object, Words] = {
        True: Words(yes, on, quiet is True),
        False: Words(no, off, quiet is False),
    }
    return _row(default, Option(section, Flag(), label, about, words), more)


def choice(
    default: str,
    section: SectionNumber,
    label: str,
    about: str,
    values: Mapping[str, Words],
    **more: Unpack[More],
) -> Row:
    """Make the row of a rule with several choices.

    Share codes number the choices, so add new ones at the end.
    """
    words: dict[object, Words] = dict(values.items())
    option = Option(section, OneOf(tuple(values)), label, about, words)
    return _row(default, option, more)


def whole(
    default: int | str,
    section: SectionNumber,
    values: Whole | WholeOr,
    label: str,
    about: str,
    sentences: tuple[str, str],
    named: Words | None = None,
    **more: Unpack[More],
) -> Row:
    """Make the row of a number.

    ``sentences`` are for one and for more; ``named`` is for 0, or for the word allowed instead of a
    number, if that is a rule of its own.
    """
    one, many = sentences
    name = values.word if isinstance(values, WholeOr) else 0
    words: dict[object, Words] = {} if named is None else {name: named}
    return _row(default, Option(section, values, label, about, words, one, many), more)


def few(
    default: int,
    section: SectionNumber,
    values: Whole,
    label: str,
    about: str,
    named: Mapping[int, Words],
    **more: Unpack[More],
) -> Row:
    """Make the row of a number that stands for one of a few choices, each with words of its own."""
    words: dict[object, Words] = dict(named.items())
    return _row(default, Option(section, values, label, about, words), more)


def letters(
    default: str,
    section: SectionNumber,
    label: str,
    about: str,
    every: Words,
    some: str,
    **more: Unpack[More],
) -> Row:
    """Make the row of a choice of letters, some or all of those in ``default``."""
    option = Option(section, Letters(default), label, about, {default: every}, some)
    return _row(default, option, more)


def natural_list(default: tuple[Natural, ...], label: str, about: str, **more: Unpack[More]) -> Row:
    """Make the row of the list of naturals."""
    return _row(default, Option("4.2", Naturals(), label, about), more)
