"""Naturals in sentences: what they pay, which of several wins, and how ties are settled.

RULES.md §5.2 has the rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from typing import Final, NamedTuple

from game.rules.cards import FACES
from game.rules.messages import N_, Message, counted, message
from game.rules.naturals import TIES, Natural, Tie
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, RuleSet


def natural_name(natural: Natural) -> Message:
    """Return the short name of a natural: ``50``, ``15 or less``, ``face cards only``."""
    match natural.match:
        case "count":
            return Message(str(natural.value))
        case "at_most":
            return message("{count} or less", count=natural.value)
        case "all_faces":
            return message("face cards only")


def naturals_sentences(
    naturals: Sequence[Natural], rules: RuleSet = STANDARD
) -> tuple[Message, ...]:
    """Return a sentence for each natural, then their order of precedence, given the other keys of
    ``rules``.
    """
    if not naturals:
        return (message("No dealt hand wins at once."),)
    rules = rules.changed(naturals=tuple(naturals))
    dealt = rules.dealt_naturals
    return (
        *map(_sentence, naturals),
        *_best(dealt, rules),
        *_order(dealt, rules),
        *map(Message, what_ties(rules, has_own=True)),
        *_own_ties(dealt, rules),
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
            "{hand} may be declared at the start of its holder's first turn, even if somebody has "
            "laid a spread: every other player pays {n} stake."
        ),
        N_(
            "{hand} may be declared at the start of its holder's first turn, even if somebody has "
            "laid a spread: every other player pays {n} stakes."
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
            return message("A dealt hand of face cards only")


def _best(dealt: Sequence[Natural], rules: RuleSet) -> tuple[Message, ...]:
    if not any(_overlap(one, other, rules) for one, other in combinations(dealt, 2)):
        return ()
    if len({each.rank for each in dealt}) > 1:
        return (
            message(
                "A hand that is a natural in several ways counts as the one that comes first in "
                "this order: {names}.",
                names=_in_order(dealt, lambda each: (each.rank, each.pays)),
            ),
        )
    if len({each.pays for each in dealt}) > 1:
        return (
            message(
                "A hand that is a natural in several ways counts as the highest-paying of them."
            ),
        )
    return (message("A hand that is a natural in several ways counts as only one of them."),)


def _overlap(one: Natural, other: Natural, rules: RuleSet) -> bool:
    """Return whether one hand may be both naturals."""
    has_faces = "all_faces" in (one.match, other.match)
    counts = _counts_of_faces(rules) if has_faces else {one.value, other.value}
    return any(one.matches(count, True) and other.matches(count, True) for count in counts)


def _counts_of_faces(rules: RuleSet) -> set[int]:
    """Return the range of counts of hands of face cards only."""
    worth = sorted(rules.points(card) for card in rules.pack() if card[0] in FACES)
    sizes = {rules.cards_dealt(seats) for seats in rules.possible_seats()}
    return {
        count
        for size in sizes
        if size <= len(worth)
        for count in range(sum(worth[:size]), sum(worth[-size:]) + 1)
    }


def _order(dealt: Sequence[Natural], rules: RuleSet) -> Iterator[Message]:
    """Yield sentences about which of several naturals wins."""
    if len({natural.rank for natural in dealt}) > 1:
        names = _in_order(dealt, lambda each: each.rank)
        yield message("Of several naturals, the first in this order wins: {names}.", names=names)
    for natural in dealt:
        if may_be_lower(natural, rules):
            yield message(
                "Of several hands with a natural of {name}, the lowest count wins.",
                name=natural_name(natural),
            )


def _in_order(
    dealt: Sequence[Natural], height: Callable[[Natural], int | tuple[int, int]]
) -> Message | tuple[Message, ...]:
    """Return the names of naturals, the highest rank first, those of equal rank together."""
    heights = sorted({height(each): None for each in dealt}, reverse=True)
    steps = tuple(
        reduce(_alike, [natural_name(each) for each in dealt if height(each) == step])
        for step in heights
    )
    if len(steps) == len(dealt):
        return steps
    # TRANSLATORS: naturals in order of rank, as in "50 and face cards only, then 13 or less".
    return reduce(lambda one, other: message("{one}, then {other}", one=one, other=other), steps)


def _alike(one: Message, other: Message) -> Message:
    # TRANSLATORS: naturals of equal rank, as in "14 or less and face cards only".
    return message("{one} and {other}", one=one, other=other)


# How ties are settled.


class _TieWords(NamedTuple):
    """The sentences about how a tie of naturals is settled.

    They are for every tie, for ties that other rules leave, for naturals without a rule of their
    own, and for naturals by name. ``always`` is empty if the sentence of ``natural_tie`` says it.
    """

    always: str
    still: str
    otherwise: str
    among: str


_TIE_WORDS: Final[Mapping[str, _TieWords]] = {
    "void": _TieWords(
        "",
        N_("When naturals still tie, nobody is paid, and the next hand is dealt."),
        N_("In any other tie of naturals nobody is paid, and the next hand is dealt."),
        N_("In a tie among naturals of {names}, nobody is paid, and the next hand is dealt."),
    ),
    "eldest": _TieWords(
        "",
        N_("When naturals still tie, the one nearest the dealer's left is paid."),
        N_("In any other tie of naturals the one nearest the dealer's left is paid."),
        N_("In a tie among naturals of {names}, the one nearest the dealer's left is paid."),
    ),
    "all_paid": _TieWords(
        "",
        N_("When naturals still tie, everybody else pays each of them."),
        N_("In any other tie of naturals everybody else pays each of them."),
        N_("In a tie among naturals of {names}, everybody else pays each of them."),
    ),
    "split": _TieWords(
        "",
        N_(
            "When naturals still tie, everybody else pays once, for the highest-paying of them, "
            "and they share it equally; what is left over goes to those nearest the dealer's left, "
            "a stake each."
        ),
        N_(
            "In any other tie of naturals everybody else pays once, for the highest-paying of "
            "them, and they share it equally; what is left over goes to those nearest the dealer's "
            "left, a stake each."
        ),
        N_(
            "In a tie among naturals of {names}, everybody else pays once, for the highest-paying "
            "of them, and they share it equally; what is left over goes to those nearest the "
            "dealer's left, a stake each."
        ),
    ),
    "split alike": _TieWords(
        N_(
            "When naturals tie, everybody else pays once, and they share it equally; what is left "
            "over goes to those nearest the dealer's left, a stake each."
        ),
        N_(
            "When naturals still tie, everybody else pays once, and they share it equally; what is "
            "left over goes to those nearest the dealer's left, a stake each."
        ),
        N_(
            "In any other tie of naturals everybody else pays once, and they share it equally; "
            "what is left over goes to those nearest the dealer's left, a stake each."
        ),
        N_(
            "In a tie among naturals of {names}, everybody else pays once, and they share it "
            "equally; what is left over goes to those nearest the dealer's left, a stake each."
        ),
    ),
    "void in push-up": _TieWords(
        N_("When naturals tie, nobody adds points, and the next hand is dealt."),
        N_("When naturals still tie, nobody adds points, and the next hand is dealt."),
        N_("In any other tie of naturals nobody adds points, and the next hand is dealt."),
        N_("In a tie among naturals of {names}, nobody adds points, and the next hand is dealt."),
    ),
    "eldest in push-up": _TieWords(
        N_("When naturals tie, the one nearest the dealer's left wins."),
        N_("When naturals still tie, the one nearest the dealer's left wins."),
        N_("In any other tie of naturals the one nearest the dealer's left wins."),
        N_("In a tie among naturals of {names}, the one nearest the dealer's left wins."),
    ),
    "all win": _TieWords(
        N_("When naturals tie, all of them win."),
        N_("When naturals still tie, all of them win."),
        N_("In any other tie of naturals all of them win."),
        N_("In a tie among naturals of {names}, all of them win."),
    ),
    "all win, the best counts": _TieWords(
        N_(
            "When naturals tie, all of them win, and everybody else adds for the highest-paying of "
            "them only."
        ),
        N_(
            "When naturals still tie, all of them win, and everybody else adds for the "
            "highest-paying of them only."
        ),
        N_(
            "In any other tie of naturals all of them win, and everybody else adds for the "
            "highest-paying of them only."
        ),
        N_(
            "In a tie among naturals of {names}, all of them win, and everybody else adds for the "
            "highest-paying of them only."
        ),
    ),
}


def _tie_words(tie: Tie, tied: Sequence[Natural], rules: RuleSet) -> _TieWords:
    """Return the words for ``tie`` among naturals of which those of equal rank can tie."""
    pay_alike = len({(each.rank, each.pays) for each in tied}) == len({each.rank for each in tied})
    if not rules.is_push_up:
        return _TIE_WORDS["split alike" if tie == "split" and pay_alike else tie]
    if tie in ("void", "eldest"):
        return _TIE_WORDS[f"{tie} in push-up"]
    return _TIE_WORDS["all win" if pay_alike else "all win, the best counts"]


def natural_tie(rules: RuleSet) -> Iterator[Message]:
    """Yield the sentence on how ties of naturals are settled, given the other keys."""
    dealt = rules.dealt_naturals
    words = _tie_words(rules.natural_tie, dealt, rules)
    if any(each.tie for each in dealt):
        yield Message(words.otherwise)
    elif _are_ordered(dealt, rules) and not _have_other_counts(rules):
        yield Message(words.still)
    elif words.always:
        yield Message(words.always)
    else:
        yield OPTIONS["natural_tie"].sentence(rules.natural_tie)


def what_ties(rules: RuleSet, *, has_own: bool) -> Iterator[str]:
    """Yield what ties, if naturals of different counts do.

    With ``has_own`` this comes before the naturals' own tie rules.
    """
    dealt = rules.dealt_naturals
    if any(each.tie for each in dealt) is not has_own:
        return
    is_some = len(dealt) < len(rules.naturals)
    several = len(dealt) > 1 or any(each.match == "at_most" for each in dealt)
    if several and not _are_ordered(dealt, rules):
        if is_some:
            yield N_("Naturals shown at the deal tie, whatever their counts.")
        else:
            yield N_("Naturals tie, whatever their counts.")
    elif _have_other_counts(rules):
        if is_some:
            yield N_("Otherwise naturals shown at the deal tie, whatever their counts.")
        else:
            yield N_("Otherwise naturals tie, whatever their counts.")


def _own_ties(dealt: Sequence[Natural], rules: RuleSet) -> Iterator[Message]:
    """Yield how ties of naturals with a tie rule of their own are settled (RULES.md §5.2)."""
    ranks = sorted({natural.rank for natural in dealt}, reverse=True)
    for tie, rank in product(TIES, ranks):
        own = [natural for natural in dealt if (natural.tie, natural.rank) == (tie, rank)]
        if own:
            words = _tie_words(tie, own, rules)
            yield message(words.among, names=reduce(_alike, map(natural_name, own)))


def _are_ordered(dealt: Sequence[Natural], rules: RuleSet) -> bool:
    """Return whether rank or a low count may decide between naturals."""
    has_ranks = len({each.rank for each in dealt}) > 1
    return has_ranks or any(may_be_lower(each, rules) for each in dealt)


def may_be_lower(natural: Natural, rules: RuleSet) -> bool:
    """Return whether the lowest of several hands with this natural wins, and counts can differ.

    Face cards alone all count the same unless they rise.
    """
    is_fixed = natural.match == "count"
    is_fixed |= natural.match == "all_faces" and rules.face_values == "ten"
    return natural.low_wins and not is_fixed


def _have_other_counts(rules: RuleSet) -> bool:
    """Return whether naturals of different counts tie beside others of which the lowest wins."""
    dealt = rules.dealt_naturals
    is_one_rank = len({each.rank for each in dealt}) == 1
    return len(dealt) > 1 and is_one_rank and any(may_be_lower(each, rules) for each in dealt)
