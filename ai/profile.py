"""The numbers that make one plain player differ from another: levels from the weakest up, styles,
the player of play-outs, and the families that measurements search.

What makes a level weaker is what makes people weaker: it drops by a fixed number, or knows what a
drop pays but does not dare; it breaks up pairs, forgets what was thrown, does not see what the
others collect, and chooses less surely.
"""

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Final, Self, TypeAlias

from game.rules.actions import Action, Drop, Hit, Spread, Take


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How a plain player weighs things. All numbers are whole: points are in thousandths of a point
    of the count, parts in thousandths, rounds in thousandths of a discard at a table of two.

    What it drops by without tables is given for a standard deal and scaled to what is dealt.
    """

    keep: int
    """How many chances to come in a pair or a connected two is credited with, in thousandths."""
    wild: int
    """Points that keeping a wild card is worth."""
    caution: int
    """Points lost where a discard surely helps somebody; where it may help, a part of them."""
    take_margin: int
    """Points by which a visible discard must beat an unseen card to be taken."""
    holding_margin: int = 0
    """What is added to that where spreads stay in hand: a take tells much, and low cards are not
    what is wanted there."""
    take_heat: int = 0
    """Points around that margin within which it sometimes takes and sometimes does not."""
    sees_discard: bool = False
    """Whether a card that completes a spread is credited with the discard that follows as well."""
    drop_start: int
    """The count at which it drops before the first discard, where it uses no tables."""
    drop_fall: int
    """Points that the count to drop at loses in each round."""
    near_start: int
    """The count at which it drops where another seat has fewer cards than were dealt."""
    near_step: int = 0
    """What is added to that count for each card that the other seat holds, of five dealt."""
    near_fall: int
    least: int
    """The threshold falls no further than this; below 0 it may end in never dropping."""
    dread: int = 0
    """How strongly a dearer catch than the standard one lowers the threshold, a part."""
    uses_tables: bool = False
    """Whether it drops by the thresholds worked out for the rules in force (``ai.drops``), and
    thinks of the time that waits and limits give."""
    boldness: int = 1000
    """The part of the threshold at which it drops, in thousandths; of what lies above two average
    cards it wants to be no surer."""
    noise: int = 0
    """The standard deviation of its error about the count to drop at, in thousandths of a point,
    where the others hold all cards dealt; with fewer it errs less."""
    trap: int = -1000
    """The highest count with which it lies in wait for others to drop."""
    trap_until: int = 0
    """The round before which it lies in wait for others to drop."""
    hold_until: int = 0
    """The round before which it lays spreads only to go out."""
    hit_least: int = 0
    """The fewest points of a card that it hits with, unless that goes out."""
    memory: int = 1000  # more than any pile has
    """How many cards of the discard pile it remembers; what lies on the table it sees."""
    watches_others: bool = True
    """Whether it notes what the others take, and who is nearly out."""
    temperature: int = 0
    """The temperature of its softmax choice among many discards, in points; among few, less."""
    slack: int = 0
    """Points by which a discard may be worse than the best and still be thrown; among few, fewer.
    """
    overlooks: int = 0
    """How often it does not see that its turn could begin with what wins for certain, in
    thousandths."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values of all fields in their order, as the kernel takes them."""
        return tuple(map(int, astuple(self)))

    def plain(self) -> Self:
        """Just the level."""
        return self

    def cautious(self) -> Self:
        """Wants to be surer before it drops, and throws nothing that somebody may want."""
        return replace(self, boldness=self.boldness * 6 // 10, caution=self.caution + 4000)

    def hustler(self) -> Self:
        """Drops before others have sorted their hands, and does not mind being caught."""
        return replace(self, boldness=self.boldness * 135 // 100)

    def hoarder(self) -> Self:
        """Hardly ever parts with what may yet become a spread, and takes for it."""
        return replace(self, keep=self.keep * 14 // 10 + 1000, take_margin=self.take_margin - 2000)

    def hitter(self) -> Self:
        """Return the profile of a hitter: it likes to lay and to hit, keeps what fits the table in
        mind, and would rather go out.
        """
        return replace(
            self,
            boldness=self.boldness * 96 // 100,
            keep=self.keep * 12 // 10,
            take_margin=self.take_margin - 2000,
        )


SOUND: Final = Profile(
    keep=6000,
    wild=5000,
    caution=3000,
    take_margin=2000,
    drop_start=24_000,
    drop_fall=800,
    near_start=11_000,
    near_fall=800,
    least=2000,
    dread=150,
)

LEVELS: Final[Mapping[str, Profile]] = {
    "beginner": replace(
        SOUND,
        keep=300,
        caution=0,
        take_margin=8000,
        drop_start=20_500,
        drop_fall=0,
        near_start=20_500,
        near_fall=0,
        dread=0,
        memory=0,
        watches_others=False,
        temperature=9000,
        slack=7000,
        noise=6000,
        overlooks=250,
    ),
    "casual": replace(
        SOUND,
        keep=1500,
        caution=1000,
        take_margin=4000,
        drop_start=20_500,
        drop_fall=0,
        near_start=20_500,
        near_fall=0,
        dread=50,
        memory=2,
        watches_others=False,
        temperature=3200,
        slack=7000,
        noise=5500,
    ),
    "regular": replace(
        SOUND,
        uses_tables=True,
        boldness=550,
        keep=1700,
        caution=2000,
        take_margin=3000,
        memory=6,
        temperature=2900,
        slack=5800,
        noise=4000,
    ),
    # It sees and knows all, and throws what a strong player would: of two cards equally loose it
    # seldom keeps the higher. What parts it from the master is the drop: it fears being caught, so
    # it mostly waits with less in hand than would pay, and misjudges that by some points. Bolder,
    # it would come too near to the master; shyer, there would be little to gain by knowing that a
    # catch is dear.
    "expert": replace(
        SOUND,
        uses_tables=True,
        boldness=500,
        keep=5000,
        temperature=1100,
        slack=2400,
        noise=3800,
    ),
}
"""The levels below Master, from the weakest up."""
EXPERT: Final = LEVELS["expert"]
MASTER: Final = "master"
"""The level above them, which no profile describes."""

SLIPS: Final[Mapping[str, tuple[str, str, str]]] = {
    "beginner": ("breaks", "clings", "misses"),
    "casual": ("breaks", "passes", "caught"),
    "regular": ("breaks", "passes", "fears"),
    "expert": ("fears", "passes", "caught"),
    "master": ("fears", "overlooks", "caught"),
}
"""What each level does wrong as people do, as its plate says; names are of ``ai.slips``."""
STRENGTHS: Final[Mapping[str, tuple[str, str]]] = {
    "beginner": ("overlooks", "grabs"),
    "casual": ("overlooks", "misses"),
    "regular": ("pride", "misses"),
    "expert": ("breaks", "pride"),
    "master": ("breaks", "passes"),
}
"""The slips that each level does not make, or hardly ever, as its plate says."""

QUICK: Final = replace(
    SOUND,
    uses_tables=True,
    boldness=850,
    noise=2000,
    holding_margin=6000,
    take_heat=600,
    temperature=600,
    slack=4800,
)
"""The profile that plays hands out for the coach: about as strong as Expert, and never quite sure,
so that nearly all that a player may sensibly do has a chance."""
STAYER: Final = Profile(
    keep=10_000,
    wild=12_000,
    caution=0,
    take_margin=100_000,
    sees_discard=True,
    drop_start=-1000,
    drop_fall=0,
    near_start=-1000,
    near_fall=0,
    least=-1000,
)
"""The profile that plays its cards as a sensible player does, but never drops."""


STYLES: Final[Mapping[str, Callable[[Profile], Profile]]] = {
    each.__name__: each
    for each in (Profile.plain, Profile.cautious, Profile.hustler, Profile.hoarder, Profile.hitter)
}
"""What a player likes, at any level; each changes a profile without making it much weaker."""
Leaning: TypeAlias = Mapping[type[Action], int]
LEANINGS: Final[Mapping[str, Leaning]] = {
    "cautious": {Drop: -5},
    "hustler": {Drop: 5},
    "hoarder": {Take: 25, Spread: -100, Hit: -60},
    "hitter": {Take: 25, Hit: 60, Drop: -3},
}
"""What a style adds to the master's score of a kind of action: enough to tip what hangs in the
balance, not to do what is plainly bad. Scores of dropping differ by tens, of lays and takes by
hundreds.
"""
