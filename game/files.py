"""The player's files: where they live, how they are written, and what can be wrong with them.

Whatever a folder or file refuses becomes a ``StoreError`` of one line.
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
    """A file or folder of the player's that cannot be used: which one, and why, in one line."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, " ".join(why.split())
        super().__init__(f"{path}: {self.why}")


def data_folder() -> Path:
    """Return where saves and records live, unless the environment says otherwise."""
    chosen = os.environ.get(DATA_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path(_APP, appauthor=False)


def home_folder() -> Path:
    """Return the player's own folder; the one that we are in where there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()


def config_folder() -> Path:
    """Return where settings live, unless the environment says otherwise."""
    chosen = os.environ.get(CONFIG_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path

    return user_config_path(_APP, appauthor=False)


def made_folder(folder: Path) -> Path:
    """Return ``folder``, made if need be, for nobody else; ``StoreError`` where that is
    impossible.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(folder, reason_of(error)) from None
    return folder


def make_private(path: Path) -> None:
    """Let nobody else read a file or look into a folder of the player's, where that is possible."""
    mode = 0o700 if path.is_dir() else 0o600
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


def set_aside(path: Path, companions: tuple[str, ...] = ()) -> Path:
    """Rename a damaged file, ``tonk.db`` to ``tonk-damaged-1.db``, and return its new name.

    ``companions`` are suffixes of files that belong to it and go with it.
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
    """Set aside what stands in the place of a file and is none, and give the names of those.

    Files are made private. ``StoreError`` where that is impossible.
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
    """Return the damaged saves that were set aside in a folder: databases, and text files of
    hands.
    """
    with contextlib.suppress(OSError):
        return [path for ending in ("db", "jsonl") for path in folder.glob(f"*-damaged-*.{ending}")]
    return []


def reason_of(error: OSError) -> str:
    """Return the description of an error, without its number and in the words of every system."""
    if getattr(error, "winerror", None) and error.errno:
        return os.strerror(error.errno)
    return error.strerror or str(error)


class DamagedError(Exception):
    """A database that is not what the game wrote."""


def is_file(text: str) -> bool:
    """Return whether a word that somebody typed names a file; one that cannot be a name does
    not.
    """
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


class NotRegularError(OSError):
    """What is named is no regular file: a folder, pipe, device or socket."""


class TooLongError(OSError):
    """A file is longer than its reader takes."""


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, without ever waiting for one who writes.

    ``NotRegularError`` for anything else, ``OSError`` for what is missing or may not be read, and
    for what is not a valid file name.
    """
    try:
        _check_regular(path, path.stat().st_mode)  # opening some devices already does something
        number = os.open(path, _READING)
    except ValueError:
        raise OSError(errno.EINVAL, "is not a valid file name", str(path)) from None
    except OSError as error:
        if getattr(error, "winerror", None):  # whose words depend on the system and its language
            raise OSError(error.errno, reason_of(error), str(path)) from None
        raise
    try:
        _check_regular(path, os.fstat(number).st_mode)
    except OSError:
        os.close(number)
        raise
    return os.fdopen(number, "rb")


STANDARD_INPUT: Final = Path("-")
"""The file name that stands for standard input; a file called so is ``./-``."""


def standard_input() -> BinaryIO:
    """Return standard input as bytes; ``OSError`` where the program was started without."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", str(STANDARD_INPUT))
    return sys.stdin.buffer


def read_named(path: Path, most: int) -> bytes:
    """Return what is in a file named on the command line, as ``read_regular``, or in standard input
    where that is named.
    """
    if path != STANDARD_INPUT:
        return read_regular(path, most)
    return _bounded(standard_input(), path, most)


def read_regular(path: Path, most: int = 1 << 20) -> bytes:
    """Return what a regular file holds; ``TooLongError`` for more than ``most`` bytes.

    ``OSError`` as from ``open_regular``. No more than ``most`` bytes are ever in memory.
    """
    with open_regular(path) as file:
        return _bounded(file, path, most)


def _bounded(file: BinaryIO, path: Path, most: int) -> bytes:
    data = file.read(most + 1)
    if len(data) > most:
        raise TooLongError(errno.EFBIG, f"is longer than {most // 1024:,} KB", str(path))
    return data


def open_to_write(path: Path, mode: Literal["w", "a"] = "w") -> TextIO:
    """Open a file for lines of text; ``OSError``, also for a pipe that nobody reads."""

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
    """Replace ``path`` by ``text`` in one step; ``StoreError`` where that is impossible."""
    write_whole_bytes(path, text.encode("utf-8"))


def write_whole_bytes(
    path: Path, data: bytes | Iterable[bytes], *, survives_power_cut: bool = True
) -> None:
    """Replace ``path`` by ``data``, which may come in pieces, in one step; ``StoreError`` where
    that is impossible.
    """
    made_folder(path.parent)
    try:
        _write_and_rename(path, data, survives_power_cut)
    except OSError as error:
        raise StoreError(path, reason_of(error)) from None


def _write_and_rename(path: Path, data: bytes | Iterable[bytes], survives_power_cut: bool) -> None:
    import tempfile  # it brings in much, and a first frame writes nothing

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
    """Let new names in a folder survive a power cut, where the system can do that."""
    if os.name != "nt":
        with contextlib.suppress(OSError):
            number = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)
