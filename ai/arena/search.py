"""Searches among plain players: for the best numbers under a rule set, and for the best answer to
one bot, which is a lower bound of what can be won of it.

Both are races: many players meet the same opponents over the same deals; all play a few, the better
part plays more, and so on. All that are left have played the same deals, so none is left over by
the luck of the cards.

Tuning is a cross-entropy search: candidates are drawn around a middle, and the best of them give
the next middle and the next spread. Averages of the best forgive the luck that a few hundred hands
leave in each of them. Besides plain players everybody meets what the search has found so far, so
that the numbers do not only suit weak opponents.

The search for an answer begins all over the family, fixed and falling thresholds, lying in wait,
holding back and the like, each a little varied, and goes on around the best, generation after
generation. The winner was lucky too, so what it really wins is measured anew, on deals that the
search never saw.
"""

from collections import deque
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from itertools import starmap
from random import Random
from statistics import fmean, pstdev
from typing import Final

from ai.arena.contest import BATCH_SECONDS, LARGEST_BATCH, Contest, Estimate, Tally, estimated
from ai.arena.match import DealOutcome, Match
from ai.arena.workers import Batch, BatchOutcome, BatchQueue, WorkerPool
from ai.parametric import Numbers, numbers_for
from game.rules.ruleset import RuleSet

SHARE_LEFT: Final = 1 / 3
"""The part of the field that each stage leaves in the race."""

TUNING_OPPONENTS: Final = ("greedy8", "stayer")
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

LEAST_TRIES: Final = 200
FRESH_WIDTH: Final = 0.02
"""Half the interval of what is measured anew."""
MOST_FRESH: Final = 40_000
"""Hands after which that ends in any case."""
SEARCH_HANDS: Final = 16_000
_HANDS_A_TRY: Final = 8
"""What a search takes for each try and each deal of its first stage."""
_GENERATIONS: Final = 4
_LEFT: Final = 5
"""Players that each generation leaves, and the next is drawn around."""
_LAST: Final = 12
"""How many times the deals of the first stage the last race is over."""
_WIDER: Final = 1.5
"""How much wider than for tuning players are varied at first: the best answer may lie far off."""

_NEVER: Final = {"drop_start": -1.0, "drop_fall": 0.0, "near_start": -1.0, "near_fall": 0.0}
_HABITS: Final[tuple[dict[str, float], ...]] = (
    {},
    {**_NEVER, "near_step": 0.0, "least": -1.0},
    *(
        {**_NEVER, "drop_start": at, "near_start": at, "near_step": 0.0, "least": at}
        for at in (3.0, 5.0, 8.0, 12.0, 16.0, 20.0, 30.0, 40.0)
    ),
    {"drop_start": 34.0, "drop_fall": 3.0},
    {"drop_start": 22.0, "drop_fall": 0.6},
    {"drop_start": 14.0, "drop_fall": -0.5},
    {"trap": 6.0, "trap_until": 8.0},
    {"trap": 12.0, "trap_until": 30.0},
    {"hold_until": 4.0},
    {"hit_least": 11.0},
    {"take_margin": 40.0},
    {"take_margin": -4.0},
    {"caution": 12.0},
    {"keep": 40.0},
    {"keep": 0.0},
)
"""What players at the start of the search differ in from a good one."""


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """Rules, deals and opponents of a race."""

    rules: RuleSet
    seed: str
    opponents: tuple[str, ...]
    in_process: bool = False
    """Whether bots of other packages play in the process of the engine."""


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
    """Players are measured by ``pool``; ``counted`` is called with the hands that were played.

    What ``notes`` hold already is not played again: points and their squares by leg.
    """

    setup: RaceSetup
    pool: WorkerPool
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
        runners = min(runners, max(left, round(runners * SHARE_LEFT)))
        cuts.append(Stage(deals, runners))
        deals = round(deals / SHARE_LEFT)
    return cuts


def hands_of(runners: int, cuts: Sequence[Stage], opponents: int = 1) -> int:
    """How many hands a race of so many takes at two seats."""
    hands = 0
    for stage in cuts:
        hands += 2 * runners * stage.deals * opponents
        runners = min(runners, stage.left)
    return hands


@dataclass(frozen=True, slots=True)
class Tuning:
    """How thoroughly to look for the best numbers."""

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


def tune(
    how: Tuning, pool: WorkerPool, passed: Callable[[], None] = lambda: None
) -> Iterator[Round]:
    """Round after round; then the latest middles race each other, and the best is the answer."""
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
    """The name under which the registry makes the player of these numbers."""
    return f"falling:{numbers}"


def numbers_of(bot: str) -> Numbers:
    """The numbers of the player of that name."""
    return Numbers.read(bot.partition(":")[2])


def meet(
    rules: RuleSet, numbers: Numbers, opponent: str, seed: str, hands: int, pool: WorkerPool
) -> Estimate:
    """What the player of these numbers wins from ``opponent``."""
    match = Match(rules, (bot_of(numbers), opponent), seed)
    contest = Contest(match, -(-hands // match.seats))
    contest.run(pool)
    return contest.tally.estimate(0)


def within(numbers: Sequence[float]) -> Numbers:
    """Rounded, and inside what makes sense."""
    limits = zip(numbers, astuple(LEAST), astuple(MOST), strict=True)
    return Numbers(*(round(min(max(number, least), most), 3) for number, least, most in limits))


def entry(numbers: Numbers, command: str) -> dict[str, object]:
    """What is kept of a search."""
    return {"command": command, "numbers": asdict(numbers)}


@dataclass(frozen=True, slots=True)
class Question:
    """To which bot the answer is sought, under which rules, how thoroughly."""

    rules: RuleSet
    bot: str
    seed: str
    tries: int = LEAST_TRIES
    hands: int = SEARCH_HANDS
    """Hands of the whole search, roughly."""
    until: float = FRESH_WIDTH
    keeps_records: bool = False
    in_process: bool = False

    @property
    def deals(self) -> int:
        """Deals of the first stage of each race."""
        return max(1, self.hands // (_HANDS_A_TRY * self.tries))

    def match(self, answer: str) -> Match:
        """What an answer is measured by."""
        seed = f"exploit/{self.seed}/fresh"
        bots = answer, self.bot
        return Match(self.rules, bots, seed, self.keeps_records, in_process=self.in_process)


@dataclass(slots=True)
class ExploitSearch:
    """A search for the answer to ``question``, and what it has come to.

    ``tries`` and ``hands`` are those of the search so far, ``best`` the answer so far; once it is
    found, ``fresh`` measures it anew.
    """

    question: Question
    notes: MutableMapping[str, tuple[int, int]] = field(default_factory=dict)
    best: Runner | None = None
    tries: int = 0
    hands: int = 0
    fresh: Contest | None = None
    _races: int = 0

    @property
    def hands_expected(self) -> int:
        """How many hands search and measurement will have taken, by the estimate so far."""
        whole = self._search_hands()
        return whole + (self.fresh.hands_expected if self.fresh else whole)

    @property
    def hands_done(self) -> int:
        """How many hands were played, or need not be played again."""
        return self.hands + (self.fresh.tally.hands if self.fresh else 0)

    def search(self, pool: WorkerPool, passed: Callable[[], None] = lambda: None) -> None:
        """Find the answer."""
        question = self.question
        dice = Random(f"tonk exploit/{question.seed}")
        cloud = Cloud(numbers_for(question.rules), Numbers(*_wider(SPREAD)))
        opening = [_habit(number, cloud, dice) for number in range(self._opening())]
        left = self._race(opening, self._cuts(len(opening)), pool, passed)
        best = left[:1]
        cloud = Cloud(left[0], SPREAD)
        for _ in range(_GENERATIONS):
            drawn = [cloud.draw(dice) for _ in range(self._generation())]
            left = self._race([*left[:1], *drawn], self._cuts(1 + len(drawn), 2), pool, passed)
            best += [left[0], cloud.middle]
            cloud = cloud.towards(left[:3])
        finalists = [*best, cloud.middle]
        self._race(finalists, [Stage(_LAST * question.deals, 1)], pool, passed)

    def measure(
        self,
        pool: WorkerPool,
        counted: Callable[[DealOutcome], None] = lambda _: None,
        passed: Callable[[], None] = lambda: None,
    ) -> None:
        """Play what was found on fresh deals until it is known well enough."""
        self.contest().run(pool, counted, passed)

    def contest(self, begun: Callable[[Match], Tally | None] = lambda _: None) -> Contest:
        """The measurement of what was found, going on from what has ``begun`` before."""
        if self.best is None:
            raise ValueError("nothing was searched for")
        if self.fresh is None:
            match = self.question.match(self.best.bot)
            deals = MOST_FRESH // match.seats
            self.fresh = Contest(match, deals, self.question.until, begun(match))
        return self.fresh

    def _race(
        self,
        players: list[Numbers],
        cuts: list[Stage],
        pool: WorkerPool,
        passed: Callable[[], None],
    ) -> list[Numbers]:
        """Those that are left of a race over deals of its own, the best first."""
        question, self._races = self.question, self._races + 1
        seed = f"exploit/{question.seed}/{self._races}"
        setup = RaceSetup(question.rules, seed, (question.bot,), question.in_process)
        race = Race(setup, pool, self._counted, passed, self.notes)
        try:
            left = race.run(list(map(bot_of, players)), cuts)
        finally:
            begun = [runner for runner in race.runners if runner.deals]
            self.best = begun[0] if begun else self.best
            self.tries += len(players) if begun else 0
        return [numbers_of(runner.bot) for runner in left]

    def _counted(self, hands: int) -> None:
        self.hands += hands

    def _opening(self) -> int:
        return self.question.tries - _GENERATIONS * self._generation()

    def _generation(self) -> int:
        return self.question.tries // (2 * _GENERATIONS)

    def _cuts(self, players: int, times: int = 1) -> list[Stage]:
        return stages(players, times * self.question.deals, _LEFT)

    def _search_hands(self) -> int:
        opening, later = self._opening(), 1 + self._generation()
        generations = _GENERATIONS * hands_of(later, self._cuts(later, 2))
        last = hands_of(2 * _GENERATIONS + 2, [Stage(_LAST * self.question.deals, 1)])
        return hands_of(opening, self._cuts(opening)) + generations + last


def _wider(spread: Numbers) -> list[float]:
    return [_WIDER * each for each in astuple(spread)]


def _habit(number: int, cloud: Cloud, dice: Random) -> Numbers:
    """A player of the opening: every habit once as it is, then again and again a little varied."""
    habit = _HABITS[number % len(_HABITS)]
    middle = replace(cloud.middle, **habit)
    if number < len(_HABITS):
        return within(astuple(middle))
    drawn = starmap(dice.gauss, zip(astuple(middle), astuple(cloud.spread), strict=True))
    return within(list(drawn))
