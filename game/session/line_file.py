"""A text file of rows, one a line with its checksum, that grows at its end.

It is the second place of what the database holds: another form, read without SQLite, and readable
by eye. A line that was cut or altered costs no other line.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from game.session.files import DamagedError, StoreError, reason_of, write_whole_bytes
from game.session.rows import Key, Row, line_of, row_of


class Read(NamedTuple):
    """What a file of lines holds: its good rows, how many lines are wrong, and whether the last
    line breaks off, as a killed program leaves it.
    """

    rows: tuple[Row, ...]
    wrong: int
    is_torn: bool


def read_lines(path: Path) -> Read | None:
    """The rows of a file; None where there is no such file. ``StoreError`` where it is unreadable.

    A row that was written twice counts as it was written last. What the file holds never raises.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    rows: dict[Key, Row] = {}
    wrong = 0
    torn = lines.pop()
    for line in lines:
        try:
            row = row_of(line)
            rows[row.key] = row
        except DamagedError:
            wrong += 1
    return Read(tuple(rows.values()), wrong, bool(torn))


class LineFile:
    """The open end of a file of lines. ``StoreError`` where it cannot be written."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.size = path.stat().st_size if path.is_file() else -1
        """How many bytes it has by what was written to it; -1: it must be written whole."""

    def append(self, rows: Iterable[Row]) -> bool:
        """Add rows at the end; False where the file is no longer what it was: then write it whole.

        What an earlier try left half done is cut off first.
        """
        data = b"".join(map(line_of, rows))
        if not data:
            return True
        try:
            with self.path.open("r+b") as file:
                end = file.seek(0, 2)
                if not 0 <= self.size <= end:
                    return False
                if end > self.size:
                    file.truncate(self.size)
                    file.seek(self.size)
                file.write(data)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StoreError(self.path, reason_of(error)) from None
        self.size += len(data)
        return True

    def write(self, rows: Iterable[Row]) -> None:
        """Replace the file by these rows in one step."""
        data = b"".join(map(line_of, rows))
        self.size = -1
        # After a power cut the database has what is missing here.
        write_whole_bytes(self.path, data, survives_power_cut=False)
        self.size = len(data)
