"""Hands in their middle."""

from collections.abc import Iterator
from random import Random

from game.rules.actions import Declare, Drop, Hit, Slap, Spread
from game.rules.hand import Hand
from game.rules.phases import LAY, START
from game.rules.ruleset import RuleSet


def in_play(rules: RuleSet, seats: int) -> Iterator[Hand]:
    """Hands before some of their decisions."""
    dice = Random(f"{rules.suits} {seats}")
    for _number in range(3):
        pack = list(rules.pack())
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, 0, pack)
        while hand.result is None and hand.turns < 4 * seats:
            lays = [each for each in hand.legal() if isinstance(each, Spread | Hit)]
            others = [each for each in hand.legal() if not isinstance(each, Drop | Declare | Slap)]
            action = dice.choice(lays or others)
            hand.act(hand.turn, action)
            if hand.phase in (START, LAY) and dice.random() < 0.5:
                yield hand
