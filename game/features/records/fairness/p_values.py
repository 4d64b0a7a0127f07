"""P-values without a statistics library."""

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

_EPSILON: Final = 1e-15  # relative error at which series end
_TINY: Final = 1e-300  # in place of 0 in a denominator
_STEPS_MOST: Final = 100_000  # maximum steps of a series or a continued fraction


def chi_square_p(statistic: float, freedom: int) -> float:
    """Return the upper tail of the chi-square distribution with ``freedom`` degrees of freedom."""
    return _upper_gamma(freedom / 2, max(0.0, statistic) / 2)


def counts_p(observed: Sequence[float], expected: Sequence[float]) -> float:
    """Return the p-value of Pearson's test of counts against expected values with the same sum.

    Neighbouring cells are merged until each expects enough for the chi-square distribution to hold.
    """
    cells: list[tuple[float, float]] = []
    seen = hoped = 0.0
    least_expected = 5.0  # cells that expect less are merged (Cochran's rule)
    for count, chance in zip(observed, expected, strict=True):
        seen, hoped = seen + count, hoped + chance
        if hoped >= least_expected:
            cells.append((seen, hoped))
            seen = hoped = 0.0
    if cells and (seen or hoped):
        last, chance = cells.pop()
        cells.append((last + seen, chance + hoped))
    statistic = sum((count - chance) ** 2 / chance for count, chance in cells)
    return chi_square_p(statistic, len(cells) - 1) if len(cells) > 1 else 1.0


def normal_p(deviations: float) -> float:
    """Return the two-sided p-value of ``deviations`` standard deviations of the normal
    distribution.
    """
    return erfc(abs(deviations) / sqrt(2))


def normal_share(deviations: float) -> float:
    """Return the normal distribution function at ``deviations`` standard deviations."""
    return erfc(-deviations / sqrt(2)) / 2


def kolmogorov_p(distance: float, points: int) -> float:
    """Return the Kolmogorov-Smirnov p-value of ``distance`` for ``points`` uniform numbers.

    It uses the limiting distribution with the correction of Stephens (1970).
    """
    root = sqrt(points)
    reach = (root + 0.12 + 0.11 / root) * distance
    if reach < 0.2:  # below this the series needs many terms to say 1
        return 1.0
    terms = ((1 if k % 2 else -1) * exp(-2 * (k * reach) ** 2) for k in range(1, 100))
    return min(1.0, max(0.0, 2 * sum(terms)))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p-values for multiple testing (Holm 1979): one below a joint level is rejected."""
    adjusted, least = [1.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, number in enumerate(order):
        least = max(least, min(1.0, (len(order) - place) * p_values[number]))
        adjusted[number] = least
    return tuple(adjusted)


def _upper_gamma(shape: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function, by series or by continued
    fraction.
    """
    if x <= 0:
        return 1.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        for step in range(1, _STEPS_MOST):
            term *= x / (shape + step)
            total += term
            if term < total * _EPSILON:
                break
        return min(1.0, max(0.0, 1 - total * scale))
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for step in range(1, _STEPS_MOST):
        a = -step * (step - shape)
        b += 2
        d = 1 / _not_zero(a * d + b)
        c = _not_zero(b + a / c)
        fraction *= c * d
        if abs(c * d - 1) < _EPSILON:
            break
    return min(1.0, max(0.0, fraction * scale))


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
