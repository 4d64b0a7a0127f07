"""Documents: headings, paragraphs, list items, rows of cards, and folds.

`Layout` lays a document out for a width; `TextView` shows it in a scrolling box.
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
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact, sentences
from game.ui.look.card_art import CardArt
from game.ui.look.drawing import BLEND
from game.ui.text.language import plain
from game.ui.text.move_words import cards_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.look.card_art import DeckStyle


CARD_HEIGHT = 118.0  # units
CARD_STEP = 0.52  # visible share of the width of a card that the next one overlaps
_FOLD_AROUND = 40.0  # units: a fold's arrow, and the padding at both ends of its button


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a chapter, listed in the table of contents."""

    text: str


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A list item."""

    text: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Groups of cards side by side, each with a caption."""

    groups: tuple[tuple[tuple[str, ...], str], ...]
    marked: frozenset[int] = frozenset()
    """The indices of the groups that a bracket marks."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Paragraphs that a button shows and hides; they are made when first shown.

    ``label`` and ``open_label`` are the button's text, ``about`` its subject, read aloud.
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
    """The name of the fold whose button is here; the button draws itself."""
    after: str | None = None
    """What the text has between the line above and this one; None where a text begins."""


class Layout:
    """The layout of a document: its pieces from top to bottom, and its chapters' offsets.

    ``unfolded`` holds the paragraphs of the open folds, by name. ``ample`` scales the space between
    lines and between paragraphs.
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
        """The top and bottom of each fold."""
        self.height = 0
        self._width, self._skin, self._unfolded = width, skin, unfolded
        self._ample = ample
        for block in blocks:
            self._add(block)
        # No space below the last line.
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
        whole, end = plain(text), 0
        for number, line in enumerate(lines):
            rect = Rect(indent, self.height, self._width - indent, high)
            first = bullet and number == 0 and indent > 0
            start = whole.index(line, end)
            after = whole[end:start] if number else None
            self.pieces.append(
                TextPiece(rect, line, units, bold, colour, bullet=first, after=after)
            )
            end = start + len(line)
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
        """Place as many groups side by side as fit, each as wide as its cards or caption."""
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
        """Return the width of a fan of that many overlapping cards."""
        width = round(self._skin.px(CARD_HEIGHT) * 5 / 7)
        return width + (count - 1) * round(width * CARD_STEP)


@lru_cache(2)
def _card_art(height: int, style: DeckStyle) -> CardArt:
    return CardArt(height, style)


def _bar_width(skin: Skin) -> int:
    return max(skin.px(10.0), 6)


class TextView(Focusable):
    """A document in a box that scrolls when it is longer."""

    PADDING = 28.0  # units between the box and its text
    _FADE = 26.0  # units over which text fades at both ends of the view

    def __init__(self, name: str, blocks: Sequence[Block]) -> None:
        super().__init__(name)
        self.blocks = blocks
        self.folds = [FoldButton(self, block) for block in blocks if isinstance(block, Fold)]
        """The fold buttons within the text; a page lists them after it in Tab order."""
        self.within = self.folds
        self._skin: Skin | None = None
        self._unfolded: dict[str, Sequence[Para]] = {}
        self._layout: Layout | None = None
        self._view = Rect(0, 0, 0, 0)
        self._bar = ScrollBar()
        self._line = 1
        self._chosen = 0, 1
        """The offset that the reader has scrolled to, and the document's height at that time."""
        self._new_lines: list[TextPiece] = []

    @property
    def offset(self) -> int:
        """The scroll offset, in pixels."""
        return self._bar.offset

    @property
    def spoken(self) -> str:
        """The lines that last came into view; at first all visible ones."""
        texts: list[str] = []
        for line in self._new_lines:
            if not texts or line.after is None or "\n" in line.after:
                texts.append(line.text)
            else:
                texts[-1] += line.after + line.text
        return sentences(*texts)

    @property
    def chapters(self) -> list[tuple[str, int]]:
        """The headings, and the offset that shows each at the top."""
        return self._layout.chapters if self._layout else []

    @property
    def at_end(self) -> bool:
        """Whether the last line is in view."""
        return self._layout is None or self.offset >= self._layout.height - self._view.height

    def height_in(self, width: int, skin: Skin) -> int:
        """Return the height of a box of that width that shows all of the text."""
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
        offset, whole = self._chosen  # restored even after the window was small
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
        """Return the tallest part of the text without a button."""
        boxes = sorted(
            (button.rect for button in self.folds if button.rect.height), key=lambda box: box.top
        )
        tops = [self.rect.top, *(box.bottom for box in boxes)]
        ends = [*(box.top for box in boxes), self.rect.bottom]
        top, end = max(zip(tops, ends, strict=True), key=lambda part: part[1] - part[0])
        return {self.name: Rect(self.rect.x, top, self.rect.width, end - top)}

    def is_open(self, fold: Fold) -> bool:
        """Return whether a fold is open."""
        return fold.name in self._unfolded

    def open_or_close(self, fold: Fold) -> Sequence[Para]:
        """Open or close a fold; return the paragraphs shown.

        The button stays in place unless its paragraphs would not fit below it.
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
        """Scroll as little as needed to bring a part of the document into view, with a margin."""
        self._move(lambda: self._bar.show(max(0, top - self._line // 2), bottom))

    @property
    def view(self) -> Rect:
        """The visible area of the text."""
        return self._view

    def scroll(self, offset: int) -> None:
        """Scroll to an offset in pixels."""
        self._move(lambda: self._bar.scroll(offset))

    def _move(self, scroll: Callable[[], object]) -> None:
        """Scroll for the reader, and remember the position for when the window is resized."""
        self._show_at(scroll)
        self._chosen = self.offset, max(1, self._bar.content)

    def _show_at(self, scroll: Callable[[], object]) -> None:
        """Scroll, and note which lines have come into view."""
        before = self._seen() if self._new_lines else {}
        scroll()
        for button in self.folds:
            button.move_to(self._place_of(button.fold))
        new = [line for place, line in self._seen().items() if place not in before]
        self._new_lines = new or self._new_lines

    def scroll_to_chapter(self, number: int) -> None:
        """Scroll to a chapter's heading; every visible line counts as new."""
        self._new_lines = []
        faded = self._skin.px(self._FADE) if self._skin else 0
        self.scroll(max(0, self.chapters[number][1] - faded))

    def _place_of(self, fold: Fold) -> Rect:
        """Return the position of a fold's button in the window, visible or not."""
        found = (piece.rect for piece in self.pieces if piece.fold == fold.name)
        place = next(found, Rect(0, 0, 0, 0))
        return place.move(self._view.x, self._view.y - self.offset)

    def _seen(self) -> dict[int, TextPiece]:
        """Return the lines that are wholly visible, by their position in the document."""
        top, bottom = self.offset, self.offset + self._view.height
        return {
            place: piece
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
        """Scroll a page down, on Enter or Space."""
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
        """Return the offset that brings the next line below into view."""
        bottom = self.offset + self._view.height
        ends = (piece.rect.bottom for piece in self.pieces if piece.rect.bottom > bottom)
        return min(ends, default=bottom) - self._view.height

    def _line_above(self) -> int:
        """Return the offset that brings the next line above into view."""
        tops = (piece.rect.top for piece in self.pieces if piece.rect.top < self.offset)
        return max(tops, default=self.offset)

    @property
    def pieces(self) -> Sequence[TextPiece]:
        """The pieces of the layout, from top to bottom."""
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
        """Fade the text out at an end where more follows."""
        panel, strip = skin.colour("panel"), Rect(self._view.topleft, (self._view.width, 0))
        strip.height = skin.px(self._FADE)
        if self.offset > 0:
            fade(surface, strip, panel, upwards=True)
        if not self.at_end:
            strip.bottom = self._view.bottom
            fade(surface, strip, panel, upwards=False)

    @staticmethod
    def _draw_piece(surface: Surface, piece: TextPiece, at: Rect, skin: Skin) -> None:
        """Draw one piece of a layout at its position on screen."""
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
    """The button of a fold. It scrolls with the text, and only its visible part can be clicked."""

    _NOWHERE: Final = Rect(-10_000, -10_000, 0, 0)

    def __init__(self, view: TextView, fold: Fold) -> None:
        super().__init__(f"fold:{fold.name}")
        self.fold, self._view = fold, view
        self._whole = self._NOWHERE
        self._said = ""

    @property
    def text(self) -> str:
        """The button's label."""
        return self.fold.open_label if self._view.is_open(self.fold) else self.fold.label

    @property
    def spoken(self) -> str:
        """The button's label or, once it has opened a fold or scrolled, what came into view."""
        return self._said or fact(self.text, self.fold.about)

    def move_to(self, place: Rect) -> None:
        """Move the button with the text, visible or not."""
        self._whole = place
        seen = place.clip(self._view.view)
        is_seen = seen.height >= min(SMALLEST_TARGET, place.height)
        self.rect = seen if is_seen else self._NOWHERE.copy()

    def targets(self) -> dict[str, Rect]:
        return super().targets() if self.rect.height else {}

    def focus_came(self) -> None:
        """Scroll the text until the button is visible."""
        self._said = ""
        top = self._whole.top - self._view.view.top + self._view.offset
        self._view.show(top, top + self._whole.height)

    def activate(self) -> None:
        self._said = sentences(*(para.text for para in self._view.open_or_close(self.fold)))

    def travel(self, key: int) -> bool:
        """Scroll the text on a scrolling key; return whether the key is one."""
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
        """Draw the arrow of a fold: to the right, or down once it is open."""
        size, (x, y) = skin.px(4), (box.left + skin.px(2), box.centery)
        corners = ((x - size // 2, y - size), (x - size // 2, y + size), (x + size, y))
        if self._view.is_open(self.fold):
            corners = ((x - size, y - size // 2), (x + size, y - size // 2), (x, y + size))
        polygon(surface, skin.colour("accent"), corners)
