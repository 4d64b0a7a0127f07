"""Text to read: headings, paragraphs, points, rows of cards, and what is shown when asked for.

`Layout` lays them out for one width; `TextView` shows them in a box that scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame
from pygame import Rect

from game.ui.kit.controls import draw_bracket_below, draw_panel, focus_ring
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.lists import ScrollBar
from game.ui.kit.paint import disc, fade, polygon, rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact
from game.ui.look.card_art import CardArt
from game.ui.look.drawing import BLEND
from game.ui.text.move_words import cards_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.look.card_art import DeckStyle


CARD_HEIGHT = 118.0  # units
CARD_STEP = 0.52  # of a card's width is seen of one that the next one covers
_FOLD_AROUND = 40.0  # an arrow and what is free at both ends of a fold's button


@dataclass(frozen=True, slots=True)
class Heading:
    """Begins a chapter; the list of contents leads here."""

    text: str


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a list."""

    text: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Groups of cards side by side, each with a line below that says what it shows."""

    groups: tuple[tuple[tuple[str, ...], str], ...]
    marked: frozenset[int] = frozenset()
    """The places of the groups that a bracket marks."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Paragraphs that a button shows and hides; they are made when they are first shown.

    ``label`` and ``open_label`` stand on the button, ``about`` is what it is about, read aloud.
    """

    name: str
    label: str
    open_label: str
    about: str
    paragraphs: Callable[[], Sequence[Para]]


Block: TypeAlias = Heading | Para | Point | Cards | Fold


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A line of text or a group of cards, placed in the document."""

    rect: Rect
    text: str = ""
    units: float = BODY
    bold: bool = False
    colour: str = "ink"
    align: str = "left"
    bullet: bool = False
    cards: tuple[str, ...] = ()
    is_marked: bool = False
    """Whether a bracket marks the cards."""
    fold: str = ""
    """The name of the fold whose button stands here; it draws itself."""


class Layout:
    """A document laid out: its pieces from top to bottom, and where its chapters begin.

    ``unfolded`` are the paragraphs of the folds that are open, by name. ``ample`` is the share of
    the usual room between lines and between paragraphs.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        width: int,
        skin: Skin,
        unfolded: Mapping[str, Sequence[Para]] = MappingProxyType({}),
        *,
        ample: float = 1.0,
    ) -> None:
        self.pieces: list[TextPiece] = []
        self.chapters: list[tuple[str, int]] = []
        self.folds: dict[str, tuple[int, int]] = {}
        """Where each fold begins and ends."""
        self.height = 0
        self._width, self._skin, self._unfolded = width, skin, unfolded
        self._ample = ample
        for block in blocks:
            self._add(block)
        # Nothing is kept free below the last line: it is the end.
        self.height = max((piece.rect.bottom for piece in self.pieces), default=0)

    def _add(self, block: Block) -> None:
        match block:
            case Heading(text):
                self.height += self._gap(22) if self.height else 0
                self.chapters.append((text, self.height))
                self._lines(text, 32.0, bold=True, colour="accent")
                self.height += self._gap(8)
            case Para(text, bold):
                self._lines(text, BODY, bold=bold)
                self.height += self._gap(12)
            case Point(text):
                self._lines(text, BODY, indent=self._skin.px(26))
                self.height += self._gap(7)
            case Cards():
                self._groups(block)
            case Fold():
                self._fold(block)

    def _gap(self, units: float) -> int:
        return self._skin.px(units * self._ample)

    def _lines(
        self,
        text: str,
        units: float,
        *,
        bold: bool = False,
        colour: str = "ink",
        indent: int = 0,
        bullet: bool = True,
    ) -> None:
        high = round(self._skin.line(units) * (1 + 0.12 * self._ample))
        lines = self._skin.lines(text, self._width - indent, units, bold=bold)
        for number, line in enumerate(lines):
            rect = Rect(indent, self.height, self._width - indent, high)
            first = bullet and number == 0 and indent > 0
            self.pieces.append(TextPiece(rect, line, units, bold, colour, bullet=first))
            self.height += high

    def _fold(self, fold: Fold) -> None:
        indent, skin = self._skin.px(26), self._skin
        high = max(SMALLEST_TARGET, skin.line(SMALL) + skin.px(8))
        labels = (fold.label, fold.open_label)
        width = max(skin.width(label, SMALL) for label in labels) + skin.px(_FOLD_AROUND)
        place = Rect(indent, self.height, min(width, self._width - indent), high)
        self.pieces.append(TextPiece(place, fold=fold.name))
        self.height += high + skin.px(9)
        for para in self._unfolded.get(fold.name, ()):
            colour = "ink" if para.bold else "ink_soft"
            self._lines(para.text, BODY, bold=para.bold, colour=colour, indent=indent, bullet=False)
            self.height += skin.px(0 if para.bold else 9)
        self.folds[fold.name] = place.top, self.height

    def _groups(self, block: Cards) -> None:
        """Place as many groups beside each other as fit, each as wide as its cards or words."""
        gap, x = self._skin.px(36), 0
        row_height = self._skin.px(CARD_HEIGHT) + self._skin.line(SMALL) + self._skin.px(26)
        for number, (cards, words) in enumerate(block.groups):
            width = max(self._fan_width(len(cards)), self._skin.width(words, SMALL))
            if x and x + width > self._width:
                x, self.height = 0, self.height + row_height
            box = Rect(x, self.height, width, row_height)
            self._group(box, cards, words, is_marked=number in block.marked)
            x += width + gap
        self.height += row_height

    def _group(self, box: Rect, cards: tuple[str, ...], words: str, *, is_marked: bool) -> None:
        high = self._skin.px(CARD_HEIGHT)
        place = Rect(box.x, box.y + self._skin.px(4), self._fan_width(len(cards)), high)
        self.pieces.append(TextPiece(place, cards_text(cards), cards=cards, is_marked=is_marked))
        below = Rect(box.x, place.bottom + self._skin.px(4), box.width, self._skin.line(SMALL))
        self.pieces.append(TextPiece(below, words, SMALL, colour="ink_soft"))

    def _fan_width(self, count: int) -> int:
        """Return how wide that many cards are, each covering the right half of the last."""
        width = round(self._skin.px(CARD_HEIGHT) * 5 / 7)
        return width + (count - 1) * round(width * CARD_STEP)


@lru_cache(2)
def _card_art(height: int, style: DeckStyle) -> CardArt:
    return CardArt(height, style)


def _bar_width(skin: Skin) -> int:
    return max(skin.px(10.0), 6)


class TextView(Focusable):
    """A document that may be longer than its box."""

    PADDING = 28.0  # between the box of a document and its text
    _FADE = 26.0  # units at both ends of the view, in which text fades

    def __init__(self, name: str, blocks: Sequence[Block]) -> None:
        super().__init__(name)
        self.blocks = blocks
        self.folds = [FoldButton(self, block) for block in blocks if isinstance(block, Fold)]
        """The buttons within the text: a page lists them after it."""
        self.within = self.folds
        self._skin: Skin | None = None
        self._unfolded: dict[str, Sequence[Para]] = {}
        self._layout: Layout | None = None
        self._view = Rect(0, 0, 0, 0)
        self._bar = ScrollBar()
        self._line = 1
        self._chosen = 0, 1
        """The offset that the reader has scrolled to, and how high the whole was then."""
        self._new_lines: list[str] = []

    @property
    def offset(self) -> int:
        """How many pixels below the beginning the view begins."""
        return self._bar.offset

    @property
    def spoken(self) -> str:
        """The lines that have come into view last: at first all that are seen."""
        return " ".join(self._new_lines)

    @property
    def chapters(self) -> list[tuple[str, int]]:
        """The headings, and the offset that shows each at the top."""
        return self._layout.chapters if self._layout else []

    @property
    def at_end(self) -> bool:
        """Whether the last line is in view."""
        return self._layout is None or self.offset >= self._layout.height - self._view.height

    def height_in(self, width: int, skin: Skin) -> int:
        """Return how high a box of that width must be for all of the text."""
        inner = width - 2 * skin.px(self.PADDING) - _bar_width(skin)
        return Layout(self.blocks, inner, skin, self._unfolded).height + skin.px(self.PADDING)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        edge, bar = skin.px(self.PADDING), _bar_width(skin)
        self._view = rect.inflate(-2 * edge, -skin.px(self.PADDING))
        self._view.width -= bar
        track = Rect(rect.right - edge // 2 - bar // 2, self._view.y, bar, self._view.height)
        self._line = skin.line()
        self._layout = self._laid_out(skin)
        self._skin = skin
        self._bar.place(track, self._layout.height)
        offset, whole = self._chosen  # however small the window was in between
        self._show_at(lambda: self._bar.scroll(round(offset * self._bar.content / whole)))

    def _laid_out(self, skin: Skin) -> Layout:
        """Return the text; a little closer where that is all it takes to show it whole."""
        room = self._view
        usual = Layout(self.blocks, room.width, skin, self._unfolded)
        if room.height < usual.height <= room.height + 2 * skin.line():
            for ample in (0.75, 0.5, 0.3):
                closer = Layout(self.blocks, room.width, skin, self._unfolded, ample=ample)
                if closer.height <= room.height:
                    return closer
        return usual

    def targets(self) -> dict[str, Rect]:
        """Return the highest part of the text that no button takes."""
        boxes = sorted(
            (button.rect for button in self.folds if button.rect.height), key=lambda box: box.top
        )
        tops = [self.rect.top, *(box.bottom for box in boxes)]
        ends = [*(box.top for box in boxes), self.rect.bottom]
        top, end = max(zip(tops, ends, strict=True), key=lambda part: part[1] - part[0])
        return {self.name: Rect(self.rect.x, top, self.rect.width, end - top)}

    def is_open(self, fold: Fold) -> bool:
        """Whether the paragraphs of a fold are shown."""
        return fold.name in self._unfolded

    def open_or_close(self, fold: Fold) -> Sequence[Para]:
        """Show the paragraphs of a fold below its button, or hide them; returns what is shown.

        The button stays where it is, unless what it shows would not fit below it.
        """
        if self._unfolded.pop(fold.name, None) is None:
            self._unfolded[fold.name] = tuple(fold.paragraphs())
        offset = self.offset
        if self._layout and self._skin:
            self._layout = Layout(self.blocks, self._view.width, self._skin, self._unfolded)
            self._bar.content = self._layout.height
            self.scroll(offset)
            self._show_fold(fold)
        return self._unfolded.get(fold.name, ())

    def _show_fold(self, fold: Fold) -> None:
        top, end = self._layout.folds[fold.name] if self._layout else (0, 0)
        self.show(top, min(end, top + self._view.height - self._line))

    def show(self, top: int, bottom: int) -> None:
        """Scroll as little as is needed to bring this part of the document into view, with a
        little above it.
        """
        self._move(lambda: self._bar.show(max(0, top - self._line // 2), bottom))

    @property
    def view(self) -> Rect:
        """Where the text is seen."""
        return self._view

    def scroll(self, offset: int) -> None:
        """Show what lies this many pixels below the beginning."""
        self._move(lambda: self._bar.scroll(offset))

    def _move(self, scroll: Callable[[], object]) -> None:
        """Scroll as the reader wishes; the window's size changes nothing of that."""
        self._show_at(scroll)
        self._chosen = self.offset, max(1, self._bar.content)

    def _show_at(self, scroll: Callable[[], object]) -> None:
        """Scroll, and note which lines have come into view."""
        before = self._seen() if self._new_lines else {}
        scroll()
        for button in self.folds:
            button.move_to(self._place_of(button.fold))
        new = [text for place, text in self._seen().items() if place not in before]
        self._new_lines = new or self._new_lines

    def scroll_to_chapter(self, number: int) -> None:
        """Show a chapter from its heading on; all of it that is seen counts as new."""
        self._new_lines = []
        faded = self._skin.px(self._FADE) if self._skin else 0
        self.scroll(max(0, self.chapters[number][1] - faded))

    def _place_of(self, fold: Fold) -> Rect:
        """Return where the button of a fold stands in the window, seen or not."""
        found = (piece.rect for piece in self.pieces if piece.fold == fold.name)
        place = next(found, Rect(0, 0, 0, 0))
        return place.move(self._view.x, self._view.y - self.offset)

    def _seen(self) -> dict[int, str]:
        """Return the lines that are wholly in view, each with its place in the document."""
        top, bottom = self.offset, self.offset + self._view.height
        return {
            place: piece.text
            for place, piece in enumerate(self.pieces)
            if piece.text and piece.rect.top >= top and piece.rect.bottom <= bottom
        }

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        before = surface.get_clip()
        surface.set_clip(self._view.clip(before))
        for piece in self.pieces:
            at = piece.rect.move(self._view.x, self._view.y - self.offset)
            if at.bottom > self._view.top and at.top < self._view.bottom:
                self._draw_piece(surface, piece, at, skin)
        self._fade_ends(surface, skin)
        surface.set_clip(before)
        self._bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin, 16)

    def activate(self) -> None:
        """Enter or Space reads on, a page at a time."""
        self.travel(pygame.K_PAGEDOWN)

    def travel(self, key: int) -> bool:
        page = max(self._line, self._view.height - 2 * self._line)
        moves = {
            pygame.K_UP: self._line_above() - self.offset,
            pygame.K_DOWN: self._line_below() - self.offset,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
        }
        match key:
            case pygame.K_HOME:
                self.scroll(0)
            case pygame.K_END:
                self.scroll(self._layout.height if self._layout else 0)
            case _ if key in moves:
                self.scroll(self.offset + moves[key])
            case _:
                return False
        return True

    def _line_below(self) -> int:
        """Return the offset that brings the next line into view."""
        bottom = self.offset + self._view.height
        ends = (piece.rect.bottom for piece in self.pieces if piece.rect.bottom > bottom)
        return min(ends, default=bottom) - self._view.height

    def _line_above(self) -> int:
        """Return the offset that brings the line before the first one into view."""
        tops = (piece.rect.top for piece in self.pieces if piece.rect.top < self.offset)
        return max(tops, default=self.offset)

    @property
    def pieces(self) -> Sequence[TextPiece]:
        """What is laid out, from top to bottom."""
        return self._layout.pieces if self._layout else ()

    def wheel(self, notches: float) -> bool:
        before = self.offset
        self.scroll(before - round(notches * 3 * self._line))
        return self.offset != before

    def press(self, pos: tuple[int, int]) -> None:
        self._move(lambda: self._bar.press(pos))

    def drag(self, pos: tuple[int, int]) -> None:
        self._move(lambda: self._bar.drag(pos))

    def release(self, _pos: tuple[int, int]) -> None:
        self._bar.let_go()

    def _fade_ends(self, surface: Surface, skin: Skin) -> None:
        """Fade the text out where it goes on beyond the view."""
        panel, strip = skin.colour("panel"), Rect(self._view.topleft, (self._view.width, 0))
        strip.height = skin.px(self._FADE)
        if self.offset > 0:
            fade(surface, strip, panel, upwards=True)
        if not self.at_end:
            strip.bottom = self._view.bottom
            fade(surface, strip, panel, upwards=False)

    @staticmethod
    def _draw_piece(surface: Surface, piece: TextPiece, at: Rect, skin: Skin) -> None:
        """Draw one piece of a layout at its place on the screen."""
        if piece.fold:
            return
        if piece.cards:
            art = _card_art(at.height, skin.theme.deck())
            for place, card in enumerate(piece.cards):
                x = at.x + place * round(art.width * CARD_STEP)
                surface.blit(art.face(card), (x, at.y), special_flags=BLEND)
            if piece.is_marked:
                draw_bracket_below(surface, at, skin)
            return
        if piece.bullet:
            centre = (at.x - skin.px(14), at.centery)
            disc(surface, centre, skin.px(4), skin.colour("accent"))
        skin.write(surface, piece.text, at, piece.colour, piece.units, bold=piece.bold)


class FoldButton(Focusable):
    """The button of a fold. It moves with the text, and can be clicked as far as it is in view."""

    _NOWHERE: Final = Rect(-10_000, -10_000, 0, 0)

    def __init__(self, view: TextView, fold: Fold) -> None:
        super().__init__(f"fold:{fold.name}")
        self.fold, self._view = fold, view
        self._whole = self._NOWHERE
        self._said = ""

    @property
    def text(self) -> str:
        """The text on the button."""
        return self.fold.open_label if self._view.is_open(self.fold) else self.fold.label

    @property
    def spoken(self) -> str:
        """What it does; once it has shown something, or the text was moved from here, that."""
        return self._said or fact(self.text, self.fold.about)

    def move_to(self, place: Rect) -> None:
        """Stand here, seen or not."""
        self._whole = place
        seen = place.clip(self._view.view)
        is_seen = seen.height >= min(SMALLEST_TARGET, place.height)
        self.rect = seen if is_seen else self._NOWHERE.copy()

    def targets(self) -> dict[str, Rect]:
        return super().targets() if self.rect.height else {}

    def focus_came(self) -> None:
        """Scroll the text until it is seen."""
        self._said = ""
        top = self._whole.top - self._view.view.top + self._view.offset
        self._view.show(top, top + self._whole.height)

    def activate(self) -> None:
        self._said = " ".join(para.text for para in self._view.open_or_close(self.fold))

    def travel(self, key: int) -> bool:
        """Scroll the text with any other key; whether the key is one that scrolls."""
        is_known = self._view.travel(key)
        self._said = self._view.spoken if is_known else self._said
        return is_known

    def wheel(self, notches: float) -> bool:
        return self._view.wheel(notches)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        before = surface.get_clip()
        surface.set_clip(self._view.view.clip(before))
        face = "row_hover" if mood.hovered else "panel"
        edge, wide = skin.colour("button_edge"), max(1, skin.px(1.5))
        rounded(surface, self._whole, skin.colour(face), skin.px(8), edge, wide)
        inside = self._whole.inflate(-skin.px(_FOLD_AROUND / 2), 0)
        self._draw_arrow(surface, skin, inside)
        inside.left += skin.px(14)
        inside.width = self._whole.right - inside.left
        skin.write(surface, self.text, inside, "ink", SMALL, align="left")
        if mood.focused:
            focus_ring(surface, self._whole.inflate(-skin.px(4), -skin.px(4)), skin, 8)
        surface.set_clip(before)

    def _draw_arrow(self, surface: Surface, skin: Skin, box: Rect) -> None:
        """Draw the arrow of a heading: to the right, and down once it is open."""
        size, (x, y) = skin.px(4), (box.left + skin.px(2), box.centery)
        corners = ((x - size // 2, y - size), (x - size // 2, y + size), (x + size, y))
        if self._view.is_open(self.fold):
            corners = ((x - size, y - size // 2), (x + size, y - size // 2), (x, y + size))
        polygon(surface, skin.colour("accent"), corners)
