"""Rules in the player's language: sentences, refusals of values, rule sets as pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rule_files import RulesError, check_name, folded
from game.rules.cards import FACES
from game.rules.messages import Message
from game.rules.presets import PRESET_TEXTS, PRESETS, has_usual_meaning
from game.rules.ruleset import OPTIONS, RuleError
from game.rules.sentences import describe
from game.rules.sharecode import looks_like_code
from game.rules.value_types import DIGITS, LARGEST, Letters, Naturals, Whole, WholeOr
from game.ui.kit.document import Block, Fold, Heading, Para, Point
from game.ui.text.language import _, ngettext
from game.ui.text.move_words import rank_text

if TYPE_CHECKING:
    from game.rule_files import NamedRules, OwnRules
    from game.rules.ruleset import RuleSet
    from game.ui.rulesets.draft import Draft, Entry


@dataclass(frozen=True, slots=True)
class Known:
    """The title and notes of rules in force."""

    title: str
    words: tuple[tuple[str, str], ...] = ()
    note: str = ""


def said(message: Message) -> str:
    """Return a message of the rules in the player's language, and with the player's court cards."""
    run_in_text = r"(?<![A-Z\d-])[AJQK\d]+(?:-[AJQK\d]+){2}(?![A-Z\d-])"

    def lettered(run: re.Match[str]) -> str:
        return "-".join(map(rank_text, run[0].split("-")))

    def translated(text: str) -> str:
        return rank_text(text) if text in {*FACES} else re.sub(run_in_text, lettered, _(text))

    return message.said(translated, ngettext)


def title_of(named: NamedRules) -> str:
    """Return the title of a rule set: a preset has one, an own set goes by its name."""
    return named_title(named.name)


def named_title(name: str) -> str:
    """Return the title of the set with that name; own sets are never named like presets."""
    return _(PRESET_TEXTS[name].title) if name in PRESET_TEXTS else name


def line_of(named: NamedRules) -> str:
    """Return what is special about a rule set, in a sentence."""
    if named.kind == "preset":
        return _(PRESET_TEXTS[named.name].line)
    return next(iter(named.note.splitlines()), "") or origin_of(named)


def origin_of(named: NamedRules) -> str:
    """Return which preset a rule set is based on, and how many rules differ from it."""
    base, number = _(PRESET_TEXTS[named.base].title), len(named.overrides)
    if not number:
        return _("Played like {preset}.").format(preset=base)
    words = ngettext("{preset} with {n} change.", "{preset} with {n} changes.", number)
    return words.format(preset=base, n=number)


def differs(rules: RuleSet) -> tuple[str, ...]:
    """Return what players at a table with these rules must know, except for the stake."""
    from game.rules.sentences import at_this_table

    return tuple(said(message) for message in at_this_table(rules.changed(stake=1)))


def local_words(words: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return sentences about the table's own words, and about those that the rules use as usual."""
    line, usual = (
        _("“{word}” here means: {meaning}."),
        _("In the sentences of the rules “{word}” keeps its usual meaning."),
    )
    lines = []
    for word, meaning in words:
        lines.append(line.format(word=_(word), meaning=_(meaning)))
        if has_usual_meaning(word):
            lines.append(usual.format(word=_(word)))
    return tuple(lines)


def seats_sentence(rules: RuleSet) -> str:
    """Return how many players the pack is large enough for, and why no more; "" if for all."""
    from game.rules.ruleset import SEATS_LEAST, SEATS_MOST

    seats = range(SEATS_LEAST, SEATS_MOST + 1)
    short = next((count for count in seats if not rules.can_seat(count)), None)
    if short is None:
        return ""
    need = short * rules.cards_dealt(short) + rules.upcard + short  # RULES.md §4.7
    held = len(rules.pack())
    return _("{seats} players would need {need} cards, the pack has {held}.").format(
        seats=short, need=need, held=held
    )


def refusals(draft: Draft) -> dict[str, str]:
    """Return the reason for each refused key."""
    return {
        key: refusal_text(key, draft.values[key], error) for key, error in draft.refused().items()
    }


def refusal_text(key: str, value: object, error: RuleError | None) -> str:
    """Return why a value is refused, and what to choose if other rules are why."""
    option = OPTIONS[key]
    match option.values:
        case Whole(_least, None) if isinstance(value, int) and value > LARGEST:
            return _("That number is too long: at most {n} digits.").format(n=DIGITS)
        case Whole(least, None):
            return _("“{value}” is not allowed: {least} or more.").format(value=value, least=least)
        case Whole(least, most):
            return _("“{value}” is not allowed: {least} to {most}.").format(
                value=value, least=least, most=most
            )
        case WholeOr(_least, _most, name) if error:
            line = _("Without wild cards, “{rule}” must be “{value}”.")
            return line.format(rule=_(option.label), value=said(option.value_label(name)))
        case WholeOr(least, most, name):
            word = said(option.value_label(name))
            return _("“{value}” is not allowed: {least} to {most}, or {word}.").format(
                value=value, least=least, most=most, word=word
            )
        case Letters():
            return _("A pack needs at least one of these.")
        case Naturals() if isinstance(value, tuple):
            wrong = next(n for n, each in enumerate(value, start=1) if not each.natural())
            why = entry_refusal(value[wrong - 1])
            return _("Natural {number}: {why}").format(number=wrong, why=why)
        case _ if key == "wild":
            return _("Only cards that are in the pack can be wild.")
        case _:
            line = _("In push-up, “{rule}” must be “{value}”.")
            return line.format(rule=_(option.label), value=said(option.value_label("standard")))


def entry_refusal(entry: Entry) -> str:
    """Return why a natural is refused; empty if it is not."""
    if entry.match != "all_faces" and not _at_least(entry.value, 0):
        return _("the count “{value}” is not allowed: 0 or more.").format(value=entry.value)
    if not _at_least(entry.pays, 1):
        return _("the pay “{value}” is not allowed: 1 or more.").format(value=entry.pays)
    if not isinstance(entry.rank, int):
        return _("the rank “{value}” is not allowed: a whole number.").format(value=entry.rank)
    numbers = (entry.value, entry.pays, entry.rank)
    if any(isinstance(each, int) and abs(each) > LARGEST for each in numbers):
        return _("That number is too long: at most {n} digits.").format(n=DIGITS)
    return ""


def name_refusal(name: str, own: OwnRules, replaces: str) -> str:
    """Return why an own set cannot have a name; empty if it can. `replaces` is its current name."""
    if not name.strip():
        return _("Give the rule set a name.")
    if folded(name) in PRESETS:
        return _("There's already a preset called “{name}”.").format(name=name)
    taken = own.named(name)
    if taken is not None and folded(taken.name) != folded(replaces):
        return _("You already have a rule set called “{name}”.").format(name=name)
    if folded(name) == "random":
        return _("“{name}” stands for rules made up at random. Choose another name.").format(
            name=name
        )
    if looks_like_code(name):
        return _("“{name}” reads as a share code. Choose another name.").format(name=name)
    try:
        check_name(name)
    except RulesError:
        return _("“{name}” can't be a name: 1 to {most} letters, no spaces at either end.").format(
            name=name, most=60
        )
    return ""


def words_refusal(words: Sequence[tuple[str, str]]) -> str:
    """Return why a table cannot have these words; empty if it can. Blank ones do not count."""
    pairs = [(word.strip(), means.strip()) for word, means in words]
    for place, (word, means) in enumerate(pairs):
        if word and not means:
            return _("Give the word “{word}” a meaning.").format(word=word)
        if means and not word:
            return _("Give the meaning “{meaning}” a word.").format(meaning=means)
        if word and word in {other for other, _means in pairs[:place]}:
            return _("“{word}” is in the list twice.").format(word=word)
    return ""


def _at_least(value: object, least: int) -> bool:
    return isinstance(value, int) and value >= least


def detail(named: NamedRules) -> tuple[Block, ...]:
    """Return the page of a set to choose: what it is, differences, words and warnings; for the
    standard game all of its rules.
    """
    lines = dict.fromkeys((line_of(named), *named.note.splitlines()))
    if named.kind != "preset":
        lines[origin_of(named)] = None
    paras = [Para(line) for line in lines if line.strip()]
    whole = () if differs(named.rules) else tuple(_sentences(named.rules))
    return (Heading(title_of(named)), *paras, *different(named.rules), *_more(named), *whole)


def _sentences(rules: RuleSet) -> Iterator[Block]:
    """Yield the rules in sentences, by chapter."""
    for section in describe(rules):
        yield Heading(said(section.title))
        yield from (Point(said(sentence)) for sentence in section.sentences)


def different(rules: RuleSet) -> tuple[Block, ...]:
    """Return how the rules differ from the standard game."""
    blocks = differs(rules)
    if not blocks:
        return (Para(_("This is the standard game.")),)
    return (Para(_("What differs from the standard game:")), *map(Point, blocks))


def in_force(rules: RuleSet, known: Known) -> tuple[Block, ...]:
    """Return the whole rule set in sentences, differences first."""
    from game.rules.examples import has_examples  # nobody at a table reads any

    blocks: list[Block] = [*noted(known.note)]
    blocks += [Point(line) for line in (*differs(rules), *local_words(known.words))]
    first: tuple[Block, ...] = (Heading(_("House rules here")), *blocks) if blocks else ()
    chapters: list[Block] = []
    for section in describe(rules):
        chapters.append(Heading(said(section.title)))
        for sentence, key in section.by_key():
            chapters.append(Point(said(sentence)))
            if has_examples(key, rules):
                chapters.append(example_fold(rules, key))
    return (*first, *chapters)


def example_fold(rules: RuleSet, key: str) -> Fold:
    """Return a fold with a worked example, for four players, of what a rule pays."""

    def paragraphs() -> tuple[Para, ...]:
        from game.rules.examples import examples
        from game.ui.rulesets.example_words import example_text

        paras = [
            Para(text, bold=place == 0)
            for each in examples(rules, key)
            for place, text in enumerate(example_text(each))
        ]
        return tuple(paras) or (Para(_("Under these rules there's no hand to show.")),)

    label = said(Message(OPTIONS[key].label))
    return Fold(key, _("Show an example"), _("Hide the example"), label, paragraphs)


def noted(note: str) -> tuple[Para, ...]:
    """Return a note as paragraphs, one for each line."""
    return tuple(Para(line) for line in note.splitlines() if line.strip())


def _more(named: NamedRules) -> tuple[Block, ...]:
    from game.rules.warnings import warnings

    blocks: list[Block] = []
    words = local_words(named.all_words.items())
    if words:
        blocks += [Para(_("Words at this table:")), *map(Point, words)]
    to_mind = [said(warning.sentence) for warning in warnings(named.rules)]
    if to_mind:
        blocks += [Para(_("Warnings:")), *map(Point, to_mind)]
    return tuple(blocks)
