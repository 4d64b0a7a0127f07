"""Sentences about rules and their claims: each has the other, and every sentence is true.

For all pairs of rules: `python -m tests.rules.walk`.
"""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from game.rules.messages import Message
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import OPTIONS, RuleSet
from tests.rules.claims import CLAIMS
from tests.rules.played import Played
from tests.rules.walk import VALUES, Walk, hold, played, tables, told, translation_faults
from tests.shares import EVERY

_ROOT = Path(__file__).resolve().parents[2]
_TABLES = list(tables(triples=100))
_SHARES = 6
_STRIDE = 1 if EVERY else 96
"""Only every this many-th table of a share is played."""


def test_each_key_has_values_to_walk() -> None:
    assert VALUES.keys() == OPTIONS.keys()


def test_every_sentence_has_a_claim_and_a_translation() -> None:
    laws = [rules for size, rules in _TABLES if size < 2]
    laws += [rules for _, rules in _TABLES[:: 1 if EVERY else 50]]
    sentences = {each for rules in (*laws, *map(preset, PRESETS)) for each in told(rules)}
    assert {each.text for each in sentences} - CLAIMS.keys() == set()
    assert [fault for each in sentences for fault in translation_faults(each)] == []


def test_every_claim_is_of_a_sentence_that_the_code_has() -> None:
    trees = [ast.parse(file.read_text("utf-8")) for file in (_ROOT / "game/rules").rglob("*.py")]
    constants = (
        node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)
    )
    texts = {value for value in constants if isinstance(value, str)}
    assert CLAIMS.keys() - texts == set()


def test_what_no_hand_shows_is_proved_by_a_test_that_there_is() -> None:
    for claim in CLAIMS.values():
        if claim.proved_by:
            file, _, name = claim.proved_by.partition("::")
            assert f"def {name}(" in (_ROOT / file).read_text("utf-8"), claim
        assert bool(claim.proved_by) is (claim.cases is None)


@pytest.mark.parametrize("share", range(_SHARES))
def test_no_sentence_is_broken_by_a_hand(share: int) -> None:
    walk = Walk()
    for place in range(share, len(_TABLES), _SHARES * _STRIDE):
        hold(walk, _TABLES[place][1], number=place, hands=1)
    assert walk.wrong == {}
    assert walk.hands


def _wrong_numbers(said: Message) -> Iterator[Message]:
    if said.many:
        yield said._replace(number=said.number + 1)
        yield said._replace(number=max(0, said.number - 1))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"hand_size": 7}, "Each player is dealt {n} card."),
        ({"tonk_pays": 3}, "For a tonk every other player pays {n} stake."),
        ({"out_pays": 2}, "When a discard empties your hand, every other player pays {n} stake."),
        ({"drop_at_most": 20}, "You may drop only with a count of {n} or less."),
        ({"wild": "2", "wild_points": 25}, "Each wild card counts {n} point."),
        ({"jokers": 4}, "There is {n} joker in the pack."),
    ],
)
def test_a_sentence_with_another_number_is_broken(changes: dict[str, object], text: str) -> None:
    rules = STANDARD.changed(**changes)
    said = next(each for each in told(rules) if each.text == text)
    case = CLAIMS[text].cases
    assert case is not None
    hands = [hand for number in range(80 if EVERY else 30) if (hand := played(rules, number))]
    assert all(truth for hand in hands for truth in case(hand, said))
    for wrong in _wrong_numbers(said):
        assert not all(truth for hand in hands for truth in case(hand, wrong)), wrong


_WAYS = {
    "catch": ("standard", "lowest_only", "double_to_all", "five_to_lowest", "whole_table"),
    "stock_end": ("willing", "at_once"),
    "hits_stack": (False, True),
    "last_lay": ("no", "drop"),
    "must_spread": ("no", "yes"),
    "hit_books": (True, False),
    "discard_after_hit": (True, False),
    "first_turn_drop": (True, False),
    "drop_when": ("own_turn", "any_time"),
    "complete_books": ("stay", "buried"),
    "count": ("all", "unmatched"),
    "booed": (False, True),
    "slap": ("off", "race"),
    "stockout": ("lowest", "void"),
    "next_dealer": ("left", "winner"),
    "return_taken": (False, True),
    "upcard": (True, False),
}
_BESIDE = {"hits_stack": {"wait_when_hit": 2, "wait_after_own_hit": 2}}
_HANDS = 60


@lru_cache(maxsize=1)
def _standard_hands() -> list[Played]:
    return [hand for number in range(_HANDS) if (hand := played(STANDARD, number))]


def _hands(rules: RuleSet) -> list[Played]:
    if rules == STANDARD:
        return _standard_hands()
    return [hand for number in range(_HANDS) if (hand := played(rules, number))]


@pytest.mark.share(4)
@pytest.mark.parametrize("key", _WAYS)
def test_what_a_table_says_of_one_way_is_broken_by_hands_played_another_way(key: str) -> None:
    ways = {value: OPTIONS[key].sentence(value) for value in _WAYS[key]}
    for value in ways:
        rules = STANDARD.changed(**_BESIDE.get(key, {}), **{key: value})
        hands = _hands(rules)
        for other, said in ways.items():
            case = CLAIMS[said.text].cases
            assert case is not None
            is_true = all(truth for hand in hands for truth in case(hand, said))
            assert is_true is (other == value), (value, other)
