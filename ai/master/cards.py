"""The cards of a rule set as numbers, for an opponent that weighs many hands at each decision.

Sets of cards are ints as in ``game.rules.pack``: the bits of the cards, their count and number.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from ai.pack import pack_facts
from game.rules.bound import bind
from game.rules.cards import Card, is_joker
from game.rules.pack import CARD_BITS, COUNT_MASK, COUNT_SHIFT, SIZE_SHIFT
from game.rules.ruleset import RuleSet

_STANDARD_MEAN: Final = 340 / 52


class CardFacts:
    """What is the same at every decision under one rule set.

    ``unit`` turns points of this pack into points of the standard one. ``links`` goes from the bits
    of two cards to those of the cards that make a spread with them and to the points of the two;
    ``partners`` from a card's bit to its links with each other card. ``groups`` are the cards of
    each worth. ``same`` are the cards of a card's rank, ``near`` its neighbours in suit.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        facts, law = pack_facts(rules), bind(rules, seats)
        pack = self.pack = law.pack
        self.rules, self.law = rules, law
        self.all = pack.mask(pack.cards)
        self.unit = _STANDARD_MEAN / facts.mean
        self.points: Mapping[int, int] = {pack.bit[card]: facts.points[card] for card in pack.cards}
        self.weight: Mapping[int, int] = {pack.bit[card]: pack.weight[card] for card in pack.cards}
        self.links: dict[int, tuple[int, int]] = {}
        self.partners: dict[int, list[tuple[int, int]]] = {bit: [] for bit in self.points}
        for one, linked in facts.links.items():
            for other, thirds in linked.items():
                mask = pack.mask(thirds)
                points = facts.points[one] + facts.points[other]
                self.links[pack.bit[one] | pack.bit[other]] = mask, points
                self.partners[pack.bit[one]].append((pack.bit[other], mask))
        self.groups = [
            (worth, pack.mask(card for card in pack.cards if facts.points[card] == worth))
            for worth in sorted(set(facts.points.values()))
        ]
        self.same = {pack.bit[card]: self._same(card) for card in pack.cards}
        self.near = {pack.bit[card]: self._near(card) for card in pack.cards}

    def _same(self, card: Card) -> int:
        return 0 if is_joker(card) else self.pack.rank_masks[self.pack.ranks.index(card[0])]

    def _near(self, card: Card) -> int:
        if is_joker(card):
            return 0
        place, ranks = self.pack.ranks.index(card[0]), self.pack.ranks
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

    def layable(self, held: int, hittable: int) -> int:
        """The bits of what could be laid at once: the dearest spreads, and what then hits."""
        laid, rest = 0, held
        while rest >> SIZE_SHIFT > 2 and (spreads := self.law.spreads_in(rest)):
            sets = [self.pack.weigh(spread.cards) for spread in spreads]
            best = max(sets, key=lambda each: (count_of(each), each & CARD_BITS))
            laid |= best & CARD_BITS
            rest -= best
        return laid | rest & hittable & CARD_BITS


def count_of(held: int) -> int:
    """The points of a weighed set."""
    return held >> COUNT_SHIFT & COUNT_MASK


def singles(bits: int) -> Iterator[int]:
    """The bits of a set, one by one, from the lowest."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


@lru_cache(maxsize=32)
def card_facts(rules: RuleSet, seats: int) -> CardFacts:
    """The facts of ``rules``, worked out once."""
    return CardFacts(rules, seats)
