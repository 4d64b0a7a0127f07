"""The large surfaces that others lie on: the table's cloth in its rim, panels, faces of buttons.

Each is made once for its size and then only copied.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.cardart import svg
from game.ui.cardart.press import BLEND, native, render

Colour = tuple[int, int, int]

MARGIN: Final = 14  # pixels of shadow round a sheet
_COARSE: Final = 12  # the light on the cloth is worked out on a grid this coarse
_FINE: Final = 4
_WEAVE: Final = 96  # pixels of cloth until its threads repeat
_SHADE: Final = 5  # pixels of shadow inside the rim
_THREAD: Final = 3  # how much lighter or darker a thread is, of 255


@lru_cache(maxsize=1)
def cloth(size: tuple[int, int], colours: tuple[Colour, ...]) -> Surface:
    """The table: `colours` are cloth, its edge, rim, light and dark of the rim, and inlay."""
    lit, edge, *_ = colours
    table = _light(size, lit, edge)
    _weave(table)
    _furnish(table, colours)
    return table


def _light(size: tuple[int, int], lit: Colour, edge: Colour) -> Surface:
    """A pool of lamplight, a little above the middle."""
    width, height = (max(2, side // _COARSE) for side in size)
    lamp = (
        '<defs><radialGradient id="lamp" cx="50%" cy="44%" r="68%">'
        f'<stop offset="0%" stop-color="{_web(lit)}"/>'
        f'<stop offset="38%" stop-color="{_web(_mixed(lit, edge, 0.16))}"/>'
        f'<stop offset="100%" stop-color="{_web(edge)}"/></radialGradient></defs>'
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#lamp)"/>'
    )
    pool = Surface((width, height), 0, 32)
    pool.blit(render(svg.document(width, height, [lamp])), (0, 0))
    # Beyond this fineness no eye sees steps, and smoothing takes long.
    fine = pygame.transform.smoothscale(pool, (-(-size[0] // _FINE), -(-size[1] // _FINE)))
    whole = pygame.transform.scale_by(fine, _FINE)
    return whole if whole.size == size else whole.subsurface((0, 0), size).copy()


def _weave(table: Surface) -> None:
    """Threads, a hair lighter and darker, which also hide the steps of the light."""
    light, dark = _threads()
    for y in range(0, table.height, _WEAVE):
        for x in range(0, table.width, _WEAVE):
            table.blit(light, (x, y), special_flags=pygame.BLEND_RGB_ADD)
            table.blit(dark, (x, y), special_flags=pygame.BLEND_RGB_SUB)


@lru_cache(maxsize=1)
def _threads() -> tuple[Surface, Surface]:
    """A tile to add and one to take away: a twill, unevenly spun."""
    light, dark = Surface((_WEAVE, _WEAVE), 0, 32), Surface((_WEAVE, _WEAVE), 0, 32)
    spin = random.Random(1923)
    for y in range(_WEAVE):
        for x in range(_WEAVE):
            twill = (0, 1, 0, -1)[(x + 2 * y) % 4]
            depth = twill + spin.randint(1 - _THREAD, _THREAD - 1)
            tile, amount = (light, depth) if depth > 0 else (dark, -depth)
            tile.set_at((x, y), (amount, amount, amount))
    return light, dark


def _furnish(table: Surface, colours: tuple[Colour, ...]) -> None:
    """Put the rim and the corner fans on, from one corner turned about and one stretched edge."""
    side = max(8, round(min(table.size) * 0.18))
    rim = max(5.0, min(table.size) * 0.014)
    corner = render(_corner(side, rim, colours))
    across, down = table.width - 2 * side, table.height - 2 * side
    for right in (False, True):
        for low in (False, True):
            place = (right * (table.width - side), low * (table.height - side))
            turned = pygame.transform.flip(corner, flip_x=right, flip_y=low)
            table.blit(turned, place, special_flags=BLEND)
    deep = max(1, round(rim * 1.5) + _SHADE)  # beyond it the stretched edge shows nothing
    if across > 0:
        strip = corner.subsurface((side - 1, 0, 1, min(side, deep)))
        edge = pygame.transform.scale(strip, (across, strip.height))
        table.blit(edge, (side, 0), special_flags=BLEND)
        below = pygame.transform.flip(edge, flip_x=False, flip_y=True)
        table.blit(below, (side, table.height - strip.height), special_flags=BLEND)
    if down > 0:
        strip = corner.subsurface((0, side - 1, min(side, deep), 1))
        edge = pygame.transform.scale(strip, (strip.width, down))
        table.blit(edge, (0, side), special_flags=BLEND)
        beyond = pygame.transform.flip(edge, flip_x=True, flip_y=False)
        table.blit(beyond, (table.width - strip.width, side), special_flags=BLEND)


def _corner(side: int, rim: float, colours: tuple[Colour, ...]) -> str:
    """The upper left corner: wooden rim, a line of brass let into it, a fan on the cloth.

    The tile shows the corner of a frame much larger than itself.
    """
    lit, edge, wood, wood_light, wood_dark, brass = map(_web, colours)
    frame = (side * 3, side * 3)
    outer = f"M-9,-9 H{frame[0]} V{frame[1]} H-9 Z"
    shapes = [_fan(rim, side * 0.8, lit)]
    for inset, strength in ((rim + _SHADE, 0.35), (rim + _SHADE / 2, 0.5)):
        hole = _box(frame, inset, rim * 2.4)
        shapes.append(svg.path(f"{outer} {hole}", edge, even_odd=True, opacity=strength))
    shapes.append(svg.path(f"{outer} {_box(frame, rim, rim * 2)}", wood, even_odd=True))
    shapes.append(svg.line(_box(frame, 1, 0), wood_light, 2, cap="butt", opacity=0.7))
    shapes.append(svg.line(_box(frame, rim, rim * 2), wood_dark, 2, cap="butt"))
    shapes.append(svg.line(_box(frame, rim * 0.55, rim * 1.6), brass, max(1.0, rim * 0.13)))
    return svg.document(side, side, shapes)


def _fan(rim: float, reach: float, colour: str) -> str:
    """Quarter circles, tone on tone, so that words and cards over them lose nothing."""
    radii = (reach * part for part in (1.0, 0.82, 0.64, 0.46, 0.28))
    arcs = (
        f"M{rim + r:.1f},{rim:.1f} A{r:.1f},{r:.1f} 0 0 1 {rim:.1f},{rim + r:.1f}" for r in radii
    )
    return svg.line(" ".join(arcs), colour, max(1.0, reach * 0.016), cap="butt", opacity=0.8)


def _box(size: tuple[int, int], inset: float, radius: float) -> str:
    """A rounded rectangle that far inside the window."""
    right, bottom = size[0] - inset, size[1] - inset
    r = max(radius, 0.01)
    arc = f"A{r:g},{r:g} 0 0 1"
    return (
        f"M{inset + r:g},{inset:g} H{right - r:g} {arc} {right:g},{inset + r:g} "
        f"V{bottom - r:g} {arc} {right - r:g},{bottom:g} H{inset + r:g} "
        f"{arc} {inset:g},{bottom - r:g} V{inset + r:g} {arc} {inset + r:g},{inset:g} Z"
    )


@lru_cache(maxsize=96)
def sheet(
    size: tuple[int, int], radius: int, face: Colour, edge: Colour, *, raised: bool = True
) -> Surface:
    """A rounded sheet with a thin edge and, if it is raised, a soft shadow; `MARGIN` all round."""
    whole = Surface((size[0] + 2 * MARGIN, size[1] + 2 * MARGIN), pygame.SRCALPHA, 32)
    place = Rect((MARGIN, MARGIN), size)
    if raised:
        pygame.draw.rect(whole, (0, 0, 0, 110), place.move(0, 3), border_radius=radius)
        whole = pygame.transform.box_blur(whole, MARGIN // 3)
        whole = pygame.transform.box_blur(whole, MARGIN // 3)
    whole.blit(_rounded(size, radius, face, edge), place, special_flags=BLEND)
    return native(whole)


def _rounded(size: tuple[int, int], radius: int, face: Colour, edge: Colour) -> Surface:
    """The sheet itself, lighter along its upper edge."""
    width, height = size
    radius = min(radius, width // 2, height // 2)
    rim = _box(size, 0.75, radius - 0.75)
    gloss = f"M{radius},2.2 H{width - radius}"
    shapes = [
        svg.path(rim, _web(face), _web(edge), 1.5),
        svg.line(gloss, _web(_mixed(face, (255, 255, 255), 0.18)), 1.2),
    ]
    return render(svg.document(width, height, shapes))


def _web(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _mixed(one: Colour, other: Colour, part: float) -> Colour:
    """So much of the other in the one."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue
