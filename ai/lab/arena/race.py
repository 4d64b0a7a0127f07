"""Races: many players meet the same opponents over the same deals.

All of them play a few deals, the better ones play more, and so on. Everybody still in the race has
played the same deals, so that none is ahead by better cards.
"""

from collections import deque
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ai.lab.arena.contest import BATCH_SECONDS, LARGEST_BATCH, MeanInterval, estimated
from ai.lab.arena.match import Match
from ai.lab.arena.workers import Batch, BatchOutcome, BatchQueue, WorkerPool
from game.rules.ruleset import RuleSet

SHARE_LEFT: Final = 1 / 3
"""The fraction of the players that each stage leaves in the race."""


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """Rules, deals and opponents of a race."""

    rules: RuleSet
    seed: str
    opponents: tuple[str, ...]
    in_process: bool = False
    """Whether bots from other packages play in the engine's own process."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Play ``deals`` deals against each opponent, then keep ``left`` players."""

    deals: int
    left: int


@dataclass(slots=True)
class Runner:
    """A player in the race, with its sums over deals of points and squared points by opponent.

    The points of a deal divided by ``unit`` are the mean of a hand.
    """

    bot: str
    points: list[int]
    squares: list[int]
    unit: int
    deals: int = 0

    @property
    def score(self) -> float:
        """What it wins a hand, averaged over the opponents."""
        return sum(self.points) / max(self.deals * len(self.points) * self.unit, 1)

    def estimate(self, opponent: int) -> MeanInterval:
        """Return what it won from one opponent; biased upwards if it was selected for that."""
        return estimated(self.points[opponent], self.squares[opponent], self.deals, self.unit)


@dataclass(slots=True)
class _Leg:
    """One player against one opponent in one stage."""

    runner: Runner
    opponent: int
    match: Match
    points: int = 0
    squares: int = 0
    played: int = 0


@dataclass(slots=True)
class Race:
    """A race played by ``pool``; ``counted`` is called with numbers of hands played.

    ``notes`` hold sums of points and squared points by leg; a leg found there is not played again.
    """

    setup: RaceSetup
    pool: WorkerPool
    counted: Callable[[int], None] = lambda _: None
    passed: Callable[[], None] = lambda: None
    notes: MutableMapping[str, tuple[int, int]] = field(default_factory=dict)
    runners: list[Runner] = field(default_factory=list)
    """The players in the race; after each stage, the best first."""
    _seconds: float = 0.0
    """Duration of a deal in the latest batch; 0 before the first."""

    def run(self, bots: Sequence[str], stages: Sequence[Stage]) -> list[Runner]:
        """Return the players left after the last stage, the best first."""
        match = self._match(bots[0], 0)
        unit = match.seats * match.factor
        zeros = [0] * len(self.setup.opponents)
        self.runners = [Runner(bot, zeros[:], zeros[:], unit) for bot in dict.fromkeys(bots)]
        for stage in stages:
            self._play(stage.deals)
            self.runners = sorted(self.runners, key=lambda runner: -runner.score)[: stage.left]
        return self.runners

    def _match(self, bot: str, opponent: int) -> Match:
        setup = self.setup
        bots = bot, setup.opponents[opponent]
        return Match(setup.rules, bots, setup.seed, in_process=setup.in_process)

    def _play(self, deals: int) -> None:
        legs = [
            _Leg(runner, opponent, self._match(runner.bot, opponent))
            for runner in self.runners
            for opponent in range(len(self.setup.opponents))
        ]
        batches = self._batches(legs, deals)
        out = deque[_Leg]()
        with BatchQueue(self.pool, self.passed) as queue:
            for leg, batch in batches:
                queue.add(batch)
                out.append(leg)
                while queue.is_full:
                    self._count(out.popleft(), *queue.take(), deals)
            while queue:
                self._count(out.popleft(), *queue.take(), deals)
        for leg in legs:
            leg.runner.points[leg.opponent] += leg.points
            leg.runner.squares[leg.opponent] += leg.squares
        for runner in self.runners:
            runner.deals += deals

    def _batches(self, legs: Sequence[_Leg], deals: int) -> Iterator[tuple[_Leg, Batch]]:
        """Yield what is still to be played, in batches sized by how long a deal takes."""
        for leg in legs:
            noted = self.notes.get(_key(leg, deals))
            if noted is not None:
                leg.points, leg.squares = noted
                self.counted(deals * leg.match.seats)
                continue
            done, end = leg.runner.deals, leg.runner.deals + deals
            while done < end:
                count = min(self._at_once(), end - done)
                yield leg, Batch(leg.match, done, count)
                done += count

    def _at_once(self) -> int:
        if not self._seconds:
            return 1
        return max(1, min(round(BATCH_SECONDS / self._seconds), LARGEST_BATCH))

    def _count(self, leg: _Leg, batch: Batch, outcome: BatchOutcome, deals: int) -> None:
        won = [deal.points[0] for deal in outcome.deals]
        leg.points += sum(won)
        leg.squares += sum(points * points for points in won)
        leg.played += batch.count
        if leg.played == deals:
            self.notes[_key(leg, deals)] = leg.points, leg.squares
        self._seconds = outcome.seconds / max(batch.count, 1)
        self.counted(batch.count * batch.match.seats)


def _key(leg: _Leg, deals: int) -> str:
    bots = " ".join(leg.match.bots)
    return f"{leg.match.seed} {bots} {leg.runner.deals}+{deals}"


def stages(runners: int, deals: int, left: int) -> list[Stage]:
    """Return stages that reduce ``runners`` to ``left``, each with three times the deals of the
    one before.

    There is at least one, so that players are always ranked.
    """
    cuts: list[Stage] = []
    while runners > left or not cuts:
        runners = min(runners, max(left, round(runners * SHARE_LEFT)))
        cuts.append(Stage(deals, runners))
        deals = round(deals / SHARE_LEFT)
    return cuts


def hands_of(runners: int, cuts: Sequence[Stage]) -> int:
    """Return how many hands a race takes at two seats."""
    hands = 0
    for stage in cuts:
        hands += 2 * runners * stage.deals
        runners = min(runners, stage.left)
    return hands
