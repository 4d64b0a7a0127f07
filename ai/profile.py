"""The numbers that make one opponent differ from another: levels from the weakest up, and styles.

What makes a level weaker is what makes people weaker: it drops by a fixed number, or knows what a
drop pays but does not dare; it breaks up pairs, forgets what was thrown, does not see what the
others collect, and chooses less surely.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")

EVERYTHING: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
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
    """The count at which it drops before the first discard, where it uses no tables."""
    drop_fall: float
    """What that count loses in each round."""
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
    uses_tables: bool = False
    """Whether it drops by the thresholds worked out for the rules in force (``ai.drops``)."""
    boldness: float = 1
    """What the threshold is multiplied by."""
    memory: int = EVERYTHING
    """How many moves back it remembers; what lies on the table it sees."""
    watches_others: bool = True
    """Whether it notes what the others take, and who is nearly out."""
    temperature: float = 0
    """The temperature of its softmax choice among many discards, in points; among few, less."""
    slack: float = 0
    """No choice is made that is worse than the best by more points than this; among few, less."""
    noise: float = 0
    """The standard deviation, in points, of its error about the count to drop at."""
    slips: tuple[str, ...] = ()
    """What it does wrong as people do, the most frequent first, by the names of ``ai.slips``."""


SOUND: Final = Profile(
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
BEGINNER: Final = replace(
    SOUND,
    keep=0.5,
    caution=0,
    take_margin=8,
    drop_start=25,
    drop_fall=0,
    near_start=25,
    near_fall=0,
    dread=0,
    memory=0,
    watches_others=False,
    temperature=4,
    slack=7,
    noise=3,
    slips=("breaks", "clings", "pride"),
)
CASUAL: Final = replace(
    SOUND,
    keep=2,
    caution=1,
    take_margin=4,
    drop_start=20.5,
    drop_fall=0,
    near_start=20.5,
    near_fall=0,
    dread=0.05,
    memory=4,
    watches_others=False,
    temperature=2.5,
    slack=5,
    noise=3,
    slips=("breaks", "pride"),
)
REGULAR: Final = replace(
    SOUND,
    uses_tables=True,
    boldness=0.5,
    keep=2.5,
    caution=2,
    take_margin=3,
    memory=12,
    temperature=2,
    slack=4,
    noise=4,
    slips=("fears", "breaks"),
)
# It sees and knows all, and throws what a strong player would: of two cards equally loose it seldom
# keeps the higher. What parts it from the master is the drop: it fears being caught, so it mostly
# waits with less in hand than would pay, and misjudges that by some points. Bolder, it would come
# too near to the master; shyer, there would be little to gain by knowing that a catch is dear.
EXPERT: Final = replace(
    SOUND,
    uses_tables=True,
    boldness=0.68,
    temperature=0.6,
    slack=2,
    noise=3.5,
    slips=("fears",),
)

LEVELS: Final[Mapping[str, Profile]] = {
    "beginner": BEGINNER,
    "casual": CASUAL,
    "regular": REGULAR,
    "expert": EXPERT,
}
"""The levels below Master, from the weakest up."""

Style: TypeAlias = Callable[[Profile], Profile]


def plain(profile: Profile) -> Profile:
    """Just the level."""
    return profile


def cautious(profile: Profile) -> Profile:
    """Wants to be surer before it drops, and throws nothing that somebody may want."""
    return replace(profile, boldness=0.77 * profile.boldness, caution=profile.caution + 4)


def hustler(profile: Profile) -> Profile:
    """Drops before others have sorted their hands, and does not mind being caught now and then."""
    return replace(profile, boldness=1.15 * profile.boldness)


def hoarder(profile: Profile) -> Profile:
    """Hardly ever parts with what may yet become a spread, and takes for it."""
    return replace(profile, keep=1.4 * profile.keep + 1, take_margin=profile.take_margin - 1)


def hitter(profile: Profile) -> Profile:
    """Likes to lay and to hit: keeps what fits the table in mind, and would rather go out."""
    return replace(
        profile,
        boldness=0.96 * profile.boldness,
        keep=1.2 * profile.keep,
        take_margin=profile.take_margin - 2,
    )


STYLES: Final[Mapping[str, Style]] = {
    each.__name__: each for each in (plain, cautious, hustler, hoarder, hitter)
}
"""What a player likes, at any level; each changes a profile without making it much weaker."""


# Choosing as people do: among things nearly as good as the best, now this one and now that.

_MANY: Final = 6
"""Among so many choices a profile's temperature and slack hold in full, of two a fifth of them:
where there is little to choose from, everybody sees what is best."""


def softmax(worths: Sequence[float], temperature: float = 1.0) -> list[float]:
    """How likely each is beside the best, which is 1: the closer in worth, the likelier."""
    best = max(worths)
    return [exp((worth - best) / temperature) for worth in worths]


def softmax_choice(
    choices: Sequence[T], worths: Sequence[float], profile: Profile, random: Random
) -> T:
    """One of ``choices``: the better its worth, the likelier; what is equal is equally likely.

    Nothing is chosen that is worse than the best by more than the profile's slack.
    """
    best = max(worths)
    if not profile.temperature or len(choices) == 1:
        return random.choice(
            [one for one, worth in zip(choices, worths, strict=True) if worth == best]
        )
    share = min(len(choices) - 1, _MANY - 1) / (_MANY - 1)
    least = best - share * profile.slack
    likely = [
        chance if worth >= least else 0.0
        for worth, chance in zip(worths, softmax(worths, share * profile.temperature), strict=True)
    ]
    return random.choices(choices, likely)[0]


def error_in_drop(profile: Profile, random: Random) -> float:
    """Points by which a player misjudges the count to drop at, never by over twice its noise."""
    if not profile.noise:
        return 0
    return max(-2 * profile.noise, min(random.gauss(0, profile.noise), 2 * profile.noise))
