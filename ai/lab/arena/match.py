"""A match of the arena: each deal is played in every rotation of the bots over the seats.

A deal is determined by the seed and its number, so it does not matter where or when it is played.
Decision times and faults of each bot are recorded.
"""

import time
from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import log2
from typing import Final

from ai import bridge
from ai.betting import reaction
from ai.bot import Bot, ask, own_action
from ai.chances import SplitMix64
from ai.kernel import KernelError, table
from ai.kernel import hands as kernel
from ai.lab.arena.guests import GuestError
from ai.registry import make_bot
from ai.seating import player_of
from game.bundled_data import BrokenGameError
from game.rules.actions import Action
from game.rules.cards import Card, shuffled
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.record import record_of
from game.rules.results import Ending, Result
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view

_FINE_ENOUGH: Final = 1e-6
# CPU time of all threads, the coach's among them, where that clock is fine enough: other load is
# not the bot's fault.
_clock: Final = (
    time.process_time_ns
    if time.get_clock_info("process_time").resolution <= _FINE_ENOUGH
    else time.perf_counter_ns
)
_INSTEAD: Final = "casual"
"""The bot that decides for one that fails, so that the deal still counts."""
_DEALER: Final = 0
_ENDINGS: Final = {number: Ending(name) for number, name in enumerate(kernel.ENDINGS) if name}
_DECKS_KEPT: Final = 1 << 15
_STEPS: Final = 32
"""Number of time buckets per doubling: times are recorded to within about 2 %."""


@dataclass(slots=True)
class Heartbeat:
    """The state shared by a playing thread and its watchdog."""

    asked: int = 0
    """The index of the bot that is thinking."""
    deal: int = 0
    """The deal being played, counted from 0 within its batch."""
    since: float | None = None
    """The monotonic time at which the bot was asked; None between decisions."""
    is_cancelled: bool = False

    def has_waited(self, seconds: float) -> bool:
        """Return whether the current decision has taken more than ``seconds``."""
        since = self.since
        return since is not None and time.monotonic() - since > seconds


class CancelledPlayError(Exception):
    """Raised in a deal whose outcome is no longer needed."""


class Decider:
    """Asks the bots of a match for decisions, recording their times and faults.

    Bots are made anew for each hand, so that none can remember another. Those in ``away`` think in
    other processes and are timed by the wall clock.
    """

    def __init__(
        self,
        bots: Sequence[str],
        make: Callable[[str], Bot],
        heartbeat: Heartbeat | None = None,
        away: Container[int] = (),
    ) -> None:
        self._names, self._make, self._away = bots, make, away
        self._heartbeat = heartbeat or Heartbeat()
        self._players: list[Bot] = []
        self.times: list[Counter[int]] = [Counter() for _ in bots]
        self.faults: list[Counter[str]] = [Counter() for _ in bots]

    def begin_hand(self) -> None:
        """Make new bots for a hand."""
        self._players = [self._make(name) for name in self._names]

    def decide(self, seen: SeatView, bot: int, seed: int) -> Action:
        """Return the action of ``bot``, or of Casual if it fails to answer legally."""
        heartbeat = self._heartbeat
        if heartbeat.is_cancelled:
            raise CancelledPlayError
        heartbeat.asked, heartbeat.since = bot, time.monotonic()
        clock = time.perf_counter_ns if bot in self._away else _clock
        began = clock()
        try:
            action = own_action(seen, ask(self._players[bot], seen, seed))
        except BrokenGameError:
            raise
        except GuestError as error:
            action = self._fault(seen, bot, seed, str(error))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any bot may raise anything
            action = self._fault(seen, bot, seed, f"raised {type(error).__name__}")
        spent = clock() - began
        heartbeat.since = None
        self.times[bot][bucket(spent)] += 1
        return self._fault(seen, bot, seed, "answered illegally") if action is None else action

    def _fault(self, seen: SeatView, bot: int, seed: int, what: str) -> Action:
        self.faults[bot][what] += 1
        return ask(make_bot(_INSTEAD), seen, seed)


def bucket(nanoseconds: int) -> int:
    """Return the number of the bucket for a time."""
    return round(_STEPS * log2(max(nanoseconds, 1)))


def milliseconds(times: Counter[int], part: float) -> float | None:
    """Return the quantile ``part`` of the decision times, in milliseconds; None without
    decisions.
    """
    left = part * times.total()
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return float(2 ** (number / _STEPS)) / 1e6
    return None


def mean_milliseconds(times: Counter[int]) -> float | None:
    """Return the mean time of a decision; None if there were none."""
    whole = times.total()
    spent = sum(n * 2 ** (number / _STEPS) for number, n in times.items())
    return float(spent) / whole / 1e6 if whole else None


@dataclass(frozen=True, slots=True)
class Match:
    """The rules, bots and deals of a match.

    ``rules_name`` is the name of the rules in records. A bot that takes more than ``patience``
    seconds for a decision counts as hung. Bots from other packages play in separate processes
    unless ``in_process``.
    """

    rules: RuleSet
    bots: tuple[str, ...]
    seed: str
    keeps_records: bool = False
    patience: float = 60
    in_process: bool = False
    rules_name: str = ""

    @property
    def seats(self) -> int:
        """The number of bots at the table, which is also how often each deal is played."""
        return len(self.bots)

    @property
    def factor(self) -> int:
        """The factor by which the points of a deal are multiplied to stay integers."""
        return bridge.factor_of_results(self.rules, self.seats)


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """The outcome of a deal over all its rotations, with a figure for each bot of the match.

    ``points`` are stakes won, or, under push-up, the mean points of the others less one's own; both
    are multiplied by ``Match.factor``.
    """

    points: tuple[int, ...]
    drops: tuple[int, ...]
    caught: tuple[int, ...]
    endings: tuple[Ending, ...]
    records: tuple[str, ...] = ()


def play_deal(match: Match, number: int, decider: Decider) -> DealOutcome:
    """Play deal ``number`` in every rotation: the cards stay, the bots change seats."""
    seed, deck = _deal(match, number)
    points, drops, caught = ([0] * match.seats for _ in range(3))
    endings, records = [], []
    for turn in range(match.seats):
        around = [(seat + turn) % match.seats for seat in range(match.seats)]
        hand = Hand.deal(match.rules, match.seats, _DEALER, deck)
        result = _play_hand(hand, around, decider, SplitMix64(_random_of(seed)))
        for seat, bot in enumerate(around):
            points[bot] += _points(match, result, seat)
        dropper = _dropper(hand)
        if dropper is not None:
            bot = around[dropper]
            drops[bot] += 1
            caught[bot] += result.ending is Ending.CAUGHT
        endings.append(result.ending)
        if match.keeps_records:
            names = _names([match.bots[bot] for bot in around])
            note = f"arena, deal {number}, seating {turn + 1}"
            called = match.rules_name
            record = record_of(hand, names, seed=seed, note=note, rules_name=called)
            records.append(record.to_json())
    return DealOutcome(tuple(points), tuple(drops), tuple(caught), tuple(endings), tuple(records))


def _deal(match: Match, number: int) -> tuple[str, Sequence[Card]]:
    """Return the seed and the deck of a deal."""
    seed = _seed(match, number)
    return seed, shuffled(match.rules.pack(), seed)


def _seed(match: Match, number: int) -> str:
    return sha256(f"tonk arena/{match.seed}/{number}".encode()).hexdigest()


@lru_cache(maxsize=_DECKS_KEPT)
def _kernel_deck(pack: tuple[Card, ...], seed: str) -> bytes:
    """Return the deck of a deal as the kernel takes it; cached because rule sets share decks."""
    return bytes(bridge.numbers_of(shuffled(pack, seed)))


def _random_of(seed: str) -> int:
    """Return the initial state of a deal's random generator."""
    return int(seed[:16], 16)


def _play_hand(hand: Hand, around: Sequence[int], decider: Decider, dice: SplitMix64) -> Result:
    """Play ``hand`` to its end, with bot ``around[seat]`` in each seat.

    Every seat gets a seed before each move. Seeds are equal in all rotations as long as the moves
    are, so that a bot that meets itself breaks even.
    """
    decider.begin_hand()
    while hand.result is None:
        _play_move(hand, around, decider, [dice.next() >> 32 for _ in around])
    return hand.result


def _play_move(hand: Hand, around: Sequence[int], decider: Decider, seeds: Sequence[int]) -> None:
    """Let the seats claim, slap or drop out of turn, and play the turn if none does.

    As at the table, one seed determines how fast a seat reacts and what it decides until the next
    move.
    """

    def decide(seat: int, seen: SeatView) -> Action:
        return decider.decide(seen, around[seat], seeds[seat])

    if not may_open(hand):
        hand.act(hand.turn, decide(hand.turn, view(hand, hand.turn)))
        return
    window = ClaimWindow(hand, lambda seat: reaction(seeds[seat]))
    while window.asked and not window.outcome:
        seat = window.asked[0]
        window.answer(seat, decide(seat, window.view(seat)))
    if window.outcome:
        hand.act(*window.outcome)
    elif window.ends_hand:
        hand.close_slap()
    else:
        hand.act(hand.turn, decide(hand.turn, window.view(hand.turn)))


def _dropper(hand: Hand) -> int | None:
    """Return the seat whose drop ended ``hand``; None if it ended otherwise."""
    return hand.finish.seat if hand.finish and hand.finish.ending is Ending.DROP else None


def _points(match: Match, result: Result, seat: int) -> int:
    own = result.payments[seat]
    if not match.rules.is_push_up:
        return own
    return sum(result.payments) - own - match.factor * own


def _names(bots: Sequence[str]) -> list[str]:
    """Return the bots' names, numbering those that occur more than once."""
    return [
        f"{bot} ({bots[: seat + 1].count(bot)})" if bots.count(bot) > 1 else bot
        for seat, bot in enumerate(bots)
    ]


class KernelTable:
    """A match between bots that the kernel plays by itself, with the same results as in Python."""

    def __init__(self, match: Match, players: Sequence[table.KernelPlayer]) -> None:
        self._match, self._players = match, players
        self._rules = bridge.kernel_rules(match.rules)

    @classmethod
    def of(cls, match: Match, bots: Sequence[Bot]) -> "KernelTable | None":
        """Return the kernel's table for a match among ``bots``; None if the match needs Python."""
        if match.keeps_records:
            return None
        try:
            players = [player_of(bot, match.rules, match.seats) for bot in bots]
        except KernelError:
            return None
        able = [player for player in players if player is not None]
        return cls(match, able) if len(able) == len(players) else None

    def play(self, first: int, count: int) -> list[DealOutcome]:
        """Play ``count`` deals from number ``first`` on."""
        seeds = [_seed(self._match, number) for number in range(first, first + count)]
        pack = self._match.rules.pack()
        decks = [_kernel_deck(pack, seed) for seed in seeds]
        found = table.play_deals(self._rules, self._players, decks, list(map(_random_of, seeds)))
        return [self._outcome(deal) for deal in found]

    def _outcome(self, deal: table.KernelDealOutcome) -> DealOutcome:
        seats = self._match.seats
        return DealOutcome(
            tuple(deal.points[:seats]),
            tuple(deal.drops[:seats]),
            tuple(deal.caught[:seats]),
            tuple(_ENDINGS[ending] for ending in deal.endings[:seats]),
        )

    def times(self, number: int) -> list[Counter[int]]:
        """Play deal ``number`` step by step; return the decision times of each bot."""
        seats, times = self._match.seats, [Counter[int]() for _ in self._players]
        seed, deck = _deal(self._match, number)
        for turn in range(seats):
            around = [(seat + turn) % seats for seat in range(seats)]
            hand = bridge.deal(self._match.rules, seats, _DEALER, deck)
            dice = kernel.Random(_random_of(seed))
            course = table.Course(hand, [self._players[bot] for bot in around], dice)
            began = _clock()
            while (done := course.step()) is not None:
                now = _clock()
                times[around[done[0]]][bucket(now - began)] += 1
                began = now
        return times
