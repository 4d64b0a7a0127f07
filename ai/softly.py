"""Choosing as people do: among things nearly as good as the best, now this one and now that.

However soft the choice, nothing is chosen that costs more than the temper's slack.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

from ai.temper import Temper

T = TypeVar("T")


def choose_softly(
    choices: Sequence[T], worths: Sequence[float], temper: Temper, random: Random
) -> T:
    """One of ``choices``: the better its worth, the likelier; what is equal is equally likely."""
    best = max(worths)
    if not temper.softness:
        return random.choice(
            [one for one, worth in zip(choices, worths, strict=True) if worth == best]
        )
    likely = [
        exp((worth - best) / temper.softness) if worth >= best - temper.slack else 0.0
        for worth in worths
    ]
    return random.choices(choices, likely)[0]


def wavering(temper: Temper, random: Random) -> float:
    """Points by which a firm number is off this once, never by more than twice the usual."""
    if not temper.doubt:
        return 0
    return max(-2 * temper.doubt, min(random.gauss(0, temper.doubt), 2 * temper.doubt))
