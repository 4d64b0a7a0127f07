"""Figures of past runs are kept and shown."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from game.console.output import ExitStatus
from tests.tools.figures import ROOT, main, read_runs

RUNS = read_runs()
COUNTS = """python -c "print('1 hand'); print('2 hands, none failed'); print()" """.strip()


def test_every_figure_is_complete() -> None:
    assert RUNS
    for run in RUNS.values():
        assert all((run.command, run.shows, run.figure))
        assert re.fullmatch(r"[0-9a-f]{7,}(-dirty)?", run.commit)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", run.day)


def test_every_module_that_a_figure_names_exists() -> None:
    modules = {
        name for run in RUNS.values() for name in re.findall(r"-m (tests[\w.]+)", run.command)
    }
    assert modules
    assert not [
        name for name in modules if not (ROOT / name.replace(".", "/")).with_suffix(".py").is_file()
    ]


def test_the_end_of_an_output_is_kept_in_place_of_an_earlier_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    assert main([COUNTS, "--shows", "hands"], file) == 0
    assert "1 hand\n" in capfd.readouterr().out
    assert read_runs(file)[COUNTS].figure == "2 hands, none failed"
    assert main([COUNTS, "--lines", "2"], file) == 0
    (run,) = read_runs(file).values()
    assert (run.shows, run.figure) == ("hands", "1 hand; 2 hands, none failed")
    assert main(["--note", COUNTS, "3 hands"], file) == 0
    assert read_runs(file)[COUNTS].figure == "3 hands"
    capfd.readouterr()
    assert main([], file) == 0
    assert "  -> 3 hands\n" in capfd.readouterr().out


def test_a_command_that_fails_keeps_nothing(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    assert main(['python -c "print(1); raise SystemExit(3)"'], file) == 3
    assert not file.exists()


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """As `head` does, after what it wanted."""
    with subprocess.Popen(
        (sys.executable, "-m", "tests.tools.figures"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (ExitStatus.UNHEARD, b"")


@pytest.mark.parametrize("words", [["--note", "x"], ["--note"], ["x", "y"]])
def test_a_note_without_its_two_parts_is_refused(tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(words, tmp_path / "figures.json")
