"""Settings: each takes effect at once and is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import Button
from game.ui.kit.inputs import Choice, Slider, Toggle
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Page, Sheet
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

RACES = (1, 1.5, 2, 2.5, 3, 4, 5, 7, 10)
"""Seconds that a race for a slap may last."""


class OptionsScene(Page):
    """The settings page."""

    def build(self) -> Sequence[Widget]:
        now, change = self.stage.services.settings.settings, self.stage.change
        on_off = (_("Off"), _("On"))
        self._speed = Choice(
            "speed", _("Speed"), _speeds(), now.speed, lambda speed: change(speed=speed)
        )
        self._volume = Slider("volume", _("Sound volume"), now.volume, self._set_volume)
        self._sound = Toggle(
            "sound", _("Sound"), not now.mute, lambda on: change(mute=not on), on_off
        )
        self._full = Toggle(
            "fullscreen", _("Full screen"), now.fullscreen, self.stage.set_fullscreen, on_off
        )
        self._race = Choice(
            "slap_seconds",
            _("Time to slap a discard"),
            _races(now.slap_seconds),
            now.slap_seconds,
            lambda seconds: change(slap_seconds=seconds),
        )
        self._calm = Toggle(
            "slap_untimed",
            _("Slaps without a clock"),
            now.slap_untimed,
            lambda on: change(slap_untimed=on),
            (_("Off"), _("On: seat after seat is asked")),
        )
        self._back = Button("button:back", _("Back"), self.back, primary=True)
        looks = [self._speed, self._sound, self._volume, self._full]
        self._rows = [*looks, self._race, self._calm]
        return [*self._rows, self._back]

    def arrange(self, area: Rect) -> None:
        self._sheet = Sheet(area, self.skin, self._rows, [self._back])

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, _("Settings"))

    def draw(self, surface: Surface) -> None:
        # F11 and M change settings behind this page's back.
        now = self.stage.services.settings.settings
        self._sound.value, self._full.value = not now.mute, now.fullscreen
        super().draw(surface)

    def _set_volume(self, percent: int) -> None:
        self.stage.change(volume=percent)
        self.stage.services.sound.play("lay")


def _races(now: float) -> list[tuple[object, str]]:
    """Lengths of a race to choose from, the one in force among them."""
    return [
        (seconds, _("{seconds} s").format(seconds=f"{seconds:g}"))
        for seconds in sorted({*RACES, now})
    ]


def _speeds() -> list[tuple[object, str]]:
    return [
        ("slow", _("Slow")),
        ("normal", _("Normal")),
        ("fast", _("Fast")),
        ("rapid", _("Very fast")),
        ("instant", _("Instant")),
    ]
