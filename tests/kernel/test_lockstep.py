"""The kernel plays random hands like the engine: actions, states, payments, views."""

import pytest

from ai.kernel import is_available
from tests.kernel.lockstep import Pair
from tests.rules.lockstep import main, table
from tests.shares import EVERY

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel here")

_HANDS = 160
_AT_ONCE = 20


@pytest.mark.share(2)
@pytest.mark.parametrize("first", range(0, _HANDS, _AT_ONCE))
def test_some_hands(first: int) -> None:
    for place in range(first, first + _AT_ONCE):
        Pair(*table(place)).play()


def test_every_action_that_can_be_named() -> None:
    asked = 0
    for place in range(1, 60, 2 if EVERY else 6):
        pair = Pair(*table(place, 900), names_all=0.2)
        pair.play()
        asked += pair.seen["nameable"]
    assert asked > (10_000 if EVERY else 2_500)


def test_a_stock_out_that_waits_for_others_slaps_waits_in_the_hand_of_a_view() -> None:
    assert main(Pair, 2, 1_012_646) == 0
