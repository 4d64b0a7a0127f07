"""Many players against the same opponents over the same deals: who of them is worth more deals.

A race cuts its field again and again: all play a few deals, the better part plays more, and so on.
All that are left have played the same deals, so luck of the cards is no reason to be left over.
"""

from collections import deque
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ai.arena.batch import Batch, BatchOutcome
from ai.arena.contest import BATCH_SECONDS, LARGEST_BATCH
from ai.arena.crew import Crew
from ai.arena.line import Line
from ai.arena.match import Match
from ai.arena.tally import Estimate, estimated
from game.rules.ruleset import RuleSet

KEPT: Final = 1 / 3
"""The part of the field that each stage leaves in the race."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is raced over: rules, deals, and whom everybody meets."""

    rules: RuleSet
    seed: str
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """So many ``deals`` against each opponent, after which so many players are ``left``."""

    deals: int
    left: int


@dataclass(slots=True)
class Runner:
    """A player in the race; what it won from each opponent, and the squares of that, deal by deal.

    ``unit`` is by what the points of a deal are divided for the mean of a hand.
    """

    bot: str
    points: list[int]
    squares: list[int]
    unit: int
    deals: int = 0

    @property
    def score(self) -> float:
        """What it wins a hand, every opponent weighing the same."""
        return sum(self.points) / max(self.deals * len(self.points) * self.unit, 1)

    def estimate(self, opponent: int) -> Estimate:
        """What it won of one opponent; it was chosen for that, so the truth is likely less."""
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
    """Players are measured by ``crew``; ``counted`` is told of the hands that were played.

    What ``notes`` hold already is not played again: points and their squares by leg.
    """

    course: Course
    crew: Crew
    counted: Callable[[int], None] = lambda _: None
    passed: Callable[[], None] = lambda: None
    notes: MutableMapping[str, tuple[int, int]] = field(default_factory=dict)
    runners: list[Runner] = field(default_factory=list)
    """Those that are in the race, after each stage the best first."""
    _seconds: float = 0.0
    """What a deal takes, as far as is known."""

    def run(self, bots: Sequence[str], stages: Sequence[Stage]) -> list[Runner]:
        """Those that are left after the last stage, the best first."""
        unit = self._match(bots[0], 0).seats * self._match(bots[0], 0).shares
        zeros = [0] * len(self.course.opponents)
        self.runners = [Runner(bot, zeros[:], zeros[:], unit) for bot in dict.fromkeys(bots)]
        for stage in stages:
            self._play(stage.deals)
            self.runners = sorted(self.runners, key=lambda runner: -runner.score)[: stage.left]
        return self.runners

    def _match(self, bot: str, opponent: int) -> Match:
        course = self.course
        return Match(course.rules, (bot, course.opponents[opponent]), course.seed)

    def _play(self, deals: int) -> None:
        legs = [
            _Leg(runner, opponent, self._match(runner.bot, opponent))
            for runner in self.runners
            for opponent in range(len(self.course.opponents))
        ]
        batches = self._batches(legs, deals)
        out = deque[_Leg]()
        with Line(self.crew, self.passed) as line:
            for leg, batch in batches:
                line.add(batch)
                out.append(leg)
                while line.is_full:
                    self._count(out.popleft(), *line.take(), deals)
            while line:
                self._count(out.popleft(), *line.take(), deals)
        for leg in legs:
            leg.runner.points[leg.opponent] += leg.points
            leg.runner.squares[leg.opponent] += leg.squares
        for runner in self.runners:
            runner.deals += deals

    def _batches(self, legs: Sequence[_Leg], deals: int) -> Iterator[tuple[_Leg, Batch]]:
        """What is yet to be played, in pieces as large as is fit for what a deal takes."""
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
    """Stages that cut a field down to ``left``, each with three times the deals of the last.

    There is one at least, so that the best comes first in any case.
    """
    cuts: list[Stage] = []
    while runners > left or not cuts:
        runners = min(runners, max(left, round(runners * KEPT)))
        cuts.append(Stage(deals, runners))
        deals = round(deals / KEPT)
    return cuts


def hands_of(runners: int, cuts: Sequence[Stage], opponents: int = 1) -> int:
    """How many hands a race of so many takes at two seats."""
    hands = 0
    for stage in cuts:
        hands += 2 * runners * stage.deals * opponents
        runners = min(runners, stage.left)
    return hands
