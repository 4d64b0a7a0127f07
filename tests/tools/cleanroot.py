"""Build a root folder of a fresh Debian without Python, to install packages as on a new machine.

`python -m tests.tools.cleanroot` builds it in advance; it is kept in `build/` and copied for use.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PRISTINE: Final = ROOT / "build" / "clean-root"
PLAYER: Final = "player"
HOME: Final = f"/home/{PLAYER}"
NEEDED: Final = ("debootstrap", "unshare", "chroot")
# The parts of any desktop that determine file types, and the programs that open them.
DESKTOP: Final = ("desktop-file-utils", "libglib2.0-bin", "shared-mime-info")
_PATIENCE: Final = 900.0
_READY: Final = ".ready"


def missing() -> list[str]:
    """Return what a clean root needs and this machine lacks."""
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    return lacking if os.geteuid() == 0 else [*lacking, "the rights of root"]


def make_pristine() -> None:
    """Download the system from this machine's own package source, unless that is done already.

    If another process is already doing so, wait for it.
    """
    import fcntl  # clean roots exist on Linux only

    PRISTINE.parent.mkdir(exist_ok=True)
    with PRISTINE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (PRISTINE / _READY).exists():
            _debootstrap()


def _debootstrap() -> None:
    shutil.rmtree(PRISTINE, ignore_errors=True)
    suite, mirror = _source()
    include = f"--include={','.join(DESKTOP)}"
    command = ("debootstrap", "--variant=minbase", include, suite, str(PRISTINE), mirror)
    made = subprocess.run(command, text=True, capture_output=True, timeout=_PATIENCE, check=False)
    if made.returncode != 0:
        raise RuntimeError(f"debootstrap failed: {made.stdout[-800:]}{made.stderr[-400:]}")
    (PRISTINE / _READY).touch()


def _source() -> tuple[str, str]:
    """Return this system's release name and the address of its packages."""
    wanted = ("--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages", "Component: main")
    told = subprocess.check_output(("apt-get", "indextargets", *wanted), text=True).splitlines()
    own = next(
        line.partition("=")[2].strip('"')
        for line in Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
        if line.startswith("VERSION_CODENAME=")
    )
    mirrors = [mirror for suite, mirror in (line.split() for line in told) if suite == own]
    if not mirrors:
        raise RuntimeError(f"apt knows no packages for {own}: run `apt-get update`")
    return own, mirrors[0]


@dataclass(frozen=True, slots=True)
class CleanRoot:
    """A copy of the fresh system."""

    folder: Path

    def run(
        self, command: str, *, player: bool = False, display: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a shell command inside, as root or as an ordinary user, with or without a display."""
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games", "LANG": "C.UTF-8"}
        env |= {"HOME": HOME if player else "/root", "DEBIAN_FRONTEND": "noninteractive"}
        if display:
            env |= {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        user = (f"--userspec={PLAYER}:{PLAYER}",) if player else ()
        inside = shlex.join(("chroot", *user, str(self.folder), "/bin/sh", "-c", command))
        proc = shlex.quote(str(self.folder / "proc"))
        # A private mount goes away with the last process, whatever happens.
        script = f"mount -t proc proc {proc} && exec {inside}"
        return subprocess.run(
            ("unshare", "--mount", "sh", "-c", script),
            env=env,
            text=True,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )

    def do(self, command: str) -> str:
        """Run a command as root that must succeed; return its output."""
        ended = self.run(command)
        if ended.returncode != 0:
            raise RuntimeError(f"{command}: {ended.stdout[-800:]}{ended.stderr[-800:]}")
        return ended.stdout

    def files(self) -> set[str]:
        """Return all files and folders, except what packages always leave behind."""
        journals = (
            "/proc",
            "/dev",
            "/tmp",
            "/var/log",
            "/var/lib/dpkg",
            "/var/cache",
            "/var/lib/apt",
        )
        pruned = " -o ".join(f"-path {path}" for path in journals)
        return set(self.do(f"find / \\( {pruned} \\) -prune -o -print").splitlines())


def copied(to: Path) -> CleanRoot:
    """Return a fresh system in that folder, with an ordinary user and this machine's network."""
    make_pristine()
    subprocess.run(("cp", "-a", str(PRISTINE), str(to)), check=True)
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(f"/etc/{name}", to / "etc" / name)
    clean = CleanRoot(to)
    clean.do(f"useradd --create-home {PLAYER} && apt-get update -q")
    return clean


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    if missing():
        sys.exit(f"a clean root cannot be made here: {', '.join(missing())} missing")
    make_pristine()
