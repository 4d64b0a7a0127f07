"""Choosing as people do: among things nearly as good as the best, now this one and now that."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final, TypeVar

from ai.profile import Profile

T = TypeVar("T")

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
