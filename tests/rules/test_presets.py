"""The presets are as RULES.md lists them (§6), with defaults for all other keys (§4)."""

from collections.abc import Callable
from typing import Any

import pytest

from game.rules.presets import (
    PRESETS,
    STANDARD,
    preset,
    rules_from_earlier_mapping,
    rules_from_mapping,
    spelled_out,
)
from game.rules.ruleset import RuleError, RuleSet

_SHORT = "A234567JQK"


def _count(value: int, pays: int = 2, **more: object) -> dict[str, object]:
    return {"match": {"count": value}, "pays": pays, **more}


def _low(value: int, pays: int = 2, **more: object) -> dict[str, object]:
    return {"match": {"at_most": value}, "pays": pays, **more}


_LISTED: dict[str, dict[str, Any]] = {
    "standard": {},
    "no_upcard": {"upcard": False},
    "waits": {"wait_after_spread": 3, "wait_when_hit": 1, "wait_after_own_hit": 1},
    "forced_spreads": {"must_spread": "yes"},
    "forced_spreads_aces": {"must_spread": "except_aces"},
    "low_naturals": {"naturals": [_count(49), _count(50), _low(9, 3), _low(15)]},
    "fifty_double": {"naturals": [_count(50, 2, rank=1), _count(49, 1)]},
    "forty_nine_turn": {"naturals": [_count(50), _count(49, when="turn", open=False)]},
    "washington_dc": {
        "naturals": [_low(11, rank=2, low_wins=True), _count(50, rank=1), _count(49)]
    },
    "new_jersey": {
        "naturals": [
            _count(50, rank=2),
            _count(49, rank=1),
            _low(13, low_wins=True, tie="eldest"),
        ],
        "two_spreads_pays": 4,
    },
    "baton_rouge": {"ranks": _SHORT, "naturals": [_count(47), _count(50)]},
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
    "army": {"ranks": _SHORT, "naturals": [_count(47), _count(50)]},
    "vietnam": {"ranks": _SHORT, "hand_size": 7, "naturals": []},
    "texas": {"naturals": [_count(50, 2, rank=1), _count(49, 1)], "catch": "lowest_only"},
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
        "catch": "single_to_lower",
        "stock_end": "at_once",
        "naturals": [],
    },
    "double_double": {"double_double": True},
    "slap": {"slap": "race"},
    "slap_polite": {"slap": "next_first"},
    "unmatched": {"count": "unmatched"},
    "tunk": {
        "hand_size": 7,
        "wild": "2",
        "wild_points": 25,
        "count": "unmatched",
        "drop_at_most": 5,
        "last_lay": "drop",
        "stockout": "void",
        "naturals": [],
    },
}
_EARLIER: dict[str, dict[str, Any]] = {
    "new_jersey": {
        "naturals": [_low(13, rank=2, low_wins=True), _count(50, rank=1), _count(49)],
        "natural_tie": "eldest",
        "two_spreads_pays": 4,
    },
    "five_seven_nine": _LISTED["five_seven_nine"] | {"catch": "single_each"},
    "tunk": _LISTED["tunk"] | {"stockout": "lowest"},
}
"""Earlier values of the presets that changed in 1.0."""

_DEFAULTS: dict[str, Any] = {
    "ranks": "A23456789TJQK", "suits": "CDHS", "jokers": 0, "wild": "", "ace": "low",
    "face_values": "ten", "hand_size": 5, "upcard": True, "naturals": [_count(49), _count(50)],
    "natural_tie": "void", "take": "hand", "return_taken": False, "touch_stock": False,
    "must_spread": "no", "hit_books": True, "hits_per_turn": 0, "discard_after_hit": True,
    "complete_books": "stay", "stock_end": "willing", "spread_out": True, "first_turn_drop": True,
    "wait_after_spread": 0, "wait_when_hit": 0, "wait_after_own_hit": 0, "hits_stack": False,
    "hit_blocks_out": False, "catch": "standard", "tonk_pays": 2, "tonk_needs": "any",
    "hit_voids_tonk": False, "two_spreads_pays": 0, "out_pays": 1, "stockout": "lowest",
    "stockout_tie": "void", "booed": False, "double_double": False, "slap": "off", "stake": 1,
    "scoring": "stakes", "push_up_target": 100, "big_one": 0, "high_suit_bet": "off",
    "natural_bet": "off", "side_ante": 1, "count": "all", "drop_at_most": 0,
    "drop_when": "own_turn", "last_lay": "no", "wild_points": "own", "next_dealer": "left",
    "wait_after_hitting": 0,
}  # fmt: skip


def test_all_presets_are_listed() -> None:
    assert sorted(PRESETS) == sorted(_LISTED)
    assert len(PRESETS) == 28


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_as_listed(name: str) -> None:
    assert preset(name) == rules_from_mapping(_DEFAULTS | _LISTED[name])


@pytest.mark.parametrize("name", PRESETS)
def test_a_mapping_from_before_1_0_keeps_its_meaning(name: str) -> None:
    mapping = {"preset": name, "stake": 5}
    then = _DEFAULTS | _EARLIER.get(name, _LISTED[name]) | {"stake": 5}
    assert rules_from_earlier_mapping(mapping) == rules_from_mapping(then)
    assert (rules_from_earlier_mapping(mapping) == rules_from_mapping(mapping)) == (
        name not in _EARLIER
    )


@pytest.mark.parametrize("read", [rules_from_mapping, rules_from_earlier_mapping])
def test_a_preset_that_is_none_is_refused(read: Callable[[Any], RuleSet]) -> None:
    assert read({}) == STANDARD
    for name in ("new_jersy", 1):
        with pytest.raises(RuleError, match="preset"):
            read({"preset": name})


@pytest.mark.parametrize("name", PRESETS)
def test_preset_written_and_read_is_itself(name: str) -> None:
    assert rules_from_mapping(spelled_out(preset(name))) == preset(name)
    assert rules_from_mapping({"preset": name}) == preset(name)


def test_defaults_are_the_standard_game() -> None:
    assert len(_DEFAULTS) == 51
    assert set(_DEFAULTS) == set(RuleSet.__dataclass_fields__)
    assert rules_from_mapping({}) == RuleSet() == STANDARD == RuleSet(**_DEFAULTS)


@pytest.mark.parametrize("name", PRESETS)
def test_preset_seats_six_but_for_vietnam(name: str) -> None:
    most = max(seats for seats in range(2, 7) if preset(name).can_seat(seats))
    assert most == (4 if name == "vietnam" else 6)
