"""The pack of a rule set as numbers, so that play is arithmetic.

A set of cards is one int, the sum of its cards' *weights*. A weight has four fields:

====  =====================================================================================
bits  meaning
====  =====================================================================================
0     one bit a card: a lane of 14 a suit, the pack's ranks from its lowest bit up, then the jokers
60    four bits a rank of the pack: how many cards of that rank
112   eight bits: the count in points
120   the number of cards
====  =====================================================================================

So adding a card to a hand is one addition, a hand's count one shift, an empty hand 0, and "three of
a rank" one addition and one mask. Lanes hold the *pack's* ranks: without 8, 9 and T a 7 is next to
a J (RULES.md §4.1).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from game.rules.actions import Discard, Spread
from game.rules.cards import FACES, JOKERS, Card, is_joker, make_pack, points
from game.rules.ruleset import RuleSet

LANE: Final = 14
LANE_MASK: Final = (1 << LANE) - 1
JOKER_BIT: Final = 4 * LANE
CARD_BITS: Final = (1 << 60) - 1
_RANK_FIELD: Final = 60
COUNT_SHIFT: Final = 112
COUNT_MASK: Final = 0xFF
SIZE_SHIFT: Final = 120

_LAST_LANE_MASK: Final = (1 << (60 - 3 * LANE)) - 1
SHORTEST_RUN: Final = 3


class Pack:
    """The bound geometry of one pack: weights, masks, and the spreads within any set of its cards.

    Wild cards are left to ``game.rules.wilds``; here every card stands for itself.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.ranks, self.suits = rules.ranks, rules.suits
        self.ace_high = rules.ace == "low_or_high" and "A" in rules.ranks
        self.cards = make_pack(rules.ranks, rules.suits, rules.jokers)
        self.bit: dict[Card, int] = {card: self._bit(card) for card in self.cards}
        self.card_of: dict[int, Card] = {bit: card for card, bit in self.bit.items()}
        self.weight: dict[Card, int] = {
            card: self._weight(card, points(card, rules.face_values)) for card in self.cards
        }
        self.place: dict[str, int] = {rank: place for place, rank in enumerate(self.ranks)}
        self.places = len(self.ranks) + self.ace_high
        self.not_faces = self.mask(card for card in self.cards if card[0] not in FACES)
        self.wild_mask = self.mask(
            card
            for card in self.cards
            if card[0] in rules.wild.replace("X", "") or (is_joker(card) and "X" in rules.wild)
        )
        self.rank_masks = tuple(
            self.mask(rank + suit for suit in self.suits) for rank in self.ranks
        )
        self._bind_quick_tests()
        self._books = self._all_books()
        self._runs = tuple(_RunTable(self, suit) for suit in self.suits)
        self._discards = tuple(_DiscardTable(self, LANE * lane) for lane in range(4))

    def _bit(self, card: Card) -> int:
        if is_joker(card):
            return 1 << JOKER_BIT + JOKERS.index(card)
        return 1 << LANE * self.suits.index(card[1]) + self.ranks.index(card[0])

    def _weight(self, card: Card, value: int) -> int:
        rank = 0 if is_joker(card) else 1 << _RANK_FIELD + 4 * self.ranks.index(card[0])
        return self._bit(card) | rank | value << COUNT_SHIFT | 1 << SIZE_SHIFT

    def _bind_quick_tests(self) -> None:
        """Constants with which ``naturals_in`` sees in a few operations that there is no spread."""
        ranks = range(len(self.ranks))
        self._three_of_a_rank = sum(5 << _RANK_FIELD + 4 * rank for rank in ranks)
        self._rank_tops = sum(8 << _RANK_FIELD + 4 * rank for rank in ranks)
        starts = range(self.places - SHORTEST_RUN + 1)
        lanes = [LANE * lane for lane in range(len(self.suits))]
        self._run_starts = sum(1 << lane + start for lane in lanes for start in starts)
        self._high_ace = len(self.ranks)
        self._aces = sum(1 << lane for lane in lanes) if self.ace_high else 0

    def mask(self, cards: Iterable[Card]) -> int:
        """The card bits of ``cards``."""
        bits = 0
        for card in cards:
            bits |= self.bit[card]
        return bits

    def weigh(self, cards: Iterable[Card]) -> int:
        """The sum of the weights of ``cards``."""
        return sum(map(self.weight.__getitem__, cards))

    def cards_in(self, held: int) -> tuple[Card, ...]:
        """The cards of a set, by suit, then rank, jokers last."""
        bits = held & CARD_BITS
        found = []
        while bits:
            low = bits & -bits
            found.append(self.card_of[low])
            bits ^= low
        return tuple(found)

    def discards(self, bits: int) -> tuple[Discard, ...]:
        """A ``Discard`` for every card in ``bits``."""
        clubs, diamonds, hearts, spades = self._discards
        return (
            clubs[bits & LANE_MASK]
            + diamonds[bits >> LANE & LANE_MASK]
            + hearts[bits >> 2 * LANE & LANE_MASK]
            + spades[bits >> 3 * LANE & _LAST_LANE_MASK]
        )

    def naturals_in(self, held: int) -> tuple[Spread, ...]:
        """Every spread within the set ``held`` in which each card stands for itself."""
        lanes = held | (held & self._aces) << self._high_ace
        books = held + self._three_of_a_rank & self._rank_tops
        runs = lanes & lanes >> 1 & lanes >> 2 & self._run_starts
        if not (books or runs):
            return ()
        found = self._books_in(held, books)
        if runs:
            for lane, table in enumerate(self._runs):
                found += table[held >> LANE * lane & LANE_MASK]
        return found

    def _books_in(self, held: int, tops: int) -> tuple[Spread, ...]:
        found: tuple[Spread, ...] = ()
        while tops:
            low = tops & -tops
            rank = (low.bit_length() - 1 - _RANK_FIELD) // 4
            found += self._books[held & self.rank_masks[rank]]
            tops ^= low
        return found

    def _all_books(self) -> dict[int, tuple[Spread, ...]]:
        return {
            self.mask(held): tuple(Spread(book) for book in _groups(held))
            for rank in self.ranks
            for held in _groups(tuple(rank + suit for suit in self.suits))
        }


class _RunTable(dict[int, tuple[Spread, ...]]):
    """From the bits of one suit's lane to the runs within them, worked out when first asked for."""

    def __init__(self, pack: Pack, suit: str) -> None:
        self._line = [rank + suit for rank in pack.ranks]
        if pack.ace_high:
            self._line.append("A" + suit)
        self._ranks = len(pack.ranks)

    def __missing__(self, lane: int) -> tuple[Spread, ...]:
        bits = lane | (lane & 1) << self._ranks if len(self._line) > self._ranks else lane
        runs = tuple(
            Spread(tuple(self._line[low : high + 1]))
            for low in range(len(self._line))
            for high in range(low + SHORTEST_RUN - 1, len(self._line))
            if bits >> low & (1 << high - low + 1) - 1 == (1 << high - low + 1) - 1
            and is_run_place(low, high, self._ranks)
        )
        self[lane] = runs
        return runs


class _DiscardTable(dict[int, tuple[Discard, ...]]):
    """From the bits of one lane to the discards of its cards, worked out when first asked for."""

    def __init__(self, pack: Pack, shift: int) -> None:
        self._pack, self._shift = pack, shift
        self._one = {bit: Discard(card) for bit, card in pack.card_of.items()}

    def __missing__(self, lane: int) -> tuple[Discard, ...]:
        cards = self._pack.cards_in(lane << self._shift)
        discards = tuple(self._one[self._pack.bit[card]] for card in cards)
        self[lane] = discards
        return discards


def is_run_place(low: int, high: int, ranks: int) -> bool:
    """Whether a run may span these places of a pack of ``ranks`` ranks, place ``ranks`` being a
    high ace.

    It holds an ace once, and an ace that fits both ends goes low (RULES.md §5.1).
    """
    return high < ranks or low > 1


def _groups(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Every three or four of up to four cards of a rank, in order."""
    subsets = [
        tuple(card for place, card in enumerate(cards) if chosen >> place & 1)
        for chosen in range(1 << len(cards))
    ]
    return [subset for subset in subsets if len(subset) >= SHORTEST_RUN]


@lru_cache(maxsize=128)
def _pack_for(key: RuleSet) -> Pack:
    return Pack(key)


def pack_of(rules: RuleSet) -> Pack:
    """The pack of a rule set, shared between all rule sets with the same cards and values."""
    return _pack_for(
        RuleSet(
            ranks=rules.ranks,
            suits=rules.suits,
            jokers=rules.jokers,
            wild=rules.wild,
            ace=rules.ace,
            face_values=rules.face_values,
        )
    )
