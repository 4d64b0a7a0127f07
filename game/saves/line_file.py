"""A text file of rows, one a line with its checksum, that grows at its end.

It is the second place of what the database holds: another form, read without SQLite, and readable
by eye. A line that was cut or altered costs no other line. Whoever writes it keeps the checksum of
the whole as it grows, so that what lies on the disk can be held against what was written.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple
from zlib import crc32

from game.files import DamagedError, StoreError, open_regular, reason_of, write_whole_bytes
from game.saves.rows import Key, Row

LONGEST_LINE: Final = 1 << 20
"""Bytes of a line at most: the largest, a review of a very long hand, has less than a fifth."""


class Sum(NamedTuple):
    """Size and checksum (CRC-32) of a file."""

    size: int = 0
    crc: int = 0

    def grown(self, data: bytes | bytearray) -> "Sum":
        """Return the size and checksum of the file with ``data`` added at its end."""
        return Sum(self.size + len(data), crc32(data, self.crc))


class Read(NamedTuple):
    """What a file of lines holds: its good rows, how many lines are wrong, and whether the last
    line breaks off, as a killed program leaves it. ``sum`` is that of its bytes.
    """

    rows: tuple[Row, ...]
    wrong: int
    is_torn: bool
    sum: Sum


def read_lines(path: Path, tell: Callable[[int], object] = lambda _size: None) -> Read | None:
    """Return the rows of a file; None where there is no such file. ``StoreError`` where it is
    unreadable.

    A row that was written twice counts as it was written last. What the file holds never raises.
    ``tell`` is told now and then how many bytes have been read; what it raises ends the reading.
    """
    rows: dict[Key, Row] = {}
    wrong, total, line = 0, Sum(), b"\n"
    try:
        with open_regular(path) as file:
            for number, line in enumerate(lines_of(file), 1):
                total = total.grown(line)
                if not rows and total.size > 1 << 22:  # bytes: this is no file of rows
                    break
                try:
                    row = Row.from_line(line)
                    rows[row.key] = row
                except DamagedError:
                    wrong += line.endswith(b"\n") or len(line) == LONGEST_LINE
                if number % 500 == 0:  # lines
                    tell(total.size)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    return Read(tuple(rows.values()), wrong, not line.endswith(b"\n"), total)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file; those that are too long come in pieces, and so are wrong."""
    return iter(lambda: file.readline(LONGEST_LINE), b"")


class LineFile:
    """The open end of a file of lines. ``StoreError`` where it cannot be written."""

    def __init__(self, path: Path, found: Sum | None = None) -> None:
        """``found`` is the sum of a file that is right; without it, it must be written whole."""
        self.path: Final = path
        self.sum = found
        """Size and checksum of what was written; None: it must be written whole."""
        self._last: frozenset[Row] = frozenset()

    @property
    def size(self) -> int:
        """The size of the file in bytes; 0 where it must be written whole."""
        return self.sum.size if self.sum else 0

    def append(self, rows: Sequence[Row]) -> bool:
        """Add rows at the end; False where the file is no longer what it was: then write it whole.

        What an earlier try left half done is cut off first. Rows that were given the last time, too
        (then another place could not be written), are not written again.
        """
        data = b"".join(row.line() for row in rows if row not in self._last)
        if not data:
            return True
        if self.sum is None or not self.path.is_file():
            return False
        try:
            with self.path.open("r+b") as file:
                end = file.seek(0, os.SEEK_END)
                if end < self.sum.size:
                    return False
                if end > self.sum.size:
                    file.truncate(self.sum.size)
                    file.seek(self.sum.size)
                file.write(data)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StoreError(self.path, reason_of(error)) from None
        self.sum = self.sum.grown(data)
        self._last = frozenset(rows)
        return True

    def write(self, rows: Iterable[Row]) -> None:
        """Replace the file by these rows in one step."""
        self.sum = None
        total = Sum()

        def lines() -> Iterator[bytes]:
            nonlocal total
            for row in rows:
                line = row.line()
                total = total.grown(line)
                yield line

        # After a power cut the database has what is missing here.
        write_whole_bytes(self.path, lines(), survives_power_cut=False)
        self.sum = total
