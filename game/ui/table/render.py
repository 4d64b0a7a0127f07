"""Draws the table as it stands: layers below, overlays on top, the settlement over all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.ui.table.badges import draw_badges
from game.ui.table.describe import cut_sentence, settlement_look, table_look
from game.ui.table.draw import Painter
from game.ui.table.furniture import LOG
from game.ui.table.overlays import (
    draw_bubble,
    draw_coin,
    draw_count,
    draw_cursor,
    draw_line,
)
from game.ui.table.pieces import small
from game.ui.table.questions import Questions
from game.ui.table.settlement import draw_settlement, place_settlement
from game.ui.table.signals import draw_head_line, draw_signals
from game.ui.table.zones import zones

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.ui.cardart import DeckStyle
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.course import Course
    from game.ui.table.desk import Desk
    from game.ui.table.logbook import Logbook


class Renderer:
    """Everything that is seen of one table in one size of window."""

    def __init__(
        self,
        skin: Skin,
        style: DeckStyle,
        board: Board,
        desk: Desk,
        course: Course,
        log: Logbook,
    ) -> None:
        self._skin, self._board, self._desk = skin, board, desk
        self._course, self._log = course, log
        self._painter = Painter(skin, style)
        self._questions = Questions(skin, board, desk, self._painter.sheet)
        width = board.layout.log.width - skin.px(28)
        log.rebreak(lambda text: skin.lines(text, width, small(skin, LOG)))

    def log_room(self) -> int:
        """How many lines of the log are seen."""
        high = self._skin.line(small(self._skin, LOG))
        return max(1, (self._board.layout.log.height - self._skin.px(14)) // high)

    def choices(self) -> dict[str, Rect]:
        """The answers to the question that is asked."""
        return self._questions.boxes()

    def next_button(self) -> Rect:
        """The button that begins the next hand."""
        view = self._board.view
        look = (
            None if view is None else settlement_look(self._course.session, view, is_hovered=False)
        )
        if look is None:
            raise ValueError("nothing is being settled")
        return place_settlement(self._skin, look, self._board.layout.lay).button

    def draw(self, surface: Surface, live: frozenset[str], line: str, *, is_settling: bool) -> None:
        """Draw the table, with what may be done now lit up."""
        board = self._board
        log = self._log.seen(self.log_room())
        look = table_look(self._course.session, board, self._desk, live, log, self._money())
        self._painter.draw(surface, board.layout, look, board.sprites, board.ghost)
        draw_badges(surface, self._skin, board)
        draw_signals(surface, self._skin, board, self._course.slaps.clock)
        self._draw_effects(surface)
        if not line and not self._desk.question:
            draw_head_line(surface, self._skin, board, self._course.session.names)
        if line and not self._desk.question:
            draw_line(surface, self._skin, board.layout, line, "warning")
        if is_settling and board.view is not None:
            self._draw_settlement(surface, board.view)
        elif self._desk.question:
            self._questions.draw(surface)
        self._draw_cursor(surface, is_settling=is_settling)

    def _money(self) -> tuple[int, ...]:
        """What every seat owns, with what has reached it on the screen so far."""
        session, board = self._course.session, self._board
        if board.view is None or board.view.result is None:
            return session.bankrolls
        if self._course.is_settling or session.rules.scoring != "stakes":
            return session.bankrolls
        stake = session.rules.stake
        return tuple(
            before + board.effects.received(seat) * stake
            for seat, before in enumerate(self._course.money)
        )

    def _draw_effects(self, surface: Surface) -> None:
        board, skin = self._board, self._skin
        view = board.view
        if view is not None:
            self._draw_counts(surface, view)
            for seat, bubble in board.effects.bubbles.items():
                if seat != view.seat:
                    draw_bubble(surface, skin, board.layout, seat, bubble)
        if board.effects.herald is not None and view is None:
            text = cut_sentence(self._course.session, board.effects.herald)
            draw_line(surface, skin, board.layout, text, "accent")
        for coin in board.effects.coins:
            draw_coin(surface, skin, board.layout, coin)

    def _draw_counts(self, surface: Surface, view: SeatView) -> None:
        if view.result is None:
            return
        counts = view.result.counts
        for seat in sorted(self._board.effects.counted):
            is_low = counts[seat] == min(counts)
            place = self._board.layout.seats[seat]
            draw_count(surface, self._skin, place, str(counts[seat]), is_low)

    def _draw_settlement(self, surface: Surface, view: SeatView) -> None:
        hovered = self._desk.hovered == "button:next"
        look = settlement_look(self._course.session, view, is_hovered=hovered)
        if look is not None:
            place = place_settlement(self._skin, look, self._board.layout.lay)
            draw_settlement(surface, self._skin, look, place)

    def _draw_cursor(self, surface: Surface, *, is_settling: bool) -> None:
        cursor = self._desk.cursor
        if cursor is None or is_settling:
            return
        box = (zones(self._board) | self.choices()).get(cursor)
        if box is not None:
            draw_cursor(surface, self._skin, box)
