"""What the C trainer reads: rule sets as words, games to train at, and when the expert drops."""

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
"""The place of rules that are no preset, where the expert has thresholds for them."""
_NOWHERE: Final = -1
_PRESETS, _MADE_OF_PRESETS = 0.5, 0.2
"""How often a game is a preset, and how often one that is made to go out between two begins as one.
"""
_PLAYED: Final = {
    "general": 0.5,
    "standard": 0.3,
    "unmatched": 0.2,
    "going_out": 0.1,
    "unmatched_out": 0.1,
    "unmatched_short": 0.1,
}
"""How often a game is of each family of rules."""
_SUIT_LESS, _SIZED, _SIZES = 0.25, 0.3, (3, 9)
"""How often in such a game a suit is left out, how often its hands are of another size, and the
smallest and the largest of these: nothing else changes so much how far it is to going out.
"""
_LIMITED, _PAYING, _MOST_PAID = 0.4, 0.8, 6
"""How often one can hardly drop, or going out pays much, where games are made to go out; and how
much that is at most.
"""
_TONK_PAYS, _MOST_FOR_TONK = 0.6, 4
"""How often in such a game between two a tonk pays another number of stakes, and how many at most:
that decides whether to go for two spreads or for a hand without cards.
"""
_SHARES: Final = ((2, 0.6), (3, 0.8), (4, 0.92), (5, 0.96), (6, 1.0))
"""How often a game is for at most so many seats."""


def definitions() -> tuple[str, ...]:
    """The options of the compiler that define the plain players of ``bots.h`` and the standard
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
    """A rule set as ``key=value`` words of the trainer's command line.

    ``elsewhere`` is the place of the expert's thresholds where the rules are none of the presets.
    """
    place = f"preset={place_of(rules, elsewhere)}"
    family = f"family={FAMILIES.index(family_of(rules, seats))}"
    return (f"seats={seats}", place, family, f"keys={_comma_separated(rule_numbers(rules))}")


def place_of(rules: RuleSet, elsewhere: int = OWN) -> int:
    """Where the trainer has the expert's thresholds for these rules."""
    name = presets_by_race().get(bared(rules), "")
    return PLACES.index(name) if name in PLACES else elsewhere


def games(count: int, families: Sequence[str], seed: str) -> Iterator[str]:
    """Games for a file of the trainer, a line each, of the ``families`` that are named, each as
    often as ``_PLAYED`` says beside the others.

    Half of what is drawn for them are presets, or fewer where games are made to go out between two;
    the others are rule sets at random.
    """
    dice = Random(f"games {seed}")
    for _ in range(count):
        (family,) = dice.choices(families, [_PLAYED[each] for each in families])
        drawn = _any_games(dice, family)
        yield next(words_ for words_, of in drawn if of == family)


def _any_games(dice: Random, wanted: str) -> Iterator[tuple[str, str]]:
    """Games without end, as words, and their families. Those that are played to go out are so rare
    that others are made such, if they are ``wanted``.
    """
    while True:
        between_two = wanted in ("unmatched_out", "unmatched_short")
        share = 0.0 if between_two else dice.random()
        seats = next(seats for seats, most in _SHARES if share < most)
        name = dice.choice(PLACES)
        presets = _MADE_OF_PRESETS if between_two else _PRESETS
        rules = preset(name) if dice.random() < presets else _some_rules(dice, seats)
        if between_two:
            rules = _of_other_sizes(dice, rules.changed(count="unmatched"))
            rules = _made_to_go_out(dice, _with_another_tonk(dice, rules))
        elif wanted == "going_out":
            count = dice.choice((rules.count, "unmatched"))
            rules = _made_to_go_out(dice, rules.changed(count=count))
        if rules.can_seat(seats):
            yield " ".join(words(rules, seats, _NOWHERE)), family_of(rules, seats)


def _made_to_go_out(dice: Random, rules: RuleSet) -> RuleSet:
    """Change rules so that, mostly, dropping is hardly possible or going out pays well."""
    if dice.random() < _LIMITED:
        rules = rules.changed(drop_at_most=dice.randint(1, HARDLY))
    if dice.random() < _PAYING:
        rules = rules.changed(out_pays=dice.randint(MUCH, _MOST_PAID))
    return rules


def _with_another_tonk(dice: Random, rules: RuleSet) -> RuleSet:
    """Change what a tonk pays, often."""
    if dice.random() < _TONK_PAYS:
        rules = rules.changed(tonk_pays=dice.randint(1, _MOST_FOR_TONK))
    return rules


def _of_other_sizes(dice: Random, rules: RuleSet) -> RuleSet:
    """Drop a suit or change the number of cards dealt, now and then."""
    if dice.random() < _SUIT_LESS and len(rules.suits) > 1:
        rules = rules.changed(suits=rules.suits.replace(dice.choice(rules.suits), ""))
    if dice.random() < _SIZED:
        rules = rules.changed(hand_size=dice.randint(*_SIZES))
    return rules


def _some_rules(dice: Random, seats: int) -> RuleSet:
    """Rules at random, without naturals at the deal: they may leave hardly a hand to be played."""
    rules = random_rules(dice, seats)
    return rules.changed(naturals=tuple(each for each in rules.naturals if each.when == "turn"))


def thresholds(rules: RuleSet | None = None) -> Iterator[str]:
    """At which counts the expert drops: for each preset that the trainer knows, and for ``rules``,
    each number of seats, and each number of cards of the seat with fewest a line, round by round.
    """
    tables = list(enumerate(map(preset, PLACES)))
    if rules and place_of(rules) == OWN:
        tables.append((OWN, rules))
    for place, each in tables:
        for seats in filter(each.can_seat, (2, 3, 4)):
            for fewest, row in enumerate(thresholds_for(each, seats), start=1):
                yield " ".join(map(str, (place, seats, fewest, *row)))
