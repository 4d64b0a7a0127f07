"""Obvious faults of bots: certain wins missed, spreads broken, drops caught.

The kernel plays the hands, a bot in all seats, and counts. What was found can be valued by
play-outs of the coach: what was done costs that much beside the win, or beside laying.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from ai.bridge import kernel_rules
from ai.coach.evaluator import Estimate, NoWorldError, estimate
from ai.explore.watching import Watched
from ai.kernel import table
from ai.registry import make_bot
from ai.seating import player_of
from game.rules.actions import Action, Spread
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

KINDS: Final = ("left", "held", "broken")
"""What can be found of single decisions, as ``TonkFaultKind`` has them."""
_PLAYOUTS: Final = 4000
_MORE_PLAYOUTS: Final = 64_000
"""Play-outs where a spread that was not laid may have cost more than ``DEAR``."""
DEAR: Final = 0.02
"""Stakes from which a fault counts as dear."""
_SURE: Final = 1.96  # standard errors of a 95 % interval
_SEED: Final = 1  # of the play-outs


@dataclass(frozen=True, slots=True)
class Table:
    """A bot in all seats, by which rules, and the hands that are played."""

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
        """Return the bot as the kernel plays it; None where it cannot."""
        return player_of(make_bot(self.bot), self.rules, self.seats)


class Fault(NamedTuple):
    """A decision, and what it cost: stakes, with the standard error, beside ``better``."""

    kind: str
    view: SeatView
    done: Action
    better: str
    cost: float
    error: float


class Counted(NamedTuple):
    """What was counted at a table, by the names of ``table.FAULTS``, and single decisions."""

    counts: dict[str, int]
    found: Sequence[table.KernelFault]


def count(played: Table, player: table.KernelPlayer, room: int = 0) -> Counted:
    """Play the hands; the first ``room`` faults are kept one by one."""
    rules, players = kernel_rules(played.rules), [player] * played.seats
    by_seat, found = table.find_faults(rules, players, played.seeds(), room)
    counts = {name: sum(each[name] for each in by_seat) for name in table.FAULTS}
    return Counted(counts, found)


class Costs(NamedTuple):
    """What single decisions of one kind cost: stakes on average, with the standard error over the
    decisions; how many were valued, and how many of them cost more than ``DEAR`` for certain.
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
    dear = sum(fault.cost - _SURE * fault.error > DEAR for fault in faults)
    return Costs(mean, (spread / number) ** 0.5, number, dear)


def valued(
    played: Table, player: table.KernelPlayer, found: Sequence[table.KernelFault], most: int
) -> Iterator[Fault]:
    """Yield what up to ``most`` decisions of each kind cost, taken evenly from all, those of
    windows left out.
    """
    for kind in range(len(KINDS)):
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
            return _compared(view, done, fault) if done in view.legal else None
    return None


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
        return Fault(KINDS[fault.kind], view, done, f"a win of {won:g}", won - own.value, own.error)
    best = max((value for value in told.values if value.action != done), key=lambda it: it.value)
    error = (best.error**2 + own.error**2) ** 0.5
    cost = best.value - own.value
    return Fault(KINDS[fault.kind], view, done, str(best.action), cost, error)


def _may_be_dear(found: Estimate, done: Action) -> bool:
    own, others = found.of(done), [value for value in found.values if value.action != done]
    return any(
        other.value - own.value + _SURE * (other.error**2 + own.error**2) ** 0.5 > DEAR
        for other in others
    )
