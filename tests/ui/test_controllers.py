"""A controller does what the keyboard does; one that goes takes nothing with it."""

import pygame

from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.ui.session.table_scene import TableScene
from game.ui.settings.shortcuts import ShortcutsScene
from game.ui.shell.loop import App
from tests.ui.stage import shown, stage, top, turns


def button(app: App, *buttons: int) -> None:
    """Press each button in turn."""
    for each in buttons:
        pygame.event.post(pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=each, instance_id=0))
        turns(app)


def stick(app: App, *values: int) -> None:
    """Move the left stick up and down."""
    for value in values:
        axis = pygame.CONTROLLER_AXIS_LEFTY
        pygame.event.post(
            pygame.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0)
        )
        turns(app)


def test_from_the_start_screen_to_the_table_and_back() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        button(app, pygame.CONTROLLER_BUTTON_A)
        top(app, NewGameScene)
        button(app, pygame.CONTROLLER_BUTTON_A)
        top(app, TableScene)


def test_the_pad_moves_and_a_button_goes_back() -> None:
    with stage() as app:
        start = shown(app, StartScene(app))
        assert isinstance(start, StartScene)
        first = start.form.focused
        button(app, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
        assert start.form.focused != first
        button(app, pygame.CONTROLLER_BUTTON_DPAD_UP)
        assert start.form.focused == first
        button(app, pygame.CONTROLLER_BUTTON_BACK)
        top(app, ShortcutsScene)
        button(app, pygame.CONTROLLER_BUTTON_B)
        assert app.top is start


def test_a_stick_counts_once_for_each_push() -> None:
    with stage() as app:
        start = shown(app, StartScene(app))
        assert isinstance(start, StartScene)
        places = [start.form.focused]
        stick(app, 15_000)  # not far enough
        places.append(start.form.focused)
        stick(app, 25_000, 32_000, 28_000)
        places.append(start.form.focused)
        stick(app, 0, 32_000)
        places.append(start.form.focused)
    assert places[0] == places[1]
    assert len(set(places)) == 3


def test_one_that_was_never_seen_may_go() -> None:
    with stage() as app:
        shown(app, StartScene(app))
        pygame.event.post(pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=7))
        pygame.event.post(pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=99))
        turns(app)
        assert app.is_running
