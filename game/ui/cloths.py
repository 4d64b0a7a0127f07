"""The table's cloth in its wooden rim: four weaves, each with an ornament in its corners."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import pygame
from pygame import Surface

from game.ui.cardart import svg
from game.ui.cardart.raster import BLEND, render
from game.ui.ornaments import ORNAMENTS
from game.ui.palettes import Colour, web
from game.ui.sheets import frame_box, mixed

_COARSE: Final = 12  # the light on the cloth is worked out on a grid this coarse
_FINE: Final = 4
_WEAVE: Final = 96  # pixels of cloth until its threads repeat
_SHADE: Final = 5  # pixels of shadow inside the rim
_THREAD: Final = 3  # how much lighter or darker a thread is, of 255


Weave = Callable[[int, int], int]

_WEAVES: Final[Mapping[str, Weave]] = {
    "jade": lambda x, y: (0, 1, 0, -1)[(x + 2 * y) % 4],  # a twill
    "claret": lambda x, y: (0, 1, 0, -1)[((x if x // 8 % 2 else -x) + 2 * y) % 4],  # herringbone
    "midnight": lambda x, y: 1 - 2 * ((x // 3 + y // 3) % 2),  # a basket
    "slate": lambda x, y: 1 - 2 * ((x + y) % 2),  # plain weave
}


@lru_cache(maxsize=1)
def cloth(size: tuple[int, int], style: str, colours: tuple[Colour, ...]) -> Surface:
    """The table: `colours` are cloth, its edge, rim, light and dark of the rim, and inlay.

    `style` is the name of a cloth, or "plain" for one without weave and ornament.
    """
    lit, edge, *_ = colours
    table = _light(size, lit, edge)
    if style in _WEAVES:
        _weave(table, style)
    _furnish(table, style, colours)
    return table


def _light(size: tuple[int, int], lit: Colour, edge: Colour) -> Surface:
    """A pool of lamplight, a little above the middle."""
    width, height = (max(2, side // _COARSE) for side in size)
    lamp = (
        '<defs><radialGradient id="lamp" cx="50%" cy="44%" r="68%">'
        f'<stop offset="0%" stop-color="{web(lit)}"/>'
        f'<stop offset="38%" stop-color="{web(mixed(lit, edge, 0.16))}"/>'
        f'<stop offset="100%" stop-color="{web(edge)}"/></radialGradient></defs>'
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#lamp)"/>'
    )
    pool = Surface((width, height), 0, 32)
    pool.blit(render(svg.document(width, height, [lamp])), (0, 0))
    # Beyond this fineness no eye sees steps, and smoothing takes long.
    fine = pygame.transform.smoothscale(pool, (-(-size[0] // _FINE), -(-size[1] // _FINE)))
    whole = pygame.transform.scale_by(fine, _FINE)
    return whole if whole.size == size else whole.subsurface((0, 0), size).copy()


def _weave(table: Surface, style: str) -> None:
    """Threads, a hair lighter and darker, which also hide the steps of the light."""
    light, dark = _threads(style)
    for y in range(0, table.height, _WEAVE):
        for x in range(0, table.width, _WEAVE):
            table.blit(light, (x, y), special_flags=pygame.BLEND_RGB_ADD)
            table.blit(dark, (x, y), special_flags=pygame.BLEND_RGB_SUB)


@lru_cache(maxsize=1)
def _threads(style: str) -> tuple[Surface, Surface]:
    """A tile to add and one to take away: the threads, unevenly spun."""
    weave, spin = _WEAVES[style], random.Random(1923).randbytes(_WEAVE * _WEAVE)
    depths = [
        weave(place % _WEAVE, place // _WEAVE) + spun % (2 * _THREAD - 1) - _THREAD + 1
        for place, spun in enumerate(spin)
    ]
    light = bytes(max(depth, 0) for depth in depths)
    return _grey(light), _grey(bytes(max(-depth, 0) for depth in depths))


def _grey(levels: bytes) -> Surface:
    """A tile of these levels, row by row."""
    pixels = bytearray(3 * len(levels))
    pixels[0::3] = pixels[1::3] = pixels[2::3] = levels
    tile = Surface((_WEAVE, _WEAVE), 0, 32)
    tile.blit(pygame.image.frombytes(bytes(pixels), tile.size, "RGB"), (0, 0))
    return tile


def _furnish(table: Surface, style: str, colours: tuple[Colour, ...]) -> None:
    """Put the rim and the corners on, from one corner turned about and one stretched edge."""
    side = max(8, round(min(table.size) * 0.18))
    rim = max(5.0, min(table.size) * 0.014)
    corner = render(_corner(side, rim, style, colours))
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


def _corner(side: int, rim: float, style: str, colours: tuple[Colour, ...]) -> str:
    """The upper left corner: wooden rim, a line of brass let into it, an ornament on the cloth.

    The tile shows the corner of a frame much larger than itself.
    """
    lit, edge, wood, wood_light, wood_dark, brass = map(web, colours)
    frame = (side * 3, side * 3)
    outer = f"M-9,-9 H{frame[0]} V{frame[1]} H-9 Z"
    reach = side * 0.8
    drawn = ORNAMENTS[style](rim, reach)
    shapes = [svg.line(drawn, lit, max(1.0, reach * 0.016), opacity=0.8)] if drawn else []
    for inset, strength in ((rim + _SHADE, 0.35), (rim + _SHADE / 2, 0.5)):
        hole = frame_box(frame, inset, rim * 2.4)
        shapes.append(svg.path(f"{outer} {hole}", edge, even_odd=True, opacity=strength))
    shapes.append(svg.path(f"{outer} {frame_box(frame, rim, rim * 2)}", wood, even_odd=True))
    shapes.append(svg.line(frame_box(frame, 1, 0), wood_light, 2, cap="butt", opacity=0.7))
    shapes.append(svg.line(frame_box(frame, rim, rim * 2), wood_dark, 2, cap="butt"))
    shapes.append(svg.line(frame_box(frame, rim * 0.55, rim * 1.6), brass, max(1.0, rim * 0.13)))
    return svg.document(side, side, shapes)
