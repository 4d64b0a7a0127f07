"""A copied hand is the same position, and a life of its own."""

from random import Random

from ai.random_rules import random_rules
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.state import HandState

LISTS = {"hands", "pile", "spreads", "fits", "waits"}


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


def test_every_slot_is_copied_and_no_list_is_shared() -> None:
    for seed in range(60):
        hand = a_hand_in_play(seed)
        twin = hand.copy()
        for slot in HandState.__slots__:
            if slot != "log":
                assert getattr(twin, slot) == getattr(hand, slot), slot
        assert twin.log == []
        assert not any(getattr(twin, slot) is getattr(hand, slot) for slot in LISTS)


def test_playing_the_copy_leaves_the_hand_alone() -> None:
    for seed in range(60):
        hand = a_hand_in_play(seed)
        twin, before = hand.copy(), [repr(getattr(hand, slot)) for slot in HandState.__slots__]
        for _ in range(20):
            legal = twin.legal()
            if twin.is_over or not legal:
                break
            twin.play(legal[-1])
        assert [repr(getattr(hand, slot)) for slot in HandState.__slots__] == before
