"""The pack of a rule set as numbers, so that play is arithmetic.

A set of cards is one int, the sum of its cards' *weights*. A weight has four fields:

====  =====================================================================================
bits  meaning
====  =====================================================================================
0     one bit a card: a lane of 14 a suit, the ace at its lowest bit, then the jokers
60    four bits a rank of the pack: how many cards of that rank
112   ten bits: the count in points
122   the number of cards
====  =====================================================================================

So adding a card to a hand is one addition, a hand's count one shift, an empty hand 0, and "three of
a rank" one addition and one mask. A card has the same bit in every pack, so that what is worked out
for one set of cards serves all packs. Runs depend on the pack's ranks: without 8, 9 and T a 7 is
next to a J (RULES.md §4.1), and ``aligner`` puts it there.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from game.rules.cards import FACES, JOKERS, RANKS, SUITS, Card, is_joker, make_pack
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet

LANE: Final = 14
LANE_MASK: Final = (1 << LANE) - 1
LANES: Final = tuple(LANE_MASK << LANE * lane for lane in range(len(SUITS)))
JOKER_BIT: Final = len(SUITS) * LANE
CARD_BITS: Final = (1 << 60) - 1
RANK_FIELD: Final = 60
COUNT_SHIFT: Final = 112
COUNT_MASK: Final = 0x3FF
SIZE_SHIFT: Final = 122

SHORTEST_RUN: Final = 3

BITS: Final[dict[Card, int]] = {
    rank + suit: 1 << LANE * lane + place
    for lane, suit in enumerate(SUITS)
    for place, rank in enumerate(RANKS)
} | {joker: 1 << JOKER_BIT + place for place, joker in enumerate(JOKERS)}
"""The bit of every card, and ``CARDS`` the way back."""
CARDS: Final = {bit: card for card, bit in BITS.items()}

_ACES: Final = sum(1 << LANE * lane for lane in range(len(SUITS)))

Aligner: TypeAlias = Callable[[int], int]


class Pack:
    """The numbers of one pack: weights and masks of its cards, places of its ranks."""

    def __init__(self, rules: RuleSet) -> None:
        self.ranks, self.suits = rules.ranks, rules.suits
        self.ace_high = rules.ace == "low_or_high" and "A" in rules.ranks
        self.cards = make_pack(rules.ranks, rules.suits, rules.jokers)
        self.bit: dict[Card, int] = {card: BITS[card] for card in self.cards}
        self.weight: dict[Card, int] = {
            card: self._weight(card, rules.points(card)) for card in self.cards
        }
        self.place: dict[str, int] = {rank: place for place, rank in enumerate(self.ranks)}
        self.places = len(self.ranks) + self.ace_high
        self.not_faces = self.mask(card for card in self.cards if card[0] not in FACES)
        self.wild_mask = self.mask(card for card in self.cards if rules.is_wild(card))
        self.rank_masks = tuple(
            self.mask(rank + suit for suit in self.suits) for rank in self.ranks
        )

    def _weight(self, card: Card, value: int) -> int:
        rank = 0 if is_joker(card) else 1 << RANK_FIELD + 4 * self.ranks.index(card[0])
        return BITS[card] | rank | value << COUNT_SHIFT | 1 << SIZE_SHIFT

    def is_wild(self, card: Card) -> bool:
        """Whether ``card`` is a wild card of this pack."""
        return bool(self.bit.get(card, 0) & self.wild_mask)

    def mask(self, cards: Iterable[Card]) -> int:
        """The card bits of ``cards``."""
        bits = 0
        for bit in map(self.bit.__getitem__, cards):
            bits |= bit
        return bits

    def run_ends(self, suit: str, low: int, size: int) -> int:
        """The bits of the cards that go onto the ends of a run of ``size`` from this place on."""
        top, ends, after = len(self.ranks), 0, low + size
        if after < top:
            ends = BITS[self.ranks[after] + suit]
        elif self.ace_high and after == top and is_run_place(low, top, top):
            ends = BITS["A" + suit]
        if low > 1 or (low == 1 and after <= top):
            ends |= BITS[self.ranks[low - 1] + suit]
        return ends

    def weigh(self, cards: Iterable[Card]) -> int:
        """The sum of the weights of ``cards``."""
        return sum(map(self.weight.__getitem__, cards))

    @staticmethod
    def cards_in(held: int) -> tuple[Card, ...]:
        """The cards of a set, by suit, then rank, jokers last."""
        bits = held & CARD_BITS
        found = []
        while bits:
            low = bits & -bits
            found.append(CARDS[low])
            bits ^= low
        return tuple(found)


@lru_cache(maxsize=RULE_SETS_KEPT)
def aligner(ranks: str, ace_high: bool) -> Aligner:
    """A function that moves the cards of a set to their ranks' places in the pack, lane by lane, so
    that a run is a row of bits; a high ace is above the others as well.
    """
    moves: dict[int, int] = {}
    for place, rank in enumerate(ranks):
        shift = RANKS.index(rank) - place
        moves[shift] = moves.get(shift, 0) | _ACES << place + shift
    above = len(ranks)

    def aligned(held: int) -> int:
        line = 0
        for shift, mask in moves.items():
            line |= (held & mask) >> shift
        return line | (line & _ACES) << above if ace_high else line

    return moves[0].__and__ if moves.keys() == {0} and not ace_high else aligned


def is_run_place(low: int, high: int, ranks: int) -> bool:
    """Whether a run may span these places of a pack of ``ranks`` ranks, place ``ranks`` being a
    high ace.

    It holds an ace once, and an ace that fits both ends goes low (RULES.md §5.1).
    """
    return high < ranks or low > 1


@lru_cache(maxsize=RULE_SETS_KEPT * 2)
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
            wild_points=rules.wild_points,
        )
    )
