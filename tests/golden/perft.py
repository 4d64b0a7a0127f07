"""How many ways there are to go on from a position, so many actions deep.

One number a line: whatever changes in the rules changes one of them.
"""

from collections.abc import Iterable, Iterator

from ai.lab.cli.engine_checks import all_choices
from game.rules.actions import Slap
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import PRESETS
from tests.golden.playthrough import FOLDER, read

FILE = FOLDER.parent / "perft.txt"
DEPTH = 5


def perft(hand: Hand, depth: int) -> int:
    """Sequences of ``depth`` actions; those that end the hand earlier are not counted."""
    choices = all_choices(hand)
    if depth == 1:
        return len(choices)
    total = 0
    for seat, action in choices:
        after = hand.copy()
        after.act(seat, action)
        total += perft(after, depth - 1) if after.phase is not Phase.OVER else 0
    if hand.phase is Phase.SLAP and not hand.chances:
        assert all(isinstance(action, Slap) for _, action in choices)
    return total


def lines(presets: Iterable[str] = PRESETS) -> Iterator[str]:
    """``PRESET HAND AFTER DEPTH COUNT``: from the deal, the middle and near the end of each hand.

    ``AFTER`` is the number of actions played before the position.
    """
    for name in presets:
        for number, each in enumerate(read(name), start=1):
            length = len(each.actions)
            for after in sorted({0, length // 2, max(0, length - 3)}):
                hand = each.played(after)
                for depth in range(1, DEPTH + 1):
                    yield f"{name} {number} {after} {depth} {perft(hand, depth)}"
