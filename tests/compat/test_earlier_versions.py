"""Files written by the program as it was at commit 6b45b0a open today, and hold what they held.

``files/`` is what that version left on the disk: settings, own rule sets, a draft, saves, and
records. ``expected.json`` is what it found in them itself, by the functions of this module.
"""

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from game.cli import main
from game.play.session import Session
from game.rule_files import OwnRules
from game.rules.actions import DRAW, Action, Discard, Slap
from game.rules.presets import rules_from_earlier_mapping, spelled_out
from game.rules.ruleset import values_to_plain
from game.rules.view import SeatView
from game.saves.database import FILE_NAME
from game.saves.hand_files import OpenedHands
from game.saves.history import History, Wanted
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.ui.rulesets.draft import left_drafts
from tests.session.players import play_hands, play_out

FILES: Final = Path(__file__).with_name("files")
EXPECTED: Final = Path(__file__).with_name("expected.json")
SAVES: Final = {
    "evening": "seven sessions, the last one in the middle of a hand with side pots and a big one",
    "race": "a killed program's, while a discard can be slapped",
    "polite": "the same where the next seat is asked first",
    "laststock": "the same after the last discard of a hand",
    "between": "a push-up session between two hands",
}


def unpacked(name: str, folder: Path) -> Path:
    """A folder with one of the saves in it, as the program of then left it."""
    folder.mkdir(exist_ok=True)
    for suffix in ("", "-wal"):
        packed = FILES / f"{name}.db{suffix}.gz"
        if packed.exists():
            (folder / f"{FILE_NAME}{suffix}").write_bytes(gzip.decompress(packed.read_bytes()))
    return folder


def plain(view: SeatView, _seed: int) -> Action:
    """Draws, and throws what the seat has drawn or was dealt first; never takes, hits or slaps."""
    if DRAW in view.legal:
        return DRAW
    discards = [action for action in view.legal if isinstance(action, Discard)]
    rest = [action for action in view.legal if not isinstance(action, Slap)]
    return min(discards, key=lambda discard: discard.card) if discards else rest[-1]


def session_found(session: Session | None) -> dict[str, Any]:
    """All of a session that its players could tell, and how it goes on."""
    assert session is not None
    found: dict[str, Any] = {
        "plan": plan_found(session),
        "players": [[player.name, player.level] for player in session.players],
        "dealer": session.dealer,
        "number": session.number,
        "ledger": asdict(session.standing.ledger),
        "big one called": session.standing.big_called,
        "earlier hands": len(session.history()),
    }
    if session.hand is not None:
        hand = session.hand
        found["so far"] = session.record().to_json()
        found["hands"] = [hand.cards_of(seat) for seat in range(hand.seats)]
        found["pile"], found["stock"] = hand.pile, hand.stock_size
        found["may slap"] = hand.slappers()
    play_out(session, [plain] * len(session.players))
    if session.hand is not None:
        found["in the end"] = session.record().to_json()
    play_hands(session, [plain] * len(session.players), 1)
    found["next hand"] = session.record().to_json() if session.plan.seed_text else ""
    found["ledger then"] = asdict(session.standing.ledger)
    return found


def plan_found(session: Session) -> dict[str, Any]:
    plan = session.plan
    return {
        "players": [[player.name, player.level] for player in plan.players],
        "rules": values_to_plain(plan.rules.differences(type(plan.rules)())),
        "seed": plan.seed_text,
        "cut": plan.cut_seed,
        "length": plan.length,
        "label": asdict(plan.label),
    }


def history_found(history: History) -> dict[str, Any]:
    """The list of played hands, what statistics say of them, and whether every record is right."""
    history.catch_up(1_000_000)
    page = history.page(Wanted(), 0, 1000)
    tally = history.tally()
    return {
        "hands": [
            [
                each.session,
                each.hand,
                history.rules(each.rules).called,
                [[player.name, player.level] for player in each.players],
                each.me,
                each.ending,
                each.winners,
                each.dropper,
                each.won,
                each.points,
                each.ended,
            ]
            for each in page
        ],
        "records": [history.record(each.session, each.hand).to_json() for each in page[::5]],
        "curve": tally.curve,
        "all": asdict(tally.total()),
        "endings": [[ending, asdict(line)] for ending, line in tally.by_ending()],
        "opponents": [[player.name, asdict(line)] for player, line in tally.by_opponent()],
    }


def rules_found(folder: Path) -> dict[str, Any]:
    """The player's own rule sets, what is wrong with one of them, and the draft."""
    own = OwnRules.in_folder(folder)
    (draft,) = left_drafts(folder)
    return {
        "sets": [
            [named.name, named.base, named.note, named.words, values_to_plain(named.overrides)]
            for named in own.sets
        ],
        "complaints": [str(error.why) for error in own.complaints],
        "draft": [draft.name, draft.replaces, draft.base, draft.note, draft.words],
        "changed": draft.changed_keys(),
        "refused": sorted(draft.refused()),
    }


def save_found(folder: Path) -> dict[str, Any]:
    """What a save holds."""
    store = Store.open(folder)
    assert store.damage is None
    try:
        history = history_found(store.history())
        return {"session": session_found(store.saved_session()), "history": history}
    finally:
        store.close()


def expected(what: str) -> object:
    return with_keys(json.loads(EXPECTED.read_text("utf-8"))[what])


def as_json(found: object) -> object:
    return with_keys(json.loads(json.dumps(found)))


def with_keys(found: object) -> object:
    """What was found, with each record in place of its text: by its rules, not by their name."""
    match found:
        case dict():
            return {key: with_keys(value) for key, value in found.items()}
        case list():
            return [with_keys(value) for value in found]
        case str() if found.startswith('{"format"'):
            record = json.loads(found)
            rules = spelled_out(rules_from_earlier_mapping(record["rules"]))
            return {**record, "rules": rules, "rules_name": ""}
        case _:
            return found


def test_every_setting_is_as_it_was_chosen(tmp_path: Path) -> None:
    copied = shutil.copytree(FILES / "config", tmp_path / "config")
    store = SettingsStore.open(copied)
    before = json.loads((FILES / "config" / "settings.json").read_text("utf-8"))
    assert store.loaded.complaints == ()
    assert store.loaded.later == {}
    held = json.loads(store.settings.text())
    assert {key: held[key] for key in before} == before
    store.change(volume=36)
    after = json.loads((copied / "settings.json").read_text("utf-8"))
    assert {key: after[key] for key in before} == before | {"volume": 36}


def test_own_rule_sets_and_the_draft_are_there(tmp_path: Path) -> None:
    copied = shutil.copytree(FILES / "config", tmp_path / "config")
    assert as_json(rules_found(copied)) == expected("rules")


@pytest.mark.parametrize("name", SAVES)
def test_a_save_holds_its_session_and_every_played_hand(tmp_path: Path, name: str) -> None:
    assert as_json(save_found(unpacked(name, tmp_path))) == expected(name)


@pytest.mark.parametrize("name", SAVES)
def test_doctor_does_not_call_such_a_save_damaged(
    home: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    unpacked(name, home / "data")
    assert main(["doctor"]) == 0
    assert "of an earlier version; Tonk converts them" in capsys.readouterr().out


def test_the_hands_are_counted_alike_when_they_are_counted_anew(tmp_path: Path) -> None:
    unpacked("evening", tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as save:
        for table in ("TABLE played", "TABLE played_texts", "INDEX played_records"):
            save.execute(f"DROP {table}")
        save.commit()
    assert as_json(save_found(tmp_path)) == expected("evening")


def test_every_record_of_then_is_a_right_record_today(capsys: pytest.CaptureFixture[str]) -> None:
    files = [*sorted((FILES / "data" / "hands").iterdir()), FILES / "records.tonk.jsonl"]
    for file in files:
        opened = OpenedHands.open(file)
        assert (opened.trouble, opened.status) == ("", 0)
        lines = file.read_text("utf-8").splitlines()
        assert as_json([record.to_json() for record in opened.hands]) == as_json(lines)
    assert main(["replay", "--json", *map(str, files)]) == 0
    results = [json.loads(line)["result"] for line in capsys.readouterr().out.splitlines()]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert results == [json.loads(line)["result"] for line in lines]
