"""SVG drawings: read from `assets/`, recoloured, composed and rendered to pixels.

The drawings are files that any drawing program opens; `assets/DRAWINGS.md` says how they are used.
pygame's renderer supports no <use>, <text>, clip paths, masks or filters, and only gradients with
percentages, so everything consists of plain shapes in groups.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final

import pygame

from game.ui.assets import AssetMissing, asset_bytes

# Every surface rendered here has premultiplied alpha: blit it with `special_flags=BLEND`.
BLEND: Final = pygame.BLEND_PREMULTIPLIED
_COLOUR: Final = "#[0-9a-fA-F]{6}"


# -- drawings in assets/ ---------------------------------------------------------------------------


class Drawing:
    """An SVG file: its size in its own units, its shapes, and its outermost groups by id."""

    def __init__(self, text: str) -> None:
        """Parse an SVG; ``ValueError`` if it is not one or has no viewBox."""
        head, _, body = text.partition("<svg")[2].partition(">")
        self.body, end, _ = body.rpartition("</svg>")
        if not end:
            raise ValueError("no end of a picture")
        box = head.partition('viewBox="')[2].partition('"')[0]
        _, _, self.width, self.height = map(float, box.split())

    def layer(self, name: str) -> str:
        """Return the group with that id; empty if the drawing has none."""
        return self._layers.get(name, "")

    @cached_property
    def _layers(self) -> dict[str, str]:
        layers, depth, start = {}, 0, 0
        for tag in re.finditer(r"<(/?)g\b[^>]*>", self.body):
            if tag[1]:
                depth -= 1
                whole = self.body[start : tag.end()]
                if depth == 0 and (name := re.search(r'\sid="([^"]*)"', whole)):
                    layers[name[1]] = whole
            elif not tag[0].endswith("/>"):
                start = start if depth else tag.start()
                depth += 1
        return layers


@lru_cache(maxsize=128)
def drawing(name: str) -> Drawing:
    """Read a file of `assets/` such as "cards/KS.svg", without its comments.

    ``AssetMissing`` if it is missing or not an SVG.
    """
    try:
        first, *others = asset_bytes(name).decode().split("<!--")
        return Drawing(first + "".join(each.partition("-->")[2] for each in others))
    except (ValueError, OSError):
        raise AssetMissing(name) from None


def recoloured(text: str, colours: Mapping[str, str]) -> str:
    """Return SVG with some colours, written like "#1c1a21", replaced."""
    return re.sub(_COLOUR, lambda found: colours.get(found[0].lower(), found[0]), text)


def one_coloured(text: str, colour: str) -> str:
    """Return SVG with every colour replaced by one."""
    return re.sub(_COLOUR, colour, text)


# -- shapes as text --------------------------------------------------------------------------------


def path(d: str, fill: str = "none", stroke: str = "none", width: float = 0.0) -> str:
    """Return a filled path as SVG; its stroke has mitre joins."""
    edge = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{width:g}"'
    return f'<path d="{d}" fill="{fill}"{edge}/>'


def line(d: str, stroke: str, width: float, *, is_round: bool = True) -> str:
    """Return an unfilled stroke as SVG; its ends and corners are round or sharp."""
    ends = ' stroke-linecap="round" stroke-linejoin="round"' if is_round else ""
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width:g}"{ends}/>'


def group(transform: str, *content: str) -> str:
    """Return shapes in a group with a transform."""
    return f'<g transform="{transform}">{"".join(content)}</g>'


def faded(opacity: float, shape: str) -> str:
    """Return a single shape with an opacity; 1 is opaque."""
    return shape.replace("/>", f' opacity="{opacity:g}"/>')


def document(size: tuple[int, int], content: Iterable[str]) -> str:
    """Return a whole SVG document, its size in pixels."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{"".join(content)}</svg>'
    )


# -- pixels ----------------------------------------------------------------------------------------


def rendered(size: tuple[int, int], *content: str) -> pygame.Surface:
    """Render shapes with pixel coordinates on a transparent surface, with premultiplied alpha."""
    text = io.BytesIO(document(size, content).encode())
    return native(pygame.image.load(text, "drawing.svg").premul_alpha())


def native(surface: pygame.Surface) -> pygame.Surface:
    """Convert a surface to the screen's pixel format, if there is a screen, for faster blits."""
    try:
        return surface.convert_alpha()
    except pygame.error:  # no window is open
        return surface
