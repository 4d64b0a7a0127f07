"""A rule set in sentences: all of it, or its differences from another.

Every sentence is tested: ``tests/rules/claims.py`` checks each against played hands.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game.rules.actions import Reason
from game.rules.cards import FACES, points
from game.rules.messages import Message, message
from game.rules.natural_sentences import natural_tie, naturals_sentences, what_ties
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, READING_ORDER, WAITS, RuleSet
from game.rules.value_types import SECTION_LABELS


class RuleRemark(NamedTuple):
    """A sentence that depends on more than one value, and a test for the rule sets in which it
    holds.

    ``is_common`` sentences are known to players of the standard game, so no table lists them as
    differences.
    """

    text: str
    holds: Callable[[RuleSet], object] = lambda _rules: True
    is_common: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences under one title; ``keys`` holds the key of each."""

    title: Message
    sentences: tuple[Message, ...]
    keys: tuple[str, ...]

    def by_key(self) -> Iterator[tuple[Message, str]]:
        """Yield each sentence with its key if it is the last of that key, else with an empty
        string.
        """
        after = (*self.keys[1:], "")
        for sentence, key, following in zip(self.sentences, self.keys, after, strict=True):
            yield sentence, key if key != following else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A key whose value differs between two rule sets, in sentences for both.

    ``my_idle`` and ``their_idle`` say why the value has no effect in its own rule set; they are
    empty if it has one.
    """

    key: str
    label: Message
    mine: tuple[Message, ...]
    theirs: tuple[Message, ...]
    my_idle: str
    their_idle: str


class _Statement(NamedTuple):
    sentence: Message
    key: str
    is_common: bool = False


def describe(rules: RuleSet) -> tuple[Section, ...]:
    """Return the whole rule set in sentences, including the rules that every table shares."""
    sections = []
    for number, keys in READING_ORDER.items():
        said: dict[Message, str] = {}  # a sentence shared by two keys is said once
        for key in keys:
            for each in _statements_on(rules, key):
                said.setdefault(each.sentence, key)
        sections.append(Section(Message(SECTION_LABELS[number]), (*said,), (*said.values(),)))
    return tuple(sections)


def differences(rules: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Return the differences between two rule sets, key by key in the order of RULES.md §4."""
    changed = rules.differences(other)
    return tuple(
        Difference(
            key=key,
            label=Message(OPTIONS[key].label),
            mine=key_sentences(rules, key),
            theirs=key_sentences(other, key),
            my_idle=rules.why_idle(key),
            their_idle=other.why_idle(key),
        )
        for key in OPTIONS
        if key in changed
    )


def at_this_table(rules: RuleSet) -> tuple[Message, ...]:
    """Return how ``rules`` differ from the standard game, as far as it matters (RULES.md §5.15).

    These are the sentences of ``describe``, in its order, that belong to a changed key or are
    absent from the standard game.
    """
    usual = {each.sentence for each in _statements(STANDARD)}
    changed = set(rules.differences(STANDARD))
    if "naturals" in changed:
        changed.add("natural_tie")
    found = (
        each.sentence
        for each in _statements(rules)
        if not each.is_common and (each.key in changed or each.sentence not in usual)
    )
    return tuple(dict.fromkeys(found))


def key_sentences(rules: RuleSet, key: str) -> tuple[Message, ...]:
    """Return the meaning of one key, given the other keys, in whole sentences."""
    if key in _IN_CONTEXT:
        return tuple(_IN_CONTEXT[key](rules))
    for remark in _INSTEAD.get(key, ()):
        if remark.holds(rules):
            return (Message(remark.text),)
    value = _WORKS_AS[key](rules) if key in _WORKS_AS else getattr(rules, key)
    return (OPTIONS[key].sentence(value),)


def keys_behind(rules: RuleSet, reason: Reason) -> tuple[str, ...]:
    """Return the keys whose values cause a refusal: other values of them would allow the action.

    Empty if every table refuses it.
    """
    if reason is Reason.MUST_USE_TAKEN and rules.take != "use_now":
        return ("slap",)
    return tuple(
        key
        for key, option in OPTIONS.items()
        if reason in option.refuses and getattr(rules, key) not in _LETS.get(key, ())
    )


_LETS: Final[Mapping[str, tuple[object, ...]]] = {
    **dict.fromkeys(WAITS, (0,)),
    "upcard": (True,),
    "stock_end": ("willing",),
}
"""The values with which a key has no part in the refusals of its row."""


def _statements(rules: RuleSet) -> Iterator[_Statement]:
    return (
        each
        for keys in READING_ORDER.values()
        for key in keys
        for each in _statements_on(rules, key)
    )


def _statements_on(rules: RuleSet, key: str) -> Iterator[_Statement]:
    if key == "hand_size":
        yield _Statement(_players(rules), key, is_common=True)
    elif key == "natural_tie":
        yield from (_Statement(Message(text), key) for text in what_ties(rules, has_own=False))
    yield from _remarks(rules, key, _BEFORE)
    if not OPTIONS[key].is_quiet(getattr(rules, key)) and not rules.why_idle(key):
        yield from (_Statement(sentence, key) for sentence in key_sentences(rules, key))
    yield from _remarks(rules, key, _AFTER)


def _remarks(
    rules: RuleSet, key: str, remarks: Mapping[str, tuple[RuleRemark, ...]]
) -> Iterator[_Statement]:
    for remark in remarks.get(key, ()):
        if remark.holds(rules):
            yield _Statement(Message(remark.text), key, remark.is_common)


def _players(rules: RuleSet) -> Message:
    able = rules.possible_seats()
    if not able:
        return message("The pack is too small even for two players.")
    if len(able) == 1:
        return message("For {seats} players.", seats=able[0])
    if len(able) == 2:
        return message("For {least} or {most} players.", least=able[0], most=able[-1])
    return message("For {least} to {most} players.", least=able[0], most=able[-1])


# Sentences for a value that depend on other keys.


def _ranks(rules: RuleSet) -> Iterator[Message]:
    usual = OPTIONS["ranks"].sentence(rules.ranks)
    if rules.has_runs or not usual.fills:
        yield usual
    else:
        yield message("Ranks in the pack: {letters}.", **dict(usual.fills))


def _ace(rules: RuleSet) -> Iterator[Message]:
    """Yield where an ace may stand in a run, given the runs of the pack.

    With fewer than four ranks there is only one run with an ace, whichever end it is at.
    """
    ranks = rules.ranks
    if "A" not in ranks or len(ranks) < 4:
        return
    low, high, around = (
        _in_a_run(run) for run in (ranks[:3], (*ranks[-2:], "A"), (ranks[-1], "A", ranks[1]))
    )
    if rules.ace == "low":
        yield message(
            "In a run the ace is always low: {low} is a run, {high} is not.", low=low, high=high
        )
    else:
        yield message(
            "In a run the ace is low or high: {low} and {high} are runs, {around} is not.",
            low=low,
            high=high,
            around=around,
        )


def _in_a_run(ranks: Sequence[str]) -> Message:
    """Return three ranks of a run as separate fills: a screen may show court cards with other
    letters.
    """
    first, second, third = (Message("10" if rank == "T" else rank) for rank in ranks)
    # TRANSLATORS: three ranks of a run.
    return message("{first}-{second}-{third}", first=first, second=second, third=third)


def _face_values(rules: RuleSet) -> Iterator[Message]:
    faces = [face for face in FACES if face in rules.ranks]
    if rules.face_values == "rising" and len(faces) < len(FACES):
        values = tuple(
            message(
                "{face} counts {points}", face=Message(face), points=points(face + "S", "rising")
            )
            for face in faces
        )
        # TRANSLATORS: one or two face cards and what they count, as in "J counts 11, K counts 13".
        yield message("{values}.", values=values)
    else:
        yield OPTIONS["face_values"].sentence(rules.face_values)


_INSTEAD: Final[Mapping[str, tuple[RuleRemark, ...]]] = {
    "wild_points": (RuleRemark("Wild cards count nothing.", lambda rules: rules.wild_points == 0),),
    "hits_stack": (
        RuleRemark(
            "Several hits of the same kind before your next turn make you wait only once.",
            lambda rules: rules.hit_waits > 1 and not rules.hits_stack,
        ),
    ),
    "spread_out": (  # the ban holds on one's turn, not while the deck is booed: said later
        RuleRemark(
            "While the stock holds more cards than there are players, a spread may not empty your "
            "hand on your turn; a hit or a discard may.",
            lambda rules: not rules.spread_out and rules.booed,
        ),
        RuleRemark(
            "A spread may not empty your hand on your turn; a hit or a discard may.",
            lambda rules: not rules.spread_out and (rules.double_double or rules.has_last_lay),
        ),
    ),
    "hit_books": (
        RuleRemark(
            "Books may be hit with their fourth card.",
            lambda rules: rules.hit_books and not rules.has_runs,
        ),
    ),
    "natural_bet": (  # without wild cards no book has one
        RuleRemark(
            "The natural pot grows each hand until a player who is in it lays, on their first "
            "turn, a book of which they were dealt at least three cards.",
            lambda rules: not rules.wild and rules.natural_bet == "dealt",
        ),
        RuleRemark(
            "The natural pot grows each hand until it is won, by the first player in it to lay a "
            "book.",
            lambda rules: not rules.wild and rules.natural_bet == "first_spread",
        ),
    ),
    "catch": (
        RuleRemark(
            "If you are caught, the lowest count has won the hand, and so have all who tie for it; "
            "everybody else, you included, adds their own count.",
            lambda rules: rules.is_push_up,
        ),
    ),
    "stockout": (
        RuleRemark(
            "When the hand ends because the stock is empty, the lowest count wins.",
            lambda rules: rules.is_push_up and rules.stockout == "lowest",
        ),
        RuleRemark(
            "When the hand ends because the stock is empty, nobody adds points.",
            lambda rules: rules.is_push_up and rules.stockout == "void",
        ),
    ),
    "stockout_tie": (
        RuleRemark(
            "If several tie for lowest when an empty stock ends the hand, all of them win it.",
            lambda rules: rules.is_push_up and rules.stockout_tie == "all_paid",
        ),
        RuleRemark(
            "If several tie for lowest when an empty stock ends the hand, nobody adds points.",
            lambda rules: rules.is_push_up and rules.stockout_tie != "all_paid",
        ),
    ),
    "hit_voids_tonk": (
        RuleRemark(
            "For a tonk every other player pays only 1 stake.",
            lambda rules: (
                rules.hit_voids_tonk and not rules.spread_out
            ),  # every tonk then has a hit
        ),
    ),
    "drop_when": (
        RuleRemark(
            "You may also drop between turns: after any turn until the next player begins to "
            "play, as long as you could drop if it were your turn.",
            lambda rules: rules.drop_when == "any_time" and not rules.first_turn_drop,
        ),
    ),
}
"""Replacements for a value's own sentence; the first that holds is used."""

_WORKS_AS: Final[Mapping[str, Callable[[RuleSet], object]]] = {
    "must_spread": lambda rules: (
        "yes"
        if rules.must_spread == "except_aces" and not ("A" in rules.ranks and rules.has_books)
        else rules.must_spread
    ),
    "tonk_needs": lambda rules: rules.tonk_needs if rules.pays_full_tonks else "never",
    "last_lay": lambda rules: (
        "drop" if rules.last_lay == "both" and not rules.pays_stockouts else rules.last_lay
    ),
}
"""The value that a key in effect has, given the other keys."""


_IN_CONTEXT: Final[Mapping[str, Callable[[RuleSet], Iterator[Message]]]] = {
    "ranks": _ranks,
    "ace": _ace,
    "face_values": _face_values,
    "naturals": lambda rules: iter(naturals_sentences(rules.naturals, rules)),
    "natural_tie": natural_tie,
}


# Sentences that depend on more than one value.


_EACH_LOWEST_PAID: Final = (
    "standard",
    "lowest_only",
    "single_each",
    "single_worse_pay",
    "whole_table",
    "single_to_lower",
)
"""The schemes of ``settlement.SCHEMES`` by which all who tie for lowest are paid in full."""

_PUSHED_UP: Final = RuleRemark(
    "This is push-up: where every other player would pay 2 stakes, they add their own count to "
    "their points twice.",
    lambda rules: rules.is_push_up,
)


_BEFORE: Final[Mapping[str, tuple[RuleRemark, ...]]] = {
    "face_values": (
        RuleRemark(
            "An ace counts 1, number cards their value.",
            lambda rules: "A" in rules.ranks and rules.has_numbers and not rules.twos_count_apart,
            is_common=True,
        ),
        RuleRemark(
            "An ace counts 1, number cards from 3 up their value.",
            lambda rules: "A" in rules.ranks and rules.has_numbers and rules.twos_count_apart,
            is_common=True,
        ),
        RuleRemark(
            "An ace counts 1.",
            lambda rules: "A" in rules.ranks and not rules.has_numbers,
            is_common=True,
        ),
        RuleRemark(
            "Number cards count their value.",
            lambda rules: (
                "A" not in rules.ranks and rules.has_numbers and not rules.twos_count_apart
            ),
            is_common=True,
        ),
        RuleRemark(
            "Number cards from 3 up count their value.",
            lambda rules: "A" not in rules.ranks and rules.has_numbers and rules.twos_count_apart,
            is_common=True,
        ),
    ),
    "hand_size": (
        RuleRemark(
            "Everybody cuts a card, aces low: the highest deals first, the next highest sits on "
            "the dealer's left, and so on. Players who tie cut again.",
            lambda rules: "A" in rules.ranks,
            is_common=True,
        ),
        RuleRemark(
            "Everybody cuts a card: the highest deals first, the next highest sits on the dealer's "
            "left, and so on. Players who tie cut again.",
            lambda rules: "A" not in rules.ranks,
            is_common=True,
        ),
        RuleRemark("A player who joins later sits on the dealer's right.", is_common=True),
    ),
    "naturals": (_PUSHED_UP._replace(holds=lambda rules: rules.is_push_up and rules.naturals),),
    "take": (
        RuleRemark(
            "The player on the dealer's left begins, and the turn passes to the left.",
            is_common=True,
        ),
        RuleRemark(
            "A turn begins with one of these: drop, draw the top card of the stock, or take the "
            "top discard.",
            is_common=True,
        ),
    ),
    "must_spread": (
        RuleRemark(
            "After drawing or taking you may lay spreads: books, three or four cards of one rank, "
            "and runs, three or more cards of one suit in order.",
            lambda rules: rules.has_fourths and rules.has_runs,
            is_common=True,
        ),
        RuleRemark(
            "After drawing or taking you may lay spreads: books, three cards of one rank, and "
            "runs, three or more cards of one suit in order.",
            lambda rules: rules.has_books and not rules.has_fourths and rules.has_runs,
        ),
        RuleRemark(
            "After drawing or taking you may lay spreads: books, three or four cards of one rank.",
            lambda rules: rules.has_fourths and not rules.has_runs,
        ),
        RuleRemark(
            "After drawing or taking you may lay spreads: books, three cards of one rank.",
            lambda rules: rules.has_books and not rules.has_fourths and not rules.has_runs,
        ),
        RuleRemark(
            "After drawing or taking you may lay spreads: runs, three or more cards of one suit in "
            "order.",
            lambda rules: rules.has_runs and not rules.has_books,
        ),
    ),
    "hit_books": (
        RuleRemark(
            "You may also hit spreads, your own or anybody's: add cards that fit.", is_common=True
        ),
    ),
    "discard_after_hit": (
        RuleRemark(
            "A turn ends with a discard, face up; only the top discard can be seen.",
            is_common=True,
        ),
    ),
    "first_turn_drop": (
        RuleRemark("You may drop at the start of your turn, before drawing.", is_common=True),
    ),
    "catch": (
        RuleRemark(
            "After a drop all hands are counted: you win if your count is lower than every other; "
            "if not, you are caught.",
            is_common=True,
        ),
        RuleRemark(
            "If you win, every other player pays you 1 stake.",
            lambda rules: not rules.is_push_up,
            is_common=True,
        ),
    ),
    "tonk_pays": (
        _PUSHED_UP,
        RuleRemark(
            "A hand emptied by a spread or a hit, without a discard, is a tonk.",
            lambda rules: rules.spread_out,
            is_common=True,
        ),
        RuleRemark(
            "A hand emptied by a hit, without a discard, is a tonk.",
            lambda rules: not rules.spread_out,
        ),
    ),
}
"""Remarks before the sentence of a key."""

_AFTER: Final[Mapping[str, tuple[RuleRemark, ...]]] = {
    "jokers": (
        RuleRemark(
            "A joker counts 0 and can only be discarded, never spread or hit.",
            lambda rules: rules.jokers and "X" not in rules.wild,
        ),
    ),
    "wild": (
        RuleRemark(
            "A wild card may stand for any other in a spread or a hit, but a spread needs at least "
            "two cards that stand for themselves. Once laid, a wild card cannot be moved.",
            lambda rules: rules.wild,
        ),
        RuleRemark(
            "A wild 2 still counts 2 in the hand.",
            lambda rules: rules.wild_points == "own" and "2" in rules.wild,
        ),
        RuleRemark(
            "A wild joker counts 0 in the hand.",
            lambda rules: rules.wild_points == "own" and "X" in rules.wild,
        ),
    ),
    "stock_end": (
        RuleRemark(
            "Emptying your hand on that turn pays nothing by itself, but your zero is compared "
            "with the other counts.",
            lambda rules: rules.ends_booed and rules.pays_stockouts,
        ),
        RuleRemark(
            "Emptying your hand on that turn does not win: the hand ends unpaid.",
            lambda rules: rules.ends_booed and not rules.pays_stockouts and not rules.is_push_up,
        ),
        RuleRemark(
            "Emptying your hand on that turn does not win: nobody adds points.",
            lambda rules: rules.ends_booed and not rules.pays_stockouts and rules.is_push_up,
        ),
        RuleRemark(
            "Whoever empties their hand on that turn still wins.",
            lambda rules: rules.stock_end == "at_once" and not rules.booed,
        ),
        RuleRemark(
            "After three rounds in which nobody draws from the stock, spreads or hits, nobody may "
            "take until somebody draws; if the stock is empty, the hand ends.",
            lambda rules: (
                rules.slap == "off" and rules.may_be_idle and rules.stock_end != "at_once"
            ),
            is_common=True,
        ),
        RuleRemark(
            "After three rounds in which nobody draws from the stock, spreads or hits, nobody may "
            "take until somebody draws.",
            lambda rules: (
                rules.slap == "off" and rules.may_be_idle and rules.stock_end == "at_once"
            ),
            is_common=True,
        ),
        RuleRemark(
            "After three rounds in which nobody draws from the stock, spreads, hits or slaps, "
            "nobody may take until somebody draws or slaps; if the stock is empty, the hand ends.",
            lambda rules: (
                rules.slap != "off" and rules.may_be_idle and rules.stock_end != "at_once"
            ),
            is_common=True,
        ),
        RuleRemark(
            "After three rounds in which nobody draws from the stock, spreads, hits or slaps, "
            "nobody may take until somebody draws or slaps.",
            lambda rules: (
                rules.slap != "off" and rules.may_be_idle and rules.stock_end == "at_once"
            ),
            is_common=True,
        ),
    ),
    "hit_books": (
        RuleRemark(
            "Only runs may be hit, at either end.",
            lambda rules: rules.has_runs and rules.has_books and not rules.has_fourths,
        ),
        RuleRemark(
            "Runs may be hit at either end.",
            lambda rules: rules.has_runs and not rules.has_books,
        ),
    ),
    "hits_stack": (  # with ``hit_blocks_out`` the hit that earns a wait also bars going out
        RuleRemark(
            "These waits add up. They keep you from dropping, never from going out.",
            lambda rules: (
                rules.waits_add_up and not rules.counts_hits_once and not rules.hit_blocks_out
            ),
        ),
        RuleRemark(
            "These waits add up.",
            lambda rules: (
                rules.waits_add_up and not rules.counts_hits_once and rules.hit_blocks_out
            ),
        ),
        RuleRemark(
            "Otherwise these waits add up. They keep you from dropping, never from going out.",
            lambda rules: (
                rules.waits_add_up and rules.counts_hits_once and not rules.hit_blocks_out
            ),
        ),
        RuleRemark(
            "Otherwise these waits add up.",
            lambda rules: rules.waits_add_up and rules.counts_hits_once and rules.hit_blocks_out,
        ),
        RuleRemark(
            "Such a wait keeps you from dropping, never from going out.",
            lambda rules: (
                any(getattr(rules, key) for key in WAITS)
                and not rules.waits_add_up
                and not rules.hit_blocks_out
            ),
        ),
    ),
    "count": (
        RuleRemark(
            "Naturals count every card.",
            lambda rules: rules.count == "unmatched" and rules.naturals and not rules.is_push_up,
        ),
        RuleRemark(
            "Naturals count every card, and after one every hand is counted that way.",
            lambda rules: rules.count == "unmatched" and rules.naturals and rules.is_push_up,
        ),
        RuleRemark(
            "A hand that is all spreads counts 0, but it is not empty: it pays nothing before a "
            "drop or a stock-out.",
            lambda rules: rules.count == "unmatched" and rules.pays_stockouts,
        ),
        RuleRemark(
            "A hand that is all spreads counts 0, but it is not empty: it pays nothing before a "
            "drop.",
            lambda rules: rules.count == "unmatched" and not rules.pays_stockouts,
        ),
    ),
    "last_lay": (
        RuleRemark(
            "A hand emptied that way counts 0, but emptying it pays nothing by itself.",
            lambda rules: rules.has_last_lay,
        ),
        RuleRemark(
            "In that last lay you may hit any number of cards.",
            lambda rules: rules.has_last_lay and rules.hits_per_turn,
        ),
        RuleRemark(
            "In that last lay nothing keeps you from emptying your hand.",
            lambda rules: rules.has_last_lay and rules.keeps_in,
        ),
        RuleRemark(
            "In that last lay you may keep your spreads.",
            lambda rules: rules.has_last_lay and rules.must_spread != "no",
        ),
    ),
    "drop_when": (
        RuleRemark(
            "When the empty stock is about to end the hand, the last discard may still be slapped, "
            "but nobody may drop.",
            lambda rules: rules.drop_when == "any_time" and rules.slap != "off",
        ),
    ),
    "catch": (
        RuleRemark(
            "If several tie for lowest, each of them is paid in full.",
            lambda rules: not rules.is_push_up and rules.catch in _EACH_LOWEST_PAID,
        ),
    ),
    "double_double": (
        RuleRemark(
            "In that last chance you may hit any number of cards.",
            lambda rules: rules.double_double and rules.hits_per_turn,
        ),
        RuleRemark(
            "In that last chance nothing keeps you from emptying your hand.",
            lambda rules: rules.double_double and rules.keeps_in,
        ),
    ),
    "hit_blocks_out": (
        RuleRemark(
            "A slap is such a hit too, and until that turn no slap may empty your hand.",
            lambda rules: rules.hit_blocks_out and rules.slap != "off",
        ),
    ),
    "booed": (
        RuleRemark(
            "Once the deck is booed, nothing keeps you from emptying your hand.",
            lambda rules: rules.booed and rules.keeps_in,
        ),
    ),
    "slap": (
        RuleRemark(
            "A slap counts as a hit.",
            lambda rules: rules.are_slaps_hits and not rules.hits_per_turn,
        ),
        RuleRemark(
            "A slap counts as a hit, but not as the one that you may make on a turn.",
            lambda rules: rules.are_slaps_hits and rules.hits_per_turn,
        ),
        RuleRemark(
            "A slapped wild card stands for itself if it can; if not, it goes to the high end of "
            "the run, or to the low end if only that is open.",
            lambda rules: rules.slap != "off" and "2" in rules.wild and rules.has_runs,
        ),
        RuleRemark(
            "A wild card slapped onto a run goes to its high end, or to its low end if only that "
            "is open.",
            lambda rules: rules.slap != "off" and rules.wild == "X" and rules.has_runs,
        ),
    ),
    "scoring": (
        RuleRemark(
            "Players who tie for the fewest points win together.",
            lambda rules: rules.is_push_up,
        ),
    ),
    "push_up_target": (
        RuleRemark(
            "A player who joins later starts with the most points at the table.",
            lambda rules: rules.is_push_up,
        ),
    ),
    "big_one": (
        RuleRemark(
            "The big one does not double side pots.",
            lambda rules: rules.big_one and rules.has_bets and not rules.is_push_up,
        ),
    ),
    "high_suit_bet": (
        RuleRemark(
            "If none of them has a card of the suit, that pot stays for the next hand.",
            lambda rules: rules.high_suit_bet != "off",
        ),
        RuleRemark(
            "Here the ace is the lowest card of the suit.",
            lambda rules: (
                rules.high_suit_bet != "off" and "A" in rules.ranks and rules.ace == "low"
            ),
        ),
        RuleRemark(
            "Here the ace is the highest card of the suit.",
            lambda rules: (
                rules.high_suit_bet != "off" and "A" in rules.ranks and rules.ace != "low"
            ),
        ),
    ),
    "natural_bet": (
        RuleRemark(
            "You may join that pot at any deal. Stay out later and you lose what you've put in.",
            lambda rules: rules.natural_bet != "off",
        ),
    ),
    "side_ante": (
        RuleRemark(
            "A side pot that nobody has won when the session ends is shared by those who were last "
            "in it.",
            lambda rules: rules.has_bets,
        ),
    ),
}
"""Remarks after the sentence of a key."""
