"""Output that cannot be written: one line and status 4; nobody who reads it: 141 without a word."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Final, TextIO

import pytest

from ai.lab.cli import bench, explore_presets
from ai.lab.cli import main as lab
from game.cli import bench_start, bench_ui, main
from tests.cli.hands import Record, records, written

ROOT: Final = Path(__file__).resolve().parents[2]
FULL: Final = Path("/dev/full")
Output = pytest.CaptureFixture[str]

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="no disk here is always full")

PROGRAMS: Final = {"tonk": (main, "game/cli/COMMANDS.md"), "tonk-lab": (lab, "ai/lab/README.md")}
"""What runs each, and the page that lists its commands."""
WORDS: Final = {
    "tonk bench start": "",
    "tonk bench ui": "",
    "tonk doctor": "",
    "tonk explore": "standard --hands 4",
    "tonk export": "backup.jsonl",
    "tonk fairness": "--deals 1000",
    "tonk import": "earlier.jsonl",
    "tonk open": "--help",
    "tonk play": "--help",
    "tonk replay": "hands.jsonl",
    "tonk review": "hands.jsonl --seat 0",
    "tonk rules check": "ours.toml",
    "tonk rules code": "rushville",
    "tonk rules diff": "standard waits",
    "tonk rules list": "",
    "tonk rules show": "standard",
    "tonk slips": "hands.jsonl",
    "tonk verify": "hands.jsonl",
    "tonk --version": "",
    "tonk-lab arena": "--seats random,greedy8 --hands 2",
    "tonk-lab bench engine": "",
    "tonk-lab bench kernel": "",
    "tonk-lab exploit": "random --hands 1 --until 9",
    "tonk-lab explore-presets": "waits",
    "tonk-lab faults": "--bots casual --hands 2",
    "tonk-lab ladder": "ladder.jsonl --parts presets --bots random --presets standard --until 0.05",
    "tonk-lab respond": "--help",
    "tonk-lab search": "--playouts 5 --against random --hands 2",
    "tonk-lab selftest": "--hands 2",
    "tonk-lab train": "--help",
    "tonk-lab tune": "--rounds 1 --candidates 2 --hands 2",
}
"""The shortest way to let each command say something; four would open a window, or train."""


@cache
def _shortest() -> Record:
    """A short hand."""
    return min(records(8), key=lambda record: len(record["actions"]))


@pytest.fixture(autouse=True)
def _at_home(home: Path) -> Iterator[None]:
    """Files for every command."""
    written(home / "hands.jsonl", [_shortest()])
    (home / "ours.toml").write_text('name = "Ours"\nwait_when_hit = 1\n')
    with chdir(home):
        assert main(["export", "earlier.jsonl"]) == 0
        yield


@pytest.fixture
def _in_no_time(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measurements that take no time, and leave the project's own file alone."""
    monkeypatch.setattr(bench, "SECONDS", 0.0)
    for name in ("RUNS", "BATCH", "KERNEL_BATCH"):
        monkeypatch.setattr(bench, name, 1)
    monkeypatch.setattr(explore_presets, "FILE", home / "presets.json")
    monkeypatch.setattr(explore_presets, "HANDS", 4)
    ui = bench_ui.FrameTimes({}, None, 1.0, 1.0, 1.0, 1.0)
    monkeypatch.setattr(bench_ui, "measure", lambda _driver: ui)
    start = bench_start.StartTimes(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    monkeypatch.setattr(bench_start, "measure", lambda _dist: start)


def _full() -> TextIO:
    return FULL.open("w", encoding="utf-8")


def _unheard() -> TextIO:
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w", encoding="utf-8")


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_command_of_the_page_is_tried(program: str) -> None:
    page = (ROOT / PROGRAMS[program][1]).read_text(encoding="utf-8")
    rows = re.findall(
        rf"^\| `({program} (?:--version|[a-z][a-z-]*(?: [a-z][a-z-]*)*))", page, re.MULTILINE
    )
    assert {words for words in WORDS if words.startswith(f"{program} ")} == set(rows)


@pytest.mark.parametrize("command", WORDS)
def test_every_option_has_its_words_on_the_page(command: str, capsys: Output) -> None:
    program, *words = command.split()
    run, page = PROGRAMS[program]
    if words != ["--version"]:
        with pytest.raises(SystemExit):
            run([*words, "--help"])
        own = rf"^\| `{program} {words[0]}[ `].*\n(?:\| (?:…|`{program} {words[0]}[ `]).*\n)*"
        rows = re.findall(own, (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
        option = r"(?<![\w-])--[a-z][a-z-]*"
        told = re.findall(option, " ".join(re.findall("`[^`]+`", "".join(rows))))
        assert {*re.findall(option, capsys.readouterr().out)} - {"--help"} <= {*told}


@pytest.mark.share(58)
@pytest.mark.usefixtures("_in_no_time")
@pytest.mark.parametrize(
    ("command", "words"),
    [(command, words) for command in WORDS for words in sorted({WORDS[command], "--help"})],
)
@pytest.mark.parametrize(
    ("opened", "status"), [(_full, 4), (_unheard, 141)], ids=["full", "nobody reads"]
)
def test_every_command_says_that_its_output_cannot_be_written(
    capsys: Output, command: str, words: str, opened: Callable[[], TextIO], status: int
) -> None:
    program, *rest = f"{command} {words}".split()
    capsys.readouterr()
    with opened() as stream, redirect_stdout(stream):
        assert PROGRAMS[program][0](rest) == status
        assert sys.stdout is stream
    lines = capsys.readouterr().err.splitlines()
    told = [line for line in lines if line.startswith(f"{program}: ")]
    line = f"{program}: standard output cannot be written: No space left on device"
    assert told == ([line] if status == 4 else [])


def _shell(line: str) -> "subprocess.CompletedProcess[str]":
    """What bash makes of a line; its status is that of the first command."""
    words = ("bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}", sys.executable)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(words, text=True, capture_output=True, check=False, env=env)


@pytest.mark.share(8)
@pytest.mark.parametrize("words", ["rules show standard", "verify hands.jsonl", "--version"])
@pytest.mark.parametrize(
    ("end", "status", "why"),
    [
        (">/dev/full", 4, "No space left on device"),
        (">&-", 4, "Bad file descriptor"),
        ("<&- >&-", 4, "Bad file descriptor"),
        ("| head -n 0", None, ""),
        ("2>/dev/full", 0, ""),
        ("2>&-", 0, ""),
    ],
)
def test_a_real_program_keeps_the_promise_to_its_very_end(
    words: str, end: str, status: int | None, why: str
) -> None:
    ended = _shell(f'"$0" -m game {words} {end}')
    assert ended.returncode in ({0, 141} if status is None else {status})
    line = f"tonk: standard output cannot be written: {why}\n"
    assert ended.stderr == (line if why else "")


@pytest.mark.parametrize("end", ["2>/dev/full", "2>&-"])
def test_where_nobody_can_be_told_the_status_still_is_right(end: str) -> None:
    ended = _shell(f'"$0" -m game rules show nothing {end}')
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "")


def test_no_file_of_the_player_gets_the_number_of_a_closed_output() -> None:
    """Else what a library says on standard output is written into it."""
    script = (
        "import os, sys; from game.console.output import guarded_output\n"
        "with guarded_output(): print(os.open('earlier.jsonl', os.O_RDONLY) != 1, file=sys.stderr)"
    )
    ended = _shell(f'"$0" -c "{script}" <&- >&-')
    assert ended.stderr == "True\n"


@pytest.mark.parametrize("words", ["selftest --hands 2", "arena --seats random,random --hands 2"])
def test_records_that_cannot_be_written_cost_status_4(words: str, capsys: Output) -> None:
    capsys.readouterr()
    command, *options = words.split()
    assert lab([command, *options, "--records", str(FULL)]) == 4
    assert capsys.readouterr().err == (
        f"tonk-lab {command}: --records {FULL}: No space left on device\n"
    )


@pytest.mark.parametrize("words", [[], ["--csv"]], ids=["all", "table"])
@pytest.mark.parametrize("where", ["missing/all.jsonl", "hands.jsonl/all.jsonl", "/dev/full/x"])
def test_an_export_that_cannot_be_written_costs_status_4_and_makes_no_folder(
    tmp_path: Path, capsys: Output, words: list[str], where: str
) -> None:
    capsys.readouterr()
    assert main(["export", *words, where]) == 4
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tonk: {where}: ")
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize(("words", "kind"), [([], "jsonl"), (["--csv"], "csv")])
def test_an_export_without_a_name_lies_where_one_stands_and_in_a_folder_that_is_named(
    tmp_path: Path, capsys: Output, words: list[str], kind: str
) -> None:
    (tmp_path / "backups").mkdir()
    for where, folder in (([], tmp_path), (["backups"], tmp_path / "backups")):
        capsys.readouterr()
        assert main(["export", *words, *where]) == 0
        (file,) = folder.glob(f"tonk-*-*-*.{kind}")
        assert capsys.readouterr().out == f"{Path(*where) / file.name}\n"


def test_an_import_that_cannot_be_read_costs_status_2_and_one_that_cannot_be_written_4(
    home: Path, capsys: Output
) -> None:
    capsys.readouterr()
    for name in ("missing.jsonl", "data", "hands.jsonl"):
        assert main(["import", name]) == 2
        assert capsys.readouterr().err.startswith(f"tonk: {name}: ")
    shutil.rmtree(home / "data")
    (home / "data").touch()
    assert main(["import", "earlier.jsonl"]) == 4
    assert capsys.readouterr().err.startswith(f"tonk: {home / 'data'}")
