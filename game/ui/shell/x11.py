"""What SDL lacks on X11: raising a window, and a message when the display goes away."""

from __future__ import annotations

import ctypes
import os

_LIBRARY = "libX11.so.6"
_kept: list[object] = []  # what C calls must not be thrown away


def watch_display() -> None:
    """End with a status of our own when the connection to the X server breaks.

    Xlib then ends the program at once, with words of its own. All that can be done is to say it in
    ours; what was played is on the disk already.
    """
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        return

    def leave(_display: object) -> int:
        os.write(2, b"tonk: the display went away; what was played is kept\n")
        os._exit(3)

    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(leave)
    library.XSetIOErrorHandler(handler)
    _kept.append(handler)


class _ClientMessage(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
    )


class _Event(ctypes.Union):
    _fields_ = (("client", _ClientMessage), ("room", ctypes.c_long * 24))  # the largest event


def ask_for_front(window: int) -> bool:
    """Ask for a window to be raised on the player's desktop; False if there is nobody to ask.

    SDL shows a window that is put away, or on another desktop, by mapping it and waiting until it
    is mapped; a window manager that does not think of it lets the program wait for ever. This only
    asks, as pagers and task bars do, and waits for nothing.
    """
    from_person = 2  # asked for by a person, not only by a program
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        return False
    manager = _Manager(library)
    if not manager.is_there:
        return False
    desktop = manager.current_desktop()
    if desktop is not None:
        manager.tell(window, b"_NET_WM_DESKTOP", desktop, from_person)
    manager.tell(window, b"_NET_ACTIVE_WINDOW", from_person)
    manager.leave()
    return True


class _Manager:
    """The window manager, on a connection of its own."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._x11 = library
        library.XOpenDisplay.restype = ctypes.c_void_p
        library.XDefaultRootWindow.restype = library.XInternAtom.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(library.XOpenDisplay(None))
        self.is_there = bool(self._display)
        if self.is_there:
            self._root = ctypes.c_ulong(library.XDefaultRootWindow(self._display))

    def leave(self) -> None:
        """Send what is still to be sent, and close the connection."""
        self._x11.XCloseDisplay(self._display)

    def tell(self, window: int, message: bytes, *words: int) -> None:
        """Send a message about a window."""
        event = _Event()
        event.client.kind, event.client.format = 33, 32  # a client's message, in 32-bit numbers
        event.client.window, event.client.message = window, self._atom(message)
        event.client.data[: len(words)] = words
        # To whoever redirects and hears of what is below the root.
        mask = ctypes.c_long((1 << 19) | (1 << 20))
        self._x11.XSendEvent(self._display, self._root, 0, mask, ctypes.byref(event))

    def current_desktop(self) -> int | None:
        """Return the current desktop; None where there is only one, or where that is unknown."""
        kind, form = ctypes.c_ulong(), ctypes.c_int()
        count, rest = ctypes.c_ulong(), ctypes.c_ulong()
        value = ctypes.c_void_p()
        name, of = (
            ctypes.c_ulong(self._atom(b"_NET_CURRENT_DESKTOP")),
            ctypes.c_ulong(6),
        )  # a cardinal
        found = (ctypes.byref(each) for each in (kind, form, count, rest, value))
        start, length = ctypes.c_long(0), ctypes.c_long(1)
        self._x11.XGetWindowProperty(self._display, self._root, name, start, length, 0, of, *found)
        if value.value is None:
            return None
        desktop = ctypes.c_long.from_address(value.value).value if count.value else None
        self._x11.XFree(value)
        return desktop

    def _atom(self, name: bytes) -> int:
        return int(self._x11.XInternAtom(self._display, name, 0))
