"""How a pack of cards looks: what may be chosen, and the colours of the suits."""

from __future__ import annotations

from dataclasses import dataclass

SUITS = "CDHS"
RANKS = "A23456789TJQK"
COURTS = "JQK"
JOKERS = ("X1", "X2", "X3", "X4")
CODES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)

# A card in its own units; everything is drawn on this sheet and scaled to the pixel.
SHEET_WIDTH = 250
SHEET_HEIGHT = 350
CORNER = 15.0
INDEX_STRIP = 55.0  # the left 22 %, all that shows of a card in a tight fan
LARGE_STRIP = 84.0  # as much with large indices
BACK_COLOURS: dict[str, tuple[str, str, str, str]] = {
    # ground, deeper ground, line, fine line
    "fans": ("#123a44", "#0b262e", "#c9992e", "#efd07c"),
    "lattice": ("#7c1f2c", "#561019", "#e0bd78", "#f6e3b8"),
    "waves": ("#1c3f7a", "#122a56", "#9fc0e6", "#dcebfb"),
    "compass": ("#2f4a2c", "#1d311c", "#d8b45e", "#f2dc9c"),
}


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """A choice of pack: the colours of paper, suits and back, and how large the indices are.

    ``clubs`` and ``diamonds`` have colours of their own only in a pack of four colours. ``back``
    and ``back_deep`` are the grounds of the back, ``design`` is what is drawn on them.
    """

    paper: str = "#fdf9ee"
    paper_low: str = "#f5eddb"
    edge: str = "#b5a78a"
    black: str = "#1c1a21"
    red: str = "#bd1e2c"
    gold: str = "#c9992e"
    gold_light: str = "#efd07c"
    back: str = "#123a44"
    back_deep: str = "#0b262e"
    back_line: str = "#c9992e"
    back_light: str = "#efd07c"
    clubs: str = ""
    diamonds: str = ""
    large_index: bool = False
    design: str = "fans"

    def ink(self, suit: str) -> str:
        """The colour of a suit's pips and indices."""
        own = {"C": self.clubs, "D": self.diamonds}.get(suit, "")
        return own or (self.red if suit in "DH" else self.black)

    @property
    def strip(self) -> float:
        """The width from the left edge, on the sheet, that the index needs to be read."""
        return LARGE_STRIP if self.large_index else INDEX_STRIP
