"""Measure what hints gain against a master, and how far they should trust the network.

    python -m tests.long.opinion gain --hands 200 --seed 1 --keep gain.jsonl
    python -m tests.long.opinion weight --hands 60 --seed 1 --keep weight.jsonl

Both play hands of two under each preset, or under those named by `--presets`, and leave out most of
the luck. Where one action is compared with another, both are played in the hand as it is, with the
true cards of the other seat, and masters play on, 16 times with the stock shuffled anew.

`gain`: one seat follows the hints (`--bot`, by default `hint:500`), the other is a master. Wherever
a master in its place would have done something else, both are compared. The sum of the differences
of a hand is, on average, what the follower wins more than a master would, exactly: each is the
value to it of one departure, if it were to play on as a master, and it is asked again wherever that
next departs. Printed is the gain a hand in stakes, with 95 % intervals, under each preset and over
all; the exit status is 1 unless the mean over them is above 0 by its interval.
`weight`: two masters play. Where, on a turn that nobody could act before, an action is worth more
by play-outs of plain players than what the network ranks first, both are compared. Printed is what
a follower of hints would gain if the network's opinion counted at least 0, .5, 1 … 5 times as much
as those (``_Race._opinion_counts`` in ``ai/coach/evaluator.py``), and masters did not check: the
number of times it would leave the network's choice, its gain each time, and its gain a hand, with
95 % intervals.

`--keep` adds each hand or comparison to FILE as JSON, and counts those that are there.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from ai import bridge
from ai.bot import Bot, ask, own_action
from ai.coach.evaluator import NoWorldError, evaluate, options
from ai.kernel.hands import Random as KernelRandom
from ai.kernel.table import Course, KernelPlayer
from ai.master.player import Master
from ai.master.search import is_asked_out_of_turn, opinion
from ai.registry import make_bot
from ai.seating import player_of
from game.rules.actions import Action
from game.rules.claim_window import may_open
from game.rules.hand import Hand
from game.rules.phases import SLAP
from game.rules.presets import PRESETS, preset
from game.rules.record import record_of
from game.rules.view import SeatView, view
from game.verdicts import SURE
from tests.long.coach import POINTS
from tests.rules.settling import settle

_SEATS: Final = 2
_PLAYOUTS: Final = 500
_TIMES: Final = 16
_COUNTS: Final = (0, 0.5, 1, 1.5, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Compared:
    """The best action by play-outs beside the network's first; all figures but ``rules`` in stakes.

    ``lead`` ± ``error`` is what it is worth more by play-outs, ``loss`` what the network takes it
    to cost, ``loss_error`` the standard error of that, and ``gain`` what it brought with the true
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

    def compared(self) -> Iterator[Compared]:
        """Play a hand of two masters; yield what is compared in it."""
        hand = self._dealt()
        while hand.result is None:
            begins = view(hand, hand.turn)
            if len(options(begins)) > 1 and not (may_open(hand) or is_asked_out_of_turn(begins)):
                yield from self._compared(hand, begins)
            self._go_on(hand)

    def gain(self, bot: Bot, seat: int) -> float:
        """Play a hand in which a seat does what a bot would do; return what that gains it."""
        hand, gain = self._dealt(), 0.0
        while hand.result is None:
            before, said = hand.copy(), list[Action]()

            def answer(seen: SeatView, before: Hand = before, said: list[Action] = said) -> Action:
                nonlocal gain
                usual = self._choose(seen)
                action = self._choose(seen, bot) if seen.seat == seat else usual
                if action != usual:
                    gain += self._gain(before, seat, [*said, action], [*said, usual])
                said.append(action)
                return action

            claim = settle(hand, lambda window, asked: answer(window.view(asked)))
            self._end_window(hand, claim, answer)
        return gain / self._stake

    def _dealt(self) -> Hand:
        deck = list(self._rules.pack())
        self._random.shuffle(deck)
        return Hand.deal(self._rules, _SEATS, 0, deck)

    def _go_on(self, hand: Hand, said: Sequence[Action] = ()) -> None:
        """Play the next action of a hand: the first answers are given, masters find the others."""
        given = iter(said)

        def answer(seen: SeatView) -> Action:
            return next(given, None) or self._choose(seen)

        claim = settle(hand, lambda window, asked: answer(window.view(asked)))
        self._end_window(hand, claim, answer)

    @staticmethod
    def _end_window(
        hand: Hand, claim: tuple[int, Action] | None, answer: Callable[[SeatView], Action]
    ) -> None:
        """Do what was decided out of turn; if nothing was, the seat on turn acts."""
        hand.is_claim_open = False
        if claim:
            hand.act(*claim)
        elif hand.phase is SLAP:
            hand.close_slap()
        else:
            hand.act(hand.turn, answer(view(hand, hand.turn)))

    def _choose(self, seen: SeatView, bot: Bot | None = None) -> Action:
        chosen = ask(bot or self._master, seen, self._random.getrandbits(32))
        action = own_action(seen, chosen)
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
        gain = self._gain(hand, seen.seat, [shown.action], [first])
        lead = shown.value - net.value
        figures = (lead, error, other.loss, both, gain)
        yield Compared(self._name, *(figure / self._stake for figure in figures))

    def _gain(
        self, hand: Hand, seat: int, said: Sequence[Action], usual: Sequence[Action]
    ) -> float:
        """Return what some answers bring more than the usual ones with the true cards."""
        drawn = len(hand.deck) - len(hand.stock)
        gain = 0.0
        for _ in range(_TIMES):
            stock = list(hand.stock)
            self._random.shuffle(stock)
            deck, seed = [*hand.deck[:drawn], *stock], self._random.getrandbits(64)
            one, other = (self._brings(hand, seat, each, deck, seed) for each in (said, usual))
            gain += (one - other) / _TIMES
        return gain

    def _brings(
        self, hand: Hand, seat: int, said: Sequence[Action], deck: Sequence[str], seed: int
    ) -> int:
        after = hand.copy()
        self._go_on(after, said)
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


def _told_weights(compared: Sequence[Compared], hands: int) -> Iterator[str]:
    """Yield a line for each weight of the opinion."""
    yield f"{hands} hands, {len(compared)} decisions where play-outs disagree with the network"
    for counts in _COUNTS:
        gains = [each.gain for each in compared if each.is_chosen(counts)]
        if gains:
            mean, half = _interval(gains)
            share = len(gains) / hands / _SEATS
            yield (
                f"opinion counts {counts:g} times: left {len(gains)} times, "
                f"{mean:+.3f} ± {half:.3f} each, {mean * share:+.4f} ± {half * share:.4f} a hand"
            )


class _Findings:
    """Findings under each preset, kept in a file a line for some hands."""

    def __init__(self, keep: Path | None) -> None:
        self._keep = keep
        self.hands: Counter[str] = Counter()
        self.found: dict[str, list[Any]] = {}
        for line in keep.read_text().splitlines() if keep and keep.exists() else ():
            self._count(**json.loads(line))

    def add(self, rules: str, hands: int, found: list[Any]) -> None:
        """Count what was found in some hands, and keep it."""
        self._count(rules, hands, found)
        if self._keep:
            with self._keep.open("a", encoding="utf-8") as file:
                held = {"rules": rules, "hands": hands, "found": found}
                file.write(json.dumps(held) + "\n")

    def _count(self, rules: str, hands: int, found: list[Any]) -> None:
        self.hands[rules] += hands
        self.found.setdefault(rules, []).extend(found)


def _weigh(table: Table, hands: int, _bot: str) -> list[Any]:
    return [asdict(each) for _ in range(hands) for each in table.compared()]


def _follow(table: Table, hands: int, bot: str) -> list[Any]:
    follower = make_bot(bot)
    return [round(table.gain(follower, number % _SEATS), 4) for number in range(hands)]


def _tell_weights(findings: _Findings) -> bool:
    compared = [Compared(**each) for found in findings.found.values() for each in found]
    print(*_told_weights(compared, findings.hands.total()), sep="\n")
    return True


def _tell_gains(findings: _Findings) -> bool:
    """Print the gains, and return whether their mean is above 0 by its interval."""
    total = squares = 0.0
    for name, gains in findings.found.items():
        mean, half = _interval(gains)
        print(f"{name}: {mean:+.4f} ± {half:.4f} of {len(gains)} hands")
        total, squares = total + mean, squares + half * half
    count = len(findings.found)
    mean, half = total / count, sqrt(squares) / count
    print(f"{count} presets: {mean:+.4f} ± {half:.4f} of {findings.hands.total()} hands")
    return mean > half


def main() -> int:
    """Measure, print what was found, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.opinion")
    parser.add_argument("mark", choices=["gain", "weight"])
    parser.add_argument("--hands", type=int, default=60, metavar="N", help="under each preset")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--bot", default="hint:500", metavar="NAME", help="who follows the hints")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add to what is here")
    chosen = parser.parse_args()
    measure = _follow if chosen.mark == "gain" else _weigh
    findings = _Findings(chosen.keep)
    for name in chosen.presets:
        table = Table(name, Random(f"{chosen.mark} {chosen.seed} {name}"))
        findings.add(name, chosen.hands, measure(table, chosen.hands, chosen.bot))
    tell = _tell_gains if chosen.mark == "gain" else _tell_weights
    return not tell(findings)


if __name__ == "__main__":
    sys.exit(main())
