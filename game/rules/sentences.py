"""A rule set in sentences: the whole of it, or what differs from another."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Final, TypeAlias

from game.rules.messages import N_, Message, counted, message
from game.rules.naturals import TIES, Natural, Tie
from game.rules.options import SECTION_LABELS, SECTIONS, SectionNumber
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, WAITS, RuleSet, why_idle

_Maker: TypeAlias = Callable[[RuleSet], Iterable[Message]]
_Entry: TypeAlias = str | _Maker
"""A sentence that holds at every table, or what makes sentences of several keys."""


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
        for sentence in (*each.mine, *_more(each.key, rules))
    )


def value_sentences(key: str, value: object) -> tuple[Message, ...]:
    """What one value of one key means, in whole sentences."""
    if key == "naturals":
        return naturals_sentences(value)  # type: ignore[arg-type]  # what that key holds
    return (OPTIONS[key].sentence(value),)


def _more(key: str, rules: RuleSet) -> Iterator[Message]:
    if key in _COMPANIONS:
        yield from _COMPANIONS[key](rules)


def described_keys() -> tuple[str, ...]:
    """Every key that ``describe`` speaks of, in its order."""
    return tuple(key for keys in _OUTLINE.values() for key in keys)


def _sentences_of(rules: RuleSet, key: str) -> Iterator[Message]:
    yield from _entries(rules, _BEFORE.get(key, ()))
    yield from _rule(rules, key)
    yield from _entries(rules, _AFTER.get(key, ()))


def _entries(rules: RuleSet, entries: tuple[_Entry, ...]) -> Iterator[Message]:
    for entry in entries:
        if isinstance(entry, str):
            yield Message(entry)
        else:
            yield from entry(rules)


def _rule(rules: RuleSet, key: str) -> Iterator[Message]:
    value = getattr(rules, key)
    if not OPTIONS[key].is_quiet(value) and not why_idle(key, rules):
        yield from value_sentences(key, _in_force(rules, key))


def _in_force(rules: RuleSet, key: str) -> object:
    """The value of a key as far as the others leave it its effect."""
    if key == "last_lay" and rules.last_lay == "both" and rules.stockout == "void":
        return "drop"
    return getattr(rules, key)


def _dead_jokers(rules: RuleSet) -> Iterator[Message]:
    if rules.jokers and "X" not in rules.wild:
        yield message("A joker counts 0 and can only be discarded, never spread or hit.")


def _wild_cards(rules: RuleSet) -> Iterator[Message]:
    if rules.wild:
        yield message(
            "A spread needs two cards that stand for themselves; on the table, a wild card keeps "
            "its place for good."
        )
    if rules.wild_points != "own":
        return
    if "2" in rules.wild:
        yield message("A wild 2 still counts 2 in the hand.")
    if "X" in rules.wild:
        yield message("A wild joker counts 0 in the hand.")


def _players(rules: RuleSet) -> Iterator[Message]:
    able = rules.possible_seats()
    if not able:
        yield message("The pack is too small even for two players.")
    elif len(able) == 1:
        yield message("There are {seats} players.", seats=able[0])
    else:
        yield message("There are {least} to {most} players.", least=able[0], most=able[-1])


def _push_up(rules: RuleSet) -> Iterator[Message]:
    if rules.scoring == "push_up":
        yield message(
            "Points are pushed up: where you would pay several stakes for an ending, you add your "
            "own count as many times."
        )


def _caught(rules: RuleSet) -> Iterator[Message]:
    if rules.scoring == "push_up":
        yield message(
            "If you are caught, the lowest count has won the hand, and so have all who tie for it; "
            "everybody else, you included, adds their own count."
        )
    elif rules.catch in _EACH_LOWEST_PAID:
        yield message("If several tie for lowest, each of them is paid in full.")


_EACH_LOWEST_PAID: Final = (
    "standard",
    "lowest_only",
    "single_each",
    "single_worse_pay",
    "whole_table",
    "single_to_lower",
)


def _last_stock_card(rules: RuleSet) -> Iterator[Message]:
    if rules.stock_end != "at_once":
        return
    if rules.booed:
        yield message(
            "The deck is booed by then: emptying your hand on that turn pays nothing by itself, "
            "but your zero is compared with the other counts."
        )
    else:
        yield message("Whoever empties their hand on that turn still wins.")


def _still_turns(rules: RuleSet) -> Iterator[Message]:
    if rules.slap == "off":
        yield message(
            "If nobody has drawn from the stock, spread or hit for three rounds, nobody may take "
            "until somebody does; if the stock is empty, the hand ends."
        )
    else:
        yield message(
            "If nobody has drawn from the stock, spread, hit or slapped for three rounds, nobody "
            "may take until somebody does; if the stock is empty, the hand ends."
        )


def _own_ties(rules: RuleSet) -> Iterator[Message]:
    if any(natural.tie and natural.when == "deal" for natural in rules.naturals):
        yield message("Naturals with a tie rule of their own, as told above, go by that instead.")


def _all_spreads(rules: RuleSet) -> Iterator[Message]:
    if rules.count == "unmatched":
        yield message(
            "A hand that is all spreads counts 0, but it is not empty: it pays nothing before a "
            "drop or a stock-out."
        )


def _emptied_by_last_lay(rules: RuleSet) -> Iterator[Message]:
    if rules.last_lay != "no" and not why_idle("last_lay", rules):
        yield message("A hand emptied that way counts 0, but emptying it pays nothing by itself.")


def _free_last_lay(rules: RuleSet) -> Iterator[Message]:
    """What binds a turn does not bind a last lay (RULES.md §5.18)."""
    binds = rules.hits_per_turn or not rules.spread_out or rules.hit_blocks_out
    if rules.last_lay == "no" or why_idle("last_lay", rules):
        return
    if binds or rules.must_spread != "no":
        yield message(
            "The rules of a turn on spreading, hits and emptying a hand do not hold then."
        )


def _no_drop_at_the_end(rules: RuleSet) -> Iterator[Message]:
    if rules.drop_when == "any_time" and rules.slap != "off":
        yield message("When only a slap can still keep the hand from ending, nobody may drop.")


def _waits(rules: RuleSet) -> Iterator[Message]:
    if any(getattr(rules, key) for key in WAITS):
        yield message("All these waits add up. They keep you from dropping, never from going out.")


def _waits_after(key: str) -> _Maker:
    """What is to be said of waits, after the last of them."""

    def sentences(rules: RuleSet) -> Iterator[Message]:
        if key == next(each for each in reversed(WAITS) if getattr(rules, each)):
            yield from _waits(rules)

    return sentences


def _hit_blocks_out(rules: RuleSet) -> Iterator[Message]:
    if not rules.hit_blocks_out:
        return
    if rules.slap != "off":
        yield message("A slap is such a hit too, and until that turn no slap may empty your hand.")
    if rules.booed:
        yield message("Once the deck is booed, no hit keeps anybody from emptying a hand.")


def _won_drop(rules: RuleSet) -> Iterator[Message]:
    if rules.scoring != "push_up":
        yield message("If you win, every other player pays you 1 stake.")


_BEFORE: Final[Mapping[str, tuple[_Entry, ...]]] = {
    "hand_size": (
        _players,
        N_(
            "Everybody cuts a card, king high and ace low: the highest deals first, the next "
            "highest sits on the dealer's left, and so on. Players who tie cut again."
        ),
        N_("A player who joins later sits on the dealer's right."),
    ),
    "take": (
        N_("The player on the dealer's left begins, and the turn passes to the left."),
        N_(
            "A turn begins with one of these: drop, draw the top card of the stock, or take the "
            "top discard."
        ),
    ),
    "must_spread": (
        N_(
            "After drawing or taking you may lay spreads: books, three or four cards of one rank, "
            "and runs, three or more cards of one suit in order."
        ),
    ),
    "hit_books": (N_("You may also hit spreads, your own or anybody's: add cards that fit."),),
    "discard_after_hit": (
        N_("A turn ends with a discard, face up; only the top discard can be seen."),
    ),
    "first_turn_drop": (N_("You may drop at the start of your turn, before drawing."),),
    "catch": (
        N_(
            "After a drop all hands are counted: you win if your count is lower than every other; "
            "if not, you are caught."
        ),
        _won_drop,
    ),
    "tonk_pays": (
        _push_up,
        N_("A hand emptied by a spread or a hit, without a discard, is a tonk."),
    ),
}
"""What every table plays alike, before the key that it leads to."""

_AFTER: Final[Mapping[str, tuple[_Entry, ...]]] = {
    "jokers": (_dead_jokers,),
    "wild": (_wild_cards,),
    "natural_tie": (_own_ties,),
    "stock_end": (_last_stock_card, _still_turns),
    "hits_stack": (_waits,),
    "hit_blocks_out": (_hit_blocks_out,),
    "count": (_all_spreads,),
    "last_lay": (_emptied_by_last_lay, _free_last_lay),
    "drop_when": (_no_drop_at_the_end,),
    "catch": (_caught,),
}

_COMPANIONS: Final[Mapping[str, _Maker]] = {
    "jokers": _dead_jokers,
    "wild": _wild_cards,
    "scoring": _push_up,
    "stock_end": _last_stock_card,
    "hit_blocks_out": _hit_blocks_out,
    "catch": _caught,
    "count": _all_spreads,
    "last_lay": lambda rules: (*_emptied_by_last_lay(rules), *_free_last_lay(rules)),
    "drop_when": _no_drop_at_the_end,
    **{key: _waits_after(key) for key in WAITS},
}
"""What has to be said with a key's own sentence where the other keys' sentences are left out."""


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
