"""Export of everything that a player keeps into one file, and its import elsewhere.

The file has one row per line with its checksum, as `line_file.py` reads them: a header, the rows of
the saves, each document, and a final count. An import adds to what is there, and nothing twice.
Files of saves that were set aside can be imported too, as far as they are readable.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from game.files import (
    DATA_VARIABLE,
    DamagedError,
    StoreError,
    data_folder,
    open_regular,
    reason_of,
    write_whole_bytes,
)
from game.play.journal import from_json
from game.play.plan import Deal, Plan, Standing
from game.rule_files import NamedRules, OwnRules, RulesError
from game.rules.record import read_json, replay
from game.rules.untrusted_input import json_of
from game.saves.archive import rows_anywhere
from game.saves.database import HEAD
from game.saves.documents import Documents, has_own_file
from game.saves.line_file import read_lines
from game.saves.migrations import rows_of_today
from game.saves.own_rules import (
    delete_rules,
    look_after_rules,
    rule_text_brought_up_to_date,
    save_rules,
)
from game.saves.reviews import KeptReview
from game.saves.rows import (
    DOCUMENT,
    LASTING,
    NONSENSE,
    REVIEW,
    TABLE_LEFT,
    Row,
    documents_of,
    let_go,
    minutes_of,
)
from game.saves.settings import FILE_NAME, Settings, SettingsStore
from game.saves.statistics import players_of
from game.saves.store import Store

_HEAD: Final = "tonk-everything"
_END: Final = "tonk-end"
_VERSION: Final = 2
"""2: rules are spelled out, and hands have identities."""
_NAME: Final = "tonk-everything-{day}.jsonl"
_KINDS: Final = LASTING | {"standing", "deal", "move"}
_READ, _CHECKED, _JOINED = 0.4, 0.8, 0.9
"""Progress of an import, 0 to 1, once its file is read, checked, and merged."""

Progress = Callable[[float], bool]
"""A callback for the progress of an import, 0 to 1; if it returns False the import stops."""


class ImportCancelledError(Exception):
    """An import was cancelled; nothing has changed."""


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """The finished hands and rule sets that an import added.

    ``left_out`` is the number of rows, documents and rule sets that are unreadable or, as hands
    with another result than that of their actions, wrong, or drafts that could not be written.
    """

    hands: int
    rule_sets: int
    left_out: int = 0


def exports_folder() -> Path:
    """Return the folder where exports are written and looked for."""
    if not os.environ.get(DATA_VARIABLE):
        from platformdirs import user_documents_path

        if user_documents_path().is_dir():
            return user_documents_path()
    return data_folder()


def exports(folder: Path | None = None) -> list[Path]:
    """Return the existing exported files, newest first."""
    try:
        found = (folder or exports_folder()).glob(_NAME.format(day="*"))
        return sorted(found, key=lambda path: path.name, reverse=True)
    except OSError:
        return []


def export_everything(
    store: Store, settings: SettingsStore, path: Path | None = None, config: Path | None = None
) -> Path:
    """Write saves, settings, rule sets and their drafts into one file, and return its path.

    A file of that name is left alone if it is from another store, such as that of another computer,
    or has hands, reviews, rule sets, drafts or other documents that are not here: the name then
    gets a number. ``StoreError`` where it cannot be written.
    """
    rows = store.everything()
    own = {row.store_name for row in rows if row.is_head}
    look_after_rules(config)
    documents = {name: text for name, text in Documents(config).all().items() if has_own_file(name)}
    documents[FILE_NAME] = settings.settings.text()
    rows += [Row(0, 0, DOCUMENT + name, 0, text) for name, text in documents.items()]

    def contents(rows: Sequence[Row]) -> set[tuple[str, str]]:
        """Return kinds and texts; no text of a document that just goes on, such as settings."""
        found = {(row.kind, row.body) for row in rows if row.kind in LASTING and not row.is_head}
        for name, row in documents_of(rows).items():
            is_one_of_many = name.startswith(TABLE_LEFT) or (
                has_own_file(name) and name != FILE_NAME
            )
            if row.body:
                found.add((row.kind, row.body if is_one_of_many else ""))
        return found

    def has_more(there: Path) -> bool:
        try:
            held, _left_out = _rows_in(there, lambda _part: None)
        except StoreError:
            return True
        names = {row.store_name for row in held if row.is_head}
        return not names & own or not contents(held) <= here

    here = contents(rows)
    given, day = path, today_text()
    path = export_path(given, _NAME.format(day=day))
    number = 1
    while path != given and path.exists() and has_more(path):
        number += 1
        path = export_path(given, _NAME.format(day=f"{day}-{number}"))
    _write_rows(path, rows)
    return path


def today_text() -> str:
    """Return the local date, as used in the names of exported files."""
    return datetime.now().astimezone().strftime("%Y-%m-%d")


def export_path(path: Path | None, name: str) -> Path:
    """Return the file to write: the one given, or ``name`` in the folder given or the usual one.

    Raises ``StoreError`` if there is no such folder.
    """
    if path is None:
        return exports_folder() / name
    if path.is_dir():
        return path / name
    if not path.parent.is_dir():
        raise StoreError(path, "there is no such folder")
    return path


def _write_rows(path: Path, saved: Iterable[Row]) -> None:
    rows = [Row(0, 0, _HEAD, _VERSION, ""), *saved]
    rows.append(Row(0, 0, _END, len(rows), ""))
    write_whole_bytes(path, map(Row.line, rows))


def save_elsewhere(store: Store) -> Path:
    """Write all of a store whose files another program has taken over into a separate file.

    ``StoreError`` where it cannot be written.
    """
    day = today_text()
    numbers = (exports_folder() / f"tonk-everything-{day}-{each}.jsonl" for each in range(1, 1000))
    path = next(path for path in numbers if not path.exists())
    _write_rows(path, store.everything())
    return path


def import_everything(
    store: Store,
    path: Path,
    config: Path | None = None,
    *,
    change: Callable[..., object] | None = None,
    progress: Progress = lambda _part: True,
) -> BroughtIn:
    """Import what an exported file, or a file of saves that was set aside, holds and is new here.

    ``change``, if given, is called with its settings by name, except the client seed. A rule set
    that differs from one of its name here gets another name; other documents already here stay as
    they are. The whole file is checked before anything changes. Raises a one-line ``StoreError`` if
    it is the wrong kind of file or incomplete, and ``ImportCancelledError`` if ``progress``
    returned False; in both cases nothing has changed.
    """

    def go_on(part: float) -> None:
        if not progress(part):
            raise ImportCancelledError

    known = {row.body for row in store.everything() if row.kind == "record"}
    rows, left_out = _rows_in(path, go_on, known)
    in_files = {name: row.body for name, row in documents_of(rows).items() if has_own_file(name)}
    kinds = {_HEAD, _END, *(DOCUMENT + name for name in in_files)}
    saved = [row for row in rows if row.kind not in kinds]
    go_on(_CHECKED)
    texts = [text for name, text in in_files.items() if name.startswith("rules/")]

    def before() -> None:
        go_on(_JOINED)
        if change is not None and FILE_NAME in in_files:
            values = Settings.values_to_take_over(in_files[FILE_NAME])
            change(**{name: value for name, value in values.items() if name != "word"})

    with _rules_brought_in(texts, config) as (names, wrong):
        hands = store.take_in(saved, before)
    kept = Documents(config)
    for name, text in in_files.items():
        if name != FILE_NAME and not name.startswith("rules/") and kept.latest(name) is None:
            try:
                kept.keep(name, text)
            except StoreError:
                left_out += 1
    with suppress(StoreError, DamagedError):  # else a later page makes them
        while not store.history().get_ready():
            continue  # so that the next page with hands does not freeze
    let_go(rows, saved)
    progress(1.0)
    return BroughtIn(hands, len(names), left_out + wrong)


@contextmanager
def _rules_brought_in(
    texts: Iterable[str], config: Path | None
) -> Iterator[tuple[Sequence[str], int]]:
    """Save the rule sets that are new here, and remove them again if a later step fails.

    Yields their names, and the number of texts that are not rule sets.
    """
    names: list[str] = []
    wrong = 0
    try:
        for text in texts:
            try:
                names += _bring_in_rules(text, config)
            except RulesError:
                wrong += 1
        yield names, wrong
    except BaseException:
        for name in names:
            with suppress(StoreError):
                delete_rules(name, config)
        raise


def _rows_in(
    path: Path, go_on: Callable[[float], None], known: Collection[str] | None = None
) -> tuple[list[Row], int]:
    """Return the readable rows of a backup or of a file set aside, and the number left out.

    Unless it is None, hands whose record is not ``known`` are replayed, and reviews compared with
    their hands; those that contradict themselves are left out.
    """
    try:
        with open_regular(path) as file:
            start = file.readline(len(_HEAD) + 20)
    except FileNotFoundError:
        raise StoreError(path, "there is no such file") from None
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    is_backup = f'"{_HEAD}"'.encode() in start
    rows: list[Row] = []
    left_out = 0
    if is_backup:
        rows = _backup(path, go_on)
    elif start.startswith((HEAD, b"[")):
        rows, left_out = rows_anywhere(path)
    if not any(row.kind in _KINDS or row.is_document for row in rows):
        raise StoreError(path, "is not a Tonk backup")
    right = []
    for number, row in enumerate(rows):
        if number % 100 == 0:  # rows
            go_on(_READ + (_CHECKED - _READ) * number / len(rows))
        why = _why_wrong(row)
        if why and is_backup and not row.is_document:
            raise StoreError(path, why)
        if why or (known is not None and row.body not in known and _contradicts_itself(row)):
            left_out += 1
        else:
            right.append(row)
    return right, left_out


def _backup(path: Path, go_on: Callable[[float], None]) -> list[Row]:
    """Return the rows of a backup, which must be complete, in today's form."""
    size = max(1, path.stat().st_size)
    read = read_lines(path, lambda done: go_on(_READ * done / size), most_wrong=0)
    rows = read.rows if read else ()
    if rows and rows[0].kind == _HEAD and rows[0].ordinal > _VERSION:
        raise StoreError(path, "was written by a newer Tonk")
    if not rows or (read and read.wrong) or rows[-1] != Row(0, 0, _END, len(rows) - 1, ""):
        raise StoreError(path, "is damaged: a line was altered or is missing")
    if rows[0].ordinal == _VERSION:
        return list(rows)
    return [
        replace(row, body=rule_text_brought_up_to_date(row.body))
        if row.kind.startswith(f"{DOCUMENT}rules/")
        else row
        for row in rows_of_today(rows)
    ]


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "record": read_json,
    "plan": lambda text: from_json(Plan, text),
    "standing": lambda text: from_json(Standing, text),
    "deal": lambda text: from_json(Deal, text),
    "seated": players_of,
    "ended": minutes_of,
    REVIEW: lambda text: (KeptReview.from_text(text), json_of(text)),
}


def _why_wrong(row: Row) -> str:
    """Return what is wrong with a row, found by parsing it; empty if nothing is."""
    name = row.kind.removeprefix(DOCUMENT)
    if row.kind not in _KINDS | {_HEAD, _END} and not row.is_document:
        return "a line is of a kind that this game does not know"
    if row.kind != REVIEW and max(row.hand, row.ordinal) > 2**62:  # others follow it
        return "a line has a number that is too large"
    try:
        row.body.encode()
        row.kind.encode()
        if row.is_document:
            if row.body and name.endswith(".json"):
                json_of(row.body)
        else:
            _READERS.get(row.kind, str)(row.body)
    except NONSENSE as error:
        what = {"record": "a hand", REVIEW: "a review"}.get(row.kind, "a line")
        return f"{what} is not valid: {error}"
    return ""


def _contradicts_itself(row: Row) -> bool:
    """Return whether a valid row has a hand with another result than that of its actions, or a
    review under the number of another hand.
    """
    try:
        if row.kind == "record":
            record = read_json(row.body)
            record.check_ending(replay(record))
        return row.kind == REVIEW and KeptReview.from_text(row.body).number != row.hand
    except NONSENSE:
        return True


def _bring_in_rules(text: str, config: Path | None) -> Sequence[str]:
    """Save a rule set that is new here and return its name; return none if it was here.

    Raises ``RulesError`` if it is not a rule set.
    """
    named = NamedRules.from_text(text)
    own = OwnRules.in_folder(config)
    for number in range(1, 100):
        name = named.name if number == 1 else f"{named.name[:55]} {number}"
        there = own.named(name)
        if there is None:
            return [save_rules(replace(named, name=name), config).name]
        if (there.rules, there.base, there.words, there.note) == (
            named.rules,
            named.base,
            named.words,
            named.note,
        ):
            return ()
    return ()
