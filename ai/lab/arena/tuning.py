"""Tuning: the search for the best numbers of a plain player for a rule set.

It is a cross-entropy search: candidates are drawn around a mean, and the best of them give the next
mean and spread. Averaging the best evens out the luck that a few hundred hands leave in each.
Besides plain players, candidates meet what the search has found so far, so that the numbers do not
suit weak opponents only.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import starmap
from random import Random
from statistics import fmean, pstdev
from typing import Final

from ai.lab.arena.contest import Contest, MeanInterval
from ai.lab.arena.match import Match
from ai.lab.arena.race import Race, RaceSetup, Stage
from ai.lab.arena.workers import WorkerPool
from ai.tuned import Numbers
from game.rules.ruleset import RuleSet

TUNING_OPPONENTS: Final = ("greedy8", "stayer")
"""The opponents of every candidate, besides the numbers found so far."""
START: Final = Numbers(28, 0.8, -3, 4, 0.3, 0.5, 13.5, 4.5, 2, 3, -1, 0, 0, 0)
SPREAD: Final = Numbers(4, 0.5, 3, 1, 0.4, 1.5, 4, 2, 1.2, 1.5, 2, 2, 0.7, 1)
LEAST: Final = Numbers(-1, -3, -20, -5, -3, -1, 0, -5, -2, -5, -1, 0, 0, 0)
MOST: Final = Numbers(60, 8, 40, 10, 8, 30, 60, 30, 30, 40, 30, 60, 60, 11)
_BEST: Final = 0.25
_LEAST_SPREAD: Final = 0.03
"""The smallest spread, as a fraction of the initial one."""
_LONGER: Final = 3
"""The second stage of a round has this many times the deals, for one in this many candidates."""
_FINAL: Final = 12
"""The race between the last means, one of which is the answer, has this many times the deals."""
_FINALISTS: Final = 4
_EARLIER: Final = 2
"""Number of earlier means drawn at random as further opponents in a round."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The rules, seed and effort of a search for the best numbers."""

    rules: RuleSet
    seed: str
    rounds: int
    candidates: int
    hands: int
    """Hands of each candidate against each opponent before the worst are dropped."""

    @property
    def deals(self) -> int:
        """``hands`` in deals of two hands, rounded up."""
        return -(-self.hands // 2)


@dataclass(frozen=True, slots=True)
class Round:
    """The state of the search after a round: the mean, and the average ``score`` of the best
    candidates; for the answer, its own score.
    """

    number: int
    middle: Numbers
    score: float
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class Cloud:
    """The distribution of candidates: normal around ``middle``, with deviations ``spread``."""

    middle: Numbers = START
    spread: Numbers = SPREAD

    def draw(self, dice: Random) -> Numbers:
        """Draw a candidate."""
        drawn = starmap(dice.gauss, zip(astuple(self.middle), astuple(self.spread), strict=True))
        return within(list(drawn))

    def towards(self, best: Sequence[Numbers]) -> "Cloud":
        """Return a cloud moved halfway to the best, so that one lucky round misleads less."""
        columns = list(zip(*map(astuple, best), strict=True))
        middle = [
            (old + fmean(new)) / 2 for old, new in zip(astuple(self.middle), columns, strict=True)
        ]
        widths = [
            max((old + pstdev(new)) / 2, _LEAST_SPREAD * first)
            for old, new, first in zip(astuple(self.spread), columns, astuple(SPREAD), strict=True)
        ]
        return Cloud(within(middle), Numbers(*widths))


def tune(
    how: Tuning, pool: WorkerPool, passed: Callable[[], None] = lambda: None
) -> Iterator[Round]:
    """Yield the rounds of the search; then race the latest means and yield the best, the answer."""
    dice = Random(f"tonk tune/{how.seed}")
    cloud, middles = Cloud(), [START]
    for number in range(1, how.rounds + 1):
        candidates = [cloud.middle, *(cloud.draw(dice) for _ in range(1, how.candidates))]
        setup = _setup(how, str(number), (cloud.middle, *dice.choices(middles, k=_EARLIER)))
        best = max(2, round(_BEST * how.candidates))
        stages = [
            Stage(how.deals, max(best, round(how.candidates / _LONGER))),
            Stage(how.deals * _LONGER, best),
        ]
        runners = Race(setup, pool, passed=passed).run(list(map(bot_of, candidates)), stages)
        cloud = cloud.towards([numbers_of(runner.bot) for runner in runners])
        middles.append(cloud.middle)
        yield Round(number, cloud.middle, fmean(runner.score for runner in runners))
    finalists = middles[-_FINALISTS:]
    setup = _setup(how, "final", finalists)
    race = Race(setup, pool, passed=passed)
    (winner,) = race.run(list(map(bot_of, finalists)), [Stage(how.deals * _FINAL, 1)])
    yield Round(how.rounds, numbers_of(winner.bot), winner.score, is_answer=True)


def _setup(how: Tuning, name: str, others: Sequence[Numbers]) -> RaceSetup:
    opponents = dict.fromkeys((*TUNING_OPPONENTS, *map(bot_of, others)))
    return RaceSetup(how.rules, f"tune/{how.seed}/{name}", tuple(opponents))


def bot_of(numbers: Numbers) -> str:
    """Return the registry's name for the plain player with these numbers."""
    return f"falling:{numbers}"


def numbers_of(bot: str) -> Numbers:
    """Return the numbers in a plain player's name."""
    return Numbers.read(bot.partition(":")[2])


def meet(
    rules: RuleSet, numbers: Numbers, opponent: str, seed: str, hands: int, pool: WorkerPool
) -> MeanInterval:
    """Return what the plain player with these numbers wins from ``opponent`` in ``hands`` hands."""
    match = Match(rules, (bot_of(numbers), opponent), seed)
    contest = Contest(match, -(-hands // match.seats))
    contest.run(pool)
    return contest.tally.estimate(0)


def within(numbers: Sequence[float]) -> Numbers:
    """Round the numbers and clip them to their valid ranges."""
    limits = zip(numbers, astuple(LEAST), astuple(MOST), strict=True)
    return Numbers(*(round(min(max(number, least), most), 3) for number, least, most in limits))


def entry(numbers: Numbers, command: str) -> dict[str, object]:
    """Return the saved form of a search's result."""
    return {"command": command, "numbers": asdict(numbers)}
