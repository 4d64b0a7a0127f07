"""Handing a rule set on as a short text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.sharecode import ShareCodeError, code_of
from game.ui.kit.controls import Button, Label
from game.ui.kit.skin import BODY
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Overlay, Sheet
from game.ui.scenes.rulesets import clipboard
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.ruleset import RuleSet
    from game.ui.scene import Stage

_WIDTH = 860.0
_MOST_SHOWN = 400


def share(stage: Stage, rules: RuleSet, name: str) -> None:
    """Show the code of a rule set, or say why there is none."""
    try:
        code = code_of(rules)
    except ShareCodeError as error:
        stage.notify(str(error))
        return
    stage.push(ShareScene(stage, code, name))


class ShareScene(Overlay):
    """The code to read, and a button that copies it."""

    def __init__(self, stage: Stage, code: str, name: str) -> None:
        self.code, self._name = code, name
        super().__init__(stage)
        self.form.focus("button:copy")

    @property
    def heading(self) -> str:
        return _("Share “{name}”").format(name=_cut(self._name))

    def build(self) -> Sequence[Widget]:
        about = _(
            "With this code anybody can play by the same rules. Case and dashes do not matter."
        )
        self._about = Label(about, wraps=True)
        whole = len(self.code) <= _MOST_SHOWN
        shown = self.code if whole else _("{start}… (copy it to have it whole)")
        text = shown.format(start=self.code[:_MOST_SHOWN])
        self._code = Label(_breakable(text), units=BODY, bold=True, colour="accent", wraps=True)
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:copy", _("Copy"), self._copy, primary=True),
        ]
        return [self._about, self._code, *self._buttons]

    def arrange(self, area: Rect) -> None:
        rows = [self._about, self._code]
        self._sheet = Sheet(area, self.skin, rows, self._buttons, width=_WIDTH)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)

    def _copy(self) -> None:
        if clipboard.copy(self.code):
            self.stage.notify(_("The code is copied."))
        else:
            self.stage.notify(_("There is no clipboard here: write the code down."))


def _breakable(code: str) -> str:
    """Lines break only at blanks: give it some between the groups."""
    return code.replace("-", " - ") if len(code) > 50 else code


def _cut(name: str, most: int = 24) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
