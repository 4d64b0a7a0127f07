"""What a rule set makes of its cards, for bots: points, and which cards make spreads together.

Cards are bits and sets of cards are ints, as in ``ai.bitboard.pack``.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

from ai.bitboard.counting import Unmatched, counter_of, unmatched_of
from ai.bitboard.pack import CARD_BITS, COUNT_MASK, COUNT_SHIFT, SIZE_SHIFT, pack_of
from ai.bitboard.state import Law
from game.rules.cards import Card, is_joker
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet

_STANDARD_MEAN: Final = 340 / 52
_SPREAD_LEAST: Final = 3


class PackFacts:
    """The cards of one rule set; points are those of the count.

    ``links`` goes from the bits of two cards to the cards that make a spread of three with them,
    each card standing for itself, and to the points of the two; two cards that do not go together
    have no entry. ``linked`` goes from a card to each card that it has a link with, and the thirds
    of that link; ``partners`` from a card to the pairs that make a spread with it. ``worths`` are
    the cards by points, the highest first. ``same`` are the cards of a card's rank, ``near`` its
    neighbours in suit. ``mean`` is what a card counts on average, ``dearest`` the most that one
    counts; ``scale`` is that mean by the standard pack's, ``unit`` the inverse. ``counted`` is what
    a weighed set counts as a hand: its points, or those of its unmatched cards (RULES.md §8.1).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.pack = pack_of(rules)
        self.all: int = self.pack.mask(self.pack.cards)
        self.wild: int = self.pack.wild_mask
        self._rules, self.counted = rules, counter_of(rules)
        self.weight = {bit: self.pack.weight[card] for card, bit in self.pack.bit.items()}
        self.points = {bit: count_of(weight) for bit, weight in self.weight.items()}
        self.mean = sum(self.points.values()) / len(self.points)
        self.scale, self.unit = self.mean / _STANDARD_MEAN, _STANDARD_MEAN / self.mean
        self.dearest = max(self.points.values())
        thirds = self._thirds(rules)
        self.links = {
            one | other: (mask, self.points[one] + self.points[other])
            for (one, other), mask in thirds.items()
        }
        self.linked: dict[int, list[tuple[int, int]]] = {bit: [] for bit in self.points}
        for (one, other), mask in thirds.items():
            self.linked[one].append((other, mask))
            self.linked[other].append((one, mask))
        self.partners = {bit: self._partners(bit) for bit in self.points}
        self.worths = [
            (worth, sum(bit for bit, points in self.points.items() if points == worth))
            for worth in sorted(set(self.points.values()), reverse=True)
        ]
        self.same = {bit: self._same(card) for card, bit in self.pack.bit.items()}
        self.near = {bit: self._near(card) for card, bit in self.pack.bit.items()}

    @cached_property
    def unmatched(self) -> Unmatched:
        """What the unmatched cards of a weighed set count, whatever the rules count."""
        return unmatched_of(self._rules)

    def _thirds(self, rules: RuleSet) -> dict[tuple[int, int], int]:
        """For every two cards that go together those that make a spread with them."""
        thirds: dict[tuple[int, int], int] = {}
        for spread in (*_books(rules), *_runs(rules)):
            bits = [self.pack.bit[card] for card in spread]
            for third in bits:
                one, other = (bit for bit in bits if bit != third)
                thirds[one, other] = thirds.get((one, other), 0) | third
        return thirds

    def _partners(self, card: int) -> tuple[int, ...]:
        """The pairs that make a spread with ``card``, by the names of their cards."""
        pairs = {one | two for one, thirds in self.linked[card] for two in singles(thirds)}
        return tuple(sorted(pairs, key=lambda pair: sorted(self.pack.cards_in(pair))))

    def _same(self, card: Card) -> int:
        return 0 if is_joker(card) else self.pack.rank_masks[self.pack.place[card[0]]]

    def _near(self, card: Card) -> int:
        if is_joker(card):
            return 0
        place, ranks = self.pack.place[card[0]], self.pack.ranks
        around = ranks[max(place - 1, 0) : place] + ranks[place + 1 : place + 2]
        return self.pack.mask(rank + card[1] for rank in around)

    def weigh(self, bits: int) -> int:
        """The set of cards that ``bits`` stand for, with count and size."""
        weight = self.weight
        return sum([weight[bit] for bit in singles(bits)])

    def count(self, bits: int) -> int:
        """The points of the cards that ``bits`` stand for."""
        points = self.points
        return sum([points[bit] for bit in singles(bits)])

    def highest(self, bits: int) -> int:
        """The points of the card that counts most, 0 where there is none."""
        return next((worth for worth, cards in self.worths if cards & bits), 0)

    def pairs(self, bits: int) -> list[tuple[int, int, int]]:
        """Of every two of these cards that go together: their bits, the thirds', their points."""
        links = self.links
        return [
            (both, *links[both])
            for one, other in combinations(singles(bits), 2)
            if (both := one | other) in links
        ]


def count_of(held: int) -> int:
    """The points of a weighed set."""
    return held >> COUNT_SHIFT & COUNT_MASK


def layable(law: Law, held: int, hittable: int) -> int:
    """The cards of a weighed set to lay at once: the dearest spreads, then what hits."""
    laid, rest = 0, held
    while rest >> SIZE_SHIFT >= _SPREAD_LEAST and (spreads := law.spreads_in(rest)):
        best, *others = [law.pack.weigh(spread.cards) for spread in spreads]
        if others:
            best = max(best, *others, key=lambda each: (count_of(each), each & CARD_BITS))
        laid |= best & CARD_BITS
        rest -= best
    return laid | rest & hittable & CARD_BITS


def singles(bits: int) -> Iterator[int]:
    """The bits of a set, one by one, from the lowest."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


@lru_cache(maxsize=RULE_SETS_KEPT)
def pack_facts(rules: RuleSet) -> PackFacts:
    """The facts of ``rules``, worked out once."""
    return PackFacts(rules)


def _books(rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    for rank in rules.ranks:
        yield from combinations([rank + suit for suit in rules.suits], _SPREAD_LEAST)


def _runs(rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    ranks = rules.ranks
    if rules.ace == "low_or_high" and ranks[0] == "A" and len(ranks) > _SPREAD_LEAST:
        ranks += "A"
    for suit in rules.suits:
        for low in range(len(ranks) - _SPREAD_LEAST + 1):
            run = sorted(ranks[low : low + _SPREAD_LEAST], key=rules.ranks.index)
            yield tuple(rank + suit for rank in run)
