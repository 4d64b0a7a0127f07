"""The start screen: a fan of cards on the cloth, and where to go from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.layout import centred, column
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import Widget
from game.ui.scenes.fan import Fan
from game.ui.scenes.page import MARGIN, Page
from game.ui.text import _
from game.version import __version__

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.ui.scene import Stage

_MENU_WIDTH = 330.0
_GAP = 14.0
_TITLE = 104.0
_WIDEST = 16 / 9  # a wider window has cloth on both sides
_FAN_REACH = 0.62  # of a card's height is the fan's upper edge above its middle
_CARD_SHARE = 0.46  # of the window's height is a card's height, but no more than
_FAN_SHARE = 0.375  # of the width beside the menu, which the whole fan needs 2.2 times


class StartScene(Page):
    """Play, go on with what was left, read, set, leave."""

    def __init__(self, stage: Stage) -> None:
        self._fan = Fan(stage)
        self._title_box = self._offer = Rect(0, 0, 0, 0)
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return "Tonk"

    def build(self) -> Sequence[Widget]:
        kept = self.stage.services.store.kept()
        play = Button("button:play", _("Play"), self._play, primary=not kept)
        buttons = [
            play,
            Button("button:lesson", _("Learn to play"), self._lesson),
            Button("button:rules", _("Rules"), self._rules),
            Button("button:statistics", _("Statistics"), self._statistics),
            Button("button:settings", _("Settings"), self._settings),
            Button("button:credits", _("Credits"), self._credits),
            Button("button:quit", _("Quit"), self.stage.quit),
        ]
        if kept:
            go_on = Button("button:continue", _("Continue"), self._go_on, primary=True)
            buttons.insert(0, go_on)
        return buttons

    def arrange(self, area: Rect) -> None:
        area = centred((round(area.height * _WIDEST), area.height), area)
        margin, width = self.skin.px(MARGIN), self.skin.px(_MENU_WIDTH)
        menu = Rect(area.right - 2 * margin - width, area.y, width, area.height)
        heights = [self.skin.px(HEIGHT)] * len(self.form.widgets)
        boxes = column(menu, heights, self.skin.px(_GAP), middle=True)
        for widget, box in zip(self.form.widgets, boxes, strict=True):
            widget.place(box, self.skin)
        first = boxes[0]
        self._offer = Rect(first.x, 0, first.width, self.skin.line(SMALL))
        self._offer.inflate_ip(3 * margin, 0)
        self._offer.bottom = first.y - self.skin.px(_GAP)
        left = Rect(area.x, area.y, menu.x - area.x, area.height)
        self._arrange_fan(left.move(margin // 4, 0), margin)

    def _arrange_fan(self, left: Rect, margin: int) -> None:
        """The fan below, and the title in the middle of what is left above it."""
        card = max(1, round(min(left.height * _CARD_SHARE, left.width * _FAN_SHARE)))
        middle = left.y + round(left.height * 0.62)
        self._fan.place((left.centerx, middle), card)
        words = self.skin.px(_TITLE) + self.skin.line(BODY)
        free = middle - round(card * _FAN_REACH) - left.y - margin - words
        self._title_box = Rect(0, left.y + margin + max(0, free) // 2, 0, self.skin.px(_TITLE))
        self._title_box.width = left.width - 2 * margin
        self._title_box.centerx = left.centerx

    def handle(self, event: Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fan.finish()
        super().handle(event)

    def update(self, dt: float) -> bool:
        return self._fan.update(dt)

    def idle_for(self) -> float | None:
        return 0.0 if self._fan.is_moving else None

    def uncovered(self) -> None:
        self.rebuild()
        self.form.focus("button:continue")

    def back(self) -> None:
        """Esc on the first screen leaves nothing; it only shows where leaving is."""
        self.form.focus("button:quit")

    def paint(self, surface: Surface) -> None:
        title = self._title_box
        name = self.skin.name("Tonk", _TITLE)
        surface.blit(name, name.get_rect(center=title.center))
        below = Rect(title.x, title.bottom, title.width, self.skin.line(BODY))
        line = _("Draw, spread, hit, drop: the lowest hand wins")
        self.skin.write(surface, line, below, "ink_soft", BODY, align="middle")
        self._fan.draw(surface)
        if self.offers_lesson:
            offer = _("New here? “Learn to play” takes two minutes.")
            self.skin.write(surface, offer, self._offer, "accent", SMALL, align="middle")
        foot = Rect(0, 0, surface.get_width() - 2 * self.skin.px(MARGIN), self.skin.line(SMALL))
        foot.midbottom = (surface.get_width() // 2, surface.get_height() - self.skin.px(28))
        self.skin.write(surface, __version__, foot, "ink_soft", SMALL, align="right")
        hint = _("F1 keys · F11 full screen · M sound · Ctrl+Q quit")
        self.skin.write(surface, hint, foot, "ink_soft", SMALL)

    @property
    def offers_lesson(self) -> bool:
        """Whether this is the first start: the lesson is offered once, beside all else."""
        is_new = not self.stage.services.settings.settings.lesson_done
        return is_new and self.stage.services.store.kept() is None

    def _play(self) -> None:
        from game.ui.scenes.newgame import NewGameScene

        self.stage.change(lesson_done=True)
        self.stage.push(NewGameScene(self.stage))

    def _go_on(self) -> None:
        from game.ui.scenes.sitting import go_on

        go_on(self.stage)

    def _rules(self) -> None:
        from game.ui.scenes.rules import RulesScene

        self.stage.push(RulesScene(self.stage))

    def _lesson(self) -> None:
        from game.ui.scenes.lesson.scene import LessonScene

        self.stage.push(LessonScene(self.stage))

    def _statistics(self) -> None:
        from game.ui.scenes.statistics.scene import StatisticsScene

        self.stage.push(StatisticsScene(self.stage))

    def _settings(self) -> None:
        from game.ui.scenes.options import OptionsScene

        self.stage.push(OptionsScene(self.stage))

    def _credits(self) -> None:
        from game.ui.scenes.credits import CreditsScene

        self.stage.push(CreditsScene(self.stage))
