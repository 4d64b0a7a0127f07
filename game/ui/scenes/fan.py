"""The fan of cards on the start screen: it opens once, then lies still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Surface, Vector2

from game.ui.calm import is_calm
from game.ui.cardart import BLEND

if TYPE_CHECKING:
    from game.ui.cardart import CardArt, DeckStyle
    from game.ui.scene import Stage

CARDS = ("TH", "JH", "QH", "KH", "AS")
SECONDS = 0.7
_SPREAD = 62.0  # degrees from the first card to the last
_PIVOT = 1.3  # card heights from a card's middle down to where all are held


class Fan:
    """Cards held at one point below them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        is_instant = stage.services.settings.settings.speed == "instant"
        self._passed = SECONDS if is_instant else 0.0
        # Five large cards take as long to make as all the rest of the first frame.
        self._is_awaited = is_instant
        self._cards: list[Surface] = []
        self._still: list[tuple[Surface, tuple[int, int]]] = []
        self._middle = Vector2()
        self._height = 0
        self._deck: DeckStyle | None = None

    @property
    def is_moving(self) -> bool:
        """Whether it is still opening."""
        return self._passed < SECONDS

    def place(self, middle: tuple[int, int], height: int) -> None:
        """Put the fan around this point; `height` is that of a card."""
        self._middle = Vector2(middle)
        self._still = []
        deck = self._stage.services.theme.deck()
        if (height, deck) != (self._height, self._deck):
            self._height, self._deck, self._cards = height, deck, []

    def finish(self) -> None:
        """Be open at once."""
        self._passed, self._is_awaited = SECONDS, True

    def update(self, dt: float) -> bool:
        """Open a little further; True while it moves."""
        if not self.is_moving:
            return False
        if is_calm(self._stage.services):
            self.finish()
            return True
        if self._is_awaited:
            self._passed += dt
        self._is_awaited = True
        return True

    def draw(self, surface: Surface) -> None:
        """Draw the cards, the last one on top; none before the first frame is on the screen."""
        if not self._is_awaited:
            return
        if not self._cards:
            from game.ui.cardart import CardArt  # what draws cards takes long to bring in

            art = CardArt(self._height, self._deck)
            self._cards = [_with_shadow(art, code) for code in CARDS]
        if self.is_moving:
            self._draw_all(surface, self._turned(_eased(self._passed / SECONDS)))
            return
        if not self._still:
            self._still = self._turned(1.0)
        self._draw_all(surface, self._still)

    def _draw_all(self, surface: Surface, cards: list[tuple[Surface, tuple[int, int]]]) -> None:
        for card, place in cards:
            surface.blit(card, place, special_flags=BLEND)

    def _turned(self, openness: float) -> list[tuple[Surface, tuple[int, int]]]:
        """Every card turned for how far the fan is open, and its upper left corner."""
        turned = []
        pivot = self._middle + Vector2(0, self._height * (_PIVOT - 0.12))
        for number, card in enumerate(self._cards):
            angle = _angle(number) * openness
            arm = Vector2(0, -self._height * _PIVOT).rotate(angle)
            picture = pygame.transform.rotozoom(card, -angle, 1.0)
            place = picture.get_rect(center=pivot + arm)
            turned.append((picture, place.topleft))
        return turned


def _angle(number: int) -> float:
    return _SPREAD * (number / (len(CARDS) - 1) - 0.5)


def _eased(share: float) -> float:
    """Quick at first, then settling."""
    rest = 1 - min(1.0, share)
    return 1 - rest**3


def _with_shadow(art: CardArt, code: str) -> Surface:
    """The card and its shadow in one picture, turned together."""
    margin = art.shadow_margin
    size = (art.width + 2 * margin, art.height + 2 * margin)
    both = pygame.Surface(size, pygame.SRCALPHA)
    both.blit(art.shadow(), (0, 0), special_flags=BLEND)
    both.blit(art.face(code), (margin, margin - margin // 4), special_flags=BLEND)
    return both.convert_alpha()
