"""How often a natural is dealt: exact counts of hands, without dealing any."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

from game.rules.cards import FACES, points
from game.rules.naturals import Natural
from game.rules.ruleset import RuleSet


def natural_odds(rules: RuleSet, natural: Natural, cards: int) -> Fraction:
    """The part of all hands of so many cards that are this natural; the pack must have as many."""
    pack = rules.pack()
    hands = comb(len(pack), cards)
    if natural.match == "all_faces":
        faces = sum(card[0] in FACES for card in pack)
        return Fraction(comb(faces, cards), hands)
    values = Counter(points(card, rules.face_values) for card in pack)
    counts = _counts(tuple(sorted(values.items())), cards)
    found = sum(ways for count, ways in counts.items() if natural.matches(count, False))
    return Fraction(found, hands)


@lru_cache(maxsize=64)
def _counts(values: tuple[tuple[int, int], ...], cards: int) -> dict[int, int]:
    """How many hands have each count; ``values`` are points and how many cards have them."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, held in values:
        more: Counter[tuple[int, int]] = Counter()
        for (size, count), number in ways.items():
            for taken in range(min(held, cards - size) + 1):
                more[size + taken, count + taken * value] += number * comb(held, taken)
        ways = dict(more)
    return {count: number for (size, count), number in ways.items() if size == cards}
