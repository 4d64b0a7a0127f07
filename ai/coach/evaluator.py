"""Anytime estimates of the value of each legal action, by play-outs."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot, sqrt
from os import cpu_count
from threading import local
from typing import Final, NamedTuple, TypeAlias, TypeVar

from ai.chances import SplitMix64
from ai.coach.worlds import STIRS, TRUST, seen_by
from ai.kernel.rollout import Batches, DoubleArray, RolloutMemory, Seen, play_outs
from ai.players import QUICK, SeatPlayer
from game.rules.actions import PASS, Action, Drop, Slap
from game.rules.cards import Card
from game.rules.view import SeatView
from game.verdicts import SURE, unit_of

OUTCOMES: Final = ("win", "caught", "tonk", "stockout")
"""The endings of a hand for a seat that estimates give probabilities of."""
FIRST: Final = 8
"""Batches of worlds before any action is eliminated or any estimate given."""


class NoWorldError(RuntimeError):
    """Raised if no deck was found that is consistent with all that the seat saw."""


@dataclass(frozen=True, slots=True)
class CoachReason:
    """Why an action is best: the kind of the reason, and its values (``ai.coach.reasons``)."""

    kind: str
    values: Mapping[str, int | float | Card | tuple[Card, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Value:
    """What one action is worth: ``value`` in stakes, in points under push-up (how much more the
    others add on average than the seat does).

    ``value`` ± 1.96 ``error`` holds the expected value 95 times of 100; ``behind_error`` is the
    standard error of how much less it is worth than the best action, which is smaller, as both are
    played out in the same worlds. ``visits`` are the play-outs behind it. ``chances`` are those of
    ``OUTCOMES``: that the seat wins, is caught, tonks, that the hand ends as a stock-out.
    ``is_open``: it was not left out as clearly worse.
    """

    action: Action
    value: float
    error: float
    visits: int
    chances: tuple[float, float, float, float]
    is_open: bool = True
    behind_error: float = 0.0

    def chance(self, kind: str) -> float:
        """Return the chance of an ending, one of ``OUTCOMES``."""
        return self.chances[OUTCOMES.index(kind)]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What each action is worth, the best first, after ``playouts`` play-outs by ``policy``.

    ``lead`` is by how much the best is worth more than the next, ``lead_error`` the standard error
    of that; where both are close it may be below 0, if a strong player thinks more of the first.
    ``is_decided``: no other action is likely to be found the best by more play-outs.
    ``is_checked``: a stronger player, if asked, has played out what it has to.
    ``moves`` are those of all play-outs, which their cost in time grows with.
    ``reason``, if asked for, is why the first is the best.
    """

    policy: str
    values: tuple[Value, ...]
    playouts: int
    lead: float
    lead_error: float
    is_decided: bool = False
    is_checked: bool = True
    moves: int = 0
    reason: CoachReason | None = None

    @property
    def best(self) -> Value:
        """The value of the best action."""
        return self.values[0]

    @property
    def is_close(self) -> bool:
        """Whether another action may be as good: the lead is within its error, or an action that
        the prior opinion ranks lower seems better.
        """
        is_ahead = all(value.value <= self.best.value for value in self.values[1:])
        return self.lead <= SURE * self.lead_error or not is_ahead

    @property
    def precision(self) -> float:
        """Half the 95 % interval of the least precise value among the actions that may be best."""
        return SURE * max(value.error for value in self.values if value.is_open)

    def of(self, action: Action) -> Value:
        """Return the value of ``action``; raise ``KeyError`` if it was not compared."""
        for value in self.values:
            if value.action == action:
                return value
        raise KeyError(action)


class Belief(NamedTuple):
    """A prior belief about an action: its cost against the best, in the unit of ``Value``, and the
    standard error of that.
    """

    loss: float
    error: float


Opinion: TypeAlias = Mapping[Action, Belief]
"""A strong player's prior beliefs about actions; actions left out have none."""


def options(view: SeatView) -> tuple[Action, ...]:
    """Return the choices of the seat with this view: the legal actions, and to pass where it
    may.
    """
    legal = view.legal
    lets_go = legal and all(isinstance(each, Slap | Drop) for each in legal)
    if lets_go and PASS not in legal and (view.seat != view.turn or isinstance(legal[0], Slap)):
        return (*legal, PASS)
    return legal


def evaluate(  # noqa: PLR0913 - what is asked for, each by its name
    view: SeatView,
    seed: int,
    player: SeatPlayer = QUICK,
    actions: Sequence[Action] | None = None,
    *,
    opinion: Opinion | None = None,
    stronger: SeatPlayer | None = None,
    trust: int = TRUST,
    is_brief: bool = False,
    first: int = FIRST,
    at_once: int | None = None,
    threads: int | None = None,
) -> Iterator[Estimate]:
    """Yield ever better estimates, without end.

    ``actions`` are those to be compared, all that are legal if not given. The best is found by
    ``opinion`` and by what the play-outs show: to be best against it, an action has to show more
    than three times what it is thought to cost, or twice if it ``is_brief``. If a ``stronger``
    player is given, who is slower, it plays out again what may be best against the opinion: both
    count by their errors, and values move by the difference that it finds. The opinion alone moves
    none. ``trust`` is how far the others are taken to have played as ``player`` does, in
    thousandths. If it ``is_brief`` nothing is made of how the others played; what falls behind is
    left out early, so that most of few play-outs go to what may be best. ``first`` is how many
    batches the first estimate is made of; with twice as many actions as ``at_once`` every second
    world of a batch is played out, and so on. ``threads`` play the batches of a round, as many as
    there are cores if not given; what is found is the same.
    Raises ``ValueError`` where there is nothing to decide, ``KernelError`` without the kernel, and
    at the first estimate ``NoWorldError`` where hardly any deck leads there: all but one deal in
    many thousands would have ended at once, say.
    """
    choices = tuple(options(view) if actions is None else actions)
    if not choices:
        raise ValueError("there is nothing to decide")
    threads = threads or min(cpu_count() or 1, _MOST_THREADS)
    seen = seen_by(view, player, choices, 0 if is_brief else trust)
    seen.at_once = at_once or seen.at_once
    again = None
    if stronger:
        seen_again = seen_by(view, stronger, choices, trust)
        seen_again.kept = 32  # worlds of a batch, so that some hundred play-outs are many batches
        again = _Batches(seen_again, threads, stronger.name, unit_of(view.rules))
    batches = _Batches(seen, threads, player.name, unit_of(view.rules))
    race = _Race(batches, choices, seed, opinion or {}, is_brief, first, again)
    return race.run()


def estimate(
    view: SeatView,
    seed: int,
    player: SeatPlayer = QUICK,
    *,
    precision: float = 0.0,
    playouts: int = 2000,
    actions: Sequence[Action] | None = None,
    opinion: Opinion | None = None,
) -> Estimate:
    """Return the estimate that is as good as asked: to within ``precision`` (half a 95 % interval)
    for all that may be best, or after about so many ``playouts``.
    """
    for found in evaluate(view, seed, player, actions, opinion=opinion):
        if found.precision <= precision or found.playouts >= playouts:
            return found
    raise AssertionError("estimates have no end")


T = TypeVar("T")
Steps: TypeAlias = Generator[float, None, T]
"""Work that a caller can put off between its steps: it yields the share done, and returns a
``T``."""


def finished(steps: Steps[T]) -> T:
    """Run such work to its end, without a pause, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return] # what the generator returns


def ratio(sums: Sequence[float], weights: Sequence[float], doubt: float) -> tuple[float, float]:
    """Return the mean of weighted batches, and its standard error from the spread between them."""
    row, by = DoubleArray(), DoubleArray()
    row.extend(sums)
    by.extend(weights)
    mean, variance = row.mean(by, doubt)
    return mean, sqrt(variance)


_MOST_THREADS: Final = 2  # threads: more gain little


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="play-outs")


_own: Final = local()


def _memory() -> RolloutMemory:
    """Return the calling thread's memory, made on first use."""
    if not hasattr(_own, "memory"):
        _own.memory = RolloutMemory()
    memory: RolloutMemory = _own.memory
    return memory


class _Batches:
    """Batches of worlds, each known by a seed, played out by some threads; in their results
    ``unit`` is a stake.
    """

    def __init__(self, seen: Seen, threads: int, name: str, unit: float) -> None:
        self._seen, self._threads, self.name, self.unit = seen, threads, name, unit

    def stir(self) -> None:
        """Stir the worlds of batches from now on: they differ more, and take longer."""
        self._seen.stirs = STIRS

    def play(self, seeds: Sequence[int], indices: Sequence[int]) -> Iterator[Batches]:
        """Yield the batches of these seeds in their order."""
        if self._threads < 2 or len(seeds) < 2:
            yield self._played(seeds, indices)
            return
        # Eight pieces for each thread, so that none waits long for another.
        step = max(1, -(-len(seeds) // (self._threads * 8)))
        pieces = [seeds[at : at + step] for at in range(0, len(seeds), step)]
        yield from _pool().map(lambda piece: self._played(piece, indices), pieces)

    def _played(self, seeds: Sequence[int], indices: Sequence[int]) -> Batches:
        return play_outs(self._seen, _memory(), seeds, indices)


class _Runner:
    """An action in a race, and its results so far, batch by batch."""

    __slots__ = ("action", "index", "is_open", "kinds", "sums", "visits")

    def __init__(self, action: Action, index: int) -> None:
        self.action, self.index, self.is_open = action, index, True
        self.sums = DoubleArray()
        self.kinds = [0.0] * len(OUTCOMES)
        self.visits = 0


class _Check:
    """An action beside the opinion's first, both played out by a stronger player.

    ``ENOUGH`` play-outs decide; with time there are more, one for ``OTHERS`` by the plain player,
    up to ``MOST``. ``AT_ONCE`` batches make a round. A lead of up to ``LEAST`` needs none: stakes,
    or points under push-up, where 15 times as much would leave out checks that change the choice.
    """

    ENOUGH: Final = 1000
    OTHERS: Final = 8
    MOST: Final = 16_000
    AT_ONCE: Final = 8
    LEAST: Final = 0.02

    def __init__(self) -> None:
        self._weights, self._sums = DoubleArray(), (DoubleArray(), DoubleArray())
        self._kinds = [0.0] * (2 * len(OUTCOMES))
        self.playouts = self._decks = 0

    def add(self, piece: Batches) -> None:
        """Add batches of both, the action before the other."""
        self._weights.extend([played.weight for played in piece.played])
        for at, sums in enumerate(self._sums):
            sums.extend(piece.sums[at::2])
        for at in range(len(self._kinds)):
            self._kinds[at] += sum(piece.kinds[at :: len(self._kinds)])
        for played in piece.played:
            # A batch without a world counts for something too, or a check might never end.
            self.playouts += 2 * max(played.worlds, 8)
            self._decks += played.decks

    def lead(self, apart: float) -> tuple[float, float] | None:
        """Return the lead of the action and its error; None if no world was found. ``apart`` is how
        far off one more result may be.
        """
        if not self._decks:
            return None
        doubt = apart * min(1.0, len(self._weights) / self._decks) / 2
        lead, variance = self._sums[0].less(self._sums[1]).mean(self._weights, doubt)
        return lead, sqrt(variance)

    def likelier(self, kind: int) -> float:
        """Return how much likelier an ending, by its place in ``OUTCOMES``, is after the action."""
        action, other = self._kinds[kind], self._kinds[len(OUTCOMES) + kind]
        return (action - other) / self._weights.sum(len(self._weights))


class _Race:
    """A race of actions on shared worlds and random numbers, which eliminates beaten actions."""

    BEATEN: Final = 3.7
    """Standard errors by which an action must trail the best to be eliminated. Checked after every
    round, this keeps the probability of eliminating the best action far below one in a hundred.
    """
    FEW_DECKS: Final = 0.17
    """Different decks among the worlds that are played out, as a share, below which worlds are
    stirred: few of those dealt explain what the others did."""
    DOUBT: Final = 1 / sqrt(3)
    """The error that one more result may bring, as a share of the distance between the lowest and
    highest result of a position.

    Every mean is reckoned as if one more deck had been drawn, with a result anywhere between the
    two, so that a few equal ones are not taken for certainty. Seen from either end, where the mean
    of equal ones lies, that is off by this share of the distance, on the root mean square."""

    def __init__(
        self,
        batches: _Batches,
        actions: Sequence[Action],
        seed: int,
        opinion: Opinion,
        is_brief: bool,
        first: int,
        stronger: _Batches | None,
    ) -> None:
        self._batches, self._dice, self._opinion = batches, SplitMix64(seed), opinion
        self._is_brief = is_brief
        # Who has to decide within a fraction of a second settles for less certainty.
        self._beaten = 1.5 if is_brief else self.BEATEN
        self._first = 4 if is_brief else first
        # What the player of the play-outs does wrong shows in no error of theirs, so the opinion
        # counts this many times as much at least (`python -m tests.long.opinion weight`).
        self._opinion_counts = 2.0 if is_brief else 3.0
        self._actions = tuple(actions)
        self._stronger, self._checks = stronger, dict[int, _Check]()
        self._dice_of_checks = SplitMix64(seed ^ 1)
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._runners = [_Runner(action, index) for index, action in enumerate(self._actions)]
        self._believed = [each for each in self._runners if each.action in self._opinion]
        self._weights = DoubleArray()
        self._seeds: list[int] = []
        self._whole = 0.0
        self._playouts = self._moves = self._tried = self._decks = 0
        self._lowest = self._highest = 0

    def run(self) -> Iterator[Estimate]:
        count = self._first
        self._try_round(count)
        # Nothing was said so far; batches that are not stirred would weigh on all later ones.
        if not self._is_brief and self._decks < self.FEW_DECKS * self._tried:
            self._batches.stir()
            if self._stronger:
                self._stronger.stir()
            self._begin_anew()
            self._try_round(count)
        while True:
            if self._whole:
                self._drop_beaten()
                self._check()
                yield self._estimate()
            # After so many batches without a world, none is looked for any more.
            elif len(self._weights) >= 400:
                raise NoWorldError("no deck was found that agrees with what the seat saw")
            # A later round adds one batch for sixteen played before it: a caller that waits for a
            # precision waits on average for half a round more than that needs.
            count = max(4, len(self._weights) // 16)
            self._try_round(count)

    def _try_round(self, count: int) -> None:
        seeds = [self._dice.next() for _ in range(count)]
        self._seeds += seeds
        for piece in self._tried_in(seeds, [each for each in self._runners if each.is_open]):
            self._weights.extend([played.weight for played in piece.played])
            for played in piece.played:
                self._whole += played.weight
                self._tried += played.worlds
                self._decks += played.decks

    def _tried_in(self, seeds: Sequence[int], runners: Sequence[_Runner]) -> Iterator[Batches]:
        """Yield the batches of these seeds, with the results of ``runners`` in them added."""
        wide = len(runners)
        for piece in self._batches.play(seeds, [runner.index for runner in runners]):
            for played in piece.played:
                self._playouts += played.worlds * wide
                self._moves += played.moves
                self._lowest = min(self._lowest, played.lowest)
                self._highest = max(self._highest, played.highest)
            worlds = sum(played.worlds for played in piece.played)
            for at, runner in enumerate(runners):
                runner.sums.extend(piece.sums[at::wide])
                runner.visits += worlds
                for kind in range(len(OUTCOMES)):
                    for part in piece.kinds[len(OUTCOMES) * at + kind :: len(OUTCOMES) * wide]:
                        runner.kinds[kind] += part
            yield piece

    def _reopen_second(self) -> None:
        """Let the second best back into the race, unless its distance from the best is known: it
        may have been left out early, behind another that has fallen back since.
        """
        best, second = self._ranked()[:2]
        if not (second.is_open or self._is_small(self._difference(best, second)[1])):
            for _ in self._tried_in(self._seeds[len(second.sums) :], [second]):
                pass
            second.is_open = True

    def _drop_beaten(self) -> None:
        runners = [runner for runner in self._runners if runner.is_open]
        if len(runners) < 2:
            return
        best, second = self._ranked()[:2]
        counts = self._opinion_counts if self._is_brief else 0.0
        for runner in runners:
            if runner is not best:
                lead, error = self._judged(best, runner, counts)
                runner.is_open = not (
                    lead > self._beaten * error
                    and (self._is_brief or self._is_settled(runner, best, second))
                )
        if not self._is_brief:
            self._reopen_second()

    def _is_settled(self, runner: _Runner, best: _Runner, second: _Runner) -> bool:
        """Return whether an action that trails the best needs no more play-outs for the lead over
        the next best to become known: if it is hardly the next best, or as good as that.
        """
        if runner is not second:
            behind, error = self._judged(second, runner, 0.0)
            if behind > error or self._is_small(error):
                return True
        return self._is_small(self._difference(best, runner)[1])

    def _is_small(self, error: float) -> bool:
        """Return whether a lead with this standard error needs to be known no better."""
        return SURE * error <= 0.02 * self._batches.unit  # stakes

    @property
    def _doubt(self) -> float:
        """How far off the mean of one batch may be for what was not drawn in it."""
        # Worlds copied from one deck count as one. So short runs hold the values of long ones 93
        # to 97 times of 100.
        return self._apart * min(1.0, len(self._weights) / self._decks)

    @property
    def _apart(self) -> float:
        """How far off one more result may be."""
        # Results of a position are taken to lie a point apart at least.
        return self.DOUBT * max(self._highest - self._lowest, 1.0)

    def _mean(self, runner: _Runner) -> float:
        return runner.sums.mean(self._weights, 0.0)[0]

    def _difference(self, one: _Runner, other: _Runner) -> tuple[float, float]:
        """Return the mean lead of one action over another on their shared batches, and its
        error.
        """
        lead, variance = one.sums.less(other.sums).mean(self._weights, self._doubt / 2)
        return lead, sqrt(variance)

    def _judged(self, one: _Runner, other: _Runner, counts: float) -> tuple[float, float]:
        """Return the lead of one action over another by play-outs and prior opinion, and its
        error; ``counts`` is how many times as much as play-outs the opinion counts at least.
        """
        return self._weighed(one, other, self._difference(one, other), counts)

    def _weighed(
        self, one: _Runner, other: _Runner, shown: tuple[float, float], counts: float
    ) -> tuple[float, float]:
        """Return the lead that play-outs have shown, and its error, weighed against the opinion."""
        lead, error = shown
        thought, against = (self._opinion.get(each.action) for each in (one, other))
        if thought is None or against is None:
            return lead, error
        before = against.loss - thought.loss
        tried, known = error**-2, 1 / (thought.error**2 + against.error**2)
        if counts:
            tried = min(tried, known / counts)
        return (lead * tried + before * known) / (tried + known), sqrt(1 / (tried + known))

    def _thought_best(self) -> _Runner | None:
        """Return the action that the opinion ranks first, if it has one of several."""
        if len(self._believed) < 2:
            return None
        return min(self._believed, key=lambda each: self._opinion[each.action].loss)

    def _unchecked(self, playouts: int) -> tuple[_Runner, _Runner] | None:
        """Return what a stronger player has to play out, unless it has so often: an action that
        ranks above the opinion's first, or is worth more by play-outs, and that first.
        """
        first = self._thought_best()
        if not (self._stronger and first):
            return None
        shown = max(self._believed, key=lambda each: (each.is_open, self._mean(each)))
        for each in (self._ranked()[0], shown):
            is_ahead = (
                each in self._believed and self._mean(each) - self._mean(first) > _Check.LEAST
            )
            if is_ahead and not self._is_checked(each, first, playouts):
                return each, first
        return None

    def _is_checked(self, runner: _Runner, first: _Runner, playouts: int) -> bool:
        check, found = self._checks.get(runner.index), self._found_by_check(runner)
        if check is None or check.playouts >= playouts:
            return check is not None
        if found is None:
            return False
        lead, error = self._weighed(runner, first, found, 0.0)
        return abs(lead) > 2 * error  # two standard errors

    def _check(self) -> None:
        """Let a stronger player play out what it has to."""
        with_time = min(self._playouts // _Check.OTHERS, _Check.MOST)
        unchecked = self._unchecked(_Check.ENOUGH) or self._unchecked(with_time)
        if not (self._stronger and unchecked):
            return
        runner, first = unchecked
        check = self._checks.setdefault(runner.index, _Check())
        seeds = [self._dice_of_checks.next() for _ in range(_Check.AT_ONCE)]
        for piece in self._stronger.play(seeds, (runner.index, first.index)):
            check.add(piece)

    def _found_by_check(self, runner: _Runner) -> tuple[float, float] | None:
        """Return the lead of an action over the opinion's first by a stronger player, if known."""
        check = self._checks.get(runner.index)
        return check.lead(self._apart) if check else None

    def _lead_over(self, runner: _Runner, first: _Runner) -> float:
        """Return the lead of an action over the opinion's first, by which it is ranked."""
        found = self._found_by_check(runner)
        if found:
            return self._weighed(runner, first, found, 0.0)[0]
        return self._judged(runner, first, self._opinion_counts)[0]

    def _ranked(self) -> list[_Runner]:
        """Return all actions, the best first; eliminated ones come last."""
        first = self._thought_best() or max(
            (each for each in self._runners if each.is_open), key=self._mean
        )
        leads = [0.0 if each is first else self._lead_over(each, first) for each in self._runners]
        return sorted(
            self._runners,
            key=lambda each: (not each.is_open, -leads[each.index], each is not first),
        )

    def _estimate(self) -> Estimate:
        best, *others = self._ranked()
        behind = [self._shown_lead(best, each) for each in others]
        lead, error = behind[0] if behind else (0.0, 0.0)
        return Estimate(
            policy=self._batches.name,
            values=(
                self._value(best, 0.0),
                *(
                    self._value(each, apart)
                    for each, (_, apart) in zip(others, behind, strict=True)
                ),
            ),
            playouts=self._playouts,
            lead=lead,
            lead_error=error,
            is_decided=all(
                self._stays_behind(each, best, *known)
                for each, known in zip(others, behind, strict=True)
                if each.is_open
            ),
            is_checked=self._unchecked(_Check.ENOUGH) is None,
            moves=self._moves,
        )

    def _shown_lead(self, one: _Runner, other: _Runner) -> tuple[float, float]:
        """Return the lead of one action over another, and its error, by a stronger player if that
        has compared them.
        """
        first = self._thought_best()
        if other is first:
            return self._found_by_check(one) or self._difference(one, other)
        found = self._found_by_check(other) if one is first else None
        return (-found[0], found[1]) if found else self._difference(one, other)

    def _stays_behind(self, runner: _Runner, best: _Runner, lead: float, error: float) -> bool:
        """Return whether an action that trails the best by ``lead`` ± 1.96 ``error`` is unlikely to
        be found better by more play-outs, as far as the opinion lets it.
        """
        thought, against = (self._opinion.get(each.action) for each in (best, runner))
        if thought and against:
            lead += self._opinion_counts * (against.loss - thought.loss)
        return lead > 2.5 * error  # two and a half standard errors: 1 in 160

    def _value(self, runner: _Runner, behind_error: float) -> Value:
        value, error, chances = self._figures(runner)
        return Value(
            runner.action,
            value,
            error,
            runner.visits,
            chances,  # type: ignore[arg-type] # as many as OUTCOMES
            runner.is_open,
            behind_error,
        )

    def _figures(self, runner: _Runner) -> tuple[float, float, tuple[float, ...]]:
        """Return the value of an action, its error, and the chances of ``OUTCOMES``.

        Where a stronger player has compared two actions, what it found to be their difference is
        added to the figures of one: to those of an action that ends the hand, which are the same
        whoever plays on, or else to those of the opinion's first.
        """
        first = self._thought_best()
        if first is None or self._ends_hand(runner):
            return self._by_playouts(runner)
        if runner is not first:
            found = self._found_by_check(runner)
            return self._moved(first, runner, 1) if found else self._by_playouts(runner)
        checked = [each for each in self._runners if self._found_by_check(each)]
        end = next((each for each in checked if self._ends_hand(each)), None)
        return self._moved(end, end, -1) if end else self._by_playouts(runner)

    def _ends_hand(self, runner: _Runner) -> bool:
        """Return whether an action drops, or was worth the same in all play-outs."""
        return isinstance(runner.action, Drop) or not self._by_playouts(runner)[1]

    def _moved(
        self, runner: _Runner, checked: _Runner, sign: int
    ) -> tuple[float, float, tuple[float, ...]]:
        """Return the figures of one action moved by what a check found of another."""
        value, error, chances = self._by_playouts(runner)
        lead, lead_error = self._found_by_check(checked) or (0.0, 0.0)
        likelier = self._checks[checked.index].likelier
        moved = (chance + sign * likelier(kind) for kind, chance in enumerate(chances))
        chances = tuple(min(max(chance, 0.0), 1.0) for chance in moved)
        return value + sign * lead, hypot(error, lead_error), chances

    def _by_playouts(self, runner: _Runner) -> tuple[float, float, tuple[float, ...]]:
        """Return the mean, its error, and the chances of ``OUTCOMES`` without any check."""
        value, variance = runner.sums.mean(self._weights, self._doubt)
        whole = self._weights.sum(len(runner.sums))
        return value, sqrt(variance), tuple(kind / whole for kind in runner.kinds)
