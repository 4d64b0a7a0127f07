"""The page of keys: reached from anywhere, and keys changed by keys alone."""

from collections.abc import Iterator

import pygame
import pytest

from game.ui.keymap import key_text, set_keys
from game.ui.scenes.shortcuts import AskKeyScene, ShortcutsScene
from game.ui.scenes.start import StartScene
from tests.ui.stage import press, shown, stage, top


@pytest.fixture(autouse=True)
def _usual_again() -> Iterator[None]:
    yield
    set_keys({})


@pytest.mark.parametrize(
    ("key", "mod"), [(pygame.K_F1, 0), (pygame.K_SLASH, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)]
)
def test_one_key_brings_it_and_escape_goes_back(key: int, mod: int) -> None:
    with stage() as app:
        start = shown(app, StartScene(app))
        press(app, key, mod=mod)
        top(app, ShortcutsScene)
        press(app, key, mod=mod)
        assert len(app.scenes) == 2
        press(app, pygame.K_ESCAPE)
        assert app.top is start


def test_a_key_is_changed_and_kept() -> None:
    with stage() as app:
        shown(app, ShortcutsScene(app))
        press(app, pygame.K_RETURN)
        top(app, AskKeyScene)
        press(app, pygame.K_5)
        top(app, AskKeyScene)  # digits choose cards
        press(app, pygame.K_F1)
        top(app, ShortcutsScene)
        assert app.services.settings.settings.keys == {"draw": "f1", "shortcuts": "d"}
        assert (key_text("draw"), key_text("shortcuts")) == ("F1", "D")


def test_escape_leaves_a_key_and_one_button_brings_all_back() -> None:
    with stage() as app:
        app.change(keys={"take": "q"})
        shown(app, ShortcutsScene(app))
        press(app, pygame.K_RETURN, pygame.K_ESCAPE)
        assert app.services.settings.settings.keys == {"take": "q"}
        top(app, ShortcutsScene).form.focus("button:usual")
        press(app, pygame.K_RETURN)
        assert app.services.settings.settings.keys == {}
        assert key_text("take") == "T"
