"""Who looks how: the people of the house, and anybody else by what the letters of a name give.

Pure; the pictures are made elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final


class Mood(StrEnum):
    """What a face shows. There are two of thinking, so that eyes can wander."""

    CALM = "calm"
    THINKING = "thinking"
    PONDERING = "pondering"
    PLEASED = "pleased"
    SORRY = "sorry"
    SURPRISED = "surprised"


class Hair(StrEnum):
    """How hair is worn, hats with it."""

    BOB = "bob"
    BALD = "bald"
    CURLS = "curls"
    HAT = "hat"
    BUN = "bun"
    CROP = "crop"
    LONG = "long"
    QUIFF = "quiff"
    SCARF = "scarf"


class Extra(StrEnum):
    """What some people wear or grow beside."""

    GLASSES = "glasses"
    BEARD = "beard"
    MOUSTACHE = "moustache"
    EARRINGS = "earrings"
    FRECKLES = "freckles"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Person:
    """How somebody looks. ``skin`` and ``hair`` are names of tones, ``cloth`` is a colour."""

    skin: str
    hair: str
    style: Hair
    cloth: str
    extras: frozenset[Extra] = frozenset()


SKINS: Final = {
    "fair": ("#f6d3b3", "#dca680"),
    "rosy": ("#f0bd9c", "#cf8d6c"),
    "olive": ("#dba877", "#b57e4e"),
    "brown": ("#b07a4e", "#8a5932"),
    "dark": ("#7f4f33", "#5d3620"),
}
HAIRS: Final = {
    "black": ("#241d24", "#463a46"),
    "brown": ("#56341f", "#7a4e31"),
    "auburn": ("#9c4420", "#c46a36"),
    "blond": ("#d9ab4e", "#f0cf82"),
    "grey": ("#a9a7a8", "#d3d1d0"),
    "white": ("#e4e0d8", "#f7f4ee"),
}
_CLOTHS: Final = ("#2c7f79", "#8c3b4a", "#3f5f96", "#b07a2a", "#5d7c3a", "#7a4f86", "#3b4350")
_MANLY: Final = (Hair.BALD, Hair.CROP, Hair.QUIFF, Hair.HAT)

_HOUSE: Final = {
    "Ada": Person("olive", "black", Hair.BOB, "#2c7f79", frozenset({Extra.GLASSES})),
    "Basil": Person(
        "rosy", "white", Hair.BALD, "#5d7c3a", frozenset({Extra.BEARD, Extra.MOUSTACHE})
    ),
    "Cleo": Person("dark", "black", Hair.CURLS, "#d0912f", frozenset({Extra.EARRINGS})),
    "Duke": Person("brown", "black", Hair.HAT, "#34405c", frozenset({Extra.MOUSTACHE, Extra.TIE})),
    "Etta": Person("fair", "auburn", Hair.BUN, "#7a4f86", frozenset({Extra.FRECKLES})),
}


def person_of(name: str) -> Person:
    """How somebody of this name looks: always the same."""
    return _HOUSE.get(name) or _imagined(name)


def _imagined(name: str) -> Person:
    dice = sha256(name.encode("utf-8", "replace")).digest()
    style = list(Hair)[dice[0] % len(Hair)]
    return Person(
        skin=list(SKINS)[dice[1] % len(SKINS)],
        hair=list(HAIRS)[dice[2] % len(HAIRS)],
        style=style,
        cloth=_CLOTHS[dice[3] % len(_CLOTHS)],
        extras=frozenset(_extras(style, dice[4], dice[5])),
    )


def _extras(style: Hair, first: int, second: int) -> list[Extra]:
    grown = (Extra.BEARD, Extra.MOUSTACHE, Extra.TIE, None)
    worn = (Extra.EARRINGS, Extra.FRECKLES, None)
    own = grown[first % len(grown)] if style in _MANLY else worn[first % len(worn)]
    glasses = Extra.GLASSES if second % 3 == 0 else None
    return [extra for extra in (own, glasses) if extra]
