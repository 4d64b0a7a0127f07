"""Which cards of a hand go together: spreads first, then the beginnings of spreads, then the rest.

Pure; what makes a spread, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final

from game.rules.cards import JOKER_RANK, RANKS, is_joker, order_key, rank_of, suit_of
from game.rules.finders import spread_finder
from game.rules.pack import pack_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.rules.cards import Card
    from game.rules.pack import Pack
    from game.rules.ruleset import RuleSet

    Piece = tuple[int, tuple[Card, ...]]
    """What some cards are worth together, and the cards as they are held side by side."""

_SPREAD_CARD: Final = 100
_BOOK_BEGUN, _RUN_BEGUN, _RUN_WITH_GAP = 12, 11, 7
_RANKS: Final = RANKS + JOKER_RANK


def grouped(cards: Sequence[Card], rules: RuleSet) -> tuple[Card, ...]:
    """The cards with those side by side that go together best, the longest spreads first."""
    found = _best(_pieces(cards, pack_of(rules)), frozenset(cards))
    groups = sorted((piece for _, piece in found), key=_place)
    held = {card for group in groups for card in group}
    loose = sorted((card for card in cards if card not in held), key=_by_rank)
    return (*(card for group in groups for card in group), *loose)


def _place(group: tuple[Card, ...]) -> tuple[int, tuple[int, int]]:
    return -len(group), _by_rank(group[0])


def _by_rank(card: Card) -> tuple[int, int]:
    return _RANKS.index(rank_of(card)), order_key(card)


def _pieces(cards: Sequence[Card], pack: Pack) -> dict[Card, list[Piece]]:
    """For each card the pieces that it may be part of."""
    spreads = spread_finder(pack)(pack.weigh(cards))
    found: dict[tuple[Card, ...], int] = {}
    for spread in spreads:
        found.setdefault(tuple(spread.cards), _SPREAD_CARD * len(spread.cards))
    for pair in combinations(sorted(cards, key=_by_rank), 2):
        worth = _begun(pair, pack)
        if worth:
            found[pair] = worth
    by_card: dict[Card, list[Piece]] = {card: [] for card in cards}
    for piece, worth in found.items():
        for card in piece:
            by_card[card].append((worth, piece))
    return by_card


def _begun(pair: tuple[Card, Card], pack: Pack) -> int:
    """How good a beginning of a spread two cards are, 0 if none."""
    low, high = pair
    if any(map(is_joker, pair)):
        return 0
    if rank_of(low) == rank_of(high):
        return _BOOK_BEGUN
    if suit_of(low) != suit_of(high):
        return 0
    apart = min(abs(a - b) for a in _places(low, pack) for b in _places(high, pack))
    return {1: _RUN_BEGUN, 2: _RUN_WITH_GAP}.get(apart, 0)


def _places(card: Card, pack: Pack) -> Iterator[int]:
    place = pack.place[rank_of(card)]
    yield place
    if pack.ace_high and rank_of(card) == "A":
        yield len(pack.ranks)


def _best(pieces: dict[Card, list[Piece]], cards: frozenset[Card]) -> tuple[Piece, ...]:
    """The pieces, none sharing a card with another, that are worth most together."""
    known: dict[frozenset[Card], tuple[int, tuple[Piece, ...]]] = {frozenset(): (0, ())}

    def best(left: frozenset[Card]) -> tuple[int, tuple[Piece, ...]]:
        if left not in known:
            first = min(left, key=_by_rank)
            found = best(left - {first})
            for piece in pieces[first]:
                if left.issuperset(piece[1]):
                    worth, rest = best(left.difference(piece[1]))
                    found = max(found, (worth + piece[0], (*rest, piece)), key=lambda it: it[0])
            known[left] = found
        return known[left]

    return best(cards)[1]
