"""The documented ways of playing, each as what it changes in the standard game (RULES.md §6)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from game.rules.naturals import Natural, count_natural, low_natural
from game.rules.ruleset import RuleError, RuleSet, values_to_plain
from game.rules.values import nearest

STANDARD: Final = RuleSet()
_SHORT_PACK: Final = "A234567JQK"
_ALL_FACES: Final = Natural("all_faces", 0, 2)

_CHANGES: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "no_upcard": {"upcard": False},
    "waits": {"wait_after_spread": 3, "wait_when_hit": 1, "wait_after_own_hit": 1},
    "forced_spreads": {"must_spread": "yes"},
    "forced_spreads_aces": {"must_spread": "except_aces"},
    "low_naturals": {
        "naturals": (count_natural(49), count_natural(50), low_natural(9, 3), low_natural(15))
    },
    "fifty_double": {"naturals": (count_natural(50, 2, rank=1), count_natural(49, 1))},
    "forty_nine_turn": {
        "naturals": (count_natural(50), count_natural(49, when="turn", is_open=False))
    },
    "washington_dc": {
        "naturals": (
            low_natural(11, rank=2, low_wins=True),
            count_natural(50, rank=1),
            count_natural(49),
        )
    },
    "new_jersey": {
        "naturals": (
            low_natural(13, rank=2, low_wins=True),
            count_natural(50, rank=1),
            count_natural(49),
        ),
        "natural_tie": "eldest",
        "two_spreads_pays": 4,
    },
    "baton_rouge": {"ranks": _SHORT_PACK, "naturals": (count_natural(47), count_natural(50))},
    "rushville": {
        "naturals": (_ALL_FACES,),
        "out_pays": 2,
        "catch": "quad_to_beaters",
        "booed": True,
        "stock_end": "at_once",
    },
    "chicago": {
        "jokers": 2,
        "wild": "2X",
        "upcard": False,
        "catch": "double_to_beaters",
        "hit_voids_tonk": True,
        "tonk_needs": "first_turn_two_spreads",
        "naturals": (
            count_natural(50),
            low_natural(13, low_wins=True),
            count_natural(49, 1, when="turn"),
        ),
    },
    "washington_state": {
        "scoring": "scorepad",
        "naturals": (count_natural(50), count_natural(49), low_natural(14)),
        "natural_tie": "all_paid",
        "wait_when_hit": 1,
        "catch": "whole_table",
    },
    "push_up": {"scoring": "push_up"},
    "dead_jokers": {"jokers": 2},
    "rising_faces": {"face_values": "rising", "naturals": ()},
    "seattle": {"hand_size": 7, "naturals": ()},
    "army": {"ranks": _SHORT_PACK, "naturals": (count_natural(47), count_natural(50))},
    "vietnam": {"ranks": _SHORT_PACK, "hand_size": 7, "naturals": ()},
    "texas": {
        "naturals": (count_natural(50, 2, rank=1), count_natural(49, 1)),
        "catch": "lowest_only",
    },
    "black_company": {
        "hit_books": False,
        "catch": "double_to_beaters",
        "naturals": (low_natural(15), count_natural(49), count_natural(50)),
        "natural_tie": "all_paid",
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
    "double_double": {"double_double": True},
    "slap": {"slap": "race"},
    "slap_polite": {"slap": "next_first"},
}

PRESETS: Final[tuple[str, ...]] = tuple(_CHANGES)


@lru_cache
def preset(name: str) -> RuleSet:
    """The rule set of that name; ``RuleError`` names the nearest where there is none."""
    if name not in _CHANGES:
        close = nearest(name, PRESETS)
        hint = f"; did you mean {close}?" if close else ""
        raise RuleError("preset", name, "one of " + ", ".join(PRESETS) + hint)
    return STANDARD.changed(**_CHANGES[name])


def rules_from_mapping(mapping: Mapping[str, object]) -> RuleSet:
    """A rule set as records hold it: ``{"preset": NAME, …overrides}``, no preset meaning
    ``standard``.
    """
    overrides = dict(mapping)
    name = overrides.pop("preset", "standard")
    if not isinstance(name, str):
        raise RuleError("preset", name, "one of " + ", ".join(PRESETS))
    return preset(name).changed(**overrides)


def rules_to_mapping(rules: RuleSet, prefer: str = "standard") -> dict[str, object]:
    """The shortest mapping for ``rules_from_mapping``: a preset's name and what differs from it.

    Of presets that differ equally little, ``prefer`` comes first: some share a rule set.
    """
    name = nearest_preset(rules, prefer)
    return {"preset": name, **values_to_plain(rules.differences(preset(name)))}


@lru_cache
def nearest_preset(rules: RuleSet, prefer: str = "standard") -> str:
    """The preset with the fewest keys that differ; ``prefer`` goes before its likes."""
    names = sorted(PRESETS, key=lambda name: name != prefer)
    return min(names, key=lambda name: len(rules.differences(preset(name))))
