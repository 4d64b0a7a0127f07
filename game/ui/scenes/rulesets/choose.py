"""Choosing what to play by: the presets, one's own sets, and what makes each of them different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.session.paths import StoreError
from game.session.ruletext import RulesError, folded
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Heading, Para
from game.ui.kit.layout import equal_row
from game.ui.kit.skin import TITLE
from game.ui.kit.textview import TextView
from game.ui.kit.widget import Widget
from game.ui.scenes.rulesets.detail import detail, no_cards
from game.ui.scenes.rulesets.draft import Draft
from game.ui.scenes.rulesets.leftover import drop_draft, left_drafts
from game.ui.scenes.rulesets.rowlist import RowList
from game.ui.scenes.rulesets.said import seats_sentence, title_of
from game.ui.scenes.rulesets.seatsrow import HEIGHT as SEATS_HEIGHT
from game.ui.scenes.rulesets.seatsrow import draw_seats
from game.ui.scenes.rulesets.setrows import Item, found, items
from game.ui.scenes.rulesets.shelf import STANDARD_NAME, Shelf, copy_of
from game.ui.scenes.rulesets.textfield import TextField
from game.ui.scenes.rulesets.typingpage import TypingPage
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.ruletext import NamedRules
    from game.ui.kit.document import Block
    from game.ui.scene import Stage

MARGIN, GAP = 32.0, 12.0
_LIST = 470.0


class ChooseRulesScene(TypingPage):
    """`on_choose` is told of the set that was chosen, after it has been remembered."""

    searched = "sets"

    def __init__(self, stage: Stage, on_choose: Callable[[NamedRules], None]) -> None:
        self._shelf = Shelf(stage.services.settings)
        self._on_choose = on_choose
        self.search = TextField("search", "", self._search_for, hint=_("Search: just type"))
        self.search.says = _("Search")
        self._sets = RowList(
            "sets",
            moved=lambda _key: self._changed_set(),
            chosen=lambda _key: self._act(),
            empty=_("No rule set is like that."),
        )
        self._items: list[Item] = []
        self._in_use = stage.services.settings.settings.rules
        self._read_shelf()
        self._sets.go_to(self._in_use)
        super().__init__(stage)
        self.form.focus("sets")

    @property
    def item(self) -> Item | None:
        """What the current row stands for."""
        key = self._sets.current
        return next((item for item in self._items if item.row.key == key), None)

    @property
    def heading(self) -> str:
        return _("Rules to play by")

    def build(self) -> Sequence[Widget]:
        item = self.item
        named, draft = (item.named, item.draft) if item else (None, None)
        is_own = named is not None and named.kind == "own"
        self._view = TextView("text", self._blocks(), no_cards)
        edit = _("Go on") if draft else _("Change")
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:code", _("Enter a code"), self._enter_code, small=True),
            Button("button:share", _("Share"), self._share, small=True),
            Button("button:copy", _("Make a copy"), self._copy, small=True),
            Button("button:edit", edit, self._edit, small=True),
            Button("button:delete", _("Delete"), self._delete, small=True),
            Button("button:choose", _("Choose"), self._choose, primary=True),
        ]
        able = (True, True, named, named, is_own or draft, is_own or draft, named)
        for button, is_able in zip(self._buttons, able, strict=True):
            button.enabled = bool(is_able)
        return [*([self.search] if self.search else []), self._sets, self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inside = area.inflate(-2 * margin, -2 * margin)
        left = skin.px(_LIST)
        self._title = Rect(inside.x, inside.y, left, high)
        right = Rect(inside.x + left + gap, inside.y, inside.width - left - gap, high)
        if self.search:
            self.search.place(right, skin)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        top, bottom = inside.y + high + gap, foot.y - gap
        self._sets.place(Rect(inside.x, top, left, bottom - top), skin)
        seats = skin.px(SEATS_HEIGHT)
        self._seats = Rect(right.x, bottom - seats, right.width, seats)
        self._view.place(Rect(right.x, top, right.width, self._seats.y - gap - top), skin)
        for button, box in zip(
            self._buttons, equal_row(foot, len(self._buttons), gap), strict=True
        ):
            button.place(box, skin)

    def paint(self, surface: Surface) -> None:
        self.skin.write(surface, self.heading, self._title, "accent", TITLE, bold=True)
        if self.item and self.item.named:
            draw_seats(surface, self._seats, self.item.named.rules, self.skin)

    def aside(self) -> Sequence[str]:
        named = self.item.named if self.item else None
        return (seats_sentence(named.rules),) if named else ()

    def back(self) -> None:
        """Esc takes back what was typed first."""
        if self.search and self.search.text:
            self.search.clear()
        else:
            self.stage.pop()

    def uncovered(self) -> None:
        self._read_shelf()
        self.rebuild()

    def _blocks(self) -> tuple[Block, ...]:
        item = self.item
        if item is None:
            return ()
        if item.named:
            return detail(item.named)
        return (Heading(item.row.title), *(Para(line.text) for line in item.row.lines))

    def _read_shelf(self) -> None:
        self._shelf.refresh()
        drafts = left_drafts(self._shelf.folder)
        self._all = items(self._shelf, drafts, self._in_use)
        self._filter()

    def _filter(self) -> None:
        text = self.search.text if self.search else ""
        self._items = found(self._all, text)
        self._sets.show([item.row for item in self._items])

    def _search_for(self, _text: str) -> None:
        self._filter()
        if self._items:
            self._sets.go_to(self._items[0].row.key)
        self._changed_set()

    def _changed_set(self) -> None:
        self.rebuild()

    def _act(self) -> None:
        """Enter on a row."""
        if self.item and self.item.draft:
            self._edit()
        else:
            self._choose()

    def _choose(self) -> None:
        if self.item and self.item.named:
            named = self.item.named
            self.stage.change(rules=named.name)
            self.stage.pop()
            self._on_choose(named)

    def _edit(self) -> None:
        item = self.item
        if item and item.draft:
            self._open(item.draft)
        elif item and item.named and item.named.kind == "own":
            self._open(Draft(item.named, replaces=item.named.name))

    def _copy(self) -> None:
        if self.item and self.item.named:
            self._edit_new(self.item.named, title_of(self.item.named))

    def _edit_new(self, named: NamedRules, title: str) -> None:
        self._open(Draft(copy_of(named, title, self._shelf), is_changed=True))

    def _open(self, draft: Draft) -> None:
        from game.ui.scenes.rulesets.editor import EditorScene

        self.stage.push(EditorScene(self.stage, self._shelf, draft, self._saved))

    def _saved(self, named: NamedRules, before: str) -> None:
        if before and folded(before) == folded(self._in_use):
            self._in_use = named.name
            self.stage.change(rules=named.name)
        if self.search:
            self.search.replace("")
        self._read_shelf()
        self._sets.go_to(named.name)
        self.rebuild()
        self.form.focus("sets")
        self.stage.notify(_("“{name}” is saved.").format(name=named.name))

    def _enter_code(self) -> None:
        from game.ui.scenes.rulesets.entercode import EnterCodeScene

        title = _("Rules from a code")
        self.stage.push(EnterCodeScene(self.stage, lambda named: self._edit_new(named, title)))

    def _share(self) -> None:
        from game.ui.scenes.rulesets.share import share

        if self.item and self.item.named:
            share(self.stage, self.item.named.rules, title_of(self.item.named))

    def _delete(self) -> None:
        from game.ui.scenes.ask import AskScene

        item = self.item
        if item is None:
            return
        question = _("“{name}” cannot be brought back. A game that is played by it goes on.")
        self.stage.push(
            AskScene(
                self.stage,
                _("Delete these rules?"),
                question.format(name=item.row.title),
                (_("Keep them"), _("Delete")),
                lambda: self._really_delete(item),
            )
        )

    def _really_delete(self, item: Item) -> None:
        if item.draft:
            drop_draft(item.draft)
        elif item.named:
            try:
                self._shelf.delete(item.named.name)
            except (RulesError, StoreError) as error:
                self.stage.notify(_("Not deleted: {why}.").format(why=error))
            else:
                self._forget(item.named)
        self._read_shelf()
        self.rebuild()

    def _forget(self, named: NamedRules) -> None:
        """What is gone is not what the next game is played by."""
        if folded(named.name) == folded(self._in_use):
            self._in_use = STANDARD_NAME
            self.stage.change(rules=STANDARD_NAME)
