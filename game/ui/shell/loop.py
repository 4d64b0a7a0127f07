"""The event loop: it waits while nothing moves, else it makes 60 frames a second.

A window of another size or look throws away dozens of megabytes of pictures: they are given back to
the system, as Python counts objects and not their size, and the C library keeps what is free.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

import pygame
from pygame import Rect

from game.files import StoreError
from game.rules.untrusted_input import printable
from game.ui.assets import newly_left_out
from game.ui.kit.controls import Toasts
from game.ui.kit.skin import Skin
from game.ui.look.appearance import Look
from game.ui.shell.keys import Repeats, is_quit_key, layout_changed, meant, set_keys, window_action
from game.ui.shell.text_input import TextInput
from game.ui.shell.tips import Tip, Tips
from game.ui.shell.viewport import View
from game.ui.text.language import _, set_courts

if TYPE_CHECKING:
    from concurrent.futures import Future
    from datetime import date

    from pygame import Event, Surface

    from game.ui.shell.app_window import Window
    from game.ui.shell.controllers import Controllers
    from game.ui.shell.scene import Scene, Services
    from game.ui.shell.speech import Narrator


T = TypeVar("T")
FRAME = 1 / 60  # seconds


class FreedMemory:
    """Gives memory back to the system after much of it was thrown away."""

    CALM = 0.5
    """Seconds without events after which memory may be given back."""
    MOST = 3
    """Throws of many pictures that may wait before memory is given back at once."""

    def __init__(self) -> None:
        self._changes = 0

    def add(self) -> None:
        """Note that many pictures were thrown away."""
        self._changes += 1

    def give_back(self, quiet: float = 0.0) -> None:
        """Give memory back if much waits or nothing happens; takes the time of two frames."""
        if self._changes > self.MOST or (self._changes and quiet > self.CALM):
            self._changes = 0
            gc.collect()
            self._trim()
        elif quiet > self.CALM and gc.get_count()[2] > 10:  # collections of young objects
            gc.collect()

    @staticmethod
    def _trim() -> None:
        """Have the C library give free memory back, where it can."""
        if not sys.platform.startswith("linux"):
            return
        import ctypes

        try:
            ctypes.CDLL(None).malloc_trim(0)
        except (OSError, AttributeError):
            return


@contextmanager
def collecting_at_rest() -> Iterator[None]:
    """Within, no frame waits for a collection of all objects, which takes 50 ms and more.

    They are collected when nothing happens (``FreedMemory``), and under way only once very many
    young ones have grown old. What there is at the beginning is there for good, and passed over.
    """
    usual = gc.get_threshold()
    # All objects are looked at after 1000 collections of young ones, some seven million objects.
    gc.set_threshold(usual[0], usual[1], 1000)
    gc.freeze()
    gc.enable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


class EventSource(Protocol):
    """A source of events that plays by itself: it looks at the stage and posts what players do."""

    def step(self, app: App) -> None:
        """Act once, if it is time to. Called after every frame."""


class _Entry:
    """A scene on the stack, and the size for which it is laid out."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.size = (0, 0)
        self.view = View()


class App:
    """The stage: the scenes, the window they are in, and what they share."""

    WAKE = pygame.event.custom_type()

    def __init__(self, window: Window, services: Services) -> None:
        self.window = window
        self.services = services
        self._pointer = (-1, -1)
        self.toasts = Toasts()
        self.tips = Tips()
        self._shortcuts: Scene | None = None
        self.driver: EventSource | None = None
        self.after_first_frame: Callable[[], object] | None = None
        self._day: date | None = None  # none is known before the first frame
        self._language = services.settings.settings.language
        set_keys(services.settings.settings.keys)
        self._courts = services.settings.settings.courts
        set_courts(self._courts)
        services.theme.set_look(Look.of(services.settings.settings, window.density))
        self._skin = Skin(services.theme, window.size)
        self._stack: list[_Entry] = []
        self._repeats = Repeats()
        self._text_input = TextInput()
        self._is_running = True
        self._is_dirty = True
        self._has_complained = self._has_shown = self._is_behind = False
        self._freed = FreedMemory()
        self._last = self._drawn = self._due = self._touched = time.monotonic()

    @cached_property
    def controllers(self) -> Controllers:
        """The game controllers that are plugged in, once they are started."""
        from game.ui.shell.controllers import Controllers

        return Controllers(self.notify)

    @cached_property
    def narrator(self) -> Narrator:
        """The speech that reads aloud, once it is wanted."""
        from game.ui.shell.speech import Narrator

        return Narrator(self.notify)

    # -- what a scene may ask ------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """The size of what is drawn on."""
        return self.window.size

    @property
    def view(self) -> View:
        """The view of the top scene: the part of it that is seen."""
        return self._stack[-1].view

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the pointer was last seen, on the top scene."""
        return self.view.spot(self._pointer) if self._stack else self._pointer

    @property
    def is_running(self) -> bool:
        """Whether the program goes on."""
        return self._is_running

    @property
    def is_dirty(self) -> bool:
        """Whether something changed that has not been drawn yet."""
        return self._is_dirty

    @property
    def top(self) -> Scene | None:
        """The scene that has the focus."""
        return self._stack[-1].scene if self._stack else None

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The scenes, the one at the bottom first."""
        return tuple(entry.scene for entry in self._stack)

    def push(self, scene: Scene) -> None:
        self.tips.hide()
        self._stack.append(_Entry(scene))
        self._is_dirty = True

    def pop(self) -> None:
        self._drop_top()
        if not self._stack:
            self._is_running = False
            return
        self._stack[-1].scene.on_resume()

    def replace(self, scene: Scene) -> None:
        self._drop_top()
        self.push(scene)

    def home(self) -> None:
        if len(self._stack) > 1:
            self._freed.add()  # a table, mostly, and all of its pictures
        while len(self._stack) > 1:
            self._drop_top()
        self._stack[-1].scene.on_resume()

    def quit(self) -> None:
        self._is_running = False

    def notify(self, text: str) -> None:
        self.toasts.show(text)
        self._is_dirty = True

    def tell_unplayable(self) -> None:
        """Name the pieces of the player's music that turned out to be none."""
        for name in self.services.sound.newly_refused():
            self.notify(_("Can't play {name}.").format(name=printable(name, 60)))  # letters

    def scroll(self, notches: float) -> None:
        if self.view.scroll(0, -round(notches * 90)):  # pixels
            self._is_dirty = True

    def change(self, **values: object) -> None:
        try:
            self.services.settings.change(**values)
        except StoreError as error:
            if not self._has_complained:
                self._has_complained = True
                from game.ui.text.save_troubles import why_text

                self.notify(_("Settings not saved: {why}").format(why=why_text(error)))
        now = self.services.settings.settings
        self.services.sound.tune(now)
        self._let_music_rest()
        self.tell_unplayable()
        set_keys(now.keys)
        self._speak(now.language, now.courts)
        self._dress()

    def _let_music_rest(self) -> None:
        """Let music rest behind other windows, unless the player wants it there."""
        plays_on = self.services.settings.settings.music_behind
        self.services.sound.rest_music(rests=self._is_behind and not plays_on)

    def _speak(self, language: str, courts: str) -> None:
        """Say everything in the player's language, with the letters chosen for court cards."""
        if (language, courts) == (self._language, self._courts):
            return
        from game.ui.text.language import speak

        set_courts(courts)
        if language != self._language and (silence := speak(language)):
            self.notify(silence)
        self._language, self._courts = language, courts
        self._say_anew()

    def _say_anew(self) -> None:
        """Take every text of every scene anew."""
        for entry in self._stack:
            entry.scene.on_language_changed()
        self.lay_out_anew()

    def _dress(self) -> None:
        """Look as the player wishes, everywhere and at once."""
        if self.services.theme.set_look(
            Look.of(self.services.settings.settings, self.window.density)
        ):
            self.lay_out_anew()

    def lay_out_anew(self) -> None:
        """Lay out every scene again before it is drawn."""
        self._skin = Skin(self.services.theme, self.size)
        for entry in self._stack:
            entry.size = (0, 0)
        self._is_dirty = True
        self._freed.add()

    def set_fullscreen(self, wanted: bool) -> None:
        self._remember_window()
        self.window.set_fullscreen(wanted)
        self.change(fullscreen=wanted)
        self._is_dirty = True

    def wake(self) -> None:
        # A queue that is full wakes the loop anyway; one that is closed needs no waking.
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(self.WAKE))

    def call(self, act: Callable[[], object]) -> None:
        """Call something soon on the loop's own thread. Any thread may ask."""
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(self.WAKE, act=act))

    def watch(self, future: Future[T]) -> Future[T]:
        future.add_done_callback(lambda _done: self.wake())
        return future

    # -- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Show the scenes until the player leaves, then close them in turn."""
        try:
            self._first_frame()
            with collecting_at_rest():
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
        """Run one turn of the loop: wait, then do what a frame needs."""
        self.frame(self._wait())

    def frame(self, events: Sequence[Event]) -> None:
        """Update, hand out events, and draw what changed, without waiting for anything.

        Where the host calls once a frame, as a browser does, this is all that it calls.
        """
        moving = self.idle_for() == 0
        now = time.monotonic()
        dt = now - self._last
        self._last = now
        self._notice_day()
        # A frame that took long must not make an animation jump.
        self._pass_time(min(dt, 0.1) if moving else dt)
        for event in events:
            self.dispatch(event)
        news = self._review(now, is_quiet=not events)
        if events or news:
            self._pass_time(0.0)  # what they have set off begins at once
        if self._is_running:
            self._draw_if_needed()
        if self.driver and self._is_running:
            self.driver.step(self)

    def _wait(self) -> list[Event]:
        """Events, as soon as there are any, or none once it is time for the next frame."""
        idle = self.idle_for()
        self._freed.give_back()
        if idle == 0:
            self._await_frame()
            return pygame.event.get()
        if self.driver is None:
            # A restless mouse must not make more frames than anyone can see.
            time.sleep(max(0.0, self._drawn + FRAME / 2 - time.monotonic()))
        # Events are looked for after 1 to 10 ms: seldom costs nothing, often feels quick.
        nap = 0.001
        while True:
            events = pygame.event.get()
            left = nap if idle is None else self._last + idle - time.monotonic()
            if events or self._is_dirty or left <= 0 or self._day != self.services.today():
                return events
            self._freed.give_back(time.monotonic() - self._last)
            time.sleep(min(nap, left))
            nap = min(0.010, nap * 1.3)

    def _await_frame(self) -> None:
        """Sleep to the next beat of 60 a second; sleeping too long once delays no later beat."""
        self._due += FRAME
        left = self._due - time.monotonic()
        if left > 0:
            time.sleep(left)
        elif left < -FRAME:
            self._due -= left  # there was no time for some frames: begin anew

    def _notice_day(self) -> None:
        """Notify all scenes when the date has changed."""
        before, self._day = self._day, self.services.today()
        if before not in (None, self._day):
            for entry in self._stack:
                entry.scene.new_day()
            self._is_dirty = True

    def idle_for(self) -> float | None:
        """Seconds until something here moves by itself; None: not before an event."""
        reviewer = self.services.reviewer
        waits = [
            self.toasts.idle_for(),
            self.tips.idle_for(),
            self.top.idle_for() if self.top else None,
            reviewer.wait() if reviewer else None,
        ]
        return min((wait for wait in waits if wait is not None), default=None)

    def _review(self, now: float, *, is_quiet: bool) -> bool:
        """Let hands be gone through, which somebody has asked for or which nobody waits for.

        True where there is news: nothing else may wake a scene that waits for the last of it.
        """
        if not is_quiet:
            self._touched = now
        reviewer = self.services.reviewer
        return reviewer is not None and reviewer.update(now - self._touched)

    def _pass_time(self, dt: float) -> None:
        self.fit()
        if self.top and self.top.update(dt):
            self._is_dirty = True
            self._check_tip()
        if self.toasts.update(dt):
            self._is_dirty = True
        if self.tips.update(dt):
            self._show_tip()
            self._is_dirty = True

    def _tip(self) -> Tip | None:
        at = self.pointer if self.tips.is_for_pointer else None
        return self.top.tip(at) if self.top else None

    def _check_tip(self) -> None:
        """Hide the tip if what it is about has gone, though nobody has moved."""
        shown = self.tips.shown
        if shown is not None and ((tip := self._tip()) is None or tip.text != shown.text):
            self.tips.hide()

    def _show_tip(self) -> None:
        tips, tip = self.tips, self._tip()
        if tip and (box := self.view.seen(tip.box)):
            tips.shown = Tip(tip.text, box)

    def dispatch(self, event: Event) -> None:
        """Handle one event, or give it to the scene that has the focus."""
        self._notice(event)
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
                self._pointer = event.pos
                self._give(event)
            case _ if event.type == self.WAKE:
                if act := event.dict.get("act"):
                    act()
            case _ if event.type == self.services.sound.ended:
                self.services.sound.heed()
                self.tell_unplayable()
            case _:
                if not self.controllers.handle(event):
                    self._give(event)

    def _notice(self, event: Event) -> None:
        self.window.notice(event)
        self._is_dirty |= self.tips.notice(event)
        self._text_input.notice(event)
        if event.type in {pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED}:
            self._is_behind = event.type == pygame.WINDOWFOCUSLOST
            self._let_music_rest()
        if event.type == pygame.KEYMAPCHANGED and layout_changed():
            self._say_anew()

    def _key(self, event: Event) -> None:
        event = meant(event)
        if not self._repeats.lets_through(event):
            return
        if event.type == pygame.KEYDOWN and self._text_input.is_composing:
            return
        if event.type == pygame.KEYDOWN and self._own_key(event):
            return
        self._give(event)

    def _own_key(self, event: Event) -> bool:
        """Act on a key that means the same everywhere; True if it was one."""
        if is_quit_key(event):
            self.quit()
            return True
        if self.top and self.top.takes_every_key:
            return False
        match window_action(event, is_typing=bool(self.top and self.top.types_into)):
            case "fullscreen":
                self.set_fullscreen(not self.window.is_fullscreen)
            case "colours":
                four = not self.services.settings.settings.four_colour
                self.change(four_colour=four)
                self.toasts.answer(_("Four colors") if four else _("Two colors"))
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
        if self.top is None or self.top is not self._shortcuts:
            keys = self.top.keys if self.top else "table"
            self._shortcuts = self.services.shortcuts(self, keys)
            self.push(self._shortcuts)

    def _give(self, event: Event) -> None:
        self.fit()
        if not self._stack:
            return
        entry = self._stack[-1]
        self._is_dirty = True
        if (meant := entry.view.inward(event)) is None:
            return
        held = self._held(entry, meant)
        entry.scene.handle(meant)
        if event.type == pygame.KEYDOWN:
            entry.view.follow(entry.scene.in_view())
        elif held and self.top is entry.scene and entry.size == (0, 0):
            self._keep_under_pointer(entry, held)

    def _held(self, entry: _Entry, event: Event) -> str:
        """Return what is being clicked on."""
        if event.type != pygame.MOUSEBUTTONUP:
            return ""
        boxes = entry.scene.targets().items()
        return next((name for name, box in boxes if box.collidepoint(event.pos)), "")

    def _keep_under_pointer(self, entry: _Entry, name: str) -> None:
        """Lay all out anew; scroll, and bring the pointer, to where what it held is now."""
        self.fit()
        if not (box := entry.scene.targets().get(name)):
            return
        spot = entry.view.spot(self._pointer)
        entry.view.scroll(box.centerx - spot[0], box.centery - spot[1])
        if not (seen := entry.view.seen(box)).collidepoint(self._pointer) and seen:
            self._pointer = seen.center
            self.window.point(self._pointer)

    def fit(self) -> None:
        """Lay the scenes that are seen out for the window's size, where it has changed."""
        if self._skin.size != self.size:
            self._skin = Skin(self.services.theme, self.size)
            self._freed.add()
        for entry in self._seen():
            is_new = entry.view.is_new
            for _again in range(3):  # only once laid out some scenes know how high they are
                canvas = entry.scene.canvas(self.size)
                if (entry.size, entry.view.canvas) == (self.size, canvas):
                    break
                entry.size = self.size
                entry.view.fit(self.size, canvas)
                entry.scene.resize(canvas)
                if not is_new:
                    entry.view.follow(entry.scene.in_view())
                self._is_dirty = True

    def _seen(self) -> list[_Entry]:
        """Return the top scene, and those that shine through it, from below."""
        seen: list[_Entry] = []
        for entry in reversed(self._stack):
            seen.insert(0, entry)
            if not entry.scene.is_overlay:
                break
        return seen

    def _draw_if_needed(self) -> None:
        self.fit()
        if self._is_dirty:
            self._draw()

    def draw_on(self, surface: Surface) -> None:
        """Draw the scenes that are seen on a surface of the window's size."""
        for entry in self._seen():
            entry.view.draw(surface, entry.scene, self._skin)
        room = self.top.room if self.top and self.view.offset == (0, 0) else None
        self.toasts.draw(surface, self._skin, room)
        self.tips.draw(surface, self._skin)

    def redraw(self) -> None:
        """Draw at the next turn, whether or not anything has changed."""
        self._is_dirty = True

    def _draw(self) -> None:
        self.fit()
        self.draw_on(self.window.surface)
        self.window.flip()
        self._follow_typing()
        now = self.services.settings.settings
        tip = self.tips.shown.text if self.tips.shown else ""
        notice = self.toasts.text or tip
        if now.speech or self._has_shown:  # silence on the first frame needs no narrator
            self.narrator.follow(self.top, now.language, wanted=now.speech, notice=notice)
        self._has_shown = True
        self._is_dirty = False
        self.report_crash()
        self._drawn = time.monotonic()

    def _follow_typing(self) -> None:
        """Have the system take letters where the top scene does, and show its choices there."""
        field = self.top.types_into if self.top else None
        box = self.top.text_box() if self.top else None
        seen = self.view.seen(box) if box else Rect(0, 0, 0, 0)
        self._text_input.follow(field, self.window.in_points(seen))

    def report_crash(self) -> None:
        """Show one message for each missing file of the game."""
        if names := newly_left_out():
            files = ", ".join(f"assets/{name}" for name in names)
            message = _(
                "Missing files: {files}. The game goes on without them; reinstall it to get them "
                "back."
            )
            self.notify(message.format(files=files))
            print(f"tonk: {message.format(files=files)}", file=sys.stderr)

    def _drop_top(self) -> None:
        self.tips.hide()
        self._stack.pop().scene.close()
        self._is_dirty = True
