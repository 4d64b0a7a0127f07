"""A controller that is plugged in where there is none: SDL's own virtual one.

For the game it is a controller like any other: SDL finds it, maps it and posts its events. Only the
wire and the driver are missing.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final

_GAMECONTROLLER: Final = 1  # SDL_JOYSTICK_TYPE_GAMECONTROLLER
_AXES, _BUTTONS, _HATS = 6, 15, 0
_MAPS: Final = Path("/proc/self/maps")


class VirtualPad:
    """A controller with the usual buttons; for the thread of the window."""

    def __init__(self) -> None:
        self._sdl = _loaded_sdl()
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        index = self._sdl.SDL_JoystickAttachVirtual(_GAMECONTROLLER, _AXES, _BUTTONS, _HATS)
        opened = self._sdl.SDL_JoystickOpen(index)
        assert opened, "SDL has no virtual controllers"
        self._pad = ctypes.c_void_p(opened)

    def press(self, button: int) -> None:
        """Press a button and let go of it."""
        for state in (1, 0):
            self._sdl.SDL_JoystickSetVirtualButton(self._pad, button, ctypes.c_uint8(state))
            self._sdl.SDL_JoystickUpdate()


def _loaded_sdl() -> ctypes.CDLL:
    """The very SDL that pygame has loaded; another copy would know nothing of its window."""
    paths = {line.split()[-1] for line in _MAPS.read_text("utf-8").splitlines()}
    return ctypes.CDLL(next(path for path in paths if "libSDL2-2" in path))
