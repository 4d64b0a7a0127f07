"""How long a player may let its cards ripen: longer while somebody has to wait before dropping."""

from typing import Final

from ai.temper import Temper
from game.rules.view import SeatView

HASTE: Final = 1.0
"""Of those who may all drop next."""
_OWN_WAIT: Final = 14 / 6
_OTHERS_WAIT: Final = 10 / 6


def patience(view: SeatView, temper: Temper) -> float:
    """By how much more is to be expected of cards than where anybody may drop next.

    Only waits for spreads are long enough to matter, and only who reckons gives thought to them.
    """
    if not (temper.reckons and view.rules.wait_after_spread and any(view.waits)):
        return HASTE
    return _OWN_WAIT if view.waits[view.seat] else _OTHERS_WAIT
