"""Paths, version and build date shared by all packages."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ai.kernel.build import library_name
from game.version import __version__

ROOT: Final = Path(__file__).resolve().parents[2]
DIST: Final = ROOT / "dist"
BUILD: Final = ROOT / "build"
ICONS: Final = ROOT / "assets" / "icons"
KERNEL: Final = BUILD / "kernel" / "release" / library_name()
HERE: Final = Path(__file__).resolve().parent
PROGRAM: Final = DIST / "tonk"
VERSION: Final = __version__
MACHINE: Final = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())


class PackagingError(Exception):
    """Raised if a package cannot be built; the message says why in one line."""


def run(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
    """Run a program in the project's root, showing its output; raise ``PackagingError`` if it
    fails.
    """
    words = [str(word) for word in command]
    try:
        ended = subprocess.run(words, cwd=ROOT, env=env, check=False)
    except FileNotFoundError:
        raise PackagingError(f"{words[0]} is not installed") from None
    if ended.returncode != 0:
        raise PackagingError(f"{words[0]} ended with status {ended.returncode}")


def built_program() -> Path:
    """Return the folder of the standalone program."""
    name = "tonk.exe" if sys.platform == "win32" else "tonk"
    if not (PROGRAM / name).is_file():
        raise PackagingError(f"there is no program in {PROGRAM}: make `program` first")
    return PROGRAM


def epoch() -> int:
    """Return the packages' timestamp: the commit's, so that builds are reproducible.

    `SOURCE_DATE_EPOCH` in the environment has precedence, as reproducible-builds.org asks.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch:
        return int(epoch)
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True, capture_output=True, check=False
    )
    if asked.returncode == 0 and asked.stdout.strip():
        return int(asked.stdout)
    return int((ROOT / "game" / "version.py").stat().st_mtime)


def filled(template: Path, values: Mapping[str, str]) -> str:
    """Return the text of a template file with every `@NAME@` replaced."""
    text = template.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text
