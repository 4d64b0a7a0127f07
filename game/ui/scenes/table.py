"""The table: hand after hand of one session, from the cut to the settlement."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.rules.phases import Phase
from game.rules.reasons import Reason
from game.ui.cardart import DeckStyle
from game.ui.kit.skin import Skin
from game.ui.scene import BaseScene
from game.ui.table.board import Board, Chrome
from game.ui.table.course import Course
from game.ui.table.deciding import Hint
from game.ui.table.describe import button_names
from game.ui.table.desk import Desk
from game.ui.table.effects import Notice
from game.ui.table.intents import (
    Act,
    Back,
    Carry,
    Cycle,
    Grab,
    Hover,
    Intent,
    LetGo,
    Nudge,
    Pick,
    Press,
    PutBack,
    Scroll,
    Step,
    Tap,
)
from game.ui.table.keyboard import intent_of
from game.ui.table.logbook import Logbook
from game.ui.table.pointer import Pointer
from game.ui.table.render import Renderer
from game.ui.table.timeline import PACES
from game.ui.table.zones import answer_zones, drop_zones, hit_test, live, zones
from game.ui.text import _
from game.ui.words import reason_sentence

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.session.session import Session
    from game.ui.scene import Stage
    from game.ui.table.beats import Cue

_SKIPPING = frozenset((pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN))
_QUIET = (Step, Cycle, Nudge, Pick, Scroll)
"""What a player may do while others play, without hurrying them."""


class TableScene(BaseScene):
    """Shows the session to its human player, and plays what the player decides."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage)
        self.session = session
        self.board = Board(
            Chrome(stage.size, button_names(None)),
            len(session.names),
            session.human or 0,
            self._hear,
        )
        self.log = Logbook()
        self.course = Course(stage, session, self.board, self.log)
        self.desk = Desk(self.board, self.course.why, self._play, self._refuse)
        self._pointer = Pointer(self._target_at, self.desk.can_grab)
        self._notice = Notice()
        self._renderer = self._made_renderer(stage.size)
        self.course.begin()
        self._follow()

    # -- what tests and the bot that plays by hand look at -------------------------------------

    @property
    def view(self) -> SeatView:
        """What the human seat sees, final at once."""
        if self.board.view is None:
            raise RuntimeError("no hand has been dealt yet")
        return self.board.view

    @property
    def is_settling(self) -> bool:
        """Whether the settlement is on show."""
        return self.course.is_settling

    @property
    def hands_played(self) -> int:
        """Hands that have come to their end in this sitting."""
        return self.course.hands_played

    @property
    def line(self) -> str:
        """The one line that tells why something cannot be done, empty if there is none."""
        return self._notice.text

    def targets(self) -> dict[str, Rect]:
        """Where a click would do something now."""
        if self.board.is_busy:
            return {}
        found = self._zones()
        now = self.desk.situation
        if self.is_settling or now is None or self.desk.question:
            return found
        return live(now, found)

    # -- time ----------------------------------------------------------------------------------

    @property
    def _pace(self) -> float:
        return PACES[self.course.speed]

    def update(self, dt: float) -> bool:
        """Let time pass on the table."""
        changed = self.board.update(dt, self._pace)
        before = self.board.view
        self.course.advance(dt)
        if self.board.view is not before:
            self._follow()
            changed = True
        return self._notice.update(dt) or changed

    def idle_for(self) -> float | None:
        """0 while anything moves, else until the next thing that happens by itself."""
        if self.board.is_moving:
            return 0.0
        waits = (self.course.idle_for(), self.board.effects.idle_for(), self._notice.idle_for())
        return min((wait for wait in waits if wait is not None), default=None)

    def uncovered(self) -> None:
        """Settings may have changed."""
        self._follow()

    def close(self) -> None:
        """The session has kept every move already; nobody has to think any more."""
        self.course.stop()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out anew, all at its place at once."""
        self._renderer = self._made_renderer(size)
        self._pointer.cancel()
        self.desk.put_back()
        self.board.resize(Chrome(size, button_names(self.board.view)))

    def _made_renderer(self, size: tuple[int, int]) -> Renderer:
        skin = Skin(self.stage.services.theme, size)
        return Renderer(skin, DeckStyle(), self.board, self.desk, self.course, self.log)

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: Event) -> None:
        """Mouse and keys; while others play, an event that would act only hurries them."""
        if event.type == pygame.KEYDOWN:
            intent = intent_of(event)
            if intent is not None and not self._skipped_by_key(intent):
                self._do_by_key(intent)
        elif event.type in _SKIPPING and self._skipped_by_mouse(event):
            self._pointer.cancel()
        else:
            for each in self._pointer.read(event, 6 * max(self.board.layout.unit, 0.7)):
                self._do_by_pointer(each)
        if self._pace == inf:
            self.board.skip()

    def _skipped_by_key(self, intent: Intent) -> bool:
        """Whether a key only brought everything to its end."""
        if not self.board.is_busy or (isinstance(intent, _QUIET) and not self.board.is_scene):
            return False
        self.board.skip()
        return True

    def _skipped_by_mouse(self, event: Event) -> bool:
        """Likewise a click, unless it is on one's own cards while others play."""
        if not self.board.is_busy or event.button != pygame.BUTTON_LEFT:
            return False
        target = self._target_at(event.pos) or ""
        if target.startswith(("card:", "button:sort", "button:menu")) and not self.board.is_scene:
            return False
        self.board.skip()
        return True

    def _do_by_key(self, intent: Intent) -> None:
        match intent:
            case Press(button=button):
                self._press(button)
            case Act():
                self._act_at_cursor()
            case Back():
                if not self.desk.back():
                    self._menu()
            case Step() | Cycle():
                self.desk.step(self._zones(), intent)
            case Nudge():
                self.desk.nudge(intent)
            case Pick(place=place):
                self._pick(place)
            case Scroll(lines=lines):
                self._scroll(lines)
            case _:
                pass

    def _do_by_pointer(self, intent: Intent) -> None:
        match intent:
            case Tap(target=target):
                self._tap(target)
            case Hover(target=target):
                self.desk.hover(target)
                self.desk.cursor = None if target else self.desk.cursor
            case Grab():
                self.desk.grab(intent)
            case Carry():
                self.desk.carry(intent)
            case LetGo(at=at):
                self.desk.let_go(hit_test(drop_zones(self.board), at))
                self._follow()
            case PutBack():
                self.desk.put_back()
            case Scroll(lines=lines):
                self._scroll(lines)
            case _:
                pass

    def _tap(self, target: str) -> None:
        """A click on a place, or the keyboard's act on it."""
        match target.removeprefix("button:"):
            case "menu":
                self._menu()
            case "next" | "pass" as button:
                self._press(button)
            case _:
                self.desk.tap(target)
                self._follow()

    def _press(self, button: str) -> None:
        if self.is_settling or button == "next":
            if self.is_settling and button == "next":
                self._next()
        elif button == "pass" and self._is_slap_window():
            self.course.let_slap_pass()
            self._follow()
        else:
            self.desk.press(button)
            self._follow()

    def _is_slap_window(self) -> bool:
        return self.board.view is not None and self.board.view.phase is Phase.SLAP

    def _act_at_cursor(self) -> None:
        found = self._zones()
        if self.is_settling:
            self._next()
        elif self.desk.cursor in found:
            self._tap(self.desk.cursor or "")
        else:
            self.desk.step(found, Cycle(1))

    def _pick(self, place: int) -> None:
        """A number chooses a card, or answers a question."""
        if not self.desk.question:
            self.desk.pick(place)
        elif place < len(self.desk.question):
            self._tap(f"choice:{place}")

    def _scroll(self, lines: int) -> None:
        self.log.scroll(lines, self._renderer.log_room())

    def _zones(self) -> dict[str, Rect]:
        """Everything that can be pointed at as things stand."""
        menu = {"button:menu": self.board.layout.menu}
        if self.is_settling:
            return {"button:next": self._renderer.next_button()} | menu
        if self.desk.question:
            return self._renderer.choices() | answer_zones(self.board, self.desk.question)
        if self.board.view is None or self.board.view.result is not None:
            return menu
        return zones(self.board)

    def _target_at(self, at: tuple[int, int]) -> str | None:
        return hit_test(self._zones(), at)

    # -- what comes of it ----------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        self._notice.clear()
        self.course.play(action)
        self._follow()

    def _refuse(self, why: Reason | Hint) -> None:
        self._notice.show(reason_sentence(why) if isinstance(why, Reason) else _(why))

    def _next(self) -> None:
        self._notice.clear()
        self.course.next_hand()
        self._follow()

    def _menu(self) -> None:
        from game.ui.scenes.pause import PauseScene

        self._pointer.cancel()
        self.desk.put_back()
        self.stage.push(PauseScene(self.stage))

    def _follow(self) -> None:
        """The table may have changed: keep choice and buttons with it."""
        self.desk.keep_up()
        names = button_names(self.board.view)
        if names != self.board.chrome.buttons:
            self.board.resize(Chrome(self.board.chrome.size, names))
        if self._pace == inf:
            self.board.skip()

    def _hear(self, cue: Cue) -> None:
        if self._pace == inf:
            return
        place = 0.0 if cue.seat is None else self.board.pan(cue.seat)
        self.stage.services.sound.play(cue.sound, place)

    def draw(self, surface: Surface) -> None:
        """Draw the whole table."""
        live_names = frozenset(self.targets())
        self._renderer.draw(surface, live_names, self.line, is_settling=self.is_settling)
