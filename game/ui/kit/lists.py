"""Lists navigated by keys, wheel, scroll bar and pointer; one row is current.

`ScrollList` holds what all lists share. `Listing` has rows of one height, drawn by its subclass and
fetched only while visible; `RowList` shows `ListRow` values of any height.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pygame
from pygame import Rect

from game.ui.kit.controls import RADIUS, draw_panel, focus_ring
from game.ui.kit.grids import SMALLEST_TARGET, scroll_to, thumb
from game.ui.kit.paint import disc, fade, rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, WidgetState, fact, sentences
from game.ui.text.language import _, amount_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin

_BAR_WIDTH = 10.0  # units: width of a scroll bar
_PAD_X, _PAD_Y = 14.0, 8.0  # units around a row's text


class ScrollBar:
    """A vertical scroll bar, which the pointer can drag."""

    def __init__(self) -> None:
        self.offset = 0
        self.content = 0
        self._track = Rect(0, 0, 0, 0)
        self._held: int | None = None  # where on the thumb it was grabbed

    @property
    def is_needed(self) -> bool:
        """Whether the content is longer than the view."""
        return self.content > self._track.height

    @property
    def is_held(self) -> bool:
        """Whether the pointer is dragging the thumb."""
        return self._held is not None

    def place(self, track: Rect, content: int) -> None:
        """Place the bar on a track, for a content of that height in pixels."""
        self._track, self.content = track, content
        self.scroll(self.offset)

    def scroll(self, offset: int) -> None:
        """Scroll to an offset in pixels, clamped to the content."""
        self.offset = scroll_to(offset, self._track.height, self.content)

    def show(self, top: int, bottom: int) -> None:
        """Scroll as little as needed to bring a part of the content into view."""
        if bottom > self.offset + self._track.height:
            self.scroll(bottom - self._track.height)
        if top < self.offset:
            self.scroll(top)

    def press(self, pos: tuple[int, int]) -> bool:
        """Grab the thumb or jump to the pointer; False if the pointer is elsewhere."""
        reach = self._track.inflate(max(0, SMALLEST_TARGET - self._track.width), 0)
        self._held = None
        if not self.is_needed or not reach.collidepoint(pos):
            return False
        grip = self._thumb()
        self._held = pos[1] - grip.y if grip.collidepoint(grip.x, pos[1]) else grip.height // 2
        self.drag(pos)
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        """Follow the pointer while it drags the thumb."""
        free = self._track.height - self._thumb().height
        if self._held is not None and free > 0:
            share = (pos[1] - self._held - self._track.y) / free
            self.scroll(round(share * (self.content - self._track.height)))

    def let_go(self) -> bool:
        """End a drag; True if there was one."""
        held, self._held = self._held is not None, None
        return held

    def draw(self, surface: Surface, skin: Skin) -> None:
        """Draw the bar if it is needed."""
        if self.is_needed:
            half = self._track.width // 2
            rounded(surface, self._track, skin.colour("toggle_off"), half)
            name = "focus" if self._held is not None else "button_edge"
            rounded(surface, self._thumb(), skin.colour(name), half)

    def _thumb(self) -> Rect:
        return thumb(self._track, self.offset, self._track.height, self.content, SMALLEST_TARGET)


class ScrollList(Focusable):
    """Rows in a scrolling view. Subclasses provide each row's box, words and drawing.

    `corner` is the corner radius of the list's focus ring, in units.
    """

    corner: ClassVar[float] = RADIUS

    marks_at_rest: bool = True
    """Whether the current row is marked even while the focus is elsewhere."""
    rows_are_targets: ClassVar[bool] = False
    """Whether each row is a click target of its own, named `name:row_key`."""

    def __init__(self, name: str, count: int = 0, at: int = 0, empty: str = "") -> None:
        """Create `count` rows with the one at `at` current; `empty` is said if there are none."""
        super().__init__(name)
        self.count, self.at, self.empty = count, at, empty
        self.view = Rect(0, 0, 0, 0)
        self.bar = ScrollBar()

    @abstractmethod
    def row_box(self, at: int) -> Rect:
        """Return the box of a row, relative to the top left of all rows."""

    @abstractmethod
    def row_spoken(self, at: int) -> str:
        """Return a row as read aloud."""

    @abstractmethod
    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        """Draw a row in its box on screen."""

    @abstractmethod
    def seen_rows(self) -> range:
        """Return the rows that may be visible, at least in part."""

    def draw_frame(self, surface: Surface, skin: Skin) -> None:
        """Draw the frame around the rows."""

    def draw_current(self, surface: Surface, skin: Skin, box: Rect, mood: WidgetState) -> None:
        """Mark the current row."""
        if not mood.focused and not self.marks_at_rest:
            return
        edge = skin.colour("focus" if mood.focused else "button_edge")
        width = max(1, skin.px(1.5))
        rounded(surface, box, skin.colour("row_hover"), skin.px(RADIUS), edge, width)

    def row_key(self, at: int) -> str:
        """Return the name of a row's click target, after the list's own name."""
        return str(at)

    def targets(self) -> dict[str, Rect]:
        if not self.rows_are_targets:
            return super().targets()
        found = {}
        for at, box in self.in_sight() if self.enabled else ():
            seen = box.clip(self.view)
            if seen.height >= min(SMALLEST_TARGET, box.height):
                found[f"{self.name}:{self.row_key(at)}"] = seen
        return found

    def chosen_by_click(self) -> None:
        """Act on a click on a row, which has just become current."""

    def moved_to(self, at: int) -> None:
        """Make another row current."""
        self.at = at
        self.into_view()

    @property
    @abstractmethod
    def page(self) -> int:
        """How many rows Page Up and Page Down move."""

    @property
    @abstractmethod
    def notch(self) -> int:
        """Pixels per notch of the wheel."""

    @property
    def spoken(self) -> str:
        if not self.count:
            return self.empty
        place = _("{n} of {all}").format(n=amount_text(self.at + 1), all=amount_text(self.count))
        return sentences(self.row_spoken(self.at), place)

    def travel(self, key: int) -> bool:
        moves = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -self.page,
            pygame.K_PAGEDOWN: self.page,
            pygame.K_HOME: -self.count,
            pygame.K_END: self.count,
        }
        if key not in moves or not self.count:
            return False
        at = max(0, min(self.count - 1, self.at + moves[key]))
        if at == self.at and abs(moves[key]) == 1:
            return False
        self.moved_to(at)
        return True

    def wheel(self, notches: float) -> bool:
        before = self.bar.offset
        self.bar.scroll(before - round(notches * self.notch))
        return self.bar.offset != before

    def press(self, pos: tuple[int, int]) -> None:
        self.bar.press(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self.bar.drag(pos)

    def release(self, pos: tuple[int, int]) -> None:
        at = None if self.bar.let_go() else self.row_at(pos)
        if at is not None:
            self.moved_to(at)
            self.chosen_by_click()

    def in_view(self) -> Rect:
        """Return the box of the current row."""
        at = self.at
        return next((box.clip(self.view) for row, box in self.in_sight() if row == at), self.rect)

    def row_at(self, pos: tuple[int, int]) -> int | None:
        """Return the row at a position on screen, if any."""
        if not self.view.collidepoint(pos):
            return None
        return next((at for at, box in self.in_sight() if box.collidepoint(pos)), None)

    def in_sight(self) -> list[tuple[int, Rect]]:
        """Return the visible rows and their boxes on screen."""
        by = (self.view.x, self.view.y - self.bar.offset)
        boxes = [(at, self.row_box(at).move(by)) for at in self.seen_rows()]
        return [(at, box) for at, box in boxes if box.clip(self.view).height > 0]

    def into_view(self) -> None:
        """Scroll as little as needed to show the current row whole."""
        if self.count:
            box = self.row_box(self.at)
            self.bar.show(box.top, box.bottom)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        self.draw_frame(surface, skin)
        before = surface.get_clip()
        surface.set_clip(self.view.clip(before))
        for at, box in self.in_sight():
            if at == self.at:
                self.draw_current(surface, skin, box, mood)
            self.draw_row(surface, skin, at, box)
            seen = box.clip(self.view)
            if seen.height < box.height:
                fade(surface, seen, skin.colour("panel"), upwards=seen.top > box.top)
        if not self.count and self.empty:
            skin.write(surface, self.empty, self.view, "ink_soft", BODY, align="middle")
        surface.set_clip(before)
        self.bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin, self.corner)


class Listing(ScrollList):
    """Rows of one height below a head; `edge` is the padding around them, in units."""

    edge: ClassVar[float] = 0.0
    marks_at_rest: bool = False
    _LOWER: ClassVar[float] = 0.9
    """The least share of their height that rows keep where that saves scrolling."""

    def __init__(self, name: str, count: int = 0, at: int = 0) -> None:
        super().__init__(name, count, at)
        self.row_height = 1
        self._head = 0
        self._track = Rect(0, 0, 0, 0)

    @abstractmethod
    def heights(self, skin: Skin) -> tuple[int, int]:
        """Return the heights of the head and of a row, in pixels."""

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        """Draw the head above the rows."""

    @property
    def page(self) -> int:
        return max(1, self.view.height // self.row_height - 1)

    @property
    def notch(self) -> int:
        return 2 * self.row_height

    def row_box(self, at: int) -> Rect:
        return Rect(0, at * self.row_height, self.view.width, self.row_height)

    def seen_rows(self) -> range:
        first = self.bar.offset // self.row_height
        return range(first, min(self.count, first + self.view.height // self.row_height + 2))

    def resized(self, count: int, at: int = 0) -> None:
        """Take a new number of rows, and make one of them current."""
        self.count, self.at = count, max(0, min(at, count - 1))
        self.bar.place(self._track, self.row_height * count)
        self.into_view()

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._head, self.row_height = self.heights(skin)
        bar = max(6, skin.px(_BAR_WIDTH))
        inner = rect.inflate(-2 * skin.px(self.edge), -2 * skin.px(self.edge))
        self.view = Rect(
            inner.x, inner.y + self._head, inner.width - 2 * bar, inner.height - self._head
        )
        if self.count and self._LOWER * self.row_height <= self.view.height // self.count:
            # Rows a little lower rather than a bar for a few pixels.
            self.row_height = min(self.row_height, self.view.height // self.count)
        self._track = Rect(inner.right - bar, self.view.y, bar, self.view.height)
        self.bar.place(self._track, self.row_height * self.count)
        self.into_view()

    def draw_frame(self, surface: Surface, skin: Skin) -> None:
        head, view = self._head, self.view
        self.draw_head(surface, skin, Rect(view.x, view.y - head, view.width, head))


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line below a row's title, wrapped if it is long."""

    text: str
    colour: str = "ink_soft"


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list.

    `mark` is whether the row is the selected one; None if rows cannot be selected.

    `value` is to the right of the title, or below it for want of room; `tag` is a short word to the
    right of both. A row that is not `enabled` can be read but not chosen.
    """

    key: str
    title: str
    value: str = ""
    lines: tuple[RowLine, ...] = ()
    tag: str = ""
    mark: bool | None = None
    enabled: bool = True

    @property
    def spoken(self) -> str:
        """The row's whole text, as read aloud."""
        mark = "" if self.mark is None else _("chosen") if self.mark else _("not chosen")
        lines = (line.text for line in self.lines)
        return sentences(fact(self.title, self.value), mark, self.tag, *lines)


@dataclass(frozen=True, slots=True)
class RowPiece:
    """A line of text at its place in the list."""

    rect: Rect
    text: str
    colour: str
    units: float
    bold: bool = False
    align: str = "left"


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row in the coordinates of the list."""

    row: ListRow
    rect: Rect
    pieces: tuple[RowPiece, ...]
    mark: Rect


class _Layout:
    """The layout of one row; ``ample`` is the share of the usual room above and below its text."""

    TITLE = 20.0  # units: text size

    def __init__(self, row: ListRow, width: int, skin: Skin, top: int, ample: float) -> None:
        self._row, self._width, self._skin, self._top = row, width, skin, top
        self._around = skin.px(_PAD_Y * ample)
        self._left = skin.px(_PAD_X) + (skin.px(30.0) if row.mark is not None else 0)
        self._room = width - self._left - skin.px(_PAD_X)
        self._y = top + self._around
        self._pieces: list[RowPiece] = []

    def placed(self) -> PlacedRow:
        self._head()
        for line in self._row.lines:
            self._wrapped(line.text, line.colour, SMALL)
        skin = self._skin
        least = skin.px(24.0) + 2 * self._around
        height = max(self._y + self._around - self._top, least)
        mark = Rect(skin.px(_PAD_X), self._top + self._around, skin.px(18), skin.line(self.TITLE))
        return PlacedRow(
            self._row, Rect(0, self._top, self._width, height), tuple(self._pieces), mark
        )

    def _head(self) -> None:
        """Place title, value and tag on one line if they fit, otherwise the value below."""
        row, skin = self._row, self._skin
        ink = "ink" if row.enabled else "ink_off"
        high, top, space = skin.line(self.TITLE), self._y, skin.px(12)
        tag = skin.width(row.tag, SMALL) + space if row.tag else 0
        self._wrapped(row.title, ink, self.TITLE, bold=True, narrower=tag)
        is_one_line = self._y == top + high
        title = skin.width(row.title, self.TITLE, bold=True) if is_one_line else self._room
        value = skin.width(row.value, self.TITLE)
        colour = "accent" if row.enabled else "ink_off"
        right = self._left + self._room
        if row.tag:
            box = Rect(right - tag, top, tag, high)
            self._pieces.append(RowPiece(box, row.tag, "accent", SMALL, align="right"))
        if not row.value:
            return
        if title + space + value + tag <= self._room:
            box = Rect(right - tag - value, top, value, high)
            self._pieces.append(RowPiece(box, row.value, colour, self.TITLE, align="right"))
        else:
            self._wrapped(row.value, colour, self.TITLE)

    def _wrapped(
        self, text: str, colour: str, units: float, *, bold: bool = False, narrower: int = 0
    ) -> None:
        high, room = self._skin.line(units), self._room - narrower
        for line in self._skin.lines(text, room, units, bold=bold):
            box = Rect(self._left, self._y, room, high)
            self._pieces.append(RowPiece(box, line, colour, units, bold))
            self._y += high


class RowList(ScrollList):
    """A list of `ListRow` values.

    `moved` is called with the key of the row that becomes current; `chosen` on Enter and, with
    `click_chooses`, on a click; `stepped` on the left and right arrows.
    """

    corner: ClassVar[float] = 16
    rows_are_targets: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        *,
        moved: Callable[[str], None] | None = None,
        chosen: Callable[[str], None] | None = None,
        stepped: Callable[[str, int], None] | None = None,
        click_chooses: bool = False,
        empty: str = "",
    ) -> None:
        super().__init__(name, empty=empty)
        self._moved, self._chosen, self._stepped = moved, chosen, stepped
        self._click_chooses = click_chooses
        self.rows: tuple[ListRow, ...] = ()
        self._placed: list[PlacedRow] = []
        self._skin: Skin | None = None
        self._laid_out: object = None  # the rows, place and window of the cached layout

    @property
    def current(self) -> str:
        """The key of the current row, empty if there is none."""
        return self.rows[self.at].key if self.rows else ""

    def show(self, rows: Sequence[ListRow], *, afresh: bool = False) -> None:
        """Replace the rows; the current one stays current if it is still among them.

        If it is not, its index is kept, or with ``afresh`` the first row becomes current.
        """
        key, at = self.current, 0 if afresh else self.at
        self.rows = tuple(rows)
        keys = [row.key for row in self.rows]
        self.count = len(keys)
        self.at = keys.index(key) if key in keys else max(0, min(at, len(keys) - 1))
        self._lay_out()

    def go_to(self, key: str) -> None:
        """Make a row current without calling `moved`."""
        keys = [row.key for row in self.rows]
        if key in keys:
            self.at = keys.index(key)
            self.into_view()

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._skin = skin
        edge, bar = skin.px(12.0), max(6, skin.px(_BAR_WIDTH))
        self.view = rect.inflate(-2 * edge, -2 * edge)
        self.view.width -= bar
        self._lay_out()

    def row_key(self, at: int) -> str:
        return self.rows[at].key

    def activate(self) -> None:
        if self._chosen and self.rows and self.rows[self.at].enabled:
            self._chosen(self.current)

    def step(self, direction: int) -> bool:
        if self._stepped is None or not self.rows:
            return False
        if self.rows[self.at].enabled:
            self._stepped(self.current, direction)
        return True

    def moved_to(self, at: int) -> None:
        if at != self.at:
            super().moved_to(at)
            if self._moved:
                self._moved(self.current)

    def chosen_by_click(self) -> None:
        if self._click_chooses:
            self.activate()

    @property
    def page(self) -> int:
        highest = max((placed.rect.height for placed in self._placed), default=1)
        return max(1, self.view.height // max(1, highest))

    @property
    def notch(self) -> int:
        return 3 * (self._skin.line() if self._skin else 1)

    def row_box(self, at: int) -> Rect:
        return self._placed[at].rect if self._placed else Rect(0, 0, 0, 0)

    def row_spoken(self, at: int) -> str:
        return self.rows[at].spoken

    def seen_rows(self) -> range:
        return range(len(self._placed))

    def draw_frame(self, surface: Surface, skin: Skin) -> None:
        draw_panel(surface, self.rect, skin)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        placed = self._placed[at]
        by = (box.x - placed.rect.x, box.y - placed.rect.y)
        if placed.row.mark is not None:
            # A radio mark: filled for the selected value, hollow for the others.
            centre, radius = placed.mark.move(by).center, skin.px(9)
            disc(surface, centre, radius, skin.colour("button_edge"))
            disc(surface, centre, radius - max(1, skin.px(2)), skin.colour("panel"))
            if placed.row.mark:
                disc(surface, centre, max(2, radius - skin.px(4)), skin.colour("focus"))
        for piece in placed.pieces:
            box, bold, align = piece.rect.move(by), piece.bold, piece.align
            skin.write(surface, piece.text, box, piece.colour, piece.units, bold=bold, align=align)

    def _placed_rows(self, skin: Skin) -> list[PlacedRow]:
        """Return all rows; a little lower where that is all it takes to show them whole."""
        usual: list[PlacedRow] = []
        for ample in (1.0, 0.75, 0.5, 0.25):
            placed: list[PlacedRow] = []
            y = 0
            for row in self.rows:
                placed.append(_Layout(row, self.view.width, skin, y, ample).placed())
                y = placed[-1].rect.bottom + skin.px(4.0 * ample)
            usual = usual or placed
            over = placed[-1].rect.bottom - self.view.height if placed else 0
            if over <= 0:
                return placed
            if over > 2 * skin.line():
                break
        return usual

    def _lay_out(self) -> None:
        if self._skin is None:
            return
        skin = self._skin
        laid_out = (self.rows, self.view.topleft, self.view.size, skin.size, skin.unit)
        if laid_out != self._laid_out:
            self._laid_out = laid_out
            self._placed = placed = self._placed_rows(skin)
            height = placed[-1].rect.bottom if placed else 0
            bar = max(6, skin.px(_BAR_WIDTH))
            track = Rect(self.view.right + bar // 2, self.view.y, bar, self.view.height)
            self.bar.place(track, height)
        self.into_view()
