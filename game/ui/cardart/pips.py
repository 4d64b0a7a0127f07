"""The four suit signs, and where they stand on a number card."""

from __future__ import annotations

from typing import Final

# Each in a box from -50 to 50, centred.
PIP_PATHS: Final[dict[str, str]] = {
    "H": (
        "M0,48 C-12,28 -47,6 -47,-19 C-47,-36 -36,-46 -23,-46 C-12,-46 -4,-39 0,-28 "
        "C4,-39 12,-46 23,-46 C36,-46 47,-36 47,-19 C47,6 12,28 0,48 Z"
    ),
    "D": "M0,-50 Q13,-22 39,0 Q13,22 0,50 Q-13,22 -39,0 Q-13,-22 0,-50 Z",
    "S": (
        "M0,-50 C9,-30 46,-8 46,17 C46,31 36,39 25,39 C17,39 10,35 5,28 "
        "C6,38 11,46 21,50 L-21,50 C-11,46 -6,38 -5,28 C-10,35 -17,39 -25,39 "
        "C-36,39 -46,31 -46,17 C-46,-8 -9,-30 0,-50 Z"
    ),
    "C": (
        "M0,-49 C13,-49 22,-39 22,-28 C22,-20 18,-14 13,-10 C17,-12 21,-13 25,-13 "
        "C38,-13 47,-4 47,9 C47,22 38,31 26,31 C17,31 9,27 5,19 "
        "C5,34 10,45 21,50 L-21,50 C-10,45 -5,34 -5,19 C-9,27 -17,31 -26,31 "
        "C-38,31 -47,22 -47,9 C-47,-4 -38,-13 -25,-13 C-21,-13 -17,-12 -13,-10 "
        "C-18,-14 -22,-20 -22,-28 C-22,-39 -13,-49 0,-49 Z"
    ),
}

_LEFT, _MID, _RIGHT = 84.0, 125.0, 166.0
_TOP, _UPPER, _HALF = 66.0, 138.67, 175.0
_LOWER, _BOTTOM = 350.0 - _UPPER, 350.0 - _TOP


def _both(y: float) -> tuple[tuple[float, float], ...]:
    return ((_LEFT, y), (_RIGHT, y))


_FOUR = (*_both(_TOP), *_both(_BOTTOM))
_SIX = (*_FOUR, *_both(_HALF))
_EIGHT = (*_FOUR, *_both(_UPPER), *_both(_LOWER))
_HIGH = (_MID, (_TOP + _UPPER) / 2)
_LOW = (_MID, 350.0 - _HIGH[1])
_SEVENTH = (_MID, (_TOP + _HALF) / 2)
_EIGHTH = (_MID, 350.0 - _SEVENTH[1])

# Middles of the signs; those below the middle of the card stand on their heads.
LAYOUT: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((_MID, _TOP), (_MID, _BOTTOM)),
    "3": ((_MID, _TOP), (_MID, _HALF), (_MID, _BOTTOM)),
    "4": _FOUR,
    "5": (*_FOUR, (_MID, _HALF)),
    "6": _SIX,
    "7": (*_SIX, _SEVENTH),
    "8": (*_SIX, _SEVENTH, _EIGHTH),
    "9": (*_EIGHT, (_MID, _HALF)),
    "T": (*_EIGHT, _HIGH, _LOW),
}
PIP_SIZE: Final = 50.0
CROWDED_PIP_SIZE: Final = 45.0  # on nines and tens
