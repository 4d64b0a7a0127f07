"""The player's files: their folders, how they are written, and the errors they may cause.

Every file error becomes a one-line ``StoreError``.
"""

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final, Literal, TextIO

DATA_VARIABLE: Final = "TONK_DATA_DIR"
CONFIG_VARIABLE: Final = "TONK_CONFIG_DIR"
_APP: Final = "tonk"


class StoreError(Exception):
    """A file or folder of the player that cannot be used; the message says which and why."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, " ".join(why.split())
        super().__init__(f"{path}: {self.why}")


def data_folder() -> Path:
    """Return the folder of saves and records, which the environment may override.

    ``StoreError`` where the player has no home folder.
    """
    return _folder(DATA_VARIABLE, "user_data_path")


def home_folder() -> Path:
    """Return the player's home folder, or the current one if there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()


def config_folder() -> Path:
    """Return the folder of settings, which the environment may override.

    ``StoreError`` where the player has no home folder.
    """
    return _folder(CONFIG_VARIABLE, "user_config_path")


def _folder(variable: str, usual: Literal["user_data_path", "user_config_path"]) -> Path:
    chosen = os.environ.get(variable)
    if chosen:
        return Path(chosen)
    import platformdirs

    try:
        return Path(getattr(platformdirs, usual)(_APP, appauthor=False))
    except RuntimeError:
        raise StoreError(Path("~"), f"no home folder; set {variable}") from None


def made_folder(folder: Path) -> Path:
    """Return ``folder``, created as private if missing; raise ``StoreError`` if that is
    impossible.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(folder, reason_of(error)) from None
    return folder


def make_private(path: Path) -> None:
    """Make a file or folder of the player unreadable for other users, if possible."""
    mode = 0o700 if path.is_dir() else 0o600
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


def set_aside(path: Path, companions: tuple[str, ...] = ()) -> Path:
    """Rename a damaged file, ``tonk.db`` to ``tonk-damaged-1.db``, and return its new name.

    ``companions`` are suffixes of auxiliary files that are renamed with it.
    """
    names = (path.with_name(f"{path.stem}-damaged-{number}{path.suffix}") for number in count(1))
    new = next(name for name in names if not name.exists())
    try:
        path.rename(new)
        for suffix in companions:
            beside = path.with_name(path.name + suffix)
            if beside.exists():
                beside.rename(new.with_name(new.name + suffix))
        _sync_folder(path.parent)
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None
    return new


def set_aside_strangers(paths: Iterable[Path]) -> list[str]:
    """Set aside anything but a regular file in these places, and return the names.

    Regular files are made private. Raises ``StoreError`` if that is impossible.
    """
    strange = []
    for path in paths:
        if path.is_file():
            make_private(path)
        elif os.path.lexists(path):
            set_aside(path)
            strange.append(path.name)
    return strange


def set_aside_in(folder: Path) -> list[Path]:
    """Return the damaged saves set aside in a folder: databases, and text files of hands."""
    with contextlib.suppress(OSError):
        return [path for ending in ("db", "jsonl") for path in folder.glob(f"*-damaged-*.{ending}")]
    return []


def reason_of(error: OSError) -> str:
    """Return the description of an error, without its number and in the same words on every
    system.
    """
    if getattr(error, "winerror", None) and error.errno:
        return os.strerror(error.errno)
    return error.strerror or str(error)


class DamagedError(Exception):
    """A database is not as the game wrote it."""


def is_file(text: str) -> bool:
    """Return whether a word that somebody typed is the name of an existing file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


class NotRegularError(OSError):
    """A name stands for a folder, pipe, device or socket rather than a regular file."""


class TooLongError(OSError):
    """A file is longer than its reader accepts."""


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, without ever blocking on a writer.

    Raises ``NotRegularError`` for anything else, and ``OSError`` for a missing or unreadable file
    or an invalid name.
    """
    try:
        _check_regular(path, path.stat().st_mode)  # opening a device may have effects
        number = os.open(path, _READING)
    except ValueError:
        raise OSError(errno.EINVAL, "is not a valid file name", str(path)) from None
    except OSError as error:
        if getattr(error, "winerror", None):  # its message depends on the system's language
            raise OSError(error.errno, reason_of(error), str(path)) from None
        raise
    try:
        _check_regular(path, os.fstat(number).st_mode)
    except OSError:
        os.close(number)
        raise
    return os.fdopen(number, "rb")


STANDARD_INPUT: Final = Path("-")
"""The file name that means standard input; a file with this name is ``./-``."""


def standard_input() -> BinaryIO:
    """Return standard input as bytes; raise ``OSError`` if the program was started without."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", str(STANDARD_INPUT))
    if os.name != "nt":
        with contextlib.suppress(OSError):  # in tests it is no file
            os.set_blocking(sys.stdin.fileno(), True)
    return sys.stdin.buffer


def read_named(path: Path, most: int) -> bytes:
    """Return the contents of a file named on the command line, or of standard input if that is
    named.
    """
    if path != STANDARD_INPUT:
        return read_regular(path, most)
    return _bounded(standard_input(), path, most)


def read_regular(path: Path, most: int = 1 << 20) -> bytes:
    """Return the contents of a regular file; raise ``TooLongError`` for more than ``most`` bytes.

    Raises ``OSError`` as ``open_regular`` does. Never reads more than ``most`` bytes into memory.
    """
    with open_regular(path) as file:
        return _bounded(file, path, most)


def _bounded(file: BinaryIO, path: Path, most: int) -> bytes:
    data = file.read(most + 1) or b""  # None from one of the system's files that has nothing yet
    if len(data) > most:
        raise TooLongError(errno.EFBIG, f"is longer than {most // 1024:,} KB", str(path))
    return data


def open_to_write(path: Path, mode: Literal["w", "a"] = "w") -> TextIO:
    """Open a file for lines of text; raise ``OSError``, also for a pipe without a reader."""

    def opener(name: str, flags: int) -> int:
        number = os.open(name, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
        if os.name != "nt":
            os.set_blocking(number, True)
        return number

    try:
        return open(path, mode, encoding="utf-8", newline="\n", opener=opener)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from this pipe", str(path)) from None
        raise


_READING: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)


def _check_regular(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise NotRegularError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotRegularError(errno.EINVAL, "is not a regular file", str(path))


def write_whole(path: Path, text: str) -> None:
    """Replace the contents of ``path`` by ``text`` atomically; raise ``StoreError`` if that is
    impossible.
    """
    write_whole_bytes(path, text.encode("utf-8"))


def write_whole_bytes(
    path: Path, data: bytes | Iterable[bytes], *, survives_power_cut: bool = True
) -> None:
    """Replace the contents of ``path`` by ``data`` atomically; raise ``StoreError`` if that is
    impossible.

    The data may come in pieces.
    """
    made_folder(path.parent)
    try:
        _write_and_rename(path, data, survives_power_cut)
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None


def _write_and_rename(path: Path, data: bytes | Iterable[bytes], survives_power_cut: bool) -> None:
    import tempfile  # it imports a lot, and a first frame writes nothing

    path = Path(os.path.realpath(path))  # a link stays, and what it leads to is replaced
    with contextlib.suppress(FileNotFoundError):
        _check_regular(path, path.stat().st_mode)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            if survives_power_cut:
                os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    if survives_power_cut:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make new names in a folder survive a power cut, if the system supports it."""
    if os.name != "nt":
        with contextlib.suppress(OSError):
            number = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)
