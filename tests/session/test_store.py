"""The store: the next start goes on exactly there, and nothing damaged is used or thrown away."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import pytest

from game.files import StoreError
from game.play.journal import as_json
from game.play.ledger import Joining
from game.play.plan import NO_LABEL, Plan, Player, RulesLabel
from game.play.session import Session
from game.rules.naturals import Natural
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.saves import archive
from game.saves.archive import CHECK_NAME, HANDS_NAME, PLAY_NAME
from game.saves.database import FILE_NAME, VERSION, Database
from game.saves.line_file import LineFile
from game.saves.lock import LOCK_NAME, StoreBusyError
from game.saves.rows import DOCUMENT, STORE, Row
from game.saves.store import Store
from tests.session.players import FOUR, careless, patient, play_hands, play_one
from tests.shares import EVERY

PLAN = Plan(FOUR, RuleSet(stake=5), seed_text="store")


def left_in_mid_hand(folder: Path, hands: int = 3, moves: int = 7, plan: Plan = PLAN) -> Session:
    """A session that was played for some hands and some moves, its store closed."""
    store = Store.open(folder)
    session = store.start(plan)
    play_hands(session, [patient] * 4, hands)
    session.next_hand()
    for _ in range(moves):
        assert session.is_playing, "another seed is needed"
        play_one(session, [patient] * 4)
    assert session.is_playing
    store.close()
    return session


def same(one: Session | None, other: Session) -> bool:
    """Whether two sessions are at the same point in every respect that a player could tell."""
    if one is None or (one.hand is None) != (other.hand is None):
        return False
    if one.hand is not None and other.hand is not None:
        seats = range(one.hand.seats)
        if [one.view(seat) for seat in seats] != [other.view(seat) for seat in seats]:
            return False
    return (one.plan, one.standing, one.number, one.deal) == (
        other.plan,
        other.standing,
        other.number,
        other.deal,
    )


def reopened(folder: Path) -> tuple[Session | None, Store]:
    store = Store.open(folder)
    store.close()
    return store.saved_session(), store


def as_before(folder: Path) -> None:
    """Leave the saves as the first version did, which kept everything once."""
    for name in (HANDS_NAME, PLAY_NAME, CHECK_NAME):
        (folder / name).unlink()
    altered(
        folder, lambda save: save.execute("DELETE FROM journal WHERE kind IN ('store', 'seated')")
    )
    altered(folder, lambda save: save.execute("PRAGMA user_version = 1"))


def altered(folder: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        change(connection)
        connection.commit()


def test_a_hand_keeps_its_seal_and_so_does_the_next(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(FOUR))
    shown = session.sealed
    store.close()
    left, store = reopened(tmp_path)
    assert shown
    assert left
    assert left.sealed == shown
    store = Store.open(tmp_path)
    session = store.saved_session() or session
    while not session.is_playing:
        shown = session.sealed
        session.next_hand(word="jade")
    store.close()
    left, _store = reopened(tmp_path)
    assert left
    assert left.deal == session.deal
    assert left.deal
    assert left.deal.seal
    assert shown
    assert (left.deal.seal.fingerprint, left.deal.word) == (shown.fingerprint, "jade")


def test_the_first_start_finds_nothing_and_says_nothing(tmp_path: Path) -> None:
    session, store = reopened(tmp_path / "new" / "tonk")
    assert session is None
    assert store.damage is None


def test_the_environment_says_where(home: Path) -> None:
    Store.open().close()
    assert (home / "data" / FILE_NAME).exists()


@pytest.mark.parametrize("name", ["standard", "push_up", "washington_state", "chicago", "slap"])
def test_the_next_start_goes_on_in_mid_hand_exactly_there(tmp_path: Path, name: str) -> None:
    label = RulesLabel(f"my {name}", name, "As we play it.\nAlways.", (("rum", "out"),))
    plan = replace(PLAN, rules=preset(name), label=label)
    left = left_in_mid_hand(tmp_path, plan=plan)
    store = Store.open(tmp_path)
    session = store.saved_session()
    assert same(session, left)
    assert session is not None
    for each in (session, left):
        play_hands_to_end(each)
    assert session.record() == left.record()
    assert session.bankrolls == left.bankrolls
    store.close()


def play_hands_to_end(session: Session) -> None:
    while session.is_playing:
        play_one(session, [careless] * 4)


def test_a_session_left_before_its_first_deal_still_shows_the_cut(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    left = store.start(Plan(FOUR))
    store.close()
    session, _ = reopened(tmp_path)
    assert same(session, left)
    assert session is not None
    assert session.cut == left.cut


def test_a_session_left_after_a_settlement_shows_it_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    left = store.start(PLAN)
    play_hands(left, [careless] * 4, 3)
    store.close()
    session, _ = reopened(tmp_path)
    assert same(session, left)
    assert session is not None
    assert session.hand is not None
    assert session.hand.result is not None


def test_a_hand_that_naturals_ended_is_kept_too(tmp_path: Path) -> None:
    rules = RuleSet(naturals=(Natural.at_most(50, low_wins=True),))
    store = Store.open(tmp_path)
    left = store.start(replace(PLAN, rules=rules))
    left.next_hand()
    store.close()
    session, _ = reopened(tmp_path)
    assert same(session, left)
    assert session is not None
    assert len(session.bankrolls) == 4
    assert session.bankrolls != (100,) * 4


def test_pots_joiners_and_calls_are_kept(tmp_path: Path) -> None:
    rules = RuleSet(natural_bet="dealt", high_suit_bet="called")
    store = Store.open(tmp_path)
    left = store.start(replace(PLAN, rules=rules, length=90))
    left.next_hand(Joining((0, 1), "H", (1, 2)))
    play_hands_to_end(left)
    left.join(Player("Eve", "e"))
    left.call_big_one()
    store.close()
    between, _ = reopened(tmp_path)
    assert same(between, left)
    store = Store.open(tmp_path)
    left = store.saved_session() or left
    left.next_hand(Joining((4,), "D", (0, 4)))
    assert left.hand is not None
    assert left.hand.is_big_one
    store.close()
    session, _ = reopened(tmp_path)
    assert same(session, left)


def test_a_session_that_was_closed_is_not_offered_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(PLAN)
    play_hands(session, [careless] * 4, 2)
    assert store.saved_session() is session
    session.close()
    assert store.saved_session() is None
    store.close()
    assert reopened(tmp_path)[0] is None


def test_a_new_session_takes_the_place_of_the_old(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    store = Store.open(tmp_path)
    new = store.start(replace(PLAN, seed_text="another"))
    new.next_hand()
    store.close()
    store = Store.open(tmp_path)
    session = store.saved_session()
    assert same(session, new)
    assert session is not None
    assert session.history() == ()
    store.close()


def test_the_records_of_all_hands_are_kept(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path, hands=6)
    store = Store.open(tmp_path)
    session = store.saved_session()
    assert session is not None
    assert len(session.history()) == 6
    assert session.history()[-1].seats == left.names
    store.close()


def test_an_unsaved_store_touches_no_file(home: Path) -> None:
    store = Store.unsaved()
    session = store.start(PLAN)
    play_hands(session, [careless] * 4, 2)
    assert store.saved_session() is session
    assert len(session.history()) == 2
    store.close()
    assert not (home / "data").exists()


def test_a_name_of_odd_characters_is_kept(tmp_path: Path) -> None:
    players = (Player("Zoë \ud800 花\n"), *FOUR[1:])
    left = left_in_mid_hand(tmp_path, plan=replace(PLAN, players=players))
    assert same(reopened(tmp_path)[0], left)


# What the folder may do to us.


def test_a_second_tonk_is_told_that_the_first_is_open(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with pytest.raises(StoreBusyError, match="in use by another Tonk") as caught:
        Store.open(tmp_path)
    assert caught.value.path == tmp_path
    assert caught.value.holder is not None
    assert caught.value.holder.process == os.getpid()
    store.close()
    Store.open(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "file" / "tonk")
    assert str(tmp_path / "file" / "tonk") in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [FILE_NAME, HANDS_NAME, PLAY_NAME, CHECK_NAME, LOCK_NAME])
def test_what_is_no_file_is_set_aside_and_play_is_saved_at_once(tmp_path: Path, name: str) -> None:
    left = left_in_mid_hand(tmp_path)
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    session, store = reopened(tmp_path)
    assert same(session, left)
    assert store.damage is None or "\n" not in str(store.damage)
    assert any(path.is_dir() for path in tmp_path.glob("*damaged*"))
    assert reopened(tmp_path)[1].damage is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
@pytest.mark.parametrize("name", [FILE_NAME, HANDS_NAME, PLAY_NAME, CHECK_NAME, LOCK_NAME])
def test_a_pipe_in_place_of_a_file_blocks_nothing(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    left = left_in_mid_hand(tmp_path)
    assert same(reopened(tmp_path)[0], left)
    assert any(path.is_fifo() for path in tmp_path.glob("*damaged*"))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        if _can_write(tmp_path):
            pytest.skip("this user may write everywhere")
        with pytest.raises(StoreError, match=str(tmp_path)):
            Store.open(tmp_path)
    finally:
        tmp_path.chmod(0o700)


def _can_write(folder: Path) -> bool:
    try:
        (folder / "probe").touch()
    except OSError:
        return False
    return True


def test_a_save_of_a_newer_tonk_is_left_alone(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path)
    altered(tmp_path, _of_version(VERSION + 1))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(StoreError, match="written by a newer Tonk") as caught:
        Store.open(tmp_path)
    assert "\n" not in str(caught.value)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    altered(tmp_path, _of_version(VERSION))
    assert same(reopened(tmp_path)[0], left)


def _of_version(number: int) -> Callable[[sqlite3.Connection], object]:
    """As the Tonk of a version leaves its saves."""
    head = Row(0, 0, STORE, number, "of the future")

    def change(save: sqlite3.Connection) -> None:
        save.execute(f"PRAGMA user_version = {number}")
        save.execute("DELETE FROM journal WHERE kind = 'store'")
        values = (*head.key, head.body, head.digest)
        save.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", values)

    return change


def test_lines_of_a_newer_tonk_are_left_alone(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    newer = Row(0, 0, "store", VERSION + 1, "of the future")
    (tmp_path / HANDS_NAME).write_bytes(newer.line())
    with pytest.raises(StoreError, match=f"{HANDS_NAME}: was written by a newer Tonk"):
        Store.open(tmp_path)
    assert (tmp_path / HANDS_NAME).read_bytes() == newer.line()


def of_a_later_rule(plan: str) -> str:
    """A plan as a later version saves it, which has one more rule."""
    held = json.loads(plan)
    held["rules"]["later_rule"] = True
    return json.dumps(held, separators=(",", ":"))


def changed(folder: Path, change: Callable[[Row], Row]) -> None:
    """Change rows of the saves."""
    with closing(archive.Archive(folder, lambda _rows: True, lambda: None)) as files:
        rows = list(map(change, files.everything()))
        for row in rows:
            if row.is_document:
                files.note_document(row.kind.removeprefix(DOCUMENT), row.body)
        files.replace(rows)


def test_a_table_with_a_rule_of_a_newer_tonk_is_left_alone(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path)
    plans: dict[str, str] = {}

    def made_later(row: Row) -> Row:
        if row.kind != "plan":
            return row
        plans[of_a_later_rule(row.body)] = row.body
        return replace(row, body=of_a_later_rule(row.body))

    changed(tmp_path, made_later)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(StoreError, match="written by a newer Tonk"):
        Store.open(tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    changed(tmp_path, lambda row: replace(row, body=plans.get(row.body, row.body)))
    assert same(reopened(tmp_path)[0], left)


def test_a_table_left_with_a_rule_of_a_newer_tonk_is_left_alone(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        match = Plan((Player("Ann"), Player("Bob", "b")), length=10, occasion="season 1 1 abc")
        session = store.start(match)
        play_hands(session, [careless] * 2, 2)
        store.start(replace(match, occasion="", length=None))

    def made_later(row: Row) -> Row:
        if row.kind == "plan" and "season" in row.body:
            return replace(row, body=of_a_later_rule(row.body))
        if row.is_document and "season" in row.kind:
            plan, *others = json.loads(row.body)
            return replace(row, body=json.dumps([of_a_later_rule(plan), *others]))
        return row

    changed(tmp_path, made_later)
    for _time in range(2):
        with closing(Store.open(tmp_path)) as store:
            assert store.can_resume("season")
            with pytest.raises(StoreError, match="written by a newer Tonk"):
                store.resume("season")


@pytest.mark.parametrize("number", [-1, 2**63, 2**70])
def test_a_line_with_a_number_that_no_database_holds_is_told_and_left_out(
    tmp_path: Path, number: int
) -> None:
    left = left_in_mid_hand(tmp_path)
    rows = Row(number, 1, "record", 0, "{}"), Row(1, number, "record", 0, "{}")
    with (tmp_path / HANDS_NAME).open("ab") as file:
        file.writelines(map(Row.line, rows))
    session, store = reopened(tmp_path)
    assert same(session, left)
    assert store.damage is not None
    assert "2 of its lines were altered" in store.damage.why
    assert reopened(tmp_path)[1].damage is None


def test_one_flipped_bit_does_not_make_a_save_that_of_a_newer_tonk(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path)
    data = bytearray((tmp_path / FILE_NAME).read_bytes())
    data[60] ^= 1
    (tmp_path / FILE_NAME).write_bytes(data)
    session, store = reopened(tmp_path)
    assert same(session, left)
    assert store.damage is not None


# Damage.


def test_a_file_that_is_no_save_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"certainly no database" * 100)
    session, store = reopened(tmp_path)
    assert session is None
    assert store.damage is not None
    kept = store.damage.kept
    assert kept == tmp_path / "tonk-damaged-1.db"
    assert kept.read_bytes() == b"certainly no database" * 100
    assert not store.damage.rescued
    assert "\n" not in str(store.damage)
    assert reopened(tmp_path)[1].damage is None


def test_another_programs_database_is_set_aside(tmp_path: Path) -> None:
    altered(tmp_path, lambda other: other.execute("CREATE TABLE recipes (name TEXT)"))
    _, store = reopened(tmp_path)
    assert store.damage is not None
    assert store.damage.why == f"{FILE_NAME}: it is not a save of Tonk"


@pytest.mark.parametrize("size", [100, 4095, 4096, 4097, 8191])
@pytest.mark.parametrize("others", ["there", "gone"])
def test_saves_that_were_cut_off_before_anything_was_played_are_begun_anew_without_a_word(
    tmp_path: Path, size: int, others: str
) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes()[:size])
    for name in (CHECK_NAME, *((HANDS_NAME, PLAY_NAME) if others == "gone" else ())):
        (tmp_path / name).unlink()
    store = Store.open(tmp_path)
    assert store.damage is None
    session = store.start(PLAN)
    session.next_hand()
    store.close()
    assert list(tmp_path.glob("*damaged*")) == []
    assert same(reopened(tmp_path)[0], session)


@pytest.mark.parametrize("size", [100, 4096, 8192])
def test_saves_that_held_hands_and_were_cut_as_short_are_damaged(tmp_path: Path, size: int) -> None:
    left_in_mid_hand(tmp_path, hands=12)
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes()[:size])
    for name in (HANDS_NAME, PLAY_NAME):
        (tmp_path / name).unlink()
    store = Store.open(tmp_path)
    assert store.damage is not None
    assert store.damage.kept is not None
    store.close()


def test_damage_after_damage_gets_a_name_of_its_own(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        (tmp_path / FILE_NAME).write_text(f"nonsense {number}")
        assert reopened(tmp_path)[1].damage is not None
    for number in (1, 2, 3):
        assert (tmp_path / f"tonk-damaged-{number}.db").read_text() == f"nonsense {number}"


def test_a_save_cut_off_anywhere_never_stops_the_game(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    left = left_in_mid_hand(whole, hands=20)
    data = (whole / FILE_NAME).read_bytes()
    dice = Random(1)
    noticed = 0
    times = 25 if EVERY else 10
    for number in range(times):
        folder = tmp_path / str(number)
        folder.mkdir()
        size = dice.randrange(1, len(data))
        (folder / FILE_NAME).write_bytes(data[:size])
        session, store = reopened(folder)
        if store.damage is None or store.damage.kept is None:
            assert same(session, left), size  # only empty space was lost
            continue
        noticed += 1
        assert store.damage.kept is not None
        assert store.damage.kept.read_bytes() == data[:size]
        assert session is None or session.number <= left.number
        assert reopened(folder)[1].damage is None
    assert noticed > 0.6 * times


def test_bytes_altered_anywhere_are_noticed_or_do_no_harm(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    left = left_in_mid_hand(whole, hands=4)
    data = (whole / FILE_NAME).read_bytes()
    dice = Random(2)
    noticed = 0
    for number in range(60 if EVERY else 20):
        folder = tmp_path / str(number)
        folder.mkdir()
        place = dice.randrange(len(data))
        spoilt = bytearray(data)
        spoilt[place] ^= 1 << dice.randrange(8)
        (folder / FILE_NAME).write_bytes(spoilt)
        for name in (HANDS_NAME, PLAY_NAME, CHECK_NAME):
            copyfile(whole / name, folder / name)
        session, store = reopened(folder)
        assert same(session, left), place
        noticed += store.damage is not None
        if store.damage is not None and store.damage.kept is not None:
            assert store.damage.kept.read_bytes() == bytes(spoilt)
    assert noticed


def test_after_a_crash_a_torn_end_of_the_database_costs_nothing(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "crashed")
    session = store.start(PLAN)
    play_hands(session, [patient] * 4, 3)
    session.next_hand()
    for _ in range(20):
        play_one(session, [patient] * 4)
    dice = Random(3)
    beside = f"{FILE_NAME}-wal"
    whole = (tmp_path / "crashed" / beside).read_bytes()
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in (FILE_NAME, HANDS_NAME, PLAY_NAME):
            copyfile(tmp_path / "crashed" / name, folder / name)
        (folder / beside).write_bytes(whole[: dice.randrange(len(whole))])
        assert same(reopened(folder)[0], session)
    store.close()


def _spoil(where: str) -> Callable[[sqlite3.Connection], object]:
    return lambda save: save.execute(
        f"UPDATE journal SET body = replace(body, '0', '1') WHERE {where}"
    )


def test_an_altered_hand_is_set_aside_and_the_session_goes_on_without_it(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path, hands=5)
    as_before(tmp_path)
    altered(tmp_path, _spoil("kind = 'deal'"))
    session, store = reopened(tmp_path)
    assert store.damage is not None
    assert store.damage.rescued
    assert store.damage.records == 5
    assert session is not None
    assert session.hand is None
    assert session.number == 5
    assert session.standing == left.standing


def test_altered_accounts_are_not_believed(tmp_path: Path) -> None:
    before = left_in_mid_hand(tmp_path / "shorter", hands=4).standing
    left_in_mid_hand(tmp_path, hands=5)
    as_before(tmp_path)
    altered(tmp_path, _spoil("kind = 'standing' AND hand = 5"))
    altered(tmp_path, lambda save: save.execute("DELETE FROM journal WHERE hand = 6"))
    session, store = reopened(tmp_path)
    assert store.damage is not None
    assert "altered" in store.damage.why
    assert session is not None
    assert session.number == 5
    assert session.standing == before


def test_without_its_plan_there_is_no_session_but_the_records_stay(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path, hands=5)
    as_before(tmp_path)
    altered(tmp_path, _spoil("kind = 'plan'"))
    session, store = reopened(tmp_path)
    assert session is None
    assert store.damage is not None
    assert store.damage.records == 5
    assert not store.damage.rescued


def _forged(
    kind: str, hand: int, ordinal: int, body: str
) -> Callable[[sqlite3.Connection], object]:
    """A line that says something else under a digest that fits it."""
    row = Row(1, hand, kind, ordinal, body)
    return lambda save: save.execute(
        "UPDATE journal SET body = ?, digest = ? WHERE kind = ? AND hand = ? AND ordinal = ?",
        (body, row.digest, kind, hand, ordinal),
    )


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (_forged("move", 4, 3, "0 stop"), "the stock still holds cards"),
        (_forged("move", 4, 1, "5 drop"), "there is no such seat"),
        (_forged("move", 4, 2, "fold"), "fold"),
        (_forged("deal", 4, 0, "{}"), "number is missing"),
        (_forged("deal", 4, 0, "nonsense"), "expecting value"),
        (_forged("standing", 3, 0, "[]"), "dict expected"),
        (_forged("plan", 0, 0, '{"players":[],"rules":[]}'), "dict expected"),
    ],
)
def test_a_journal_that_the_rules_refuse_is_set_aside(
    tmp_path: Path, forged: Callable[[sqlite3.Connection], object], why: str
) -> None:
    left_in_mid_hand(tmp_path)
    as_before(tmp_path)
    altered(tmp_path, forged)
    _, store = reopened(tmp_path)
    assert store.damage is not None
    assert why in store.damage.why
    assert not store.damage.is_whole
    assert (tmp_path / "tonk-damaged-1.db").exists()
    assert reopened(tmp_path)[1].damage is None


def test_a_move_that_is_missing_is_noticed(tmp_path: Path) -> None:
    left_in_mid_hand(tmp_path)
    as_before(tmp_path)
    altered(tmp_path, lambda save: save.execute("DELETE FROM journal WHERE ordinal = 3"))
    _, store = reopened(tmp_path)
    assert store.damage is not None
    assert store.damage.why == "a move is missing from its journal"


def test_a_deck_with_a_card_twice_is_not_dealt(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path)
    assert left.deal is not None
    twice = replace(left.deal, deck=(left.deal.deck[0], *left.deal.deck[:-1]))
    as_before(tmp_path)
    altered(tmp_path, _forged("deal", 4, 0, as_json(twice)))
    _, store = reopened(tmp_path)
    assert store.damage is not None
    assert store.damage.why == "the deck is not the pack of the rules"


@pytest.mark.parametrize("body", ["nonsense", "[1, 2]", "[" * 100_000], ids=["text", "no", "deep"])
def test_players_that_cannot_be_read_stop_neither_the_game_nor_the_statistics(
    tmp_path: Path, body: str
) -> None:
    store = Store.open(tmp_path)
    session = store.start(PLAN)
    play_hands(session, [careless] * 4, 1)
    session.change_opponents(tuple(Player(name, "master") for name in ("Zoe", "Yan", "Xi")))
    play_hands(session, [careless] * 4, 2)
    store.close()
    for name in (HANDS_NAME, PLAY_NAME, CHECK_NAME):
        (tmp_path / name).unlink()
    altered(tmp_path, _forged("seated", 1, 1, body))
    again, store = reopened(tmp_path)
    assert again is not None
    assert again.played == 3
    store = Store.open(tmp_path)
    history = store.history()
    assert history.catch_up(100)
    assert len(history.hands_of(1)) == 3
    store.close()


def test_a_session_of_before_has_rules_without_a_name(tmp_path: Path) -> None:
    left = left_in_mid_hand(tmp_path)
    before = json.loads(as_json(left.plan))
    del before["label"]
    as_before(tmp_path)
    altered(tmp_path, _forged("plan", 0, 0, json.dumps(before)))
    session, store = reopened(tmp_path)
    assert store.damage is None
    assert session is not None
    assert session.plan == replace(left.plan, label=NO_LABEL)


# While playing.

IN_USE = "Windows lets nobody remove a file that is open"


def _played_to_the_end(session: Session, hands: int = 2) -> None:
    play_hands(session, [careless] * 4, hands)


@pytest.mark.skipif(os.name == "nt", reason=IN_USE)
def test_a_folder_removed_under_way_is_made_again_with_all_that_it_held(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    left_in_mid_hand(folder, hands=4)
    store = Store.open(folder)
    session = store.saved_session()
    assert session is not None
    shutil.rmtree(folder)
    _played_to_the_end(session)
    assert session.trouble is None
    assert session.was_renewed
    store.close()
    again, opened = reopened(folder)
    assert same(again, session)
    assert opened.damage is None
    assert len(session.plan.players) == 4


@pytest.mark.parametrize("name", [HANDS_NAME, PLAY_NAME, FILE_NAME])
def test_begun_while_one_place_takes_nothing_a_session_is_whole_in_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Each try writes anew what is missing there, and drops nothing that is here already."""

    def full(_self: object, _rows: object, _forget: object = None) -> bool:
        raise StoreError(tmp_path / name, "No space left on device")

    folder, killed = tmp_path / "saves", tmp_path / "killed"
    store = Store.open(folder)
    if name == FILE_NAME:
        monkeypatch.setattr(Database, "write", full)
    else:
        monkeypatch.setattr(LineFile, "append", full)
    session = store.start(PLAN)
    session.next_hand()
    for _ in range(5):
        play_one(session, [patient] * 4)
    assert session.trouble is not None
    shutil.copytree(folder, killed)
    monkeypatch.undo()
    store.close()
    for place in (folder, killed):
        kept, _opened = reopened(place)
        assert same(kept, session)
        assert list(place.glob("*damaged*")) == []


@pytest.mark.skipif(os.name == "nt", reason=IN_USE)
def test_what_cannot_be_written_is_written_when_it_can_be(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    left_in_mid_hand(folder, hands=4)
    store = Store.open(folder)
    session = store.saved_session()
    assert session is not None
    shutil.rmtree(folder)
    folder.write_text("in the way")
    _played_to_the_end(session)
    assert session.trouble is not None
    assert "\n" not in str(session.trouble)
    folder.unlink()
    session.write_again()
    assert str(session.trouble) == "None"
    store.close()
    again, opened = reopened(folder)
    assert same(again, session)
    assert opened.damage is None


@pytest.mark.parametrize("name", [FILE_NAME, HANDS_NAME, PLAY_NAME])
@pytest.mark.parametrize("how", ["removed", "zeroed", "cut"])
def test_a_file_spoilt_under_way_costs_nothing(tmp_path: Path, name: str, how: str) -> None:
    if os.name == "nt" and (how, name) == ("removed", FILE_NAME):
        pytest.skip(IN_USE)
    left_in_mid_hand(tmp_path, hands=4)
    store = Store.open(tmp_path)
    session = store.saved_session()
    assert session is not None
    path = tmp_path / name
    match how:
        case "removed":
            path.unlink()
        case "zeroed":
            with path.open("r+b") as file:
                file.write(bytes(path.stat().st_size))
        case _:
            with path.open("r+b") as file:
                file.truncate(path.stat().st_size // 2)
    _played_to_the_end(session, 3)
    assert session.trouble is None
    store.close()
    opened = Store.open(tmp_path)
    again = opened.saved_session()
    assert same(again, session)
    assert again is not None
    assert len(again.history()) == again.number
    opened.close()
    assert opened.damage is None or opened.damage.is_whole
    assert reopened(tmp_path)[1].damage is None


def test_a_start_that_cannot_mend_keeps_what_only_the_spoilt_file_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = left_in_mid_hand(tmp_path / "own")
    left_in_mid_hand(tmp_path / "other", hands=2, plan=replace(PLAN, seed_text="other"))
    copyfile(tmp_path / "other" / FILE_NAME, tmp_path / "own" / FILE_NAME)

    def full(database: Database, _rows: object) -> None:
        raise StoreError(database.path, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "replace", full)
        with pytest.raises(StoreError, match="No space left"):
            Store.open(tmp_path / "own")
    session, store = reopened(tmp_path / "own")
    assert same(session, left)
    assert store.damage is not None
    assert store.damage.records == 5


def test_a_database_mixed_with_that_of_another_store_is_set_aside(tmp_path: Path) -> None:
    """As where a database was changed for another one's, and its own log is laid over it."""
    left = left_in_mid_hand(tmp_path / "own")
    left_in_mid_hand(tmp_path / "other", plan=replace(PLAN, seed_text="other"))
    database = Database(tmp_path / "other" / FILE_NAME)
    strange = database.records(1)[1]
    database.close()
    database = Database(tmp_path / "own" / FILE_NAME)
    before = [row.body for row in database.records(1)]
    database.write([strange])
    database.close()
    store = Store.open(tmp_path / "own")
    kept = store.saved_session()
    assert same(kept, left)
    assert kept is not None
    assert [record.to_json() for record in kept.history()] == before
    assert store.damage is not None
    assert (store.damage.is_whole, store.damage.records) == (True, 4)
    assert strange.body in [row.body for row in store.everything()]
    store.close()


def with_earlier_hands(folder: Path, since: int) -> None:
    """Saves whose file of hands is of before the last few; a new session has begun since."""
    with closing(Store.open(folder)) as store:
        play_hands(store.start(PLAN), [patient] * 4, 2)
    copyfile(folder / HANDS_NAME, folder / "earlier")
    with closing(Store.open(folder)) as store:
        session = store.saved_session()
        assert session is not None
        play_hands(session, [patient] * 4, since)
        store.start(PLAN)
    (folder / "earlier").replace(folder / HANDS_NAME)


@pytest.mark.parametrize(("since", "is_told"), [(1, False), (2, True)])
def test_one_hand_that_a_file_lacks_is_the_trace_of_a_killed_program(
    tmp_path: Path, since: int, *, is_told: bool
) -> None:
    with_earlier_hands(tmp_path, since)
    store = reopened(tmp_path)[1]
    assert (store.damage is not None) is is_told
    assert store.damage is None or store.damage.records == 4


@pytest.mark.parametrize(
    ("zeroed", "is_whole", "records"),
    [
        ((), True, 4),
        ((FILE_NAME,), False, 2),  # the two latest hands were in it alone
        ((PLAY_NAME,), True, 4),
    ],
)
def test_hands_that_no_file_holds_any_more_are_told_to_be_missing(
    tmp_path: Path, zeroed: Sequence[str], records: int, *, is_whole: bool
) -> None:
    with_earlier_hands(tmp_path, 2)
    for name in zeroed:
        (tmp_path / name).write_bytes(bytes((tmp_path / name).stat().st_size))
    damage = reopened(tmp_path)[1].damage
    assert damage is not None
    assert (damage.is_whole, damage.records) == (is_whole, records)


def altered_within(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[data.index(b'"record"')] ^= 1
    path.write_bytes(data)


def torn(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b'"record"')])


@pytest.mark.parametrize(
    ("harmed", "is_alone", "is_whole", "records"),
    [
        (altered_within, True, True, 5),
        (altered_within, False, False, 4),  # the first hand of an earlier session is lost
        (torn, False, False, 4),  # the last hand of the session to resume
    ],
)
def test_hands_that_nobody_counted_are_not_said_to_be_all_there_once_two_files_are_damaged(
    tmp_path: Path, harmed: Callable[[Path], None], records: int, *, is_alone: bool, is_whole: bool
) -> None:
    plan = replace(PLAN, rules=RuleSet(naturals=()))  # so that no hand ends at the deal
    with closing(Store.open(tmp_path)) as store:
        for _ in range(2):
            play_hands(store.start(plan), [patient] * 4, 1)
        session = store.start(plan)
        play_hands(session, [patient] * 4, 3)
        session.next_hand()
        session.give_up()
        session.next_hand()
    (tmp_path / CHECK_NAME).unlink()  # which says how many hands there were
    harmed(tmp_path / HANDS_NAME)
    if not is_alone:
        (tmp_path / FILE_NAME).write_bytes(bytes((tmp_path / FILE_NAME).stat().st_size))
    resumed, store = reopened(tmp_path)
    assert resumed is not None
    assert (resumed.number, resumed.played) == (5, 4)
    assert store.damage is not None
    assert (store.damage.is_whole, store.damage.records) == (is_whole, records)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Store, sqlite3.Connection]]:
    """Open saves, with the connection to their database: through it they can be damaged."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noting(*given: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 - as connect
        made.append(connect(*given, **named))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", noting)
        store = Store.open(folder)
    with closing(store):
        yield store, made[-1]


def killed_after_statistics(folder: Path, to: Path, besides: str = "SELECT 1") -> Sequence[Row]:
    """Copy saves whose statistics were just counted, as a killed program leaves them; the rows."""
    left_in_mid_hand(folder)
    with opened(folder) as (store, database):
        rows = store.everything()
        store.history().catch_up()
        database.execute(besides)
        shutil.copytree(folder, to)
    return rows


def test_a_program_killed_after_it_had_only_counted_left_all_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is merged: with 50,000 hands that would take a while."""
    rows = killed_after_statistics(tmp_path / "saves", tmp_path / "copy")
    for _start in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(archive, "merged", None)
            store = Store.open(tmp_path / "copy")
        assert store.damage is None
        assert set(store.everything()) == set(rows)
        assert store.history().tally().hands == 3
        store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM journal WHERE kind = 'record' AND hand = 2",
        "UPDATE journal SET body = replace(body, '0', '1') WHERE kind = 'record' AND hand = 2",
        "UPDATE journal SET hand = 7 WHERE kind = 'record' AND hand = 2",
    ],
)
def test_what_was_damaged_before_a_kill_comes_back(tmp_path: Path, damage: str) -> None:
    rows = killed_after_statistics(tmp_path / "saves", tmp_path / "copy", damage)
    with closing(Store.open(tmp_path / "copy")) as store:
        assert {row for row in store.everything() if row.is_told} == {
            row for row in rows if row.is_told
        }


def test_a_log_of_another_history_is_not_taken_for_the_own(tmp_path: Path) -> None:
    """Both have equally many hands."""
    left_in_mid_hand(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "other")
    hands = set()
    for name, chooser in (("one", careless), ("other", patient)):
        with closing(Store.open(tmp_path / name)) as store:
            session = store.saved_session()
            assert session is not None
            play_hands(session, [chooser] * 4, 1)
            hands |= {row.body for row in store.everything() if row.kind == "record"}
        with closing(Store.open(tmp_path / name)) as store:
            store.history().catch_up()
            shutil.copytree(tmp_path / name, tmp_path / f"{name} killed")
    for suffix in ("", "-wal"):
        there = tmp_path / "other killed" / f"{FILE_NAME}{suffix}"
        copyfile(there, tmp_path / "one killed" / there.name)
    with closing(Store.open(tmp_path / "one killed")) as store:
        assert {row.body for row in store.everything() if row.kind == "record"} == hands
