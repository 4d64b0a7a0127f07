"""Sitting down by rules named at the start, and the settings of the race for a slap."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.menus.start import StartScene
from game.rule_files import NamedRules
from game.saves.settings import Loaded
from game.ui.pages.dialogs import AskScene
from game.ui.session.starting import begin_by, begin_session
from game.ui.session.table_rules import DifferencesScene
from game.ui.session.table_scene import TableScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from tests.ui.stage import point, press, shown, stage, top, turns


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        shown(app, StartScene(app))
        yield app


def test_what_is_different_is_told_before_the_first_deal(app: App) -> None:
    begin_by(app, NamedRules.of_preset("chicago"))
    turns(app)
    top(app, DifferencesScene)
    press(app, pygame.K_RETURN)
    assert top(app, TableScene).session.rules.wild == "2X"


def test_a_hand_left_in_play_is_not_given_up_without_asking(app: App) -> None:
    begin_session(app, 2, 1)
    app.home()
    kept = app.services.saves.saved_session()
    assert kept is not None
    assert kept.is_playing
    begin_by(app, NamedRules.of_preset("slap"))
    turns(app)
    top(app, AskScene)
    press(app, pygame.K_ESCAPE)
    assert app.services.saves.saved_session() is kept


def test_the_race_is_set_by_keys_and_by_mouse(app: App) -> None:
    shown(app, OptionsScene(app, "table"))
    top(app, OptionsScene).form.focus("slap_seconds")
    press(app, pygame.K_RIGHT)
    assert app.services.settings.settings.slap_seconds == 3
    press(app, pygame.K_LEFT, pygame.K_LEFT)
    assert app.services.settings.settings.slap_seconds == 2
    point(app, "slap_untimed")
    assert app.services.settings.settings.slap_untimed


@pytest.mark.parametrize(
    ("text", "seconds", "complaint"),
    [
        ('{"slap_seconds": 4}', 4, ""),
        ('{"slap_seconds": 1.5}', 1.5, ""),
        ('{"slap_seconds": 0.5}', 2.5, "settings.json: slap_seconds = 0.5: expected 1 to 10"),
        ('{"slap_seconds": 11}', 2.5, "settings.json: slap_seconds = 11: expected 1 to 10"),
        (
            '{"slap_seconds": NaN}',
            2.5,
            (
                "settings.json is not JSON: NaN is not a number: "
                "all settings are back to their defaults"
            ),
        ),
        ('{"slap_seconds": true}', 2.5, "settings.json: slap_seconds = true: expected 1 to 10"),
    ],
)
def test_a_race_of_a_length_that_makes_no_sense_is_told_of(
    text: str, seconds: float, complaint: str
) -> None:
    loaded = Loaded.from_text(text)
    assert loaded.settings.slap_seconds == seconds
    assert [str(each) for each in loaded.complaints] == ([complaint] if complaint else [])
