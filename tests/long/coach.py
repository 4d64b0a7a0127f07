"""Whether the coach is right: its values against values that are counted out.

    python -m tests.long.coach right --positions 1000 --seed 1 --keep right-1.json

Hands of small packs under rule sets drawn at random are played by the policy, and wherever a seat
has something to decide, the evaluator, made to sample, is asked for ± 0.05. Told is how often its
95 % intervals hold the exact values, and how often the action that it calls best is, or lies within
0.05 of it. Values that are certain are left out: an interval could not miss them.
`--keep` remembers how far it has come, and goes on from there.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from ai.coach.evaluator import SURE, Estimate, evaluate, options
from ai.coach.rollout import Policy, UniformPolicy, answers, quick_policy, shown_by
from game.cli.random_rules import random_rules
from game.rules.actions import PASS, Action
from game.rules.hand import Hand
from game.rules.phases import SLAP
from game.rules.ruleset import RuleError, RuleSet
from game.rules.view import SeatView, view
from game.rules.window import Window, may_open
from tests.ai.coach.counting_out import TooManyError, exact_values

PRECISION: Final = 0.05
_PLAYOUTS: Final = 60_000
_BUDGET: Final = 40_000
_TRUST: Final = 0.95
_PER_HAND: Final = 2
"""Positions of one hand at most, so that hands differ."""
_SEATS: Final = 2


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
    for found in evaluate(seen, seed, policy, trust=_TRUST):
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


def main() -> None:
    """Try positions until there are enough."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.coach", description=__doc__)
    parser.add_argument("mark", choices=["right"])
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="go on from here, and keep it here"
    )
    chosen = parser.parse_args()
    tally = Tally()
    if chosen.keep and chosen.keep.exists():
        tally = Tally(**json.loads(chosen.keep.read_text()))
        tally.decisions = Counter(tally.decisions)
    said = time.monotonic()
    while tally.positions < chosen.positions:
        try_hand(tally, chosen.seed, chosen.positions)
        if chosen.keep:
            chosen.keep.write_text(json.dumps(vars(tally)))
        if time.monotonic() - said > 20:
            said = time.monotonic()
            print(told(tally), flush=True)
    print(told(tally))


if __name__ == "__main__":
    main()
