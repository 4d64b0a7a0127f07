"""The quick tests hold on every Python that is promised and found here, and on Windows' own.

Each of them runs tests of rules, sessions, saves, records and commands in a process of its own,
Windows those of files, text and the command line.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.tools.wine import tried_with

ROOT: Final = Path(__file__).resolve().parents[2]
MADE: Final = ROOT / "build" / "pythons"
PROJECT: Final = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
# The cache of pytest is that of the run which starts this one.
_HOW: Final = ("-n0", "-p", "no:cacheprovider")
# Of the saves, what every other test of them stands on.
_SAVES: Final = (
    *(
        f"tests/session/test_store.py::test_{name}"
        for name in (
            "a_new_session_takes_the_place_of_the_old",
            "a_save_cut_off_anywhere_never_stops_the_game",
            "one_hand_that_a_file_lacks_is_the_trace_of_a_killed_program",
            "the_next_start_goes_on_in_mid_hand_exactly_there",
            "the_records_of_all_hands_are_kept",
            "what_is_no_file_is_set_aside_and_play_is_saved_at_once",
        )
    ),
    *(
        f"tests/session/test_transfer.py::test_{name}"
        for name in ("nothing_comes_twice", "a_table_that_was_left_can_be_gone_on_with")
    ),
)
# What has to do with files, text and the command line.
SYSTEM: Final = (
    *(
        f"tests/session/test_{name}.py"
        for name in (
            *("documents", "files", "hand_files", "lock", "settings"),
            *("single_instance", "special_files"),
        )
    ),
    *_SAVES,
    "tests/rulesets/test_rule_files.py",
    *(f"tests/cli/test_{name}.py" for name in ("doctor", "main", "open")),
)
# What could differ with the version of the language alone.
LANGUAGE: Final = (
    *("tests/compat", "tests/golden/test_golden.py", "tests/kernel/test_lockstep.py"),
    *(f"tests/rules/test_{name}.py" for name in ("untrusted_input", "record", "seal")),
    *(f"tests/session/test_{name}.py" for name in ("documents", "reviews")),
    *_SAVES,
    *(f"tests/cli/test_{name}.py" for name in ("main", "rules", "verify")),
    "tests/ui/test_loop.py",
)
# Damaged bytes are read alike by every Python, and what is refused is on every system.
_DAMAGED: Final = "altered or cut or damaged or spoilt or torn"
_REFUSED: Final = "mixed or newer or refuse"
_LINES: Final = 60


def promised() -> list[str]:
    """The versions that the project says it runs on."""
    kinds = tomllib.loads(PROJECT)["project"]["classifiers"]
    found = (re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", kind) for kind in kinds)
    return [kind[1] for kind in found if kind]


def _python(version: str) -> Path | None:
    """That Python, by its name on the path or among those of pyenv; None where it is not here."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv", "versions")
    named = shutil.which(f"python{version}")
    for path in ([Path(named)] if named else []) + sorted(pyenv.glob(f"{version}.*/bin/python")):
        asked = subprocess.run((path, "--version"), text=True, capture_output=True, check=False)
        # A shim of pyenv's is there for versions that are not switched on, too.
        if asked.returncode == 0 and f"Python {version}." in asked.stdout:
            return path
    return None


def _environment(version: str, python: Path) -> Path:
    """The Python of an environment with what the tests need; kept while the project stays so."""
    home = MADE / version
    made_for, inside = home / "made-for", home / "bin" / "python"
    if not made_for.exists() or made_for.read_text(encoding="utf-8") != PROJECT:
        _run(python, "-m", "venv", "--clear", home)
        _run(inside, "-m", "pip", "install", "--quiet", "--editable", ROOT, *tried_with())
        made_for.write_text(PROJECT, encoding="utf-8")
    return inside


def _test(*command: str | Path) -> None:
    """Run tests, all of which have to pass; else show the end of what was said."""
    lines = _run(*command)
    # A process that crashes under Wine may end with status 0, and without pytest's last line.
    if not re.search(r"\b\d+ passed.* in ", lines[-1]):
        pytest.fail("\n".join(lines[-_LINES:]), pytrace=False)


def _run(*command: str | Path) -> list[str]:
    """Run what has to succeed, else show the end of what it said; its lines."""
    # What needs more than Python, this one has tried.
    env = {name: value for name, value in os.environ.items() if name not in {"CI", "DISPLAY"}}
    for name in [name for name in env if name.startswith(("PYTEST_", "TONK_"))]:
        del env[name]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    lines = ended.stdout.decode("utf-8", "replace").splitlines()
    if ended.returncode != 0:
        pytest.fail("\n".join(lines[-_LINES:]), pytrace=False)
    return lines


@pytest.mark.pythons
@pytest.mark.parametrize(
    "version",
    [pytest.param(version, marks=pytest.mark.xdist_group(version)) for version in promised()],
)
def test_the_quick_tests_hold_on(version: str) -> None:
    if version == "{}.{}".format(*sys.version_info):
        pytest.skip("this is the Python that runs all of them")
    python = _python(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    python = _environment(version, python)
    _test(python, "-m", "pytest", *_HOW, *LANGUAGE, "-k", f"not ({_DAMAGED})")


@pytest.mark.wine
@pytest.mark.xdist_group("windows")
def test_the_quick_tests_hold_on_windows() -> None:
    windows = (sys.executable, "-m", "tests.tools.wine")
    _test(*windows, "-m", "pytest", *_HOW, *SYSTEM, "-k", f"not ({_DAMAGED} or {_REFUSED})")
