"""Untrusted input: texts are cleaned, and invalid JSON is refused."""

import json
import sys

import pytest

from game.rules.untrusted_input import (
    DEEPEST,
    LONGEST_LINE,
    MOST_DIGITS,
    UnreadableError,
    UnusableError,
    cleaned,
    cleaned_name,
    decoded,
    is_deep,
    json_of,
    printable,
    printable_path,
)

_MARK = b"\xef\xbb\xbf"
_FAR = "[" * (5 * sys.getrecursionlimit())
_BACK = "]" * len(_FAR)


def nested(depth: int) -> object:
    """So many lists in one another."""
    value: list[object] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize("mark", [b"", _MARK])
def test_bytes_are_utf_8(mark: bytes) -> None:
    assert decoded(mark + "Zoë 花子".encode()) == "Zoë 花子"
    with pytest.raises(UnreadableError, match=rf"not UTF-8: byte {len(mark) + 3} is 0xff"):
        decoded(mark + b"ab\xff")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Ann", "Ann"),
        ("Zoë\u200b 花子", "Zoë 花子"),
        ("a\x00b\ud800c", "a\ufffdb\ufffdc"),
        ("a\tb\u3000c\u3164d", "a b c d"),
        ("one\r\ntwo\x85three", "one  two three"),
    ],
)
def test_what_nobody_sees_is_left_out_and_blanks_are_blanks(text: str, clean: str) -> None:
    assert cleaned(text) == clean


def test_lines_may_stay() -> None:
    assert cleaned("one\r\ntwo\u2028three\tfour", lines=True) == "one\ntwo\nthree four"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" Ann ", "Ann"),
        ("7", "7"),
        ("...", "..."),
        ("♥", "♥"),
        ("é", "é"),
        ("e\u0301", "e\u0301"),
        ("\u0301", "nobody"),
        ("\ufffd", "\ufffd"),
        ("   ", "nobody"),
        ("\u200b\u202e", "nobody"),
        ("\u3164", "nobody"),
        ("", "nobody"),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(text: str, name: str) -> None:
    assert cleaned_name(text, "nobody") == name


def test_what_a_refusal_repeats_is_cut() -> None:
    assert printable("x" * LONGEST_LINE) == "x" * LONGEST_LINE
    assert printable("x" * (LONGEST_LINE + 1)) == "x" * (LONGEST_LINE - 1) + "…"
    assert printable("a\x1b[2Jb") == "a\ufffd[2Jb"
    assert printable("abc", 3) == "abc"
    assert printable("abcd", 3) == "ab…"


@pytest.mark.parametrize(
    ("key", "shown"),
    [("x" * 60, f'"{"x" * 60}"'), ("x" * 61, f'"{"x" * 59}…"'), ('é"', '"é\\""')],
)
def test_a_key_that_appears_twice_is_quoted_and_cut(key: str, shown: str) -> None:
    held = json.dumps({key: 1}, ensure_ascii=False)
    with pytest.raises(UnusableError) as caught:
        json_of(f"{held[:-1]}, {held[1:]}")
    assert str(caught.value) == f"key {shown} appears twice"


def test_a_long_path_loses_its_middle() -> None:
    half = LONGEST_LINE // 2
    assert printable_path("x" * half) == "x" * half
    long = "a" * half + "b" * half
    assert printable_path(long) == "a" * (half // 4) + "…" + "b" * (half // 2)
    assert len(printable_path("x" * (half + 1))) == half // 4 + 1 + half // 2


@pytest.mark.parametrize("text", ["{}", '[1, "a", null, true, 1.5]', "7", '"x"', "\ufeff[]"])
def test_json_is_read(text: str) -> None:
    expected = json.loads(text.removeprefix("\ufeff"))
    assert json_of(text) == expected
    assert json_of(text.encode()) == expected


def test_lists_lie_in_one_another_so_deep_and_no_deeper() -> None:
    assert not is_deep(nested(DEEPEST))
    assert is_deep(nested(DEEPEST + 2))
    flat = json.dumps([[]] * 100 + [{}] * 100)
    assert json_of(flat) == json.loads(flat)
    deepest = next(depth for depth in range(1, 99) if is_deep(nested(depth)))
    assert json_of(json.dumps(nested(deepest - 1))) == nested(deepest - 1)
    for deep in (nested(deepest), {"a": nested(deepest)}):
        with pytest.raises(UnusableError, match="nested too deeply"):
            json_of(json.dumps(deep))


def test_numbers_have_an_end() -> None:
    assert json_of("9" * MOST_DIGITS) == int("9" * MOST_DIGITS)
    assert MOST_DIGITS == 300
    for long in ("9" * 301, "[" + "9" * 301 + ', {"a": 1, "a": 2}]'):
        with pytest.raises(UnusableError, match="a number has too many digits"):
            json_of(long)
    assert json_of("[1.5, -1e300, 1e-999]") == [1.5, -1e300, 0.0]
    for large in ("1e999", '{"a": [-1e309]}', "9" * 400 + ".5"):
        with pytest.raises(UnusableError, match="a number is too large"):
            json_of(large)


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        ('{"a": 1, "a": 1}', '"a"'),
        ('{"a": 1, "b": 1, "c": 1, "b": 2}', '"b"'),
        ('{"a": 1, "b": 1, "a": 1, "b": 2}', '"a"'),
        ('{"x": {"b": 1, "b": 1}, "c": 1, "c": 1}', '"b"'),
    ],
)
def test_a_key_comes_once(text: str, twice: str) -> None:
    with pytest.raises(UnusableError) as refusal:
        json_of(text)
    assert str(refusal.value) == f"key {twice} appears twice"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it breaks off at the end"),
        ("  \n ", "it breaks off at the end"),
        ('{"a": 1', "it breaks off at the end"),
        ("[1, 2] x", "extra data at column 8"),
        ("[1,\n2,\n x]", "expecting value at line 3 column 2"),
        ("{'a': 1}", "expecting a name in double quotes at column 2"),
        ('{"a" 1}', "expecting a colon at column 6"),
        ('{"a": 1 "b": 2}', "expecting a comma at column 9"),
        ("[1\n2]", "expecting a comma at line 2 column 1"),
        ('["a]', "text without a closing quote at column 2"),
        ('["a\tb"]', "control character in a text at column 4"),
        (r'["a\x"]', "invalid escape in a text at column 4"),
        (r'["a\u12"]', "invalid escape in a text at column 5"),
        ("NaN", "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
    ],
)
def test_what_is_no_json_is_said_and_where(text: str, why: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        json_of(text)
    assert str(refusal.value) == f"not JSON: {why}"


@pytest.mark.parametrize(
    "inner",
    [
        *("", "1", "-1.5e+9", "true", '"a\\u00e9\\n"', "{}", '{"a": 1, "b": []}', "1, 2, [3]"),
        *(' "x" , null ', '{"a": {"b": [1, {"c": 2}]}}', "[], {}"),
    ],
)
def test_json_that_is_too_deep_for_anybody_is_json_all_the_same(inner: str) -> None:
    with pytest.raises(UnusableError, match="nested too deeply"):
        json_of(_FAR + inner + _BACK + " \n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((_FAR + wrong + _BACK, "goes wrong") for wrong in ("1 2", "1,", ",1", ",", ":", "}")),
        *((_FAR + wrong + _BACK, "goes wrong") for wrong in ("{1: 2}", '{"a"}', '{"a": }', "{]")),
        *((_FAR + wrong + _BACK, "goes wrong") for wrong in ('{"a": 1,}', '{"a": 1 "b"}', "[}")),
        *((_FAR + wrong + _BACK, "goes wrong") for wrong in ("{,}", '{"a", 1}', "{:1}", "01")),
        *((_FAR + wrong + _BACK, "goes wrong") for wrong in ("nul", "'a'", '"a', '{"a": 1]', "+1")),
        (_FAR + _BACK + "]", "goes wrong"),
        (_FAR + _BACK + ", 1", "goes wrong"),
        (_FAR + _BACK + " 1", "goes wrong"),
        (_FAR, "breaks off"),
        (_FAR + "1", "breaks off"),
        (_FAR + _BACK[1:], "breaks off"),
        (_FAR + '{"a":', "breaks off"),
    ],
)
def test_what_is_wrong_far_inside_is_no_json(text: str, why: str) -> None:
    # Later versions of Python read so far themselves, and say it in their own words.
    with pytest.raises(UnreadableError, match=why if sys.version_info < (3, 12) else "not JSON"):
        json_of(text)


def test_half_letters_are_replaced_wherever_they_stand() -> None:
    text = r'{"a\ud800": ["b\udfff", {"c": "\uD83D\uDE00"}], "d": 1}'
    assert json_of(text) == {"a\ufffd": ["b\ufffd", {"c": "😀"}], "d": 1}
