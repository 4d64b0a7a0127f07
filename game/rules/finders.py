"""Functions that find what a set of cards allows: its discards, and the spreads within it.

They run at every turn of every simulated hand, so each is a closure over constants of its pack,
and sees in a few operations that there is nothing to find. What they do find is made once and
kept, lane by lane: discards and books for all packs, runs for all with the same ranks. So rule sets
share it, and new ones start warm.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, TypeAlias, cast

from game.rules.actions import Discard, Hit, Spread
from game.rules.cards import JOKERS, RANKS, SUITS, Card
from game.rules.pack import (
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
from game.rules.spreads import Gap, TableSpread, gaps
from game.rules.wilds import wild_spread_finder

SpreadFinder: TypeAlias = Callable[[int], tuple[Spread, ...]]
DiscardFinder: TypeAlias = Callable[[int], tuple[Discard, ...]]
HitFinder: TypeAlias = Callable[[int, list[int], list[TableSpread]], tuple[Hit, ...]]
DiscardTable: TypeAlias = list[tuple[Discard, ...]]
"""By the bits of a lane the discards of its cards; in a calm one ``_A_RUN`` for a run."""
CalmTable: TypeAlias = DiscardTable | dict[int, tuple[Discard, ...]]

DIAMONDS, HEARTS, SPADES = LANE, 2 * LANE, 3 * LANE
"""How far above the clubs' lane the others lie."""

_A_RUN: Final = cast("tuple[Discard, ...]", None)
"""It cannot be added to discards: so whoever adds up what four calm lanes allow gets a
``TypeError`` where there is a run, and need not ask each.
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

    ``calm`` are a table for each of the four lanes that tells runs as well: so a single look-up
    gives what may be thrown, and that there is nothing to be laid. In ``calm_with_jokers`` those
    above the spades are thrown with them.
    """

    def __init__(self, ranks: str, ace_high: bool) -> None:
        self._tables, self.jokers = _discard_tables(), _joker_discards()
        runs = _lanes_with_run(ranks, ace_high)
        self.calm = tuple(_calmed(table, runs) for table in self._tables)
        spades = _SpadesAndJokers(self.calm[-1], self.jokers)
        self.calm_with_jokers: tuple[CalmTable, ...] = (*self.calm[:-1], spades)

    def __call__(self, held: int) -> tuple[Discard, ...]:
        """A ``Discard`` for each card of a set."""
        clubs, diamonds, hearts, spades = self._tables
        cards = held & CARD_BITS
        found = clubs[cards & LANE_MASK] + diamonds[cards >> DIAMONDS & LANE_MASK]
        found += hearts[cards >> HEARTS & LANE_MASK] + spades[cards >> SPADES & LANE_MASK]
        return found + self.jokers[cards >> JOKER_BIT] if cards >> JOKER_BIT else found

    def has_run(self, held: int) -> bool:
        """Whether natural cards of a set make a run."""
        clubs, diamonds, hearts, spades = self.calm
        cards = held & CARD_BITS
        return (
            clubs[cards & LANE_MASK] is None
            or diamonds[cards >> DIAMONDS & LANE_MASK] is None
            or hearts[cards >> HEARTS & LANE_MASK] is None
            or spades[cards >> SPADES & LANE_MASK] is None
        )


class _SpadesAndJokers(dict[int, tuple[Discard, ...]]):
    """The calm table of the spades where jokers, for themselves, lie above them; filled when first
    asked.
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
    lanes = range(1 << len(RANKS))
    lines = map(aligner(ranks, ace_high), lanes)
    return [lane for lane, line in zip(lanes, lines, strict=True) if line & line >> 1 & line >> 2]


def _calmed(table: DiscardTable, runs: Iterable[int]) -> DiscardTable:
    calm = table.copy()
    for lane in runs:
        calm[lane] = _A_RUN
    return calm


def discards_of(ranks: str, ace_high: bool) -> Discards:
    """The discards of all packs with these ranks."""
    return _discards_of(RANKS if _are_in_rows(ranks, ace_high) else ranks, ace_high)


@lru_cache(maxsize=64)
def _discards_of(ranks: str, ace_high: bool) -> Discards:
    return Discards(ranks, ace_high)


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


@lru_cache(maxsize=64)
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
    has_run = discards_of(pack.ranks, pack.ace_high).has_run

    def spreads_in(held: int) -> tuple[Spread, ...]:
        books = held + threes & tops
        if has_run(held):
            line = aligned(held)
            runs = spreads.runs(held, line & line >> 1 & line >> 2 & starts)
            return spreads.books(held, books) + runs
        return spreads.books(held, books) if books else ()

    return spreads_in


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
    """What to add to a set, and which bits then tell the ranks with three cards or more."""
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


@lru_cache(maxsize=64)
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
