"""The one window: opening it, its size and place, full screen."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from game.ui.kit.layout import SMALLEST_WINDOW

if TYPE_CHECKING:
    from pygame import Rect, Surface

    from game.session.settings import Settings

TITLE = "Tonk"
USUAL_SIZE = (1280, 720)
_ANY = 32_767
_GRIP = 120  # pixels of the window's upper edge that must be on a screen
_SHOWS_NOTHING = ("dummy", "offscreen")


class NoDisplayError(Exception):
    """There is nothing to open a window on; the message says so in one line."""


def prepare() -> None:
    """Set what SDL reads before it starts. Call it before anything imports pygame.

    Without a graphics card X11 windows are four times faster to open and need a quarter of the
    memory when SDL does not go through OpenGL.
    """
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", TITLE.lower())
    os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", TITLE.lower())
    # A click that brings the window to the front also means what it points at.
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")


class Window:
    """The window, and the surface that is drawn on."""

    def __init__(self, settings: Settings) -> None:
        import pygame

        _start_video()
        screens = _screens()
        size = wanted_size(settings, screens)
        place = wanted_place(settings, size, screens) or pygame.WINDOWPOS_UNDEFINED
        self._window = pygame.Window(TITLE, size, place, resizable=True)
        self._window.minimum_size = SMALLEST_WINDOW
        self.is_fullscreen = False
        self.surface: Surface = self._window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of what is drawn on, in pixels."""
        return self.surface.get_size()

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Where the window is and how large: x, y, width, height."""
        x, y = self._window.position
        width, height = self._window.size
        return x, y, width, height

    def set_fullscreen(self, wanted: bool) -> None:
        """Fill the screen, or go back to the window."""
        if wanted == self.is_fullscreen:
            return
        if wanted:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
        self.is_fullscreen = wanted
        self.refresh()

    def set_icon(self, icon: Surface) -> None:
        """The picture that task bars show."""
        self._window.set_icon(icon)

    def refresh(self) -> None:
        """Take the surface that fits the window's size now."""
        self.surface = self._window.get_surface()

    def flip(self) -> None:
        """Show what was drawn."""
        self._window.flip()

    def close(self) -> None:
        """Close the window."""
        self._window.destroy()


def _start_video() -> None:
    import pygame

    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplayError(_no_display(str(error))) from None
    driver = pygame.display.get_driver()
    if driver in _SHOWS_NOTHING and driver not in os.environ.get("SDL_VIDEODRIVER", ""):
        pygame.display.quit()
        raise NoDisplayError(_no_display("no screen was found"))
    pygame.font.init()
    pygame.key.set_repeat(350, 45)


def _no_display(why: str) -> str:
    hint = " (neither DISPLAY nor WAYLAND_DISPLAY is set)" if _is_headless() else ""
    return f"tonk: there is no display to open a window on: {why}{hint}"


def _is_headless() -> bool:
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform.startswith("linux") and not any(os.environ.get(name) for name in names)


def _screens() -> list[Rect]:
    """The monitors there are; none where windows are shown on nothing and may have any size."""
    import pygame

    if pygame.display.get_driver() in _SHOWS_NOTHING:
        return []
    sizes = pygame.display.get_desktop_sizes()
    return [pygame.Rect((0, 0), size) for size in sizes]


def wanted_size(settings: Settings, screens: list[Rect]) -> tuple[int, int]:
    """The size remembered, cut down to the screens that there are now."""
    widest = max((screen.width for screen in screens), default=_ANY)
    highest = max((screen.height for screen in screens), default=_ANY)
    width = settings.window_width or USUAL_SIZE[0]
    height = settings.window_height or USUAL_SIZE[1]
    return (
        max(SMALLEST_WINDOW[0], min(width, widest)),
        max(SMALLEST_WINDOW[1], min(height, highest)),
    )


def wanted_place(
    settings: Settings, size: tuple[int, int], screens: list[Rect]
) -> tuple[int, int] | None:
    """The place remembered, unless the window could not be taken hold of there.

    Only sizes of monitors are known, not how they stand; side by side is the usual way.
    """
    x, y = settings.window_x, settings.window_y
    if x is None or y is None:
        return None
    width = sum(screen.width for screen in screens)
    height = max((screen.height for screen in screens), default=0)
    is_visible = _GRIP - size[0] <= x <= width - _GRIP and 0 <= y <= height - _GRIP
    return (x, y) if is_visible else None
