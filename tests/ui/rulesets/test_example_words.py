"""Worked examples in words: what they say of counts goes together."""

from game.rules.examples import examples
from game.rules.naturals import Natural
from game.rules.ruleset import RuleSet
from game.ui.rulesets.example_words import example_text


def test_a_natural_is_told_with_the_count_by_which_it_wins() -> None:
    rules = RuleSet(count="unmatched", naturals=(Natural("all_faces", 0, 2),))
    _title, happens, _paid = example_text(examples(rules, "naturals")[0])
    assert "(50)" in happens
    assert "You were dealt 50 and win at once." in happens


def test_a_drop_is_told_before_it_wins() -> None:
    (booed,) = examples(RuleSet(booed=True), "booed")
    _title, happens, _paid = example_text(booed)
    assert "You drop. Your 0 is lowest." in happens


def test_points_pushed_up_are_told_as_so_many_counts() -> None:
    rules = RuleSet(scoring="push_up", tonk_pays=3, out_pays=2)
    *_, thrice = example_text(examples(rules, "tonk_pays")[0])
    *_, twice = example_text(examples(rules, "out_pays")[0])
    assert "adds 3 times their count of 10: 30 points." in thrice
    assert "adds twice their count of 10: 20 points." in twice


def test_you_are_among_those_who_pay_the_lowest_after_your_drop() -> None:
    caught = examples(RuleSet(catch="single_to_lower"), "catch")[1]
    _title, happens, _paid = example_text(caught)
    assert "Then everyone else, you included, pays the lowest: Basil." in happens
