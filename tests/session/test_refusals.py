"""Whatever call fails, memory and disk agree: play goes on, and each hand is there once."""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from game.cli import main
from game.console.output import ExitStatus
from game.files import CONFIG_VARIABLE, DATA_VARIABLE, StoreError
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rule_files import NamedRules, OwnRules
from game.rules.ruleset import RuleSet
from game.saves.database import FILE_NAME
from game.saves.documents import Documents
from game.saves.history import Wanted
from game.saves.own_rules import look_after_rules, save_rules
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.saves.transfer import export_everything, import_everything
from tests.session.players import careless, play_hands
from tests.session.refusals import refused, watched
from tests.session.test_store import same
from tests.shares import share

PLAN = Plan((Player("Ann"), Player("Bob", "regular")), seed_text="own")
NEVER = sys.maxsize
MATCH = replace(PLAN, seed_text="match", length=9, occasion="match 1")


def records_in(store: Store) -> Counter[str]:
    """How often each finished hand is there."""
    return Counter(row.body for row in store.everything() if row.kind == "record")


def played(session: Session, hands: int) -> None:
    """Play some hands more, and deal the next."""
    play_hands(session, [careless] * 2, hands)
    session.next_hand()


def with_a_table(folder: Path) -> None:
    """Leave saves with a table in play."""
    store = Store.open(folder)
    played(store.start(PLAN), 2)
    store.history().catch_up(100)
    store.close()


def with_two_tables(folder: Path) -> None:
    """Leave saves with a match in play, and a table left for later."""
    store = Store.open(folder)
    played(store.start(PLAN), 2)
    played(store.start(MATCH), 3)
    store.history().catch_up(100)
    store.close()


def with_a_match_that_is_over(folder: Path) -> None:
    """Leave saves with a table left for later, and none in play."""
    store = Store.open(folder)
    played(store.start(PLAN), 2)
    play_hands(store.start(replace(MATCH, length=2)), [careless] * 2, 2)
    store.close()


def with_nothing(folder: Path) -> None:
    """Leave saves in which nothing was played."""
    Store.open(folder).close()


def resume(store: Store, _backup: Path) -> None:
    assert store.resume("") is not None


def bring_in(store: Store, backup: Path) -> None:
    import_everything(store, backup, backup.parent / "config")


@pytest.mark.share(5)
@pytest.mark.parametrize("for_good", [False, True])
@pytest.mark.parametrize(
    ("begin", "step"),
    [
        (with_two_tables, resume),
        (with_nothing, bring_in),
        (with_a_table, bring_in),
        (with_two_tables, bring_in),
        (with_a_match_that_is_over, bring_in),
    ],
)
def test_whatever_call_fails_play_goes_on_and_each_hand_is_there_once(
    tmp_path: Path,
    begin: Callable[[Path], None],
    step: Callable[[Store, Path], None],
    *,
    for_good: bool,
) -> None:
    begin(tmp_path / "saves")
    other = Store.open(tmp_path / "other")
    played(other.start(replace(PLAN, seed_text="other")), 4)
    backup = export_everything(
        other, SettingsStore.unsaved(), tmp_path / "all.jsonl", tmp_path / "other"
    )
    foreign = records_in(other)
    other.close()

    def trial(number: int) -> int:
        """Let that call fail, and return how many there were."""
        folder = tmp_path / str(number)
        copytree(tmp_path / "saves", folder)
        with watched():
            store = Store.open(folder)
        expected, session = records_in(store), store.saved_session()
        waiting = [store.can_resume(kind) for kind in ("", "match")]
        with refused(number, for_good=for_good) as told:
            try:
                step(store, backup)
            except StoreError:
                pass
            else:
                session = store.saved_session()
                expected += foreign if step is bring_in else Counter()
                waiting = [store.can_resume(kind) for kind in ("", "match")]
        where = f"call {number}: {told.refused}"
        assert store.saved_session() is session, where
        if session is not None:
            before = len(session.journal.records())
            played(session, 2)
            assert session.trouble is None, where
            records = session.journal.records()
            assert len(records) == session.number - 1, where
            expected += Counter(records[before:])
        assert [store.can_resume(kind) for kind in ("", "match")] == waiting, where
        assert store.history().saved == expected.total(), where
        store.close()
        again = Store.open(folder)
        assert again.damage is None, where
        assert records_in(again) == expected, where
        assert session is None or same(again.saved_session(), session), where
        history = again.history()
        history.catch_up(1_000)
        assert history.count(Wanted()) == expected.total(), where
        again.close()
        return told.calls

    for number in share(range(1, trial(NEVER) + 1), 6):
        trial(number)


def test_what_is_brought_in_takes_no_table_that_was_left_for_later(tmp_path: Path) -> None:
    with_a_match_that_is_over(tmp_path / "saves")
    with_a_table(tmp_path / "other")
    other = Store.open(tmp_path / "other")
    backup = export_everything(other, SettingsStore.unsaved(), tmp_path / "all.jsonl", tmp_path)
    other.close()
    store = Store.open(tmp_path / "saves")
    bring_in(store, backup)
    session = store.saved_session()
    store.close()
    assert session is not None
    assert session.number == 3
    store = Store.open(tmp_path / "saves")
    assert same(store.saved_session(), session)
    store.close()


def test_an_import_by_command_that_fails_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, volume in (("saves", 11), ("other", 44)):
        folder = tmp_path / name
        with_a_table(folder)
        SettingsStore.open(folder).change(volume=volume)
        save_rules(NamedRules(f"Rules {name}", RuleSet(stake=3)), folder)
    Documents(tmp_path / "other").keep("rules-draft", "a draft")
    other = Store.open(tmp_path / "other")
    backup = export_everything(
        other, SettingsStore.open(tmp_path / "other"), tmp_path / "all.jsonl", tmp_path / "other"
    )
    other.close()

    before, after = (2, 11, ["Rules saves"]), (4, 44, ["Rules other", "Rules saves"])

    def trial(number: int) -> int:
        """Let that call fail, and return how many there were."""
        folder = tmp_path / str(number)
        copytree(tmp_path / "saves", folder)
        for variable in (DATA_VARIABLE, CONFIG_VARIABLE):
            monkeypatch.setenv(variable, str(folder))
        with watched(), refused(number) as told:
            status = main(["import", "--settings", str(backup)])
        assert status == ExitStatus.FINE or (status == ExitStatus.UNWRITABLE and told.refused)
        store = Store.open()
        look_after_rules()
        held = (
            records_in(store).total(),
            SettingsStore.open().settings.volume,
            sorted(named.name for named in OwnRules.in_folder().sets),
        )
        store.close()
        expected = after if status == ExitStatus.FINE else before
        assert held == expected, f"call {number}: {told.refused}"
        return told.calls

    for number in share(range(1, trial(NEVER) + 1), 20):
        trial(number)


@pytest.mark.parametrize("step", [resume, bring_in])
@pytest.mark.parametrize("size", [0, 1], ids=["zeroed", "cut"])
def test_a_database_spoilt_under_way_takes_no_hand_with_it(
    tmp_path: Path, size: int, step: Callable[[Store, Path], None]
) -> None:
    with_a_table(tmp_path / "other")
    other = Store.open(tmp_path / "other")
    backup = export_everything(other, SettingsStore.unsaved(), tmp_path / "all.jsonl", tmp_path)
    foreign = records_in(other) if step is bring_in else Counter()
    other.close()
    store = Store.open(tmp_path / "saves")
    played(store.start(replace(PLAN, seed_text="long")), 30)
    played(store.start(MATCH), 2)
    expected = records_in(store) + foreign
    store.close()
    store = Store.open(tmp_path / "saves")
    path = tmp_path / "saves" / FILE_NAME
    with path.open("r+b") as file:
        if size:
            file.truncate(path.stat().st_size // 2)
        else:
            file.write(bytes(path.stat().st_size))
    step(store, backup)
    session = store.saved_session()
    assert session is not None
    assert records_in(store) == expected
    played(session, 2)
    assert session.trouble is None
    store.close()
    store = Store.open(tmp_path / "saves")
    assert records_in(store).total() == expected.total() + 3
    assert same(store.saved_session(), session)
    store.close()
