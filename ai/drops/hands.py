"""Hands played out under the rules in force without a drop, and what each drop would have paid.

The players are quick and sensible: they lay what they can, take what they can lay, slap when they
can, and throw the highest card that goes with nothing. What matters is how fast counts fall.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple, TypeAlias, cast

from ai.drops.payments import Payoffs, worth_of
from ai.pack import pack_facts
from game.rules.actions import (
    DRAW,
    DROP,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Spread,
    cards_played,
)
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.pack import pack_of
from game.rules.phases import OVER, SLAP, START
from game.rules.ruleset import RuleSet

Thrower: TypeAlias = Callable[[int, Sequence[Discard]], Discard]

DEALER: Final = 0
_KEPT: Final = 6 / 45
"""By how much of its points a pair is better than it looks: chances to come, by cards unseen."""
_WILD: Final = 5


class Moment(NamedTuple):
    """The start of a turn: who, in which round, and how all stand.

    ``fewest`` are the cards of the other seat that has fewest, ``own`` those of the seat; where
    the others' are none, or the rules forbid it, nobody ``may_drop``.
    """

    seat: int
    round: int
    fewest: int
    own: int
    counts: tuple[int, ...]
    may_drop: bool


class PlayedOut(NamedTuple):
    """A hand without drops, and what each seat was paid in the end."""

    moments: tuple[Moment, ...]
    pays: Payoffs


def played_out(rules: RuleSet, seats: int, number: int) -> Iterator[PlayedOut]:
    """So many hands; those that the deal decides are left out."""
    dice, pack = Random(f"{seats} seats"), list(rules.pack())
    while number:
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, DEALER, pack)
        if hand.phase is not OVER:
            yield _play(hand, dice)
        number -= 1


def _play(hand: Hand, dice: Random) -> PlayedOut:
    throw = _thrower(hand.rules)
    moments = []
    while hand.phase is not OVER:
        if hand.is_slappable and _slap(hand, throw, dice):
            continue
        if hand.phase is START:
            legal = hand.legal()
            moments.append(_moment(hand, DROP in legal))
            hand.play(_start(hand, legal))
        elif hand.phase is SLAP:
            hand.close_slap()
        else:
            hand.play(_lay_or_throw(hand, throw))
    payments = hand.result.payments if hand.result else ()
    return PlayedOut(tuple(moments), worth_of(payments, hand.rules))


def _moment(hand: Hand, may_drop: bool) -> Moment:
    fewest = min(hand.size(other) for other in range(hand.seats) if other != hand.turn)
    return Moment(
        seat=hand.turn,
        round=hand.turns // hand.seats,
        fewest=fewest,
        own=hand.size(hand.turn),
        counts=hand.counts(),
        may_drop=may_drop and fewest > 0,
    )


def _lay_or_throw(hand: Hand, throw: Thrower) -> Action:
    """The lay that sheds most; without one, what to throw."""
    legal = hand.legal()
    if isinstance(legal[0], Discard):
        return throw(hand.hands[hand.turn], cast("Sequence[Discard]", legal))
    lays = [action for action in legal if isinstance(action, Spread | Hit)]
    if len(lays) < 2:
        return legal[0]
    weigh, count = hand.law.pack.weigh, hand.law.count
    return max(lays, key=lambda lay: count(weigh(cards_played(lay))))


def _start(hand: Hand, legal: Sequence[Action]) -> Action:
    if TAKE in legal and _is_of_use(hand, hand.pile[-1]):
        return TAKE
    return DRAW if DRAW in legal else STOP


def _is_of_use(hand: Hand, card: Card) -> bool:
    law, held = hand.law, hand.hands[hand.turn]
    if law.pack.bit[card] & hand.hittable:
        return True
    return len(law.spreads_in(held + law.weight[card])) > len(law.spreads_in(held))


def _slap(hand: Hand, throw: Thrower, dice: Random) -> bool:
    """Let a seat slap, if any can use it; seats that race are equally quick."""
    seats = list(hand.slappers())
    dice.shuffle(seats)
    for seat in seats:
        slaps = [(slap.discard, slap) for slap in hand.legal_slaps(seat) if slap.discard]
        if slaps:
            thrown = throw(hand.hands[seat], [Discard(card) for card, _ in slaps])
            hand.play(dict(slaps)[thrown.card])
            return True
    return False


@lru_cache(maxsize=32)
def _thrower(rules: RuleSet) -> Thrower:
    """Which card to throw: the highest, less what keeping it promises."""
    facts, bit = pack_facts(rules), pack_of(rules).bit
    value = {card: facts.points[card] - _WILD * (card in facts.wilds) for card in facts.cards}
    bonds = {
        card: tuple(
            (bit[other], _KEPT * len(thirds) * (facts.points[card] + facts.points[other]))
            for other, thirds in facts.links[card].items()
        )
        for card in facts.cards
    }

    def loss(held: int, card: Card) -> float:
        return value[card] - sum([worth for other, worth in bonds[card] if held & other])

    def throw(held: int, discards: Sequence[Discard]) -> Discard:
        return max(discards, key=lambda discard: loss(held, discard.card))

    return throw
