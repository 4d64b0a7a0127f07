"""Hands played out on the engine itself, as fast as it goes: for measuring and for search.

These players see the whole state and think of nothing. An opponent for people sees a ``SeatView``.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from game.rules.actions import DRAW, DROP, STOP, Action, Discard
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.pack import COUNT_MASK, COUNT_SHIFT, RANK_FIELD, SIZE_SHIFT, Pack
from game.rules.phases import Phase

# An enum's members are slow to look up by name, and these loops do little else.
_START: Final = Phase.START
_LAY: Final = Phase.LAY
_SLAP: Final = Phase.SLAP
_OVER: Final = Phase.OVER

LONGEST: Final = 1_000_000
"""More actions than any hand has."""

_RANKS_MASK: Final = (1 << COUNT_SHIFT - RANK_FIELD) - 1


def random_to_end(hand: Hand, random: Random) -> int:
    """Play uniformly among all legal actions but the drop; the number of actions played."""
    dice, legal_actions, play = random.getrandbits, hand.legal, hand.play
    changes = 0
    while hand.phase is not _OVER:
        if hand.is_slappable and _slap_at_random(hand, random):
            changes += 1
            continue
        legal = legal_actions()
        if not legal:
            hand.close_slap()
            continue
        action = legal[dice(24) % len(legal)]
        while action is DROP:
            action = legal[dice(24) % len(legal)]
        play(action)
        changes += 1
    return changes


def _slap_at_random(hand: Hand, random: Random) -> bool:
    """Let one seat slap the top discard, or nobody, all possibilities equally likely."""
    slaps: list[Action] = [slap for seat in hand.slappers() for slap in hand.legal_slaps(seat)]
    choice = int(random.random() * (len(slaps) + 1))
    if choice == len(slaps):
        return False
    hand.play(slaps[choice])
    return True


def greedy_to_end(hand: Hand, drop_at: int = 8, changes: int = LONGEST) -> int:
    """Lay all that can be laid, throw the highest card, drop at a count; the number of actions.

    Never takes and never slaps. Stops early after so many ``changes``.
    """
    legal_actions, play, hands = hand.legal, hand.play, hand.hands
    highest = _highest_card(hand.law.pack)
    played = 0
    while hand.phase is not _OVER and played < changes:
        if hand.phase is _START:
            low = hands[hand.turn] >> COUNT_SHIFT & COUNT_MASK <= drop_at
            if low and DROP in legal_actions():
                play(DROP)
            else:
                play(DRAW if hand.next_card < hand.deck_size else STOP)
        elif hand.phase is _SLAP:
            hand.close_slap()
            continue
        else:
            action = legal_actions()[0]
            is_discard = action.__class__ is Discard
            play((highest(hands[hand.turn]) or action) if is_discard else action)
        played += 1
    return played


@lru_cache(maxsize=32)
def _highest_card(pack: Pack) -> Callable[[int], Discard | None]:
    """A function from a set of cards to the discard of its highest, None where all are jokers."""
    masks = pack.rank_masks
    discards = {bit: Discard(card) for card, bit in pack.bit.items()}

    def highest(held: int) -> Discard | None:
        ranks = held >> RANK_FIELD & _RANKS_MASK
        if not ranks:
            return None
        cards = held & masks[ranks.bit_length() - 1 >> 2]
        return discards[cards & -cards]

    return highest


def playout(hand: Hand, seat: int, random: Random, known: Sequence[Sequence[Card]] = ()) -> Hand:
    """Deal anew what ``seat`` cannot see, play greedily to the end, and give the hand so ended.

    ``known[s]`` are cards that ``seat`` knows seat ``s`` to hold.
    """
    twin = hand.copy()
    redeal(twin, seat, random, known)
    greedy_to_end(twin)
    return twin


def redeal(hand: Hand, seat: int, random: Random, known: Sequence[Sequence[Card]] = ()) -> None:
    """Shuffle the stock and what the others hold, but for ``known``; sizes stay."""
    pack, hands = hand.law.pack, hand.hands
    others = [each for each in range(hand.seats) if each != seat]
    sizes = [held >> SIZE_SHIFT for held in hands]
    hidden = list(hand.deck[hand.next_card :])
    for other in others:
        kept = pack.weigh(known[other]) if known else 0
        hidden += pack.cards_in(hands[other] - kept)
        hands[other] = kept
    chance = random.random
    hidden.sort(key=lambda _: chance())  # a shuffle, at half the price of random.shuffle
    for other in others:
        for _ in range(hand.size(other), sizes[other]):
            hands[other] += pack.weight[hidden.pop()]
    hand.deck = (*hand.deck[: hand.next_card], *hidden)
    hand.dealt = tuple(
        hands[each] if each != seat and hand.from_eldest(each) >= hand.turns else dealt
        for each, dealt in enumerate(hand.dealt)
    )
