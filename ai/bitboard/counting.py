"""What a hand counts: all its cards, or only those that no spread takes up (RULES.md §1, §8.1)."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from ai.bitboard.finders import spread_finder
from ai.bitboard.pack import (
    CARD_BITS,
    COUNT_MASK,
    COUNT_SHIFT,
    LANE,
    LANES,
    RANK_FIELD,
    SHORTEST_RUN,
    SIZE_SHIFT,
    Pack,
    aligner,
    is_run_place,
    pack_of,
)
from game.rules.cards import SUITS, Card
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.spreads import BOOK_LEAST, BOOK_MOST, SELVES_LEAST

Counter: TypeAlias = Callable[[int], int]
"""From a set of cards to its points."""

_HANDS_KEPT: Final = 1 << 12
"""So many hands are kept with their counts, of all packs together."""
_GROUPS_KEPT: Final = 1 << 11
_SEEN_KEPT: Final = 256
"""Of hands as they are shown."""
_PAIR_TEST: Final = 6
"""Added to a rank's four-bit number of cards, sets its top bit from two cards on."""


def full_count(held: int) -> int:
    """The points of all cards of a set."""
    return held >> COUNT_SHIFT & COUNT_MASK


def full_counts(hands: Iterable[int]) -> tuple[int, ...]:
    """The points of all cards of each set."""
    return tuple([held >> COUNT_SHIFT & COUNT_MASK for held in hands])


def counts_of(rules: RuleSet) -> Callable[[Iterable[int]], tuple[int, ...]]:
    """What counts several hands at once; ``counter_of`` for each."""
    if rules.count == "all":
        return full_counts  # a call for each hand would be felt where many are played
    counter = counter_of(rules)
    return lambda hands: tuple(map(counter, hands))


def counter_of(rules: RuleSet) -> Counter:
    """What counts the sets of cards left in hand; naturals have ``full_count``."""
    return full_count if rules.count == "all" else unmatched_of(rules)


def count_of(rules: RuleSet, cards: Iterable[Card]) -> int:
    """What these cards, left in a hand, count for a drop or a stock-out."""
    return counter_of(rules)(pack_of(rules).weigh(cards))


@lru_cache(maxsize=_SEEN_KEPT)
def matched_cards(rules: RuleSet, cards: tuple[Card, ...]) -> frozenset[Card]:
    """The cards of a hand that do not count since they make spreads; none where all cards count.

    Of several ways to leave the least total it is one that takes up the fewest cards.
    """
    count, pack = counter_of(rules), pack_of(rules)
    held = pack.weigh(cards)
    to_match = full_count(held) - count(held)
    for size in range(SHORTEST_RUN, len(cards) + 1) if to_match else ():
        for chosen in combinations(cards, size):
            laid = pack.weigh(chosen)
            if full_count(laid) == to_match and not count(laid):
                return frozenset(chosen)
    return frozenset()


class _Group(NamedTuple):
    """Cards that stand for themselves in one spread, with what they count.

    ``needs`` are the fewest wild cards that make them a spread, ``most`` those that it can hold.
    """

    bits: int
    points: int
    needs: int
    most: int


@lru_cache(maxsize=_HANDS_KEPT)
def _ways_kept(unmatched: "Unmatched", held: int) -> tuple[tuple[int, int], ...]:
    return unmatched.ways(held)


class Unmatched:
    """The least total that disjoint spreads leave of a set of cards of a pack."""

    def __init__(self, pack: Pack) -> None:
        self._wilds, self._weigh = pack.wild_mask, pack.weigh
        self._weight = {bit: pack.weight[card] for card, bit in pack.bit.items()}
        self._spreads_in, self._groups_in = spread_finder(pack), _Groups(pack)
        self._twos = pack.wild_mask & CARD_BITS & sum(LANES)
        self._dear = self._most_of(pack, self._twos)
        self._cheap = self._most_of(pack, pack.wild_mask & ~self._twos)

    @staticmethod
    def _most_of(pack: Pack, cards: int) -> int:
        return max(map(full_count, map(pack.weight.__getitem__, Pack.cards_in(cards))), default=0)

    def __call__(self, held: int) -> int:
        """Of a weighed set."""
        if held & self._wilds:
            is_short = held >> SIZE_SHIFT < SHORTEST_RUN
            return full_count(held) - (0 if is_short else _ways_kept(self, held)[0][0])
        spreads = self._spreads_in(held)
        if len(spreads) > 1:
            return full_count(held) - _ways_kept(self, held)[0][0]
        return full_count(held - self._weigh(spreads[0].cards)) if spreads else full_count(held)

    def taken_off(self, held: int, cards: Sequence[int]) -> list[int] | None:
        """What throwing each of some cards of a weighed set, given by their bits, takes off its
        count; None where that is what each counts by itself, since none is matched.
        """
        weight, wilds = self._weight, held & self._wilds
        if held >> SIZE_SHIFT < SHORTEST_RUN:
            return None
        if not wilds:
            spreads = self._spreads_in(held)
            if not spreads:
                return None
            if len(spreads) == 1:
                spread = self._weigh(spreads[0].cards)
                rest = full_count(spread)
                return [full_count(weight[card]) - (rest if card & spread else 0) for card in cards]
        ways = _ways_kept(self, held)
        most = ways[0][0]
        count = full_count(held) - most
        return [
            count - self(held - weight[card])
            if card & wilds
            else full_count(weight[card]) - most + next(w for w, used in ways if not used & card)
            for card in cards
        ]

    def ways(self, held: int) -> tuple[tuple[int, int], ...]:
        """The ways to lay disjoint spreads that are best for want of some card or other, the best
        first: the most points that they take up, and which cards they use for themselves.
        """
        wilds, twos = held & self._wilds, self._twos
        spare = wilds.bit_count()
        ways = [(0, 0, 0, 0)]
        for bits, worth, needs, most in self._groups_in(held, spare):
            ways += [
                (points + worth, used | bits, needed + needs, room + most)
                for points, used, needed, room in ways
                if not bits & used and needed + needs <= spare
            ]
        if not spare:
            return _best_without_each([way[:2] for way in ways])
        found = []
        for points, used, needed, room in ways:
            left = wilds & ~used
            number = left.bit_count()
            if needed <= number:
                laid = min(number, room)
                first = min(laid, (left & twos).bit_count())
                found.append((points + self._dear * first + self._cheap * (laid - first), used))
        return _best_without_each(found)


def _best_without_each(ways: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The best of all ways, and for each card that it uses the best that does without that card."""
    ways.sort(reverse=True)
    best = [ways[0]]
    used_by_all = ways[0][1]
    for way in ways:
        if not used_by_all:
            break
        if used_by_all & ~way[1]:
            best.append(way)
            used_by_all &= way[1]
    return tuple(best)


@lru_cache(maxsize=RULE_SETS_KEPT * 2)
def unmatched_of(rules: RuleSet) -> Unmatched:
    """What counts the unmatched cards of a set, whatever the rules count."""
    return _unmatched_in(pack_of(rules))


@lru_cache(maxsize=RULE_SETS_KEPT * 2)
def _unmatched_in(pack: Pack) -> Unmatched:
    return Unmatched(pack)


_Finder: TypeAlias = Callable[..., tuple[_Group, ...]]


@lru_cache(maxsize=_GROUPS_KEPT)
def _groups_kept(find: _Finder, *what: int) -> tuple[_Group, ...]:
    return find(*what)


class _Groups:
    """The groups that the cards of a rank or of a suit make, worked out when first asked for."""

    def __init__(self, pack: Pack) -> None:
        self._pack, self._ranks = pack, len(pack.ranks)
        self._aligned = aligner(pack.ranks, pack.ace_high)
        fields = [RANK_FIELD + 4 * place for place in range(self._ranks)]
        self._pairs = sum(_PAIR_TEST << field for field in fields)
        self._tops = sum(8 << field for field in fields)
        self._line = tuple(pack.ranks + "A" * pack.ace_high)
        self._books: _Finder = partial(_groups_kept, self._books_of)
        self._runs: _Finder = partial(_groups_kept, self._runs_of)

    def __call__(self, held: int, spare: int) -> list[_Group]:
        """The groups within a set of which so many cards are wild."""
        found: list[_Group] = []
        ranks, masks = held + self._pairs & self._tops, self._pack.rank_masks
        while ranks:
            top = ranks & -ranks
            ranks ^= top
            found += self._books(held & masks[top.bit_length() - 1 - RANK_FIELD >> 2], spare)
        for lane, mask in enumerate(LANES):
            own = held & mask
            if own & own - 1:
                found += self._runs(own, lane, spare)
        return found

    def _books_of(self, own: int, spare: int) -> tuple[_Group, ...]:
        cards = Pack.cards_in(own)
        least = max(SELVES_LEAST, BOOK_LEAST - spare)
        return tuple(
            self._group(chosen, max(BOOK_LEAST - size, 0), BOOK_MOST - size)
            for size in range(least, len(cards) + 1)
            for chosen in combinations(cards, size)
        )

    def _runs_of(self, own: int, lane: int, spare: int) -> tuple[_Group, ...]:
        row, suit, line = self._aligned(own) >> LANE * lane, SUITS[lane], self._line
        held = [place for place in range(len(line)) if row >> place & 1]
        found = []
        for size in range(SELVES_LEAST, len(held) + 1):
            for chosen in combinations(held, size):
                low, high = chosen[0], chosen[-1]
                # A run up to a high ace begins above the 2: with more the ace would go low.
                most = (self._ranks if high < self._ranks else self._ranks - 1) - size
                needs = max(high - low + 1, SHORTEST_RUN) - size
                if needs <= min(spare, most) and is_run_place(low, high, self._ranks):
                    cards = tuple(line[place] + suit for place in chosen)
                    found.append(self._group(cards, needs, most))
        return tuple(found)

    def _group(self, cards: tuple[Card, ...], needs: int, most: int) -> _Group:
        pack = self._pack
        return _Group(pack.mask(cards), full_count(pack.weigh(cards)), needs, most)
