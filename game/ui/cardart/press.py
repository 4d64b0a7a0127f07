"""Printing: the parts of a face rendered and laid on the paper, at one height."""

from __future__ import annotations

from functools import cache
from typing import Final

import pygame

from game.ui.cardart.backs import back_svg
from game.ui.cardart.face import (
    ace_svg,
    corner_svg,
    figure_svg,
    frame_svg,
    paper_svg,
    patch_svg,
    pip_svg,
)
from game.ui.cardart.pips import CROWDED_PIP_SIZE, LAYOUT, PIP_SIZE
from game.ui.cardart.raster import BLEND, render
from game.ui.cardart.style import COURTS, SHEET_HEIGHT, SHEET_WIDTH, DeckStyle


def turned(surface: pygame.Surface) -> pygame.Surface:
    """The same picture upside down, pixel for pixel."""
    return pygame.transform.flip(surface, flip_x=True, flip_y=True)


# Beside large indices one large sign stands for all.
_ONE: Final = ((SHEET_WIDTH / 2, SHEET_HEIGHT / 2),)
_ONE_SIZE: Final = 96.0


class Press:
    """Prints faces and backs of one size and style."""

    def __init__(self, width: int, height: int, style: DeckStyle) -> None:
        self._width = width
        self._height = height
        self._style = style
        self._paper = cache(lambda: render(paper_svg(width, height, style)))
        self._pip = cache(lambda suit, size: render(pip_svg(suit, size, style.ink(suit))))

    def face(self, code: str) -> pygame.Surface:
        """A new surface with that card's face."""
        card = self._paper().copy()
        rank, suit = code[0], code[1]
        if rank in COURTS or rank == "X":
            self._twins(card, code)
        elif rank == "A":
            ace = render(ace_svg(suit, self._width, self._height, self._style))
            card.blit(ace, (0, 0), special_flags=BLEND)
        else:
            self._pips(card, rank, suit)
        self._corners(card, code)
        return card

    def back(self) -> pygame.Surface:
        """A new surface with the back."""
        return render(back_svg(self._width, self._height, self._style))

    def _corners(self, card: pygame.Surface, code: str) -> None:
        corner = render(corner_svg(code, self._height, self._style))
        below = (self._width - corner.width, self._height - corner.height)
        layers = [corner]
        if self._style.large_index and code[0] in f"{COURTS}X":
            layers.insert(0, render(patch_svg(corner.size, self._height, self._style)))
        for layer in layers:
            card.blit(layer, (0, 0), special_flags=BLEND)
            card.blit(turned(layer), below, special_flags=BLEND)

    def _twins(self, card: pygame.Surface, code: str) -> None:
        figure = render(figure_svg(code, self._width, self._height))
        frame = render(frame_svg(code, self._width, self._height, self._style))
        for layer in (turned(figure), figure, frame):
            card.blit(layer, (0, 0), special_flags=BLEND)

    def _pips(self, card: pygame.Surface, rank: str, suit: str) -> None:
        places = _ONE if self._style.large_index else LAYOUT[rank]
        units = PIP_SIZE if len(places) < 9 else CROWDED_PIP_SIZE
        units = _ONE_SIZE if self._style.large_index else units
        sign = self._pip(suit, max(1, round(units * self._height / SHEET_HEIGHT)))
        below = turned(sign)
        for x, y in places:
            left = round(x * self._width / SHEET_WIDTH - sign.width / 2)
            top = round(y * self._height / SHEET_HEIGHT - sign.height / 2)
            upright = y <= SHEET_HEIGHT / 2
            card.blit(sign if upright else below, (left, top), special_flags=BLEND)
