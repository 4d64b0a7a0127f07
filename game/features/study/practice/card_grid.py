"""A whole pack laid out in rows by suit, with a current card chosen by keys or pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame
from pygame import Color, Rect

from game.rules.cards import in_order, suit_of
from game.ui.kit.controls import focus_ring
from game.ui.kit.grids import column, equal_row
from game.ui.kit.paint import disc, ring, rounded
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact
from game.ui.look.card_art import CardArt
from game.ui.look.drawing import BLEND
from game.ui.text.move_words import card_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.cards import Card
    from game.ui.kit.skin import Skin

_GAP, _CORNER = 5.0, 6.0  # units


@dataclass(frozen=True, slots=True)
class CardCell:
    """The display of a card: words beside its index, a bar up to 1, and its place, to be read
    aloud.
    """

    text: str = ""
    says: str = ""
    bar: float = 0.0
    is_gone: bool = False
    is_marked: bool = False
    dot: tuple[int, int, int] | None = None


class PackGrid(Focusable):
    """A grid with every card of a pack; ``held`` is the card being dragged."""

    def __init__(
        self,
        name: str,
        pack: Sequence[Card],
        cell: Callable[[Card], CardCell],
        chosen: Callable[[Card], None],
    ) -> None:
        super().__init__(name)
        self._cell, self._chosen = cell, chosen
        cards = in_order(pack)
        suits = dict.fromkeys(map(suit_of, cards))
        self._rows = [[card for card in cards if suit_of(card) == suit] for suit in suits]
        self._row = self._column = 0
        self._boxes: dict[Card, Rect] = {}
        self._art: CardArt | None = None
        self._corners: dict[Card, Surface] = {}
        self.held: Card | None = None

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._rows)

    @property
    def current(self) -> Card:
        """The card that has the keyboard focus."""
        row = self._rows[self._row]
        return row[min(self._column, len(row) - 1)]

    @property
    def spoken(self) -> str:
        return fact(card_text(self.current), self._cell(self.current).says)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        gap, columns = skin.px(_GAP), max(map(len, self._rows))
        high = (rect.height - gap * (self.rows - 1)) // self.rows
        self._boxes = {}
        for cards, line in zip(self._rows, column(rect, [high] * self.rows, gap), strict=True):
            self._boxes |= zip(cards, equal_row(line, columns, gap), strict=False)
        # A card's picture takes 0.8 of its height at most, the index 0.42 of that.
        self._art = CardArt(max(1, round(high * 0.8 / 0.42)), skin.theme.deck())
        self._corners = {}

    def targets(self) -> dict[str, Rect]:
        return {f"{self.name}:{card}": box for card, box in self._boxes.items()}

    def activate(self) -> None:
        self._chosen(self.current)

    def step(self, direction: int) -> bool:
        at = min(self._column, len(self._rows[self._row]) - 1) + direction
        if not 0 <= at < len(self._rows[self._row]):
            return False
        self._column = at
        return True

    def travel(self, key: int) -> bool:
        match key:
            case pygame.K_UP if self._row:
                self._row -= 1
            case pygame.K_DOWN if self._row + 1 < self.rows:
                self._row += 1
            case pygame.K_HOME:
                self._column = 0
            case pygame.K_END:
                self._column = len(self._rows[self._row]) - 1
            case _:
                return False
        return True

    def press(self, pos: tuple[int, int]) -> None:
        self.held = self._at(pos)
        if self.held:
            self._row = next(at for at, row in enumerate(self._rows) if self.held in row)
            self._column = self._rows[self._row].index(self.held)

    def release(self, pos: tuple[int, int]) -> None:
        if self.held and self.held == self._at(pos):
            self.activate()

    def _at(self, pos: tuple[int, int]) -> Card | None:
        return next((card for card, box in self._boxes.items() if box.collidepoint(pos)), None)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        for card, box in self._boxes.items():
            self.draw_card(surface, skin, card, box)
        if mood.focused:
            focus_ring(surface, self._boxes[self.current], skin, _CORNER)

    def draw_card(self, surface: Surface, skin: Skin, card: Card, box: Rect) -> None:
        """Draw a card according to its cell."""
        look, art = self._cell(card), self._art
        if art is None:
            return
        paper, radius = Color(art.style.paper), skin.px(_CORNER)
        rounded(surface, box, (paper.r, paper.g, paper.b), radius, skin.colour("rim_dark"), 1)
        if look.bar > 0:
            bar = Rect(box.x + 2, 0, round((box.width - 4) * min(look.bar, 1)), skin.px(5))
            bar.bottom = box.bottom - 2
            surface.fill(skin.colour("legal"), bar)
        corner = self._corners.get(card)
        if corner is None:
            corner = self._corners[card] = art.corner(card)
        place = corner.get_rect(midleft=(box.x + skin.px(3), box.centery))
        surface.blit(corner, place, special_flags=BLEND)
        words = Rect(place.right, box.y, box.right - place.right - skin.px(4), box.height)
        if look.text:
            written = skin.text(look.text, "paper_ink", SMALL, bold=True)
            surface.blit(written, written.get_rect(midright=words.midright))
        if look.is_gone and min(box.size) > 0:
            veil = pygame.Surface(box.size, pygame.SRCALPHA)
            veil.fill((0, 0, 0, 110))  # the card is used
            surface.blit(veil, box)
        if look.dot is not None:
            centre = (words.centerx, box.centery)
            disc(surface, centre, skin.px(9), skin.colour("rim_dark"))
            disc(surface, centre, skin.px(7), look.dot)
        if look.is_marked:
            ring(surface, box.inflate(2, 2), skin.colour("accent"), radius, max(2, skin.px(3)))
