"""Share codes: they carry any rule set, notice a mistake, and are read for ever."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.rule_files import NamedRules, RulesError, find_rules
from game.rules import sharecode
from game.rules.naturals import Natural
from game.rules.presets import (
    EARLIER_PRESETS,
    PRESETS,
    earlier_preset,
    preset,
    rules_from_earlier_mapping,
    rules_from_mapping,
)
from game.rules.ruleset import OPTIONS, SHARE_CODE_KEYS, RuleSet
from game.rules.sharecode import (
    ALPHABET,
    ShareCodeError,
    code_of,
    looks_like_code,
    name_in_code,
    rules_from_code,
)
from game.rules.value_types import OneOf, Whole, WholeOr
from tests.rulesets.golden_codes import (
    GOLDEN_CHANGED,
    GOLDEN_PRESETS,
    GOLDEN_RULES,
    GOLDEN_SINCE_1_0,
    KNOWN_VALUES,
    LONG,
)
from tests.rulesets.strategies import rule_sets


@pytest.mark.parametrize(("name", "code"), GOLDEN_PRESETS.items())
def test_the_codes_of_the_presets_stay(name: str, code: str) -> None:
    assert rules_from_code(code) == earlier_preset(name)
    assert code_of(earlier_preset(name)) == code


@pytest.mark.parametrize(("name", "code"), GOLDEN_CHANGED.items())
def test_a_preset_that_changed_has_a_new_code(name: str, code: str) -> None:
    assert rules_from_code(code) == preset(name) != earlier_preset(name)
    assert code_of(preset(name)) == code != GOLDEN_PRESETS[name]


@pytest.mark.parametrize(("code", "mapping"), GOLDEN_RULES.items())
def test_codes_that_were_given_out_are_read_for_ever(code: str, mapping: dict[str, object]) -> None:
    assert rules_from_code(code) == rules_from_earlier_mapping(mapping)
    assert code_of(rules_from_earlier_mapping(mapping)) == code


@pytest.mark.parametrize(("code", "mapping"), GOLDEN_SINCE_1_0.items())
def test_codes_given_out_since_are_read_for_ever(code: str, mapping: dict[str, object]) -> None:
    assert rules_from_code(code) == rules_from_mapping(mapping)
    assert code_of(rules_from_mapping(mapping)) == code


def test_the_golden_codes_use_every_key_and_every_preset() -> None:
    mappings = (*GOLDEN_RULES.values(), *GOLDEN_SINCE_1_0.values())
    assert {key for rules in mappings for key in rules} >= set(OPTIONS)
    assert set(GOLDEN_PRESETS) == set(PRESETS)
    assert set(GOLDEN_CHANGED) == set(EARLIER_PRESETS)
    assert {rules.get("preset") for rules in GOLDEN_SINCE_1_0.values()} >= set(EARLIER_PRESETS)


def test_every_key_has_its_number() -> None:
    assert set(SHARE_CODE_KEYS) == set(OPTIONS)


def test_the_numbers_of_the_values_stay() -> None:
    """A new value of a choice goes to the end: its place in the row is its number in a code."""
    orders = {
        key: option.values.values
        for key, option in OPTIONS.items()
        if isinstance(option.values, OneOf)
    }
    for key, known in KNOWN_VALUES.items():
        assert orders[key][: len(known)] == known, key
    assert set(orders) == set(KNOWN_VALUES)


@given(rule_sets())
@example(preset("tunk").changed(wild_points="own"))
@example(earlier_preset("new_jersey").changed(naturals=preset("new_jersey").naturals))
def test_a_code_carries_the_whole_rule_set(rules: RuleSet) -> None:
    assert rules_from_code(code_of(rules)) == rules


@given(rule_sets(), st.data())
def test_a_code_may_be_typed_carelessly(rules: RuleSet, data: st.DataObject) -> None:
    code = code_of(rules)
    typed = "".join(data.draw(st.sampled_from(_ways(letter))) for letter in code)
    assert rules_from_code(f" {typed}\n") == rules


def _ways(letter: str) -> list[str]:
    """How one character of a code may come out of somebody's hands."""
    ways = {"-": ["-", "", " ", "\N{EN DASH}"], "0": list("0oO"), "1": list("1iIlL")}
    return ways.get(letter, [letter, letter.lower()])


@given(
    st.sampled_from((*GOLDEN_PRESETS.values(), *GOLDEN_CHANGED.values(), *GOLDEN_RULES)), st.data()
)
def test_one_to_four_wrong_letters_are_noticed(code: str, data: st.DataObject) -> None:
    letters = list(code.replace("-", ""))
    places = st.integers(5, len(letters) - 1)
    for place in data.draw(st.sets(places, min_size=1, max_size=4)):
        letters[place] = data.draw(st.sampled_from(ALPHABET.replace(letters[place], "")))
    with pytest.raises(ShareCodeError, match="mistyped"):
        rules_from_code("".join(letters))


def rules_of(code: str) -> RuleSet | None:
    try:
        return rules_from_code(code)
    except ShareCodeError:
        return None


def test_every_single_slip_of_a_long_code_is_noticed() -> None:
    for wrong in _slips(LONG.replace("-", "").replace("O", "0")):
        with pytest.raises(ShareCodeError):
            rules_from_code(wrong)


def _slips(code: str) -> Iterator[str]:
    """One letter wrong, left out or doubled, or two beside each other swapped."""
    for place, letter in enumerate(code):
        before, after = code[:place], code[place + 1 :]
        yield from (before + other + after for other in ALPHABET if other != letter)
        yield before + after
        yield before + letter + letter + after
        if after[:1] not in ("", letter):
            yield before + after[0] + letter + after[1:]


def test_codes_are_written_with_letters_that_nobody_confuses() -> None:
    for name in PRESETS:
        head, *groups = code_of(preset(name)).split("-")
        assert head == "TONK1"
        assert set("".join(groups)) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        assert {len(group) for group in groups[:-1]} <= {4}
        assert 1 <= len(groups[-1]) <= 4


@pytest.mark.parametrize("name", ["Friday night", "Ann (and Bob)", "花" * 60])
def test_a_code_carries_a_name_that_changes_no_rule(name: str) -> None:
    code = code_of(preset("chicago"), name)
    assert code == f"TONK1-C6SN-ASD ({name})"
    assert (rules_from_code(code), name_in_code(code)) == (preset("chicago"), name)


def test_codes_are_short() -> None:
    assert max(len(code_of(preset(name))) for name in PRESETS) <= 15
    assert len(code_of(preset("rushville").changed(wait_when_hit=1))) <= 20


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it is not a code"),
        ("chicago", "it is not a code"),
        ("hello-1234", "it is not a code"),
        ("TONK1", "it is cut off"),
        ("TONK1-B702", "it is cut off"),
        ("TONK2-B702-TR8", "another version"),
        ("TONKX-B702-TR8", "another version"),
        ("TONK1-B702-TR9", "mistyped"),
        ("TONK1-B702-TRU", 'codes never contain "U"'),
        ("TONK1-B7!02-TR8", 'codes never contain "!"'),
        ("TONK1-B702-TR\N{GREEK SMALL LETTER OMEGA}", "codes never contain"),
        ("TONK1-" + 7994 * "0", "mistyped"),
        ("TONK1-" + 7995 * "0", "far too long"),
        ("TONK1-B702-TR8 (Ann", "must end with a bracket"),
        ("TONK1-B702-TR8 (", "must end with a bracket"),
        ("TONK1-B702-TR8 (Ann) Bob", "must end with a bracket"),
        (f"TONK1-B702-TR8 ({61 * 'x'})", "longer than 60 letters"),
    ],
)
def test_what_is_no_code_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(ShareCodeError) as caught:
        rules_from_code(text)
    line = str(caught.value)
    assert line.startswith("share code ")
    assert says in line
    assert line.isprintable()
    assert len(line) < 200


@given(st.text() | st.text(st.sampled_from("TONK1-ilo0aZ9 "), max_size=40))
def test_no_text_does_anything_worse_than_be_refused(text: str) -> None:
    for code in (text, f"TONK1-{text}"):
        assert rules_of(code) is None


@given(st.lists(st.integers(0, 31), max_size=60))
def test_what_has_a_good_checksum_is_a_rule_set_or_refused(letters: list[int]) -> None:
    rules = rules_of(_forged(letters))
    if rules is not None:
        assert rules_from_code(code_of(rules)) == rules


def test_a_letter_changed_under_a_good_checksum_gives_other_rules_or_none() -> None:
    read = 0
    for code in GOLDEN_SINCE_1_0:
        good = rules_from_code(code)
        body = [ALPHABET.index(each) for each in code.replace("-", "")[5:-6]]
        for place, letter in product(range(len(body)), range(32)):
            rules = rules_of(_forged([*body[:place], letter, *body[place + 1 :]]))
            if letter != body[place] and rules is not None:
                read += 1
                assert rules_from_code(code_of(rules)) == rules != good
    assert read > 100


def _forged(body: Sequence[int]) -> str:
    """A code with a checksum that is right, whatever it holds."""
    letters = [*sharecode.head_of(1), *body]
    whole = [*letters, *sharecode.checksum(letters)]
    return "".join(ALPHABET[letter] for letter in whole)


def _key(name: str, *numbers: int) -> list[int]:
    """Standard with one key changed, as a code would hold it."""
    parts = (0, SHARE_CODE_KEYS.index(name), *numbers)
    return [letter for number in parts for letter in sharecode.letters_of(number)]


FORGERIES = [
    (_key("jokers", 5), ("jokers = 5", "0 to 4")),
    (_key("hand_size", 8), ("hand_size = 10", "3 to 9")),
    (_key("hits_per_turn", 2), ("hits_per_turn = 2", "0 to 1")),
    (_key("wait_when_hit", 10), ("wait_when_hit = 10", "0 to 9")),
    (_key("wait_after_spread", 200), ("wait_after_spread = 200", "0 to 9")),
    (_key("ranks", 0x1FFF), ('ranks = ""', "letters of")),
    (_key("suits", 0xF), ('suits = ""', "letters of")),
    (_key("wild", 2), ('wild = "X"', "in the pack")),
    (_key("wild", 4), ("a way of playing that this game does not know",)),
    (_key("stake", 10**100), ("stake = a number of more than 60 digits",)),
    ([*_key("catch", 1), 11, 2], ('catch = "lowest_only"', "push_up")),
    (_key("naturals", 1, 120, 9, 2), ("a tie that this game does not know",)),
    (_key("naturals", 1, 0, 9, 3, 0), ("not written as this game writes it",)),
    (_key("naturals", 3, 0, 9, 2), ("ends in the middle",)),
    (_key("naturals", 10**30), ("ends in the middle",)),
    ([0, 16 | 3, 3], ("a rule that this game does not know",)),
    ([*_key("wait_after_hitting", 1), 0, 0], ("a rule that this game does not know",)),
    ([16 | 15, 1], ("a preset that this game does not know",)),
    ([0, 2], ("ends in the middle",)),
    ([0, 16], ("ends in the middle",)),
    ([16, 0], ("not written as this game writes it",)),
    (_key("jokers", 0), ("not written as this game writes it",)),
]
"""Bodies with a right checksum that hold no rule set, and what the line says."""


@pytest.mark.parametrize(("body", "says"), FORGERIES)
def test_a_code_cannot_carry_what_is_refused(body: list[int], says: tuple[str, ...]) -> None:
    with pytest.raises(ShareCodeError) as caught:
        rules_from_code(_forged(body))
    for part in says:
        assert part in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("key", OPTIONS)
def test_no_key_of_a_code_can_hold_what_lies_beyond_its_values(key: str) -> None:
    """Numbers are counted from the least, choices from the first: only the far end is open.

    True and false need no number: to be in the code is to be changed.
    """
    match OPTIONS[key].values:
        case Whole(least, int(most)):
            number, says = most - least + 1, f"{key} = {most + 1}: expected {least} to {most}"
        case WholeOr(least, most):
            number, says = most - least + 2, f"expected {least} to {most}"
        case OneOf(values):
            number, says = len(values), "a way of playing that this game does not know"
        case _:
            return
    with pytest.raises(ShareCodeError) as caught:
        rules_from_code(_forged(_key(key, number)))
    assert says in str(caught.value)


def test_a_code_has_four_thousand_letters_and_no_more() -> None:
    fifty = Natural("count", 50, 2)
    longest = RuleSet(naturals=(fifty,) * 996)
    assert len(code_of(longest).replace("-", "")) == 4000
    assert rules_from_code(code_of(longest)) == longest
    for more in ((replace(fifty, pays=9),), (fifty,) * 1000):
        with pytest.raises(ShareCodeError, match="share its file"):
            code_of(RuleSet(naturals=(fifty,) * 995 + more))


CODES = [
    "TONK1-B702-TR8",
    "tonk1b702tr8",
    "TONK 1 B702 TR8",
    "T O N K 1 B 7 0 2 T R 8",
    "tonk 1b702tr8",
    "TONK-1-B702-TR8",
    "TONK1\N{EN DASH}B702\N{EN DASH}TR8",
    "TonkI B7O2 TR8",
    "tonkl-b7o2-tr8",
    "tonki b7",
    "T0NK2-1",
    "TONK2-B702-TR8",
    "TONK 1",
    "TONK1",
    "TONK1 (Friday night)",
    # mistyped
    "TONK1-B702-TR9",
    "TONK 1 B702 TR9",
    "tonk 1 b7o2tr9",
    "tonk1b702tr9",
    "TONK1-B72-TR8",
    "TONK1-B7702-TR8",
    "TONK1-ABCD-EFG",
    "tonk1abcdefg",
    "TONK1-B702-TRU",
    "TONK1-B7!02-TR8",
    "TONKI B702 TR9",
    f"{3995 * ' '}TONK1",
]


@pytest.mark.parametrize("text", CODES)
def test_what_is_meant_as_a_code_looks_like_one(text: str) -> None:
    assert looks_like_code(text)


PASTED = [
    "TONK1-Y1EV-78FA.",
    "TONK1-Y1EV-78FA!",
    "TONK1-Y1EV-78FA…",
    "tonk1-y1ev-78fa。",
    '"TONK1-Y1EV-78FA"',
    "'TONK1-Y1EV-78FA',",
    "“TONK1-Y1EV-78FA.”",
    "«\N{NO-BREAK SPACE}TONK1-Y1EV-78FA\N{NO-BREAK SPACE}»",
    "「TONK1-Y1EV-78FA」",
    "`TONK1-Y1EV-78FA`",
    "Rules: TONK1-Y1EV-78FA",
    "our rules: “TONK1-Y1EV-78FA”.",
    "Règles\N{NO-BREAK SPACE}: TONK1-Y1EV-78FA",
    "ルール：ＴＯＮＫ１－Ｙ１ＥＶ－７８ＦＡ",
    "ＴＯＮＫ１－Ｙ１ＥＶ－７８ＦＡ",
    "tonk1　y1ev　78fa",
    "TONK1ーY1EVー78FA",
    "TONK1ｰY1EVｰ78FA",
    "TONK1―Y1EV―78FA",
    "TONK1-\N{ZERO WIDTH SPACE}Y1EV-\N{SOFT HYPHEN}78FA",
    "> TONK1-Y1EV-78FA",
    ">> T0NK1-Y1EV-78FA\n>> Bob",
    "(TONK1-Y1EV-78FA)",
    "（ＴＯＮＫ１－Ｙ１ＥＶ－７８ＦＡ）",
    "<TONK1-Y1EV-78FA>",
    "[TONK1-Y1EV-78FA]",
    "[TONK1-Y1EV-78FA](https://example.org/tonk)",
    "**TONK1-Y1EV-78FA**",
    "_TONK1-Y1EV-78FA_",
    "~~tonk1 y1ev 78fa~~",
    "Here's my code: TONK1-Y1EV-78FA",
    "Rules 2: TONK1-Y1EV-78FA",
    "Tonk in Ohio, 1 code: TONK1-Y1EV-78FA",
    "Play TONK1 by this: TONK1-Y1EV-78FA",
    "the code is tonki-y1ev-78fa, see you at 8 (or 9)",
    "TONK1-Y1EV-78FA see you there",
    "TONK1-Y1EV-78FA\N{EM DASH}see you there",
    "コードはTONK1-Y1EV-78FAです",
    "Rules: T O N K 1 Y 1 E V 7 8 F A.",
    "> TONK1-\n> Y1EV-78FA",
    "> Ours:\n> TONK1-Y1EV-\n> 78FA, see you",
    ">> TONK1-Y1\r\n>> EV-78FA\r\n> Thanks!",
    "> > TONK1-Y1EV\n> > -78FA",
    "| tonk1 y1ev\n| 78fa",
    "> TONK1-> Y1EV-78FA",
]


@pytest.mark.parametrize("text", PASTED)
def test_a_code_is_read_as_people_paste_it(text: str, tmp_path: Path) -> None:
    assert looks_like_code(text)
    assert (rules_from_code(text), name_in_code(text)) == (preset("tunk"), "")
    assert find_rules(text, tmp_path).name == "tunk"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("“TONK1-Y1EV-78FA (Friday night)”.", "Friday night"),
        ("Rules: TONK1-Y1EV-78FA (Ann: late!)", "Ann: late!"),
        ("ＴＯＮＫ１－Ｙ１ＥＶ－７８ＦＡ（金曜１２）。", "金曜１２"),
        ("> **TONK1-Y1EV-78FA (Friday night)**", "Friday night"),
        ("**TONK1-Y1EV-78FA** (Friday night)", "Friday night"),
        ("(TONK1-Y1EV-78FA (Friday night))", "Friday night"),
        ("Ours (see TONK1-Y1EV-78FA (Ann (and Bob))).", "Ann (and Bob)"),
        ("Here's my code: TONK1-Y1EV-78FA (TONK1-B702-TR8)", "TONK1-B702-TR8"),
    ],
)
def test_a_name_is_read_after_a_code_as_people_paste_it(text: str, name: str) -> None:
    assert looks_like_code(text)
    assert (rules_from_code(text), name_in_code(text)) == (preset("tunk"), name)


@pytest.mark.parametrize(
    "text",
    [
        "TONK1-Y1EV-78FA TONK1-C6SN-ASD",
        "tonk1 y1ev 78fa or tonk1 c6sn asd",
        "TONK1-Y1EV-78FA (Friday)\nTONK1-C6SN-ASD (Saturday)",
        "TONK1-Y1EV-78FA\n(TONK1-C6SN-ASD)\nTONK1-Y1EV-78FA",
        "TONK1-Y1EV-78FA, not TONK1-C6SN-ASE",
        "TONK1-Y1EV-78FB, TONK1-C6SN-ASE",
    ],
)
def test_two_codes_in_one_text_are_refused(text: str, tmp_path: Path) -> None:
    assert looks_like_code(text)
    for read in (rules_from_code, name_in_code):
        with pytest.raises(ShareCodeError, match=r": there is more than one code in it"):
            read(text)
    with pytest.raises(RulesError, match="more than one code") as caught:
        find_rules(text, tmp_path)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "Here's my code: TONK1-B702-TR9",
        "(TONK1-B702-TR9)",
        "> TONK1-B702-TR9",
        "TONK1-Y1EV-78FA-X",
        "> TONK1-B7\n> 02-TR9",
        "TONK1-B702-TR9, see you",
        "Our code is TONK1-B702-TR9. See you at 8 (or 9)",
        "TONK1-B702-TR9、また明日",
        "TONK1-B702-TR9 (Ann: late!)",
    ],
)
def test_a_mistyped_code_is_told_as_one_whatever_stands_around_it(
    text: str, tmp_path: Path
) -> None:
    assert looks_like_code(text)
    with pytest.raises(RulesError, match="it is mistyped"):
        find_rules(text, tmp_path)


@pytest.mark.parametrize("text", [2000 * "tonk 1 ", 8000 * "T ", f"tonk 1{4000 * ' 0'}"])
def test_a_long_text_without_a_code_is_refused_at_once(text: str) -> None:
    began = process_time()
    assert rules_of(text) is None
    assert process_time() - began < 2


@given(rule_sets(), st.sampled_from(["-", " ", "", "  "]), st.booleans())
def test_every_code_looks_like_one_however_it_is_typed(
    rules: RuleSet, between: str, read_aloud: bool
) -> None:
    code = code_of(rules)
    typed = " ".join(code.replace("-", "")) if read_aloud else code.replace("-", between)
    swapped = typed.translate(str.maketrans("01", "oi"))
    for text in (typed, typed.lower(), swapped, f"{typed} (Tonk on Fridays)"):
        assert rules_from_code(text) == rules
        assert looks_like_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tonk",
        "tonk night",
        "Tonk on Fridays",
        "Tonk on Fridays at 8pm",
        "Tonk in Ohio",
        "Tonk late",
        "Tonk 2",
        "Tonk 100",
        "Tonk 4 players",
        "Tonk 2 go",
        "Tonk (one)",
        "Tonkin rules",
        "Tonkinese",
        "Tonk4Fun",
        "Tonk 1st table",
        "Tonk: 2 of us",
        "Rules: Tonk 2",
        "“Tonk on Fridays”",
        "Our rules!",
        "My TONK1 rules",
        "Cotonk1-night",
        "standard",
        "my rules.toml",
        f"{3996 * ' '}TONK1",
    ],
)
def test_names_do_not_look_like_codes(text: str) -> None:
    assert not looks_like_code(text)


def test_a_name_of_the_table_is_kept_after_a_code() -> None:
    named = NamedRules.from_rules(preset("tunk"), "Tonk on Fridays")
    assert (named.name, named.name_refusal) == ("Tonk on Fridays", None)


@pytest.mark.parametrize(
    ("name", "says"),
    [("chicago", "a preset"), ("random", "at random"), ("TONK1", "as a share code")],
)
def test_a_name_that_cannot_be_kept_after_a_code_is_told(name: str, says: str) -> None:
    named = NamedRules.from_rules(preset("tunk"), name)
    assert named.name == "tunk"
    assert says in str(named.name_refusal)
