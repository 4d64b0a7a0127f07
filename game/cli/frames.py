"""The work done by the window: for each frame of a busy hand, and at an idle table.

The game itself is measured, with its loop, scenes and drawing; only the frame clock is simulated,
so that no time passes between frames.
"""

from __future__ import annotations

import time
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.app.lazy_pages import LazyPages
from game.menus.start import StartScene
from game.play.opponents import Opponents
from game.rules.presets import STANDARD
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.autoplay import Autoplay
from game.ui.look.theme import Theme
from game.ui.session.starting import begin_session
from game.ui.shell.app_window import Window
from game.ui.shell.loop import FRAME, App
from game.ui.shell.scene import Services
from game.ui.shell.sound import Sound

if TYPE_CHECKING:
    from game.ui.shell.scene import Thinker

SEATS: Final = 6
"""Number of seats at the measured table: the maximum, so that as much as possible moves."""


class Frame(NamedTuple):
    """The time that one frame took, in seconds."""

    cpu: float
    wall: float


class _Kept:
    """A store for measurements that saves nothing."""

    def __init__(self) -> None:
        self._store = Store.unsaved()
        self.saved_session = self._store.saved_session
        self.has_played = False
        self.start = self._store.start
        self.history = self._store.history
        self.opened = self._store.opened
        self.can_resume = self._store.can_resume
        self.resume = self._store.resume


class Metronome(App):
    """An app that draws frames as fast as possible and times each."""

    def __init__(self, window: Window, services: Services, most: int | None = None) -> None:
        """Prepare the app; it stops after ``most`` frames."""
        super().__init__(window, services)
        self._most = most
        self.frames: list[Frame] = []
        self.seconds = 0.0
        """The duration of the frames so far at normal speed, in seconds."""

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

    ``most``, if given, limits the number of frames.
    """
    app = Metronome(*table(size, thinker, level, seed), most)
    app.push(StartScene(app))
    app.driver = Autoplay(app.services, 1, None)
    begin_session(app, SEATS - 1, 1, STANDARD)
    app.run()
    return app.frames


def idle(size: tuple[int, int], thinker: Thinker, level: str, seed: str, seconds: float) -> float:
    """Return the share of a core, 0 to 1, that a table uses while it waits for the player."""
    window, services = table(size, thinker, level, seed, speed="instant")
    app = App(window, services)
    app.push(StartScene(app))
    begin_session(app, SEATS - 1, 1, STANDARD)
    watch = Thread(target=_watch, args=(app, seconds, shares := Queue[float]()), daemon=True)
    watch.start()
    app.run()
    return shares.get()


def _watch(app: App, seconds: float, shares: Queue[float]) -> None:
    """Let the table come to rest, measure it at normal speed with animated faces, and close it."""
    time.sleep(1.5)  # a table at instant speed is then at rest
    app.services.settings.change(speed="normal")
    app.wake()
    time.sleep(0.3)  # after a change of speed, animations then begin
    began = Frame(time.process_time(), time.perf_counter())
    time.sleep(seconds)
    shares.put((time.process_time() - began.cpu) / (time.perf_counter() - began.wall))
    app.quit()
    app.wake()


def table(
    size: tuple[int, int], thinker: Thinker, level: str, seed: str, speed: str = "normal"
) -> tuple[Window, Services]:
    """Provide a window and the services of a silent table; nothing is saved."""
    settings = Settings(mute=True, speed=speed, window_width=size[0], window_height=size[1])
    window = Window(settings)
    services = Services(
        settings=SettingsStore.unsaved(settings),
        saves=_Kept(),
        theme=Theme(),
        sound=Sound(0, muted=True),
        thinker=thinker,
        opponents=lambda: Opponents((level,), usual=level),
        seed=seed,
        clock=time.monotonic,
        pages=LazyPages(),
    )
    return window, services
