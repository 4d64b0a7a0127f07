"""Books and runs: the cards that form them, and what may be hit onto them (RULES.md §1.6, §5.1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from game.rules.actions import Hit, Spread, action_text
from game.rules.cards import Card, in_order, suit_of
from game.rules.ruleset import RuleSet

Kind: TypeAlias = Literal["book", "run"]

BOOK_LEAST: Final = 3  # cards (RULES.md §1.6)
BOOK_MOST: Final = 4
RUN_LEAST: Final = 3
SELVES_LEAST: Final = 2
"""The minimum number of cards in a spread that stand for themselves (RULES.md §5.1)."""


class TableSpread(NamedTuple):
    """A spread on the table, with cards in table order.

    ``stands_for`` gives the rank that each card stands for, usually its own; ``suit`` is a run's
    suit, empty for a book; ``low`` is the place in the pack's ranks of a run's first card or of a
    book's rank. A spread that is not open may not be hit: books if the rules close them, and buried
    books, which keep their number (RULES.md §5.6).
    """

    number: int
    owner: int
    kind: Kind
    cards: tuple[Card, ...]
    stands_for: tuple[str, ...]
    suit: str
    low: int
    is_open: bool = True
    buried: bool = False

    @property
    def high(self) -> int:
        """The place of a run's last card."""
        return self.low + len(self.cards) - 1

    def with_hit(self, hit: Hit, low_end: bool, *, buries: bool) -> Self:
        """Return the spread with the card of ``hit`` added at its low or its high end.

        A book that reaches four cards may be buried.
        """
        rank = hit.stands_for or hit.card[0]
        cards = (hit.card, *self.cards) if low_end else (*self.cards, hit.card)
        stands_for = (rank, *self.stands_for) if low_end else (*self.stands_for, rank)
        is_buried = buries and self.kind == "book" and len(cards) == BOOK_MOST
        return self._replace(
            cards=cards,
            stands_for=stands_for,
            low=self.low - low_end,
            is_open=not is_buried,
            buried=is_buried,
        )

    def to_mapping(self) -> dict[str, object]:
        """Return the spread as position files hold it (POSITION.md)."""
        named = tuple(
            (card, rank)
            for card, rank in zip(self.cards, self.stands_for, strict=True)
            if card[0] != rank or (self.suit and card[1] != self.suit)
        )
        words = action_text(self.owner, Spread(self.cards, named)).split()[2:]
        mapping: dict[str, object] = {"owner": self.owner, "cards": words}
        return {**mapping, "buried": True} if self.buried else mapping


class Gap(NamedTuple):
    """A place at a spread that a card may be hit onto; ``suit`` is empty if any suit will do."""

    rank: str
    suit: str
    at_low_end: bool = False


def with_high_ace(rules: RuleSet) -> RuleSet:
    """Return ``rules`` changed so that an ace may also stand at the top of a run."""
    return rules.changed(ace="low_or_high")


def run_line(rules: RuleSet) -> str:
    """Return the ranks in the order of runs; an ace that may go high is also at the end."""
    has_high_ace = rules.ace == "low_or_high" and "A" in rules.ranks
    return rules.ranks + "A" if has_high_ace else rules.ranks


def is_run_place(rules: RuleSet, low: int, high: int) -> bool:
    """Return whether a run may reach from place ``low`` of ``run_line`` to place ``high``.

    It holds an ace once, and an ace that fits both ends goes low (RULES.md §5.1).
    """
    return high < len(rules.ranks) or low > 1


# Reading laid cards.


def read_spread(
    rules: RuleSet, action: Spread, number: int = 0, owner: int = 0
) -> TableSpread | None:
    """Return the spread that these cards form on the table, or None if they form none.

    Cards may come in any order; wild cards stand for what ``action.wild`` names, all others for
    themselves.
    """
    cards, named = action.cards, dict(action.wild)
    if not set(cards) <= set(rules.pack()) or len(set(cards)) < len(cards):
        return None
    if not all(card in cards and rules.is_wild(card) for card in named):
        return None
    ranks = [named.get(card, card[0]) for card in cards]
    selves = [card for card in cards if card not in named]
    if len(selves) < SELVES_LEAST or not all(rank in rules.ranks for rank in ranks):
        return None
    if len(set(ranks)) == 1:
        return _read_book(rules, ranks[0], selves, in_order(named), number, owner)
    return _read_run(rules, dict(zip(ranks, cards, strict=True)), action, selves, number, owner)


def _read_book(
    rules: RuleSet, rank: str, selves: list[Card], wilds: Sequence[Card], number: int, owner: int
) -> TableSpread | None:
    cards = (*in_order(selves), *wilds)
    if not BOOK_LEAST <= len(cards) <= BOOK_MOST or any(card[0] == rank for card in wilds):
        return None
    low = rules.ranks.index(rank)
    return TableSpread(
        number, owner, "book", cards, (rank,) * len(cards), "", low, is_open=rules.hit_books
    )


def _read_run(
    rules: RuleSet,
    by_rank: dict[str, Card],
    action: Spread,
    selves: list[Card],
    number: int,
    owner: int,
) -> TableSpread | None:
    size, suit = len(action.cards), selves[0][1]
    if size < RUN_LEAST or len(by_rank) < size or any(card[1] != suit for card in selves):
        return None
    if any(card == rank + suit for card, rank in action.wild):
        return None
    line = run_line(rules)
    for low in range(len(line) - size + 1):
        stretch = line[low : low + size]
        if by_rank.keys() == set(stretch) and is_run_place(rules, low, low + size - 1):
            cards = tuple([by_rank[rank] for rank in stretch])
            return TableSpread(number, owner, "run", cards, tuple(stretch), suit, low)
    return None


# What may be hit.


def gaps(rules: RuleSet, spread: TableSpread) -> tuple[Gap, ...]:
    """Return where ``spread`` may be hit, the high end first; empty if it is full or closed.

    A run holds each rank at most once, and an ace that fits both ends goes low (RULES.md §5.1).
    """
    if not spread.is_open:
        return ()
    if spread.kind == "book":
        full = len(spread.cards) >= BOOK_MOST
        return () if full else (Gap(spread.stands_for[0], ""),)
    line, low = run_line(rules), spread.low
    above, below = line[spread.high + 1 :][:1], line[low - 1 : low] if low else ""
    found = []
    if above and above not in spread.stands_for and above != below:
        found.append(Gap(above, spread.suit))
    if below and below not in spread.stands_for:
        found.append(Gap(below, spread.suit, at_low_end=True))
    return tuple(found)


def is_itself(card: Card, gap: Gap) -> bool:
    """Return whether ``card`` fills ``gap`` without standing for another."""
    return card[0] == gap.rank and gap.suit in ("", suit_of(card))


def gap_for(rules: RuleSet, spread: TableSpread, hit: Hit) -> Gap | None:
    """Return the gap that ``hit`` would fill, or None if it does not fit or names a wrong rank."""
    card, stands_for = hit.card, hit.stands_for
    if stands_for and not rules.is_wild(card):
        return None
    rank = stands_for or card[0]
    for gap in gaps(rules, spread):
        if gap.rank == rank and is_itself(card, gap) != bool(stands_for):
            return gap
    return None


def slapped(rules: RuleSet, spread: TableSpread, card: Card) -> Hit | None:
    """Return the hit that a slap of ``card`` onto ``spread`` makes, or None if it does not fit.

    The card stands for itself if it can, else takes the high end, else the low (RULES.md §5.9).
    """
    open_gaps = gaps(rules, spread)
    if any(is_itself(card, gap) for gap in open_gaps):
        return Hit(card, spread.number)
    if open_gaps and rules.is_wild(card):
        return Hit(card, spread.number, open_gaps[0].rank)
    return None


def hits_in(
    rules: RuleSet, cards: Iterable[Card], spreads: Iterable[TableSpread]
) -> tuple[Hit, ...]:
    """Return the hits possible with these cards: as themselves first, then as wild cards."""
    held = in_order(cards)
    open_gaps = [(spread.number, found) for spread in spreads if (found := gaps(rules, spread))]
    if not open_gaps:
        return ()
    hits = [
        Hit(card, number)
        for number, found in open_gaps
        for card in held
        if any(is_itself(card, gap) for gap in found)
    ]
    hits += [
        Hit(card, number, gap.rank)
        for card in held
        if rules.is_wild(card)
        for number, found in open_gaps
        for gap in found
        if not is_itself(card, gap)
    ]
    return tuple(hits)


# The spreads in a hand.


_Groups: TypeAlias = Mapping[str, Sequence[Card]]
"""Sorted cards grouped by rank or by suit; a joker's suit is its number."""


def spreads_in(rules: RuleSet, cards: Iterable[Card]) -> tuple[Spread, ...]:
    """Return the spreads among ``cards``: books by rank, runs by suit, those with wild cards last.

    Cards that can stand for themselves do. Swapping the wild cards within a spread makes no
    difference to the game, so each set of cards over the same places is listed once.
    """
    held = in_order(cards)
    by_rank: dict[str, list[Card]] = {}
    by_suit: dict[str, list[Card]] = {}
    for card in held:
        by_rank.setdefault(card[0], []).append(card)
        by_suit.setdefault(card[1], []).append(card)
    found = _books(rules, by_rank) + _runs(rules, by_suit)
    if rules.wild:
        wilds = [card for card in held if rules.is_wild(card)]
        found += _wild_books(rules, by_rank, wilds)
        found += _wild_runs(rules, by_suit, wilds)
    return tuple(found)


def _books(rules: RuleSet, by_rank: _Groups) -> list[Spread]:
    ranks = [rank for rank, own in by_rank.items() if len(own) >= BOOK_LEAST]
    return [
        Spread(cards)
        for rank in sorted(ranks, key=rules.ranks.find)
        if rank in rules.ranks
        for size in range(BOOK_LEAST, BOOK_MOST + 1)
        for cards in combinations(by_rank[rank], size)
    ]


def _runs(rules: RuleSet, by_suit: _Groups) -> list[Spread]:
    line, found = run_line(rules), []
    for suit, own in by_suit.items():
        if len(own) < RUN_LEAST:
            continue
        ranks = {card[0] for card in own}
        for first in own:
            low = high = line.index(first[0])
            while high < len(line) and line[high] in ranks:
                if high - low + 1 >= RUN_LEAST and is_run_place(rules, low, high):
                    found.append(Spread(tuple([rank + suit for rank in line[low : high + 1]])))
                high += 1
    return found


def _wild_books(rules: RuleSet, by_rank: _Groups, wilds: Sequence[Card]) -> Iterator[Spread]:
    ranks = [rank for rank, own in by_rank.items() if len(own) >= SELVES_LEAST]
    for rank in sorted(ranks, key=rules.ranks.find):
        if rank not in rules.ranks:
            continue
        selves, others = by_rank[rank], [card for card in wilds if card[0] != rank]
        for size in range(BOOK_LEAST, BOOK_MOST + 1):
            for count in range(SELVES_LEAST, min(len(selves), size - 1) + 1):
                for used in combinations(others, size - count):
                    named = tuple([(card, rank) for card in used])
                    for chosen in combinations(selves, count):
                        yield Spread((*chosen, *used), named)


def _wild_runs(rules: RuleSet, by_suit: _Groups, wilds: Sequence[Card]) -> Iterator[Spread]:
    """Yield the runs in which wild cards fill places around and between two or more cards of a
    suit.
    """
    line = run_line(rules)
    for suit, cards in by_suit.items():
        own = [place for place, rank in enumerate(line) if rank + suit in cards]
        for size in range(SELVES_LEAST, len(own) + 1):
            for selves in combinations(own, size):
                for low, high in _stretches(rules, selves, len(wilds)):
                    yield from _filled(suit, line, range(low, high + 1), selves, wilds)


def _stretches(rules: RuleSet, selves: Sequence[int], wilds: int) -> Iterator[tuple[int, int]]:
    """Yield the lowest and highest place of each run of ``selves`` with 1 to ``wilds`` wild
    cards.
    """
    first, last = selves[0], selves[-1]
    spare = wilds - (last - first + 1 - len(selves))
    for low in range(first, max(first - spare, 0) - 1, -1) if spare >= 0 else ():
        highest = min(last + spare - (first - low), len(run_line(rules)) - 1)
        for high in range(max(last, low + len(selves)), highest + 1):
            if is_run_place(rules, low, high):
                yield low, high


def _filled(
    suit: str, line: str, places: range, selves: Sequence[int], wilds: Sequence[Card]
) -> Iterator[Spread]:
    """Yield the run over these places for each choice of wild cards.

    Wild cards whose own place is among ``places`` are left out: they would stand for themselves
    there.
    """
    own = [line[place] + suit for place in places]
    opened = [place for place in places if place not in selves]
    for used in combinations([card for card in wilds if card not in own], len(opened)):
        filled = dict(zip(opened, used, strict=True))
        cards = tuple(filled.get(place, line[place] + suit) for place in places)
        yield Spread(cards, tuple((card, line[place]) for place, card in filled.items()))
