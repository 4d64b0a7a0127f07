from random import Random
from typing import Final

import pytest

from ai.random_rules import measured_rules, random_rules
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, SHARE_CODE_KEYS
from game.rules.sharecode import rules_from_code

MEASURED: Final = {
    1: "TONK1-V123-0342-G611-4N31-4711-6P1Z-22PJ-XBW",
    2: "TONK1-7M11-9118-0211-5541-0042-3010-131Z-N8FZ-M",
    3: "TONK1-G10H-HG10-245A-1754-1121-2412-2122-FSPG-9F",
    4: "TONK1-3E63-1812-2131-1517-1QQ7-FCB",
    5: "TONK1-0510-0420-1630-3251-2021-4381-ZSFD-VZ",
    6: "TONK1-G111-C013-0A47-0226-149R-4RZ",
    7: "TONK1-V160-0011-J104-2313-9731-4245-0011-X58M-XR",
    8: "TONK1-G10G-G411-4512-5752-B243-VKCV-DV",
    9: "TONK1-4603-11C7-1223-5021-23Y4-P8R",
    10: "TONK1-1232-1413-8830-5152-2104-PFA0-5E",
}
"""Rule sets that figures of `ai/STRENGTH.md` and of the ladder were measured under, by seed."""


def test_every_rule_set_seats_the_table() -> None:
    dice = Random(1)
    for seats in (2, 3, 4, 5, 6) * 20:
        random_rules(dice, seats).check_seats(seats)


def test_measured_rules_are_random_rules_without_the_newest_keys() -> None:
    newest = SHARE_CODE_KEYS[SHARE_CODE_KEYS.index("wait_after_hitting") :]
    unchanged = {key: getattr(STANDARD, key) for key in newest}
    for seed in range(50):
        dice, again = Random(seed), Random(seed)
        drawn, measured = random_rules(dice, 2), measured_rules(again, 2)
        assert drawn.changed(**unchanged) == measured
        assert dice.random() == again.random()


@pytest.mark.parametrize(("seed", "code"), MEASURED.items())
def test_the_rule_set_of_a_seed_stays(seed: int, code: str) -> None:
    assert measured_rules(Random(seed), 2) == rules_from_code(code)


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
