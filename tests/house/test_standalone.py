"""The standalone program runs without Python, on a path with blanks, as an ordinary user.

`TONK_STANDALONE` names the folder that PyInstaller made, usually `dist/tonk`; `.ci/run` builds it.
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.version import __version__
from tests.conftest import cannot_run
from tests.tools.display import VirtualDisplay

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("standalone")]

MEGABYTES_AT_MOST = 60
ORDINARY_USER = "nobody"


@dataclass(frozen=True, slots=True)
class Program:
    """The program in its place, and a home that its user may write to."""

    folder: Path
    home: Path

    def run(
        self, *words: str | Path, display: VirtualDisplay | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run it as an ordinary user who has nothing but a home and, perhaps, a display."""
        env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        if display:
            env |= {"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
        return subprocess.run(
            [*_as_ordinary_user(), self.folder / "tonk", *words],
            cwd=self.home,
            env=env,
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )


def _as_ordinary_user() -> list[str]:
    """Give the words before a command that take root's rights away, where we are root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={ORDINARY_USER}", "--regid=nogroup", "--clear-groups"]


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    built = os.environ.get("TONK_STANDALONE")
    if built is None:
        cannot_run("no standalone program given: build it and set TONK_STANDALONE=dist/tonk")
    elif not Path(built, "tonk").is_file():
        pytest.fail(f"{built} holds no program `tonk`: the build failed", pytrace=False)
    # Not pytest's own folder: that one is closed to every user but ours.
    place = Path(tempfile.mkdtemp(prefix="tonk standalone "))
    place.chmod(0o755)
    home = place / "home of a player"
    home.mkdir()
    shutil.copytree(str(built), place / "Tonk for all", symlinks=True)
    if os.geteuid() == 0:
        shutil.chown(home, ORDINARY_USER)
    yield Program(place / "Tonk for all", home)
    shutil.rmtree(place)


def test_it_tells_its_version(program: Program) -> None:
    outcome = program.run("--version")
    assert (outcome.returncode, outcome.stdout.strip()) == (0, f"Tonk {__version__}"), outcome


@pytest.mark.xvfb
def test_it_plays_hands_and_replays_what_it_wrote(
    program: Program, display: VirtualDisplay
) -> None:
    records = program.home / "three hands.tonk.jsonl"
    played = program.run("play", "--autoplay", "3", "--records", records, display=display)
    assert played.returncode == 0, played.stderr
    replayed = program.run("replay", "--json", records)
    assert replayed.returncode == 0, replayed.stderr
    told = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert [(hand["hand"], hand["ok"]) for hand in told] == [(1, True), (2, True), (3, True)]


@pytest.mark.xvfb
def test_its_window_opens_under_its_name(program: Program, display: VirtualDisplay) -> None:
    command = [*_as_ordinary_user(), str(program.folder / "tonk")]
    env = {"HOME": str(program.home), "DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
    with subprocess.Popen(command, cwd=program.home, env=env) as running:
        try:
            search = ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(running.pid)]
            found = subprocess.run(
                search, env=display.env, text=True, capture_output=True, timeout=60, check=False
            )
            assert found.stdout.strip(), found.stderr
            assert running.poll() is None
        finally:
            running.terminate()


def test_without_a_display_it_says_so(program: Program) -> None:
    outcome = program.run("play")
    assert outcome.returncode == 3, outcome
    assert len(outcome.stderr.strip().splitlines()) == 1
    assert "display" in outcome.stderr


def test_it_is_small_and_holds_nothing_unused(program: Program) -> None:
    files = [path for path in program.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files if not path.is_symlink())
    assert size < MEGABYTES_AT_MOST * 1_000_000
    unused = ("numpy", "tkinter", "freesansbold", "screenshots", "packaging")
    names = [str(path.relative_to(program.folder)) for path in files]
    assert not [name for name in names if any(word in name for word in unused)]
    assert [name for name in names if "assets" in Path(name).parts]
