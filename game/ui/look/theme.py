"""The theme: colours, fonts, cloth, panels and buttons.

Colours have names; the player chooses the palette that they come from.
"""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from game.ui.assets import AssetMissing, asset_path, leave_out
from game.ui.look.appearance import Look
from game.ui.look.palettes import Colour, palette, web
from game.ui.text.language import courts

if TYPE_CHECKING:
    from pygame import Rect, Surface
    from pygame.font import Font

    from game.ui.look.card_art import DeckStyle
    from game.ui.look.font_files import FontLetters


class Face(Enum):
    """The fonts of the game; the values are files in assets/fonts."""

    TEXT = "TonkSans-Regular.ttf"
    BOLD = "TonkSans-Bold.ttf"
    TITLE = "TonkTitle-Regular.ttf"


class ButtonState(Enum):
    """The states of a button; the values are the names of its colour and its label's colour."""

    CALM = ("button", "ink")
    HOVER = ("button_hover", "ink")
    PRESSED = ("button_pressed", "ink")
    OFF = ("button_off", "ink_off")
    PRIMARY = ("primary", "primary_ink")
    PRIMARY_HOVER = ("primary_hover", "primary_ink")
    PRIMARY_PRESSED = ("primary_pressed", "primary_ink")


def space(step: int, unit: float = 1.0) -> int:
    """Return a distance in pixels: steps 0 to 7 are 2 4 8 12 16 24 32 48 units."""
    return max(1, round((2, 4, 8, 12, 16, 24, 32, 48)[step] * unit))


class Theme:
    """Provides colours, fonts and sheets, and caches them.

    Sheets have premultiplied alpha: blit them with `pygame.BLEND_PREMULTIPLIED`.
    """

    def __init__(self, look: Look | None = None) -> None:
        self._look = look or Look()
        self._colours = palette(self._look.cloth, high_contrast=self._look.high_contrast)

    @property
    def look(self) -> Look:
        """The look chosen by the player."""
        return self._look

    def set_look(self, look: Look) -> bool:
        """Set the look; True if it differs, so that all screens must be laid out again."""
        if look == self._look:
            return False
        self._look = look
        self._colours = palette(look.cloth, high_contrast=look.high_contrast)
        return True

    def colour(self, name: str) -> Colour:
        """Return a colour of the current palette by its name in `palettes.JADE`."""
        return self._colours[name]

    def suit_colour(self, suit: str) -> str:
        """Return the name of the colour in which a suit is printed on paper."""
        two = {"C": "paper_ink", "D": "paper_red", "H": "paper_red", "S": "paper_ink"}
        four = {"C": "paper_green", "D": "paper_blue", "H": "paper_red", "S": "paper_ink"}
        return four[suit] if self._look.four_colour else two[suit]

    def deck(self) -> DeckStyle:
        """Return the style of the cards."""
        from game.ui.look.card_art import DeckStyle

        return DeckStyle(
            paper=web(self.colour("paper")),
            paper_low=web(self.colour("paper_low")),
            edge=web(self.colour("paper_edge")),
            black=web(self.colour("paper_ink")),
            red=web(self.colour("paper_red")),
            clubs=web(self.colour(self.suit_colour("C"))),
            diamonds=web(self.colour(self.suit_colour("D"))),
            large_index=self._look.large_index,
            courts=self._look.courts or courts(),
            back=self._look.back,
        )

    def font(self, px: int, *, bold: bool = False) -> Font:
        """Return the font for text, that many pixels high."""
        return font_of(Face.BOLD if bold else Face.TEXT, px)

    def title_font(self, px: int) -> Font:
        """Return the font for the game's name; it has Latin letters only."""
        return font_of(Face.TITLE, px)

    def lay_cloth(self, surface: Surface, box: Rect | None = None) -> None:
        """Draw the table's bare cloth on a surface as large as the window, or on a box of it."""
        from game.ui.look.cloths import cloth

        style = "plain" if self._look.high_contrast else self._look.cloth
        table = ("cloth", "cloth_edge", "rim", "rim_light", "rim_dark", "gold_deep")
        colours = tuple(self._colours[name] for name in table)
        cloth(surface.get_size(), style, colours).draw(surface, box)

    def panel(self, size: tuple[int, int], radius: int = 16) -> Surface:
        """Return a panel with its shadow.

        The surface is larger than ``size`` by `game.ui.look.sheets.MARGIN` on every side.
        """
        from game.ui.look.sheets import sheet

        return sheet(size, radius, self._colours["panel"], self._colours["panel_edge"])

    def button(self, size: tuple[int, int], state: ButtonState, radius: int = 10) -> Surface:
        """Return a button without its label; its surface is larger, like a panel's."""
        from game.ui.look.sheets import sheet

        face = self._colours[state.value[0]]
        raised = (
            ButtonState.CALM,
            ButtonState.HOVER,
            ButtonState.PRIMARY,
            ButtonState.PRIMARY_HOVER,
        )
        return sheet(size, radius, face, self._colours["button_edge"], raised=state in raised)


# Every font caches the glyphs drawn with it.
@lru_cache(maxsize=32)
def font_of(face: Face, px: int) -> Font:
    """Return a font of the game, or pygame's own if its file is unusable, which is reported.

    ``AssetMissing`` if pygame has none either.
    """
    from pygame import error, font

    if not font.get_init():
        font.init()
    px = max(1, px)
    for each in (face, *(other for other in Face if other is not face)):
        try:
            opened = font.Font(asset_path(f"fonts/{each.value}"), px)
            opened.size("0")  # a damaged file raises only now
        except (AssetMissing, OSError, ValueError, error):
            leave_out(f"fonts/{each.value}")
        else:
            return opened
    try:
        return font.Font(None, px)
    except (OSError, error):
        raise AssetMissing(f"fonts/{face.value}") from None


_plain: set[str] = {
    *map(chr, range(0x80)),
    *"’“”…–—−×·é•ÀÂÇÈÉÊÎÔàâçèêëîïôùûüœ«»\xa0\u202f♠♥♦♣",
}
"""Characters known to be in the game's font; for most players they suffice for the first page."""


def is_plain(text: str) -> bool:
    """Return whether the game's font has all of a text, and the text runs left to right."""
    if text.isascii() or _plain.issuperset(text):
        return True
    if not all(map(owns, text)):
        return False
    _plain.update(text)
    return True


def owns(letter: str) -> bool:
    """Return whether the game's font has a character; bold and regular have the same ones."""
    letters = _own_letters()
    return letter.isascii() or letters is None or letter in letters


@cache
def _own_letters() -> FontLetters | None:
    """Return the characters of the game's font; None if its file is missing or damaged."""
    from game.ui.look.font_files import letters_of

    try:
        return letters_of(asset_path(f"fonts/{Face.TEXT.value}"))
    except AssetMissing:
        return None
