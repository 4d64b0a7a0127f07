"""The draft that was being edited when the window closed: kept in a file until it is gone on with.

What the file holds is trusted in nothing: a draft that cannot be read is no draft.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from game.rules.options import OPTIONS, HandSize, Letters, Naturals, Whole
from game.rules.presets import PRESETS
from game.session.files import write_whole
from game.session.paths import StoreError
from game.session.rulefiles import preset_rules
from game.session.ruletext import NamedRules
from game.ui.scenes.rulesets.draft import Draft, Entry

_STEM: Final = "rules-draft"
_MOST: Final = 99
_LARGEST: Final = 100_000


def keep_draft(draft: Draft, folder: Path | None) -> bool:
    """Write the draft down; False where that is impossible."""
    if folder is None:
        return False
    free = next((path for path in _paths(folder) if not path.exists()), None)
    path = draft.left or free
    if path is None:
        return False
    values = {
        key: [asdict(each) for each in value] if isinstance(value, tuple) else value
        for key, value in draft.values.items()
        if not draft.is_default(key)
    }
    whole = {
        "name": draft.name,
        "replaces": draft.replaces,
        "base": draft.base,
        "note": draft.note,
        "words": [list(pair) for pair in draft.words],
        "values": values,
    }
    try:
        write_whole(path, json.dumps(whole, ensure_ascii=False, indent=1) + "\n")
    except StoreError:
        return False
    return True


def left_drafts(folder: Path | None) -> tuple[Draft, ...]:
    """The drafts that were left and can be read."""
    if folder is None:
        return ()
    paths = (path for path in _paths(folder) if path.exists())
    return tuple(draft for path in paths if (draft := _read(path)) is not None)


def drop_draft(draft: Draft) -> None:
    """Forget where it was left."""
    if draft.left is not None:
        with contextlib.suppress(OSError):
            draft.left.unlink(missing_ok=True)
        draft.left = None


def _paths(folder: Path) -> Iterator[Path]:
    return (folder / f"{_STEM}-{number}.json" for number in range(1, _MOST + 1))


def _read(path: Path) -> Draft | None:
    try:
        with path.open("rb") as file:
            draft = _draft(json.loads(file.read(_LARGEST)))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    draft.left = path
    return draft


def _draft(whole: dict[str, object]) -> Draft:
    base, words, values = str(whole["base"]), whole["words"], whole["values"]
    if base not in PRESETS or not isinstance(words, list) or not isinstance(values, dict):
        raise ValueError(whole)
    pairs = tuple((str(word), str(means)) for word, means in words)
    rules = preset_rules("standard").rules
    named = NamedRules(str(whole["name"]), rules, base, str(whole["note"]), pairs)
    draft = Draft(named, replaces=str(whole["replaces"]), is_changed=True)
    draft.put_all({key: _value(key, values[key]) for key in OPTIONS if key in values})
    return draft


def _value(key: str, value: object) -> object:
    """The value, if it is one that can come about in the editor."""
    values = OPTIONS[key].values
    match values:
        case Naturals() if isinstance(value, list):
            return tuple(map(_entry, value))
        case Letters(of) if isinstance(value, str) and set(value) <= set(of):
            return value
        case Whole() | HandSize() if isinstance(value, int | str):
            return value
        case _:
            return values.read(value)


def _entry(value: object) -> Entry:
    entry = Entry(**value) if isinstance(value, dict) else Entry()
    numbers = (entry.value, entry.pays, entry.rank)
    harmless = replace(entry, value=0, pays=1, rank=0)
    if harmless.natural() is None or not all(isinstance(each, int | str) for each in numbers):
        raise ValueError(value)
    return entry
