"""Why a value is refused, in one line for whoever typed it (RULES.md §4.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.rules.options import OPTIONS, HandSize, Letters, Naturals, Whole
from game.rules.presets import PRESETS
from game.session.ruletext import RulesError, check_name, folded
from game.ui.text import _

if TYPE_CHECKING:
    from game.session.rulefiles import OwnRules
    from game.ui.scenes.rulesets.draft import Draft, Entry

_LONGEST_NAME = 60


def refusals(draft: Draft) -> dict[str, str]:
    """Each key that is refused, and why."""
    return {key: _sentence(draft, key) for key in draft.refused()}


def _sentence(draft: Draft, key: str) -> str:
    value = draft.values[key]
    match OPTIONS[key].values:
        case Whole(least, None):
            return _("“{value}” is not allowed: {least} or more.").format(value=value, least=least)
        case Whole(least, most):
            return _("“{value}” is not allowed: {least} to {most}.").format(
                value=value, least=least, most=most
            )
        case HandSize(least, most):
            return _(
                "“{value}” is not allowed: {least} to {most}, or by the number of players."
            ).format(value=value, least=least, most=most)
        case Letters():
            return _("A pack needs at least one of these.")
        case Naturals():
            wrong = next(n for n, each in enumerate(draft.entries, start=1) if not each.natural())
            why = entry_refusal(draft.entries[wrong - 1])
            return _("Natural {number}: {why}").format(number=wrong, why=why)
        case _ if key == "wild":
            return _("Only cards that are in the pack can be wild.")
        case _:
            return _("In push-up only the first of these ways is allowed.")


def entry_refusal(entry: Entry) -> str:
    """Why a natural is refused; empty if it is not."""
    if entry.match != "all_faces" and not _at_least(entry.value, 0):
        return _("the count “{value}” is not allowed: 0 or more.").format(value=entry.value)
    if not _at_least(entry.pays, 1):
        return _("the pay “{value}” is not allowed: 1 or more.").format(value=entry.pays)
    if not isinstance(entry.rank, int):
        return _("the rank “{value}” is not allowed: a whole number.").format(value=entry.rank)
    return ""


def name_refusal(name: str, own: OwnRules, replaces: str) -> str:
    """Why an own set cannot be called so; empty if it can. `replaces` is what it is called now."""
    if not name.strip():
        return _("The rule set needs a name.")
    if folded(name) in PRESETS:
        return _("A preset is called “{name}” already.").format(name=name)
    taken = own.named(name)
    if taken is not None and folded(taken.name) != folded(replaces):
        return _("Another rule set of yours is called “{name}” already.").format(name=name)
    try:
        check_name(name)
    except RulesError:
        return _("“{name}” cannot be a name: 1 to {most} letters, no blank at either end.").format(
            name=name, most=_LONGEST_NAME
        )
    return ""


def words_refusal(words: Sequence[tuple[str, str]]) -> str:
    """Why a table cannot call things so; empty if it can. What is wholly empty does not count."""
    told = [(word.strip(), means.strip()) for word, means in words]
    for place, (word, means) in enumerate(told):
        if word and not means:
            return _("The word “{word}” needs a meaning.").format(word=word)
        if means and not word:
            return _("The meaning “{meaning}” needs a word.").format(meaning=means)
        if word and word in {other for other, _means in told[:place]}:
            return _("The word “{word}” stands there twice.").format(word=word)
    return ""


def _at_least(value: object, least: int) -> bool:
    return isinstance(value, int) and value >= least
