"""The page that chooses rules: presets, the player's own sets, and how each of them differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.files import StoreError
from game.rule_files import NamedRules, RulesError, folded
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.saves.settings import LARGEST_STAKE
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Heading, Para, TextView
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.page import CLOSE_MARGIN, GAP, needs_kernel
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.draft import Draft, left_drafts
from game.ui.rulesets.rule_texts import (
    detail,
    differs,
    line_of,
    local_words,
    origin_of,
    seats_sentence,
    title_of,
)
from game.ui.rulesets.shelf import STANDARD_NAME, Shelf, copy_of
from game.ui.text.language import _, amount_text, for_search, pgettext
from game.ui.text.move_words import refused_text
from game.ui.text.save_troubles import why_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.ruleset import RuleSet
    from game.ui.kit.document import Block
    from game.ui.shell.scene import Stage


@dataclass(frozen=True, slots=True)
class Item:
    """A row and what it stands for: a rule set, a leftover draft, or an invalid file."""

    row: ListRow
    named: NamedRules | None = None
    draft: Draft | None = None
    words: str = ""
    """The text that a search for the item looks in."""


def found(all_items: Sequence[Item], text: str) -> list[Item]:
    """Return the items whose words contain everything typed; matches in names come first."""
    wanted = for_search(text).split()

    def are_in(words: str) -> bool:
        return all(word in words for word in wanted)

    hits = [item for item in all_items if are_in(item.words)]
    return sorted(hits, key=lambda item: not are_in(for_search(item.row.title)))


def _of_set(named: NamedRules, in_use: str) -> Item:
    title, is_own = title_of(named), named.kind == "own"
    row = ListRow(
        named.name,
        title,
        lines=(RowLine(line_of(named)),),
        tag=_("your own") if is_own else "",
        mark=folded(named.name) == folded(in_use),
    )
    texts = (named.name, named.name.replace("_", " "), title, line_of(named), named.note)
    extra = (
        *differs(named.rules),
        *local_words(named.all_words.items()),
        origin_of(named),
        row.tag,
    )
    return Item(row, named, words=for_search(" ".join((*texts, *extra))))


def _of_draft(number: int, draft: Draft) -> Item:
    line = RowLine(_("Unsaved changes. Keep editing or discard them."))
    title = draft.name or _("A rule set without a name")
    row = ListRow(f"draft:{number}", title, lines=(line,), tag=_("not saved"), mark=False)
    return Item(row, draft=draft, words=for_search(f"{title} {row.tag}"))


def _of_complaint(number: int, complaint: RulesError) -> Item:
    name = complaint.path.name if complaint.path else _("Your own rule sets")
    why = refused_text(complaint.why)
    line = RowLine(why, "warning")
    row = ListRow(f"wrong:{number}", name, lines=(line,), mark=False, enabled=False)
    return Item(row, words=for_search(f"{name} {why}"))


class ChooseRulesScene(TypingPage):
    """The page of rule sets: choose, practise, read, change or share one.

    `on_choose` is called after the choice and the stake of the rules, if they have one of their
    own, have been saved.
    """

    least = (853, 660)

    searched = "sets"
    is_searched_anywhere = True

    def __init__(self, stage: Stage, on_choose: Callable[[], object]) -> None:
        self._shelf = Shelf(stage.services.settings)
        self._on_choose = on_choose
        self.search = TextField("search", "", self._search_for, hint=_("Search: just type"))
        self.search.says = _("Search")
        self._sets = RowList(
            "sets",
            moved=lambda _key: self.rebuild(),
            chosen=lambda _key: self._act(),
            empty=_("No rule set matches."),
        )
        self._items: list[Item] = []
        self._in_use = stage.services.settings.settings.rules
        self._read_shelf()
        self._sets.go_to(self._in_use)
        super().__init__(stage)
        self.form.focus("sets")

    @property
    def item(self) -> Item | None:
        """The item of the current row."""
        key = self._sets.current
        return next((item for item in self._items if item.row.key == key), None)

    @property
    def heading(self) -> str:
        return _("Rules")

    def build(self) -> Sequence[Widget]:
        item = self.item
        named, draft = (item.named, item.draft) if item else (None, None)
        is_own = named is not None and named.kind == "own"
        self._view = TextView("text", self._blocks())
        edit = _("Continue") if draft else _("Change")
        self._buttons = [
            Button("button:back", _("Back"), self.back),
            Button("button:code", _("Enter a code"), self._enter_code, small=True),
            Button("button:share", _("Share"), self._share, small=True),
            Button("button:copy", _("Make a copy"), self._copy, small=True),
            Button("button:edit", edit, self._edit, small=True),
            Button("button:delete", _("Delete"), self._delete, small=True),
            Button("button:practise", pgettext("verb", "Practice"), self._practise, small=True),
            Button("button:choose", _("Choose"), self._choose, primary=True),
        ]
        what = Button("button:explore", _("How it plays"), self._explore, small=True)
        can_sit = named is not None and named.rules.can_seat(SEATS_LEAST)
        self._what = needs_kernel(self.stage, what)
        self._what.enabled = can_sit and self.stage.services.explore is not None
        self._reading = Button("button:read", _("Basic rules"), self._read, small=True)
        able = (True, True, named, named, is_own or draft, is_own or draft, can_sit, named)
        for button, is_able in zip(self._buttons, able, strict=True):
            button.enabled = bool(is_able)
            if named and button.name == "button:edit":
                button.why_not = _("These rules come with the game. Make a copy to change them.")
            if named and button.name == "button:delete":
                button.why_not = _("These rules come with the game and can't be deleted.")
        return [
            *([self.search] if self.search else []),
            self._sets,
            self._view,
            self._what,
            self._reading,
            *self._buttons,
        ]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(CLOSE_MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inside = area.inflate(-2 * margin, -2 * margin)
        left = skin.px(380.0 if self.is_narrow else 470.0)
        self._title = Rect(inside.x, inside.y, left, high)
        if self.is_narrow:  # above the search, not beside it
            self._title.width = inside.width
            inside = Rect(inside.x, inside.y + high + gap, inside.width, inside.height - high - gap)
        right = Rect(inside.x + left + gap, inside.y, inside.width - left - gap, high)
        texts = (self._what, self._reading)
        wide = 2 * max(each.natural_size(skin)[0] for each in texts) + gap
        wide = min(wide, right.width * 2 // 3)
        search = Rect(right.x, right.y, right.width - wide - gap, high)
        if self.is_narrow:
            search, wide = Rect(inside.x, inside.y, left, high), right.width
        place_row(texts, Rect(right.right - wide, right.y, wide, high), gap, skin)
        if self.search:
            self.search.place(search, skin)
        half = len(self._buttons) // 2 if self.is_narrow else 0
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        place_row(self._buttons[half:], foot, gap, skin)
        if half:
            foot = foot.move(0, -high - gap)
            place_row(self._buttons[:half], foot, gap, skin)
        top, bottom = inside.y + high + gap, foot.y - gap
        self._sets.place(Rect(inside.x, top, left, bottom - top), skin)
        seats = skin.px(40.0)
        edge = skin.px(TextView.PADDING)  # where the text above begins
        self._seats = Rect(right.x + edge, bottom - seats, right.width - 2 * edge, seats)
        self._view.place(Rect(right.x, top, right.width, self._seats.y - gap - top), skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)
        if self.item and self.item.named:
            self._draw_seats(surface, self.item.named.rules)

    def aside(self) -> Sequence[str]:
        named = self.item.named if self.item else None
        return (seats_sentence(named.rules),) if named else ()

    def back(self) -> None:
        """Clear the search, or leave if it is empty."""
        if self.search and self.search.text:
            self.search.clear()
        else:
            self.stage.pop()

    def on_resume(self) -> None:
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
        self._all = self._items_of(drafts)
        self._filter()

    def _filter(self) -> None:
        text = self.search.text if self.search else ""
        self._items = found(self._all, text)
        self._sets.show([item.row for item in self._items])

    def go_to(self, key: str) -> None:
        """Make a set current, if it is in the list."""
        self._sets.go_to(key)
        self.rebuild()

    def _search_for(self, _text: str) -> None:
        self._filter()
        self.go_to(self._items[0].row.key if self._items else "")

    def _act(self) -> None:
        """Act on Enter in a row."""
        if self.item and self.item.draft:
            self._edit()
        else:
            self._choose()

    def _choose(self) -> None:
        if self.item and self.item.named:
            named = self.item.named
            self.stage.change(rules=named.name)
            if 1 < named.rules.stake <= LARGEST_STAKE:
                self.stage.change(stake=named.rules.stake)
            self.stage.pop()
            self._on_choose()

    def _edit(self) -> None:
        item = self.item
        if item and item.draft:
            self._open(item.draft)
        elif item and item.named and item.named.kind == "own":
            self._open(Draft(item.named, replaces=item.named.name))

    def _copy(self) -> None:
        if self.item and self.item.named:
            named = self.item.named
            self._open(Draft(copy_of(named, title_of(named), self._shelf)))

    def _open(self, draft: Draft) -> None:
        from game.ui.rulesets.editor import EditorScene

        self.stage.push(EditorScene(self.stage, self._shelf, draft, self._saved))

    def _saved(self, named: NamedRules, before: str) -> None:
        if before and folded(before) == folded(self._in_use):
            self._in_use = named.name
            self.stage.change(rules=named.name)
        if self.search:
            self.search.replace("")
        self._read_shelf()
        self.go_to(named.name)
        self.form.focus("sets")
        self.stage.notify(_("“{name}” is saved.").format(name=named.name))

    def _explore(self) -> None:
        from game.ui.rulesets.explore_page import ExploreScene

        if self.item and self.item.named:
            self.stage.push(ExploreScene(self.stage, self.item.named))

    def _read(self) -> None:
        from game.ui.rulesets.reading import RulesScene

        self.stage.push(RulesScene(self.stage))

    def _practise(self) -> None:
        if self.item and self.item.named:
            self.stage.services.pages.practise_rules(self.stage, self.item.named)

    def _enter_code(self) -> None:
        from game.ui.rulesets.sharing import EnterCodeScene

        title = _("Rules from a code")

        def found(named: NamedRules) -> bool:
            came_with_name = named.name != NamedRules.from_rules(named.rules).name
            own = copy_of(named, named.name if came_with_name else title, self._shelf)
            try:
                kept = self._shelf.keep(own, "")
            except (RulesError, StoreError) as error:
                self.stage.notify(_("Not saved: {why}.").format(why=why_text(error)))
                return False
            self._saved(kept, "")
            return True

        self.stage.push(EnterCodeScene(self.stage, found))

    def _share(self) -> None:
        from game.ui.rulesets.sharing import share

        if self.item and self.item.named:
            named = self.item.named
            share(self.stage, named.rules, title_of(named), carries_name=named.kind == "own")

    def _delete(self) -> None:
        from game.ui.pages.dialogs import AskScene

        item = self.item
        if item is None:
            return
        question = _("You can't get “{name}” back. A game already using it goes on.")
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
            item.draft.drop()
        elif item.named:
            try:
                self._shelf.delete(item.named.name)
            except (RulesError, StoreError) as error:
                self.stage.notify(_("Not deleted: {why}.").format(why=why_text(error)))
            else:
                self._forget(item.named)
        self._read_shelf()
        self.rebuild()

    def _forget(self, named: NamedRules) -> None:
        """Reset the chosen rules if their set is gone."""
        if folded(named.name) == folded(self._in_use):
            self._in_use = STANDARD_NAME
            self.stage.change(rules=STANDARD_NAME)

    def _items_of(self, drafts: Sequence[Draft]) -> tuple[Item, ...]:
        """Return drafts first, then the player's own sets, invalid files, and presets."""
        sets = [_of_set(named, self._in_use) for named in self._shelf.sets()]
        own = [item for item in sets if item.named and item.named.kind == "own"]
        presets = [item for item in sets if item not in own]
        wrong = [_of_complaint(n, each) for n, each in enumerate(self._shelf.own.complaints)]
        left = [_of_draft(n, draft) for n, draft in enumerate(drafts)]
        return (*left, *own, *wrong, *presets)

    def _draw_seats(self, surface: Surface, rules: RuleSet) -> None:
        """Draw for how many players the rules are, and why for no others."""
        box, skin = self._seats, self.skin
        able = [seats for seats in range(SEATS_LEAST, SEATS_MOST + 1) if rules.can_seat(seats)]
        words = _("For {least} to {most} players") if len(able) > 1 else _("For {least} players")
        ends = {"least": amount_text(able[0]), "most": amount_text(able[-1])} if able else {}
        words = words.format(**ends) if able else ""
        x, gap = box.x + skin.width(words, BODY), skin.px(14)
        skin.write(surface, words, Rect(box.x, box.y, x - box.x, box.height))
        rest = Rect(x + gap, box.y, box.right - x - gap, box.height)
        lines = skin.lines(seats_sentence(rules), rest.width, SMALL)
        y = rest.centery - len(lines) * skin.line(SMALL) // 2
        for line in lines:
            at = Rect(rest.x, y, rest.width, skin.line(SMALL))
            skin.write(surface, line, at, "ink_soft", SMALL)
            y = at.bottom
