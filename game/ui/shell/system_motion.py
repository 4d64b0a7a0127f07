"""The reduced-motion setting of each operating system or desktop.

Reading it may start a program, so never do it while a frame is made.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from game.files import home_folder
from game.processes import output_of


@dataclass(frozen=True, slots=True)
class System:
    """An operating system's environment: platform, variables and home folder."""

    platform: str = sys.platform
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    home: Path = field(default_factory=home_folder)
    ask: Callable[[Sequence[str]], str] = output_of

    @property
    def config(self) -> Path:
        """The folder where desktops keep their settings."""
        folder = Path(self.environ.get("XDG_CONFIG_HOME", ""))
        return folder if folder.is_absolute() else self.home / ".config"

    @property
    def is_kde(self) -> bool:
        """Whether the desktop is KDE, whose setting counts for no other desktop and the reverse."""
        return "KDE" in self.environ.get("XDG_CURRENT_DESKTOP", "").upper().split(":")

    def wishes_calm(self) -> bool:
        """Return whether the system is set to reduced motion; False where that is unknown."""
        match self.platform:
            case "win32":
                # Windows' "Animation effects", off.
                windows = getattr(ctypes, "windll", None)  # only on Windows
                if windows is None:
                    return False
                animates = ctypes.c_int(1)
                client_area_animation = 0x1042  # SPI_GETCLIENTAREAANIMATION
                succeeded = windows.user32.SystemParametersInfoW(
                    client_area_animation, 0, ctypes.pointer(animates), 0
                )
                return bool(succeeded) and not animates.value
            case "darwin":
                command = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")
                return self.ask(command) == "1"
            case _ if self.is_kde:
                return _is_zero(entry(self.config / "kdeglobals", "KDE", "AnimationDurationFactor"))
            case _:
                # The desktop's own setting; failing that, the one in GTK's settings files.
                gnome = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
                answer = self.ask(gnome)
                if answer:
                    return answer == "false"
                files = (self.config / folder / "settings.ini" for folder in ("gtk-4.0", "gtk-3.0"))
                found = (entry(file, "Settings", "gtk-enable-animations") for file in files)
                return next(
                    (value.lower() in {"0", "false", "no"} for value in found if value), False
                )


def entry(file: Path, section: str, key: str) -> str:
    """Return a value from a desktop's settings file; empty if the file or value is missing."""
    try:
        text = file.read_text("utf-8", errors="replace")
    except OSError:
        return ""
    return next((value for value in _values(text, section, key)), "")


def _values(text: str, section: str, key: str) -> Iterator[str]:
    """Yield the values of a key in a section of an INI file.

    These files need not be valid for ``configparser``.
    """
    at = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            at = line
        name, is_set, value = line.partition("=")
        if at == f"[{section}]" and is_set and name.strip() == key:
            yield value.strip()


def _is_zero(value: str) -> bool:
    try:
        return float(value) == 0.0
    except ValueError:
        return False
