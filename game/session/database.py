"""The SQLite file under the store: one table of rows, each with a checksum.

A row is written once and never changed, but for the standing after a hand, where the latest counts.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, TypeAlias

from game.rules.hashing import sha256
from game.session.files import DamagedError, StoreError

Kind: TypeAlias = Literal["plan", "standing", "deal", "move", "record", "ended", "closed"]

Rows: TypeAlias = list[tuple[Any, ...]]  # Any: numbers and texts, as the columns hold them

FILE_NAME: Final = "tonk.db"
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside its own."""

_VERSION: Final = 1
_TIMEOUT: Final = 1.0
"""Seconds to wait for another Tonk that is just leaving."""

_SCHEMA: Final = """
CREATE TABLE journal (
    session INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    kind TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    body TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (session, hand, kind, ordinal)
) WITHOUT ROWID
"""
_COLUMNS: Final = "session, hand, kind, ordinal, body, digest"
_BROKEN: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_MISMATCH")
_IN_USE: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")


class StoreBusyError(StoreError):
    """Another Tonk has the save open."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the journal: its session, hand and kind, and its text."""

    session: int
    hand: int
    kind: str
    ordinal: int
    body: str

    @property
    def digest(self) -> str:
        """A checksum that shows a row altered by accident or by hand."""
        parts = (self.session, self.hand, self.kind, self.ordinal, self.body)
        return sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


class Database:
    """The open file. ``DamagedError``: its contents are wrong; ``StoreError``: it is of no use."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        with self._own_errors():
            self._connection = sqlite3.connect(path, timeout=_TIMEOUT, isolation_level=None)
        try:
            with self._own_errors():
                self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; what was written stays."""
        with self._own_errors():
            self._connection.close()

    def rows(self, session: int) -> tuple[Row, ...]:
        """All rows of a session but the records of its hands, in order of hand and ordinal."""
        where = "session = ? AND kind NOT IN ('record', 'ended') ORDER BY hand, ordinal"
        return self._select(where, session)

    def records(self, session: int) -> tuple[Row, ...]:
        """The records of a session's finished hands, oldest first."""
        return self._select("session = ? AND kind = 'record' ORDER BY hand", session)

    def query_rows(self, query: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """The rows of the journal that a query for all its columns finds, each of them checked."""
        return map(_checked, self.query(query, values))

    def query(self, query: str, values: Sequence[object] = ()) -> Rows:
        """What a query finds."""
        with self._own_errors():
            return self._connection.execute(query, values).fetchall()

    def execute(self, statements: Sequence[tuple[str, Sequence[object]]]) -> None:
        """Run statements in one transaction: all of them, or none."""
        with self._own_errors(), self._transaction():
            for statement, values in statements:
                self._connection.execute(statement, values)

    def latest_session(self) -> int:
        """The number of the newest session, 0 where there is none."""
        with self._own_errors():
            found = self._connection.execute("SELECT max(session) FROM journal").fetchone()[0]
        if found is not None and type(found) is not int:
            raise DamagedError("a session without a number")
        return found or 0

    def write(self, rows: Sequence[Row], forget: tuple[int, int] | None = None) -> None:
        """Write all ``rows`` or none.

        ``forget``, a session and a hand: of the hands before that one only the records stay.
        """
        with self._own_errors(), self._transaction():
            for row in rows:
                values = (row.session, row.hand, row.kind, row.ordinal, row.body, row.digest)
                self._connection.execute(
                    f"INSERT OR REPLACE INTO journal ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", values
                )
            if forget:
                self._connection.execute(
                    "DELETE FROM journal WHERE session = ? AND hand < ?"
                    " AND kind IN ('standing', 'deal', 'move')",
                    forget,
                )
        if any(row.kind == "standing" for row in rows):
            self._settle()

    def _settle(self) -> None:
        """Bring the write-ahead log into the file; done at the end of a hand, to spare the disk."""
        with self._own_errors():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _select(self, where: str, session: int) -> tuple[Row, ...]:
        query = f"SELECT {_COLUMNS} FROM journal WHERE {where}"
        with self._own_errors():
            return tuple(_checked(values) for values in self._connection.execute(query, (session,)))

    def _prepare(self) -> None:
        run = self._connection.execute
        # One Tonk at a time, and no shared-memory file; the first read takes the lock.
        run("PRAGMA locking_mode = EXCLUSIVE")
        version = run("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise StoreError(self.path, "was written by a newer Tonk")
        run("PRAGMA journal_mode = WAL")
        # A killed program loses nothing; after a power cut the last moves may be missing.
        run("PRAGMA synchronous = NORMAL")
        if version == 0:
            self._create()
        elif run("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise DamagedError("its pages do not fit together")
        self._settle()

    def _create(self) -> None:
        with self._transaction():
            if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise DamagedError("it is not a save of Tonk")
            self._connection.execute(_SCHEMA)
            self._connection.execute(f"PRAGMA user_version = {_VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise StoreError(self.path, "has been closed") from None
        except sqlite3.Error as error:
            raise _own_error(self.path, error) from None


def salvaged(path: Path) -> tuple[Row, ...]:
    """The rows of a damaged file that can still be read and whose checksum is right.

    A copy is read, since SQLite would repair and so change what it opens.
    """
    found: list[Row] = []
    with TemporaryDirectory(prefix="tonk-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, path.name)
        with suppress(OSError, sqlite3.Error):  # what was read until then is all there is
            for suffix in ("", "-wal"):
                if path.with_name(path.name + suffix).exists():
                    copyfile(path.with_name(path.name + suffix), f"{copy}{suffix}")
            with closing(sqlite3.connect(copy)) as connection:
                connection.text_factory = _lenient
                for values in connection.execute(f"SELECT {_COLUMNS} FROM journal"):
                    found += _if_good(values)
    return tuple(found)


def _lenient(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _if_good(values: Sequence[object]) -> list[Row]:
    try:
        return [_checked(values)]
    except DamagedError:
        return []


def _checked(values: Sequence[object]) -> Row:
    match values:
        case (int(session), int(hand), str(kind), int(ordinal), str(body), str(digest)):
            row = Row(session, hand, kind, ordinal, body)
            if row.digest == digest:
                return row
        case _:
            pass
    raise DamagedError("a line of its journal was altered")


def _own_error(path: Path, error: sqlite3.Error) -> Exception:
    """The error as a player needs it: the file is damaged, or in use, or cannot be used."""
    name = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
    if name.startswith(_IN_USE):
        return StoreBusyError(path, "is in use by another Tonk")
    if name.startswith(_BROKEN) and isinstance(error, sqlite3.DatabaseError):
        return DamagedError(str(error))
    return StoreError(path, str(error))
