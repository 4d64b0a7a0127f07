"""A text file of rows, one per line with a checksum, written by appending.

It is the second copy of what the database holds, readable without SQLite and by eye. A damaged line
does not affect the others. The writer keeps a running checksum of the whole file, so that the file
on the disk can be compared with what was written.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple
from zlib import crc32

from game.files import DamagedError, StoreError, open_regular, reason_of, write_whole_bytes
from game.saves.rows import Key, Row

LONGEST_LINE: Final = 1 << 20
"""Maximum length of a line, in bytes: the largest, a review of a very long hand, has less than a
fifth of it.
"""


class Sum(NamedTuple):
    """Size and checksum (CRC-32) of a file."""

    size: int = 0
    crc: int = 0

    def grown(self, data: bytes | bytearray) -> "Sum":
        """Return the size and checksum of the file with ``data`` appended."""
        return Sum(self.size + len(data), crc32(data, self.crc))

    @classmethod
    def of(cls, file: BinaryIO, most: int) -> "Sum":
        """Return the size and checksum of at most this many bytes of a file."""
        total = cls()
        while piece := file.read(min(1 << 20, most - total.size)):  # bytes
            total = total.grown(piece)
        return total


class Read(NamedTuple):
    """The contents of a file of lines: its good rows, and the number of bad lines.

    It also tells whether the last line breaks off, as a killed program leaves it. ``sum`` is that
    of its bytes.
    """

    rows: tuple[Row, ...]
    wrong: int
    is_torn: bool
    sum: Sum


def read_lines(
    path: Path,
    tell: Callable[[int], object] = lambda _size: None,
    *,
    most_wrong: int = 50_000,
    since: Sum | None = None,
) -> Read | None:
    """Return the rows of a file, or None if there is no file. Raises ``StoreError`` if it is
    unreadable.

    ``since`` is the sum of a beginning whose rows are left out; None if the file begins otherwise.

    Of a row written twice, the last version counts. The contents of the file never raise. ``tell``
    is called at intervals with the number of bytes read; an exception from it ends the reading.
    After more than ``most_wrong`` bad lines the rest is not read: no accident leaves that many.
    """
    rows: dict[Key, Row] = {}
    wrong, total, line = 0, Sum(), b"\n"
    since = since or total
    try:
        with open_regular(path) as file:
            total = Sum.of(file, since.size)
            if total != since:
                return None
            for number, line in enumerate(lines_of(file), 1):
                total = total.grown(line)
                # So many bytes without a row: this is no file of rows.
                if not rows and total.size - since.size > 1 << 22:
                    break
                try:
                    row = Row.from_line(line)
                    rows[row.key] = row
                except DamagedError:
                    wrong += line.endswith(b"\n") or len(line) == LONGEST_LINE
                    if wrong > most_wrong:
                        break
                if number % 500 == 0:  # lines
                    tell(total.size)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    return Read(tuple(rows.values()), wrong, not line.endswith(b"\n"), total)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file; too long lines come in pieces, which are bad lines."""
    return iter(lambda: file.readline(LONGEST_LINE), b"")


class LineFile:
    """A file of lines, open for appending. Raises ``StoreError`` if it cannot be written."""

    def __init__(self, path: Path, found: Sum | None = None) -> None:
        """Open the file; without ``found``, the sum of an intact file, it must be rewritten."""
        self.path: Final = path
        self.sum = found
        """Size and checksum of what was written; None if the file must be rewritten."""
        self._last: frozenset[Row] = frozenset()
        self._tried = b""
        """What the last attempt to append was to write."""

    @property
    def size(self) -> int:
        """The size of the file in bytes; 0 if it must be rewritten."""
        return self.sum.size if self.sum else 0

    def append(self, rows: Sequence[Row]) -> bool:
        """Append rows; return False if the file has changed on the disk and must be rewritten.

        Remains of an earlier failed attempt are cut off first; rows that another program has
        appended raise ``ReplacedError``. Rows already passed in the previous call (because writing
        elsewhere failed) are not written again.
        """
        if self.sum is None:
            return False
        data = b"".join(row.line() for row in rows if row not in self._last)
        if not data:
            return True
        if not self.path.is_file():
            return False
        try:
            with self.path.open("r+b") as file:
                end = file.seek(0, os.SEEK_END)
                if end < self.sum.size:
                    return False
                if end > self.sum.size:
                    file.seek(0)
                    if Sum.of(file, self.sum.size) != self.sum:
                        return False
                    if self._has_other_rows(file):
                        from game.saves.lock import ReplacedError  # the first frame needs none

                        raise ReplacedError(self.path.parent)
                    file.truncate(self.sum.size)
                    file.seek(self.sum.size)
                self._tried = data
                file.write(data)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StoreError(self.path, reason_of(error)) from None
        self.sum = self.sum.grown(data)
        self._last = frozenset(rows)
        return True

    def is_written_by_another(self, *, closely: bool) -> bool:
        """Return whether another program has appended rows or, if asked closely, changed the file.

        It has not if the file is gone, cannot be read, or must be rewritten anyway.
        """
        if self.sum is None:
            return False
        try:
            if not closely and self.path.stat().st_size <= self.sum.size:
                return False
            with open_regular(self.path) as file:
                if Sum.of(file, self.sum.size) != self.sum:
                    return closely
                return self._has_other_rows(file)
        except OSError:
            return False

    def own_rows(self) -> list[Row]:
        """Return the rows that this program knows, without those that another has appended; none
        if the file cannot be read or begins otherwise.
        """
        rows: list[Row] = []
        with suppress(OSError), open_regular(self.path) as file:
            if Sum.of(file, self.size) == self.sum:
                file.seek(0)
                for line in lines_of(file):
                    if file.tell() > self.size:
                        break
                    with suppress(DamagedError):
                        rows.append(Row.from_line(line))
        return rows

    def _has_other_rows(self, file: BinaryIO) -> bool:
        """Return whether whole rows follow that this program has not tried to append."""
        own = set(self._tried.splitlines(keepends=True))
        for line in lines_of(file):
            with suppress(DamagedError):
                if line not in own:
                    Row.from_line(line)
                    return True
        return False

    def write(self, rows: Iterable[Row]) -> None:
        """Replace the file's contents by these rows atomically."""
        self.sum = None
        total = Sum()

        def lines() -> Iterator[bytes]:
            nonlocal total
            for row in rows:
                line = row.line()
                total = total.grown(line)
                yield line

        # After a power cut the database has the rows missing here.
        write_whole_bytes(self.path, lines(), survives_power_cut=False)
        self.sum = total
