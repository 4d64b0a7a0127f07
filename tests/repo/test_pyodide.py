"""The rules, the plain bots and the records hold on Pyodide, Python for browsers, in Node.

There are no threads and no processes there, and no kernel: the same tests run without.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
MADE: Final = ROOT / "build" / "pyodide"
PYODIDE: Final = "314.0.7"
"""The version of npm's package, which holds Python 3.14 with all of its library."""
ENGINE: Final = (
    "tests/golden/test_golden.py",
    "tests/scenarios/test_scenarios.py",
    "tests/rules/test_record.py",
    "tests/ai/test_plain.py",
    "tests/compat/test_earlier_versions.py::test_every_record_of_then_is_a_right_record_today",
)
# No settings of this project's: they name plug-ins that need threads.
_HOW: Final = ("-q", "-c", "/dev/null", "--rootdir=/tonk", "--noconftest", "-p", "no:cacheprovider")
_LINES: Final = 40


@pytest.fixture
def pyodide() -> Path:
    """The folder with Pyodide, fetched where it is not there yet."""
    about = MADE / "node_modules" / "pyodide" / "package.json"
    if not about.exists() or f'"version": "{PYODIDE}"' not in about.read_text(encoding="utf-8"):
        MADE.mkdir(parents=True, exist_ok=True)
        words = ("install", "--prefix", str(MADE), "--no-save", "--no-audit", "--no-fund")
        npm = shutil.which("npm") or "npm"
        subprocess.run((npm, *words, f"pyodide@{PYODIDE}"), check=True, capture_output=True)
    return MADE


@pytest.mark.pyodide
@pytest.mark.xdist_group("pyodide")
def test_the_engine_holds_on_python_for_browsers(pyodide: Path) -> None:
    script = ROOT / "tests" / "tools" / "pyodide.mjs"
    folders = (pyodide, ROOT, sysconfig.get_path("purelib"))
    ended = subprocess.run(
        ("node", script, *folders, *_HOW, *ENGINE),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, "\n".join(ended.stdout.splitlines()[-_LINES:])
