"""The SQLite file of the saves: a table of rows, each with a checksum, and what is counted of them.

It is one of the two places where rows are kept (`archive.py`), and the one that is asked. While it
is open nothing else touches its file: on POSIX, closing any descriptor of it drops SQLite's locks.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
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
from game.saves.lock import StoreBusyError
from game.saves.rows import GIVEN, IDENTITY, Key, Row, digest_of, documents_of, together

Rows: TypeAlias = list[tuple[Any, ...]]  # Any: numbers and texts, as the columns hold them

FILE_NAME: Final = "tonk.db"
LOG: Final = "-wal"
"""Suffix of the write-ahead log that SQLite keeps beside its file while it is open."""
_JOURNAL: Final = "-journal"
COMPANIONS: Final = (LOG, "-shm", _JOURNAL)
"""Suffixes of the files that SQLite keeps beside its own."""

VERSION: Final = 3
"""Raised when an earlier Tonk could do harm to what is written now."""

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
"""The option with which SQLite opens a file without the log beside it."""
ALTERED: Final = "its pages do not fit together or a line was altered"
HEAD: Final = b"SQLite format 3\0"
_PAGE: Final = 4096  # bytes of a page of SQLite


class NewerError(StoreError):
    """Raised for a save that a later version of the game has written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "was written by a newer Tonk")


class Database:
    """The open file. ``DamagedError``: its contents are wrong; ``StoreError``: it is of no use."""

    def __init__(self, path: Path | None, *, can_lock: bool = True) -> None:
        """Open the file of this version, or begin one; without a path it is in memory.

        Where the file system cannot lock, SQLite must not try.
        """
        self._can_lock = can_lock
        self.path = path or Path(FILE_NAME)
        self.mend: Callable[[], None] = lambda: None
        """Called where a row is damaged or missing: it brings back what the second place has."""
        self._identity: tuple[int, int] | None = None
        self.memo: dict[str, object] = {}
        """What others have added up of the counted hands; it is forgotten with the counts."""
        if path is None:
            self._connection = self._in_memory()
        else:
            self._connect()

    @classmethod
    def in_memory(cls, rows: Sequence[Row]) -> "Database":
        """Return a database in memory that holds these rows."""
        database = cls(None)
        database._create()
        database.write(rows)
        return database

    @property
    def is_in_place(self) -> bool:
        """Whether the open file is the one that stands under its name, and not one removed."""
        return self._identity_of(self.path) == self._identity

    def close(self) -> None:
        """Close the file; what was written stays."""
        with self._own_errors():
            self._connection.close()

    def detach(self) -> None:
        """Go on in memory with all that the file holds, and let go of the file."""
        memory = self._in_memory()
        with suppress(sqlite3.Error), self._own_errors():
            self._connection.backup(memory)
            self._connection.close()
        self._connection, self._identity = memory, None

    def renew(self, rows: Sequence[Row]) -> Path | None:
        """Begin the file anew with these rows; one that is there is set aside, and named."""
        with suppress(StoreError, DamagedError):
            self.close()
        made_folder(self.path.parent)
        kept = vacated(self.path)
        self._connect()
        self.replace(rows)
        return kept

    def replace(self, rows: Sequence[Row]) -> None:
        """Hold these rows and no others, or those of before where that fails."""
        values = [(*row.key, row.body, row.digest) for row in rows]
        with self._own_errors(), self._transaction():
            self._connection.execute("DELETE FROM journal")
            self._connection.executemany(f"INSERT INTO journal VALUES ({_MARKS})", values)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")
        self.forget_counts()
        self._settle()

    def all_rows(self) -> tuple[list[Row], bool]:
        """Return the rows whose checksum is right, and whether all rows are right."""
        wrong: list[str] = []
        return list(_good_rows(self._connection, wrong)), not wrong

    def forget_counts(self) -> None:
        """Drop what was counted of the rows; it is counted again when it is asked for."""
        self.memo.clear()
        names = [
            (kind, name)
            for kind, name in self.query("SELECT type, name FROM sqlite_master")
            if name.startswith("played")
        ]
        tables = sorted(names, reverse=True)  # tables before indexes, which go with them
        self.execute([(f"DROP {kind} IF EXISTS {name}", ()) for kind, name in tables])

    def rows(self, session: int) -> tuple[Row, ...]:
        """Return a session's rows without records and reviews, in order of hand and ordinal."""
        where = "session = ? AND kind NOT IN ('record', 'ended', 'review') ORDER BY hand, ordinal"
        return self._select(where, session)

    def records(self, session: int) -> tuple[Row, ...]:
        """Return the records of a session's finished hands, oldest first."""
        return self._select("session = ? AND kind = 'record' ORDER BY hand", session)

    def query_rows(self, query: str, values: Sequence[object] = ()) -> tuple[Row, ...]:
        """Return the rows of the journal that a query for all its columns finds, each of them
        checked.

        Those that are damaged are mended; ``DamagedError`` where that is impossible.
        """
        try:
            return tuple(map(Row.checked, self.query(query, values)))
        except DamagedError:
            self.mend()
            return tuple(map(Row.checked, self.query(query, values)))

    def row(self, key: Key) -> Row | None:
        """Return a row, mended where it is missing; None where it is nowhere."""
        where = "session = ? AND hand = ? AND kind = ? AND ordinal = ?"
        query = f"SELECT {_COLUMNS} FROM journal WHERE {where}"
        found = self.query_rows(query, key)
        if not found:
            self.mend()
            found = self.query_rows(query, key)
        return found[0] if found else None

    def query(self, query: str, values: Sequence[object] = ()) -> Rows:
        """Return what a query finds."""
        with self._own_errors(), closing(self._connection.execute(query, values)) as cursor:
            return cursor.fetchall()

    def execute(self, statements: Sequence[tuple[str, Sequence[object]]]) -> None:
        """Run statements in one transaction: all of them, or none."""
        with self._own_errors(), self._transaction():
            for statement, values in statements:
                self._connection.execute(statement, values)

    def latest_session(self) -> int:
        """Return the number of the newest session, 0 where there is none."""
        found = self.query("SELECT max(session) FROM journal")[0][0]
        if found is not None and type(found) is not int:
            raise DamagedError("a session without a number")
        return found or 0

    def count_records(self) -> int:
        """Count the finished hands."""
        return int(self.query("SELECT count(*) FROM journal WHERE kind = 'record'")[0][0])

    def write(self, rows: Sequence[Row], forget: tuple[int, int] | None = None) -> None:
        """Write all ``rows`` or none. Of a document only the version that is written stays.

        ``forget``, a session and a hand: of the hands before that one only the records stay.
        """
        with self._own_errors(), self._transaction():
            for row in rows:
                values = (*row.key, row.body, row.digest)
                self._connection.execute(
                    f"INSERT OR REPLACE INTO journal ({_COLUMNS}) VALUES ({_MARKS})", values
                )
            if forget:
                self._connection.execute(
                    "DELETE FROM journal WHERE session = ? AND hand < ?"
                    " AND kind IN ('standing', 'deal', 'move')",
                    forget,
                )
            for row in documents_of(rows).values():
                self._connection.execute(
                    "DELETE FROM journal WHERE session = 0 AND hand = 0"
                    " AND kind = ? AND ordinal < ?",
                    (row.kind, row.ordinal),
                )
        if any(row.kind == "standing" or row.session == 0 for row in rows):
            self._settle()

    def _settle(self) -> None:
        """Bring the write-ahead log into the file, which then survives a power cut.

        Done at the end of a hand and for what is kept besides hands, to spare the disk.
        """
        self.query("PRAGMA wal_checkpoint(TRUNCATE)")

    def _select(self, where: str, session: int) -> tuple[Row, ...]:
        return self.query_rows(f"SELECT {_COLUMNS} FROM journal WHERE {where}", (session,))

    def _connect(self) -> None:
        # The file is made for nobody else; the log beside it is made like it.
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
        # Other programs and earlier versions wait; there is no shared-memory file either.
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        # A killed program loses nothing; after a power cut the last moves may be missing.
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA cache_size = -512")  # KiB in memory, a quarter of what is usual
        if run("PRAGMA user_version")[0][0] == 0:
            self._create()
        self._settle()

    def _create(self) -> None:
        with self._transaction():
            self._connection.execute(_SCHEMA)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

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
            raise self._own_error(self.path, error) from None

    @staticmethod
    def _in_memory() -> sqlite3.Connection:
        return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)

    @staticmethod
    def _own_error(path: Path, error: sqlite3.Error) -> Exception:
        """Return the error as a player needs it: the file is damaged, or in use, or cannot be
        used.
        """
        name = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return StoreBusyError(path.parent)
        broken = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_MISMATCH")
        if name.startswith(broken) and isinstance(error, sqlite3.DatabaseError):
            return DamagedError(str(error))
        return StoreError(path, str(error))

    @staticmethod
    def _identity_of(path: Path) -> tuple[int, int] | None:
        """Return which file stands under a name; None where there is none."""
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


@dataclass(frozen=True, slots=True)
class FileContents:
    """What lies in a file that is closed, and in the log that a killed program left beside it."""

    rows: Sequence[Row] = ()
    damage: str = ""
    version: int = 0

    def lasting(self) -> set[str]:
        """Return the records, and the identities that were given."""
        return {
            row.body
            for row in self.rows
            if row.kind == "record" or (row.kind == IDENTITY and row.ordinal == GIVEN)
        }

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """Read what lies in a file of any version; it never raises.

        Nothing of it is changed, unless SQLite has to take back what a program has left half done.
        By a log of its own no record and no identity ever vanishes, nor where a program was killed
        while it brought the log into the file, some of whose pages then are new and some old. Where
        one does, the log is of another file, as where a folder was copied piece by piece; then what
        lies in the file alone counts, for with pages of another history its rows would make hands
        that nobody has played.
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

    @classmethod
    def opened(cls, path: Path, how: str) -> Self:
        """Read what lies in a file that is opened in a certain way; it never raises."""
        rows: list[Row] = []
        wrong: list[str] = []
        version = 0
        try:
            with _opened(path, how) as connection:
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    rows += _good_rows(connection, wrong)  # else it was only just made
                if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                    wrong.append(ALTERED)
        except sqlite3.Error as error:
            wrong.append(str(error))
        return cls(rows, wrong[0] if wrong else "", version)

    @staticmethod
    def _may_lack(there: set[str], path: Path) -> bool:
        """Return whether a file without its log has one of them that is not ``there``; damaged ones
        count.
        """
        try:
            with _opened(path, _BARE) as bare:
                query = "SELECT body FROM journal WHERE kind = 'record' OR kind = ? AND ordinal = ?"
                return any(body not in there for (body,) in bare.execute(query, (IDENTITY, GIVEN)))
        except sqlite3.Error:
            return True


def proved(path: Path) -> int | None:
    """Return how many finished hands a file that is closed holds, where every row of it is right on
    the disk and its pages fit together; else None.
    """
    records = 0
    try:
        with _opened(path, f"mode=ro&{_UNLOCKED}") as connection:
            for *parts, digest in connection.execute(f"SELECT {_COLUMNS} FROM journal"):
                if digest_of(tuple(parts)) != digest:
                    return None
                records += parts[2] == "record"
            is_sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except (sqlite3.Error, OverflowError):
        return None
    return records if is_sound else None


@contextmanager
def _opened(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    """A file opened to be read, without a lock and without bringing its log into it.

    Closing it drops the locks of this process on the file, so it must not be open otherwise.
    """
    uri = f"{path.absolute().as_uri()}?{how}"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        yield connection


def _good_rows(connection: sqlite3.Connection, wrong: list[str]) -> Iterator[Row]:
    """Yield the rows that are right, read from both ends where a page between is damaged.

    What is wrong is added to ``wrong``.
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
    """Let nothing stand in the place of a file: what is there is set aside, and named.

    One in which nothing was ever kept is thrown away.
    """
    if was_never_used(path):
        path.unlink()
    kept = set_aside(path, COMPANIONS) if path.exists() else None
    for suffix in COMPANIONS:  # lest SQLite take it for that of the next
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink()
    return kept


def was_never_used(path: Path) -> bool:
    """Return whether nothing but the mark of a store was ever in a file, as a full disk leaves it
    at the first start, cut off or not: its head tells of two pages at most, and the second has one
    row.
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
