"""The lock on the folder of the saves, so that only one Tonk writes them, and its holder.

    lock = Lock.acquire(folder)      # StoreBusyError where somebody else holds it
    lock.check()                     # before each write; ReplacedError once somebody took over
    lock.release()

The lock is a system lock on ``tonk.lock``, so it is released however its holder ends. On POSIX a
process loses its record locks on a file when it closes *any* descriptor of it. That cannot happen
here: ``filelock`` locks the one descriptor that it is given (``flock``, on Windows ``LockFileEx``),
nothing else opens that file, and a second attempt from within this process is refused before it
opens anything, for ``flock`` itself is made of record locks on network folders. ``lock_descriptor``
distinguishes "held by another" from "cannot be locked here", and has no fallback to another kind of
lock; ``portalocker`` does so too, but writes a temporary file when it is imported, and fails if it
cannot.

``tonk-holder.json`` names the holder, for messages, and its modification time is a heartbeat. If
the file system cannot lock, or another computer held the folder less than a minute ago, nobody can
be sure. Then the player decides (``may_take_over``); a holder that was replaced finds another token
in that file and stops writing. So that a computer finds it even if it slept meanwhile, the file
stays where nobody can be sure, with an old modification time. If it is gone all the same, the saves
themselves are asked (``is_written_by_another``).
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
"""Interval of the heartbeat, in seconds."""
RECENT: Final = 60.0
"""Age of the last heartbeat, in seconds, up to which a holder that cannot be asked counts as
alive.
"""
_LEFT: Final = 946_684_800.0
"""The modification time of the file of a holder that has left: the year 2000, in seconds since
1970.
"""
_TRIES, _STEP = 20, 0.05
"""The number of attempts to lock while another Tonk may just be leaving, and the seconds between
them.
"""


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of the saves: the computer, the process ID, and since when."""

    host: str
    process: int
    since: str
    token: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.host}, since {self.since}"

    @property
    def line(self) -> str:
        """The contents of the file: a line of JSON with its digest, so that damage names nobody."""
        return json.dumps({**asdict(self), "digest": digest_of(astuple(self))}) + "\n"

    def may_be_alive(self) -> bool:
        """Return whether a holder may be running; on another computer, or on Windows, it always
        may.
        """
        if self.host != socket.gethostname():
            return True
        if self.process == os.getpid():
            return False  # this program knows its own locks
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
    """Another Tonk holds the saves.

    ``holder`` is None if it is unknown. ``may_take_over`` means that it may be gone, but only the
    player can know.
    """

    def __init__(
        self, folder: Path, holder: Holder | None = None, *, may_take_over: bool = False
    ) -> None:
        self.holder, self.may_take_over = holder, may_take_over
        super().__init__(folder, "is in use by another Tonk" + (f" ({holder})" if holder else ""))


class ReplacedError(StoreBusyError):
    """Another Tonk has taken over the saves: nothing more is written from here."""


_held: Final[dict[Path, Holder]] = {}
"""The folders whose locks this process holds."""


class Lock:
    """A lock held on a folder. Use ``acquire``."""

    def __init__(self, folder: Path, descriptor: int | None, holder: Holder) -> None:
        self._folder, self._descriptor, self.holder = folder, descriptor, holder
        self._is_replaced = False
        self._is_shared = False
        """Whether another holder may be unknown to the system, so that the file has to stay."""
        self.is_written_by_another: Callable[[bool], bool] = lambda _closely: False
        """Called to ask whether another program has written to the saves; closely if the file that
        names the holder is gone.
        """
        self.on_replaced: Callable[[ReplacedError], object] = lambda _error: None
        """Called on the lock's own thread if a heartbeat finds that somebody took over."""
        self._is_released = Event()
        self._heart = Thread(target=self._live, name="heartbeat", daemon=True)

    @classmethod
    def acquire(cls, folder: Path, *, take_over: bool = False) -> Self:
        """Lock a folder.

        Raises ``StoreBusyError`` if another holds it, and ``StoreError`` if nothing can be written
        there. ``take_over`` means that the player has said that the other is gone.
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
        before = holder_of(folder)
        is_of_another = before is not None and before.host != holder.host
        lock._is_shared = descriptor is None or is_of_another or _was_left(folder)
        _held[folder] = holder
        lock._sign()
        lock._heart.start()
        return lock

    @property
    def is_of_the_system(self) -> bool:
        """Whether the system locks the folder, rather than the holders' agreement alone."""
        return self._descriptor is not None

    def check(self) -> None:
        """Check that the lock is still held; raise ``ReplacedError`` if somebody took over.

        A folder that was removed meanwhile is locked again. On this computer nobody can take over a
        system lock, so a file that names another holder is rewritten.
        """
        other = self._look()
        self._is_replaced = self._is_replaced or self.is_written_by_another(other is None)
        if other != self.holder and not self._is_replaced and self._folder.is_dir():
            self._lock_again()
        if self._is_replaced:
            raise self._replaced()

    def _replaced(self) -> ReplacedError:
        other = holder_of(self._folder)
        return ReplacedError(self._folder, None if other == self.holder else other)

    def _look(self) -> Holder | None:
        """Read who holds the folder, and whether that is another program."""
        other = holder_of(self._folder)
        if other is not None and (other.host != self.holder.host or self._descriptor is None):
            self._is_replaced |= other.token != self.holder.token
        return other

    def release(self) -> None:
        """Release the lock."""
        if self._is_released.is_set():
            return
        self._is_released.set()
        self._heart.join()
        holder = holder_of(self._folder)
        if holder is not None and holder.token == self.holder.token:
            with suppress(OSError):
                if self._is_shared:
                    os.utime(self._folder / HOLDER_NAME, (_LEFT, _LEFT))
                else:
                    (self._folder / HOLDER_NAME).unlink()
        _held.pop(self._folder, None)
        self._unlock(self._descriptor)

    def _lock_again(self) -> None:
        """Lock a folder again in which the file that names the holder is gone or another."""
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
        """Write down who holds the lock; on a full disk the lock holds all the same."""
        with suppress(StoreError):
            text = self.holder.line.encode()
            write_whole_bytes(self._folder / HOLDER_NAME, text, survives_power_cut=False)

    def _live(self) -> None:
        while not self._is_replaced and not self._is_released.wait(HEARTBEAT):
            if self._look() == self.holder:
                with suppress(OSError):
                    os.utime(self._folder / HOLDER_NAME)
        if self._is_replaced:
            self.on_replaced(self._replaced())

    @staticmethod
    def _check_recent(folder: Path, *, can_lock: bool) -> None:
        """Raise ``StoreBusyError`` if another holder may be alive although the lock is free."""
        other = holder_of(folder)
        if other is None:
            return
        if can_lock and other.host == socket.gethostname():
            return
        if _age(folder) < RECENT and other.may_be_alive():
            raise StoreBusyError(folder, other, may_take_over=True)

    @staticmethod
    def _locked(folder: Path) -> int | None:
        """Return the descriptor of the locked file, or None if the file system cannot lock.

        Raises ``StoreBusyError`` if another holds it. Anything but a file in its place is set
        aside.
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
    """Return the holder of the saves in a folder, or None if no intact file names one."""
    try:
        with open_regular(folder / HOLDER_NAME) as file:
            held = json.loads(file.read(4096))  # bytes: more than the file ever has
        digest = held.pop("digest")
        holder = Holder(**held)
    except (OSError, ValueError, AttributeError, LookupError, TypeError, RecursionError):
        return None
    is_whole = digest == digest_of(astuple(holder)) and isinstance(holder.process, int)
    return holder if is_whole and f"{holder.host}{holder.since}".isprintable() else None


def in_use_by(folder: Path) -> Holder | None:
    """Return the present holder of the saves in a folder, or None.

    The lock is tested; if that is impossible, or another computer wrote there last, a recent holder
    file counts.
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
    """Return whether another program has locked a file, or None if that cannot be tested.

    The test briefly takes a free lock; a Tonk starting meanwhile just waits.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    is_held = _is_held(descriptor)
    os.close(descriptor)  # which unlocks it
    return is_held


def _age(folder: Path) -> float:
    """Return the seconds since the holder's last heartbeat; very many without one."""
    try:
        return abs(time.time() - (folder / HOLDER_NAME).stat().st_mtime)
    except OSError:
        return RECENT * 2


def _was_left(folder: Path) -> bool:
    """Return whether the last holder has left its file."""
    day = 86_400  # seconds, for file systems that know only local time
    return time.time() - _age(folder) < _LEFT + day


def _is_held(descriptor: int) -> bool | None:
    """Lock a descriptor, or return True if another holds the lock; None if it cannot be locked."""
    from filelock import lock_descriptor  # slow to import

    try:
        return not lock_descriptor(descriptor, blocking=False)
    except OSError:
        return None
