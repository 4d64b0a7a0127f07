"""Measure how good the coach is: its values, hints and reviews, and how long they take.

    python -m tests.long.coach right --positions 1000 --seed 1 --keep right-1.json
    python -m tests.long.coach luck --hands 2000 --keep luck.json
    python -m tests.long.coach blind --positions 1000
    python -m tests.long.coach good --hands 4000 --keep good.json
    python -m tests.long.coach good --random --hands 1000 --keep good-random.json
    python -m tests.long.coach ordered --hands 500 --keep ordered.json
    python -m tests.long.coach quick --positions 300 --keep quick.json
    python -m tests.long.coach reviews --hands 100 --keep reviews.json
    python -m tests.long.coach sharp --positions 100

`right`: values against exact ones, in hands of plain players with small packs under random rules.
At every decision the evaluator samples to ± 0.05 stakes. Its 95 % intervals must hold 93 to 97 % of
the exact values, and its best action must be best, or within 0.05 of it, in 98 % of positions.
Certain values are left out, since an interval cannot miss them.
`luck`: reviews of hands of the quick player under `standard`, for the two seats in turn. In every
hand the parts must add up exactly, and the mean luck of deal and draws must be 0 within two
standard errors.
`blind`: positions under the presets, with all cards permuted that the seat cannot see. Values must
not change in the least.
`good`: a bot that follows the hints (`--bot`, by default `hint:500`) against Master on mirrored
deals. Under `standard` its 95 % interval must not reach below a loss of 0.005 stakes a hand; with
`--random`, under the random rules of seeds 1 to 10, it must clearly win on average, at least 0.05,
and clearly lose under none.
`ordered`: the mean cost of a decision of each level, under `standard` and five other presets. The
levels in turn play hands against themselves; at a few decisions of each hand, all levels and a bot
that follows the hints are asked. One sample chooses the best action, as in a review, and another,
shared by all, measures how much worse the other answers are, so that levels differ only where they
answer differently. The difference between neighbouring levels must be positive by its 95 %
interval, and the cost of the hints, over all rule sets, must be 0 within two standard errors.
`quick`: how long the coach takes to know the best action, or the values of the candidates to
± 0.05, at positions of Master's play: at most 1 s in 95 % of them. Measures elapsed time, so
nothing else may run.
`reviews`: the time to review a hand for one of its seats: at most 1 s in half of the hands and 3 s
in 95 %; and the precision of the costs of decisions. Hands of Regular under six presets, at two and
four seats. Measures elapsed and CPU time, so nothing else may run.
`sharp`: the time to compare the best two actions to ± 0.02 stakes at two seats under `standard`: at
most 0.3 s in 95 % of positions; to ± 0.04 at four seats, and under the random rules of seeds 1 to
10: 0.5 s. A comparison stops after 4 s. Also how often the intervals of short runs agree with a run
a hundred times as long. Measures elapsed and CPU time, so nothing else may run. `--json` prints an
object for each.

`--keep` saves progress in FILE and resumes from there. Exit status: 0 if what the measurement
demands holds, 1 if not, 130 if interrupted.
"""

import argparse
import json
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from math import hypot, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from ai.bot import Bot
from ai.coach.evaluator import Estimate, estimate, evaluate, finished, options
from ai.coach.hand_review import review
from ai.consulting import Consultant
from ai.lab.arena.match import Decider, Match, milliseconds, play_deal
from ai.master.search import MASTERS, opinion
from ai.peeking import positions as hidden_moved
from ai.plain import Plain
from ai.players import QUICK
from ai.random_rules import measured_rules, random_rules
from ai.registry import LEVELS, make_bot
from game.processes import Workers
from game.rules.actions import Action
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.phases import SLAP
from game.rules.presets import STANDARD, preset
from game.rules.record import HandRecord, record_of
from game.rules.ruleset import RuleError, RuleSet
from game.rules.view import SeatView, view
from game.verdicts import SURE
from tests.ai.coach.counting_out import TooManyError, exact_values
from tests.rules.settling import settle

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")
T = TypeVar("T", "Tally", "Luck", "Good", "Order", "Times", "Reviews")

PRECISION: Final = 0.05
_PLAYOUTS: Final = 20_000
_BUDGET: Final = 40_000
_TRUST: Final = 0.95
_PER_HAND: Final = 2
"""Maximum number of positions of one hand, so that many hands are used."""
POINTS: Final = 15.0
"""The points in a push-up that count as one stake."""
_SEATS: Final = 2
_LEAST, _LEAST_RANDOM = -0.005, 0.05
"""What following the hints must win from Master at least, in stakes a hand: by the lower end of its
interval under ``standard``, on average under random rules."""
_DEALS_IN_A_ROW: Final = 25
"""Deals under one rule set before the next has its turn, since caches hold few rule sets."""
_BEST: Final = "hint:400"
_PRESETS: Final = (
    "standard",
    "rushville",
    "waits",
    "five_seven_nine",
    "rising_faces",
    "vietnam",
)
"""The standard game, and others that differ in what a catch costs, in waits, in runs, hits and
books, in what faces count, and in pack and hand.
"""
_REVIEWED: Final = ("standard", "chicago", "rushville", "waits", "tunk", "unmatched")
_JUDGED: Final = 4
_FOR_BEST, _FOR_LEAD = 8000, 4000
"""Decisions of a hand that are judged; the play-outs for choosing the best action at most and for
measuring each against it.
"""
_REVIEW, _LONG_REVIEW = 1.0, 3.0
"""Time limits for the review of a hand, in seconds: for half of them, and for 95 %."""
_PATIENCE: Final = 10.0
"""Seconds to wait for the coach."""
_AHEAD: Final = 8
"""Calls started in advance for each process."""
_TOLD: Final = 20.0
"""Seconds between two lines of progress."""


@dataclass
class Tally:
    """The findings so far; ``number`` is that of the next hand."""

    number: int = 0
    positions: int = 0
    values: int = 0
    held: int = 0
    best: int = 0
    best_values: int = 0
    best_held: int = 0
    playouts: int = 0
    worst: float = 0.0
    rules: list[str] = field(default_factory=list)
    decisions: dict[str, int] = field(default_factory=dict)


def small_rules(random: Random) -> RuleSet:
    """Return a rule set with a pack small enough for exact values, for two players of three cards
    each.
    """
    while True:
        drawn = random_rules(random, _SEATS)
        ranks, suits = random.choice(
            (("A234", "CD"), ("A23", "CDH"), ("A2K", "CDH"), ("A23K", "CD"))
        )
        jokers = random.choice((0, 0, 1))
        try:
            rules = drawn.changed(
                ranks=ranks,
                suits=suits,
                jokers=jokers,
                wild=random.choice(("", "2", "X", "2X")) if jokers else random.choice(("", "2")),
                hand_size=3,
                upcard=len(ranks) * len(suits) + jokers > 8 and drawn.upcard,
                wild_points="own",
            )
        except RuleError:
            continue
        if rules.can_seat(_SEATS):
            return rules


def positions(rules: RuleSet, random: Random) -> Iterator[SeatView]:
    """Yield the positions of one hand in which a seat has a decision, windows included."""
    pack = list(rules.pack())
    random.shuffle(pack)
    hand = Hand.deal(rules, _SEATS, random.randrange(_SEATS), pack)
    while not hand.is_over:
        if may_open(hand) and hand.phase.name in ("START", "SLAP"):
            window = ClaimWindow(hand, lambda _seat: random.random())
            while window.asked and not window.outcome:
                seen = window.view(window.asked[0])
                yield seen
                window.answer(seen.seat, _any_of(seen, random))
            if window.outcome:
                hand.act(*window.outcome)
                continue
            hand.is_claim_open = False
            if hand.phase is SLAP:
                hand.close_slap()
                continue
        seen = view(hand, hand.turn)
        if len(seen.legal) > 1:
            yield seen
        hand.act(hand.turn, _any_of(seen, random))


def _any_of(seen: SeatView, random: Random) -> Action:
    """Return mostly the player's action, sometimes any other, so that all kinds of positions
    arise.
    """
    if random.random() < 0.3:
        return random.choice(seen.legal)
    return Plain(QUICK.profile).choose(seen, random.getrandbits(32))


def sampled(seen: SeatView, seed: int) -> Estimate:
    """Return the evaluator's estimate to a precision of ± 0.05."""
    for found in evaluate(seen, seed, trust=round(1000 * _TRUST)):
        if found.precision <= PRECISION or found.playouts > _PLAYOUTS:
            return found
    raise AssertionError


def try_hand(tally: Tally, seed: str, limit: int) -> None:
    """Try some positions of the next hand."""
    random = Random(f"{seed}/{tally.number}")
    tally.number += 1
    rules = small_rules(random)
    views = list(positions(rules, random))
    random.shuffle(views)
    tried = 0
    for seen in views:
        if tried >= _PER_HAND or tally.positions >= limit:
            break
        tried += try_position(tally, seen, random.getrandbits(32))
    code = json.dumps(rules.differences(RuleSet()), default=str, sort_keys=True)
    if tried and code not in tally.rules:
        tally.rules.append(code)


def try_position(tally: Tally, seen: SeatView, seed: int) -> bool:
    """Try a position if it is suitable; return whether it was."""
    actions = options(seen)
    try:
        exact, differ = exact_values(seen, actions, QUICK.profile, _TRUST, _BUDGET)
    except TooManyError:
        return False
    if not any(differ) or len(actions) < 2:
        return False
    found = sampled(seen, seed)
    tally.positions += 1
    tally.playouts += found.playouts
    truth = dict(zip(actions, exact, strict=True))
    uncertain = {action for action, does in zip(actions, differ, strict=True) if does}
    for value in found.values:
        if value.action not in uncertain:
            continue
        tally.values += 1
        off = abs(value.value - truth[value.action]) / value.error
        tally.held += off <= SURE
        tally.worst = max(tally.worst, off)
    best = found.best
    tally.best += max(exact) - truth[best.action] <= PRECISION
    if best.action in uncertain:
        tally.best_values += 1
        tally.best_held += abs(best.value - truth[best.action]) <= SURE * best.error
    kind = type(max(truth, key=truth.__getitem__)).__name__
    tally.decisions[kind] = tally.decisions.get(kind, 0) + 1
    return True


def told(tally: Tally) -> str:
    """Return the figures on one line."""
    values, best = max(tally.values, 1), max(tally.best_values, 1)
    return (
        f"{tally.positions} positions of {len(tally.rules)} rule sets; 95 % intervals hold "
        f"{tally.held / values:.1%} of {tally.values} values, "
        f"{tally.best_held / best:.1%} of those of the best action; it or one within {PRECISION} "
        f"is named in {tally.best / max(tally.positions, 1):.1%}; the farthest off by "
        f"{tally.worst:.1f} errors; {tally.playouts:,} play-outs; best was {tally.decisions}"
    )


@dataclass
class Luck:
    """Counts of reviewed hands and of those whose parts do not add up, and sums of luck and its
    square.
    """

    number: int = 0
    wrong: int = 0
    whole: float = 0.0
    squares: float = 0.0

    def __str__(self) -> str:
        mean = self.whole / max(self.number, 1)
        spread = self.squares / max(self.number, 1) - mean * mean
        error = sqrt(max(spread, 0) / max(self.number, 1))
        return (
            f"{self.number} hands; the parts of {self.wrong} do not add up; "
            f"mean luck {mean:+.4f}, its standard error {error:.4f}"
        )

    @property
    def holds(self) -> bool:
        """Whether all parts add up, and the mean is 0 within two errors."""
        mean = self.whole / max(self.number, 1)
        spread = self.squares / max(self.number, 1) - mean * mean
        return not self.wrong and abs(mean) <= 2 * sqrt(max(spread, 0) / max(self.number, 1))


def _recorded(hand: Hand) -> HandRecord:
    return record_of(hand, list("abcdef")[: hand.seats])


def review_hand(luck: Luck, seed: str) -> None:
    """Play and review the next hand."""
    random = Random(f"luck {seed}/{luck.number}")
    deck = list(STANDARD.pack())
    random.shuffle(deck)
    hand, bot = Hand.deal(STANDARD, 2, 0, deck), Plain(QUICK.profile)
    while not hand.is_over:
        hand.act(hand.turn, bot.choose(view(hand, hand.turn), random.getrandbits(32)))
    record = _recorded(hand)
    found = finished(review(record, luck.number % 2, judged=()))
    parts = found.luck_deal + found.luck_draws + found.own + found.others
    luck.wrong += found.result is None or found.result - found.worth != parts
    luck.number += 1
    luck.whole += found.luck_deal + found.luck_draws
    luck.squares += (found.luck_deal + found.luck_draws) ** 2


def is_blind(count: int, seed: str) -> bool:
    """Return whether ``count`` positions keep their values when the hidden cards are permuted."""
    tried = differing = 0
    for place in hidden_moved(count, seed):
        if len(options(place.seen)) > 1:
            tried += 1
            one, other = (next(evaluate(each, place.seed)) for each in (place.seen, place.other))
            differing += one != other
    print(f"{tried} positions: the values of {differing} change with cards that cannot be seen")
    return not differing


def is_right(positions_: int, seed: str, keep: Path | None) -> bool:
    """Try positions until there are ``positions_`` of them."""
    tally = Tally(**json.loads(keep.read_text())) if keep and keep.exists() else Tally()
    for _ in told_now_and_then(tally, keep, told):
        if tally.positions >= positions_:
            break
        try_hand(tally, seed, positions_)
    print(told(tally))
    coverage = tally.held / max(tally.values, 1)
    return 0.93 <= coverage <= 0.97 and tally.best >= 0.98 * tally.positions


def is_lucky_on_the_mean(hands: int, seed: str, keep: Path | None) -> bool:
    """Review hands until there are ``hands`` of them."""
    luck = Luck(**json.loads(keep.read_text())) if keep and keep.exists() else Luck()
    for _ in told_now_and_then(luck, keep, str):
        if luck.number >= hands:
            break
        review_hand(luck, seed)
    print(luck)
    return luck.holds


class Deal(NamedTuple):
    """The first bot's winnings in a mirrored deal, its faults, and the distribution of its decision
    times.

    Winnings are in stakes a hand; in a push-up, ``POINTS`` points are a stake.
    """

    won: float
    faults: int
    times: Counter[int]


def deal_played(match: Match, number: int) -> Deal:
    """Play a deal in both seatings and return its result."""
    decider = Decider(match.bots, make_bot)
    outcome = play_deal(match, number, decider)
    won = outcome.points[0] / match.factor / match.seats
    won /= POINTS if match.rules.scoring == "push_up" else 1
    return Deal(won, decider.faults[0].total(), decider.times[0])


@dataclass
class Games:
    """Mirrored deals of one rule set: stakes of the first bot per hand, and the times it took.

    ``times`` counts decisions by the buckets of ``ai.lab.arena.match``.
    """

    name: str
    deals: int = 0
    won: float = 0.0
    squares: float = 0.0
    faults: int = 0
    times: dict[str, int] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean winnings in stakes a hand."""
        return self.won / max(self.deals, 1)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = self.squares / max(self.deals, 1) - self.mean**2
        return sqrt(max(spread, 0.0) / max(self.deals - 1, 1))

    def add(self, deal: "Deal") -> None:
        """Add another deal, played in both seatings."""
        self.deals += 1
        self.won += deal.won
        self.squares += deal.won * deal.won
        self.faults += deal.faults
        for place, count in deal.times.items():
            self.times[str(place)] = self.times.get(str(place), 0) + count

    def __str__(self) -> str:
        times = Counter({int(place): count for place, count in self.times.items()})
        half, most, longest = (milliseconds(times, part) or 0.0 for part in (0.5, 0.99, 1.0))
        return (
            f"{self.name}: {2 * self.deals} hands, {self.mean:+.4f} ± {SURE * self.error:.4f}"
            f" stakes a hand; {half:.0f} ms a decision, p99 {most:.0f} ms, longest {longest:.0f} ms"
            + (f"; {self.faults} faults" if self.faults else "")
        )


@dataclass
class Good:
    """The results of one measurement under all rule sets."""

    games: list[Games] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [str(each) for each in self.games if each.deals]
        if len(lines) > 1:
            lines.append(f"pooled: {self.mean:+.4f} ± {SURE * self.error:.4f}")
        return "\n".join(lines)

    @property
    def mean(self) -> float:
        """The mean over all rule sets, equally weighted."""
        return sum(each.mean for each in self.games) / len(self.games)

    @property
    def error(self) -> float:
        """The standard error of that mean."""
        return sqrt(sum(each.error**2 for each in self.games)) / len(self.games)


def is_good(bot: str, hands: int, *, is_random: bool, keep: Path | None, jobs: int) -> bool:
    """Play ``bot`` against Master, ``hands`` hands under each rule set."""
    tables = {"standard": STANDARD}
    if is_random:
        tables = {f"seed {n}": measured_rules(Random(n), _SEATS) for n in range(1, 11)}
    kept = json.loads(keep.read_text())["games"] if keep and keep.exists() else []
    good = Good([Games(**each) for each in kept] or [Games(name) for name in tables])
    matches = {name: Match(tables[name], (bot, "master"), f"good {name}") for name in tables}

    def deals() -> Iterator[tuple[Match, int]]:
        begun = {each.name: each.deals for each in good.games}
        while True:
            waiting = [name for name, number in begun.items() if 2 * number < hands]
            if not waiting:
                return
            name = min(waiting, key=lambda each: begun[each] // _DEALS_IN_A_ROW)
            yield matches[name], begun[name]
            begun[name] += 1

    played = in_processes(jobs, deal_played, deals())
    games = {each.name: each for each in good.games}
    for _, ((match, _), deal) in zip(told_now_and_then(good, keep, str), played, strict=False):
        games[match.seed.removeprefix("good ")].add(deal)
    if keep:
        keep.write_text(json.dumps(asdict(good)))
    print(good)
    if any(each.faults for each in good.games):
        return False
    if not is_random:
        return good.mean - SURE * good.error >= _LEAST
    is_clear = good.mean >= _LEAST_RANDOM and good.mean > SURE * good.error
    return is_clear and all(each.mean >= -SURE * each.error for each in good.games)


@dataclass
class Costs:
    """The cost of one player's decisions, hand by hand, under one rule set."""

    player: str
    rules: str
    hands: int = 0
    decisions: int = 0
    lost: float = 0.0
    squares: float = 0.0
    products: float = 0.0
    counts: float = 0.0

    @property
    def mean(self) -> float:
        """The mean cost in stakes a decision."""
        return self.lost / max(self.decisions, 1)

    @property
    def error(self) -> float:
        """The standard error of the mean, as a ratio of two sums over hands."""
        mean = self.mean
        spread = self.squares - 2 * mean * self.products + mean * mean * self.counts
        return sqrt(max(spread, 0.0)) / max(self.decisions, 1)

    def add(self, losses: Sequence[float]) -> None:
        """Add the losses of another hand."""
        lost, count = sum(losses), len(losses)
        self.hands += 1
        self.decisions += count
        self.lost += lost
        self.squares += lost * lost
        self.products += lost * count
        self.counts += count * count

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {SURE * self.error:.4f}"


@dataclass
class Order:
    """The costs of all players under all rule sets, the best player first.

    ``leads`` are how much less each level loses than the next lower one, over the same decisions.
    """

    costs: list[Costs] = field(default_factory=list)
    leads: list[Costs] = field(default_factory=list)

    @classmethod
    def of(cls, kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> "Order":
        """Return the saved costs, or new ones."""
        if not kept:
            players, best = (_BEST, *reversed(LEVELS)), [*reversed(LEVELS)][:-1]
            fresh = (
                [Costs(each, name) for name in _PRESETS for each in row] for row in (players, best)
            )
            return cls(*fresh)
        return cls(*([Costs(**each) for each in kept[key]] for key in ("costs", "leads")))

    def row(self, name: str) -> list[Costs]:
        """Return the costs under one rule set."""
        return [each for each in self.costs if each.rules == name]

    def row_of_leads(self, name: str) -> list[Costs]:
        """Return the leads under one rule set."""
        return [each for each in self.leads if each.rules == name]

    def add(self, name: str, losses: Mapping[str, Sequence[float]]) -> None:
        """Add the players' losses in another hand."""
        for each in self.row(name):
            each.add(losses[each.player])
        for each, weaker in zip(self.row_of_leads(name), [*reversed(LEVELS)][1:], strict=True):
            pairs = zip(losses[weaker], losses[each.player], strict=True)
            each.add([worse - better for worse, better in pairs])

    @property
    def holds(self) -> bool:
        """Whether the levels are in order under all rule sets, and the hints lose nothing."""
        mean, error = self.lost_by_hints
        return all(each.mean > SURE * each.error for each in self.leads) and abs(mean) <= 2 * error

    @property
    def lost_by_hints(self) -> tuple[float, float]:
        """The cost of a decision by the hints, with rule sets equally weighted, and its standard
        error.
        """
        best = [each for each in self.costs if each.player == _BEST]
        error = sqrt(sum(each.error**2 for each in best)) / len(best)
        return sum(each.mean for each in best) / len(best), error

    def __str__(self) -> str:
        lines = []
        for name in _PRESETS:
            row = self.row(name)
            found = ", ".join(f"{each.player} {each}" for each in row)
            leads = ", ".join(f"{each.player} {each}" for each in self.row_of_leads(name))
            lines.append(f"{name}, {row[0].hands} hands: {found}; less than the next: {leads}")
        mean, error = self.lost_by_hints
        lines.append(f"pooled: {_BEST} {mean:.4f} ± {SURE * error:.4f}")
        return "\n".join(lines)


def losses_in(rules: RuleSet, number: int) -> dict[str, list[float]]:
    """Return the losses of all players in a few decisions of one hand, which one level plays
    against itself.
    """
    random = Random(f"ordered {number}")
    deck = list(rules.pack())
    random.shuffle(deck)
    hand = Hand.deal(rules, _SEATS, number % _SEATS, deck)
    bot = make_bot(LEVELS[number // _SEATS % len(LEVELS)])
    asked: list[SeatView] = []
    while not hand.is_over:
        if may_open(hand):
            move = settle(hand, lambda window, each: _answer(bot, window, each, random))
            if move is not None:
                hand.act(*move)
                continue
            if hand.phase is SLAP:
                hand.close_slap()
                continue
        seen = view(hand, hand.turn)
        if len(options(seen)) > 1:
            asked.append(seen)
        hand.act(hand.turn, bot.choose(seen, random.getrandbits(32)))
    random = Random(f"judged {number}")
    losses: dict[str, list[float]] = {player: [] for player in (_BEST, *LEVELS)}
    for seen in random.sample(asked, min(len(asked), _JUDGED)):
        for player, loss in losses_at(seen, random).items():
            losses[player].append(loss)
    return losses


def _answer(bot: Bot, window: ClaimWindow, seat: int, random: Random) -> Action:
    return bot.choose(window.view(seat), random.getrandbits(32))


def losses_at(seen: SeatView, random: Random) -> dict[str, float]:
    """Return each player's loss here, by two samples: 0 if its action is best by the first."""
    seed = random.getrandbits(32)
    done = {player: make_bot(player).choose(seen, seed) for player in (_BEST, *LEVELS)}
    if len({*done.values()}) == 1:
        return dict.fromkeys(done, 0.0)  # an action chosen by all counts as best
    best = _best(seen, random.getrandbits(32))
    rivals = tuple(dict.fromkeys((best, *done.values())))
    playouts = _FOR_LEAD * len(rivals)
    second = estimate(seen, random.getrandbits(32), playouts=playouts, actions=rivals)
    lead = second.of(best).value
    return {player: lead - second.of(action).value for player, action in done.items()}


def _best(seen: SeatView, seed: int) -> Action:
    """Return the action that the coach finds best, as in a review, once all others are clearly
    worse.
    """
    for found in evaluate(seen, seed, opinion=opinion(seen), stronger=MASTERS):
        is_clear = sum(value.is_open for value in found.values) == 1
        if found.is_checked and (is_clear or found.playouts >= _FOR_BEST):
            return found.best.action
    raise AssertionError


def is_ordered(hands: int, keep: Path | None, jobs: int) -> bool:
    """Value the actions of all levels in ``hands`` hands under each preset."""
    order = Order.of(json.loads(keep.read_text()) if keep and keep.exists() else {})

    def numbers() -> Iterator[tuple[RuleSet, int]]:
        begun = {name: order.row(name)[0].hands for name in _PRESETS}
        while min(begun.values()) < hands:
            name = min(begun, key=begun.__getitem__)
            yield preset(name), begun[name]
            begun[name] += 1

    found = in_processes(jobs, losses_in, numbers())
    names = {preset(name): name for name in _PRESETS}
    for _, ((rules, _), losses) in zip(told_now_and_then(order, keep, str), found, strict=False):
        order.add(names[rules], losses)
    if keep:
        keep.write_text(json.dumps(asdict(order)))
    print(order)
    return order.holds


@dataclass
class Times:
    """The seconds that the coach took, and its precision then."""

    number: int = 0
    seconds: list[float] = field(default_factory=list)
    late: int = 0
    precision: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.seconds:
            return "0 positions"
        seconds, found = sorted(self.seconds), sorted(self.precision)
        last, end = len(seconds) * 95 // 100, len(found) * 95 // 100
        return (
            f"{len(seconds)} positions; known after {seconds[len(seconds) // 2]:.2f} s, p95 "
            f"{seconds[last]:.2f} s; not after {_PATIENCE:g} s: {self.late}; not known after 1 s: "
            f"{len(found)}"
            + (f", then to ± {found[len(found) // 2]:.3f}, p95 {found[end]:.3f}" if found else "")
        )


def time_hand(times: Times, consultant: Consultant, patience: float = _PATIENCE) -> None:
    """Ask for hints at a few positions of the next hand between masters."""
    random = Random(f"quick {times.number}")
    deck = list(STANDARD.pack())
    random.shuffle(deck)
    hand, bot = Hand.deal(STANDARD, _SEATS, 0, deck), make_bot("master")
    views = []
    while not hand.is_over:
        seen = view(hand, hand.turn)
        if len(options(seen)) > 1:
            views.append(seen)
        hand.act(hand.turn, bot.choose(seen, random.getrandbits(32)))
    times.number += 1
    for seen in random.sample(views, min(len(views), _PER_HAND)):
        began, spent, precision = time.monotonic(), 0.0, 0.0
        hint = consultant.hint(seen, random.getrandbits(32))
        is_known = False
        while not is_known and spent <= patience:
            time.sleep(0.002)
            spent = time.monotonic() - began
            if (found := hint.latest) is not None:
                if spent <= 1 or not precision:
                    precision = found.precision
                is_known = not found.is_close or found.precision <= PRECISION
        hint.cancel()
        times.late += not is_known
        times.seconds.append(round(spent, 3))
        if spent > 1:
            times.precision.append(round(precision, 4))


def is_quick(positions_: int, keep: Path | None) -> bool:
    """Time the coach at ``positions_`` positions."""
    times = Times(**json.loads(keep.read_text())) if keep and keep.exists() else Times()
    consultant = Consultant()
    time_hand(Times(), consultant, 1.0)  # by then both processes are running
    for _ in told_now_and_then(times, keep, str):
        if len(times.seconds) >= positions_:
            break
        time_hand(times, consultant)
    consultant.close()
    print(times)
    return sorted(times.seconds)[len(times.seconds) * 95 // 100] <= 1


@dataclass
class Reviews:
    """The seconds that reviews took, and the numbers of actions of their hands."""

    seconds: list[float] = field(default_factory=list)
    """Elapsed; two threads share the work."""
    cpu_seconds: list[float] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    """Half the 95 % interval of each loss."""

    def __str__(self) -> str:
        if not self.seconds:
            return "0 hands"
        seconds, busy = sorted(self.seconds), sorted(self.cpu_seconds)
        losses = sorted(self.losses) or [0.0]
        return (
            f"{len(seconds)} hands of up to {max(self.actions)} actions; a review took "
            f"{seconds[len(seconds) // 2]:.1f} s, p95 {seconds[len(seconds) * 95 // 100]:.1f} s, "
            f"at most {seconds[-1]:.1f} s (CPU {busy[len(busy) // 2]:.1f} s, "
            f"p95 {busy[len(busy) * 95 // 100]:.1f} s); losses to "
            f"± {losses[len(losses) // 2]:.3f}, p90 {losses[len(losses) * 9 // 10]:.3f}"
        )

    def time_hand(self) -> None:
        """Play the next hand and review it for one of its seats."""
        number = len(self.seconds)
        round_, place = divmod(number, len(_REVIEWED))
        rules, seats = preset(_REVIEWED[place]), (2, 4)[round_ % 2]
        random, bot = Random(f"reviews {number}"), make_bot("regular")
        deck = list(rules.pack())
        random.shuffle(deck)
        hand = Hand.deal(rules, seats, number % seats, deck)
        while not hand.is_over:
            hand.act(hand.turn, bot.choose(view(hand, hand.turn), random.getrandbits(32)))
        began, busy, own = time.perf_counter(), time.process_time(), number % seats
        record = _recorded(hand)
        found = finished(review(record, own, judged=(own,), thinks=opinion, stronger=MASTERS))
        self.seconds.append(round(time.perf_counter() - began, 2))
        self.cpu_seconds.append(round(time.process_time() - busy, 2))
        self.losses += [round(SURE * each.error, 4) for each in found.decisions if each.error]
        self.actions.append(len(record.actions))


def are_reviews_quick(hands: int, keep: Path | None) -> bool:
    """Time the reviews of ``hands`` hands."""
    times = Reviews(**json.loads(keep.read_text())) if keep and keep.exists() else Reviews()
    for _ in told_now_and_then(times, keep, str):
        if len(times.seconds) >= hands:
            break
        times.time_hand()
    print(times)
    seconds = sorted(times.seconds)
    is_quick = seconds[len(seconds) // 2] <= _REVIEW
    return is_quick and seconds[len(seconds) * 95 // 100] <= _LONG_REVIEW


_SHORT_RUNS: Final = 5
"""Number of short runs at a position, each with the fewest batches that give an estimate."""
_TIMES: Final = 100
"""A long run has this many times the play-outs of a short one, which it has to confirm."""
_LEFT: Final = 4.0
"""Seconds after which a comparison is given up."""


@dataclass
class Sharpness:
    """Times to compare the best two actions to a precision.

    Also how often the intervals of short runs contained the values of runs a hundred times as long.
    """

    number: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    values: int = 0
    held: int = 0

    @staticmethod
    def quantile(seconds: Sequence[float], percent: int) -> float:
        """Return the seconds that ``percent`` of 100 did not exceed."""
        return sorted(seconds)[len(seconds) * percent // 100]

    @property
    def p95(self) -> float:
        """The 95th percentile of the elapsed seconds."""
        return self.quantile(self.seconds, 95)

    def __str__(self) -> str:
        median, busy = (self.quantile(each, 50) for each in (self.seconds, self.cpu_seconds))
        return (
            f"{len(self.seconds)} positions; compared after {median:.2f} s, p95 {self.p95:.2f} s "
            f"(CPU {busy:.2f} s, p95 {self.quantile(self.cpu_seconds, 95):.2f} s); intervals hold "
            f"{self.held} of {self.values} differences ({self.held / max(self.values, 1):.1%})"
        )

    def to_mapping(self, seats: int, precision: float) -> dict[str, object]:
        """Return the results as a JSON object."""
        return {
            "seats": seats,
            "precision": precision,
            "positions": len(self.seconds),
            "median_s": self.quantile(self.seconds, 50),
            "p95_s": self.p95,
            "cpu_median_s": self.quantile(self.cpu_seconds, 50),
            "cpu_p95_s": self.quantile(self.cpu_seconds, 95),
            "held": self.held,
            "of": self.values,
        }

    def try_position(self, seen: SeatView, seed: int, precision: float) -> None:
        """Time one position, and compare short runs with a long one."""
        began, busy = time.perf_counter(), time.process_time()
        for found in evaluate(seen, seed, opinion=opinion(seen)):
            if SURE * found.lead_error <= precision or time.perf_counter() - began > _LEFT:
                break
        self.seconds.append(round(time.perf_counter() - began, 3))
        self.cpu_seconds.append(round(time.process_time() - busy, 3))
        two = tuple(value.action for value in found.values[:2])
        short = [next(evaluate(seen, seed + at, actions=two)) for at in range(1, 1 + _SHORT_RUNS)]
        long = estimate(seen, seed, playouts=_TIMES * short[0].playouts, actions=two)
        apart = [each.of(two[0]).value - each.of(two[1]).value for each in (*short, long)]
        for each, run in zip(apart, short, strict=False):
            self.values += 1
            self.held += abs(each - apart[-1]) <= SURE * hypot(run.lead_error, long.lead_error)


def is_sharp(
    positions_: int, rules: Sequence[RuleSet], seats: int, precision: float, *, is_json: bool
) -> bool:
    """Time comparisons at ``positions_`` positions of the plain player's hands."""
    sharp, bot = Sharpness(), Plain(QUICK.profile)
    while len(sharp.seconds) < positions_:
        random = Random(f"sharp {sharp.number}")
        law = rules[sharp.number % len(rules)]
        deck = list(law.pack())
        random.shuffle(deck)
        hand, views = Hand.deal(law, seats, 0, deck), []
        while not hand.is_over:
            if not hand.legal():
                hand.close_slap()
                continue
            seen = view(hand, hand.turn)
            if len(options(seen)) > 1:
                views.append(seen)
            hand.act(hand.turn, bot.choose(seen, random.getrandbits(32)))
        sharp.number += 1
        wanted = precision * (POINTS if law.scoring == "push_up" else 1)
        for seen in random.sample(views, min(len(views), _PER_HAND)):
            sharp.try_position(seen, random.getrandbits(32), wanted)
    if is_json:
        print(json.dumps(sharp.to_mapping(seats, precision)), flush=True)
    else:
        print(f"{seats} seats, ± {precision}: {sharp}", flush=True)
    limit = 0.3 if precision <= 0.02 else 0.5
    return sharp.p95 <= limit


def are_sharp(positions_: int, *, is_json: bool) -> bool:
    """Hints at two seats and at four, and under the rule sets of the seeds 1 to 10."""
    drawn = [measured_rules(Random(seed), 2) for seed in range(1, 11)]
    tried = [
        is_sharp(positions_, [STANDARD], 2, 0.02, is_json=is_json),
        is_sharp(positions_, [STANDARD], 4, 0.04, is_json=is_json),
        is_sharp(positions_, drawn, 2, 0.04, is_json=is_json),
    ]
    return all(tried)


def in_processes(
    jobs: int, call: Callable[[A, B], R], arguments: Iterator[tuple[A, B]]
) -> Iterator[tuple[tuple[A, B], R]]:
    """Yield the result of a call for each of ``arguments``, in order, from several processes."""
    pool = Workers(jobs)
    try:
        waiting = deque(
            (each, pool.submit(call, *each)) for each in islice(arguments, jobs * _AHEAD)
        )
        while waiting:
            given, future = waiting.popleft()
            waiting.extend((each, pool.submit(call, *each)) for each in islice(arguments, 1))
            yield given, future.result()
    finally:
        pool.shutdown()


def told_now_and_then(kept: T, keep: Path | None, words: Callable[[T], str]) -> Iterator[None]:
    """Yield endlessly, saving the findings each time and printing them every twenty seconds."""
    said = time.monotonic()
    while True:
        yield
        if keep:
            begun = keep.with_name(f"{keep.name}.new")
            begun.write_text(json.dumps(asdict(kept)))
            begun.replace(keep)
        if time.monotonic() - said > _TOLD:
            said = time.monotonic()
            print(words(kept), flush=True)


def main() -> int:
    """Run one measurement; return 1 if it fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.coach")
    marks = ["right", "luck", "blind", "good", "ordered", "quick", "reviews", "sharp"]
    parser.add_argument("mark", choices=marks)
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--hands", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--bot", default="hint:500", metavar="NAME", help="who follows the hints")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes for good and ordered"
    )
    parser.add_argument("--random", action="store_true", help="rule sets of the seeds 1 to 10")
    parser.add_argument("--json", action="store_true", help="sharp in JSON, an object a line")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="go on from here, and keep it here"
    )
    chosen = parser.parse_args()
    keep, positions_, hands = chosen.keep, chosen.positions, chosen.hands
    holds: dict[str, Callable[[], bool]] = {
        "right": lambda: is_right(positions_, chosen.seed, keep),
        "luck": lambda: is_lucky_on_the_mean(hands, chosen.seed, keep),
        "blind": lambda: is_blind(positions_, chosen.seed),
        "good": lambda: is_good(
            chosen.bot, hands, is_random=chosen.random, keep=keep, jobs=chosen.jobs
        ),
        "ordered": lambda: is_ordered(hands, keep, chosen.jobs),
        "quick": lambda: is_quick(positions_, keep),
        "reviews": lambda: are_reviews_quick(hands, keep),
        "sharp": lambda: are_sharp(positions_, is_json=chosen.json),
    }
    try:
        return not holds[chosen.mark]()
    except KeyboardInterrupt:
        kept = f"go on with --keep {keep}" if keep else "nothing is kept without --keep"
        print(f"interrupted; {kept}", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
