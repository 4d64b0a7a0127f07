"""What opponents say now and then: a few words for every occasion, by temper.

Nobody mocks anybody here: winners are modest, and losers take it lightly.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from game.ui.text import N_

if TYPE_CHECKING:
    from collections.abc import Mapping


class Occasion(StrEnum):
    """What there is something to be said about."""

    CAUGHT = "caught"
    """One's own drop was caught."""
    CATCHER = "catcher"
    """One was lower than who dropped, or held as little."""
    CLOSE_CATCHER = "close_catcher"
    """The same, by very little."""
    DROPPED_WELL = "dropped_well"
    OTHER_DROPPED = "other_dropped"
    """Somebody else's drop won."""
    NEARLY = "nearly"
    """The same, and one held only a little more."""
    SURPRISED = "surprised"
    """The same, before anybody has had a second turn."""
    WENT_OUT = "went_out"
    """One has got rid of all cards, by a tonk or otherwise."""
    OTHER_WENT_OUT = "other_went_out"
    NATURAL = "natural"
    OTHER_NATURAL = "other_natural"
    HIT = "hit"
    """One's own spread was hit."""
    HELD_UP = "held_up"
    """The same, and for that one may not drop for a while."""
    BIG_LOSS = "big_loss"
    BIG_ONE = "big_one"
    """A hand begins that pays double."""
    LONG_HAND = "long_hand"
    """The stock has run out."""


class Manner(StrEnum):
    """How somebody talks."""

    WARM = "warm"
    BOLD = "bold"
    DRY = "dry"


ANYBODY: Final = None

LINES: Final[Mapping[Occasion, tuple[tuple[Manner | None, str], ...]]] = {
    Occasion.CAUGHT: (
        (ANYBODY, N_("I should have waited.")),
        (ANYBODY, N_("That will teach me.")),
        (Manner.WARM, N_("Oh dear. I was so sure.")),
        (Manner.BOLD, N_("It was worth a try!")),
        (Manner.DRY, N_("I have counted better.")),
    ),
    Occasion.CATCHER: (
        (ANYBODY, N_("Not this time.")),
        (Manner.WARM, N_("Bad luck. I held so little.")),
        (Manner.BOLD, N_("A brave drop, all the same.")),
        (Manner.DRY, N_("I held less than it seemed.")),
    ),
    Occasion.CLOSE_CATCHER: (
        (ANYBODY, N_("That was close.")),
        (Manner.WARM, N_("It was only just enough.")),
        (Manner.BOLD, N_("By a hair!")),
        (Manner.DRY, N_("It could hardly be closer.")),
    ),
    Occasion.DROPPED_WELL: (
        (ANYBODY, N_("I had lucky cards.")),
        (ANYBODY, N_("The right moment, for once.")),
        (Manner.WARM, N_("I was trembling a little.")),
        (Manner.WARM, N_("I could not bear to wait.")),
        (Manner.BOLD, N_("No sense in waiting!")),
        (Manner.BOLD, N_("Somebody had to do it!")),
        (Manner.DRY, N_("Low enough, as it turns out.")),
        (Manner.DRY, N_("The sums came out right.")),
    ),
    Occasion.OTHER_DROPPED: (
        (ANYBODY, N_("Well judged.")),
        (ANYBODY, N_("I was holding far too much.")),
        (ANYBODY, N_("You cannot win them all.")),
        (Manner.WARM, N_("Nicely done.")),
        (Manner.BOLD, N_("Just you wait for the next one!")),
        (Manner.DRY, N_("I had other plans.")),
    ),
    Occasion.NEARLY: (
        (ANYBODY, N_("So close!")),
        (ANYBODY, N_("One more turn would have done it.")),
        (Manner.WARM, N_("Oh, I was nearly there.")),
        (Manner.BOLD, N_("The next one is mine!")),
        (Manner.DRY, N_("Missed by next to nothing.")),
    ),
    Occasion.SURPRISED: (
        (ANYBODY, N_("Already? I had hardly looked.")),
        (Manner.WARM, N_("Goodness, that was quick!")),
        (Manner.BOLD, N_("So soon? Hats off.")),
        (Manner.DRY, N_("I was still sorting.")),
    ),
    Occasion.WENT_OUT: (
        (ANYBODY, N_("It all fitted, for once.")),
        (Manner.WARM, N_("Well, look at that!")),
        (Manner.BOLD, N_("Not one card left!")),
        (Manner.DRY, N_("Nothing left to hold.")),
    ),
    Occasion.OTHER_WENT_OUT: (
        (ANYBODY, N_("I never saw it coming.")),
        (Manner.WARM, N_("Beautifully played.")),
        (Manner.DRY, N_("And I was collecting so patiently.")),
    ),
    Occasion.NATURAL: (
        (ANYBODY, N_("I did nothing at all!")),
        (Manner.WARM, N_("What a present!")),
        (Manner.DRY, N_("Some hands play themselves.")),
    ),
    Occasion.OTHER_NATURAL: (
        (ANYBODY, N_("Nothing to be done about that.")),
        (Manner.WARM, N_("Dealt like that, lucky one!")),
    ),
    Occasion.HIT: (
        (ANYBODY, N_("Oh! I liked it as it was.")),
        (Manner.WARM, N_("Be my guest.")),
        (Manner.BOLD, N_("There is always room for one more.")),
        (Manner.DRY, N_("I see. So that is how we play.")),
    ),
    Occasion.HELD_UP: (
        (ANYBODY, N_("There goes my drop.")),
        (Manner.WARM, N_("I have time for a cup of tea.")),
        (Manner.BOLD, N_("Ouch! Right where it hurts.")),
        (Manner.DRY, N_("Wake me when I may drop.")),
    ),
    Occasion.BIG_LOSS: (
        (ANYBODY, N_("That one was expensive.")),
        (Manner.WARM, N_("My purse will remember this one.")),
        (Manner.BOLD, N_("Easy come, easy go.")),
        (Manner.DRY, N_("Next time for matches, please.")),
    ),
    Occasion.BIG_ONE: (
        (ANYBODY, N_("Now it counts double.")),
        (Manner.BOLD, N_("At last, the big one!")),
    ),
    Occasion.LONG_HAND: (
        (ANYBODY, N_("What a long hand.")),
        (Manner.WARM, N_("We have used up the whole stock!")),
        (Manner.DRY, N_("Everybody waited, and so did I.")),
    ),
}

_BY_STYLE: Final = {
    "hustler": Manner.BOLD,
    "hitter": Manner.BOLD,
    "cautious": Manner.DRY,
    "hoarder": Manner.DRY,
}
_BY_NAME: Final = {
    "Ada": Manner.DRY,
    "Basil": Manner.WARM,
    "Cleo": Manner.BOLD,
    "Duke": Manner.DRY,
    "Etta": Manner.WARM,
}


def manner_of(name: str, bot: str) -> Manner:
    """How somebody talks: as they play, or else as their name lets one expect."""
    style = bot.rpartition("/")[2]
    if style in _BY_STYLE:
        return _BY_STYLE[style]
    letters = sha256(name.encode("utf-8", "replace")).digest()
    return _BY_NAME.get(name) or list(Manner)[letters[0] % len(Manner)]


def lines_for(occasion: Occasion, manner: Manner) -> tuple[str, ...]:
    """What somebody of this manner may say."""
    return tuple(text for whose, text in LINES[occasion] if whose in {ANYBODY, manner})
