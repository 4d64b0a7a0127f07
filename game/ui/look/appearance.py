"""The player's choice of look, and the scale of the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.ui.text.language import courts

if TYPE_CHECKING:
    from game.saves.settings import Settings

BASE: Final = (1280, 720)
"""The window size in pixels at which one unit of length is one pixel."""
NARROW: Final = (853, 480)
"""The units that a page needs at least; one that needs more scrolls."""
SMALLEST_WINDOW: Final = (960, 540)
"""The smallest window size offered; a system may force a smaller one."""
_MOST_UNIT: Final = 1.5
"""The largest text scale that can be chosen, as a factor of the unit at which a page fits whole."""
LARGEST_SCALE: Final = 200  # percent


class Look(NamedTuple):
    """What changes the look of every screen.

    ``courts`` are the letters of jack, queen and king; empty stands for those in use. ``scale`` is
    that of the interface in percent, 0 being as large as fits; ``density`` is the screen's pixels
    per point of the system.
    """

    cloth: str = "jade"
    back: str = "fans"
    four_colour: bool = False
    large_index: bool = False
    courts: str = ""
    high_contrast: bool = False
    scale: int = 0
    density: float = 1.0

    @classmethod
    def of(cls, settings: Settings, density: float = 1.0) -> Look:
        """Return the look that the settings ask for."""
        return cls(
            cloth=settings.cloth,
            back=settings.back,
            four_colour=settings.four_colour,
            large_index=settings.large_index,
            courts=courts(),
            high_contrast=settings.high_contrast,
            scale=settings.scale,
            density=density,
        )


def unit(size: tuple[int, int]) -> float:
    """Return the pixels per unit at which a page for 1280x720 fits a window of this size."""
    return max(0.4, min(size[0] / BASE[0], size[1] / BASE[1]))  # nothing smaller is readable


def largest_scale(size: tuple[int, int], density: float = 1.0, *, scrolls: bool = True) -> int:
    """Return the largest readable scale, in percent, in a window of this size.

    ``scrolls``: pages may scroll. Otherwise it is the largest at which they are seen whole.
    """
    most = _MOST_UNIT if scrolls else 1.0
    return min(LARGEST_SCALE, int(100 * most * unit(size) / _full(size, density) + 1e-6))


def scaled(size: tuple[int, int], look: Look) -> float:
    """Return the pixels per unit of the interface in a window of this size.

    At scale 0 a page fits whole; larger scales make pages scroll and reflow.
    """
    full = _full(size, look.density)
    if look.scale == 0:
        return min(unit(size), full * LARGEST_SCALE / 100)
    return min(_MOST_UNIT * unit(size), full * look.scale / 100)


def window_for(scale: int) -> tuple[int, int]:
    """Return the smallest window that a scale needs, on a screen of normal density."""
    width, height = (-(-side * scale * 2 // 300) for side in SMALLEST_WINDOW)
    return width, height


def _full(size: tuple[int, int], density: float) -> float:
    """Return the pixels per unit at 100 %."""
    tall = 1.5  # a window that much larger than the base is viewed from farther away
    at_full = 0.75  # pixels per unit at 100 %, so that it needs 960 x 540
    return at_full * max(density, unit(size) / tall)
