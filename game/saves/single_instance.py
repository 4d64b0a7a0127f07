"""Single instance: a second start asks the running game to come to the front, and ends.

The two talk over a socket in a folder that only the user can reach, on Windows over a named pipe.
If no socket is possible, the lock on the saves still keeps two games apart.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.rules.hashing import sha256

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_TIMEOUT: Final = 2.0
"""Seconds to wait for a running Tonk's answer."""
_YES, _STOP = b"here", b"gone"


def ask_running_instance(folder: Path, file: Path | None = None) -> bool | None:
    """Ask the Tonk whose saves are in ``folder`` to come to the front, and to open ``file``.

    Returns whether it agreed; False if it did not answer in time, None if nobody can be asked.
    """
    address = _address(folder)
    # Most starts are the first and should lose no time, so check first whether anything could be
    # listening.
    if address is None or not (_is_pipe(address) or Path(address).exists()):
        return None
    # Were the thread below the first to import it, others here might meet it half imported.
    import multiprocessing.connection  # noqa: F401 - for `_send`

    message = b"" if file is None else os.fsencode(file.absolute())
    answers: list[bool] = []

    def ask() -> None:
        answers.append(InstanceListener._send(address, message))

    # A program that is stopped lets others wait for a connection without end.
    began, asking = time.monotonic(), Thread(target=ask, name="second start", daemon=True)
    asking.start()
    asking.join(2 * _TIMEOUT)
    if any(answers):
        return True
    return False if time.monotonic() - began >= _TIMEOUT else None


class InstanceListener:
    """Listens for a second start of the program."""

    def __init__(self, folder: Path, asked: Callable[[Path | None], object]) -> None:
        """Listen; ``asked`` is called on the listener's thread with the file to open, or None.

        Raises ``OSError`` if it cannot listen.
        """
        from multiprocessing.connection import Listener

        self._address = _address(folder)
        if self._address is None:
            raise OSError("there is no place for a socket")
        if not _is_pipe(self._address):
            # A socket here was left by a crashed program: this one has the lock on the saves.
            Path(self._address).unlink(missing_ok=True)
        self._asked = asked
        self._listener = Listener(self._address)
        self._thread = Thread(target=self._listen, name="single instance", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        if self._address:
            self._send(self._address, _STOP, answered=False)
        self._thread.join(_TIMEOUT)
        self._listener.close()

    def _listen(self) -> None:
        while True:
            try:
                with self._listener.accept() as other:
                    if not self._answer(other):
                        return
            except (OSError, EOFError):
                continue

    def _answer(self, other: Connection) -> bool:
        """Do what the second start asks; return False if it is this listener's own ``close``."""
        if not other.poll(_TIMEOUT):
            return True
        message = other.recv_bytes(16_384)  # bytes at most
        if message == _STOP:
            return False
        self._asked(Path(os.fsdecode(message)) if message else None)
        other.send_bytes(_YES)
        return True

    @staticmethod
    def _send(address: str, message: bytes, *, answered: bool = True) -> bool:
        from multiprocessing.connection import Client

        with suppress(OSError, EOFError), Client(address) as connection:
            # On Windows only the foreground program may let another one take its place.
            if sys.platform == "win32":
                import ctypes

                ctypes.windll.user32.AllowSetForegroundWindow(-1)
            connection.send_bytes(message)
            return (
                answered and connection.poll(_TIMEOUT) and connection.recv_bytes(len(_YES)) == _YES
            )
        return False


def _address(folder: Path) -> str | None:
    """Return the address of the socket for the saves in ``folder``; None if it would be too
    long.
    """
    mark = sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\tonk-{mark}"
    own = os.environ.get("XDG_RUNTIME_DIR")
    path = Path(own, f"tonk-{mark}") if own and Path(own).is_dir() else folder / "tonk.sock"
    # Every system accepts a socket's name of 100 bytes.
    return str(path) if len(os.fsencode(path)) <= 100 else None


def _is_pipe(address: str) -> bool:
    return address.startswith("\\\\")
