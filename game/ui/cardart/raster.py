"""From the text of a vector picture to pixels. Small, since every sheet and button needs it."""

from __future__ import annotations

import io
from typing import Final

import pygame

# Every surface of this package has its alpha multiplied in: blit it with `special_flags=BLEND`.
BLEND: Final = pygame.BLEND_PREMULTIPLIED


def render(text: str) -> pygame.Surface:
    """SVG to a surface with premultiplied alpha, at the size that the SVG names."""
    return native(pygame.image.load(io.BytesIO(text.encode()), "card.svg").premul_alpha())


def native(surface: pygame.Surface) -> pygame.Surface:
    """In the screen's own order of colours, where there is a screen: blits are far faster then."""
    try:
        return surface.convert_alpha()
    except pygame.error:  # no window has been opened, nor need be
        return surface
