"""Hands played part of the way by bots, under rule sets at random."""

from random import Random

from ai.bot import Bot, ask
from ai.random_rules import random_rules
from ai.registry import make_bot
from game.rules.actions import PASS
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view

WALKERS = ("random", "greedy8", "regular", "stayer")


def somewhere(dice: Random, *, standard: bool = False, rules: RuleSet | None = None) -> Hand:
    """A hand in which something may be decided, or one that ended as it was dealt; under rules at
    random where none are given.
    """
    seats = dice.randint(2, 4 if rules else 6)
    rules = rules or (STANDARD if standard else random_rules(dice, seats))
    deck = tuple(dice.sample(rules.pack(), len(rules.pack())))
    hand = Hand.deal(rules, seats, dice.randrange(seats), deck)
    bots = [make_bot(dice.choice(WALKERS)) for _ in range(seats)]
    for _ in range(dice.randint(0, 60)):
        before = hand.copy()
        before.log = list(hand.log)
        step(hand, bots, dice)
        if hand.is_over:
            return before
    return hand


def step(hand: Hand, bots: list[Bot], dice: Random) -> None:
    """One action of a seat that may act; where all let a slap go by, the hand ends if it waited."""
    for seat in dice.sample(hand.may_act(), len(hand.may_act())):
        action = ask(bots[seat], view(hand, seat), dice.getrandbits(32))
        if action != PASS or not only_slaps(view(hand, seat)):
            hand.act(seat, action)
            return
    hand.close_slap()


def only_slaps(seen: SeatView) -> bool:
    """Whether a seat has nothing to decide but whether to slap."""
    return seen.turn != seen.seat or seen.phase.name == "SLAP"
