"""What the command line asks of the game's window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from game.session.ruletext import NamedRules

Speed: TypeAlias = Literal["slow", "normal", "fast", "rapid", "instant"]
SPEEDS: Final[tuple[str, ...]] = get_args(Speed)


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How `tonk play` was called; everything unset means a person plays.

    ``autoplay`` is the number of hands to play without a person, from 1. ``seats`` counts every
    seat, the human's too, from 2 to 6. Without ``speed`` an autoplay waits for nothing. Without
    ``rules`` an autoplay plays the standard game, and a person by the rules last chosen. ``opens``
    is a file of saved hands to look at.
    """

    autoplay: int | None = None
    seed: str | None = None
    seats: int = 2
    speed: Speed | None = None
    records: Path | None = None
    rules: NamedRules | None = None
    opens: Path | None = None
