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


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """A choice of pack: the colours of paper, suits and back."""

    paper: str = "#fdf9ee"
    paper_low: str = "#f5eddb"
    edge: str = "#b5a78a"
    black: str = "#1c1a21"
    red: str = "#bd1e2c"
    gold: str = "#c9992e"
    gold_light: str = "#efd07c"
    back: str = "#123a44"
    back_deep: str = "#0b262e"

    def ink(self, suit: str) -> str:
        """The colour of a suit's pips and indices."""
        return self.red if suit in "DH" else self.black
