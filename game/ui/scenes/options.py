"""Settings in groups: each takes effect at once, is seen at once, and is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, PADDING, Button, Label, draw_panel
from game.ui.kit.layout import SMALLEST_TARGET, centred
from game.ui.kit.skin import SMALL, TITLE
from game.ui.kit.widget import Widget
from game.ui.scenes.optiongroups import GROUPS, Group
from game.ui.scenes.optionpreview import Preview
from game.ui.scenes.optiontab import GroupTab
from game.ui.scenes.page import MARGIN, Page
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.session.settings import Settings
    from game.ui.scene import Stage

_TABS = 250.0
_TAB = 50.0
_GAP = 9.0
_WIDEST = (1240.0, 640.0)
_MODIFIED = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class OptionsScene(Page):
    """The settings page: the groups on the left, what can be set in one of them on the right."""

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
    def group(self) -> Group:
        """The group whose settings are on view."""
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
        self._rows = list(self.group.rows(self))
        self._note = Label(self.group.note(self), units=SMALL, colour="ink_soft", wraps=True)
        self._back = Button("button:back", _("Back"), self.back, primary=True)
        return [*self._tabs, *self._rows, self._note, self._back]

    def arrange(self, area: Rect) -> None:
        skin, margin, gap = self.skin, self.skin.px(MARGIN), self.skin.px(_GAP)
        inside = area.inflate(-2 * margin, -2 * margin)
        inside = centred((skin.px(_WIDEST[0]), skin.px(_WIDEST[1])), inside)
        self._title = Rect(inside.x, inside.y - skin.px(8), inside.width, skin.line(TITLE))
        top, high = self._title.bottom + gap, max(SMALLEST_TARGET, skin.px(_TAB))
        for place, tab in enumerate(self._tabs):
            box = Rect(inside.x, top + place * (high + gap), skin.px(_TABS), high)
            tab.place(box, skin)
        foot = Rect(inside.x, 0, skin.px(_TABS), skin.px(HEIGHT))
        foot.bottom = inside.bottom
        self._back.place(foot, skin)
        left = inside.x + skin.px(_TABS) + 2 * gap
        self._panel = Rect(left, top, inside.right - left, inside.bottom - top)
        self._arrange_rows(self._panel.inflate(-2 * gap, -2 * skin.px(PADDING)))

    def _arrange_rows(self, area: Rect) -> None:
        high, gap = self.skin.px(HEIGHT), self.skin.px(_GAP)
        y = area.y
        for row in self._rows:
            row.place(Rect(area.x, y, area.width, high), self.skin)
            y += high + gap
        self._note.text = self.group.note(self)
        pad = self.skin.px(PADDING)
        inner = area.width - 2 * pad
        words = self._note.height_in(inner, self.skin) if self._note.text else 0
        self._note.place(Rect(area.x + pad, y + gap, inner, words), self.skin)
        y += words + 2 * gap
        self._preview.place(Rect(area.x + pad, y, inner, area.bottom - y), self.skin)

    def paint(self, surface: Surface) -> None:
        self.skin.write(surface, self.heading, self._title, "accent", TITLE, bold=True)
        draw_panel(surface, self._panel, self.skin)
        if self.group.has_preview:
            self._preview.draw(surface)

    def draw(self, surface: Surface) -> None:
        # Some keys of the window change settings behind this page's back.
        if self.now != self._known:
            self._known = self.now
            self.rebuild()
        super().draw(surface)

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and not event.mod & _MODIFIED:
            turn = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}.get(event.key, 0)
            if turn:
                self._open((self._at + turn) % len(GROUPS))
                return
        super().handle(event)

    def _opening(self, place: int) -> Callable[[], None]:
        return lambda: self._open(place)

    def _open(self, place: int) -> None:
        """Show a group; the keyboard goes to its name."""
        self._at = place
        self.rebuild()
        self.form.focus(f"group:{self.group.key}")
