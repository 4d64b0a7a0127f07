"""Anti-aliased shapes: drawn once, small, and stretched to any size except for their corners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Color, Rect, Surface

from game.ui.look.drawing import BLEND

Colour = tuple[int, int, int] | tuple[int, int, int, int]


def rounded(
    surface: Surface,
    rect: Rect,
    fill: Colour,
    radius: int,
    edge: Colour | None = None,
    edge_width: int = 0,
) -> None:
    """Draw a rounded rectangle and optionally its edge; colours may be translucent."""
    radius = max(0, min(radius, rect.width // 2, rect.height // 2))
    width = edge_width if edge else 0
    stretch(surface, _tile(radius, fill, edge or fill, width), rect, radius + width + 1)


def ring(surface: Surface, rect: Rect, colour: Colour, radius: int, width: int) -> None:
    """Draw the outline of a rounded rectangle, inside the rectangle."""
    rounded(surface, rect, (0, 0, 0, 0), radius, colour, width)


def disc(surface: Surface, centre: tuple[int, int], radius: int, colour: Colour) -> None:
    """Draw a filled circle."""
    box = Rect(0, 0, 2 * radius, 2 * radius)
    box.center = centre
    rounded(surface, box, colour, radius)


def polygon(surface: Surface, colour: Colour, corners: Sequence[tuple[int, int]]) -> None:
    """Draw a filled, anti-aliased polygon."""
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


def bracket(
    surface: Surface, points: Sequence[tuple[int, int]], edge: Colour, ink: Colour, wide: int
) -> None:
    """Draw the bracket that joins cards along these points: a line with a darker edge."""
    for colour, thick in ((edge, wide + 2), (ink, wide)):
        pygame.draw.lines(surface, colour, False, points, thick)


def darken(surface: Surface, share: float) -> None:
    """Darken everything drawn so far, leaving this share of its light."""
    level = round(255 * share)
    surface.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


def fade(surface: Surface, rect: Rect, colour: Colour, *, upwards: bool) -> None:
    """Fade what is drawn so far into a colour towards one edge of the rectangle."""
    if rect.width > 0 and rect.height > 0:
        surface.blit(_fade(rect.size, colour, upwards), rect, special_flags=BLEND)


@lru_cache(maxsize=8)
def _fade(size: tuple[int, int], colour: Colour, upwards: bool) -> Surface:
    strip = Surface((1, size[1]), pygame.SRCALPHA, 32)
    for y in range(size[1]):
        share = (size[1] - y if upwards else y + 1) / size[1]
        strip.set_at((0, y), (*colour[:3], round(255 * share)))
    return pygame.transform.scale(strip.premul_alpha(), size).convert_alpha()


def stretch(surface: Surface, tile: Surface, rect: Rect, corner: int) -> None:
    """Fill the rectangle with a tile: corners copied, everything between them stretched."""
    cx, cy = min(corner, rect.width // 2), min(corner, rect.height // 2)
    from_x, to_x = _cuts(tile.width, corner, cx), _cuts(rect.width, cx, cx)
    from_y, to_y = _cuts(tile.height, corner, cy), _cuts(rect.height, cy, cy)
    for (ty, th), (ry, rh) in zip(from_y, to_y, strict=True):
        for (tx, tw), (rx, rw) in zip(from_x, to_x, strict=True):
            if rw > 0 and rh > 0:
                place = Rect(rect.x + rx, rect.y + ry, rw, rh)
                _copy(surface, tile, Rect(tx, ty, tw, th), place)


def _cuts(length: int, corner: int, seen: int) -> tuple[tuple[int, int], ...]:
    """Return start and length of first corner, middle and last corner (`seen` pixels wide)."""
    return (0, seen), (corner, length - 2 * corner), (length - seen, seen)


def _copy(surface: Surface, tile: Surface, source: Rect, place: Rect) -> None:
    if source.size == place.size:
        surface.blit(tile, place, source, special_flags=BLEND)
        return
    colour = _only_colour(tile, *source)
    if colour is None or 0 < colour.a < 255:
        surface.blit(_scaled(tile, *source, *place.size), place, special_flags=BLEND)
    elif colour.a:
        surface.fill(colour, place)


@lru_cache(maxsize=256)
def _only_colour(tile: Surface, x: int, y: int, w: int, h: int) -> Color | None:
    """Return the colour of a part of a tile; None if it has several."""
    pixels = pygame.image.tobytes(tile.subsurface((x, y, w, h)), "RGBA")
    return tile.get_at((x, y)) if pixels == pixels[:4] * (w * h) else None


@lru_cache(maxsize=96)
def _scaled(tile: Surface, x: int, y: int, w: int, h: int, width: int, height: int) -> Surface:
    return pygame.transform.scale(tile.subsurface(Rect(x, y, w, h)), (width, height))


@lru_cache(maxsize=128)
def _tile(radius: int, fill: Colour, edge: Colour, width: int) -> Surface:
    """Return the smallest such tile: its corners, and one pixel of each side between them."""
    finer = 4  # corners are drawn this many times larger, then scaled down
    size = 2 * (radius + width + 1) + 1
    fine = Surface((size * finer, size * finer), pygame.SRCALPHA, 32)
    fine.fill((*edge[:3], 0))
    box = fine.get_rect()
    pygame.draw.rect(fine, edge, box, border_radius=radius * finer)
    if width:
        inner = box.inflate(-2 * width * finer, -2 * width * finer)
        pygame.draw.rect(fine, fill, inner, border_radius=max(0, radius - width) * finer)
    sharp = pygame.transform.smoothscale(fine.premul_alpha(), (size, size))
    return sharp.convert_alpha()
