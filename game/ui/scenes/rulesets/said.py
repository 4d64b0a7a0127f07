"""What the rules have to say, in the player's language, and the words for a rule set as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.presettexts import PRESET_TEXTS
from game.ui.text import _, ngettext

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.rules.texts import Message
    from game.session.ruletext import NamedRules


@dataclass(frozen=True, slots=True)
class Known:
    """What rules in force are known as: what they are called on screen, and what was noted."""

    title: str
    words: tuple[tuple[str, str], ...] = ()
    note: str = ""


def said(message: Message) -> str:
    """A message of the rules in the player's language."""
    return message.said(_, ngettext)


def title_of(named: NamedRules) -> str:
    """What the set is called on screen: a preset has a title, an own set its name."""
    return named_title(named.name)


def named_title(name: str) -> str:
    """What a set of that name is called on screen; no own set is called like a preset."""
    return _(PRESET_TEXTS[name].title) if name in PRESET_TEXTS else name


def line_of(named: NamedRules) -> str:
    """What is special about it, in a sentence."""
    if named.kind == "preset":
        return _(PRESET_TEXTS[named.name].line)
    return next(iter(named.note.splitlines()), "") or origin_of(named)


def origin_of(named: NamedRules) -> str:
    """Which preset it comes from, and how far it has gone from there."""
    base, number = _(PRESET_TEXTS[named.base].title), len(named.overrides)
    if not number:
        return _("Played like {preset}.").format(preset=base)
    words = ngettext("{preset} with {n} change.", "{preset} with {n} changes.", number)
    return words.format(preset=base, n=number)


def differs(rules: RuleSet) -> tuple[str, ...]:
    """What a table that plays so has to be told. The stake is not: it has been asked for."""
    from game.rules.sentences import at_this_table

    return tuple(said(message) for message in at_this_table(rules.changed(stake=1)))


def local_words(words: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """What the table calls things, a sentence each."""
    line = _("“{word}” here means: {meaning}.")
    return tuple(line.format(word=_(word), meaning=_(meaning)) for word, meaning in words)


def seats_sentence(rules: RuleSet) -> str:
    """For how many the pack is large enough, and why not for more; empty if it is for all."""
    from game.rules.ruleset import SEATS_LEAST, SEATS_MOST

    seats = range(SEATS_LEAST, SEATS_MOST + 1)
    short = next((count for count in seats if not rules.can_seat(count)), None)
    if short is None:
        return ""
    need, held = cards_needed(rules, short), len(rules.pack())
    return _("{seats} players would need {need} cards, the pack has {held}.").format(
        seats=short, need=need, held=held
    )


def cards_needed(rules: RuleSet, seats: int) -> int:
    """The fewest cards of a pack for so many seats (RULES.md §4.7)."""
    return seats * rules.cards_dealt(seats) + rules.upcard + seats
