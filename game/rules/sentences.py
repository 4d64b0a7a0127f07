"""A rule set in sentences: the whole of it, or what differs from another."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Final, NamedTuple

from game.rules.messages import N_, Message, counted, message
from game.rules.naturals import TIES, Natural, Tie
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, WAITS, RuleSet, why_idle
from game.rules.value_types import SECTION_LABELS, SECTIONS, SectionNumber


def _always(_rules: RuleSet) -> bool:
    return True


class RuleRemark(NamedTuple):
    """A sentence that is not of one key alone, and at which tables it holds."""

    text: str
    holds: Callable[[RuleSet], object] = _always


@dataclass(frozen=True, slots=True)
class Section:
    """Some sentences under one title; ``keys`` names for each the key that it belongs to."""

    title: Message
    sentences: tuple[Message, ...]
    keys: tuple[str, ...]

    def by_key(self) -> Iterator[tuple[Message, str]]:
        """Each sentence, with its key where it is the last of that key; else with nothing."""
        after = (*self.keys[1:], "")
        for sentence, key, following in zip(self.sentences, self.keys, after, strict=True):
            yield sentence, key if key != following else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """One key in which two rule sets differ, in sentences for both.

    ``my_idle`` and ``their_idle`` say why the value has no effect in its own rule set; they are
    empty where it has one.
    """

    key: str
    label: Message
    mine: tuple[Message, ...]
    theirs: tuple[Message, ...]
    my_idle: str
    their_idle: str


def describe(rules: RuleSet) -> tuple[Section, ...]:
    """The whole rule set, what every table plays alike included."""
    sections = []
    for number, keys in _OUTLINE.items():
        pairs = [(sentence, key) for key in keys for sentence in _sentences_of(rules, key)]
        sentences, of_keys = zip(*pairs, strict=True)
        sections.append(Section(Message(SECTION_LABELS[number]), sentences, of_keys))
    return tuple(sections)


def differences(rules: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """What differs between two rule sets, key by key in the order of RULES.md §4."""
    return tuple(
        Difference(
            key=key,
            label=Message(OPTIONS[key].label),
            mine=value_sentences(key, _in_force(rules, key)),
            theirs=value_sentences(key, _in_force(other, key)),
            my_idle=why_idle(key, rules),
            their_idle=why_idle(key, other),
        )
        for key in rules.differences(other)
    )


def at_this_table(rules: RuleSet) -> tuple[Message, ...]:
    """How ``rules`` differ from the standard game, as far as it matters (RULES.md §5.15)."""
    return tuple(
        sentence
        for each in differences(rules, STANDARD)
        if not each.my_idle
        for sentence in (*each.mine, *_remarks(rules, _BESIDE.get(each.key, ())))
    )


def value_sentences(key: str, value: object) -> tuple[Message, ...]:
    """What one value of one key means, in whole sentences."""
    if key == "naturals":
        return naturals_sentences(value)  # type: ignore[arg-type]  # what that key holds
    return (OPTIONS[key].sentence(value),)


def described_keys() -> tuple[str, ...]:
    """Every key that ``describe`` speaks of, in its order."""
    return tuple(key for keys in _OUTLINE.values() for key in keys)


def _sentences_of(rules: RuleSet, key: str) -> Iterator[Message]:
    if key == "hand_size":
        yield _players(rules)
    yield from _remarks(rules, _BEFORE.get(key, ()))
    yield from _rule(rules, key)
    yield from _remarks(rules, _AFTER.get(key, ()))


def _remarks(rules: RuleSet, remarks: Iterable[RuleRemark]) -> Iterator[Message]:
    return (Message(remark.text) for remark in remarks if remark.holds(rules))


def _rule(rules: RuleSet, key: str) -> Iterator[Message]:
    value = getattr(rules, key)
    if not OPTIONS[key].is_quiet(value) and not why_idle(key, rules):
        yield from value_sentences(key, _in_force(rules, key))


def _in_force(rules: RuleSet, key: str) -> object:
    """The value of a key as far as the others leave it its effect."""
    if key == "last_lay" and rules.last_lay == "both" and rules.stockout == "void":
        return "drop"
    return getattr(rules, key)


def _players(rules: RuleSet) -> Message:
    able = rules.possible_seats()
    if not able:
        return message("The pack is too small even for two players.")
    if len(able) == 1:
        return message("There are {seats} players.", seats=able[0])
    return message("There are {least} to {most} players.", least=able[0], most=able[-1])


def _is_push_up(rules: RuleSet) -> bool:
    return rules.scoring == "push_up"


def _has_last_lay(rules: RuleSet) -> bool:
    return rules.last_lay != "no" and not why_idle("last_lay", rules)


def _binds_turns(rules: RuleSet) -> bool:
    """Whether something binds a turn that does not bind a last lay (RULES.md §5.18)."""
    on_hits = rules.hits_per_turn or rules.hit_blocks_out
    return bool(on_hits or not rules.spread_out or rules.must_spread != "no")


def _last_wait(rules: RuleSet) -> str:
    """The last of the keys by which this table makes anybody wait, empty where none does."""
    return next((key for key in reversed(WAITS) if getattr(rules, key)), "")


def _is_last_wait(key: str) -> Callable[[RuleSet], bool]:
    return lambda rules: key == _last_wait(rules)


_EACH_LOWEST_PAID: Final = (
    "standard",
    "lowest_only",
    "single_each",
    "single_worse_pay",
    "whole_table",
    "single_to_lower",
)

_PUSHED_UP: Final = RuleRemark(
    N_(
        "Points are pushed up: where you would pay several stakes for an ending, you add your own "
        "count as many times."
    ),
    _is_push_up,
)
_WAITS_ADD_UP: Final = N_(
    "All these waits add up. They keep you from dropping, never from going out."
)

_BEFORE: Final[Mapping[str, tuple[RuleRemark, ...]]] = {
    "hand_size": (
        RuleRemark(
            "Everybody cuts a card, king high and ace low: the highest deals first, the next "
            "highest sits on the dealer's left, and so on. Players who tie cut again."
        ),
        RuleRemark("A player who joins later sits on the dealer's right."),
    ),
    "take": (
        RuleRemark("The player on the dealer's left begins, and the turn passes to the left."),
        RuleRemark(
            "A turn begins with one of these: drop, draw the top card of the stock, or take the "
            "top discard."
        ),
    ),
    "must_spread": (
        RuleRemark(
            "After drawing or taking you may lay spreads: books, three or four cards of one rank, "
            "and runs, three or more cards of one suit in order."
        ),
    ),
    "hit_books": (
        RuleRemark("You may also hit spreads, your own or anybody's: add cards that fit."),
    ),
    "discard_after_hit": (
        RuleRemark("A turn ends with a discard, face up; only the top discard can be seen."),
    ),
    "first_turn_drop": (RuleRemark("You may drop at the start of your turn, before drawing."),),
    "catch": (
        RuleRemark(
            "After a drop all hands are counted: you win if your count is lower than every other; "
            "if not, you are caught."
        ),
        RuleRemark(
            "If you win, every other player pays you 1 stake.", lambda rules: not _is_push_up(rules)
        ),
    ),
    "tonk_pays": (
        _PUSHED_UP,
        RuleRemark("A hand emptied by a spread or a hit, without a discard, is a tonk."),
    ),
}
"""What is said before the sentence of a key."""

_BESIDE: Final[Mapping[str, tuple[RuleRemark, ...]]] = {
    "jokers": (
        RuleRemark(
            "A joker counts 0 and can only be discarded, never spread or hit.",
            lambda rules: rules.jokers and "X" not in rules.wild,
        ),
    ),
    "wild": (
        RuleRemark(
            "A spread needs two cards that stand for themselves; on the table, a wild card keeps "
            "its place for good.",
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
            "The deck is booed by then: emptying your hand on that turn pays nothing by itself, "
            "but your zero is compared with the other counts.",
            lambda rules: rules.stock_end == "at_once" and rules.booed,
        ),
        RuleRemark(
            "Whoever empties their hand on that turn still wins.",
            lambda rules: rules.stock_end == "at_once" and not rules.booed,
        ),
    ),
    "hit_blocks_out": (
        RuleRemark(
            "A slap is such a hit too, and until that turn no slap may empty your hand.",
            lambda rules: rules.hit_blocks_out and rules.slap != "off",
        ),
        RuleRemark(
            "Once the deck is booed, no hit keeps anybody from emptying a hand.",
            lambda rules: rules.hit_blocks_out and rules.booed,
        ),
    ),
    "catch": (
        RuleRemark(
            "If you are caught, the lowest count has won the hand, and so have all who tie for it; "
            "everybody else, you included, adds their own count.",
            _is_push_up,
        ),
        RuleRemark(
            "If several tie for lowest, each of them is paid in full.",
            lambda rules: not _is_push_up(rules) and rules.catch in _EACH_LOWEST_PAID,
        ),
    ),
    "count": (
        RuleRemark(
            "A hand that is all spreads counts 0, but it is not empty: it pays nothing before a "
            "drop or a stock-out.",
            lambda rules: rules.count == "unmatched",
        ),
    ),
    "last_lay": (
        RuleRemark(
            "A hand emptied that way counts 0, but emptying it pays nothing by itself.",
            _has_last_lay,
        ),
        RuleRemark(
            "The rules of a turn on spreading, hits and emptying a hand do not hold then.",
            lambda rules: _has_last_lay(rules) and _binds_turns(rules),
        ),
    ),
    "drop_when": (
        RuleRemark(
            "When only a slap can still keep the hand from ending, nobody may drop.",
            lambda rules: rules.drop_when == "any_time" and rules.slap != "off",
        ),
    ),
    "scoring": (_PUSHED_UP,),
    **{key: (RuleRemark(_WAITS_ADD_UP, _is_last_wait(key)),) for key in WAITS},
}
"""What is said after a key's own sentence even where the sentences of other keys are left out."""

_AFTER: Final[Mapping[str, tuple[RuleRemark, ...]]] = {
    **{key: remarks for key, remarks in _BESIDE.items() if key not in ("scoring", *WAITS)},
    "natural_tie": (
        RuleRemark(
            "Naturals with a tie rule of their own, as told above, go by that instead.",
            lambda rules: any(each.tie and each.when == "deal" for each in rules.naturals),
        ),
    ),
    "stock_end": (
        *_BESIDE["stock_end"],
        RuleRemark(
            "If nobody has drawn from the stock, spread or hit for three rounds, nobody may take "
            "until somebody does; if the stock is empty, the hand ends.",
            lambda rules: rules.slap == "off",
        ),
        RuleRemark(
            "If nobody has drawn from the stock, spread, hit or slapped for three rounds, nobody "
            "may take until somebody does; if the stock is empty, the hand ends.",
            lambda rules: rules.slap != "off",
        ),
    ),
    "hits_stack": (RuleRemark(_WAITS_ADD_UP, _last_wait),),
}
"""What is said after the sentence of a key in a whole rule set."""


def _keys_in_order() -> tuple[str, ...]:
    """Every key as its row says: after the one that it follows, else in the order of the rows."""
    keys = [key for key, option in OPTIONS.items() if not option.follows]
    late = [key for key, option in OPTIONS.items() if option.follows]
    while late:
        key = next(key for key in late if OPTIONS[key].follows in keys)
        late.remove(key)
        keys.insert(keys.index(OPTIONS[key].follows) + 1, key)
    return tuple(keys)


def _outline() -> Mapping[SectionNumber, tuple[str, ...]]:
    """The keys of each section; one that follows another stands in that one's section."""
    section: dict[str, SectionNumber] = {}
    for key in _KEYS:
        option = OPTIONS[key]
        section[key] = section[option.follows] if option.follows else option.section
    return {each: tuple(key for key in _KEYS if section[key] == each) for each in SECTIONS}


_KEYS: Final = _keys_in_order()
_OUTLINE: Final = _outline()


# Naturals in words (RULES.md §5.2).


def natural_name(natural: Natural) -> Message:
    """A natural in a word or two: ``50``, ``15 or less``, ``faces alone``."""
    match natural.match:
        case "count":
            return Message(str(natural.value))
        case "at_most":
            return message("{count} or less", count=natural.value)
        case "all_faces":
            return message("faces alone")


def naturals_sentences(naturals: Sequence[Natural]) -> tuple[Message, ...]:
    """Each natural in a sentence, then which goes before which."""
    if not naturals:
        return (message("No dealt hand wins at once."),)
    dealt = [natural for natural in naturals if natural.when == "deal"]
    return (
        *map(_sentence, naturals),
        *_best(dealt),
        *_order(dealt),
        *_lowest(dealt),
        *_ties(dealt),
    )


def _sentence(natural: Natural) -> Message:
    hand, pays = _hand(natural), natural.pays
    if natural.when == "deal":
        return counted(
            N_("{hand} is shown at once and wins: every other player pays {n} stake."),
            N_("{hand} is shown at once and wins: every other player pays {n} stakes."),
            pays,
            hand=hand,
        )
    if natural.open:
        return counted(
            N_(
                "{hand} may be declared at the start of its holder's first turn, if nobody has "
                "laid a spread yet: every other player pays {n} stake."
            ),
            N_(
                "{hand} may be declared at the start of its holder's first turn, if nobody has "
                "laid a spread yet: every other player pays {n} stakes."
            ),
            pays,
            hand=hand,
        )
    return counted(
        N_(
            "{hand} may be declared at the start of its holder's first turn, spreads on the table "
            "or not: every other player pays {n} stake."
        ),
        N_(
            "{hand} may be declared at the start of its holder's first turn, spreads on the table "
            "or not: every other player pays {n} stakes."
        ),
        pays,
        hand=hand,
    )


def _hand(natural: Natural) -> Message:
    match natural.match:
        case "count":
            return message("A dealt hand that counts {count}", count=natural.value)
        case "at_most":
            return message("A dealt hand that counts {count} or less", count=natural.value)
        case "all_faces":
            return message("A dealt hand of jacks, queens and kings alone")


def _best(dealt: Sequence[Natural]) -> tuple[Message, ...]:
    if not any(_overlap(one, other) for one, other in combinations(dealt, 2)):
        return ()
    return (message("A hand that is a natural in several ways counts as the best of them."),)


def _overlap(one: Natural, other: Natural) -> bool:
    counts = one.value, other.value
    return any(one.matches(count, True) and other.matches(count, True) for count in counts)


def _order(dealt: Sequence[Natural]) -> tuple[Message, ...]:
    ranks = sorted({natural.rank for natural in dealt}, reverse=True)
    if len(ranks) < 2:
        return ()
    steps = tuple(
        reduce(_either, [natural_name(each) for each in dealt if each.rank == rank])
        for rank in ranks
    )
    return (message("Of several naturals, the first in this order wins: {names}.", names=steps),)


def _either(one: Message, other: Message) -> Message:
    return message("{one} or {other}", one=one, other=other)


def _lowest(dealt: Sequence[Natural]) -> tuple[Message, ...]:
    return tuple(
        message(
            "Of several hands with a natural of {name}, the lowest count wins.",
            name=natural_name(natural),
        )
        for natural in dealt
        if natural.low_wins
    )


_OWN_TIES: Final[Mapping[Tie, str]] = {
    "void": N_("When all the naturals that tie are {names}, nobody is paid."),
    "eldest": N_(
        "When all the naturals that tie are {names}, the one nearest the dealer's left is paid."
    ),
    "all_paid": N_("When all the naturals that tie are {names}, everybody else pays each of them."),
    "split": N_(
        "When all the naturals that tie are {names}, everybody else pays once, for the dearest of "
        "them, and they share it."
    ),
}


def _ties(dealt: Sequence[Natural]) -> Iterator[Message]:
    """How ties of naturals that have a rule of their own for it are settled (RULES.md §5.2)."""
    for tie in TIES:
        named = [natural_name(natural) for natural in dealt if natural.tie == tie]
        if named:
            yield message(_OWN_TIES[tie], names=reduce(_either, named))
