"""Which words stand on which grounds, and whether they can be read there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.ui.look.palettes import Colour


@dataclass(frozen=True, slots=True)
class Pair:
    """Words of one colour on a ground of another, and how far apart they must be."""

    text: str
    ground: str
    contrast: float = 4.5

    @property
    def high_contrast(self) -> float:
        """How far apart they must be where high contrast is wished."""
        return 7.0 if self.contrast >= 4.5 else 4.5


_WORDS: Final = ("ink", "ink_soft", "accent", "warning", "gain", "loss")
_GROUNDS: Final = ("cloth", "cloth_edge", "panel", "row_hover", "toast", "shade")
_BUTTONS: Final = ("button", "button_hover", "button_pressed")
_PRIMARY: Final = ("primary", "primary_hover", "primary_pressed")
_PAPERS: Final = ("paper_ink", "paper_red", "paper_green", "paper_blue")
# Everything that may be written on anything. WCAG asks 4.5 of text, 3 of outlines and of what
# is switched off; where high contrast is wished, 7 and 4.5.
PAIRS: Final[tuple[Pair, ...]] = (
    *(Pair(words, ground) for words in _WORDS for ground in _GROUNDS),
    *(Pair("ink", face) for face in (*_BUTTONS, "toggle_off", "rim", "rim_dark")),
    *(Pair("primary_ink", face) for face in _PRIMARY),
    *(Pair(ink, ground) for ink in _PAPERS for ground in ("paper", "badge")),
    Pair("gold", "rim_dark"),
    Pair("ink_soft", "button_off", 3.0),
    Pair("ink_off", "button_off", 3.0),
    Pair("ink_off", "panel", 3.0),
    Pair("ink_off", "shade", 3.0),
    Pair("button_edge", "panel", 3.0),
    Pair("knob", "toggle_on", 3.0),
    Pair("knob", "toggle_off", 3.0),
    Pair("focus", "panel", 3.0),
    Pair("focus", "cloth", 3.0),
    Pair("legal", "cloth", 3.0),
    Pair("warning", "rim_dark"),
)


def contrast(one: Colour, other: Colour) -> float:
    """How far apart two colours are to the eye, 1 to 21, by the formula of WCAG 2."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
