"""The order in which the player holds its own cards."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from game.rules.cards import JOKER_RANK, RANKS, Card, order_key, rank_of
from game.rules.ruleset import RuleSet
from game.ui.table.grouping import grouped


class Sorting(StrEnum):
    """How the hand is kept in order."""

    RANK = "rank"
    SUIT = "suit"
    GROUPS = "groups"
    """What goes together side by side: spreads, and beginnings of spreads."""
    OWN = "own"
    """As the player has put it; a new card comes last."""


_RANKS = RANKS + JOKER_RANK


def _key(sorting: Sorting, card: Card) -> tuple[int, int]:
    by_rank = _RANKS.index(rank_of(card))
    return (by_rank, order_key(card)) if sorting is Sorting.RANK else (order_key(card), 0)


def by_rank(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards as most people hold them; so the hands of others are shown."""
    return tuple(sorted(cards, key=lambda card: _key(Sorting.RANK, card)))


class Arrangement:
    """One's own hand as it is held. It never decides which cards are in it.

    ``wished`` is how every hand is taken up; ``sorting`` how this one is held now.
    """

    def __init__(self, sorting: Sorting = Sorting.RANK) -> None:
        self.wished = self.sorting = sorting
        self.order: tuple[Card, ...] = ()
        self._rules = RuleSet()

    def deal(self, cards: Sequence[Card], rules: RuleSet | None = None) -> None:
        """Take up a new hand; an order of one's own begins by rank."""
        self.order = tuple(cards)
        self._rules = rules or self._rules
        self.sort(Sorting.RANK)
        self.sort(self.wished)

    def hold(self, cards: Sequence[Card]) -> None:
        """Keep to the cards in hand now: those gone leave, new ones come on the right."""
        held = set(cards)
        kept = tuple(card for card in self.order if card in held)
        self.order = kept + tuple(card for card in cards if card not in kept)

    def wish(self, sorting: Sorting) -> None:
        """Put this hand and those to come in order."""
        self.wished = sorting
        self.sort(sorting)

    def sort(self, sorting: Sorting) -> None:
        """Put the hand in order."""
        self.sorting = sorting
        match sorting:
            case Sorting.OWN:
                pass
            case Sorting.GROUPS:
                self.order = grouped(self.order, self._rules)
            case _:
                self.order = tuple(sorted(self.order, key=lambda card: _key(sorting, card)))

    def move(self, card: Card, place: int) -> None:
        """Put one card at a place of the player's choice."""
        if card not in self.order:
            return
        rest = [held for held in self.order if held != card]
        place = min(max(place, 0), len(rest))
        order = (*rest[:place], card, *rest[place:])
        if order != self.order:
            self.order, self.sorting = order, Sorting.OWN
