"""`tonk-lab tune`: what it prints, keeps and refuses; whether it finds anything."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from ai.lab.arena.tuning import START, meet
from ai.lab.arena.workers import serial_pool
from ai.lab.cli import main
from ai.tuned import Numbers, tuned_numbers
from game.bundled_data import CHECKSUM, summed
from game.rules.presets import PRESETS, preset
from tests.ai.lab.conftest import Interrupt

Output = pytest.CaptureFixture[str]
FEW = ["--rounds", "2", "--candidates", "4", "--hands", "2"]


def test_prints_the_numbers_and_the_command_that_finds_them_again(capsys: Output) -> None:
    assert main(["tune", *FEW, "--rules", "army", "--seed", "9"]) == 0
    out, err = capsys.readouterr()
    (found,) = json.loads(out).items()
    assert found[0] == "army"
    assert out.count("\n") == 1
    assert err.count("\nround ") + err.startswith("round ") == 2
    assert err.count("the best of the last") == 1
    assert err.count("on fresh deals") == 3
    words = found[1]["command"].split()
    assert words[0] == "tonk-lab"
    assert main(words[1:]) == 0
    assert capsys.readouterr().out == out


def test_keeps_what_it_found_beside_what_was_there(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "tuned.json"
    for rules in ("army", "standard"):
        words = ["--rules", rules, "--seed", rules, "--save", str(file)]
        assert main(["tune", *FEW, *words]) == 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == summed(kept)
    assert list(kept) == [CHECKSUM, "army", "standard"]
    del kept[CHECKSUM]
    found = [Numbers(**entry["numbers"]) for entry in kept.values()]
    assert found[0] != found[1]


def test_every_preset_is_tuned_one_by_one(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.rules.presets.PRESETS", ("standard", "army"))
    file = tmp_path / "tuned.json"
    assert main(["tune", *FEW, "--every-preset", "--save", str(file)]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(each) for each in found] == [["standard"], ["army"]]
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {CHECKSUM, "army", "standard"}


@pytest.mark.parametrize("data", [b"[1]", b"{", b"\xff", b'{"a": 1, "a": 2}', b"[" * 100_000])
def test_a_file_of_something_else_is_refused_before_the_work(
    tmp_path: Path, capsys: Output, data: bytes
) -> None:
    file = tmp_path / "else.json"
    file.write_bytes(data)
    assert main(["tune", *FEW, "--save", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), file.read_bytes()) == ("", 1, data)
    assert err.startswith(f"tonk-lab tune: --save {file}: ")


def test_a_file_that_cannot_be_written_costs_4_and_the_numbers_are_printed(
    tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "no folder" / "numbers.json"
    assert main(["tune", *FEW, "--save", str(file)]) == 4
    out, err = capsys.readouterr()
    assert json.loads(out)["standard"]
    assert f"tonk-lab tune: --save {file}: " in err


def test_unknown_rules_cost_2_and_one_line(capsys: Output) -> None:
    assert main(["tune", "--rules", "chicgo"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("tonk-lab tune: --rules: ")
    assert err.count("\n") == 1


def test_an_interrupt_prints_what_was_found_so_far(capsys: Output, interrupt: Interrupt) -> None:
    interrupt(lambda rounds, _: rounds == 1)
    assert main(["tune", *FEW]) == 130
    found = json.loads(capsys.readouterr().out)["standard"]
    assert found["command"].endswith("--hands 2 (interrupted after round 1)")
    assert Numbers(**found["numbers"]) != START


def test_what_is_kept_is_of_presets_and_tells_its_command() -> None:
    data = json.loads(files("ai").joinpath("tuned.json").read_text(encoding="utf-8"))
    assert data == summed(data), "once: `tonk-lab tune … --save ai/tuned.json`"
    del data[CHECKSUM]
    assert set(data) <= set(PRESETS)
    for name, entry in data.items():
        assert entry["command"].startswith(f"tonk-lab tune --rules {name} --seed ")
        assert "interrupted" not in entry["command"]


@pytest.mark.parametrize("name", tuned_numbers())
def test_tuning_has_found_something(name: str) -> None:
    """The shipped numbers beat the plain players, on deals that the search never saw."""
    for bot in ("greedy8", "stayer"):
        assert any(_wins(name, bot, deals) for deals in (160, 640)), bot


def _wins(name: str, bot: str, deals: int) -> bool:
    won = meet(preset(name), tuned_numbers()[name], bot, "never seen", deals, serial_pool())
    return won.width is not None and won.mean - won.width > 0
