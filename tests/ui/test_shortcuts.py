"""The page of keys: reached from anywhere, and keys changed by keys alone."""

from collections.abc import Iterator

import pygame
import pytest

from game.menus.start import StartScene
from game.ui.settings.shortcuts import GROUPS, AskKeyScene, ShortcutsScene
from game.ui.shell.keys import ACTIONS, key_text, set_keys
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.history.hands import some_hands
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


def test_the_keys_of_a_replay_are_shown_and_changed_there() -> None:
    records = some_hands()
    with stage() as app:
        replay = shown(app, ReplayScene(app, records))
        assert isinstance(replay, ReplayScene)
        press(app, pygame.K_F1)
        top(app, ShortcutsScene).form.focus("key:replay_open")
        press(app, pygame.K_RETURN, pygame.K_q, pygame.K_ESCAPE, pygame.K_h)
        states = [replay.is_open]
        press(app, pygame.K_q)
        assert [*states, replay.is_open] == [False, True]
        press(app, pygame.K_l, pygame.K_l, pygame.K_j)
        assert replay.step == 1
        press(app, pygame.K_n)
        assert replay.at == 1


def test_every_key_stands_in_a_group_and_in_one_only() -> None:
    told: list[str] = []
    with stage() as app:
        page = shown(app, ShortcutsScene(app))
        for _group in GROUPS:
            told += [name for name in page.targets() if name.startswith("key:")]
            press(app, pygame.K_PAGEDOWN)
    assert sorted(told) == sorted(f"key:{name}" for name in ACTIONS)


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
