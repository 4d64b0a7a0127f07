"""What SDL lacks on X11: raising a window, and a message when the display goes away."""

from __future__ import annotations

import ctypes
import os

_LIBRARY = "libX11.so.6"
_kept: list[object] = []  # keeps callbacks that C calls from being collected


def watch_display() -> None:
    """Exit with a status of our own when the connection to the X server breaks.

    Xlib then ends the program at once, with its own message. All we can do is print ours instead;
    what was played is already saved.
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
    """Ask for a window to be raised on the player's desktop; False if there is no window manager to
    ask.

    SDL raises a window that is minimized or on another desktop by mapping it and waiting until it
    is mapped, which never ends if the window manager does not map it. This function only sends a
    request, as pagers and task bars do, and does not wait.
    """
    from_person = 2  # source of the request: the user, not an application
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
    """The window manager, reached over a connection of its own."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._x11 = library
        library.XOpenDisplay.restype = ctypes.c_void_p
        library.XDefaultRootWindow.restype = library.XInternAtom.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(library.XOpenDisplay(None))
        self.is_there = bool(self._display)
        if self.is_there:
            self._root = ctypes.c_ulong(library.XDefaultRootWindow(self._display))

    def leave(self) -> None:
        """Flush pending requests and close the connection."""
        self._x11.XCloseDisplay(self._display)

    def tell(self, window: int, message: bytes, *words: int) -> None:
        """Send a message about a window."""
        event = _Event()
        event.client.kind, event.client.format = 33, 32  # a client message with 32-bit values
        event.client.window, event.client.message = window, self._atom(message)
        event.client.data[: len(words)] = words
        # SubstructureRedirect and SubstructureNotify of the root window.
        mask = ctypes.c_long((1 << 19) | (1 << 20))
        self._x11.XSendEvent(self._display, self._root, 0, mask, ctypes.byref(event))

    def current_desktop(self) -> int | None:
        """Return the current desktop's number; None if there is only one or it is unknown."""
        kind, form = ctypes.c_ulong(), ctypes.c_int()
        count, rest = ctypes.c_ulong(), ctypes.c_ulong()
        value = ctypes.c_void_p()
        name, of = (
            ctypes.c_ulong(self._atom(b"_NET_CURRENT_DESKTOP")),
            ctypes.c_ulong(6),
        )  # the atom CARDINAL
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
