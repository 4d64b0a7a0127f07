"""The editor of the player's own rule sets: chapters, their rules, and one rule explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.files import StoreError
from game.rule_files import RulesError
from game.rules.warnings import warnings
from game.ui.kit.controls import HEIGHT, Button, Label
from game.ui.kit.grids import column, row
from game.ui.kit.lists import RowList
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget, fact, place_row
from game.ui.pages.page import CLOSE_MARGIN, GAP, Overlay, Sheet
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.rule_texts import name_refusal, refusals, words_refusal
from game.ui.rulesets.values import (
    ALL,
    MIND,
    DraftState,
    ValuePane,
    keys_found,
    keys_in,
    option_row,
    stepped,
)
from game.ui.text.language import _, in_a_row, ngettext
from game.ui.text.save_troubles import why_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.rule_files import NamedRules
    from game.ui.rulesets.draft import Draft
    from game.ui.rulesets.shelf import Shelf
    from game.ui.shell.scene import Stage


class LeavingScene(Overlay):
    """The question on leaving with unsaved changes; Esc continues editing."""

    def __init__(self, stage: Stage, editor: EditorScene) -> None:
        self._editor = editor
        super().__init__(stage)
        self.form.focus("button:save" if self._buttons[-1].enabled else "button:stay")

    @property
    def heading(self) -> str:
        return _("Save the changes?")

    def build(self) -> Sequence[Widget]:
        question = _("Your changes to “{name}” aren't saved.").format(name=self._editor.draft.name)
        self._words = Label(question, wraps=True)
        why_not = self._editor.why_not()
        self._buttons = [
            Button("button:stay", _("Keep editing"), self.back, primary=bool(why_not)),
            # TRANSLATORS: the changes of a rule set are lost; nothing to do with discarding cards.
            Button("button:lose", _("Discard changes"), self._lose),
            Button("button:save", _("Save"), self._save, primary=not why_not),
        ]
        self._buttons[-1].enabled, self._buttons[-1].why_not = not why_not, why_not
        return [self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [self._words], self._buttons, width=760.0)

    def _lose(self) -> None:
        self.stage.pop()
        self._editor.leave()

    def _save(self) -> None:
        self.stage.pop()
        self._editor.save()


class EditorScene(TypingPage):
    """The editor of a draft. Nothing is lost on leaving: it is saved, kept as a draft, or asked
    about.

    `on_saved` is called with the saved set and its previous name.
    """

    least = (853, 900)

    searched = "rules"
    _is_explained = True
    """Whether the pane is shown: its rule is among those that match."""

    def __init__(
        self,
        stage: Stage,
        shelf: Shelf,
        draft: Draft,
        on_saved: Callable[[NamedRules, str], None],
    ) -> None:
        self.draft, self._shelf, self._on_saved = draft, shelf, on_saved
        self.is_over = False
        self.search = TextField("search", "", self._search_for, hint=_("Search the rules"))
        self.search.says, self.search.is_typed_over = _("Search the rules"), True
        self.name = TextField("name", draft.name, self._call, most=60)
        self.name.label = _("Name")
        self._groups = RowList("groups", moved=lambda _key: self._changed_group())
        self._rules = RowList(
            "rules",
            moved=lambda _key: self._look_at(),
            chosen=lambda _key: self._into_pane(),
            stepped=self._step,
            empty=_("No rule matches."),
        )
        self.look = self._seen()
        self._groups.show(self.look.group_rows())
        self._fill_rules()
        self.pane = self._make_pane()
        super().__init__(stage)
        self.form.focus("rules")

    @property
    def heading(self) -> str:
        return fact(_("Name"), self.draft.name)

    def build(self) -> Sequence[Widget]:
        self._back = Button("button:back", _("Back"), self.back)
        self._undo = Button("button:undo", _("Undo"), self.undo)
        self._wording = Button("button:words", _("Note and words"), self.open_wording)
        self._share = Button("button:share", _("Share"), self._share_code)
        self._save = Button("button:save", _("Save"), self.save, primary=True)
        self._enable_buttons()
        return [
            self.name,
            self._search_field,
            self._groups,
            self._rules,
            *(self.pane.widgets if self.current else ()),
            self._back,
            self._undo,
            self._wording,
            self._share,
            self._save,
        ]

    @property
    def current(self) -> str:
        """The rule being explained; empty while no rule matches."""
        return self.pane.key if self._is_explained else ""

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(CLOSE_MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inside = area.inflate(-2 * margin, -2 * margin)
        head = Rect(inside.x, inside.y, inside.width, high)
        buttons = [self._back, self._undo, self._wording, self._share, self._save]
        half = len(buttons) // 2 if self.is_narrow else 0
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        place_row(buttons[half:], foot, gap, skin)
        if half:
            foot = foot.move(0, -high - gap)
            place_row(buttons[:half], foot, gap, skin)
        self._status = Rect(
            inside.x, foot.y - gap - skin.line(SMALL), inside.width, skin.line(SMALL)
        )
        body = Rect(
            inside.x, head.bottom + gap, inside.width, self._status.y - head.bottom - 2 * gap
        )
        groups, rules, pane = self._columns(body, gap)
        self._groups.place(groups, skin)
        self._rules.place(rules, skin)
        self.pane.place(pane, skin)
        self.name.place(Rect(head.x, head.y, rules.right - head.x, high), skin)
        self._search_field.place(Rect(pane.x, head.y, pane.width, high), skin)

    def _columns(self, body: Rect, gap: int) -> tuple[Rect, Rect, Rect]:
        """Return the boxes of groups, rules and explanation; if narrow, groups above rules."""
        skin = self.skin
        if self.is_narrow:
            left, pane = row(body, [(body.width - gap) // 2] * 2, gap)
            groups, rules = column(left, [(left.height - gap) // 2] * 2, gap)
        else:
            widths = [skin.px(232.0), skin.px(440.0)]
            groups, rules, pane = row(body, [*widths, body.width - sum(widths) - 2 * gap], gap)
        return groups, rules, pane

    def paint(self, surface: Surface) -> None:
        if self.current:
            self.pane.draw(surface, self.skin)
        text, colour = self._status_of()
        self.skin.write(surface, text, self._status, colour, SMALL)

    def aside(self) -> Sequence[str]:
        is_searching = self.form.focused == "search" and self._search_field.text.strip()
        said = self._rules.spoken if is_searching else self.look.refusals.get(self.current, "")
        return self._status_of()[0], said

    def shortcut(self, key: int, mod: int) -> bool:
        if not mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return False
        match key:
            case pygame.K_z if mod & pygame.KMOD_SHIFT:
                self._redo()
            case pygame.K_z:
                self.undo()
            case pygame.K_y:
                self._redo()
            case pygame.K_s:
                self.save()
            case pygame.K_f:
                self.form.focus("search")
                self._search_field.keyboard_came()
            case _:
                return False
        return True

    def back(self) -> None:
        """Leave; ask first if changes would be lost."""
        if self.search and self.search.text:
            self.search.clear()
        elif not self.draft.is_changed:
            self.leave()
        else:
            self.stage.push(LeavingScene(self.stage, self))

    def leave(self) -> None:
        """Leave and discard all changes."""
        self.is_over = True
        self.stage.pop()

    def close(self) -> None:
        """Keep unsaved changes as a draft when the window closes."""
        if self.is_over or not self.draft.is_changed:
            self.draft.drop()
        else:
            self.draft.keep(self._shelf.folder)

    def undo(self) -> None:
        """Undo the last change of a value."""
        if self.draft.undo():
            self._after_change()

    def save(self) -> None:
        """Save the set in the player's folder and leave, or say why that is impossible."""
        why = self.why_not()
        if why:
            if not self._goes_to_refused():
                self.stage.notify(why)
            return
        try:
            kept = self._shelf.keep(
                self.draft.named(self.draft.as_far_as_right()), self.draft.replaces
            )
        except (RulesError, StoreError) as error:
            self.stage.notify(_("Not saved: {why}.").format(why=why_text(error)))
            return
        before = self.draft.replaces
        self.draft.kept(kept)
        self.leave()
        self._on_saved(kept, before)

    def why_not(self) -> str:
        """Return why the set cannot be saved; empty if it can."""
        if number := len(self.look.refusals):
            return ngettext(
                "{n} rule needs attention.", "{n} rules need attention.", number
            ).format(n=number)
        why = name_refusal(self.draft.name, self._shelf.own, self.draft.replaces)
        return why or words_refusal(self.draft.words)

    def _goes_to_refused(self) -> bool:
        """Bring the first refused rule into view; False if there is none or it has the focus."""
        before = self.current, self.form.focused
        for key in list(self.look.refusals)[:1]:
            self.show_rule(key)
        return bool(self.look.refusals) and before != (self.current, self.form.focused)

    @property
    def _search_field(self) -> TextField:
        assert self.search is not None
        return self.search

    def _make_pane(self) -> ValuePane:
        return ValuePane(
            self._rules.current,
            self.look,
            self.change,
            self._open_natural,
            self._focus_on,
        )

    def _focus_on(self, name: str) -> bool:
        return self.form.focus(name)

    def _seen(self) -> DraftState:
        rules = self.draft.as_far_as_right()
        return DraftState(self.draft, rules, refusals(self.draft), warnings(rules))

    def change(self, key: str, value: object) -> None:
        """Set the value of a rule, valid or not."""
        self.draft.put(key, value)
        self._after_change()

    def _after_change(self) -> None:
        self.look = self._seen()
        self._groups.show(self.look.group_rows())
        self._fill_rules()
        if self._rules.current and self._rules.current != self.current:
            self._look_at()
            return
        self.pane.refresh(self.look)
        self._enable_buttons()
        self.resize(self.skin.size)

    def _enable_buttons(self) -> None:
        self._undo.enabled = self.draft.can_undo
        self._share.enabled = not self.look.refusals

    def _fill_rules(self, *, afresh: bool = False) -> None:
        text = self._search_field.text
        if not text.strip():
            keys = keys_in(self._groups.current, self.look)
        elif afresh:
            keys = keys_found(text, self.look)
        else:  # a rule that was found by its value stays while the value changes
            keys = tuple(row.key for row in self._rules.rows)
        most_warnings = len(self.look.warnings) if self._groups.current == MIND else 1
        self._rules.show([option_row(key, self.look, most_warnings) for key in keys], afresh=afresh)

    def _search_for(self, _text: str) -> None:
        self._groups.go_to(ALL)
        self._changed_group()

    def _changed_group(self) -> None:
        self._fill_rules(afresh=True)
        self._look_at()

    def _look_at(self) -> None:
        """Explain the current rule, if there is one."""
        focused = self.form.focused
        self._is_explained = bool(self._rules.current)
        if self._is_explained:
            self.pane = self._make_pane()
        self.rebuild()
        if self.form.focused != focused:
            self.form.focus("rules")

    def show_rule(self, key: str) -> None:
        """Bring a rule into view, in any chapter."""
        self._search_field.replace("")
        self._groups.go_to(ALL)
        self._fill_rules()
        self._rules.go_to(key)
        self._look_at()
        self.form.focus("rules")

    def _into_pane(self) -> None:
        self.form.focus(self.pane.first)

    def _step(self, key: str, direction: int) -> None:
        value = self.draft.values[key]
        new = stepped(key, value, direction)
        if new != value:
            self.change(key, new)

    def _call(self, name: str) -> None:
        self.draft.name = name

    def _redo(self) -> None:
        if self.draft.redo():
            self._after_change()

    def _open_natural(self, place: int) -> None:
        from game.ui.rulesets.natural import NaturalScene

        self.stage.push(NaturalScene(self.stage, self.draft, place, self._after_change))

    def open_wording(self) -> None:
        """Open the page of the note and the table's words."""
        from game.ui.rulesets.wording import WordingScene

        self.stage.push(WordingScene(self.stage, self.draft, self._after_change))

    def _share_code(self) -> None:
        from game.ui.rulesets.sharing import share

        rules = self.draft.rules()
        if rules is not None:
            share(self.stage, rules, self.draft.name, carries_name=True)

    def _status_of(self) -> tuple[str, str]:
        """Return the status line and its colour: why saving is impossible, or what has changed."""
        draft = self.look.draft
        if why := self.why_not():
            return _("Can't save yet. {why}").format(why=why), "warning"
        number = len(draft.changed_keys())
        words = ngettext(
            "{n} rule differs from the standard game.",
            "{n} rules differ from the standard game.",
            number,
        ).format(n=number)
        unsaved = _("Not saved yet.")
        is_saved = draft.replaces and not draft.is_changed
        return words if is_saved else in_a_row((words, unsaved)), "ink_soft"
