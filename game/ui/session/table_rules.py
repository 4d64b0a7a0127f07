"""The rules in force at a table, in sentences, and how they differ from the standard game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.play.plan import NO_LABEL, RulesLabel
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Para, Point, TextView
from game.ui.kit.skin import BODY, TITLE
from game.ui.kit.widget import Widget, fact, place_row
from game.ui.pages.page import GAP, MARGIN, Overlay, TitledPanel
from game.ui.rulesets.reading import ReadingScene
from game.ui.rulesets.rule_texts import Known, differs, in_force, local_words, noted, title_of
from game.ui.rulesets.shelf import Shelf
from game.ui.text.language import _, pgettext
from game.ui.text.sessions import rules_title

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.ruleset import RuleSet
    from game.ui.kit.document import Block
    from game.ui.shell.scene import Stage


def read_rules(stage: Stage, rules: RuleSet, label: RulesLabel = NO_LABEL) -> None:
    """Open the rules in force at a table, for reading."""
    stage.push(TableRulesScene(stage, rules, known_as(stage, rules, label)))


def known_as(stage: Stage, rules: RuleSet, label: RulesLabel = NO_LABEL) -> Known:
    """Return the title of rules in force, and the words of their table.

    A session remembers the name by which its rules were chosen; otherwise a set with the same rules
    gives the title.
    """
    if label.name:
        return Known(rules_title(rules, label.name), label.words, label.note)
    settings = stage.services.settings
    named = Shelf(settings).like(rules, settings.settings.rules)
    if named is None:
        return Known(_("House rules"))
    return Known(title_of(named), tuple(named.all_words.items()), named.note)


class DifferencesScene(Overlay):
    """The page over a table before its first hand, which is dealt once the page is closed."""

    def __init__(self, stage: Stage, rules: RuleSet, known: Known) -> None:
        self._rules, self._known = rules, known
        super().__init__(stage)
        self.form.focus("button:go_on")

    @property
    def heading(self) -> str:
        return _("House rules here")

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks())
        self._buttons = [
            Button("button:rules", _("Rules at this table"), self._all_rules),
            Button("button:go_on", pgettext("onward", "Continue"), self.back, primary=True),
        ]
        return [self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(28.0), skin.px(GAP), skin.px(HEIGHT)
        width = min(skin.px(860.0), area.width - 2 * skin.px(MARGIN))
        head = skin.line(TITLE) + skin.line(BODY) + gap
        around = 2 * pad + head + gap + high
        most = area.height - 2 * skin.px(MARGIN) - around
        inner = width - 2 * pad
        size = width, around + min(most, self._text_height(inner))
        self.sheet = TitledPanel(area, size, pad, skin)
        inside = self.sheet.inside
        self._below = Rect(inside.x, self.sheet.title.bottom, inside.width, skin.line(BODY))
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        top = inside.y + head
        self._view.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        place_row(self._buttons, foot, 2 * gap, skin)

    def paint(self, surface: Surface) -> None:
        super().paint(surface)
        name = self._known.title
        self.skin.write(surface, name, self._below, "ink_soft", BODY, bold=True, align="middle")

    def aside(self) -> Sequence[str]:
        return self._known.title, self._view.spoken

    def handle(self, event: Event) -> None:
        scrolling = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
        if event.type == pygame.KEYDOWN and event.key in scrolling:
            self._view.travel(event.key)
        else:
            super().handle(event)

    def _blocks(self) -> tuple[Block, ...]:
        words = local_words(self._known.words)
        blocks: list[Block] = [*noted(self._known.note), *map(Point, differs(self._rules))]
        if words:
            blocks += [Para(_("Words at this table:")), *map(Point, words)]
        return tuple(blocks) or (Para(_("This is the standard game.")),)

    def _text_height(self, width: int) -> int:
        """Return the height of a box that shows all of the text, in pixels."""
        return self._view.height_in(width, self.skin)

    def _all_rules(self) -> None:
        self.stage.push(TableRulesScene(self.stage, self._rules, self._known))


class TableRulesScene(ReadingScene):
    """The page of the rules in force at a table, in sentences, differences first."""

    def __init__(self, stage: Stage, rules: RuleSet, known: Known) -> None:
        title = fact(_("Rules at this table"), known.title)
        super().__init__(stage, title, in_force(rules, known))
