"""The installer for Windows under Wine, with a small program in the place of the game.

The game itself for Windows can only be built on Windows; the release workflow tries that one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.packaging.windows import installer
from game.version import __version__
from tests.conftest import cannot_run

pytestmark = [pytest.mark.wine, pytest.mark.xdist_group("wine")]

ROOT = Path(__file__).resolve().parents[2]
UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Tonk"
KIND = r"HKCU\Software\Classes\Tonk.Record"
PATIENCE = 300.0


@dataclass(frozen=True, slots=True)
class Windows:
    """A Wine prefix of its own."""

    prefix: Path
    user: Path

    def run(self, *words: str | Path) -> int:
        """Run a program for Windows until it ends, and whatever it has started."""
        env = os.environ | {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all"}
        env |= {"WINEDLLOVERRIDES": "mscoree,mshtml=", "LANG": "C.UTF-8"}
        env.pop("DISPLAY", None)
        ended = subprocess.run(
            ("wine", *words), env=env, capture_output=True, timeout=PATIENCE, check=False
        )
        subprocess.run(("wineserver", "--wait"), env=env, timeout=PATIENCE, check=False)
        return ended.returncode

    def knows(self, key: str, value: str = "") -> str:
        """What the registry holds there, empty where it holds nothing."""
        which = ("/v", value) if value else ("/ve",)
        env = os.environ | {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all"}
        asked = subprocess.run(
            ("wine", "reg", "query", key, *which), env=env, capture_output=True, check=False
        )
        lines = asked.stdout.decode("utf-8", "replace").splitlines()
        found = [line.split("REG_SZ", 1)[1].strip() for line in lines if "REG_SZ" in line]
        return found[0] if asked.returncode == 0 and found else ""

    @property
    def program(self) -> Path:
        return self.user / "AppData/Local/Programs/Tonk"

    @property
    def shortcut(self) -> Path:
        return self.user / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Tonk.lnk"


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installer, with a stand-in for the game."""
    if shutil.which("makensis") is None:
        cannot_run("not installed: makensis")
    folder = tmp_path_factory.mktemp("Spiele für Zoë")
    stand_in = folder / "tonk"
    (stand_in / "_internal" / "assets").mkdir(parents=True)
    (stand_in / "_internal" / "assets" / "font.ttf").touch()
    script = ROOT / "tests" / "tools" / "standin.nsi"
    command = ("makensis", "-V1", f"-DOUTPUT={stand_in / 'tonk.exe'}", str(script))
    subprocess.run(command, check=True)
    return installer(stand_in, folder / "tonk-setup.exe")


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory, setup: Path) -> Iterator[Windows]:
    prefix = tmp_path_factory.mktemp("wine") / "prefix"
    made = Windows(prefix, prefix / "drive_c" / "users" / _who())
    assert made.run("wineboot", "--init") == 0
    yield made
    made.run("wineboot", "--kill")


def _who() -> str:
    return os.environ.get("USER") or subprocess.check_output(("id", "-un"), text=True).strip()


@pytest.fixture(scope="module")
def installed(windows: Windows, setup: Path) -> Windows:
    assert windows.run(setup, "/S") == 0
    return windows


def test_it_puts_the_program_where_a_users_own_programs_live(installed: Windows) -> None:
    assert (installed.program / "tonk.exe").is_file()
    assert (installed.program / "_internal/assets/font.ttf").is_file()
    assert installed.shortcut.is_file()


def test_windows_lists_it_with_its_version(installed: Windows) -> None:
    assert installed.knows(UNINSTALL, "DisplayVersion") == __version__
    assert installed.knows(UNINSTALL, "UninstallString").endswith('uninstall.exe"')


def test_a_record_is_opened_with_the_program(installed: Windows) -> None:
    # Wine's shell knows only what is registered for the whole machine, so we do what it would do.
    assert installed.knows(r"HKCU\Software\Classes\.jsonl") == "Tonk.Record"
    command = installed.knows(rf"{KIND}\shell\open\command")
    parts = re.fullmatch(r'"(.+)" (open) "%1"', command)
    assert parts, command
    assert installed.run(*parts.groups(), r"Z:\Hand von Zoë.tonk.jsonl") == 0
    told = (installed.program / "started.txt").read_bytes().decode("utf-16")
    assert told == r'open "Z:\Hand von Zoë.tonk.jsonl"'
    (installed.program / "started.txt").unlink()


def test_an_upgrade_replaces_the_program_and_keeps_the_saves(
    installed: Windows, setup: Path
) -> None:
    save = _saved(installed)
    stale = installed.program / "_internal" / "of the old version.dll"
    stale.touch()
    assert installed.run(setup, "/S") == 0
    assert not stale.exists()
    assert (installed.program / "tonk.exe").is_file()
    assert save.read_text() == "saves"


def test_it_refuses_a_folder_that_is_somebody_elses(installed: Windows, setup: Path) -> None:
    theirs = installed.prefix / "drive_c" / "letters"
    theirs.mkdir()
    (theirs / "dear aunt.txt").touch()
    assert installed.run(setup, "/S", r"/D=C:\letters") != 0
    assert [path.name for path in theirs.iterdir()] == ["dear aunt.txt"]


def test_its_removal_leaves_the_saves_and_nothing_else(installed: Windows) -> None:
    save = _saved(installed)
    assert installed.run(installed.program / "uninstall.exe", "/S") == 0
    until = time.monotonic() + 30  # it works on from a copy of itself
    while installed.program.exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert not installed.program.exists()
    assert not installed.shortcut.exists()
    assert save.read_text() == "saves"
    for key, value in ((UNINSTALL, "DisplayName"), (KIND, ""), (rf"{KIND}\shell\open\command", "")):
        assert not installed.knows(key, value)
    assert not installed.knows(r"HKCU\Software\Classes\.jsonl")


def _saved(windows: Windows) -> Path:
    save = windows.user / "AppData/Local/tonk/tonk.db"
    save.parent.mkdir(parents=True, exist_ok=True)
    save.write_text("saves")
    return save
