"""Whether the ten tests of the dealer say what they should where all is fair.

    python -m tests.session.fair_p_values [--runs N] [--deals N] [--seed TEXT]

puts perfect deals (Python's own generator) to them again and again. The p values of each test must
then lie evenly between 0 and 1, and all ten together refuse no more than one run of a hundred; the
status is 1 where that is not so.
"""

import argparse
from collections.abc import Sequence
from random import Random

from game.features.records.fairness.dealer_tests import (
    JOINT_LEVEL,
    TESTS,
    DealerOutcome,
    DealingTests,
)
from game.features.records.fairness.p_values import kolmogorov_p
from game.rules.cards import STANDARD_PACK


def runs(count: int, deals: int, seed: str) -> list[tuple[DealerOutcome, ...]]:
    """What the tests make of so many fair runs."""
    dice, found = Random(seed), []
    for _ in range(count):
        tests = DealingTests()
        for _deal in range(deals):
            tests.add(dice.sample(STANDARD_PACK, len(STANDARD_PACK)))
        found.append(tests.outcomes())
    return found


def uniform_p(values: Sequence[float]) -> float:
    """Kolmogorov-Smirnov: whether numbers from 0 to 1 are spread evenly."""
    size, ordered = len(values), sorted(values)
    distance = max(
        max((place + 1) / size - value, value - place / size) for place, value in enumerate(ordered)
    )
    return kolmogorov_p(distance, size)


def main() -> int:
    """Try them, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    found, is_right = runs(options.runs, options.deals, options.seed), True
    for number, name in enumerate(TESTS):
        values = [each[number].p for each in found]
        evenly = uniform_p(values)
        low = sum(value < 0.01 for value in values) / len(values)
        is_right &= evenly > 0.001
        print(f"{name:<32} evenly spread: p = {evenly:.4f}; below 1 %: {low:.2%}")
    refused = sum(not all(test.is_passed for test in each) for each in found)
    is_right &= refused <= 2 * JOINT_LEVEL * len(found)
    print(f"refused: {refused} of {len(found)} fair runs of {options.deals} deals")
    return int(not is_right)


if __name__ == "__main__":
    raise SystemExit(main())
