"""Build a runtime for Flatpaks, with Python and what a window needs, from the clean root.

It replaces a store's runtime, which is unavailable without a network. All of Flatpak's own files
are in a temporary folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.tools import cleanroot
from tests.tools.cleanroot import CleanRoot, copied

NEEDED: Final = (*cleanroot.NEEDED, "flatpak", "flatpak-builder")
RUNTIME: Final = "org.example.LocalPlatform"
BRANCH: Final = "1"
KEPT: Final = cleanroot.ROOT / "build" / "flatpak-runtime"
"""The repository that holds the runtime, kept from one run to the next."""
_PACKAGES: Final = (
    *("python3", "python3-pip", "libx11-6", "libxext6", "libxcursor1", "libxfixes3", "libxi6"),
    *("libxrandr2", "libxss1", "libwayland-client0", "libxkbcommon0"),
)
_PATIENCE: Final = 300.0


def missing() -> list[str]:
    """Return what is needed and this machine lacks."""
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    return lacking if os.geteuid() == 0 else [*lacking, "the rights of root"]


@dataclass(frozen=True, slots=True)
class Flatpaks:
    """A Flatpak installation for a user who never had one."""

    folder: Path

    @property
    def env(self) -> dict[str, str]:
        """The environment in which Flatpak uses this installation."""
        return {
            "FLATPAK_USER_DIR": str(self.folder / "installation"),
            "HOME": str(self.folder / "home"),
            "XDG_RUNTIME_DIR": str(self.folder / "runtime"),
        }

    def run(self, *words: str | Path, display: str = "") -> subprocess.CompletedProcess[str]:
        """Run a Flatpak command isolated from this user, with or without a display."""
        env = os.environ | self.env | {"DISPLAY": display}
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "TONK_DATA_DIR", "TONK_CONFIG_DIR"):
            env.pop(name, None)
        return subprocess.run(
            words, env=env, text=True, capture_output=True, timeout=_PATIENCE, check=False
        )

    def do(self, *words: str | Path) -> str:
        """Run a command that must succeed; return its output."""
        ended = self.run(*words)
        if ended.returncode != 0:
            said = f"{ended.stdout[-1500:]}{ended.stderr[-1500:]}"
            raise RuntimeError(f"{' '.join(map(str, words))}: {said}")
        return ended.stdout


def installation(folder: Path) -> Flatpaks:
    """Return an installation in that folder that has the runtime."""
    flatpaks = Flatpaks(folder)
    for name in ("home", "runtime"):
        (folder / name).mkdir(mode=0o700, parents=True)
    if not KEPT.exists():
        _make_runtime(flatpaks)
    here = ("--user", "--no-gpg-verify", "local", str(KEPT))
    flatpaks.do("flatpak", "remote-add", *here)
    flatpaks.do("flatpak", "install", "--user", "-y", "local", f"{RUNTIME}//{BRANCH}")
    return flatpaks


def _make_runtime(flatpaks: Flatpaks) -> None:
    """Make a runtime and its SDK from a fresh Debian with Python."""
    root = copied(flatpaks.folder / "root")
    root.do(f"apt-get install -qy --no-install-recommends {' '.join(_PACKAGES)}")
    made = flatpaks.folder / "made"
    (made / "files").mkdir(parents=True)
    _thin(root)
    (root.folder / "usr").rename(made / "usr")
    (root.folder / "etc").rename(made / "usr" / "etc")
    machine = flatpaks.do("flatpak", "--default-arch").strip()
    name = f"{RUNTIME}/{machine}/{BRANCH}"
    (made / "metadata").write_text(
        f"[Runtime]\nname={RUNTIME}\nruntime={name}\nsdk={name}\n", encoding="utf-8"
    )
    KEPT.parent.mkdir(exist_ok=True)
    new = flatpaks.folder / "repository"
    flatpaks.do("flatpak", "build-export", "--runtime", "--disable-sandbox", new, made, BRANCH)
    shutil.copytree(new, KEPT, symlinks=True)
    shutil.rmtree(made)
    shutil.rmtree(root.folder)


def _thin(root: CleanRoot) -> None:
    """Remove unneeded files, and devices, which no repository accepts."""
    for name in ("usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/zoneinfo"):
        shutil.rmtree(root.folder / name)
