"""Build the Flatpak: Tonk's wheel and its three dependencies, on a runtime with Python.

Everything is fetched and compiled first; flatpak-builder then needs no network.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.kernel.build import own_tag
from assets.packaging.common import BUILD, DIST, MACHINE, ROOT, VERSION, epoch, run
from assets.packaging.desktop import place, place_desktop
from assets.packaging.identity import IDENTITY
from assets.packaging.manpage import page

_FOLDER: Final = BUILD / "flatpak"
_START: Final = """\
#!/usr/bin/env python3
import sys

sys.path.insert(0, "/app/lib/tonk")

from tonk_start import tonk

if __name__ == "__main__":
    raise SystemExit(tonk())
"""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A Flatpak runtime, its SDK, and its Python.

    ``composes``: it has a program that makes of the metainfo what stores list.
    """

    platform: str
    sdk: str
    branch: str
    python: str
    composes: bool = True

    def gather(self) -> None:
        """Gather the inputs of flatpak-builder, and write its manifest."""
        shutil.rmtree(_FOLDER, ignore_errors=True)
        files = _FOLDER / "files"
        self._gather_wheels(files / "wheels", self.python)
        place_desktop(files / "share", "tonk")
        place(files / "share/man/man6/tonk.6", page())
        place(files / "tonk", _START)
        place(_FOLDER / f"{IDENTITY.app_id}.json", json.dumps(self.manifest(), indent=2) + "\n")

    def manifest(self) -> dict[str, object]:
        """Return the manifest for local files; a store's would fetch them from a release."""
        return {
            "id": IDENTITY.app_id,
            "runtime": self.platform,
            "runtime-version": self.branch,
            "sdk": self.sdk,
            "command": "tonk",
            "finish-args": list(PERMISSIONS),
            "appstream-compose": self.composes,
            "build-options": {"strip": True},
            "modules": [
                {
                    "name": "tonk",
                    "buildsystem": "simple",
                    "build-commands": [
                        "pip3 install --no-index --no-deps --target=/app/lib/tonk wheels/*.whl",
                        "install -D tonk /app/bin/tonk",
                        "cp -r share /app/",
                    ],
                    "sources": [{"type": "dir", "path": "files"}],
                }
            ],
        }

    @staticmethod
    def _gather_wheels(folder: Path, python: str) -> None:
        folder.mkdir(parents=True)
        needs = folder.parent / "needs.txt"
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        names = {re.split(r"[<>=!~ ]", need)[0] for need in project["dependencies"]}
        lock = (ROOT / "requirements-build.txt").read_text(encoding="utf-8")
        locked = [
            each for each in re.split(r"\n(?=[a-z])", lock) if each.partition("==")[0] in names
        ]
        needs.write_text("\n".join(locked), encoding="utf-8")
        systems = [f"--platform=manylinux_2_{minor}_{MACHINE}" for minor in (17, 28)]
        systems.append(f"--platform=manylinux2014_{MACHINE}")
        words = (
            "--require-hashes",
            "--no-deps",
            "--only-binary=:all:",
            f"--python-version={python}",
        )
        pip = (sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check")
        run((*pip, *words, *systems, "-r", needs, "-d", folder))
        needs.unlink()
        env = os.environ | {
            "TONK_KERNEL": own_tag() or "require",
            "SOURCE_DATE_EPOCH": str(epoch()),
        }
        run((sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, ROOT), env)


FREEDESKTOP: Final = Runtime("org.freedesktop.Platform", "org.freedesktop.Sdk", "25.08", "3.13")
PERMISSIONS: Final = (
    "--share=ipc",
    "--socket=fallback-x11",
    "--socket=wayland",
    "--socket=pulseaudio",
    "--device=all",  # game controllers
)


def make_flatpak() -> None:
    """Make `dist/tonk-VERSION-MACHINE.flatpak`."""
    FREEDESKTOP.gather()
    print(bundle(DIST / f"tonk-{VERSION}-{MACHINE}.flatpak"))


def bundle(output: Path, *words: str, env: dict[str, str] | None = None) -> Path:
    """Build the gathered files into one bundle, with extra arguments for flatpak-builder."""
    env = os.environ | {"SOURCE_DATE_EPOCH": str(epoch())} | (env or {})
    repository, app = _FOLDER / "repository", _FOLDER / "app"
    options = ("--user", "--disable-download", "--disable-rofiles-fuse", "--force-clean", *words)
    state = f"--state-dir={_FOLDER / 'state'}"
    sources = _FOLDER / f"{IDENTITY.app_id}.json"
    run(("flatpak-builder", *options, state, f"--repo={repository}", app, sources), env)
    output.parent.mkdir(exist_ok=True)
    run(("flatpak", "build-bundle", repository, output, IDENTITY.app_id), env)
    return output
