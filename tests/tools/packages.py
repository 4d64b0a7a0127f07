"""Locate the packages under test, which `.ci/run` builds while other tests run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from tests.conftest import cannot_run

_BUILD: Final = Path(__file__).resolve().parents[2] / "build"
_LOCK: Final = _BUILD / "packages.lock"
_LOG: Final = _BUILD / "packages.log"
_LINES: Final = 20


def standalone() -> Path:
    """Return the folder of the standalone program, which `TONK_STANDALONE` names, once it is made.

    The other packages lie beside it. Without the variable the test is skipped, or fails in CI.
    """
    named = os.environ.get("TONK_STANDALONE")
    if named is None:
        cannot_run("no packages: make them (see the README) and set TONK_STANDALONE=dist/tonk")
    _wait()
    return Path(str(named)).resolve()


def not_made(what: str) -> str:
    """Return a message about a missing package, with the end of the log."""
    log = _LOG.read_text("utf-8", "replace") if _LOG.exists() else "there is no log"
    return "\n".join((f"{what} was not made:", *log.splitlines()[-_LINES:]))


def _wait() -> None:
    """Return once nobody holds the lock; pytest's time limit ends a futile wait."""
    if not _LOCK.exists():
        return
    import fcntl  # needed only where packages for Linux are made

    with _LOCK.open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
