"""All that there is to say about a rule set, as a page to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.sentences import tell
from game.rules.warnings import warnings
from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.scenes.rulesets.said import (
    Known,
    differs,
    line_of,
    local_words,
    origin_of,
    said,
    title_of,
)
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Rect, Surface

    from game.rules.ruleset import RuleSet
    from game.session.ruletext import NamedRules


def detail(named: NamedRules) -> tuple[Block, ...]:
    """A set to choose: what it is, what differs, its words, and what to think about."""
    lines = dict.fromkeys((line_of(named), *named.note.splitlines()))
    if named.kind != "preset":
        lines[origin_of(named)] = None
    paras = [Para(line) for line in lines if line.strip()]
    return (Heading(title_of(named)), *paras, *different(named.rules), *_more(named))


def different(rules: RuleSet) -> tuple[Block, ...]:
    """What differs from the standard game."""
    told = differs(rules)
    if not told:
        return (Para(_("This is the standard game.")),)
    return (Para(_("What differs from the standard game:")), *map(Point, told))


def in_force(rules: RuleSet, known: Known) -> tuple[Block, ...]:
    """The whole rule set in sentences, what is different first."""
    told: list[Block] = [*noted(known.note)]
    told += [Point(line) for line in (*differs(rules), *local_words(known.words))]
    first: tuple[Block, ...] = (Heading(_("What is different")), *told) if told else ()
    chapters: list[Block] = []
    for section in tell(rules):
        chapters.append(Heading(said(section.title)))
        chapters += [Point(said(sentence)) for sentence in section.sentences]
    return (*first, *chapters)


def noted(note: str) -> tuple[Para, ...]:
    """A note, its lines each by itself."""
    return tuple(Para(line) for line in note.splitlines() if line.strip())


def no_cards(_surface: Surface, _codes: tuple[str, ...], _box: Rect) -> None:
    """For documents that show none."""


def _more(named: NamedRules) -> tuple[Block, ...]:
    blocks: list[Block] = []
    words = local_words(named.all_words.items())
    if words:
        blocks += [Para(_("Words at this table:")), *map(Point, words)]
    to_mind = [said(warning.sentence) for warning in warnings(named.rules)]
    if to_mind:
        blocks += [Para(_("To mind:")), *map(Point, to_mind)]
    return tuple(blocks)
