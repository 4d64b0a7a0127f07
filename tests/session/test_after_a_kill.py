"""The start after a kill: what was played since the last exit is read, and nothing else merged."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from game.play.plan import Plan, Player
from game.saves import archive
from game.saves.database import FILE_NAME, LOG
from game.saves.merging import merged
from game.saves.rows import Row
from game.saves.store import Store
from tests.session.damages import REVIEWED
from tests.session.players import careless, play_hands, play_one

_PLAN = Plan((Player("Ann"), Player("Bob", "b")), seed_text="killed")
_MATCH = Plan((Player("Ann"), Player("Bob", "b")), seed_text="match", occasion="match 1")
_FILES = (FILE_NAME, f"{FILE_NAME}{LOG}"), (archive.HANDS_NAME,), (archive.PLAY_NAME,)
_BOTH = [careless] * 2


def _hands(store: Store) -> None:
    session = store.saved_session() or store.start(_PLAN)
    play_hands(session, _BOTH, 2)
    play_one(session, _BOTH)


def _move(store: Store) -> None:
    session = store.saved_session()
    assert session is not None
    play_one(session, _BOTH)


def _review(store: Store) -> None:
    session = store.saved_session()
    assert session is not None
    store.reviews().keep(session.record(), 0, REVIEWED, is_mine=True)


def _document(store: Store) -> None:
    store.keep_document("season.json", store.document("season.json") + "x")


def _count(store: Store) -> None:
    store.history().catch_up()


def _start(store: Store) -> None:
    play_hands(store.start(_PLAN), _BOTH, 1)


def _leave(store: Store) -> None:
    play_hands(store.start(_MATCH), _BOTH, 1)


def _come_back(store: Store) -> None:
    session = store.resume("")
    assert session is not None
    play_one(session, _BOTH)


_STEPS: Sequence[Callable[[Store], None]] = (
    _move,
    _hands,
    _move,
    _document,
    _count,
    _review,
    _leave,
    _hands,
    _come_back,
    _hands,
    _start,
    _move,
)


def _killed(folder: Path) -> list[Path]:
    """Copies of saves, as a kill after each step leaves them."""
    place = folder / "saves"
    with closing(Store.open(place)) as store:
        _hands(store)
    copies = []
    with closing(Store.open(place)) as store:
        for number, step in enumerate(_STEPS):
            step(store)
            copies.append(folder / str(number))
            shutil.copytree(place, copies[-1])
    return copies


def _contents(folder: Path) -> tuple[set[Row], str]:
    """All rows of saves but that with their name, and the record of the hand in play."""
    with closing(Store.open(folder)) as store:
        session = store.saved_session()
        is_playing = session is not None and session.is_playing
        rows = {row for row in store.everything() if row.is_told}
        return rows, session.record().to_json() if session and is_playing else ""


def _read_whole(folder: Path) -> tuple[set[Row], str]:
    """The same of a copy in which nothing is noted of the last exit."""
    copy = folder.with_name(f"{folder.name}-whole")
    shutil.copytree(folder, copy)
    (copy / archive.CHECK_NAME).unlink()
    return _contents(copy)


def test_what_was_added_is_read_and_nothing_is_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = _killed(tmp_path)
    whole = [_read_whole(copy) for copy in copies]
    calls = []

    def noted(*files: Sequence[Iterable[Row]], is_running: bool = False) -> list[Row]:
        calls.append(files)
        return merged(*files, is_running=is_running)

    monkeypatch.setattr("game.saves.archive.merged", noted)
    is_merged = []
    for copy, expected in zip(copies, whole, strict=True):
        calls.clear()
        assert _contents(copy) == expected
        is_merged.append(bool(calls))
    gone_on = _STEPS.index(_come_back)  # its session has another number from there on
    assert is_merged == [number >= gone_on for number in range(len(_STEPS))]


@pytest.mark.parametrize("names", _FILES)
def test_a_file_of_another_moment_is_read_as_ever(tmp_path: Path, names: Sequence[str]) -> None:
    copies = _killed(tmp_path)
    for other, copy in (*pairwise(copies), *pairwise(copies[::-1])):
        mixed = shutil.copytree(copy, tmp_path / f"{copy.name} with {other.name}")
        for name in names:
            shutil.copyfile(other / name, mixed / name)
        expected = _read_whole(mixed)
        assert _contents(mixed) == expected


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM journal WHERE kind = 'ended' AND hand = 1",
        "DELETE FROM journal WHERE kind = 'record' AND hand = 4",
        "UPDATE journal SET body = 'none' WHERE kind = 'record' AND hand = 1",
        "UPDATE journal SET body = 'none' WHERE kind = 'move' AND ordinal = 1",
        "INSERT INTO journal SELECT 7, hand, kind, ordinal, body, digest FROM journal LIMIT 1",
    ],
)
def test_a_row_that_is_gone_or_altered_is_found(tmp_path: Path, change: str) -> None:
    copy = _killed(tmp_path)[_STEPS.index(_review)]
    expected, wrong = _read_whole(copy), tmp_path / "wrong"
    with closing(sqlite3.connect(copy / FILE_NAME, isolation_level=None)) as database:
        assert database.execute(change).rowcount
        shutil.copytree(copy, wrong, ignore=shutil.ignore_patterns("*-shm"))
    assert _contents(wrong) == expected


@pytest.mark.parametrize("name", [archive.HANDS_NAME, archive.PLAY_NAME])
def test_a_line_that_is_gone_is_found(tmp_path: Path, name: str) -> None:
    copy = _killed(tmp_path)[_STEPS.index(_review)]
    expected = _read_whole(copy)
    lines = (copy / name).read_bytes().splitlines(keepends=True)
    for number in (1, len(lines) // 2, len(lines) - 1):
        wrong = shutil.copytree(copy, tmp_path / f"wrong {number}")
        (wrong / name).write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
        assert _contents(wrong) == expected
