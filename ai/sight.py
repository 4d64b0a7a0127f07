"""Card sets, the deck of a rule set, and what a seat knows at a decision.

A set of cards is an int with a bit for each card: suit by suit in the order of the standard pack,
the jokers last. So a union is ``|``, and how many cards are in a set its ``bit_count``. Points are
those of the count.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, NamedTuple, Self

from game.rules.actions import Action, Discard, Draw, Slap, Spread, Take, cards_played
from game.rules.cards import JOKERS, STANDARD_PACK, Card
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.spreads import TableSpread
from game.rules.view import SeatView

BIT: Final[dict[Card, int]] = {
    card: 1 << place for place, card in enumerate((*STANDARD_PACK, *JOKERS))
}
CARD: Final = {bit: card for card, bit in BIT.items()}

_LEAST, _BOOK_MOST, _SELVES = 3, 4, 2
"""The fewest cards of a spread, the most of a book, and the fewest natural cards of each."""


def set_of(cards: Iterable[Card]) -> int:
    """Return the set of these cards."""
    bits = 0
    for card in cards:
        bits |= BIT[card]
    return bits


def cards_in(held: int) -> tuple[Card, ...]:
    """Return the cards of a set, by suit, then rank, jokers last."""
    return tuple(CARD[bit] for bit in singles(held))


def singles(held: int) -> Iterator[int]:
    """Yield the bits of a set, one by one, from the lowest."""
    while held:
        low = held & -held
        yield low
        held ^= low


class Lying(NamedTuple):
    """A spread on the table: a run of ``suit``, or a book if ``suit`` is -1.

    ``low`` and ``high`` are places of ranks in the pack, alike for a book; an ace above the highest
    rank has the place after it. What is not open may not be hit.
    """

    cards: int
    suit: int
    low: int
    high: int
    is_open: bool = True

    @property
    def is_run(self) -> bool:
        """Whether the spread is a run, not a book."""
        return self.suit >= 0


class Deck:
    """The cards of one rule set.

    ``points`` are those of each card, ``by_points`` the cards that count the same, the dearest
    first. Of two cards ``links`` gives, if they go together, the cards that make a spread of three
    with them, each standing for itself, and the points of the two.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        pack = rules.pack()
        self.all = set_of(pack)
        self.wild = set_of(card for card in pack if rules.is_wild(card))
        self.points = {BIT[card]: rules.points(card) for card in pack}
        self.total, self.size = sum(self.points.values()), len(pack)
        self.dearest = max(self.points.values())
        self.by_points = [
            (worth, sum(bit for bit, points in self.points.items() if points == worth))
            for worth in sorted(set(self.points.values()), reverse=True)
        ]
        self.ranks = rules.ranks
        self._high_ace = rules.ace == "low_or_high" and "A" in self.ranks
        self._line = self.ranks + "A" * self._high_ace
        self._suits = [set_of(rank + suit for rank in self.ranks) for suit in rules.suits]
        self._books = [set_of(rank + suit for suit in rules.suits) for rank in self.ranks]
        self._runs = [[BIT[rank + suit] for rank in self._line] for suit in rules.suits]
        self._unmatched: dict[int, int] = {}
        self.links = self._links()

    def _links(self) -> dict[int, tuple[int, int]]:
        thirds: dict[int, int] = {}
        for spread in self._threes():
            for third in singles(spread):
                both = spread ^ third
                thirds[both] = thirds.get(both, 0) | third
        return {both: (cards, self.count(both)) for both, cards in thirds.items()}

    def _threes(self) -> Iterator[int]:
        """Yield every spread of three cards that stand for themselves."""
        for rank in self._books:
            for cards in combinations(singles(rank), _LEAST):
                yield sum(cards)
        for run in self._runs:
            for low in range(len(run) - _LEAST + 1):
                if self._is_run_place(low, low + _LEAST - 1):
                    yield sum(run[low : low + _LEAST])

    def _is_run_place(self, low: int, high: int) -> bool:
        """Whether a run may lie there: one with a high ace holds no low one, and an ace that fits
        both ends goes low (RULES.md §5.1).
        """
        return high < len(self.ranks) or (high == len(self.ranks) and self._high_ace and low > 1)

    @cached_property
    def linked(self) -> dict[int, list[tuple[int, int]]]:
        """Map each card to the cards that it is linked with, and the thirds of each link."""
        linked: dict[int, list[tuple[int, int]]] = {bit: [] for bit in self.points}
        for both, (thirds, _) in self.links.items():
            for one in singles(both):
                linked[one].append((both ^ one, thirds))
        return linked

    @cached_property
    def partners(self) -> dict[int, tuple[int, ...]]:
        """Map each card to the pairs that make a spread with it."""
        return {
            bit: tuple(sorted(both for both, (thirds, _) in self.links.items() if thirds & bit))
            for bit in self.points
        }

    def count(self, held: int) -> int:
        """Return the points of all cards of a set."""
        points = self.points
        return sum([points[bit] for bit in singles(held)])

    def same(self, card: int) -> int:
        """Return the cards of a card's rank, the card itself among them; none for a joker."""
        return next((cards for cards in self._books if cards & card), 0)

    def highest(self, held: int) -> int:
        """Return the points of the card that counts most, 0 where there is none."""
        return next((worth for worth, cards in self.by_points if cards & held), 0)

    def pairs(self, held: int) -> list[tuple[int, int, int]]:
        """Return each linked pair of these cards: the pair, its thirds, its points."""
        links = self.links
        return [
            (both, *links[both])
            for one, other in combinations(singles(held), 2)
            if (both := one | other) in links
        ]

    def unmatched(self, held: int) -> int:
        """Return the least total that disjoint spreads leave of a set (RULES.md §5.16)."""
        if held.bit_count() < _LEAST:
            return self.count(held)
        left = self._unmatched.get(held)
        if left is None:
            if len(self._unmatched) >= 4096:  # hands that are remembered
                self._unmatched.clear()
            spreads = {spread.cards for spread in self.spreads_in(held)}
            dear = sorted(((self.count(cards), cards) for cards in spreads), reverse=True)
            left = self._unmatched[held] = self.count(held) - self._most_taken_up(dear, held)
        return left

    # Spreads in hand, and on the table.

    def spreads_in(self, held: int) -> list[Lying]:
        """Return every spread that these cards make.

        Where wild cards could only change places in it, it is found once.
        """
        wild = held & self.wild
        found = self._wild_spreads(held, wild) if wild else []
        for rank, cards in enumerate(self._books):
            if (held & cards).bit_count() >= _LEAST:
                own = list(singles(held & cards))
                for size in range(_LEAST, len(own) + 1):
                    found += [Lying(sum(each), -1, rank, rank) for each in combinations(own, size)]
        for suit, run in enumerate(self._runs):
            if (held & self._suits[suit]).bit_count() >= _LEAST:
                found += self._runs_of(held, suit, run)
        return found

    def completing(self, held: int, more: int, *, needed: int = 0, most: int = 52) -> int:
        """Return the cards of ``more`` that make a spread with cards of ``held``, wild ones among
        either.

        The spread holds the card ``needed`` as itself, if one is given, and ``most`` cards at most.
        """
        found = 0
        for places, size, is_book in self._places:
            own = (held & places).bit_count()
            if not own or needed & ~places or size > most:
                continue
            if own == size and not is_book:
                found |= self.wild  # in place of any card of the run
                continue
            spare = (held & self.wild & ~places).bit_count()
            if min(own, size - 1) + spare >= size - 1:
                # At least two cards stand for themselves.
                found |= places | (self.wild if own >= _SELVES else 0)
        return found & more & ~held

    @cached_property
    def _places(self) -> list[tuple[int, int, bool]]:
        """The cards, size and kind of each spread that there can be; of books the smallest."""
        books = [(cards, _LEAST, True) for cards in self._books if cards.bit_count() >= _SELVES]
        return books + [
            (sum(run[low : high + 1]), high - low + 1, False)
            for run in self._runs
            for low in range(len(run))
            for high in range(low + _LEAST - 1, len(run))
            if self._is_run_place(low, high)
        ]

    def _runs_of(self, held: int, suit: int, run: list[int]) -> Iterator[Lying]:
        for low in range(len(run) - _LEAST + 1):
            cards = 0
            for high in range(low, len(run)):
                if not run[high] & held & ~cards:
                    break
                cards |= run[high]
                if high >= low + _LEAST - 1 and self._is_run_place(low, high):
                    yield Lying(cards, suit, low, high)

    def _wild_spreads(self, held: int, wild: int) -> list[Lying]:
        """Return the spreads in which a wild card stands for another."""
        found = []
        for rank, cards in enumerate(self._books):
            own, spare = list(singles(held & cards)), list(singles(wild & ~cards))
            for size in range(_SELVES, min(len(own), _BOOK_MOST - 1) + 1):
                for selves in combinations(own, size):
                    for more in range(max(_LEAST - size, 1), _BOOK_MOST - size + 1):
                        found += [
                            Lying(sum(selves) | sum(others), -1, rank, rank)
                            for others in combinations(spare, more)
                        ]
        for suit, run in enumerate(self._runs):
            if (held & self._suits[suit]).bit_count() >= _SELVES:
                found += self._wild_runs(held, wild, suit, run)
        return found

    def _wild_runs(self, held: int, wild: int, suit: int, run: list[int]) -> Iterator[Lying]:
        longest = (held & self._suits[suit]).bit_count() + wild.bit_count()
        for low in range(len(run) - _LEAST + 1):
            places = sum(run[low : low + _SELVES])
            for high in range(low + _LEAST - 1, min(low + longest, len(run))):
                places |= run[high]
                if not self._is_run_place(low, high):
                    continue
                own, spare = list(singles(held & places)), list(singles(wild & ~places))
                length = high - low + 1
                for size in range(max(_SELVES, length - len(spare)), min(len(own), length - 1) + 1):
                    for selves in combinations(own, size):
                        for others in combinations(spare, length - size):
                            yield Lying(sum(selves) | sum(others), suit, low, high)

    def read(self, action: Spread) -> Lying:
        """Read a spread that is laid; its cards, in any order, are known to make one."""
        named = dict(action.wild)
        ranks = [named.get(card, card[0]) for card in action.cards]
        places = sorted(map(self.ranks.index, ranks))
        cards = set_of(action.cards)
        if places[0] == places[-1]:
            return Lying(cards, -1, places[0], places[0])
        suit = next(card[1] for card in action.cards if card not in named)
        if places[-1] - places[0] >= len(places):  # an ace that lies high
            places = [*places[1:], len(self.ranks)]
        return Lying(cards, self.rules.suits.index(suit), places[0], places[-1])

    def lying(self, spread: TableSpread) -> Lying:
        """Return a spread of the table."""
        is_run = spread.kind == "run"
        suit = self.rules.suits.index(spread.suit) if is_run else -1
        high = spread.low + (len(spread.cards) - 1 if is_run else 0)
        return Lying(set_of(spread.cards), suit, spread.low, high, spread.is_open)

    def laid(self, spread: Lying) -> Lying:
        """Return a spread as it lies on the table: books may not be hit under some rules."""
        return spread if spread.is_run or self.rules.hit_books else spread._replace(is_open=False)

    def ends(self, spread: Lying) -> tuple[int, ...]:
        """The places where a spread may be hit, the high end of a run first; a book has one."""
        if not spread.is_open:
            return ()
        if not spread.is_run:
            return (spread.low,) if spread.cards.bit_count() < _BOOK_MOST else ()
        low, high = spread.low - 1, spread.high + 1
        at_high = (high,) if self._is_run_place(spread.low, high) else ()
        at_low = (low,) if low > 0 or (low == 0 and spread.high < len(self.ranks)) else ()
        return at_high + at_low

    def fits(self, spread: Lying) -> int:
        """Return the cards that a spread may be hit with as themselves."""
        cards = 0
        for place in self.ends(spread):
            cards |= self.fits_at(spread, place)
        return cards

    def fits_at(self, spread: Lying, place: int) -> int:
        """Return the cards that a spread may be hit with as themselves at one of its ends."""
        cards = self._runs[spread.suit][place] if spread.is_run else self._books[place]
        return cards & ~spread.cards

    def kin(self, spread: Lying) -> int:
        """Return all cards of a run's suit, or of a book's rank."""
        return self._suits[spread.suit] if spread.is_run else self._books[spread.low]

    def end_for(self, spread: Lying, rank: str) -> int:
        """Return the place where a card that is this rank, or stands for it, goes."""
        return next((place for place in self.ends(spread) if self._line[place] == rank), spread.low)

    def hit(self, spread: Lying, card: int, place: int) -> Lying:
        """Return a spread with one card more."""
        cards = spread.cards | card
        if spread.is_run:
            low, high = min(spread.low, place), max(spread.high, place)
            return Lying(cards, spread.suit, low, high)
        is_buried = self.rules.complete_books == "buried" and cards.bit_count() >= _BOOK_MOST
        return spread._replace(cards=cards, is_open=not is_buried)

    def place_of(self, spread: Lying, card: int) -> int:
        """Return where a card that fits a spread as itself goes."""
        return self.end_for(spread, CARD[card][0])

    def layable(self, held: int, hittable: int) -> int:
        """The cards of a set that could be laid at once: the dearest spreads, what then hits."""
        laid = 0
        while (rest := held & ~laid).bit_count() >= _LEAST:
            spreads = [spread.cards for spread in self.spreads_in(rest)]
            if not spreads:
                break
            laid |= max(spreads, key=lambda cards: (self.count(cards), cards))
        return laid | held & ~laid & hittable

    @classmethod
    @lru_cache(maxsize=RULE_SETS_KEPT)
    def of(cls, rules: RuleSet) -> Self:
        """Return the cards of ``rules``, worked out once."""
        return cls(rules)

    @classmethod
    def _most_taken_up(cls, spreads: Sequence[tuple[int, int]], free: int) -> int:
        """Return the most points that disjoint spreads take up, each given by its points and
        cards.
        """
        most = 0
        for place, (points, cards) in enumerate(spreads, start=1):
            if cards & ~free == 0:
                most = max(most, points + cls._most_taken_up(spreads[place:], free & ~cards))
        return most


class Sight:
    """What a seat knows at one decision.

    ``hand`` are its cards. By seat, as everybody saw it: ``known`` the cards that it took and still
    holds, ``took`` all that it took, ``threw`` what it discarded, ``declined`` what lay open when
    it drew instead. What is neither in the hand, on the table, in the discard pile nor known is
    ``unseen``. Who forgets remembers only the top of the pile, and who does not watch others notes
    none of their takes; ``hidden`` is what nobody could have seen who forgets nothing.
    """

    def __init__(
        self, view: SeatView, *, memory: int | None = None, watches_others: bool = True
    ) -> None:
        self.view, self.deck = view, Deck.of(view.rules)
        self.seat, self.seats = view.seat, view.seats
        self.hand = set_of(view.hand)
        self.top = 0 if view.top is None else BIT[view.top]
        self.table = tuple(map(self.deck.lying, view.spreads))
        self.took, self.threw = [0] * view.seats, [0] * view.seats
        self.declined, self.known = [0] * view.seats, [0] * view.seats
        self.pile = [] if view.upcard is None else [BIT[view.upcard]]
        for move in view.moves:
            self._follow(move.seat, move.action)
        lying = sum(spread.cards for spread in self.table)
        self._shown = self.known
        self.hidden = self.deck.all & ~(self.hand | self.top | lying | sum(self.pile))
        for cards in self._shown:
            self.hidden &= ~cards
        if not watches_others:
            self.known = [0] * view.seats
        remembered = self.pile if memory is None else self.pile[max(len(self.pile) - memory, 0) :]
        seen = self.hand | self.top
        for each in (*remembered, *self.known, *(spread.cards for spread in self.table)):
            seen |= each
        self.unseen = self.deck.all & ~seen
        self.n_unseen = self.unseen.bit_count()

    def _follow(self, seat: int, action: Action) -> None:
        kind, pile = action.__class__, self.pile
        if kind is Draw:
            self.declined[seat] |= pile[-1] if pile else 0
            return
        if kind is Take:
            self.took[seat] |= pile[-1]
            self.known[seat] |= pile.pop()
            return
        if kind is Slap:
            pile.pop()
        played = set_of(cards_played(action))
        self.known[seat] &= ~played
        if played and (kind is Discard or kind is Slap):
            self.threw[seat] |= played
            pile.append(played)

    @cached_property
    def hittable(self) -> int:
        """The cards that fit any spread on the table as themselves."""
        hittable = 0
        for spread in self.table:
            hittable |= self.deck.fits(spread)
        return hittable

    @cached_property
    def count(self) -> int:
        """The count of the hand for a drop."""
        is_full = self.view.rules.count == "all"
        return self.deck.count(self.hand) if is_full else self.deck.unmatched(self.hand)

    @cached_property
    def fewest(self) -> int:
        """The number of cards in the smallest other hand."""
        sizes = self.view.sizes
        return min(size for seat, size in enumerate(sizes) if seat != self.seat)

    @cached_property
    def lowest_of_others(self) -> int:
        """The lowest count that another seat can have, given the cards shown."""
        others = (seat for seat in range(self.seats) if seat != self.seat)
        return min(map(self._lowest_of, others))

    def _lowest_of(self, seat: int) -> int:
        size, shown = self.view.sizes[seat], self._shown[seat]
        if self.view.rules.count == "unmatched" and size >= _LEAST:
            return 0
        lowest, lacking = self.deck.count(shown), max(size - shown.bit_count(), 0)
        for points, cards in reversed(self.deck.by_points):
            some = min((cards & self.hidden).bit_count(), lacking)
            lowest, lacking = lowest + some * points, lacking - some
        return lowest

    @property
    def may_win(self) -> bool:
        """Whether every other seat could hold a higher count: against one card a king at best ties,
        and so loses a drop.
        """
        return self.count < self.fewest * self.deck.dearest
