"""The program and its installer for Windows, under Wine: made there, installed, played, removed.

The release workflow tries both on Windows itself.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.packaging.program import notices, unowned_files
from assets.packaging.windows import installer
from game.third_party import PARTS
from game.version import __version__
from tests.conftest import cannot_run
from tests.tools.display import VirtualDisplay
from tests.tools.wine import Windows, named, standalone

pytestmark = [pytest.mark.wine, pytest.mark.xvfb, pytest.mark.xdist_group("wine")]

UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Tonk"
KIND = r"HKCU\Software\Classes\Tonk.Record"
PATIENCE = 60.0
HANDS = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where things lie on a Windows with the installer."""

    windows: Windows
    setup: Path

    @property
    def program(self) -> Path:
        return self.windows.user / "AppData/Local/Programs/Tonk"

    @property
    def saves(self) -> Path:
        return self.windows.user / "AppData/Local/tonk"

    @property
    def shortcut(self) -> Path:
        return self.windows.user / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Tonk.lnk"

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a program until it ends, and whatever it has started."""
        ended = self.windows.run(*words)
        self.windows.settle()
        return ended

    def knows(self, key: str, value: str = "") -> str:
        """What the registry holds there, empty where it holds nothing."""
        which = ("/v", value) if value else ("/ve",)
        asked = self.windows.run("reg", "query", key, *which)
        lines = asked.stdout.splitlines()
        found = [line.split("REG_SZ", 1)[1].strip() for line in lines if "REG_SZ" in line]
        return found[0] if asked.returncode == 0 and found else ""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, display: VirtualDisplay) -> Iterator[Place]:
    """A Windows, and the installer with the program that was made there."""
    if shutil.which("makensis") is None:
        cannot_run("not installed: makensis")
    folder = tmp_path_factory.mktemp("Spiele für Zoë")
    windows = Windows(folder / "prefix", display.name)
    windows.set_up()
    setup = folder / "tonk-setup.exe"
    yield Place(windows, installer(standalone(windows, folder), setup, compressor="zlib"))
    windows.end()


@pytest.fixture(scope="module")
def installed(place: Place) -> Place:
    assert place.run(place.setup, "/S").returncode == 0
    return place


def test_every_part_of_it_has_its_licence(installed: Place) -> None:
    ours = {"uninstall.exe"}
    assert not [path for path in unowned_files(installed.program) if path.name not in ours]
    inside = installed.program / "_internal"
    assert not [part.name for part in PARTS if not (inside / "assets" / part.asset).is_file()]
    assert (inside / "NOTICES.txt").read_text(encoding="utf-8") == notices()


def test_it_puts_the_program_where_a_users_own_programs_live(installed: Place) -> None:
    assert (installed.program / "tonk.exe").is_file()
    assert (installed.program / "_internal/assets/fonts").is_dir()
    assert installed.shortcut.is_file()


def test_windows_lists_it_with_its_version(installed: Place) -> None:
    assert installed.knows(UNINSTALL, "DisplayVersion") == __version__
    assert installed.knows(UNINSTALL, "UninstallString").endswith('uninstall.exe"')


def test_it_plays_and_replays_what_it_wrote(installed: Place, tmp_path: Path) -> None:
    records = named(tmp_path / "Hände von Zoë.tonk.jsonl")
    console = installed.program / "tonk-console.exe"
    played = installed.run(console, "play", "--autoplay", str(HANDS), "--records", records)
    assert (played.returncode, played.stderr) == (0, "")
    replayed = installed.run(console, "replay", "--json", records)
    told = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert [(hand["hand"], hand["ok"]) for hand in told] == [(1, True), (2, True)]


def test_it_has_the_library_in_c_and_needs_no_sound(installed: Place) -> None:
    told = installed.run(installed.program / "tonk-console.exe", "doctor")
    assert told.returncode == 0, told
    assert re.search(r"^ok +kernel +version \d+, by zig", told.stdout, re.MULTILINE)
    assert re.search(r"^ok +sound +none \(Windows has no sound device\)", told.stdout, re.MULTILINE)


def test_a_record_is_opened_with_the_program(
    installed: Place, display: VirtualDisplay, tmp_path: Path
) -> None:
    record = tmp_path / "Hand von Zoë.tonk.jsonl"
    console = installed.program / "tonk-console.exe"
    installed.run(console, "play", "--autoplay", "1", "--records", named(record))
    # Wine's shell knows only what is registered for the whole machine, so we do what it would do.
    assert installed.knows(r"HKCU\Software\Classes\.jsonl") == "Tonk.Record"
    command = installed.knows(rf"{KIND}\shell\open\command")
    parts = re.fullmatch(r'"(.+)" (open) "%1"', command)
    assert parts, command
    with subprocess.Popen(
        ("wine", *parts.groups(), named(record)),
        env=installed.windows.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as running:
        try:
            _quit(running, display)
            status = running.wait(PATIENCE)
            assert running.stdout
            os.set_blocking(running.stdout.fileno(), False)  # services of Wine keep it open
            assert status == 0, running.stdout.read()
        finally:
            running.kill()
    assert (installed.saves / "tonk.db").is_file()


def test_an_upgrade_replaces_the_program_and_keeps_the_saves(
    installed: Place,
) -> None:
    save = _saved(installed)
    stale = installed.program / "_internal" / "of the old version.dll"
    stale.touch()
    assert installed.run(installed.setup, "/S").returncode == 0
    assert not stale.exists()
    assert (installed.program / "tonk.exe").is_file()
    assert save.read_text() == "saves"


def test_it_refuses_a_folder_that_is_somebody_elses(installed: Place) -> None:
    theirs = installed.windows.prefix / "drive_c" / "letters"
    theirs.mkdir()
    (theirs / "dear aunt.txt").touch()
    assert installed.run(installed.setup, "/S", r"/D=C:\letters").returncode != 0
    assert [path.name for path in theirs.iterdir()] == ["dear aunt.txt"]


def test_its_removal_leaves_the_saves_and_nothing_else(installed: Place) -> None:
    save = _saved(installed)
    assert installed.run(installed.program / "uninstall.exe", "/S").returncode == 0
    until = time.monotonic() + 30  # it works on from a copy of itself
    while installed.program.exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert not installed.program.exists()
    assert not installed.shortcut.exists()
    assert save.read_text() == "saves"
    for key, value in ((UNINSTALL, "DisplayName"), (KIND, ""), (rf"{KIND}\shell\open\command", "")):
        assert not installed.knows(key, value)
    assert not installed.knows(r"HKCU\Software\Classes\.jsonl")


def _quit(running: subprocess.Popen[bytes], display: VirtualDisplay) -> None:
    """Press the keys that end the game, once its window is there and until they are heard.

    Each step is a command of its own: one that also names the window sends it the keys one by one
    and fails as soon as the window is gone, with Ctrl still held down for all tests to come.
    """
    until = time.monotonic() + PATIENCE
    while running.poll() is None and time.monotonic() < until:
        search = ("search", "--onlyvisible", "--pid", str(running.pid))
        found = subprocess.run(
            ("xdotool", *search), env=display.env, capture_output=True, text=True, check=False
        )
        for window in found.stdout.split():
            for words in (("windowfocus", window), ("key", "ctrl+q")):
                subprocess.run(
                    ("xdotool", *words), env=display.env, capture_output=True, check=False
                )
        time.sleep(1)


def _saved(place: Place) -> Path:
    save = place.saves / "kept.txt"
    save.parent.mkdir(parents=True, exist_ok=True)
    save.write_text("saves")
    return save
