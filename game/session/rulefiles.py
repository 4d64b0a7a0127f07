"""Rule sets by name: the presets, the player's own in their folder, files and share codes.

The player's own are ``*.toml`` in ``rules`` of the configuration folder, one rule set each. A file
with a mistake is left as it is and told of in a line; the others are there all the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Final

from game.rules.options import nearest
from game.rules.presets import PRESETS, preset, rules_to_mapping
from game.rules.ruleset import RuleSet
from game.rules.sharecode import ShareCodeError, looks_like_code, rules_from_code
from game.rules.shown import shown
from game.session.files import write_whole
from game.session.paths import StoreError, config_folder, reason_of
from game.session.plain import printable
from game.session.ruletext import (
    LARGEST_FILE,
    NamedRules,
    RulesError,
    UnreadableRulesError,
    check_name,
    folded,
    rules_from_text,
    text_of,
)

_FOLDER: Final = "rules"
_SUFFIX: Final = ".toml"
_DEVICES: Final = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{it}{n}" for it in ("com", "lpt") for n in "123456789"),
}
"""File names that Windows keeps for itself."""


@dataclass(frozen=True, slots=True)
class OwnRules:
    """The player's own rule sets in the order of their files, and what is wrong with the rest."""

    sets: tuple[NamedRules, ...] = ()
    complaints: tuple[RulesError, ...] = ()

    def named(self, name: str) -> NamedRules | None:
        """The set of that name, however it is written."""
        return next((own for own in self.sets if folded(own.name) == folded(name)), None)


def rules_folder(folder: Path | None = None) -> Path:
    """Where the player's own rule sets are; ``folder`` is the configuration folder if not usual."""
    return (config_folder() if folder is None else folder) / _FOLDER


def preset_rules(name: str) -> NamedRules:
    """A preset as a named rule set."""
    return NamedRules(name, preset(name), base=name, kind="preset")


def read_rules_file(path: Path) -> NamedRules:
    """The rule set in a file; ``RulesError`` of one line where it is none."""
    try:
        named = rules_from_text(_text(path))
    except RulesError as error:
        raise type(error)(error.why, path) from None
    return replace(named, kind="file", path=path)


def read_rules_files(paths: Iterable[Path]) -> OwnRules:
    """The rule sets in several files, of which no two may have one name."""
    sets: dict[str, NamedRules] = {}
    complaints = []
    for path in paths:
        try:
            named = read_rules_file(path)
        except RulesError as error:
            complaints.append(error)
            continue
        first = sets.setdefault(folded(named.name), named)
        if first is not named:
            complaints.append(_twice(named, first))
    return OwnRules(tuple(sets.values()), tuple(complaints))


def own_rules(folder: Path | None = None) -> OwnRules:
    """All the player's own rule sets; never raises for what the folder holds."""
    place = rules_folder(folder)
    try:
        paths = sorted(path for path in place.iterdir() if path.suffix == _SUFFIX)
    except FileNotFoundError:
        return OwnRules()
    except OSError as error:
        return OwnRules(complaints=(UnreadableRulesError(reason_of(error), place),))
    found = read_rules_files(paths)
    return replace(found, sets=tuple(replace(named, kind="own") for named in found.sets))


def find_rules(text: str, folder: Path | None = None) -> NamedRules:
    """The rule set that ``text`` means: a preset or an own set by its name, a file, a share code.

    ``RulesError`` of one line where it means none.
    """
    if folded(text) in PRESETS:
        return preset_rules(folded(text))
    own = own_rules(folder)
    named = own.named(text)
    if named is not None:
        return named
    if text.endswith(_SUFFIX) or _is_file(text):
        return read_rules_file(Path(text))
    if looks_like_code(text):
        return _from_code(text)
    raise _unknown(text, own)


def save_rules(named: NamedRules, folder: Path | None = None, *, replaces: str = "") -> NamedRules:
    """Keep an own set in its file and give it as kept; ``replaces`` is the name that it had so far.

    ``RulesError`` for a name that cannot be one or that is taken, ``StoreError`` where the folder
    cannot be written.
    """
    check_name(named.name)
    own = own_rules(folder)
    before = own.named(replaces) if replaces else None
    taken = own.named(named.name)
    if taken is not None and taken is not before:
        raise _twice(named, taken)
    held = before.path if before is not None else None
    path = held or next(_free_paths(named.name, rules_folder(folder)))
    write_whole(path, text_of(named))
    return replace(named, kind="own", path=path)


def delete_rules(name: str, folder: Path | None = None) -> None:
    """Delete an own set's file. What is being played by it goes on: a session holds its rules."""
    named = own_rules(folder).named(name)
    if named is None or named.path is None:
        raise UnreadableRulesError(f"{shown(name)}: no rule set of your own has that name")
    try:
        named.path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(named.path, reason_of(error)) from None


def from_rules(rules: RuleSet) -> NamedRules:
    """A rule set that came without a name, told by the preset that it changes least."""
    mapping = rules_to_mapping(rules)
    base = str(mapping["preset"])
    changes = len(mapping) - 1
    return NamedRules(f"{base} +{changes}" if changes else base, rules, base=base, kind="code")


def _from_code(text: str) -> NamedRules:
    try:
        return from_rules(rules_from_code(text))
    except ShareCodeError as error:
        raise UnreadableRulesError(str(error)) from None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise UnreadableRulesError(reason) from None
    if len(data) > LARGEST_FILE:
        raise UnreadableRulesError("is longer than 1 MB; a rule set is not")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableRulesError(f"is not UTF-8 (byte {error.start + 1})") from None


def _twice(named: NamedRules, first: NamedRules) -> RulesError:
    other = f" in {printable(str(first.path))}" if first.path else ""
    return RulesError(
        f"name = {shown(named.name)}: the rule set{other} has that name already; "
        "allowed is another",
        named.path,
    )


def _unknown(text: str, own: OwnRules) -> RulesError:
    """Why ``text`` means no rule set: its own file may be wrong, or it may be mistyped."""
    for complaint in own.complaints:
        if complaint.path is not None and complaint.path.stem == _stem(text):
            return complaint
    names = (*PRESETS, *(named.name for named in own.sets))
    close = nearest(text, names)
    hint = f"; did you mean {close}?" if close else f"; presets are {', '.join(PRESETS)}"
    return UnreadableRulesError(
        f"{shown(text)}: no preset, rule set of your own, file or share code{hint}"
    )


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _free_paths(name: str, folder: Path) -> Iterator[Path]:
    stem = _stem(name)
    stems = chain((stem,), (f"{stem}-{number}" for number in count(2)))
    return (path for path in (folder / (each + _SUFFIX) for each in stems) if not path.exists())


def _stem(name: str) -> str:
    letters = "".join(letter if letter.isalnum() else "_" for letter in folded(name))
    return f"{letters}_" if letters in _DEVICES else letters
