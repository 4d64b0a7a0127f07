"""The count of a hand: all its cards, or only those left over by spreads (RULES.md §1, §5.16)."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from game.rules.cards import Card
from game.rules.ruleset import RuleSet
from game.rules.spreads import BOOK_LEAST, spreads_in


def full_count(rules: RuleSet, cards: Iterable[Card]) -> int:
    """Return the points of all these cards, as counted for naturals."""
    return sum(map(rules.points, cards))


def count_of(rules: RuleSet, cards: Iterable[Card]) -> int:
    """Return the count of cards left in a hand, for a drop or a stock-out."""
    if rules.count == "all":
        return full_count(rules, cards)
    return unmatched_count(rules, frozenset(cards))


@lru_cache(maxsize=1 << 12)
def unmatched_count(rules: RuleSet, cards: frozenset[Card]) -> int:
    """Return the lowest count that disjoint spreads leave of these cards, by exhaustive search."""
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
    """Return the cards of a hand that do not count because they form spreads; empty if all cards
    count.

    Of several ways to leave the lowest count, one that uses the fewest cards is taken.
    """
    to_match = full_count(rules, cards) - count_of(rules, cards)
    for size in range(BOOK_LEAST, len(cards) + 1) if to_match else ():
        for chosen in combinations(cards, size):
            if full_count(rules, chosen) == to_match and not count_of(rules, chosen):
                return frozenset(chosen)
    return frozenset()
