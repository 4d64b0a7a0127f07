"""The table's woven cloth in its wooden rim, with ornaments in the corners."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.assets import AssetMissing, leave_out
from game.ui.look.drawing import (
    BLEND,
    drawing,
    faded,
    group,
    line,
    path,
    rendered,
)
from game.ui.look.palettes import WEAVES, Colour, web
from game.ui.look.sheets import mixed

_FINE: Final = 4  # pixels of the window per pixel of the light map
_WEAVE: Final = 96  # pixels after which the weave repeats
_DRAWN, _PEN = "#125448", 1.6  # the ornaments' line colour and width


class Cloth:
    """The table for one window size, cached as the few small pictures that it is made of.

    ``style`` is the name of a cloth, or "plain" for one without weave and ornament; ``colours`` are
    cloth, edge of the cloth, rim, highlight and shadow of the rim, and inlay.
    """

    _DEEPEST: Final = 3  # levels of 255: how much darker the darkest thread is than the cloth
    _SHADE: Final = 5  # pixels of shadow inside the rim

    def __init__(self, size: tuple[int, int], style: str, colours: tuple[Colour, ...]) -> None:
        self._size = size
        self._is_large = size[0] * size[1] > 4_000_000
        self._rim_width = max(5.0, min(size) * 0.014)
        lit, edge, *_ = colours
        is_woven = style in WEAVES
        self._light = _light(size, lit, edge, lower=self._DEEPEST if is_woven else 0)
        self._threads = _threads(style) if is_woven else None
        self._strip = Surface((self._light.width * _FINE, _WEAVE), 0, 32)
        self._corner = self._drawn_corner(style, colours)
        self._whole: Surface | None = None
        self._has_drawn = False

    def draw(self, surface: Surface, box: Rect | None = None) -> None:
        """Draw the whole table on a surface as large as the window, or a box of it.

        Menus draw all of it repeatedly, so from the second time on that is a copy. A caller that
        draws a part caches it, as the table does, and needs no copy; in a large window it gets one
        anyway, since time is scarcer there than memory.
        """
        if self._is_large and self._whole is None:
            self._whole = Surface(self._size, 0, surface)
            self._weave(self._whole, surface.get_rect(), (0, 0))
            self._whole.fblits(self._rim(), BLEND)
        if box is not None and not self._is_large:
            self._draw_part(surface, box)
        elif self._whole is not None:
            surface.blit(self._whole, box or (0, 0), box)
        else:
            self._weave(surface, surface.get_rect(), (0, 0))
            surface.fblits(self._rim(), BLEND)
            self._whole = surface.copy() if self._has_drawn else None
            self._has_drawn = True

    def _draw_part(self, surface: Surface, box: Rect) -> None:
        self._whole, self._has_drawn = None, False
        clip = surface.get_clip()
        surface.set_clip(box.clip(clip))
        self._weave(surface, box, (0, 0))
        surface.fblits(self._solid_rim)
        surface.set_clip(clip)

    def _weave(self, surface: Surface, box: Rect, corner: tuple[int, int]) -> None:
        """Draw at least a box of the bare cloth, in strips as high as the weave's pattern.

        ``corner`` is the position on the table of the surface's upper left corner.
        """
        box = box.clip((0, 0), self._size)
        if not all(box.size):
            return
        left = box.x // _WEAVE * _WEAVE
        for top in range(box.y // _WEAVE * _WEAVE, box.bottom, _WEAVE):
            part = Rect(left, top, box.right - left + _FINE - 1, _WEAVE)
            part = Rect(*(side // _FINE for side in part)).clip(self._light.get_rect())
            strip = self._strip.subsurface((0, 0), (part.width * _FINE, part.height * _FINE))
            pygame.transform.scale_by(self._light.subsurface(part), _FINE, strip)
            if self._threads:
                tiles = [(self._threads, (x, 0)) for x in range(0, strip.width, _WEAVE)]
                strip.fblits(tiles, pygame.BLEND_RGB_ADD)
            surface.blit(strip, (left - corner[0], top - corner[1]))

    @cached_property
    def _solid_rim(self) -> list[tuple[Surface, tuple[int, int]]]:
        """The rim with the cloth under it, which looks right under any clip."""
        rim = []
        for piece, place in self._rim():
            solid = Surface(piece.size, 0, 32)
            self._weave(solid, Rect(place, piece.size), place)
            solid.blit(piece, special_flags=BLEND)
            rim.append((solid, place))
        return rim

    def _rim(self) -> Iterator[tuple[Surface, tuple[int, int]]]:
        """Yield the pieces of the rim with their positions: rotated corners and stretched edges."""
        (width, height), corner = self._size, self._corner
        side = corner.width
        deep = min(
            side, max(1, round(self._rim_width * 1.5) + self._SHADE)
        )  # beyond it an edge is empty
        for right, low in product((False, True), (False, True)):
            turned = pygame.transform.flip(corner, flip_x=right, flip_y=low)
            yield turned, (right * (width - side), low * (height - side))
        if width > 2 * side:
            above = corner.subsurface((side - 1, 0, 1, deep))
            above = pygame.transform.scale(above, (width - 2 * side, deep))
            yield above, (side, 0)
            yield pygame.transform.flip(above, flip_x=False, flip_y=True), (side, height - deep)
        if height > 2 * side:
            left = corner.subsurface((0, side - 1, deep, 1))
            left = pygame.transform.scale(left, (deep, height - 2 * side))
            yield left, (0, side)
            yield pygame.transform.flip(left, flip_x=True, flip_y=False), (width - deep, side)

    def _drawn_corner(self, style: str, colours: tuple[Colour, ...]) -> Surface:
        """Return the upper left corner: the wooden rim, its brass inlay, and the ornament on the
        cloth.
        """
        side, rim = max(8, round(min(self._size) * 0.18)), self._rim_width
        lit, edge, wood, wood_light, wood_dark, brass = map(web, colours)
        far = 2 * side  # beyond the picture
        outside = f"V-9 H-9 V{far} Z"
        shapes = [self._ornament(style, lit, side * 0.8)]
        for inset, strength in ((rim + self._SHADE, 0.35), (rim + self._SHADE / 2, 0.5)):
            shapes.append(faded(strength, path(f"{_bend(inset, rim * 2.4, far)} {outside}", edge)))
        shapes.append(path(f"{_bend(rim, rim * 2, far)} {outside}", wood))
        shapes.append(faded(0.7, line(_bend(1, 0, far), wood_light, 2, is_round=False)))
        shapes.append(line(_bend(rim, rim * 2, far), wood_dark, 2, is_round=False))
        shapes.append(line(_bend(rim * 0.55, rim * 1.6, far), brass, max(1.0, rim * 0.13)))
        return rendered((side, side), *shapes)

    def _ornament(self, style: str, colour: str, reach: float) -> str:
        """Return the ornament of a corner, scaled to reach from the rim; empty without a file."""
        if style not in WEAVES:
            return ""
        name = f"cloths/{style}.svg"
        try:
            woven = drawing(name)
        except AssetMissing:
            leave_out(name)
            return ""
        scale = reach / woven.width
        pen = max(1.0, reach * _PEN / woven.width) / scale
        lines = woven.body.replace(_DRAWN, colour).replace(f'"{_PEN:g}"', f'"{pen:.6f}"')
        return group(
            f"translate({self._rim_width:g} {self._rim_width:g}) scale({scale:.6f})", lines
        )


def _bend(inset: float, radius: float, far: int) -> str:
    """Return the path round an upper left corner, ``inset`` pixels inside: from ``far`` below it to
    ``far`` at its right.
    """
    r = max(radius, 0.01)
    arc = f"A{r:g},{r:g} 0 0 1 {inset + r:g},{inset:g}"
    return f"M{inset:g},{far} V{inset + r:g} {arc} H{far}"


@lru_cache(maxsize=1)
def cloth(size: tuple[int, int], style: str, colours: tuple[Colour, ...]) -> Cloth:
    """Return the current cloth; only the last one is cached."""
    return Cloth(size, style, colours)


@lru_cache(maxsize=1)
def lamplight(size: tuple[int, int]) -> Surface:
    """Return a faint pool of light to add to a picture; black from its edge on."""
    rings = 24  # of equal brightness each, before smoothing
    pool = Surface((2 * rings, 2 * rings), 0, 32)
    for radius in range(rings - 1, 0, -1):
        bright = (1 - (radius / rings) ** 2) ** 2
        colour = tuple(round(bright * each) for each in (20, 17, 10))
        pygame.draw.circle(pool, colour, (rings, rings), radius)
    return pygame.transform.smoothscale(pool, size)


def _light(size: tuple[int, int], lit: Colour, edge: Colour, lower: int) -> Surface:
    """Return a pool of lamplight slightly above the middle, every channel lower by ``lower``.

    One of its pixels covers ``_FINE`` pixels of the window in each direction.
    """
    # The light is computed on a grid of twelve pixels.
    width, height = (max(2, side // 12) for side in size)
    lamp = (
        '<defs><radialGradient id="lamp" cx="50%" cy="44%" r="68%">'
        f'<stop offset="0%" stop-color="{web(lit)}"/>'
        f'<stop offset="38%" stop-color="{web(mixed(lit, edge, 0.16))}"/>'
        f'<stop offset="100%" stop-color="{web(edge)}"/></radialGradient></defs>'
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#lamp)"/>'
    )
    pool = Surface((width, height), 0, 32)
    pool.blit(rendered((width, height), lamp), (0, 0))
    # Beyond this resolution no steps are visible, and smoothing takes long.
    fine = pygame.transform.smoothscale(pool, (-(-size[0] // _FINE), -(-size[1] // _FINE)))
    fine.fill((lower, lower, lower), special_flags=pygame.BLEND_RGB_SUB)
    return fine


def _threads(style: str) -> Surface:
    """Return a tile of unevenly spun threads to add to a cloth that is ``_DEEPEST`` too dark.

    They are slightly lighter and darker than the cloth, which also hides the banding of the light.
    """
    repeat = 12  # rows after which every weave repeats
    weave, spin = WEAVES[style], random.Random(1923).randbytes(_WEAVE * _WEAVE)
    rows = [bytes(weave(x, y) + 1 for x in range(_WEAVE)) for y in range(repeat)]
    # Both are sums of small bytes, so they can be added as two large integers.
    pattern = int.from_bytes(b"".join(rows) * (_WEAVE // repeat))
    # Threads differ by five levels of brightness, on top of the weave's.
    uneven = int.from_bytes(spin.translate(bytes(byte % 5 for byte in range(256))))
    levels = (pattern + uneven).to_bytes(len(spin))
    pixels = bytearray(3 * len(levels))
    pixels[0::3] = pixels[1::3] = pixels[2::3] = levels
    tile = Surface((_WEAVE, _WEAVE), 0, 32)
    tile.blit(pygame.image.frombytes(bytes(pixels), tile.size, "RGB"), (0, 0))
    return tile
