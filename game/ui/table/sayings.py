"""Draws what an opponent says: a small bubble with its face, where it covers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from game.ui.faces.portrait import portrait
from game.ui.kit.paint import rounded
from game.ui.table.layout import LIFT
from game.ui.table.moods import mood_of
from game.ui.table.overlays import bubble_box
from game.ui.table.pieces import BLEND, small
from game.ui.table.plates import seat_colour
from game.ui.table.roomfor import find_room, in_use, tail
from game.ui.text import _

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.effects import Saying

WORDS: Final = 16.0
FACE: Final = 32.0
MOST_LINES: Final = 4
TAIL: Final = 8.0
_LEAST_FACE: Final = 26
_HINT: Final = 44.0
"""How high the line is that comes up over one's own hand."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """What is said, broken into lines, and where; no box where there is no room."""

    text: str
    seat: int
    lines: tuple[str, ...]
    box: Rect | None
    used: list[Rect]
    """What was in the way when it was placed."""


class Sayings:
    """Places and draws them in one size of window; a bubble stays where it is while it may."""

    def __init__(self, skin: Skin, board: Board) -> None:
        self._skin, self._board = skin, board
        self._kept: _Placed | None = None

    def place(self, taken: list[Rect]) -> Rect | None:
        """Where the bubble is, over nothing on the table nor in ``taken``; None where no room is
        left, or nobody says anything.
        """
        saying = self._board.effects.saying
        if saying is None:
            return None
        text, kept = _(saying.text), self._kept
        used = [*in_use(self._board.layout), *self._told(), *taken]
        is_same = kept is not None and (kept.text, kept.seat) == (text, saying.seat)
        if kept is None or not is_same or not self._still_fits(kept, used):
            self._kept = kept = self._placed(text, saying.seat, used)
        return kept.box

    def draw(self, surface: Surface, taken: list[Rect]) -> None:
        """Draw it, if there is room."""
        saying, box, view = self._board.effects.saying, self.place(taken), self._board.view
        if saying is None or box is None or view is None:
            return
        skin, plate = self._skin, self._board.layout.seats[saying.seat].plate
        edge = skin.colour("gold_deep")
        points = tail(box, plate, skin.px(TAIL))
        if points:
            pygame.draw.polygon(surface, edge, points)
        rounded(surface, box, skin.colour("paper"), skin.px(12), edge, max(2, skin.px(2)))
        self._draw_face(surface, self._face_box(box), saying, view)
        self._draw_words(surface, box)

    def _draw_face(self, surface: Surface, box: Rect, saying: Saying, view: SeatView) -> None:
        mood = mood_of(view, saying.seat, is_told=self._board.effects.is_settled)
        bold = self._skin.theme.look.high_contrast
        picture = portrait(saying.name, mood, seat_colour(saying.seat), box.width, bold=bold)
        surface.blit(picture, box, special_flags=BLEND)

    def _draw_words(self, surface: Surface, box: Rect) -> None:
        skin, units = self._skin, small(self._skin, WORDS)
        lines, high = self._kept.lines if self._kept else (), skin.line(units)
        left = self._face_box(box).right + skin.px(7)
        top = box.centery - high * len(lines) // 2
        for number, line in enumerate(lines):
            room = Rect(left, top + number * high, box.right - left, high)
            skin.write(surface, line, room, "paper_ink", units)

    def _face_box(self, box: Rect) -> Rect:
        size = self._face_size()
        return Rect(box.left + self._skin.px(6), box.centery - size // 2, size, size)

    def _face_size(self) -> int:
        return max(_LEAST_FACE, self._skin.px(FACE))

    def _placed(self, text: str, seat: int, used: list[Rect]) -> _Placed:
        """The text in one line or in some, as there is room."""
        ways = list(self._ways(text))
        gap = 2 * self._skin.px(TAIL)
        sizes = [(wide + gap, high + gap) for _lines, (wide, high) in ways]
        window = Rect((0, 0), self._skin.size).inflate(-self._skin.px(20), -self._skin.px(20))
        plate = self._board.layout.seats[seat].plate
        found = find_room(sizes, plate, used, window)
        if found is None:
            return _Placed(text, seat, (), None, used)
        lines = ways[sizes.index(found.size)][0]
        return _Placed(text, seat, lines, found.inflate(-gap, -gap), used)

    def _ways(self, text: str) -> Iterator[tuple[tuple[str, ...], tuple[int, int]]]:
        """The text in ever more lines, each way with the size of its bubble."""
        skin, units = self._skin, small(self._skin, WORDS)
        whole = skin.width(text, units)
        known: set[int] = set()
        for count in range(1, MOST_LINES + 1):
            lines = skin.lines(text, whole * 5 // (4 * count) + skin.px(6), units)
            if len(lines) in known:
                continue
            known.add(len(lines))
            wide = max(skin.width(line, units) for line in lines) + self._face_size() + skin.px(6)
            high = max(len(lines) * skin.line(units), self._face_size())
            yield tuple(lines), (wide + skin.px(20), high + skin.px(10))

    def _still_fits(self, kept: _Placed, used: list[Rect]) -> bool:
        """Whether nothing has come in its way; if it had no room, whether nothing has gone."""
        if kept.box is None:
            return kept.used == used
        gap = 2 * self._skin.px(TAIL)
        return kept.box.inflate(gap, gap).collidelist(used) < 0

    def _told(self) -> Iterator[Rect]:
        """What is told for a while in other places: what seats do, and what one may do oneself."""
        board, skin = self._board, self._skin
        layout, own = board.layout, board.view.seat if board.view else 0
        for seat, bubble in board.effects.bubbles.items():
            if seat != own:
                yield bubble_box(skin, layout, seat, bubble.text)[0]
        fan = layout.seats[own].fan
        high = skin.px(_HINT)
        wide = skin.size[0] * 3 // 4
        yield Rect(fan.centerx - wide // 2, fan.top - layout.px(LIFT) - high, wide, high)
