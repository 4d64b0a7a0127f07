"""The player's settings, kept in ``settings.json``.

A setting is a line of ``Settings``, with its type and its default, and a line of ``SETTINGS``, with
what it may hold and its row on the settings page. Checks, file and page follow from these.

A bad file never stops the game: a wrong value falls back to the one last saved, or its default, the
player reads a line about it, and the file is kept under another name. Settings of a later version
are reported once, and stay in the file for that version.
"""

import contextlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from game.bundled_data import Drawings
from game.files import (
    NotRegularError,
    StoreError,
    TooLongError,
    config_folder,
    read_regular,
    reason_of,
    set_aside,
    write_whole,
)
from game.play.chosen_opponents import ChosenOpponent
from game.rules.messages import N_
from game.rules.untrusted_input import (
    UnreadableError,
    UnusableError,
    cleaned_name,
    json_of,
    printable,
)

if TYPE_CHECKING:
    from datetime import date

    from game.rule_files import NamedRules
    from game.saves.documents import Documents

FILE_NAME: Final = "settings.json"
_LATER: Final = "later"
"""The key in the file that holds settings unknown to this version."""

LANGUAGES: Final = {"en": "English", "fr": "Français", "ja": "日本語"}
"""The languages by code, each in its own language."""
LARGEST_STAKE: Final = 1_000_000
"""The maximum stake, in money."""
_LARGEST_SCREEN: Final = 32_767  # pixels
_LONGEST_WORD: Final = 64
"""Maximum length of the client seed, in characters. It is repeated from ``game.rules.seal``, which
the first frame does not need.
"""
LONGEST_NAME: Final = 20
"""Maximum length of a player's name, in characters."""
_MOST_OPPONENTS: Final = 5  # at one table


_NOTHING: Final[Mapping[str, Any]] = {}
"""The default of settings that are mappings."""

# The window waits for this module, and creating a dataclass takes a millisecond or more, so this
# module uses named tuples and plain classes.


class Setting:
    """The allowed values of a setting, and its row on the settings page."""

    def __init__(
        self,
        accepts: Callable[[object], bool],
        allowed: str,
        read: Callable[[object], object] = lambda value: value,
        names: Mapping[Any, str] | None = None,
    ) -> None:
        """``allowed`` says in words what it ``accepts``, if that is not its ``names``; ``read``
        takes it from JSON.

        ``names`` are its values as the page shows them, if known in advance.
        """
        self.accepts, self._allowed, self.read = accepts, allowed, read
        self.names: Mapping[Any, str] = {} if names is None else names
        self.group = self.label = ""

    @property
    def allowed(self) -> str:
        """What it accepts, in words."""
        return self._allowed or ", ".join(self.names)

    def at(self, group: str, label: str) -> Self:
        """Place the setting in a group of the settings page, under a label, and return it."""
        self.group, self.label = group, label
        return self

    @classmethod
    def flag(cls, off: str = N_("Off"), on: str = N_("On")) -> Self:
        """Return a setting that is on or off, with its own words for both if given."""
        names = {False: off, True: on}
        return cls(lambda value: type(value) is bool, "true or false", names=names)

    @classmethod
    def whole(cls, least: int, most: int) -> Self:
        """Return a setting that is a whole number."""
        return cls(
            lambda value: type(value) is int and least <= value <= most, f"{least} to {most}"
        )

    @classmethod
    def seconds(cls, least: int, most: int) -> Self:
        """Return a setting in seconds, whole or not."""

        def accepts(value: object) -> bool:
            is_flag = isinstance(value, bool)
            return not is_flag and isinstance(value, int | float) and least <= value <= most

        return cls(accepts, f"{least} to {most}")

    @classmethod
    def one_of(cls, names: Mapping[str, str]) -> Self:
        """Return a setting that is one of a few words, each with its name on the page."""
        return cls(lambda value: isinstance(value, str) and value in names, "", names=names)

    @classmethod
    def drawing(cls, folder: str, usual: str) -> Self:
        """Return a setting that is the name of a drawing in a folder of `assets/`."""
        names = Drawings(folder, usual)
        return cls(names.__contains__, "", names=names)

    @classmethod
    def text(cls, most: int) -> Self:
        """Return a setting that is a text on one line, of up to ``most`` characters."""
        return cls(lambda value: _is_text(value, most), f"a text of at most {most} characters")

    @classmethod
    def keys(cls) -> Self:
        """Return a setting that maps action names to keys."""

        def accepts(value: object) -> bool:
            if not isinstance(value, Mapping) or len(value) > 100:
                return False
            return all(_is_text(part) and part for pair in value.items() for part in pair)

        return cls(accepts, "actions with a key each")

    @classmethod
    def opponents(cls) -> Self:
        """Return a setting that lists opponents; in JSON they are lists and objects."""

        def accepts(value: object) -> bool:
            return (
                isinstance(value, tuple)
                and len(value) <= _MOST_OPPONENTS
                and all(
                    isinstance(each, ChosenOpponent) and all(map(_is_text, each)) for each in value
                )
            )

        def read(value: object) -> object:
            if not isinstance(value, list):
                return value  # which is not accepted
            return tuple(
                ChosenOpponent(**each)
                if isinstance(each, dict) and set(each) <= {"level", "style", "name"}
                else each
                for each in value
            )

        return cls(accepts, f"up to {_MOST_OPPONENTS} opponents with level, style and name", read)

    def or_value(self, special: object, allowed: str) -> Self:
        """Return this setting with one more allowed value that has a special meaning."""

        def accepts(value: object) -> bool:
            return (type(value) is type(special) and value == special) or self.accepts(value)

        return type(self)(accepts, allowed, self.read, self.names)


# -- What settings may hold ------------------------------------------------------------------------


def _is_text(value: object, most: int = 60) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def name_from(value: object) -> object:
    """Return a name as the table shows it: cleaned and not too long; anything but a text is
    unchanged.
    """
    return cleaned_name(value)[:LONGEST_NAME].strip() if isinstance(value, str) else value


_SIZE: Final = Setting.whole(0, _LARGEST_SCREEN)
_PLACE: Final = Setting.whole(-_LARGEST_SCREEN, _LARGEST_SCREEN).or_value(
    None,
    f"-{_LARGEST_SCREEN} to {_LARGEST_SCREEN}, or null",
)
SPEEDS: Final = {
    "slow": N_("Slow"),
    "normal": N_("Normal"),
    "fast": N_("Fast"),
    "rapid": N_("Very fast"),
    "instant": N_("Instant"),
}


# -- The settings ----------------------------------------------------------------------------------


class Settings(NamedTuple):
    """The player's settings; change one with ``_replace``.

    ``scale`` is in percent, 0 for as much as fits the window. ``volume`` is in percent, 0 for none;
    ``volume_cards`` and ``volume_calls`` (calls and coins) are in percent of it. A race for a slap
    lasts ``slap_seconds``; if ``slap_untimed``, the seats are asked one after the other instead. An
    empty ``language`` is the system's. ``keys`` holds the keys of actions that differ from the
    default.

    A window size of 0, or a position of None, has not been chosen yet. ``opponents``, ``stake``,
    ``rules`` and ``hands`` are the last choice made for a new game; 0 ``hands`` means an open end.
    ``opponents_chosen`` are those of the next new game, the first on the player's left.
    ``join_high_suit``, ``join_natural`` and ``high_suit``, the suit called, are the last choice
    made before a deal. ``word`` is the client seed mixed into each sealed deck. ``name`` is the
    player's name at the table, ``You`` if empty; ``face`` is the picture on the player's plate,
    empty for the initial. ``bankroll`` is whether new games are played for it. ``music`` is
    ``on``, ``off``, or empty until the player has been asked; unless it is ``on``, the game's own
    piece is not played.
    """

    sort: str = "rank"
    speed: str = "normal"
    suggestions: bool = False
    hints: bool = True
    tutor: bool = False
    coach_line: bool = True
    coach_bar: bool = False
    review_idle: bool = False
    remarks: bool = True
    cut: str = "cut"
    ask_drop: bool = True
    slap_seconds: float = 2.5
    slap_untimed: bool = False
    scale: int = 0
    fullscreen: bool = False
    reduced_motion: str = "system"
    high_contrast: bool = False
    four_colour: bool = False
    large_index: bool = False
    courts: str = ""
    cloth: str = "jade"
    back: str = "fans"
    mute: bool = False
    volume: int = 90
    volume_cards: int = 100
    volume_calls: int = 100
    music: str = ""
    volume_music: int = 50
    music_behind: bool = False
    speech: bool = False
    language: str = ""
    keys: Mapping[str, str] = _NOTHING

    window_width: int = 0
    window_height: int = 0
    window_x: int | None = None
    window_y: int | None = None
    opponents: int = 1
    opponents_chosen: tuple[ChosenOpponent, ...] = ()
    stake: int = 1
    rules: str = "standard"
    hands: int = 0  # an open end
    join_high_suit: bool = True
    join_natural: bool = True
    high_suit: str = "S"
    word: str = ""
    name: str = ""
    face: str = ""
    bankroll: bool = False
    lesson_done: bool = False
    gestures_told: bool = False

    def text(self, later: Mapping[str, object] | None = None) -> str:
        """Return the text of the settings file."""
        opponents = [each._asdict() for each in self.opponents_chosen]
        values = self._asdict() | {"opponents_chosen": opponents}
        return json.dumps(values | ({_LATER: later} if later else {}), indent=1) + "\n"

    @staticmethod
    def values_to_take_over(text: str) -> dict[str, object]:
        """Read the settings to import from another file, without the window's position and size.

        Empty if it is not a settings file.
        """
        loaded = Loaded.from_text(text.encode("utf-8", "replace"))
        if any(not each.key for each in loaded.complaints):
            return {}
        values = {key: getattr(loaded.settings, key) for key in SETTINGS}
        return {key: value for key, value in values.items() if not key.startswith("window_")}


SETTINGS: Final[Mapping[str, Setting]] = {
    "sort": Setting.one_of(
        {
            "rank": N_("By rank"),
            "suit": N_("By suit"),
            "groups": N_("By spreads"),
            "own": N_("My order"),
        }
    ).at("table", N_("Cards in hand")),
    "speed": Setting.one_of(SPEEDS).at("table", N_("Speed")),
    "suggestions": Setting.flag().at("table", N_("Highlight suggestions")),
    "hints": Setting.flag().at("coach", N_("Hints on request")),
    "tutor": Setting.flag().at("coach", N_("Warn of blunders")),
    "coach_line": Setting.flag().at("coach", N_("Rate my moves in practice")),
    "coach_bar": Setting.flag().at("coach", N_("Show my chances in practice")),
    "review_idle": Setting.flag().at("coach", N_("Review hands when idle")),
    "remarks": Setting.flag().at("table", N_("Table talk")),
    "cut": Setting.one_of({"cut": N_("Cut cards"), "random": N_("At random")}).at(
        "table", N_("First dealer")
    ),
    "ask_drop": Setting.flag().at("table", N_("Ask before a risky drop")),
    "slap_seconds": Setting.seconds(1, 10).at("table", N_("Time to slap or drop")),
    "slap_untimed": Setting.flag(on=N_("On: players are asked in turn")).at(
        "table", N_("Slap or drop without a clock")
    ),
    "scale": Setting.whole(75, 200)
    .or_value(0, "0 (fit the window), 75 to 200")
    .at("look", N_("Interface size")),
    "fullscreen": Setting.flag().at("look", N_("Full screen")),
    "reduced_motion": Setting.one_of(
        {"system": N_("System default"), "on": N_("Yes"), "off": N_("No")}
    ).at("look", N_("Reduce motion")),
    "high_contrast": Setting.flag().at("look", N_("High contrast")),
    "four_colour": Setting.flag().at("look", N_("Four colors")),
    "large_index": Setting.flag().at("look", N_("Large indices")),
    "courts": Setting.one_of(dict.fromkeys(("JQK", "VDR"), ""))
    .or_value("", '"" (the language\'s), JQK, VDR')
    .at("look", N_("Court cards")),
    "cloth": Setting.drawing("cloths", "jade").at("look", N_("Felt")),
    "back": Setting.drawing("backs", "fans").at("look", N_("Card backs")),
    "mute": Setting.flag().at("sound", N_("Sound")),
    "volume": Setting.whole(0, 100).at("sound", N_("Volume")),
    "volume_cards": Setting.whole(0, 100).at("sound", N_("Cards")),
    "volume_calls": Setting.whole(0, 100).at("sound", N_("Calls and coins")),
    "music": Setting.one_of(dict.fromkeys(("off", "on"), ""))
    .or_value("", '"" (not asked yet), off, on')
    .at("sound", N_("Music")),
    "volume_music": Setting.whole(0, 100).at("sound", N_("Music volume")),
    "music_behind": Setting.flag().at("sound", N_("Music in the background")),
    "speech": Setting.flag().at("sound", N_("Read aloud")),
    "language": Setting.one_of(dict.fromkeys(LANGUAGES, ""))
    .or_value("", f'"" (the system\'s), {", ".join(LANGUAGES)}')
    .at("general", N_("Language")),
    "keys": Setting.keys().at("general", N_("Keys")),
    "window_width": _SIZE,
    "window_height": _SIZE,
    "window_x": _PLACE,
    "window_y": _PLACE,
    "opponents": Setting.whole(1, _MOST_OPPONENTS),
    "opponents_chosen": Setting.opponents(),
    "stake": Setting.whole(1, LARGEST_STAKE),
    # Whether these rules, actions and keys exist is checked where they are used.
    "rules": Setting(lambda value: _is_text(value) and value != "", "the name of a rule set"),
    "hands": Setting.whole(0, 1_000),
    "join_high_suit": Setting.flag(),
    "join_natural": Setting.flag(),
    "high_suit": Setting.one_of(dict.fromkeys("CDHS", "")),
    "word": Setting.text(_LONGEST_WORD),
    "name": Setting(
        lambda value: isinstance(value, str) and value == name_from(value),
        f"a name of at most {LONGEST_NAME} characters",
        name_from,
    ),
    "face": Setting.text(64),
    "bankroll": Setting.flag(),
    "lesson_done": Setting.flag(),
    "gestures_told": Setting.flag(),
}
"""What each setting may hold, and its row on the page: each group in this order."""


class PlayOptions(NamedTuple):
    """The options of `tonk play`; the defaults mean that a person plays.

    ``autoplay`` is the number of hands to play without a person, from 1. ``seats`` counts every
    seat, including the person's, from 2 to 6; without it an autoplay has two, and a person as many
    as chosen last. Without ``speed`` an autoplay runs at full speed.
    Without ``rules`` an autoplay plays the standard game, and a person plays by the rules last
    chosen. ``opens`` is a file of saved hands to open, ``daily`` the day of a daily deal to play.
    """

    autoplay: int | None = None
    seed: str | None = None
    seats: int | None = None
    speed: str | None = None
    records: Path | None = None
    rules: "NamedRules | None" = None
    opens: Path | None = None
    daily: "date | None" = None

    @property
    def of_a_start(self) -> tuple[str, ...]:
        """The given options that a window that is open already can't follow, as they are typed."""
        given = {
            "--seed": self.seed is not None,
            "--seats": self.seats is not None,
            "--speed": self.speed is not None,
            "--records": self.records is not None,
            "--rules": self.rules is not None,
            "--daily": self.daily is not None,
        }
        return tuple(option for option, is_given in given.items() if is_given)


# -- The file --------------------------------------------------------------------------------------


class Complaint(NamedTuple):
    """A setting that could not be read.

    ``key`` is empty if the whole file is bad, ``allowed`` if there is no such setting.
    """

    key: str
    value: str
    allowed: str

    def __str__(self) -> str:
        if not self.key:
            return f"{FILE_NAME} {self.value}: all settings are back to their defaults"
        if not self.allowed:
            return f"{FILE_NAME}: {self.key} = {self.value}: there is no such setting"
        return f"{FILE_NAME}: {self.key} = {self.value}: expected {self.allowed}"

    @classmethod
    def about(cls, key: str, value: object) -> Self:
        """Return the complaint about a value that is not allowed for a setting."""
        shown = printable(json.dumps(value, ensure_ascii=False, default=str), most=40)
        allowed = SETTINGS[key].allowed if key in SETTINGS else ""
        return cls(printable(key, most=40), shown, allowed)


class Loaded(NamedTuple):
    """Settings as read, the faults found, and the new name of the bad file.

    ``later`` are settings unknown to this version. ``is_brought_back`` means that the file was gone
    or damaged and was restored from the second copy, ``is_unusable`` that the bad file is still in
    place.
    """

    settings: Settings
    complaints: tuple[Complaint, ...] = ()
    kept: Path | None = None
    later: Mapping[str, object] = _NOTHING
    is_brought_back: bool = False
    is_unusable: bool = False

    @property
    def is_damaged(self) -> bool:
        """Whether any fault was found that a later version would not have written."""
        return any(each.allowed or not each.key for each in self.complaints)

    @classmethod
    def unreadable(cls, why: str) -> Self:
        """Return the default settings in place of a file that is unreadable."""
        return cls(Settings(), (Complaint("", why, ""),))

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """Read settings from a file without changing it. Raises ``OSError``."""
        try:
            return cls.from_text(read_regular(path))
        except TooLongError:
            return cls.unreadable("is far too long")

    @classmethod
    def from_text(cls, text: str | bytes) -> Self:
        """Read settings from the contents of their file; faults are in ``complaints``."""
        try:
            values = json_of(text)
        except UnreadableError as error:
            return cls.unreadable(f"is {error}")
        except UnusableError as error:
            return cls.unreadable(f"cannot be used: {error}")
        if not isinstance(values, dict):
            return cls.unreadable("is not a JSON object")
        kept = values.pop(_LATER, {})
        later = kept if isinstance(kept, dict) else {}
        values = {key: value for key, value in later.items() if key in SETTINGS} | values
        read = {key: SETTINGS[key].read(value) for key, value in values.items() if key in SETTINGS}
        good: dict[str, Any] = {  # Any: each is checked here
            key: value for key, value in read.items() if SETTINGS[key].accepts(value)
        }
        complaints = tuple(Complaint.about(key, values[key]) for key in values if key not in good)
        unknown = {key: value for key, value in (later | values).items() if key not in SETTINGS}
        return cls(Settings()._replace(**good), complaints, later=unknown)


class SettingsStore:
    """The current settings and their file. ``loaded`` says what was wrong at the start."""

    def __init__(self, loaded: Loaded, path: Path | None) -> None:
        """Use ``open``, ``read`` or ``unsaved`` instead. Without a path nothing is ever written."""
        self.loaded = loaded
        self.path: Final = path
        self._settings = loaded.settings
        self._is_unwritten = False

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Read the player's settings and repair their file; never raises because of its
        contents.
        """
        store = cls.read(folder)
        store.mend()
        return store

    @classmethod
    def read(cls, folder: Path | None = None) -> Self:
        """Read the player's settings without changing their file until ``mend`` is called."""
        path = (config_folder() if folder is None else folder) / FILE_NAME
        return cls(cls._load(path), path)

    def mend(self) -> None:
        """Set a damaged file aside and write a new one, if that is possible."""
        loaded, path = self.loaded, self.path
        if path is None:
            return
        if loaded.is_unusable:
            with contextlib.suppress(StoreError):
                self.loaded = loaded._replace(kept=set_aside(path), is_unusable=False)
        if (
            loaded.is_brought_back
            or self.loaded.kept is not None
            or (loaded.complaints and not loaded.is_damaged)
        ):
            with contextlib.suppress(StoreError):  # the next change tries again
                self._write()

    @classmethod
    def unsaved(cls, settings: Settings | None = None) -> Self:
        """Return settings for a run that leaves the player's own file alone."""
        return cls(Loaded(settings or Settings()), None)

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._settings

    def change(self, **values: object) -> Settings:
        """Change some settings, write the file, and return the new settings.

        Raises ``ValueError`` for a value that is not allowed, and ``StoreError`` if the file cannot
        be written; the change then still holds for this run.
        """
        for key, value in values.items():
            if key not in SETTINGS or not SETTINGS[key].accepts(value):
                raise ValueError(str(Complaint.about(key, value)))
        good: dict[str, Any] = values  # Any: they are checked
        changed = self._settings._replace(**good)
        if changed != self._settings or self._is_unwritten:
            self._settings = changed
            self._write()
        return changed

    def close(self) -> None:
        """Retry a failed write, if possible."""
        if self._is_unwritten:
            with contextlib.suppress(StoreError):
                self._write()

    def _write(self) -> None:
        if self.path is None:
            return
        self._is_unwritten = True
        loaded = self.loaded
        if loaded.kept is None and any(not each.key for each in loaded.complaints):
            with contextlib.suppress(StoreError):
                self.loaded = loaded._replace(kept=set_aside(self.path))
        text = self._settings.text(self.loaded.later)
        write_whole(self.path, text)
        self._copies(self.path).keep(FILE_NAME, text)
        self._is_unwritten = False

    @staticmethod
    def _load(path: Path) -> Loaded:
        """Return the settings in a file, or their second copy if the file is gone or damaged; from
        a file in which values are wrong, all others, and those from the second copy.
        """
        loaded = SettingsStore._read(path)
        if not loaded.is_damaged and path.exists():
            return loaded
        text = SettingsStore._copies(path).latest(FILE_NAME)
        if text is None:
            return loaded
        last = Loaded.from_text(text.encode("utf-8", "replace"))
        wrong = [complaint.key for complaint in loaded.complaints]
        if wrong and all(wrong):
            known = {key: getattr(last.settings, key) for key in wrong if key in SETTINGS}
            return loaded._replace(settings=loaded.settings._replace(**known))
        is_there = path.exists()
        return last._replace(complaints=(), is_brought_back=True, is_unusable=is_there)

    @staticmethod
    def _copies(path: Path) -> "Documents":
        """Return the second copies of the documents beside that settings file."""
        from game.saves.documents import Documents  # most first frames need none

        return Documents(path.parent)

    @staticmethod
    def _read(path: Path) -> Loaded:
        try:
            loaded = Loaded.of_file(path)
        except FileNotFoundError:
            return Loaded(Settings())
        except OSError as error:
            loaded = Loaded.unreadable(f"cannot be read ({reason_of(error)})")
            if not isinstance(error, NotRegularError):
                return loaded
        return loaded._replace(is_unusable=loaded.is_damaged)
