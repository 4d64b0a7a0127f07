"""The numbers that tell two players of the falling family apart."""

from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import Self


@dataclass(frozen=True, slots=True)
class Numbers:
    """What tells two players of the family apart.

    Points are points of the count. What the drop is decided by is given for a standard deal and
    scaled to what the rules deal; rounds are discards at a table of two.
    """

    drop_start: float
    """The count at which it drops before the first discard, every hand being whole."""
    drop_fall: float
    """What that count loses in each round."""
    near_start: float
    """The same where somebody has fewer cards than were dealt…"""
    near_step: float
    """… with so much more for each card that seat holds."""
    near_fall: float
    least: float
    """The count falls no further than this; below 0 it may end in never dropping."""
    keep: float
    """How many chances to come in a pair or a connected two is credited with."""
    wild: float
    """Points that keeping a wild card is worth."""
    caution: float
    """Points lost where a discard surely helps the next seat."""
    take_margin: float
    """Points by which a visible discard must beat an unseen card to be taken."""
    trap: float
    """With a count of no more than this it lies in wait for others to drop…"""
    trap_until: float
    """… before this round."""
    hold_until: float
    """Before this round it holds its spreads back."""
    hit_least: float
    """It hits no card of fewer points than this, unless that goes out."""

    @classmethod
    def read(cls, text: str) -> Self:
        """From numbers with slashes between them; ``ValueError`` says what is allowed."""
        names = [field.name for field in fields(cls)]
        words = text.split("/")
        if len(words) != len(names):
            raise ValueError(f"{len(words)} numbers; allowed are {len(names)}: {'/'.join(names)}")
        numbers = [float(word) for word in words]
        if not all(map(isfinite, numbers)):
            raise ValueError(f"{text}: allowed are finite numbers")
        return cls(*numbers)

    def __str__(self) -> str:
        return "/".join(f"{number:g}" for number in asdict(self).values())
