"""The player's intents, independent of the mouse and keys that express them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame
from pygame import Event

from game.ui.shell.keys import TABLE_ACTIONS, action_of
from game.ui.table.input.targets import STOCK_TARGET, Step, Target

if TYPE_CHECKING:
    from game.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Tap:
    """The intent to use a target: a click, or a key on the cursor."""

    target: Target


@dataclass(frozen=True, slots=True)
class Press:
    """The intent to press a button; ``button`` is a name in `game.ui.shell.keys.TABLE_ACTIONS`."""

    button: str


@dataclass(frozen=True, slots=True)
class Grab:
    """The intent to pick up a card, or the top of stock or pile, with the pointer."""

    target: Target
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Carry:
    """The intent to move what was picked up."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LetGo:
    """The intent to drop what was picked up."""

    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The intent to put back what was picked up."""


@dataclass(frozen=True, slots=True)
class Hover:
    """The intent to hover over a target, or over none."""

    target: Target | None


@dataclass(frozen=True, slots=True)
class Clear:
    """The intent of a click on bare felt: to clear the selection."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The intent to move the cursor to the next or previous group of targets."""

    by: int


@dataclass(frozen=True, slots=True)
class Act:
    """The intent to use the target under the cursor."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The intent to swap the card under the cursor with its neighbour."""

    by: int


@dataclass(frozen=True, slots=True)
class Pick:
    """The intent to choose a card of the player's hand by its index from the left."""

    place: int


@dataclass(frozen=True, slots=True)
class Back:
    """The intent to go one step back: from a question, from chosen cards, then to the menu."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """The intent to scroll the log by a number of lines; negative is back in time."""

    lines: int


PointerIntent: TypeAlias = Tap | Clear | Hover | Grab | Carry | LetGo | PutBack | Scroll
KeyIntent: TypeAlias = Press | Act | Back | Step | Cycle | Nudge | Pick | Scroll


# -- mouse -----------------------------------------------------------------------------------------


SLACK: Final = 6
"""Pixels that the pointer may move during a click."""


@dataclass(slots=True)
class _Press:
    at: tuple[int, int]
    target: Target | None
    is_drag: bool = False


class Pointer:
    """Turns mouse events into clicks and drags."""

    def __init__(
        self,
        target_at: Callable[[tuple[int, int]], Target | None],
        can_grab: Callable[[Target], bool],
    ) -> None:
        self._target_at = target_at
        self._can_grab = can_grab
        self._press: _Press | None = None

    @property
    def is_dragging(self) -> bool:
        return self._press is not None and self._press.is_drag

    def cancel(self) -> None:
        """Cancel the current press: its release means nothing."""
        self._press = None

    def read(self, event: Event, slack: float = SLACK) -> Iterator[PointerIntent]:
        """Yield the intents of one event; most events have none."""
        if event.type == pygame.MOUSEMOTION:
            yield from self._moved(event.pos, slack)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._press = _Press(event.pos, self._target_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            yield from self._released(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            yield Scroll(-event.y * 2)
        elif event.type in {pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST}:
            was_dragging, self._press = self.is_dragging, None
            if was_dragging:
                yield PutBack()
            yield Hover(None)

    def _moved(self, at: tuple[int, int], slack: float) -> Iterator[PointerIntent]:
        press = self._press
        if press is None:
            yield Hover(self._target_at(at))
            return
        is_far = max(abs(at[0] - press.at[0]), abs(at[1] - press.at[1])) > slack
        if not press.is_drag and press.target is not None and is_far:
            if not self._can_grab(press.target):
                return
            press.is_drag = True
            yield Grab(press.target, press.at)
            yield Hover(None)
        if press.is_drag:
            yield Carry(at)

    def _released(self, at: tuple[int, int]) -> Iterator[PointerIntent]:
        press, self._press = self._press, None
        if press is None:
            return
        if press.is_drag:
            yield LetGo(at)
            yield Hover(self._target_at(at))
        elif press.target == self._target_at(at):
            yield Clear() if press.target is None else Tap(press.target)


# -- keyboard --------------------------------------------------------------------------------------


_PLAIN_KEYS: Final[Mapping[int, KeyIntent]] = {
    pygame.K_LEFT: Step(-1, 0),
    pygame.K_RIGHT: Step(1, 0),
    pygame.K_UP: Step(0, -1),
    pygame.K_DOWN: Step(0, 1),
    pygame.K_TAB: Cycle(1),
    pygame.K_SPACE: Act(),
    pygame.K_RETURN: Act(),
    pygame.K_KP_ENTER: Act(),
    pygame.K_ESCAPE: Back(),
    pygame.K_PAGEUP: Scroll(-5),
    pygame.K_PAGEDOWN: Scroll(5),
    **{key: Pick(place) for place, key in enumerate(range(pygame.K_1, pygame.K_9 + 1))},
    pygame.K_0: Pick(9),
}
_SHIFTED_KEYS: Final[Mapping[int, KeyIntent]] = {
    pygame.K_LEFT: Nudge(-1),
    pygame.K_RIGHT: Nudge(1),
    pygame.K_TAB: Cycle(-1),
}


def intent_of(event: Event) -> KeyIntent | None:
    """Return the intent of a key; None for keys that the table does not use."""
    other_modifiers = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
    if event.type != pygame.KEYDOWN or event.mod & other_modifiers:
        return None
    if event.mod & pygame.KMOD_SHIFT and event.key in _SHIFTED_KEYS:
        return _SHIFTED_KEYS[event.key]
    action = action_of(event, TABLE_ACTIONS)
    return _PLAIN_KEYS.get(event.key) if action is None else Press(action)


class StockTouch:
    """Whether touching the stock draws at once, or only on release (RULES.md §5.4).

    If a touch is not final, a key draws on its release if the cursor is still on the stock.
    """

    def __init__(self, view: Callable[[], SeatView | None], may_draw: Callable[[], bool]) -> None:
        """``may_draw`` returns whether the player may draw, or begin its turn with a draw."""
        self._view, self._may_draw = view, may_draw
        self._held: int | None = None

    @property
    def is_final(self) -> bool:
        """Whether the stock draws as soon as it is touched."""
        view = self._view()
        return view is not None and view.rules.touch_stock

    def pressed(self, event: Event, target: Target | None) -> bool:
        """Return whether a mouse press on a target draws at once."""
        is_left = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        return is_left and target == STOCK_TARGET and self.is_final and self._may_draw()

    def holds(self, event: Event, cursor: Target | None) -> bool:
        """Return whether a key on the stock waits for its release; any other key ends the wait."""
        self._held = None
        is_act = isinstance(intent_of(event), Act)
        if is_act and cursor == STOCK_TARGET and not self.is_final and self._may_draw():
            self._held = event.key
        return self._held is not None

    def released(self, event: Event, cursor: Target | None) -> bool:
        """Return whether releasing a key draws."""
        is_same = event.type == pygame.KEYUP and event.key == self._held
        if is_same or event.type == pygame.WINDOWFOCUSLOST:
            self._held = None
        return is_same and cursor == STOCK_TARGET and self._may_draw()
