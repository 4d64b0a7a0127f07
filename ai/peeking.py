"""A test that opponents do not peek: permuting the cards a seat cannot see must not change its
decision.

A position is a seat that has something to decide, under some preset, and its twin, in which the
others' cards, the stock and what the others drew are other ones, as far as rules and table allow.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ai.baselines import Greedy, UniformRandom
from ai.bot import Bot, ask
from ai.registry import STYLES, able_levels, opponent
from game.rules.actions import Draw, Drop
from game.rules.cards import shuffled
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.hashing import sha256
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.state import Move
from game.rules.view import SeatView, view

_SLAP_SHARE: Final = 10
"""Positions of which one is a discard that can be claimed or slapped."""

See = Callable[[Hand, int], SeatView]


@dataclass(frozen=True, slots=True)
class PeekPosition:
    """What a seat sees, what it sees with the hidden cards permuted, and how many moved.

    ``rules`` names the preset; ``seed`` is that of the decision.
    """

    rules: str
    seen: SeatView
    other: SeatView
    moved: int
    seed: int


@dataclass(slots=True)
class Tried:
    """The test results of one bot: positions, hidden cards moved, kinds of decisions.

    ``differing`` counts the positions at which it saw or did something else.
    """

    bot: str
    positions: int = 0
    moved: int = 0
    differing: int = 0
    decisions: Counter[str] = field(default_factory=Counter)


def all_opponents() -> tuple[str, ...]:
    """Return the names of all levels in all styles."""
    return tuple(f"{level}/{style}" for level in able_levels() for style in STYLES)


def seat_view(hand: Hand, seat: int) -> SeatView:
    """Return the view of ``seat`` when it is asked, in a window or on its turn."""
    window = ClaimWindow(hand) if may_open(hand) else None
    return window.view(seat) if window and window.asked else view(hand, seat)


def positions(count: int, seed: str, see: See = seat_view) -> Iterator[PeekPosition]:
    """Yield ``count`` positions from hands played at random, reproducible by seed."""
    dice, made, number = Random(seed), 0, 0
    while made < count:
        number += 1
        if made % _SLAP_SHARE == _SLAP_SHARE - 1:
            name = dice.choice(("slap", "slap_polite"))
            hand = _slappable(name, dice)
        else:
            # One of three is of the standard game.
            name = "standard" if number % 3 == 0 else dice.choice(list(PRESETS))
            hand = _somewhere(name, dice)
        found = None if hand is None else _position(name, hand, dice, see)
        if found:
            made += 1
            yield found


def try_bots(
    count: int,
    seed: str,
    bots: tuple[str, ...] = (),
    make: Callable[[str], Bot] = opponent,
    see: See = seat_view,
) -> Iterator[Tried]:
    """Try each bot at ``count`` positions, equal for all; yield its figures as they grow.

    A bot's figures come again and again until its ``positions`` are ``count``.
    """
    places = list(positions(count, seed, see))
    for name in bots or all_opponents():
        tried = Tried(name)
        one, other = make(name), make(name)
        for place in places:
            decided = ask(one, place.seen, place.seed)
            tried.positions += 1
            tried.moved += place.moved
            tried.decisions[type(decided).__name__.lower()] += 1
            same = place.seen == place.other and decided == ask(other, place.other, place.seed)
            tried.differing += not same
            if tried.positions % 50 == 0 and tried.positions < count:
                yield tried
        yield tried


def _somewhere(name: str, dice: Random) -> Hand | None:
    """Deal a hand and play some moves; return None if it ends first."""
    hand, players = _dealt(name, dice), _players()
    for _ in range(dice.randrange(40)):  # moves before somebody is asked
        if hand.is_over:
            return None
        _step(hand, dice.choice(players), dice)
    return None if hand.is_over else hand


def _slappable(name: str, dice: Random) -> Hand | None:
    """Return a hand with a discard on top that somebody is asked about; None where none came."""
    hand, players = _dealt(name, dice), _players()
    while not hand.is_over:
        if hand.is_slappable and ClaimWindow(hand).asked:
            return hand
        _step(hand, dice.choice(players), dice)
    return None


def _dealt(name: str, dice: Random) -> Hand:
    rules = STANDARD if name == "standard" else preset(name)
    seats = dice.choice([n for n in (2, 3, 4) if rules.can_seat(n)])
    seed = sha256(dice.randbytes(32)).hexdigest()
    return Hand.deal(rules, seats, dice.randrange(seats), shuffled(rules.pack(), seed))


def _players() -> list[Bot]:
    return [Greedy(drop_at=4), UniformRandom()]


def _step(hand: Hand, player: Bot, dice: Random) -> None:
    """Play an action, avoiding drops if possible."""
    legal = hand.legal()
    if not legal:
        hand.close_slap()
        return
    action = player.choose(view(hand, hand.turn), dice.getrandbits(32))
    others = [each for each in legal if not isinstance(each, Drop)]
    if action not in legal or (isinstance(action, Drop) and others):
        action = dice.choice(others)
    hand.act(hand.turn, action)


def _position(name: str, hand: Hand, dice: Random, see: See) -> PeekPosition | None:
    """Return a seat that is asked now, and its twin; None where no hidden card could be moved."""
    window = ClaimWindow(hand) if may_open(hand) else None
    able = window.asked if window and window.asked else hand.may_act()
    seat = dice.choice(list(able))
    twin = hand.copy()
    redeal(twin, seat, dice)
    twin.log = [
        Move(move.seat, move.action, "hidden")
        if isinstance(move.action, Draw) and move.seat != seat
        else move
        for move in hand.log
    ]
    stock = zip(hand.stock, twin.stock, strict=True)
    held = (set(hand.cards_of(seat)) - set(twin.cards_of(seat)) for seat in range(hand.seats))
    moved = sum(card != other for card, other in stock) + sum(map(len, held))
    seen = see(hand, seat)
    if not moved or not seen.legal:
        return None
    return PeekPosition(name, seen, see(twin, seat), moved, dice.getrandbits(32))


def redeal(hand: Hand, seat: int, dice: Random) -> None:
    """Shuffle the stock and what the other seats hold; sizes stay, and no deck tells of before."""
    others = [each for each in range(hand.seats) if each != seat]
    hidden = [*hand.stock, *(card for other in others for card in hand.hands[other])]
    dice.shuffle(hidden)
    hand.deck = tuple(hidden)  # a hand without one is known to have been set up
    for other in others:
        size = hand.size(other)
        hand.hands[other], hidden = hidden[:size], hidden[size:]
    hand.stock = hidden
    if hand.turns < hand.seats:
        hand.dealt = tuple(
            hand.cards_of(each) if each != seat and hand.from_eldest(each) >= hand.turns else dealt
            for each, dealt in enumerate(hand.dealt)
        )
