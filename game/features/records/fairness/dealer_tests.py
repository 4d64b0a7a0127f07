"""The ten tests of 25 CFR 547.14 (b)(2), as a gaming laboratory would apply them to the dealer.

The regulation names them; each test below says what it uses of a deal of 52 cards. Every statistic
is independent from deal to deal, and its distribution is known exactly, so each p-value is uniform
between 0 and 1 if the dealer is fair.
"""

from array import array
from cmath import exp as turn
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from math import comb, pi, sqrt
from typing import Final

from game.features.records.fairness.p_values import (
    chi_square_p,
    counts_p,
    holm,
    kolmogorov_p,
    normal_p,
)
from game.rules.cards import RANKS, STANDARD_PACK, SUITS, Card

JOINT_LEVEL: Final = 0.01
"""The joint significance level of all ten tests, at which the dealer is rejected: the regulation
asks for 99 %.
"""
DEALS_LEAST: Final = 1_000
"""The minimum number of deals for the tests to be meaningful."""

_CARDS: Final = len(STANDARD_PACK)
_PLACE: Final = {card: place for place, card in enumerate(STANDARD_PACK)}
_SUIT_SIZE: Final = len(RANKS)
_OF_A_RANK: Final = len(SUITS)
_HAND: Final = 5  # cards of a poker hand
_ORDERED: Final = 5
"""Number of cards at the beginning of a deal whose order is tested."""
_PARTS: Final = 8  # groups among which deals are counted in turn


@dataclass(frozen=True, slots=True)
class DealerOutcome:
    """The outcome of one test: its p-value, and that adjusted for ten tests (Holm)."""

    name: str
    p: float
    joint_p: float

    @property
    def is_passed(self) -> bool:
        """Whether the adjusted p-value is consistent with chance alone."""
        return self.joint_p >= JOINT_LEVEL


class DealingTests:
    """Tests of the dealer that take one deal after another and can be evaluated at any time.

    A deal is the pack of 52 in dealing order.
    """

    def __init__(self) -> None:
        self.deals = 0
        self._places = [array("l", bytes(_CARDS * array("l").itemsize)) for _ in range(_CARDS)]
        self._rises: Counter[int] = Counter()
        self._likeness = 0.0
        self._before: Sequence[int] = ()
        self._gaps: Counter[int] = Counter()
        self._hands: Counter[tuple[int, ...]] = Counter()
        self._collected: Counter[int] = Counter()
        self._orders: Counter[tuple[int, ...]] = Counter()
        self._waves = array("d")
        self._parts = [[0] * _SUIT_SIZE for _ in range(_PARTS)]

    def add(self, deck: Sequence[Card]) -> None:
        """Add a deal."""
        cards = [_PLACE[card] for card in deck]
        for counts, card in zip(self._places, cards, strict=True):
            counts[card] += 1
        self._rises[sum(map(int.__lt__, cards, cards[1:]))] += 1
        self._add_likeness(cards)
        rank = self.deals % _SUIT_SIZE
        first, second, *_ = (at for at, card in enumerate(cards) if card % _SUIT_SIZE == rank)
        self._gaps[second - first] += 1
        ranks = Counter(card % _SUIT_SIZE for card in cards[:_HAND])
        self._hands[tuple(sorted(ranks.values(), reverse=True))] += 1
        suits = {suit: at for at, suit in reversed([*enumerate(c // _SUIT_SIZE for c in cards)])}
        self._collected[max(suits.values()) + 1] += 1
        self._orders[tuple(sorted(range(_ORDERED), key=cards.__getitem__))] += 1
        self._waves.append(sum(cards[:12]))
        top = cards[10]  # of the stock at two seats
        self._parts[self.deals % _PARTS][top % _SUIT_SIZE] += 1
        self.deals += 1

    def outcomes(self) -> tuple[DealerOutcome, ...]:
        """Return the outcomes of all ten tests, in the order of the regulation."""
        found = [test(self) for test in TESTS.values()]
        return tuple(map(DealerOutcome, TESTS, found, holm(found)))

    def _add_likeness(self, cards: Sequence[int]) -> None:
        """Add the rank correlation of this deal with the one before, in standard deviations."""
        places = [0] * _CARDS
        for at, card in enumerate(cards):
            places[card] = at
        if self._before:
            products = sum(map(int.__mul__, places, self._before))
            mean = (_CARDS - 1) / 2
            spread = _CARDS * (_CARDS**2 - 1) / 12
            correlation = (products - _CARDS * mean**2) / spread
            self._likeness += correlation * sqrt(_CARDS - 1)
        self._before = places

    # -- the tests -----------------------------------------------------------------------------

    def chi_square(self) -> float:
        """Test how often each card lay at each of the 52 places.

        In each deal every card has a place and every place a card, which leaves 51² of the 52²
        counts free, each with a variance of N/51 in an orthonormal basis.
        """
        expected = self.deals / _CARDS
        squares = sum((count - expected) ** 2 for counts in self._places for count in counts)
        return chi_square_p(squares * (_CARDS - 1) / self.deals, (_CARDS - 1) ** 2)

    def runs(self) -> float:
        """Test how many cards of a deal are followed by a higher one, by the Eulerian numbers."""
        chances = self._rises_chances()
        return self._against([self._rises[rises] for rises in range(_CARDS)], chances)

    def serial_correlation(self) -> float:
        """Test whether a deal is like the previous one, by the sum of their rank correlations."""
        return normal_p(self._likeness / sqrt(self.deals - 1))

    def frequency(self) -> float:
        """Test how often each card was dealt first."""
        return self._against(self._places[0], [1 / _CARDS] * _CARDS)

    def gaps(self) -> float:
        """Test how far the second card of a rank lies behind the first, the ranks taking turns."""
        far = _CARDS - _OF_A_RANK + 1
        ways = comb(_CARDS, _OF_A_RANK)
        chances = [comb(_CARDS - gap, _OF_A_RANK - 1) / ways for gap in range(1, far + 1)]
        return self._against([self._gaps[gap] for gap in range(1, far + 1)], chances)

    def poker(self) -> float:
        """Test the pairs, threes and fours among the first five cards."""
        kinds = self._poker_chances()
        return self._against([self._hands[kind] for kind in kinds], list(kinds.values()))

    def coupons(self) -> float:
        """Test how many cards are dealt until each suit has come."""
        suits = _CARDS // _SUIT_SIZE
        below = []  # probability that all suits are among that many cards
        for cards in range(_CARDS + 1):
            ways = sum(
                (-1 if without % 2 else 1)
                * comb(suits, without)
                * comb(_CARDS - _SUIT_SIZE * without, cards)
                for without in range(suits + 1)
            )
            below.append(ways / comb(_CARDS, cards))
        chances = [after - before for before, after in pairwise(below)]
        return self._against([self._collected[n] for n in range(1, _CARDS + 1)], chances)

    def orders(self) -> float:
        """Test the order of the first five cards by height, of which there are 120."""
        kinds = list(permutations(range(_ORDERED)))
        return self._against([self._orders[kind] for kind in kinds], [1 / len(kinds)] * len(kinds))

    def spectrum(self) -> float:
        """Test for periodicity in the sums of the first cards, by their spectrum.

        The cumulative spectrum of white noise rises evenly; Bartlett's test measures the deviation.
        """
        size = 1 << min(len(self._waves), 1 << 14).bit_length() - 1  # deals, a power of two
        mean = sum(self._waves[:size]) / size
        waves = self._fourier([complex(value - mean) for value in self._waves[:size]])
        powers = [abs(wave) ** 2 for wave in waves[1 : size // 2]]
        if not any(powers):
            return 0.0  # every deal had the same sum
        total, so_far, distance, count = sum(powers), 0.0, 0.0, len(powers)
        for place, power in enumerate(powers[:-1], start=1):
            so_far += power / total
            points = count - 1
            distance = max(distance, place / points - so_far, so_far - (place - 1) / points)
        return kolmogorov_p(distance, count - 1)

    def subsequences(self) -> float:
        """Test the rank of the eleventh card in every eighth deal, from the first to the eighth on.

        It is the top card of the stock at two seats.
        """
        statistic = 0.0
        for counts in self._parts:
            expected = sum(counts) / _SUIT_SIZE
            statistic += sum((count - expected) ** 2 / expected for count in counts)
        return chi_square_p(statistic, _PARTS * (_SUIT_SIZE - 1))

    def _against(self, counts: Sequence[int], chances: Sequence[float]) -> float:
        return counts_p(counts, [chance * self.deals for chance in chances])

    @staticmethod
    @cache
    def _rises_chances() -> tuple[float, ...]:
        """Return the probabilities of the number of cards followed by a higher one: Eulerian
        numbers over 52!.
        """
        row = [1]
        for size in range(2, _CARDS + 1):
            below, above = [*row, 0], [0, *row]
            row = [
                (rises + 1) * here + (size - rises) * less
                for rises, (here, less) in enumerate(zip(below, above, strict=True))
            ]
        total = sum(row)
        return tuple(ways / total for ways in row)

    @staticmethod
    @cache
    def _poker_chances() -> dict[tuple[int, ...], float]:
        """Return the probability of each kind of five cards, by numbers of equal ranks, the most
        common first.
        """
        kinds = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
        return {kind: DealingTests._ways(kind) / comb(_CARDS, _HAND) for kind in kinds}

    @classmethod
    def _fourier(cls, values: list[complex]) -> list[complex]:
        """Return the discrete Fourier transform of a power of two of values."""
        size = len(values)
        if size == 1:
            return values
        even, odd = cls._fourier(values[::2]), cls._fourier(values[1::2])
        turned = [turn(-2j * pi * k / size) * value for k, value in enumerate(odd)]
        pairs = list(zip(even, turned, strict=True))
        return [a + b for a, b in pairs] + [a - b for a, b in pairs]

    @staticmethod
    def _ways(kind: tuple[int, ...]) -> int:
        """Return the number of ways in which a hand can be of a kind."""
        ways, ranks = 1, _SUIT_SIZE
        for size, times in Counter(kind).items():
            ways *= comb(ranks, times) * comb(_OF_A_RANK, size) ** times
            ranks -= times
        return ways


TESTS: Final[dict[str, Callable[[DealingTests], float]]] = {
    "chi-square": DealingTests.chi_square,
    "runs": DealingTests.runs,
    "serial correlation": DealingTests.serial_correlation,
    "equi-distribution (frequency)": DealingTests.frequency,
    "gap": DealingTests.gaps,
    "poker": DealingTests.poker,
    "coupon collector's": DealingTests.coupons,
    "permutation": DealingTests.orders,
    "spectral": DealingTests.spectrum,
    "subsequences": DealingTests.subsequences,
}
"""The tests by the regulation's names, in its order."""
