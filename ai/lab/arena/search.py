"""Races between bots, and the search for the best numbers of a plain player for a rule set.

In a race, many players meet the same opponents over the same deals: all of them play a few deals,
the better ones play more, and so on. Everybody still in the race has played the same deals, so that
none is ahead by better cards.

Tuning is a cross-entropy search: candidates are drawn around a mean, and the best of them give the
next mean and spread. Averaging the best evens out the luck that a few hundred hands leave in each.
Besides plain players, candidates meet what the search has found so far, so that the numbers do not
suit weak opponents only.
"""

from collections import deque
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from itertools import starmap
from random import Random
from statistics import fmean, pstdev
from typing import Final

from ai.lab.arena.contest import BATCH_SECONDS, LARGEST_BATCH, Contest, Estimate, estimated
from ai.lab.arena.match import Match
from ai.lab.arena.workers import Batch, BatchOutcome, BatchQueue, WorkerPool
from ai.tuned import Numbers
from game.rules.ruleset import RuleSet

SHARE_LEFT: Final = 1 / 3
"""The fraction of the players that each stage leaves in the race."""

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

    def estimate(self, opponent: int) -> Estimate:
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
) -> Estimate:
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
