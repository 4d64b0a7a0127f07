"""A bad rule set is refused with the same one line, wherever it comes from (RULES.md §4.7)."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.rule_files import NamedRules, RulesError
from game.rules.naturals import Natural
from game.rules.presets import rules_from_mapping
from game.rules.record import RecordError, read_record
from game.rules.ruleset import OPTIONS, RuleError, RuleSet
from tests.rulesets.refusals import EVERY_KEY, REFUSALS, SEATS, Refusal

_CASES = pytest.mark.parametrize("refusal", [*REFUSALS, *EVERY_KEY], ids=str)


def _one_line(line: str, says: tuple[str, ...]) -> None:
    assert line.isprintable()
    assert len(line) < 500
    for part in says:
        assert part in line


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(held) for held in value) + "]"
    return json.dumps(value)


def _record(rules: dict[str, object], seats: int = 2) -> dict[str, object]:
    return {
        "format": "tonk-hand/1",
        "rules": rules,
        "seats": [f"seat {seat}" for seat in range(seats)],
        "dealer": 0,
        "deck": list(RuleSet().pack()),
        "actions": [],
    }


@_CASES
def test_from_a_mapping(refusal: Refusal) -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_mapping(refusal.overrides)
    _one_line(str(caught.value), refusal.says)


@pytest.mark.share(120)
@_CASES
def test_from_a_file(refusal: Refusal, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    lines = [f"{key} = {_toml(value)}" for key, value in refusal.overrides.items()]
    path.write_text("\n".join(('name = "Bad"', *lines)), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        NamedRules.read(path)
    in_toml = (re.sub(r'(?<!= )"(\w+)":', r"\1 =", says) for says in refusal.says)
    _one_line(str(caught.value), (f"{path}: ", *in_toml))


@pytest.mark.share(120)
@_CASES
def test_from_a_record(refusal: Refusal) -> None:
    record = json.loads(json.dumps(_record(refusal.overrides)))
    with pytest.raises(RecordError) as caught:
        read_record(record)
    _one_line(str(caught.value), ("rules: ", *refusal.says))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"match": {"count": 50}, "pays": 2, "tie": None}, ("tie = null", '"split"')),
        (Natural("count", -1, 2), ("naturals entry 1, count = -1",)),
        (Natural("at_most", -1, 2), ("naturals entry 1, at_most = -1",)),
        (Natural("count", 50, 0), ("naturals entry 1, pays = 0",)),
    ],
)
def test_a_natural_that_no_file_can_hold(entry: object, says: tuple[str, ...]) -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_mapping({"naturals": [entry]})
    _one_line(str(caught.value), ("naturals entry 1", *says))


def test_a_preset_s_points_of_wild_cards_go_only_with_wild_cards() -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_mapping({"preset": "tunk", "wild": ""})
    _one_line(str(caught.value), ("wild_points = 25", '"own" where wild = ""'))
    kept = rules_from_mapping({"preset": "tunk", "wild": "", "wild_points": "own"})
    assert kept.wild_points == "own"


def test_no_key_is_without_a_refusal() -> None:
    assert {key for refusal in EVERY_KEY for key in refusal.overrides} == set(OPTIONS)


@pytest.mark.parametrize(("rules", "seats", "says"), SEATS)
def test_seats_that_the_pack_cannot_serve(rules: dict[str, object], seats: int, says: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_mapping(rules).check_seats(seats)
    _one_line(str(caught.value), (says,))
    with pytest.raises(RecordError) as refused:
        read_record(_record(rules, seats))
    _one_line(str(refused.value), ("rules: ", says))


@pytest.mark.parametrize("seats", [True, 2.0, "2", None])
def test_a_number_of_seats_is_a_whole_number(seats: object) -> None:
    assert not RuleSet().can_seat(seats)  # type: ignore[arg-type]  # what a caller gets wrong


@pytest.mark.parametrize("rules", [None, [], "standard", 3])
def test_rules_of_a_record_are_an_object(rules: object) -> None:
    with pytest.raises(RecordError, match="expected an object"):
        read_record(_record({}) | {"rules": rules})


@pytest.mark.parametrize(("name", "says"), [("rushvile", "did you mean rushville?"), (3, "one of")])
def test_a_preset_that_does_not_exist(name: object, says: str) -> None:
    with pytest.raises(RecordError, match="preset = ") as caught:
        read_record(_record({"preset": name}))
    _one_line(str(caught.value), (says,))


def test_a_record_may_repeat_what_holds_anyway() -> None:
    assert rules_from_mapping({"preset": "waits", "wait_when_hit": 1}).wait_when_hit == 1


@pytest.mark.parametrize(
    "overrides",
    [
        {"ranks": "A2"},  # too few for a run
        {"suits": "CD"},  # too few for a book
        {"ranks": "K", "suits": "S"},  # too few for anything
        {"hand_size": 7},  # with naturals of five cards
        {"scoring": "push_up", "catch": "standard"},
        {"wild": "2", "ranks": "2"},
        {"jokers": 1, "wild": "X"},
        {"high_suit_bet": "spades", "suits": "C"},
    ],
)
def test_what_makes_little_sense_is_not_refused(overrides: dict[str, object]) -> None:
    rules = rules_from_mapping(overrides)
    assert {key: getattr(rules, key) for key in overrides} == overrides
