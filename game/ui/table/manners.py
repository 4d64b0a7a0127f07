"""The opponents as company: eyes that wander in thought, and a word now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.table.talk import Table, Talk

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.session.session import Session
    from game.session.settings import Settings
    from game.ui.table.board import Board
    from game.ui.table.talk import Remark


class Manners:
    """Watches one table, and lets its opponents show that they are there."""

    def __init__(self, session: Session, board: Board, *, may_talk: bool = True) -> None:
        self._session, self._board, self._may_talk = session, board, may_talk
        self._talk = Talk()
        self._dealt = 0
        """The number of the hand that was seen from its deal on."""
        self._moves = 0
        self._has_ended = True

    def keep_up(self, settings: Settings) -> bool:
        """The table may have changed, or time have passed; True if that is answered with words."""
        view = self._board.view
        if settings.speed == "instant" or view is None:
            self._board.effects.glances.keep(False)
            return False
        self._board.effects.glances.keep(
            self._is_somebody_thinking(view) and not self._board.is_calm
        )
        remark = self._heard(view)
        if not (settings.remarks and self._may_talk):
            self._board.effects.saying = None
        elif remark is not None:
            name = self._session.names[remark.seat]
            self._board.effects.speak(remark.seat, name, remark.text)
        return remark is not None

    def _is_somebody_thinking(self, view: SeatView) -> bool:
        return view.result is None and not self._board.is_scene and view.turn != view.seat

    def _heard(self, view: SeatView) -> Remark | None:
        """What is said now, if anything has happened since this was asked last."""
        board, table = self._board, self._table()
        if board.is_scene:
            return None
        if table.number != self._dealt and view.result is None:
            self._dealt, self._moves, self._has_ended = table.number, len(view.moves), False
            return None if view.moves else self._talk.at_start(view, table)
        if board.effects.is_settled and not self._has_ended:
            self._has_ended = True
            return self._talk.at_end(view, table)
        if len(view.moves) > self._moves:
            self._moves = len(view.moves)
            return self._talk.after_move(view, table)
        return None

    def _table(self) -> Table:
        session = self._session
        seed = "" if session.deal is None else session.deal.seed
        return Table(session.players, session.number, seed)
