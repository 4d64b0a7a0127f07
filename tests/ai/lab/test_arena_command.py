"""`tonk-lab arena` as it is used: what it prints, refuses, and does when interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai.lab.arena.workers import HungError
from ai.lab.cli import main, matches
from ai.lab.cli.matches import RecordsFile, RefusedError
from game.console.terminal import bar
from game.rules.presets import PRESETS, preset, spelled_out
from game.rules.record import read_record, replay
from game.rules.results import Ending
from game.rules.sharecode import code_of
from tests.ai.lab.conftest import Interrupt

ROOT = Path(__file__).resolve().parents[3]
Output = pytest.CaptureFixture[str]
KEYS = ["rules", "seed", "hands", "seats", "endings", "hands_per_s"]
SEAT_KEYS = ["bot", "mean", "ci95", "caught_rate", "ms_p50", "ms_p99"]
FEW = ["--seats", "greedy8,random", "--hands", "20"]


def arena(*words: str | float | Path) -> int:
    return main(["arena", *map(str, words)])


def test_json_is_one_object_in_the_documented_shape(capsys: Output) -> None:
    assert arena("--seats", "Random,GREEDY8,stayer", "--hands", 31, "--seed", 5, "--json") == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found = json.loads(out)
    assert list(found) == KEYS
    assert (found["rules"], found["seed"], found["hands"]) == ("standard", 5, 33)
    assert [seat["bot"] for seat in found["seats"]] == ["random", "greedy8", "stayer"]
    for seat in found["seats"]:
        assert list(seat) == SEAT_KEYS
        assert 0 < seat["ms_p50"] <= seat["ms_p99"]
        assert 0 <= seat["caught_rate"] <= 1
        assert seat["ci95"] > 0
    assert sum(seat["mean"] for seat in found["seats"]) == pytest.approx(0, abs=1e-4)
    assert list(found["endings"]) == [kind.value for kind in Ending]
    assert sum(found["endings"].values()) == 33
    assert found["hands_per_s"] > 0


def _lasting(text: str) -> dict[str, object]:
    """What must be the same each time: all but the times."""
    found = json.loads(text)
    for seat in found["seats"]:
        del seat["ms_p50"], seat["ms_p99"]
    del found["hands_per_s"]
    return dict(found)


def test_the_same_seed_gives_the_same_totals_in_processes(capsys: Output) -> None:
    words = [*FEW, "--seed", "some words", "--json"]
    assert arena(*words) == 0
    alone = _lasting(capsys.readouterr().out)
    assert arena(*words, "--jobs", 2) == 0
    assert _lasting(capsys.readouterr().out) == alone
    assert alone["seed"] == "some words"


def test_words_tell_what_json_tells(capsys: Output) -> None:
    assert arena(*FEW) == 0
    head, columns, *seats, endings = capsys.readouterr().out.splitlines()
    assert head.startswith("Rules standard, seed 1: 20 hands, 10 deals in 2 seatings each; ")
    assert "stakes a hand, 95%" in columns
    assert [line.split()[0] for line in seats] == ["greedy8", "random"]
    assert all("±" in line for line in seats)
    assert endings.startswith("ended by ")


def test_a_table_plays_all_against_all(capsys: Output) -> None:
    assert arena("--table", "greedy8,random,stayer", "--hands", 20, "--rules", "push_up") == 0
    head, _, columns, rule, *rows = capsys.readouterr().out.splitlines()
    assert "60 hands; points a hand, row against column" in head
    assert columns == "|  | greedy8 | random | stayer | mean | least |"
    assert rule.count("|") == 7
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    assert [row[0] for row in cells] == ["greedy8", "random", "stayer"]
    for place, row in enumerate(cells):
        means = {
            column: float(cell.split(" ± ")[0]) for column, cell in enumerate(row[1:4]) if cell
        }
        assert set(means) == {0, 1, 2} - {place}
        for column, mean in means.items():
            assert float(cells[column][place + 1].split(" ± ")[0]) == -mean
        assert float(row[4]) == pytest.approx(sum(means.values()) / 2, abs=0.001)
        assert float(row[5]) == min(means.values())


def test_a_table_in_json_tells_every_pair(capsys: Output) -> None:
    assert arena("--table", "greedy8,random,stayer", "--hands", 4, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["table"] == ["greedy8", "random", "stayer"]
    bots = [[seat["bot"] for seat in pair["seats"]] for pair in found["pairs"]]
    assert bots == [["greedy8", "random"], ["greedy8", "stayer"], ["random", "stayer"]]
    assert (found["hands"], sum(found["endings"].values())) == (12, 12)


def test_records_hold_every_hand_and_replay_clean(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "hands.tonk.jsonl"
    file.write_text("what was there before\n", encoding="utf-8")
    assert arena("--seats", "random,regular,stayer", "--hands", 30, "--records", file) == 0
    _check_records(file, 30)


def test_every_preset_is_played_one_by_one(tmp_path: Path, capsys: Output) -> None:
    """The records of all go into one file."""
    file = tmp_path / "hands.jsonl"
    words = ("--seats", "random,greedy8,stayer", "--hands", 9, "--json", "--records", file)
    assert arena(*words, "--every-preset") == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["rules"] for each in found] == list(PRESETS)
    assert {each["hands"] for each in found} == {9}
    _check_records(file, 9 * len(PRESETS))
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [record["rules_name"] for record in records[::9]] == list(PRESETS)
    assert [record["rules"] for record in records[::9]] == list(
        map(spelled_out, map(preset, PRESETS))
    )


def _check_records(file: Path, hands: int) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == hands
    for line in lines:
        record = read_record(json.loads(line))
        record.check_ending(replay(record))


def test_rules_may_be_a_share_code_or_a_set_of_ones_own(home: Path, capsys: Output) -> None:
    folder = home / "config" / "rules"
    folder.mkdir(parents=True)
    (folder / "any.toml").write_text('name = "Ours"\nextends = "waits"\n', encoding="utf-8")
    for name in ("ours", code_of(preset("waits"))):
        assert arena(*FEW, "--rules", name, "--json") == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0]["rules"] == "Ours"
    assert told[0]["seats"][0]["mean"] == told[1]["seats"][0]["mean"]


def test_rules_may_come_from_a_file(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "high.toml"
    file.write_text('name = "High"\nextends = "push_up"\nhand_size = 7\n', encoding="utf-8")
    assert arena(*FEW, "--rules", file, "--json") == 0
    assert json.loads(capsys.readouterr().out)["rules"] == "High"


def test_until_stops_early(capsys: Output) -> None:
    words = ("--seats", "greedy8,greedy8", "--hands", 100_000, "--until", 0.05, "--json")
    assert arena(*words) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 200


# Bad input.


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--hands", "4"], "one of the arguments --seats --table --exploit is required"),
        (["--seats", "a,b", "--table", "a,b", "--hands", "4"], "argument --table: not allowed"),
        ([*FEW, "--rules", "army", "--every-preset"], "argument --every-preset: not allowed with"),
        ([*FEW[:2], "--hands", "0"], "argument --hands: 0 hands; expected a whole number, 1 or"),
        ([*FEW, "--jobs", "-1"], "argument --jobs: -1 jobs; expected a whole number, 1 or more"),
        ([*FEW, "--until", "nan"], "argument --until: nan: expected a number above 0"),
    ],
)
def test_a_mistyped_option_costs_2_and_one_line(
    capsys: Output, words: list[str], line: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        arena(*words)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tonk-lab arena: {line}")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--seats", "random,greddy8"], 'no opponent is called "greddy8"; did you mean greedy8?'),
        (["--seats", "random"], "seats = 1: expected 2 to 6"),
        (["--seats", ",".join(["random"] * 7)], "seats = 7: expected 2 to 6"),
        (["--table", "random,random"], "--table: expected two bots or more, each named once"),
        (["--table", "random"], "--table: expected two bots or more, each named once"),
        ([*FEW[:2], "--rules", "chicgo"], '--rules: "chicgo": no preset, rule set of your own'),
        (["--exploit", "random,greedy8"], "random, greedy8: expected one bot to beat"),
        (["--exploit", "greddy8"], 'no opponent is called "greddy8"; did you mean greedy8?'),
        (["--exploit", "greedy8", "--budget", "199"], "--budget 199: expected 200 or more"),
        ([*FEW[:2], "--budget", "200"], "--budget goes with --exploit"),
    ],
)
def test_what_cannot_be_played_costs_2_and_one_line(
    capsys: Output, words: list[str], line: str
) -> None:
    assert arena(*words, "--hands", 4) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tonk-lab arena: {line}")


def test_hands_are_asked_for(capsys: Output) -> None:
    assert arena(*FEW[:2]) == 2
    assert capsys.readouterr().err == "tonk-lab arena: --hands is required\n"


def test_seats_that_the_pack_cannot_serve_are_refused(capsys: Output) -> None:
    seats = ",".join(["random"] * 5)
    assert arena("--seats", seats, "--hands", 5, "--rules", "vietnam") == 2
    assert "5 seats need" in capsys.readouterr().err


def test_a_rule_file_that_is_wrong_costs_2_and_one_line(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('name = "Bad"\nhand_size = 70\n', encoding="utf-8")
    assert arena(*FEW, "--rules", file) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"tonk-lab arena: --rules: {file}: ")
    assert err.count("\n") == 1


def test_records_that_cannot_be_written_are_told_before_the_first_hand(
    tmp_path: Path, capsys: Output
) -> None:
    assert arena(*FEW, "--records", tmp_path) == 4
    out, err = capsys.readouterr()
    assert not out, "hands were played"
    assert err.startswith(f"tonk-lab arena: --records {tmp_path}: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_disk_that_is_full_costs_4_and_the_figures_are_printed(capsys: Output) -> None:
    words = ("--seats", "greedy8,random", "--hands", 200, "--json", "--records", "/dev/full")
    assert arena(*words) == 4
    out, err = capsys.readouterr()
    assert "--records /dev/full: " in err
    assert err.count("\n") == 1
    assert json.loads(out)["hands"] >= 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_disk_that_is_full_at_the_very_end_is_told_too(capsys: Output) -> None:
    words = ("--seats", "greedy8,random", "--hands", 2, "--json", "--records", "/dev/full")
    assert arena(*words) == 4
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert json.loads(out)["hands"] == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_disk_that_is_full_is_told_once_whatever_is_buffered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    as_of_3_14 = 1 << 17  # bytes in a buffer, which then holds what was refused
    opened = partial(open, mode="w", encoding="utf-8", buffering=as_of_3_14)
    monkeypatch.setattr(matches, "open_to_write", opened)
    records = RecordsFile(Path("/dev/full"))
    with pytest.raises(RefusedError, match="No space left"):
        records.write(["a short line"] * 100_000)
    records.close()


# Dask, without Dask.


class _Client:
    """As much of `distributed.Client` as is used: three threads are here, none is at idle."""

    def __init__(self, address: str, timeout: int) -> None:
        assert timeout > 0
        if address not in ("tcp://here:8786", "tcp://idle:8786"):
            raise OSError(f"Timed out trying to connect\nto {address}")
        self._threads = {"one": 3} if "here" in address else {}

    def nthreads(self) -> dict[str, int]:
        return self._threads

    def get_executor(self) -> Executor:
        return ThreadPoolExecutor(3)


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = SimpleNamespace(Client=_Client, KilledWorker=RuntimeError)
    monkeypatch.setitem(sys.modules, "distributed", fake)


@pytest.mark.usefixtures("dask")
def test_a_cluster_gives_the_same_totals(capsys: Output) -> None:
    assert arena(*FEW, "--json") == 0
    alone = _lasting(capsys.readouterr().out)
    assert arena(*FEW, "--json", "--scheduler", "tcp://here:8786") == 0
    assert _lasting(capsys.readouterr().out) == alone


@pytest.mark.usefixtures("dask")
def test_a_scheduler_that_does_not_answer_costs_2_and_one_line(capsys: Output) -> None:
    assert arena(*FEW, "--scheduler", "tcp://nobody:1") == 2
    line = "tonk-lab arena: --scheduler: no Dask scheduler answers at tcp://nobody:1: "
    assert capsys.readouterr().err.startswith(line)


@pytest.mark.usefixtures("dask")
def test_a_cluster_without_workers_costs_2_and_one_line(capsys: Output) -> None:
    assert arena(*FEW, "--scheduler", "tcp://idle:8786") == 2
    assert "has no workers" in capsys.readouterr().err


def test_without_dask_a_scheduler_costs_2_and_one_line(
    capsys: Output, absent: Callable[[str], None]
) -> None:
    absent("distributed")
    assert arena(*FEW, "--scheduler", "tcp://here:8786") == 2
    err = capsys.readouterr().err
    assert err.startswith("tonk-lab arena: --scheduler: a scheduler needs Dask: ")
    assert err.count("\n") == 1


# Interrupts, hangs, progress.


def test_an_interrupt_prints_what_there_is_and_costs_130(
    capsys: Output, interrupt: Interrupt
) -> None:
    interrupt(lambda done, _: done >= 6)
    assert arena("--seats", "greedy8,random", "--hands", 100_000, "--json") == 130
    found = json.loads(capsys.readouterr().out)
    assert list(found) == KEYS
    assert 6 <= found["hands"] < 100_000
    assert found["seats"][0]["ci95"] >= 0


def test_an_interrupt_before_the_first_deal_is_no_failure(
    capsys: Output, interrupt: Interrupt
) -> None:
    interrupt(lambda *_: True)
    assert arena(*FEW, "--json") == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["hands"], found["seats"][0]["mean"]) == (0, None)
    assert arena(*FEW) == 130
    assert "0 hands" in capsys.readouterr().out
    assert arena("--table", "greedy8,random", "--hands", 4) == 130
    assert "| greedy8 |" in capsys.readouterr().out


def _heeds_interrupts() -> None:
    """A shell that starts the tests in its background would have them deaf to Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals as a terminal here does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_long_run(tmp_path: Path, jobs: str) -> None:
    records = tmp_path / "hands.jsonl"
    words = ["--seats", "greedy8,random", "--hands", "10000000", "--json", "--jobs", jobs]
    command = [sys.executable, "-m", "ai.lab", "arena", *words, "--records", str(records)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_heeds_interrupts,  # noqa: PLW1509 - no thread of the tests runs Python here
    ) as tonk:
        while not (records.exists() and records.stat().st_size) and tonk.poll() is None:
            time.sleep(0.05)
        os.killpg(tonk.pid, signal.SIGINT)
        out, err = tonk.communicate(timeout=120)
    assert (tonk.returncode, err) == (130, "")
    found = json.loads(out)
    assert found["hands"] == len(records.read_text(encoding="utf-8").splitlines()) > 0
    assert found["seats"][0]["ci95"] > 0


def test_a_bot_that_hangs_costs_1_and_one_line(capsys: Output, interrupt: Interrupt) -> None:
    interrupt(lambda *_: True, HungError("greedy8", 3, 60))
    assert arena(*FEW, "--json") == 1
    out, err = capsys.readouterr()
    assert err == "tonk-lab arena: greedy8 hangs: it has no answer after 60 s (deal 3)\n"
    assert json.loads(out)["hands"] == 0


def test_the_bar_tells_how_long_it_will_take() -> None:
    assert bar(0, 400, "hands", 2) == f"[{'.' * 30}] 0 of 400 hands, just begun"
    quarter = f"[{'#' * 7}{'.' * 23}] 100 of 400 hands"
    assert bar(100, 400, "hands", 20) == f"{quarter}, 1 min 00 s left"
    assert bar(100, 400, "hands", 2400) == f"{quarter}, 2 h 00 min left"
