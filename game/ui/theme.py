"""The look of the game: colours, fonts, and the sheets that everything lies on.

Colours are asked for by name, so that a second palette can stand in for the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.ui.assets import asset_path

if TYPE_CHECKING:
    from pygame import Surface
    from pygame.font import Font

Colour = tuple[int, int, int]

COLOURS: Final[dict[str, Colour]] = {
    # the table
    "cloth": (18, 84, 72),
    "cloth_edge": (8, 44, 40),
    "rim": (58, 34, 20),
    "rim_light": (104, 66, 38),
    "rim_dark": (30, 17, 10),
    "gold": (226, 182, 92),
    "gold_deep": (150, 108, 40),
    # words on cloth and panels
    "ink": (248, 240, 222),
    "ink_soft": (206, 197, 173),
    "ink_off": (150, 152, 140),
    "accent": (240, 202, 122),
    "warning": (255, 179, 133),
    "gain": (152, 222, 158),
    "loss": (255, 170, 150),
    # sheets that lie on the cloth
    "panel": (13, 40, 38),
    "panel_edge": (122, 98, 52),
    "row_hover": (28, 64, 60),
    "toast": (34, 24, 18),
    "shade": (4, 18, 17),
    # what can be pressed
    "button": (36, 78, 73),
    "button_hover": (48, 98, 90),
    "button_pressed": (24, 58, 54),
    "button_off": (30, 52, 50),
    "button_edge": (142, 124, 80),
    "primary": (228, 184, 94),
    "primary_hover": (244, 206, 124),
    "primary_pressed": (200, 154, 66),
    "primary_ink": (38, 24, 10),
    "toggle_on": (156, 116, 42),
    "toggle_off": (22, 56, 53),
    "knob": (248, 240, 222),
    "focus": (255, 232, 160),
    # on the paper of cards and of the settlement
    "paper": (253, 249, 238),
    "paper_ink": (28, 26, 33),
    "paper_red": (176, 24, 38),
    # what may be done now
    "legal": (255, 216, 120),
    "picked": (255, 244, 200),
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Words of one colour on a ground of another, and how far apart they must be."""

    text: str
    ground: str
    contrast: float = 4.5


_WORDS: Final = ("ink", "ink_soft", "accent", "warning", "gain", "loss")
_GROUNDS: Final = ("cloth", "cloth_edge", "panel", "row_hover", "toast", "shade")
_BUTTONS: Final = ("button", "button_hover", "button_pressed")
_PRIMARY: Final = ("primary", "primary_hover", "primary_pressed")
# Everything that may be written on anything. WCAG asks 4.5 of text, 3 of outlines and of what
# is switched off.
PAIRS: Final[tuple[Pair, ...]] = (
    *(Pair(words, ground) for words in _WORDS for ground in _GROUNDS),
    *(Pair("ink", face) for face in (*_BUTTONS, "toggle_off", "rim", "rim_dark")),
    *(Pair("primary_ink", face) for face in _PRIMARY),
    Pair("gold", "rim_dark"),
    Pair("paper_ink", "paper"),
    Pair("paper_red", "paper"),
    Pair("ink_off", "button_off", 3.0),
    Pair("ink_off", "panel", 3.0),
    Pair("button_edge", "panel", 3.0),
    Pair("knob", "toggle_on", 3.0),
    Pair("knob", "toggle_off", 3.0),
    Pair("focus", "panel", 3.0),
    Pair("focus", "cloth", 3.0),
    Pair("legal", "cloth", 3.0),
)


class Face(Enum):
    """A font of the game; the values are files in assets/fonts."""

    TEXT = "TonkSans-Regular.ttf"
    BOLD = "TonkSans-Bold.ttf"
    TITLE = "TonkTitle-Regular.ttf"


class ButtonState(Enum):
    """How a button looks; the values name its colour and that of its words."""

    CALM = ("button", "ink")
    HOVER = ("button_hover", "ink")
    PRESSED = ("button_pressed", "ink")
    OFF = ("button_off", "ink_off")
    PRIMARY = ("primary", "primary_ink")
    PRIMARY_HOVER = ("primary_hover", "primary_ink")
    PRIMARY_PRESSED = ("primary_pressed", "primary_ink")


def contrast(one: Colour, other: Colour) -> float:
    """How far apart two colours are to the eye, 1 to 21, by the formula of WCAG 2."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def space(step: int, unit: float = 1.0) -> int:
    """Distances that go together: steps 0 to 7 are 2 4 8 12 16 24 32 48 units, in pixels."""
    return max(1, round((2, 4, 8, 12, 16, 24, 32, 48)[step] * unit))


class Theme:
    """Hands out colours, fonts and sheets, and keeps what it has made.

    Sheets have their alpha multiplied in: blit them with `pygame.BLEND_PREMULTIPLIED`. The cloth
    hides all beneath it and needs no flag.
    """

    def __init__(self) -> None:
        self._fonts: dict[tuple[Face, int], Font] = {}

    def colour(self, name: str) -> Colour:
        """A colour by what it is for."""
        return COLOURS[name]

    def font(self, px: int, *, bold: bool = False) -> Font:
        """The font for reading, that many pixels high."""
        return self._font(Face.BOLD if bold else Face.TEXT, px)

    def title_font(self, px: int) -> Font:
        """The font of the game's name; Latin letters only."""
        return self._font(Face.TITLE, px)

    def _font(self, face: Face, px: int) -> Font:
        key = face, max(1, px)
        if key not in self._fonts:
            from pygame import font

            if not font.get_init():
                font.init()
            self._fonts[key] = font.Font(asset_path(f"fonts/{face.value}"), key[1])
        return self._fonts[key]

    def cloth(self, size: tuple[int, int]) -> Surface:
        """The table for a window of that size: cloth, lit in the middle, in a wooden rim."""
        from game.ui.sheets import cloth

        return cloth(size, tuple(COLOURS[name] for name in _TABLE))

    def panel(self, size: tuple[int, int], radius: int = 16) -> Surface:
        """A sheet that lies on the cloth, with its shadow.

        The surface is larger than asked by `game.ui.sheets.MARGIN` on every side.
        """
        from game.ui.sheets import sheet

        return sheet(size, radius, COLOURS["panel"], COLOURS["panel_edge"])

    def button(self, size: tuple[int, int], state: ButtonState, radius: int = 10) -> Surface:
        """The face of a button without its words; larger than asked, as a panel is."""
        from game.ui.sheets import sheet

        face = COLOURS[state.value[0]]
        return sheet(size, radius, face, COLOURS["button_edge"], raised=state in _RAISED)


_TABLE: Final = ("cloth", "cloth_edge", "rim", "rim_light", "rim_dark", "gold_deep")
_RAISED: Final = (
    ButtonState.CALM,
    ButtonState.HOVER,
    ButtonState.PRIMARY,
    ButtonState.PRIMARY_HOVER,
)
