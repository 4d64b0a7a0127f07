"""What can be set, group by group: a row each, and a few words where they help.

A new setting is a row in the function of its group, a new group a row in ``GROUPS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from game.ui.appearance import largest_scale, window_for
from game.ui.assets import AssetMissing, asset_path
from game.ui.keymap import key_text
from game.ui.kit.inputs import Choice, Slider, Toggle
from game.ui.kit.widget import Widget
from game.ui.language import LANGUAGES, SYSTEM, spoken
from game.ui.numbers import decimal_text, percent_text
from game.ui.scenes.rulesets.openrow import OpenRow
from game.ui.text import N_, _

if TYPE_CHECKING:
    from game.session.settings import Settings
    from game.ui.scene import Stage

RACES = (1, 1.5, 2, 2.5, 3, 4, 5, 7, 10)
"""Seconds that a race for a slap may last."""
SCALES = (75, 100, 125, 150, 175, 200)
"""Percent to choose from; a settings file may name any between."""
Names = Sequence[tuple[object, str]]

_CLOTHS: Final = {
    "jade": N_("Jade"),
    "claret": N_("Claret"),
    "midnight": N_("Midnight"),
    "slate": N_("Slate"),
}
_BACKS: Final = {
    "fans": N_("Fans"),
    "lattice": N_("Lattice"),
    "waves": N_("Waves"),
    "compass": N_("Compass"),
}
_SORTS: Final = {
    "rank": N_("By rank"),
    "suit": N_("By suit"),
    "groups": N_("By what goes together"),
    "own": N_("My own order"),
}
_SPEEDS: Final = {
    "slow": N_("Slow"),
    "normal": N_("Normal"),
    "fast": N_("Fast"),
    "rapid": N_("Very fast"),
    "instant": N_("Instant"),
}
_MOTIONS: Final = {"system": N_("As the system"), "on": N_("Yes"), "off": N_("No")}


class SettingsPage(Protocol):
    """The page that the rows stand on."""

    @property
    def stage(self) -> Stage:
        """The window around the page."""

    @property
    def now(self) -> Settings:
        """The settings in force."""

    def change(self, **values: object) -> None:
        """Change settings."""


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that belong together."""

    key: str
    title: str
    rows: Callable[[SettingsPage], Sequence[Widget]]
    note: Callable[[SettingsPage], str] = lambda _page: ""
    has_preview: bool = False


def _choice(page: SettingsPage, key: str, label: str, names: Names) -> Choice:
    """A row for one of a few values."""
    value = getattr(page.now, key)
    return Choice(key, label, names, value, lambda chosen: page.change(**{key: chosen}))


def _toggle(
    page: SettingsPage, key: str, label: str, words: tuple[str, str] | None = None
) -> Toggle:
    """A row for something that is on or off."""
    on_off = words or (_("Off"), _("On"))
    return Toggle(key, label, getattr(page.now, key), lambda on: page.change(**{key: on}), on_off)


def _named(table: dict[str, str]) -> Names:
    return [(value, _(name)) for value, name in table.items()]


def _table(page: SettingsPage) -> Sequence[Widget]:
    return [
        _choice(page, "cloth", _("Cloth"), _named(_CLOTHS)),
        _choice(page, "sort", _("Cards in hand"), _named(_SORTS)),
        _toggle(page, "suggestions", _("Suggestions glow")),
        _toggle(page, "remarks", _("Opponents' remarks")),
    ]


def _cards(page: SettingsPage) -> Sequence[Widget]:
    return [
        _choice(page, "back", _("Backs"), _named(_BACKS)),
        _toggle(page, "four_colour", _("Four colours")),
        _toggle(page, "large_index", _("Large indices")),
    ]


def _screen(page: SettingsPage) -> Sequence[Widget]:
    scales: Names = [
        (0, _("As large as fits")),
        *((each, percent_text(each)) for each in sorted({*SCALES, page.now.scale} - {0})),
    ]
    full = page.now.fullscreen
    return [
        _choice(page, "scale", _("Size of the interface"), scales),
        Toggle(
            "fullscreen", _("Full screen"), full, page.stage.set_fullscreen, (_("Off"), _("On"))
        ),
    ]


def _screen_note(page: SettingsPage) -> str:
    """What becomes of a scale that is too large for the window."""
    look = page.stage.services.theme.look
    fits, wished = largest_scale(page.stage.size, look.density), page.now.scale
    if wished <= fits:
        words = _("The largest size that fits this window is {fits}.")
        return words.format(fits=percent_text(fits))
    width, height = window_for(wished)
    return _(
        "{wished} needs a window of {width} × {height}. In this one {fits} is in force, "
        "the largest that fits."
    ).format(wished=percent_text(wished), width=width, height=height, fits=percent_text(fits))


def _sound(page: SettingsPage) -> Sequence[Widget]:
    return [
        Toggle(
            "sound",
            _("Sound"),
            not page.now.mute,
            lambda on: page.change(mute=not on),
            (_("Off"), _("On")),
        ),
        _volume(page, "volume", _("Volume"), "lay"),
        _volume(page, "volume_cards", _("Cards"), "lay"),
        _volume(page, "volume_calls", _("Calls and coins"), "coins"),
    ]


def _volume(page: SettingsPage, key: str, label: str, sample: str) -> Slider:
    """A row for how loud something is, in percent, and a sound to tell by."""

    def turn(percent: int) -> None:
        page.change(**{key: percent})
        page.stage.services.sound.play(sample)

    return Slider(key, label, getattr(page.now, key), turn)


def _motion(page: SettingsPage) -> Sequence[Widget]:
    return [
        _choice(page, "speed", _("Speed"), _named(_SPEEDS)),
        _choice(page, "reduced_motion", _("Less motion"), _named(_MOTIONS)),
    ]


def _motion_note(_page: SettingsPage) -> str:
    return _("A click or a key brings everything that moves to its place at once.")


def _access(page: SettingsPage) -> Sequence[Widget]:
    races: Names = [
        (seconds, _("{seconds} s").format(seconds=decimal_text(seconds)))
        for seconds in sorted({*RACES, page.now.slap_seconds})
    ]
    untimed = (_("Off"), _("On: seat after seat is asked"))
    return [
        _toggle(page, "high_contrast", _("High contrast")),
        _toggle(page, "speech", _("Speech")),
        _choice(page, "slap_seconds", _("Time to slap a discard"), races),
        _toggle(page, "slap_untimed", _("Slaps without a clock"), untimed),
    ]


def _access_note(_page: SettingsPage) -> str:
    return _(
        "More that helps: the size of the interface under Screen, four colours and large indices "
        "under Cards, less motion under Motion."
    )


def _language(page: SettingsPage) -> Sequence[Widget]:
    system = _("As the system: {language}").format(language=LANGUAGES[spoken(SYSTEM)])
    names: Names = [
        (SYSTEM, system),
        *((code, name) for code, name in LANGUAGES.items() if available(code)),
    ]
    return [_choice(page, "language", _("Language"), names)]


def available(code: str) -> bool:
    """Whether the game can be read in that language: English stands in the game itself."""
    if code == "en":
        return True
    try:
        asset_path(f"locale/{code}/LC_MESSAGES/tonk.mo")
    except AssetMissing:
        return False
    return True


def _keys(page: SettingsPage) -> Sequence[Widget]:
    def show() -> None:
        from game.ui.scenes.shortcuts import ShortcutsScene

        page.stage.push(ShortcutsScene(page.stage))

    words = _("Changed") if page.now.keys else _("The usual ones")
    return [OpenRow("keys", _("All keys"), words, show)]


def _keys_note(_page: SettingsPage) -> str:
    words = _("{key} brings all keys from every screen, and each can be changed there.")
    return words.format(key=key_text("shortcuts"))


GROUPS: Final[tuple[Group, ...]] = (
    Group("table", N_("Table"), _table),
    Group("cards", N_("Cards"), _cards, has_preview=True),
    Group("screen", N_("Screen"), _screen, _screen_note),
    Group("sound", N_("Sound"), _sound),
    Group("motion", N_("Motion"), _motion, _motion_note),
    Group("access", N_("Accessibility"), _access, _access_note),
    Group("language", N_("Language"), _language),
    Group("keys", N_("Keys"), _keys, _keys_note),
)
