"""What another look or size of the window has made useless is given back."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import Future
from weakref import ref

import pygame
import pytest

from game.saves.store import Store
from game.ui.pages.saves_in_use import OpeningScene
from game.ui.shell import loop
from game.ui.shell.loop import App
from tests.ui.stage import shown, stage, turns
from tests.ui.test_loop import Witness


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """An app that waits for nothing, in a Python that does not tidy up by itself."""
    monkeypatch.setattr(loop.FreedMemory, "CALM", -1.0)
    with stage() as app:
        scene = Witness(app)
        shown(app, scene)
        rest(app)
        gc.disable()
        try:
            yield app
        finally:
            gc.enable()


class Knot:
    """Something that only a look at everything shows to be needed no more."""

    def __init__(self) -> None:
        self.itself = self


def knotted() -> ref[Knot]:
    return ref(Knot())


def rest(app: App) -> None:
    """Let the loop have a calm moment."""
    scene = app.top
    assert isinstance(scene, Witness)
    turns(app)
    scene.wait = 0.02
    app.turn()
    scene.wait = None


def test_another_look_is_followed_by_tidying_up_once(app: App) -> None:
    first = knotted()
    rest(app)
    assert first() is not None, "nothing has been thrown away yet"
    app.change(four_colour=True)
    rest(app)
    assert first() is None
    second = knotted()
    rest(app)
    assert second() is not None


def test_so_is_another_size(app: App) -> None:
    knot = knotted()
    app.window.surface = pygame.Surface((1100, 650))
    rest(app)
    assert knot() is None


def test_so_is_leaving_for_the_first_page(app: App) -> None:
    knot = knotted()
    app.home()
    rest(app)
    assert knot() is not None, "there was nothing to leave"
    shown(app, Witness(app))
    app.home()
    rest(app)
    assert knot() is None


def test_so_is_the_end_of_a_long_reading(app: App) -> None:
    knot = knotted()
    reading: Future[Store] = Future()
    shown(app, OpeningScene(app, reading, lambda: None))
    turns(app)
    assert knot() is not None
    reading.set_result(Store.unsaved())
    while isinstance(app.top, OpeningScene):
        app.turn()
    rest(app)
    assert knot() is None


def test_many_changes_in_a_row_are_not_left_to_a_calmer_moment(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop.FreedMemory, "CALM", 1000.0)
    knot = knotted()
    for number in range(loop.FreedMemory.MOST):
        app.change(four_colour=number % 2 == 0)
        turns(app)
    assert knot() is not None
    app.change(large_index=True)
    rest(app)
    assert knot() is None
