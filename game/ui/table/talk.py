"""Who says something, and what: seldom, never twice the same, always the same for the same seed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from game.session.seeds import derived_seed
from game.ui.table.occasions import after_move, at_end, at_start
from game.ui.table.remarkwords import Occasion, lines_for, manner_of

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.session.plan import Player
    from game.ui.table.occasions import Cause

_REMEMBERED: Final = 12
"""So many lines go by before one comes again."""
_MODEST: Final = 4
"""So many hands go by before somebody speaks of its own luck again."""
_PROUD: Final = frozenset(
    {Occasion.DROPPED_WELL, Occasion.WENT_OUT, Occasion.CATCHER, Occasion.CLOSE_CATCHER}
)
_CHANCES: Final = {Occasion.CAUGHT: 0.8, Occasion.BIG_LOSS: 0.8, Occasion.HIT: 0.15}
_USUAL_CHANCE: Final = 0.5
_AGAIN: Final = 0.4
"""How much of a chance is left in the hand after one with a remark."""


class Remark(NamedTuple):
    """What a seat says, not yet in the player's language."""

    seat: int
    text: str


class Talk:
    """The remarks of one session: at most one in a hand, and seldom in two hands running."""

    def __init__(self) -> None:
        self._last = -1
        """The last hand in which anybody spoke."""
        self._is_big = False
        """Whether the last hand was a big one: those after the first are no news."""
        self._said: deque[str] = deque(maxlen=_REMEMBERED)
        self._proud: dict[str, int] = {}
        """By name, the last hand in which somebody spoke of its own luck."""

    def at_start(self, view: SeatView, table: Table) -> Remark | None:
        """A word on the deal."""
        was_big, self._is_big = self._is_big, view.is_big_one
        if was_big:
            return None
        return self._spoken(at_start(view), table, "start")

    def after_move(self, view: SeatView, table: Table) -> Remark | None:
        """A word on the last move."""
        return self._spoken(after_move(view), table, f"move {len(view.moves)}")

    def at_end(self, view: SeatView, table: Table) -> Remark | None:
        """A word on the ending."""
        return self._spoken(at_end(view), table, "end")

    def _spoken(self, causes: Iterable[Cause], table: Table, when: str) -> Remark | None:
        if table.number == self._last:
            return None
        dice = Random(derived_seed(table.seed, "remark", when))
        found = [cause for cause in causes if self._may_speak(cause, table)]
        if not found:
            return None
        seat, occasion = dice.choice(found)
        again = _AGAIN if table.number == self._last + 1 else 1.0
        if dice.random() >= _CHANCES.get(occasion, _USUAL_CHANCE) * again:
            return None
        player = table.players[seat]
        lines = lines_for(occasion, manner_of(player.name, player.level))
        fresh = [line for line in lines if line not in self._said]
        if not fresh:
            return None
        return self._noted(Remark(seat, dice.choice(fresh)), occasion, table)

    def _may_speak(self, cause: Cause, table: Table) -> bool:
        """People keep silent, and so do those who have spoken of their luck not long ago."""
        seat, occasion = cause
        player = table.players[seat]
        last = self._proud.get(player.name, -_MODEST)
        is_modest = occasion not in _PROUD or table.number - last >= _MODEST
        return not player.is_human and is_modest

    def _noted(self, remark: Remark, occasion: Occasion, table: Table) -> Remark:
        self._last = table.number
        self._said.append(remark.text)
        if occasion in _PROUD:
            self._proud[table.players[remark.seat].name] = table.number
        return remark


class Table(NamedTuple):
    """Who sits there, and which hand of the session is on: its number and its seed."""

    players: Sequence[Player]
    number: int
    seed: str
