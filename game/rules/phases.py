"""The stages of a turn, which determine what the seat on turn may do."""

from enum import IntEnum


class Phase(IntEnum):
    """The stages of a hand."""

    START = 0
    """The start of a turn: drop, draw, take, stop or declare. Others may slap or drop out of
    turn.
    """
    LAY = 1
    """After drawing: spreads and hits, then a discard or done."""
    CHANCE = 2
    """A last chance to lay, after a tonk (double-double, RULES.md §5.13) or before counts are
    compared (last lay, §5.18): spreads, hits, then pass."""
    SLAP = 3
    """A stock-out will come by itself unless somebody slaps the last discard; the first action of
    its last lay closes the slap (RULES.md §5.18).
    """
    OVER = 4


START, LAY, CHANCE, SLAP, OVER = Phase
