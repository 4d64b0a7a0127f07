"""The arena: fair deals, honest intervals, the same totals wherever they are played."""

import json
import math
import multiprocessing
import pickle
import signal
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from random import Random
from threading import Thread

import pytest

from ai.bot import Bot
from ai.lab.arena import match as match_module
from ai.lab.arena import workers as workers_module
from ai.lab.arena.contest import LEAST_DEALS, Contest, Tally
from ai.lab.arena.match import (
    DealOutcome,
    Decider,
    Match,
    bucket,
    milliseconds,
    play_deal,
)
from ai.lab.arena.workers import (
    Batch,
    HungError,
    NoWorkersError,
    SerialExecutor,
    WorkerPool,
    play_batch,
    process_pool,
    serial_pool,
)
from ai.registry import make_bot
from ai.sight import Sight
from game.rules.actions import (
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Hit,
    Slap,
    Spread,
    cards_played,
    parse_action,
)
from game.rules.claim_window import ClaimWindow
from game.rules.presets import STANDARD, preset
from game.rules.record import HandRecord, read_record
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

GREEDY = ("greedy8", "random")


def played(
    bots: Sequence[str] = GREEDY, deals: int = 40, *, rules: RuleSet = STANDARD, seed: str = "1"
) -> tuple[Tally, list[HandRecord]]:
    """A match and the records of its hands, read back."""
    lines: list[str] = []
    contest = Contest(Match(rules, tuple(bots), seed, keeps_records=True), deals)
    contest.run(serial_pool(), lambda deal: lines.extend(deal.records))
    return contest.tally, [read_record(json.loads(line)) for line in lines]


def totals(tally: Tally) -> tuple[object, ...]:
    """All that must not depend on who played."""
    bots = range(tally.match.seats)
    return (
        tally.deals,
        tally.endings,
        [tally.estimate(bot) for bot in bots],
        [tally.caught_rate(bot) for bot in bots],
    )


def run(pool: WorkerPool, deals: int = 60, until: float | None = None) -> Tally:
    contest = Contest(Match(STANDARD, GREEDY, "7"), deals, until)
    contest.run(pool)
    return contest.tally


# Deals.


def test_every_deal_is_played_once_in_every_seating() -> None:
    bots = ("greedy8", "random", "stayer")
    _, records = played(bots, deals=4)
    assert len(records) == 12
    for first in range(0, 12, 3):
        deal = records[first : first + 3]
        assert len({record.deck for record in deal}) == 1
        assert {record.seats for record in deal} == {bots[turn:] + bots[:turn] for turn in range(3)}
    assert len({record.deck for record in records}) == 4


def test_another_seed_deals_other_cards() -> None:
    (_, one), (_, other) = played(deals=1), played(deals=1, seed="2")
    assert one[0].deck != other[0].deck


@pytest.mark.parametrize("bot", ["greedy8", "random", "regular"])
def test_a_bot_that_meets_itself_comes_out_even(bot: str) -> None:
    tally, records = played((bot, bot), deals=30)
    assert [tally.estimate(seat).mean for seat in range(2)] == [0, 0]
    assert tally.estimate(0).width == 0
    assert records[0].seats == (f"{bot} (1)", f"{bot} (2)")


# Slaps and claims.


class _Eager:
    """Claims and slaps whatever it may; otherwise does anything but drop."""

    def __init__(self, slap_seeds: list[int]) -> None:
        self._slap_seeds = slap_seeds

    def choose(self, view: SeatView, seed: int) -> Action:
        slaps = [action for action in view.legal if isinstance(action, Slap)]
        if slaps:
            self._slap_seeds.append(seed)
            return slaps[-1]
        sight = Sight(view)
        if TAKE in view.legal and sight.top & sight.hittable:
            return TAKE
        others = [action for action in view.legal if action != DROP]
        return Random(seed).choice(others) if others else PASS


def _moves(record: HandRecord) -> list[tuple[int, Action]]:
    return [parse_action(text) for text in record.actions]


def _eager(name: str) -> tuple[list[HandRecord], list[int]]:
    """Hands of three such bots, and the seeds of their slaps."""
    seeds: list[int] = []
    match = Match(preset(name), ("one", "two", "three"), "1", keeps_records=True)
    decider = Decider(match.bots, lambda _: _Eager(seeds))
    outcomes = [play_deal(match, number, decider) for number in range(8)]
    records = [read_record(json.loads(line)) for deal in outcomes for line in deal.records]
    return records, seeds


def test_a_card_that_is_politely_claimed_is_used_at_once() -> None:
    claims = 0
    for record in _eager("slap_polite")[0]:
        hand = record.deal()
        moves = _moves(record)
        for (seat, action), (_, following) in zip(moves, [*moves[1:], (0, PASS)], strict=True):
            could_claim = ClaimWindow(hand).claimer is not None
            if could_claim:
                assert not isinstance(action, Slap) or seat != hand.turn
            if could_claim and action == TAKE:
                claims += 1
                assert isinstance(following, Spread | Hit)
                assert hand.pile[-1] in cards_played(following)
            hand.act(seat, action)
    assert claims > 5


def test_of_those_who_race_the_quickest_has_the_card_unless_it_is_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How fast a seat is follows from the seed of its decision."""
    times: list[float] = []

    def reaction(seed: int) -> float:
        times.append(seed % 1000 / 600)
        return times[-1]

    monkeypatch.setattr(match_module, "reaction", reaction)
    records, seeds = _eager("slap")
    made = [isinstance(action, Slap) for record in records for _, action in _moves(record)]
    assert sum(made) == len(seeds) > 5
    won = [seed % 1000 / 600 for seed in seeds]
    assert max(won) <= 1
    assert statistics.fmean(won) < statistics.fmean(time for time in times if time <= 1) - 0.1


# Figures.


def _own(record: HandRecord, name: str) -> tuple[int, list[int]]:
    """The payment of the bot of that name, and those of the others."""
    assert record.result is not None
    payments = list(record.result.payments)
    return payments.pop(record.seats.index(name)), payments


def test_the_mean_and_its_interval_are_those_of_independent_deals() -> None:
    tally, records = played(("greedy8", "random", "stayer"), deals=11)
    for bot, name in enumerate(tally.match.bots):
        won = [_own(record, name)[0] for record in records]
        deals = [statistics.fmean(won[first : first + 3]) for first in range(0, 33, 3)]
        assert tally.estimate(bot).mean == pytest.approx(statistics.fmean(deals))
        width = 2.228 * statistics.stdev(deals) / math.sqrt(11)  # Student's t of 10 degrees
        assert tally.estimate(bot).width == pytest.approx(width, rel=0.005)


def test_under_push_up_the_mean_is_the_points_of_the_others_less_ones_own() -> None:
    bots = ("greedy8", "random", "stayer")
    tally, records = played(bots, deals=20, rules=preset("push_up"))
    for bot, name in enumerate(bots):
        apart = [_own(record, name) for record in records]
        gains = [statistics.fmean(others) - own for own, others in apart]
        assert tally.estimate(bot).mean == pytest.approx(statistics.fmean(gains))
        assert any(gains)


def test_one_deal_alone_has_no_interval() -> None:
    tally, _ = played(deals=1)
    assert tally.estimate(0).width is None


def test_endings_and_catches_are_counted() -> None:
    tally, records = played(("greedy8", "stayer"), deals=40)
    ended = Counter(record.result.ending for record in records if record.result)
    assert {kind.value: n for kind, n in tally.endings.items() if n} == ended
    assert list(tally.endings) == list(Ending)
    drops = [
        record.result.ending == "caught"
        for record in records
        if record.actions and record.result and record.actions[-1].endswith(" drop")
    ]
    assert tally.caught_rate(0) == statistics.fmean(drops) > 0
    assert tally.caught_rate(1) == 0


def test_times_are_kept_to_a_few_parts_in_a_hundred() -> None:
    times = Counter({bucket(1_000_000): 98, bucket(50_000_000): 2})
    assert milliseconds(times, 0.5) == pytest.approx(1, rel=0.03)
    assert milliseconds(times, 0.98) == pytest.approx(1, rel=0.03)
    assert milliseconds(times, 0.99) == pytest.approx(50, rel=0.03)
    assert milliseconds(Counter(), 0.5) is None


# Crews.


def test_the_same_seed_gives_the_same_totals_with_every_pool() -> None:
    alone = totals(run(serial_pool()))
    processes = process_pool(2)
    assert totals(run(processes)) == alone
    processes.shut_down()
    with ThreadPoolExecutor(3) as threads:
        assert totals(run(WorkerPool(lambda: threads, ahead=7))) == alone


def test_until_ends_a_match_at_the_same_deal_with_every_pool() -> None:
    alone = run(serial_pool(), 5000, until=0.25)
    assert LEAST_DEALS <= alone.deals < 1000
    assert alone.widest() < 0.25
    with ThreadPoolExecutor(3) as threads:
        assert totals(run(WorkerPool(lambda: threads, ahead=7), 5000, until=0.25)) == totals(alone)


def test_a_match_that_is_plain_ends_when_it_is_known_to_its_share() -> None:
    bots = ("greedy8", "random")
    ends = {}
    for share in (0, 0.25, 0.1):
        contest = Contest(Match(STANDARD, bots, "1"), 1200, until=0.01, share=share)
        contest.run(serial_pool())
        ends[share] = contest.tally
    assert ends[0].deals == 1200
    assert ends[0.25].deals < ends[0.1].deals < 1200
    assert ends[0.1].widest() < 0.1 * ends[0.1].estimate(0).mean


def test_until_does_not_trust_the_first_few_deals() -> None:
    contest = Contest(Match(STANDARD, ("greedy8", "greedy8"), "1"), 5000, until=0.1)
    contest.run(serial_pool())
    assert contest.tally.deals == LEAST_DEALS


def test_a_worker_that_is_killed_costs_no_result() -> None:
    pool = process_pool(2)
    killed: list[BaseProcess] = []

    def kill_once(_: DealOutcome) -> None:
        if not killed:
            killed.extend(multiprocessing.active_children())
            for worker in killed:
                worker.kill()

    contest = Contest(Match(STANDARD, GREEDY, "7"), 60)
    contest.run(pool, kill_once)
    pool.shut_down()
    assert killed
    assert totals(contest.tally) == totals(run(serial_pool()))


def test_an_interrupt_while_a_deal_is_told_waits_until_it_is_told(
    request: pytest.FixtureRequest,
) -> None:
    """Also where the tests run in the background, for which a shell has interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    told: list[DealOutcome] = []

    def interrupt(deal: DealOutcome) -> None:
        signal.raise_signal(signal.SIGINT)
        told.append(deal)

    contest = Contest(Match(STANDARD, GREEDY, "7"), 60)
    with pytest.raises(KeyboardInterrupt):
        contest.run(serial_pool(), interrupt)
    assert contest.tally.deals == len(told) == 1


class _Losing(SerialExecutor):
    """Loses its worker over the batch that begins with deal ``over``, so many times.

    That is seen ``later``, as the batch fails, or at once, as in a pool whose worker was killed.
    """

    def __init__(self, over: int, times: int, *, later: bool = True) -> None:
        self._over, self._times, self._later = over, times, later

    def submit(self, fn: Callable[..., object], /, *args: object, **_: object) -> Future[object]:  # type: ignore[override] # only ever batches
        (batch,) = args
        assert isinstance(batch, Batch)
        if batch.first <= self._over < batch.first + batch.count and self._times:
            self._times -= 1
            if not self._later:
                raise BrokenExecutor("gone")
            future: Future[object] = Future()
            future.set_exception(BrokenExecutor("gone"))
            return future
        return super().submit(fn, batch)


@pytest.mark.parametrize("later", [True, False])
def test_a_batch_that_is_lost_is_played_again(later: bool) -> None:
    losing: Executor = _Losing(over=20, times=3, later=later)
    assert totals(run(WorkerPool(lambda: losing, ahead=4))) == totals(run(serial_pool()))


@pytest.mark.parametrize("later", [True, False])
def test_workers_that_are_lost_again_and_again_end_the_match_but_not_its_tally(
    later: bool,
) -> None:
    losing: Executor = _Losing(over=20, times=1000, later=later)
    contest = Contest(Match(STANDARD, GREEDY, "7"), 60)
    with pytest.raises(NoWorkersError, match=r"^workers keep dying: .*gone$"):
        contest.run(WorkerPool(lambda: losing))
    assert 0 < contest.tally.deals <= 20


# Bots that misbehave.


class _Doing:
    """Does as greedy8, but first what it is told to."""

    def __init__(self, first: Callable[[], Action | None]) -> None:
        self._first = first

    def choose(self, view: SeatView, seed: int) -> Action:
        return self._first() or make_bot("greedy8").choose(view, seed)


def _finder(first: Callable[[], Action | None]) -> Callable[[str], Bot]:
    """What finds such a bot as "bad", beside the usual ones."""
    return lambda name: _Doing(first) if name == "bad" else make_bot(name)


def _raise() -> Action:
    raise RuntimeError("lost my cards")


def _leave() -> Action:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (_raise, "raised RuntimeError"),
        (_leave, "raised SystemExit"),
        (lambda: STOP, "answered illegally"),
    ],
)
def test_a_fault_is_counted_and_casual_stands_in(act: Callable[[], Action], fault: str) -> None:
    match = Match(STANDARD, ("bad", "greedy8"), "1")
    decider, tally = Decider(match.bots, _finder(act)), Tally(match)
    for number in range(10):
        tally.add(play_deal(match, number, decider))
    casual = Contest(Match(STANDARD, ("casual", "greedy8"), "1"), 10)
    casual.run(serial_pool())
    assert totals(tally) == totals(casual.tally)
    assert list(decider.faults[0]) == [fault]
    assert decider.faults[0][fault] >= 20
    assert not decider.faults[1]


def test_a_bot_that_hangs_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def sleep_now_and_then() -> None:
        asked.append(time.monotonic())
        if len(asked) == 100:
            time.sleep(30)

    monkeypatch.setattr(workers_module, "make_bot", _finder(sleep_now_and_then))
    contest = Contest(Match(STANDARD, ("greedy8", "bad"), "1", patience=2), 1000)
    with pytest.raises(HungError, match=r"^bad hangs: it has no answer after 2 s \(deal \d+\)$"):
        contest.run(serial_pool())
    assert time.monotonic() - asked[-1] < 20
    assert contest.tally.deals > 0


def test_a_hung_bot_can_be_told_of_across_processes() -> None:
    error = pickle.loads(pickle.dumps(HungError("bad", 3, 60)))
    assert str(error) == "bad hangs: it has no answer after 60 s (deal 3)"


def test_deals_that_nobody_waits_for_any_more_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interrupt nothing plays on behind the report."""
    calls = []

    def interrupt() -> None:
        calls.append(1)

    monkeypatch.setattr(workers_module, "make_bot", _finder(interrupt))
    monkeypatch.setattr(workers_module, "Thread", _InterruptedThread)
    with pytest.raises(KeyboardInterrupt):
        play_batch(Batch(Match(STANDARD, ("bad", "bad"), "1"), 0, 10**9))
    seen = -1
    for _ in range(300):  # the deal that is being played goes on to its end
        if len(calls) == seen:
            return
        seen = len(calls)
        time.sleep(0.2)
    pytest.fail("it plays on")


class _InterruptedThread(Thread):
    def join(self, timeout: float | None = None) -> None:  # noqa: ARG002 - as Thread has it
        raise KeyboardInterrupt
