"""The search for the numbers of a plain player that do best under a rule set.

Cross-entropy: candidates are drawn around a middle, all play the same deals against the same
opponents in a race that soon leaves the worst behind, and the best of them give the next middle and
the next spread. Averages of the best forgive the luck that a few hundred hands leave in each of
them. Besides plain players everybody meets what the search has found so far, so that the numbers do
not only suit fools.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import starmap
from random import Random
from statistics import fmean, pstdev
from typing import Final

from ai.arena.contest import Contest
from ai.arena.crew import Crew
from ai.arena.match import Match
from ai.arena.race import Course, Race, Stage
from ai.arena.tally import Estimate
from ai.fallingnumbers import Numbers
from game.rules.ruleset import RuleSet

POOL: Final = ("greedy8", "stayer")
"""Whom every candidate meets, besides what was found so far."""
START: Final = Numbers(28, 0.8, -3, 4, 0.3, 0.5, 13.5, 4.5, 2, 3, -1, 0, 0, 0)
SPREAD: Final = Numbers(4, 0.5, 3, 1, 0.4, 1.5, 4, 2, 1.2, 1.5, 2, 2, 0.7, 1)
LEAST: Final = Numbers(-1, -3, -20, -5, -3, -1, 0, -5, -2, -5, -1, 0, 0, 0)
MOST: Final = Numbers(60, 8, 40, 10, 8, 30, 60, 30, 30, 40, 30, 60, 60, 11)
_BEST: Final = 0.25
_LEAST_SPREAD: Final = 0.03
"""The spread narrows no further than to this part of where it began."""
_LONGER: Final = 3
"""How many times as many deals those have that are left after the first."""
_FINAL: Final = 12
"""The same for the last middles, of which one is the answer."""
_FINALISTS: Final = 4
_EARLIER: Final = 2
"""How many of the earlier middles everybody meets as well."""


@dataclass(frozen=True, slots=True)
class Search:
    """How thoroughly to look."""

    rules: RuleSet
    seed: str
    rounds: int
    candidates: int
    hands: int
    """Hands of each candidate against each opponent before the worst are left behind."""

    @property
    def deals(self) -> int:
        """The same in deals."""
        return -(-self.hands // 2)


@dataclass(frozen=True, slots=True)
class Round:
    """Where the search stands after a round; ``score`` is the mean of its best candidates."""

    number: int
    middle: Numbers
    score: float
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class Cloud:
    """Where candidates are drawn: around ``middle``, as wide as ``spread``."""

    middle: Numbers = START
    spread: Numbers = SPREAD

    def draw(self, dice: Random) -> Numbers:
        """A candidate."""
        drawn = starmap(dice.gauss, zip(astuple(self.middle), astuple(self.spread), strict=True))
        return within(list(drawn))

    def towards(self, best: Sequence[Numbers]) -> "Cloud":
        """Half way to what the best agree on, so that one lucky round misleads less."""
        columns = list(zip(*map(astuple, best), strict=True))
        middle = [
            (old + fmean(new)) / 2 for old, new in zip(astuple(self.middle), columns, strict=True)
        ]
        widths = [
            max((old + pstdev(new)) / 2, _LEAST_SPREAD * first)
            for old, new, first in zip(astuple(self.spread), columns, astuple(SPREAD), strict=True)
        ]
        return Cloud(within(middle), Numbers(*widths))


def search(how: Search, crew: Crew, passed: Callable[[], None] = lambda: None) -> Iterator[Round]:
    """Round after round; then the latest middles race each other, and the best is the answer."""
    dice = Random(f"tonk tune/{how.seed}")
    cloud, middles = Cloud(), [START]
    for number in range(1, how.rounds + 1):
        candidates = [cloud.middle, *(cloud.draw(dice) for _ in range(1, how.candidates))]
        course = _course(how, str(number), (cloud.middle, *dice.choices(middles, k=_EARLIER)))
        best = max(2, round(_BEST * how.candidates))
        stages = [
            Stage(how.deals, max(best, round(how.candidates / _LONGER))),
            Stage(how.deals * _LONGER, best),
        ]
        runners = Race(course, crew, passed=passed).run(list(map(bot_of, candidates)), stages)
        cloud = cloud.towards([numbers_of(runner.bot) for runner in runners])
        middles.append(cloud.middle)
        yield Round(number, cloud.middle, fmean(runner.score for runner in runners))
    finalists = middles[-_FINALISTS:]
    course = _course(how, "final", finalists)
    race = Race(course, crew, passed=passed)
    (winner,) = race.run(list(map(bot_of, finalists)), [Stage(how.deals * _FINAL, 1)])
    yield Round(how.rounds, numbers_of(winner.bot), winner.score, is_answer=True)


def _course(how: Search, name: str, others: Sequence[Numbers]) -> Course:
    opponents = dict.fromkeys((*POOL, *map(bot_of, others)))
    return Course(how.rules, f"tune/{how.seed}/{name}", tuple(opponents))


def bot_of(numbers: Numbers) -> str:
    """The name under which the registry makes the player of these numbers."""
    return f"falling:{numbers}"


def numbers_of(bot: str) -> Numbers:
    """The numbers of the player of that name."""
    return Numbers.read(bot.partition(":")[2])


def meet(
    rules: RuleSet, numbers: Numbers, opponent: str, seed: str, hands: int, crew: Crew
) -> Estimate:
    """What the player of these numbers wins from ``opponent``."""
    match = Match(rules, (bot_of(numbers), opponent), seed)
    contest = Contest(match, -(-hands // match.seats))
    contest.run(crew)
    return contest.tally.estimate(0)


def within(numbers: Sequence[float]) -> Numbers:
    """Rounded, and inside what makes sense."""
    limits = zip(numbers, astuple(LEAST), astuple(MOST), strict=True)
    return Numbers(*(round(min(max(number, least), most), 3) for number, least, most in limits))


def entry(numbers: Numbers, command: str) -> dict[str, object]:
    """What is kept of a search."""
    return {"command": command, "numbers": asdict(numbers)}
