"""The SQLite file of the saves: a table of rows with checksums, and the statistics of them.

It is one of the two copies of the rows (`archive.py`), and the one that is queried. While it is
open nothing else may open its file: on POSIX, closing any descriptor of it drops SQLite's locks.
"""

import math
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from game.files import (
    DamagedError,
    StoreError,
    made_folder,
    make_private,
    open_regular,
    reason_of,
    set_aside,
)
from game.rules.hashing import sha256
from game.saves.lock import StoreBusyError
from game.saves.rows import (
    GIVEN,
    IDENTITY,
    LASTING,
    REVIEW,
    STORE,
    Key,
    Row,
    digest_of,
    documents_of,
    together,
)

Rows: TypeAlias = list[tuple[Any, ...]]  # Any: numbers and texts, as the columns hold them

FILE_NAME: Final = "tonk.db"
LOG: Final = "-wal"
"""Suffix of the write-ahead log that SQLite keeps beside its file while it is open."""
_JOURNAL: Final = "-journal"
COMPANIONS: Final = (LOG, "-shm", _JOURNAL)
"""Suffixes of the auxiliary files of SQLite."""

VERSION: Final = 3
"""The version of the format, raised if an earlier Tonk could damage what is written now."""

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
_MARKS: Final = "?, ?, ?, ?, ?, ?"
_UNLOCKED: Final = f"vfs={'win32' if os.name == 'nt' else 'unix'}-none"
_BARE: Final = "immutable=1"
"""The option that makes SQLite ignore the log beside a file."""
ALTERED: Final = "its pages do not fit together or a line was altered"
HEAD: Final = b"SQLite format 3\0"
_PAGE: Final = 4096  # bytes, the size of a page of SQLite


class NewerError(StoreError):
    """A save was written by a later version of the game."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "was written by a newer Tonk")


class Database:
    """The open file. Raises ``DamagedError`` if its contents are wrong, ``StoreError`` if it is
    unusable.
    """

    def __init__(self, path: Path | None, *, can_lock: bool = True) -> None:
        """Open the file of this version, or create one; without a path it is in memory.

        If the file system cannot lock, SQLite must not try.
        """
        self._can_lock = can_lock
        self.path = path or Path(FILE_NAME)
        self.mend: Callable[[], None] = lambda: None
        """Called if a row is damaged or missing, to restore it from the second copy."""
        self._identity: tuple[int, int] | None = None
        self.is_changed = False
        """Whether anything was written since it was opened, if only statistics."""
        self.memo: dict[str, object] = {}
        """A cache of statistics of other modules, discarded together with the counts, and when a
        table left for later no longer is.
        """
        if path is None:
            self._connection = self._in_memory()
        else:
            self._connect()

    @classmethod
    def in_memory(cls, rows: Sequence[Row]) -> "Database":
        """Return a database in memory with these rows."""
        database = cls(None)
        database._create()
        database.write(rows)
        return database

    @property
    def is_in_place(self) -> bool:
        """Whether the open file is still the one of its name, and has not been removed."""
        return self._identity_of(self.path) == self._identity

    def close(self) -> None:
        """Close the file; everything written stays."""
        with self._own_errors():
            self._connection.close()

    def detach(self) -> bool:
        """Continue in memory with all rows of the file, or as many as can be read, and close the
        file without changing it: another program has it open. Return whether all could be read.
        """
        memory, is_whole = self._in_memory(), True
        try:
            self._connection.backup(memory)
        except sqlite3.Error:  # the other program has already changed it
            memory.close()
            is_whole = False
            rows = list(_good_rows(self._connection, []))
            memory = self.in_memory(rows)._connection
        with suppress(sqlite3.Error):
            self._connection.interrupt()  # or it writes its part of the log into the file
            self._connection.close()
        self._connection, self._identity = memory, None
        return is_whole

    def renew(self, rows: Sequence[Row]) -> Path | None:
        """Start a new file with these rows; set the old one aside and return its new name."""
        with suppress(StoreError, DamagedError):
            self.close()
        made_folder(self.path.parent)
        kept = vacated(self.path)
        self._connect()
        self.replace(rows)
        return kept

    def replace(self, rows: Sequence[Row]) -> None:
        """Replace all rows by these and drop the statistics; change nothing if that fails."""
        values = [(*row.key, row.body, row.digest) for row in rows]
        with self._own_errors(), self._transaction():
            self._connection.execute("DELETE FROM journal")
            self._connection.executemany(f"INSERT INTO journal VALUES ({_MARKS})", values)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")
            for statement in self._dropping_counts():
                self._connection.execute(statement)
        self.memo.clear()
        with suppress(StoreError, DamagedError):  # the log holds the rows
            self._settle()

    def move(self, session: int, rows: Sequence[Row]) -> None:
        """Replace a session by its ``rows`` under another number, and write others with them;
        change nothing if that fails. Its statistics stay.
        """
        number = max(row.session for row in rows)
        is_counted = self.query("SELECT 1 FROM sqlite_master WHERE name = 'played'")
        with self._own_errors(), self._transaction():
            self._connection.execute("DELETE FROM journal WHERE session = ?", (session,))
            if is_counted:
                change = "UPDATE OR REPLACE played SET session = ? WHERE session = ?"
                self._connection.execute(change, (number, session))
            self._insert(rows)
        self.memo.clear()
        with suppress(StoreError, DamagedError):  # the log holds the rows
            self._settle()

    def all_rows(self) -> tuple[list[Row], bool]:
        """Return the rows with correct checksums, and whether all rows are correct."""
        wrong: list[str] = []
        return list(_good_rows(self._connection, wrong)), not wrong

    def forget_counts(self) -> None:
        """Drop the statistics; they are computed again when needed."""
        self.memo.clear()
        self.execute([(statement, ()) for statement in self._dropping_counts()])

    def rows(self, session: int) -> tuple[Row, ...]:
        """Return a session's rows without records and reviews, in order of hand and ordinal."""
        where = "session = ? AND kind NOT IN ('record', 'ended', 'review') ORDER BY hand, ordinal"
        return self._select(where, session)

    def names_of(self, session: int) -> tuple[Row, ...]:
        """Return the rows that name a session: its plan and its identity."""
        return self._select(f"session = ? AND hand = 0 AND kind IN ('plan', '{IDENTITY}')", session)

    def session_named(self, identity: str) -> int:
        """Return the number of the newest session to which this identity was assigned, 0 if there
        is none.
        """
        # Looks into one session after the other, rather than at every row.
        found = self.query(
            "WITH RECURSIVE numbers(n) AS (SELECT max(session) FROM journal UNION ALL"
            " SELECT (SELECT max(session) FROM journal WHERE session < n) FROM numbers WHERE n > 0)"
            " SELECT n FROM numbers CROSS JOIN journal ON session = n AND hand = 0 AND kind = ?"
            " AND ordinal = ? WHERE body = ? LIMIT 1",
            (IDENTITY, GIVEN, identity),
        )
        return int(found[0][0]) if found else 0

    def whole_session(self, session: int) -> tuple[Row, ...]:
        """Return all rows of a session."""
        return self._select("session = ?", session)

    def records(self, session: int) -> tuple[Row, ...]:
        """Return the records of a session's finished hands, oldest first."""
        return self._select("session = ? AND kind = 'record' ORDER BY hand", session)

    def query_rows(self, query: str, values: Sequence[object] = ()) -> tuple[Row, ...]:
        """Return the checked journal rows found by a query for all columns.

        Damaged rows are restored; raises ``DamagedError`` if that is impossible.
        """
        try:
            return tuple(map(Row.checked, self.query(query, values)))
        except DamagedError:
            self.mend()
            return tuple(map(Row.checked, self.query(query, values)))

    def row(self, key: Key) -> Row | None:
        """Return a row, restored if it is missing, or None if there is no copy of it."""
        where = "session = ? AND hand = ? AND kind = ? AND ordinal = ?"
        query = f"SELECT {_COLUMNS} FROM journal WHERE {where}"
        found = self.query_rows(query, key)
        if not found:
            self.mend()
            found = self.query_rows(query, key)
        return found[0] if found else None

    def query(self, query: str, values: Sequence[object] = ()) -> Rows:
        """Return the results of a query."""
        with self._own_errors(), closing(self._connection.execute(query, values)) as cursor:
            return cursor.fetchall()

    def execute(self, statements: Sequence[tuple[str, Sequence[object]]]) -> None:
        """Run statements in one transaction: all of them, or none."""
        with self._own_errors(), self._transaction():
            for statement, values in statements:
                self._connection.execute(statement, values)

    def latest_session(self) -> int:
        """Return the number of the newest session, 0 if there is none."""
        found = self.query("SELECT max(session) FROM journal")[0][0]
        if found is not None and type(found) is not int:
            raise DamagedError("a session without a number")
        return found or 0

    @property
    def has_records(self) -> bool:
        """Whether there is a finished hand."""
        query = "SELECT 1 FROM journal WHERE session > 0 AND kind = 'record' LIMIT 1"
        return bool(self.query(query))

    def count_records(self) -> int:
        """Count the finished hands."""
        return int(self.query("SELECT count(*) FROM journal WHERE kind = 'record'")[0][0])

    def write(self, rows: Sequence[Row], forget: tuple[int, int] | None = None) -> None:
        """Write all ``rows`` or none. Only the new version of a document is kept.

        ``forget`` is a session and a hand; of hands before that one only the records are kept.
        """
        with self._own_errors(), self._transaction():
            self._insert(rows)
            if forget:
                self._connection.execute(
                    "DELETE FROM journal WHERE session = ? AND hand < ?"
                    " AND kind IN ('standing', 'deal', 'move')",
                    forget,
                )
        if any(row.kind == "standing" or row.session == 0 for row in rows):
            self._settle()

    def _insert(self, rows: Sequence[Row]) -> None:
        for row in rows:
            values = (*row.key, row.body, row.digest)
            self._connection.execute(
                f"INSERT OR REPLACE INTO journal ({_COLUMNS}) VALUES ({_MARKS})", values
            )
        for row in documents_of(rows).values():
            self._connection.execute(
                "DELETE FROM journal WHERE session = 0 AND hand = 0 AND kind = ? AND ordinal < ?",
                (row.kind, row.ordinal),
            )

    def _dropping_counts(self) -> list[str]:
        """Return the statements that drop the statistics."""
        names = [
            (kind, name)
            for kind, name in self.query("SELECT type, name FROM sqlite_master")
            if name.startswith("played")
        ]
        tables = sorted(names, reverse=True)  # tables before indexes, which go with them
        return [f"DROP {kind} IF EXISTS {name}" for kind, name in tables]

    def _settle(self) -> None:
        """Checkpoint the write-ahead log into the file, which then survives a power cut.

        To spare the disk this is done only at the end of a hand and for rows outside hands.
        """
        self.query("PRAGMA wal_checkpoint(TRUNCATE)")

    def _select(self, where: str, session: int) -> tuple[Row, ...]:
        return self.query_rows(f"SELECT {_COLUMNS} FROM journal WHERE {where}", (session,))

    def _connect(self) -> None:
        # Create the file private; the log gets its permissions.
        try:
            os.close(
                os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
            )
        except OSError as error:
            raise StoreError(self.path, reason_of(error)) from None
        make_private(self.path)
        with self._own_errors():
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}{'' if self._can_lock else '?' + _UNLOCKED}",
                timeout=1.0,  # seconds, for another Tonk that is just leaving
                isolation_level=None,
                check_same_thread=False,
                uri=True,
            )
        try:
            with self._own_errors():
                self._prepare()
        except BaseException:
            self.close()
            raise
        self._identity = self._identity_of(self.path)

    def _prepare(self) -> None:
        run = self.query
        # Other programs and earlier versions wait; this also avoids a shared-memory file.
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        # A killed program loses nothing; after a power cut the last moves may be missing.
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA cache_size = -512")  # KiB in memory, a quarter of the default
        if run("PRAGMA user_version")[0][0] == 0:
            self._create()
        self._settle()

    def _create(self) -> None:
        with self._transaction():
            self._connection.execute(_SCHEMA)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.is_changed = True
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise StoreError(self.path, "has been closed") from None
        except sqlite3.Error as error:
            raise self._own_error(self.path, error) from None

    @staticmethod
    def _in_memory() -> sqlite3.Connection:
        return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)

    @staticmethod
    def _own_error(path: Path, error: sqlite3.Error) -> Exception:
        """Return the error that a player needs: the file is damaged, in use, or unusable."""
        name = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return StoreBusyError(path.parent)
        broken = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_MISMATCH")
        if name.startswith(broken) and isinstance(error, sqlite3.DatabaseError):
            return DamagedError(str(error))
        return StoreError(path, str(error))

    @staticmethod
    def _identity_of(path: Path) -> tuple[int, int] | None:
        """Return the identity of the file of that name, or None if there is none."""
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


@dataclass(frozen=True, slots=True)
class FileContents:
    """The contents of a closed file, and of the log that a killed program left beside it."""

    rows: Sequence[Row] = ()
    damage: str = ""
    version: int = 0

    def lasting(self) -> set[str]:
        """Return the records, and the identities that were assigned."""
        return {
            row.body
            for row in self.rows
            if row.kind == "record" or (row.kind == IDENTITY and row.ordinal == GIVEN)
        }

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """Read the contents of a file of any version. Never raises.

        The file is not changed, unless SQLite has to roll back an unfinished write. A file's own
        log never makes a record or an identity vanish, even if a program was killed during a
        checkpoint, which leaves some pages new and some old. If one does vanish, the log belongs to
        another file, perhaps because a folder was copied piece by piece. Then only the file counts,
        since rows mixed with pages of another history would make up hands that nobody played.
        """
        is_half_done = path.with_name(path.name + _JOURNAL).is_file()
        found = cls.opened(path, f"mode={'rw' if is_half_done else 'ro'}&{_UNLOCKED}")
        if path.with_name(path.name + LOG).is_file() and cls._may_lack(found.lasting(), path):
            bare = cls.opened(path, _BARE)
            if not bare.lasting() <= found.lasting() and (
                found.damage or bare.version == found.version
            ):
                both = together(bare.rows, found.rows if bare.damage else ()).values()
                return cls(list(both), "its log is of another file", bare.version)
        return found

    @staticmethod
    def head_of_file(path: Path) -> Row | None:
        """Return the row that names the store in a file and its log, or None if it is not found.

        Another program may have the file open. Never raises.
        """
        query = f"SELECT {_COLUMNS} FROM journal WHERE session = 0 AND hand = 0 AND kind = ?"
        with suppress(sqlite3.Error, OverflowError, DamagedError):
            if path.is_file():
                with _opened(path, f"mode=ro&{_UNLOCKED}") as connection:
                    found = connection.execute(f"{query} ORDER BY ordinal DESC", (STORE,))
                    return next(map(Row.checked, found), None)
        return None

    @classmethod
    def opened(cls, path: Path, how: str) -> Self:
        """Read the contents of a file opened in a certain mode. Never raises."""
        rows: list[Row] = []
        wrong: list[str] = []
        version = 0
        try:
            with _opened(path, how) as connection:
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    rows += _good_rows(connection, wrong)  # else it is new
                if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                    wrong.append(ALTERED)
        except sqlite3.Error as error:
            wrong.append(str(error))
        return cls(rows, wrong[0] if wrong else "", version)

    @staticmethod
    def _may_lack(there: set[str], path: Path) -> bool:
        """Return whether a file, read without its log, has a record or identity not in ``there``.

        A damaged file may have one.

        Damaged ones count.
        """
        try:
            with _opened(path, _BARE) as bare:
                query = "SELECT body FROM journal WHERE kind = 'record' OR kind = ? AND ordinal = ?"
                return any(body not in there for (body,) in bare.execute(query, (IDENTITY, GIVEN)))
        except sqlite3.Error:
            return True


@dataclass(frozen=True, slots=True)
class Proof:
    """What an intact closed file holds: the number of finished hands, a checksum of its lasting
    rows without ``new`` ones, and the rows found apart.
    """

    records: int
    checksum: str
    rows: Sequence[Row]

    @classmethod
    def of_file(cls, path: Path, new: Collection[Key] = (), last: float = math.inf) -> Self | None:
        """Return the proof of a file, or None if it is not intact: every row on the disk must be
        correct, and the pages consistent.

        Found apart are rows with the keys of ``new``, and without reviews those of no session or
        one from ``last`` on.
        """
        records, total, rows = 0, sha256(), list[Row]()
        order = "ORDER BY session, hand, kind, ordinal"
        try:
            with _opened(path, f"mode=ro&{_UNLOCKED}") as connection:
                for *parts, digest in connection.execute(f"SELECT {_COLUMNS} FROM journal {order}"):
                    if digest_of(tuple(parts)) != digest:
                        return None
                    key, kind = tuple(parts[:4]), parts[2]
                    records += kind == "record"
                    if kind in LASTING and key not in new:
                        total.update(digest.encode())
                    is_apart = kind != REVIEW and (parts[0] == 0 or parts[0] >= last)
                    if is_apart or key in new:
                        rows.append(Row(*parts))
                is_sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        except (sqlite3.Error, OverflowError):
            return None
        return cls(records, total.hexdigest(), rows) if is_sound else None


@contextmanager
def _opened(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    """Open a file for reading, without a lock and without a checkpoint of its log.

    Closing it drops this process's locks on the file, so it must not be open elsewhere.
    """
    uri = f"{path.absolute().as_uri()}?{how}"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        yield connection


def _good_rows(connection: sqlite3.Connection, wrong: list[str]) -> Iterator[Row]:
    """Yield the correct rows, read from both ends if a page in between is damaged.

    Faults are added to ``wrong``.
    """
    known = set()
    for order in ("", " ORDER BY session DESC, hand DESC, kind DESC, ordinal DESC"):
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            for values in connection.execute(f"SELECT {_COLUMNS} FROM journal{order}"):
                try:
                    row = Row.checked(values)
                except DamagedError:
                    wrong.append(ALTERED)
                    continue
                if row.key not in known:
                    known.add(row.key)
                    yield row
        except (sqlite3.Error, OverflowError) as error:
            wrong.append("it is not a save of Tonk" if "no such table" in str(error) else ALTERED)
            continue
        finally:
            connection.text_factory = str
        break


def vacated(path: Path) -> Path | None:
    """Remove what is in the place of a file: set it aside and return its new name.

    A file in which nothing was ever saved is deleted.
    """
    if was_never_used(path):
        path.unlink()
    kept = set_aside(path, COMPANIONS) if path.exists() else None
    for suffix in COMPANIONS:  # or SQLite would use it for the next file
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink()
    return kept


def was_never_used(path: Path) -> bool:
    """Return whether a file never held more than the row that names its store.

    A full disk leaves such a file at the first start, cut off or not: its header gives two pages at
    most, and the second has one row.
    """
    try:
        with open_regular(path) as file:
            data = file.read(2 * _PAGE + 1)
    except OSError:
        return False
    version, pages = data[60:64], int.from_bytes(data[28:32], "big")
    rows_on_second_page = int.from_bytes(data[_PAGE + 3 : _PAGE + 5], "big")
    is_ours = data.startswith(HEAD) and version == VERSION.to_bytes(4, "big")
    is_small = len(data) <= 2 * _PAGE and pages <= 2
    return not data or (is_ours and is_small and rows_on_second_page <= 1)
