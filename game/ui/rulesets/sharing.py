"""Sharing a rule set as a short code, and entering a received one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.rule_files import NamedRules
from game.rules.sharecode import ShareCodeError, code_of, name_in_code, rules_from_code
from game.ui.kit import clipboard
from game.ui.kit.controls import HEIGHT, Button, Label
from game.ui.kit.document import Heading, Para, Point, TextView
from game.ui.kit.skin import BODY
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.page import GAP, MARGIN, Overlay, Sheet
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.rule_texts import differs, local_words, origin_of
from game.ui.text.language import _
from game.ui.text.move_words import refused_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.ruleset import RuleSet
    from game.ui.kit.document import Block
    from game.ui.shell.scene import Stage


def share(stage: Stage, rules: RuleSet, name: str, *, carries_name: bool = False) -> None:
    """Show the code of a rule set, or say why there is none.

    With ``carries_name``, the code includes the name, if an own set may have it.
    """
    unused = NamedRules.from_rules(rules, name).name_refusal
    try:
        code = code_of(rules, name if carries_name and unused is None else "")
    except ShareCodeError as error:
        stage.notify(refused_text(error.refusal))
        return
    stage.push(ShareScene(stage, code, name))
    if carries_name and unused is not None:
        why = refused_text(unused)
        stage.notify(_("The code goes without the name: {why}.").format(why=why))


class ShareScene(Overlay):
    """The page that shows a code, with a button that copies it."""

    _MOST_SHOWN = 400  # characters of a code

    def __init__(self, stage: Stage, code: str, name: str) -> None:
        self.code, self._name = code, name
        super().__init__(stage)
        self.form.focus("button:copy")

    @property
    def heading(self) -> str:
        name = self._name if len(self._name) <= 24 else self._name[:23] + "…"
        return _("Share “{name}”").format(name=name)

    def build(self) -> Sequence[Widget]:
        about = _("Anyone with this code can play by the same rules. Case and dashes don't matter.")
        self._about = Label(about, wraps=True)
        whole = len(self.code) <= self._MOST_SHOWN
        shown = self.code if whole else _("{start}… (copy to get all of it)")
        text = shown.format(start=self.code[: self._MOST_SHOWN])
        if len(text) > 50:  # lines break only at spaces, so add some
            text = text.replace("-", " - ")
        self._code = Label(text, units=BODY, bold=True, colour="accent", wraps=True)
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:copy", _("Copy"), self._copy, primary=True),
        ]
        return [self._about, self._code, *self._buttons]

    def arrange(self, area: Rect) -> None:
        rows = [self._about, self._code]
        self.sheet = Sheet(area, self.skin, rows, self._buttons, width=860.0)

    def _copy(self) -> None:
        if clipboard.copy(self.code):
            self.stage.notify(_("Code copied."))
        else:
            self.stage.notify(_("No clipboard here: write the code down."))


class EnterCodeScene(TypingPage):
    """The page to enter a code, which shows at once what it means or what is wrong with it.

    `found` saves the rules and returns whether it could; if not, the page stays.
    """

    def __init__(self, stage: Stage, found: Callable[[NamedRules], bool]) -> None:
        self._found = found
        self.named: NamedRules | None = None
        self.why = ""
        self.field = TextField(
            "code",
            "",
            self._read,
            hint=_("Paste the code here, or type it: TONK1-…"),
            most=8000,
            entered=self._go_on,
        )
        self.field.says = _("Rules from a code")
        super().__init__(stage)
        self.form.focus("code")

    @property
    def heading(self) -> str:
        return _("Enter a code")

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks())
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:paste", _("Paste"), self._paste),
            Button("button:keep", _("Save as my own"), self._go_on, primary=True),
        ]
        self._buttons[2].enabled = self.named is not None
        return [self.field, self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inside = area.inflate(-2 * margin, -2 * margin)
        self._title = self.top_title(GAP)
        self.field.place(Rect(inside.x, self._title.bottom + gap, inside.width, high), skin)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        top = self.field.rect.bottom + gap
        self._view.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        place_row(self._buttons, foot, gap, skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)

    def _read(self, text: str) -> None:
        self.named, self.why = None, ""
        if text.strip():
            try:
                self.named = NamedRules.from_rules(rules_from_code(text), name_in_code(text))
            except ShareCodeError as error:
                self.why = refused_text(error.why)
        self.field.is_wrong = bool(self.why)
        self.rebuild()

    def _blocks(self) -> tuple[Block, ...]:
        if self.why:
            return (Para(_("Can't use that: {why}.").format(why=self.why)),)
        if self.named is None:
            return (
                Para(_("A code looks like TONK1-B702-TR8 and holds somebody's whole rule set.")),
            )
        points = differs(self.named.rules) or (_("It's the standard game."),)
        is_named = self.named.name != NamedRules.from_rules(self.named.rules).name
        words = local_words(self.named.all_words.items())
        tail: list[Block] = [Para(_("Words at this table:")), *map(Point, words)] if words else []
        heads: list[Block] = [Heading(self.named.name)] if is_named else []
        if self.named.name_refusal is not None:
            why = refused_text(self.named.name_refusal)
            heads = [Para(_("The name after it is left out: {why}.").format(why=why))]
        return (*heads, Para(origin_of(self.named)), *map(Point, points), *tail)

    def _paste(self) -> None:
        text = clipboard.pasted()
        if not text:
            self.stage.notify(_("Nothing to paste."))
            return
        self.field.clear()
        self.field.insert(text)

    def _go_on(self) -> None:
        if self.named is not None and self._found(self.named):
            self.stage.pop()
