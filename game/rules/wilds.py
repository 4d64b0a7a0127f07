"""Spreads with wild cards in a hand (RULES.md §5.1).

Cards that can stand for themselves do. Wild cards of one spread may change places among themselves
without any difference to the game, so each set of cards over the same places is given once.
"""

from collections.abc import Iterator
from itertools import combinations

from game.rules.actions import Spread
from game.rules.cards import Card
from game.rules.pack import CARD_BITS, SHORTEST_RUN, Pack, is_run_place
from game.rules.spreads import BOOK_LEAST, BOOK_MOST

_SELVES_LEAST = 2


def wild_spreads_in(pack: Pack, held: int) -> tuple[Spread, ...]:
    """Every spread within ``held`` in which at least one wild card stands for another card."""
    wilds = pack.cards_in(held & pack.wild_mask)
    if not wilds:
        return ()
    return (*_books(pack, held, wilds), *_runs(pack, held, wilds))


def _books(pack: Pack, held: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
    for place, rank in enumerate(pack.ranks):
        selves = pack.cards_in(held & pack.rank_masks[place])
        others = tuple(card for card in wilds if card[0] != rank)
        for size in range(BOOK_LEAST, BOOK_MOST + 1):
            for count in range(_SELVES_LEAST, min(len(selves), size - 1) + 1):
                for used in combinations(others, size - count):
                    named = tuple((card, rank) for card in used)
                    for chosen in combinations(selves, count):
                        yield Spread((*chosen, *used), named)


def _runs(pack: Pack, held: int, wilds: tuple[Card, ...]) -> Iterator[Spread]:
    bits = held & CARD_BITS
    for suit in pack.suits:
        line = [rank + suit for rank in pack.ranks] + ["A" + suit] * pack.ace_high
        here = [bool(bits & pack.bit[card]) for card in line]
        if sum(here) < _SELVES_LEAST:
            continue
        for low in range(len(line)):
            for high in range(low + SHORTEST_RUN - 1, len(line)):
                if is_run_place(low, high, len(pack.ranks)):
                    yield from _fillings(line[low : high + 1], here[low : high + 1], wilds)


def _fillings(line: list[Card], here: list[bool], wilds: tuple[Card, ...]) -> Iterator[Spread]:
    """The ways to fill one stretch of places with at least two cards of its own and at least one
    wild.
    """
    own = [place for place, present in enumerate(here) if present]
    others = tuple(card for card in wilds if card not in line)
    for count in range(
        max(_SELVES_LEAST, len(line) - len(others)), min(len(own), len(line) - 1) + 1
    ):
        for kept in combinations(own, count):
            open_places = [place for place in range(len(line)) if place not in kept]
            for used in combinations(others, len(open_places)):
                yield _filled(line, dict(zip(open_places, used, strict=True)))


def _filled(line: list[Card], by_place: dict[int, Card]) -> Spread:
    cards = tuple(by_place.get(place, card) for place, card in enumerate(line))
    named = tuple((card, line[place][0]) for place, card in by_place.items())
    return Spread(cards, named)
