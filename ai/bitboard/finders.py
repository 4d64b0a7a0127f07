"""Functions that find what a set of cards allows: its discards, and the spreads within it.

They run at every turn of every simulated hand, so each is a closure over constants of its pack,
and sees in a few operations that there is nothing to find. What they do find is made once and
kept, lane by lane: discards and books for all packs, runs for all with the same ranks. So rule sets
share it, and new ones start warm.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, filterfalse
from typing import Final, TypeAlias, cast
from weakref import WeakValueDictionary

from ai.bitboard.pack import (
    BITS,
    CARD_BITS,
    CARDS,
    JOKER_BIT,
    LANE,
    LANE_MASK,
    LANES,
    RANK_FIELD,
    SHORTEST_RUN,
    Aligner,
    Pack,
    aligner,
    is_run_place,
)
from ai.bitboard.spreads import gaps
from game.rules.actions import Discard, Hit, Spread
from game.rules.cards import JOKERS, RANKS, SUITS, Card
from game.rules.ruleset import RULE_SETS_KEPT
from game.rules.spreads import BOOK_LEAST, BOOK_MOST, SELVES_LEAST, Gap, TableSpread

SpreadFinder: TypeAlias = Callable[[int], tuple[Spread, ...]]
DiscardFinder: TypeAlias = Callable[[int], tuple[Discard, ...]]
HitFinder: TypeAlias = Callable[[int, list[int], list[TableSpread]], tuple[Hit, ...]]
DiscardTable: TypeAlias = list[tuple[Discard, ...]]
"""By the bits of a lane the discards of its cards; a runless table has ``_A_RUN`` for a run."""
RunlessTable: TypeAlias = DiscardTable | dict[int, tuple[Discard, ...]]

DIAMONDS, HEARTS, SPADES = LANE, 2 * LANE, 3 * LANE
"""How far above the clubs' lane the others lie."""

_A_RUN: Final = cast("tuple[Discard, ...]", None)
"""It cannot be added to discards: adding up what four runless lanes allow raises ``TypeError``
where there is a run, so that no lane has to be tested.
"""


@cache
def _discard_tables() -> tuple[DiscardTable, ...]:
    """What may be thrown of every set of cards of a suit, in any pack."""
    return tuple(_subsets([rank + suit for rank in RANKS]) for suit in SUITS)


@cache
def _joker_discards() -> DiscardTable:
    return _subsets(JOKERS)


def _subsets(cards: Iterable[Card]) -> DiscardTable:
    table: DiscardTable = [()]
    for card in cards:
        one = (Discard(card),)
        table += [discards + one for discards in table]
    return table


class Discards:
    """What may be thrown of a set of cards, suit by suit, for all packs with these ranks.

    ``runless`` are a table for each of the four lanes that shows runs as well: so a single look-up
    gives what may be thrown, and that there is nothing to be laid. In ``runless_with_jokers`` those
    above the spades are thrown with them.
    """

    def __init__(self, ranks: str, ace_high: bool) -> None:
        self._tables, self.jokers = _discard_tables(), _joker_discards()
        runs = _lanes_with_run(ranks, ace_high)
        self.runless = tuple(_without_runs(table, runs) for table in self._tables)
        spades = _SpadesAndJokers(self.runless[-1], self.jokers)
        self.runless_with_jokers: tuple[RunlessTable, ...] = (*self.runless[:-1], spades)

    def __call__(self, held: int) -> tuple[Discard, ...]:
        """A ``Discard`` for each card of a set."""
        clubs, diamonds, hearts, spades = self._tables
        cards = held & CARD_BITS
        found = clubs[cards & LANE_MASK] + diamonds[cards >> DIAMONDS & LANE_MASK]
        found += hearts[cards >> HEARTS & LANE_MASK] + spades[cards >> SPADES & LANE_MASK]
        return found + self.jokers[cards >> JOKER_BIT] if cards >> JOKER_BIT else found

    def has_run(self, held: int) -> bool:
        """Whether natural cards of a set make a run."""
        clubs, diamonds, hearts, spades = self.runless
        cards = held & CARD_BITS
        return (
            clubs[cards & LANE_MASK] is None
            or diamonds[cards >> DIAMONDS & LANE_MASK] is None
            or hearts[cards >> HEARTS & LANE_MASK] is None
            or spades[cards >> SPADES & LANE_MASK] is None
        )


class _SpadesAndJokers(dict[int, tuple[Discard, ...]]):
    """The runless table of the spades where jokers, for themselves, lie above them; filled on
    demand.
    """

    def __init__(self, spades: DiscardTable, jokers: DiscardTable) -> None:
        self._spades, self._jokers = spades, jokers

    def __missing__(self, bits: int) -> tuple[Discard, ...]:
        found = self._spades[bits & LANE_MASK]
        if found is not _A_RUN:
            found += self._jokers[bits >> LANE]
        self[bits] = found
        return found


def _lanes_with_run(ranks: str, ace_high: bool) -> list[int]:
    """The sets of cards of one suit, by their bits, that hold a run."""
    line = [_lanes_with(rank) for rank in ranks + "A" * ace_high]
    found = 0
    for low, middle, high in zip(line, line[1:], line[2:], strict=False):
        found |= low & middle & high
    return [lane for lane, is_in in enumerate(reversed(f"{found:b}")) if is_in == "1"]


def _lanes_with(rank: str) -> int:
    """The sets of cards of one suit that hold this rank, a bit for each of all sets."""
    stretch = 1 << RANKS.index(rank)  # so many sets without it, then so many with it, and so on
    return ((1 << (1 << len(RANKS))) - 1) // ((1 << stretch) + 1) << stretch


def _without_runs(table: DiscardTable, runs: Iterable[int]) -> DiscardTable:
    runless = table.copy()
    for lane in runs:
        runless[lane] = _A_RUN
    return runless


def discards_of(ranks: str, ace_high: bool) -> Discards:
    """The discards of all packs with these ranks; there are only those that play has bound."""
    key = RANKS if _are_in_rows(ranks, ace_high) else ranks, ace_high
    found = _discards.get(key)
    if found is None:
        found = _discards[key] = Discards(*key)
    return found


_discards: Final[WeakValueDictionary[tuple[str, bool], Discards]] = WeakValueDictionary()
"""A quarter of a megabyte each, so not even a few are kept for themselves."""


def _are_in_rows(ranks: str, ace_high: bool) -> bool:
    """Whether all cards that follow one another in the pack have neighbouring bits."""
    return ranks in RANKS and not ace_high


def spread_finder(pack: Pack) -> SpreadFinder:
    """A function from a set of cards to the spreads within it, with wild cards one of each kind."""
    plain = (_plain_finder if _are_in_rows(pack.ranks, pack.ace_high) else _aligning_finder)(pack)
    return _wild_finder(pack, plain) if pack.wild_mask else plain


def hit_finder(pack: Pack) -> HitFinder:
    """A function from a set of cards to the hits within it.

    It gets the set, the bits that fit each spread on the table (``Hand.fits``), and the spreads.
    """
    natural = _natural_hit_finder()
    return _wild_hit_finder(pack, natural) if pack.wild_mask else natural


def _natural_hit_finder() -> HitFinder:
    made = _hits()

    def hits_in(held: int, fits: list[int], _: list[TableSpread]) -> tuple[Hit, ...]:
        found = []
        for number, fit in enumerate(fits):
            bits = held & fit
            while bits:
                low = bits & -bits
                found.append(made[low, number])
                bits ^= low
        return tuple(found)

    return hits_in


def _wild_hit_finder(pack: Pack, natural_hits_in: HitFinder) -> HitFinder:
    named, gaps_of = _named_hits(), _gaps_of(pack.ranks, pack.ace_high)
    wild_mask, cards_in = pack.wild_mask, pack.cards_in

    def hits_in(held: int, fits: list[int], spreads: list[TableSpread]) -> tuple[Hit, ...]:
        natural, wilds = natural_hits_in(held, fits, spreads), held & wild_mask
        if not wilds:
            return natural
        found = [*natural]
        for card in cards_in(wilds):
            own_rank, own_suit = card[0], card[1]
            for spread in spreads:
                number, _, _, cards, _, suit, low, is_open, _ = spread
                if not is_open:
                    continue
                key = suit, low, len(cards)
                if key not in gaps_of:
                    gaps_of[key] = gaps(pack, spread)
                for rank, of, _ in gaps_of[key]:
                    if rank != own_rank or of not in ("", own_suit):
                        found.append(named[card, number, rank])
        return tuple(found)

    return hits_in


class _HitTable(dict[tuple[int, int], Hit]):
    """From a card's bit and a spread's number to the hit, made when first asked for."""

    def __missing__(self, key: tuple[int, int]) -> Hit:
        bit, number = key
        self[key] = hit = Hit(CARDS[bit], number)
        return hit


@cache
def _hits() -> _HitTable:
    return _HitTable()


class _NamedHitTable(dict[tuple[Card, int, str], Hit]):
    """From a wild card, a spread's number and the rank that the card stands for to the hit."""

    def __missing__(self, key: tuple[Card, int, str]) -> Hit:
        self[key] = hit = Hit(*key)
        return hit


@cache
def _named_hits() -> _NamedHitTable:
    return _NamedHitTable()


@lru_cache(maxsize=RULE_SETS_KEPT)
def _gaps_of(_ranks: str, _ace_high: bool) -> dict[tuple[str, int, int], tuple[Gap, ...]]:
    """The gaps of an open spread, by its suit, start and size."""
    return {}


def _plain_finder(pack: Pack) -> SpreadFinder:
    threes, tops = book_test(pack.ranks)
    starts, spreads = _run_starts(len(RANKS)), _spreads_of(pack.ranks, False)

    def spreads_in(held: int) -> tuple[Spread, ...]:
        books = held + threes & tops
        runs = held & held >> 1 & held >> 2 & starts
        if runs:
            return spreads.books(held, books) + spreads.runs(held, runs)
        return spreads.books(held, books) if books else ()

    return spreads_in


def _aligning_finder(pack: Pack) -> SpreadFinder:
    threes, tops = book_test(pack.ranks)
    starts, spreads = _run_starts(pack.places), _spreads_of(pack.ranks, pack.ace_high)
    aligned = aligner(pack.ranks, pack.ace_high)
    has_run = _run_test(pack.ranks, pack.ace_high)

    def spreads_in(held: int) -> tuple[Spread, ...]:
        books = held + threes & tops
        if has_run(held):
            line = aligned(held)
            runs = spreads.runs(held, line & line >> 1 & line >> 2 & starts)
            return spreads.books(held, books) + runs
        return spreads.books(held, books) if books else ()

    return spreads_in


@lru_cache(maxsize=RULE_SETS_KEPT)
def _run_test(ranks: str, ace_high: bool) -> Callable[[int], bool]:
    """Whether natural cards of a set make a run."""
    lanes = bytearray(1 << len(RANKS))
    for lane in _lanes_with_run(ranks, ace_high):
        lanes[lane] = True

    def has_run(held: int) -> bool:
        cards = held & CARD_BITS
        return bool(
            lanes[cards & LANE_MASK]
            or lanes[cards >> DIAMONDS & LANE_MASK]
            or lanes[cards >> HEARTS & LANE_MASK]
            or lanes[cards >> SPADES & LANE_MASK]
        )

    return has_run


def _wild_finder(pack: Pack, plain: SpreadFinder) -> SpreadFinder:
    """Remembers the last set: the rules may ask several times about one hand."""
    wild_mask, wild_spreads_in = pack.wild_mask, wild_spread_finder(pack)
    last: tuple[int, tuple[Spread, ...]] = (0, ())

    def spreads_in(held: int) -> tuple[Spread, ...]:
        nonlocal last
        if not held & wild_mask:
            return plain(held)
        if last[0] != held:
            last = held, plain(held) + wild_spreads_in(held)
        return last[1]

    return spreads_in


def book_test(ranks: str) -> tuple[int, int]:
    """What to add to a set, and which bits then show the ranks with three cards or more."""
    fields = [RANK_FIELD + 4 * place for place in range(len(ranks))]
    return sum(5 << field for field in fields), sum(8 << field for field in fields)


def _run_starts(places: int) -> int:
    """The bits at which a run of three may start in a pack of so many places."""
    starts = range(places - SHORTEST_RUN + 1)
    return sum(1 << LANE * lane + start for lane in range(len(SUITS)) for start in starts)


class _SpreadTable:
    """Every book and, suit by suit, every run, by the bits that hold them."""

    def __init__(self, ranks: str, ace_high: bool) -> None:
        self._runs = tuple(_RunTable(ranks, ace_high, suit) for suit in SUITS)
        self._ranks = tuple(sum(BITS[rank + suit] for suit in SUITS) for rank in ranks)
        self._books = _all_books()

    def books(self, held: int, tops: int) -> tuple[Spread, ...]:
        """The books of the ranks whose top bit is set in ``tops``."""
        found: tuple[Spread, ...] = ()
        while tops:
            low = tops & -tops
            found += self._books[held & self._ranks[low.bit_length() - 1 - RANK_FIELD >> 2]]
            tops ^= low
        return found

    def runs(self, held: int, starts: int) -> tuple[Spread, ...]:
        """The runs within a set, in the lanes in which ``starts`` has a bit."""
        found: tuple[Spread, ...] = ()
        while starts:
            lane = ((starts & -starts).bit_length() - 1) // LANE
            found += self._runs[lane][held & LANES[lane]]
            starts &= -1 << LANE * (lane + 1)
        return found


@lru_cache(maxsize=RULE_SETS_KEPT)
def _spreads_of(ranks: str, ace_high: bool) -> _SpreadTable:
    return _SpreadTable(ranks, ace_high)


@cache
def _all_books() -> dict[int, tuple[Spread, ...]]:
    """From the bits of a rank's cards to the books that they make."""
    return {
        sum(map(BITS.__getitem__, held)): tuple(map(_natural, _groups(held)))
        for rank in RANKS
        for held in _groups(tuple(rank + suit for suit in SUITS))
    }


@lru_cache(maxsize=20_000)
def _natural(cards: tuple[Card, ...]) -> Spread:
    """A spread without wild cards: one for all packs."""
    return Spread(cards)


class _RunTable(dict[int, tuple[Spread, ...]]):
    """From the bits of one suit's lane to the runs within them, worked out when first asked for."""

    def __init__(self, ranks: str, ace_high: bool, suit: str) -> None:
        self._ranks, self._shift = len(ranks), LANE * SUITS.index(suit)
        self._aligned: Aligner = aligner(ranks, ace_high)
        self._line = tuple(rank + suit for rank in ranks + "A" * ace_high)

    def __missing__(self, key: int) -> tuple[Spread, ...]:
        if len(self) >= _TABLE_SIZE:
            self.clear()
        bits, line = self._aligned(key) >> self._shift, self._line
        self[key] = runs = tuple([_natural(line[low : high + 1]) for low, high in self._ends(bits)])
        return runs

    def _ends(self, bits: int) -> Iterator[tuple[int, int]]:
        """The lowest and highest places of the runs within ``bits``."""
        starts = bits & bits >> 1 & bits >> 2
        while starts:
            low = (starts & -starts).bit_length() - 1
            starts &= starts - 1
            high = low + SHORTEST_RUN - 1
            while bits >> high & 1:
                if is_run_place(low, high, self._ranks):
                    yield low, high
                high += 1


def _groups(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Every three or four of up to four cards of a rank, in order."""
    subsets = [
        tuple(card for place, card in enumerate(cards) if chosen >> place & 1)
        for chosen in range(1 << len(cards))
    ]
    return [subset for subset in subsets if len(subset) >= SHORTEST_RUN]


# Spreads with wild cards in a hand (RULES.md §5.1).
#
# Cards that can stand for themselves do. Wild cards of one spread may change places among
# themselves without any difference to the game, so each set of cards over the same places is
# given once.
#
# A hand with wild cards mostly holds one: what that makes of a rank or a suit has tables of its
# own. All packs share the tables of books, those with the same ranks the tables of runs.


Maker: TypeAlias = Callable[[int, tuple[Card, ...]], Iterator[Spread]]
"""From the bits of one rank's or suit's cards, and the wild cards in hand, to spreads."""

_TABLE_SIZE: Final = 1_024
"""Entries of a table of runs before it begins anew."""
_MADE_SIZE: Final = 128
"""The same of what several wild cards make: an entry may be a hundred spreads."""
_SHAPES_KEPT: Final = 1_024
_PAIR_TEST: Final = 6
"""Added to a rank's four-bit number of cards, sets its top bit from two cards on."""


def wild_spread_finder(pack: Pack) -> Callable[[int], tuple[Spread, ...]]:
    """A function from a set of cards to the spreads in which a wild card stands for another."""
    fields = [RANK_FIELD + 4 * place for place in range(len(pack.ranks))]
    pairs, tops = sum(_PAIR_TEST << field for field in fields), sum(8 << field for field in fields)
    wild_mask, several = pack.wild_mask, _several(pack.ranks, pack.ace_high)
    single = {
        bit: _one_wild(pack.ranks, pack.ace_high, card)
        for card, bit in pack.bit.items()
        if bit & wild_mask
    }
    masks, aligned = pack.rank_masks, aligner(pack.ranks, pack.ace_high)

    def wild_spreads_in(held: int) -> tuple[Spread, ...]:
        wilds, ranks = held & wild_mask, held + pairs & tops
        one = single.get(wilds)
        found: tuple[Spread, ...] = ()
        while ranks:
            top = ranks & -ranks
            ranks ^= top
            own = held & masks[top.bit_length() - 1 - RANK_FIELD >> 2]
            found += one.books[own] if one else several.books[own, wilds]
        if one is None:
            return found + several.runs_in(held, wilds)
        line = aligned(held)
        near = line & (line >> 1 | line >> 2)
        while near:  # two cards of a suit that a wild one may join
            lane = ((near & -near).bit_length() - 1) // LANE
            found += one.runs[lane][held & LANES[lane]]
            near &= -1 << LANE * (lane + 1)
        return found

    return wild_spreads_in


@lru_cache(maxsize=RULE_SETS_KEPT * 2)
def _one_wild(ranks: str, ace_high: bool, wild: Card) -> "_OneWild":
    return _OneWild(ranks, ace_high, wild)


class _OneWild:
    """What one wild card makes of the cards of a rank, and of each suit, by their bits."""

    def __init__(self, ranks: str, ace_high: bool, wild: Card) -> None:
        self.books = _books_of_one(wild)
        self.runs = tuple(_RunsOfOne(ranks, ace_high, suit, wild) for suit in SUITS)


class _BooksOfOne(dict[int, tuple[Spread, ...]]):
    """From the bits of a rank's cards to the books that they make with a wild card."""

    def __init__(self, wild: Card) -> None:
        self._wild = (wild,)

    def __missing__(self, bits: int) -> tuple[Spread, ...]:
        self[bits] = books = tuple(_books_of(bits, self._wild))
        return books


@cache
def _books_of_one(wild: Card) -> _BooksOfOne:
    return _BooksOfOne(wild)


class _RunsOfOne(dict[int, tuple[Spread, ...]]):
    """From the bits of a suit's cards to the runs that they make with a wild card."""

    def __init__(self, ranks: str, ace_high: bool, suit: str, wild: Card) -> None:
        self._line, self._wild = _Line(ranks, ace_high, suit), wild

    def __missing__(self, bits: int) -> tuple[Spread, ...]:
        if len(self) >= _TABLE_SIZE:
            self.clear()
        self[bits] = runs = tuple(self._line.runs_of_one(bits, self._wild))
        return runs


class _Line:
    """The cards of a suit in a row, with the ace above them where it may go high."""

    def __init__(self, ranks: str, ace_high: bool, suit: str) -> None:
        self._shift = LANE * SUITS.index(suit)
        self._ranks, self._aligned = len(ranks), aligner(ranks, ace_high)
        self._cards = tuple(rank + suit for rank in ranks + "A" * ace_high)

    def runs_of_one(self, bits: int, wild: Card) -> Iterator[Spread]:
        """The same as ``runs`` for a single wild card, in half the time."""
        line = self._cards
        for low, high, (place,) in self._shapes(bits, 1):
            if wild not in line[low : high + 1]:
                cards = (*line[low:place], wild, *line[place + 1 : high + 1])
                yield Spread(cards, _named(wild, line[place][0]))

    def runs(self, bits: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
        """The runs that wild cards make of the suit's cards in hand."""
        line = self._cards
        for low, high, opened in self._shapes(bits, len(wilds)):
            stretch = line[low : high + 1]
            names = [line[place][0] for place in opened]
            for used in combinations([card for card in wilds if card not in stretch], len(opened)):
                cards = [*stretch]
                for place, card in zip(opened, used, strict=True):
                    cards[place - low] = card
                yield Spread(tuple(cards), tuple(zip(used, names, strict=True)))

    def _shapes(self, bits: int, wilds: int) -> "tuple[_Shape, ...]":
        return _shapes(self._aligned(bits) >> self._shift, len(self._cards), self._ranks, wilds)


@cache
def _named(wild: Card, rank: str) -> tuple[tuple[Card, str], ...]:
    """What a spread says of its one wild card; the same for all of them."""
    return ((wild, rank),)


_Shape: TypeAlias = tuple[int, int, tuple[int, ...]]
"""A run's lowest and highest place, and those that wild cards fill."""


@lru_cache(maxsize=_SHAPES_KEPT)
def _shapes(row: int, places: int, ranks: int, wilds: int) -> tuple[_Shape, ...]:
    """The runs that so many wild cards make of a suit's cards, at least two of which they keep.

    They are the same for every suit and for all wild cards.
    """
    own = [place for place in range(places) if row >> place & 1]
    found = []
    for size in range(SELVES_LEAST, len(own) + 1):
        for kept in combinations(own, size):
            first, last = kept[0], kept[-1]
            spare = wilds - (last - first + 1 - size)
            for low in range(first, max(first - spare, 0) - 1, -1) if spare >= 0 else ():
                highest = min(last + spare - (first - low), places - 1)
                for high in range(max(last, low + size), highest + 1):
                    if is_run_place(low, high, ranks):
                        opened = tuple(filterfalse(kept.__contains__, range(low, high + 1)))
                        found.append((low, high, opened))
    return tuple(found)


@lru_cache(maxsize=RULE_SETS_KEPT)
def _several(ranks: str, ace_high: bool) -> "_Several":
    return _Several(ranks, ace_high)


class _Several:
    """What several wild cards make of the cards of a rank, and of each suit."""

    def __init__(self, ranks: str, ace_high: bool) -> None:
        self.books = _books_of_several()
        self._runs = tuple(
            (lane, _Made(_Line(ranks, ace_high, suit).runs))
            for suit, lane in zip(SUITS, LANES, strict=True)
        )

    def runs_in(self, held: int, wilds: int) -> tuple[Spread, ...]:
        """The runs within a set, suit by suit."""
        found: tuple[Spread, ...] = ()
        for lane, made in self._runs:
            bits = held & lane
            if bits & bits - 1:
                found += made[bits, wilds]
        return found


class _Made(dict[tuple[int, int], tuple[Spread, ...]]):
    """From a rank's or a suit's cards and the wild cards in hand to the spreads that they make.

    Worked out when first asked for; there are too many to keep them all.
    """

    def __init__(self, make: Maker) -> None:
        self._make = make

    def __missing__(self, key: tuple[int, int]) -> tuple[Spread, ...]:
        if len(self) >= _MADE_SIZE:
            self.clear()
        own, wilds = key
        self[key] = found = tuple(self._make(own, Pack.cards_in(wilds)))
        return found


@cache
def _books_of_several() -> _Made:
    return _Made(_books_of)


def _books_of(own: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
    """The books that wild cards make of the cards of one rank in hand."""
    selves = Pack.cards_in(own)
    rank = selves[0][0]
    others = tuple(card for card in wilds if card[0] != rank)
    for size in range(BOOK_LEAST, BOOK_MOST + 1):
        for count in range(SELVES_LEAST, min(len(selves), size - 1) + 1):
            for used in combinations(others, size - count):
                named = tuple((card, rank) for card in used)
                for chosen in combinations(selves, count):
                    yield Spread((*chosen, *used), named)
