"""The page of a natural: which hands count as one, what it pays, and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect

from game.rules.natural_sentences import may_be_lower
from game.rules.naturals import TIES, Natural
from game.rules.ruleset import OPTIONS
from game.ui.kit.controls import HEIGHT, Button, Label
from game.ui.kit.grids import column
from game.ui.kit.inputs import LABEL_SHARE, Choice, Toggle
from game.ui.kit.skin import BODY, SMALL, TITLE
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.page import Overlay, TitledPanel
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.draft import Entry
from game.ui.rulesets.rule_texts import entry_refusal
from game.ui.rulesets.values import Stepper, sentences_about
from game.ui.text.language import _, in_a_row

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.rulesets.draft import Draft
    from game.ui.shell.scene import Stage


class NaturalScene(TypingPage, Overlay):
    """The page that edits the natural at an index of the draft; one past the end is a new one."""

    least = (853, 660)

    def __init__(self, stage: Stage, draft: Draft, place: int, changed: Callable[[], None]) -> None:
        self._draft, self._place, self._changed = draft, place, changed
        if place == len(draft.entries):
            draft.put("naturals", (*draft.entries, Entry()))
            changed()
        super().__init__(stage)

    @property
    def entry(self) -> Entry:
        """The natural in its current state."""
        return self._draft.entries[self._place]

    @property
    def heading(self) -> str:
        return _("Natural {number}").format(number=self._place + 1)

    def build(self) -> Sequence[Widget]:
        entry = self.entry
        hands = [
            ("count", _("exactly this count")),
            ("at_most", _("this count or less")),
            ("all_faces", _("face cards only")),
        ]
        self._rows: list[tuple[str, tuple[Widget, ...], Stepper | None]] = []
        self._add(Choice("match", _("Which hands"), hands, entry.match, self._setter("match")))
        if entry.match != "all_faces":
            self._number("value", _("Count"), 0)
        self._number("pays", _("Each other player pays"), 1)
        times = [("deal", _("at the deal")), ("turn", _("on the first turn"))]
        self._add(Choice("when", _("It is shown"), times, entry.when, self._setter("when")))
        words = (_("no"), _("yes"))
        if self._has_effect("rank"):
            self._number("rank", _("Rank: the highest wins"), None)
        if self._has_effect("low_wins"):
            low, lowest = _("If several, the lowest wins"), self._setter("low_wins")
            self._add(Toggle("low_wins", low, entry.low_wins, lowest, words))
        if self._has_effect("tie"):
            ties = [
                ("", _("as with all naturals")),
                *((tie, _(OPTIONS["natural_tie"].words[tie].label)) for tie in TIES),
            ]
            choice = Choice("tie", _("If it ties"), ties, entry.tie or "", self._put_tie)
            self._add(choice)
        if self._has_effect("open"):
            lapse, lapses = _("Lapses at the first spread"), self._setter("open")
            self._add(Toggle("open", lapse, entry.open, lapses, words))
        self._buttons = [
            Button("button:remove", _("Remove"), self._remove),
            Button("button:earlier", _("Move up in the list"), self._earlier),
            Button("button:done", _("Done"), self.back, primary=True),
        ]
        self._buttons[1].enabled = self._place > 0
        return [
            *(widget for _label, group, _step in self._rows for widget in group),
            *self._buttons,
        ]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(28.0), skin.px(8.0), skin.px(HEIGHT * 0.9)
        title, words = skin.line(TITLE) + gap, 3 * skin.line(SMALL) + gap  # three sentences
        width = min(skin.px(900.0), area.width - 2 * pad)
        total = title + words + (len(self._rows) + 1) * (high + gap) + 3 * gap + 2 * pad
        self.sheet = TitledPanel(area, (width, total), pad, skin)
        inside = self.sheet.inside
        self._words = Rect(inside.x, inside.y + title, inside.width, words)
        below = Rect(inside.x, self._words.bottom + gap, inside.width, inside.height)
        boxes = column(below, [high] * len(self._rows), gap)
        for (_label, group, stepper), box in zip(self._rows, boxes, strict=True):
            if stepper is None:
                group[0].place(box, skin)
            else:
                left = box.x + round(box.width * LABEL_SHARE)
                stepper.place(Rect(left, box.y, box.right - left, box.height), skin)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        place_row(self._buttons, foot, 2 * gap, skin)

    def paint(self, surface: Surface) -> None:
        skin = self.skin
        super().paint(surface)
        text, colour = self._sentence()
        words = Label(text, units=SMALL, colour=colour, wraps=True)
        words.place(self._words, skin)
        words.draw(surface, skin)
        for label, group, stepper in self._rows:
            if stepper is not None:
                y, high = group[0].rect.y, group[0].rect.height
                box = Rect(self._words.x + skin.px(22), y, group[0].rect.x, high)
                box.width = group[0].rect.x - box.x
                skin.write(surface, label, box, "ink", BODY)

    def aside(self) -> Sequence[str]:
        return (self._sentence()[0],)

    def _sentence(self) -> tuple[str, str]:
        why = entry_refusal(self.entry)
        natural = self.entry.natural()
        if natural is None:
            return _("Not allowed yet: {why}").format(why=why), "warning"
        return in_a_row(sentences_about(natural)), "ink_soft"

    def _has_effect(self, field: str) -> bool:
        """Return whether a part of the natural has an effect, or is set and can be put back."""
        entry, is_dealt = self.entry, self.entry.when == "deal"
        if getattr(entry, field) != getattr(Entry(), field):
            return True
        match field:
            case "rank":
                times = [each.when for each in self._draft.entries]
                return times.count(entry.when) > 1
            case "low_wins":
                natural = Natural(entry.match, 0, 1, low_wins=True)
                return is_dealt and may_be_lower(natural, self._draft.as_far_as_right())
            case "tie":
                return is_dealt
            case _:
                return not is_dealt

    def _add(self, widget: Widget) -> None:
        self._rows.append(("", (widget,), None))

    def _number(self, field: str, label: str, least: int | None) -> None:
        value = getattr(self.entry, field)
        stepper = Stepper(field, value, self._setter(field), least, says=label)
        stepper.field.is_wrong = bool(self._is_wrong(field))
        self._rows.append((label, stepper.widgets, stepper))

    def _is_wrong(self, field: str) -> bool:
        harmless = replace(self.entry, value=0, pays=1, rank=0)
        alone = {field: getattr(self.entry, field)}
        return replace(harmless, **alone).natural() is None

    def _setter(self, field: str) -> Callable[[Any], None]:  # each field has a type of its own
        return lambda value: self._put(replace(self.entry, **{field: value}), field)

    def _put_tie(self, tie: object) -> None:
        self._put(
            replace(self.entry, tie=next((each for each in TIES if each == tie), None)), "tie"
        )

    def _put(self, entry: Entry, field: str) -> None:
        entries = list(self._draft.entries)
        entries[self._place] = entry
        self._draft.put("naturals", tuple(entries))
        self._changed()
        if field in ("match", "when"):
            self.rebuild()
            return
        for _label, _group, stepper in self._rows:
            if stepper is not None:
                stepper.field.is_wrong = self._is_wrong(stepper.field.name)

    def _remove(self) -> None:
        entries = list(self._draft.entries)
        del entries[self._place]
        self.stage.pop()
        self._draft.put("naturals", tuple(entries))
        self._changed()

    def _earlier(self) -> None:
        entries = list(self._draft.entries)
        at = self._place
        entries[at - 1], entries[at] = entries[at], entries[at - 1]
        self._place = at - 1
        self._draft.put("naturals", tuple(entries))
        self._changed()
        self.rebuild()
