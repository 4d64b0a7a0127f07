"""What the player has chosen, kept from one start to the next (``settings.json``).

A file with nonsense in it never stops the game: what is wrong falls back to its default, the player
is told in a line each, and the file itself is kept under another name. Settings that only a later
version knows are told of once, and stay in the file for it.
"""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self

from game.session.allowed import ALLOWED, ChosenOpponent
from game.session.files import write_whole
from game.session.looks import Back, Cloth, ReducedMotion, Sort
from game.session.options import SPEEDS, Speed
from game.session.paths import StoreError, config_folder, reason_of, set_aside
from game.session.plain import printable

__all__ = ["SPEEDS", "ChosenOpponent", "Complaint", "Loaded", "Settings", "SettingsStore", "Speed"]

FILE_NAME: Final = "settings.json"
_LARGEST_FILE: Final = 1_000_000
_LATER: Final = "later"
"""Where the file keeps the settings that this version does not know."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; change one with ``dataclasses.replace``.

    ``volume`` is in percent, 0 being none; ``mute`` silences it. ``volume_cards`` and
    ``volume_calls`` (calls and coins) are in percent of it.
    ``opponents``, ``stake``, ``rules`` and ``hands`` are the last choice
    made for a new game; 0 ``hands`` are as many as one likes. ``join_high_suit``, ``join_natural``
    and ``high_suit``, the suit called, are the last choice made before a deal. A window size of 0
    has not been chosen yet, nor has a position that is None. A race for a slap lasts
    ``slap_seconds``, unless it is ``slap_untimed``: then seat after seat is asked.

    An empty ``language`` is the system's. ``scale`` is what the player wishes, in percent, or 0 for
    as much as fits the window. ``keys`` gives actions another key than the usual one.
    ``opponents_chosen`` are those of the next new game, the first on the player's left.
    """

    speed: Speed = "normal"
    volume: int = 70
    volume_cards: int = 100
    volume_calls: int = 100
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
    language: str = ""
    scale: int = 0
    four_colour: bool = False
    large_index: bool = False
    back: Back = "fans"
    cloth: Cloth = "jade"
    high_contrast: bool = False
    reduced_motion: ReducedMotion = "system"
    remarks: bool = True
    speech: bool = False
    suggestions: bool = False
    sort: Sort = "rank"
    keys: Mapping[str, str] = field(default_factory=dict)
    opponents_chosen: tuple[ChosenOpponent, ...] = ()
    lesson_done: bool = False


_USUAL: Final = Settings()


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
    """Settings as read, what was wrong with them, and where the bad file is kept now.

    ``later`` are the settings that this version does not know.
    """

    settings: Settings
    complaints: tuple[Complaint, ...] = ()
    kept: Path | None = None
    later: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_damaged(self) -> bool:
        """Whether anything was wrong that no later version would have written."""
        return any(each.allowed or not each.key for each in self.complaints)


def settings_from(text: str) -> Loaded:
    """Read settings from the text of their file; what is wrong is complained of, never raised."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return _unreadable("is not JSON")
    if not isinstance(values, dict):
        return _unreadable("is not a JSON object")
    kept = values.pop(_LATER, {})
    told = kept if isinstance(kept, dict) else {}
    values = {key: value for key, value in told.items() if key in ALLOWED} | values
    read = {key: ALLOWED[key].read(value) for key, value in values.items() if key in ALLOWED}
    good = {key: value for key, value in read.items() if ALLOWED[key].accepts(value)}
    complaints = tuple(_complaint(key, values[key]) for key in values if key not in good)
    unknown = {key: value for key, value in (told | values).items() if key not in ALLOWED}
    return Loaded(_with(_USUAL, good), complaints, later=unknown)


def _with(base: Settings, values: Mapping[str, Any]) -> Settings:  # Any: checked by ALLOWED before
    return replace(base, **values)


def settings_text(settings: Settings, later: Mapping[str, object] | None = None) -> str:
    """The text of the settings file."""
    return json.dumps(asdict(settings) | ({_LATER: later} if later else {}), indent=1) + "\n"


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
        if loaded.kept is not None or (loaded.complaints and not loaded.is_damaged):
            with contextlib.suppress(StoreError):  # it is tried again at the next change
                store._write()
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
            if key not in ALLOWED or not ALLOWED[key].accepts(value):
                raise ValueError(str(_complaint(key, value)))
        changed = _with(self._settings, values)
        if changed != self._settings:
            self._settings = changed
            self._write()
        return changed

    def _write(self) -> None:
        if self.path is not None:
            write_whole(self.path, settings_text(self._settings, self.loaded.later))


def _load(path: Path) -> Loaded:
    try:
        with path.open("rb") as file:
            loaded = _decoded(file.read(_LARGEST_FILE + 1))
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return _unreadable(f"cannot be read ({reason_of(error)})")
    return replace(loaded, kept=_kept(path)) if loaded.is_damaged else loaded


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


def _complaint(key: str, value: object) -> Complaint:
    shown = printable(json.dumps(value, ensure_ascii=False, default=str), most=40)
    allowed = ALLOWED[key].words if key in ALLOWED else ""
    return Complaint(printable(key, most=40), shown, allowed)
