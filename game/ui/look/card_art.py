"""Card pictures at one height in pixels, composed from the drawings in `assets/`.

Figures, pips and indices are in `assets/cards`, backs in `assets/backs`. They are drawn on paper in
the colours of a ``DeckStyle``, with stems and bars of the indices on whole pixels. Cards are
double-ended: most parts are rendered once, and again rotated by 180 degrees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import pygame
from pygame import SRCALPHA, Surface

from game.ui.look.drawing import (
    BLEND,
    Drawing,
    drawing,
    group,
    line,
    native,
    one_coloured,
    path,
    recoloured,
    rendered,
)

SUITS: Final = "CDHS"
COURTS: Final = "JQK"
CODES: Final = (
    *(rank + suit for suit in SUITS for rank in "A23456789TJQK"),
    "X1",
    "X2",
    "X3",
    "X4",
)

# The size of a card, in units of the drawings.
SHEET_WIDTH, SHEET_HEIGHT = 250, 350
CORNER: Final = 15.0  # units of the drawing
_STRIP, _LARGE_STRIP = 55.0, 84.0  # the strip from the left that is visible in a tight fan

_THIN, _THICK = 8.0, 12.0  # line widths of the two drawings of an index

ROOM: Final = 2
"""Transparent pixels around a picture, so that its edges stay smooth when it is tilted."""


# The centres of the pips; those below the middle of the card are upside down.
_LEFT, _MID, _RIGHT = 84.0, 125.0, 166.0
_TOP, _UPPER, _HALF = 66.0, 138.67, 175.0  # vertical positions of pips, in drawing units
_LOWER, _BOTTOM = SHEET_HEIGHT - _UPPER, SHEET_HEIGHT - _TOP


def _pairs(*heights: float) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for y in heights for x in (_LEFT, _RIGHT))


_SEVENTH, _EIGHTH = (_MID, (_TOP + _HALF) / 2), (_MID, (_BOTTOM + _HALF) / 2)
_PIPS: Final = {
    "2": ((_MID, _TOP), (_MID, _BOTTOM)),
    "3": ((_MID, _TOP), (_MID, _HALF), (_MID, _BOTTOM)),
    "4": _pairs(_TOP, _BOTTOM),
    "5": (*_pairs(_TOP, _BOTTOM), (_MID, _HALF)),
    "6": _pairs(_TOP, _BOTTOM, _HALF),
    "7": (*_pairs(_TOP, _BOTTOM, _HALF), _SEVENTH),
    "8": (*_pairs(_TOP, _BOTTOM, _HALF), _SEVENTH, _EIGHTH),
    "9": (*_pairs(_TOP, _BOTTOM, _UPPER, _LOWER), (_MID, _HALF)),
    "T": (
        *_pairs(_TOP, _BOTTOM, _UPPER, _LOWER),
        (_MID, (_TOP + _UPPER) / 2),
        (_MID, (_BOTTOM + _LOWER) / 2),
    ),
}


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """The style of a pack: colours of paper and suits, the back, and the size of the indices.

    ``clubs`` and ``diamonds`` have colours of their own only in a four-colour pack. ``back`` is the
    name of a file in `assets/backs`; ``courts`` are the indices of jack, queen and king. The
    default colours are those of the drawings.
    """

    paper: str = "#fdf9ee"
    paper_low: str = "#f5eddb"
    edge: str = "#b5a78a"
    black: str = "#1c1a21"
    red: str = "#bd1e2c"
    clubs: str = ""
    diamonds: str = ""
    large_index: bool = False
    back: str = "fans"
    courts: str = COURTS

    def ink(self, suit: str) -> str:
        """Return the colour of a suit's pips and indices."""
        own = {"C": self.clubs, "D": self.diamonds}.get(suit, "")
        return own or (self.red if suit in "DH" else self.black)

    @property
    def strip(self) -> float:
        """The width of the strip from the left edge that shows the index, in drawing units."""
        return _LARGE_STRIP if self.large_index else _STRIP


_DRAWN: Final = DeckStyle()
"""The colours of the drawings."""


class CardArt:
    """The pictures of a pack at one height in pixels; the aspect ratio of a card is 5 to 7.

    Every card is composed on first use and cached, except by ``with_room``.
    """

    # The frame of court cards is drawn for spades, and jokers in the first one's colours; the
    # others replace cloth, its shade, the other half, the background and the rays.
    _SHADES: Final = {"S": "#162a4a", "H": "#7b1420", "D": "#99461a", "C": "#114630"}
    _MOTLEY: Final = {
        "1": ("#b0222f", "#7b1420", "#24426e", "#f4e6dc", "#ead3c6"),
        "2": ("#2f2a3c", "#1b1824", "#c9992e", "#e9e6e0", "#d9d4ca"),
        "3": ("#20704f", "#114630", "#d0702a", "#e6ecdb", "#d3dfc6"),
        "4": ("#6b3f86", "#472459", "#2b8a8f", "#ece4ef", "#dccfe2"),
    }
    _INDEX_TOP: Final = 15.0  # units of the drawing
    _NUMBER: Final = re.compile(r"-?\d+\.?\d*|-?\.\d+")

    def __init__(self, height: int, style: DeckStyle | None = None) -> None:
        if height < 1:
            raise ValueError(f"a card {height} pixels high cannot be drawn: at least 1 is needed")
        self.height = height
        self.width = max(1, round(height * SHEET_WIDTH / SHEET_HEIGHT))
        self.style = style or _DRAWN
        # The width of a shadow's edge, as a share of a card's height.
        self.shadow_margin = max(2, round(height * 0.1))
        self._scale = height / SHEET_HEIGHT
        self._paper_colours = {
            _DRAWN.paper: self.style.paper,
            _DRAWN.paper_low: self.style.paper_low,
        }
        self._faces: dict[str, Surface] = {}
        self._pips: dict[tuple[str, int], Surface] = {}
        self._halos: dict[tuple[int, int, int, int], Surface] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of every face and back."""
        return self.width, self.height

    def face(self, code: str) -> Surface:
        """Return the face of a card: "KC", "TD", or a joker, "X1" to "X4"."""
        surface = self._faces.get(code)
        if surface is None:
            if code not in CODES:
                raise ValueError(f"no card is called {code!r}")
            surface = self._faces[code] = self._composed(code)
        return surface

    @cached_property
    def _back(self) -> Surface:
        drawn = recoloured(drawing(f"backs/{self.style.back}.svg").body, self._paper_colours)
        shapes = (self._outline(self.style.paper), self._sheet(drawn), self._outline("none"))
        return rendered(self.size, *shapes)

    def back(self) -> Surface:
        """Return the back of a card, which is symmetrical."""
        return self._back

    def with_room(self, code: str | None) -> Surface:
        """Compose a face or the back with a transparent margin of ``ROOM``; the caller keeps it."""
        card = self.back() if code is None else self._composed(code)
        whole = native(Surface((self.width + 2 * ROOM, self.height + 2 * ROOM), SRCALPHA, 32))
        whole.blit(card, (ROOM, ROOM), special_flags=BLEND)
        return whole

    def shadow(self) -> Surface:
        """Return a soft shadow, `shadow_margin` larger than the card on every side."""
        return self.halo((0, 0, 0), 120)  # opacity, 0 to 255

    def halo(self, colour: tuple[int, int, int], strength: int = 255) -> Surface:
        """Return a soft glow in the outline of a card, `shadow_margin` larger on every side."""
        key = (*colour, strength)
        if key not in self._halos:
            self._halos[key] = self._soft_outline(colour, strength)
        return self._halos[key]

    def _soft_outline(self, colour: tuple[int, int, int], strength: int) -> Surface:
        margin = self.shadow_margin
        size = (self.width + 2 * margin, self.height + 2 * margin)
        # Soft edges can be drawn at low resolution: blurring a large card takes longer than a
        # frame.
        coarse = max(1, self.height // 180)  # up to a height of 180 pixels, at full resolution
        outline = Surface([part // coarse for part in size], pygame.SRCALPHA, 32)
        card = outline.get_rect().inflate(-2 * margin // coarse, -2 * margin // coarse)
        radius = round(CORNER * self._scale / coarse)
        # Blurring premultiplied alpha keeps the colour right up to the edge.
        ink = tuple(part * strength // 255 for part in colour)
        pygame.draw.rect(outline, (*ink, strength), card, border_radius=radius)
        once = pygame.transform.box_blur(outline, margin // coarse // 2)
        soft = pygame.transform.box_blur(once, margin // coarse // 2)
        return native(soft if coarse == 1 else pygame.transform.smoothscale(soft, size))

    # -- composing a face ----------------------------------------------------------------------

    def _composed(self, code: str) -> Surface:
        card = self._paper.copy()
        rank, suit = code[0], code[1]
        if rank == "X" or rank in COURTS:
            self._put_figures(card, code)
        elif rank == "A":
            card.blit(rendered(self.size, self._sheet(self._ace(suit))), special_flags=BLEND)
        else:
            self._put_pips(card, rank, suit)
        self._put_indices(card, code)
        return card

    @cached_property
    def _paper(self) -> Surface:
        """A blank card."""
        gradient = (
            '<linearGradient id="paper" x1="0%" y1="0%" x2="0%" y2="100%">'
            f'<stop offset="0%" stop-color="{self.style.paper}"/>'
            f'<stop offset="100%" stop-color="{self.style.paper_low}"/></linearGradient>'
        )
        return rendered(self.size, f"<defs>{gradient}</defs>", self._outline("url(#paper)"))

    def _outline(self, fill: str) -> str:
        """Return a card's outline in pixels, with an edge of one pixel (more on a large card)."""
        thick = max(1.0, round(1.4 * self._scale))
        return (
            f'<rect x="{thick / 2:g}" y="{thick / 2:g}" width="{self.width - thick:g}" '
            f'height="{self.height - thick:g}" rx="{CORNER * self._scale:.2f}" fill="{fill}" '
            f'stroke="{self.style.edge}" stroke-width="{thick:g}"/>'
        )

    def _sheet(self, drawn: str) -> str:
        """Return a drawing of a whole card, scaled to this size."""
        scale = f"{self.width / SHEET_WIDTH:.6f} {self.height / SHEET_HEIGHT:.6f}"
        return group(f"scale({scale})", drawn)

    def _put_figures(self, card: Surface, code: str) -> None:
        """Draw both halves of a court card or joker, and the frame over them."""
        rank, suit = code[0], code[1]
        if rank == "X":
            motley = dict(zip(self._MOTLEY["1"], self._MOTLEY[suit], strict=True))
            figure = recoloured(drawing("cards/joker.svg").body, motley)
            frame = recoloured(drawing("cards/frame-joker.svg").body, motley | self._paper_colours)
        else:
            figure = drawing(f"cards/{code}.svg").body
            shade = {self._SHADES["S"]: self._SHADES[suit]}
            frame = recoloured(drawing("cards/frame.svg").body, shade | self._paper_colours)
        upper = rendered(self.size, self._sheet(figure))
        for layer in (self._turned(upper), upper, rendered(self.size, self._sheet(frame))):
            card.blit(layer, special_flags=BLEND)

    def _ace(self, suit: str) -> str:
        """Return the pip of an ace, smaller beside large indices."""
        if self.style.large_index:
            move = f"translate({_MID:g} {_HALF:g}) scale(0.92)"
            return group(move, self._pip_drawn(suit))
        inks = {_DRAWN.ink(suit): self.style.ink(suit), _DRAWN.paper: self.style.paper}
        return recoloured(drawing(f"cards/A{suit}.svg").body, inks)

    def _put_pips(self, card: Surface, rank: str, suit: str) -> None:
        places = _PIPS[rank]
        units = 50.0 if len(places) < 9 else 45.0  # crowded on nines and tens
        if self.style.large_index:
            # With large indices, one large pip replaces all.
            places, units = ((_MID, _HALF),), 96.0
        height = max(1, round(units * self._scale))
        if (suit, height) not in self._pips:
            self._pips[suit, height] = _pip(suit, height, self.style.ink(suit))
        upright = self._pips[suit, height]
        for x, y in places:
            left = round(x * self.width / SHEET_WIDTH - height / 2)
            top = round(y * self._scale - height / 2)
            pip = upright if y <= _HALF else self._turned(upright)
            card.blit(pip, (left, top), special_flags=BLEND)

    # -- indices -------------------------------------------------------------------------------

    def _put_indices(self, card: Surface, code: str) -> None:
        corner = self.corner(code)
        below = (self.width - corner.width, self.height - corner.height)
        layers = [corner]
        if self.style.large_index and code[0] in f"{COURTS}X":
            layers.insert(0, self._patch(corner.size))
        for layer in layers:
            card.blit(layer, special_flags=BLEND)
            card.blit(self._turned(layer), below, special_flags=BLEND)

    def corner(self, code: str) -> Surface:
        """Return rank over suit, or a joker's star and name, for a card's upper left corner."""
        rank, suit = code[0], code[1]
        large = self.style.large_index
        if rank == "X":
            times = 1.25 if large else 1.0
            tall = 260.0 * times  # units of the drawing
            ink = self.style.black if suit == "2" else self._MOTLEY[suit][0]
            name = one_coloured(drawing("cards/index-joker.svg").body, ink)
            shapes = [group(f"scale({self._scale * times:.6f})", name)]
        else:
            times = 1.5 if large else 1.0
            tall = 125.0 * times  # units of the drawing
            middle = (self.style.strip / 2 + 1) * self._scale
            shapes = [self._rank(rank, suit, middle, times), self._suit(suit, middle, times)]
        return rendered((round(self.style.strip * self._scale), round(tall * self._scale)), *shapes)

    def _rank(self, rank: str, suit: str, middle: float, times: float) -> str:
        """Return a rank with its box and pen on whole pixels, so that stems and bars are crisp."""
        letter = self.style.courts[COURTS.index(rank)] if rank in COURTS else rank
        glyph = drawing(f"cards/index-{letter}.svg")
        sides = (glyph.width, glyph.height)
        wide, tall = (max(1, round(side * times * self._scale)) for side in sides)
        left, top = round(middle - wide / 2), round(self._INDEX_TOP * self._scale)
        unit = tall / glyph.height
        pen = max(1, round(9.6 * times * self._scale)) / unit
        move = f"translate({left} {top}) scale({wide / glyph.width:.5f} {unit:.5f})"
        return group(
            move, line(self._strokes(glyph, pen), self.style.ink(suit), pen, is_round=False)
        )

    def _suit(self, suit: str, middle: float, times: float) -> str:
        """Return the small pip under a rank."""
        x = round(middle * 2) / 2
        y = (self._INDEX_TOP + (100.0 - self._INDEX_TOP) * times) * self._scale
        size = 38.0 * times / 100 * self._scale
        return group(f"translate({x:g} {y:.2f}) scale({size:.5f})", self._pip_drawn(suit))

    def _pip_drawn(self, suit: str) -> str:
        return one_coloured(drawing(f"cards/pip-{suit}.svg").body, self.style.ink(suit))

    def _patch(self, corner: tuple[int, int]) -> Surface:
        """Return the blank background of a large index that would cover a picture."""
        inset, bend = 4 * self._scale, 14 * self._scale
        right, bottom = corner[0] - 1, corner[1] - 1
        d = (
            f"M{inset:.1f},{inset + bend:.1f} Q{inset:.1f},{inset:.1f} "
            f"{inset + bend:.1f},{inset:.1f} H{right} V{bottom - bend:.1f} "
            f"Q{right},{bottom} {right - bend:.1f},{bottom} H{inset:.1f} Z"
        )
        return rendered(corner, path(d, self.style.paper))

    @staticmethod
    def _strokes(glyph: Drawing, pen: float) -> str:
        """Return the path of an index for a pen width, between its thin and thick drawings."""
        data = re.compile(r'\sd="([^"]*)"')
        thin, thick = (" ".join(data.findall(glyph.layer(name))) for name in ("thin", "thick"))
        share = (pen - _THIN) / (_THICK - _THIN)
        ends = (float(number) for number in CardArt._NUMBER.findall(thick))

        def moved(number: re.Match[str]) -> str:
            start = float(number[0])
            return f"{start + (next(ends, start) - start) * share:.6f}"

        return CardArt._NUMBER.sub(moved, thin)

    @staticmethod
    def _turned(surface: Surface) -> Surface:
        """Return the picture upside down, pixel for pixel."""
        return pygame.transform.flip(surface, flip_x=True, flip_y=True)


def _pip(suit: str, height: int, ink: str) -> Surface:
    """Return a pip on a square of that height."""
    drawn = one_coloured(drawing(f"cards/pip-{suit}.svg").body, ink)
    move = f"translate({height / 2:g} {height / 2:g}) scale({height / 100:.5f})"
    return rendered((height, height), group(move, drawn))


@lru_cache(maxsize=256)
def pip(suit: str, height: int, colour: str | None = None) -> Surface:
    """Return a pip of that height for use beside text; by default in the suit's colour."""
    if suit not in SUITS or len(suit) != 1:
        raise ValueError(f"no suit is called {suit!r}: C, D, H or S")
    return _pip(suit, height, colour or _DRAWN.ink(suit))
