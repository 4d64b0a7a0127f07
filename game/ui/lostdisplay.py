"""A display that goes away under the window.

Xlib then ends the program at once, whatever anybody would like to do first, and with words of its
own. All that is left is to say it in ours and to end with the documented status; what was played is
on the disk already.
"""

from __future__ import annotations

import os

import pygame

_STATUS = 3
_WORDS = b"tonk: the display went away; what was played is kept\n"
_LIBRARY = "libX11.so.6"
_kept: list[object] = []  # what C calls must not be thrown away


def watch_display() -> None:
    """Be asked when the connection to the X server breaks; elsewhere there is nothing to do."""
    if pygame.display.get_driver() != "x11":
        return
    import ctypes

    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        return
    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_leave)
    library.XSetIOErrorHandler(handler)
    _kept.append(handler)


def _leave(_display: object) -> int:
    os.write(2, _WORDS)
    os._exit(_STATUS)
