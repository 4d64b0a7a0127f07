"""The master of the kernel does what the master does, decision for decision."""

import pytest

from ai import bridge
from ai.bot import ask
from ai.kernel import is_available
from ai.kernel.table import choice
from ai.master.player import Master
from ai.peeking import positions
from ai.seating import player_of

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel here")


@pytest.mark.parametrize("style", ["plain", "hitter"])
def test_it_does_what_the_master_does(style: str) -> None:
    master, kinds = Master(style), set[type]()
    for place in positions(60, f"master {style}"):
        shown, rules = place.seen, place.seen.rules
        player = player_of(master, rules, shown.seats)
        assert player is not None
        expected = ask(master, shown, place.seed)
        chosen = choice(bridge.hand_of(shown), shown.seat, player, place.seed)
        assert bridge.kernel_action(rules, expected).key() == chosen.key(), (place.rules, expected)
        kinds.add(type(expected))
    assert len(kinds) >= 3
