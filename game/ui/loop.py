"""The event loop: it waits while nothing moves, else it makes 60 frames a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

import pygame

from game.session.paths import StoreError
from game.ui.appearance import Look
from game.ui.assets import untold
from game.ui.controllers import EVENTS as CONTROLLER_EVENTS
from game.ui.controllers import Controllers
from game.ui.keymap import set_keys
from game.ui.keys import Repeats, is_quit_key, window_action
from game.ui.kit.skin import Skin
from game.ui.kit.toast import Toasts
from game.ui.memory import Litter
from game.ui.sound import tune
from game.ui.speech import Narrator
from game.ui.text import _

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pygame import Event

    from game.ui.scene import Scene, Services
    from game.ui.window import Window

T = TypeVar("T")

FRAME = 1 / 60
# While nothing moves events are looked for this often: seldom costs nothing, often feels quick.
_SHORTEST_NAP, _LONGEST_NAP = 0.001, 0.010
# A frame that took long must not make an animation jump.
_LONGEST_STEP = 0.1
WAKE = pygame.event.custom_type()


class Driver(Protocol):
    """Plays without hands: it looks at the stage and posts what a person would have done."""

    def step(self, app: App) -> None:
        """Act once, if it is time to. Called after every frame."""


@dataclass(slots=True)
class _Entry:
    """A scene on the stack, and the size for which it is laid out."""

    scene: Scene
    size: tuple[int, int] = (0, 0)


class App:
    """The stage: the scenes, the window they are in, and what they share."""

    def __init__(self, window: Window, services: Services) -> None:
        self.window = window
        self.services = services
        self.pointer = (-1, -1)
        self.toasts = Toasts()
        self.controllers = Controllers(self.notify)
        self._narrator = Narrator(self.notify)
        self.driver: Driver | None = None
        self.after_first_frame: Callable[[], object] | None = None
        self._language = services.settings.settings.language
        set_keys(services.settings.settings.keys)
        services.theme.dress(Look.of(services.settings.settings, window.density))
        self._skin = Skin(services.theme, window.size)
        self._stack: list[_Entry] = []
        self._repeats = Repeats()
        self._is_running = True
        self._is_dirty = True
        self._has_complained = False
        self._litter = Litter()
        self._last = self._drawn = self._due = time.monotonic()

    # -- what a scene may ask ------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """The size of what is drawn on."""
        return self.window.size

    @property
    def is_running(self) -> bool:
        """Whether nobody has left yet."""
        return self._is_running

    @property
    def is_dirty(self) -> bool:
        """Whether something changed that has not been drawn yet."""
        return self._is_dirty

    @property
    def top(self) -> Scene | None:
        """The scene that has the keyboard."""
        return self._stack[-1].scene if self._stack else None

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """All scenes, the first at the bottom."""
        return tuple(entry.scene for entry in self._stack)

    def push(self, scene: Scene) -> None:
        self._stack.append(_Entry(scene))
        self._is_dirty = True

    def pop(self) -> None:
        self._drop_top()
        if not self._stack:
            self._is_running = False
            return
        self._stack[-1].scene.uncovered()

    def replace(self, scene: Scene) -> None:
        self._drop_top()
        self.push(scene)

    def home(self) -> None:
        while len(self._stack) > 1:
            self._drop_top()
        self._stack[-1].scene.uncovered()

    def quit(self) -> None:
        self._is_running = False

    def notify(self, text: str) -> None:
        self.toasts.show(text)
        self._is_dirty = True

    def change(self, **values: object) -> None:
        try:
            self.services.settings.change(**values)
        except StoreError as error:
            if not self._has_complained:
                self._has_complained = True
                self.notify(_("Settings cannot be kept: {why}").format(why=error))
        now = self.services.settings.settings
        tune(self.services.sound, now)
        set_keys(now.keys)
        self._speak(now.language)
        self._dress()

    def _speak(self, language: str) -> None:
        """Say everything in the player's language from now on."""
        if language == self._language:
            return
        from game.ui.language import speak

        self._language = language
        if silence := speak(language):
            self.notify(silence)
        for entry in self._stack:
            entry.scene.relabel()
        self._lay_out_anew()

    def _dress(self) -> None:
        """Look as the player wishes, everywhere and at once."""
        if self.services.theme.dress(Look.of(self.services.settings.settings, self.window.density)):
            self._lay_out_anew()

    def _lay_out_anew(self) -> None:
        self._skin = Skin(self.services.theme, self.size)
        for entry in self._stack:
            entry.size = (0, 0)
        self._is_dirty = True
        self._litter.add()

    def set_fullscreen(self, wanted: bool) -> None:
        self._remember_window()
        self.window.set_fullscreen(wanted)
        self.change(fullscreen=wanted)
        self._is_dirty = True

    def wake(self) -> None:
        # A queue that is full wakes the loop anyway; one that is closed needs no waking.
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(WAKE))

    def call(self, act: Callable[[], object]) -> None:
        """Have the loop's own thread do something soon. Any thread may ask."""
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(WAKE, act=act))

    def watch(self, future: Future[T]) -> Future[T]:
        future.add_done_callback(lambda _done: self.wake())
        return future

    # -- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Show the scenes until somebody leaves, then close them in turn."""
        try:
            self._first_frame()
            while self._is_running:
                self.turn()
        finally:
            while self._stack:
                self._drop_top()
            self._remember_window()

    def _remember_window(self) -> None:
        if self.window.is_fullscreen:
            return
        x, y, width, height = self.window.place
        self.change(window_x=x, window_y=y, window_width=width, window_height=height)

    def _first_frame(self) -> None:
        self._draw()
        if self.after_first_frame:
            self.after_first_frame()

    def turn(self) -> None:
        """Once round: wait, let time pass, hand out events, draw what changed."""
        moving = self._idle_for() == 0
        events = self._wait()
        now = time.monotonic()
        dt = now - self._last
        self._last = now
        self._pass_time(min(dt, _LONGEST_STEP) if moving else dt)
        for event in events:
            self._dispatch(event)
        if events:
            self._pass_time(0.0)  # what the events have set off begins at once
        if self._is_running:
            self._draw_if_needed()
        if self.driver and self._is_running:
            self.driver.step(self)

    def _wait(self) -> list[Event]:
        """Events, as soon as there are any, or none once it is time for the next frame."""
        idle = self._idle_for()
        self._litter.tidy()
        if idle == 0:
            self._await_frame()
            return pygame.event.get()
        if self.driver is None:
            # A restless mouse must not make more frames than anyone can see.
            time.sleep(max(0.0, self._drawn + FRAME / 2 - time.monotonic()))
        nap = _SHORTEST_NAP
        while True:
            events = pygame.event.get()
            left = nap if idle is None else self._last + idle - time.monotonic()
            if events or self._is_dirty or left <= 0:
                return events
            self._litter.tidy(time.monotonic() - self._last)
            time.sleep(min(nap, left))
            nap = min(_LONGEST_NAP, nap * 1.3)

    def _await_frame(self) -> None:
        """Sleep to the next beat of 60 a second; sleeping too long once delays no later beat."""
        self._due += FRAME
        left = self._due - time.monotonic()
        if left > 0:
            time.sleep(left)
        elif left < -FRAME:
            self._due -= left  # there was no time for some frames: begin anew

    def _idle_for(self) -> float | None:
        waits = [self.toasts.idle_for(), self.top.idle_for() if self.top else None]
        return min((wait for wait in waits if wait is not None), default=None)

    def _pass_time(self, dt: float) -> None:
        self._fit()
        if self.top and self.top.update(dt):
            self._is_dirty = True
        if self.toasts.update(dt):
            self._is_dirty = True

    def _dispatch(self, event: Event) -> None:
        self.window.notice(event)
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self.quit()
            case pygame.WINDOWSIZECHANGED | pygame.WINDOWDISPLAYCHANGED:
                self.window.refresh()
                self._dress()
                self._is_dirty = True
            case pygame.WINDOWFOCUSLOST:
                self._repeats.clear()
                self._give(event)
            case pygame.KEYDOWN | pygame.KEYUP:
                self._key(event)
            case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP:
                event = self.window.in_pixels(event)
                self.pointer = event.pos
                self._give(event)
            case _ if event.type == WAKE:
                if act := event.dict.get("act"):
                    act()
            case _ if event.type in CONTROLLER_EVENTS:
                self.controllers.handle(event)
            case _:
                self._give(event)

    def _key(self, event: Event) -> None:
        if not self._repeats.lets_through(event):
            return
        if event.type == pygame.KEYDOWN and self._own_key(event):
            return
        self._give(event)

    def _own_key(self, event: Event) -> bool:
        """The keys that mean the same everywhere."""
        if is_quit_key(event):
            self.quit()
            return True
        if self.top and self.top.takes_every_key:
            return False
        match window_action(event, is_typing=bool(self.top and self.top.is_typing)):
            case "fullscreen":
                self.set_fullscreen(not self.window.is_fullscreen)
            case "colours":
                four = not self.services.settings.settings.four_colour
                self.change(four_colour=four)
                self.toasts.answer(_("Four colours") if four else _("Two colours"))
            case "mute":
                mute = not self.services.settings.settings.mute
                self.change(mute=mute)
                self.toasts.answer(_("Sound off") if mute else _("Sound on"))
            case "shortcuts":
                self._show_shortcuts()
            case _:
                return False
        self._is_dirty = True
        return True

    def _show_shortcuts(self) -> None:
        from game.ui.scenes.shortcuts import ShortcutsScene

        if not isinstance(self.top, ShortcutsScene):
            self.push(ShortcutsScene(self, self.top.keys if self.top else "table"))

    def _give(self, event: Event) -> None:
        self._fit()
        if self.top:
            self.top.handle(event)
            self._is_dirty = True

    def _fit(self) -> None:
        """Lay the scenes that are seen out for the window's size, where it has changed."""
        if self._skin.size != self.size:
            self._skin = Skin(self.services.theme, self.size)
            self._litter.add()
        for entry in self._seen():
            if entry.size != self.size:
                entry.size = self.size
                entry.scene.resize(self.size)
                self._is_dirty = True

    def _seen(self) -> list[_Entry]:
        """The top scene, and those that shine through it, from below."""
        seen: list[_Entry] = []
        for entry in reversed(self._stack):
            seen.insert(0, entry)
            if not entry.scene.is_overlay:
                break
        return seen

    def _draw_if_needed(self) -> None:
        self._fit()
        if self._is_dirty:
            self._draw()

    def _draw(self) -> None:
        self._fit()
        for entry in self._seen():
            entry.scene.draw(self.window.surface)
        self.toasts.draw(self.window.surface, self._skin)
        self.window.flip()
        now = self.services.settings.settings
        notice = self.toasts.text
        self._narrator.follow(self.top, now.language, wanted=now.speech, notice=notice)
        self._is_dirty = False
        self._own_up()
        self._drawn = time.monotonic()

    def _own_up(self) -> None:
        """Tell once of each file of the game that it had to do without."""
        if names := untold():
            files = ", ".join(f"assets/{name}" for name in names)
            told = _("The game is not whole and goes on without {files}. Install it again.")
            self.notify(told.format(files=files))
            print(f"tonk: {told.format(files=files)}", file=sys.stderr)

    def _drop_top(self) -> None:
        self._stack.pop().scene.close()
        self._is_dirty = True
