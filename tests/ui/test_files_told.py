"""Trouble with the player's files is told on the screen, and the game goes on."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame
import pytest

from game.console.output import ExitStatus
from game.features.challenges.daily.model import plan_of
from game.play.plan import Plan, Player
from game.saves.database import FILE_NAME
from game.saves.single_instance import ask_running_instance
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
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
        store = app.services.store
        store.start(plan).next_hand()
        store.start(Plan((Player("You"), Player("Ada", "regular"))))
        waits.append(store.waits("daily", "daily 2026-11-29"))
        waits.append(store.waits("daily", plan.occasion))

    assert program(leave) == ExitStatus.FINE
    assert waits == [False, True]
