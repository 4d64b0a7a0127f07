"""What is different at this table, told before its first deal (RULES.md §5.15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.ui.kit.controls import HEIGHT, Button, draw_panel
from game.ui.kit.document import Layout, Para, Point
from game.ui.kit.layout import centred, equal_row
from game.ui.kit.skin import BODY, TITLE
from game.ui.kit.textview import PADDING as TEXT_PADDING
from game.ui.kit.textview import TextView
from game.ui.kit.widget import Widget
from game.ui.scenes.page import MARGIN, Overlay
from game.ui.scenes.reading import ReadingScene
from game.ui.scenes.rulesets.detail import in_force, no_cards, noted
from game.ui.scenes.rulesets.said import differs, local_words
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.ruleset import RuleSet
    from game.ui.kit.document import Block
    from game.ui.scene import Stage
    from game.ui.scenes.rulesets.said import Known

_WIDTH, _PAD, _GAP = 860.0, 28.0, 12.0
_SCROLLING: Final = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


class DifferencesScene(Overlay):
    """Is read before anybody sits down; `on_close` is called when it has been."""

    def __init__(
        self,
        stage: Stage,
        rules: RuleSet,
        known: Known,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        self._rules, self._known, self._on_close = rules, known, on_close
        super().__init__(stage)
        self.form.focus("button:go_on")

    @property
    def heading(self) -> str:
        return _("What is different at this table")

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks(), no_cards)
        self._buttons = [
            Button("button:rules", _("All the rules"), self._all_rules),
            Button("button:go_on", _("Go on"), self.back, primary=True),
        ]
        return [self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(_PAD), skin.px(_GAP), skin.px(HEIGHT)
        width = min(skin.px(_WIDTH), area.width - 2 * skin.px(MARGIN))
        head = skin.line(TITLE) + skin.line(BODY) + gap
        around = 2 * pad + head + gap + high
        most = area.height - 2 * skin.px(MARGIN) - around
        inner = width - 2 * pad
        self._sheet = centred((width, around + min(most, self._text_height(inner))), area)
        inside = self._sheet.inflate(-2 * pad, -2 * pad)
        self._title = Rect(inside.x, inside.y, inside.width, skin.line(TITLE))
        self._below = Rect(inside.x, self._title.bottom, inside.width, skin.line(BODY))
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        top = inside.y + head
        self._view.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        for button, box in zip(self._buttons, equal_row(foot, 2, 2 * gap), strict=True):
            button.place(box, skin)

    def paint(self, surface: Surface) -> None:
        draw_panel(surface, self._sheet, self.skin)
        self.skin.write(
            surface, self.heading, self._title, "accent", TITLE, bold=True, align="middle"
        )
        name = self._known.title
        self.skin.write(surface, name, self._below, "ink_soft", BODY, bold=True, align="middle")

    def aside(self) -> Sequence[str]:
        return self._known.title, self._view.spoken

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in _SCROLLING:
            self._view.travel(event.key)
        else:
            super().handle(event)

    def back(self) -> None:
        """Esc goes on too: there is nothing to lose."""
        self.stage.pop()
        if self._on_close:
            self._on_close()

    def _blocks(self) -> tuple[Block, ...]:
        words = local_words(self._known.words)
        told: list[Block] = [*noted(self._known.note), *map(Point, differs(self._rules))]
        if words:
            told += [Para(_("Words at this table:")), *map(Point, words)]
        return tuple(told) or (Para(_("This is the standard game.")),)

    def _text_height(self, width: int) -> int:
        """How high the box must be for all of the text."""
        edge, bar = self.skin.px(TEXT_PADDING), self.skin.px(_GAP)
        text = Layout(self._blocks(), width - 2 * edge - bar, self.skin)
        return text.height + 2 * edge

    def _all_rules(self) -> None:
        self.stage.push(TableRulesScene(self.stage, self._rules, self._known))


class TableRulesScene(ReadingScene):
    """The rules in force at a table in sentences, what is different there first."""

    def __init__(self, stage: Stage, rules: RuleSet, known: Known) -> None:
        title = _("Rules at this table: {name}").format(name=known.title)
        super().__init__(stage, title, in_force(rules, known))
