"""Surfaces of the cards at one height, rendered when first asked for and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.ui.cardart.face import pip_svg
from game.ui.cardart.pips import PIP_PATHS
from game.ui.cardart.press import Press
from game.ui.cardart.raster import native, render
from game.ui.cardart.style import CODES, CORNER, SHEET_HEIGHT, SHEET_WIDTH, DeckStyle

_SHADOW_STRENGTH: Final = 120
_FINEST: Final = 180  # pixels high, up to which a shadow is drawn pixel by pixel
_SOFTNESS: Final = 0.1  # the width of a shadow's edge, in heights of a card


class CardArt:
    """The pack at one height in pixels. Cards are 5 wide to 7 high."""

    def __init__(self, height: int, style: DeckStyle | None = None) -> None:
        if height < 1:
            raise ValueError(f"a card {height} pixels high cannot be drawn: at least 1 is needed")
        self.height = height
        self.width = max(1, round(height * SHEET_WIDTH / SHEET_HEIGHT))
        self.style = style or DeckStyle()
        self.shadow_margin = max(2, round(height * _SOFTNESS))
        self._press = Press(self.width, self.height, self.style)
        self._faces: dict[str, pygame.Surface] = {}
        self._back: pygame.Surface | None = None
        self._halos: dict[tuple[int, int, int, int], pygame.Surface] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of every face and back."""
        return self.width, self.height

    def face(self, code: str) -> pygame.Surface:
        """A card from the front: "KC", "TD", a joker "X1" to "X4"."""
        surface = self._faces.get(code)
        if surface is None:
            if code not in CODES:
                raise ValueError(f"no card is called {code!r}")
            surface = self._faces[code] = self._press.face(code)
        return surface

    def back(self) -> pygame.Surface:
        """A card from behind."""
        if self._back is None:
            self._back = self._press.back()
        return self._back

    def shadow(self) -> pygame.Surface:
        """A soft shadow, `shadow_margin` larger than the card on every side."""
        return self.halo((0, 0, 0), _SHADOW_STRENGTH)

    def halo(self, colour: tuple[int, int, int], strength: int = 255) -> pygame.Surface:
        """A soft glow in the outline of a card, `shadow_margin` larger on every side."""
        key = (*colour, strength)
        if key not in self._halos:
            self._halos[key] = self._soft_outline(colour, strength)
        return self._halos[key]

    def _soft_outline(self, colour: tuple[int, int, int], strength: int) -> pygame.Surface:
        margin = self.shadow_margin
        size = (self.width + 2 * margin, self.height + 2 * margin)
        # What is soft may be drawn coarse: blurring a large card takes longer than a frame has.
        coarse = max(1, self.height // _FINEST)
        outline = pygame.Surface([part // coarse for part in size], pygame.SRCALPHA, 32)
        card = outline.get_rect().inflate(-2 * margin // coarse, -2 * margin // coarse)
        radius = round(CORNER * self.height / SHEET_HEIGHT / coarse)
        # Blurring alpha already multiplied in keeps the colour true to the edge.
        ink = tuple(part * strength // 255 for part in colour)
        pygame.draw.rect(outline, (*ink, strength), card, border_radius=radius)
        once = pygame.transform.box_blur(outline, margin // coarse // 2)
        soft = pygame.transform.box_blur(once, margin // coarse // 2)
        return native(soft if coarse == 1 else pygame.transform.smoothscale(soft, size))


@lru_cache(maxsize=256)
def pip(suit: str, height: int, colour: str | None = None) -> pygame.Surface:
    """A suit sign of that height, for use beside text; in the suit's own ink unless told."""
    if suit not in PIP_PATHS:
        raise ValueError(f"no suit is called {suit!r}: C, D, H or S")
    return render(pip_svg(suit, height, colour or DeckStyle().ink(suit)))
