"""How quickly a seat reacts to a discard that can be slapped (RULES.md §5.9).

The time comes from the seed of the seat's next decision, and so from the hand's: the same hand is
slapped the same way each time.
"""

from typing import Final

_QUICKEST, _SLOWEST = 0.30, 1.05
"""Shares of the race. The slowest come too late."""
_STEPS: Final = 4093


def reaction(decision_seed: int) -> float:
    """How much of the race goes by before the seat has reacted; above 1 it has missed it."""
    return _QUICKEST + (_SLOWEST - _QUICKEST) * (decision_seed // 7 % _STEPS) / (_STEPS - 1)
