"""Pictures of panels and buttons, each made once for its size and then copied."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.look.drawing import BLEND, line, native, path, rendered
from game.ui.look.palettes import Colour, web

MARGIN: Final = 14  # pixels of shadow around a sheet


@lru_cache(maxsize=96)
def sheet(
    size: tuple[int, int], radius: int, face: Colour, edge: Colour, *, raised: bool = True
) -> Surface:
    """Return a rounded sheet with a thin edge and, if raised, a soft shadow, within `MARGIN`."""
    whole = Surface((size[0] + 2 * MARGIN, size[1] + 2 * MARGIN), pygame.SRCALPHA, 32)
    place = Rect((MARGIN, MARGIN), size)
    if raised:
        pygame.draw.rect(whole, (0, 0, 0, 110), place.move(0, 3), border_radius=radius)
        whole = pygame.transform.box_blur(whole, MARGIN // 3)
        whole = pygame.transform.box_blur(whole, MARGIN // 3)
    width, height = size
    radius = min(radius, width // 2, height // 2)
    thick = max(1.5, radius * (1 / 12))  # thicker on large screens, so that edges stay visible
    rim = frame_box(size, thick / 2, radius - thick / 2)
    gloss = f"M{radius},{thick + 0.7:g} H{width - radius}"
    light = web(mixed(face, (255, 255, 255), 0.18))
    shapes = (path(rim, web(face), web(edge), thick), line(gloss, light, 0.8 * thick))
    whole.blit(rendered(size, *shapes), place, special_flags=BLEND)
    return native(whole)


def frame_box(size: tuple[int, int], inset: float, radius: float) -> str:
    """Return the path of a rounded rectangle, ``inset`` pixels inside a picture of that size."""
    right, bottom = size[0] - inset, size[1] - inset
    r = max(radius, 0.01)
    arc = f"A{r:g},{r:g} 0 0 1"
    return (
        f"M{inset + r:g},{inset:g} H{right - r:g} {arc} {right:g},{inset + r:g} "
        f"V{bottom - r:g} {arc} {right - r:g},{bottom:g} H{inset + r:g} "
        f"{arc} {inset:g},{bottom - r:g} V{inset + r:g} {arc} {inset + r:g},{inset:g} Z"
    )


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Return a mix of two colours; ``part``, 0 to 1, is the share of the second."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue
