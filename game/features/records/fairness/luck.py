"""The player's luck: what each seat was dealt, compared with what chance gives.

The distribution under a rule set is estimated by dealing thousands of hands with a random number
generator other than the game's.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final, Self

from game.features.records.fairness.p_values import normal_share
from game.rules.cards import FACES, Card, rank_of
from game.rules.counting import full_count
from game.rules.record import HandRecord
from game.rules.ruleset import RuleSet
from game.rules.spreads import spreads_in

DEALT: Final = ("natural", "spread", "low")
"""The kinds counted: a natural, a spread that can be laid at once, a count among the lowest
tenth.
"""
_TRIALS: Final = 3_000  # hands dealt for the estimate


@dataclass(frozen=True, slots=True)
class Chance:
    """The probabilities for a dealt hand under some rules: of each kind, and of its count.

    ``low`` is the highest count that is considered low.
    """

    shares: tuple[float, ...]
    low: int
    mean: float
    deviation: float

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, rules: RuleSet, size: int) -> Self:
        """Return the probabilities for a hand of ``size`` cards; ``rules`` lack keys that do not
        matter here.
        """
        dice, pack = Random(f"luck {size}"), rules.pack()
        hands = [dice.sample(pack, size) for _ in range(_TRIALS)]
        counts = sorted(full_count(rules, cards) for cards in hands)
        low = counts[round(_TRIALS * 0.1)]
        times: Counter[str] = Counter()
        for cards in hands:
            times.update(_kinds(cards, rules, low))
        mean = sum(counts) / _TRIALS
        variance = sum((count - mean) ** 2 for count in counts) / _TRIALS
        return cls(tuple(times[kind] / _TRIALS for kind in DEALT), low, mean, sqrt(variance))


@dataclass(frozen=True, slots=True)
class Band:
    """A number of occurrences, and its 95 % interval under chance."""

    times: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class SeatLuck:
    """The luck of a seat: place 0 is the player, the others follow clockwise."""

    place: int
    hands: int
    bands: tuple[Band, ...]
    """The bands for each of ``DEALT``."""


@dataclass(slots=True)
class _Seat:
    """The sums of one seat, by rule set."""

    hands: Counter[tuple[RuleSet, int]] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    count: int = 0

    def band(self, kind: str) -> Band:
        """Return the number of occurrences, and what to expect over all rule sets of the seat's
        hands.
        """
        number, mean, variance = DEALT.index(kind), 0.0, 0.0
        for key, hands in self.hands.items():
            share = Chance.of(*key).shares[number]
            mean += hands * share
            variance += hands * share * (1 - share) * (1 + hands / _TRIALS)
        band = 1.96  # half-width of a 95 % interval, in standard deviations
        reach = band * sqrt(variance) + 0.5
        return Band(self.times[kind], max(0, round(mean - reach)), round(mean + reach))


class Luck:
    """An accumulator of dealt hands that compares them with chance."""

    def __init__(self) -> None:
        self.hands = 0
        self._seats: dict[int, _Seat] = defaultdict(_Seat)

    def add(self, record: HandRecord, you: int) -> None:
        """Add a hand, in which seat ``you`` is the player's."""
        seats = len(record.seats)
        rules = _plain(record.rules)
        size = rules.cards_dealt(seats)
        chance = Chance.of(rules, size)
        for place, cards in enumerate(self._dealt(record, size, you)):
            seat = self._seats[place]
            seat.hands[rules, size] += 1
            seat.count += full_count(rules, cards)
            seat.times.update(_kinds(cards, rules, chance.low))
        self.hands += 1

    @property
    def seats(self) -> tuple[SeatLuck, ...]:
        """The luck of each seat, the player first."""
        return tuple(
            SeatLuck(place, seat.hands.total(), tuple(seat.band(kind) for kind in DEALT))
            for place, seat in sorted(self._seats.items())
        )

    @property
    def place_of_100(self) -> int:
        """The player's place, 1 to 100, among 100 players dealt to by chance alone.

        The first is dealt the lowest counts.
        """
        seat = self._seats[0]
        mean = variance = 0.0
        for key, hands in seat.hands.items():
            chance = Chance.of(*key)
            mean += hands * chance.mean
            variance += hands * chance.deviation**2 * (1 + hands / _TRIALS)
        luck = (mean - seat.count) / sqrt(variance) if variance else 0.0
        return min(100, int(100 * normal_share(-luck)) + 1)

    @staticmethod
    def _dealt(record: HandRecord, size: int, you: int) -> list[Sequence[Card]]:
        """Return the hands as dealt, the player's first, the others following on the left."""
        seats = len(record.seats)
        eldest = (record.dealer + 1) % seats
        return [
            record.deck[(you + place - eldest) % seats : size * seats : seats]
            for place in range(seats)
        ]


@lru_cache(maxsize=64)
def _plain(rules: RuleSet) -> RuleSet:
    """Return the rules without the stake, which decides nothing about what is dealt."""
    return replace(rules, stake=1)


def _kinds(cards: Sequence[Card], rules: RuleSet, low: int) -> list[str]:
    """Return which of ``DEALT`` a dealt hand is."""
    count = full_count(rules, cards)
    all_faces = all(rank_of(card) in FACES for card in cards)
    is_kind = {
        "natural": any(natural.matches(count, all_faces) for natural in rules.naturals),
        "spread": bool(spreads_in(rules, cards)),
        "low": count <= low,
    }
    return [kind for kind in DEALT if is_kind[kind]]
