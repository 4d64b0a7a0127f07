"""Hold the trainer against the game: ``python -m tests.ai.lab.training_compare PROBE NET [HANDS]``.

Hands that the trainer's probe played are played again on the real engine. Legal actions, payments
and every number that the network is told must be the same.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from math import isclose
from random import Random
from typing import TypedDict

from ai import bridge
from ai.kernel.net import features
from ai.lab.training.trainer_input import words
from ai.random_rules import random_rules
from game.rules.actions import PASS, Action, Slap, action_text, parse_action
from game.rules.claim_window import ClaimWindow, may_open
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view


def some_rules(dice: Random) -> Iterator[tuple[RuleSet, int]]:
    """By turns the presets and rule sets at random, then only those."""
    for name in PRESETS:
        yield preset(name), dice.choice((2, 3, 4))
        yield rules_at_random(dice)
    while True:
        yield rules_at_random(dice)


def rules_at_random(dice: Random) -> tuple[RuleSet, int]:
    """Any rule set, but that no hand ends as it is dealt, and a number of seats."""
    seats = dice.randint(2, 6)
    drawn = random_rules(dice, seats)
    in_turn = [entry for entry in drawn.naturals if entry.when == "turn"]
    rules = drawn.changed(
        # Hands that end as they are dealt the trainer leaves out.
        naturals=tuple(in_turn),
    )
    return (rules, seats) if rules.can_seat(seats) else rules_at_random(dice)


def told(probe: str, net: str, rules: RuleSet, seats: int, seed: int, hands: int) -> Iterator[str]:
    """What the probe says of some hands, one line each."""
    command = [probe, net, *words(rules, seats), f"seed={seed}", f"deals={hands}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    yield from done.stdout.splitlines()


class Step(TypedDict):
    """A decision as the probe tells of it."""

    state: list[float]
    legal: list[str]
    actions: list[list[float]]
    played: str


def check(line: str, rules: RuleSet, seats: int) -> int:
    """Play a hand again; the number of decisions compared."""
    found = json.loads(line)
    hand = Hand.deal(rules, seats, seats - 1, found["deck"])
    asked: set[int] = set()
    for step in found["steps"]:
        seat, action = parse_action(step["played"])
        seen = _seen(hand, seat, step, asked)
        _check_step(seen, step)
        if seen.phase is Phase.CHANCE or action != PASS:
            hand.act(seat, action)
            asked = set()
    hand.close_slap()
    assert hand.result is not None, "the hand goes on"
    assert list(hand.result.payments) == [
        abs(each) if rules.scoring == "push_up" else each for each in found["pay"]
    ]
    return len(found["steps"])


def _seen(hand: Hand, seat: int, step: Step, asked: set[int]) -> SeatView:
    """What the seat sees that the step is of: between turns, if it may pass, in its own otherwise.

    ``asked`` are those that have been asked since the last turn; it grows.
    """
    if hand.phase is Phase.CHANCE or not may_open(hand):
        return view(hand, hand.turn)
    may_pass = f"{seat} pass" in step["legal"]
    window = ClaimWindow(hand, lambda each: 0.0 if each == seat else 0.5)
    if window.claimer is not None and may_pass and f"{seat} take" in step["legal"]:
        return window.view(seat)
    if window.claimer is not None:
        window.answer(window.claimer, PASS)
    if may_pass and hand.phase in (Phase.START, Phase.SLAP) and seat not in asked:
        asked.add(seat)
        return window.view(seat)
    assert set(window.asked) <= asked, "a seat was not asked"
    window.close()
    hand.close_slap()
    seen = view(hand, hand.turn)
    return seen if seen.phase is Phase.CHANCE else window.view(hand.turn)


def _check_step(seen: SeatView, step: Step) -> None:
    legal = {_text(seen.seat, action): action for action in seen.legal}
    ours = [_canonical(text) for text in step["legal"]]
    assert sorted(legal) == sorted(ours), (sorted(legal), sorted(ours))
    if seen.phase in (Phase.CHANCE, Phase.SLAP):
        return  # No network is asked what to do with a last chance, or with a slap.
    known = [text for text in ours if not isinstance(legal[text], Slap)]
    asked = [bridge.kernel_action(seen.rules, legal[text]) for text in known]
    state, of_actions = features(bridge.hand_of(seen), seen.seat, asked)
    _same("state", state, step["state"])
    theirs = dict(zip(ours, step["actions"], strict=True))
    for text, numbers in zip(known, of_actions, strict=True):
        _same(text, numbers, theirs[text])


def _text(seat: int, action: Action) -> str:
    return _canonical(action_text(seat, action))


def _canonical(text: str) -> str:
    seat, verb, *cards = text.split()
    return " ".join([seat, verb, *(sorted(cards) if verb == "spread" else cards)])


def _same(what: str, ours: Sequence[float], theirs: Sequence[float]) -> None:
    wrong = [
        (place, float(one), two)
        for place, (one, two) in enumerate(zip(ours, theirs, strict=True))
        if not isclose(one, two, abs_tol=2e-5, rel_tol=1e-4)
    ]
    assert not wrong, (what, wrong)


def compare(probe: str, net: str, hands: int, at_once: int = 20) -> int:
    """Compare so many hands, ``at_once`` of each rule set; the number of decisions compared."""
    dice, left, decisions = Random(1), hands, 0
    for number, (rules, seats) in enumerate(some_rules(dice)):
        for line in told(probe, net, rules, seats, number, at_once):
            try:
                decisions += check(line, rules, seats)
            except Exception as error:
                error.add_note(f"{seats} seats, {rules.differences(STANDARD)}")
                raise
            left -= 1
        if left <= 0:
            break
    return decisions


def main() -> None:
    """Tell how many decisions were the same; an error tells of the first that is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("probe", metavar="PROBE")
    parser.add_argument("net", metavar="NET")
    parser.add_argument("hands", metavar="HANDS", type=int, nargs="?", default=1000)
    options = parser.parse_args()
    print(f"{compare(options.probe, options.net, options.hands)} decisions are the same")


if __name__ == "__main__":
    main()
