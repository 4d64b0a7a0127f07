"""Bubbles: what opponents do and say, near their plates, covering nothing in use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.kit.paint import rounded
from game.ui.look.drawing import BLEND
from game.ui.look.faces import portrait
from game.ui.table.motion.effects import FADE_SECONDS
from game.ui.table.motion.layout import Design
from game.ui.table.painting.furniture import seat_colour
from game.ui.table.painting.overlays import LINE
from game.ui.table.painting.status import mood_of
from game.ui.text.language import BREAK, _, plain

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.effects import Speech
    from game.ui.table.motion.layout import SeatPlace, TableLayout


def in_use(
    layout: TableLayout, closed: Collection[int] = (), *, piles: bool = True
) -> Iterator[Rect]:
    """Yield what must not be covered on the table; face-down cards of ``closed`` seats may be, and
    without ``piles`` so may stock and discards.
    """
    wedge = layout.px(10)  # the marker of the seat on turn
    for number, seat in enumerate(layout.seats):
        yield seat.plate.inflate(2 * wedge, 2 * wedge)
        hand = None if number in closed else seat.hand
        if hand is not None:
            rise = 2 * layout.px(Design.LIFT) if seat.fan.top > layout.lay.centery else 0
            edge = 2 * round(0.03 * seat.cards[0].height)  # the shadows of cards
            yield Rect(hand.x, hand.y - rise, hand.width, hand.height + rise).inflate(edge, edge)
    if piles:
        for box in (layout.stock, layout.pile):
            yield box.inflate(box.width // 5, box.width // 5)
        yield from (layout.stock_tag, layout.pile_tag)
    yield from (layout.sort, layout.menu)
    yield from (layout.stake, layout.log, *layout.buttons.values())
    for spread in layout.spreads.values():
        yield spread.box.inflate(spread.box.height // 8, spread.box.height // 8)
        yield spread.tag


def find_room(
    sizes: Sequence[tuple[int, int]], plate: Rect, taken: Iterable[Rect], window: Rect
) -> Rect | None:
    """Return the free place nearest to a plate for a box of one of the sizes; None if there is
    none.

    A later size is used only if it comes clearly closer.
    """
    obstacles = list(taken)
    step = max(4, window.width // 90)
    found, best = None, inf
    for rank, size in enumerate(sizes):
        extra = rank * step
        nearer = _nearest(size, plate, obstacles, _Search(window, step, best - extra))
        if nearer is not None:
            best, found = nearer[0] + extra, nearer[1]
    return found


class _Search(NamedTuple):
    """A search for a place: its area, its step, and the cost to beat."""

    window: Rect
    step: int
    cost: float


class _Rows:
    """The free places of a box among obstacles, by the rows of a window."""

    def __init__(self, size: tuple[int, int], obstacles: Iterable[Rect], window: Rect) -> None:
        width, height = size
        self._first, self._last = window.left, window.right - width
        self._barred = sorted(
            (box.left - width, box.right, box.top - height, box.bottom)
            for box in obstacles
            if box.width and box.height
        )
        """For each obstacle the edges, left to lower, between which the box would touch it."""

    def gaps(self, top: int) -> list[range]:
        """Return the left edges at which a box whose upper edge lies at ``top`` is free."""
        found, at, last = [], self._first, self._last
        for left, right, above, below in self._barred:
            if above < top < below:
                if at <= min(left, last):
                    found.append(range(at, min(left, last) + 1))
                at = max(at, right)
        return [*found, range(at, last + 1)] if at <= last else found


def _nearest(
    size: tuple[int, int], plate: Rect, obstacles: list[Rect], search: _Search
) -> tuple[float, Rect] | None:
    """Return the cheapest free place for one size, searching rows from the nearest on."""
    found, cost = None, search.cost
    window, last = search.window, search.window.right - size[0]
    # Left edges to try: a grid, and those aligned with the plate.
    own = {plate.left, plate.right - size[0], plate.centerx - size[0] // 2}
    lefts = {*range(window.left, last + 1, search.step), *own}

    def cost_across(left: int) -> float:
        gap = max(plate.left - left - size[0], left - plate.right, 0)
        return abs(left + size[0] / 2 - plate.centerx) / 4 + gap

    rows = _Rows(size, obstacles, window)
    across = sorted((cost_across(left), left) for left in lefts if window.left <= left <= last)
    # A vertical distance costs twice as much as a horizontal one.
    for down, top in sorted(
        (2.0 * max(plate.top - top - size[1], top - plate.bottom, 0), top)
        for top in range(window.top, window.bottom - size[1] + 1, search.step)
    ):
        if down >= cost:
            break
        gaps = rows.gaps(top)
        for aside, left in across if gaps else ():
            if aside + down >= cost:
                break
            if any(left in gap for gap in gaps):
                found, cost = Rect((left, top), size), aside + down
                break
    return None if found is None else (cost, found)


def tail(box: Rect, plate: Rect, length: int) -> list[tuple[int, int]]:
    """Return the corners of the tail from a box to a plate nearby; none if it is far away."""
    if box.left < plate.right and plate.left < box.right:
        x = min(max(plate.centerx, box.left + 2 * length), box.right - 2 * length)
        if 0 <= box.top - plate.bottom <= 20 * length:
            return [(x - length, box.top), (x + length, box.top), (x, box.top - length)]
        if 0 <= plate.top - box.bottom <= 20 * length:
            return [(x - length, box.bottom), (x + length, box.bottom), (x, box.bottom + length)]
        return []
    if box.top < plate.bottom and plate.top < box.bottom:
        y = min(max(plate.centery, box.top + 2 * length), box.bottom - 2 * length)
        if box.left >= plate.right:
            return [(box.left, y - length), (box.left, y + length), (box.left - length, y)]
        return [(box.right, y - length), (box.right, y + length), (box.right + length, y)]
    return []


# -- notes: what a seat does -----------------------------------------------------------------------


WORDS: Final = 16.0  # units: text size


@dataclass(frozen=True, slots=True)
class Note:
    """A note about a seat's action: its lines, text size and box."""

    text: str
    lines: tuple[str, ...]
    units: float
    box: Rect


class Notes:
    """Places and draws notes; a note keeps its place until something else needs it."""

    def __init__(self, skin: Skin, board: Board) -> None:
        self._skin, self._board = skin, board
        self._kept: dict[int, Note] = {}

    def place(self, taken: Sequence[Rect] = ()) -> list[Rect]:
        """Return the boxes of all notes, clear of the table, of each other and of ``taken``."""
        board = self._board
        me = board.view.seat if board.view else None
        said = {seat: each for seat, each in board.effects.bubbles.items() if seat != me}
        kept, self._kept = self._kept, {}
        used = [*in_use(board.layout), *taken] if said else []
        for seat, bubble in said.items():
            others = [note.box for note in self._kept.values()]
            note = kept.get(seat)
            in_the_way = [*used, *others]
            if not note or note.text != bubble.text or note.box.collidelist(in_the_way) >= 0:
                note = self._note_beside(seat, bubble.text, [*taken, *others])
            self._kept[seat] = note
        return [note.box for note in self._kept.values()]

    def draw(self, surface: Surface, taken: Sequence[Rect]) -> None:
        """Draw all notes; each fades out at its end."""
        self.place(taken)
        for seat, note in self._kept.items():
            self._draw(surface, note, self._board.effects.bubbles[seat].left)

    def _draw(self, surface: Surface, note: Note, left: float) -> None:
        skin, box = self._skin, note.box
        sheet = Surface(box.size, pygame.SRCALPHA)
        face = Rect((0, 0), box.size)
        rounded(sheet, face, skin.colour("paper"), skin.px(9), skin.colour("gold_deep"), 1)
        inside = face.inflate(0, -2 * skin.px(5))
        skin.write_lines(sheet, note.lines, inside, "paper_ink", note.units, align="middle")
        if left < FADE_SECONDS:
            strength = max(0, round(255 * left / FADE_SECONDS))
            sheet.fill((strength,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(sheet, box, special_flags=BLEND)

    def _note_beside(self, seat: int, text: str, taken: Sequence[Rect] = ()) -> Note:
        """Return a note beside a seat's cards, or in the free place nearest to them.

        If everything around is in use, it covers the lower edge of the seat's own cards, in text so
        small that it is hardly larger than these.
        """
        # The gaps between a note and its cards or plate, in design pixels.
        skin = self._skin
        gaps = (2.0, 6.0, 10.0, 16.0)
        layout, window = self._board.layout, Rect((0, 0), skin.size)
        place, used = layout.seats[seat], [*in_use(layout), *taken]
        for units in (skin.small(WORDS), skin.small(0)):
            first = self._note(text, units, max(place.fan.width - skin.px(10), skin.px(170)))
            for gap in gaps:
                for spot in _beside(place, first.box, layout.px(gap)):
                    if window.contains(spot) and spot.collidelist(used) < 0:
                        return replace(first, box=spot)
            ways = [first, *(self._note(text, units, skin.px(wide)) for wide in (320.0, 180.0))]
            gap = layout.px(gaps[1])
            sizes = [(note.box.width + gap, note.box.height + gap) for note in ways]
            beside = place.fan.union(place.plate)
            inside = window.inflate(-skin.px(20), -skin.px(20))
            found = find_room(sizes, beside, [*used, line_box(skin, self._board)], inside)
            found = found or find_room(sizes, beside, used, inside)
            if found is not None:
                return replace(ways[sizes.index(found.size)], box=found.inflate(-gap, -gap))
        least = self._note(text, skin.small(0), place.fan.width - skin.px(22))
        least.box.midbottom = (place.fan.centerx, place.fan.bottom - skin.px(2))
        return replace(least, box=least.box.clamp(window))

    def _note(self, text: str, units: float, most: int) -> Note:
        """Return a note with lines no wider than ``most`` pixels, at the window's corner."""
        skin = self._skin
        lines = skin.lines(text, most, units)
        width = max(skin.width(line, units) for line in lines) + skin.px(22)
        box = Rect(0, 0, width, len(lines) * skin.line(units) + skin.px(10))
        return Note(text, tuple(lines), units, box)


def _beside(place: SeatPlace, box: Rect, gap: int) -> Iterator[Rect]:
    """Yield places below the cards, centred or to a side; then right and left of the plate."""
    fan, plate = place.fan, place.plate
    for aside in (0, -fan.width // 3, fan.width // 3):
        yield box.move(fan.centerx + aside - box.centerx, fan.bottom + gap - box.top)
    beside = plate.centery - box.centery
    yield box.move(plate.right + gap - box.left, beside)
    yield box.move(plate.left - gap - box.right, beside)


# -- speech: what a seat says ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Placed:
    """A speech with its lines and box; the box is None if there is no room."""

    text: str
    seat: int
    lines: tuple[str, ...]
    box: Rect | None
    used: list[Rect]
    """The boxes that the bubble had to avoid."""


class SpeechBubbles:
    """Places and draws speech bubbles; a bubble keeps its place until something else needs it."""

    TAIL: Final = 8.0  # units

    def __init__(self, skin: Skin, board: Board) -> None:
        self._skin, self._board = skin, board
        self._kept: _Placed | None = None

    def place(self, taken: list[Rect]) -> Rect | None:
        """Return the box of the bubble, clear of the table and ``taken``; None if none is free."""
        speech = self._board.effects.speech
        if speech is None:
            return None
        text, kept = _(speech.text), self._kept
        used = [*in_use(self._board.layout), line_box(self._skin, self._board), *taken]
        is_same = kept is not None and (kept.text, kept.seat) == (text, speech.seat)
        if kept is None or not is_same or not self._still_fits(kept, used):
            self._kept = kept = self._placed(text, speech.seat, used)
        return kept.box

    def draw(self, surface: Surface, taken: list[Rect]) -> None:
        """Draw the bubble if there is room for it."""
        speech, box, view = self._board.effects.speech, self.place(taken), self._board.view
        if speech is None or box is None or view is None:
            return
        skin, plate = self._skin, self._board.layout.seats[speech.seat].plate
        edge = skin.colour("gold_deep")
        points = tail(box, plate, skin.px(self.TAIL))
        if points:
            pygame.draw.polygon(surface, edge, points)
        rounded(surface, box, skin.colour("paper"), skin.px(12), edge, max(2, skin.px(2)))
        self._draw_face(surface, self._face_box(box), speech, view)
        self._draw_words(surface, box)

    def _draw_face(self, surface: Surface, box: Rect, speech: Speech, view: SeatView) -> None:
        mood = mood_of(view, speech.seat, is_told=self._board.effects.winners is not None)
        bold = self._skin.theme.look.high_contrast
        picture = portrait(speech.name, mood, seat_colour(speech.seat), box.width, bold=bold)
        surface.blit(picture, box, special_flags=BLEND)

    def _draw_words(self, surface: Surface, box: Rect) -> None:
        skin, units = self._skin, self._skin.small(WORDS)
        lines, high = self._kept.lines if self._kept else (), skin.line(units)
        left = self._face_box(box).right + skin.px(7)
        top = box.centery - high * len(lines) // 2
        room = Rect(left, top, box.right - left, high * len(lines))
        skin.write_lines(surface, lines, room, "paper_ink", units)

    def _face_box(self, box: Rect) -> Rect:
        size = self._face_size()
        return Rect(box.left + self._skin.px(6), box.centery - size // 2, size, size)

    def _face_size(self) -> int:
        return max(26, self._skin.px(32.0))

    def _placed(self, text: str, seat: int, used: list[Rect]) -> _Placed:
        """Break the text into the number of lines that fits nearest to the plate; a word is split
        only if there is no room beside the plate otherwise.
        """
        every, gap = list(self._ways(text)), 2 * self._skin.px(self.TAIL)
        window = Rect((0, 0), self._skin.size).inflate(-self._skin.px(20), -self._skin.px(20))
        place = self._board.layout.seats[seat]
        near = place.plate.union(place.fan).inflate(4 * gap, 4 * gap)
        whole = [way for way in every if keeps_words(way[0], text)]
        for ways in (whole, every):
            sizes = [(wide + gap, high + gap) for _lines, (wide, high) in ways]
            found = find_room(sizes, place.plate, used, window)
            if found is None:
                continue
            box = found.inflate(-gap, -gap)
            if ways is every or box.colliderect(near):
                return _Placed(text, seat, ways[sizes.index(found.size)][0], box, used)
        return _Placed(text, seat, (), None, used)

    def _ways(self, text: str) -> Iterator[tuple[tuple[str, ...], tuple[int, int]]]:
        """Yield the text in one to three lines, each time with the size of its bubble."""
        skin, units = self._skin, self._skin.small(WORDS)
        whole = skin.width(text, units)
        known: set[int] = set()
        for count in (1, 2, 3):
            lines = skin.lines(text, whole * 5 // (4 * count) + skin.px(6), units)
            if len(lines) in known:
                continue
            known.add(len(lines))
            wide = max(skin.width(line, units) for line in lines) + self._face_size() + skin.px(6)
            high = max(len(lines) * skin.line(units), self._face_size())
            yield tuple(lines), (wide + skin.px(20), high + skin.px(10))

    def _still_fits(self, kept: _Placed, used: list[Rect]) -> bool:
        """Return whether the kept place is still free, or there is still none."""
        if kept.box is None:
            return kept.used == used
        gap = 2 * self._skin.px(self.TAIL)
        return kept.box.inflate(gap, gap).collidelist(used) < 0


def keeps_words(lines: Sequence[str], text: str) -> bool:
    """Return whether no line ends inside a word or, in Japanese, inside a phrase."""
    words = text.replace(BREAK, " ").split(" ")
    return all(any(word in plain(line) for line in lines) for word in words)


def line_box(skin: Skin, board: Board) -> Rect:
    """Return the box of a line over the player's hand."""
    layout = board.layout
    fan = layout.seats[board.view.seat if board.view else 0].fan
    high = skin.px(44.0) + skin.line(LINE) * layout.is_ample  # room for two lines
    wide = skin.size[0] * 3 // 4
    return Rect(fan.centerx - wide // 2, fan.top - layout.px(Design.LIFT) - high, wide, high)
