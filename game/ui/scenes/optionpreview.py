"""A back and a card of each suit, as they look with the settings in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.ui.cardart import BLEND, CardArt

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.scene import Stage

_SHOWN: Final = ("9C", "JD", "QH", "AS")
_HIGHEST = 210.0  # units
_LEAST = 40  # pixels
_STEP, _GAP = 0.46, 0.3  # of a card's width, to the next card and behind the back


class Preview:
    """Draws them in whatever room there is."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._art: CardArt | None = None
        self._box = Rect(0, 0, 0, 0)

    def place(self, area: Rect, skin: Skin) -> None:
        """Take this room."""
        across = 2 + _GAP + _STEP * (len(_SHOWN) - 1)  # so many cards' widths
        high = min(area.height, skin.px(_HIGHEST), round(area.width / across * 7 / 5))
        self._box = Rect(0, 0, round(high * 5 / 7 * across), high)
        self._box.center = area.center

    def draw(self, surface: Surface) -> None:
        """Draw the cards, the back first."""
        high = self._box.height
        if high < _LEAST:
            return
        deck = self._stage.services.theme.deck()
        if self._art is None or (self._art.height, self._art.style) != (high, deck):
            self._art = CardArt(high, deck)
        x = float(self._box.x)
        surface.blit(self._art.back(), (round(x), self._box.y), special_flags=BLEND)
        x += self._art.width * (1 + _GAP)
        for code in _SHOWN:
            surface.blit(self._art.face(code), (round(x), self._box.y), special_flags=BLEND)
            x += self._art.width * _STEP
