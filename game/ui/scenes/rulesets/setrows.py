"""Rule sets as rows of a list, and which of them were meant by what somebody typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.session.plain import printable
from game.session.ruletext import folded
from game.ui.scenes.rulesets.rows import Line, Row
from game.ui.scenes.rulesets.said import differs, line_of, local_words, origin_of, title_of
from game.ui.text import _

if TYPE_CHECKING:
    from game.session.ruletext import NamedRules, RulesError
    from game.ui.scenes.rulesets.draft import Draft
    from game.ui.scenes.rulesets.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Item:
    """A row, and what it stands for: a set, a draft that was left, or a file that is none."""

    row: Row
    named: NamedRules | None = None
    draft: Draft | None = None
    words: str = ""
    """All that it can be found by."""


def items(shelf: Shelf, drafts: Sequence[Draft], in_use: str) -> tuple[Item, ...]:
    """Drafts first, then the player's own sets, the files with a mistake, and the presets."""
    sets = [_of_set(named, in_use) for named in shelf.sets()]
    own = [item for item in sets if item.named and item.named.kind == "own"]
    presets = [item for item in sets if item not in own]
    wrong = [_of_complaint(n, each) for n, each in enumerate(shelf.own.complaints)]
    left = [_of_draft(n, draft) for n, draft in enumerate(drafts)]
    return (*left, *own, *wrong, *presets)


def found(all_items: Sequence[Item], text: str) -> list[Item]:
    """The items in whose words all that was typed can be found; those named so come first."""
    wanted = text.casefold().split()
    hits = [item for item in all_items if all(word in item.words for word in wanted)]
    return sorted(hits, key=lambda item: not _is_named(item, wanted))


def _is_named(item: Item, wanted: Sequence[str]) -> bool:
    title = item.row.title.casefold()
    return all(word in title for word in wanted)


def _of_set(named: NamedRules, in_use: str) -> Item:
    title, is_own = title_of(named), named.kind == "own"
    row = Row(
        named.name,
        title,
        lines=(Line(line_of(named)),),
        tag=_("your own") if is_own else "",
        mark=folded(named.name) == folded(in_use),
    )
    texts = (named.name, named.name.replace("_", " "), title, line_of(named), named.note)
    told = (*differs(named.rules), *local_words(named.all_words.items()), origin_of(named), row.tag)
    return Item(row, named, words=" ".join((*texts, *told)).casefold())


def _of_draft(number: int, draft: Draft) -> Item:
    line = Line(_("Changes that were not saved yet. Go on with them, or throw them away."))
    title = draft.name or _("A rule set without a name")
    row = Row(f"draft:{number}", title, lines=(line,), tag=_("not saved"), mark=False)
    return Item(row, draft=draft, words=f"{title} {row.tag}".casefold())


def _of_complaint(number: int, complaint: RulesError) -> Item:
    name = complaint.path.name if complaint.path else _("Your own rule sets")
    line = Line(printable(complaint.why), "warning")
    row = Row(f"wrong:{number}", name, lines=(line,), mark=False, enabled=False)
    return Item(row, words=f"{name} {complaint.why}".casefold())
