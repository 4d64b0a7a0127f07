"""Where the rest of the game leads to the rules, and lets them be typed about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.rules.presets import STANDARD
from game.ui.rulesets.reading import RulesScene
from game.ui.session.pause import Offers, PauseScene
from game.ui.session.starting import begin_with_rules, rules_in_use
from game.ui.session.table_rules import TableRulesScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.ui.rulesets.hands import ENTER, choosing, tab_to, window, write
from tests.ui.stage import point, press, shown, top, turns


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with window(tmp_path) as app:
        yield app


def test_a_letter_that_is_typed_is_no_key_of_the_windows(app: App) -> None:
    page = choosing(app)
    settings = app.services.settings
    mute = settings.settings.mute
    press(app, pygame.K_m)
    write(app, "m")
    assert page.search is not None
    assert page.search.text == "m"
    assert settings.settings.mute == mute
    tab_to(app, "button:choose")
    press(app, pygame.K_m)
    write(app, "m")
    assert page.search.text == "mm"
    assert settings.settings.mute == mute


def test_going_on_leads_straight_to_the_table(app: App) -> None:
    app.change(rules="texas")
    begin_with_rules(app, rules_in_use(app), 1, 1)
    turns(app)
    press(app, ENTER)
    session = top(app, TableScene).session
    app.home()
    turns(app)
    point(app, "button:continue")
    assert top(app, TableScene).session is session


@pytest.mark.parametrize(("name", "kind"), [("texas", TableRulesScene), ("standard", RulesScene)])
def test_the_menu_over_the_table_opens_the_rules_in_force(app: App, name: str, kind: type) -> None:
    app.change(rules=name)
    offers = Offers(app.home, app.wake, rules_in_use(app).rules)
    shown(app, PauseScene(app, offers))
    point(app, "button:rules")
    assert isinstance(app.top, kind)


def test_what_the_pause_says_is_kept_is_what_is_there(app: App) -> None:
    in_play = Offers(app.quit, app.quit, STANDARD)
    between = Offers(app.quit, app.quit, STANDARD, change_opponents=app.quit)
    assert PauseScene(app, in_play).aside()[0].startswith("Your hand is kept")
    assert PauseScene(app, between).aside()[0].startswith("Your table is kept")
