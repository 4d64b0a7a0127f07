"""Calls that fail, one at a time: the disk is full, or cannot be read."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import pytest

_connect = sqlite3.connect
_open = Path.open


class Refusals:
    """Counts the calls to SQLite and those that write a file; from the ``first`` on they fail."""

    def __init__(self, first: int, *, for_good: bool = False) -> None:
        self._first, self._for_good = first, for_good
        self.calls = 0
        self.refused = ""
        """The first call that failed."""

    def fails(self, call: str, *, writes: bool = True) -> bool:
        """Whether a call fails. One that writes nothing does so only where it alone fails."""
        if self._for_good and not writes:
            return False
        self.calls += 1
        is_refused = self.calls == self._first or (self._for_good and self.calls > self._first)
        if is_refused:
            self.refused = self.refused or call
        return is_refused


@contextmanager
def refused(first: int, *, for_good: bool = False) -> Iterator[Refusals]:
    """Let one call fail, or with ``for_good`` all that write from that one on."""
    told = Refusals(first, for_good=for_good)
    _Connection.refusals = told

    def opened(path: Path, mode: str = "r", **options: Any) -> Any:  # noqa: ANN401  # whatever is passed on
        if mode == "r+b" and told.fails(f"append to {path.name}"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return _open(path, mode, **options)

    def made(**options: str | Path) -> tuple[int, str]:
        if told.fails(f"write {options['prefix']}"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return mkstemp(**options)  # type: ignore[call-overload, no-any-return]  # passed on as they came

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "open", opened)
            patch.setattr("tempfile.mkstemp", made)
            yield told
    finally:
        _Connection.refusals = None


@contextmanager
def watched() -> Iterator[None]:
    """Let the databases that are opened here be refused calls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **b: _connect(*a, factory=_Connection, **b))
        yield


class _Connection(sqlite3.Connection):
    refusals: Refusals | None = None

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401  # whatever is passed on
        self._ask(sql)
        return super().execute(sql, *values)

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401  # whatever is passed on
        self._ask(sql)
        return super().executemany(sql, *values)

    def _ask(self, sql: str) -> None:
        told, writes = self.refusals, not sql.startswith(("SELECT", "BEGIN"))
        if told is not None and sql != "ROLLBACK" and told.fails(sql, writes=writes):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
