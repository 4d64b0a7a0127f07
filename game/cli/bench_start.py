"""`tonk bench start`: the size of the standalone program and its start-up time.

For comparison it measures an empty window of pygame-ce, frozen in the same way. Times run from the
start of a process to the line that it prints when its first frame is on the screen; each is the
median of several starts, alternating between the two programs, so that a busy moment affects both.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Final

from game.console.output import ExitStatus
from game.processes import ended_with_this

STARTS: Final = 7  # starts, of which the median counts
_TIMEOUT: Final = 10.0  # maximum seconds for a start
_SHOWN: Final = "first frame"
_WINDOW: Final = "window"
_MAKE: Final = "build/venv/bin/python -m assets.packaging program bare deb"
_EXE: Final = ".exe" if sys.platform == "win32" else ""


class BenchError(Exception):
    """A measurement is impossible; the message is one line."""

    def __init__(self, message: str, status: int = ExitStatus.WRONG) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class StartTimes:
    """The results of the benchmark; the fields are the keys of its JSON. A megabyte is a million
    bytes.
    """

    bundle_mb: float
    bare_bundle_mb: float
    download_mb: float | None
    first_frame_ms: float
    bare_first_frame_ms: float
    version_ms: float
    rss_mb: float | None

    def __str__(self) -> str:
        return "\n".join(
            f"{name:<20} {'unknown' if value is None else value:>8}"
            for name, value in asdict(self).items()
        )


def run(options: argparse.Namespace) -> int:
    """Measure and print the results, or be the window that is measured."""
    if options.part == _WINDOW:
        from game.app import run as run_window
        from game.saves.settings import PlayOptions

        return run_window(PlayOptions(), shown=lambda: print(_SHOWN, flush=True))
    try:
        figures = measure(options.dist or _usual_folder())
    except BenchError as error:
        print(f"tonk bench start: {error}", file=sys.stderr)
        return error.status
    print(json.dumps(asdict(figures)) if options.json else figures)
    return 0


def measure(dist: Path) -> StartTimes:
    """Return the results for the programs in a folder of builds."""
    # On Windows a program without a console cannot print its time.
    tonk = _built(dist / "tonk", f"tonk-console{_EXE}" if _EXE else "tonk")
    bare = _built(dist / "bare", f"bare{_EXE}")
    window = (str(tonk), "bench", "start", "--part", _WINDOW)
    with TemporaryDirectory(prefix="tonk-bench-") as home, _display() as display:
        env = os.environ | display | {"TONK_DATA_DIR": home, "TONK_CONFIG_DIR": home}
        starts = [(_start(window, env), _start((str(bare),), env)) for _ in _counted(STARTS + 1)]
        versions = [_version(tonk, env) for _ in range(STARTS)]
    del starts[0]  # the first start read the files from the disk
    ours, bares = zip(*starts, strict=True)
    memory = [mb for _, mb in ours if mb is not None]
    return StartTimes(
        bundle_mb=_size(dist / "tonk"),
        bare_bundle_mb=_size(dist / "bare"),
        download_mb=_download(dist),
        first_frame_ms=_median([ms for ms, _ in ours]),
        bare_first_frame_ms=_median([ms for ms, _ in bares]),
        version_ms=_median(versions),
        rss_mb=_median(memory) if memory else None,
    )


def _usual_folder() -> Path:
    """Return the folder beside this program if it is frozen, else in its clone, else the current
    one.
    """
    if getattr(sys, "frozen", False):
        return Path(sys.executable).resolve().parents[1]
    root = Path(__file__).resolve().parents[2]
    return (root if (root / "build.spec").is_file() else Path.cwd()) / "dist"


def _built(folder: Path, name: str) -> Path:
    if not (folder / name).is_file():
        raise BenchError(
            f"there is no {folder / name}: make it with `{_MAKE}`", ExitStatus.UNREADABLE
        )
    return folder / name


@contextmanager
def _display() -> Iterator[dict[str, str]]:
    """Provide the environment for windows: an existing display, a virtual one, or SDL's dummy
    driver.
    """
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names):
        yield {}
    elif shutil.which("Xvfb") is None:
        print("no display and no Xvfb: the windows open on SDL's dummy driver", file=sys.stderr)
        yield {"SDL_VIDEODRIVER": "dummy"}
    else:
        with _virtual_display() as name:
            yield {"DISPLAY": name}


@contextmanager
def _virtual_display() -> Iterator[str]:
    read, write = os.pipe()
    words = ended_with_this(
        ("Xvfb", "-noreset", "-displayfd", str(write), "-screen", "0", "1920x1080x24")
    )
    with subprocess.Popen(words, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        if not number:
            raise BenchError("Xvfb cannot be started")
        try:
            yield f":{number}"
        finally:
            server.terminate()


def _counted(starts: int) -> Iterator[int]:
    """Yield the numbers of the starts, each printed on standard error as it begins."""
    for number in range(starts):
        print(f"start {number} of {starts - 1}", file=sys.stderr, flush=True)
        yield number


def _start(command: tuple[str, ...], env: dict[str, str]) -> tuple[float, float | None]:
    """Return the milliseconds to the first frame, and the memory then in megabytes."""
    began = time.perf_counter()
    words = ended_with_this(command)
    with subprocess.Popen(words, env=env, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        limit = Timer(_TIMEOUT, process.kill)
        limit.start()
        try:
            line = process.stdout.readline().strip()
            spent = time.perf_counter() - began
            memory = _memory(process.pid)
        finally:
            limit.cancel()
            process.kill()
    if line != _SHOWN:
        raise BenchError(f"{command[0]} showed no window")
    return spent * 1000, memory


def _version(program: Path, env: dict[str, str]) -> float:
    began = time.perf_counter()
    command = (str(program), "--version")
    ended = subprocess.run(command, env=env, capture_output=True, timeout=_TIMEOUT, check=False)
    if ended.returncode != 0:
        raise BenchError(f"{program} --version ended with status {ended.returncode}")
    return (time.perf_counter() - began) * 1000


def _memory(number: int) -> float | None:
    """Return the resident memory of a process in megabytes, or None without `ps`."""
    if shutil.which("ps") is None:
        return None
    words = ("ps", "-o", "rss=", "-p", str(number))
    asked = subprocess.run(words, text=True, capture_output=True, check=False)
    return int(asked.stdout) * 1024 / 1e6 if asked.stdout.strip() else None


def _size(folder: Path) -> float:
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return round(sum(path.stat().st_size for path in files) / 1e6, 1)


def _download(dist: Path) -> float | None:
    """Return the size of this system's package in megabytes, or None if there is none."""
    for pattern in ("tonk_*.deb", "tonk-*-setup.exe", "Tonk-*.dmg", "tonk-*.tar.xz"):
        for package in sorted(dist.glob(pattern), reverse=True):
            return round(package.stat().st_size / 1e6, 1)
    print(f"no package in {dist}: make one with `{_MAKE}`", file=sys.stderr)
    return None


def _median(values: list[float]) -> float:
    return round(statistics.median(values), 1)
