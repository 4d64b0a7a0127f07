"""Input of the C trainer: rule sets as words, games to train in, and the expert's drop tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from ai.bridge import rule_numbers
from ai.drops.tables import bared, presets_by_race, thresholds_for
from ai.master.network import FAMILIES
from ai.master.player import HARDLY, MUCH, family_of
from ai.profile import SOUND, STAYER
from ai.random_rules import random_rules
from ai.tuned import tuned_numbers
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet

PLACES: Final = (
    "standard",
    "no_upcard",
    "waits",
    "forced_spreads",
    "forced_spreads_aces",
    "low_naturals",
    "baton_rouge",
    "rushville",
    "chicago",
    "washington_state",
    "push_up",
    "dead_jokers",
    "rising_faces",
    "seattle",
    "vietnam",
    "texas",
    "black_company",
    "five_seven_nine",
    "forty_nine_turn",
    "double_double",
    "unmatched",
    "tunk",
    "slap",
    "slap_polite",
)

OWN: Final = len(PLACES)
"""The place of the expert's drop table for rules that are not a preset."""
_NOWHERE: Final = -1
_PRESETS: Final = 0.5
"""Probability that a game's rules are a preset."""
_TO_GO_OUT: Final = ("unmatched_out", "unmatched_short")
"""Families of games for two that are made to be won by going out."""
_OF_TWO: Final = {
    **dict.fromkeys(_TO_GO_OUT, (PLACES, 0.2)),
    "waits": ((*4 * ("waits",), "washington_state", "five_seven_nine"), 0.7),
}
"""Of families of games for two, the presets that are drawn, some more often than others, and the
probability that rules are one of these, or start from one.
"""
_PLAYED: Final = {
    "general": 0.5,
    "standard": 0.3,
    "unmatched": 0.2,
    "going_out": 0.1,
    "unmatched_out": 0.1,
    "unmatched_short": 0.1,
    "waits": 0.2,
}
"""Relative frequency of each family of rules."""
_SUIT_LESS, _SIZED, _SIZES = 0.25, 0.3, (3, 9)
"""Probability, in games for two that are made to be won by going out, that a suit is left out, and
that the hand size changes; and the range of hand sizes. Both strongly affect how long it takes to
go out.
"""
_LIMITED, _PAYING, _MOST_PAID = 0.4, 0.8, 6
"""Probability, in games made to be won by going out, that dropping is hardly possible, and that
going out pays much; and the most that it pays, in stakes.
"""
_TONK_PAYS, _MOST_FOR_TONK = 0.6, 4
"""Probability, in such games for two, that a tonk pays another number of stakes, and the most that
it pays: that decides whether to go for two spreads or for an empty hand.
"""
_SHARES: Final = ((2, 0.6), (3, 0.8), (4, 0.92), (5, 0.96), (6, 1.0))
"""Cumulative distribution of the number of seats."""


def definitions() -> tuple[str, ...]:
    """Return the compiler options that define the plain players of ``bots.h`` and the standard
    rules of ``rules.h``.
    """
    named = {
        "SOUND": SOUND,
        "SURE": replace(SOUND, uses_tables=True),
        "STAYER": STAYER,
        "TUNED": tuned_numbers()["standard"].profile,
    }
    return (
        f'-DSTANDARD_RULES="{_comma_separated(rule_numbers(STANDARD))}"',
        *(f"-DPROFILE_{name}={_comma_separated(each.numbers)}" for name, each in named.items()),
    )


def _comma_separated(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def words(rules: RuleSet, seats: int, elsewhere: int = OWN) -> tuple[str, ...]:
    """Return a rule set as ``key=value`` words of the trainer's command line.

    ``elsewhere`` is the place of the expert's drop table if the rules are not a preset.
    """
    place = f"preset={place_of(rules, elsewhere)}"
    family = f"family={FAMILIES.index(family_of(rules, seats))}"
    return (f"seats={seats}", place, family, f"keys={_comma_separated(rule_numbers(rules))}")


def place_of(rules: RuleSet, elsewhere: int = OWN) -> int:
    """Return the place of the expert's drop table for these rules in the trainer."""
    name = presets_by_race().get(bared(rules), "")
    return PLACES.index(name) if name in PLACES else elsewhere


def games(count: int, families: Sequence[str], seed: str) -> Iterator[str]:
    """Yield ``count`` lines of a file of games for the trainer, of the named ``families``, with the
    relative frequencies of ``_PLAYED``.

    Rules are drawn from the presets, half of the time or less, and else at random.
    """
    dice = Random(f"games {seed}")
    for _ in range(count):
        (family,) = dice.choices(families, [_PLAYED[each] for each in families])
        drawn = _any_games(dice, family)
        yield next(words_ for words_, of in drawn if of == family)


def _any_games(dice: Random, wanted: str) -> Iterator[tuple[str, str]]:
    """Yield endless games, as words, with their families.

    Games won by going out are rare; if one is ``wanted``, rules are changed to make such games.
    """
    while True:
        names, presets = _OF_TWO.get(wanted, (PLACES, _PRESETS))
        share = 0.0 if wanted in _OF_TWO else dice.random()
        seats = next(seats for seats, most in _SHARES if share < most)
        name = dice.choice(names)
        rules = preset(name) if dice.random() < presets else _some_rules(dice, seats)
        if wanted in _TO_GO_OUT:
            rules = _of_other_sizes(dice, rules.changed(count="unmatched"))
            rules = _made_to_go_out(dice, _with_another_tonk(dice, rules))
        elif wanted == "going_out":
            count = dice.choice((rules.count, "unmatched"))
            rules = _made_to_go_out(dice, rules.changed(count=count))
        if rules.can_seat(seats):
            yield " ".join(words(rules, seats, _NOWHERE)), family_of(rules, seats)


def _made_to_go_out(dice: Random, rules: RuleSet) -> RuleSet:
    """Change rules so that dropping is mostly hardly possible, or going out pays much."""
    if dice.random() < _LIMITED:
        rules = rules.changed(drop_at_most=dice.randint(1, HARDLY))
    if dice.random() < _PAYING:
        rules = rules.changed(out_pays=dice.randint(MUCH, _MOST_PAID))
    return rules


def _with_another_tonk(dice: Random, rules: RuleSet) -> RuleSet:
    """Change, with probability ``_TONK_PAYS``, what a tonk pays."""
    if dice.random() < _TONK_PAYS:
        rules = rules.changed(tonk_pays=dice.randint(1, _MOST_FOR_TONK))
    return rules


def _of_other_sizes(dice: Random, rules: RuleSet) -> RuleSet:
    """Leave out a suit, or change the hand size, each with some probability."""
    if dice.random() < _SUIT_LESS and len(rules.suits) > 1:
        rules = rules.changed(suits=rules.suits.replace(dice.choice(rules.suits), ""))
    if dice.random() < _SIZED:
        rules = rules.changed(hand_size=dice.randint(*_SIZES))
    return rules


def _some_rules(dice: Random, seats: int) -> RuleSet:
    """Return random rules without naturals at the deal, which may leave few hands to play."""
    rules = random_rules(dice, seats)
    return rules.changed(naturals=tuple(each for each in rules.naturals if each.when == "turn"))


def thresholds(rules: RuleSet | None = None) -> Iterator[str]:
    """Yield the lines of the expert's drop tables, for the presets and for ``rules``.

    A line holds the place of the rules, the number of seats, the number of a table's row (see
    ``ai.drops.tables``), and the counts at which to drop, round by round.
    """
    tables = list(enumerate(map(preset, PLACES)))
    if rules and place_of(rules) == OWN:
        tables.append((OWN, rules))
    for place, each in tables:
        for seats in filter(each.can_seat, (2, 3, 4)):
            for fewest, row in enumerate(thresholds_for(each, seats), start=1):
                yield " ".join(map(str, (place, seats, fewest, *row)))
