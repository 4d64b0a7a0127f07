"""Every action that one could name, to hold the list of legal ones against.

Of spreads with wild cards there are more names than it would take to be sure: at most two wild
cards are named, among at most four cards. Everything else is whole.
"""

from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Final

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Slap,
    Spread,
)
from game.rules.cards import Card
from game.rules.spreads import read_spread

if TYPE_CHECKING:
    from game.rules.hand import Hand

_BARE: Final[tuple[Action, ...]] = (DROP, DECLARE, DRAW, TAKE, STOP, DONE, PASS)
_NAMED_MOST: Final = 2
_WITH_NAMES_MOST: Final = 4
_NOT_HELD: Final = 3


def nameable(hand: "Hand", seat: int) -> Iterator[Action]:
    """What ``seat`` could say, sense or nonsense."""
    held = hand.cards_of(seat)
    yield from _BARE
    others = (card for card in hand.law.pack.cards if card not in held)
    yield from (Discard(card) for card in (*held, *islice(others, _NOT_HELD)))
    yield from _hits(hand, held)
    yield from _spreads(hand, held)
    for number in range(len(hand.spreads) + 1):
        yield from (Slap(seat, number, card) for card in (None, *held))


def _hits(hand: "Hand", held: tuple[Card, ...]) -> Iterator[Hit]:
    names = ("", *hand.rules.ranks)
    for card, number in product(held, range(len(hand.spreads) + 1)):
        yield from (Hit(card, number, name) for name in names)


def _spreads(hand: "Hand", held: tuple[Card, ...]) -> Iterator[Spread]:
    wilds = {card for card in held if hand.law.pack.bit[card] & hand.law.pack.wild_mask}
    for size in range(1, len(held) + 1):
        for cards in combinations(held, size):
            yield Spread(cards)
            if size <= _WITH_NAMES_MOST:
                mine = tuple(card for card in cards if card in wilds)
                yield from (Spread(cards, names) for names in _names(hand.rules.ranks, mine))


def _names(ranks: str, wilds: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, str], ...]]:
    for count in range(1, min(_NAMED_MOST, len(wilds)) + 1):
        for named in combinations(wilds, count):
            for given in product(ranks, repeat=count):
                yield tuple(zip(named, given, strict=True))


def is_in_space(action: Action) -> bool:
    """Whether ``nameable`` would come to this action or to one that is alike."""
    if not isinstance(action, Spread) or not action.wild:
        return True
    return len(action.cards) <= _WITH_NAMES_MOST and len(action.wild) <= _NAMED_MOST


def essence(hand: "Hand", action: Action) -> object:
    """The same for actions that make no difference to the game.

    Those are the ways to name the same wild cards over the same places.
    """
    match action:
        case Spread():
            laid = read_spread(hand.law.pack, action)
            if laid is None:
                return action
            return laid.kind, laid.suit, laid.low, laid.stands_for, frozenset(action.cards)
        case _:
            return action
