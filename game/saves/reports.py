"""A log of each run, and a report of each unexpected error, for finding bugs.

Both are in the player's own folder and are never sent anywhere. A report says where in the program
the error occurred, but contains no values: no card, no name and no folder of the player.
"""

import logging
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from game.files import StoreError, data_folder, made_folder, write_whole
from game.version import __version__

_LOG_SIZE, _LOGS_KEPT = 200_000, 3  # bytes of a log, and older logs
_LOG: Final = logging.getLogger("tonk")


class Log:
    """The log of this run, written by its own thread, so that no frame waits for the disk."""

    def __init__(self, folder: Path | None = None) -> None:
        """Start the log; do without one if the folder cannot be written."""
        from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
        from queue import SimpleQueue

        self._handler: QueueHandler | None = None
        try:
            path = made_folder(reports_folder(folder)) / "tonk.log"
            file = RotatingFileHandler(
                path, maxBytes=_LOG_SIZE, backupCount=_LOGS_KEPT, encoding="utf-8"
            )
        except (StoreError, OSError):
            return
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        lines: SimpleQueue[logging.LogRecord] = SimpleQueue()
        self._file, self._listener = file, QueueListener(lines, file)
        self._handler = QueueHandler(lines)
        logging.getLogger().addHandler(self._handler)
        _LOG.setLevel(logging.INFO)
        logging.raiseExceptions = False  # on a full disk each line would print an error
        self._listener.start()
        _LOG.info("Tonk %s begins: %s", __version__, _system())

    def close(self) -> None:
        """Write what is left, and stop."""
        if self._handler is not None:
            _LOG.info("Tonk ends")
            logging.getLogger().removeHandler(self._handler)
            self._listener.stop()
            self._file.close()
            self._handler = None


def reports_folder(folder: Path | None = None) -> Path:
    """Return the folder of log and reports; ``folder`` replaces the usual data folder."""
    return (data_folder() if folder is None else folder) / "log"


def keep_report(error: BaseException, folder: Path | None = None) -> Path | None:
    """Write a report of an unexpected error; return None if that is impossible."""
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    _LOG.error("unexpected %s, see %s", type(error).__name__, name)
    try:
        place = reports_folder(folder)
        path = place / name
        write_whole(path, report_text(error))
    except StoreError:
        return None
    with suppress(OSError):
        for old in sorted(place.glob("error-*.txt"))[:-20]:  # keep the newest
            old.unlink()
    return path


def report_text(error: BaseException) -> str:
    """Return the report: versions and the traceback.

    The error's message is left out, since it may contain a card in play or somebody's name.
    """
    return "\n".join([f"Tonk {__version__}", _system(), "", *_way(error)]) + "\n"


def _system() -> str:
    parts = [f"Python {platform.python_version()}", platform.system(), platform.release()]
    pygame = sys.modules.get("pygame")
    if pygame is not None:
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        parts += [f"pygame-ce {pygame.version.ver}", f"SDL {sdl}"]
    return ", ".join([*parts, "one program" if getattr(sys, "frozen", False) else "a package"])


def _way(error: BaseException) -> Iterator[str]:
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _way(cause)
        yield "which led to"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {_file_in_program(frame.filename)}:{frame.lineno} in {frame.name}"
    yield type(error).__qualname__


def _file_in_program(name: str) -> str:
    """Return a file's path from our packages on; for other files only the name and its folder's
    name.
    """
    parts = Path(name).parts
    for package in ("game", "ai", "assets"):
        if package in parts:
            last = len(parts) - 1 - parts[::-1].index(package)
            return "/".join(parts[last:])
    return "/".join(parts[-2:]) if "site-packages" in parts else parts[-1]
