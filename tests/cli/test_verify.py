"""`tonk verify`: one line a hand, and the exit status."""

import json
from pathlib import Path

import pytest

from ai.lab.cli import main as lab
from game.cli import main
from game.rules.presets import EARLIER_PRESETS, preset, spelled_out
from tests.cli.hands import records, written
from tests.rules.altered import sealed_records
from tests.session.test_earlier import said_of_records, says

Output = pytest.CaptureFixture[str]


def lines(path: Path, values: list[dict[str, object]]) -> Path:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), encoding="utf-8")
    return path


def test_sealed_hands_are_told_in_one_line_each(tmp_path: Path, capsys: Output) -> None:
    file = lines(tmp_path / "sealed.tonk.jsonl", sealed_records(3, seed="verify"))
    assert main(["verify", str(file)]) == 0
    output, errors = capsys.readouterr()
    assert not errors
    assert output.splitlines() == [
        f"{file}:{number}: sealed before the deal, not changed since; this pack in this order"
        " follows from seed and word; every action legal, every payment right"
        for number in (1, 2, 3)
    ]


def test_a_wrong_one_costs_status_1_and_its_reason(tmp_path: Path, capsys: Output) -> None:
    right, wrong = sealed_records(2, seed="wrong")
    deck = wrong["deck"]
    deck[3], deck[4] = deck[4], deck[3]
    file = lines(tmp_path / "mixed.tonk.jsonl", [right, wrong])
    assert main(["verify", str(file)]) == 1
    output, errors = capsys.readouterr()
    assert output.startswith(f"{file}:1: sealed")
    assert (
        errors
        == f'{file}:2: deck: card 4 is "{deck[3]}", but should be "{deck[4]}" by seed and word\n'
    )


def test_unsealed_hands_are_checked_as_far_as_they_go(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "selftest.jsonl"
    lab(["selftest", "--hands", "2", "--records", str(file)])
    capsys.readouterr()
    assert main(["verify", str(file)]) == 0
    assert "not sealed; this pack in this order follows from the seed" in capsys.readouterr().out
    bare = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for each in bare:
        del each["seed"]
    assert main(["verify", str(lines(file, bare))]) == 0
    assert "the order can't be checked" in capsys.readouterr().out


def test_hands_of_the_arena_can_be_checked(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "arena.jsonl"
    words = ["--seats", "random,greedy8", "--hands", "4", "--records", str(file)]
    assert lab(["arena", *words]) == 0
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.count("follows from the seed") == 4


def test_what_cannot_be_read_is_status_2(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path / "good.jsonl", records(1))
    file.write_text(file.read_text() + "{\n")
    assert main(["verify", str(file), str(tmp_path / "none.json")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].startswith(f"{file}:2: not JSON")
    assert errors[1] == f"{tmp_path / 'none.json'}: No such file or directory"


def test_as_json(tmp_path: Path, capsys: Output) -> None:
    right, wrong = sealed_records(2, seed="json")
    wrong["seal"]["word"] += "!"
    file = lines(tmp_path / "hands.jsonl", [right, wrong])
    assert main(["verify", "--json", str(file)]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["ok"], first["order"], first["error"]) == (True, "sealed", None)
    assert (second["ok"], second["order"], second["hand"]) == (False, None, 2)
    assert second["error"].startswith("deck: card ")


CHANGED = "; this preset changed in 1.0"


def of_before(name: str) -> tuple[str, str]:
    """Two hands of before 1.0 under a preset that has changed: one that is right by what the preset
    is now as well, and one that is not.
    """
    said = [text for text, verified, _ in said_of_records() if verified.startswith("sealed")]
    held = [text for text in said if json.loads(text)["rules"] == {"preset": name}]
    right = [text for text in held if says(text)[0].startswith("sealed")]
    return right[0], next(text for text in held if text not in right)


@pytest.mark.parametrize("name", EARLIER_PRESETS)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_fails_under_a_changed_preset_says_that_it_changed(
    tmp_path: Path, capsys: Output, command: str, name: str
) -> None:
    file = tmp_path / "before.tonk.jsonl"
    file.write_text("\n".join(of_before(name)), "utf-8")
    assert main([command, str(file)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{file}:2: ")
    assert line.endswith(CHANGED)
    assert main([command, "--json", str(file)]) == 1
    one, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["ok"], other["ok"]) == (True, False)
    assert other["error"].endswith(CHANGED)


def test_other_failures_are_not_put_down_to_a_preset(tmp_path: Path, capsys: Output) -> None:
    right = json.loads(of_before("tunk")[0])
    wrong = [
        {**right, "note": "altered"},
        {**right, "rules": spelled_out(preset("tunk")), "actions": []},
        {**right, "rules": {"preset": "chicago"}},
        {**right, "dealer": 9},
    ]
    assert main(["verify", str(lines(tmp_path / "wrong.jsonl", wrong))]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == len(wrong)
    assert not any("1.0" in line for line in errors)
