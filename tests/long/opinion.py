"""Measure how far hints should trust the net where play-outs by plain players disagree with it.

    python -m tests.long.opinion --hands 60 --seed 1 --keep opinion.jsonl

Two masters play `--hands` hands under each preset (or under those named by `--presets`). At each
decision of a seat on its turn, the coach plays out all actions, as for a hint. Where one is worth
more by play-outs than the action that the net ranks first, both are played in the hand as it is,
with the true cards of the other seat, and masters play on, 16 times with the stock shuffled anew.
So most of the luck is left out, and what the other action gains is its gain against a master.

Printed is what a follower of hints would gain a hand and seat if the net's opinion counted at least
0, .5, 1 … 5 times as much as play-outs (``_Race._opinion_counts`` in ``ai/coach/evaluator.py``):
the number of times it would leave the net's choice, its gain each time in stakes, and its gain a
hand, with 95 % intervals. `--keep` adds each comparison to FILE as JSON, and counts those that are
there.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from random import Random

from ai import bridge
from ai.bot import ask, own_action
from ai.coach.evaluator import SURE, NoWorldError, evaluate, options
from ai.kernel.hands import Random as KernelRandom
from ai.kernel.table import Course, KernelPlayer
from ai.master.player import Master
from ai.master.search import is_asked_out_of_turn, opinion
from ai.seating import player_of
from game.rules.actions import Action
from game.rules.claim_window import may_open, settle
from game.rules.hand import Hand
from game.rules.phases import SLAP
from game.rules.presets import PRESETS, preset
from game.rules.record import record_of
from game.rules.view import SeatView, view
from tests.long.coach import POINTS

_SEATS = 2
_PLAYOUTS = 500
_TIMES = 16
_COUNTS = (0, 0.5, 1, 1.5, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Compared:
    """The best action by play-outs beside the net's first; all figures but ``rules`` in stakes.

    ``lead`` ± ``error`` is what it is worth more by play-outs, ``loss`` what the net thinks that it
    costs, ``loss_error`` the standard error of that, and ``gain`` what it brought with the true
    cards.
    """

    rules: str
    lead: float
    error: float
    loss: float
    loss_error: float
    gain: float

    def is_chosen(self, counts: float) -> bool:
        """Whether a hint names it if the opinion counts at least ``counts`` times as much."""
        tried, known = 1 / max(self.error**2, 1e-9), 1 / self.loss_error**2
        if counts:
            tried = min(tried, known / counts)
        return self.lead * tried > self.loss * known


class Table:
    """Masters at a table for two, whose cards are known to whoever measures."""

    def __init__(self, name: str, random: Random) -> None:
        self._name, self._rules, self._random = name, preset(name), random
        self._stake = POINTS if self._rules.scoring == "push_up" else 1.0
        self._master = Master()
        player = player_of(self._master, self._rules, _SEATS)
        assert player is not None
        self._players: list[KernelPlayer] = [player] * _SEATS

    def play(self) -> Iterator[Compared]:
        """Play a hand; yield what is compared in it."""
        deck = list(self._rules.pack())
        self._random.shuffle(deck)
        hand = Hand.deal(self._rules, _SEATS, 0, deck)
        while hand.result is None:
            if may_open(hand):
                claim = settle(hand, lambda window, seat: self._choose(window.view(seat)))
                hand.is_claim_open = False
                if claim:
                    hand.act(*claim)
                    continue
                if hand.phase is SLAP:
                    hand.close_slap()
                    continue
            seen = view(hand, hand.turn)
            if len(options(seen)) > 1 and not is_asked_out_of_turn(seen):
                yield from self._compared(hand, seen)
            hand.act(hand.turn, self._choose(seen))

    def _choose(self, seen: SeatView) -> Action:
        action = own_action(seen, ask(self._master, seen, self._random.getrandbits(32)))
        assert action is not None
        return action

    def _compared(self, hand: Hand, seen: SeatView) -> Iterator[Compared]:
        thought = opinion(seen)
        if not thought:
            return
        try:
            steps = evaluate(seen, self._random.getrandbits(64), opinion=thought)
            found = next(each for each in steps if each.playouts >= _PLAYOUTS)
        except NoWorldError:
            return
        first = min(thought, key=lambda action: thought[action].loss)
        shown = max((each for each in found.values if each.is_open), key=lambda each: each.value)
        if shown.action == first or shown.action not in thought:
            return
        net, other = found.of(first), thought[shown.action]
        both = sqrt(other.error**2 + thought[first].error ** 2)
        error = shown.behind_error or net.behind_error
        gain = self._gain(hand, seen.seat, shown.action, first)
        lead = shown.value - net.value
        figures = (lead, error, other.loss, both, gain)
        yield Compared(self._name, *(figure / self._stake for figure in figures))

    def _gain(self, hand: Hand, seat: int, action: Action, other: Action) -> float:
        """Return what one action brings more than another with the true cards."""
        drawn = len(hand.deck) - len(hand.stock)
        gain = 0.0
        for _ in range(_TIMES):
            stock = list(hand.stock)
            self._random.shuffle(stock)
            deck, seed = [*hand.deck[:drawn], *stock], self._random.getrandbits(64)
            one, another = (self._brings(hand, seat, each, deck, seed) for each in (action, other))
            gain += (one - another) / _TIMES
        return gain

    def _brings(self, hand: Hand, seat: int, action: Action, deck: Sequence[str], seed: int) -> int:
        after = hand.copy()
        after.act(seat, action)
        twin = bridge.deal(self._rules, _SEATS, hand.dealer, deck)
        _, refused = twin.replay("\n".join(record_of(after, ("a", "b")).actions).encode())
        assert not refused
        course = Course(twin, self._players, KernelRandom(seed))
        while course.step() is not None:
            pass
        own, others = (int(twin.settle().payments[each]) for each in (seat, 1 - seat))
        return others - own if self._stake > 1 else own


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half its 95 % interval."""
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean, SURE * sqrt(squares / max(len(values) - 1, 1) / len(values))


def told(compared: Sequence[Compared], hands: int) -> Iterator[str]:
    """Yield a line for each weight of the opinion."""
    yield f"{hands} hands, {len(compared)} decisions where play-outs disagree with the net"
    for counts in _COUNTS:
        gains = [each.gain for each in compared if each.is_chosen(counts)]
        if gains:
            mean, half = _interval(gains)
            share = len(gains) / hands / _SEATS
            yield (
                f"opinion counts {counts:g} times: left {len(gains)} times, "
                f"{mean:+.3f} ± {half:.3f} each, {mean * share:+.4f} ± {half * share:.4f} a hand"
            )


def main() -> int:
    """Compare, print a line for each weight, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.opinion")
    parser.add_argument("--hands", type=int, default=60, metavar="N", help="under each preset")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add to what is here")
    chosen = parser.parse_args()
    kept: Path | None = chosen.keep
    compared: list[Compared] = []
    hands = 0
    for line in kept.read_text().splitlines() if kept and kept.exists() else ():
        held = json.loads(line)
        hands += held["hands"]
        compared += [Compared(**each) for each in held["compared"]]
    for name in chosen.presets:
        table = Table(name, Random(f"opinion {chosen.seed} {name}"))
        found = [each for _ in range(chosen.hands) for each in table.play()]
        hands, compared = hands + chosen.hands, compared + found
        if kept:
            with kept.open("a", encoding="utf-8") as file:
                held = {"hands": chosen.hands, "compared": [asdict(each) for each in found]}
                file.write(json.dumps(held) + "\n")
    print(*told(compared, hands), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
