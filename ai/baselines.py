"""Plain players to measure others against: one uniform, one greedy, one that never drops."""

from collections.abc import Sequence
from random import Random
from typing import Final

from ai.fallback import safe_action
from ai.falling import Falling
from ai.fallingnumbers import Numbers
from game.rules.actions import DECLARE, DRAW, DROP, PASS, Action, Hit, Slap, Spread
from game.rules.cards import points
from game.rules.view import SeatView

_STAYER: Final = Numbers(
    drop_start=-1,
    drop_fall=0,
    near_start=-1,
    near_step=0,
    near_fall=0,
    least=-1,
    keep=10,
    wild=12,
    caution=0,
    take_margin=100,
    trap=-1,
    trap_until=0,
    hold_until=0,
    hit_least=0,
)


class UniformRandom:
    """Any legal action, all equally likely; letting a slap go by is one of them."""

    def choose(self, view: SeatView, seed: int) -> Action:
        """Roll the dice of ``seed``."""
        legal: Sequence[Action] = view.legal
        if all(isinstance(action, Slap) for action in legal):
            legal = (*legal, PASS)
        return Random(seed).choice(legal)


class Greedy:
    """Lays all it can, throws its highest card, never takes, drops at a fixed count."""

    def __init__(self, drop_at: int) -> None:
        self._drop_at = drop_at

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - has no use for dice
        """Decide without a thought for tomorrow."""
        legal = view.legal
        if DECLARE in legal:
            return DECLARE
        values = view.rules.face_values
        if DROP in legal and sum(points(card, values) for card in view.hand) <= self._drop_at:
            return DROP
        if DRAW in legal:
            return DRAW
        spreads = [action for action in legal if isinstance(action, Spread)]
        if spreads:
            return max(
                spreads, key=lambda spread: sum(points(card, values) for card in spread.cards)
            )
        hits = [action for action in legal if isinstance(action, Hit)]
        return hits[0] if hits else safe_action(view)


class Stayer(Falling):
    """Plays its cards as a sensible player does, but never drops."""

    def __init__(self) -> None:
        super().__init__(_STAYER)
