"""Naturals in words (RULES.md §5.2)."""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from typing import Final

from game.rules.naturals import Natural
from game.rules.texts import N_, Message, counted, message

_HIGHEST_COUNT: Final = 200
"""More than any hand can count."""


def natural_name(natural: Natural) -> Message:
    """A natural in a word or two: ``50``, ``15 or less``, ``faces alone``."""
    match natural.match:
        case "count":
            return Message(str(natural.value))
        case "at_most":
            return message(N_("{count} or less"), count=natural.value)
        case "all_faces":
            return message(N_("faces alone"))


def naturals_sentences(naturals: Sequence[Natural]) -> tuple[Message, ...]:
    """Each natural in a sentence, then which goes before which."""
    if not naturals:
        return (message(N_("No dealt hand wins at once.")),)
    dealt = [natural for natural in naturals if natural.when == "deal"]
    return (*map(_sentence, naturals), *_best(dealt), *_order(dealt), *_lowest(dealt))


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
            return message(N_("A dealt hand that counts {count}"), count=natural.value)
        case "at_most":
            return message(N_("A dealt hand that counts {count} or less"), count=natural.value)
        case "all_faces":
            return message(N_("A dealt hand of jacks, queens and kings alone"))


def _best(dealt: Sequence[Natural]) -> tuple[Message, ...]:
    if not any(_overlap(one, other) for one, other in combinations(dealt, 2)):
        return ()
    return (message(N_("A hand that is a natural in several ways counts as the best of them.")),)


def _overlap(one: Natural, other: Natural) -> bool:
    hands = ((count, faces) for count in range(_HIGHEST_COUNT) for faces in (True, False))
    return any(one.matches(*hand) and other.matches(*hand) for hand in hands)


def _order(dealt: Sequence[Natural]) -> tuple[Message, ...]:
    ranks = sorted({natural.rank for natural in dealt}, reverse=True)
    if len(ranks) < 2:
        return ()
    steps = tuple(
        reduce(_either, [natural_name(each) for each in dealt if each.rank == rank])
        for rank in ranks
    )
    return (
        message(
            N_("Of several naturals the one that comes first here wins: {names}."), names=steps
        ),
    )


def _either(one: Message, other: Message) -> Message:
    return message(N_("{one} or {other}"), one=one, other=other)


def _lowest(dealt: Sequence[Natural]) -> tuple[Message, ...]:
    return tuple(
        message(
            N_("Of several hands with a natural of {name} the lowest count wins."),
            name=natural_name(natural),
        )
        for natural in dealt
        if natural.low_wins
    )
