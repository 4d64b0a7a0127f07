"""Writes every finished hand into a file of records, as it ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from game.session.paths import StoreError, reason_of

if TYPE_CHECKING:
    from game.session.session import Session


class RecordFile:
    """A file of hand records, one a line, begun anew."""

    def __init__(self, path: Path) -> None:
        """``StoreError`` where it cannot be written, here and later."""
        self._path = path
        self._session: Session | None = None
        self._written = 0
        _write(path, (), "w")

    def keep(self, session: Session) -> None:
        """Write the hands of this session that ended since the last call."""
        if session is not self._session:
            self._session, self._written = session, 0
        finished = session.number - session.is_playing
        if finished > self._written:
            _write(self._path, session.journal.records()[self._written :], "a")
            self._written = finished


def _write(path: Path, lines: Sequence[str], mode: Literal["a", "w"]) -> None:
    try:
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
