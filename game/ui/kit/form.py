"""The widgets of a page together: focus, Tab order and pointer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.grids import SMALLEST_TARGET, nearest
from game.ui.kit.widget import Focusable, Widget, WidgetState

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.kit.skin import Skin

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META

COMMAND = pygame.KMOD_META if sys.platform == "darwin" else pygame.KMOD_CTRL


class Form:
    """A page's widgets in Tab order."""

    _ARROWS: Final = {
        pygame.K_LEFT: (-1, 0),
        pygame.K_RIGHT: (1, 0),
        pygame.K_UP: (0, -1),
        pygame.K_DOWN: (0, 1),
    }

    def __init__(self, widgets: Sequence[Widget], focus: str = "") -> None:
        self.widgets = list(widgets)
        self._focused: Widget | None = None
        self._hovered: Widget | None = None
        self._pressed: Widget | None = None
        if not self.focus(focus):
            self.focus_next(1)

    @property
    def focused(self) -> str:
        """The name of the focused widget, empty if there is none."""
        return self._focused.name if self._focused else ""

    @property
    def spoken(self) -> str:
        """The focused widget, as read aloud."""
        return self._focused.spoken if isinstance(self._focused, Focusable) else ""

    @property
    def ends(self) -> tuple[bool, bool]:
        """Whether the focus is on the first widget that can take it, and whether on the last."""
        stops = self._stops()
        return bool(stops) and self._focused is stops[0], bool(stops) and self._focused is stops[-1]

    def tip(self, at: tuple[int, int] | None) -> tuple[str, Rect] | None:
        """Return the tooltip of the widget at a position, or of the focused one, and its box."""
        widget = self._focused if at is None else self._at(at)
        if widget is None and at is not None and (idle := self._idle(at)):
            return idle.why_not, idle.rect
        return widget.tip(at) if widget else None

    def why_not(self, at: tuple[int, int]) -> str:
        """Return why the disabled widget at a position cannot be used; empty without one."""
        idle = self._idle(at)
        return idle.why_not if idle else ""

    def _idle(self, at: tuple[int, int]) -> Widget | None:
        """Return the disabled widget at a position that says why it is."""
        idle = (each for each in self.widgets if each.why_not and not each.enabled)
        return next((each for each in idle if each.rect.collidepoint(at)), None)

    def in_view(self) -> Rect | None:
        """Return the box of the focused widget that must be visible."""
        return self._focused.in_view() if self._focused else None

    def focus(self, name: str) -> bool:
        """Give the focus to a widget; False if it cannot take it."""
        for widget in self._stops():
            if name and widget.name == name:
                self._give(widget)
                return True
        return False

    def focus_next(self, direction: int) -> None:
        """Move the focus to the next (1) or previous (-1) widget that takes it, wrapping around."""
        stops = self._stops()
        if not stops:
            self._focused = None
        elif self._focused in stops:
            at = stops.index(self._focused) + direction
            self._give(stops[at % len(stops)])
        else:
            self._give(stops[0 if direction > 0 else -1])

    def handle(self, event: Event) -> bool:
        """Pass the event to the widget that it concerns; False if there is none."""
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event)
            case pygame.MOUSEMOTION:
                return self._move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                return self._press(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                return self._release(event.pos)
            case pygame.MOUSEWHEEL:
                return self._wheel(event.precise_y)
            case pygame.WINDOWLEAVE:
                self._hovered = None
                return True
            case _:
                return False

    def draw(self, surface: Surface, skin: Skin, only: Sequence[Widget] = ()) -> None:
        """Draw all widgets, or ``only`` these. The focused one and the widgets on it come last, so
        that nothing else covers its focus ring.
        """
        widgets = only or self.widgets
        later = [widget for widget in widgets if widget is self._focused]
        later += [inner for widget in later for inner in widget.within]
        for widget in [*(w for w in widgets if w not in later), *later]:
            widget.draw(surface, skin, self._mood(widget))

    def targets(self) -> dict[str, Rect]:
        """Return the click targets by name."""
        found: dict[str, Rect] = {}
        for widget in self.widgets:
            found |= widget.targets()
        return found

    def _give(self, widget: Widget) -> None:
        """Focus a widget by keyboard, scrolling it into view; a clicked one is visible already."""
        self._focused = widget
        widget.focus_came()

    def _mood(self, widget: Widget) -> WidgetState:
        hovered = widget is self._hovered
        pressed = widget is self._pressed and hovered
        return WidgetState(widget is self._focused, hovered, pressed)

    def _stops(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.can_focus]

    def _at(self, pos: tuple[int, int]) -> Widget | None:
        return next(
            (w for w in reversed(self._stops()) if self._reach(w.rect).collidepoint(pos)), None
        )

    def _key(self, event: Event) -> bool:
        if event.mod & MODIFIERS:
            return False
        if event.key == pygame.K_TAB:
            self.focus_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        widget = self._focused
        if widget is None or not widget.enabled:
            return False
        if event.key in ENTER:
            widget.activate()
            return True
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return widget.step(1 if event.key == pygame.K_RIGHT else -1) or self._arrow(event.key)
        return widget.travel(event.key) or self._arrow(event.key)

    def _arrow(self, key: int) -> bool:
        if key not in self._ARROWS or self._focused is None:
            return False
        stops = self._stops()
        boxes = [widget.rect for widget in stops]
        found = nearest(boxes, stops.index(self._focused), self._ARROWS[key])
        if found is not None:
            self._give(stops[found])
        return True

    def _move(self, pos: tuple[int, int]) -> bool:
        self._hovered = self._at(pos)
        if self._pressed:
            self._pressed.drag(pos)
        return True

    def _press(self, pos: tuple[int, int]) -> bool:
        self._hovered = self._pressed = self._at(pos)
        if self._pressed is None:
            return False
        self._focused = self._pressed
        self._pressed.press(pos)
        return True

    def _release(self, pos: tuple[int, int]) -> bool:
        widget, self._pressed = self._pressed, None
        if widget is None or widget is not self._at(pos):
            return False
        widget.release(pos)
        return True

    def _wheel(self, notches: float) -> bool:
        candidates = [self._hovered, self._focused]
        return any(notches and widget and widget.wheel(notches) for widget in candidates)

    @staticmethod
    def _reach(rect: Rect) -> Rect:
        """Return where a click counts: at least as large as the smallest target."""
        grow_x, grow_y = max(0, SMALLEST_TARGET - rect.width), max(0, SMALLEST_TARGET - rect.height)
        return rect.inflate(grow_x, grow_y)
