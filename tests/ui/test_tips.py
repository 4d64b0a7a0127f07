"""Tooltips: they come when the pointer or the focus rests, say the key, and are in nobody's way."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.rules.ruleset import RuleSet
from game.ui.autoplay import click
from game.ui.kit.skin import Skin
from game.ui.scenes.options import OptionsScene
from game.ui.scenes.table import TableScene
from game.ui.shell.loop import App
from game.ui.table.input.targets import STOCK_TARGET
from tests.ui.sessions.evening import evening
from tests.ui.stage import point, press, shown, stage, targets, top, turns


def rest(app: App, at: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> str:
    """What the tip says once the pointer has come to that place, and rests."""
    move = {"pos": at, "rel": (1, 1), "buttons": buttons, "touch": False}
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, move))
    turns(app)
    while app.tips.idle_for() is not None:
        app.turn()
    return app.tips.shown.text if app.tips.shown else ""


def test_an_arrow_says_what_it_would_choose_and_a_click_takes_the_tip_away() -> None:
    with stage() as app:
        shown(app, OptionsScene(app, "look"))
        assert rest(app, targets(app)["cloth:more"].center) == "Claret"
        press(app, pygame.K_ESCAPE)
        assert app.tips.shown is None


def test_nothing_is_told_while_something_is_dragged() -> None:
    with stage() as app:
        shown(app, OptionsScene(app, "look"))
        assert rest(app, targets(app)["cloth:more"].center, buttons=(1, 0, 0)) == ""


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_what_lies_on_the_table_says_what_it_is_and_its_key(size: tuple[int, int]) -> None:
    with evening(RuleSet(), size=size) as app:
        table = top(app, TableScene)
        layout = table.board.layout
        assert rest(app, layout.stock.center).endswith("(D)")
        assert rest(app, layout.pile.center).endswith("(T)")
        assert rest(app, layout.menu.center) == "Menu (Esc)"
        other = next(seat for seat in range(len(layout.seats)) if seat != table.view.seat)
        told = rest(app, layout.seats[other].plate.center)
        assert told.startswith(f"{table.session.names[other]}: 5 cards.")
        box = app.tips.place(Skin(app.services.theme, app.size))
        assert Rect((0, 0), app.size).contains(box)
        assert not box.colliderect(layout.seats[other].plate)


def test_the_focus_is_told_of_too_and_read_aloud() -> None:
    with evening(RuleSet()) as app:
        table = top(app, TableScene)
        table.input.cursor = STOCK_TARGET
        press(app, pygame.K_LCTRL)
        while app.tips.idle_for() is not None:
            app.turn()
        assert app.tips.shown is not None
        assert app.tips.shown.text.endswith("(D)")


def test_the_quicker_ways_are_told_once() -> None:
    with evening(RuleSet()) as app:
        for _ in range(2):
            point(app, "button:sort")
            assert app.toasts.text == ""
        for told in (True, False):
            click(top(app, TableScene).board.layout.buttons["discard"])
            turns(app)
            assert app.toasts.text.startswith("Quicker:") == told
            app.toasts.dismiss()
        assert app.services.settings.settings.gestures_told
