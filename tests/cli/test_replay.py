"""`tonk replay`: exit statuses, error lines, JSON, words, and what a seat may not see."""

import io
import json
import re
from pathlib import Path

import pytest

from game.cli import main
from game.rules.presets import STANDARD
from game.rules.record import record_of
from tests.cli.hands import Record, long_record, records, written
from tests.rules.test_window import slappable

Output = pytest.CaptureFixture[str]


def _errors(capsys: Output) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_right_records_cost_nothing_and_are_told_in_words(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "good.tonk.jsonl", records(5))
    assert main(["replay", str(file)]) == 0
    output, errors = capsys.readouterr()
    assert not errors
    for number in range(1, 6):
        assert f"good.tonk.jsonl, hand {number}. Rules: standard; 2 seats; " in output
    assert re.search(
        r"^  Ann is dealt (\S+ ){5}counting \d+\.$".replace(" ){5}", ",? ){5}"),
        output,
        re.MULTILINE,
    )
    assert re.search(r"^  (Ann|Bob) draws (10|[A2-9JQK])[♣♦♥♠]\.$", output, re.MULTILINE)
    assert re.search(
        r"^  (Ann pays Bob|Bob pays Ann) [12] stakes?(:| for) .+\.$", output, re.MULTILINE
    )


@pytest.mark.parametrize("preset", ["push_up", "chicago", "slap", "double_double", "rushville"])
def test_records_of_other_rules_replay_clean(tmp_path: Path, preset: str) -> None:
    file = written(tmp_path / "hands.jsonl", records(8, preset, seats=4))
    assert main(["replay", str(file)]) == 0
    assert main(["replay", str(file), "--view", "3"]) == 0


def test_one_record_over_many_lines_is_one_hand(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "one.tonk.json"
    file.write_text(json.dumps(records(1)[0], indent=1))
    assert main(["replay", str(file), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["hand"] == 1


@pytest.mark.parametrize("name", ["hands.json", "hands.txt", "hands"])
def test_many_records_are_found_whatever_the_file_is_called(
    tmp_path: Path, capsys: Output, name: str
) -> None:
    file = written(tmp_path / name, records(3))
    assert main(["replay", str(file), "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_blank_lines_windows_line_ends_and_a_byte_order_mark_do_not_matter(
    tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "hands.jsonl"
    lines = [json.dumps(record) for record in records(2)]
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode() + b"\r\n\r\n")
    assert main(["replay", str(file), "--json"]) == 0
    hands = [json.loads(line)["hand"] for line in capsys.readouterr().out.splitlines()]
    assert hands == [1, 2]


def test_an_illegal_action_is_named_and_the_rest_is_still_checked(
    tmp_path: Path, capsys: Output
) -> None:
    bad = long_record()
    seat = bad["actions"][0][0]
    bad["actions"][1] = f"{seat} drop"
    worse = long_record(14)
    worse["actions"][2] = "fold\x1b[2J"
    file = written(tmp_path / "bad.jsonl", [bad, *records(1), worse])
    assert main(["replay", str(file)]) == 1
    first, third = _errors(capsys)
    assert first == f'{file}:1: action 2 "{seat} drop": the card for this turn has been drawn'
    assert third.startswith(f'{file}:3: action 3 "fold�[2J": not an action')


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("5 slap 0", "there is no such seat"),
        ("5 slap 0 KD", "there is no such seat"),
        ("9999 draw", "there is no such seat"),
        ("5 drop", "there is no such seat"),
        ("5 hit KC 0", "there is no such seat"),
        ("1 slap 9", "there is no spread of that number"),
        ("0 slap 9999", "there is no spread of that number"),
        ("0 slap 0 X4", "the card is not in this hand"),
        ("0 slap 0 KD", "the card is not in this hand"),
        ("1 slap 0 KC", "this slap allows no discard"),
        ("0 slap -1", "not an action; expected"),
        ("99999 draw", "not an action; expected"),
        ("0 draw / 0 discard X4", "the card is not in this hand"),
        ("0 draw / 0 hit 4H 77", "the card is not in this hand"),
        ("0 draw / 0 hit 3C 9999", "there is no spread of that number"),
        ("0 draw / 0 spread X1 X2 X3", "the card is not in this hand"),
        ("0 draw / 0 discard ZZ", "not an action; expected"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_line(
    tmp_path: Path, capsys: Output, action: str, says: str
) -> None:
    """A seat, a card or a spread beyond what is there, after a discard that could be slapped."""
    record = json.loads(record_of(slappable("slap", 2), ("Ann", "Bob")).to_json())
    record["actions"] += action.split(" / ")
    file = written(tmp_path / "hole.jsonl", [record])
    assert main(["replay", str(file)]) == 1
    (error,) = _errors(capsys)
    last = len(record["actions"])
    assert error.startswith(f'{file}:1: action {last} "{record["actions"][-1]}": {says}')


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("payments", [5, -5]),
        ("counts", [1, 1]),
        ("winners", []),
        ("side_payments", [1, -1]),
        ("ending", "double_double"),
    ],
)
def test_a_result_that_does_not_follow_is_told_beside_the_right_one(
    tmp_path: Path, capsys: Output, key: str, value: object
) -> None:
    (record,) = records(1)
    right = record["result"][key]
    record["result"][key] = value
    file = written(tmp_path / "claim.json", [record])
    assert main(["replay", str(file), "--json"]) == 1
    out, err = capsys.readouterr()
    is_are = "is" if key == "ending" else "are"
    shown, wanted = (each if key == "ending" else json.dumps(each) for each in (value, right))
    assert err == f"{file}:1: result: {key} {is_are} {shown}, the rules give {wanted}\n"
    assert json.loads(out)["result"][key] == right
    assert json.loads(out)["ok"] is False


def _without(key: str) -> Record:
    (record,) = records(1)
    del record[key]
    return record


def _with(**values: object) -> Record:
    return records(1)[0] | values


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("null", "record: null"),
        ("[1, 2]", "record: [1, 2]"),
        ('"hello"', 'record: "hello"'),
        ("{}", 'record: key "format" is missing'),
        (json.dumps(_without("deck")), 'record: key "deck" is missing'),
        (json.dumps(_with(deal=1)), 'record: unknown key "deal"'),
        (json.dumps(_with(dealer=True)), "dealer: true"),
        (json.dumps(_with(format="tonk-hand/2")), 'format: "tonk-hand/2"'),
        ('{"format": "tonk-position/1"}', 'format: "tonk-position/1" is a position, not a hand'),
        (json.dumps(_with(rules={"waitt": 3})), "rules: waitt = 3"),
        (json.dumps(_with(seats=["Ann"])), "rules: seats = 1"),
        ('{"dealer": 0, "dealer": 1}', 'record: key "dealer" appears twice'),
        ("[" * 100_000 + "]" * 100_000, "record: nested too deeply"),
        ('{"dealer": ' + "9" * 5000 + "}", "record: a number has too many digits"),
    ],
)
def test_json_that_is_no_right_record_costs_1(
    tmp_path: Path, capsys: Output, text: str, why: str
) -> None:
    file = tmp_path / "bad.tonk.json"
    file.write_text(text)
    assert main(["replay", str(file)]) == 1
    (line,) = _errors(capsys)
    assert line.startswith(f"{file}:1: {why}")


def test_a_card_twice_is_named(tmp_path: Path, capsys: Output) -> None:
    (record,) = records(1)
    record["deck"][51] = record["deck"][0]
    file = written(tmp_path / "twice.json", [record])
    assert main(["replay", str(file)]) == 1
    assert _errors(capsys) == [f'{file}:1: deck: card 52 "{record["deck"][0]}" appears twice']


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"format": "tonk-hand/1",', "not JSON: it breaks off at the end"),
        (b"hello", "not JSON: expecting value at column 1"),
        (b'{"note": "\xe9"}', "not UTF-8: byte 11 is 0xe9"),
        (b'{"dealer": NaN}', "not JSON: NaN is not a number"),
        (
            b'{\n "dealer": 0\n "deck": []\n}',
            "not JSON: expecting a comma at line 3 column 2",
        ),
    ],
)
def test_what_is_not_utf8_json_costs_2(
    tmp_path: Path, capsys: Output, data: bytes, why: str
) -> None:
    file = tmp_path / "bad.tonk.json"
    file.write_bytes(data)
    assert main(["replay", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == f"{file}:1: {why}\n"
    assert json.loads(out) == {
        "file": str(file),
        "hand": 1,
        "ok": False,
        "error": why,
        "result": None,
    }


def test_bad_lines_do_not_keep_the_others_from_being_checked(
    tmp_path: Path, capsys: Output
) -> None:
    first, second = (json.dumps(record).encode() for record in records(2))
    wrong = json.dumps(_with(dealer=7)).encode()
    file = tmp_path / "mixed.tonk.jsonl"
    file.write_bytes(b"\n".join([first, first[:90], b"\xff\xfe", wrong, second]) + b"\n")
    assert main(["replay", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["ok"] for line in lines] == [True, False, False, False, True]
    assert [line["hand"] for line in lines] == [1, 2, 3, 4, 5]
    assert err.splitlines() == [
        f"{file}:{line['hand']}: {line['error']}" for line in lines if not line["ok"]
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [("missing.jsonl", "No such file or directory"), ("folder", "Is a directory")],
)
def test_a_file_that_cannot_be_read_costs_2_and_the_next_is_still_checked(
    tmp_path: Path, capsys: Output, name: str, why: str
) -> None:
    (tmp_path / "folder").mkdir()
    wrong = written(tmp_path / "wrong.json", [_with(dealer=7)])
    assert main(["replay", str(tmp_path / name), str(wrong)]) == 2
    unreadable, bad = _errors(capsys)
    assert unreadable.startswith(f"{tmp_path / name}: ")
    assert why in unreadable or "denied" in unreadable
    assert bad.startswith(f"{wrong}:1: dealer: 7")


@pytest.mark.parametrize("name", ["empty.json", "empty.jsonl"])
def test_a_file_without_a_hand_is_not_all_right(tmp_path: Path, capsys: Output, name: str) -> None:
    (tmp_path / name).write_text("\n  \n")
    assert main(["replay", str(tmp_path / name)]) == 2
    assert len(_errors(capsys)) == 1


def _unfinished(stop: int) -> Record:
    record = long_record(stop + 1)
    del record["result"]
    record["actions"] = record["actions"][:stop]
    return record


def test_an_unfinished_record_is_wrong_unless_allowed(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "stops.json", [_unfinished(5)])
    assert main(["replay", str(file)]) == 1
    (line,) = _errors(capsys)
    assert line == f"{file}:1: unfinished: the hand goes on after action 5"
    assert main(["replay", str(file), "--allow-unfinished", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] is None
    assert main(["replay", str(file), "--allow-unfinished"]) == 0
    assert "the hand is not over" in capsys.readouterr().out


def test_an_unfinished_record_with_a_result_is_never_allowed(
    tmp_path: Path, capsys: Output
) -> None:
    record = _unfinished(5) | {"result": long_record(6)["result"]}
    file = written(tmp_path / "stops.json", [record])
    assert main(["replay", str(file), "--allow-unfinished"]) == 1
    assert "unfinished" in _errors(capsys)[0]


def test_json_gives_the_result_that_the_rules_give(tmp_path: Path, capsys: Output) -> None:
    values = records(4, seats=3)
    results = [value.pop("result") for value in values]
    file = written(tmp_path / "plain.jsonl", values)
    assert main(["replay", "--json", str(file)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["result"] for line in lines] == results
    assert {tuple(line) for line in lines} == {("file", "hand", "ok", "error", "result")}


def test_a_seat_sees_no_card_that_was_hidden_from_it(tmp_path: Path, capsys: Output) -> None:
    endings = set()
    for number in (*range(20), 76):  # that one ends without a count
        (record,) = records(1, seats=3, text=f"view {number}")
        endings.add(record["result"]["ending"])
        file = written(tmp_path / "view.json", [record])
        for seat in range(3):
            assert main(["replay", str(file), "--view", str(seat)]) == 0
            output = capsys.readouterr().out
            drawn = re.findall(r"^  (\w+) draws (.+)\.$", output, re.MULTILINE)
            mine = record["seats"][seat]
            assert all((name == mine) == (card != "a card") for name, card in drawn)
            assert re.findall(r"^  (\w+) is dealt", output, re.MULTILINE) == [mine]
            shown = set(re.findall(r"^  (\w+) holds", output, re.MULTILINE))
            # However it ended, every hand is shown (RULES.md §2); who went out holds none.
            assert len(shown) == (2 if record["result"]["ending"] == "out" else 3)
    assert endings == {"drop", "caught", "out"}


def test_a_seat_that_the_hand_has_not_costs_2(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "two.jsonl", [*records(1), *records(1, seats=3)])
    assert main(["replay", str(file), "--view", "2"]) == 2
    assert _errors(capsys) == [f"{file}:1: --view 2: this hand has seats 0 to 1"]


def test_names_cannot_move_the_cursor(tmp_path: Path, capsys: Output) -> None:
    file = written(
        tmp_path / "names.json",
        [
            _with(
                seats=[
                    "A\x1b[2Jnn\n",
                    "",
                ]
            )
        ],
    )
    assert main(["replay", str(file)]) == 0
    output = capsys.readouterr().out
    assert "\x1b" not in output
    assert "A�[2Jnn is dealt" in output
    assert "#1 is dealt" in output


def test_the_players_own_records_speak_to_the_player(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "own.json", [long_record() | {"seats": ["You", "Bob"]}])
    assert main(["replay", str(file)]) == 0
    output = capsys.readouterr().out
    assert "  You are dealt " in output
    assert "  You draw " in output
    assert "You deals" not in output
    assert "pays you " in output or "You pay Bob" in output


def _other(rules: dict[str, object], actions: list[str]) -> Record:
    """Two seats: seat 1, the eldest, counts 15 and may lay three fives."""
    first = ["5C", "2D", "5D", "3H", "5H", "4S", "6S", "9C", "7S", "KD", "8D"]
    deck = first + [card for card in STANDARD.pack() if card not in first]
    return {
        "format": "tonk-hand/1",
        "rules": {"naturals": [], **rules},
        "seats": ["Ann", "Bob"],
        "dealer": 0,
        "deck": deck,
        "actions": actions,
    }


def test_a_drop_out_of_turn_needs_a_rule_that_allows_it(tmp_path: Path, capsys: Output) -> None:
    right = _other({"drop_when": "any_time"}, ["0 drop"])
    wrong = _other({}, ["0 drop"])
    late = _other({"drop_when": "any_time"}, ["1 draw", "0 drop"])
    file = written(tmp_path / "drops.jsonl", [right, wrong, late])
    assert main(["replay", str(file)]) == 1
    never = "by these rules a seat may drop only at the start of its own turn"
    too_late = "out of turn a seat may drop only before the next turn has begun"
    assert _errors(capsys) == [
        f'{file}:2: action 1 "0 drop": {never}',
        f'{file}:3: action 2 "0 drop": {too_late}',
    ]


def test_a_last_lay_is_told_and_lacks_no_pass(tmp_path: Path, capsys: Output) -> None:
    rules: dict[str, object] = {"last_lay": "drop", "drop_when": "any_time"}
    right = _other(rules, ["0 drop", "1 spread 5C 5D 5H", "1 pass"])
    short = _other(rules, ["0 drop", "1 spread 5C 5D 5H"])
    turned = _other(rules, ["0 drop", "0 pass"])
    file = written(tmp_path / "lays.jsonl", [right, short, turned])
    assert main(["replay", str(file)]) == 1
    told, errors = capsys.readouterr()
    begins = "Ann dropped: the others may lay spreads and hits once more before the count."
    course = "Ann drops out of turn.", begins, "Bob lays a book: 5♣ 5♦ 5♥.", "Bob passes."
    assert "\n  ".join(course) in told
    assert errors.splitlines() == [
        f"{file}:2: unfinished: the hand goes on after action 2 with a lay or a pass of seat 1",
        f'{file}:3: action 2 "0 pass": another seat has its last chance first: spread, hit or pass',
    ]


def test_a_last_lay_shows_no_hand_before_it_is_over(tmp_path: Path, capsys: Output) -> None:
    rules: dict[str, object] = {"last_lay": "drop", "drop_when": "any_time"}
    file = written(tmp_path / "lays.jsonl", [_other(rules, ["0 drop"])])
    assert main(["replay", str(file), "--view", "1", "--allow-unfinished"]) == 0
    assert "Ann holds" not in capsys.readouterr().out


def test_json_has_an_object_for_every_file_also_for_one_that_cannot_be_read(
    tmp_path: Path, capsys: Output
) -> None:
    good = written(tmp_path / "good.jsonl", records(2))
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder").mkdir()
    names = [str(tmp_path / name) for name in ("none.json", "empty.jsonl", "folder")]
    for command in ("replay", "verify"):
        assert main([command, names[0], str(good), *names[1:], "--json"]) == 2
        out, err = capsys.readouterr()
        lines = [json.loads(line) for line in out.splitlines()]
        found = [(line["file"], line["hand"], line["ok"]) for line in lines]
        none, *rest = [(name, None, False) for name in names]
        assert found == [none, (str(good), 1, True), (str(good), 2, True), *rest]
        bad = [f"{line['file']}: {line['error']}" for line in lines if not line["ok"]]
        assert err.splitlines() == bad


@pytest.mark.parametrize("many", [1, 3, 400])
def test_standard_input_is_read_as_a_file_is(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    some = records(min(many, 20))
    hands = [some[number % len(some)] for number in range(many)]
    file = written(tmp_path / "hands.jsonl", hands)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert main(["replay", "-"]) == 0
    piped = capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    assert piped == capsys.readouterr().out.replace(f"{file}, hand", "-, hand")
