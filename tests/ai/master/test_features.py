"""What the network is told stays within bounds, however strangely one plays."""

from random import Random

import pytest

from ai.master.features import action_features, state_features
from ai.view_reader import ViewReader
from game.rules.actions import DROP, TAKE, Action, Discard
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.view import SeatView, view

MOST = 5
"""A share of the unseen cards is told as 5 at most, and nothing is further from 0."""


def grabs(seen: SeatView, dice: Random) -> Action:
    """Takes whatever it may, lays nothing, never drops."""
    if TAKE in seen.legal:
        return TAKE
    quiet = [action for action in seen.legal if action != DROP]
    return dice.choice([each for each in quiet if isinstance(each, Discard)] or quiet)


@pytest.mark.parametrize("seed", range(8))
def test_no_number_grows_with_takes_and_turns(seed: int) -> None:
    dice = Random(seed)
    deck = tuple(dice.sample(STANDARD.pack(), 52))
    hand = Hand.deal(STANDARD, 2, 0, deck)
    while not hand.is_over:
        seen = view(hand, hand.turn)
        reader = ViewReader(seen)
        told = [state_features(reader), *(action_features(reader, each) for each in seen.legal)]
        assert max(abs(number) for numbers in told for number in numbers) <= MOST
        hand.act(hand.turn, grabs(seen, dice))
    assert len(hand.log) > 100
