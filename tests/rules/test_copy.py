"""A copy of a hand is the same position, and independent of the original."""

from random import Random

from ai.random_rules import random_rules
from game.rules.cards import shuffled
from game.rules.hand import Hand


def a_hand_in_play(seed: int) -> Hand:
    dice = Random(seed)
    rules = random_rules(dice, 3)
    hand = Hand.deal(rules, 3, 0, shuffled(rules.pack(), f"{seed:064x}"))
    for _ in range(dice.randrange(30)):
        legal = hand.legal()
        if hand.is_over or not legal:
            break
        hand.act(hand.turn, legal[dice.randrange(len(legal))])
    return hand


def test_the_copy_is_the_same_position() -> None:
    for seed in range(60):
        hand = a_hand_in_play(seed)
        assert repr(hand.copy()) == repr(hand)


def test_playing_the_copy_leaves_the_hand_alone() -> None:
    for seed in range(60):
        hand = a_hand_in_play(seed)
        twin, before = hand.copy(), repr(hand)
        for _ in range(20):
            legal = twin.legal()
            if twin.is_over or not legal:
                break
            twin.act(twin.turn, legal[-1])
        assert repr(hand) == before
