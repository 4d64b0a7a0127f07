"""The form of a hand record (HAND_RECORD, *Form*), and the messages for malformed ones."""

import json
from dataclasses import replace
from typing import Any

import pytest

from game.rules.presets import PRESETS, STANDARD, preset, spelled_out
from game.rules.record import HandRecord, RecordError, read_json, read_record, record_of, replay
from game.rules.results import Ending, HighSuitBet, NaturalBet
from game.rules.value_types import shown
from tests.cli.hands import records

_RIGHT = records(1)[0]
_RULES = {"high_suit_bet": "called", "natural_bet": "dealt"}
_RESULT = {
    "ending": "drop",
    "winners": [0],
    "counts": [1, 2],
    "payments": [1, -1],
    "side_payments": [0, 0],
}


def _with(**values: object) -> dict[str, Any]:
    return {**_RIGHT, **values}


def _bet(**values: object) -> dict[str, Any]:
    suit = {"suit": "H", "in": [0, 1], "pot": 0, **values}
    return {"rules": _RULES, "side": {"high_suit": suit}}


def _pot(**values: object) -> dict[str, Any]:
    return {"rules": _RULES, "side": {"natural": {"in": [1], "pot": 3, **values}}}


def _claim(**values: object) -> dict[str, Any]:
    return {"result": {**_RESULT, **values}}


_ANY_POT = "expected 0 or more, of 120 digits at most"
_WRONG: list[tuple[dict[str, Any], str]] = [
    ({"format": "tonk-hand/2"}, 'format: "tonk-hand/2"; expected "tonk-hand/1"'),
    ({"rules": []}, "rules: []; expected an object"),
    ({"rules_name": ""}, 'rules_name: ""; expected 1 to 60 characters'),
    (
        {"rules_name": "x" * 61},
        f"rules_name: {shown('x' * 61)}; expected 1 to 60 characters",
    ),
    ({"rules_name": ["tunk"]}, 'rules_name: ["tunk"]; expected a text'),
    ({"rules": {"rules_name": "tunk"}}, 'rules: rules_name = "tunk": unknown key'),
    ({"seats": ["Ann"]}, "rules: seats = 1: expected 2 to 6"),
    ({"seats": ["x"] * 7}, "rules: seats = 7: expected 2 to 6"),
    ({"seats": "Ann"}, 'seats: "Ann"; expected a list'),
    ({"seats": ["Ann", 1]}, "seats: 1; expected a text"),
    ({"seats": ["x" * 501, "y"]}, "seats: a text of 501 characters; expected at most 500"),
    ({"dealer": 2}, "dealer: 2; expected 0 to 1"),
    ({"dealer": -1}, "dealer: -1; expected 0 to 1"),
    ({"dealer": True}, "dealer: true; expected 0 to 1"),
    ({"big_one": 1}, "big_one: 1; expected true or false"),
    ({"practice": None}, "practice: null; expected true or false"),
    ({"seed": "0" * 63}, f"seed: {shown('0' * 63)}; expected 64 lower-case hex digits"),
    ({"seed": "A" * 64}, f"seed: {shown('A' * 64)}; expected 64 lower-case hex digits"),
    ({"seed": "g" * 64}, f"seed: {shown('g' * 64)}; expected 64 lower-case hex digits"),
    ({"note": 5}, "note: 5; expected a text"),
    ({"side": {"pot": 1}}, 'side: unknown key "pot"; expected high_suit, natural'),
    (_bet(suit="HS"), 'side: high_suit: suit: "HS"; expected one of C, D, H, S'),
    (_bet(suit=""), 'side: high_suit: suit: ""; expected one of C, D, H, S'),
    (_bet(suit="X"), 'side: high_suit: suit: "X"; expected one of C, D, H, S'),
    (_bet(pot=-1), f"side: high_suit: pot: -1; {_ANY_POT}"),
    (_bet(pot=10**120), f"side: high_suit: pot: a number of more than 60 digits; {_ANY_POT}"),
    (_bet(pot=False), f"side: high_suit: pot: false; {_ANY_POT}"),
    (_bet(**{"in": [0, 0]}), "side: high_suit: in: [0, 0]; expected each seat once"),
    (_bet(**{"in": [2]}), "side: high_suit: in: 2; expected 0 to 1"),
    (_bet(more=1), 'side: high_suit: unknown key "more"; expected suit, in, pot'),
    (_bet() | {"rules": {}}, "side: high_suit: the rules have this bet off"),
    (
        _bet() | {"rules": {"high_suit_bet": "spades"}},
        'side: high_suit: suit: "H"; expected one of S',
    ),
    (_pot(pot="3"), f'side: natural: pot: "3"; {_ANY_POT}'),
    (_pot() | {"rules": {}}, "side: natural: the rules have this bet off"),
    ({"rules": _RULES, "side": {"natural": {"in": [1]}}}, 'side: natural: key "pot" is missing'),
    (_claim(ending="won"), f'result: ending: "won"; expected one of {", ".join(Ending)}'),
    (_claim(ending=[]), f"result: ending: []; expected one of {', '.join(Ending)}"),
    (_claim(winners=[1, 0]), "result: winners: [1, 0]; expected seats in ascending order"),
    (_claim(winners=[0, 0]), "result: winners: [0, 0]; expected seats in ascending order"),
    (_claim(winners=[2]), "result: winners: 2; expected 0 to 1"),
    (_claim(counts=[1]), "result: counts: [1]; expected a whole number for each of 2 seats"),
    (
        _claim(payments=[1, -1, 0]),
        "result: payments: [1, -1, 0]; expected a whole number for each of 2 seats",
    ),
    (
        _claim(side_payments=[0, True]),
        "result: side_payments: [0, true]; expected a whole number for each of 2 seats",
    ),
    (
        _claim(counts=[1, 2, "x"]),
        'result: counts: [1, 2, "x"]; expected a whole number for each of 2 seats',
    ),
    (
        {"deck": _RIGHT["deck"][1:]},
        f'deck: "{_RIGHT["deck"][0]}" is missing; the rules\' pack has 52 cards',
    ),
    (
        {"deck": [_RIGHT["deck"][1], *_RIGHT["deck"][1:]]},
        f'deck: card 2 "{_RIGHT["deck"][1]}" appears twice',
    ),
    ({"deck": ["X1", *_RIGHT["deck"]]}, 'deck: card 1 "X1" is not in the rules\' pack'),
    ({"actions": {}}, "actions: {}; expected a list"),
]


@pytest.mark.parametrize(("values", "says"), _WRONG, ids=[says for _, says in _WRONG])
def test_what_is_no_record_is_said_in_a_line(values: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError) as refusal:
        read_record(_with(**values))
    assert str(refusal.value) == says


@pytest.mark.parametrize("key", ["format", "rules", "seats", "dealer", "deck", "actions"])
def test_these_keys_are_required(key: str) -> None:
    with pytest.raises(RecordError, match=f'record: key "{key}" is missing'):
        read_record({name: value for name, value in _RIGHT.items() if name != key})


def test_these_keys_may_be_left_out() -> None:
    record = read_record({key: _RIGHT[key] for key in _RIGHT if key not in ("result", "note")})
    assert (record.result, record.note, record.practice, record.big_one) == (None,) * 2 + (
        False,
    ) * 2
    with pytest.raises(RecordError, match='record: unknown key "results"; expected format, rules'):
        read_record(_with(results=1))


def test_bets_are_read_and_written_alike() -> None:
    for values, bets in (
        (_bet(), (HighSuitBet("H", (0, 1), 0), None)),
        (_pot(pot=10**120 - 1), (None, NaturalBet((1,), 10**120 - 1))),
    ):
        record = read_record(_without_result(values))
        assert (record.bets.high_suit, record.bets.natural) == bets
        assert record.to_mapping()["side"] == values["side"]


def test_a_hand_is_nothing_special_unless_its_record_says_so() -> None:
    record = HandRecord(STANDARD, ("Ann", "Bob"), 1, STANDARD.pack(), ())
    assert (record.big_one, record.practice, record.rules_name) == (False, False, "")
    assert record.to_mapping().keys() == {"format", "rules", "seats", "dealer", "deck", "actions"}


def test_a_record_is_the_same_whatever_its_rules_are_called_and_a_note_keeps_its_lines() -> None:
    record = HandRecord(STANDARD, ("Ann", "Bob"), 1, STANDARD.pack(), (), note="Zoë\nb")
    assert record == replace(record, preset="army")
    assert read_record(record.to_mapping()).note == "Zoë\nb"
    assert "Zoë" in record.to_json()
    longest = replace(record, note="x" * 10_000)
    assert read_record(longest.to_mapping()) == longest
    with pytest.raises(
        RecordError, match="note: a text of 10001 characters; expected at most 10000"
    ):
        read_record(longest.to_mapping() | {"note": "x" * 10_001})


def _without_result(values: dict[str, Any]) -> dict[str, Any]:
    mapping = _with(**values)
    mapping.pop("result", None)
    return mapping


@pytest.mark.parametrize("seats", [["x" * 500, "y"], ["", "\u200b"]])
def test_names_may_be_long_or_missing(seats: list[str]) -> None:
    record = read_record(_with(seats=seats))
    assert record.seats == (("x" * 500, "y") if seats[0] else ("#0", "#1"))


def test_the_text_of_a_file_is_refused_as_a_record() -> None:
    for text in ("", "{", "[1, 2]x", "\ufeff\ufeff{}"):
        with pytest.raises(RecordError, match="record: not JSON"):
            read_json(text)
    with pytest.raises(RecordError, match="record: not UTF-8"):
        read_json(b"\xff")
    with pytest.raises(RecordError, match=r"record: \[\]; expected an object"):
        read_json("[]")
    assert read_json(json.dumps(_RIGHT)) == read_record(_RIGHT)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("ending", "void", "result: ending is void, the rules give {}"),
        ("winners", [], "result: winners are [], the rules give {}"),
        ("counts", [98, 99], "result: counts are [98, 99], the rules give {}"),
        ("payments", [9, -9], "result: payments are [9, -9], the rules give {}"),
        ("side_payments", [9, -9], "result: side_payments are [9, -9], the rules give {}"),
    ],
)
def test_a_claim_is_compared_key_by_key(key: str, value: object, says: str) -> None:
    claim = _RIGHT["result"]
    record = read_record(_with(result={**claim, key: value}))
    given = claim[key] if isinstance(claim[key], str) else json.dumps(claim[key])
    with pytest.raises(RecordError) as refusal:
        record.check_ending(replay(record))
    assert str(refusal.value) == says.format(given)


def test_a_record_that_stops_early_is_unfinished() -> None:
    mapping = _with(actions=_RIGHT["actions"][:1])
    record = read_record(mapping)
    hand = replay(record)
    for allowed in (False, True):
        with pytest.raises(RecordError) as refusal:
            record.check_ending(hand, allow_unfinished=allowed)
        assert str(refusal.value) == (
            "unfinished: the hand goes on after action 1, yet a result is given"
        )
    del mapping["result"]
    record = read_record(mapping)
    record.check_ending(hand, allow_unfinished=True)
    with pytest.raises(RecordError, match=r"unfinished: the hand goes on after action 1$"):
        record.check_ending(hand)


def test_a_record_of_a_hand_is_that_hand() -> None:
    record = read_record(_RIGHT)
    again = record_of(
        replay(record),
        record.seats,
        seed=record.seed,
        note=record.note,
        rules_name=record.rules_name,
    )
    assert again.to_mapping() == record.to_mapping()
    assert set(again.to_mapping()) >= {"format", "rules", "seats", "dealer", "deck", "actions"}
    marked = record_of(replay(record), record.seats, practice=True, note="")
    assert marked.to_mapping()["practice"] is True
    assert marked.to_mapping()["note"] == ""
    assert "seed" not in marked.to_mapping()


def test_what_rules_are_called_is_a_label_and_no_rule() -> None:
    for name in ("tunk", "Friday night", "x" * 60):
        record = read_record(_with(rules_name=name))
        assert record.rules == STANDARD
        assert record.rules_name == record.to_mapping()["rules_name"] == name
        record.check_ending(replay(record))
    cleaned = read_record(_with(rules_name=" Kü\u200bche\n"))
    assert cleaned.rules_name == "Küche"
    assert read_record(_with(rules_name="\u200b")).to_mapping().keys() == _RIGHT.keys() - {
        "rules_name"
    }
    right = read_record(_RIGHT)
    given = record_of(replay(right), right.seats, rules_name=f" {'é' * 90}\n")
    assert given.rules_name == "é" * 60
    assert read_record(given.to_mapping()) == given


def test_a_hand_has_one_number_however_its_rules_are_written() -> None:
    ways: list[dict[str, Any]] = [
        {"rules": {"preset": "standard"}, "rules_name": "tunk"},
        {"rules": {"preset": "dead_jokers", "jokers": 0}},
        {"rules": {"ace": "low", "hand_size": 5}},
        {"rules": {}, "note": "x"},
    ]
    numbers = {read_record(_with(**way)).hand_number(0) for way in ways}
    assert numbers == {read_record(_RIGHT).hand_number(0)}
    assert read_record(_RIGHT).hand_number(1) not in numbers
    other = read_record(_with(rules={"catch": "single_each"}))
    assert other.hand_number(0) not in numbers


def test_rules_stated_by_a_preset_are_written_by_their_keys() -> None:
    for name in PRESETS:
        mapping = _with(rules={"preset": name, "stake": 3})
        mapping["deck"] = list(preset(name).pack())
        again = read_record(mapping).to_mapping()
        rules = {"stake": 3} | spelled_out(preset(name))
        assert again == mapping | {"rules": rules}
        assert "preset" not in rules
