"""Keys that mean the same on every screen, and what becomes of keys that are held down."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pygame

from game.ui.keymap import WINDOW_ACTIONS, action_of, key_name

if TYPE_CHECKING:
    from pygame import Event

# Holding one of these down goes on and on; holding any other down means it once.
_REPEAT = frozenset(
    (
        pygame.K_UP,
        pygame.K_DOWN,
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_PAGEUP,
        pygame.K_PAGEDOWN,
        pygame.K_TAB,
        pygame.K_BACKSPACE,
        pygame.K_DELETE,
    )
)
_COMMAND = pygame.KMOD_META if sys.platform == "darwin" else pygame.KMOD_CTRL


class Repeats:
    """Lets the first press of a key through, and of a held key only those that may repeat."""

    def __init__(self) -> None:
        self._held: set[int] = set()

    def lets_through(self, event: Event) -> bool:
        """Whether this KEYDOWN or KEYUP is to be acted upon."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            return True
        is_repeat = event.key in self._held
        self._held.add(event.key)
        return not is_repeat or event.key in _REPEAT

    def clear(self) -> None:
        """The keyboard went elsewhere: what is let go there is never told here."""
        self._held.clear()


def is_quit_key(event: Event) -> bool:
    """Ctrl+Q; on a Mac Command+Q."""
    return bool(event.key == pygame.K_q and event.mod & _COMMAND)


def window_action(event: Event, *, is_typing: bool) -> str | None:
    """What a key asks of the window, on whatever screen; a letter that is typed asks nothing."""
    if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and event.mod & pygame.KMOD_ALT:
        return "fullscreen"
    if event.mod & _COMMAND and event.key in (pygame.K_QUESTION, pygame.K_SLASH):
        return "shortcuts"
    if is_typing and len(key_name(event.key)) == 1:
        return None
    return action_of(event, WINDOW_ACTIONS)
