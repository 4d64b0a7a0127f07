"""The opponents that a player has chosen for a new game.

Apart from ``opponents``: settings hold them, and the first frame needs no more.
"""

from collections.abc import Sequence
from typing import NamedTuple


class ChosenOpponent(NamedTuple):
    """An opponent as chosen for the next new game; what is empty is left to the game."""

    level: str = ""
    style: str = ""
    name: str = ""


def filled(chosen: Sequence[ChosenOpponent], count: int) -> tuple[ChosenOpponent, ...]:
    """Return ``count`` opponents: those chosen, and where they are too few, the game's choice."""
    missing = max(0, count - len(chosen))
    return (*chosen[:count], *[ChosenOpponent()] * missing)
