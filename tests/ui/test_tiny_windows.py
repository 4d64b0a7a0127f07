"""A window forced far too small, or odd, harms nothing: back at its size all is as it was."""

from __future__ import annotations

import pygame
import pytest

from game.session.store import Store
from game.ui.look.appearance import Look
from game.ui.shell.loop import App
from tests.ui.positions import POSITIONS
from tests.ui.screens import PICTURES
from tests.ui.stage import stage, turns

USUAL = (1280, 720)
ODD = ((1, 1), (200, 120), (333, 700), (1500, 90))


def resized(app: App, size: tuple[int, int]) -> bytes:
    """What is seen once the window has this size."""
    app.window.native.minimum_size = (1, 1)
    app.window.native.size = size
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, {"x": size[0], "y": size[1]}))
    turns(app)
    assert app.size == size
    return pygame.image.tobytes(app.window.surface, "RGB")


@pytest.mark.parametrize("name", PICTURES)
def test_a_page_comes_through_windows_of_any_size(name: str) -> None:
    with stage(USUAL, store=Store.unsaved()) as app:
        PICTURES[name](app)
        turns(app)
        app.toasts.dismiss()
        before = resized(app, USUAL)
        for size in ODD:
            resized(app, size)
        assert resized(app, USUAL) == before


@pytest.mark.parametrize("name", POSITIONS)
def test_a_table_comes_through_windows_of_any_size(name: str) -> None:
    scene = POSITIONS[name](USUAL, 6, Look())
    scene.board.skip()

    def drawn(size: tuple[int, int]) -> bytes:
        scene.resize(size)
        scene.board.skip()
        surface = pygame.Surface(size, 0, 32)
        scene.draw(surface)
        return pygame.image.tobytes(surface, "RGB")

    before = drawn(USUAL)
    for size in ODD:
        drawn(size)
    assert drawn(USUAL) == before
