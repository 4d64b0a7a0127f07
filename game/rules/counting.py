"""What a hand counts: all its cards, or only those that no spread takes up (RULES.md §1, §5.16)."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from game.rules.cards import Card
from game.rules.ruleset import RuleSet
from game.rules.spreads import BOOK_LEAST, spreads_in


def full_count(rules: RuleSet, cards: Iterable[Card]) -> int:
    """The points of all these cards, as naturals count them."""
    return sum(map(rules.points, cards))


def count_of(rules: RuleSet, cards: Iterable[Card]) -> int:
    """What these cards, left in a hand, count for a drop or a stock-out."""
    if rules.count == "all":
        return full_count(rules, cards)
    return unmatched_count(rules, frozenset(cards))


@lru_cache(maxsize=1 << 12)
def unmatched_count(rules: RuleSet, cards: frozenset[Card]) -> int:
    """The least that disjoint spreads leave of these cards: every way to lay some is tried."""
    spreads = {frozenset(spread.cards) for spread in spreads_in(rules, cards)}
    if not spreads:
        return full_count(rules, cards)

    @cache
    def least(left: frozenset[Card]) -> int:
        if not left:
            return 0
        card = min(left)
        counts = [rules.points(card) + least(left - {card})]
        counts += [least(left - spread) for spread in spreads if card in spread and spread <= left]
        return min(counts)

    return least(cards)


@lru_cache(maxsize=256)
def matched_cards(rules: RuleSet, cards: tuple[Card, ...]) -> frozenset[Card]:
    """The cards of a hand that do not count since they make spreads; none where all cards count.

    Of several ways to leave the least total it is one that takes up the fewest cards.
    """
    to_match = full_count(rules, cards) - count_of(rules, cards)
    for size in range(BOOK_LEAST, len(cards) + 1) if to_match else ():
        for chosen in combinations(cards, size):
            if full_count(rules, chosen) == to_match and not count_of(rules, chosen):
                return frozenset(chosen)
    return frozenset()
