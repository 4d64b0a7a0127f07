"""Rule sets by name: the presets, the player's own files, any other file, and share codes.

The player's own are ``*.toml`` in ``rules`` of the configuration folder, one rule set each. A file
with a mistake is left alone and reported in one line; the others can still be used. A file names a
preset, its changes to it, and the table's words:

    name = "Friday night"
    extends = "rushville"
    note = "As we play it at the station."
    wait_when_hit = 1
    naturals = [{match = {count = 50}, pays = 2}]

    [words]
    "bump" = "caught"

Unknown keys and values that are not allowed are refused. A key may repeat the preset's value.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias

from game.files import (
    STANDARD_INPUT,
    StoreError,
    TooLongError,
    config_folder,
    is_file,
    read_named,
    reason_of,
)
from game.rules.messages import N_, Fill, Message, RefusedError, at, message
from game.rules.presets import (
    PRESETS,
    local_words,
    nearest_preset,
    preset,
)
from game.rules.ruleset import OPTIONS, RuleError, RuleSet, values_to_plain
from game.rules.sharecode import (
    LONGEST_NAME,
    ShareCodeError,
    looks_like_code,
    name_in_code,
    rules_from_code,
)
from game.rules.untrusted_input import (
    UnreadableError,
    cleaned,
    cleaned_name,
    decoded,
    printable,
    printable_path,
)
from game.rules.value_types import allowed_is, nearest, one_of, shown, shown_name, unknown_key

Kind: TypeAlias = Literal["preset", "own", "file", "code"]

LARGEST_RULE_FILE: Final = 16 * 1024
"""Maximum size of a rule-set file, in bytes: the longest note takes 2 to 8 KB, all changed keys
about 1 KB, and a word of the table with its meaning up to 120 bytes.
"""
LONGEST_KEY: Final = 8
"""Maximum number of dotted parts of a key: no rule set needs more than three, and the TOML parser
takes quadratic time.
"""
LONGEST_NOTE: Final = 2000  # characters
LONGEST_WORD: Final = 60  # characters


class RulesError(RefusedError):
    """A rule set that is refused: one line that says where, what, and what is allowed.

    ``path`` is its file, or None; ``why`` leaves it out.
    """

    def __init__(self, why: Message | str, path: Path | None = None) -> None:
        self.why, self.path = message(why), path
        super().__init__(self.why if path is None else at(printable_path(path), self.why))

    @classmethod
    def of_key(cls, key: str, value: object, why: Message | str) -> Self:
        """Return the error for a key of a rule-set file."""
        return cls(at(f"{key} = {shown(value, toml=True)}", why))


class UnreadableRulesError(RulesError):
    """A rule set that does not exist, or a file that cannot be read as one: one line."""


@dataclass(frozen=True, slots=True)
class NamedRules:
    """A rule set with its name.

    ``base`` is the preset that it changes, ``words`` are its table's words, ``path`` is its file,
    if any, ``stated`` are the keys for which the file repeats the preset's value, and
    ``name_refusal`` is why the name that came with a share code is not used.
    """

    name: str
    rules: RuleSet
    base: str = "standard"
    note: str = ""
    words: tuple[tuple[str, str], ...] = ()
    kind: Kind = "own"
    path: Path | None = None
    stated: tuple[str, ...] = ()
    name_refusal: Message | None = None

    @property
    def overrides(self) -> dict[str, object]:
        """The keys whose values differ from the preset, with their values."""
        return self.rules.differences(preset(self.base))

    @property
    def all_words(self) -> dict[str, str]:
        """The words of the preset's table and of the set itself."""
        return {**local_words(self.base), **dict(self.words)}

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the text of a rule-set file; ``RulesError`` names the key but not the file."""
        values = toml_values(text)
        known = (*OPTIONS, "name", "extends", "note", "words")
        for key, value in values.items():
            if key not in known:
                meant = {"preset": "extends", "title": "name"}.get(key, key)
                raise RulesError.of_key(shown_name(key), value, unknown_key(meant, known))
        base = cls._read_base(values)
        if "name" not in values:
            form = N_("name is missing; add a line such as {value}")
            raise RulesError(message(form, value='name = "Friday night"'))
        named = cls(
            name=check_name(values["name"]),
            rules=preset(base),
            base=base,
            note=cls._read_note(values),
            words=cls._read_words(values),
        )
        overrides = {key: value for key, value in values.items() if key in OPTIONS}
        try:
            rules = named.rules.changed(**overrides)
        except RuleError as error:
            why = cls._in_toml(error.why)
            raise RulesError.of_key(error.where, error.value, why) from None
        changes = rules.differences(named.rules)
        stated = tuple(key for key in overrides if key not in changes)
        return replace(named, rules=rules, stated=stated)

    def to_text(self) -> str:
        """Return the text of the file of a rule set."""
        lines = [f"name = {toml_value(self.name)}", f"extends = {toml_value(self.base)}"]
        lines += [f"note = {toml_value(self.note)}"] if self.note else []
        plain = values_to_plain(self.overrides)
        lines += [f"{key} = {toml_value(value)}" for key, value in plain.items()]
        pairs = [f"{toml_value(word)} = {toml_value(means)}" for word, means in self.words]
        lines += ["", "[words]", *pairs] if pairs else []
        return "\n".join(lines) + "\n"

    @classmethod
    def from_rules(cls, rules: RuleSet, name: str = "") -> Self:
        """Return unnamed rules as a named set, called after the nearest preset.

        Nobody knows the words of their table, so unless they equal a preset they are based on one
        that has no words of its own. A name that came with the rules is used if an own set may
        have it; else ``name_refusal`` says why not.
        """
        base = nearest_preset(rules)
        if rules != preset(base):
            wordless = tuple(each for each in PRESETS if not local_words(each))
            base = nearest_preset(rules, among=wordless)
        changes = len(rules.differences(preset(base)))
        usual = f"{base} +{changes}" if changes else base
        try:
            return cls(check_name(name) if name else usual, rules, base=base, kind="code")
        except RulesError as error:
            return cls(usual, rules, base=base, kind="code", name_refusal=error.why)

    @classmethod
    def of_preset(cls, name: str) -> Self:
        """Return a preset as a named rule set."""
        return cls(name, preset(name), base=name, kind="preset")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the rule set in a file; raise ``RulesError`` if it holds none."""
        try:
            named = cls.from_text(file_text(path))
        except RulesError as error:
            raise type(error)(error.why, path) from None
        return replace(named, kind="file", path=path)

    @classmethod
    def _in_toml(cls, why: Message) -> Message:
        """Return a message in which what is allowed in naturals is as TOML writes it."""

        def written(fill: Fill) -> Fill:
            if isinstance(fill, str):
                return re.sub(r'"(\w+)": ', r"\1 = ", fill)
            return cls._in_toml(fill) if isinstance(fill, Message) else fill

        fills = tuple((name, written(fill)) for name, fill in why.fills)
        return why._replace(text=re.sub(r'"(\w+)": ', r"\1 = ", why.text), fills=fills)

    @staticmethod
    def _read_base(values: Mapping[str, object]) -> str:
        base = values.get("extends", "standard")
        if isinstance(base, str) and base in PRESETS:
            return base
        close = nearest(base, PRESETS) if isinstance(base, str) else ""
        raise RulesError.of_key("extends", base, allowed_is(one_of(PRESETS), close))

    @staticmethod
    def _read_note(values: Mapping[str, object]) -> str:
        note = values.get("note", "")
        if not isinstance(note, str) or len(note) > LONGEST_NOTE:
            raise RulesError.of_key(
                "note", note, allowed_is(f"a text of up to {LONGEST_NOTE} letters")
            )
        return cleaned(note, lines=True)

    @staticmethod
    def _read_words(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
        words = values.get("words", {})
        if not isinstance(words, dict):
            raise RulesError.of_key("words", words, allowed_is('a table such as {"rum" = "out"}'))
        for word, means in words.items():
            if not NamedRules._is_word(word) or not NamedRules._is_word(means):
                allowed = f"a text of 1 to {LONGEST_WORD} letters on one line"
                raise RulesError.of_key(f"words: {shown_name(word)}", means, allowed_is(allowed))
        return tuple(words.items())

    @staticmethod
    def _is_word(word: object) -> bool:
        return isinstance(word, str) and 0 < len(word) <= LONGEST_WORD and word.isprintable()


def folded(name: str) -> str:
    """Return the form in which names are compared: equal for names that look alike to a player."""
    if not name.isascii():
        from unicodedata import normalize  # few names need it

        name = normalize("NFKC", name)
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def check_name(name: object) -> str:
    """Return a name for an own set; raise ``RulesError`` if it is not allowed."""
    fits = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    if not isinstance(name, str) or not fits or name != name.strip() or name != cleaned_name(name):
        allowed = f"1 to {LONGEST_NAME} letters on one line, no spaces at either end"
        raise RulesError.of_key("name", name, allowed_is(allowed))
    if folded(name) in PRESETS:
        raise RulesError.of_key("name", name, N_("a preset already has that name; choose another"))
    if folded(name) == "random":
        why = N_("it stands for rules made up at random; choose another")
        raise RulesError.of_key("name", name, why)
    if looks_like_code(name):
        raise RulesError.of_key("name", name, N_("it reads as a share code; choose another"))
    return name


def toml_values(text: str) -> dict[str, object]:
    from tomllib import TOMLDecodeError, loads  # a table with a preset needs no TOML

    check_length(text)
    if _LONG_KEY.search(_TEXTS.sub(lambda each: "" if each[0].startswith("#") else "''", text)):
        form = N_("a key has more than {count} parts between dots")
        raise RulesError(message(form, count=LONGEST_KEY))
    try:
        return loads(text)
    except TOMLDecodeError as error:
        twice = _given_twice(text, str(error))
        if twice is not None:
            raise UnreadableRulesError(twice) from None
        why = printable(" ".join(str(error).split()))
        raise UnreadableRulesError(message("is not TOML: {why}", why=why)) from None
    except (ValueError, RecursionError):
        raise UnreadableRulesError(
            N_("is not TOML that can be read: a number is too long or lists are too deep")
        ) from None


def _given_twice(text: str, error: str) -> Message | None:
    """Return which key a TOML document has twice, if ``error`` says that it has one; else None."""
    if not error.startswith("Cannot overwrite a value"):
        return None
    place = re.search(r"at line (\d+)", error)
    lines = text.split("\n")[: int(place[1]) if place else None]
    table, seen, twice = "", set(), None
    for number, line in enumerate(lines, start=1):
        key = re.match(r"""\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=""", line)
        if key is None:
            table = line if line.lstrip().startswith("[") else table
        elif (table, key[1]) in seen:
            twice = message(
                "is not TOML: {key} is there twice (again in line {line})",
                key=printable(key[1], LONGEST_WORD),
                line=number,
            )
        else:
            seen.add((table, key[1]))
    return twice


def check_length(text: str) -> None:
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST_RULE_FILE:
        raise _too_long()


def _too_long() -> RulesError:
    most = LARGEST_RULE_FILE // 1024
    return UnreadableRulesError(message("is longer than {count} KB", count=most))


_TEXTS: Final = re.compile(
    r"""
    \#[^\n]*
    | \"{3} (?:\\.?|[^\\])*? (?:\"{3}|\Z)
    | '{3} .*? (?:'{3}|\Z)
    | " (?:\\.?|[^"\\\n])* "?
    | ' [^'\n]* '?
    """,
    re.DOTALL | re.VERBOSE,
)
"""A pattern for a comment or one of the four kinds of TOML strings, closed or not."""
_LONG_KEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|'')[ \t]*+\.[ \t]*+){{{LONGEST_KEY}}}"
)


def toml_value(value: object) -> str:
    match value:
        case bool() | int():
            return json.dumps(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            pairs = ", ".join(f"{key} = {toml_value(held)}" for key, held in value.items())
            return "{" + pairs + "}"
        case list():
            return "[" + ", ".join(toml_value(held) for held in value) + "]"
        case _:
            raise TypeError(value)


# -- Sets by name ---------------------------------------------------------------------------------

FOLDER: Final = "rules"
SUFFIX: Final = ".toml"


@dataclass(frozen=True, slots=True)
class OwnRules:
    """The player's own rule sets in the order of their files, and the faults of the others."""

    sets: tuple[NamedRules, ...] = ()
    complaints: tuple[RulesError, ...] = ()

    def named(self, name: str) -> NamedRules | None:
        """Return the set of that name, compared by ``folded``, or None."""
        return next((own for own in self.sets if folded(own.name) == folded(name)), None)

    @classmethod
    def read(cls, paths: Iterable[Path]) -> Self:
        """Read the rule sets in several files; no two may have the same name."""
        sets: dict[str, NamedRules] = {}
        complaints = []
        for path in paths:
            try:
                named = NamedRules.read(path)
            except RulesError as error:
                complaints.append(error)
                continue
            first = sets.setdefault(folded(named.name), named)
            if first is not named:
                complaints.append(name_taken(named, first))
        return cls(tuple(sets.values()), tuple(complaints))

    @classmethod
    def in_folder(cls, folder: Path | None = None) -> Self:
        """Read the player's own rule sets; files that cannot be read are in ``complaints``."""
        place = rules_folder(folder)
        try:
            paths = sorted(path for path in place.iterdir() if is_own_file(path))
        except FileNotFoundError:
            return cls()
        except OSError as error:
            return cls(complaints=(UnreadableRulesError(reason_of(error), place),))
        found = cls.read(paths)
        return replace(found, sets=tuple(replace(named, kind="own") for named in found.sets))

    def why_unknown(self, text: str) -> RulesError:
        """Return why ``text`` is not a rule set: its own file may be wrong, or it is mistyped."""
        for complaint in self.complaints:
            if complaint.path is not None and complaint.path.stem == stem_of(text):
                return complaint
        names = (*PRESETS, *(named.name for named in self.sets))
        close = nearest(text, names)
        hint = f"; did you mean {close}?" if close else f"; presets are {', '.join(PRESETS)}"
        return UnreadableRulesError(
            f"{shown(text)}: no preset, rule set of your own, file or share code{hint}"
        )


def rules_folder(folder: Path | None = None) -> Path:
    """Return the folder of the player's own rule sets; ``folder`` replaces the configuration
    folder.
    """
    return (config_folder() if folder is None else folder) / FOLDER


def find_rules(text: str, folder: Path | None = None) -> NamedRules:
    """Return the rule set for a word of the command line.

    It may be the name of a preset or an own set, a file, a share code, or standard input. Without a
    home folder there are no own sets.

    Raises a one-line ``RulesError`` if it is none of these.
    """
    if folded(text) in PRESETS:
        return NamedRules.of_preset(folded(text))
    try:
        own = OwnRules.in_folder(folder)
    except StoreError:  # no home folder, so no own sets
        own = OwnRules()
    named = own.named(text)
    if named is not None:
        return named
    if text.endswith(SUFFIX) or text == str(STANDARD_INPUT) or is_file(text):
        return NamedRules.read(Path(text))
    if looks_like_code(text):
        try:
            return NamedRules.from_rules(rules_from_code(text), name_in_code(text))
        except ShareCodeError as error:
            raise UnreadableRulesError(error.refusal) from None
    raise own.why_unknown(text)


def is_own_file(path: Path) -> bool:
    """Return whether a file is one of the player's own sets, and not one set aside."""
    return path.suffix == SUFFIX and not re.search(r"-damaged-\d+$", path.stem)


def file_text(path: Path) -> str:
    try:
        return decoded(read_named(path, LARGEST_RULE_FILE))
    except TooLongError:
        raise _too_long() from None
    except OSError as error:
        raise UnreadableRulesError(reason_of(error)) from None
    except UnreadableError as error:
        raise UnreadableRulesError(f"is {error}") from None


def name_taken(named: NamedRules, first: NamedRules) -> RulesError:
    other = f" in {printable_path(first.path)}" if first.path else ""
    value = f"name = {shown(named.name)}: the rule set{other} has that name already"
    form = N_("{value}; expected {allowed}")
    return RulesError(message(form, value=value, allowed="another"), named.path)


def stem_of(name: str) -> str:
    letters = "".join(letter if letter.isalnum() else "_" for letter in folded(name))
    # Windows reserves these file names.
    is_device = re.fullmatch("con|prn|aux|nul|(com|lpt)[1-9]", letters) is not None
    return f"{letters}_" if is_device else letters
