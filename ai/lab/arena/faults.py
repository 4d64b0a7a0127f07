"""Obvious faults of bots: certain wins missed, spreads held back or broken, drops caught.

The kernel plays the hands, with one bot in all seats, and counts. The coach's play-outs can value
single faults: the cost of the action taken, compared with the win or with laying the spread.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from ai.bridge import kernel_rules
from ai.coach.evaluator import Estimate, NoWorldError, estimate
from ai.explore.watching import Watched
from ai.kernel import table
from ai.master.search import Searching
from ai.registry import make_bot, opponent
from ai.seating import player_of
from game.rules.actions import Action, Spread
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.verdicts import SURE

FAULT_KINDS: Final = ("left", "held", "broken")
"""Kinds of faults that are recorded as single decisions, in the order of ``TonkFaultKind``."""
_PLAYOUTS: Final = 4000
_MORE_PLAYOUTS: Final = 64_000
"""Play-outs for a spread that was not laid, if that may have cost more than ``DEAR``."""
DEAR: Final = 0.02
"""The cost, in stakes, above which a fault counts as dear."""
_SEED: Final = 1  # of the play-outs


@dataclass(frozen=True, slots=True)
class Table:
    """Hands with one bot in all seats: the bot, the rules, and which hands."""

    bot: str
    rules: RuleSet
    seats: int
    hands: int
    seed: str = "1"

    def seeds(self) -> list[int]:
        """Return the seed of each hand."""
        texts = (f"faults/{self.seed}/{number}".encode() for number in range(self.hands))
        return [int.from_bytes(sha256(text).digest()[:8], "big") for text in texts]

    def player(self) -> table.KernelPlayer | None:
        """Return the bot as the kernel plays it; None if the kernel cannot."""
        return player_of(make_bot(self.bot), self.rules, self.seats)


class Fault(NamedTuple):
    """A decision and its cost compared with ``better``: stakes, with the standard error."""

    kind: str
    view: SeatView
    done: Action
    better: str
    cost: float
    error: float


class Counted(NamedTuple):
    """Counts at a table, by the names in ``table.FAULTS``, and single decisions."""

    counts: dict[str, int]
    found: Sequence[table.KernelFault]


def count(played: Table, player: table.KernelPlayer, room: int = 0) -> Counted:
    """Play the hands and count; the first ``room`` faults are also returned one by one."""
    rules, players = kernel_rules(played.rules), [player] * played.seats
    by_seat, found = table.find_faults(rules, players, played.seeds(), room)
    counts = {name: sum(each[name] for each in by_seat) for name in table.FAULTS}
    return Counted(counts, found)


class Costs(NamedTuple):
    """The cost of decisions of one kind: the mean in stakes, with its standard error over the
    decisions; the number valued, and how many of them clearly cost more than ``DEAR``.
    """

    mean: float
    error: float
    valued: int
    dear: int


def costs_of(faults: Iterable[Fault]) -> dict[str, Costs]:
    """Return the costs by kind."""
    by_kind: dict[str, list[Fault]] = {}
    for fault in faults:
        by_kind.setdefault(fault.kind, []).append(fault)
    return {kind: _costs(some) for kind, some in by_kind.items()}


def _costs(faults: Sequence[Fault]) -> Costs:
    number, costs = len(faults), [fault.cost for fault in faults]
    mean = sum(costs) / number
    spread = sum((cost - mean) ** 2 for cost in costs) / max(1, number - 1)
    dear = sum(fault.cost - SURE * fault.error > DEAR for fault in faults)
    return Costs(mean, (spread / number) ** 0.5, number, dear)


def valued(
    played: Table, player: table.KernelPlayer, found: Sequence[table.KernelFault], most: int
) -> Iterator[Fault]:
    """Value up to ``most`` decisions of each kind, spaced evenly over all that were found.

    Decisions in a window are left out, and those that a bot at the table corrects.
    """
    for kind in range(len(FAULT_KINDS)):
        some = [fault for fault in found if fault.kind == kind]
        for number in range(min(most, len(some))):
            fault = some[number * len(some) // min(most, len(some))]
            if cost := _valued(played, player, fault):
                yield cost


def _valued(played: Table, player: table.KernelPlayer, fault: table.KernelFault) -> Fault | None:
    watched = Watched(played.rules, [player] * played.seats, fault.seed)
    for number, (seat, done) in enumerate(watched.decisions()):
        if number == fault.decision:
            view = watched.view(seat)
            if done not in view.legal or _is_corrected(played.bot, view, done, fault.seed):
                return None
            return _compared(view, done, fault)
    return None


def _is_corrected(bot: str, view: SeatView, done: Action, seed: int) -> bool:
    """Whether the bot at the table, which may look twice, lays a spread instead."""
    at_table = opponent(bot)
    return isinstance(at_table, Searching) and at_table.second_look(view, done, seed) != done


def _compared(view: SeatView, done: Action, fault: table.KernelFault) -> Fault | None:
    lays = [action for action in view.legal if isinstance(action, Spread)]
    others = [] if fault.kind == table.LEFT else lays
    try:
        told = estimate(view, _SEED, playouts=_PLAYOUTS, actions=(done, *others))
        if fault.kind != table.LEFT and _may_be_dear(told, done):
            told = estimate(view, _SEED, playouts=_MORE_PLAYOUTS, actions=(done, *others))
    except NoWorldError:
        return None
    own = told.of(done)
    if fault.kind == table.LEFT:
        won = float(fault.pays * (view.seats - 1))
        return Fault(
            FAULT_KINDS[fault.kind], view, done, f"a win of {won:g}", won - own.value, own.error
        )
    best = max((value for value in told.values if value.action != done), key=lambda it: it.value)
    error = (best.error**2 + own.error**2) ** 0.5
    cost = best.value - own.value
    return Fault(FAULT_KINDS[fault.kind], view, done, str(best.action), cost, error)


def _may_be_dear(found: Estimate, done: Action) -> bool:
    own, others = found.of(done), [value for value in found.values if value.action != done]
    return any(
        other.value - own.value + SURE * (other.error**2 + own.error**2) ** 0.5 > DEAR
        for other in others
    )
