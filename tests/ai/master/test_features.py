"""What the network is told stays within bounds, however strangely one plays."""

from random import Random

import pytest

from ai import bridge
from ai.kernel import is_available
from ai.kernel.net import features
from game.rules.actions import DROP, TAKE, Action, Discard
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.view import SeatView, view
from tests.ai.positions import seen
from tests.shares import EVERY

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel here")

MOST = 5
"""A share of the unseen cards is told as 5 at most, and nothing is further from 0."""
SOME = 1 if EVERY else 5
"""Every fifth position is of either seat, before its draw or after it."""
UNSEEN = 46
"""Cards that one of two players has not seen, with five in hand and an upcard."""


def grabs(shown: SeatView, dice: Random) -> Action:
    """Takes whatever it may, lays nothing, never drops."""
    if TAKE in shown.legal:
        return TAKE
    quiet = [action for action in shown.legal if action != DROP]
    return dice.choice([each for each in quiet if isinstance(each, Discard)] or quiet)


def state_features(shown: SeatView) -> list[float]:
    """What the net is told of the state."""
    return features(bridge.hand_of(shown), shown.seat, [])[0]


def action_features(shown: SeatView, action: Action) -> list[float]:
    """What it is told of an action."""
    asked = bridge.kernel_action(shown.rules, action)
    return features(bridge.hand_of(shown), shown.seat, [asked])[1][0]


@pytest.mark.share(2)
@pytest.mark.parametrize("seed", range(8))
def test_no_number_grows_with_takes_and_turns(seed: int) -> None:
    dice = Random(seed)
    deck = tuple(dice.sample(STANDARD.pack(), 52))
    hand = Hand.deal(STANDARD, 2, 0, deck)
    while not hand.is_over:
        shown = view(hand, hand.turn)
        if len(hand.log) % SOME == 0:
            asked = [bridge.kernel_action(shown.rules, each) for each in shown.legal]
            state, of_actions = features(bridge.hand_of(shown), shown.seat, asked)
            told = [state, *of_actions]
            assert max(abs(number) for numbers in told for number in numbers) <= MOST
        hand.act(hand.turn, grabs(shown, dice))
    assert len(hand.log) > 100


@pytest.mark.parametrize(
    ("hand", "dead", "ways", "longer", "two"),
    [
        ("7C 7D 9H TH KS", 5, 4, 0, 4),  # two sevens by two hearts
        ("7C 7D 8D QH KS", 5, 4, 0, 0),  # one seven is in both pairs
        ("7C 7D 7H 9H TH", 2, 2, 1, 0),  # the fourth seven makes the book longer
        ("7C 8C 9C TC KS", 1, 0, 2, 0),  # a six or a jack does so with the run
    ],
)
def test_a_hand_to_go_out_with_is_told_what_brings_it_nearer(
    hand: str, dead: int, ways: int, longer: int, two: int
) -> None:
    rules = STANDARD.changed(count="unmatched")
    shown = seen(hand, "2C 3D 4H 5S KD", upcard="AS", rules=rules)
    told = [dead / 5, *map(float, (dead == 0, dead == 1, dead == 2))]
    nearer = [ways / UNSEEN * 5, longer / UNSEEN * 5, two / UNSEEN**2 * 200]
    assert state_features(shown)[-7:] == pytest.approx([*told, *nearer])


def test_a_card_is_taken_with_a_view_to_the_best_throw() -> None:
    """The run that it makes can become longer, the sevens are kept, and the king goes."""
    rules = STANDARD.changed(count="unmatched")
    shown = seen("7C 7D 9H TH KS", "2C 3D 4H 5S KD", upcard="8H", rules=rules)
    ways, longer, two = 2, 2, 0
    assert action_features(shown, TAKE)[-3:] == pytest.approx(
        [ways / UNSEEN * 5, longer / UNSEEN * 5, two]
    )


def test_where_all_cards_count_nothing_is_told_of_going_out() -> None:
    shown = seen("7C 7D 9H TH KS", "2C 3D 4H 5S KD", upcard="8H")
    assert [*state_features(shown)[-7:], *action_features(shown, TAKE)[-7:]] == [0] * 14
