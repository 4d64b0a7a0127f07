"""The page of shortcuts: all keys, and assigning them.

F1 and Ctrl+? open it from anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, RADIUS, Button, GroupTab, Label, focus_ring
from game.ui.kit.grids import SMALLEST_TARGET, equal_row
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL, TITLE
from game.ui.kit.widget import CALM, Focusable, Widget, WidgetState, fact, place_column, place_row
from game.ui.pages.page import MARGIN, Overlay, Page, Sheet
from game.ui.shell.keys import (
    ACTIONS,
    PRACTICE_ACTIONS,
    REPLAY_ACTIONS,
    TABLE_ACTIONS,
    WINDOW_ACTIONS,
    action_title,
    key_text,
    may_be_chosen,
    with_key,
)
from game.ui.text.language import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame import Event, Surface

    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage

_ROW: Final = 42.0  # units: height of a row


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of related shortcuts."""

    title: str
    actions: frozenset[str]


GROUPS: Final = {
    "table": _Group(N_("At the table"), TABLE_ACTIONS - PRACTICE_ACTIONS),
    "replay": _Group(N_("Replaying a hand"), REPLAY_ACTIONS),
    "practice": _Group(N_("Practice"), PRACTICE_ACTIONS),
    "window": _Group(N_("Everywhere"), WINDOW_ACTIONS),
}


class ShortcutsScene(Page):
    """The page of all actions with their keys, in groups; choosing one asks for another key."""

    _GAP: Final = 6.0  # units between rows
    _PAGES: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
    _FIXED: Final = (
        N_("Arrows and Tab: move. Enter or Space: select. Esc: back."),
        N_("1 to 9, then 0: choose a card. Shift and an arrow: move it. Page Up, Page Down: log."),
        N_("Mouse: double-click a card or flick it up to discard it; drag cards to lay them."),
        N_(
            "Replay: arrows step, Space plays, Home, End: to the ends. Page Up, Page Down: other "
            "hands."
        ),
        N_(
            "Controller: stick or D-pad moves, A selects, B goes back, the bumpers are Tab, X "
            "discards, Y spreads, the right trigger slaps, the right stick turns pages."
        ),
        N_("Alt+Enter: full screen. Ctrl+Q: quit; your hand is kept."),
    )

    def __init__(self, stage: Stage, group: str = "table") -> None:
        self.group = group
        super().__init__(stage)
        self.form.focus(self._rows[0].name)

    @property
    def heading(self) -> str:
        return _("Keys")

    def build(self) -> Sequence[Widget]:
        self._tabs = [
            GroupTab(f"group:{key}", _(each.title), self._opening(key), key == self.group)
            for key, each in GROUPS.items()
        ]
        for tab in self._tabs:
            tab.is_above = True
        self._rows = [
            _KeyRow(f"key:{action}", action_title(action), key_text(action), self._asks(action))
            for action in ACTIONS
            if action in GROUPS[self.group].actions
        ]
        self._notes = [
            Label(_(line), units=SMALL, colour="ink_soft", wraps=True) for line in self._FIXED
        ]
        self._usual = Button("button:usual", _("Default keys"), self._reset)
        self._usual.enabled = bool(self.stage.services.settings.settings.keys)
        self._back = Button("button:back", _("Back"), self.back)
        return [*self._tabs, *self._rows, *self._notes, self._usual, self._back]

    def arrange(self, area: Rect) -> None:
        margin, gap = self.skin.px(MARGIN), self.skin.px(self._GAP)
        inside = area.inflate(-2 * margin, -2 * margin)
        foot = Rect(inside.x, 0, inside.width, self.skin.px(HEIGHT))
        foot.bottom = inside.bottom
        place_row((self._usual, self._back), foot, 4 * gap, self.skin)
        bottom = foot.top - 2 * gap
        for note in reversed(self._notes):
            high = note.height_in(inside.width, self.skin)
            note.place(Rect(inside.x, bottom - high, inside.width, high), self.skin)
            bottom -= high
        top = inside.y + self.skin.line(TITLE)
        tabs = Rect(inside.x, top, inside.width, max(SMALLEST_TARGET, self.skin.px(_ROW)))
        place_row(self._tabs, tabs, 4 * gap, self.skin)
        top = tabs.bottom + 2 * gap
        rows = self._arrange_rows(Rect(inside.x, top, inside.width, bottom - gap - top), gap)
        self.needed = top + rows + 2 * gap + area.bottom - bottom

    def _arrange_rows(self, area: Rect, gap: int) -> int:
        """Place the rows; return the least height that they need, whatever room there is now."""
        least = max(SMALLEST_TARGET, self.skin.line(SMALL) + self.skin.px(_KeyRow.AROUND))
        columns = 1 if self.is_narrow else 2
        each = -(-len(self._rows) // columns)
        if not self.is_narrow and each * (least + gap) > area.height:
            columns += 1
            each = -(-len(self._rows) // columns)
        high = max(least, min(self.skin.px(_ROW), area.height // each - gap))
        if self.is_narrow:
            high = self.skin.px(_ROW)
        for column, box in enumerate(equal_row(area, columns, 4 * gap)):
            rows = self._rows[column * each : (column + 1) * each]
            place_column(rows, box, high, gap, self.skin)
        if self.is_narrow:
            return each * (high + gap)
        return -(-len(self._rows) // 3) * (least + gap)  # one column more than usual

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self.top_title(self._GAP))

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in self._PAGES:
            names = list(GROUPS)
            self._open(names[(names.index(self.group) + self._PAGES[event.key]) % len(names)])
        else:
            super().handle(event)

    def on_resume(self) -> None:
        self.rebuild()

    def _opening(self, group: str) -> Callable[[], None]:
        return lambda: self._open(group)

    def _open(self, group: str) -> None:
        """Show a group, and focus its tab."""
        self.group = group
        self.rebuild()
        self.form.focus(f"group:{group}")

    def _asks(self, action: str) -> Callable[[], None]:
        return lambda: self.stage.push(AskKeyScene(self.stage, action))

    def _reset(self) -> None:
        self.stage.change(keys={})
        self.rebuild()


class AskKeyScene(Overlay):
    """The dialog that waits for the new key of an action; Esc keeps the old one."""

    takes_every_key = True

    def __init__(self, stage: Stage, action: str) -> None:
        self._action = action
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return action_title(self._action)

    def build(self) -> Sequence[Widget]:
        words = _("Press the new key. Esc keeps {key}.").format(key=key_text(self._action))
        self._words = Label(words, wraps=True, align="middle")
        self._keep = Button("button:back", _("Keep this key"), self.back)
        return [self._words, self._keep]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [self._words], [self._keep])

    def handle(self, event: Event) -> None:
        if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
            super().handle(event)
        elif may_be_chosen(event.key):
            self.stage.change(keys=with_key(self._action, event.key))
            self.back()
        else:
            self._words.text = _("That key is taken. Press another, or Esc.")
            self.arrange(Rect((0, 0), self.skin.size))


class _KeyRow(Focusable):
    """A row with an action and its key, drawn as a key cap."""

    AROUND: Final = 10.0  # units that the row is higher than the cap

    def __init__(self, name: str, label: str, key: str, chosen: Callable[[], None]) -> None:
        super().__init__(name)
        self.label, self.key, self._chosen = label, key, chosen

    @property
    def spoken(self) -> str:
        return fact(self.label, self.key)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return skin.width(self.label) + skin.px(120), skin.px(_ROW)

    def activate(self) -> None:
        self._chosen()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        face = "row_hover" if mood.hovered or mood.focused else "panel"
        rounded(surface, self.rect, skin.colour(face), skin.px(RADIUS))
        pad = skin.px(12)
        cap = Rect(0, 0, max(skin.px(46), skin.width(self.key, SMALL) + pad), 0)
        cap.height = self.rect.height - skin.px(self.AROUND)
        cap.midright = (self.rect.right - pad, self.rect.centery)
        edge = skin.colour("button_edge")
        rounded(surface, cap, skin.colour("button"), skin.px(6), edge, max(1, skin.px(1.5)))
        skin.write(surface, self.key, cap, "ink", SMALL, bold=True, align="middle")
        words = Rect(self.rect.x + pad, self.rect.y, 0, self.rect.height)
        words.width = cap.left - pad - words.x
        fits = skin.width(self.label, BODY) <= words.width
        skin.write(surface, self.label, words, "ink", BODY if fits else SMALL)
        if mood.focused:
            focus_ring(surface, self.rect, skin)
