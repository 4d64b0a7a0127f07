"""Integer probabilities, identical on every machine and in the kernel's C version."""

from bisect import bisect_left
from typing import Final

WHOLE: Final = 1 << 16
"""The weight of certainty."""

_MASK: Final = (1 << 64) - 1  # 64 bits
_HALF_OF_NORMAL: Final = (
    20, 59, 98, 138, 177, 217, 257, 298, 339, 381, 424, 467, 511, 556, 602, 650,
    699, 750, 803, 858, 917, 978, 1043, 1113, 1189, 1273, 1366, 1473, 1601, 1762, 1987, 2000,
)  # fmt: skip
_NORMAL: Final = (*(-error for error in reversed(_HALF_OF_NORMAL)), *_HALF_OF_NORMAL)
"""Errors that are equally likely, in thousandths of a standard deviation: the quantiles of the
normal distribution at 1/128, 3/128, …, none beyond two deviations.
"""
_HALVING: Final = (
    65536, 64830, 64132, 63441, 62757, 62081, 61413, 60751, 60097, 59449, 58809, 58176, 57549,
    56929, 56316, 55709, 55109, 54515, 53928, 53347, 52773, 52204, 51642, 51085, 50535, 49991,
    49452, 48920, 48393, 47871, 47356, 46846, 46341, 45842, 45348, 44859, 44376, 43898, 43425,
    42958, 42495, 42037, 41584, 41136, 40693, 40255, 39821, 39392, 38968, 38548, 38133, 37722,
    37316, 36914, 36516, 36123, 35734, 35349, 34968, 34591, 34219, 33850, 33486, 33125,
)  # fmt: skip
"""``WHOLE`` decaying by half, in 64 steps."""


def decayed(distance: int, heat: int) -> int:
    """Return ``WHOLE`` · exp(-distance / heat), for a distance of at least 0 and a heat above 0."""
    # In thousandths of a step; 64 / ln 2 steps are a factor of e.
    steps = distance * 92_332 // (1000 * heat)
    return _HALVING[steps % 64] >> min(steps // 64, 63)


def at_least(lead: int, deviation: int) -> int:
    """Return the probability that a lead plus a normal error of this deviation is at least 0."""
    if not deviation:
        return WHOLE if lead >= 0 else 0
    fails = bisect_left(_NORMAL, -(1000 * lead // deviation))
    return (len(_NORMAL) - fails) * (WHOLE // len(_NORMAL))


def leaning(lead: int, heat: int) -> int:
    """Return the probability of choosing an option by its lead over another, a logistic function;
    without heat, ``WHOLE`` for a lead above 0, else 0.
    """
    if not heat:
        return WHOLE if lead > 0 else 0
    behind = decayed(abs(lead), heat)
    likelier = WHOLE * WHOLE // (WHOLE + behind)
    return likelier if lead >= 0 else WHOLE - likelier


class SplitMix64:
    """The SplitMix64 generator of Steele, Lea and Flood; any integer may be its seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next 64 bits."""
        self._state = mixed = self._state + 0x9E3779B97F4A7C15 & _MASK
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def below(self, most: int) -> int:
        """Return an integer from 0 up to but not including ``most``, which is at most 2 ** 32."""
        return (self.next() >> 32) * most >> 32
