"""The presets, each as its differences from the defaults (RULES.md §6)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from game.rules.messages import N_
from game.rules.naturals import Natural
from game.rules.ruleset import RuleError, RuleSet, values_to_plain
from game.rules.value_types import allowed_is, nearest, one_of

DEFAULTS: Final = RuleSet()
"""The default rules, on which everything written is based: they never change."""
_SHORT_PACK: Final = "A234567JQK"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset: its title, a line about it, the keys that differ from their defaults, and its
    table's words.

    The words map a local word to the usual one (RULES.md §5.15).
    """

    title: str
    line: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


PRESET_TEXTS: Final[Mapping[str, Preset]] = {
    "standard": Preset(N_("Standard"), N_("The base game: five cards, naturals 49 and 50.")),
    "no_upcard": Preset(
        N_("No upcard"),
        N_("No card is turned up, so the first player cannot take."),
        {"upcard": False},
    ),
    "waits": Preset(
        N_("Waits"),
        N_("Spreads and hits keep a player from dropping for some turns."),
        {"wait_after_spread": 3, "wait_when_hit": 1, "wait_after_own_hit": 1},
    ),
    "forced_spreads": Preset(
        N_("Forced spreads"),
        N_("A spread in hand must be laid before the turn ends."),
        {"must_spread": "yes"},
    ),
    "forced_spreads_aces": Preset(
        N_("Forced spreads except aces"),
        N_("A spread in hand must be laid, but a book of aces may be kept."),
        {"must_spread": "except_aces"},
    ),
    "low_naturals": Preset(
        N_("Low naturals"),
        N_("Hands of 15 or less win at once too, of 9 or less for 3 stakes."),
        {
            "naturals": (
                Natural.of_count(49),
                Natural.of_count(50),
                Natural.at_most(9, 3),
                Natural.at_most(15),
            )
        },
    ),
    "fifty_double": Preset(
        N_("Fifty pays double"),
        N_("A natural 50 pays 2 and goes before 49, which pays 1."),
        {"naturals": (Natural.of_count(50, 2, rank=1), Natural.of_count(49, 1))},
    ),
    "forty_nine_turn": Preset(
        N_("Forty-nine in turn"),
        N_("49 is not shown at the deal but declared on the first turn."),
        {"naturals": (Natural.of_count(50), Natural.of_count(49, when="turn", is_open=False))},
    ),
    "washington_dc": Preset(
        N_("Washington, D.C."),
        N_("11 or less goes before 50, and 50 before 49."),
        {
            "naturals": (
                Natural.at_most(11, rank=2, low_wins=True),
                Natural.of_count(50, rank=1),
                Natural.of_count(49),
            )
        },
    ),
    "new_jersey": Preset(
        N_("New Jersey"),
        N_("50 goes before 49, both before 13 or less; two spreads at once pay 4."),
        {
            "naturals": (
                Natural.of_count(50, rank=2),
                Natural.of_count(49, rank=1),
                Natural.at_most(13, low_wins=True, tie="eldest"),
            ),
            "two_spreads_pays": 4,
        },
    ),
    "baton_rouge": Preset(
        N_("Baton Rouge"),
        N_("Forty cards without 8, 9 and 10; naturals 47 and 50."),
        {"ranks": _SHORT_PACK, "naturals": (Natural.of_count(47), Natural.of_count(50))},
    ),
    "rushville": Preset(
        N_("Rushville"),
        N_("A caught drop costs 4 to each that beats it; the deck can be booed."),
        {
            "naturals": (Natural("all_faces", 0, 2),),
            "out_pays": 2,
            "catch": "quad_to_beaters",
            "booed": True,
            "stock_end": "at_once",
        },
        {
            N_("tonk"): N_("drop"),
            N_("rum"): N_("empty hand"),
            N_("bumped head"): N_("caught"),
        },
    ),
    "chicago": Preset(
        N_("Chicago"),
        N_("Twos and two jokers are wild; no upcard; a hit spoils the tonk."),
        {
            "jokers": 2,
            "wild": "2X",
            "upcard": False,
            "catch": "double_to_beaters",
            "hit_voids_tonk": True,
            "tonk_needs": "first_turn_two_spreads",
            "naturals": (
                Natural.of_count(50),
                Natural.at_most(13, low_wins=True),
                Natural.of_count(49, 1, when="turn"),
            ),
        },
        {
            N_("big 50"): N_("a dealt hand that counts 50"),
            N_("49 in turn"): N_("a dealt hand that counts 49, declared on the first turn"),
            N_("break your hand"): N_("hit a spread"),
            N_("go down"): N_("drop"),
        },
    ),
    "washington_state": Preset(
        N_("Washington State"),
        N_("Kept on a scorepad; a caught dropper pays for the whole table."),
        {
            "scoring": "scorepad",
            "naturals": (Natural.of_count(50), Natural.of_count(49), Natural.at_most(14)),
            "natural_tie": "all_paid",
            "wait_when_hit": 1,
            "catch": "whole_table",
        },
        {N_("double tonk"): N_("natural")},
    ),
    "push_up": Preset(
        N_("Push-up"),
        N_("No stakes: the losers' counts are pushed up until somebody has 100."),
        {"scoring": "push_up"},
    ),
    "dead_jokers": Preset(
        N_("Dead jokers"), N_("Two jokers that count 0 and can only be discarded."), {"jokers": 2}
    ),
    "rising_faces": Preset(
        N_("Rising faces"),
        N_("Jack 11, queen 12, king 13; no naturals."),
        {"face_values": "rising", "naturals": ()},
    ),
    "seattle": Preset(
        N_("Seattle"), N_("Seven cards, no naturals."), {"hand_size": 7, "naturals": ()}
    ),
    "army": Preset(
        N_("Army"),
        N_("Forty cards without 8, 9 and 10; naturals 47 and 50."),
        {"ranks": _SHORT_PACK, "naturals": (Natural.of_count(47), Natural.of_count(50))},
    ),
    "vietnam": Preset(
        N_("Vietnam"),
        N_("Seven cards from a pack of forty, no naturals; up to four players."),
        {"ranks": _SHORT_PACK, "hand_size": 7, "naturals": ()},
    ),
    "texas": Preset(
        N_("Texas"),
        N_("50 goes before 49; a caught dropper pays 2 to the lowest alone."),
        {
            "naturals": (Natural.of_count(50, 2, rank=1), Natural.of_count(49, 1)),
            "catch": "lowest_only",
        },
        {N_("come in"): N_("drop")},
    ),
    "black_company": Preset(
        N_("Black Company"),
        N_("Only runs may be hit; naturals are 15 or less, 49 and 50."),
        {
            "hit_books": False,
            "catch": "double_to_beaters",
            "naturals": (Natural.at_most(15), Natural.of_count(49), Natural.of_count(50)),
            "natural_tie": "all_paid",
        },
    ),
    "five_seven_nine": Preset(
        N_("Five, seven or nine"),
        N_("Fewer players get more cards; aces are low or high; complete books are buried."),
        {
            "hand_size": "by_seats",
            "ace": "low_or_high",
            "wait_when_hit": 1,
            "hits_stack": True,
            "complete_books": "buried",
            "catch": "single_to_lower",
            "stock_end": "at_once",
            "naturals": (),
        },
    ),
    "double_double": Preset(
        N_("Double-double"),
        N_("After a tonk the others get one chance to empty their hands."),
        {"double_double": True},
    ),
    "slap": Preset(
        N_("Slap"), N_("Whoever is quickest slaps a discard onto a spread."), {"slap": "race"}
    ),
    "slap_polite": Preset(
        N_("Polite slap"),
        N_("Discards may be slapped, but the next player has the first claim."),
        {"slap": "next_first"},
    ),
    "unmatched": Preset(
        N_("Unmatched cards"),
        N_("Only cards that make no spread in your hand count."),
        {"count": "unmatched"},
    ),
    "tunk": Preset(
        N_("Tunk"),
        N_("Seven cards, twos wild; drop with 5 or less, and others may lay once more."),
        {
            "hand_size": 7,
            "wild": "2",
            "wild_points": 25,
            "count": "unmatched",
            "drop_at_most": 5,
            "last_lay": "drop",
            "stockout": "void",
            "naturals": (),
        },
        {N_("knock"): N_("drop")},
    ),
}
"""Every preset. Share codes number them, so add new ones at the end."""

EARLIER_PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "new_jersey": {
        "naturals": (
            Natural.at_most(13, rank=2, low_wins=True),
            Natural.of_count(50, rank=1),
            Natural.of_count(49),
        ),
        "natural_tie": "eldest",
        "two_spreads_pays": 4,
    },
    "five_seven_nine": {
        "hand_size": "by_seats",
        "ace": "low_or_high",
        "wait_when_hit": 1,
        "hits_stack": True,
        "complete_books": "buried",
        "catch": "single_each",
        "stock_end": "at_once",
        "naturals": (),
    },
    "tunk": {
        "hand_size": 7,
        "wild": "2",
        "wild_points": 25,
        "count": "unmatched",
        "drop_at_most": 5,
        "last_lay": "drop",
        "naturals": (),
    },
}
"""The keys, before 1.0, of the presets that changed in 1.0 (RULES.md §6.1).

What was written then keeps that meaning, so never change this table.
"""

OTHER_WORDS: Final[Mapping[str, str]] = {
    N_("Tunk"): N_("the game of Tonk"),
    N_("knock"): N_("drop"),
    N_("go low"): N_("drop"),
    N_("go down"): N_("drop"),
    N_("go in"): N_("drop"),
    N_("pluck"): N_("draw from the stock"),
}
"""Common words from elsewhere, offered for a table's words (local word to usual word)."""

_USUAL_WORDS: Final = frozenset(
    [
        "tonk",
        "drop",
        "hit",
        "spread",
        "book",
        "run",
        "natural",
        "out",
        "caught",
        "count",
        "draw",
        "take",
        "discard",
        "stop",
        "slap",
    ]
)
"""The words that the sentences of the rules use themselves."""

PRESETS: Final[tuple[str, ...]] = tuple(PRESET_TEXTS)
STANDARD: Final = DEFAULTS.changed(**PRESET_TEXTS["standard"].changes)


@lru_cache
def preset(name: str) -> RuleSet:
    """Return the rule set of that name; ``RuleError`` suggests the nearest name if there is
    none.
    """
    if name not in PRESET_TEXTS:
        why = allowed_is(one_of(PRESETS), nearest(name, PRESETS))
        raise RuleError("preset", name, why)
    return DEFAULTS.changed(**PRESET_TEXTS[name].changes)


@lru_cache
def earlier_preset(name: str) -> RuleSet:
    """Return what ``preset`` gave for that name before 1.0; for a newer one, what it gives
    today.
    """
    if name not in EARLIER_PRESETS:
        return preset(name)
    return DEFAULTS.changed(**EARLIER_PRESETS[name])


def local_words(name: str) -> Mapping[str, str]:
    """Return the words of that preset's table; empty if it has none of its own."""
    return PRESET_TEXTS[name].words if name in PRESET_TEXTS else {}


def has_usual_meaning(word: str) -> bool:
    """Return whether the sentences of the rules use ``word`` themselves."""
    return word.strip().casefold() in _USUAL_WORDS


def rules_from_mapping(mapping: Mapping[str, object]) -> RuleSet:
    """Read a rule set as records hold it: ``{"preset": NAME, …overrides}``.

    Without a preset the keys have their defaults.
    """
    try:
        text = json.dumps(mapping)
    except (TypeError, ValueError, RecursionError):
        return _rules_on(preset, mapping)
    return _rules_in(text)


@lru_cache(maxsize=64)
def _rules_in(text: str) -> RuleSet:
    """Read a rule set from its JSON.

    This is cached because thousands of records have the same rules.
    """
    mapping: dict[str, object] = json.loads(text)
    return _rules_on(preset, mapping)


def rules_from_earlier_mapping(mapping: Mapping[str, object]) -> RuleSet:
    """Read a mapping that was written before 1.0, by what its preset meant then."""
    return _rules_on(earlier_preset, mapping)


def _rules_on(base: Callable[[str], RuleSet], mapping: Mapping[str, object]) -> RuleSet:
    overrides = dict(mapping)
    if "preset" not in overrides:
        return DEFAULTS.changed(**overrides)
    name = overrides.pop("preset")
    if not isinstance(name, str):
        raise RuleError("preset", name, allowed_is(one_of(PRESETS)))
    return base(name).changed(**overrides)


def spelled_out(rules: RuleSet) -> dict[str, object]:
    """Return a rule set as everything written since 1.0 holds it: the keys that differ from their
    defaults.

    So no later change of a preset changes it.
    """
    return values_to_plain(rules.differences(DEFAULTS))


@lru_cache(maxsize=32)
def nearest_preset(
    rules: RuleSet, prefer: str = "standard", among: tuple[str, ...] = PRESETS
) -> str:
    """Return which preset of those in ``among`` has the fewest keys that differ; ``prefer`` wins
    ties.
    """
    names = sorted(among, key=lambda name: name != prefer)
    return min(names, key=lambda name: len(rules.differences(preset(name))))


def preset_like(rules: RuleSet, prefer: str = "standard") -> str:
    """Return the preset that has these rules, whatever the stake; empty if none has."""
    name = nearest_preset(rules, prefer)
    return name if rules.differences(preset(name)).keys() <= {"stake"} else ""
