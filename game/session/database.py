"""The SQLite file of the saves: a table of rows, each with a checksum, and what is counted of them.

It is one of the two places where rows are kept (`archive.py`), and the one that is asked. While it
is open nothing else touches its file: on POSIX, closing any descriptor of it drops SQLite's locks.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from game.files import (
    DamagedError,
    StoreError,
    made_folder,
    make_private,
    open_regular,
    reason_of,
    set_aside,
)
from game.session.lock import StoreBusyError
from game.session.rows import Key, Row, checked, digest_of, documents_of

Rows: TypeAlias = list[tuple[Any, ...]]  # Any: numbers and texts, as the columns hold them

FILE_NAME: Final = "tonk.db"
LOG: Final = "-wal"
"""Suffix of the write-ahead log that SQLite keeps beside its file while it is open."""
COMPANIONS: Final = (LOG, "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside its own."""

VERSION: Final = 3
"""Raised when an earlier Tonk could do harm to what is written now."""
_CACHE: Final = 512
"""KiB of the database that are held in memory; four times as many are the usual."""
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
_MARKS: Final = "?, ?, ?, ?, ?, ?"
HEAD: Final = b"SQLite format 3\0"
_PAGE: Final = 4096
_PAGES_PLACE: Final = slice(28, 32)
"""Where SQLite has the number of its pages in its file."""
VERSION_PLACE: Final = slice(60, 64)
"""Where it has the number of the version."""
_ROWS_PLACE: Final = slice(_PAGE + 3, _PAGE + 5)
"""Where the second page has the number of its rows."""
_BROKEN: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_MISMATCH")
_IN_USE: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")


class NewerError(StoreError):
    """A save that a later version of the game has written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "was written by a newer Tonk")


class Database:
    """The open file. ``DamagedError``: its contents are wrong; ``StoreError``: it is of no use."""

    def __init__(self, path: Path | None, *, can_lock: bool = True) -> None:
        """Open the file; without one there is nothing, until it is made by ``renew``.

        Where the file system cannot lock, SQLite must not try.
        """
        self._can_lock = can_lock
        self.path = path or Path(FILE_NAME)
        self.is_earlier = False
        """Whether an earlier version has written it; ``replace`` makes it one of this version."""
        self.find: Callable[[Key], Row | None] = lambda _key: None
        """Finds a row that is damaged or missing here in its second place."""
        self._identity: tuple[int, int] | None = None
        self.memo: dict[str, object] = {}
        """What others have added up of the counted hands; it is forgotten with the counts."""
        if path is None:
            self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        else:
            self._connect()

    @classmethod
    def in_memory(cls, rows: Sequence[Row]) -> "Database":
        """A database in memory that holds these rows."""
        database = cls(None)
        database._connection.isolation_level = None
        database._create()
        database.write(rows)
        return database

    @property
    def is_in_place(self) -> bool:
        """Whether the open file is the one that stands under its name, and not one removed."""
        return _identity(self.path) == self._identity

    def close(self) -> None:
        """Close the file; what was written stays."""
        with self._own_errors():
            self._connection.close()

    def detach(self) -> None:
        """Go on in memory with all that the file holds, and let go of the file."""
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        with suppress(sqlite3.Error), self._own_errors():
            self._connection.backup(memory)
            self._connection.close()
        self._connection, self._identity = memory, None

    def renew(self, path: Path, rows: Sequence[Row]) -> Path | None:
        """Begin the file anew with these rows; one that is there is set aside, and named.

        One in which nothing was ever kept is thrown away.
        """
        with suppress(StoreError, DamagedError):
            self.close()
        self.path = path
        made_folder(path.parent)
        if was_never_used(path):
            path.unlink()
        kept = set_aside(path, COMPANIONS) if path.exists() else None
        _forget_companions(path)
        self._connect()
        self.memo.clear()
        self.write(rows)
        self._settle()
        return kept

    def replace(self, rows: Sequence[Row]) -> None:
        """Hold these rows and no others, or those of before where that fails."""
        values = [(*row.key, row.body, row.digest) for row in rows]
        with self._own_errors(), self._transaction():
            self._connection.execute("DELETE FROM journal")
            self._connection.executemany(f"INSERT INTO journal VALUES ({_MARKS})", values)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")
        self.is_earlier = False
        self.forget_counts()
        self._settle()

    def all_rows(self) -> tuple[list[Row], bool]:
        """Every row whose checksum is right, and whether the whole file is as it should be."""
        found: list[Row] = []
        try:
            is_sound = self.query("PRAGMA quick_check(1)")[0][0] == "ok"
        except DamagedError:
            is_sound = False
        is_whole = _read_all(self._connection, found)
        return found, is_sound and is_whole

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
        """All rows of a session but records and reviews of hands, in order of hand and ordinal."""
        where = "session = ? AND kind NOT IN ('record', 'ended', 'review') ORDER BY hand, ordinal"
        return self._select(where, session)

    def records(self, session: int) -> tuple[Row, ...]:
        """The records of a session's finished hands, oldest first."""
        return self._select("session = ? AND kind = 'record' ORDER BY hand", session)

    def query_rows(self, query: str, values: Sequence[object] = ()) -> tuple[Row, ...]:
        """The rows of the journal that a query for all its columns finds, each of them checked.

        One that is damaged is mended from its second place; ``DamagedError`` where that has none.
        """
        return tuple(map(self._mended, self.query(query, values)))

    def row(self, key: Key) -> Row | None:
        """One row, mended from its second place where it is damaged or missing."""
        where = "session = ? AND hand = ? AND kind = ? AND ordinal = ?"
        try:
            found = self.query_rows(f"SELECT {_COLUMNS} FROM journal WHERE {where}", key)
        except DamagedError:
            found = ()
        return found[0] if found else self._found(key)

    def query(self, query: str, values: Sequence[object] = ()) -> Rows:
        """What a query finds."""
        with self._own_errors(), closing(self._connection.execute(query, values)) as cursor:
            return cursor.fetchall()

    def execute(self, statements: Sequence[tuple[str, Sequence[object]]]) -> None:
        """Run statements in one transaction: all of them, or none."""
        with self._own_errors(), self._transaction():
            for statement, values in statements:
                self._connection.execute(statement, values)

    def latest_session(self) -> int:
        """The number of the newest session, 0 where there is none."""
        found = self.query("SELECT max(session) FROM journal")[0][0]
        if found is not None and type(found) is not int:
            raise DamagedError("a session without a number")
        return found or 0

    def count_records(self) -> int:
        """How many finished hands there are."""
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

    def _mended(self, values: Sequence[object]) -> Row:
        try:
            return checked(values)
        except DamagedError:
            match values:
                case (int(session), int(hand), str(kind), int(ordinal), *_):
                    row = self._found((session, hand, kind, ordinal))
                    if row is not None:
                        return row
                case _:
                    pass
            raise

    def _found(self, key: Key) -> Row | None:
        """A row from its second place, which then is here again."""
        row = self.find(key)
        if row is not None:
            with suppress(StoreError):
                self.write([row])
        return row

    def _connect(self) -> None:
        _made(self.path)
        with self._own_errors():
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}{'' if self._can_lock else '?nolock=1'}",
                timeout=_TIMEOUT,
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
        self._identity = _identity(self.path)

    def _prepare(self) -> None:
        run = self.query
        # Other programs and earlier versions wait; there is no shared-memory file either.
        run("PRAGMA locking_mode = EXCLUSIVE")
        version = run("PRAGMA user_version")[0][0]
        if version > VERSION:
            raise NewerError(self.path)
        run("PRAGMA journal_mode = WAL")
        # A killed program loses nothing; after a power cut the last moves may be missing.
        run("PRAGMA synchronous = NORMAL")
        run(f"PRAGMA cache_size = {-_CACHE}")
        if version == 0:
            self._create()
        else:
            run(f"SELECT {_COLUMNS} FROM journal LIMIT 1")
        self.is_earlier = 0 < version < VERSION
        self._settle()

    def _create(self) -> None:
        with self._transaction():
            if self.query("SELECT count(*) FROM sqlite_master")[0][0]:
                raise DamagedError("it is not a save of Tonk")
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
            raise _own_error(self.path, error) from None


def was_never_used(path: Path) -> bool:
    """Whether nothing but the mark of a store was ever in a file, as a full disk leaves it at the
    first start, cut off or not: its head tells of two pages at most, and the second has one row.
    """
    try:
        with open_regular(path) as file:
            data = file.read(2 * _PAGE + 1)
    except OSError:
        return False
    pages, rows = data[_PAGES_PLACE], data[_ROWS_PLACE]
    is_ours = data.startswith(HEAD) and data[VERSION_PLACE] == VERSION.to_bytes(4, "big")
    is_small = len(data) <= 2 * _PAGE and int.from_bytes(pages, "big") <= 2
    return not data or (is_ours and is_small and int.from_bytes(rows, "big") <= 1)


def proved(path: Path) -> int | None:
    """How many finished hands a file that is closed holds, where every row of it is right on the
    disk and its pages fit together; else None.
    """
    records = 0
    try:
        with closing(sqlite3.connect(path)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchall()[0][0] != "ok":
                return None
            with closing(connection.execute(f"SELECT {_COLUMNS} FROM journal")) as cursor:
                for *parts, digest in cursor:
                    if digest_of(tuple(parts)) != digest:
                        return None
                    records += parts[2] == "record"
    except (sqlite3.Error, OverflowError):
        return None
    return records


def salvaged(path: Path) -> tuple[list[Row], bool]:
    """The rows of a damaged file that can still be read, and whether it is whole after all.

    A copy is read, since SQLite would repair and so change what it opens. A log of another file is
    left out.
    """
    found: list[Row] = []
    is_sound = False
    with_log = not has_strange_log(path)
    with suppress(OSError, sqlite3.Error), _copy(path, with_log=with_log) as connection:
        is_whole = _read_all(connection, found)
        check = connection.execute("PRAGMA quick_check(1)").fetchall()
        is_sound = is_whole and check[0][0] == "ok"
    return found, is_sound


def has_strange_log(path: Path) -> bool:
    """Whether the write-ahead log beside a file is of another one, as where a folder was copied
    piece by piece: laid over the file it makes hands vanish.

    No hand ever vanishes by a log of its own, nor where a program was killed while it brought the
    log into the file, some of whose pages then are new and some old.
    """
    if not path.is_file() or not path.with_name(path.name + LOG).is_file():
        return False
    try:
        with _copy(path, with_log=False) as bare:
            before = _records_in(bare)
            version = bare.execute("PRAGMA user_version").fetchall()
    except (OSError, sqlite3.Error):
        return False
    try:
        with _copy(path, with_log=True) as whole:
            is_upgrade = whole.execute("PRAGMA user_version").fetchall() != version
            return not is_upgrade and not before <= _records_in(whole)
    except (OSError, sqlite3.Error):
        return bool(before)


def _records_in(connection: sqlite3.Connection) -> set[str]:
    """The records of all finished hands that can be read."""
    found: list[Row] = []
    _read_all(connection, found)
    return {row.body for row in found if row.kind == "record"}


@contextmanager
def _copy(path: Path, *, with_log: bool) -> Iterator[sqlite3.Connection]:
    """A copy of a file, opened; ``OSError``, ``sqlite3.Error`` where that is impossible."""
    with TemporaryDirectory(prefix="tonk-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, path.name)
        for suffix in ("", LOG) if with_log else ("",):
            if path.with_name(path.name + suffix).exists():
                copyfile(path.with_name(path.name + suffix), f"{copy}{suffix}")
        with closing(sqlite3.connect(copy)) as connection:
            yield connection


def _read_all(connection: sqlite3.Connection, found: list[Row]) -> bool:
    """Read every row that is right, from both ends where a page between is damaged.

    Tells whether all could be read and all were right.
    """
    connection.text_factory = _lenient
    is_whole = True
    known = set()
    for order in ("", " ORDER BY session DESC, hand DESC, kind DESC, ordinal DESC"):
        try:
            query = f"SELECT {_COLUMNS} FROM journal{order}"
            with closing(connection.execute(query)) as cursor:
                for values in cursor:
                    try:
                        row = checked(values)
                    except DamagedError:
                        is_whole = False
                        continue
                    if row.key not in known:
                        known.add(row.key)
                        found.append(row)
        except (sqlite3.Error, OverflowError):
            is_whole = False
            continue
        break
    connection.text_factory = str
    return is_whole


def _lenient(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file stands under a name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _made(path: Path) -> None:
    """Make the file, if need be, for nobody else; the log beside it is made like it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600))
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    make_private(path)


def _forget_companions(path: Path) -> None:
    """Remove what belonged to a file that is gone, lest SQLite take it for that of the next."""
    for suffix in COMPANIONS:
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def _own_error(path: Path, error: sqlite3.Error) -> Exception:
    """The error as a player needs it: the file is damaged, or in use, or cannot be used."""
    name = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
    if name.startswith(_IN_USE):
        return StoreBusyError(path.parent)
    if name.startswith(_BROKEN) and isinstance(error, sqlite3.DatabaseError):
        return DamagedError(str(error))
    return StoreError(path, str(error))
