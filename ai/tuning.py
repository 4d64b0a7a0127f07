"""The search for the numbers of a plain player that do best under a rule set.

Cross-entropy: candidates are drawn around a middle, all play the same deals against the same
opponents, and the best of them give the next middle and the next spread. Averages of the best
forgive the luck that a few hundred hands leave in each of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import starmap
from random import Random
from statistics import fmean, pstdev
from typing import Final

from ai.arena.contest import Contest
from ai.arena.crew import Crew
from ai.arena.match import Match
from ai.arena.tally import Estimate
from ai.falling import Numbers
from game.rules.ruleset import RuleSet

OPPONENTS: Final = ("greedy8", "stayer", "regular")
"""Whom every candidate meets, besides the middle of its round."""
_START: Final = Numbers(25, 1.5, 10, 1, 8, 3, 2)
_SPREAD: Final = Numbers(6, 0.8, 4, 0.6, 4, 2, 2)
_LEAST: Final = Numbers(1, 0, 0, 0, 0, 0, -2)
_MOST: Final = Numbers(50, 8, 40, 8, 40, 20, 20)
_BEST: Final = 0.25
_LEAST_SPREAD: Final = 0.03
"""The spread narrows no further than to this part of where it began."""


@dataclass(frozen=True, slots=True)
class Search:
    """How thoroughly to look."""

    rules: RuleSet
    seed: str
    rounds: int
    candidates: int
    hands: int
    """Hands of each candidate against each opponent."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where the search stands after a round; ``score`` is the mean of its best candidates."""

    number: int
    middle: Numbers
    score: float


def search(how: Search, crew: Crew) -> Iterator[Round]:
    """Round after round; the last middle is the answer."""
    dice = Random(f"tonk tune/{how.seed}")
    middle, spread = _START, _SPREAD
    for number in range(1, how.rounds + 1):
        candidates = [_near(middle, spread, dice) for _ in range(how.candidates)]
        seed = f"tune/{how.seed}/{number}"
        scores = [score(how, each, (*OPPONENTS, bot_of(middle)), seed, crew) for each in candidates]
        ranked = sorted(range(how.candidates), key=lambda place: -scores[place])
        best = ranked[: max(2, round(_BEST * how.candidates))]
        middle, spread = _next(middle, spread, [candidates[place] for place in best])
        yield Round(number, middle, fmean(scores[place] for place in best))


def bot_of(numbers: Numbers) -> str:
    """The name under which the registry makes the player of these numbers."""
    return f"falling:{numbers}"


def score(how: Search, numbers: Numbers, opponents: Sequence[str], seed: str, crew: Crew) -> float:
    """What a candidate wins on average, every opponent weighing the same."""
    found = (meet(how.rules, numbers, bot, seed, how.hands, crew) for bot in opponents)
    return fmean(estimate.mean for estimate in found)


def meet(
    rules: RuleSet, numbers: Numbers, opponent: str, seed: str, hands: int, crew: Crew
) -> Estimate:
    """What the player of these numbers wins from ``opponent``."""
    match = Match(rules, (bot_of(numbers), opponent), seed)
    contest = Contest(match, -(-hands // match.seats))
    contest.run(crew)
    return contest.tally.estimate(0)


def _near(middle: Numbers, spread: Numbers, dice: Random) -> Numbers:
    drawn = starmap(dice.gauss, zip(astuple(middle), astuple(spread), strict=True))
    return _within(list(drawn))


def _next(middle: Numbers, spread: Numbers, best: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """What the best agree on, gone half way to, so that one lucky round misleads less."""
    columns = list(zip(*map(astuple, best), strict=True))
    halfway = [(old + fmean(new)) / 2 for old, new in zip(astuple(middle), columns, strict=True)]
    widths = [
        max((old + pstdev(new)) / 2, _LEAST_SPREAD * first)
        for old, new, first in zip(astuple(spread), columns, astuple(_SPREAD), strict=True)
    ]
    return _within(halfway), Numbers(*widths)


def _within(numbers: Sequence[float]) -> Numbers:
    """Rounded, and inside what makes sense."""
    limits = zip(numbers, astuple(_LEAST), astuple(_MOST), strict=True)
    return Numbers(*(round(min(max(number, least), most), 3) for number, least, most in limits))


def entry(numbers: Numbers, command: str) -> dict[str, object]:
    """What is kept of a search."""
    return {"command": command, "numbers": asdict(numbers)}
