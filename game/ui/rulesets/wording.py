"""The page of a rule set's note and of its table's own words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.rule_files import LONGEST_NOTE, LONGEST_WORD
from game.rules.presets import OTHER_WORDS, local_words
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.grids import row
from game.ui.kit.lists import ListRow, RowList
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextArea, TextField
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.page import MARGIN, Overlay, TitledPanel
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.rule_texts import named_title, words_refusal
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.rulesets.draft import Draft
    from game.ui.shell.scene import Stage


class WordingScene(TypingPage, Overlay):
    """The page that edits the note and words of a draft; `changed` is called once, on leaving.

    The words of the preset that the set is based on apply as well, and are listed here.
    """

    def __init__(self, stage: Stage, draft: Draft, changed: Callable[[], None]) -> None:
        self._draft, self._changed = draft, changed
        hint = _("Anything else to say about this table")
        self.note = TextArea("note", draft.note, self._note_down, hint=hint, most=LONGEST_NOTE)
        self.note.says = _("Note")
        self._list = RowList(
            "words",
            moved=lambda _key: self._show_word(),
            chosen=lambda _key: self._use(),
            empty=_("None yet."),
        )
        self._word = self._made("word", _("Word"), 0, self._to_meaning)
        self._means = self._made("means", _("It means"), 1, self._add)
        self._list.show(self._rows())
        super().__init__(stage)
        self._show_word()

    @property
    def heading(self) -> str:
        return _("Note and words")

    def build(self) -> Sequence[Widget]:
        self._buttons = [
            Button("button:add", _("Another word"), self._add),
            Button("button:use", _("Use this word"), self._use),
            Button("button:remove", _("Remove"), self._remove),
            Button("button:done", _("Done"), self.back, primary=True),
        ]
        return [self.note, self._list, self._word, self._means, *self._buttons]

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """The current words of the draft."""
        return self._draft.words

    @property
    def at(self) -> int | None:
        """The index of the word being edited; None if it is the preset's, or none is."""
        kind, _dot, place = self._list.current.partition(":")
        return int(place) if kind == "own" else None

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(24.0), skin.px(10.0), skin.px(HEIGHT * 0.9)
        room = area.inflate(-2 * skin.px(MARGIN), -skin.px(MARGIN))
        size = min(skin.px(980.0), room.width), min(skin.px(600.0), room.height)
        self.sheet = TitledPanel(area, size, pad, skin)
        inside, line = self.sheet.inside, skin.line(SMALL)
        self._over_note = Rect(inside.x, self.sheet.title.bottom, inside.width, line)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        self._why = Rect(inside.x, foot.y - gap - line, inside.width, line)
        fields = Rect(inside.x, self._why.y - gap - high, inside.width, high)
        top, rest = self._over_note.bottom + gap // 2, fields.y - gap
        note = round((rest - top) * 0.36)
        self.note.place(Rect(inside.x, top, inside.width, note), skin)
        self._over_words = Rect(inside.x, top + note + gap, inside.width, line)
        begin = self._over_words.bottom + gap // 2
        self._list.place(Rect(inside.x, begin, inside.width, rest - begin), skin)
        third = (inside.width - gap) // 3
        word, means = row(fields, [third, inside.width - gap - third], gap)
        self._word.place(word, skin)
        self._means.place(means, skin)
        place_row(self._buttons, foot, gap, skin)

    def paint(self, surface: Surface) -> None:
        skin = self.skin
        super().paint(surface)
        skin.write(surface, _("Note"), self._over_note, "ink_soft", SMALL)
        words = _("What this table calls things")
        skin.write(surface, words, self._over_words, "ink_soft", SMALL)
        skin.write(surface, words_refusal(self.words), self._why, "warning", SMALL)

    def aside(self) -> Sequence[str]:
        return (words_refusal(self.words),)

    def back(self) -> None:
        self.stage.pop()
        self._changed()

    def _made(self, name: str, label: str, part: int, entered: Callable[[], None]) -> TextField:
        field = TextField(
            name,
            "",
            lambda text: self._type(part, text),
            most=LONGEST_WORD,
            entered=entered,
        )
        field.label = label
        return field

    def _rows(self) -> list[ListRow]:
        rows = [
            ListRow(f"own:{place}", word or "…", means or "…")
            for place, (word, means) in enumerate(self.words)
        ]
        own = {word for word, _means in self.words}
        base = self._draft.base
        rows += [
            ListRow(f"base:{word}", _(word), _(means), tag=named_title(base), enabled=False)
            for word, means in local_words(base).items()
            if word not in own
        ]
        taken = own | {_(word) for word in own} | set(local_words(base))
        rows += [
            ListRow(f"known:{word}", _(word), _(means), tag=_("heard often"))
            for word, means in OTHER_WORDS.items()
            if word not in taken and _(word) not in taken
        ]
        return rows

    @property
    def _known(self) -> str:
        """The current word of the list, if it comes from other tables; else empty."""
        kind, _dot, word = self._list.current.partition(":")
        return word if kind == "known" else ""

    def _show_word(self) -> None:
        """Show the current word in the fields."""
        word, means = ("", "") if self.at is None else self.words[self.at]
        for field, text in ((self._word, word), (self._means, means)):
            field.replace(text)
            field.enabled = self.at is not None
        self._buttons[1].enabled = bool(self._known)
        self._buttons[2].enabled = self.at is not None

    def _to_meaning(self) -> None:
        self.form.focus("means")

    def _note_down(self, text: str) -> None:
        self._draft.note = text

    def _type(self, part: int, text: str) -> None:
        if self.at is not None:
            pair = list(self.words[self.at])
            pair[part] = text
            words = list(self.words)
            words[self.at] = (pair[0], pair[1])
            self._draft.words = tuple(words)
            self._list.show(self._rows())

    def _add(self) -> None:
        """Add a word, or go to an empty one that was left."""
        if ("", "") not in self.words:
            self._draft.words = (*self.words, ("", ""))
        self._list.show(self._rows())
        self._list.go_to(f"own:{self.words.index(('', ''))}")
        self._show_word()
        self.form.focus("word")

    def _use(self) -> None:
        """Adopt the current word from other tables."""
        known = self._known
        if known:
            self._draft.words = (*self.words, (_(known), _(OTHER_WORDS[known])))
            self._list.show(self._rows())
            self._list.go_to(f"own:{len(self.words) - 1}")
            self._show_word()
            if not self.form.focus("words"):
                self.form.focus("button:add")

    def _remove(self) -> None:
        if self.at is not None:
            at = self.at
            self._draft.words = (*self.words[:at], *self.words[at + 1 :])
            self._list.show(self._rows())
            self._show_word()
            if not self.form.focus("button:remove"):
                self.form.focus("button:add")
