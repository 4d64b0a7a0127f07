"""House rules that make little sense together. A warning is advice, never a refusal."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from game.rules.cards import FACES, Card
from game.rules.messages import N_, Message, message
from game.rules.natural_sentences import may_be_lower, natural_name
from game.rules.naturals import Natural
from game.rules.presets import STANDARD
from game.rules.results import DOUBLE_DOUBLE_PAYS
from game.rules.ruleset import OPTIONS, WAITS, RuleSet

_TOO_OFTEN: Final = Fraction(1, 50)
"""The fraction of hands above which a natural is too common to be special; the usual ones come at
most once in 350 hands.
"""
_MOST: Final = Fraction(1, 2)
_TWO_SPREADS: Final = 6
"""The number of cards in the two smallest spreads, one of them drawn; a hit comes on top if no
spread may empty the hand.
"""


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """Keys that do not go together, and why."""

    keys: tuple[str, ...]
    sentence: Message


_Found = Iterator[RuleWarning]


def warnings(rules: RuleSet) -> tuple[RuleWarning, ...]:
    """Return what a player should reconsider before playing by ``rules``."""
    return tuple(warning for check in _CHECKS for warning in check(rules))


def _warn(keys: str, text: str, **fills: str | int | Message) -> RuleWarning:
    return RuleWarning(tuple(keys.split()), message(text, **fills))


def _idle(rules: RuleSet) -> _Found:
    for key in rules.differences(STANDARD):
        why = rules.why_idle(key)
        if why:
            yield _warn(
                key,
                N_("“{label}” has no effect: {why}."),
                label=Message(OPTIONS[key].label),
                why=Message(why),
            )


def _pack(rules: RuleSet) -> _Found:
    """Yield warnings about packs that are too small, or from which little or nothing can be
    laid.
    """
    if not rules.possible_seats():
        yield _warn(
            "ranks suits jokers hand_size", N_("The pack is too small even for two players.")
        )
    books, runs = rules.has_books, rules.has_runs
    if not books and not runs:
        yield _warn("ranks suits", N_("Nothing can ever be laid, neither a book nor a run."))
        return
    if not runs and not (rules.hit_books and rules.has_fourths):
        yield _warn(
            "ranks hit_books",
            N_("Nothing can ever be hit: no run can be laid, and no book may grow."),
        )
        if rules.slap != "off":
            yield _warn("ranks hit_books slap", N_("No discard can ever be slapped onto a spread."))
    if not books and rules.natural_bet != "off":
        yield _warn(
            "suits natural_bet", N_("Nobody can win the natural pot: books are impossible.")
        )


def _naturals(rules: RuleSet) -> _Found:
    sizes = {seats: rules.cards_dealt(seats) for seats in rules.possible_seats()}
    ended = [seats for seats, cards in sizes.items() if not _played(rules, cards)]
    if ended == list(sizes) and ended:
        yield _warn(
            "naturals hand_size", N_("Every hand dealt is a natural: none would ever be played.")
        )
        return
    for seats in ended:
        yield _warn(
            "naturals hand_size",
            N_("With {seats} players every hand dealt is a natural: none would ever be played."),
            seats=seats,
        )
    for natural in rules.naturals if sizes else ():
        by_seats = {seats: natural_odds(rules, natural, cards) for seats, cards in sizes.items()}
        odds = max(by_seats.values())
        name = natural_name(natural)
        keys = "naturals hand_size ranks"
        if not odds:
            yield _warn(keys, N_("A natural of {name} can never be dealt."), name=name)
            continue
        for seats in (seats for seats, each in by_seats.items() if not each):
            yield _warn(
                keys,
                N_("With {seats} players a natural of {name} can never be dealt."),
                seats=seats,
                name=name,
            )
        if odds > _TOO_OFTEN and len(set(by_seats.values())) > 1:
            yield _warn(
                keys,
                N_("With {seats} players most hands dealt are a natural of {name}.")
                if odds >= _MOST
                else N_("With {seats} players one dealt hand in {often} is a natural of {name}."),
                seats=max(by_seats, key=by_seats.__getitem__),
                name=name,
                often=round(1 / odds),
            )
        elif odds >= _MOST:
            yield _warn(
                keys,
                N_("Most hands dealt are a natural of {name}: few would ever be played."),
                name=name,
            )
        elif odds > _TOO_OFTEN:
            yield _warn(
                keys,
                N_("One dealt hand in {often} is a natural of {name}: that is nothing special."),
                name=name,
                often=round(1 / odds),
            )


def _beaten_naturals(rules: RuleSet) -> _Found:
    """Yield warnings about naturals whose hands are all better naturals as well (RULES.md §5.2)."""
    sizes = {rules.cards_dealt(seats) for seats in rules.possible_seats()}
    kinds = {kind for cards in sizes for kind in _hands(rules, cards)}
    matched = {kind: [each for each in rules.naturals if each.matches(*kind)] for kind in kinds}
    best = {id(each) for found in matched.values() for each in _best_of(found)}
    dealt = {id(each) for found in matched.values() for each in found}
    for place, natural in enumerate(rules.naturals):
        is_second = any(natural.is_same(other) for other in rules.naturals[:place])
        if id(natural) in dealt - best and not is_second:
            yield _warn(
                "naturals",
                N_(
                    "A natural of {name} never counts: each such hand is also another natural, "
                    "which goes before it."
                ),
                name=natural_name(natural),
            )


def _best_of(naturals: list[Natural]) -> Iterator[Natural]:
    """Yield the entries that a hand matching all ``naturals`` may be paid for."""
    groups = [[each for each in naturals if each.when == "deal"]]
    if not groups[0]:
        groups = [naturals, [each for each in naturals if not each.open]]
    for group in groups:
        if group:
            yield max(group, key=lambda each: (each.rank, each.pays))


def _same_naturals(rules: RuleSet) -> _Found:
    for place, natural in enumerate(rules.naturals):
        if any(natural.is_same(other) for other in rules.naturals[:place]):
            yield _warn(
                "naturals",
                N_("The natural of {name} is in the list twice."),
                name=natural_name(natural),
            )


def _tonk_worth(rules: RuleSet) -> _Found:
    tonk = 1 if rules.tonk_needs == "never" else rules.tonk_pays
    if 0 < rules.two_spreads_pays < tonk:
        yield _warn(
            "two_spreads_pays tonk_pays", N_("Two spreads at once pay less than a full tonk.")
        )
    if rules.out_pays > max(tonk, rules.two_spreads_pays):
        yield _warn("out_pays tonk_pays", N_("Going out by a discard pays more than a tonk."))
    if rules.double_double and tonk > DOUBLE_DOUBLE_PAYS:
        yield _warn("double_double tonk_pays", N_("A double-double pays less than the tonk."))
    if rules.double_double and rules.two_spreads_pays > DOUBLE_DOUBLE_PAYS:
        yield _warn(
            "double_double two_spreads_pays",
            N_("A double-double pays less than two spreads at once."),
        )


def _tonk_reach(rules: RuleSet) -> _Found:
    most = max((rules.cards_dealt(seats) for seats in rules.possible_seats()), default=_TWO_SPREADS)
    if most + 1 < _TWO_SPREADS + (not rules.spread_out):
        if rules.tonk_needs in ("second_spread", "first_turn_two_spreads"):
            yield _warn(
                "tonk_needs hand_size",
                N_("Too few cards for the two spreads of a full tonk."),
            )
        if rules.two_spreads_pays:
            yield _warn("two_spreads_pays hand_size", N_("Too few cards for two spreads at once."))
    if rules.spread_out:
        return
    if rules.tonk_needs in ("second_spread", "spreads_only"):
        yield _warn(
            "spread_out tonk_needs",
            N_("No tonk is ever paid in full: a hit must end it, and a hit spoils it."),
        )
    elif rules.hit_voids_tonk and not rules.why_idle("hit_voids_tonk"):
        yield _warn(
            "spread_out hit_voids_tonk",
            N_("No tonk is ever paid in full: only a hit makes one, and a hit spoils it."),
        )


def _counting(rules: RuleSet) -> _Found:
    """Yield warnings about rules of counting and dropping that change nothing, or let nobody
    drop.
    """
    own = {"2": 2, "X": 0}
    if all(own[name] == rules.wild_points for name in rules.wild) and rules.wild:
        yield _warn("wild_points wild", N_("Wild cards count that much anyway."))
    if rules.count == "unmatched" and not rules.has_books and not rules.has_runs:
        yield _warn("count ranks suits", N_("Every card counts: none ever makes a spread."))
    sizes = [rules.cards_dealt(seats) for seats in rules.possible_seats()]
    worth = sorted(map(rules.points, rules.pack()), reverse=True)
    if sizes and rules.drop_at_most >= sum(worth[: max(sizes) + 1]):
        yield _warn(
            "drop_at_most hand_size",
            N_("No hand ever counts more than {most}, so everybody may drop."),
            most=rules.drop_at_most,
        )
    if rules.last_lay == "both" and not rules.pays_stockouts:
        yield _warn(
            "last_lay stockout", N_("After a stock-out nobody lays cards, for it pays nothing.")
        )
    # A limit below the lowest card: only an empty hand, or one that is all spreads, counts 0.
    least = min(map(rules.points, rules.pack()))
    if 0 < rules.drop_at_most < least and not rules.booed and rules.count != "unmatched":
        yield _warn(
            "drop_at_most ranks",
            N_("No hand counts {most} or less, so nobody can ever drop."),
            most=rules.drop_at_most,
        )


def _natural_parts(rules: RuleSet) -> _Found:
    """Yield warnings about parts of naturals that change nothing (RULES.md §5.2)."""
    for natural in rules.naturals:
        is_dealt, tie = natural.when == "deal", natural.tie
        is_fixed = natural.low_wins and not may_be_lower(natural, rules)
        idle = {
            N_(
                "A natural of {name} is declared in turn and never ties, so its tie rule has no "
                "effect."
            ): not is_dealt and tie is not None,
            N_(
                "The tie rule of a natural of {name} is the general one: it changes nothing."
            ): is_dealt and tie == rules.natural_tie,
            N_(
                "A natural of {name} is declared in turn and never ties, so “the lowest wins” has "
                "no effect."
            ): not is_dealt and natural.low_wins,
            N_(
                "All hands with a natural of {name} count the same, so “the lowest wins” has no "
                "effect."
            ): is_dealt and is_fixed,
            N_(
                "A natural of {name} is shown at the deal and never lapses, so it makes no "
                "difference that a spread leaves it alone."
            ): is_dealt and not natural.open,
            N_(
                "The rank of a natural of {name} changes nothing: there is no other rank to "
                "compare it with."
            ): natural.rank != 0 and not rules.has_other_rank(natural),
        }
        keys = "naturals natural_tie" if is_dealt and tie == rules.natural_tie else "naturals"
        name = natural_name(natural)
        yield from (_warn(keys, text, name=name) for text, holds in idle.items() if holds)


def _waits(rules: RuleSet) -> _Found:
    for key in WAITS:
        if getattr(rules, key) >= 6:  # turns: few hands last that long
            yield _warn(key, N_("A wait this long outlasts most hands."))


def _booed(rules: RuleSet) -> _Found:
    if not rules.booed:
        return
    stocks = {seats: _stock(rules, seats) for seats in rules.possible_seats()}
    early = [seats for seats, stock in stocks.items() if stock <= 2 * seats]
    at_once = [seats for seats in early if stocks[seats] <= seats]
    if at_once:
        yield _warn(
            "booed hand_size",
            N_("With {seats} players the deck is booed from the start."),
            seats=at_once[0],
        )
    elif early:
        yield _warn(
            "booed hand_size",
            N_("With {seats} players the deck is booed in the first round of drawing."),
            seats=early[0],
        )
    if stocks.get(2, 0) > 45:  # cards: two players hardly ever draw that many in one hand
        yield _warn(
            "booed hand_size",
            N_("With two players the stock is so large that the deck is hardly ever booed."),
        )


def _little_stock(rules: RuleSet) -> _Found:
    short = [seats for seats in rules.possible_seats() if _stock(rules, seats) <= seats]
    if short:
        yield _warn(
            "ranks suits hand_size",
            N_("With {seats} players the stock is empty after one draw each."),
            seats=short[0],
        )


def _session(rules: RuleSet) -> _Found:
    if rules.high_suit_bet == "spades" and "S" not in rules.suits:
        yield _warn("high_suit_bet suits", N_("Nobody can win the side pot: there are no spades."))


_CHECKS: Final[tuple[Callable[[RuleSet], _Found], ...]] = (
    _pack,
    _naturals,
    _beaten_naturals,
    _same_naturals,
    _tonk_worth,
    _tonk_reach,
    _counting,
    _natural_parts,
    _waits,
    _booed,
    _little_stock,
    _session,
    _idle,
)


def little_stock(rules: RuleSet, seats: int) -> Message | None:
    """Return a warning if the stock is too small for two draws each, else None."""
    stock = _stock(rules, seats)
    if stock >= 2 * seats:
        return None
    return message(
        N_("With {seats} players the stock has only {stock} cards: fewer than two draws each."),
        seats=seats,
        stock=stock,
    )


def _stock(rules: RuleSet, seats: int) -> int:
    return len(rules.pack()) - seats * rules.cards_dealt(seats) - rules.upcard


# How often a natural is dealt: exact numbers of hands, without simulation.


def natural_odds(rules: RuleSet, natural: Natural, cards: int) -> Fraction:
    """Return the fraction of all hands of ``cards`` cards that are this natural.

    The pack must have at least that many cards.
    """
    hands = _hands(rules, cards)
    found = sum(ways for kind, ways in hands.items() if natural.matches(*kind))
    return Fraction(found, sum(hands.values()))


def _played(rules: RuleSet, cards: int) -> int:
    """Return the number of hands of ``cards`` cards that are not naturals at the deal."""
    return sum(
        ways
        for kind, ways in _hands(rules, cards).items()
        if not any(natural.matches(*kind) for natural in rules.dealt_naturals)
    )


def _hands(rules: RuleSet, cards: int) -> dict[tuple[int, bool], int]:
    """Return the number of hands of ``cards`` cards by count and by whether they are face cards
    only.
    """
    pack = rules.pack()
    every = _counts_of(rules, pack, cards)
    faces = _counts_of(rules, [card for card in pack if card[0] in FACES], cards)
    found = {(count, True): ways for count, ways in faces.items()}
    for count, ways in every.items():
        if ways > faces.get(count, 0):
            found[count, False] = ways - faces.get(count, 0)
    return found


def _counts_of(rules: RuleSet, pack: Sequence[Card], cards: int) -> dict[int, int]:
    return _counts(tuple(sorted(Counter(map(rules.points, pack)).items())), cards)


@lru_cache(maxsize=64)
def _counts(values: tuple[tuple[int, int], ...], cards: int) -> dict[int, int]:
    """Return the number of hands by count; ``values`` pairs points with the number of such
    cards.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, held in values:
        more: Counter[tuple[int, int]] = Counter()
        for (size, count), number in ways.items():
            for taken in range(min(held, cards - size) + 1):
                more[size + taken, count + taken * value] += number * comb(held, taken)
        ways = dict(more)
    return {count: number for (size, count), number in ways.items() if size == cards}
