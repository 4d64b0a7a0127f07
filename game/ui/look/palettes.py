"""The palettes, one for each cloth and one with high contrast, and the weaves of the cloths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

Colour = tuple[int, int, int]
Palette = Mapping[str, Colour]

JADE: Final[dict[str, Colour]] = {
    # the table
    "cloth": (18, 84, 72),
    "cloth_edge": (8, 44, 40),
    "rim": (58, 34, 20),
    "rim_light": (104, 66, 38),
    "rim_dark": (30, 17, 10),
    "gold": (226, 182, 92),
    "gold_deep": (150, 108, 40),
    # text on cloth and panels
    "ink": (248, 240, 222),
    "ink_soft": (206, 197, 173),
    "ink_off": (150, 152, 140),
    "accent": (240, 202, 122),
    "warning": (255, 179, 133),
    "gain": (152, 222, 158),
    "loss": (255, 170, 150),
    # panels
    "panel": (13, 40, 38),
    "panel_edge": (122, 98, 52),
    "row_hover": (28, 64, 60),
    "toast": (34, 24, 18),
    "shade": (4, 18, 17),
    # buttons and other controls
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
    # on the paper of cards and of the settlement, and for the marks on cards
    "paper": (253, 249, 238),
    "paper_low": (245, 237, 219),
    "paper_edge": (181, 167, 138),
    "paper_ink": (28, 26, 33),
    "paper_red": (189, 30, 44),
    "paper_green": (8, 106, 52),
    "paper_blue": (28, 78, 178),
    "badge": (255, 228, 156),
    # what can be done now
    "legal": (255, 216, 120),
    "picked": (255, 244, 200),
}
CLOTHS: Final[Mapping[str, Palette]] = {
    "jade": JADE,
    "claret": JADE
    | {
        "cloth": (98, 24, 40),
        "cloth_edge": (50, 9, 20),
        "panel": (46, 13, 22),
        "row_hover": (76, 30, 42),
        "shade": (22, 4, 9),
        "button": (98, 42, 54),
        "button_hover": (116, 54, 68),
        "button_pressed": (74, 28, 38),
        "button_off": (62, 34, 40),
        "button_edge": (158, 126, 84),
        "toggle_off": (66, 22, 34),
        "rim": (44, 27, 18),
        "rim_light": (92, 60, 38),
        "rim_dark": (24, 14, 9),
    },
    "midnight": JADE
    | {
        "cloth": (24, 48, 98),
        "cloth_edge": (9, 18, 46),
        "panel": (13, 24, 54),
        "row_hover": (32, 50, 92),
        "shade": (4, 8, 22),
        "button": (40, 64, 116),
        "button_hover": (52, 80, 138),
        "button_pressed": (26, 46, 92),
        "button_off": (34, 46, 74),
        "button_edge": (140, 130, 104),
        "toggle_off": (22, 38, 78),
        "rim": (52, 32, 22),
        "rim_light": (98, 64, 42),
        "rim_dark": (27, 16, 11),
    },
    "slate": JADE
    | {
        "cloth": (66, 70, 76),
        "cloth_edge": (28, 31, 36),
        "panel": (31, 34, 39),
        "row_hover": (56, 60, 67),
        "shade": (12, 13, 16),
        "button": (68, 74, 83),
        "button_hover": (84, 91, 101),
        "button_pressed": (50, 55, 62),
        "button_off": (50, 53, 58),
        "button_edge": (142, 136, 116),
        "toggle_off": (44, 48, 55),
        "rim": (38, 34, 32),
        "rim_light": (88, 80, 74),
        "rim_dark": (20, 18, 17),
        "ink_off": (168, 168, 160),
    },
}
WEAVES: Final[Mapping[str, Callable[[int, int], int]]] = {
    "jade": lambda x, y: (0, 1, 0, -1)[(x + 2 * y) % 4],  # a twill
    "claret": lambda x, y: (0, 1, 0, -1)[((x if x // 8 % 2 else -x) + 2 * y) % 4],  # herringbone
    "midnight": lambda x, y: 1 - 2 * ((x // 3 + y // 3) % 2),  # a basket
    "slate": lambda x, y: 1 - 2 * ((x + y) % 2),  # plain weave
}
"""Whether the thread at x, y is lighter (1) or darker (-1) than the cloth."""
HIGH_CONTRAST: Final[Palette] = JADE | {
    "cloth": (14, 14, 16),
    "cloth_edge": (0, 0, 0),
    "rim": (26, 26, 28),
    "rim_light": (170, 170, 170),
    "rim_dark": (0, 0, 0),
    "gold": (255, 218, 96),
    "gold_deep": (150, 112, 20),
    "ink": (255, 255, 255),
    "ink_soft": (238, 238, 234),
    "ink_off": (186, 186, 182),
    "accent": (255, 226, 110),
    "warning": (255, 196, 140),
    "gain": (150, 255, 162),
    "loss": (255, 184, 168),
    "panel": (0, 0, 0),
    "panel_edge": (230, 230, 226),
    "row_hover": (30, 32, 48),
    "toast": (0, 0, 0),
    "shade": (0, 0, 0),
    "button": (22, 22, 26),
    "button_hover": (46, 48, 66),
    "button_pressed": (0, 0, 0),
    "button_off": (0, 0, 0),
    "button_edge": (230, 230, 226),
    "primary": (255, 222, 90),
    "primary_hover": (255, 238, 160),
    "primary_pressed": (232, 194, 54),
    "primary_ink": (0, 0, 0),
    "toggle_on": (122, 88, 10),
    "toggle_off": (0, 0, 0),
    "knob": (255, 255, 255),
    "focus": (120, 232, 255),
    "paper": (255, 255, 255),
    "paper_low": (255, 255, 255),
    "paper_edge": (90, 90, 90),
    "paper_ink": (0, 0, 0),
    "paper_red": (150, 0, 18),
    "paper_green": (0, 82, 34),
    "paper_blue": (0, 48, 158),
    "badge": (255, 240, 190),
    "legal": (255, 230, 110),
    "picked": (255, 250, 214),
}


def palette(cloth: str, *, high_contrast: bool) -> Palette:
    """Return the palette of a cloth, or the one with high contrast."""
    return HIGH_CONTRAST if high_contrast else CLOTHS[cloth]


def web(colour: Colour) -> str:
    """Return a colour in SVG notation, like "#1c1a21"."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
