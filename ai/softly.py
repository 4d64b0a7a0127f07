"""Choosing as people do: among things nearly as good as the best, now this one and now that.

However soft the choice, nothing is chosen that costs more than the temper's slack; and where there
is little to choose from, everybody sees what is best.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final, TypeVar

from ai.temper import Temper

T = TypeVar("T")

_MANY: Final = 6
"""Of so many things one overlooks as much as one's temper lets one, of two a fifth of that."""


def choose_softly(
    choices: Sequence[T], worths: Sequence[float], temper: Temper, random: Random
) -> T:
    """One of ``choices``: the better its worth, the likelier; what is equal is equally likely."""
    best = max(worths)
    if not temper.softness or len(choices) == 1:
        return random.choice(
            [one for one, worth in zip(choices, worths, strict=True) if worth == best]
        )
    share = min(len(choices) - 1, _MANY - 1) / (_MANY - 1)
    softness, slack = share * temper.softness, share * temper.slack
    likely = [exp((worth - best) / softness) if worth >= best - slack else 0.0 for worth in worths]
    return random.choices(choices, likely)[0]


def wavering(temper: Temper, random: Random) -> float:
    """Points by which a firm number is off this once, never by more than twice the usual."""
    if not temper.doubt:
        return 0
    return max(-2 * temper.doubt, min(random.gauss(0, temper.doubt), 2 * temper.doubt))
