"""The settings page: settings in groups, each applied, shown and saved at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import pygame
from pygame import Rect

from game.files import data_folder
from game.rules.untrusted_input import printable_path
from game.saves.settings import LANGUAGES, SETTINGS
from game.ui.assets import AssetMissing, asset_path
from game.ui.kit.controls import HEIGHT, PADDING, Button, GroupTab, Label, draw_panel
from game.ui.kit.form import MODIFIERS
from game.ui.kit.grids import SMALLEST_TARGET, centred
from game.ui.kit.inputs import Choice, OpenRow, Slider, Toggle
from game.ui.kit.skin import SMALL, TITLE
from game.ui.kit.widget import Widget, place_column
from game.ui.look.appearance import largest_scale, window_for
from game.ui.look.card_art import CardArt
from game.ui.look.drawing import BLEND
from game.ui.pages.page import MARGIN, Page
from game.ui.text.language import (
    COURTS,
    N_,
    SYSTEM,
    _,
    decimal_text,
    language_courts,
    percent_text,
    spoken,
)
from game.ui.text.level_words import no_kernel_sentence

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.saves.settings import Settings
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


_CARD_STEP, _BACK_GAP = 0.46, 0.3  # shares of a card's width


class SettingsPage(Protocol):
    """What the rows of settings need of their page."""

    @property
    def stage(self) -> Stage:
        """The stage of the page."""

    @property
    def now(self) -> Settings:
        """The settings in force."""

    def change(self, **values: object) -> None:
        """Change and save settings."""


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """A group of settings: those of ``SETTINGS`` with this ``key``."""

    key: str
    title: str
    note: Callable[[SettingsPage], str] = lambda _page: ""
    has_preview: bool = False
    others: Callable[[SettingsPage], list[Widget]] = lambda _page: []

    def rows(self, page: SettingsPage) -> list[Widget]:
        """Return a widget for each setting of the group, and the group's other widgets."""
        rows = {
            key: self._row(page, key) for key, each in SETTINGS.items() if each.group == self.key
        }
        if self.key == "coach" and page.stage.services.lacks_kernel:
            for row in rows.values():
                row.enabled = False
        return [*rows.values(), *self.others(page)]

    @staticmethod
    def _row(page: SettingsPage, key: str) -> Widget:
        """Return the widget of a setting: a toggle, slider or choice; a few have their own."""
        # The sample sound of each volume.
        samples = {"volume": "lay", "volume_cards": "lay", "volume_calls": "coins"}
        setting, value = SETTINGS[key], getattr(page.now, key)
        label = _(setting.label)

        def change(chosen: object) -> None:
            page.change(**{key: chosen})
            if key in samples:
                page.stage.services.sound.play(samples[key])

        if key == "keys":
            words = _("Changed") if value else _("Default keys")

            def show_keys() -> None:
                from game.ui.settings.shortcuts import ShortcutsScene

                page.stage.push(ShortcutsScene(page.stage))

            return OpenRow(key, label, words, show_keys)
        if key == "music":
            own = page.stage.services.sound.has_own_music
            is_on = value == "on" or (value == "" and own)
            return Toggle(
                key, label, is_on, lambda on: change("on" if on else "off"), (_("Off"), _("On"))
            )
        if isinstance(value, bool):
            off_on = (_(setting.names[False]), _(setting.names[True]))
            if key == "mute":  # the row says whether there is sound
                return Toggle("sound", label, not value, lambda on: change(not on), off_on)
            turn = page.stage.set_fullscreen if key == "fullscreen" else change
            return Toggle(key, label, value, turn, off_on)
        if choices := _choices(key, page):
            return Choice(key, label, choices, value, change)
        if setting.names:
            names = [(each, _(name)) for each, name in setting.names.items()]
            return Choice(key, label, names, value, change)
        return Slider(key, label, value, change)


def _choices(key: str, page: SettingsPage) -> Sequence[tuple[object, str]]:
    """Return the choices of a setting that are known only once the page is opened."""
    now, stage = page.now, page.stage
    match key:
        case "scale":  # a settings file may name any between
            fits = largest_scale(stage.size, stage.services.theme.look.density, scrolls=False)
            scales = {0, 75, 100, 125, 150, 175, 200, now.scale}
            return [  # what fits lies among its neighbours, so that each arrow does what it says
                (each, percent_text(each) if each else _("Fit window"))
                for each in sorted(scales, key=lambda scale: scale or fits + 0.5)
            ]
        case "slap_seconds":  # a settings file may name any between
            races = sorted({1, 1.5, 2, 2.5, 3, 4, 5, 7, 10, now.slap_seconds})
            words = _("{seconds} s")
            return [(each, words.format(seconds=decimal_text(each))) for each in races]
        case "language":
            system = _("System default: {language}").format(language=LANGUAGES[spoken(SYSTEM)])
            there = [(code, name) for code, name in LANGUAGES.items() if available(code)]
            return [(SYSTEM, system), *there]
        case "courts":
            usual = _("By language: {letters}").format(letters=" ".join(language_courts()))
            return [("", usual), *((letters, " ".join(letters)) for letters in COURTS)]
        case _:
            return []


def available(code: str) -> bool:
    """Return whether the game has a language: English needs no catalogue."""
    if code == "en":
        return True
    try:
        asset_path(f"locale/{code}/LC_MESSAGES/tonk.mo")
    except AssetMissing:
        return False
    return True


def _look_note(page: SettingsPage) -> str:
    """Return a note if the scale is too large for the window."""
    look = page.stage.services.theme.look
    size, wished = page.stage.size, page.now.scale
    most = largest_scale(size, look.density)
    whole = largest_scale(size, look.density, scrolls=False)
    if wished > most:
        width, height = window_for(wished)
        return _(
            "{wished} needs a window of {width} × {height}. This one uses {most}, the largest it "
            "can."
        ).format(wished=percent_text(wished), width=width, height=height, most=percent_text(most))
    if whole == most:
        return _("The largest size for this window is {most}.").format(most=percent_text(most))
    words = _("The largest size for this window is {most}. Above {whole}, some pages scroll.")
    return words.format(most=percent_text(most), whole=percent_text(whole))


def _coach_note(page: SettingsPage) -> str:
    if page.stage.services.lacks_kernel:
        return no_kernel_sentence()
    return _("The coach plays each hand out thousands of times to find the best move.")


def _sound_note(_page: SettingsPage) -> str:
    """Return a note about the folder for the player's own music."""
    words = _("To hear your own music instead, put it (ogg, mp3, flac, wav, opus) into {folder}.")
    return words.format(folder=printable_path(data_folder() / "music"))


def _general_rows(page: SettingsPage) -> list[Widget]:
    """Return rows for name and face, for saving a backup, and for importing files."""
    stage = page.stage

    def open_you() -> None:
        from game.ui.settings.player_page import YouScene

        stage.push(YouScene(stage))

    def save() -> None:
        from game.ui.settings.importing import save_backup

        save_backup(stage)

    def open_import() -> None:
        from game.ui.settings.importing import ImportScene

        stage.push(ImportScene(stage))

    name = stage.services.settings.settings.name or _("You")
    return [
        OpenRow("you", _("Name and face"), name, open_you),
        OpenRow("export", _("Backup"), _("Save to a file"), save),
        OpenRow("import", _("Import"), _("Choose a file"), open_import),
    ]


def _general_note(_page: SettingsPage) -> str:
    from game.saves.transfer import exports_folder

    words = _(
        "A backup holds all your hands, the game in progress, statistics, rule sets and settings. "
        "Import it here or on another computer: nothing there gets lost or doubled. Backups are "
        "kept in {folder}."
    )
    return words.format(folder=exports_folder())


GROUPS: Final = (
    SettingsGroup(
        "table", N_("Table"), lambda _page: _("Click or press any key to skip animations.")
    ),
    SettingsGroup("coach", N_("Coach"), _coach_note),
    SettingsGroup("look", N_("Display"), _look_note, has_preview=True),
    SettingsGroup("sound", N_("Sound"), _sound_note),
    SettingsGroup("general", N_("General"), _general_note, others=_general_rows),
)


class Preview:
    """A preview of the current settings: a back, and a card of each suit."""

    _SHOWN: Final = ("9C", "JD", "QH", "AS")

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._art: CardArt | None = None
        self._box = Rect(0, 0, 0, 0)

    def place(self, area: Rect, skin: Skin) -> None:
        """Set the preview's area."""
        across = 2 + _BACK_GAP + _CARD_STEP * (len(self._SHOWN) - 1)  # in widths of a card
        high = min(area.height, skin.px(210.0), round(area.width / across * 7 / 5))
        self._box = Rect(0, 0, round(high * 5 / 7 * across), high)
        self._box.center = area.center

    def draw(self, surface: Surface) -> None:
        """Draw the cards, the back first."""
        high = self._box.height
        if high < 40:  # pixels
            return
        deck = self._stage.services.theme.deck()
        if self._art is None or (self._art.height, self._art.style) != (high, deck):
            self._art = CardArt(high, deck)
        x = float(self._box.x)
        surface.blit(self._art.back(), (round(x), self._box.y), special_flags=BLEND)
        x += self._art.width * (1 + _BACK_GAP)
        for code in self._SHOWN:
            surface.blit(self._art.face(code), (round(x), self._box.y), special_flags=BLEND)
            x += self._art.width * _CARD_STEP


class OptionsScene(Page):
    """The settings page: groups on the left, the settings of one of them on the right."""

    _TABS = 250.0  # units: width of the group names
    _GAP = 9.0  # units
    _WIDEST = (1240.0, 640.0)  # units across and down

    def __init__(self, stage: Stage, group: str = "table") -> None:
        self._at = next(place for place, each in enumerate(GROUPS) if each.key == group)
        self._known = stage.services.settings.settings
        self._preview = Preview(stage)
        super().__init__(stage)
        self.form.focus(f"group:{group}")

    @property
    def now(self) -> Settings:
        """The settings in force."""
        return self.stage.services.settings.settings

    @property
    def group(self) -> SettingsGroup:
        """The group that is shown."""
        return GROUPS[self._at]

    def change(self, **values: object) -> None:
        """Change settings from a row of this page."""
        self.stage.change(**values)
        self._known = self.now
        self._note.text = self.group.note(self)

    @property
    def heading(self) -> str:
        return _("Settings")

    def build(self) -> Sequence[Widget]:
        self._tabs = [
            GroupTab(f"group:{each.key}", _(each.title), self._opening(place), place == self._at)
            for place, each in enumerate(GROUPS)
        ]
        self._rows = self.group.rows(self)
        self._note = Label(self.group.note(self), units=SMALL, colour="ink_soft", wraps=True)
        self._back = Button("button:back", _("Back"), self.back)
        return [*self._tabs, *self._rows, self._note, self._back]

    def arrange(self, area: Rect) -> None:
        skin, margin, gap = self.skin, self.skin.px(MARGIN), self.skin.px(self._GAP)
        inside = area.inflate(-2 * margin, -2 * margin)
        if not self.is_narrow:
            inside = centred((skin.px(self._WIDEST[0]), skin.px(self._WIDEST[1])), inside)
        self._title = Rect(inside.x, inside.y - skin.px(8), inside.width, skin.line(TITLE))
        top, high = self._title.bottom + gap, max(SMALLEST_TARGET, skin.px(44.0))
        between = skin.px(7.0)
        place_column(self._tabs, Rect(inside.x, top, skin.px(self._TABS), 0), high, between, skin)
        foot = Rect(inside.x, 0, skin.px(self._TABS), skin.px(HEIGHT))
        foot.bottom = inside.bottom
        self._back.place(foot, skin)
        free = Rect(inside.x, self._tabs[-1].rect.bottom, foot.width, 0)
        free.height = foot.top - free.top
        self._preview.place(free, skin)
        left = inside.x + skin.px(self._TABS) + 2 * gap
        self._panel = Rect(left, top, inside.right - left, inside.bottom - top)
        rows = self._panel.inflate(-2 * gap, -2 * skin.px(PADDING))
        self.needed = self._arrange_rows(rows) + skin.px(PADDING) + margin

    def _arrange_rows(self, area: Rect) -> int:
        """Place the rows and the note below them; return their bottom were they as low as may be.

        A page laid out anew must not need more because there was more room before.
        """
        gap, pad = self.skin.px(self._GAP), self.skin.px(PADDING)
        inner = area.width - 2 * pad
        self._note.text = self.group.note(self)
        words = self._note.height_in(inner, self.skin) if self._note.text else 0
        high = min(self.skin.px(HEIGHT), (area.height - words - gap) // len(self._rows) - gap)
        least = max(SMALLEST_TARGET, self.skin.px(36.0))
        high = max(least, high)
        place_column(self._rows, area, high, gap, self.skin)
        y = area.y + len(self._rows) * (high + gap)
        self._note.place(Rect(area.x + pad, y + gap, inner, words), self.skin)
        return area.y + len(self._rows) * (least + gap) + gap + words

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)
        draw_panel(surface, self._panel, self.skin)
        if self.group.has_preview:
            self._preview.draw(surface)

    def draw(self, surface: Surface) -> None:
        # Some shortcuts change settings while the page is open.
        if self.now != self._known:
            self._known = self.now
            self.rebuild()
        super().draw(surface)

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and not event.mod & MODIFIERS:
            turn = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}.get(event.key, 0)
            if turn:
                self._open((self._at + turn) % len(GROUPS))
                return
        super().handle(event)

    def _opening(self, place: int) -> Callable[[], None]:
        return lambda: self._open(place)

    def _open(self, place: int) -> None:
        """Show a group, and focus its tab."""
        self._at = place
        self.rebuild()
        self.form.focus(f"group:{self.group.key}")
