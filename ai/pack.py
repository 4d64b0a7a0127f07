"""What a rule set makes of its cards: their points, and which of them go together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from game.rules.cards import Card, points, rank_of
from game.rules.ruleset import RuleSet

Links: TypeAlias = Mapping[Card, Mapping[Card, tuple[Card, ...]]]
Pairs: TypeAlias = tuple[tuple[Card, Card], ...]

_SPREAD_LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class PackFacts:
    """The cards of one rule set.

    ``links[a][b]`` are the cards that make a spread of three with ``a`` and ``b``, each card
    standing for itself; two cards that do not go together have no entry. ``partners[a]`` are the
    pairs that make a spread with ``a``. ``mean`` is what a card counts on average.
    """

    cards: frozenset[Card]
    points: Mapping[Card, int]
    wilds: frozenset[Card]
    links: Links
    partners: Mapping[Card, Pairs]
    mean: float
    dearest: int
    """What the card that counts most counts."""


@lru_cache(maxsize=64)
def pack_facts(rules: RuleSet) -> PackFacts:
    """The facts of ``rules``, worked out once."""
    cards = rules.pack()
    worth = {card: points(card, rules.face_values) for card in cards}
    thirds = _thirds(rules)
    links: dict[Card, dict[Card, tuple[Card, ...]]] = {card: {} for card in cards}
    for (one, other), completing in thirds.items():
        links[one][other] = links[other][one] = tuple(completing)
    return PackFacts(
        cards=frozenset(cards),
        points=worth,
        wilds=frozenset(card for card in cards if rank_of(card) in rules.wild),
        links=links,
        partners={card: _partners(links[card]) for card in cards},
        mean=sum(worth.values()) / len(worth),
        dearest=max(worth.values()),
    )


def _thirds(rules: RuleSet) -> dict[tuple[Card, Card], list[Card]]:
    thirds: dict[tuple[Card, Card], list[Card]] = {}
    for spread in (*_books(rules), *_runs(rules)):
        for third in spread:
            one, other = (card for card in spread if card != third)
            thirds.setdefault((one, other), []).append(third)
    return thirds


def _books(rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    for rank in rules.ranks:
        yield from combinations([rank + suit for suit in rules.suits], _SPREAD_LEAST)


def _runs(rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    ladder = rules.ranks
    if rules.ace == "low_or_high" and ladder[0] == "A" and len(ladder) > _SPREAD_LEAST:
        ladder += "A"
    for suit in rules.suits:
        for low in range(len(ladder) - _SPREAD_LEAST + 1):
            ranks = sorted(ladder[low : low + _SPREAD_LEAST], key=rules.ranks.index)
            yield tuple(rank + suit for rank in ranks)


def _partners(linked: Mapping[Card, tuple[Card, ...]]) -> Pairs:
    return tuple(sorted({(min(one, two), max(one, two)) for one in linked for two in linked[one]}))
