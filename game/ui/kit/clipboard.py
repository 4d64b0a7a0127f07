"""The system's clipboard, where there is one."""

from __future__ import annotations

import pygame

from game.ui.text.language import plain


def copy(text: str) -> bool:
    """Copy a text to the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(plain(text))
    except (pygame.error, AttributeError):
        return False
    return True


def pasted() -> str:
    """Return the text in the clipboard, on one line; empty if there is none."""
    try:
        text = pygame.scrap.get_text()
    except (pygame.error, AttributeError):
        return ""
    return " ".join(text.split())
