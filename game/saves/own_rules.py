"""The player's own rule sets: saving, deleting, restoring and upgrading them.

``game.rule_files`` reads their files. Each has a second copy (``Documents``).
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from game.files import (
    NotRegularError,
    StoreError,
    TooLongError,
    read_regular,
    reason_of,
    write_whole,
)
from game.rule_files import (
    FOLDER,
    LARGEST_RULE_FILE,
    SUFFIX,
    NamedRules,
    OwnRules,
    RulesError,
    UnreadableRulesError,
    check_length,
    check_name,
    file_text,
    is_own_file,
    name_taken,
    rules_folder,
    stem_of,
    toml_value,
    toml_values,
)
from game.rules.presets import EARLIER_PRESETS, earlier_preset, preset
from game.rules.ruleset import values_to_plain
from game.rules.value_types import shown
from game.saves.documents import Documents


def save_rules(named: NamedRules, folder: Path | None = None, *, replaces: str = "") -> NamedRules:
    """Write an own set to its file and return it as saved; ``replaces`` is its former name.

    Raises ``RulesError`` for an invalid or taken name and for too many words, and ``StoreError`` if
    the folder cannot be written.
    """
    check_name(named.name)
    own = OwnRules.in_folder(folder)
    before = own.named(replaces) if replaces else None
    taken = own.named(named.name)
    if taken is not None and taken is not before:
        raise name_taken(named, taken)
    held = before.path if before is not None else None
    path = held or next(_free_paths(named.name, rules_folder(folder)))
    text = named.to_text()
    check_length(text)
    write_whole(path, text)
    with suppress(StoreError):  # the set is saved; the next start makes its second copy
        Documents(folder).keep(_document(path), text)
    return replace(named, kind="own", path=path)


def delete_rules(name: str, folder: Path | None = None) -> None:
    """Delete an own set's file. A session played by it goes on with its own copy."""
    named = OwnRules.in_folder(folder).named(name)
    if named is None or named.path is None:
        raise UnreadableRulesError(f"{shown(name)}: no rule set of your own has that name")
    try:
        named.path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(named.path, reason_of(error)) from None
    Documents(folder).keep(_document(named.path), "")


def look_after_rules(folder: Path | None = None) -> list[str]:
    """Make a second copy of every own set, and restore those that are gone or damaged.

    Returns the names of the restored files. A player's edits are left alone, right or wrong. Damage
    means what nobody would write: not a text, or an unreadable file that is the last version cut
    off or with a few letters changed.
    """
    copies = Documents(folder)
    kept = {name: text for name, text in copies.all().items() if name.startswith(f"{FOLDER}/")}
    place, brought_back = rules_folder(folder), []
    try:
        for path in sorted(filter(is_own_file, place.glob("*"))):
            name = _document(path)
            try:
                data = read_regular(path, LARGEST_RULE_FILE)
            except TooLongError:  # no accidental damage makes a file longer
                kept.pop(name, None)
                continue
            except NotRegularError:
                data = b""
            if name in kept and _is_damaged(data, kept[name].encode("utf-8")):
                copies.brought_back(name, path, is_damaged=True)
                brought_back.append(path.name)
            elif _reads(path):
                copies.keep(name, data.decode("utf-8-sig"))
            kept.pop(name, None)
        for name in kept:
            copies.brought_back(name, place / Path(name).name, is_damaged=False)
            brought_back.append(Path(name).name)
    except (OSError, StoreError):  # saving rules reports this error
        pass
    return brought_back


def _document(path: Path) -> str:
    return f"{FOLDER}/{path.name}"


def _reads(path: Path) -> bool:
    try:
        NamedRules.read(path)
    except RulesError:
        return False
    return True


def _is_damaged(data: bytes, kept: bytes) -> bool:
    if data == kept:
        return False
    is_cut = kept.startswith(data) and not data.endswith(b"\n")  # whole lines are left out by hand
    if not data or is_cut or b"\0" in data:
        return True
    try:
        NamedRules.from_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return True
    except RulesError:
        if kept.startswith(data):
            return True
        changed = sum(one != other for one, other in zip(data, kept, strict=False))
        return len(data) == len(kept) and changed <= 8  # bytes
    return False


def _free_paths(name: str, folder: Path) -> Iterator[Path]:
    stem = stem_of(name)
    stems = chain((stem,), (f"{stem}-{number}" for number in count(2)))
    return (path for path in (folder / (each + SUFFIX) for each in stems) if not path.exists())


# -- Files written before 1.0 ----------------------------------------------------------------------


def spell_out_rule_files(folder: Path | None = None) -> None:
    """Upgrade the player's own files from before 1.0, so that they keep their meaning (RULES.md
    §6.1).

    Each is written atomically, its second copy after it; repeating it changes nothing. ``folder``
    replaces the usual configuration folder. Raises ``StoreError`` if it cannot be written.
    """
    look_after_rules(folder)  # lost or damaged files are restored first, and then upgraded
    place = rules_folder(folder)
    try:
        paths = sorted(filter(is_own_file, place.glob("*")))
    except OSError as error:
        raise StoreError(place, reason_of(error)) from None
    for path in paths:
        with suppress(RulesError):
            text = file_text(path)
            new = rule_text_brought_up_to_date(text)
            if new != text:
                write_whole(path, new)
    copies = Documents(folder)
    for name, text in copies.all().items():
        if name.startswith(f"{FOLDER}/"):
            copies.keep(name, rule_text_brought_up_to_date(text))


def rule_text_brought_up_to_date(text: str) -> str:
    """Return the text of a rule-set file from before 1.0, changed so that it keeps its meaning.

    If its preset has changed since, lines are added with the old values of keys that the file does
    not state itself; everything else stays, comments included. A text that is not TOML is
    unchanged.
    """
    try:
        values = toml_values(text)
    except RulesError:
        return text
    base = values.get("extends")
    if not isinstance(base, str) or base not in EARLIER_PRESETS:
        return text
    changed = values_to_plain(earlier_preset(base).differences(preset(base)))
    stated = {key: value for key, value in changed.items() if key not in values}
    if not stated:
        return text
    end = "\r\n" if "\r\n" in text else "\n"
    added = "".join(f"{key} = {toml_value(value)}{end}" for key, value in stated.items())
    for before, after in _places_for(text, end):
        with suppress(RulesError):
            if toml_values(before + added + after) == values | stated:
                return before + added + after
    return text


def _places_for(text: str, end: str) -> Iterator[tuple[str, str]]:
    """Yield the text before and after each place where lines might be added.

    This is after the preset or, if that would change the meaning (in a note, say), at the
    beginning.
    """
    for found in re.finditer(r"^[ \t]*[\"']?extends[\"']?[ \t]*=.*(\n|\Z)", text, re.MULTILINE):
        line_end = "" if found[1] else end
        yield text[: found.end()] + line_end, text[found.end() :]
    yield "", text
