"""Text to read: headings, paragraphs, points and rows of cards, laid out for one width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pygame import Rect

from game.ui.kit.paint import disc
from game.ui.kit.skin import BODY, SMALL
from game.ui.words import cards_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

CARD_HEIGHT = 118.0  # units
HEADING = 32.0


@dataclass(frozen=True, slots=True)
class Heading:
    """Begins a chapter; the list of contents leads here."""

    text: str


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Point:
    """One of a list."""

    text: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Groups of cards side by side, each with a line below that says what it shows."""

    groups: tuple[tuple[tuple[str, ...], str], ...]


Block: TypeAlias = Heading | Para | Point | Cards
DrawCards: TypeAlias = Callable[["Surface", "tuple[str, ...]", Rect], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """One line of text or one group of cards, placed in the document."""

    rect: Rect
    text: str = ""
    units: float = BODY
    bold: bool = False
    colour: str = "ink"
    align: str = "left"
    bullet: bool = False
    cards: tuple[str, ...] = ()


class Layout:
    """A document laid out: its pieces from top to bottom, and where its chapters begin."""

    def __init__(self, blocks: Sequence[Block], width: int, skin: Skin) -> None:
        self.pieces: list[Piece] = []
        self.chapters: list[tuple[str, int]] = []
        self.height = 0
        self._width, self._skin = width, skin
        for block in blocks:
            self._add(block)
        # Nothing is kept free below the last line: it is the end.
        self.height = max((piece.rect.bottom for piece in self.pieces), default=0)

    def _add(self, block: Block) -> None:
        match block:
            case Heading(text):
                self.height += self._skin.px(22) if self.height else 0
                self.chapters.append((text, self.height))
                self._lines(text, HEADING, bold=True, colour="accent")
                self.height += self._skin.px(8)
            case Para(text):
                self._lines(text, BODY)
                self.height += self._skin.px(12)
            case Point(text):
                self._lines(text, BODY, indent=self._skin.px(26))
                self.height += self._skin.px(7)
            case Cards(groups):
                self._groups(groups)

    def _lines(
        self, text: str, units: float, *, bold: bool = False, colour: str = "ink", indent: int = 0
    ) -> None:
        high = round(self._skin.line(units) * 1.12)
        lines = self._skin.lines(text, self._width - indent, units, bold=bold)
        for number, line in enumerate(lines):
            rect = Rect(indent, self.height, self._width - indent, high)
            first = number == 0 and indent > 0
            self.pieces.append(Piece(rect, line, units, bold, colour, bullet=first))
            self.height += high

    def _groups(self, groups: tuple[tuple[tuple[str, ...], str], ...]) -> None:
        """As many groups beside each other as fit, each as wide as its cards or its words."""
        gap, x = self._skin.px(36), 0
        row_height = self._skin.px(CARD_HEIGHT) + self._skin.line(SMALL) + self._skin.px(26)
        for cards, words in groups:
            width = max(fan_width(len(cards), self._skin), self._skin.width(words, SMALL))
            if x and x + width > self._width:
                x, self.height = 0, self.height + row_height
            self._group(Rect(x, self.height, width, row_height), cards, words)
            x += width + gap
        self.height += row_height

    def _group(self, box: Rect, cards: tuple[str, ...], words: str) -> None:
        high = self._skin.px(CARD_HEIGHT)
        place = Rect(box.x, box.y + self._skin.px(4), fan_width(len(cards), self._skin), high)
        self.pieces.append(Piece(place, cards_text(cards), cards=cards))
        below = Rect(box.x, place.bottom + self._skin.px(4), box.width, self._skin.line(SMALL))
        self.pieces.append(Piece(below, words, SMALL, colour="ink_soft"))


def fan_width(count: int, skin: Skin) -> int:
    """How wide that many cards are, each covering the right half of the last."""
    width = card_width(skin)
    return width + (count - 1) * round(width * CARD_STEP)


def card_width(skin: Skin) -> int:
    """How wide one card of a document is."""
    return round(skin.px(CARD_HEIGHT) * 5 / 7)


CARD_STEP = 0.52  # of a card's width is seen of one that the next one covers


def draw_piece(surface: Surface, piece: Piece, at: Rect, skin: Skin, cards: DrawCards) -> None:
    """Draw one piece of a layout at its place on the screen."""
    if piece.cards:
        cards(surface, piece.cards, at)
        return
    if piece.bullet:
        centre = (at.x - skin.px(14), at.centery)
        disc(surface, centre, skin.px(4), skin.colour("accent"))
    skin.write(surface, piece.text, at, piece.colour, piece.units, bold=piece.bold)
