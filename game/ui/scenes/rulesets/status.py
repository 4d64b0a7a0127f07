"""How a draft stands, in one line at the foot of the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.options import OPTIONS
from game.ui.scenes.rulesets.refusals import name_refusal, words_refusal
from game.ui.text import _, ngettext

if TYPE_CHECKING:
    from game.session.rulefiles import OwnRules
    from game.ui.scenes.rulesets.optionrows import Look


def status(look: Look, own: OwnRules) -> tuple[str, str]:
    """The line, and its colour: why the draft cannot be saved yet, or how far it has gone."""
    draft = look.draft
    whys = [*_told(look), name_refusal(draft.name, own, draft.replaces), words_refusal(draft.words)]
    why = next((each for each in whys if each), "")
    if why:
        return _("Cannot be saved yet. {why}").format(why=why), "warning"
    number = len(draft.changed_keys())
    words = ngettext(
        "{n} rule differs from the standard game.",
        "{n} rules differ from the standard game.",
        number,
    ).format(n=number)
    unsaved = _("Not saved yet.")
    return f"{words} {unsaved}" if draft.is_changed else words, "ink_soft"


def _told(look: Look) -> list[str]:
    """What is refused, each with the rule that it is about."""
    line = _("{label}: {why}")
    return [line.format(label=_(OPTIONS[key].label), why=why) for key, why in look.refusals.items()]
