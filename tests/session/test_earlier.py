"""Rows of before 1.0 keep their meaning: what was said of each hand is said of it afterwards.

``tests/compat/files/presets-rows.json.gz`` are the rows of a store that version 0.x left behind,
``presets-said.json.gz`` is what that version itself said of these hands, and of others, many of
them altered.
"""

import gzip
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.journal import as_json, from_json
from game.play.plan import Plan, Player, RulesLabel
from game.play.practice import Practice
from game.rules.presets import (
    PRESETS,
    STANDARD,
    earlier_preset,
    preset,
    rules_from_mapping,
    spelled_out,
)
from game.rules.record import RecordError, read_json, replay
from game.rules.seal import checksum
from game.rules.verifying import verify_record
from game.saves.migrations import brought_up_to_date
from game.saves.reviews import KeptReview
from game.saves.rows import DOCUMENT, REVIEW, TABLE_LEFT, Row
from game.saves.statistics import PlayedRules
from tests.compat.test_earlier_versions import FILES

CHANGED = ("new_jersey", "five_seven_nine", "tunk")
REWORDED = (
    (r'= "many": allowed is ', '= "many": allowed is a whole number, '),
    (r"allowed is ", "expected "),
    (r"comes twice", "appears twice"),
    (r"is not that of seed and nonce", "doesn't match seed and nonce"),
    (r', by (the seed|seed and word) it is (".*")', r", but should be \2 by \1"),
)
"""What version 0.x said, as a pattern, and the words for it now."""


@cache
def _held(name: str) -> Any:  # noqa: ANN401  # JSON that this module's tests know
    return json.loads(gzip.decompress((FILES / f"presets-{name}.json.gz").read_bytes()))


def rows_before() -> list[Row]:
    return [Row(*values) for values in _held("rows")]


def said_of_records() -> list[tuple[str, str, str]]:
    return [tuple(each) for each in _held("said")["records"]]


def says(text: str) -> tuple[str, str]:
    """What ``tonk verify`` and ``tonk replay`` say of a record."""
    return _said(_verified, text), _said(_replayed, text)


def _said(judge: Callable[[str], object], text: str) -> str:
    try:
        return str(judge(text))
    except RecordError as error:
        return f"wrong: {error}"


def _verified(text: str) -> object:
    return verify_record(read_json(text))


def _replayed(text: str) -> str:
    record = read_json(text)
    record.check_ending(replay(record))
    return "right"


def _after(text: str) -> str:
    (row,) = brought_up_to_date([Row(1, 1, "record", 0, text)])
    return row.body


def test_the_hands_of_then_are_worth_asking() -> None:
    """Under every changed preset some hands would be refused by what it is now, and some would
    not; some are right, and some are wrong in every way that a record can be."""
    said = said_of_records()
    for name in CHANGED:
        of_it = [text for text, verified, _ in said if f'"{name}"' in text and "seal" in text]
        assert any(says(text)[1] == "right" for text in of_it)
        right = [text for text, _, replayed in said if f'"{name}"' in text and replayed == "right"]
        assert any(says(text)[1] != "right" for text in right)
    wrong = {verified.split(":")[1] for _, verified, _ in said if verified.startswith("wrong")}
    assert wrong >= {" seal", " result", " rules", " deck", " record"}


@pytest.mark.parametrize(("text", "verified", "replayed"), said_of_records())
def test_what_was_said_of_a_hand_is_said_of_it_afterwards(
    text: str, verified: str, replayed: str
) -> None:
    assert says(_after(text)) == (_in_words_of_now(verified), _in_words_of_now(replayed))


def _in_words_of_now(said: str) -> str:
    for before, now in REWORDED:
        said = re.sub(before, now, said)
    return said


@pytest.mark.parametrize("text", [text for text, *_ in said_of_records()])
def test_only_rules_and_a_check_that_held_are_rewritten(text: str) -> None:
    after = _after(text)
    try:
        old, new = json.loads(text), json.loads(after)
    except ValueError:
        assert after == text
        return
    if old == new:
        assert after == text
        return
    assert "preset" not in new["rules"]
    assert {**new, "rules": 0, "seal": 0} == {**old, "rules": 0, "seal": 0}
    seal = old.get("seal")
    if not isinstance(seal, dict) or "check" not in seal:
        assert new.get("seal") == seal
    elif checksum(old) == seal["check"]:
        assert new["seal"] == {**seal, "check": checksum(new)}
    else:
        assert new["seal"] == seal
        assert checksum(new) != seal["check"]


def test_every_hand_of_a_store_of_then_is_as_it_was() -> None:
    said = _held("said")["verdicts"]
    records = [row for row in brought_up_to_date(rows_before()) if row.kind == "record"]
    assert len(records) == len(said) == 55
    for row in records:
        assert list(says(row.body)) == said[f"{row.session} {row.hand}"]


def test_plans_hold_the_rules_that_were_agreed_on() -> None:
    before = [row for row in rows_before() if row.kind == "plan"]
    for old, new in zip(before, brought_up_to_date(before), strict=True):
        held, was = json.loads(new.body), json.loads(old.body)
        base = earlier_preset(was["rules"].pop("preset"))
        assert rules_from_mapping(held["rules"]) == base.changed(**was["rules"])
        assert "preset" not in held["rules"]
        assert {**held, "rules": 0} == {**was, "rules": 0}
        assert from_json(Plan, new.body) == from_json(Plan, old.body)


def test_a_table_left_names_its_plan_as_its_session_does() -> None:
    rows = brought_up_to_date(rows_before())
    plans = [row.body for row in rows if row.kind == "plan"]
    (left,) = (row for row in rows if row.kind == f"{DOCUMENT}{TABLE_LEFT}daily.json")
    plan, live = json.loads(left.body)
    assert plan in plans
    assert from_json(Plan, plan).rules == earlier_preset("five_seven_nine")
    assert live


def test_reviews_are_found_by_hands_however_their_rules_are_written() -> None:
    before = [row for row in rows_before() if row.kind == REVIEW]
    after = brought_up_to_date(before)
    assert len({row.hand for row in after}) == len(after) == len(before) == 12
    for old, new in zip(before, after, strict=True):
        kept = KeptReview.from_text(new.body)
        was = json.loads(old.body)
        assert new.hand == kept.record.hand_number(kept.seat)
        assert kept.number == old.hand
        base = earlier_preset(was["record"]["rules"].pop("preset"))
        assert kept.rules == base.changed(**was["record"]["rules"])
        assert PlayedRules.from_text(kept.rules_text).rules == kept.rules.changed(stake=1)
        assert new.ordinal == old.ordinal


def test_learning_goes_on_where_it_was() -> None:
    rows = brought_up_to_date(rows_before())
    (progress,) = (json.loads(row.body) for row in rows if row.kind == f"{DOCUMENT}mistakes.json")
    known = {f"{KeptReview.from_text(row.body).number:x}" for row in rows if row.kind == REVIEW}
    assert {key.partition("-")[0] for key in progress} <= known
    assert progress


def test_a_review_whose_number_is_taken_stays_as_it_is() -> None:
    first = next(row for row in rows_before() if row.kind == REVIEW)
    held = json.loads(first.body)
    (new,) = brought_up_to_date([first])
    twin = Row(0, first.hand + 1, REVIEW, first.ordinal, json.dumps({**held, "worth": 1.0}))
    assert brought_up_to_date([first, twin]) == [new, twin]
    assert brought_up_to_date([new, twin]) == [new, twin]
    assert brought_up_to_date([twin, new]) == [twin, new]


def test_a_second_time_nothing_is_left_to_do() -> None:
    rows = rows_before()
    rows += [
        Row(90, number, "record", 0, text) for number, (text, *_) in enumerate(said_of_records())
    ]
    once = brought_up_to_date(rows)
    assert brought_up_to_date(once) == once
    assert [row.key for row in once if row.kind != REVIEW] == [
        row.key for row in rows if row.kind != REVIEW
    ]


def test_hands_of_other_presets_stay_byte_for_byte() -> None:
    rows = [row for row in rows_before() if row.kind == "record"]
    changed = {
        json.loads(old.body)["rules"]["preset"]
        for old, new in zip(rows, brought_up_to_date(rows), strict=True)
        if old != new
    }
    assert changed == set(CHANGED) < {json.loads(row.body)["rules"]["preset"] for row in rows}


def test_what_is_of_today_stays_byte_for_byte() -> None:
    name = 'a "preset": \\"preset\\"'
    record = json.dumps({"rules": {"wild": "2"}, "seats": [name]}, indent=3)
    rows = [
        Row(1, 0, "plan", 0, json.dumps({"rules": {"wild": "2"}, "label": {"name": name}})),
        Row(1, 1, "record", 0, record),
        Row(1, 1, "move", 1, '"preset"'),
        Row(0, 5, REVIEW, 1, json.dumps({"record": json.loads(record), "note": '"preset"'})),
        Row(0, 0, f"{DOCUMENT}mistakes.json", 1, '{"preset": {"rules": {"preset": "tunk"}}}'),
    ]
    assert brought_up_to_date(rows) == rows


def test_rules_that_were_refused_are_refused_with_the_same_words() -> None:
    for name in CHANGED:
        text = json.dumps({"rules": {"preset": name, "jokers": 99}})
        held = json.loads(_after(text))
        assert held["rules"]["jokers"] == 99
        assert "preset" not in held["rules"]
    unknown = json.dumps({"rules": {"preset": "army", "jokers": 99}})
    assert _after(unknown) == unknown


_KINDS = st.sampled_from(
    ["plan", "record", REVIEW, "deal", f"{DOCUMENT}{TABLE_LEFT}.json", f"{DOCUMENT}season.json"]
)
_PRESETS = st.sampled_from([*CHANGED, "chicago", "none", 3, None, ["tunk"]])
_RULES = st.fixed_dictionaries(
    {}, optional={"preset": _PRESETS, "stake": st.integers() | st.text(), "wild": st.just("2")}
)
_SCRAPS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | _RULES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["rules", "record", "seal", "check", "seat", "preset", "x"]), inner
        )
        | inner.map(json.dumps)
    ),
)
_CUT = st.tuples(st.sampled_from(said_of_records()), st.integers(0, 900)).map(
    lambda cut: cut[0][0][: cut[1]]
)


@given(
    st.lists(
        st.builds(
            Row, st.just(1), st.just(1), _KINDS, st.integers(0, 3), _SCRAPS.map(json.dumps) | _CUT
        )
    )
)
def test_no_rows_whatever_raise_anything(rows: list[Row]) -> None:
    once = brought_up_to_date(rows)
    assert len(once) == len(rows)
    assert brought_up_to_date(once) == once


def test_the_presets_did_change() -> None:
    assert all(preset(name) != earlier_preset(name) for name in CHANGED)
    assert preset("army") == earlier_preset("army") != STANDARD


def test_a_practice_that_was_left_before_goes_on_by_its_rules() -> None:
    rules = earlier_preset("tunk").changed(stake=3)
    practice = Practice.numbered(rules, (Player("You"), Player("Ada", "b")), 5)
    held = json.loads(practice.to_text())
    plan = json.loads(held["plan"])
    assert plan["rules"] == spelled_out(rules)
    plan["rules"] = {"preset": "tunk", "stake": 3}
    assert Practice.from_text(json.dumps({**held, "plan": json.dumps(plan)})) == practice


def test_nothing_is_written_by_the_name_of_a_preset() -> None:
    for name in PRESETS:
        plan = Plan((Player("You"), Player("Ada", "b")), preset(name), label=RulesLabel(name, name))
        assert json.loads(as_json(plan))["rules"] == spelled_out(preset(name))
        assert from_json(Plan, as_json(plan)) == plan
