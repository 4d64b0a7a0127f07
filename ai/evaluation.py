"""What a hand is worth to its holder, what a card would add, and how a discard could help others.

Everything is in points of the count, so that the parts can be weighed against each other.
"""

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Final

from ai.knowledge import Knowledge
from ai.pack import PackFacts
from ai.patience import HASTE
from ai.temper import Temper
from game.rules.cards import Card

_LOWER: Final = 0.5
"""Of the points that a card sheds by lying lower, the part that counts where there is time…"""
_CHANCE: Final = 2
"""…and the points that each card is worth then that could make a spread with it."""


class Evaluator:
    """One player's judgement at one decision."""

    def __init__(
        self, facts: PackFacts, known: Knowledge, temper: Temper, patience: float = HASTE
    ) -> None:
        self._points = facts.points
        self._links = facts.links
        self._partners = facts.partners
        self._wilds = facts.wilds
        self._known = known
        self._temper = temper
        self._keep = patience * temper.keep / max(len(known.unseen), 1)
        self._has_time = patience > HASTE

    def count(self, cards: Iterable[Card]) -> int:
        """The count of ``cards``."""
        return sum(map(self._points.__getitem__, cards))

    def worth(self, cards: Collection[Card]) -> float:
        """Less than nothing for what the cards count, more for what they may yet become."""
        return self._promise(cards) - self.count(cards)

    def _promise(self, cards: Collection[Card]) -> float:
        """What pairs and connected cards would shed, for each card that can still complete them."""
        unseen = self._known.unseen
        promise = 0.0
        for one, other in combinations(cards, 2):
            for third in self._links[one].get(other, ()):
                if third in unseen:
                    promise += self._points[one] + self._points[other]
        wilds = sum(card in self._wilds for card in cards)
        return promise * self._keep + wilds * self._temper.wild

    def best_without_one(self, cards: Collection[Card]) -> float:
        """The worth of the best hand that one discard leaves."""
        return max(
            (self.worth([kept for kept in cards if kept != card]) for card in cards), default=0
        )

    def gain(self, cards: Collection[Card], card: Card, hittable: Collection[Card]) -> float:
        """Roughly by how many points ``card`` improves a hand that then discards its highest."""
        return self._laid(cards, card, hittable) or self._lower(cards, card)

    def appeal(self, cards: Collection[Card], card: Card, hittable: Collection[Card]) -> float:
        """As ``gain``, for a card to be had now: with time, it matters more what it goes with."""
        laid = self._laid(cards, card, hittable)
        if laid or not self._has_time:
            return laid or self._lower(cards, card)
        return _LOWER * self._lower(cards, card) + _CHANCE * self._chances(cards, card)

    def _laid(self, cards: Collection[Card], card: Card, hittable: Collection[Card]) -> float:
        """The points that ``card`` sheds where it can be laid, 0 where it cannot."""
        if card in hittable or card in self._wilds:
            highest = max(map(self._points.__getitem__, cards), default=0)
            return highest + self._temper.wild * (card not in hittable)
        return max(
            (
                self._points[one] + self._points[other]
                for one, other in combinations(cards, 2)
                if card in self._links[one].get(other, ())
            ),
            default=0,
        )

    def _lower(self, cards: Collection[Card], card: Card) -> float:
        """The points by which ``card`` lies lower than the highest of ``cards``."""
        highest = max(map(self._points.__getitem__, cards), default=0)
        return max(highest - self._points[card], 0)

    def _chances(self, cards: Iterable[Card], card: Card) -> int:
        """How many unseen cards, pair by pair, make a spread of ``card`` and one of ``cards``."""
        unseen, links = self._known.unseen, self._links[card]
        return sum(third in unseen for one in cards for third in links.get(one, ()))

    def gain_of_unseen(self, cards: Collection[Card], hittable: Collection[Card]) -> float:
        """The mean gain of a card that nobody has seen."""
        unseen = self._known.unseen
        if not unseen:
            return 0
        return sum(self.gain(cards, card, hittable) for card in unseen) / len(unseen)

    def danger(self, card: Card, seat: int, size: int, hittable: Collection[Card]) -> float:
        """How welcome ``card`` is to ``seat``, of ``size`` cards: 1 where it surely has a use."""
        if card in hittable or card in self._wilds:
            return 1
        held = self._known.held[seat]
        unseen = self._known.unseen
        hidden = max(size - len(held), 0) / max(len(unseen), 1)
        chance = dict.fromkeys(held, 1.0)
        danger = 0.0
        for one, other in self._partners[card]:
            first = chance.get(one, hidden if one in unseen else 0)
            second = chance.get(other, hidden if other in unseen else 0)
            danger += first * second
        return min(danger, 1)
