"""`tonk-lab bench`: measure the speed of the engine or of the kernel.

Each figure is the median of five runs, in CPU time on one core. ``engine`` is ``game.rules`` with
hands played at random. For ``kernel``, ``random`` is random play without drops, ``plain`` is play
between two experts without slips, ``rollouts_per_s`` counts the coach's play-outs at a first
discard, and ``drop_table_ms`` is the time to compute a drop table, at the number of seats where it
takes longest.
"""

import argparse
import gc
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from game.console.terminal import RULES_HELP, RulesWord

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from game.rules.actions import Action
    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet

    Dealt: TypeAlias = tuple[Hand, list[tuple[int, Action]], dict[str, Any]]

RUNS: Final = 5
SECONDS: Final = 1.0
"""CPU time of one run of the kernel; one of the engine, which has three figures, takes double.

All runs together take less than 20 s of CPU time.
"""

_SEATS: Final = 2
BATCH: Final = 50
KERNEL_BATCH: Final = 2000
_RANDOM: Final = "random"


@dataclass(frozen=True, slots=True)
class Figures:
    """The speed of the engine per second of CPU time; the fields are the keys of the JSON.

    It counts actions played with all checks, lists of legal actions made, and records read and
    replayed.
    """

    python: str
    rules: str
    acts_per_s: int
    legal_per_s: int
    records_per_s: int

    def __str__(self) -> str:
        return "\n".join(
            (
                f"Python {self.python}, rules {self.rules}, two seats, one core, a second:",
                f"{self.acts_per_s:>10,} actions",
                f"{self.legal_per_s:>10,} lists of what is legal",
                f"{self.records_per_s:>10,} records replayed",
            )
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab bench`."""
    parser.add_argument("what", choices=("engine", "kernel"), help="what to measure")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--rules",
        type=_rules,
        metavar="NAME",
        help=f"{RULES_HELP}, or random: a new one every 50 hands (default: standard)",
    )


def run(options: argparse.Namespace) -> int:
    """Measure, with progress on standard error, and print the figures."""
    from game.rules.presets import STANDARD

    name, rules = options.rules or ("standard", STANDARD)
    if options.what == "kernel":
        return _run_kernel(name, rules, as_json=options.json)
    figures = measure(name, rules, 2 * SECONDS)
    print(json.dumps(asdict(figures)) if options.json else figures)
    return 0


def _run_kernel(name: str, rules: "RuleSet | None", *, as_json: bool) -> int:
    from ai.kernel import KernelError, is_available

    if rules is None:
        print("tonk-lab bench kernel: expected the rules of one game, not random", file=sys.stderr)
        return 2
    try:
        figures = measure_kernel(name, rules, SECONDS)
    except KernelError as error:
        about = "it cannot play by these rules" if is_available() else "there is no kernel"
        print(f"tonk-lab bench kernel: {about}: {error}", file=sys.stderr)
        return 2 if is_available() else 1
    print(json.dumps(asdict(figures)) if as_json else figures)
    return 0


@dataclass(frozen=True, slots=True)
class KernelRate:
    """The speed of the kernel: moves and hands per second of CPU time."""

    moves_per_s: int
    hands_per_s: int


@dataclass(frozen=True, slots=True)
class KernelFigures:
    """The speed of the kernel; the fields are the keys of the JSON.

    ``random`` is random play, ``plain`` is play between two experts without slips.
    """

    kernel: str
    rules: str
    random: KernelRate
    plain: KernelRate
    rollouts_per_s: int
    drop_table_ms: float

    def __str__(self) -> str:
        head = f"kernel {self.kernel}, rules {self.rules}, two seats, one core, a second:"
        rows = [
            f"{name:<8} {rate.moves_per_s:>12,} moves {rate.hands_per_s:>9,} hands"
            for name, rate in (("random", self.random), ("plain", self.plain))
        ]
        rollouts = f"{self.rollouts_per_s:>21,} play-outs of the coach"
        return "\n".join([head, *rows, rollouts, f"drop table {self.drop_table_ms} ms at most"])


def measure_kernel(name: str, rules: "RuleSet", seconds: float) -> KernelFigures:
    """Measure the kernel under a rule set; a run takes ``seconds`` of CPU time or more."""
    from ai import bridge
    from ai.kernel import about
    from ai.kernel import hands as play
    from ai.kernel.plain_player import KernelProfile, PlainHands
    from ai.players import drop_table
    from ai.profile import EXPERT

    made = bridge.kernel_rules(rules)
    table = drop_table(rules, _SEATS)
    expert = KernelProfile.of(EXPERT.numbers)

    def at_random(seed: int) -> Callable[[int], int]:
        random = play.Random(seed)
        return lambda hands: play.random_hands(made, _SEATS, hands, random)

    def by_experts(seed: int) -> Callable[[int], int]:
        match = PlainHands(made, [expert] * _SEATS, [table] * _SEATS, seed)

        def played(hands: int) -> int:
            before = match.moves
            match.play(hands)
            return match.moves - before

        return played

    return KernelFigures(
        kernel=about(),
        rules=name,
        random=_kernel_rate("random", seconds, at_random),
        plain=_kernel_rate("plain", seconds, by_experts),
        rollouts_per_s=_rollout_rate(rules, seconds),
        drop_table_ms=_drop_table_time(rules),
    )


def _rollout_rate(rules: "RuleSet", seconds: float) -> int:
    """Measure play-outs per second on one core, in growing rounds, as the coach runs them."""
    from ai.coach.evaluator import evaluate
    from game.rules.actions import DRAW
    from game.rules.hand import Hand
    from game.rules.view import view

    rates = []
    for number in _counted("rollouts"):
        hand, decks = None, Random(number)
        while hand is None or DRAW not in hand.legal():
            hand = Hand.deal(rules, _SEATS, 0, decks.sample(rules.pack(), len(rules.pack())))
        hand.act(hand.turn, DRAW)
        began = time.process_time()
        for found in evaluate(view(hand, hand.turn), number, threads=1):
            spent = time.process_time() - began
            if spent >= seconds:
                rates.append(found.playouts / spent)
                break
    return round(statistics.median(rates))


def _drop_table_time(rules: "RuleSet") -> float:
    from ai.drops.tables import HANDS, solved

    medians = []
    for seats in filter(rules.can_seat, range(2, 7)):
        times = []
        for number in range(RUNS):
            began = time.process_time()
            solved(rules, seats, HANDS, number)
            times.append(1000 * (time.process_time() - began))
        medians.append(statistics.median(times))
    return round(max(medians), 1)


def _kernel_rate(
    name: str, seconds: float, begin: Callable[[int], Callable[[int], int]]
) -> KernelRate:
    """Return the median rate of runs in which ``begin(number)(hands)`` plays hands and returns the
    number of moves.
    """
    rates = []
    for number in _counted(name):
        play, moves, hands, began = begin(number), 0, 0, time.process_time()
        while not hands or time.process_time() - began < seconds:
            moves += play(KERNEL_BATCH)
            hands += KERNEL_BATCH
        spent = time.process_time() - began
        rates.append((moves / spent, hands / spent))
    medians = (round(statistics.median(each)) for each in zip(*rates, strict=True))
    return KernelRate(*medians)


def measure(name: str, rules: "RuleSet | None", seconds: float) -> Figures:
    """Measure the engine under a rule set or random ones.

    A run ends with the batch in which it has taken ``seconds`` of CPU time, dealing included.
    """
    runs = [_engine_run(rules, number, seconds) for number in _counted("engine")]
    acts, lists, records = (round(statistics.median(each)) for each in zip(*runs, strict=True))
    return Figures(platform.python_version(), name, acts, lists, records)


def _rules(text: str) -> tuple[str, "RuleSet | None"]:
    """Parse `--rules`: return the name, and the rule set or None for random ones."""
    if text == _RANDOM:
        return text, None
    word = RulesWord.of(text)
    return word.text, word.rules


@contextmanager
def _uncollected() -> Iterator[None]:
    """Freeze existing objects, so that the garbage collector skips them."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _engine_run(rules: "RuleSet | None", number: int, seconds: float) -> tuple[float, float, float]:
    """Return actions, lists of legal actions and records per second of CPU time."""
    from game.rules.record import read_record, replay

    actions = hands = 0
    played = asked = replayed = 0.0
    start = time.process_time()
    for table, decks in batches(rules, number):
        dealt = [_played_at_random(table, deck, Random(number)) for deck in decks]
        actions += sum(len(moves) for _, moves, _ in dealt)
        hands += len(dealt)
        with _uncollected():
            played += _time_of(dealt, asks=False)
            asked += _time_of(dealt, asks=True)
            began = time.process_time()
            for _, _, record in dealt:
                replay(read_record(record))
            replayed += time.process_time() - began
        if time.process_time() - start >= seconds:
            break
    listed = actions / (asked - played) if asked > played else 0.0
    return actions / played, listed, hands / replayed


def _played_at_random(table: "RuleSet", deck: tuple[str, ...], dice: Random) -> "Dealt":
    """Return a hand just dealt, random actions without a drop that end it, and its record."""
    from game.rules.actions import DROP
    from game.rules.hand import Hand
    from game.rules.record import record_of

    dealt = Hand.deal(table, _SEATS, 0, deck)
    hand = dealt.copy()
    while not hand.is_over:
        may = [action for action in hand.legal() if action != DROP]
        if may:
            hand.act(hand.turn, dice.choice(may))
        else:
            hand.close_slap()
    record = json.loads(record_of(hand, ["a", "b"]).to_json())
    return dealt, [(move.seat, move.action) for move in hand.log], record


def _time_of(dealt: "list[Dealt]", *, asks: bool) -> float:
    """Return the CPU time to play these hands; with ``asks``, legal actions are listed before each
    move.
    """
    hands = [(hand.copy(), moves) for hand, moves, _ in dealt]
    began = time.process_time()
    for hand, moves in hands:
        for seat, action in moves:
            if asks:
                hand.legal()
            hand.act(seat, action)
    return time.process_time() - began


def batches(
    rules: "RuleSet | None", number: int
) -> Iterator[tuple["RuleSet", list[tuple[str, ...]]]]:
    """Yield endless pairs of a rule set and ``BATCH`` decks, determined by ``number``.

    Without ``rules``, each pair has new random rules.
    """
    from ai.random_rules import random_rules

    dice = Random(number)
    while True:
        table = rules or random_rules(dice, _SEATS)
        pack = table.pack()
        yield table, [tuple(dice.sample(pack, len(pack))) for _ in range(BATCH)]


def _counted(name: str) -> Iterator[int]:
    """Yield the numbers of the runs, printing each to standard error as it begins."""
    for number in range(1, RUNS + 1):
        print(f"{name}: run {number} of {RUNS}", file=sys.stderr, flush=True)
        yield number
