"""The event loop: waits while nothing moves, otherwise draws 60 frames a second.

Resizing the window or changing its look discards dozens of megabytes of pictures. The loop then has
Python collect garbage and the C library return free memory to the system, which neither does soon
enough by itself.
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
    """Returns memory to the system after many pictures were discarded."""

    CALM = 0.5
    """Seconds without events after which memory may be given back."""
    MOST = 3
    """Discards of many pictures that may be pending before memory is given back at once."""

    def __init__(self) -> None:
        self._changes = 0

    def add(self) -> None:
        """Note that many pictures were discarded."""
        self._changes += 1

    def give_back(self, quiet: float = 0.0) -> None:
        """Give memory back if much is pending or nothing happens; takes as long as two frames."""
        if self._changes > self.MOST or (self._changes and quiet > self.CALM):
            self._changes = 0
            gc.collect()
            self._trim()
        elif quiet > self.CALM and gc.get_count()[2] > 10:  # collections of the middle generation
            gc.collect()

    @staticmethod
    def _trim() -> None:
        """Have the C library return free memory to the system, where it can."""
        if not sys.platform.startswith("linux"):
            return
        import ctypes

        try:
            ctypes.CDLL(None).malloc_trim(0)
        except (OSError, AttributeError):
            return


@contextmanager
def collecting_at_rest() -> Iterator[None]:
    """Keep full garbage collections, which take 50 ms and more, out of frames.

    They run when nothing happens (``FreedMemory``), and otherwise only after very many objects have
    reached the oldest generation. Objects that exist at the start are frozen: never examined.
    """
    usual = gc.get_threshold()
    # A full collection follows 1000 of the middle generation: some seven million objects.
    gc.set_threshold(usual[0], usual[1], 1000)
    gc.freeze()
    gc.enable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


class EventSource(Protocol):
    """A source of synthetic events: it looks at the stage and posts what a player would do."""

    def step(self, app: App) -> None:
        """Act once if it is time to. Called after every frame."""


class _Entry:
    """A scene on the stack, and the size it is laid out for."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.size = (0, 0)
        self.view = View()


class App:
    """The stage: the scene stack, the window, and what scenes share."""

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
        self._has_complained = self._has_told_of_review = self._has_shown = self._is_behind = False
        self._is_by_keys = False
        """Whether the last key or click was a key, so that the focus must be seen."""
        self._freed = FreedMemory()
        self._answered = ""
        self._last = self._drawn = self._due = self._touched = time.monotonic()

    @cached_property
    def controllers(self) -> Controllers:
        """The game controllers that are plugged in; started on first use."""
        from game.ui.shell.controllers import Controllers

        return Controllers(self.notify)

    @cached_property
    def narrator(self) -> Narrator:
        """The narrator that reads the screen aloud; made on first use."""
        from game.ui.shell.speech import Narrator

        return Narrator(self.notify)

    # -- the stage, as scenes see it -----------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """The size of the drawing surface, in pixels."""
        return self.window.size

    @property
    def view(self) -> View:
        """The view of the top scene: the part of it that is visible."""
        return self._stack[-1].view

    @property
    def pointer(self) -> tuple[int, int]:
        """The last position of the pointer, on the top scene."""
        return self.view.spot(self._pointer) if self._stack else self._pointer

    @property
    def is_running(self) -> bool:
        """Whether the program is still running."""
        return self._is_running

    @property
    def is_dirty(self) -> bool:
        """Whether something changed that has not been drawn yet."""
        return self._is_dirty

    @property
    def top(self) -> Scene | None:
        """The top scene, which has the focus."""
        return self._stack[-1].scene if self._stack else None

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The scenes, from the bottom of the stack up."""
        return tuple(entry.scene for entry in self._stack)

    def push(self, scene: Scene) -> None:
        self._leave_page()
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
            self._freed.add()  # mostly a table with all of its pictures
        while len(self._stack) > 1:
            self._drop_top()
        self._stack[-1].scene.on_resume()

    def quit(self) -> None:
        self._is_running = False

    def notify(self, text: str) -> None:
        self.toasts.show(text)
        self._is_dirty = True

    def answer(self, text: str) -> None:
        self.toasts.answer(text)
        self._answered = text
        self._is_dirty = True

    def tell_unplayable(self) -> None:
        """Notify the player of music files that could not be played."""
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
        """Pause music while another window has the focus, unless the player wants it there."""
        plays_on = self.services.settings.settings.music_behind
        self.services.sound.rest_music(rests=self._is_behind and not plays_on)

    def _speak(self, language: str, courts: str) -> None:
        """Switch to the player's language, and to the letters chosen for court cards."""
        if (language, courts) == (self._language, self._courts):
            return
        from game.ui.text.language import speak

        set_courts(courts)
        if language != self._language and (silence := speak(language)):
            self.notify(silence)
        self._language, self._courts = language, courts
        self._say_anew()

    def _say_anew(self) -> None:
        """Have every scene rebuild its texts."""
        for entry in self._stack:
            entry.scene.on_language_changed()
        self.lay_out_anew()

    def _dress(self) -> None:
        """Apply the player's look to every scene."""
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
        # A full queue wakes the loop anyway; after `quit` nothing waits.
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(self.WAKE))

    def call(self, act: Callable[[], object]) -> None:
        """Call a function soon on the loop's own thread. Any thread may ask for it."""
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(self.WAKE, act=act))

    def release_memory(self) -> None:
        self._freed.add()

    def watch(self, future: Future[T]) -> Future[T]:
        future.add_done_callback(lambda _done: self.wake())
        return future

    # -- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Show the scenes until the player quits, then close them in turn."""
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
        """Run one turn of the loop: wait, then do what the next frame needs."""
        self.frame(self._wait())

    def frame(self, events: Sequence[Event]) -> None:
        """Update, dispatch events, and draw what changed, without waiting.

        A host that calls once a frame, such as a browser, calls only this.
        """
        moving = self.idle_for() == 0
        now = time.monotonic()
        dt = now - self._last
        self._last = now
        self._notice_day()
        # A slow frame must not make an animation jump.
        self._pass_time(min(dt, 0.1) if moving else dt)
        for event in events:
            self.dispatch(event)
        news = self._review(now, is_quiet=not events)
        if events or news:
            self._pass_time(0.0)  # animations that the events started begin at once
        if self._is_running:
            self._draw_if_needed()
        if self.driver and self._is_running:
            self.driver.step(self)

    def _wait(self) -> list[Event]:
        """Return events as soon as there are any, or none once the next frame is due."""
        idle = self.idle_for()
        self._freed.give_back()
        if idle == 0:
            self._await_frame()
            return pygame.event.get()
        if self.driver is None:
            # A restless mouse must not cause more frames than anyone can see.
            time.sleep(max(0.0, self._drawn + FRAME / 2 - time.monotonic()))
        # Poll every 1 to 10 ms: the longer nothing happens, the more seldom.
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
        """Sleep until the next frame of 60 a second; oversleeping once delays no later frame."""
        self._due += FRAME
        left = self._due - time.monotonic()
        if left > 0:
            time.sleep(left)
        elif left < -FRAME:
            self._due -= left  # frames were missed: restart the beat

    def _notice_day(self) -> None:
        """Notify all scenes when the date has changed."""
        before, self._day = self._day, self.services.today()
        if before not in (None, self._day):
            for entry in self._stack:
                entry.scene.new_day()
            self._is_dirty = True

    def idle_for(self) -> float | None:
        """Return the seconds until something moves by itself; None: not before an event."""
        reviewer = self.services.reviewer
        waits = [
            self.toasts.idle_for(),
            self.tips.idle_for(),
            self.top.idle_for() if self.top else None,
            reviewer.wait() if reviewer else None,
        ]
        return min((wait for wait in waits if wait is not None), default=None)

    def _review(self, now: float, *, is_quiet: bool) -> bool:
        """Advance reviews that somebody waits for, or any while the program is idle.

        True if a review has news: nothing else may wake a scene that waits for its end.
        """
        if not is_quiet:
            self._touched = now
        reviewer = self.services.reviewer
        if reviewer is None:
            return False
        has_news = reviewer.update(now - self._touched)
        if reviewer.trouble and not self._has_told_of_review:
            from game.ui.text.save_troubles import trouble_sentence

            self.notify(trouble_sentence(reviewer.trouble))
        self._has_told_of_review = reviewer.trouble is not None
        return has_news

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
        """Hide the tooltip if what it describes has gone without an event."""
        shown = self.tips.shown
        if shown is not None and ((tip := self._tip()) is None or tip.text != shown.text):
            self.tips.hide()

    def _show_tip(self) -> None:
        tips, tip = self.tips, self._tip()
        if tip and tip.text != self.toasts.text and (box := self.view.seen(tip.box)):
            self.toasts.withdraw(self._answered)
            kept = tip.kept and self.view.seen(tip.kept)
            tips.shown = Tip(tip.text, box, kept)

    def dispatch(self, event: Event) -> None:
        """Handle one event, or pass it to the scene that has the focus."""
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
        if event.type in {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN}:
            self._is_by_keys = event.type == pygame.KEYDOWN
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
        """Handle a key that means the same on every screen; True if it was one."""
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
            self._shortcuts = self.services.pages.shortcuts(self, keys)
            self.push(self._shortcuts)

    def _give(self, event: Event) -> None:
        self.fit()
        if not self._stack:
            return
        entry = self._stack[-1]
        self._is_dirty = True
        if (inward := entry.view.inward(event)) is None:
            return
        held = self._held(entry, inward)
        entry.scene.handle(inward)
        if event.type == pygame.KEYDOWN:
            entry.view.follow(entry.scene.in_view())
        elif held and self.top is entry.scene and entry.size == (0, 0):
            self._keep_under_pointer(entry, held)

    def _held(self, entry: _Entry, event: Event) -> str:
        """Return the name of the target being clicked."""
        if event.type != pygame.MOUSEBUTTONUP:
            return ""
        boxes = entry.scene.targets().items()
        return next((name for name, box in boxes if box.collidepoint(event.pos)), "")

    def _keep_under_pointer(self, entry: _Entry, name: str) -> None:
        """Lay everything out again, and keep the pointer on its target by scrolling and moving."""
        self.fit()
        if not (box := entry.scene.targets().get(name)):
            return
        spot = entry.view.spot(self._pointer)
        entry.view.scroll(box.centerx - spot[0], box.centery - spot[1])
        if not (seen := entry.view.seen(box)).collidepoint(self._pointer) and seen:
            self._pointer = seen.center
            self.window.point(self._pointer)

    def fit(self) -> None:
        """Lay out the visible scenes for the window's size, if it has changed."""
        if self._skin.size != self.size:
            self._skin = Skin(self.services.theme, self.size)
            self._freed.add()
        for entry in self._seen():
            is_new = entry.view.is_new
            for _again in range(3):  # some scenes know their height only once they are laid out
                canvas = entry.scene.canvas(self.size)
                if (entry.size, entry.view.canvas) == (self.size, canvas):
                    break
                entry.size = self.size
                entry.view.fit(self.size, canvas)
                entry.scene.resize(canvas)
                if self._is_by_keys or not is_new:
                    entry.view.follow(entry.scene.in_view())
                self._is_dirty = True

    def _seen(self) -> list[_Entry]:
        """Return the visible scenes, bottom up: the top one and those behind its overlays."""
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
        """Draw the visible scenes on a surface of the window's size."""
        for entry in self._seen():
            entry.view.draw(surface, entry.scene, self._skin)
        room = self.top.room if self.top and self.view.offset == (0, 0) else None
        self.toasts.draw(surface, self._skin, room)
        self.tips.draw(surface, self._skin)

    def redraw(self) -> None:
        """Draw on the next turn, whether or not anything has changed."""
        self._is_dirty = True

    def _draw(self) -> None:
        self.fit()
        self.draw_on(self.window.surface)
        self.window.flip()
        self._follow_typing()
        now = self.services.settings.settings
        told = self.tips.shown.text if self.tips.shown else ""
        at_pointer, at_focus = (told, "") if self.tips.is_for_pointer else ("", told)
        notice = self.toasts.text or at_pointer
        if now.speech or self._has_shown:  # silence on the first frame needs no narrator
            self.narrator.follow(
                self.top, now.language, wanted=now.speech, notice=notice, tip=at_focus
            )
        self._has_shown = True
        self._is_dirty = False
        self._report_missing_files()
        self._drawn = time.monotonic()

    def _follow_typing(self) -> None:
        """Have the system take text where the top scene does, with its candidate list there."""
        field = self.top.types_into if self.top else None
        box = self.top.text_box() if self.top else None
        seen = self.view.seen(box) if box else Rect(0, 0, 0, 0)
        self._text_input.follow(field, self.window.in_points(seen))

    def _report_missing_files(self) -> None:
        """Notify the player of missing asset files, once for each."""
        if names := newly_left_out():
            files = ", ".join(f"assets/{name}" for name in names)
            message = _(
                "Missing files: {files}. The game goes on without them; reinstall it to get them "
                "back."
            )
            self.notify(message.format(files=files))
            print(f"tonk: {message.format(files=files)}", file=sys.stderr)

    def _leave_page(self) -> None:
        """Hide the tip of the top scene, and its answer to a click."""
        self.tips.hide()
        self.toasts.withdraw(self._answered)

    def _drop_top(self) -> None:
        self._leave_page()
        self._stack.pop().scene.close()
        self._is_dirty = True
