"""Books, runs, hits and unmatched cards, computed from the cards (§1.6, §5.1, §5.16)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from game.rules.actions import Hit, Spread
from game.rules.ruleset import RuleSet


@dataclass
class Laid:
    """A spread on the table: the rank that each card stands for, in table order for a run."""

    owner: int
    kind: str
    cards: list[str]
    ranks: list[str]
    suit: str = ""
    buried: bool = False


def is_wild(rules: RuleSet, card: str) -> bool:
    return card[0] in rules.wild


def count_of(rules: RuleSet, cards: Sequence[str]) -> int:
    """Return the points of all cards, matched or not, as naturals count them."""
    return sum(points_of(rules, card) for card in cards)


def points_of(rules: RuleSet, card: str) -> int:
    if is_wild(rules, card) and rules.wild_points != "own":
        return int(rules.wild_points)
    if card[0] == "X":
        return 0
    if card[0] in "JQK" and rules.face_values == "rising":
        return {"J": 11, "Q": 12, "K": 13}[card[0]]
    if card[0] in "TJQK":
        return 10
    return 1 if card[0] == "A" else int(card[0])


def count_in_hand(rules: RuleSet, cards: Sequence[str]) -> int:
    """Return the count by which hands are compared: of all cards, or of unmatched ones (§5.16)."""
    if rules.count == "all":
        return count_of(rules, cards)
    return _least_left(rules, frozenset(cards))


@lru_cache(maxsize=1024)
def _least_left(rules: RuleSet, cards: frozenset[str]) -> int:
    """Return the least that disjoint spreads leave, by trying every way to lay some."""
    spreads = {frozenset(spread.cards) for spread in all_spreads(rules, sorted(cards))}

    @cache
    def least(left: frozenset[str]) -> int:
        if not left:
            return 0
        card = min(left)
        ways = [points_of(rules, card) + least(left - {card})]
        ways += [least(left - spread) for spread in spreads if card in spread and spread <= left]
        return min(ways)

    return least(cards)


def lanes(rules: RuleSet) -> list[str]:
    """Return the orders in which ranks follow each other, the one with a low ace first."""
    orders = [rules.ranks]
    if rules.ace == "low_or_high" and rules.ranks[0] == "A":
        orders.append(rules.ranks[1:] + "A")
    return orders


def run_order(rules: RuleSet, ranks: Sequence[str]) -> str:
    """Return ``ranks`` as consecutive ranks in order; empty if they are not consecutive."""
    if len(set(ranks)) != len(ranks):
        return ""
    for lane in lanes(rules):
        for start in range(len(lane)):
            stretch = lane[start : start + len(ranks)]
            if sorted(stretch) == sorted(ranks):
                return stretch
    return ""


def read(rules: RuleSet, action: Spread, owner: int = 0) -> Laid | None:
    """Return the spread that these cards make as named, or None."""
    names = dict(action.wild)
    if len(names) != len(action.wild) or len(set(action.cards)) != len(action.cards):
        return None
    for card, rank in names.items():
        if card not in action.cards or not is_wild(rules, card) or rank not in rules.ranks:
            return None
    plain = [card for card in action.cards if card not in names]
    if len(plain) < 2 or any(card[0] == "X" for card in plain):
        return None
    book = _read_book(action, names, plain, owner)
    return book or _read_run(rules, action, names, plain, owner)


def _read_book(action: Spread, names: dict[str, str], plain: list[str], owner: int) -> Laid | None:
    rank = plain[0][0]
    if len(action.cards) not in (3, 4) or any(card[0] != rank for card in plain):
        return None
    for card, named in names.items():
        if named != rank or card[0] == rank:
            return None
    return Laid(owner, "book", list(action.cards), [rank] * len(action.cards))


def _read_run(
    rules: RuleSet, action: Spread, names: dict[str, str], plain: list[str], owner: int
) -> Laid | None:
    suit = plain[0][1]
    if len(action.cards) < 3 or any(card[1] != suit for card in plain):
        return None
    for card, named in names.items():
        if card == named + suit:
            return None
    by_rank = {names.get(card, card[0]): card for card in action.cards}
    order = run_order(rules, [names.get(card, card[0]) for card in action.cards])
    if not order:
        return None
    return Laid(owner, "run", [by_rank[rank] for rank in order], list(order), suit)


def ends(rules: RuleSet, laid: Laid) -> tuple[str, str]:
    """Return the ranks that may come below and above a run; empty if none may."""
    low = high = ""
    held = "".join(laid.ranks)
    for lane in lanes(rules):
        start = lane.find(held)
        if start < 0:
            continue
        if start > 0 and lane[start - 1] not in held:
            low = low or lane[start - 1]
        if start + len(held) < len(lane) and lane[start + len(held)] not in held:
            high = high or lane[start + len(held)]
    return low, high


def place_for(rules: RuleSet, laid: Laid, hit: Hit) -> str:
    """Return where a card goes: ``low``, ``high``, ``book``, or empty if it does not fit."""
    card, named = hit.card, hit.stands_for
    if laid.buried or (card[0] == "X" and not is_wild(rules, card)):
        return ""
    if named and not is_wild(rules, card):
        return ""
    if card[0] == "X" and not named:
        return ""
    rank = named or card[0]
    if laid.kind == "book":
        if not rules.hit_books or len(laid.cards) >= 4 or rank != laid.ranks[0]:
            return ""
        return "" if named == card[0] else "book"
    if named and card == named + laid.suit:
        return ""
    if not named and card[1] != laid.suit:
        return ""
    low, high = ends(rules, laid)
    if rank == low:
        return "low"
    return "high" if rank == high else ""


def put(laid: Laid, hit: Hit, place: str) -> None:
    rank = hit.stands_for or hit.card[0]
    if place == "low":
        laid.cards.insert(0, hit.card)
        laid.ranks.insert(0, rank)
    else:
        laid.cards.append(hit.card)
        laid.ranks.append(rank)


def all_hits(rules: RuleSet, table: Sequence[Laid], cards: Sequence[str]) -> list[Hit]:
    """Return every hit with one of ``cards``, however named."""
    found = []
    for number, laid in enumerate(table):
        for card in cards:
            for named in ["", *rules.ranks]:
                hit = Hit(card, number, named)
                if place_for(rules, laid, hit):
                    found.append(hit)
    return found


def slapped(rules: RuleSet, laid: Laid, card: str, number: int) -> Hit | None:
    """Return the hit that a slap of ``card`` makes: as itself if it fits, else high, else low."""
    plain = Hit(card, number)
    if place_for(rules, laid, plain):
        return plain
    if laid.kind == "book":
        wanted = [laid.ranks[0]]
    else:
        low, high = ends(rules, laid)
        wanted = [rank for rank in (high, low) if rank]
    for rank in wanted:
        hit = Hit(card, number, rank)
        if place_for(rules, laid, hit):
            return hit
    return None


def all_spreads(rules: RuleSet, cards: Sequence[str]) -> Sequence[Spread]:
    """Return every spread within ``cards``, with one of the equivalent namings of wild cards.

    A wild that can stand for itself does.
    """
    return _spreads_in(rules, tuple(cards))


@lru_cache(maxsize=64)  # each position asks several times
def _spreads_in(rules: RuleSet, cards: tuple[str, ...]) -> Sequence[Spread]:
    wilds = [card for card in cards if is_wild(rules, card)]
    found = [spread for rank in rules.ranks for spread in _books(rank, cards, wilds)]
    windows = [window for window in _windows(rules) if len(window) <= len(cards)]
    for suit in rules.suits:
        for window in windows:
            found += _runs(suit, window, cards, wilds)
    return tuple(found)


@lru_cache(maxsize=8)
def _windows(rules: RuleSet) -> Sequence[str]:
    """Return the ranks of every possible run, each set of ranks once."""
    windows = {
        lane[low:high]
        for lane in lanes(rules)
        for low in range(len(lane))
        for high in range(low + 3, len(lane) + 1)
    }
    return tuple({"".join(sorted(window)): window for window in sorted(windows)}.values())


def _books(rank: str, cards: Sequence[str], wilds: Sequence[str]) -> Iterator[Spread]:
    plain = [card for card in cards if card[0] == rank]
    others = [card for card in wilds if card[0] != rank]
    for size in (3, 4):
        for selves in range(2, size + 1):
            for chosen in combinations(plain, selves):
                for used in combinations(others, size - selves):
                    yield Spread((*chosen, *used), tuple((card, rank) for card in used))


def _runs(suit: str, window: str, cards: Sequence[str], wilds: Sequence[str]) -> Iterator[Spread]:
    plain = [rank + suit for rank in window if rank + suit in cards]
    for selves in range(2, len(plain) + 1):
        for chosen in combinations(plain, selves):
            places = [rank for rank in window if rank + suit not in chosen]
            # A wild of this very window would stand for itself: that is another choice of selves.
            others = [card for card in wilds if card not in plain]
            for used in combinations(others, len(places)):
                yield Spread((*chosen, *used), tuple(zip(used, places, strict=True)))
