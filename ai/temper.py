"""The numbers that make one opponent differ from another."""

from dataclasses import dataclass
from typing import Final

EVERYTHING: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How a player weighs things; a level or a style is a set of these, not another class.

    Points are points of the count. A threshold is given for a standard deal between two seats and
    is scaled to what the rules deal; what falls, falls with every discard between two.
    """

    keep: float
    """How many chances to come in a pair or a connected two is credited with."""
    wild: float
    """Points that keeping a wild card is worth."""
    caution: float
    """Points lost per point of danger that a discard helps somebody."""
    take_margin: float
    """Points by which a visible discard must beat an unseen card to be taken."""
    drop_start: float
    drop_fall: float
    near_cards: int
    """A seat with no more cards than this is nearly out: the next two lines hold instead."""
    near_start: float
    near_fall: float
    least: float
    """The threshold falls no further than this: waiting could hardly help."""
    crowd: float
    """What the threshold is multiplied by for each seat at the table beyond two."""
    dread: float
    """How strongly a dearer catch than the standard one lowers the threshold."""
    reckons: bool = False
    """Whether it has worked out when to drop under the rules in force, and goes not by feel."""
    boldness: float = 1
    """What the threshold is multiplied by, felt or worked out."""
    memory: int = EVERYTHING
    """How many moves back it remembers; what lies on the table it sees."""
    heeds: bool = True
    """Whether it notes what the others take, and who is nearly out."""
    softness: float = 0
    """Points by which one of many choices may be worse than another and still be made about as
    often; of few, fewer points."""
    slack: float = 0
    """No choice is made that is worse than the best by more points than this; of few, fewer."""
    doubt: float = 0
    """Points by which it usually misjudges, this way or that, the count to drop at."""


SOUND: Final = Temper(
    keep=6,
    wild=5,
    caution=3,
    take_margin=2,
    drop_start=24,
    drop_fall=0.8,
    near_cards=4,
    near_start=11,
    near_fall=0.8,
    least=2,
    crowd=1,
    dread=0.15,
)
