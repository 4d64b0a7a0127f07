"""Whether things are to move less: as the settings say, or as the system's own setting does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Thread

    from game.ui.shell.scene import Services


def is_calm(services: Services) -> bool:
    """Whether cards and coins jump to their places at once."""
    match services.settings.settings.reduced_motion:
        case "on":
            return True
        case "off":
            return False
        case _:
            return services.system_is_calm()


class SystemMotion:
    """The system's setting, once it is known; the first call asks for it and does not wait."""

    def __init__(self, ask: Callable[[], bool] | None = None) -> None:
        self._ask = ask or _ask_system
        self._is_calm = False
        self.asking: Thread | None = None

    def __call__(self) -> bool:
        """Whether the system is known to be set to reduced motion."""
        if self.asking is None:
            from threading import Thread  # not on the way to the first frame

            self.asking = Thread(target=self._find_out, name="motion", daemon=True)
            self.asking.start()
        return self._is_calm

    def _find_out(self) -> None:
        self._is_calm = self._ask()


def _ask_system() -> bool:
    # What starts programs takes too long to bring in before the first frame.
    from game.ui.shell.system_motion import System

    return System().wishes_calm()
