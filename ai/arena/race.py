"""Many players against the same opponents over the same deals: who of them is worth more deals.

A race halves its field again and again: all play a few deals, the better part plays more, and so
on. All that are left have played the same deals, so luck of the cards is no reason to be left over.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ai.arena.batch import Batch, BatchOutcome
from ai.arena.contest import BATCH_SECONDS, LARGEST_BATCH
from ai.arena.crew import Crew
from ai.arena.line import Line
from ai.arena.match import Match
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
    """A player in the race; ``points`` are what it won a deal from each opponent, summed."""

    bot: str
    points: list[int]
    deals: int = 0
    unit: int = 1

    @property
    def score(self) -> float:
        """What it wins a hand, every opponent weighing the same."""
        return sum(self.points) / max(self.deals * len(self.points) * self.unit, 1)


@dataclass(slots=True)
class Race:
    """Players are measured by ``crew``; ``counted`` is told of the hands that were played."""

    course: Course
    crew: Crew
    counted: Callable[[int], None] = lambda _: None
    passed: Callable[[], None] = lambda: None
    _seconds: float = field(default=0.0)
    """What a deal takes, as far as is known."""

    def run(self, bots: Sequence[str], stages: Sequence[Stage]) -> list[Runner]:
        """Those that are left after the last stage, the best first."""
        field_ = [Runner(bot, [0] * len(self.course.opponents)) for bot in dict.fromkeys(bots)]
        for stage in stages:
            self._play(field_, stage.deals)
            field_ = sorted(field_, key=lambda runner: -runner.score)[: stage.left]
        return field_

    def _play(self, runners: Sequence[Runner], deals: int) -> None:
        lanes = self._lanes(runners, deals)
        places: list[tuple[Runner, int]] = []
        with Line(self.crew, self.passed) as line:
            more = True
            while more or line:
                while more and not line.is_full:
                    lane = next(lanes, None)
                    more = lane is not None
                    if lane is not None:
                        runner, opponent, batch = lane
                        places.append((runner, opponent))
                        line.add(batch)
                if line:
                    self._count(*places.pop(0), *line.take())
        for runner in runners:
            runner.deals += deals

    def _lanes(self, runners: Sequence[Runner], deals: int) -> Iterator[tuple[Runner, int, Batch]]:
        """The batches of a stage, as large as is fit for what a deal takes."""
        course = self.course
        for runner in runners:
            for place, opponent in enumerate(course.opponents):
                match = Match(course.rules, (runner.bot, opponent), course.seed)
                runner.unit = match.seats * match.shares
                done, end = runner.deals, runner.deals + deals
                while done < end:
                    count = min(self._at_once(), end - done)
                    yield runner, place, Batch(match, done, count)
                    done += count

    def _at_once(self) -> int:
        if not self._seconds:
            return 1
        return max(1, min(round(BATCH_SECONDS / self._seconds), LARGEST_BATCH))

    def _count(self, runner: Runner, place: int, batch: Batch, outcome: BatchOutcome) -> None:
        runner.points[place] += sum(deal.points[0] for deal in outcome.deals)
        self._seconds = outcome.seconds / max(batch.count, 1)
        self.counted(batch.count * batch.match.seats)


def stages(field_: int, deals: int, left: int) -> list[Stage]:
    """Stages that cut a field down to ``left``, each with three times the deals of the last."""
    cuts = []
    while field_ > left:
        field_ = max(left, round(field_ * KEPT))
        cuts.append(Stage(deals, field_))
        deals = round(deals / KEPT)
    return cuts
