"""Everything that a player keeps in one file, to be brought in elsewhere.

The file has a row a line with its checksum, as `line_file.py` reads them: a first one that says
what it is, the rows of the saves, each document, and one that counts them. What is brought in is
added to what is there, and nothing twice.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from game.rules.presets import nearest_preset
from game.rules.record import RecordError, read_json
from game.session.documents import Documents, has_own_file
from game.session.files import (
    DATA_VARIABLE,
    StoreError,
    data_folder,
    write_whole,
    write_whole_bytes,
)
from game.session.line_file import read_lines
from game.session.reviews import KeptReview
from game.session.rows import DOCUMENT, Row, documents_of, line_of
from game.session.rule_files import (
    RulesError,
    look_after_rules,
    own_rules,
    rules_from_text,
    save_rules,
)
from game.session.settings import FILE_NAME, SettingsStore, settings_text, values_to_take_over
from game.session.statistics import rules_of
from game.session.store import Store
from game.session.teaching import csv_of

_HEAD: Final = "tonk-everything"
_END: Final = "tonk-end"
_VERSION: Final = 1
_LARGEST: Final = 1 << 30
_NAME: Final = "tonk-everything-{day}.jsonl"
_TABLE: Final = "tonk-decisions-{day}.csv"


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What a file has added: finished hands, and rule sets."""

    hands: int
    rule_sets: int


def exports_folder() -> Path:
    """Where files with everything are written, and looked for."""
    if not os.environ.get(DATA_VARIABLE):
        from platformdirs import user_documents_path

        if user_documents_path().is_dir():
            return user_documents_path()
    return data_folder()


def exports(folder: Path | None = None) -> list[Path]:
    """The files with everything that are there, the newest first."""
    try:
        found = (folder or exports_folder()).glob(_NAME.format(day="*"))
        return sorted(found, key=lambda path: path.name, reverse=True)
    except OSError:
        return []


def export_everything(
    store: Store, settings: SettingsStore, path: Path | None = None, config: Path | None = None
) -> Path:
    """Write saves, settings, rule sets and drafts of them into one file, and tell its name.

    ``StoreError`` where it cannot be written.
    """
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    path = path or exports_folder() / _NAME.format(day=day)
    look_after_rules(config)
    documents = {name: text for name, text in Documents(config).all().items() if has_own_file(name)}
    documents[FILE_NAME] = settings_text(settings.settings)
    rows = [Row(0, 0, _HEAD, _VERSION, ""), *store.everything()]
    rows += [Row(0, 0, DOCUMENT + name, 0, text) for name, text in documents.items()]
    rows.append(Row(0, 0, _END, len(rows), ""))
    write_whole_bytes(path, b"".join(map(line_of, rows)))
    return path


def export_decisions(store: Store, path: Path | None = None) -> Path:
    """Write what the player's reviewed decisions cost as a table (CSV), and tell its name.

    ``StoreError`` where it cannot be written.
    """
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    path = path or exports_folder() / _TABLE.format(day=day)
    write_whole(path, csv_of(store.reviews().over_time(), _name_of_rules))
    return path


def _name_of_rules(kept: KeptReview) -> str:
    played = rules_of(kept.rules_text)
    return played.called or f"{nearest_preset(played.rules)}, changed"


def import_everything(
    store: Store, change: Callable[..., object], path: Path, config: Path | None = None
) -> BroughtIn:
    """Bring in what a file of ``export_everything`` holds and what is not here yet.

    ``change`` takes over its settings, given by their names. A rule set that differs from one of
    its name gets another name; of other documents that are here already, those here stay.
    ``StoreError`` of one line where it is no such file or not whole: then nothing has changed.
    """
    rows = _rows_in(path)
    in_files = {name: row for name, row in documents_of(rows).items() if has_own_file(name)}
    kinds = {_HEAD, _END, *(row.kind for row in in_files.values())}
    saved = [row for row in rows if row.kind not in kinds]
    _check_records(path, saved)
    hands = store.take_in(saved)
    kept = Documents(config)
    rule_sets = 0
    for name, row in in_files.items():
        text = row.body
        if name.startswith("rules/"):
            rule_sets += _bring_in_rules(text, config)
        elif name == FILE_NAME:
            change(**values_to_take_over(text))
        elif kept.latest(name) is None:
            kept.keep(name, text)
    return BroughtIn(hands, rule_sets)


def _rows_in(path: Path) -> tuple[Row, ...]:
    if path.is_file() and path.stat().st_size > _LARGEST:
        raise StoreError(path, "is far too long")
    read = read_lines(path)
    if read is None:
        raise StoreError(path, "there is no such file")
    rows = read.rows
    if not rows or rows[0].kind != _HEAD:
        raise StoreError(path, "is not a Tonk backup")
    if rows[0].ordinal > _VERSION:
        raise StoreError(path, "was written by a newer Tonk")
    if read.wrong or read.is_torn or rows[-1].kind != _END or rows[-1].ordinal != len(rows) - 1:
        raise StoreError(path, "is damaged: a line was altered or is missing")
    return rows


def _check_records(path: Path, rows: list[Row]) -> None:
    for row in rows:
        if row.kind == "record":
            try:
                read_json(row.body)
            except (RecordError, ValueError) as error:
                raise StoreError(path, f"a hand is not a valid record: {error}") from None


def _bring_in_rules(text: str, config: Path | None) -> int:
    """Save a rule set that is not here yet; 1 if it was, else 0."""
    try:
        named = rules_from_text(text)
    except RulesError:
        return 0
    own = own_rules(config)
    for number in range(1, 100):
        name = named.name if number == 1 else f"{named.name[:55]} {number}"
        there = own.named(name)
        if there is None:
            save_rules(replace(named, name=name), config)
            return 1
        if (there.rules, there.base, there.words, there.note) == (
            named.rules,
            named.base,
            named.words,
            named.note,
        ):
            return 0
    return 0
