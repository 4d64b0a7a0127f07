"""Everything in one file: brought in elsewhere it is all there, and nothing appears twice."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from shutil import copytree
from threading import Thread
from typing import Any

import pytest

from game.cli import main
from game.files import StoreError
from game.play.plan import Plan
from game.rule_files import NamedRules, OwnRules
from game.rules.record import read_json
from game.rules.record import replay as play_again
from game.rules.ruleset import RuleSet
from game.saves.archive import PLAY_NAME
from game.saves.database import FILE_NAME, Database
from game.saves.documents import Documents
from game.saves.history import Wanted
from game.saves.line_file import LineFile
from game.saves.own_rules import delete_rules, save_rules
from game.saves.rows import Row
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.saves.transfer import BroughtIn, export_everything, import_everything
from tests.session.damages import KINDS
from tests.session.players import careless, play_hands
from tests.session.test_reviews import a_record, keep
from tests.session.test_store import PLAN, left_in_mid_hand, same
from tests.shares import share

FRIDAY = NamedRules("Friday night", RuleSet(wait_when_hit=1), note="At the station.")


def records(store: Store) -> list[tuple[str, str]]:
    history = store.history()
    history.catch_up(1_000_000)
    page = history.page(Wanted(), 0, 1_000)[::-1]
    return [(history.record(each.session, each.hand).to_json(), each.ended) for each in page]


def exported(folder: Path, hands: int = 3, plan: Plan = PLAN) -> Path:
    """A player's everything, in one file."""
    left_in_mid_hand(folder, hands=hands, plan=plan)
    SettingsStore.open(folder).change(volume=12)
    save_rules(FRIDAY, folder)
    Documents(folder).keep("season.json", "{}")
    store = Store.open(folder)
    file = export_everything(store, SettingsStore.open(folder), folder / "all.jsonl", folder)
    store.close()
    return file


def bring_in(folder: Path, file: Path) -> BroughtIn:
    store = Store.open(folder)
    try:
        return import_everything(store, file, folder, change=SettingsStore.open(folder).change)
    finally:
        store.close()


def test_on_another_computer_all_is_there_and_the_game_goes_on(tmp_path: Path) -> None:
    file = exported(tmp_path / "old")
    assert bring_in(tmp_path / "new", file) == BroughtIn(3, 1)
    old, new = Store.open(tmp_path / "old"), Store.open(tmp_path / "new")
    left = old.saved_session()
    assert left is not None
    assert same(new.saved_session(), left)
    assert records(new) == records(old)
    assert new.damage is None
    assert SettingsStore.open(tmp_path / "new").settings.volume == 12
    assert [named.name for named in OwnRules.in_folder(tmp_path / "new").sets] == ["Friday night"]
    assert new.document("season.json") == "{}"
    old.close()
    new.close()


@pytest.mark.share(1)
@pytest.mark.parametrize("killed_at", [1, 2, 3])
def test_saves_in_the_middle_of_bringing_in_are_not_exported_in_part(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    killed_at: int,
) -> None:
    """The next start makes them whole: one of the files at least is still of before."""
    new, file = tmp_path / "new", exported(tmp_path / "old")
    left_in_mid_hand(new, hands=2, plan=replace(PLAN, seed_text="own"))
    killed, steps = tmp_path / "killed", count()

    def killed_before(step: Callable[..., Any], part: str = "") -> Callable[..., Any]:
        def stopped(*values: object) -> object:
            if part in str(values) and next(steps) == killed_at:
                copytree(new, killed)
            return step(*values)

        return stopped

    store = Store.open(new)
    with monkeypatch.context() as patch:
        patch.setattr(LineFile, "write", killed_before(LineFile.write))
        patch.setattr(Database, "query", killed_before(Database.query, "checkpoint"))
        import_everything(store, file, new)
    store.close()
    assert next(steps) == 4  # a rule set, the database, and two text files
    monkeypatch.setenv("TONK_DATA_DIR", str(killed))
    monkeypatch.setenv("TONK_CONFIG_DIR", str(killed))
    assert main(["export", str(tmp_path / "whole.jsonl")]) == 4
    assert "Tonk repairs it at the next start" in capsys.readouterr().err
    assert not (tmp_path / "whole.jsonl").exists()
    store = Store.open(killed)
    assert store.damage is None
    assert store.history().saved == 5
    store.close()
    assert main(["export", str(tmp_path / "whole.jsonl")]) == 0
    assert bring_in(tmp_path / "third", tmp_path / "whole.jsonl").hands == 5


def test_the_first_page_that_counts_the_hands_has_nothing_to_make(tmp_path: Path) -> None:
    bring_in(tmp_path / "new", exported(tmp_path / "old"))
    store = Store.open(tmp_path / "new")
    assert store.history().get_ready()
    store.close()


@pytest.mark.parametrize("hands", [0, 3])
@pytest.mark.parametrize("has_own", [False, True])
def test_a_table_that_was_left_can_be_gone_on_with(
    tmp_path: Path, hands: int, has_own: bool
) -> None:
    table = left_in_mid_hand(tmp_path / "old", hands=hands)
    old = Store.open(tmp_path / "old")
    play_hands(old.start(replace(PLAN, seed_text=None, occasion="match 1")), [careless] * 4, 1)
    file = export_everything(old, SettingsStore.open(tmp_path), tmp_path / "all.jsonl", tmp_path)
    old.close()
    if has_own:  # and one that was left and gone on with, so that there is nothing left of it
        new = Store.open(tmp_path / "new")
        new.start(replace(PLAN, seed_text="mine"))
        new.start(replace(PLAN, seed_text=None, occasion="match 2"))
        new.resume("").close()  # type: ignore[union-attr]  # fails then
        new.close()
    bring_in(tmp_path / "new", file)
    assert bring_in(tmp_path / "new", file) == BroughtIn(0, 0)
    new = Store.open(tmp_path / "new")
    assert same(new.resume(""), table)
    assert new.damage is None
    new.close()


def test_another_computers_file_of_the_same_day_is_left_alone(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for name, hands in (("one", 3), ("two", 2)):
        left_in_mid_hand(tmp_path / name, hands=hands, plan=replace(PLAN, seed_text=name))
    files = []
    for name in ("one", "two", "one", "two"):
        store = Store.open(tmp_path / name)
        settings = SettingsStore.open(tmp_path / name)
        files.append(export_everything(store, settings, stick, tmp_path / name))
        store.close()
    assert files[0] != files[1]
    assert set(files) == {files[0], files[1]}, "one's own are replaced"
    for file, hands in zip(files, (3, 2), strict=False):
        assert bring_in(tmp_path / f"new {hands}", file).hands == hands


def test_another_computers_file_stays_even_if_all_its_hands_were_brought_in(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    files: list[Path] = []
    for name in ("one", "two", "two"):
        left_in_mid_hand(tmp_path / name, hands=2, plan=replace(PLAN, seed_text=name))
        store = Store.open(tmp_path / name)
        for file in files[:1]:
            import_everything(store, file, tmp_path / name)
        settings = SettingsStore.open(tmp_path / name)
        files.append(export_everything(store, settings, stick, tmp_path / name))
        store.close()
    assert files[0] != files[1] == files[2]
    assert bring_in(tmp_path / "new", files[0]).hands == 2


def test_a_file_of_the_day_with_something_that_is_gone_since_is_left_alone(tmp_path: Path) -> None:
    def export() -> Path:
        with closing(Store.open(tmp_path)) as store:
            return export_everything(store, SettingsStore.open(tmp_path), tmp_path, tmp_path)

    left_in_mid_hand(tmp_path)
    drafts, name = Documents(tmp_path), "rules-draft-1.toml"
    save_rules(FRIDAY, tmp_path)
    drafts.keep(name, "a draft")
    with closing(Store.open(tmp_path)) as store:
        store.keep_document("season.json", "1")
        store.keep_document("table-match.json", '["a table"]')
    first = export()
    with closing(Store.open(tmp_path)) as store:
        store.keep_document("season.json", "2")
        session = store.saved_session()
        assert session is not None
        play_hands(session, [careless] * 4, 1)
    SettingsStore.open(tmp_path).change(volume=13)
    assert export() == first, "all of it is in the new one"
    delete_rules(FRIDAY.name, tmp_path)
    files = [first, export()]
    drafts.keep(name, "")
    files.append(export())
    with closing(Store.open(tmp_path)) as store:
        store.keep_document("table-match.json", "")
    files.append(export())
    assert len(set(files)) == 4
    assert export() == files[-1]
    assert bring_in(tmp_path / "new", first).rule_sets == 1


@pytest.mark.parametrize("is_dealt", [True, False])
@pytest.mark.parametrize("is_left", [True, False])
def test_a_table_taken_further_elsewhere_comes_back(
    tmp_path: Path, *, is_dealt: bool, is_left: bool
) -> None:
    """Begun here, played on elsewhere, while another table was played here."""
    here, there = tmp_path / "here", tmp_path / "there"
    store = Store.open(here)
    table = store.start(replace(PLAN, seed_text="a"))
    if is_dealt:
        table.next_hand()
    store.close()
    copytree(here, there)
    store = Store.open(there)
    away = store.saved_session()
    assert away is not None
    play_hands(away, [careless] * 4, 2)
    away.next_hand()
    file = export_everything(store, SettingsStore.open(there), tmp_path / "all.jsonl", there)
    store.close()
    store = Store.open(here)
    other = store.start(replace(PLAN, seed_text="b", length=None if is_left else 2))
    play_hands(other, [careless] * 4, 2)
    if is_left:
        other.close()
    store.close()
    bring_in(here, file)
    store = Store.open(here)
    assert store.damage is None
    assert len(records(store)) == away.number - 1 + 2, "what was finished there and here"
    back = store.saved_session()
    assert back is not None
    assert back.number == away.number
    store.close()


def test_where_settings_cannot_be_written_nothing_changes(tmp_path: Path) -> None:
    file, store = exported(tmp_path / "old"), Store.open(tmp_path / "new")

    def refuse(**_values: object) -> None:
        raise StoreError(tmp_path, "Permission denied")

    with pytest.raises(StoreError, match="Permission denied"):
        import_everything(store, file, tmp_path / "new", change=refuse)
    assert records(store) == []
    assert OwnRules.in_folder(tmp_path / "new").sets == ()
    store.close()


def test_nothing_comes_twice(tmp_path: Path) -> None:
    file = exported(tmp_path / "old")
    for expected in (BroughtIn(3, 1), BroughtIn(0, 0), BroughtIn(0, 0)):
        assert bring_in(tmp_path / "new", file) == expected
    assert bring_in(tmp_path / "old", file) == BroughtIn(0, 0)
    store = Store.open(tmp_path / "new")
    assert len(records(store)) == 3
    store.close()


def test_what_is_there_stays_and_goes_on(tmp_path: Path) -> None:
    file = exported(tmp_path / "old")
    own = left_in_mid_hand(tmp_path / "new", hands=5, plan=replace(PLAN, seed_text="mine"))
    save_rules(replace(FRIDAY, rules=RuleSet(stake=9)), tmp_path / "new")
    Documents(tmp_path / "new").keep("season.json", "mine")
    assert bring_in(tmp_path / "new", file) == BroughtIn(3, 1)
    store = Store.open(tmp_path / "new")
    kept = store.saved_session()
    assert kept is not None
    assert same(kept, own)
    assert len(records(store)) == 8
    assert store.damage is None
    names = [named.name for named in OwnRules.in_folder(tmp_path / "new").sets]
    assert sorted(names) == ["Friday night", "Friday night 2"]
    assert store.document("season.json") == "mine"
    store.close()


def test_a_session_under_way_keeps_on_being_written(tmp_path: Path) -> None:
    file = exported(tmp_path / "old")
    store = Store.open(tmp_path / "new")
    session = store.start(replace(PLAN, seed_text="mine"))
    play_hands(session, [careless] * 4, 2)
    import_everything(store, file, tmp_path / "new")
    play_hands(session, [careless] * 4, 2)
    assert session.trouble is None
    assert len(session.history()) == 4
    store.close()
    store = Store.open(tmp_path / "new")
    assert same(store.saved_session(), session)
    assert len(records(store)) == 7
    store.close()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "swapped"])
def test_a_damaged_file_is_refused_in_a_line_and_nothing_changes(tmp_path: Path, kind: str) -> None:
    file = exported(tmp_path / "old")
    whole, dice = file.read_bytes(), Random(8)
    for _ in range(10):
        spoilt = KINDS[kind](whole, dice, [])
        if spoilt is None:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(spoilt)
        with pytest.raises(StoreError) as refusal:
            bring_in(tmp_path / "new", file)
        assert "\n" not in str(refusal.value)
    store = Store.open(tmp_path / "new")
    assert records(store) == []
    store.close()


@pytest.mark.share(1)
@pytest.mark.parametrize("read_at", [1, 2, 3])
def test_an_export_waits_for_the_game_to_write_its_files_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_at: int
) -> None:
    new, file = tmp_path / "new", exported(tmp_path / "old")
    left_in_mid_hand(new, hands=2, plan=replace(PLAN, seed_text="own"))
    steps = count()
    found: list[int | StoreError] = []

    def read() -> None:
        try:
            reading = Store.reading(new)
            found.append(len(records(reading)))
            reading.close()
        except StoreError as error:
            found.append(error)

    reader = Thread(target=read)

    def read_before(step: Callable[..., Any], part: str = "") -> Callable[..., Any]:
        def begun(*values: object) -> object:
            if part in str(values) and next(steps) == read_at:
                reader.start()
                reader.join(0.5)
            return step(*values)

        return begun

    store = Store.open(new)
    with monkeypatch.context() as patch:
        patch.setattr(LineFile, "write", read_before(LineFile.write))
        patch.setattr(Database, "query", read_before(Database.query, "checkpoint"))
        import_everything(store, file, new)
    reader.join()
    store.close()
    assert found == [5]


def test_after_a_kill_an_export_has_all_that_the_next_start_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is written first, then one text file after the other."""
    copies = count()
    append = LineFile.append

    def copied_before(file: LineFile, rows: Sequence[Row]) -> bool:
        copytree(tmp_path / "saves", tmp_path / str(next(copies)))
        return append(file, rows)

    left_in_mid_hand(tmp_path / "saves", hands=1)
    store = Store.open(tmp_path / "saves")
    session = store.saved_session()
    assert session is not None
    with monkeypatch.context() as patch:
        patch.setattr(LineFile, "append", copied_before)
        play_hands(session, [careless] * 4, 2)
        session.next_hand()
    store.close()
    for number in share(range(next(copies)), 12):
        killed, new = tmp_path / str(number), tmp_path / f"new {number}"
        monkeypatch.setenv("TONK_DATA_DIR", str(killed))
        monkeypatch.setenv("TONK_CONFIG_DIR", str(killed))
        assert main(["export", str(tmp_path / f"{number}.jsonl")]) == 0
        bring_in(new, tmp_path / f"{number}.jsonl")
        found, again = Store.open(new), Store.open(killed)
        assert records(found) == records(again)
        started = again.saved_session()
        assert started is not None
        assert same(found.saved_session(), started)
        assert again.damage is None
        found.close()
        again.close()


def test_a_file_with_nonsense_under_right_checksums_is_refused(tmp_path: Path) -> None:
    head, end = Row(0, 0, "tonk-everything", 1, ""), Row(0, 0, "tonk-end", 2, "")
    cases = (
        *(("record", body) for body in ("{}", "[" * 100_000, "\ud800", "")),
        *(("ended", body) for body in ("", "yesterday", "2030-02-30 10:00")),
        *(("seated", body) for body in ("{}}", "[[1]]", "[" * 100_000)),
    )
    for kind, body in cases:
        file = tmp_path / "all.jsonl"
        rows = (head, Row(1, 1, kind, 0, body), end)
        file.write_bytes(b"".join(map(Row.line, rows)))
        with pytest.raises(StoreError) as refusal:
            bring_in(tmp_path / "new", file)
        assert "\n" not in str(refusal.value)
        assert len(str(refusal.value)) < 500


@pytest.mark.parametrize("is_there", [False, True], ids=["new", "there"])
def test_a_hand_with_another_result_than_that_of_its_actions_is_left_out(
    tmp_path: Path, is_there: bool
) -> None:
    folder = tmp_path / "new"
    whole = exported(tmp_path)
    if is_there:
        bring_in(folder, whole)
    file = _altered(whole, "record", _with_another_result)
    assert bring_in(folder, file).left_out == 1
    with closing(Store.open(folder)) as store:
        found = records(store)
        assert len(found) == (3 if is_there else 2)
        for text, _ended in found:
            record = read_json(text)
            record.check_ending(play_again(record))


def _with_another_result(row: Row) -> Row:
    held = json.loads(row.body)
    held["result"]["ending"] = "tonk" if held["result"]["ending"] != "tonk" else "out"
    return replace(row, body=json.dumps(held))


def test_a_review_under_the_number_of_another_hand_is_left_out(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        for number in range(2):
            keep(store.reviews(), a_record(number))
        file = export_everything(store, SettingsStore.open(tmp_path), tmp_path / "a", tmp_path)
    other = a_record(2).hand_number(0)
    file = _altered(file, "review", lambda row: replace(row, hand=other))
    assert bring_in(tmp_path / "new", file).left_out == 1
    with closing(Store.open(tmp_path / "new")) as store:
        assert store.reviews().count == 1
        assert store.reviews().of(a_record(2), 0) is None


def _altered(file: Path, kind: str, change: Callable[[Row], Row]) -> Path:
    """A copy of a backup in which the first row of this kind is another."""
    rows = [Row.from_line(line) for line in file.read_bytes().splitlines()]
    number = next(number for number, row in enumerate(rows) if row.kind == kind)
    rows[number] = change(rows[number])
    new = file.with_name("altered.jsonl")
    new.write_bytes(b"".join(map(Row.line, rows)))
    return new


def test_the_commands(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    left_in_mid_hand(home / "data")
    assert main(["export"]) == 0
    file = capsys.readouterr().out.strip()
    (home / "data").rename(home / "old")
    assert main(["import", file]) == 0
    assert capsys.readouterr().out == "new: 3 hands, 0 rule sets\n"
    Path(file).write_text("nonsense")
    assert main(["import", file]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_import_into_damaged_saves_says_that_they_were_damaged(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_in_mid_hand(home / "other")
    left_in_mid_hand(home / "data")
    for name in (FILE_NAME, PLAY_NAME):
        (home / "data" / name).write_bytes(b"nonsense" * 1000)
    assert main(["import", str(home / "other" / FILE_NAME)]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tonk: Your saves were damaged. 3 finished hands survived.")
    assert str(home / "data" / "tonk-damaged-1.db") in line
    assert main(["import", str(home / "other" / FILE_NAME)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["season.json", "daily.json", "bankroll.json", "mistakes.json"])
def test_a_document_with_a_number_beyond_all_bounds_is_left_out(tmp_path: Path, name: str) -> None:
    file = tmp_path / "all.jsonl"
    said = Row(0, 0, f"document:{name}", 0, '{"number": 1e400, "rounds": {}}')
    rows = [Row(0, 0, "tonk-everything", 2, ""), said, Row(0, 0, "tonk-end", 2, "")]
    file.write_bytes(b"".join(row.line() for row in rows))
    assert bring_in(tmp_path / "new", file) == BroughtIn(0, 0, left_out=1)


def test_a_version_after_which_no_other_can_come_is_left_out(tmp_path: Path) -> None:
    file, last = tmp_path / "all.jsonl", 2**63 - 1
    said = Row(0, 0, "document:season.json", last, '{"number": 1, "rounds": {}}')
    rows = [Row(0, 0, "tonk-everything", 2, ""), said, Row(0, 0, "tonk-end", 2, "")]
    file.write_bytes(b"".join(row.line() for row in rows))
    store = Store.open(tmp_path / "new")
    assert import_everything(store, file, tmp_path / "new") == BroughtIn(0, 0, left_out=1)
    store.keep_document("season.json", "{}")
    store.close()
    whole = exported(tmp_path / "old").read_bytes().splitlines()
    read = [Row.from_line(line) for line in whole]
    number, one = next(each for each in enumerate(read) if each[1].kind == "standing")
    for standing in (replace(one, hand=last), replace(one, ordinal=last)):
        rows = [*read[:number], standing, *read[number + 1 :]]
        file.write_bytes(b"".join(row.line() for row in rows))
        with pytest.raises(StoreError, match="too large"):
            bring_in(tmp_path / "new", file)


@pytest.mark.parametrize(("first", "most"), [("tonk-everything", 2), ("store", 60_000)])
def test_a_file_of_wrong_lines_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, most: int
) -> None:
    file, read = tmp_path / "all.jsonl", count()
    file.write_bytes(Row(0, 0, first, 2, "").line() + b"\n" * 70_000)
    from_line = Row.from_line

    def counted(line: bytes) -> Row:
        next(read)
        return from_line(line)

    with monkeypatch.context() as patch:
        patch.setattr(Row, "from_line", counted)
        with suppress(StoreError):
            bring_in(tmp_path / "new", file)
    assert next(read) <= most


def test_ones_own_seal_word_stays_whatever_is_brought_in(tmp_path: Path) -> None:
    SettingsStore.open(tmp_path / "old").change(word="theirs")
    file = exported(tmp_path / "old")
    SettingsStore.open(tmp_path / "new").change(word="my own", volume=50)
    bring_in(tmp_path / "new", file)
    settings = SettingsStore.open(tmp_path / "new").settings
    assert (settings.word, settings.volume) == ("my own", 12)
