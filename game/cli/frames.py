"""How much work the window is: each frame of a busy hand, and a table at which nothing moves.

What is measured is the game itself, its loop, its scenes and its drawing; only the clock of the
frames is not the real one, so that no time goes by between two of them.
"""

from __future__ import annotations

import time
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.menus.start import StartScene
from game.play.opponents import Opponents
from game.rules.presets import STANDARD
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.autoplay import Autoplay
from game.ui.look.theme import Theme
from game.ui.session.sitting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.app_window import Window
from game.ui.shell.loop import FRAME, App
from game.ui.shell.scene import Services
from game.ui.shell.sound import Sound

if TYPE_CHECKING:
    from game.ui.shell.scene import Thinker

SEATS: Final = 6
"""Seats at the measured table: as many as there can be, so that as much as possible moves."""


class Frame(NamedTuple):
    """What one drawn frame took, in seconds."""

    cpu: float
    wall: float


class _Kept:
    """Saves of a measurement, which keep nothing."""

    def __init__(self) -> None:
        self._store = Store.unsaved()
        self.saved_session = self._store.saved_session
        self.start = self._store.start
        self.history = self._store.history
        self.opened = self._store.opened
        self.waits = self._store.waits
        self.resume = self._store.resume


class Metronome(App):
    """Beats as fast as the frames can be drawn, and times each of them."""

    def __init__(self, window: Window, services: Services, most: int | None = None) -> None:
        """``most`` is the number of frames after which it stops."""
        super().__init__(window, services)
        self._most = most
        self.frames: list[Frame] = []
        self.seconds = 0.0
        """Seconds that the frames so far would have taken somebody at the table."""

    def turn(self) -> None:
        cpu, wall = time.process_time(), time.perf_counter()
        for event in pygame.event.get():
            self.dispatch(event)
        self._pass_time(FRAME)
        self.seconds += FRAME
        is_drawn = self.is_dirty
        self._draw_if_needed()
        if is_drawn:
            frame = Frame(time.process_time() - cpu, time.perf_counter() - wall)
            self.frames.append(frame)
            if len(self.frames) == self._most:
                self.quit()
        if self.driver:
            self.driver.step(self)


def frames(
    size: tuple[int, int], thinker: Thinker, level: str, seed: str, most: int | None = None
) -> list[Frame]:
    """Return the frames of one hand at a full table, from the cut to the settlement.

    Of the first ``most`` frames only, where that is given.
    """
    app = Metronome(*table(size, thinker, level, seed), most)
    app.push(StartScene(app))
    app.driver = Autoplay(app.services, 1, None)
    begin_session(app, SEATS - 1, 1, STANDARD)
    app.run()
    return app.frames


def idle(size: tuple[int, int], thinker: Thinker, level: str, seed: str, seconds: float) -> float:
    """Return the share of a core that a table takes while it waits for the player, from 0 to 1."""
    window, services = table(size, thinker, level, seed, speed="instant")
    app = App(window, services)
    app.push(StartScene(app))
    begin_session(app, SEATS - 1, 1, STANDARD)
    watch = Thread(target=_watch, args=(app, seconds, shares := Queue[float]()), daemon=True)
    watch.start()
    app.run()
    return shares.get()


def _watch(app: App, seconds: float, shares: Queue[float]) -> None:
    """Let the table come to rest, watch it at the usual speed, with faces that live, and leave."""
    time.sleep(1.5)  # a table at instant speed then stands still
    app.services.settings.change(speed="normal")
    app.wake()
    time.sleep(0.3)  # one whose speed has changed then begins to live
    began = Frame(time.process_time(), time.perf_counter())
    time.sleep(seconds)
    shares.put((time.process_time() - began.cpu) / (time.perf_counter() - began.wall))
    app.quit()
    app.wake()


def table(
    size: tuple[int, int], thinker: Thinker, level: str, seed: str, speed: str = "normal"
) -> tuple[Window, Services]:
    """Return a window and what a silent table in it needs; nothing is saved."""
    settings = Settings(mute=True, speed=speed, window_width=size[0], window_height=size[1])
    window = Window(settings)
    services = Services(
        settings=SettingsStore.unsaved(settings),
        store=_Kept(),
        theme=Theme(),
        sound=Sound(0, muted=True),
        thinker=thinker,
        opponents=lambda: Opponents((level,), usual=level),
        seed=seed,
        clock=time.monotonic,
        table=TableScene,
    )
    return window, services
