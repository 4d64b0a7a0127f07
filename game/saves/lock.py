"""The lock on the folder of the saves, so that one Tonk writes them, and who holds it.

    lock = Lock.acquire(folder)      # StoreBusyError where somebody else holds it
    lock.check()                     # before each write; ReplacedError once somebody took over
    lock.release()

The lock is the system's, on ``tonk.lock``, so it ends with its holder, however that ends. On POSIX
a process loses its record locks on a file when it closes *any* descriptor of it. Here that cannot
happen: ``filelock`` locks the one descriptor that it is given (``flock``, on Windows
``LockFileEx``), nothing else opens that file, and a second attempt from within this process is
refused before it opens anything, for ``flock`` itself is made of record locks on network folders.
``lock_descriptor`` tells "held by another" from "cannot be locked here", and falls back to no lock
of another kind; ``portalocker`` does so too, but writes a file to the folder of temporary files
when it is imported, and fails where none can be written.

Who holds it stands in ``tonk-holder.json``, for messages, and its time of change is a heartbeat.
Where a file system cannot lock, or where another computer held the folder less than a minute ago,
nobody can be sure: then the player decides (``may_take_over``), and a holder that was replaced
finds another token in that file, and stops writing.
"""

import json
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Final, Self

from game.files import (
    StoreError,
    open_regular,
    reason_of,
    set_aside_strangers,
    write_whole_bytes,
)
from game.saves.rows import digest_of, now_text

LOCK_NAME: Final = "tonk.lock"
HOLDER_NAME: Final = "tonk-holder.json"
HEARTBEAT: Final = 10.0
"""Seconds from one sign of life to the next."""
RECENT: Final = 60.0
"""Seconds for which a holder that cannot be asked is taken to be alive."""
_TRIES, _STEP = 20, 0.05
"""How often a lock that another Tonk holds, which may just be leaving, is tried, and every how many
seconds."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the saves: the computer, the number of the process, and since when."""

    host: str
    process: int
    since: str
    token: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.host}, since {self.since}"

    @property
    def line(self) -> str:
        """What stands in the file: a line of JSON with its digest, so that damage names nobody."""
        return json.dumps({**asdict(self), "digest": digest_of(astuple(self))}) + "\n"

    def may_be_alive(self) -> bool:
        """Return whether a holder may run; of another computer, and on Windows, nobody can know."""
        if self.host != socket.gethostname():
            return True
        if self.process == os.getpid():
            return False  # what this program holds is known
        if os.name == "nt" or self.process <= 0:
            return True
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        except (OSError, OverflowError):
            return True
        return True


class StoreBusyError(StoreError):
    """Raised where another Tonk holds the saves.

    ``holder`` is None where it has not said who it is. ``may_take_over``: it may be gone, but only
    the player can know.
    """

    def __init__(
        self, folder: Path, holder: Holder | None = None, *, may_take_over: bool = False
    ) -> None:
        self.holder, self.may_take_over = holder, may_take_over
        super().__init__(folder, "is in use by another Tonk" + (f" ({holder})" if holder else ""))


class ReplacedError(StoreBusyError):
    """Raised where another Tonk has taken the saves over: nothing more is written from here."""


_held: Final[dict[Path, Holder]] = {}
"""The folders whose locks this process holds."""


class Lock:
    """The lock on a folder, held. Use ``acquire``."""

    def __init__(self, folder: Path, descriptor: int | None, holder: Holder) -> None:
        self._folder, self._descriptor, self.holder = folder, descriptor, holder
        self._is_replaced = False
        self.on_replaced: Callable[[ReplacedError], object] = lambda _error: None
        """Told, on a thread of the lock's own, if a heartbeat finds that somebody took over."""
        self._is_released = Event()
        self._heart = Thread(target=self._live, name="heartbeat", daemon=True)

    @classmethod
    def acquire(cls, folder: Path, *, take_over: bool = False) -> Self:
        """Lock a folder. ``StoreBusyError`` where another holds it; ``StoreError`` where nothing
        can be written there. ``take_over`` where the player has said that the other is gone.
        """
        folder = folder.absolute()
        if folder in _held:
            raise StoreBusyError(folder, _held[folder])
        descriptor = cls._locked(folder)
        try:
            if not take_over:
                cls._check_recent(folder, can_lock=descriptor is not None)
        except StoreBusyError:
            cls._unlock(descriptor)
            raise
        holder = Holder(socket.gethostname(), os.getpid(), now_text(), os.urandom(16).hex())
        lock = cls(folder, descriptor, holder)
        _held[folder] = holder
        lock._sign()
        lock._heart.start()
        return lock

    @property
    def is_of_the_system(self) -> bool:
        """Whether the system locks the folder, and not the word of the holders alone."""
        return self._descriptor is not None

    def check(self) -> None:
        """Make sure that the lock is still held; ``ReplacedError`` where somebody took over.

        A folder that was removed under way is locked anew. On this computer nobody can take over
        what the system has locked: if the file that names the holder was altered, it is made anew.
        """
        if self._look() != self.holder and not self._is_replaced and self._folder.is_dir():
            self._lock_again()
        if self._is_replaced:
            raise ReplacedError(self._folder, holder_of(self._folder))

    def _look(self) -> Holder | None:
        """Read who holds the folder, and whether that is another program."""
        other = holder_of(self._folder)
        if other is not None and (other.host != self.holder.host or self._descriptor is None):
            self._is_replaced |= other.token != self.holder.token
        return other

    def release(self) -> None:
        """Let others write."""
        if self._is_released.is_set():
            return
        self._is_released.set()
        self._heart.join()
        holder = holder_of(self._folder)
        if holder is not None and holder.token == self.holder.token:
            with suppress(OSError):
                (self._folder / HOLDER_NAME).unlink()
        _held.pop(self._folder, None)
        self._unlock(self._descriptor)

    def _lock_again(self) -> None:
        """Lock a folder in which the file that names the holder is gone or another."""
        try:
            is_same = self._descriptor is None or os.path.samestat(
                os.fstat(self._descriptor), (self._folder / LOCK_NAME).stat()
            )
        except OSError:
            is_same = False
        if not is_same:
            try:
                descriptor = self._locked(self._folder)
            except StoreBusyError:
                self._is_replaced = True
                return
            except StoreError:
                return
            self._unlock(self._descriptor)
            self._descriptor = descriptor
        self._sign()

    def _sign(self) -> None:
        """Write down who holds the lock; where the disk is full the lock holds all the same."""
        with suppress(StoreError):
            text = self.holder.line.encode()
            write_whole_bytes(self._folder / HOLDER_NAME, text, survives_power_cut=False)

    def _live(self) -> None:
        while not self._is_replaced and not self._is_released.wait(HEARTBEAT):
            if self._look() == self.holder:
                with suppress(OSError):
                    os.utime(self._folder / HOLDER_NAME)
        if self._is_replaced:
            self.on_replaced(ReplacedError(self._folder, holder_of(self._folder)))

    @staticmethod
    def _check_recent(folder: Path, *, can_lock: bool) -> None:
        """``StoreBusyError`` where another holder may be alive although the lock does not say
        so.
        """
        other = holder_of(folder)
        if other is None:
            return
        if can_lock and other.host == socket.gethostname():
            return
        if _age(folder) < RECENT and other.may_be_alive():
            raise StoreBusyError(folder, other, may_take_over=True)

    @staticmethod
    def _locked(folder: Path) -> int | None:
        """Return the descriptor of the file that is locked; None where the file system cannot.

        ``StoreBusyError`` where another holds it. What is in its place and no file is set aside.
        """
        path = folder / LOCK_NAME
        set_aside_strangers([path])
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        except OSError as error:
            raise StoreError(path, reason_of(error)) from None
        is_held = _is_held(descriptor)
        for _ in range(_TRIES):
            if is_held:
                time.sleep(_STEP)
                is_held = _is_held(descriptor)
        if is_held is False:
            return descriptor
        os.close(descriptor)
        if is_held:
            raise StoreBusyError(folder, holder_of(folder))
        return None

    @staticmethod
    def _unlock(descriptor: int | None) -> None:
        if descriptor is not None:
            os.close(descriptor)


def holder_of(folder: Path) -> Holder | None:
    """Return who holds the saves in a folder; None where no whole file says so."""
    try:
        with open_regular(folder / HOLDER_NAME) as file:
            held = json.loads(file.read(4096))  # bytes: more than any has
        digest = held.pop("digest")
        holder = Holder(**held)
    except (OSError, ValueError, AttributeError, LookupError, TypeError, RecursionError):
        return None
    is_whole = digest == digest_of(astuple(holder)) and isinstance(holder.process, int)
    return holder if is_whole and f"{holder.host}{holder.since}".isprintable() else None


def in_use_by(folder: Path) -> Holder | None:
    """Return who holds the saves in a folder.

    The lock is asked; where that is impossible, or another computer wrote there last, what is
    written counts while it is not old.
    """
    if folder.absolute() in _held:
        return _held[folder.absolute()]
    holder = holder_of(folder)
    if holder is None:
        return None
    is_held = _is_locked(folder / LOCK_NAME)
    if is_held is None or holder.host != socket.gethostname():
        is_held = _age(folder) <= RECENT and holder.may_be_alive()
    return holder if is_held else None


def _is_locked(path: Path) -> bool | None:
    """Return whether another program has locked a file; None where it cannot be asked.

    Asking takes a lock that is free for a moment, in which a Tonk that starts just waits.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    is_held = _is_held(descriptor)
    os.close(descriptor)  # which unlocks it
    return is_held


def _age(folder: Path) -> float:
    """Seconds since the holder's last sign of life; many where there is none."""
    try:
        return abs(time.time() - (folder / HOLDER_NAME).stat().st_mtime)
    except OSError:
        return RECENT * 2


def _is_held(descriptor: int) -> bool | None:
    """Lock a descriptor, or tell that another holds the lock; None where it cannot be locked."""
    from filelock import lock_descriptor  # takes long to import

    try:
        return not lock_descriptor(descriptor, blocking=False)
    except OSError:
        return None
