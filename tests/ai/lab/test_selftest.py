"""`tonk-lab selftest`: finds nothing in a sound engine, finds what is broken, can be repeated."""

import json
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from ai.lab.cli import main
from ai.lab.cli.engine_checks import CheckFailedError
from ai.lab.cli.selftest import deal, play
from game.rules.hand import Hand
from game.rules.presets import STANDARD, preset
from game.rules.record import read_record, replay
from game.rules.results import HighSuitBet
from game.rules.settlement import high_suit_card
from game.rules.sharecode import code_of
from game.rules.view import SetAside
from tests.shares import EVERY


def test_sound_engine_passes_and_its_records_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.jsonl"
    assert main(["selftest", "--hands", "60", "--seed", "7", "--records", str(file)]) == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 60
    for line in lines:
        record = read_record(json.loads(line))
        record.check_ending(replay(record))
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("60 hands, ")
    assert "none failed" in last


def test_worker_processes_give_the_same(tmp_path: Path) -> None:
    alone, apart = tmp_path / "alone.jsonl", tmp_path / "apart.jsonl"
    main(["selftest", "--hands", "20", "--seed", "0/290", "--records", str(apart)])
    for seed, mode in (("0/290", "w"), ("0/300", "a")):
        part = tmp_path / "part.jsonl"
        main(["selftest", "--hands", "10", "--seed", seed, "--records", str(part)])
        with alone.open(mode) as file:
            file.write(part.read_text())
    assert alone.read_text() == apart.read_text()


def test_named_rules_are_played(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    words = ["selftest", "--hands", "5", "--rules", "push_up", "--records", str(file)]
    assert main(words) == 0
    for line in file.read_text().splitlines():
        record = json.loads(line)
        assert record["rules"] == {"scoring": "push_up"}
        assert record["rules_name"] == "push_up"


@pytest.fixture
def _broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that counts a point too many in the first seat, and nothing in the others."""
    counts = Hand.counts
    monkeypatch.setattr(Hand, "counts", lambda hand: tuple(c + 1 for c in counts(hand)[:1]))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Rules of one's own, in a file."""
    file = tmp_path / "my rules.toml"
    file.write_text('name = "Mine"\nextends = "slap"\nhand_size = 4\n')
    return file


def test_rules_of_ones_own_are_played(tmp_path: Path, mine: Path) -> None:
    file = tmp_path / "hands.jsonl"
    code = code_of(preset("slap").changed(hand_size=4))
    for rules in (str(mine), code):
        words = ["selftest", "--hands", "3", "--rules", rules, "--records", str(file)]
        assert main(words) == 0
        assert file.read_text().count('"hand_size":4') == 3


@pytest.mark.usefixtures("_broken")
def test_failures_under_rules_of_ones_own_can_be_repeated(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selftest", "--hands", "1", "--seed", "11", "--rules", str(mine)]) == 1
    assert f"--rules '{mine}'\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("chicgo", "did you mean chicago?"),
        ("{folder}/none.toml", "No such file"),
        ("{folder}/wrong.toml", "hand_sise = 4: unknown key"),
        ("{folder}/tiny.toml", "The pack"),
    ],
)
def test_rules_that_are_none_cost_one_line_and_status_2(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong.toml").write_text('name = "Wrong"\nextends = "slap"\nhand_sise = 4\n')
    tiny = 'name = "Tiny"\nextends = "standard"\nsuits = "C"\nhand_size = 9\nnaturals = []\n'
    (tmp_path / "tiny.toml").write_text(tiny)
    for words in (["selftest", "--hands", "1"], ["bench", "engine"]):
        with pytest.raises(SystemExit) as stopped:
            main([*words, "--rules", text.format(folder=tmp_path)])
        assert stopped.value.code == 2
        out, err = capsys.readouterr()
        assert not out
        assert err.count("\n") == 1
        assert why in err


def test_a_worker_that_is_killed_costs_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def killed(_work: object) -> NoReturn:
        raise BrokenExecutor("gone")

    monkeypatch.setattr("ai.lab.cli.selftest.in_parallel", killed)
    assert main(["selftest", "--hands", "20", "--seed", "0/290"]) == 1
    assert capsys.readouterr() == (
        "",
        "tonk-lab selftest: a process that played hands was killed\n",
    )


@pytest.mark.usefixtures("_broken")
def test_broken_engine_fails_with_a_seed_to_repeat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "--hands", "3", "--seed", "11"]) == 1
    told = capsys.readouterr()
    assert "repeat: tonk-lab selftest --hands 1 --seed 11/" in told.err
    assert "FAILED" in told.out.splitlines()[-1]
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--hands", "0"], "--hands"),
        (["--hands", "many"], "--hands"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "1/"], "--seed"),
        (["--seed", "1/1000000000"], "--seed"),
    ],
)
def test_bad_values_are_refused(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["selftest", *words])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert named in told
    assert len(told.splitlines()) == 1


def test_unwritable_records_are_refused_before_a_hand_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selftest", "--records", str(tmp_path / "none" / "x.jsonl")]) == 4
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_a_card_that_should_lie_face_down_is_missed_by_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _look_at_called_suits()
    monkeypatch.setattr("game.rules.view.cards_set_aside", _all_open)
    with pytest.raises(CheckFailedError, match="sees what it may not"):
        _look_at_called_suits()


def _look_at_called_suits() -> None:
    rules = STANDARD.changed(high_suit_bet="called")
    for number in range(20 if EVERY else 8):
        play(deal(number, rules, 3), number, look_chance=1.0)


def _all_open(hand: Hand, _looker: int, bet: HighSuitBet) -> list[SetAside]:
    cards = [(seat, high_suit_card(hand, seat, bet.suit)) for seat in bet.joined]
    return [SetAside(seat, card, True) for seat, card in cards if card]
