"""What a rule set makes of its cards, as numbers: for players who have no time to lose."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from ai.pack import pack_facts
from game.rules.actions import Discard, Hit, Slap, Spread, Take
from game.rules.cards import Card
from game.rules.pack import pack_of
from game.rules.ruleset import RuleSet
from game.rules.spreads import BOOK_MOST, TableSpread, natural_fits
from game.rules.view import SeatView

_STANDARD_MEAN: Final = 340 / 52


class CardTables:
    """Cards are bits, as in ``game.rules.pack``; points are those of the count.

    ``links`` goes from two bits to those of the cards that make a spread of three with them, and to
    the points that the two would shed; ``partners`` from a card to the pairs that make a spread
    with it. ``ranks`` are the cards of each worth with that worth, the highest first.
    """

    def __init__(self, rules: RuleSet) -> None:
        facts = pack_facts(rules)
        self.pack = pack_of(rules)
        self.bit: Mapping[Card, int] = self.pack.bit
        self.points: Mapping[Card, int] = facts.points
        self.wild: int = self.pack.wild_mask
        self.all: int = self.pack.mask(facts.cards)
        self.scale = facts.mean / _STANDARD_MEAN
        self.links = {
            self.bit[one] | self.bit[other]: (
                self.pack.mask(thirds),
                facts.points[one] + facts.points[other],
            )
            for one, linked in facts.links.items()
            for other, thirds in linked.items()
        }
        self.partners = {
            self.bit[card]: tuple(self.bit[one] | self.bit[two] for one, two in pairs)
            for card, pairs in facts.partners.items()
        }
        worths = sorted(set(facts.points.values()), reverse=True)
        self.ranks = [
            (worth, self.pack.mask(card for card in facts.cards if facts.points[card] == worth))
            for worth in worths
        ]
        self._fits: dict[tuple[str, int, int], int] = {}

    def pairs(self, cards: Sequence[Card]) -> list[tuple[int, int, int]]:
        """Of every two of ``cards`` that go together: their bits, the thirds', what they shed."""
        bit, links = self.bit, self.links
        return [
            (both, *links[both])
            for one, other in combinations([bit[card] for card in cards], 2)
            if (both := one | other) in links
        ]

    def fits(self, spreads: Sequence[TableSpread]) -> int:
        """The cards that fit any of ``spreads`` as themselves."""
        bits = 0
        for spread in spreads:
            if not spread.is_open:
                continue
            if spread.kind == "book":
                if len(spread.cards) < BOOK_MOST:
                    bits |= self.pack.rank_masks[spread.low] & ~self.pack.mask(spread.cards)
                continue
            key = spread.suit, spread.low, len(spread.cards)
            if key not in self._fits:
                self._fits[key] = natural_fits(self.pack, spread)
            bits |= self._fits[key]
        return bits


@lru_cache(maxsize=64)
def card_tables(rules: RuleSet) -> CardTables:
    """The tables of ``rules``, worked out once."""
    return CardTables(rules)


def unseen_and_held(view: SeatView, tables: CardTables) -> tuple[int, list[int]]:
    """The cards that may be anywhere, and those that each other seat is known to hold."""
    bit = tables.bit
    seen = tables.pack.mask(view.hand)
    for spread in view.spreads:
        seen |= tables.pack.mask(spread.cards)
    for card in (view.upcard, view.top):
        if card is not None:
            seen |= bit[card]
    held = [0] * view.seats
    for move in view.moves:
        action = move.action
        kind = action.__class__
        if kind is Discard or kind is Hit:
            gone = bit[action.card]  # type: ignore[union-attr] # of these two classes alone
        elif kind is Take and move.card is not None:
            held[move.seat] |= bit[move.card]
            continue
        elif isinstance(action, Spread):
            gone = tables.pack.mask(action.cards)
        elif isinstance(action, Slap) and action.discard is not None:
            gone = bit[action.discard]
        else:
            continue
        seen |= gone
        held[move.seat] &= ~gone
    held[view.seat] = 0
    for cards in held:
        seen |= cards
    return tables.all & ~seen, held
