"""Whatever a player does is seen in the very next frame, also while opponents think."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future

import pygame
import pytest

from game.menus.start import StartScene
from game.rules.actions import Action
from game.rules.view import SeatView
from game.saves.settings import Settings, SettingsStore
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import FRAME, App
from game.ui.table.input.targets import CardTarget, Target
from tests.ui.stage import picture, stage, top
from tests.ui.table.staging import think_at_once

SIZE = (1280, 720)


class Slow:
    """Opponents that decide at once or never."""

    def __init__(self) -> None:
        self.is_stuck = False
        self.asked = 0

    def __call__(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        self.asked += 1
        return Future() if self.is_stuck else think_at_once(view, level, seed)


@pytest.fixture
def opponents() -> Slow:
    return Slow()


@pytest.fixture(params=["normal", "instant"])
def app(request: pytest.FixtureRequest, opponents: Slow) -> Iterator[App]:
    """A table at which it is the player's turn, and all is at rest."""
    store = SettingsStore.unsaved(Settings(speed="instant", mute=True, remarks=False))
    with stage(SIZE, store, thinker=opponents) as app:
        app.push(StartScene(app))
        begin_session(app, 2, 1)
        until_ready(app)
        app.change(speed=request.param)
        yield app


def until_ready(app: App) -> None:
    """Go round until the player is on turn."""
    for _ in range(200):
        app.wake()
        app.turn()
        table = top(app, TableScene)
        if table.is_settling:
            table.press_settlement("next")
        elif table.board.view and table.view.legal:
            return
    raise AssertionError("it is never the player's turn")


def key(code: int, kind: int = pygame.KEYDOWN) -> pygame.Event:
    return pygame.Event(kind, {"key": code, "mod": 0, "unicode": ""})


def pointing(app: App, target: Target) -> pygame.Event:
    at = top(app, TableScene).zones()[target].center
    return pygame.Event(pygame.MOUSEMOTION, {"pos": at, "rel": (0, 0), "buttons": (0, 0, 0)})


def reacts(app: App, event: pygame.Event) -> bool:
    """Whether one frame after it something looks different."""
    pygame.event.clear()
    before = picture(app.window.surface)
    pygame.event.post(event)
    app.turn()
    return picture(app.window.surface) != before


@pytest.mark.parametrize(
    "code",
    [pygame.K_d, pygame.K_t, pygame.K_1, pygame.K_k, pygame.K_x, pygame.K_r, pygame.K_ESCAPE],
)
def test_a_key_on_turn_is_seen_at_once(app: App, code: int) -> None:
    assert reacts(app, key(code))


def test_a_whole_turn_is_seen_key_by_key(app: App, opponents: Slow) -> None:
    opponents.is_stuck = True
    for code in (pygame.K_d, pygame.K_6, pygame.K_x):
        assert reacts(app, key(code)), pygame.key.name(code)


def play_a_turn(app: App) -> None:
    """Draw a card and throw it away."""
    for code in (pygame.K_d, pygame.K_6, pygame.K_x):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(key(code, kind))
        app.turn()


def while_they_think(app: App, opponents: Slow) -> None:
    """Have the next opponent think for ever, and all cards come to rest."""
    opponents.is_stuck = True
    play_a_turn(app)
    top(app, TableScene).board.skip()
    top(app, TableScene).update(2.0)
    app.wake()
    app.turn()
    assert top(app, TableScene).view.turn != 0


@pytest.mark.parametrize(
    "code", [pygame.K_1, pygame.K_d, pygame.K_LEFT, pygame.K_r, pygame.K_ESCAPE, pygame.K_F1]
)
def test_a_key_is_seen_at_once_while_others_think(app: App, opponents: Slow, code: int) -> None:
    while_they_think(app, opponents)
    assert reacts(app, key(code))


@pytest.mark.parametrize("place", [0, 3])
def test_so_is_the_pointer(app: App, opponents: Slow, place: int) -> None:
    while_they_think(app, opponents)
    card = top(app, TableScene).board.arrangement.order[place]
    assert reacts(app, pointing(app, CardTarget(card)))


def test_a_card_that_is_still_moving_can_be_chosen(app: App, opponents: Slow) -> None:
    opponents.is_stuck = True
    play_a_turn(app)
    table = top(app, TableScene)
    assert table.board.chosen == ()
    assert reacts(app, key(pygame.K_2))
    assert len(table.board.chosen) == 1


def test_thinking_gives_way_to_frames_many_times_in_each() -> None:
    """A frame takes the interpreter a dozen times; each time it may wait for one such turn."""
    script = (
        "import sys; from game.app import run; from game.saves.settings import PlayOptions; "
        "status = run(PlayOptions(autoplay=1)); print(status, sys.getswitchinterval())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    status, interval = done.stdout.split()
    assert status == "0"
    assert float(interval) * 12 <= FRAME
