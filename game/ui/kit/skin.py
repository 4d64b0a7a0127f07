"""How the kit looks in a window of one size: the theme's colours and fonts, and text made ready."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pygame import SRCALPHA, Surface

from game.ui.appearance import scaled
from game.ui.kit.layout import px, unit
from game.ui.kit.lines import broken, shortened

if TYPE_CHECKING:
    from pygame import Rect
    from pygame.font import Font

    from game.ui.theme import Theme

BODY = 22.0  # units: the size of ordinary text
SMALL = 17.0
TITLE = 40.0
LEAST_TEXT = 12  # pixels
LEAST_UNIT = 0.6  # pixels for a unit of boxes, where the window has room for it
_KEPT_TEXTS = 600


class Skin:
    """Made anew at every resize and for every other look; knows what one unit is.

    ``letters`` is the unit of text. That of all else is kept from getting below ``least``: small
    letters need more room than their size says, and what can be hit stays large enough.
    """

    def __init__(self, theme: Theme, size: tuple[int, int], least: float = LEAST_UNIT) -> None:
        self.theme = theme
        self.size = size
        self.letters = scaled(size, theme.look)
        self.unit = max(self.letters, min(least, unit(size)))
        self._text = lru_cache(maxsize=_KEPT_TEXTS)(self._rendered)

    def px(self, units: float) -> int:
        """Units in whole pixels."""
        return px(units, self.unit)

    def font(self, units: float = BODY, *, bold: bool = False) -> Font:
        """The theme's font at this size; text of usual size never gets too small to read."""
        least = LEAST_TEXT if units >= SMALL else 1
        return self.theme.font(max(least, px(units, self.letters)), bold=bold)

    def text(
        self, text: str, colour: str = "ink", units: float = BODY, *, bold: bool = False
    ) -> Surface:
        """One line of text, kept for the next frame."""
        return self._text(text, colour, units, bold)

    def name(self, text: str, units: float) -> Surface:
        """The game's name, in its own letters with a little shadow."""
        font = self.theme.title_font(px(units, self.letters))
        drop = self.px(units / 28)
        shadow = font.render(text, True, self.colour("shade"))
        whole = Surface((shadow.get_width() + drop, shadow.get_height() + drop), SRCALPHA)
        whole.blit(shadow, (drop, drop))
        whole.blit(font.render(text, True, self.colour("gold")), (0, 0))
        return whole

    def width(self, text: str, units: float = BODY, *, bold: bool = False) -> int:
        """How wide a line would be, in pixels."""
        return self.font(units, bold=bold).size(text)[0]

    def line(self, units: float = BODY) -> int:
        """How high a line is, in pixels."""
        return self.font(units).get_linesize()

    def lines(self, text: str, width: int, units: float = BODY, *, bold: bool = False) -> list[str]:
        """The text broken into lines that fit the width."""
        return broken(text, width, lambda part: self.width(part, units, bold=bold))

    def fitted(self, text: str, width: int, units: float = BODY, *, bold: bool = False) -> str:
        """The text, with its end left out where it is too wide."""
        return shortened(text, width, lambda part: self.width(part, units, bold=bold))

    def colour(self, name: str) -> tuple[int, int, int]:
        """A colour of the theme by name."""
        return self.theme.colour(name)

    def write(
        self,
        surface: Surface,
        text: str,
        box: Rect,
        colour: str = "ink",
        units: float = BODY,
        *,
        bold: bool = False,
        align: str = "left",
    ) -> Rect:
        """Write one line into a box, in the middle of its height; gives where it stands."""
        picture = self.text(
            self.fitted(text, box.width, units, bold=bold), colour, units, bold=bold
        )
        place = picture.get_rect(centery=box.centery)
        match align:
            case "middle":
                place.centerx = box.centerx
            case "right":
                place.right = box.right
            case _:
                place.left = box.left
        surface.blit(picture, place)
        return place

    def _rendered(self, text: str, colour: str, units: float, bold: bool) -> Surface:
        return self.font(units, bold=bold).render(text, True, self.colour(colour))
