"""Draws the table as it stands: layers below, overlays on top, the settlement over all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.ui.table.badges import draw_badges
from game.ui.table.choicemarks import draw_choice
from game.ui.table.clearing import clear_behind
from game.ui.table.describe import cut_sentence, table_look
from game.ui.table.draw import Painter
from game.ui.table.furniture import LOG
from game.ui.table.overlays import (
    count_box,
    cursor_width,
    draw_bubble,
    draw_coin,
    draw_count,
    draw_cursor,
    draw_line,
)
from game.ui.table.pieces import small
from game.ui.table.questions import Questions
from game.ui.table.sayings import Sayings
from game.ui.table.scoring import plate_scores
from game.ui.table.settlement import draw_settlement, place_settlement, written_on
from game.ui.table.settling import settlement_look
from game.ui.table.signals import draw_head_line, draw_signals
from game.ui.table.suggesting import suggested
from game.ui.table.zones import frame_of, zones

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.ui.cardart import DeckStyle
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.course import Course
    from game.ui.table.desk import Desk
    from game.ui.table.logbook import Logbook
    from game.ui.table.settlement import SettlementLook


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
        self.sayings = Sayings(skin, board)
        width = board.layout.log.width - skin.px(28)
        log.rebreak(lambda text: skin.lines(text, width, small(skin, LOG)))

    def log_room(self) -> int:
        """How many lines of the log are seen."""
        high = self._skin.line(small(self._skin, LOG))
        return max(1, (self._board.layout.log.height - self._skin.px(14)) // high)

    def choices(self) -> dict[str, Rect]:
        """The answers to the question that is asked."""
        return self._questions.boxes()

    def settlement_buttons(self) -> dict[str, Rect]:
        """What can be pressed on the settlement: first what begins the next hand."""
        look = self._settlement()
        if look is None:
            return {}
        place = place_settlement(self._skin, look, self._board.layout.lay)
        names = [f"button:{name}" for name, _look in look.extras]
        return {"button:next": place.button} | dict(zip(names, place.extras, strict=True))

    def _settlement(self) -> SettlementLook | None:
        view, course = self._board.view, self._course
        if view is None or course.session.hand is None:
            return None
        return settlement_look(
            course.session,
            view,
            self._desk.hovered,
            may_call=course.interval.may_call_big_one,
            onward=course.interval.onward,
        )

    def draw(self, surface: Surface, live: frozenset[str], line: str, *, is_settling: bool) -> None:
        """Draw the table, with what may be done now lit up."""
        board = self._board
        log = self._log.seen(self.log_room())
        course = self._course
        scores = plate_scores(course.session, course.before, board, course.pots)
        look = table_look(course.session, board, self._desk, live, log, scores)
        if course.is_suggesting and board.view is not None:
            look = replace(look, suggested=suggested(board.view))
        self._painter.draw(surface, board.layout, look, board.sprites, board.ghost)
        draw_badges(surface, self._skin, board)
        draw_choice(surface, self._skin, board)
        course.pots.draw(surface, self._skin, board.layout)
        draw_signals(surface, self._skin, board, self._course.slaps.clock)
        self._draw_effects(surface)
        if not line and not self._desk.question:
            draw_head_line(surface, self._skin, board, self._course.session.names)
        if line and not self._desk.question:
            draw_line(surface, self._skin, board.layout, line, "warning", clear=bool(board.chosen))
        if is_settling and board.view is not None:
            self._draw_settlement(surface)
        self.sayings.draw(surface, self.taken(is_settling=is_settling))
        if self._desk.question and not is_settling:
            self._questions.draw(surface)
        self._draw_cursor(surface, is_settling=is_settling)

    def taken(self, *, is_settling: bool) -> list[Rect]:
        """What must be seen beside cards, plates and buttons: pots, counts and the settlement."""
        board, skin = self._board, self._skin
        boxes = self._course.pots.boxes(skin, board.layout)
        boxes += [count_box(skin, board.layout.seats[seat]) for seat in board.effects.counted]
        look = self._settlement() if is_settling else None
        if look is not None:
            boxes += written_on(skin, look, place_settlement(skin, look, board.layout.lay))
        return boxes

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
        self._course.pots.draw_flights(surface, skin, board.layout)

    def _draw_counts(self, surface: Surface, view: SeatView) -> None:
        if view.result is None:
            return
        counts = view.result.counts
        for seat in sorted(self._board.effects.counted):
            is_low = counts[seat] == min(counts)
            place = self._board.layout.seats[seat]
            draw_count(surface, self._skin, place, str(counts[seat]), is_low)

    def _draw_settlement(self, surface: Surface) -> None:
        look = self._settlement()
        if look is not None:
            layout = self._board.layout
            place = place_settlement(self._skin, look, layout.lay)
            pots = self._course.pots.boxes(self._skin, layout)
            clear_behind(surface, self._skin, layout, place.box, pots)
            draw_settlement(surface, self._skin, look, place)

    def _draw_cursor(self, surface: Surface, *, is_settling: bool) -> None:
        cursor = self._desk.cursor
        view = self._board.view
        is_counting = view is not None and view.result is not None and not is_settling
        if cursor is None or is_counting:
            return
        found = self.settlement_buttons() if is_settling else zones(self._board) | self.choices()
        box = frame_of(cursor, found, cursor_width(self._skin) + 2)
        if box is not None:
            draw_cursor(surface, self._skin, box)
            if cursor.startswith("card:"):
                draw_choice(surface, self._skin, self._board)
