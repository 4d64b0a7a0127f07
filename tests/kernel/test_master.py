"""The master of the kernel does what the master does, decision for decision."""

from typing import Final

import pytest

from ai import bridge
from ai.drops.tables import thresholds_for
from ai.kernel import is_available
from ai.kernel import play as kernel
from ai.kernel.net import ONE
from ai.kernel.players import DropTable, Profile
from ai.master.network import FAMILIES, network
from ai.master.player import Master, family_of
from ai.peeking import positions
from ai.profile import EXPERT

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel here")

LEANINGS: Final[dict[str, dict[int, int]]] = {
    "plain": {},
    "hitter": {kernel.TAKE: 25 * ONE, kernel.HIT: 60 * ONE, kernel.DROP: -3 * ONE},
}


@pytest.mark.parametrize("style", LEANINGS)
def test_it_does_what_the_master_does(style: str) -> None:
    kinds = set[type]()
    for place in positions(60, f"master {style}"):
        shown, rules = place.seen, place.seen.rules
        table = DropTable.of(thresholds_for(rules, shown.seats))
        expected = Master(style).choose(shown, place.seed)
        chosen = network().net.choice(
            bridge.hand_of(shown),
            shown.seat,
            FAMILIES.index(family_of(rules, shown.seats)),
            LEANINGS[style],
            (Profile.of(EXPERT.numbers), table),
            place.seed,
        )
        assert bridge.kernel_action(rules, expected).key() == chosen.key(), (place.rules, expected)
        kinds.add(type(expected))
    assert len(kinds) >= 3
