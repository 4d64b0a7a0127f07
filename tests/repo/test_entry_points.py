"""Every program of the tests explains itself by ``--help``, with no extra installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shares import share

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="some need another system")

ROOT = Path(__file__).resolve().parents[2]
PASSED_ON = {"tests.tools.wine", "tests.ui.real.inside"}
"""Those that pass their arguments on to another program."""
PROGRAMS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if '\nif __name__ == "__main__":' in path.read_text("utf-8")
]


@pytest.mark.parametrize("program", share([each for each in PROGRAMS if each not in PASSED_ON], 6))
def test_help_is_help(program: str) -> None:
    command = (sys.executable, "-m", program, "--help")
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) > 1
