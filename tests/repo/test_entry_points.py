"""Every program of tests, trainers and assets explains itself by ``--help``, and does no more."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shares import share

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="some need another system")

ROOT = Path(__file__).resolve().parents[2]
PASSED_ON = {"tests.tools.wine", "tests.ui.real.inside"}
"""Those that pass their arguments on to another program."""
ELSEWHERE = {"assets.fonts.make", "assets.packaging.flatpak"}
"""One needs what no test does; the other only contains the beginning of a program."""
PROGRAMS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("ai", "assets", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if '\nif __name__ == "__main__":' in path.read_text("utf-8")
]
WRITERS = {
    "ai.lab.training.behaviour": "tests/ai/behaviour.json",
    "ai.lab.training.drop_tables": "ai/drops/tables.json",
    "ai.lab.training.export": "ai/master/master.net",
    "assets.icons.make": "assets/icons/tonk-16.png",
    "assets.sounds.make": "assets/sounds/draw1.ogg",
    "assets.sounds.band": "assets/sounds/music.ogg",
}
"""Programs that write files of the project anew, and one of these."""


@pytest.mark.parametrize("program", share(sorted({*PROGRAMS} - PASSED_ON - ELSEWHERE), 6))
def test_help_is_help(program: str) -> None:
    command = (sys.executable, "-m", program, "--help")
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) > 1


@pytest.mark.parametrize("program", WRITERS)
def test_a_wrong_word_costs_one_line_and_no_file(program: str) -> None:
    file = ROOT / WRITERS[program]
    before = file.stat().st_mtime_ns
    command = (sys.executable, "-m", program, "no_such_word", "nor_this")
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].startswith(f"python -m {program}: error: ")
    assert "Traceback" not in ran.stderr
    assert file.stat().st_mtime_ns == before
