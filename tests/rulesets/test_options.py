"""The description of the options: complete, in agreement with the engine, and in good words."""

from collections import Counter
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.naturals import Natural
from game.rules.presets import PRESET_TEXTS, PRESETS, STANDARD
from game.rules.ruleset import OPTIONS, SHARE_CODE_KEYS, RuleError, RuleSet, UnknownKeyError
from game.rules.settlement import NEEDS, SCHEMES
from game.rules.value_types import (
    SECTION_LABELS,
    Flag,
    Letters,
    Naturals,
    OneOf,
    Option,
    Whole,
    WholeOr,
    nearest,
    shown,
    shown_name,
)
from tests.rulesets.strategies import values_of

_ROWS = pytest.mark.parametrize(("key", "option"), OPTIONS.items())


def test_the_rows_are_the_fields_of_a_rule_set_in_order() -> None:
    assert list(SHARE_CODE_KEYS) == [field.name for field in fields(RuleSet)]
    assert set(OPTIONS) == set(SHARE_CODE_KEYS)


def test_the_sections_follow_each_other() -> None:
    numbers = [option.section for option in OPTIONS.values()]
    assert list(dict.fromkeys(numbers)) == list(SECTION_LABELS)
    assert numbers == sorted(numbers, key=list(SECTION_LABELS).index)


def test_each_scheme_of_the_engine_has_its_row() -> None:
    assert set(OPTIONS["catch"].words) == set(SCHEMES)
    assert set(OPTIONS["tonk_needs"].words) == set(NEEDS)


@_ROWS
def test_labels_are_short_and_help_is_a_sentence(key: str, option: Option) -> None:
    assert 3 <= len(option.label) <= 40
    assert option.label[0].isupper()
    assert not option.label.endswith(".")
    assert option.help.endswith((".", "?"))
    assert option.help[0].isupper()
    assert 20 <= len(option.help) <= 160
    assert key not in option.help or key.isalpha()


def test_no_two_options_have_one_label() -> None:
    assert Counter(option.label for option in OPTIONS.values()).most_common(1)[0][1] == 1


@_ROWS
def test_the_usual_value_is_allowed_and_has_words(key: str, option: Option) -> None:
    usual = getattr(STANDARD, key)
    assert option.values.read(usual) == usual
    if key != "naturals":
        assert str(option.value_label(usual))
        assert str(option.sentence(usual)).endswith(".")


# Naturals have sentences of their own.
@pytest.mark.parametrize("key", sorted(OPTIONS.keys() - {"naturals"}))
def test_values_are_told_apart(key: str) -> None:
    option = OPTIONS[key]
    values = _some_values(option)
    labels = [str(option.value_label(value)) for value in values]
    sentences = [str(option.sentence(value)) for value in values]
    assert len(set(labels)) == len(labels)
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert not set("{}") & set(sentence)


def _some_values(option: Option) -> list[object]:
    match option.values:
        case Flag():
            return [True, False]
        case OneOf(names):
            return list(names)
        case Whole(least, most):
            return list(range(least, (least + 5 if most is None else most) + 1))
        case WholeOr(least, most, word):
            return [*range(least, most + 1), word]
        case Letters(of):
            return [of, of[1:], of[:2], of[0]]
        case _:
            return []


@given(st.data())
def test_every_value_that_may_be_drawn_is_read(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(tuple(OPTIONS)))
    value = data.draw(values_of(OPTIONS[key].values))
    assert OPTIONS[key].values.read(value) == value


def test_numbers_are_counted_in_words() -> None:
    pays = OPTIONS["out_pays"]
    assert str(pays.sentence(1)).endswith("pays 1 stake.")
    assert str(pays.sentence(2)).endswith("pays 2 stakes.")
    wait = OPTIONS["wait_when_hit"]
    assert str(wait.sentence(1)).endswith("on your next turn.")
    assert str(wait.sentence(3)).endswith("on your next 3 turns.")


def test_letters_are_shown_as_on_the_cards() -> None:
    assert "A 9 10 J" in str(OPTIONS["ranks"].sentence("A9TJ"))
    assert "clubs, spades" in str(OPTIONS["suits"].sentence("CS"))


def test_every_preset_has_a_title_and_a_line() -> None:
    assert tuple(PRESET_TEXTS) == PRESETS
    assert len({text.title for text in PRESET_TEXTS.values()}) == len(PRESETS)
    for text in PRESET_TEXTS.values():
        assert len(text.title) <= 40
        assert text.line.endswith(".")
        assert len(text.line) <= 80


def test_the_largest_number_has_a_hundred_digits() -> None:
    assert RuleSet(stake=10**100 - 1).stake == 10**100 - 1
    assert RuleSet(naturals=(Natural.at_most(10**100 - 1, 10**100 - 1),)).naturals
    with pytest.raises(RuleError, match=", of 100 digits at most"):
        RuleSet(stake=10**100)
    assert RuleSet(naturals=(Natural("count", 0, 1, rank=-(10**100) + 1),)).naturals
    for natural in (Natural.at_most(10**100), Natural("count", 0, 1, rank=-(10**100))):
        with pytest.raises(RuleError, match="naturals entry 1"):
            RuleSet(naturals=(natural,))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "null"),
        (1.5, "1.5"),
        ('a"b', '"a\\"b"'),
        ("x" * 58, f'"{"x" * 58}"'),
        ("x" * 59, f'"{"x" * 56}...'),
        (10**60 - 1, "9" * 60),
        (-(10**60) + 1, "-" + "9" * 56 + "..."),
        (10**60, "a number of more than 60 digits"),
        (-(10**60), "a number of more than 60 digits"),
        ([1, [2, [3, [4, [5]]]]], "[1, [2, [3, [4, ...]]]]"),
        ({"a": {"b": {"c": {"d": {}}}}}, '{"a": {"b": {"c": {"d": ...}}}}'),
        ({1: (2, "x")}, '{"1": [2, "x"]}'),
        ([1] * 30, "[" + "1, " * 18 + "1,..."),
        ([""] * 14, "[" + '"", ' * 13 + '""]'),
    ],
)
def test_a_refusal_shows_a_value_in_sixty_letters(value: object, text: str) -> None:
    assert shown(value) == text
    assert len(text) <= 61


def test_a_name_that_is_no_word_is_shown_in_quotes() -> None:
    assert shown_name("jokers") == "jokers"
    assert shown_name("two words") == '"two words"'
    assert shown_name("é") == '"é"'
    assert shown_name("x" * 61) == "x" * 57 + "..."


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("joker", "jokers"),
        ("STAKE", "stake"),
        ("xyzzy", ""),
        ("", ""),
        ("jokers" + "s" * 54, ""),
        ("jokers" + "s" * 55, ""),
    ],
)
def test_the_name_that_was_probably_meant(name: str, near: str) -> None:
    assert nearest(name, tuple(OPTIONS)) == near


def test_a_key_that_there_is_not_is_refused_by_its_name() -> None:
    with pytest.raises(UnknownKeyError, match="joker"):
        STANDARD.changed(joker=1)


def test_a_long_text_is_no_mistyped_name() -> None:
    assert nearest("a" * 60, ["a" * 59]) == "a" * 59
    assert nearest("a" * 61, ["a" * 60]) == ""


def test_only_dead_jokers_are_dead() -> None:
    dead, wild = RuleSet(jokers=1), RuleSet(jokers=1, wild="2X")
    assert [dead.is_dead(card) for card in ("X1", "2C", "KC")] == [True, False, False]
    assert [wild.is_dead(card) for card in ("X1", "2C", "KC")] == [False] * 3


def test_what_a_key_may_hold_is_compared_by_its_values() -> None:
    assert Flag() == Flag()
    assert Naturals() == Naturals()
    assert OneOf(("a", "b")) == OneOf(("a", "b")) != OneOf(("b", "a"))
    assert Whole(0) == Whole(0, None) != Whole(0, 4)
    assert Letters("AB") == Letters("AB") != Letters("A")
    assert WholeOr(0, 9, "x") == WholeOr(0, 9, "x") != WholeOr(0, 9, "y")
