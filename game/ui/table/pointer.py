"""Mouse events become intents: a click, or a drag once the pointer has moved far enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame
from pygame import Event

from game.ui.table.intents import Carry, Grab, Hover, Intent, LetGo, PutBack, Scroll, Tap

SLACK = 6
"""Pixels that a press may wander and still be a click."""
LEFT_BUTTON = 1

TargetAt = Callable[[tuple[int, int]], str | None]


@dataclass(slots=True)
class _Press:
    at: tuple[int, int]
    target: str | None
    is_drag: bool = False


class Pointer:
    """Follows the pointer by its events alone."""

    def __init__(self, target_at: TargetAt, can_grab: Callable[[str], bool]) -> None:
        self._target_at = target_at
        self._can_grab = can_grab
        self._press: _Press | None = None

    @property
    def is_dragging(self) -> bool:
        return self._press is not None and self._press.is_drag

    def cancel(self) -> None:
        """Forget the press under way: its release will mean nothing."""
        self._press = None

    def read(self, event: Event, slack: float = SLACK) -> Iterator[Intent]:
        """The intents of one event, none for most."""
        if event.type == pygame.MOUSEMOTION:
            yield from self._moved(event.pos, slack)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._press = _Press(event.pos, self._target_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            yield from self._released(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            yield Scroll(-event.y * 2)
        elif event.type in {pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST}:
            yield from self._lost()

    def _moved(self, at: tuple[int, int], slack: float) -> Iterator[Intent]:
        press = self._press
        if press is None:
            yield Hover(self._target_at(at))
            return
        if not press.is_drag and press.target is not None and _is_far(at, press.at, slack):
            if not self._can_grab(press.target):
                return
            press.is_drag = True
            yield Grab(press.target, press.at)
        if press.is_drag:
            yield Carry(at)

    def _released(self, at: tuple[int, int]) -> Iterator[Intent]:
        press, self._press = self._press, None
        if press is None:
            return
        if press.is_drag:
            yield LetGo(at)
        elif press.target is not None and press.target == self._target_at(at):
            yield Tap(press.target)

    def _lost(self) -> Iterator[Intent]:
        was_dragging, self._press = self.is_dragging, None
        if was_dragging:
            yield PutBack()
        yield Hover(None)


def _is_far(at: tuple[int, int], start: tuple[int, int], slack: float) -> bool:
    return abs(at[0] - start[0]) > slack or abs(at[1] - start[1]) > slack
