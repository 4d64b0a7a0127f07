"""Practice: taken back, played again, from any seat, kept apart from everything else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ai.coach.evaluator import finished
from ai.coach.hand_review import review
from game.features.study.practice.setup import SetUp, cards_in
from game.play.plan import Plan, Player
from game.play.practice import Practice, players_of
from game.play.session import Session
from game.rules.presets import preset
from game.rules.record import HandRecord, RecordError, read_json, read_played, replay
from game.rules.verifying import Order, verify_record
from game.saves.store import Store
from tests.session.players import careless, eager, play_one

THREE = (Player("You"), Player("Bob", "b"), Player("Cyd", "c"))


class Table:
    """A practice that is played on as the table plays it."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.session = practice.session(self._noted)

    def _noted(self, move: str) -> None:
        self.practice = self.practice.with_move(move)

    def play(self, decisions: int = 1_000) -> Table:
        while decisions and self.session.is_playing:
            play_one(self.session, [eager, careless, eager])
            decisions -= 1
        return self


def numbered(number: int = 12, rules: str = "standard") -> Practice:
    return Practice.numbered(preset(rules), THREE, number)


def a_record(practice: bool = False) -> HandRecord:
    return replace(Table(numbered(7)).play().session.record(), practice=practice, note=None)


@pytest.mark.parametrize("rules", ["standard", "rushville", "chicago", "push_up"])
def test_all_is_taken_back_and_done_again(rules: str) -> None:
    table = Table(numbered(rules=rules)).play()
    end = table.practice
    back = end
    steps = 0
    while back.may_undo:
        before, back, steps = back, back.undone(), steps + 1
        assert back.at < before.at
        assert back.moves == end.moves
        session = back.session()
        assert session.is_playing
        assert back.moves[back.at].startswith(f"{back.me} ")
    assert steps == sum(move.startswith(f"{end.me} ") for move in end.moves)
    while back.may_redo:
        back = back.redone()
    assert back == end
    assert back.session().record() == table.session.record()


def test_another_move_forgets_what_was_taken_back_and_the_same_does_not() -> None:
    practice = Table(numbered()).play().practice
    back = practice.undone().undone()
    same = back.with_move(back.moves[back.at])
    assert same.moves == practice.moves
    other = back.with_move("0 draw" if back.moves[back.at] != "0 draw" else "0 drop")
    assert len(other.moves) == other.at == back.at + 1
    assert not other.may_redo


def test_a_number_gives_the_deal_that_a_table_gives() -> None:
    session = Session.start(Plan(THREE, preset("standard"), first_deal=12))
    hand = session.next_hand()
    practice = numbered(12)
    assert practice.deal.deck == tuple(hand.deck)
    assert practice.session().players == session.players
    assert practice.number == 12


def test_records_of_practice_are_marked_and_hold() -> None:
    record = Table(numbered(12)).play().session.record()
    assert record.practice
    assert verify_record(read_json(record.to_json())).order is Order.NUMBERED


def set_up(*laid: str) -> Practice:
    """A practice of what was set up: the cards that each seat has laid."""
    wanted = SetUp(preset("standard"), ((), (), ()), tuple(map(cards_in, laid)))
    return Practice.of_position(wanted.position("0" * 64), THREE)


def test_a_hand_that_was_set_up_is_played_to_its_end_and_is_no_record_of_a_deal() -> None:
    record = Table(set_up("9D 9H 9S", "", "")).play().session.record()
    assert record.practice
    assert read_played(record.to_json()) == replace(record, note=None, result=None)
    assert replay(record).result is not None
    with pytest.raises(RecordError):
        read_json(record.to_json())
    again = Practice.of_record(record, THREE, 3)
    assert Table(again).play().session.record() == record


def test_a_saved_hand_is_played_on_from_any_point_by_any_seat() -> None:
    record = a_record()
    for step in range(len(record.actions) + 1):
        for you in range(3):
            players = players_of(record.seats, you, "You", ["b", "c"])
            practice = Practice.of_record(record, players, step)
            session = practice.session()
            assert session.human == you
            hand = session.hand
            assert hand is not None
            assert len(hand.log) == step
            assert Table(practice).play().session.record().result is not None


def test_a_sealed_hand_that_is_played_on_says_no_more_than_is_so() -> None:
    session = Session.start(Plan(THREE, preset("standard")))
    session.next_hand(word="jade")
    while session.is_playing:
        play_one(session, [eager] * 3)
    sealed = session.record()
    assert verify_record(sealed).order is Order.SEALED
    players = players_of(sealed.seats, 0, "You", ["b"])
    played = Table(Practice.of_record(sealed, players, 2)).play().session.record()
    assert verify_record(played).order is Order.SEED


def test_a_wrong_record_is_refused() -> None:
    record = a_record()
    with pytest.raises(RecordError):
        Practice.of_record(replace(record, actions=("0 fly",)), THREE, 0)


def test_again_goes_to_where_it_began_and_from_there_to_the_deal() -> None:
    practice = Table(Practice.of_record(a_record(), THREE, 4)).play().practice
    own = [at for at, move in enumerate(practice.moves) if move.startswith(f"{practice.me} ")]
    began = practice.again()
    assert began.at == next(at for at in own if at >= 4)
    assert began.again().at == own[0] < 4
    assert not began.again().may_begin_again
    assert began.again().redone().moves == practice.moves


def test_a_position_is_where_a_practice_begins(tmp_path: Path) -> None:
    practice = set_up("9D 9H 9S", "4D 5D 6D", "")
    assert not practice.may_undo
    assert not practice.may_begin_again
    table = Table(practice).play(4)
    assert len(table.practice.session().hand.spreads) >= 2  # type: ignore[union-attr] # it is there
    table.practice.keep(tmp_path)
    assert Practice.kept(tmp_path) == table.practice
    played = table.practice
    while played.may_undo:
        played = played.undone()
    assert played.moves[: played.at] == table.practice.moves[: played.at]


def test_what_version_1_kept_of_a_position_leads_there_by_moves_that_stay() -> None:
    record = a_record()
    kept_then = replace(Practice.of_record(record, THREE, 4), floor=4)
    again = Practice.from_text(kept_then.to_text())
    played = Table(again).play().practice
    while played.may_undo:
        played = played.undone()
    assert played.at >= 4


def test_another_seat_has_the_same_cards_to_play() -> None:
    practice = Table(numbered()).play(5).practice
    before = practice.session()
    after = practice.from_another_seat()
    session = after.session()
    assert after.me == (practice.me + 1) % 3
    assert session.view(after.me).hand == before.view(after.me).hand
    assert sorted(session.names) == sorted(before.names)
    assert after.from_another_seat().from_another_seat().me == practice.me


def test_a_practice_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    practice = Table(numbered(rules="rushville")).play(6).practice.undone()
    practice.keep(tmp_path)
    assert Practice.kept(tmp_path) == practice


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.pop("moves"),
        lambda held: held.update(at=[9_999, 0, 0]),
        lambda held: held.update(at=[0]),
        lambda held: held.update(at=[0, -100, 0]),
        lambda held: held.update(moves=["0 fly"]),
        lambda held: held.update(plan="{}"),
        lambda held: held.update(plan=held["plan"].replace('"practice":true', '"practice":false')),
        lambda held: held.update(deal=None),
    ],
)
def test_a_damaged_practice_is_none(tmp_path: Path, change: object) -> None:
    Table(numbered()).play(6).practice.keep(tmp_path)
    file = next(tmp_path.iterdir())
    held = json.loads(file.read_text())
    assert callable(change)
    change(held)
    file.write_text(json.dumps(held))
    assert Practice.kept(tmp_path) is None
    file.write_bytes(b"\xff{")
    assert Practice.kept(tmp_path) is None


def test_nothing_of_it_comes_into_the_saves(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(THREE, preset("standard"), "own"))
    session.next_hand()
    own = store.everything()
    Table(numbered()).play()
    numbered().keep(tmp_path)
    assert store.everything() == own
    store.close()
    again = Store.open(tmp_path)
    kept_session = again.saved_session()
    assert kept_session is not None
    assert kept_session.plan == session.plan
    again.close()


def test_a_hand_that_was_set_up_is_reviewed() -> None:
    record = Table(set_up("9D 9H 9S", "4D 5D 6D", "")).play().session.record()
    found = finished(review(record, 0, judged=(0,)))
    assert found.result is not None
    parts = found.luck_deal + found.luck_draws + found.own + found.others
    assert found.result - found.worth == parts
    assert found.decisions
