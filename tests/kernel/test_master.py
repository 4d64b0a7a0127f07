"""The kernel's Master decides like the one in Python."""

import pytest

from ai import bridge
from ai.bot import ask
from ai.kernel import is_available
from ai.kernel.table import LEFT, choice, find_faults
from ai.master.player import Master
from ai.peeking import positions
from ai.seating import player_of
from game.rules.presets import preset

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


@pytest.mark.parametrize(
    ("name", "least"), [("standard", 2), ("waits", 1), ("chicago", 2), ("tunk", 2)]
)
def test_it_leaves_no_win_that_pays_the_most(name: str, least: int) -> None:
    """Nor one by a drop, but where matched cards count nothing."""
    rules = preset(name)
    player = player_of(Master(), rules, 2)
    assert player is not None
    counts, found = find_faults(bridge.kernel_rules(rules), [player] * 2, range(400), 10_000)
    assert sum(each["wins"] for each in counts) > 20
    assert not [each for each in found if each.kind == LEFT and each.pays >= least]
    assert name == "tunk" or not sum(each["missed"] for each in counts)
