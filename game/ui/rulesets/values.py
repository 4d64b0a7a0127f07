"""The rules of a draft as rows, and the pane that explains a rule and its possible values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.rules.messages import Message
from game.rules.natural_sentences import natural_name, naturals_sentences
from game.rules.ruleset import OPTIONS, READING_ORDER, RuleError
from game.rules.sentences import key_sentences
from game.rules.value_types import (
    SECTION_LABELS,
    SECTIONS,
    SUIT_NAMES,
    Flag,
    Letters,
    Naturals,
    OneOf,
    Whole,
    WholeOr,
)
from game.ui.kit.controls import HEIGHT, Button, Chip, draw_panel
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextField
from game.ui.rulesets.draft import Draft, Entry, Typed, default_of, typed
from game.ui.rulesets.other_names import OTHER_NAMES
from game.ui.rulesets.rule_texts import refusal_text, said
from game.ui.text.language import _, courts, for_search, in_a_row, language, ngettext
from game.ui.text.move_words import rank_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.naturals import Natural
    from game.rules.ruleset import RuleSet
    from game.rules.warnings import RuleWarning
    from game.ui.kit.skin import Skin
    from game.ui.kit.widget import Widget


ALL: Final = "all"
CHANGED: Final = "changed"
_IN_ORDER: Final = tuple(key for keys in READING_ORDER.values() for key in keys)
MIND: Final = "mind"
_GAP = 8.0  # units


@dataclass(frozen=True, slots=True)
class DraftState:
    """What rows of values show: the draft, its rules with defaults in place of refused values,
    refusals and warnings.

    It is made anew with each change of the draft, and keeps what a search looks in until then.
    """

    draft: Draft
    rules: RuleSet
    refusals: Mapping[str, str]
    warnings: Sequence[RuleWarning]
    _searched: dict[tuple[str, ...], tuple[str, str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def warnings_of(self, key: str) -> tuple[str, ...]:
        """Return the warnings about one rule."""
        return tuple(said(each.sentence) for each in self.warnings if key in each.keys)

    def meaning(self, key: str) -> str:
        """Return what the rule's value means at the table, given the other rules."""
        if key == "naturals":
            made = [each.natural() for each in self.draft.entries]
            naturals = [each for each in made if each]
            return in_a_row(map(said, naturals_sentences(naturals, self.rules)))
        value = self.draft.values[key]
        return self.meaning_of(key, value) if _is_sayable(key, value) else ""

    def meaning_of(self, key: str, value: object) -> str:
        """Return what a value would mean among the other rules, or why these refuse it."""
        sentences: Sequence[Message] = ()
        try:
            sentences = key_sentences(self.rules.changed(**{key: value}), key)
        except RuleError as error:
            if error.key == key:
                return refusal_text(key, value, error)
        return in_a_row(map(said, sentences or (OPTIONS[key].sentence(value),)))

    def words_of(self, key: str) -> tuple[str, str]:
        """Return what a search for a rule looks in: its name, and all of its texts, its value and
        its other names.
        """
        spoken = (key, language(), courts())
        if spoken not in self._searched:
            self._searched[spoken] = self._searched_words(key)
        return self._searched[spoken]

    def _searched_words(self, key: str) -> tuple[str, str]:
        option = OPTIONS[key]
        lines = [text for each in option.words.values() for text in (each.label, each.sentence)]
        chapter = next(number for number, keys in READING_ORDER.items() if key in keys)
        texts = [option.label, option.help, option.one, SECTION_LABELS[chapter], *lines]
        words = [said(Message(text)) for text in texts if text]
        value = value_words(key, self.draft.values[key])
        words += [value, self.meaning(key), _(OTHER_NAMES[key])]
        whole = " ".join((key.replace("_", " "), key, *words))
        return for_search(_(option.label)), for_search(whole)

    def marked(self) -> tuple[str, ...]:
        """Return the rules with a refusal or warning."""
        warned = {key for each in self.warnings for key in each.keys}
        return tuple(key for key in _IN_ORDER if key in self.refusals or key in warned)

    def group_rows(self) -> tuple[ListRow, ...]:
        """Return the chapters, each with the number of changed rules."""
        changed = self.draft.changed_keys()
        rows = [ListRow(ALL, _("All rules"))]
        for section in SECTIONS:
            number = sum(key in READING_ORDER[section] for key in changed)
            rows.append(
                ListRow(section, _(SECTION_LABELS[section]), tag=str(number) if number else "")
            )
        rows.append(ListRow(CHANGED, _("Changed"), tag=str(len(changed))))
        rows.append(ListRow(MIND, _("Warnings"), tag=str(len(self.marked()))))
        return tuple(rows)


def keys_in(group: str, look: DraftState) -> tuple[str, ...]:
    """Return the rules of a chapter."""
    match group:
        case "all":
            return _IN_ORDER
        case "changed":
            return look.draft.changed_keys()
        case "mind":
            return look.marked()
        case _:
            return next(keys for number, keys in READING_ORDER.items() if number == group)


def keys_found(text: str, look: DraftState) -> tuple[str, ...]:
    """Return the rules whose words, or those of their values, contain everything typed; first
    those whose names do.
    """
    wanted = for_search(text).split()

    def is_in(words: str) -> bool:
        return all(word in words for word in wanted)

    names, texts = {}, {}
    for key in _IN_ORDER:
        names[key], texts[key] = look.words_of(key)
    found = [key for key in _IN_ORDER if is_in(texts[key])]
    return tuple(sorted(found, key=lambda key: not is_in(names[key])))


def option_row(key: str, look: DraftState, most_warnings: int = 1) -> ListRow:
    """Return the row of a rule: its name, its value, what that means, and some of its warnings."""
    draft, option = look.draft, OPTIONS[key]
    lines = [RowLine(look.meaning(key))]
    if key in look.refusals:
        lines = [RowLine(_("Not allowed."), "warning")]  # the pane says why
    else:
        to_mind = _("Warning: {what}")
        warned = look.warnings_of(key)[:most_warnings]
        lines += [RowLine(to_mind.format(what=each), "warning") for each in warned]
    tag = "" if draft.is_default(key) else _("changed")
    return ListRow(key, _(option.label), value_words(key, draft.values[key]), tuple(lines), tag)


def value_words(key: str, value: object) -> str:
    """Return a value in a word or two."""
    if isinstance(value, tuple):
        names = [natural for entry in value if (natural := entry.natural())]
        joined = _(", ").join(said(natural_name(each)) for each in names)
        return joined or _("none")
    if not _is_sayable(key, value):
        return str(value)
    return said(OPTIONS[key].value_label(value))


def values_of(key: str) -> tuple[object, ...]:
    """Return the values to choose from; of unlimited numbers only the first few."""
    match OPTIONS[key].values:
        case Flag():
            return (False, True)
        case OneOf(names):
            return names
        case Whole(least, most):
            # Larger numbers can be typed.
            return tuple(range(least, (least + 5 if most is None else most) + 1))
        case WholeOr(least, most, word):
            return (*range(least, most + 1), word)
        case Letters() | Naturals():
            return ()


def stepped(key: str, value: object, direction: int) -> object:
    """Return the next value in a direction; the value itself at the end or without an order."""
    numbers = OPTIONS[key].values
    if isinstance(numbers, Whole) and isinstance(value, int):
        most = value + direction if numbers.most is None else numbers.most
        return max(numbers.least, min(most, value + direction))
    values = values_of(key)
    if value not in values:
        return values[0] if values else value
    return values[max(0, min(len(values) - 1, values.index(value) + direction))]


def _natural_row(number: int, entry: Entry) -> ListRow:
    natural = entry.natural()
    if natural is None:
        return ListRow(str(number), _("not allowed yet"), tag=_("change"))
    lines = tuple(map(RowLine, sentences_about(natural)))
    return ListRow(str(number), said(natural_name(natural)), lines=lines, tag=_("change"))


def sentences_about(natural: Natural) -> tuple[str, ...]:
    """Return a natural in sentences: what it is, what it pays, and who is paid in a tie."""
    about = tuple(map(said, naturals_sentences([natural])))
    has_tie = natural.when == "deal" and natural.tie is not None
    return (about[0], about[-1]) if has_tie else about[:1]


def _is_sayable(key: str, value: object) -> bool:
    """Return whether the option has words for a value; refused values have none."""
    option = OPTIONS[key]
    try:
        option.values.read(value)
    except (ValueError, TypeError):
        return False
    return True


class Stepper:
    """A number field with buttons for less and more: three widgets."""

    def __init__(
        self,
        name: str,
        value: object,
        changed: Callable[[Typed], None],
        least: int | None = None,
        *,
        says: str,
    ) -> None:
        """The buttons stop at `least`; lower values can be typed.

        `says` is what the number counts, as read aloud.
        """
        self._changed, self._least = changed, least
        text = "" if value is None else str(value)
        self.field = TextField(name, text, lambda new: changed(typed(new)), most=6)
        self.field.is_typed_over, self.field.says = True, says
        less, more = _("{name}: one less"), _("{name}: one more")
        less, more = less.format(name=says), more.format(name=says)
        self._less = Button(f"{name}:less", "−", lambda: self._step(-1), says=less)
        self._more = Button(f"{name}:more", "+", lambda: self._step(1), says=more)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The widgets in Tab order."""
        return self._less, self.field, self._more

    def show(self, value: object) -> None:
        """Show a value that was changed elsewhere."""
        self.field.replace(str(value))

    def place(self, box: Rect, skin: Skin) -> None:
        """Place the widgets from the left of a box, as tall as it."""
        side, gap = skin.px(HEIGHT), skin.px(_GAP)
        x = box.x
        for widget, width in zip(self.widgets, (side, skin.px(120.0), side), strict=True):
            widget.place(Rect(x, box.y, width, box.height), skin)
            x += width + gap

    def _step(self, direction: int) -> None:
        value = typed(self.field.text)
        number = value + direction if isinstance(value, int) else (self._least or 0)
        if self._least is not None:
            number = max(self._least, number)
        self.field.replace(str(number))
        self._changed(number)


class ValuePane:
    """The pane of one rule, rebuilt for each; `changed` is called after every new value."""

    _EDGE = 20.0  # units
    _WARNINGS = 2
    """The most warnings shown, so that there is room for the values below."""

    def __init__(
        self,
        key: str,
        look: DraftState,
        changed: Callable[[str, object], None],
        open_natural: Callable[[int], None],
        focus: Callable[[str], bool],
    ) -> None:
        """`open_natural` is called with the index of a natural, one past the end for a new one.

        `focus` moves the focus to a widget.
        """
        self.key, self.look = key, look
        self._changed, self._open_natural, self._focus = changed, open_natural, focus
        self.texts: list[tuple[Rect, str, str, float, bool]] = []
        self.rect = Rect(0, 0, 0, 0)
        self._stepper = self._make_stepper()
        self._chips = self._make_chips()
        self._list = RowList(
            "values",
            chosen=self._choose,
            click_chooses=True,
            empty=_("No dealt hand wins at once."),
        )
        self._add = Button("button:add", _("Another natural"), self._open_new, small=True)
        self._reset = Button("button:reset", _("Back to the default"), self._to_default, small=True)
        self.refresh(look)

    @property
    def widgets(self) -> list[Widget]:
        """The widgets in Tab order."""
        found: list[Widget] = list(self._stepper.widgets) if self._stepper else []
        found += self._chips
        if self._has_list:
            found.append(self._list)
        if self.key == "naturals":
            found.append(self._add)
        return [*found, self._reset]

    @property
    def first(self) -> str:
        """The name of the widget that gets the focus first."""
        if self._stepper:
            return self._stepper.field.name
        return self.widgets[0].name

    def refresh(self, look: DraftState) -> None:
        """Update the pane after values, refusals or warnings have changed."""
        self.look = look
        value = look.draft.values[self.key]
        rows = self._value_rows(look)
        self._list.show(rows)
        self._list.go_to(str(value))
        # A number that is typed may be none of those listed.
        self._list.marks_at_rest = self.key == "naturals" or any(row.mark for row in rows)
        if self._stepper:
            self._stepper.show("" if value == self._word else value)
            self._stepper.field.is_wrong = self.key in look.refusals
        for chip in self._chips:
            chip.is_in = chip.name.removeprefix("letter:") in str(value)
        self._reset.enabled = not look.draft.is_default(self.key)

    def place(self, rect: Rect, skin: Skin) -> None:
        """Place the explanation above the values, and the button for the default at the foot."""
        self.rect = rect
        inside = rect.inflate(-2 * skin.px(self._EDGE), -2 * skin.px(self._EDGE))
        gap = skin.px(_GAP)
        foot = self._place_foot(inside, skin)
        y = self._place_texts(inside, skin)
        if self._stepper:
            row = Rect(inside.x, y, inside.width, skin.px(HEIGHT * 0.85))
            self._stepper.place(row, skin)
            y = row.bottom + gap
        y = self._place_chips(Rect(inside.x, y, inside.width, 0), skin)
        if self._has_list:
            wide = inside.inflate(2 * skin.px(self._EDGE) - skin.px(16), 0)
            self._list.place(Rect(wide.x, y, wide.width, foot - gap - y), skin)

    def draw(self, surface: Surface, skin: Skin) -> None:
        """Draw everything that is not a widget."""
        draw_panel(surface, self.rect, skin)
        for box, text, colour, units, bold in self.texts:
            skin.write(surface, text, box, colour, units, bold=bold)

    @property
    def _has_list(self) -> bool:
        return self.key == "naturals" or bool(values_of(self.key))

    @property
    def _word(self) -> str | None:
        """The word that may take the place of a number."""
        values = OPTIONS[self.key].values
        return values.word if isinstance(values, WholeOr) else None

    def _make_stepper(self) -> Stepper | None:
        values, value = OPTIONS[self.key].values, self.look.draft.values[self.key]
        if not isinstance(values, Whole | WholeOr) or OPTIONS[self.key].has_ways:
            return None
        shown = None if value == self._word else value
        says = _(OPTIONS[self.key].label)
        return Stepper("number", shown, self._type, values.least, says=says)

    def _make_chips(self) -> list[Chip]:
        values = OPTIONS[self.key].values
        if not isinstance(values, Letters):
            return []
        return [
            Chip(
                f"letter:{letter}",
                self._letter_words(letter),
                True,
                self._toggler(letter),
                partial(self._step_from, place),
            )
            for place, letter in enumerate(values.of)
        ]

    def _step_from(self, place: int, direction: int) -> bool:
        """Move the focus to the next or previous chip, on any line; False if there is none."""
        to = place + direction
        return 0 <= to < len(self._chips) and self._focus(self._chips[to].name)

    def _letter_words(self, letter: str) -> str:
        if self.key == "suits":
            return _(SUIT_NAMES[letter])
        return rank_text(letter)

    def _toggler(self, letter: str) -> Callable[[], None]:
        return lambda: self._toggle(letter)

    def _toggle(self, letter: str) -> None:
        values = OPTIONS[self.key].values
        if isinstance(values, Letters):
            held = set(str(self.look.draft.values[self.key])) ^ {letter}
            self._changed(self.key, "".join(each for each in values.of if each in held))

    def _type(self, value: object) -> None:
        if value != "" or self.look.draft.values[self.key] != self._word:
            self._changed(self.key, value)

    def _choose(self, row: str) -> None:
        if self.key == "naturals":
            self._open_natural(int(row))
            return
        value = next(value for value in values_of(self.key) if str(value) == row)
        self._changed(self.key, value)

    def _open_new(self) -> None:
        self._open_natural(len(self.look.draft.entries))

    def _to_default(self) -> None:
        self._changed(self.key, default_of(self.key))

    def _place_foot(self, inside: Rect, skin: Skin) -> int:
        """Place the buttons at the foot; return the top of their row."""
        high, gap = skin.px(HEIGHT * 0.8), skin.px(_GAP)
        buttons: Sequence[Button] = (
            (self._add, self._reset) if self.key == "naturals" else (self._reset,)
        )
        x = inside.x
        for button in buttons:
            width = button.natural_size(skin)[0] + 2 * gap
            button.place(Rect(x, inside.bottom - high, width, high), skin)
            x += width + 2 * gap
        return inside.bottom - high

    def _place_texts(self, inside: Rect, skin: Skin) -> int:
        """Place label, help, errors and warnings; return their bottom."""
        self.texts, y = [], inside.y
        for text, colour, units, bold in self._parts():
            for line in skin.lines(text, inside.width, units, bold=bold):
                box = Rect(inside.x, y, inside.width, skin.line(units))
                self.texts.append((box, line, colour, units, bold))
                y = box.bottom
            y += skin.px(_GAP)
        return y

    def _parts(self) -> list[tuple[str, str, float, bool]]:
        """Return the texts above the values, with colour, size and weight."""
        option, look = OPTIONS[self.key], self.look
        parts = [(_(option.label), "accent", 26.0, True), (_(option.help), "ink", SMALL, False)]
        if self.key in look.refusals:
            parts.append((look.refusals[self.key], "warning", SMALL, True))
        elif not option.has_ways and not isinstance(option.values, Naturals):
            parts.append((look.meaning(self.key), "ink_soft", SMALL, False))
        return [*parts, *((warning, "warning", SMALL, False) for warning in self._warnings())]

    def _warnings(self) -> list[str]:
        """Return the first few warnings, and the number of the rest."""
        line = _("Warning: {what}")
        lines = [line.format(what=each) for each in self.look.warnings_of(self.key)]
        rest = len(lines) - self._WARNINGS
        if rest <= 0:
            return lines
        more = ngettext(
            "And {n} more, under “{chapter}”.", "And {n} more, under “{chapter}”.", rest
        )
        return [*lines[: self._WARNINGS], more.format(n=rest, chapter=_("Warnings"))]

    def _place_chips(self, area: Rect, skin: Skin) -> int:
        """Place as many chips side by side as fit; return their bottom."""
        gap, x, y = skin.px(_GAP), area.x, area.y
        if not self._chips:
            return y
        width = max(chip.natural_size(skin)[0] for chip in self._chips)
        high = self._chips[0].natural_size(skin)[1]
        for chip in self._chips:
            if x + width > area.right:
                x, y = area.x, y + high + gap
            chip.place(Rect(x, y, width, high), skin)
            x += width + gap
        return y + high + gap

    def _value_rows(self, look: DraftState) -> tuple[ListRow, ...]:
        """Return the possible values of a rule, each with its meaning."""
        key = self.key
        if key == "naturals":
            return tuple(_natural_row(n, entry) for n, entry in enumerate(look.draft.entries))
        held, option = look.draft.values[key], OPTIONS[key]
        rows = []
        for value in values_of(key):
            is_held = value == held and type(value) is type(held)
            is_explained = is_held and key in look.refusals  # above the values
            rows.append(
                ListRow(
                    str(value),
                    said(option.value_label(value)),
                    lines=() if is_explained else (RowLine(look.meaning_of(key, value)),),
                    tag=_("default") if value == default_of(key) else "",
                    mark=is_held,
                )
            )
        return tuple(rows)
