"""`tonk review`: exit statuses, error lines, JSON and words."""

import json
import re
from contextlib import redirect_stderr
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.cli import main
from tests.cli.hands import Record, records, written

Output = pytest.CaptureFixture[str]

KEYS = [
    "file",
    "hand",
    "unit",
    "seat",
    "policy",
    "result",
    "worth",
    "luck_deal",
    "luck_draws",
    "own",
    "others",
    "decisions",
]


def test_json_has_the_keys_and_the_parts_add_up(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "good.tonk.jsonl", records(2))
    assert main(["review", "--json", "--seat", "1", "--precision", "2", str(file)]) == 0
    output, errors = capsys.readouterr()
    assert not errors
    for number, line in enumerate(output.splitlines(), start=1):
        found = json.loads(line)
        assert list(found) == KEYS
        assert (found["file"], found["hand"], found["seat"]) == (str(file), number, 1)
        assert found["policy"] == "quick"
        parts = found["luck_deal"] + found["luck_draws"] + found["own"] + found["others"]
        assert found["result"] - found["worth"] == parts
        for decision in found["decisions"]:
            assert decision["seat"] == 1
            told = {value["action"]: value for value in decision["values"]}
            assert {decision["played"], decision["best"]} <= set(told)
            assert all(
                set(value) == {"action", "value", "error", "visits"} for value in told.values()
            )


def cut_record(actions: int, rules: str = "standard") -> Record:
    record = records(1, rules)[0]
    del record["result"]
    return record | {"actions": record["actions"][:actions]}


def test_an_unfinished_hand_is_reviewed_as_far_as_it_goes(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "cut.tonk.jsonl", [cut_record(2)])
    assert main(["review", "--json", "--precision", "2", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["result"] is None
    assert main(["review", "--precision", "2", str(file)]) == 0
    assert "result not over" in capsys.readouterr().out


@pytest.mark.share(1)
@pytest.mark.parametrize(("rules", "unit"), [("standard", "stakes"), ("push_up", "points")])
def test_a_mistake_is_told_with_its_interval_and_its_unit(
    tmp_path: Path, capsys: Output, rules: str, unit: str
) -> None:
    file = written(tmp_path / "cut.tonk.jsonl", [cut_record(4, rules)])
    words = ["review", "--precision", "10", str(file)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    costs = [
        f"it costs {each['loss']:.2f} ± {1.96 * each['error']:.2f} {unit}; best is"
        for each in json.loads(capsys.readouterr().out)["decisions"]
        if each["mistake"]
    ]
    assert costs
    assert all(each in told for each in costs), told


@pytest.mark.parametrize(
    ("rules", "unit", "said"),
    [("standard", "stakes", "stakes"), ("push_up", "points", "points against the others")],
)
def test_a_result_has_its_unit(
    tmp_path: Path, capsys: Output, rules: str, unit: str, said: str
) -> None:
    file = written(tmp_path / "one.tonk.jsonl", records(1, rules))
    words = ["review", "--seat", "0", "--precision", "10", str(file)]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unit"] == unit
    assert main(words) == 0
    assert f"  result {found['result']:+g} {said}, worth " in capsys.readouterr().out


def test_the_review_of_all_seats_joins_those_of_each(tmp_path: Path, capsys: Output) -> None:
    """They are valued one by one, by several processes, and come out in their order."""
    file = written(tmp_path / "cut.tonk.jsonl", [cut_record(4)])
    found = []
    for words in ([], ["--seat", "0"], ["--seat", "1"]):
        assert main(["review", "--json", "--precision", "2", *words, str(file)]) == 0
        found.append(json.loads(capsys.readouterr().out)["decisions"])
    together, *each = found
    assert together == sorted((*each[0], *each[1]), key=lambda decision: decision["action"])
    assert all(each)


def test_a_precision_that_is_not_reached_is_told_in_a_line(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path / "cut.tonk.jsonl", [cut_record(4)])
    words = ["review", "--json", "--seat", "0", str(file)]
    assert main([*words, "--precision", "2"]) == 0
    assert not capsys.readouterr().err
    monkeypatch.setattr("ai.coach.hand_review.PRECISELY", 1)
    assert main([*words, "--precision", "0.01"]) == 0
    output, errors = capsys.readouterr()
    decisions = json.loads(output)["decisions"]
    assert all(value["visits"] < 100_000 for each in decisions for value in each["values"])
    assert errors.count("\n") == 1
    start = re.escape(f"{file}:1: --precision 0.01 was not reached for ")
    assert re.match(rf"{start}[1-9] of {len(decisions)} decisions \(worst: ± 0\.", errors)


def test_a_chance_let_go_is_told_before_the_action_of_the_record(
    tmp_path: Path, capsys: Output
) -> None:
    """Seat 0 might drop before seat 1 plays; no record tells that it does not."""
    record = cut_record(1)
    hands = (["KC", "QD", "JS", "9H", "8D"], ["5C", "9D", "TS", "AH", "3C"])  # seat 1 first
    dealt = [*(card for pair in zip(*hands, strict=True) for card in pair), "AC"]  # is turned up
    rest = [card for card in record["deck"] if card not in dealt]
    record |= {"deck": [*dealt, *rest], "dealer": 0, "actions": ["1 draw", "1 discard KC"]}
    record["rules"] = {"drop_when": "any_time"}
    del record["seed"]
    file = written(tmp_path / "let_go.tonk.jsonl", [record])
    assert main(["review", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()[1]
    assert told.startswith(
        "  before action 1: seat 0 does not drop, which is a blunder: it costs 0."
    )
    assert "; best is 0 drop. " in told


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("kind", [Terminal, StringIO])
def test_how_far_it_is_is_shown_on_a_terminal_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[StringIO]
) -> None:
    file = written(tmp_path / "cut.tonk.jsonl", [cut_record(4)])
    monkeypatch.setattr("game.console.terminal.time", SimpleNamespace(monotonic=count().__next__))
    with redirect_stderr(kind()) as errors:
        assert main(["review", "--seat", "0", "--precision", "2", str(file)]) == 0
    assert ("1 of 2 decisions" in errors.getvalue()) == (kind is Terminal)
    assert bool(errors.getvalue()) == (kind is Terminal)


def test_what_is_wrong_costs_one_line_and_status_1(tmp_path: Path, capsys: Output) -> None:
    seven, unknown, illegal = records(3)
    seven["seats"] = list("abcdefg")
    unknown["colour"] = "red"
    illegal["actions"] = ["0 discard XX"]
    file = written(tmp_path / "bad.tonk.jsonl", [seven, unknown, illegal])
    assert main(["review", str(file)]) == 1
    output, errors = capsys.readouterr()
    assert not output
    assert [line.split(": ")[0][-2:] for line in errors.splitlines()] == [":1", ":2", ":3"]
    assert "colour" in errors
    assert "seats" in errors


@pytest.mark.parametrize("words", [[], ["--seat", "0"]])
def test_rules_that_the_coach_cannot_play_cost_one_line_a_hand(
    tmp_path: Path, capsys: Output, words: list[str]
) -> None:
    dear, good = cut_record(2), cut_record(2)
    dear["rules"] = {"tonk_pays": 2_000_000_000}
    file = written(tmp_path / "dear.tonk.jsonl", [dear, good, dear])
    assert main(["review", "--json", "--precision", "2", *words, str(file)]) == 1
    output, errors = capsys.readouterr()
    assert json.loads(output)["hand"] == 2
    refused = "tonk_pays = 2000000000: expected at most 1000000000"
    assert errors.splitlines() == [
        f"{file}:{hand}: the coach cannot play by these rules: {refused}" for hand in (1, 3)
    ]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--seat", "-1"], "is not a seat"),
        (["--seat", "x"], "is not a seat"),
        (["--precision", "0"], "is not a precision"),
        (["--precision", "nan"], "is not a precision"),
        (["--precision", "0.009"], "expected 0.01 to 10"),
    ],
)
def test_a_wrong_option_is_refused(words: list[str], part: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["review", *words, "hand.tonk.json"])
    assert stopped.value.code == 2
    assert part in capsys.readouterr().err


def test_what_cannot_be_read_is_status_2(tmp_path: Path, capsys: Output) -> None:
    noise = tmp_path / "noise.tonk.json"
    noise.write_bytes(b"\xff\xfenot a record")
    empty = tmp_path / "empty.tonk.jsonl"
    empty.write_bytes(b"")
    good = written(tmp_path / "good.tonk.jsonl", records(1))
    for words in ([str(noise)], [str(empty)], [str(tmp_path / "none")], ["--seat", "5", str(good)]):
        assert main(["review", *words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["review", "--policy", "nobody", str(good)]) == 2
    assert "nobody" in capsys.readouterr().err
