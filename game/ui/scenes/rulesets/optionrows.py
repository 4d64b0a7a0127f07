"""The rules of a draft as rows: the chapters, the rules in one, and the values that a rule has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.rules.naturalwords import natural_name, naturals_sentences
from game.rules.options import (
    GROUP_LABELS,
    GROUPS,
    OPTIONS,
    Choice,
    Flag,
    HandSize,
    Letters,
    Naturals,
    Whole,
)
from game.ui.scenes.rulesets.draft import Draft, Entry, default_of
from game.ui.scenes.rulesets.rows import Line, Row
from game.ui.scenes.rulesets.said import said
from game.ui.text import _

if TYPE_CHECKING:
    from game.rules.warnings import RuleWarning

ALL: Final = "all"
CHANGED: Final = "changed"
MIND: Final = "mind"
_NUMBERS_SHOWN: Final = 5
"""So many numbers are offered where there is no end to them; any other can be typed."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that the rows are made from: the draft, and what there is to say about it."""

    draft: Draft
    refusals: Mapping[str, str]
    warnings: Sequence[RuleWarning]

    def warnings_of(self, key: str) -> tuple[str, ...]:
        """What to think about again at one rule."""
        return tuple(said(each.sentence) for each in self.warnings if key in each.keys)

    def marked(self) -> tuple[str, ...]:
        """The rules that are refused or warned of."""
        warned = {key for each in self.warnings for key in each.keys}
        return tuple(key for key in OPTIONS if key in self.refusals or key in warned)


def group_rows(look: Look) -> tuple[Row, ...]:
    """The chapters, each with the number of rules changed in it."""
    changed = look.draft.changed_keys()
    rows = [Row(ALL, _("All rules"))]
    for group in GROUPS:
        number = sum(OPTIONS[key].group == group for key in changed)
        rows.append(Row(group, _(GROUP_LABELS[group]), tag=str(number) if number else ""))
    rows.append(Row(CHANGED, _("Changed"), tag=str(len(changed))))
    rows.append(Row(MIND, _("To mind"), tag=str(len(look.refusals) + len(look.warnings))))
    return tuple(rows)


def keys_in(group: str, look: Look) -> tuple[str, ...]:
    """The rules of a chapter."""
    match group:
        case "all":
            return tuple(OPTIONS)
        case "changed":
            return look.draft.changed_keys()
        case "mind":
            return look.marked()
        case _:
            return tuple(key for key, option in OPTIONS.items() if option.group == group)


def keys_found(text: str) -> tuple[str, ...]:
    """The rules in whose words all that was typed can be found."""
    wanted = text.casefold().split()
    return tuple(key for key in OPTIONS if all(word in _haystack(key) for word in wanted))


def option_row(key: str, look: Look, warnings_told: int = 1) -> Row:
    """One rule: what it is called, how it stands, what that means, and so many of its warnings."""
    draft, option = look.draft, OPTIONS[key]
    lines = [Line(meaning(draft, key))]
    if key in look.refusals:
        lines = [Line(look.refusals[key], "warning")]
    else:
        to_mind = _("To mind: {what}")
        told = look.warnings_of(key)[:warnings_told]
        lines += [Line(to_mind.format(what=each), "warning") for each in told]
    tag = "" if draft.is_default(key) else _("changed")
    return Row(key, _(option.label), value_words(key, draft.values[key]), tuple(lines), tag)


def meaning(draft: Draft, key: str) -> str:
    """What the value that a rule has means at the table."""
    value = draft.values[key]
    if key == "naturals":
        return naturals_words(draft.entries)
    return said(OPTIONS[key].sentence(value)) if _is_sayable(key, value) else ""


def naturals_words(entries: Sequence[Entry]) -> str:
    """All naturals in words."""
    made = [each.natural() for each in entries]
    return " ".join(map(said, naturals_sentences([each for each in made if each])))


def value_words(key: str, value: object) -> str:
    """A value in a word or two."""
    if isinstance(value, tuple):
        names = [natural for entry in value if (natural := entry.natural())]
        joined = ", ".join(said(natural_name(each)) for each in names)
        return joined or _("none")
    if not _is_sayable(key, value):
        return str(value)
    return said(OPTIONS[key].value_label(value))


def value_rows(key: str, look: Look) -> tuple[Row, ...]:
    """The values that a rule may have, each with what it means."""
    if key == "naturals":
        return tuple(_natural_row(n, entry) for n, entry in enumerate(look.draft.entries))
    held, option = look.draft.values[key], OPTIONS[key]
    return tuple(
        Row(
            str(value),
            said(option.value_label(value)),
            lines=(Line(said(option.sentence(value))),),
            tag=_("default") if value == default_of(key) else "",
            mark=value == held and type(value) is type(held),
        )
        for value in values_of(key)
    )


def values_of(key: str) -> tuple[object, ...]:
    """The values to choose from; of numbers without an end only the first few."""
    match OPTIONS[key].values:
        case Flag():
            return (False, True)
        case Choice(names):
            return names
        case Whole(least, most):
            return tuple(range(least, (least + _NUMBERS_SHOWN if most is None else most) + 1))
        case HandSize(least, most):
            return (*range(least, most + 1), "by_seats")
        case Letters() | Naturals():
            return ()


def stepped(key: str, value: object, direction: int) -> object:
    """The next value in that direction; the same one at the end, or where there is none."""
    if isinstance(OPTIONS[key].values, Whole) and isinstance(value, int):
        return _nearest_number(key, value + direction)
    values = values_of(key)
    if value not in values:
        return values[0] if values else value
    return values[max(0, min(len(values) - 1, values.index(value) + direction))]


def _nearest_number(key: str, number: int) -> int:
    values = OPTIONS[key].values
    if not isinstance(values, Whole):
        return number
    most = number if values.most is None else values.most
    return max(values.least, min(most, number))


def _natural_row(number: int, entry: Entry) -> Row:
    natural = entry.natural()
    if natural is None:
        return Row(str(number), _("not allowed yet"), tag=_("change"))
    sentence = said(naturals_sentences([natural])[0])
    return Row(str(number), said(natural_name(natural)), lines=(Line(sentence),), tag=_("change"))


def _is_sayable(key: str, value: object) -> bool:
    """Whether the option has words for it: what is refused has none."""
    option = OPTIONS[key]
    try:
        option.values.read(value)
    except (ValueError, TypeError):
        return False
    return True


def _haystack(key: str) -> str:
    option = OPTIONS[key]
    told = [text for each in option.told.values() for text in (each.label, each.sentence)]
    texts = [option.label, option.help, option.one, GROUP_LABELS[option.group], *told]
    words = [_(text) for text in texts if text]
    return " ".join((key.replace("_", " "), key, *words)).casefold()
