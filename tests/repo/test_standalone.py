"""The standalone program runs without Python, on a path with blanks, as an ordinary user.

`TONK_STANDALONE` names the folder that PyInstaller made, usually `dist/tonk`, with the archive
beside it; `.ci/run` makes both.
"""

import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.packaging.program import notices, unowned_files
from game.third_party import PARTS
from game.version import __version__
from tests.tools.display import VirtualDisplay, virtual_display
from tests.tools.packages import not_made, standalone

pytestmark = [pytest.mark.packages, pytest.mark.xdist_group("standalone")]

MEGABYTES_AT_MOST = 60
ORDINARY_USER = "nobody"
PATIENCE = 60.0
QUIET = 1.0  # seconds for a page that xdotool cannot ask about


@dataclass(frozen=True, slots=True)
class Program:
    """The program in its place, and a home that its user may write to."""

    folder: Path
    home: Path

    def env(self, display: VirtualDisplay | None) -> dict[str, str]:
        """What such a user's programs are told."""
        env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        return env | ({"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"} if display else {})

    def run(
        self, *words: str | Path, display: VirtualDisplay | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run it as an ordinary user who has nothing but a home and, perhaps, a display."""
        env = self.env(display) | more
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
    built = standalone()
    if not (built / "tonk").is_file():
        pytest.fail(not_made("the standalone program"), pytrace=False)
    # Not pytest's own folder: that one is closed to every user but ours.
    place = Path(tempfile.mkdtemp(prefix="tonk standalone "))
    place.chmod(0o755)
    home = place / "Zoës 家 of a player"
    home.mkdir()
    shutil.copytree(built, place / "Tonk for all", symlinks=True)
    if os.geteuid() == 0:
        shutil.chown(home, ORDINARY_USER)
    yield Program(place / "Tonk for all", home)
    shutil.rmtree(place)


def test_it_tells_its_version(program: Program) -> None:
    outcome = program.run("--version")
    assert (outcome.returncode, outcome.stdout.strip()) == (0, f"Tonk {__version__}"), outcome


def test_it_holds_the_bots_and_not_what_trains_them(program: Program) -> None:
    code = (program.folder / "tonk").read_bytes()
    assert b"ai.registry" in code
    assert b"ai.lab" not in code
    assert not [path for path in program.folder.rglob("*") if "lab" in path.parts]


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


@contextmanager
def _opened(
    program: Program, display: VirtualDisplay, **more: str
) -> Iterator[subprocess.Popen[str]]:
    """The program with its window open and at home for callers, ended the hard way."""
    bell = program.home / ".local/share/tonk/tonk.sock"
    bell.unlink(missing_ok=True)
    env = program.env(display) | more
    command = [*_as_ordinary_user(), str(program.folder / "tonk")]
    with subprocess.Popen(
        command, cwd=program.home, env=env, text=True, stderr=subprocess.PIPE
    ) as running:
        try:
            search = ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(running.pid)]
            found = subprocess.run(
                search, env=display.env, capture_output=True, timeout=PATIENCE, check=False
            )
            assert found.stdout.strip(), found.stderr
            assert more or _comes(bell)
            yield running
        finally:
            running.kill()


def _comes(file: Path) -> bool:
    """Whether a file is made in the time that a busy machine may need."""
    until = time.monotonic() + PATIENCE
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.05)
    return file.exists()


@pytest.mark.xvfb
def test_its_window_opens_and_its_files_go_where_the_system_wants_them(
    program: Program, display: VirtualDisplay
) -> None:
    """In a home of foreign letters, which has none of the folders yet."""
    assert not (program.home / ".local").exists()
    with _opened(program, display) as running:
        assert running.poll() is None
        assert _comes(program.home / ".local/share/tonk/tonk.db")


def test_without_a_display_it_says_so(program: Program) -> None:
    outcome = program.run("play")
    assert outcome.returncode == 3, outcome
    assert len(outcome.stderr.strip().splitlines()) == 1
    assert "display" in outcome.stderr


@pytest.mark.xvfb
def test_a_second_start_finds_the_first(program: Program, display: VirtualDisplay) -> None:
    with _opened(program, display) as running:
        second = program.run(display=display)
        assert (second.returncode, second.stderr) == (0, "")
        assert "already open" in second.stdout
        assert running.poll() is None


@pytest.mark.xvfb
def test_a_folder_that_cannot_be_written_is_told_and_costs_4(
    program: Program, display: VirtualDisplay
) -> None:
    with _opened(program, display, TONK_DATA_DIR="/proc/nowhere") as running:
        assert running.stderr is not None
        assert "/proc/nowhere" in running.stderr.readline()
        subprocess.run(("xdotool", "key", "ctrl+q"), env=display.env, check=True)
        assert running.wait(PATIENCE) == 4


@pytest.mark.xvfb
def test_a_disk_without_space_is_told_and_costs_4_and_the_next_start_goes_on(
    program: Program, display: VirtualDisplay
) -> None:
    with _opened(program, display) as running:
        # Files may not grow any more, which is what a full disk comes to.
        limit = ("prlimit", f"--pid={running.pid}", "--fsize=4096:4096")
        subprocess.run((*_as_ordinary_user(), *limit), check=True)
        for key in ("Tab", "Return", "Return", "d", "ctrl+q"):
            subprocess.run(("xdotool", "key", key), env=display.env, check=True)
            time.sleep(QUIET)
        assert running.wait(PATIENCE) == 4
        assert running.stderr is not None
        assert "Can't save this game" in running.stderr.read()
    with _opened(program, display) as running:
        assert running.poll() is None
    assert not list((program.home / ".local/share/tonk").glob("*damaged*"))


@pytest.mark.xvfb
def test_a_display_that_goes_away_costs_3_and_one_line(program: Program) -> None:
    with ExitStack() as screen:
        gone = screen.enter_context(virtual_display())
        with _opened(program, gone) as running:
            screen.close()
            assert running.wait(PATIENCE) == 3
            assert running.stderr is not None
            assert running.stderr.read().splitlines() == [
                "tonk: the display went away; what was played is kept"
            ]


@pytest.mark.xvfb
def test_a_language_that_there_is_not_is_no_trouble(
    program: Program, display: VirtualDisplay
) -> None:
    words = ("play", "--autoplay", "1")
    played = program.run(*words, display=display, LANG="xx_YY.UTF-8", LC_ALL="xx_YY.UTF-8")
    assert (played.returncode, played.stderr) == (0, "")


@pytest.mark.xvfb
def test_without_any_font_it_says_what_is_missing_and_costs_5(
    program: Program, display: VirtualDisplay
) -> None:
    fonts = program.folder / "_internal/assets/fonts"
    away = fonts.rename(fonts.with_name("away"))
    try:
        played = program.run("play", "--autoplay", "1", display=display)
    finally:
        away.rename(fonts)
    assert played.returncode == 5, played
    assert played.stderr.startswith("tonk: Tonk is incomplete: assets/fonts/")
    assert played.stderr.count("\n") == 1


def test_every_part_of_it_has_its_licence(program: Program) -> None:
    assert not list(unowned_files(program.folder))
    assets = program.folder / "_internal" / "assets"
    assert not [part.name for part in PARTS if not (assets / part.asset).is_file()]
    told = (program.folder / "_internal" / "NOTICES.txt").read_text(encoding="utf-8")
    assert told == notices()


def test_the_archive_runs_from_where_it_is_unpacked(program: Program, tmp_path: Path) -> None:
    (archive,) = standalone().parent.glob(f"tonk-{__version__}-linux-*.tar.xz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    start = tmp_path / f"tonk-{__version__}" / "tonk"
    told = subprocess.check_output((start, "--version"), text=True)
    assert told == f"Tonk {__version__}\n"


def test_it_is_small_and_holds_nothing_unused(program: Program) -> None:
    files = [path for path in program.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files if not path.is_symlink())
    assert size < MEGABYTES_AT_MOST * 1_000_000
    unused = ("numpy", "tkinter", "freesansbold", "screenshots", "packaging")
    names = [str(path.relative_to(program.folder)) for path in files]
    assert not [name for name in names if any(word in name for word in unused)]
    assert [name for name in names if "assets" in Path(name).parts]
