"""Trouble with the player's files is told on the screen, and the game goes on."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pygame
import pytest

from game.console.output import ExitStatus
from game.features.challenges.daily.model import plan_of
from game.files import StoreError
from game.play.plan import Plan, Player
from game.rules.actions import DRAW, DROP
from game.rules.presets import STANDARD
from game.rules.results import Ending
from game.rules.state import Move
from game.saves.archive import Archive
from game.saves.database import FILE_NAME
from game.saves.single_instance import ask_running_instance
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.session.players import careless, play_hands, table_of
from tests.ui.conftest import Program
from tests.ui.stage import press, top


def notices(app: App) -> list[str]:
    """What is told in a window, one after another."""
    told = []
    while app.toasts.text:
        told.append(app.toasts.text)
        app.toasts.dismiss()
    return told


def test_all_is_well_and_nothing_is_said(program: Program) -> None:
    told: list[str] = []
    assert program(lambda app: told.extend(notices(app))) == ExitStatus.FINE
    assert told == []


def test_a_damaged_save_is_set_aside_and_told(
    home: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "data"
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"no save at all")
    told: list[str] = []
    assert program(lambda app: told.extend(notices(app))) == ExitStatus.FINE
    kept = folder / "tonk-damaged-1.db"
    assert kept.read_bytes() == b"no save at all"
    assert len(told) == 1
    assert str(kept) in told[0]
    assert capsys.readouterr().err.splitlines() == [f"tonk: {told[0]}"]


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on_unsaved(
    home: Path, program: Program
) -> None:
    (home / "data").write_text("in the way")
    told: list[str] = []

    def play(app: App) -> None:
        told.extend(notices(app))
        press(app, pygame.K_RETURN, pygame.K_RETURN)
        top(app, TableScene)

    assert program(play) == ExitStatus.UNWRITABLE
    assert str(home / "data") in told[0]
    assert (home / "data").read_text() == "in the way"


def test_nonsense_in_the_settings_is_told_line_by_line(home: Path, program: Program) -> None:
    folder = home / "config"
    folder.mkdir()
    (folder / "settings.json").write_text('{"speed": "warp", "volume": 30, "colour": "blue"}')
    told: list[str] = []
    assert program(lambda app: told.extend(notices(app))) == ExitStatus.FINE
    assert len(told) == 2
    assert "speed" in told[0]
    assert "colour" in told[1]
    assert (folder / "settings-damaged-1.json").exists()


def test_a_whole_game_reviews_hands_by_itself_and_answers_nobody_once_it_has_ended(
    home: Path, program: Program
) -> None:
    reviewers: list[object] = []
    assert program(lambda app: reviewers.append(app.services.reviewer)) == ExitStatus.FINE
    (reviewer,) = reviewers
    assert reviewer is not None
    assert ask_running_instance(home / "data") is None


def test_a_deal_of_the_day_that_was_left_waits(program: Program) -> None:
    plan = plan_of(date(2026, 11, 30), "You")
    waits: list[bool] = []

    def leave(app: App) -> None:
        store = app.services.saves
        store.start(plan).next_hand()
        store.start(Plan((Player("You"), Player("Ada", "regular"))))
        waits.append(store.can_resume("daily", "daily 2026-11-29"))
        waits.append(store.can_resume("daily", plan.occasion))

    assert program(leave) == ExitStatus.FINE
    assert waits == [False, True]


def test_what_could_not_be_saved_is_saved_at_the_end(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves: list[int] = []

    def play(app: App) -> None:
        session = app.services.saves.start(Plan((Player("You"), Player("Ada", "regular"))))
        session.next_hand()
        hand = session.hand
        assert hand is not None
        with monkeypatch.context() as patch:
            patch.setattr(Archive, "write", _disk_is_full)
            session.act(hand.turn, DRAW)
            assert session.trouble is not None
        moves.append(len(hand.log))

    def look(app: App) -> None:
        session = app.services.saves.saved_session()
        assert session is not None
        assert session.hand is not None
        moves.append(len(session.hand.log))

    assert program(play) == ExitStatus.FINE
    assert program(look) == ExitStatus.FINE
    assert moves == [1, 1]


def _disk_is_full(_archive: object, _room: object) -> None:
    raise StoreError(Path("data"), "no space left")


def test_adaptive_knows_the_drops_against_one_opponent_won_and_caught(program: Program) -> None:
    def play(app: App) -> None:
        dropped, caught = Counter[int](), Counter[int]()
        for opponents in (1, 2):
            session = app.services.saves.start(
                Plan(table_of("You", opponents, "regular"), seed_text="1")
            )
            for _hand in range(30):
                play_hands(session, [careless] * (opponents + 1), 1)
                hand = session.hand
                assert hand is not None
                assert hand.result is not None
                is_own = Move(0, DROP) in hand.log
                dropped[opponents] += is_own
                caught[opponents] += is_own and hand.result.ending is Ending.CAUGHT
        assert all(dropped[each] > caught[each] > 0 for each in (1, 2))
        study = app.services.opponents().study
        assert study is not None
        assert (study().drops, study().caught) == (dropped[1], caught[1])

    assert program(play) == ExitStatus.FINE


def test_an_exploration_goes_on_while_the_page_is_left_until_other_seats_are_asked_for(
    program: Program,
) -> None:
    own, other = STANDARD.changed(hand_size=6), STANDARD.changed(hand_size=7)

    def look(app: App) -> None:
        explore, last = app.services.explore, app.services.explored_last
        assert explore is not None
        assert last(own) is None
        two = explore(own, 2)
        seven = explore(other, 2)
        assert explore(own, 2) is two
        three = explore(own, 3)
        assert (last(own), last(other)) == (3, 2)
        assert explore(own, 3) is three
        assert explore(other, 2) is seven
        assert explore(own, 2) is not two, "it was ended"
        assert last(own) == 2
        for seats in (2, 3):  # known beforehand
            assert explore(STANDARD, seats).latest is not None
        assert last(STANDARD) == 3

    assert program(look) == ExitStatus.FINE
