"""A stage without a window loop, and sessions to put on it, for tests and pictures of the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

import pygame

from ai import betting
from ai.bot import ask
from ai.registry import make_bot
from game.app.lazy_pages import LazyPages
from game.features.hooks import table_hooks
from game.play.opponents import Opponents
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.presets import preset
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.look.theme import Theme
from game.ui.shell.scene import Scene, Services
from game.ui.shell.sound import Sound

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.view import SeatView

T = TypeVar("T")
NAMES = ("Ada", "Basil", "Cleo", "Duke", "Etta")


def think_at_once(view: SeatView, level: str, seed: int) -> Future[Action]:
    """Decide here and now."""
    future: Future[Action] = Future()
    future.set_result(ask(make_bot(level), view, seed))
    return future


def a_session(
    seats: int = 2,
    seed: str = "1",
    stake: int = 5,
    rules: str = "standard",
    level: str = "regular",
    changes: Mapping[str, object] | None = None,
) -> Session:
    """A new session of a person and bots, cut for but not dealt."""
    players = (Player("You"), *(Player(name, level) for name in NAMES[: seats - 1]))
    law = preset(rules).changed(stake=stake, **(changes or {}))
    return Session.start(Plan(players, law, seed))


class FakeStage:
    """Does what a scene may ask of the window, and keeps what was asked."""

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        speed: str = "instant",
        thinker: Callable[[SeatView, str, int], Future[Action]] = think_at_once,
    ) -> None:
        if not pygame.display.get_init():
            pygame.display.init()
        self.surface = pygame.display.set_mode(size)
        self.size = size
        self.pointer = (-1, -1)
        self.notes: list[str] = []
        self.pushed: list[Scene] = []
        self.went_home = 0
        settings = SettingsStore.unsaved(Settings())
        settings.change(speed=speed, ask_drop=False)
        self.services = Services(
            settings=settings,
            saves=Store.unsaved(),
            theme=Theme(),
            sound=Sound(muted=True),
            thinker=thinker,
            opponents=lambda: Opponents(
                ("beginner", "regular", "master"), ("plain", "hitter"), "regular", betting
            ),
            seed=None,
            clock=time.monotonic,
            pages=LazyPages(),
            hooks=table_hooks(),
        )

    def push(self, scene: Scene) -> None:
        self.pushed.append(scene)

    def pop(self) -> None:
        self.pushed.pop()

    def replace(self, scene: Scene) -> None:
        self.pushed[-1:] = [scene]

    def home(self) -> None:
        self.went_home += 1

    def quit(self) -> None:
        raise AssertionError("nothing on the table leaves the program")

    def notify(self, text: str) -> None:
        self.notes.append(text)

    answer = notify

    def scroll(self, notches: float) -> None:
        """Nothing here is larger than its window."""

    def is_fullscreen(self) -> bool:
        return False

    def set_fullscreen(self, wanted: bool) -> None:
        raise AssertionError(f"the loop does this: {wanted}")

    def change(self, **values: object) -> None:
        self.services.settings.change(**values)

    def release_memory(self) -> None:
        """There is little of it."""

    def wake(self) -> None:
        pass

    def watch(self, future: Future[T]) -> Future[T]:
        return future
