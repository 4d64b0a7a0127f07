"""Draws a played hand with the table's own painter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.reasons import Reason
from game.ui.scenes.replay.look import end_look, replay_look
from game.ui.table.badges import draw_badges
from game.ui.table.clearing import clear_behind
from game.ui.table.desk import Desk
from game.ui.table.draw import Painter
from game.ui.table.furniture import LOG
from game.ui.table.logbook import Logbook
from game.ui.table.overlays import draw_coin, draw_count, draw_line
from game.ui.table.pieces import small
from game.ui.table.pots import draw_pill, still_pots
from game.ui.table.settlement import draw_settlement, place_settlement
from game.ui.table.signals import draw_signals

if TYPE_CHECKING:
    from pygame import Rect, Surface

    from game.ui.kit.skin import Skin
    from game.ui.scenes.replay.look import Look
    from game.ui.table.board import Board


class Drawing:
    """Everything that is seen of a hand in one size of window."""

    def __init__(self, skin: Skin, board: Board) -> None:
        self.skin, self._board = skin, board
        self._painter = Painter(skin, skin.theme.deck())
        self._log = Logbook()
        # Nothing can be done to a hand that is over: this desk only tells the table so.
        self._desk = Desk(board, lambda _: Reason.HAND_OVER, lambda _: None, lambda _: None)

    def tell(self, look: Look) -> None:
        """Write the log anew, up to what is seen now."""
        self._log = Logbook()
        width = self._board.layout.log.width - self.skin.px(28)
        for text, is_head in look.log():
            self._log.add(text, is_head=is_head)
        units = small(self.skin, LOG)
        self._log.rebreak(lambda text: self.skin.lines(text, width, units))

    def scroll(self, lines: int) -> None:
        """Read the log back or on."""
        self._log.scroll(lines, self._room())

    def button(self, look: Look) -> Rect | None:
        """Where the button of the settlement is, once that is on show."""
        if not self._board.effects.is_settled:
            return None
        settled = end_look(look, "")
        if settled is None:
            return None
        return place_settlement(self.skin, settled, self._board.layout.lay).button

    def draw(self, surface: Surface, look: Look, hovered: str, *, is_playing: bool) -> None:
        """Draw it all."""
        board, skin = self._board, self.skin
        log = self._log.seen(self._room())
        table = replay_look(look, board, self._desk, log, is_playing=is_playing, hovered=hovered)
        self._painter.draw(surface, board.layout, table, board.sprites, board.ghost)
        draw_badges(surface, skin, board)
        pots = still_pots(skin, board.layout, look.playback.hand(look.step))
        for box, pill in pots:
            draw_pill(surface, skin, box, pill)
        draw_signals(surface, skin, board, None)
        self._draw_counts(surface)
        for coin in board.effects.coins:
            draw_coin(surface, skin, board.layout, coin)
        settled = end_look(look, hovered) if board.effects.is_settled else None
        if settled is not None:
            place = place_settlement(skin, settled, board.layout.lay)
            clear_behind(surface, skin, board.layout, place.box, [box for box, _pill in pots])
            draw_settlement(surface, skin, settled, place)
        elif caption := look.caption():
            draw_line(surface, skin, board.layout, caption, "accent")

    def _draw_counts(self, surface: Surface) -> None:
        view = self._board.view
        if view is None or view.result is None:
            return
        counts = view.result.counts
        for seat in sorted(self._board.effects.counted):
            place, is_low = self._board.layout.seats[seat], counts[seat] == min(counts)
            draw_count(surface, self.skin, place, str(counts[seat]), is_low)

    def _room(self) -> int:
        high = self.skin.line(small(self.skin, LOG))
        return max(1, (self._board.layout.log.height - self.skin.px(14)) // high)
