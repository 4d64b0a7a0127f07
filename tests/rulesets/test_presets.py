"""The presets are those of RULES.md §6: a share code names its preset, so none may ever change."""

from typing import Any, Final

import pytest

from game.rules.presets import PRESETS, STANDARD, preset, rules_from_mapping, rules_to_mapping
from game.rules.ruleset import values_to_plain


def _count(count: int, pays: int = 2, **more: object) -> dict[str, object]:
    return {"match": {"count": count}, "pays": pays, **more}


def _low(count: int, pays: int = 2, **more: object) -> dict[str, object]:
    return {"match": {"at_most": count}, "pays": pays, **more}


_FORTY = "A234567JQK"
_FORTY_SEVEN = [_count(47), _count(50)]
_FIFTY_FIRST = [_count(50, 2, rank=1), _count(49, 1)]

_CHANGES: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "no_upcard": {"upcard": False},
    "waits": {"wait_after_spread": 3, "wait_when_hit": 1, "wait_after_own_hit": 1},
    "forced_spreads": {"must_spread": "yes"},
    "forced_spreads_aces": {"must_spread": "except_aces"},
    "low_naturals": {"naturals": [_count(49), _count(50), _low(9, 3), _low(15)]},
    "fifty_double": {"naturals": _FIFTY_FIRST},
    "forty_nine_turn": {"naturals": [_count(50), _count(49, when="turn", open=False)]},
    "washington_dc": {
        "naturals": [_low(11, rank=2, low_wins=True), _count(50, rank=1), _count(49)]
    },
    "new_jersey": {
        "naturals": [_low(13, rank=2, low_wins=True), _count(50, rank=1), _count(49)],
        "natural_tie": "eldest",
        "two_spreads_pays": 4,
    },
    "baton_rouge": {"ranks": _FORTY, "naturals": _FORTY_SEVEN},
    "rushville": {
        "naturals": [{"match": {"all_faces": True}, "pays": 2}],
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
        "naturals": [_count(50), _low(13, low_wins=True), _count(49, 1, when="turn")],
    },
    "washington_state": {
        "scoring": "scorepad",
        "naturals": [_count(50), _count(49), _low(14)],
        "natural_tie": "all_paid",
        "wait_when_hit": 1,
        "catch": "whole_table",
    },
    "push_up": {"scoring": "push_up"},
    "dead_jokers": {"jokers": 2},
    "rising_faces": {"face_values": "rising", "naturals": []},
    "seattle": {"hand_size": 7, "naturals": []},
    "army": {"ranks": _FORTY, "naturals": _FORTY_SEVEN},
    "vietnam": {"ranks": _FORTY, "hand_size": 7, "naturals": []},
    "texas": {"naturals": _FIFTY_FIRST, "catch": "lowest_only"},
    "black_company": {
        "hit_books": False,
        "catch": "double_to_beaters",
        "naturals": [_low(15), _count(49), _count(50)],
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
        "naturals": [],
    },
    "double_double": {"double_double": True},
    "slap": {"slap": "race"},
    "slap_polite": {"slap": "next_first"},
}


@pytest.mark.parametrize(("name", "changes"), _CHANGES.items())
def test_a_preset_changes_these_keys_and_no_others(name: str, changes: dict[str, Any]) -> None:
    assert values_to_plain(preset(name).differences(STANDARD)) == changes


def test_there_are_no_others() -> None:
    assert list(PRESETS) == list(_CHANGES)


@pytest.mark.parametrize("name", PRESETS)
def test_a_record_names_the_preset_that_is_played(name: str) -> None:
    assert rules_to_mapping(preset(name), name) == {"preset": name}
    assert rules_from_mapping({"preset": name}) == preset(name)
