"""Hands played out on the engine itself, as fast as it goes: for measuring and for search.

These players see the whole state and think of nothing. An opponent for people sees a ``SeatView``.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from ai.bitboard.counting import full_count
from ai.bitboard.hand import Hand
from ai.bitboard.pack import COUNT_MASK, COUNT_SHIFT, RANK_FIELD, SIZE_SHIFT, Pack
from ai.bitboard.window import Window, settle
from game.rules.actions import DRAW, DROP, PASS, STOP, TAKE, Action, Discard
from game.rules.cards import JOKER_RANK, Card
from game.rules.phases import Phase
from game.rules.ruleset import RULE_SETS_KEPT

# An enum's members are slow to look up by name, and these loops do little else.
_START: Final = Phase.START
_LAY: Final = Phase.LAY
_SLAP: Final = Phase.SLAP
_OVER: Final = Phase.OVER

LONGEST: Final = 1_000_000
"""More actions than any hand has."""

_RANKS_MASK: Final = (1 << COUNT_SHIFT - RANK_FIELD) - 1
_COUNT_BITS: Final = COUNT_MASK << COUNT_SHIFT
_ANY_COUNT: Final = COUNT_MASK + 1 << COUNT_SHIFT
"""Above the count of every hand."""


def random_to_end(hand: Hand, random: Random) -> int:
    """Play uniformly among all legal actions but the drop; the number of actions played.

    Who may claim or slap a discard is asked in the window for that (``ai.bitboard.window``).
    """
    dice, legal_actions, play = random.getrandbits, hand.legal, hand.play
    changes = 0
    while hand.phase is not _OVER:
        if hand.is_slappable and _answer_at_random(hand, random):
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


def _answer_at_random(hand: Hand, random: Random) -> bool:
    """Let each seat claim or slap the top discard, or pass, all its possibilities equally likely.

    Whether one did.
    """

    def decide(window: Window, seat: int) -> Action:
        may: tuple[Action, ...] = (TAKE,) if seat == window.claimer else hand.legal_slaps(seat)
        choice = int(random.random() * (len(may) + 1))
        return PASS if choice == len(may) else may[choice]

    move = settle(hand, decide, lambda _seat: random.random())
    if move is None:
        return False
    hand.play_by(*move)
    return True


def greedy_to_end(hand: Hand, drop_at: int = 8, changes: int = LONGEST) -> int:
    """Lay all that can be laid, throw the highest card, drop at a count; the number of actions.

    Never takes and never slaps: a window has to be asked only for drops out of turn. Stops early
    after so many ``changes``.
    """
    legal_lays, play, hands = hand.legal_lays, hand.play, hand.hands
    highest, is_plain = _highest_of(hand.law.pack), not hand.law.has_lay_bars
    low, drops = drop_at + 1 << COUNT_SHIFT, _drops_on_turn
    if hand.law.has_drops_out_of_turn or hand.law.count is not full_count:
        low, drops = _ANY_COUNT, _drops_otherwise
    played = 0
    while played < changes:
        phase = hand.phase
        if phase is _START:
            if not (hands[hand.turn] & _COUNT_BITS < low and drops(hand, drop_at)):
                play(DRAW if hand.next_card < hand.deck_size else STOP)
        elif phase is _LAY and is_plain and hand.taken is None:
            lays = legal_lays()
            if lays:
                play(lays[0])
            else:
                held = hands[hand.turn]
                rank, discard = highest[(held >> RANK_FIELD & _RANKS_MASK).bit_length() - 1 >> 2]
                play(discard[held & rank])
        elif phase is _OVER:
            break
        elif phase is _SLAP:
            hand.close_slap()
            continue
        else:
            play(_greedy_choice(hand))
        played += 1
    return played


def _drops_on_turn(hand: Hand, drop_at: int) -> bool:  # noqa: ARG001 - found to be low enough
    """Let the seat on turn drop if it may; whether it did."""
    if DROP not in hand.legal():
        return False
    hand.play(DROP)
    return True


def _drops_otherwise(hand: Hand, drop_at: int) -> bool:
    """Let the first seat that counts no more than ``drop_at``, and may, drop; whether one did.

    For rules by which seats drop out of turn as well, or only unmatched cards count: then more
    hands are low than those that all cards show to be.
    """
    count = hand.law.count

    def decide(window: Window, seat: int) -> Action:
        drops = count(hand.hands[seat]) <= drop_at and DROP in window.options(seat)
        return DROP if drops else PASS

    move = settle(hand, decide) if hand.law.has_drops_out_of_turn else None
    if move is not None:
        hand.play_by(*move)
    elif count(hand.hands[hand.turn]) <= drop_at and DROP in hand.legal():
        hand.play(DROP)
    else:
        return False
    return True


def _greedy_choice(hand: Hand) -> Action:
    """The first spread or hit where there is one, else the highest card that may be thrown."""
    legal = hand.legal()
    first = legal[0]
    if first.__class__ is not Discard:
        return first
    place = hand.law.pack.place
    return max(
        legal, key=lambda each: place.get(each.card[0], -1) if isinstance(each, Discard) else -2
    )


@lru_cache(maxsize=RULE_SETS_KEPT)
def _highest_of(pack: Pack) -> list[tuple[int, dict[int, Discard]]]:
    """By rank, lowest first: its cards, and what to throw of those in hand.

    Jokers come last, where the place before the first rank finds them: for want of anything else.
    """
    jokers = pack.mask(card for card in pack.cards if card[0] == JOKER_RANK)
    return [(mask, _lowest_of_each(pack, mask)) for mask in (*pack.rank_masks, jokers)]


def _lowest_of_each(pack: Pack, mask: int) -> dict[int, Discard]:
    """For every set of these cards the discard of its first."""
    sets, made = [0], {}
    for card in reversed(pack.cards_in(mask)):
        with_card = [bits | pack.bit[card] for bits in sets]
        made.update(dict.fromkeys(with_card, Discard(card)))
        sets += with_card
    return made


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
    gone, hidden, kept = hand.deck[: hand.next_card], [*hand.deck[hand.next_card :]], hands[:]
    others = [each for each in range(hand.seats) if each != seat]
    for other in others:
        kept[other] = pack.weigh(known[other]) if known else 0
        hidden += pack.cards_in(hands[other] - kept[other])
    chance = random.random
    hidden.sort(key=lambda _: chance())  # a shuffle, at half the price of random.shuffle
    for other in others:
        lacking = (hands[other] - kept[other]) >> SIZE_SHIFT
        hands[other] = kept[other] + pack.weigh(hidden[:lacking])
        del hidden[:lacking]
    hand.deck = (*gone, *hidden)
    if hand.turns < hand.seats:
        hand.dealt = tuple(
            hands[each] if each != seat and hand.from_eldest(each) >= hand.turns else dealt
            for each, dealt in enumerate(hand.dealt)
        )
