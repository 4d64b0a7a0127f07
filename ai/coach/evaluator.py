"""What each legal action is worth to the seat that is asked, as estimates that grow with work."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias

from ai.bitboard.hand import Hand
from ai.coach.endings import POSITIONS, Counted, counted_out
from ai.coach.rollout import KINDS, Policy, kinds, play_on, quick_policy, worth_by
from ai.coach.worlds import TRUST, World, Worlds, begun
from game.rules.actions import PASS, Action, Drop, Slap
from game.rules.view import SeatView

SURE: Final = 1.96
"""Standard errors on either side of a value that hold the true one 95 times of 100."""
_BEATEN: Final = 3.7
"""Standard errors by which an action must lie behind the best before it is tried no more. Looked at
after every round, that keeps the chance of leaving out the best by mistake far below one in a
hundred."""
FIRST: Final = 8
"""Batches of worlds before anything is left out or said."""
_FIRST_EVEN: Final = 32
"""The same where each batch is a world."""
_BRIEFLY_BEATEN: Final = 1.5
_FIRST_BRIEF: Final = 16
_POSITIONS_BRIEF: Final = 1000
"""All three for one who has to decide within a fraction of a second."""
_FRUITLESS: Final = 500
"""Batches after which no world is looked for any more if none was found."""
_OPINION_AT_LEAST: Final = 2.0
"""How many times as much as few play-outs an opinion counts at least: what the policy does wrong
shows in no error of theirs."""
_ROUND: Final = 4
"""Batches in each later round, at least."""
_GROWTH: Final = 4
"""Of all batches so far, the part that a later round adds is one in so many."""
_AT_ONCE: Final = 6
"""With so many actions to try, each world is tried with all; with twice as many every second."""
_APART: Final = 1.0
"""How far apart the results of a position are taken to lie at least."""
_DOUBT: Final = 1 / sqrt(3)
"""Every mean is reckoned as if one result more had come, anywhere between the lowest and highest of
the position, so that a few equal ones are not taken for certainty. Seen from either end, where the
mean of equal ones lies, that is off by so much of the distance, on the root mean square."""


class NoWorldError(RuntimeError):
    """No deck was found that agrees with all that the seat saw."""


Reason: TypeAlias = tuple[str, Mapping[str, int | float | str | tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Value:
    """What one action is worth: ``value`` in stakes, in points under push-up (how much more the
    others add on average than the seat does).

    ``value`` ± 1.96 ``error`` holds the expected value 95 times of 100; 0 where all was counted
    out. ``visits`` are the play-outs behind it. ``chances`` are those of ``KINDS``: that the seat
    wins, is caught, tonks, that the hand ends as a stock-out. ``is_open``: it was not left out as
    clearly worse.
    """

    action: Action
    value: float
    error: float
    visits: int
    chances: tuple[float, float, float, float]
    is_open: bool = True

    def chance(self, kind: str) -> float:
        """The chance of one of ``KINDS``."""
        return self.chances[KINDS.index(kind)]


@dataclass(frozen=True, slots=True)
class Estimate:
    """All actions, the best first, as far as is known after ``playouts`` play-outs by ``policy``.

    ``lead`` is by how much the best is worth more than the next, ``lead_error`` the standard error
    of that; where both are close it may be below 0, if a strong player thinks more of the first.
    ``reason`` is why the first is the best, where that was asked for: a fact's kind and what
    belongs to it (``facts``).
    """

    policy: str
    values: tuple[Value, ...]
    playouts: int
    lead: float
    lead_error: float
    is_exact: bool = False
    reason: Reason | None = None

    @property
    def best(self) -> Value:
        """The action that is worth most."""
        return self.values[0]

    @property
    def is_close(self) -> bool:
        """Whether the next best may be as good: the lead is within its error."""
        return self.lead <= SURE * self.lead_error

    @property
    def precision(self) -> float:
        """Half the 95 % interval of the least known value of those that may be best."""
        return SURE * max(value.error for value in self.values if value.is_open)

    def of(self, action: Action) -> Value:
        """What ``action`` is worth; ``KeyError`` where it was not asked for."""
        for value in self.values:
            if value.action == action:
                return value
        raise KeyError(action)


class Belief(NamedTuple):
    """What is thought of an action before it is tried: what it costs against the best, in the unit
    of ``Value``, and the standard error of that.
    """

    loss: float
    error: float


Opinion: TypeAlias = Mapping[Action, Belief]
"""What a strong player thinks of actions; nothing is thought of those left out."""


def options(view: SeatView) -> tuple[Action, ...]:
    """What the seat that sees this can choose from: all that is legal, and to let it go by."""
    legal = view.legal
    lets_go = legal and all(isinstance(each, Slap | Drop) for each in legal)
    if lets_go and PASS not in legal and (view.seat != view.turn or isinstance(legal[0], Slap)):
        return (*legal, PASS)
    return legal


def evaluate(  # noqa: PLR0913 - what is asked for, each by its name
    view: SeatView,
    seed: int,
    policy: Policy | None = None,
    actions: Sequence[Action] | None = None,
    *,
    opinion: Opinion | None = None,
    trust: float = TRUST,
    positions: int = POSITIONS,
    worlds: int | None = None,
    is_brief: bool = False,
    share: "Share | None" = None,
) -> Iterator[Estimate]:
    """Better and better estimates without end; one alone that is exact where all can be counted
    out within so many ``positions``.

    ``actions`` are those to be compared, all that are legal if not given. The best is found by
    ``opinion`` and by what the play-outs show, each by its error; values are of the play-outs
    alone. ``trust`` is how far the others are taken to have played by the policy so far. Of each
    batch so many ``worlds`` are tried at most: the first estimate then comes sooner, and is
    coarser. If it ``is_brief`` nothing is made of how the others played, since few worlds that
    weigh differently show less than as many that weigh the same; what falls behind is left out
    early, so that most of few play-outs go to what may be best; few positions are counted out; and
    ``opinion`` always counts more than what is shown: to be best against it an action has to show
    twice as much as it is thought to cost.
    ``share`` plays the batches of a round; several processes may do so, and what is found is the
    same. Raises ``ValueError`` where there is nothing to decide, and at the first estimate
    ``NoWorldError`` where hardly any deck leads there: all but one deal in many thousands would
    have ended at once, say.
    """
    choices = tuple(options(view) if actions is None else actions)
    if not choices:
        raise ValueError("there is nothing to decide")
    plays = policy or quick_policy(view.rules, view.seats)
    batches = Batches(view, plays, choices, 0.0 if is_brief else trust, worlds)
    race = _Race(batches, Random(seed), opinion or {}, share or played_alone, is_brief)
    return race.run(min(positions, _POSITIONS_BRIEF) if is_brief else positions)


def estimate(  # noqa: PLR0913 - what is asked for, each by its name
    view: SeatView,
    seed: int,
    policy: Policy | None = None,
    *,
    precision: float = 0.0,
    playouts: int = 2000,
    actions: Sequence[Action] | None = None,
    opinion: Opinion | None = None,
    positions: int = POSITIONS,
    is_late: Callable[[], bool] = lambda: False,
) -> Estimate:
    """The estimate that is as good as asked: to within ``precision`` (half a 95 % interval) for all
    that may be best, or after about so many ``playouts``, or when ``is_late`` says so.
    """
    for found in evaluate(view, seed, policy, actions, opinion=opinion, positions=positions):
        if found.is_exact or found.precision <= precision or found.playouts >= playouts:
            return found
        if is_late():
            return found
    raise AssertionError("estimates have no end")


class Played(NamedTuple):
    """A batch that was played out: its weight, its number of worlds, and of each action that was
    tried the sum of its results, and how often each of ``KINDS`` was so, both times the weight over
    the number of worlds; the lowest and highest result.
    """

    weight: float
    worlds: int
    sums: tuple[float, ...]
    kinds: tuple[tuple[float, ...], ...]
    lowest: float
    highest: float


class Batches:
    """Worlds that a seat may be in, in batches, each known by a seed, and played out from there."""

    def __init__(
        self,
        view: SeatView,
        policy: Policy,
        actions: Sequence[Action],
        trust: float = TRUST,
        worlds: int | None = None,
    ) -> None:
        self.view, self.policy, self.actions = view, policy, tuple(actions)
        self.worlds = Worlds(view, policy, trust)
        if worlds is not None:
            self.worlds.keep(worlds)
        self._worth = worth_by(view.rules)

    def play(self, seed: int, places: Sequence[int]) -> Played:
        """Try the actions at those ``places`` in the worlds of a batch, all by the same chances."""
        random = Random(seed)
        weight, worlds = self.worlds.batch(random)
        worlds = worlds[:: max(1, len(places) // _AT_ONCE)]
        sums = [0.0] * len(places)
        found = [[0.0] * len(KINDS) for _ in places]
        lowest = highest = 0.0
        part = weight / len(worlds) if worlds else 0.0
        for world in worlds:
            chances = random.getrandbits(64)
            for at, place in enumerate(places):
                hand = self._played_out(self.actions[place], world, chances)
                assert hand.result is not None
                worth = self._worth(hand.result, self.view.seat)
                if worth < lowest:
                    lowest = worth
                elif worth > highest:
                    highest = worth
                sums[at] += part * worth
                for kind, is_so in enumerate(kinds(hand, self.view.seat)):
                    if is_so:
                        found[at][kind] += part
        return Played(weight, len(worlds), tuple(sums), tuple(map(tuple, found)), lowest, highest)

    def _played_out(self, action: Action, world: World, chances: int) -> Hand:
        hand, public, passed = begun(self.view, world, action, self.policy)
        play_on(hand, public, self.policy, Random(chances), passed)
        return hand


Share: TypeAlias = Callable[[Batches, Sequence[int], Sequence[int]], Iterable[Played]]
"""Plays the batches of those seeds, in their order, with the actions at those places."""


def played_alone(batches: Batches, seeds: Sequence[int], places: Sequence[int]) -> Iterator[Played]:
    """One after the other."""
    for seed in seeds:
        yield batches.play(seed, places)


class _Runner:
    """What one action has brought so far, batch by batch."""

    __slots__ = ("action", "index", "is_open", "kinds", "sums", "visits")

    def __init__(self, action: Action, index: int) -> None:
        self.action, self.index, self.is_open = action, index, True
        self.sums: list[float] = []
        self.kinds = [0.0] * len(KINDS)
        self.visits = 0


class _Race:
    """Actions tried on the same worlds and by the same chances, the beaten ones left out."""

    def __init__(
        self, batches: Batches, random: Random, opinion: Opinion, share: Share, is_brief: bool
    ) -> None:
        self._batches, self._random, self._opinion = batches, random, opinion
        self._beaten = _BRIEFLY_BEATEN if is_brief else _BEATEN
        self._first_even = _FIRST_BRIEF if is_brief else _FIRST_EVEN
        self._opinion_at_least = _OPINION_AT_LEAST if is_brief else 0.0
        self._share, self._policy = share, batches.policy
        self._runners = [_Runner(action, place) for place, action in enumerate(batches.actions)]
        self._weights: list[float] = []
        self._playouts = self._tried = 0
        self._lowest = self._highest = 0.0

    def run(self, positions: int) -> Iterator[Estimate]:
        worlds, actions = self._batches.worlds, self._batches.actions
        counted = counted_out(worlds, self._policy, actions, positions)
        if counted:
            yield _exact(counted, self._policy.name)
            return
        count = FIRST if worlds.is_weighed else self._first_even
        while True:
            self._try_round(count)
            if sum(self._weights):
                self._drop_beaten()
                yield self._estimate()
            elif len(self._weights) >= _FRUITLESS:
                raise NoWorldError("no deck was found that agrees with what the seat saw")
            count = max(_ROUND, len(self._weights) // _GROWTH)

    def _try_round(self, count: int) -> None:
        seeds = [self._random.getrandbits(64) for _ in range(count)]
        runners = [runner for runner in self._runners if runner.is_open]
        places = [runner.index for runner in runners]
        for played in self._share(self._batches, seeds, places):
            self._weights.append(played.weight)
            self._tried += played.worlds
            self._playouts += played.worlds * len(runners)
            self._lowest = min(self._lowest, played.lowest)
            self._highest = max(self._highest, played.highest)
            for runner, total, found in zip(runners, played.sums, played.kinds, strict=True):
                runner.sums.append(total)
                runner.kinds = [one + more for one, more in zip(runner.kinds, found, strict=True)]
                runner.visits += played.worlds

    def _drop_beaten(self) -> None:
        runners = [runner for runner in self._runners if runner.is_open]
        if len(runners) < 2:
            return
        best = self._ranked()[0]
        for runner in runners:
            if runner is not best:
                lead, error = self._judged(best, runner)
                runner.is_open = lead <= self._beaten * error

    @property
    def _doubt(self) -> float:
        apart = _DOUBT * max(self._highest - self._lowest, _APART)
        return apart / sqrt(max(1.0, self._tried / len(self._weights)))

    def _mean(self, runner: _Runner) -> float:
        return sum(runner.sums) / sum(self._weights[: len(runner.sums)])

    def _difference(self, one: _Runner, other: _Runner) -> tuple[float, float]:
        """By how much one is better, on the batches that both had, and the error of that."""
        count = min(len(one.sums), len(other.sums))
        pairs = zip(one.sums[:count], other.sums[:count], strict=True)
        return ratio([a - b for a, b in pairs], self._weights[:count], self._doubt / 2)

    def _judged(self, one: _Runner, other: _Runner) -> tuple[float, float]:
        """The same by what the play-outs show and by what was thought before."""
        lead, error = self._difference(one, other)
        thought, against = (self._opinion.get(each.action) for each in (one, other))
        if thought is None or against is None:
            return lead, error
        before = against.loss - thought.loss
        tried, known = error**-2, 1 / (thought.error**2 + against.error**2)
        if self._opinion_at_least:
            tried = min(tried, known / self._opinion_at_least)
        return (lead * tried + before * known) / (tried + known), (tried + known) ** -0.5

    def _ranked(self) -> list[_Runner]:
        """All, the best first; those left out come last."""
        believed = [each for each in self._runners if each.action in self._opinion]
        if len(believed) < 2:
            return sorted(self._runners, key=lambda each: (not each.is_open, -self._mean(each)))
        first = min(believed, key=lambda each: self._opinion[each.action].loss)
        worths = [0.0 if each is first else self._judged(each, first)[0] for each in self._runners]
        return sorted(self._runners, key=lambda each: (not each.is_open, -worths[each.index]))

    def _estimate(self) -> Estimate:
        ranked = self._ranked()
        lead, error = self._difference(ranked[0], ranked[1]) if len(ranked) > 1 else (0.0, 0.0)
        return Estimate(
            policy=self._policy.name,
            values=tuple(self._value(runner) for runner in ranked),
            playouts=self._playouts,
            lead=lead,
            lead_error=error,
        )

    def _value(self, runner: _Runner) -> Value:
        weights = self._weights[: len(runner.sums)]
        value, error = ratio(runner.sums, weights, self._doubt)
        whole = sum(weights)
        chances = tuple(kind / whole for kind in runner.kinds)
        return Value(
            runner.action,
            value,
            error,
            runner.visits,
            chances,  # type: ignore[arg-type] # as many as KINDS
            runner.is_open,
        )


def _exact(counted: Sequence[Counted], policy: str) -> Estimate:
    """What was counted out, as an estimate without an error."""
    ranked = sorted(counted, key=lambda each: -each.value)
    return Estimate(
        policy=policy,
        values=tuple(
            Value(each.action, each.value, 0.0, each.ends, tuple(each.chances))  # type: ignore[arg-type] # as many as KINDS
            for each in ranked
        ),
        playouts=sum(each.ends for each in ranked),
        lead=ranked[0].value - ranked[1].value if len(ranked) > 1 else 0.0,
        lead_error=0.0,
        is_exact=True,
    )


def ratio(sums: Sequence[float], weights: Sequence[float], doubt: float) -> tuple[float, float]:
    """The mean of weighted batches, and its standard error from what lies between batches.

    ``doubt`` is a deviation that one batch more is taken to have had. The error is widened where
    few batches carry the weight, as Student's t has it.
    """
    whole = sum(weights)
    mean = sum(sums) / whole
    squares = sum([(each - mean * weight) ** 2 for each, weight in zip(sums, weights, strict=True)])
    of_weights = sum([weight * weight for weight in weights])
    squares += doubt * doubt * of_weights / len(weights)
    effective = whole * whole / of_weights
    freedom = max(effective - 1, 1.0)
    # Cornish and Fisher's expansion of the 97.5 % point of t, by that of the normal distribution.
    widened = 1 + (SURE * SURE + 1) / (4 * freedom)
    return mean, widened * sqrt(squares * effective / freedom) / whole
