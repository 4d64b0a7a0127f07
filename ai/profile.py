"""Profiles of the plain player: levels from the weakest up, styles, the play-out policy, and the
families that measurements search.

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
    """The weights of a plain player. All are integers: points in thousandths of a point of the
    count, shares in thousandths, rounds in thousandths of a discard at a table of two.

    Drop thresholds used without tables are for a standard deal, and scaled to the cards dealt.
    """

    keep: int
    """The future draws that a pair or two linked cards are credited with, in thousandths."""
    wild: int
    """Points that keeping a wild card is worth."""
    caution: int
    """Points lost by a discard that certainly helps an opponent; in proportion where it may help.
    """
    take_margin: int
    """Points by which a visible discard must beat an unseen card to be taken."""
    holding_margin: int = 0
    """Points added to ``take_margin`` where spreads stay in hand: taking a card reveals much, and
    low cards are of little use.
    """
    take_heat: int = 0
    """Points around the margin within which taking is left to chance."""
    sees_discard: bool = False
    """Whether a card that completes a spread is also credited with the discard that follows."""
    drop_start: int
    """The count at which it drops before the first discard, without tables."""
    drop_fall: int
    """Points by which the drop threshold falls in each round."""
    near_start: int
    """The count at which it drops where another seat has fewer cards than were dealt."""
    near_step: int = 0
    """Points added to the short-hand threshold for each card the other seat holds, of five dealt.
    """
    near_fall: int
    least: int
    """The floor of the drop threshold; below 0 the player may end up never dropping."""
    dread: int = 0
    """How strongly a catch that costs more than the standard one lowers the threshold, in
    thousandths.
    """
    uses_tables: bool = False
    """Whether it drops by the thresholds computed for the rules in force (``ai.drops``), and allows
    for the time that waits and limits give.
    """
    boldness: int = 1000
    """The share of the threshold at which it drops, in thousandths; below 1000 it is cautious.

    Without tables all of the threshold is scaled; with them only the part up to two average cards,
    and that less where a catch costs less.
    """
    noise: int = 0
    """The standard deviation of its error about the drop threshold, in thousandths of a point,
    against full hands; smaller against shorter hands.
    """
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
    """Whether it notes what the others take, and who is about to go out."""
    temperature: int = 0
    """The temperature of its softmax choice among many discards, in points; among few, less."""
    slack: int = 0
    """Points by which a discard may be worse than the best and still be thrown; among few, fewer.
    """
    overlooks: int = 0
    """How often it overlooks a certain win at the start of its turn, in thousandths."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values of all fields in order, as the kernel takes them."""
        return tuple(map(int, astuple(self)))

    def plain(self) -> Self:
        """Return the level's profile unchanged."""
        return self

    def cautious(self) -> Self:
        """Return a cautious profile: it drops only when surer, and avoids discards that others may
        want.
        """
        return replace(self, boldness=self.boldness * 6 // 10, caution=self.caution + 4000)

    def hustler(self) -> Self:
        """Return a hustler's profile: it drops early and does not mind being caught."""
        return replace(self, boldness=self.boldness * 135 // 100)

    def hoarder(self) -> Self:
        """Return a hoarder's profile: it keeps cards that may yet make a spread, and takes cards
        for them.
        """
        return replace(self, keep=self.keep * 14 // 10 + 1000, take_margin=self.take_margin - 2000)

    def hitter(self) -> Self:
        """Return a hitter's profile: it likes to lay and hit, keeps cards that fit the table, and
        prefers going out.
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
"""The play-out policy of the coach: about as strong as Expert, but randomized, so that nearly every
sensible action has a chance.
"""
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
"""A profile that plays sensibly but never drops."""


STYLES: Final[Mapping[str, Callable[[Profile], Profile]]] = {
    each.__name__: each
    for each in (Profile.plain, Profile.cautious, Profile.hustler, Profile.hoarder, Profile.hitter)
}
"""The styles, for any level; each changes a profile without weakening it much."""
Leaning: TypeAlias = Mapping[type[Action], int]
LEANINGS: Final[Mapping[str, Leaning]] = {
    "cautious": {Drop: -5},
    "hustler": {Drop: 5},
    "hoarder": {Take: 25, Spread: -100, Hit: -60},
    "hitter": {Take: 25, Hit: 60, Drop: -3},
}
"""What a style adds to Master's score of a kind of action: enough to tip close decisions, not to
force bad ones. Scores of drops differ by tens, those of lays and takes by hundreds.
"""
