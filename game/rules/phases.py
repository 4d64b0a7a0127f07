"""What the seat on turn may do right now."""

from enum import IntEnum


class Phase(IntEnum):
    """The stages of a hand."""

    START = 0
    """A turn begins: drop, draw, take, stop or declare."""
    LAY = 1
    """After drawing: spreads and hits, then a discard or done."""
    CHANCE = 2
    """A double-double's last chance: spreads, hits, then pass (RULES.md §5.13)."""
    SLAP = 3
    """The hand ends as a stock-out once nobody slaps its last discard."""
    OVER = 4


# Looking a member up in its enum costs more than most of what play does with it.
START, LAY, CHANCE, SLAP, OVER = Phase
