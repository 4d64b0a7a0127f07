"""What the seat on turn may do right now."""

from enum import IntEnum


class Phase(IntEnum):
    """The stages of a hand."""

    START = 0
    """A turn begins: drop, draw, take, stop or declare. Others may slap or drop out of turn."""
    LAY = 1
    """After drawing: spreads and hits, then a discard or done."""
    CHANCE = 2
    """A last chance to lay, after a tonk (double-double, RULES.md §5.13) or before counts are
    compared (last lay, §5.18): spreads, hits, then pass."""
    SLAP = 3
    """A stock-out comes by itself once nobody slaps the last discard, or once its last lay has
    begun."""
    OVER = 4


START, LAY, CHANCE, SLAP, OVER = Phase
