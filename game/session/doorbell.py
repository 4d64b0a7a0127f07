"""One Tonk at a time: a second start rings at the first, which comes to the front.

The bell hangs in a folder that is the user's alone; no other user and no other machine can ring.
Where none can be hung the lock on the saves still keeps two games apart.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_LONGEST_PATH: Final = 100
"""Bytes of a socket's name that every system takes."""
_LONGEST_CALL: Final = 16_384
_PATIENCE: Final = 2.0
"""Seconds in which whoever is at home answers."""
_HERE, _GONE = b"here", b"gone"


def ring(folder: Path, file: Path | None = None) -> bool:
    """Ask the Tonk whose saves are in ``folder`` to come to the front, and to open ``file``.

    True if it answered that it does.
    """
    address = _address(folder)
    if address is None or not _may_hang(address):
        return False
    return _call(address, b"" if file is None else os.fsencode(file.absolute()))


class Doorbell:
    """Listens for others that ring."""

    def __init__(self, folder: Path, heard: Callable[[Path | None], object]) -> None:
        """``heard`` is called on a thread of the bell's own. ``OSError`` where it cannot hang."""
        from multiprocessing.connection import Listener

        self._address = _address(folder)
        if self._address is None:
            raise OSError("there is no place for a doorbell")
        if not _is_pipe(self._address):
            # Whoever hung one there has died: the saves are ours, so nobody else is at home.
            Path(self._address).unlink(missing_ok=True)
        self._heard = heard
        self._listener = Listener(self._address)
        self._thread = Thread(target=self._listen, name="doorbell", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take it down."""
        if self._address:
            _call(self._address, _GONE, answered=False)
        self._thread.join(_PATIENCE)
        self._listener.close()

    def _listen(self) -> None:
        while True:
            try:
                with self._listener.accept() as caller:
                    if not self._answer(caller):
                        return
            except (OSError, EOFError):
                continue

    def _answer(self, caller: Connection) -> bool:
        """Do what the caller asks; False if it is ourselves, leaving."""
        if not caller.poll(_PATIENCE):
            return True
        word = caller.recv_bytes(_LONGEST_CALL)
        if word == _GONE:
            return False
        self._heard(Path(os.fsdecode(word)) if word else None)
        caller.send_bytes(_HERE)
        return True


def _call(address: str, word: bytes, *, answered: bool = True) -> bool:
    from multiprocessing.connection import Client

    with suppress(OSError, EOFError), Client(address) as bell:
        _let_it_rise()
        bell.send_bytes(word)
        return answered and bell.poll(_PATIENCE) and bell.recv_bytes(len(_HERE)) == _HERE
    return False


def _let_it_rise() -> None:
    """Windows lets only the program in front bring another one there: pass that right on."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(-1)


def _address(folder: Path) -> str | None:
    """Where the bell for these saves hangs; None where its name would be too long."""
    mark = sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\tonk-{mark}"
    own = os.environ.get("XDG_RUNTIME_DIR")
    path = Path(own, f"tonk-{mark}") if own and Path(own).is_dir() else folder / "tonk.sock"
    return str(path) if len(os.fsencode(path)) <= _LONGEST_PATH else None


def _is_pipe(address: str) -> bool:
    return address.startswith("\\\\")


def _may_hang(address: str) -> bool:
    """Whether it is worth trying; most starts are the first and shall not lose time."""
    return _is_pipe(address) or Path(address).exists()
