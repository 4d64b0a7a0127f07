"""Whether the coach is right: its values against values that are counted out.

    python -m tests.long.coach right --positions 1000 --seed 1 --keep right-1.json

Hands of small packs under rule sets drawn at random are played by the policy, and wherever a seat
has something to decide, the evaluator, made to sample, is asked for ± 0.05. Told is how often its
95 % intervals hold the exact values, and how often the action that it calls best is, or lies within
0.05 of it. Values that are certain are left out: an interval could not miss them.
`--keep` remembers how far it has come, and goes on from there.

    python -m tests.long.coach luck --hands 2000 --keep luck.json
    python -m tests.long.coach blind --positions 1000

`luck`: hands of the quick player under `standard`, two seats in turn, are reviewed: in every one
the parts have to add up exactly, and the mean luck of deal and draws has to be 0 within two errors.
`blind`: positions of the presets with all cards permuted that the seat cannot see: its values must
stay the same, to the last place. The exit status is 1 where something does not hold.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from ai.coach.evaluator import SURE, Estimate, evaluate, options
from ai.coach.review import review, reviewed
from ai.coach.rollout import Policy, UniformPolicy, answers, quick_policy, shown_by
from ai.peeking import positions as hidden_moved
from game.cli.random_rules import random_rules
from game.rules.actions import PASS, Action
from game.rules.hand import Hand
from game.rules.phases import SLAP
from game.rules.presets import STANDARD
from game.rules.record import record_of
from game.rules.ruleset import RuleError, RuleSet
from game.rules.view import SeatView, view
from game.rules.window import Window, may_open
from tests.ai.coach.counting_out import TooManyError, exact_values

T = TypeVar("T", "Tally", "Luck")

PRECISION: Final = 0.05
_PLAYOUTS: Final = 20_000
_BUDGET: Final = 40_000
_TRUST: Final = 0.95
_PER_HAND: Final = 2
"""Positions of one hand at most, so that hands differ."""
_SEATS: Final = 2
_TOLD: Final = 20.0
"""Seconds between two lines that tell how far it is."""


@dataclass
class Tally:
    """What was found so far; ``number`` is that of the next hand."""

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
    decisions: Counter[str] = field(default_factory=Counter)


def small_rules(random: Random) -> RuleSet:
    """A rule set with a pack that can be counted out by two players of three cards each."""
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


def positions(rules: RuleSet, policy: Policy, random: Random) -> Iterator[SeatView]:
    """Where a seat has something to decide in one hand, windows included."""
    pack = list(rules.pack())
    random.shuffle(pack)
    hand = Hand.deal(rules, _SEATS, random.randrange(_SEATS), pack)
    public = hand.law.pack.mask(hand.pile)
    while not hand.is_over:
        action: Action = PASS
        seat = hand.turn
        if may_open(hand) and hand.phase.name in ("START", "SLAP"):
            window = Window(hand, lambda _seat: random.random())
            while window.asked and not window.outcome:
                seat = window.asked[0]
                yield window.view(seat)
                window.answer(
                    seat, _any_of(hand, seat, answers(window, seat), public, policy, random)
                )
            if window.outcome:
                seat, action = window.outcome
                public |= shown_by(hand, action)
                hand.act(seat, action)
                continue
            hand.is_claim_open = False
            if hand.phase is SLAP:
                hand.close_slap()
                continue
        may = hand.legal()
        if len(may) > 1:
            yield view(hand, hand.turn)
        action = _any_of(hand, hand.turn, may, public, policy, random)
        public |= shown_by(hand, action)
        hand.act(hand.turn, action)


def _any_of(
    hand: Hand, seat: int, may: Sequence[Action], public: int, policy: Policy, random: Random
) -> Action:
    """Mostly what the policy does, now and then anything, so that hands get everywhere."""
    if random.random() < 0.3:
        return random.choice(tuple(may))
    return policy.draw(hand, seat, may, public, random)


def sampled(seen: SeatView, seed: int, policy: Policy) -> Estimate:
    """What the evaluator says when asked for ± 0.05."""
    for found in evaluate(seen, seed, policy, trust=_TRUST, positions=0):
        if found.precision <= PRECISION or found.playouts > _PLAYOUTS:
            return found
    raise AssertionError


def try_hand(tally: Tally, seed: str, limit: int) -> None:
    """Try some positions of the next hand."""
    random = Random(f"{seed}/{tally.number}")
    tally.number += 1
    rules = small_rules(random)
    policy: Policy = UniformPolicy() if random.random() < 0.2 else quick_policy(rules, _SEATS)
    views = list(positions(rules, policy, random))
    random.shuffle(views)
    tried = 0
    for seen in views:
        if tried >= _PER_HAND or tally.positions >= limit:
            break
        tried += try_position(tally, seen, policy, random.getrandbits(32))
    code = json.dumps(rules.differences(RuleSet()), default=str, sort_keys=True)
    if tried and code not in tally.rules:
        tally.rules.append(code)


def try_position(tally: Tally, seen: SeatView, policy: Policy, seed: int) -> bool:
    """Whether the position was one to be tried; if so it is."""
    actions = options(seen)
    try:
        exact, differ = exact_values(seen, actions, policy, _TRUST, _BUDGET)
    except TooManyError:
        return False
    if not any(differ) or len(actions) < 2:
        return False
    found = sampled(seen, seed, policy)
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
    tally.decisions[type(max(truth, key=truth.__getitem__)).__name__] += 1
    return True


def told(tally: Tally) -> str:
    """The figures on one line."""
    values, best = max(tally.values, 1), max(tally.best_values, 1)
    return (
        f"{tally.positions} positions of {len(tally.rules)} rule sets; 95 % intervals hold "
        f"{tally.held / values:.1%} of {tally.values} values, "
        f"{tally.best_held / best:.1%} of those of the best action; it or one within {PRECISION} "
        f"is named in {tally.best / max(tally.positions, 1):.1%}; the farthest off by "
        f"{tally.worst:.1f} errors; {tally.playouts:,} play-outs; best was {dict(tally.decisions)}"
    )


@dataclass
class Luck:
    """Hands reviewed, those whose parts do not add up, and the luck in them and its square."""

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


def review_hand(luck: Luck, seed: str) -> None:
    """Play and review the next hand."""
    random = Random(f"luck {seed}/{luck.number}")
    deck = list(STANDARD.pack())
    random.shuffle(deck)
    policy = quick_policy(STANDARD, 2)
    hand = Hand.deal(STANDARD, 2, 0, deck)
    public = hand.law.pack.mask(hand.pile)
    while not hand.is_over:
        action = policy.draw(hand, hand.turn, hand.legal(), public, random)
        public |= shown_by(hand, action)
        hand.act(hand.turn, action)
    record = record_of(hand, ["a", "b"])
    found = reviewed(review(record, luck.number % 2, policy, judged=()))
    parts = found.luck_deal + found.luck_draws + found.own + found.others
    luck.wrong += found.result is None or found.result - found.worth != parts
    luck.number += 1
    luck.whole += found.luck_deal + found.luck_draws
    luck.squares += (found.luck_deal + found.luck_draws) ** 2


def is_blind(count: int, seed: str) -> bool:
    """Whether so many positions have the same values with the hidden cards permuted."""
    tried = differing = 0
    for place in hidden_moved(count, seed):
        if len(options(place.seen)) > 1:
            tried += 1
            one, other = (next(evaluate(each, place.seed)) for each in (place.seen, place.other))
            differing += one != other
    print(f"{tried} positions: the values of {differing} change with cards that cannot be seen")
    return not differing


def is_right(positions_: int, seed: str, keep: Path | None) -> bool:
    """Try positions until there are so many."""
    tally = Tally(**json.loads(keep.read_text())) if keep and keep.exists() else Tally()
    tally.decisions = Counter(tally.decisions)
    for _ in told_now_and_then(tally, keep, told):
        if tally.positions >= positions_:
            break
        try_hand(tally, seed, positions_)
    print(told(tally))
    coverage = tally.held / max(tally.values, 1)
    return 0.93 <= coverage <= 0.97 and tally.best >= 0.98 * tally.positions


def is_lucky_on_the_mean(hands: int, seed: str, keep: Path | None) -> bool:
    """Review hands until there are so many."""
    luck = Luck(**json.loads(keep.read_text())) if keep and keep.exists() else Luck()
    for _ in told_now_and_then(luck, keep, str):
        if luck.number >= hands:
            break
        review_hand(luck, seed)
    print(luck)
    return luck.holds


def told_now_and_then(kept: T, keep: Path | None, words: Callable[[T], str]) -> Iterator[None]:
    """Without end; keeps what was found each time, and prints it every twenty seconds."""
    said = time.monotonic()
    while True:
        yield
        if keep:
            keep.write_text(json.dumps(vars(kept)))
        if time.monotonic() - said > _TOLD:
            said = time.monotonic()
            print(words(kept), flush=True)


def main() -> int:
    """Measure one mark; 1 where it does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.coach")
    parser.add_argument("mark", choices=["right", "luck", "blind"])
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--hands", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="go on from here, and keep it here"
    )
    chosen = parser.parse_args()
    if chosen.mark == "right":
        return not is_right(chosen.positions, chosen.seed, chosen.keep)
    if chosen.mark == "luck":
        return not is_lucky_on_the_mean(chosen.hands, chosen.seed, chosen.keep)
    return not is_blind(chosen.positions, chosen.seed)


if __name__ == "__main__":
    sys.exit(main())
