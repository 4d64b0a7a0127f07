"""The opponents that a player has chosen for a new game.

Kept apart from ``opponents`` so that settings, and thus the first frame, need import no more.
"""

from collections.abc import Sequence
from typing import NamedTuple


class ChosenOpponent(NamedTuple):
    """An opponent as chosen for the next new game; the game chooses empty parts."""

    level: str = ""
    style: str = ""
    name: str = ""


def filled(chosen: Sequence[ChosenOpponent], count: int) -> tuple[ChosenOpponent, ...]:
    """Return ``count`` opponents: those chosen, completed by the game's choice."""
    missing = max(0, count - len(chosen))
    return (*chosen[:count], *[ChosenOpponent()] * missing)
