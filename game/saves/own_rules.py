"""The player's own rule sets, kept: written, deleted, brought back, brought up to date.

How such a file is read stands in ``game.rule_files``. Each is kept a second time (``Documents``).
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
    """Write an own set to its file and return it as kept; ``replaces`` is its name so far.

    ``RulesError`` for a name that cannot be one or that is taken, and for more words than a file
    may hold, ``StoreError`` where the folder cannot be written.
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
    with suppress(StoreError):  # the set is saved; the next start keeps it a second time
        Documents(folder).keep(_document(path), text)
    return replace(named, kind="own", path=path)


def delete_rules(name: str, folder: Path | None = None) -> None:
    """Delete an own set's file. A session played by it goes on: it holds its own copy."""
    named = OwnRules.in_folder(folder).named(name)
    if named is None or named.path is None:
        raise UnreadableRulesError(f"{shown(name)}: no rule set of your own has that name")
    try:
        named.path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(named.path, reason_of(error)) from None
    Documents(folder).keep(_document(named.path), "")


def look_after_rules(folder: Path | None = None) -> list[str]:
    """Keep every own set a second time, and bring back those that are gone or damaged.

    The names of the files brought back. What a player has edited is left as it is, be it wrong or
    right; damaged is what nobody writes: no text, or the last version cut off or with a few letters
    changed so that it cannot be read.
    """
    copies = Documents(folder)
    kept = {name: text for name, text in copies.all().items() if name.startswith(f"{FOLDER}/")}
    place, brought_back = rules_folder(folder), []
    try:
        for path in sorted(filter(is_own_file, place.glob("*"))):
            name = _document(path)
            try:
                data = read_regular(path, LARGEST_RULE_FILE)
            except TooLongError:  # nothing that happens to a file by itself makes it longer
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
    except (OSError, StoreError):  # saving rules reports the same trouble
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
    if not data or kept.startswith(data) or b"\0" in data:
        return True
    try:
        NamedRules.from_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return True
    except RulesError:
        changed = sum(one != other for one, other in zip(data, kept, strict=False))
        return len(data) == len(kept) and changed <= 8  # bytes
    return False


def _free_paths(name: str, folder: Path) -> Iterator[Path]:
    stem = stem_of(name)
    stems = chain((stem,), (f"{stem}-{number}" for number in count(2)))
    return (path for path in (folder / (each + SUFFIX) for each in stems) if not path.exists())


# -- Files written before 1.0 ----------------------------------------------------------------------


def spell_out_rule_files(folder: Path | None = None) -> None:
    """Let the player's own files that were written before 1.0 keep what they meant (RULES.md §6.1).

    Each is written in one step, its second copy after it; doing it twice does no more. ``folder``
    is the configuration folder if not the usual one. ``StoreError`` where it cannot be written.
    """
    look_after_rules(folder)  # what is gone or damaged is brought back as it was, and then changed
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
    """Return the text of a rule-set file that was written before 1.0, so that it means what it
    meant.

    Where its preset has changed since, lines state what that was, but for keys that the file states
    itself; all else stays, remarks too. A text that is not TOML stays as it is.
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
    """Yield the parts of a text before and after a place where lines might be added: behind its
    preset or, where that would be something else (in a note, say), at the beginning.
    """
    for found in re.finditer(r"^[ \t]*[\"']?extends[\"']?[ \t]*=.*(\n|\Z)", text, re.MULTILINE):
        line_end = "" if found[1] else end
        yield text[: found.end()] + line_end, text[found.end() :]
    yield "", text
