"""A window forced far too small, or odd, harms nothing: back at its size all is as it was."""

from __future__ import annotations

from zlib import crc32

import pygame
import pytest

from game.saves.settings import LANGUAGES
from game.saves.store import Store
from game.ui.look.appearance import Look
from game.ui.shell.loop import App
from tests.shares import EVERY
from tests.ui.positions import POSITIONS
from tests.ui.rulesets.test_fits import PAGES
from tests.ui.screens import PICTURES
from tests.ui.seen import frame_faults, watching
from tests.ui.stage import picture, shown, stage, turns
from tests.ui.test_everything_fits import spoken

USUAL = (1280, 720)
ODD = ((200, 120), (333, 700), (1500, 90))


def odd(name: str) -> list[tuple[int, int]]:
    """The smallest window, and one of the others: the screen's name draws it."""
    return [(1, 1), *(ODD if EVERY else [ODD[crc32(name.encode()) % len(ODD)]])]


def resized(app: App, size: tuple[int, int]) -> str:
    """What is seen once the window has this size."""
    app.window.native.minimum_size = (1, 1)
    app.window.native.size = size
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, {"x": size[0], "y": size[1]}))
    turns(app)
    assert app.size == size
    return picture(app.window.surface)


WAITS = 600


def come_to_rest(app: App) -> None:
    """Let all that goes away by itself be gone, so that no time that passes changes anything."""
    turns(app)
    app.toasts.dismiss()
    app.tips.hide()
    for _ in range(WAITS):  # a page that watches work elsewhere never stops to look
        if (wait := app.idle_for()) is None:
            break
        assert app.top is not None
        app.top.update(wait + 1 / 60)
    app.redraw()
    turns(app)


@pytest.mark.share(16)
@pytest.mark.parametrize("name", PICTURES)
def test_a_page_comes_through_windows_of_any_size(name: str) -> None:
    with stage(USUAL, store=Store.unsaved()) as app:
        PICTURES[name](app)
        come_to_rest(app)
        before = resized(app, USUAL)
        for size in odd(name):
            resized(app, size)
        assert resized(app, USUAL) == before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 476), (960, 540), (1280, 656)])
def test_a_dialog_is_as_wide_as_its_buttons_need(size: tuple[int, int], language: str) -> None:
    with spoken(language), watching(), stage() as app:
        app.change(language=language)
        shown(app, PAGES["leaving"](app))
        resized(app, size)
        assert frame_faults(app) == []


@pytest.mark.share(2)
@pytest.mark.parametrize("name", POSITIONS)
def test_a_table_comes_through_windows_of_any_size(name: str) -> None:
    scene = POSITIONS[name](USUAL, 6, Look())
    scene.board.skip()

    def drawn(size: tuple[int, int]) -> str:
        scene.resize(size)
        scene.board.skip()
        surface = pygame.Surface(size, 0, 32)
        scene.draw(surface)
        return picture(surface)

    before = drawn(USUAL)
    for size in odd(name):
        drawn(size)
    assert drawn(USUAL) == before
