from random import Random

from ai.random_rules import random_rules
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS


def test_every_rule_set_seats_the_table() -> None:
    dice = Random(1)
    for seats in (2, 3, 4, 5, 6) * 20:
        random_rules(dice, seats).check_seats(seats)


def test_the_same_dice_give_the_same_rules() -> None:
    assert random_rules(Random(7), 4) == random_rules(Random(7), 4)


def test_every_key_comes_up_with_every_word_that_it_allows() -> None:
    dice = Random(2)
    seen: dict[str, set[object]] = {key: set() for key in OPTIONS}
    for _ in range(2000):
        rules = random_rules(dice, 2)
        for key, values in seen.items():
            values.add(getattr(rules, key))
    for key, option in OPTIONS.items():
        assert len(seen[key]) > 1, key
        words = set(getattr(option.values, "values", ()))
        assert words <= seen[key], key
    assert STANDARD.naturals in seen["naturals"]
