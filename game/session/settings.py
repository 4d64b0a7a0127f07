"""What the player has chosen, kept from one start to the next (``settings.json``).

A file with nonsense in it never stops the game: what is wrong falls back to its default, the player
is told in a line each, and the file itself is kept under another name.
"""

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Self, TypeGuard

from game.session.files import write_whole
from game.session.options import SPEEDS, Speed
from game.session.paths import StoreError, config_folder, reason_of, set_aside
from game.session.plain import printable

__all__ = ["SPEEDS", "Complaint", "Loaded", "Settings", "SettingsStore", "Speed"]

FILE_NAME: Final = "settings.json"
_LARGEST_FILE: Final = 1_000_000
_LARGEST_STAKE: Final = 1_000_000
_LARGEST_SCREEN: Final = 32_767
_LONGEST_NAME: Final = 60
LARGEST_LENGTH: Final = 1_000
"""The most hands that a session can be agreed on for."""
RACE_SECONDS: Final = (1, 10)
"""Least and most seconds of a race for a slap."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; change one with ``dataclasses.replace``.

    ``volume`` is in percent. ``opponents``, ``stake``, ``rules`` and ``hands`` are the last choice
    made for a new game; 0 ``hands`` are as many as one likes. ``join_high_suit``, ``join_natural``
    and ``high_suit``, the suit called, are the last choice made before a deal. A window size of 0
    has not been chosen yet, nor has a position that is None. A race for a slap lasts
    ``slap_seconds``, unless it is ``slap_untimed``: then seat after seat is asked.
    """

    speed: Speed = "normal"
    volume: int = 70
    mute: bool = False
    fullscreen: bool = False
    opponents: int = 1
    stake: int = 1
    rules: str = "standard"
    window_width: int = 0
    window_height: int = 0
    window_x: int | None = None
    window_y: int | None = None
    slap_seconds: float = 2.5
    slap_untimed: bool = False
    hands: int = 0
    join_high_suit: bool = True
    join_natural: bool = True
    high_suit: str = "S"


@dataclass(frozen=True, slots=True)
class Complaint:
    """A setting that could not be read. ``key`` is empty where the file as a whole is meant,
    ``allowed`` where there is no such setting.
    """

    key: str
    value: str
    allowed: str

    def __str__(self) -> str:
        if not self.key:
            return f"{FILE_NAME} {self.value}: all settings are back to their defaults"
        if not self.allowed:
            return f"{FILE_NAME}: {self.key} = {self.value}: there is no such setting"
        return f"{FILE_NAME}: {self.key} = {self.value}: allowed is {self.allowed}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings as read, what was wrong with them, and where the bad file is kept now."""

    settings: Settings
    complaints: tuple[Complaint, ...] = ()
    kept: Path | None = None


@dataclass(frozen=True, slots=True)
class _Allowed:
    accepts: Callable[[object], bool]
    words: str


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int  # True and False are no numbers here


def _is_number(value: object) -> TypeGuard[float]:
    return type(value) in {int, float}


def _between(least: int, most: int) -> _Allowed:
    return _Allowed(lambda value: _is_whole(value) and least <= value <= most, f"{least} to {most}")


def _seconds(least: int, most: int) -> _Allowed:
    """A length of time, whole or with a fraction."""
    return _Allowed(
        lambda value: _is_number(value) and least <= value <= most,
        f"{least} to {most}",
    )


def _place() -> _Allowed:
    inside = _between(-_LARGEST_SCREEN, _LARGEST_SCREEN)
    return _Allowed(
        lambda value: value is None or inside.accepts(value), f"{inside.words}, or null"
    )


def _name() -> _Allowed:
    """A name that a rule set may have; whether there is one is asked where it is used."""
    return _Allowed(
        lambda value: (
            isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and value.isprintable()
        ),
        "the name of a rule set",
    )


def _one_of(names: tuple[str, ...]) -> _Allowed:
    return _Allowed(lambda value: isinstance(value, str) and value in names, ", ".join(names))


_FLAG: Final = _Allowed(lambda value: type(value) is bool, "true or false")
_ALLOWED: Final[Mapping[str, _Allowed]] = {
    "speed": _one_of(SPEEDS),
    "volume": _between(0, 100),
    "mute": _FLAG,
    "fullscreen": _FLAG,
    "opponents": _between(1, 5),
    "stake": _between(1, _LARGEST_STAKE),
    "rules": _name(),
    "hands": _between(0, LARGEST_LENGTH),
    "join_high_suit": _FLAG,
    "join_natural": _FLAG,
    "high_suit": _one_of(tuple("CDHS")),
    "window_width": _between(0, _LARGEST_SCREEN),
    "window_height": _between(0, _LARGEST_SCREEN),
    "window_x": _place(),
    "window_y": _place(),
    "slap_seconds": _seconds(*RACE_SECONDS),
    "slap_untimed": _FLAG,
}


def settings_from(text: str) -> Loaded:
    """Read settings from the text of their file; what is wrong is complained of, never raised."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return _unreadable("is not JSON")
    if not isinstance(values, dict):
        return _unreadable("is not a JSON object")
    good = {key: value for key, value in values.items() if _is_allowed(key, value)}
    complaints = tuple(_complaint(key, values[key]) for key in values if key not in good)
    return Loaded(replace(Settings(), **good), complaints)


def settings_text(settings: Settings) -> str:
    """The text of the settings file."""
    return json.dumps(asdict(settings), indent=1) + "\n"


class SettingsStore:
    """The settings in force, and their file. ``loaded`` tells what was wrong at the start."""

    def __init__(self, loaded: Loaded, path: Path | None) -> None:
        """Use ``open`` or ``unsaved``. Without a path nothing is ever written."""
        self.loaded: Final = loaded
        self.path: Final = path
        self._settings = loaded.settings

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Read the player's settings; never raises for what the file holds."""
        path = (config_folder() if folder is None else folder) / FILE_NAME
        loaded = _load(path)
        store = cls(loaded, path)
        if loaded.kept is not None:
            with contextlib.suppress(
                StoreError
            ):  # the good ones are tried again at the next change
                write_whole(path, settings_text(loaded.settings))
        return store

    @classmethod
    def unsaved(cls, settings: Settings | None = None) -> Self:
        """Settings for a run that leaves the player's own file alone."""
        return cls(Loaded(settings or Settings()), None)

    @property
    def settings(self) -> Settings:
        """What holds now."""
        return self._settings

    def change(self, **values: object) -> Settings:
        """Change some settings, write them all, and give what holds from now on.

        ``ValueError`` for a value that is not allowed. ``StoreError`` where the file cannot be
        written: the change holds for this run all the same.
        """
        for key, value in values.items():
            if not _is_allowed(key, value):
                raise ValueError(str(_complaint(key, value)))
        merged = asdict(self._settings)
        merged.update(values)
        changed = Settings(**merged)
        if changed != self._settings:
            self._settings = changed
            self._write()
        return changed

    def _write(self) -> None:
        if self.path is not None:
            write_whole(self.path, settings_text(self._settings))


def _load(path: Path) -> Loaded:
    try:
        with path.open("rb") as file:
            loaded = _decoded(file.read(_LARGEST_FILE + 1))
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return _unreadable(f"cannot be read ({reason_of(error)})")
    return replace(loaded, kept=_kept(path)) if loaded.complaints else loaded


def _decoded(data: bytes) -> Loaded:
    if len(data) > _LARGEST_FILE:
        return _unreadable("is far too long")
    try:
        return settings_from(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _unreadable("is not UTF-8")


def _kept(path: Path) -> Path | None:
    try:
        return set_aside(path)
    except StoreError:
        return None


def _unreadable(why: str) -> Loaded:
    return Loaded(Settings(), (Complaint("", why, ""),))


def _is_allowed(key: str, value: object) -> bool:
    return key in _ALLOWED and _ALLOWED[key].accepts(value)


def _complaint(key: str, value: object) -> Complaint:
    shown = printable(json.dumps(value, ensure_ascii=False), most=40)
    allowed = _ALLOWED[key].words if key in _ALLOWED else ""
    return Complaint(printable(key, most=40), shown, allowed)
