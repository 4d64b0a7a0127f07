"""The question on the way out of the editor: save, throw away, or stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.controls import Button, Label
from game.ui.kit.widget import Widget
from game.ui.scenes.page import Overlay, Sheet
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage
    from game.ui.scenes.rulesets.editor import EditorScene

_WIDTH = 760.0


class LeavingScene(Overlay):
    """Esc goes on editing."""

    def __init__(self, stage: Stage, editor: EditorScene) -> None:
        self._editor = editor
        super().__init__(stage)
        self.form.focus("button:save")

    @property
    def heading(self) -> str:
        return _("Save the changes?")

    def build(self) -> Sequence[Widget]:
        question = _("Your changes to “{name}” are not saved.").format(name=self._editor.draft.name)
        self._words = Label(question, wraps=True)
        self._buttons = [
            Button("button:stay", _("Go on editing"), self.back),
            Button("button:lose", _("Throw away"), self._lose),
            Button("button:save", _("Save"), self._save, primary=True),
        ]
        return [self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self._sheet = Sheet(area, self.skin, [self._words], self._buttons, width=_WIDTH)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)

    def _lose(self) -> None:
        self.stage.pop()
        self._editor.leave()

    def _save(self) -> None:
        self.stage.pop()
        self._editor.save()
