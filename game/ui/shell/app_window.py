"""The game's one window: opening it, its size and place, full screen."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from game.ui.assets import AssetMissing, asset_path, leave_out
from game.ui.look.appearance import BASE, SMALLEST_WINDOW
from game.ui.shell.display import NoDisplayError, is_nowhere, shows_nothing

if TYPE_CHECKING:
    from pygame import Event, Rect, Surface

    from game.saves.settings import Settings


TITLE = "Tonk"
BARS = 64
"""Points of a screen's height reserved for a title bar and a desktop's panel."""


class Window:
    """The window and its drawing surface."""

    _ICON = "icons/tonk-128.png"

    def __init__(self, settings: Settings) -> None:
        """Open the window; ``NoDisplayError`` where there is no display."""
        try:
            pygame.display.init()
        except pygame.error as error:
            raise NoDisplayError(str(error)) from None
        if shows_nothing(pygame.display.get_driver()):
            pygame.display.quit()
            raise NoDisplayError("no screen was found")
        pygame.font.init()
        pygame.key.set_repeat(350, 45)  # milliseconds: delay, then interval
        screens = self._screens()
        size = wanted_size(settings, screens)
        place = wanted_place(settings, size, screens)
        at = place or pygame.WINDOWPOS_UNDEFINED
        self.native = pygame.Window(TITLE, size, at, resizable=True, allow_high_dpi=True)
        self.native.minimum_size = (
            min(SMALLEST_WINDOW[0], size[0]),
            min(SMALLEST_WINDOW[1], size[1]),
        )
        if place is not None:
            self._put(place)
        self.is_fullscreen = False
        self._is_minimised = False
        self.surface: Surface = self.native.get_surface()
        self.set_fullscreen(settings.fullscreen)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing surface, in pixels."""
        return self.surface.get_size()

    @property
    def density(self) -> float:
        """How many pixels of the screen, across, make one point of the system."""
        return self.surface.get_width() / max(1, self.native.size[0])

    def in_pixels(self, event: Event) -> Event:
        """Return a pointer event with its position in pixels of the drawing surface."""
        density = self.density
        if density == 1.0:
            return event
        values = dict(event.dict)
        for name in ("pos", "rel"):
            if name in values:
                values[name] = tuple(round(part * density) for part in values[name])
        return pygame.Event(event.type, values)

    def in_points(self, box: Rect) -> Rect:
        """Convert a box of the drawing surface to the system's points."""
        density = self.density
        return pygame.Rect(*(round(side / density) for side in box))

    @property
    def place(self) -> tuple[int, int, int, int]:
        """The window's position and size, in points: x, y, width, height."""
        x, y = self.native.position
        width, height = self.native.size
        return x, y, width, height

    def _put(self, place: tuple[int, int]) -> None:
        """Move the window to its remembered position, which is that of its frame.

        Otherwise it would open lower by the height of the title bar at every start.
        """
        pygame.event.pump()  # updates the width of the frame
        if self.native.position != place:
            self.native.position = place

    def point(self, pos: tuple[int, int]) -> None:
        """Move the pointer to a position in pixels; some systems ignore this."""
        pygame.mouse.set_pos(*(round(part / self.density) for part in pos))

    def set_fullscreen(self, wanted: bool) -> None:
        """Fill the screen, or return to the window."""
        if wanted == self.is_fullscreen:
            return
        if wanted:
            self.native.set_fullscreen(desktop=True)
        else:
            self.native.set_windowed()
        self.is_fullscreen = wanted
        self.refresh()

    def come_to_front(self) -> None:
        """Raise the window; where windows may not do that, request attention."""
        if pygame.display.get_driver() == "x11":
            from game.ui.shell.x11 import ask_for_front

            ask_for_front(self.native.handle)
        else:
            if self._is_minimised:
                self.native.restore()
            self.native.show()
        self.native.focus()
        with suppress(pygame.error):
            self.native.flash(pygame.FLASH_UNTIL_FOCUSED)

    def show_icon(self) -> None:
        """Set the window's icon for task bars."""
        try:
            self.native.set_icon(pygame.image.load(asset_path(self._ICON)))
        except (AssetMissing, pygame.error, OSError):
            leave_out(self._ICON)

    def notice(self, event: Event) -> None:
        """Remember whether the window is minimized."""
        if event.type in {pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED}:
            self._is_minimised = event.type == pygame.WINDOWMINIMIZED

    def refresh(self) -> None:
        """Take the surface that fits the window's size now."""
        self.surface = self.native.get_surface()

    def flip(self) -> None:
        """Show what was drawn."""
        self.native.flip()

    def close(self) -> None:
        """Close the window."""
        self.native.destroy()

    @staticmethod
    def _screens() -> list[Rect]:
        """Return the areas of all monitors; none where SDL draws on none, so that any size fits."""
        if is_nowhere(pygame.display.get_driver()):
            return []
        sizes = pygame.display.get_desktop_sizes()
        if len(sizes) > 1:
            with suppress(pygame.error):
                return [
                    pygame.Rect(corner_of(number, size), size) for number, size in enumerate(sizes)
                ]
        return [pygame.Rect((0, 0), sizes[0])]


def watch_display() -> None:
    """Print a message and exit if the display goes away; only X11 needs a handler for this."""
    if pygame.display.get_driver() == "x11":
        from game.ui.shell import x11

        x11.watch_display()


def corner_of(number: int, size: tuple[int, int]) -> tuple[int, int]:
    """Return the corner of a monitor of that size, found by centring a hidden window on it."""
    small = (64, 64)  # pixels
    place = 0x2FFF0000 + number  # SDL_WINDOWPOS_CENTERED_DISPLAY
    probe = pygame.Window(TITLE, small, (place, place), hidden=True)
    x, y = probe.position
    probe.destroy()
    return x - (size[0] - small[0]) // 2, y - (size[1] - small[1]) // 2


def wanted_size(settings: Settings, screens: list[Rect]) -> tuple[int, int]:
    """Return the remembered size, limited to the current screens; at first two thirds of a large
    one's sides.

    A size that does not fit, and the default one, leave room for a title bar and a desktop's panel,
    even if the window is then smaller than any size offered: what is below the edge of a screen can
    be neither seen nor clicked.
    """
    wide, high = screens[0].size if screens else BASE
    grown = max(1.0, 2 / 3 * min(wide / BASE[0], high / BASE[1]))
    usual_size = round(BASE[0] * grown), round(BASE[1] * grown)
    size = settings.window_width or usual_size[0], settings.window_height or usual_size[1]
    widest, highest = _room(settings, size, screens)
    # A title bar takes at least 20 points: a taller window was not all visible.
    if not settings.window_height or size[1] > highest - 20:
        highest -= BARS
    return (
        min(widest, max(SMALLEST_WINDOW[0], size[0])),
        min(highest, max(SMALLEST_WINDOW[1], size[1])),
    )


def _room(settings: Settings, size: tuple[int, int], screens: list[Rect]) -> tuple[int, int]:
    """Return the largest window size: all screens if it reopens in place; else the first."""
    anywhere = 32_767  # pixels
    if not screens:
        return anywhere, anywhere
    if wanted_place(settings, size, screens) is None:
        return screens[0].size
    return screens[0].unionall(screens[1:]).size


def wanted_place(
    settings: Settings, size: tuple[int, int], screens: list[Rect]
) -> tuple[int, int] | None:
    """Return the remembered position, unless the window could not be dragged from there."""
    grip = 120  # pixels of the window's upper edge that must be on a screen
    x, y = settings.window_x, settings.window_y
    if x is None or y is None:
        return None
    edge = pygame.Rect(x, y, size[0], grip)
    held = [edge.clip(screen) for screen in screens]
    return (x, y) if any(each.width >= grip and each.height == grip for each in held) else None
