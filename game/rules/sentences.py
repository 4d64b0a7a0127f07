"""A rule set told in sentences: the whole of it, or what differs from another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.rules.naturalwords import naturals_sentences
from game.rules.options import OPTIONS
from game.rules.presets import STANDARD
from game.rules.relevance import why_idle
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST, RuleSet
from game.rules.texts import N_, Message, message

_Base: TypeAlias = Callable[[RuleSet], Iterator[Message]]
_Entry: TypeAlias = str | _Base
"""A key, a sentence that holds at every table, or what makes sentences of several keys."""


@dataclass(frozen=True, slots=True)
class Section:
    """Some sentences under one title."""

    title: Message
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One key in which two rule sets differ, told for both.

    ``idle`` says why the first one's value has no effect there; it is empty where it has one.
    """

    key: str
    label: Message
    mine: tuple[Message, ...]
    theirs: tuple[Message, ...]
    idle: str


def tell(rules: RuleSet) -> tuple[Section, ...]:
    """The whole rule set, what every table plays alike included."""
    return tuple(
        Section(Message(title), tuple(_section(rules, entries))) for title, entries in _OUTLINE
    )


def differences(rules: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """What differs between two rule sets, key by key in the order of RULES.md §4."""
    return tuple(
        Difference(
            key=key,
            label=Message(OPTIONS[key].label),
            mine=value_sentences(key, value),
            theirs=value_sentences(key, getattr(other, key)),
            idle=why_idle(key, rules),
        )
        for key, value in rules.differences(other).items()
    )


def at_this_table(rules: RuleSet) -> tuple[Message, ...]:
    """How ``rules`` differ from the standard game, as far as it matters (RULES.md §5.15)."""
    return tuple(
        sentence
        for each in differences(rules, STANDARD)
        if not each.idle
        for sentence in (*each.mine, *_more(each.key, rules))
    )


def value_sentences(key: str, value: object) -> tuple[Message, ...]:
    """What one value of one key means, in whole sentences."""
    if key == "naturals":
        return naturals_sentences(value)  # type: ignore[arg-type]  # what that key holds
    return (OPTIONS[key].sentence(value),)


def _more(key: str, rules: RuleSet) -> Iterator[Message]:
    """What has to be said with a key's own sentence where the others are not told."""
    if key in _COMPANIONS:
        yield from _COMPANIONS[key](rules)


def told_keys() -> tuple[str, ...]:
    """Every key that ``tell`` speaks of, in its order."""
    return tuple(
        entry
        for _, entries in _OUTLINE
        for entry in entries
        if isinstance(entry, str) and entry in OPTIONS
    )


def _section(rules: RuleSet, entries: tuple[_Entry, ...]) -> Iterator[Message]:
    for entry in entries:
        if not isinstance(entry, str):
            yield from entry(rules)
        elif entry not in OPTIONS:
            yield Message(entry)
        else:
            yield from _rule(rules, entry)


def _rule(rules: RuleSet, key: str) -> Iterator[Message]:
    value = getattr(rules, key)
    if not OPTIONS[key].is_quiet(value) and not why_idle(key, rules):
        yield from value_sentences(key, value)


def _dead_jokers(rules: RuleSet) -> Iterator[Message]:
    if rules.jokers and "X" not in rules.wild:
        yield message(N_("A joker can be neither spread nor hit, only discarded."))


def _wild_cards(rules: RuleSet) -> Iterator[Message]:
    if rules.wild:
        yield message(
            N_(
                "A spread needs two cards that stand for themselves, and a wild card that lies on "
                "the table keeps its place for good."
            )
        )
    if "2" in rules.wild:
        yield message(N_("A wild 2 still counts 2 in the hand."))


def _players(rules: RuleSet) -> Iterator[Message]:
    able = [seats for seats in range(SEATS_LEAST, SEATS_MOST + 1) if rules.can_seat(seats)]
    if not able:
        yield message(N_("The pack is too small even for two players."))
    elif len(able) == 1:
        yield message(N_("There are {seats} players."), seats=able[0])
    else:
        yield message(N_("There are {least} to {most} players."), least=able[0], most=able[-1])


def _push_up(rules: RuleSet) -> Iterator[Message]:
    if rules.scoring == "push_up":
        yield message(
            N_(
                "Points are pushed up: where a player would pay several stakes for an ending, the "
                "count is added as many times."
            )
        )


def _caught(rules: RuleSet) -> Iterator[Message]:
    if rules.scoring == "push_up":
        yield message(N_("If you are caught, the lowest of the others have won the hand."))


def _won_drop(rules: RuleSet) -> Iterator[Message]:
    if rules.scoring != "push_up":
        yield message(N_("If you have won, every other player pays you 1 stake."))


_COMPANIONS: Final[dict[str, _Base]] = {
    "jokers": _dead_jokers,
    "wild": _wild_cards,
    "scoring": _push_up,
}

_OUTLINE: Final[tuple[tuple[str, tuple[_Entry, ...]], ...]] = (
    (
        N_("The pack"),
        ("ranks", "suits", "jokers", _dead_jokers, "wild", _wild_cards, "ace", "face_values"),
    ),
    (
        N_("The deal"),
        (
            _players,
            N_("Everybody cuts a card, and the highest deals first: king high, ace low."),
            N_("The deal passes to the left after every hand."),
            "hand_size",
            "upcard",
            "naturals",
            "natural_tie",
        ),
    ),
    (
        N_("Drawing and laying"),
        (
            N_("The player on the dealer's left begins, and the turn passes to the left."),
            N_(
                "A turn begins with one of these: drop, draw the top card of the stock, or take "
                "the top discard."
            ),
            "take",
            "return_taken",
            "touch_stock",
            N_(
                "After drawing or taking you may lay spreads: books, which are three or four cards "
                "of one rank, and runs, which are three or more cards of one suit in order."
            ),
            "must_spread",
            "spread_out",
            N_("You may also hit spreads, your own and others': add cards that fit."),
            "hit_books",
            "hits_per_turn",
            "complete_books",
            N_("A turn ends with a discard, face up; only the top discard can be seen."),
            "discard_after_hit",
            "slap",
            "stock_end",
            N_(
                "When for three rounds nobody has drawn, spread or hit, nobody may take until "
                "somebody does; with the stock empty the hand ends."
            ),
        ),
    ),
    (
        N_("Dropping"),
        (
            N_("You may drop at the start of your turn, before drawing."),
            "first_turn_drop",
            "wait_after_spread",
            "wait_when_hit",
            "wait_after_own_hit",
            "hits_stack",
            N_(
                "After a drop all hands are counted: you have won if your count is lower than "
                "every other, and are caught if it is not."
            ),
            _won_drop,
            "catch",
            _caught,
        ),
    ),
    (
        N_("Endings and payments"),
        (
            _push_up,
            N_("A hand emptied by a spread or a hit, without a discard, is a tonk."),
            "tonk_pays",
            "tonk_needs",
            "hit_voids_tonk",
            "two_spreads_pays",
            "double_double",
            "out_pays",
            "hit_blocks_out",
            "booed",
            "stockout",
            "stockout_tie",
        ),
    ),
    (
        N_("The session"),
        (
            "scoring",
            "stake",
            "push_up_target",
            "big_one",
            "high_suit_bet",
            "natural_bet",
            "side_ante",
        ),
    ),
)
