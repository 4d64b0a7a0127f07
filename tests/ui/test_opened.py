"""A file of saved hands brought to the table; what is no hand is said."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.menus.start import StartScene
from game.ui.pages.dialogs import TellScene
from game.ui.viewer.replay_scene import ReplayScene
from game.ui.viewer.saved_hands import show_file
from tests.cli.hands import records, written
from tests.ui.stage import SIZES, point, press, shown, stage, targets, top, turns


def test_the_hands_of_a_file_come_to_the_table(tmp_path: Path) -> None:
    file = written(tmp_path / "three.tonk.jsonl", records(3))
    with stage() as app:
        shown(app, StartScene(app))
        show_file(app, file)
        turns(app)
        assert len(top(app, ReplayScene).records) == 3
        assert not app.toasts.text


def test_hands_that_are_good_are_shown_though_others_are_not(tmp_path: Path) -> None:
    file = written(tmp_path / "some.tonk.jsonl", records(2))
    with file.open("a", encoding="utf-8") as end:
        end.write("nonsense\n")
    with stage() as app:
        shown(app, StartScene(app))
        show_file(app, file)
        assert len(top(app, ReplayScene).records) == 2
        assert app.toasts.text.startswith("some.tonk.jsonl: 3: not JSON")


def test_what_is_no_hand_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "letter.tonk.json"
    file.write_text("Dear all,")
    with stage() as app:
        shown(app, StartScene(app))
        show_file(app, file)
        turns(app)
        top(app, TellScene)
        press(app, pygame.K_ESCAPE)
        top(app, StartScene)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_fits_every_window(size: tuple[int, int]) -> None:
    long = f"{'A/very/long/path/' * 12}hand.tonk.json: {'why ' * 40}"
    with stage(size) as app:
        shown(app, StartScene(app))
        shown(app, TellScene(app, "Not a saved hand", long))
        window = pygame.Rect((0, 0), app.size)
        assert all(window.contains(box) for box in targets(app).values())
        point(app, "button:close")
        top(app, StartScene)


def test_a_second_start_is_heard_on_the_loops_own_thread() -> None:
    heard: list[str] = []
    with stage() as app:
        shown(app, StartScene(app))
        app.call(lambda: heard.append("here"))
        assert not heard
        turns(app)
        assert heard == ["here"]
