"""Worked examples in words: what they say of counts goes together."""

from game.rules.examples import examples
from game.rules.naturals import Natural
from game.rules.ruleset import RuleSet
from game.ui.rulesets.rule_texts import example_text


def test_a_natural_is_told_with_the_count_by_which_it_wins() -> None:
    rules = RuleSet(count="unmatched", naturals=(Natural("all_faces", 0, 2),))
    _title, happens, _paid = example_text(examples(rules, "naturals")[0])
    assert "(50)" in happens
    assert "You were dealt 50 and win at once." in happens
