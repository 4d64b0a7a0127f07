"""Events become what the player wants done; while others play, they only hurry things."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import pygame

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
from game.ui.table.pointer import SLACK, Pointer
from game.ui.table.touching import STOCK, Touch
from game.ui.table.zones import drop_zones, hit_test

if TYPE_CHECKING:
    from pygame import Event, Rect

    from game.ui.table.board import Board
    from game.ui.table.course import Course
    from game.ui.table.desk import Desk

_QUIET = (Step, Cycle, Nudge, Pick, Scroll)
"""What a player may do while others play, without hurrying them."""
_DOING = (Press, Act, Pick, Nudge)
"""What a player cannot mean while a card hangs at the pointer: it is put back first."""
_SETTLEMENT = frozenset({"next", "big_one", "scores"})
_QUIET_TARGETS = ("card:", "button:sort", "button:menu")


class Table(Protocol):
    """What commands need of the scene."""

    board: Board
    desk: Desk
    course: Course

    def zones(self) -> dict[str, Rect]:
        """Everything that can be pointed at."""

    def press_settlement(self, button: str) -> None:
        """A button of the settlement, or its letter."""

    def open_menu(self) -> None:
        """The player wants out, or help."""

    def follow(self) -> None:
        """The table may have changed."""


class Commands:
    """Mouse and keyboard, each enough by itself for everything."""

    def __init__(self, table: Table, scroll: Callable[[int], None]) -> None:
        self._table = table
        self._scroll = scroll
        self._pointer = Pointer(self._target_at, table.desk.can_grab)
        self._touch = Touch(lambda: table.board.view)

    def cancel(self) -> None:
        """Forget a press or a drag under way."""
        self._pointer.cancel()
        self._table.desk.put_back()

    def handle(self, event: Event) -> None:
        """One event."""
        if event.type == pygame.KEYDOWN:
            intent = intent_of(event)
            if intent is not None and not self._skipped_by_key(intent) and not self._waits(event):
                self._do_by_key(intent)
        elif self._touch.released(event, self._table.desk.cursor):
            self._tap(STOCK)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._skipped_by_mouse(event):
            self._pointer.cancel()
        elif event.type == pygame.MOUSEBUTTONDOWN and self._is_final(event):
            self._pointer.cancel()
            self._tap(STOCK)
        else:
            slack = SLACK * max(self._table.board.layout.unit, 0.7)
            for each in self._pointer.read(event, slack):
                self._do_by_pointer(each)

    def _waits(self, event: Event) -> bool:
        """Whether a key on the stock draws only when it is let go."""
        desk = self._table.desk
        return self._touch.holds(event, None if desk.question else desk.cursor)

    def _is_final(self, event: Event) -> bool:
        """Whether the press of a button is more than the beginning of a click."""
        return self._touch.pressed(event, self._target_at(event.pos))

    def _skipped_by_key(self, intent: Intent) -> bool:
        """Whether a key only brought everything to its end.

        A letter means more than that to a player who is on turn and has seen what there was to see.
        """
        board = self._table.board
        if not board.is_busy or (isinstance(intent, _QUIET) and not board.is_scene):
            return False
        has_seen_all = board.timeline.is_all_begun and not board.is_scene
        is_on_turn = board.view is not None and bool(board.view.legal)
        board.skip()
        return not (isinstance(intent, Press) and has_seen_all and is_on_turn)

    def _skipped_by_mouse(self, event: Event) -> bool:
        """Likewise a click, unless it is on one's own cards while others play."""
        board = self._table.board
        if not board.is_busy or event.button != pygame.BUTTON_LEFT:
            return False
        target = self._target_at(event.pos) or ""
        if target.startswith(_QUIET_TARGETS) and not board.is_scene:
            return False
        board.skip()
        return True

    def _do_by_key(self, intent: Intent) -> None:
        desk = self._table.desk
        if self._pointer.is_dragging and isinstance(intent, _DOING):
            self.cancel()
        match intent:
            case Press(button=button):
                self._press(button)
            case Act():
                self._act_at_cursor()
            case Back():
                if not desk.back():
                    self._table.open_menu()
            case Step() | Cycle():
                desk.step(self._table.zones(), intent)
            case Nudge():
                desk.nudge(intent)
            case Pick(place=place):
                self._pick(place)
            case Scroll(lines=lines):
                self._scroll(lines)
            case _:
                pass

    def _do_by_pointer(self, intent: Intent) -> None:
        desk = self._table.desk
        match intent:
            case Tap(target=target):
                self._tap(target)
            case Hover(target=target):
                desk.hover(target)
            case Grab():
                desk.carrier.grab(intent)
            case Carry():
                desk.carrier.carry(intent)
            case LetGo(at=at):
                desk.let_go(hit_test(drop_zones(self._table.board), at))
                self._table.follow()
            case PutBack():
                desk.put_back()
            case Scroll(lines=lines):
                self._scroll(lines)
            case _:
                pass

    def _tap(self, target: str) -> None:
        """A click on a place, or the keyboard's act on it."""
        match target.removeprefix("button:"):
            case "menu":
                self._table.open_menu()
            case "next" | "pass" | "big_one" | "scores" as button:
                self._press(button)
            case _:
                self._table.desk.tap(target)
                self._table.follow()

    def _press(self, button: str) -> None:
        """A button, or its letter."""
        course = self._table.course
        if course.is_settling:
            self._table.press_settlement(button)
        elif button not in _SETTLEMENT:
            self._table.desk.press(button)
            self._table.follow()

    def _act_at_cursor(self) -> None:
        found, desk = self._table.zones(), self._table.desk
        if self._table.course.is_settling:
            is_on_button = (desk.cursor or "").startswith("button:") and desk.cursor in found
            self._tap(desk.cursor or "") if is_on_button else self._press("next")
        elif desk.cursor in found:
            self._tap(desk.cursor or "")
        elif self._table.course.slaps.clock is not None and not desk.question:
            self._press("slap")
        else:
            desk.step(found, Cycle(1))

    def _pick(self, place: int) -> None:
        """A number chooses a card, or answers a question."""
        desk = self._table.desk
        if desk.question:
            self._tap(f"choice:{desk.answer_at(place)}")
        elif not desk.question and not self._table.course.is_settling:
            desk.pick(place)

    def _target_at(self, at: tuple[int, int]) -> str | None:
        return hit_test(self._table.zones(), at)
