"""Reduced motion: as the game's settings say, or as the system's setting does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Thread

    from game.ui.shell.scene import Services


def is_calm(services: Services) -> bool:
    """Return whether motion is reduced: cards and coins then jump to their places."""
    match services.settings.settings.reduced_motion:
        case "on":
            return True
        case "off":
            return False
        case _:
            return services.system_is_calm()


class SystemMotion:
    """The system's reduced-motion setting; the first call starts reading it and does not wait."""

    def __init__(self, ask: Callable[[], bool] | None = None) -> None:
        self._ask = ask or _ask_system
        self._is_calm = False
        self.asking: Thread | None = None

    def __call__(self) -> bool:
        """Return whether the system is known to be set to reduced motion."""
        if self.asking is None:
            from threading import Thread  # imported late for a faster first frame

            self.asking = Thread(target=self._find_out, name="motion", daemon=True)
            self.asking.start()
        return self._is_calm

    def _find_out(self) -> None:
        self._is_calm = self._ask()


def _ask_system() -> bool:
    # Importing what starts programs would delay the first frame.
    from game.ui.shell.system_motion import System

    return System().wishes_calm()
