"""A table that was left for one of another kind is gone on with exactly there."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.files import StoreError
from game.play.plan import Plan
from game.play.session import Session
from game.rules.record import RecordError
from game.saves.archive import CHECK_NAME, HANDS_NAME, PLAY_NAME
from game.saves.database import FILE_NAME, Database
from game.saves.history import Wanted
from game.saves.rows import GIVEN, IDENTITY, Row
from game.saves.store import Store
from tests.session.damages import copied
from tests.session.players import FOUR, careless, patient, play_hands, play_one
from tests.session.test_store import PLAN, left_in_mid_hand, opened, same
from tests.shares import share

MATCH = replace(PLAN, seed_text=None, occasion="match 1", length=2)


@pytest.mark.parametrize("is_saved", [True, False])
def test_a_table_waits_while_another_kind_is_played_to_its_end(
    tmp_path: Path, is_saved: bool
) -> None:
    store = Store.open(tmp_path) if is_saved else Store.unsaved()
    table = store.start(PLAN)
    play_hands(table, [patient] * 4, 2)
    table.next_hand()
    play_one(table, [patient] * 4)
    before = [record.actions for record in table.history()]
    match = store.start(MATCH)
    play_hands(match, [careless] * 4, 1)
    assert (store.can_resume(""), store.can_resume("match"), store.can_resume("daily")) == (
        True,
        True,
        False,
    )
    assert store.saved_session() is match
    play_hands(match, [careless] * 4, 1)
    match.close()
    again = store.saved_session()
    assert again is not None
    assert same(again, table)
    assert [record.actions for record in again.history()] == before
    play_hands(again, [patient] * 4, 2)
    store.close()
    if is_saved:
        with closing(Store.open(tmp_path)) as store:
            history = store.history()
            history.catch_up(100)
            assert history.tally().hands == again.number + 2
            ((session, _words, _opponents),) = history.occasions("match")
            assert len(history.hands_of(session)) == 2


def test_both_kinds_survive_a_new_start_and_can_be_changed_between(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    store = Store.open(tmp_path)
    table = store.saved_session()
    match = store.start(MATCH)
    play_hands(match, [careless] * 4, 1)
    assert table is not None
    for _ in range(2):
        store.close()
        store = Store.open(tmp_path)
        assert store.saved_session().plan.kind == "match"  # type: ignore[union-attr]  # fails then
        assert same(store.resume(""), table)
        store.close()
        store = Store.open(tmp_path)
        assert same(store.saved_session(), table)
        found = store.resume("match")
        assert same(found, match)
    store.close()


def test_a_new_table_of_a_kind_takes_the_place_of_the_one_left(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.start(PLAN)
    store.start(MATCH)
    store.start(replace(PLAN, seed_text="other"))
    store.start(replace(MATCH, occasion="match 2"))
    assert store.resume("match").plan.occasion == "match 2"  # type: ignore[union-attr]  # fails
    assert store.resume("").plan.seed_text == "other"  # type: ignore[union-attr]  # fails then
    store.close()


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '["x", []]', '["{plan}", [[0,"deal"]]]'])
def test_a_damaged_document_is_passed_over(tmp_path: Path, text: str) -> None:
    store = Store.open(tmp_path)
    store.start(PLAN)
    store.keep_document("table-match.json", text)
    assert store.resume("match") is None
    assert store.saved_session() is not None
    assert not store.can_resume("match")
    store.close()


def test_what_was_played_on_since_is_not_taken_back(tmp_path: Path) -> None:
    """A document of an earlier moment of a table that is over by now."""
    store = Store.open(tmp_path)
    store.start(Plan(FOUR))
    store.start(MATCH)
    stale = store.document("table-.json")
    table = store.resume("")
    assert table is not None
    play_hands(table, [patient] * 4, 1)
    table.close()
    store.keep_document("table-.json", stale)
    assert store.resume("") is None
    store.close()


def test_a_program_killed_while_it_changes_tables_tells_of_no_damage(tmp_path: Path) -> None:
    """The database is replaced first, then one text file after the other."""
    store = Store.open(tmp_path / "saves")
    table = store.start(PLAN)
    play_hands(table, [patient] * 4, 2)
    play_hands(store.start(MATCH), [careless] * 4, 1)
    before = {path.name: path.read_bytes() for path in (tmp_path / "saves").iterdir()}
    store.resume("")
    store.close()
    for names in (["tonk-hands.jsonl", "tonk-play.jsonl"], ["tonk-play.jsonl"]):
        folder = copied(tmp_path / "saves", tmp_path / names[0])
        for name in names:
            (folder / name).write_bytes(before[name])
        (folder / "tonk-check.json").unlink()
        store = Store.open(folder)
        assert store.damage is None
        assert same(store.saved_session(), table)
        assert store.can_resume("match")
        store.close()


def two_tables(folder: Path) -> tuple[Session, Session]:
    """An ordinary table and a match, changed between in the middle of their hands."""
    store = Store.open(folder)
    for seed in ("earlier", "first"):
        play_hands(store.start(replace(PLAN, seed_text=seed)), [careless] * 4, 2)
    table = store.start(PLAN)
    play_hands(table, [patient] * 4, 2)
    table.next_hand()
    match = store.start(replace(MATCH, length=None))
    for _ in range(3):
        play_hands(match, [careless] * 4, 1)
        match.next_hand()
        resumed = store.resume("")
        assert resumed is not None
        table = resumed
        play_hands(table, [patient] * 4, 2)
        table.next_hand()
        resumed = store.resume("match")
        assert resumed is not None
        match = resumed
    resumed = store.resume("")
    assert resumed is not None
    for _ in range(3):
        play_one(resumed, [patient] * 4)
    store.close()
    return resumed, match


def whole(folder: Path) -> list[tuple[object, ...]]:
    """What a start finds, with the identities of sessions for their numbers; nothing is lost."""
    with closing(Store.open(folder)) as store:
        assert store.damage is None or store.damage.is_whole
        return told(store.everything())


def told(rows: list[Row]) -> list[tuple[object, ...]]:
    """Rows without the one that names the store, with the identity of each session."""
    names = {row.session: row.body for row in rows if row.kind == IDENTITY and row.hand == 0}
    assert len(set(names.values())) == len(names)
    return sorted(
        (names.get(row.session, ""), *row.key[1:], row.body) for row in rows if row.is_told
    )


def test_going_on_with_a_table_writes_only_what_is_of_it(tmp_path: Path) -> None:
    """Saves may have 50,000 hands, which nobody wants to wait for."""
    store = Store.open(tmp_path)
    other = store.start(replace(PLAN, seed_text="another"))
    play_hands(other, [careless] * 4, 3)
    table = store.start(PLAN)
    play_hands(table, [patient] * 4, 2)
    match = store.start(MATCH)
    play_hands(match, [careless] * 4, 2)
    match.close()
    store.history().catch_up()
    before, counted = (tmp_path / HANDS_NAME).read_bytes(), store.history().tally()
    again = store.saved_session()
    assert same(again, table)
    after = (tmp_path / HANDS_NAME).read_bytes()
    assert after.startswith(before)
    assert len(after) < len(before) + 4096
    assert store.history().tally().cells == counted.cells
    rows = store.everything()
    store.close()
    with closing(Store.open(tmp_path)) as store:
        assert same(store.saved_session(), table)
        assert store.history().tally().cells == counted.cells
        assert set(store.everything()) == set(rows)


@pytest.mark.share(2)
@pytest.mark.parametrize("lost", [FILE_NAME, HANDS_NAME, PLAY_NAME, CHECK_NAME])
def test_tables_changed_between_are_whole_in_each_file(tmp_path: Path, lost: str) -> None:
    table, match = two_tables(tmp_path)
    rows = whole(tmp_path)
    assert sum(kind == "record" for _session, _hand, kind, *_rest in rows) == 20
    (tmp_path / lost).unlink()
    assert whole(tmp_path) == rows
    with closing(Store.open(tmp_path)) as store:
        assert same(store.saved_session(), table)
        assert same(store.resume("match"), match)


def test_no_line_is_needed_to_know_a_table_again(tmp_path: Path) -> None:
    """Any line of the hands may be damaged, or all from it on may be missing."""
    table, _match = two_tables(tmp_path / "saves")
    rows = whole(tmp_path / "saves")
    lines = (tmp_path / "saves" / HANDS_NAME).read_bytes().splitlines(keepends=True)
    for number in share(range(1, len(lines)), 8):
        for name, held in (
            ("damaged", [*lines[:number], b"x" + lines[number][1:], *lines[number + 1 :]]),
            ("short", lines[:number]),
        ):
            folder = copied(tmp_path / "saves", tmp_path / f"{name} {number}")
            (folder / HANDS_NAME).write_bytes(b"".join(held))
            assert whole(folder) == rows
            if name == "short":
                continue
            (folder / HANDS_NAME).write_bytes(b"".join(held))
            (folder / FILE_NAME).unlink()
            with closing(Store.open(folder)) as store:
                records = [row.body for row in store.everything() if row.kind == "record"]
                assert len(records) == len(set(records)) >= 19
                kept = store.saved_session()
                assert kept is not None
                assert kept.plan == table.plan


def test_a_killed_program_had_written_only_some_files(tmp_path: Path) -> None:
    """The database is written first, then one text file after the other."""
    store = Store.open(tmp_path / "saves")
    play_hands(store.start(replace(PLAN, seed_text="earlier")), [careless] * 4, 2)
    table = store.start(PLAN)
    play_hands(table, [patient] * 4, 2)
    match = store.start(MATCH)
    play_hands(match, [careless] * 4, 1)
    texts = (HANDS_NAME, PLAY_NAME)
    before = {name: (tmp_path / "saves" / name).read_bytes() for name in texts}
    store.history().catch_up()
    counted = store.history().tally()
    assert same(store.resume(""), table)
    rows = told(store.everything())
    for number in range(3):
        folder = copied(tmp_path / "saves", tmp_path / f"copy {number}")
        for name in texts[number:]:
            (folder / name).write_bytes(before[name])
        assert whole(folder) == rows
        with closing(Store.open(folder)) as again:
            assert same(again.saved_session(), table)
            assert again.history().tally().cells == counted.cells
            assert same(again.resume("match"), match)
    store.close()


def test_a_damaged_database_gets_no_hand_twice(tmp_path: Path) -> None:
    """Its rows come back from the file of hands, which has some under an earlier number."""
    change = "UPDATE journal SET body = replace(body, '0', '1') WHERE kind = 'record' AND hand = 2"
    with opened(tmp_path) as (store, database):
        table = store.start(PLAN)
        play_hands(table, [patient] * 4, 3)
        match = store.start(MATCH)
        play_hands(match, [careless] * 4, 1)
        again = store.resume("")
        assert again is not None
        number, _hand = store.place_of(again) or (0, 0)
        records = again.history()
        database.execute(change)
        assert store.history().record(number, 2) == records[1]
        assert store.history().saved == 4
        rows = told(store.everything())
    assert whole(tmp_path) == rows


def test_rows_that_contradict_each_other_keep_their_numbers() -> None:
    """As in a file that somebody has put together."""
    name = [Row(number, 0, IDENTITY, GIVEN, "a") for number in (1, 3)]
    hands = [Row(1, 1, "record", 0, "one"), Row(3, 1, "record", 0, "other")]
    moved = Row(1, 0, Row.MOVED, 3, "")
    assert set(Row.renumbered([*name, *hands, moved])) == {*name, *hands}
    alike = [replace(row, body="one") for row in hands]
    assert set(Row.renumbered([*name, *alike])) == {name[1], alike[1]}
    assert set(Row.renumbered([*hands[:1], moved])) == {alike[1]}
    nonsense = [Row(number, 0, Row.MOVED, 2, "") for number in (2, 3)]
    assert set(Row.renumbered([*hands, *nonsense])) == set(hands)
    chain = [Row(1, 0, Row.MOVED, 2, ""), Row(2, 0, Row.MOVED, 3, "")]
    assert set(Row.renumbered([*hands[:1], *chain])) == {alike[1]}


def test_a_table_left_on_a_full_disk_is_written_when_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(tmp_path)
    table = store.start(PLAN)
    play_hands(table, [patient] * 4, 1)

    def full(database: Database, *_rows: object) -> None:
        raise StoreError(database.path, "No space left on device")

    table.next_hand()
    play_one(table, [patient] * 4)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "write", full)
        play_one(table, [patient] * 4)
        match = store.start(MATCH)
        for _ in range(2):
            with pytest.raises(StoreError):
                store.keep_document("season.json", "played on a full disk")
    play_hands(match, [careless] * 4, 1)
    assert match.trouble is None
    store.close()
    store = Store.open(tmp_path)
    assert store.document("season.json") == "played on a full disk"
    assert same(store.saved_session(), match)
    assert same(store.resume(""), table)
    store.close()


@pytest.mark.parametrize("is_saved", [True, False])
def test_it_is_known_what_a_table_waits_for(tmp_path: Path, is_saved: bool) -> None:
    store = Store.open(tmp_path) if is_saved else Store.unsaved()
    store.start(MATCH)
    for is_left in (False, True):
        if is_left:
            store.start(PLAN)
        assert store.can_resume("match")
        assert store.can_resume("match", "match 1")
        assert not store.can_resume("match", "match 2")
        assert not store.can_resume("daily", "match 1")
    if is_saved:
        for text in ("nonsense", "[]", '["x", []]', "[1, 2]", "7"):
            store.keep_document("table-match.json", text)
            assert not store.can_resume("match", "match 1")
    store.close()


@pytest.mark.share(6)
@pytest.mark.parametrize(
    "row",
    ['["x", "deal", 0, ""]', '[1e999, "deal", 0, ""]', '[0.5, "move", 1, ""]', "[0, 7, 0, []]",
     f'[{2**70}, "move", 1, ""]', '[-1, "move", 1, ""]', '[0, "closed", 0, ""]',
     '[1, "record", 0, "{}"]', '[0, "plan", 0, "{}"]', '[0, "move", 1, ""]', "[]", "null"],
)  # fmt: skip
@pytest.mark.parametrize("times", [1, 2])
def test_a_document_with_rows_that_are_no_tables_harms_nothing(
    tmp_path: Path, row: str, times: int
) -> None:
    store = Store.open(tmp_path)
    play_hands(store.start(PLAN), [patient] * 4, 1)
    store.start(MATCH)
    plan, live, *identity = json.loads(store.document("table-.json"))
    held = json.dumps([plan, [*live, *["here"] * times], *identity])
    store.keep_document("table-.json", held.replace('"here"', row))
    store.resume("")
    assert store.can_resume("match")
    assert store.saved_session() is not None
    store.close()
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        history = store.history()
        history.catch_up()
        assert history.tally().hands == 1


@pytest.mark.share(6)
@pytest.mark.parametrize("keeps_identity", [True, False])
@pytest.mark.parametrize(("hands", "is_dealt"), [(0, True), (2, False)])
@pytest.mark.parametrize("end", ["plays", "leaves", "closes"])
@pytest.mark.parametrize("is_alone", [True, False])
def test_it_goes_on_here_whatever_of_it_was_played_elsewhere(
    tmp_path: Path, keeps_identity: bool, is_dealt: bool, hands: int, end: str, is_alone: bool
) -> None:
    """Earlier versions kept no identity of a table left."""

    def took_in(store: Store, rows: list[Row], new: int) -> Store:
        assert store.take_in(rows) == new
        whole = store.everything()
        assert store.take_in(rows) == 0
        assert store.everything() == whole
        store.close()
        store = Store.open(tmp_path / "here")
        assert store.damage is None
        assert store.everything() == whole
        records = [row.body for row in whole if row.kind == "record"]
        assert len(records) == len(set(records))
        return store

    store = Store.open(tmp_path / "here")
    match = store.start(replace(MATCH, length=None))
    play_hands(match, [patient] * 4, hands)
    if is_dealt:
        match.next_hand()
        play_one(match, [patient] * 4)
    other = store.start(PLAN)
    play_hands(other, [careless] * 4, 1)
    if is_alone:
        other.close()
    if not keeps_identity:
        text = json.dumps(json.loads(store.document("table-match.json"))[:2])
        store.keep_document("table-match.json", text)
    elsewhere = Store.open(tmp_path / "elsewhere")
    elsewhere.take_in(store.everything())
    further = elsewhere.resume("match")
    assert further is not None
    play_hands(further, [careless] * 4, 3 - is_dealt)
    if end == "closes":
        further.close()
    elif end == "leaves":
        elsewhere.start(replace(PLAN, seed_text="another"))
    rows = elsewhere.everything()
    store = took_in(store, rows, 3)
    found = store.resume("match")
    assert same(found, match)
    assert found is not None
    play_hands(found, [patient] * 4, 2 - is_dealt)
    store = took_in(store, rows, 0)
    found = store.resume("match")
    assert found is not None
    assert found.played == hands + 2
    found.close()
    store = took_in(store, rows, 0)
    elsewhere.take_in(store.everything())
    for each in (store, elsewhere):
        assert sum(row.kind == "record" for row in each.everything()) == 1 + hands + 3 + 2
        each.close()


def test_a_hand_that_was_finished_elsewhere_and_given_up_here_is_there_once(
    tmp_path: Path,
) -> None:
    store, elsewhere = Store.open(tmp_path / "here"), Store.open(tmp_path / "elsewhere")
    table = store.start(PLAN)
    table.next_hand()
    elsewhere.take_in(store.everything())
    further = elsewhere.saved_session()
    assert further is not None
    play_hands(further, [careless] * 4, 1)
    rows = elsewhere.everything()
    assert store.take_in(rows) == 2
    store.start(replace(PLAN, seed_text="another"))
    whole = store.everything()
    assert store.take_in(rows) == 0
    assert store.everything() == whole
    store.close()
    elsewhere.close()


def test_a_backup_gives_back_the_lost_hands_of_a_table_left(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    match = store.start(replace(MATCH, length=5))
    play_hands(match, [patient] * 4, 3)
    match.next_hand()
    store.start(PLAN)
    backup = store.everything()
    store.close()
    lost = [row for row in backup if row.session != 1 or row.hand not in {1, 3}]
    store = Store.open(tmp_path / "again")
    store.take_in(lost)
    store.take_in(backup)
    of = {row.session for row in store.everything() if row.kind == "record"}
    assert len(of) == 1
    assert same(store.resume("match"), match)
    store.close()


@pytest.mark.parametrize("fails", [False, True])
def test_who_asks_for_hands_by_an_earlier_number_doubles_none(tmp_path: Path, fails: bool) -> None:
    """The coach looks for hands without a review while a table is gone on with; the file of hands
    may not be writable just then.
    """
    store = Store.open(tmp_path / "saves")
    table = store.start(PLAN)
    play_hands(table, [careless] * 4, 3)
    play_hands(store.start(MATCH), [careless] * 4, 1)
    store.history().catch_up()
    listed = store.history().page(Wanted(), 0, 9)
    hands = tmp_path / "saves" / HANDS_NAME
    if fails:
        hands.rename(tmp_path / "aside")
        hands.mkdir()
    assert same(store.resume(""), table)
    if fails:
        hands.rmdir()
        (tmp_path / "aside").rename(hands)
    gone = 0
    for each in listed:
        try:
            store.history().record(each.session, each.hand)
        except RecordError:
            gone += 1
    assert gone == 3
    store.history().catch_up()
    assert store.history().saved == 4
    store.close()
    for is_known in (not fails, True):
        assert (tmp_path / "saves" / CHECK_NAME).exists() is is_known
        with closing(Store.open(tmp_path / "saves")) as store:
            assert (store.history().saved, store.damage) == (4, None)
    assert sum(kind == "record" for _session, _hand, kind, *_rest in whole(tmp_path / "saves")) == 4


def test_hands_that_lie_in_the_database_under_two_numbers_become_one_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    play_hands(store.start(PLAN), [careless] * 4, 3)
    play_hands(store.start(MATCH), [careless] * 4, 1)
    rows = [row for row in store.everything() if row.session == 1]
    store.close()
    (tmp_path / CHECK_NAME).unlink()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        for row in (replace(row, session=3) for row in rows):
            values = (*row.key, row.body, row.digest)
            connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", values)
    for _start in range(2):
        with closing(Store.open(tmp_path)) as store:
            store.history().catch_up()
            assert store.history().saved == store.history().tally().hands == 4
