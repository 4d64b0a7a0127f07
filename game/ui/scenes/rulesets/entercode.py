"""A rule set that somebody else handed on: its code is pasted or typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.sharecode import ShareCodeError, rules_from_code
from game.session.rulefiles import from_rules
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Para, Point
from game.ui.kit.layout import equal_row
from game.ui.kit.skin import TITLE
from game.ui.kit.textview import TextView
from game.ui.kit.widget import Widget
from game.ui.scenes.page import MARGIN
from game.ui.scenes.rulesets import clipboard
from game.ui.scenes.rulesets.codewhys import why_not
from game.ui.scenes.rulesets.detail import no_cards
from game.ui.scenes.rulesets.said import differs, origin_of
from game.ui.scenes.rulesets.textfield import TextField
from game.ui.scenes.rulesets.typingpage import TypingPage
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.ruletext import NamedRules
    from game.ui.kit.document import Block
    from game.ui.scene import Stage

_GAP = 12.0
_LONGEST_CODE = 8000


class EnterCodeScene(TypingPage):
    """Says at once what a code means, or what is wrong with it; `found` goes on with the rules."""

    def __init__(self, stage: Stage, found: Callable[[NamedRules], None]) -> None:
        self._found = found
        self.named: NamedRules | None = None
        self.why = ""
        self.field = TextField(
            "code",
            "",
            self._read,
            hint=_("Paste the code here, or type it: TONK1-…"),
            most=_LONGEST_CODE,
            entered=self._go_on,
        )
        self.field.says = _("Rules from a code")
        super().__init__(stage)
        self.form.focus("code")

    @property
    def heading(self) -> str:
        return _("Rules from a code")

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks(), no_cards)
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:paste", _("Paste"), self._paste),
            Button("button:keep", _("Make it my own"), self._go_on, primary=True),
        ]
        self._buttons[2].enabled = self.named is not None
        return [self.field, self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(_GAP), skin.px(HEIGHT)
        inside = area.inflate(-2 * margin, -2 * margin)
        self._title = Rect(inside.x, inside.y - gap, inside.width, skin.line(TITLE))
        self.field.place(Rect(inside.x, self._title.bottom + gap, inside.width, high), skin)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        top = self.field.rect.bottom + gap
        self._view.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        for button, box in zip(self._buttons, equal_row(foot, 3, gap), strict=True):
            button.place(box, skin)

    def paint(self, surface: Surface) -> None:
        self.skin.write(surface, self.heading, self._title, "accent", TITLE, bold=True)

    def _read(self, text: str) -> None:
        self.named, self.why = None, ""
        if text.strip():
            try:
                self.named = from_rules(rules_from_code(text))
            except ShareCodeError as error:
                self.why = why_not(error, text)
        self.field.is_wrong = bool(self.why)
        self.rebuild()

    def _blocks(self) -> tuple[Block, ...]:
        if self.why:
            return (Para(_("That cannot be used: {why}.").format(why=self.why)),)
        if self.named is None:
            return (Para(_("A code is a text such as TONK1-B702-TR8: somebody’s whole rule set.")),)
        told = differs(self.named.rules) or (_("It is the standard game."),)
        return (Para(origin_of(self.named)), *map(Point, told))

    def _paste(self) -> None:
        text = clipboard.pasted()
        if not text:
            self.stage.notify(_("There is nothing to paste."))
            return
        self.field.clear()
        self.field.insert(text)

    def _go_on(self) -> None:
        if self.named is not None:
            self.stage.pop()
            self._found(self.named)
