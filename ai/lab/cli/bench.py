"""`tonk-lab bench`: what the rules and the bots' boards, or the kernel, do in a second.

Each figure is the median of five runs, in CPU time on one core. Of the kernel ``random`` is play at
random without drops, ``plain`` that of two experts without slips, ``drop_table_ms`` the longest
that it takes to work out when to drop, at any seats. Of the engine ``checked`` is the engine
of ``game.rules`` as the table uses it: actions played with all checks, and lists of what is legal.
``random``, ``greedy`` and ``playouts`` are the boards on which bots play out hands
(``ai.bitboard``). A change is one action applied; shuffling and binding a rule set are not timed,
dealing is. Nor is the collection of what binding has left behind; what play itself leaves is
collected within the time.
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

from game.console.terminal import RULES_HELP, rules_word

if TYPE_CHECKING:
    from ai.bitboard.hand import Hand
    from game.rules.actions import Action
    from game.rules.hand import Hand as CheckedHand
    from game.rules.ruleset import RuleSet

RUNS: Final = 5
SECONDS: Final = 1.0
"""CPU time of one run: long enough to be steady, short enough for all to end in half a minute."""

_SEATS: Final = 2
_BATCH: Final = 50
_KERNEL_BATCH: Final = 2000
_PLAYOUTS_EACH: Final = 4
_RANDOM: Final = "random"


@dataclass(frozen=True, slots=True)
class Rate:
    """What was done in a second of CPU time."""

    changes_per_s: int
    hands_per_s: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What the engine does in a second of CPU time: actions played, lists of legal actions made."""

    acts_per_s: int
    legal_per_s: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What the bench found; the fields are the keys of its JSON."""

    python: str
    rules: str
    random: Rate
    greedy: Rate
    playouts_per_s: int
    checked: Checked
    of_standard: float | None
    """What random play makes of the base game's changes a second, where rules are others: batches
    of both are played by turns, so that a busy machine slows the one like the other."""

    def __str__(self) -> str:
        lines = [f"Python {self.python}, rules {self.rules}, two seats, one core, a second:"]
        for name, rate in (("random", self.random), ("greedy", self.greedy)):
            hands = f"{rate.hands_per_s:>9,} hands"
            lines.append(f"{name:<8} {rate.changes_per_s:>10,} changes {hands}")
        lines.append(f"{'playouts':<8} {self.playouts_per_s:>10,}")
        acts, legal = self.checked.acts_per_s, self.checked.legal_per_s
        lines.append(f"{'checked':<8} {acts:>10,} actions {legal:>9,} lists of what is legal")
        if self.of_standard is not None:
            lines.append(
                f"random play by turns with standard: {self.of_standard:.3f} of its changes"
            )
        return "\n".join(lines)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk-lab bench` understands."""
    parser.add_argument("what", choices=("engine", "kernel"), help="what to measure")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--rules",
        type=_rules,
        metavar="NAME",
        help=f"{RULES_HELP}, or random: another every 50 hands (default: standard)",
    )


def run(options: argparse.Namespace) -> int:
    """Measure, with progress on standard error, and print the figures."""
    from game.rules.presets import STANDARD

    name, rules = options.rules or ("standard", STANDARD)
    if options.what == "kernel":
        return _run_kernel(name, rules, as_json=options.json)
    figures = measure(name, rules, SECONDS)
    print(json.dumps(asdict(figures)) if options.json else figures)
    return 0


def _run_kernel(name: str, rules: "RuleSet | None", *, as_json: bool) -> int:
    from ai.kernel import KernelError, is_available

    if rules is None:
        print(
            "tonk-lab bench kernel: allowed are the rules of one game, not random", file=sys.stderr
        )
        return 2
    try:
        figures = measure_kernel(name, rules, SECONDS)
    except KernelError as error:
        about = "it cannot play by these rules" if is_available() else "there is none"
        print(f"tonk-lab bench kernel: {about}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(asdict(figures)) if as_json else figures)
    return 0


@dataclass(frozen=True, slots=True)
class KernelRate:
    """What the kernel did in a second of CPU time."""

    moves_per_s: int
    hands_per_s: int


@dataclass(frozen=True, slots=True)
class KernelFigures:
    """What the bench found of the kernel; the fields are the keys of its JSON.

    ``random`` is play at random, ``plain`` that of two experts without their slips.
    """

    kernel: str
    rules: str
    random: KernelRate
    plain: KernelRate
    drop_table_ms: float

    def __str__(self) -> str:
        head = f"kernel {self.kernel}, rules {self.rules}, two seats, one core, a second:"
        rows = [
            f"{name:<8} {rate.moves_per_s:>12,} moves {rate.hands_per_s:>9,} hands"
            for name, rate in (("random", self.random), ("plain", self.plain))
        ]
        return "\n".join([head, *rows, f"drop table {self.drop_table_ms} ms at most"])


def measure_kernel(name: str, rules: "RuleSet", seconds: float) -> KernelFigures:
    """The figures of the kernel under a rule set, each run taking so much CPU time."""
    from ai import bridge
    from ai.drops.tables import thresholds_for
    from ai.kernel import about, play
    from ai.kernel.players import DropTable, PlainHands, Profile
    from ai.profile import EXPERT

    made = bridge.kernel_rules(rules)
    table = DropTable.of(thresholds_for(rules, _SEATS))
    expert = Profile.of(EXPERT.numbers)

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
        drop_table_ms=_drop_table_time(rules),
    )


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
    """The median of runs in which ``begin(number)(hands)`` plays so many, and tells the moves."""
    rates = []
    for number in _counted(name):
        play, moves, hands, began = begin(number), 0, 0, time.process_time()
        while not hands or time.process_time() - began < seconds:
            moves += play(_KERNEL_BATCH)
            hands += _KERNEL_BATCH
        spent = time.process_time() - began
        rates.append((moves / spent, hands / spent))
    medians = (round(statistics.median(each)) for each in zip(*rates, strict=True))
    return KernelRate(*medians)


def measure(name: str, rules: "RuleSet | None", seconds: float) -> Figures:
    """The figures under a rule set, or random ones, each run taking so much CPU time."""
    from ai.playout import greedy_to_end, playout, random_to_end
    from game.rules.presets import STANDARD

    dice = Random(1)

    def play_random(hand: "Hand") -> int:
        return random_to_end(hand, dice)

    return Figures(
        python=platform.python_version(),
        rules=name,
        of_standard=None
        if rules == STANDARD
        else _part_of_standard(rules, seconds / 2, play_random),
        random=_median_rate("random", rules, seconds, play_random),
        greedy=_median_rate("greedy", rules, seconds, greedy_to_end),
        playouts_per_s=_median_playouts(
            rules, seconds, lambda hand: playout(hand, hand.turn, dice)
        ),
        checked=_median_checked(rules, seconds),
    )


def _rules(text: str) -> tuple[str, "RuleSet | None"]:
    """A rule set and its name; None for random ones."""
    if text == _RANDOM:
        return text, None
    word = rules_word(text)
    return word.text, word.rules


def _median_rate(
    name: str, rules: "RuleSet | None", seconds: float, play: Callable[["Hand"], int]
) -> Rate:
    runs = [_run(rules, number, seconds, play) for number in _counted(name)]
    changes, hands = zip(*runs, strict=True)
    return Rate(round(statistics.median(changes)), round(statistics.median(hands)))


def _run(
    rules: "RuleSet | None", number: int, seconds: float, play: Callable[["Hand"], int]
) -> tuple[float, float]:
    """Changes and hands a second in one run."""
    total = _Played()
    for played in _batches_played(rules, number, play):
        total += played
        if total.seconds >= seconds:
            break
    return total.changes / total.seconds, total.hands / total.seconds


def _part_of_standard(
    rules: "RuleSet | None", seconds: float, play: Callable[["Hand"], int]
) -> float:
    """The changes a second under a rule set, divided by those of the base game in between."""
    from game.rules.presets import STANDARD

    parts = []
    for number in _counted("by turns with standard"):
        here, base = _Played(), _Played()
        by_turns = zip(
            _batches_played(rules, number, play),
            _batches_played(STANDARD, number, play),
            strict=False,
        )
        for played, played_standard in by_turns:
            here += played
            base += played_standard
            if here.seconds >= seconds:
                break
        parts.append(here.changes / here.seconds / (base.changes / base.seconds))
    return round(statistics.median(parts), 3)


@dataclass(frozen=True, slots=True)
class _Played:
    """How much was played, and the CPU time that it took."""

    changes: int = 0
    hands: int = 0
    seconds: float = 0.0

    def __add__(self, other: "_Played") -> "_Played":
        return _Played(
            self.changes + other.changes, self.hands + other.hands, self.seconds + other.seconds
        )


def _batches_played(
    rules: "RuleSet | None", number: int, play: Callable[["Hand"], int]
) -> Iterator[_Played]:
    """Endlessly: batches of hands, played to their ends."""
    from ai.bitboard.hand import Hand

    for table, decks in batches(rules, number):
        changes = 0
        with _all_bound():
            began = time.process_time()
            for deck in decks:
                changes += play(Hand.deal(table, _SEATS, 0, deck))
            spent = time.process_time() - began
        yield _Played(changes, len(decks), spent)


@contextmanager
def _all_bound() -> Iterator[None]:
    """Keep Python's collector from what exists by now, above all the tables of rule sets."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _median_playouts(
    rules: "RuleSet | None", seconds: float, play_out: Callable[["Hand"], object]
) -> int:
    rates = []
    for number in _counted("playouts"):
        playouts, spent = 0, 0.0
        for hands in middles(rules, number):
            with _all_bound():
                began = time.process_time()
                for hand in hands * _PLAYOUTS_EACH:
                    play_out(hand)
                spent += time.process_time() - began
            playouts += len(hands) * _PLAYOUTS_EACH
            if spent >= seconds:
                break
        rates.append(playouts / spent)
    return round(statistics.median(rates))


def _median_checked(rules: "RuleSet | None", seconds: float) -> Checked:
    """Hands of random actions played again; and so that what is legal is listed before each."""
    acts, lists = [], []
    for number in _counted("checked"):
        actions, played, asked = 0, 0.0, 0.0
        for dealt in _played_at_random(rules, number):
            actions += sum(len(moves) for _, moves in dealt)
            with _all_bound():
                played += _time_of(dealt, asks=False)
                asked += _time_of(dealt, asks=True)
            if played >= seconds:
                break
        acts.append(actions / played)
        lists.append(actions / (asked - played) if asked > played else 0.0)
    return Checked(round(statistics.median(acts)), round(statistics.median(lists)))


def _played_at_random(
    rules: "RuleSet | None", number: int
) -> Iterator[list[tuple["CheckedHand", list[tuple[int, "Action"]]]]]:
    """Batches of hands just dealt, with actions that end them, no drop among them."""
    from game.rules.actions import DROP
    from game.rules.hand import Hand as CheckedHand

    dice = Random(number)
    for table, decks in batches(rules, number):
        found = []
        for deck in decks:
            dealt = CheckedHand.deal(table, _SEATS, 0, deck)
            hand = dealt.copy()
            while not hand.is_over:
                may = [action for action in hand.legal() if action != DROP]
                if may:
                    hand.act(hand.turn, dice.choice(may))
                else:
                    hand.close_slap()
            found.append((dealt, [(move.seat, move.action) for move in hand.log]))
        yield found


def _time_of(dealt: list[tuple["CheckedHand", list[tuple[int, "Action"]]]], *, asks: bool) -> float:
    """The CPU time of these hands' actions; with ``asks`` what is legal is listed before each."""
    hands = [(hand.copy(), moves) for hand, moves in dealt]
    began = time.process_time()
    for hand, moves in hands:
        for seat, action in moves:
            if asks:
                hand.legal()
            hand.act(seat, action)
    return time.process_time() - began


def middles(rules: "RuleSet | None", number: int) -> Iterator[list["Hand"]]:
    """Batches of hands that two greedy players have played half through."""
    from ai.bitboard.hand import Hand
    from ai.playout import greedy_to_end

    for table, decks in batches(rules, number):
        hands = [Hand.deal(table, _SEATS, 0, deck) for deck in decks]
        for hand in hands:
            changes = greedy_to_end(hand.copy())
            greedy_to_end(hand, changes=changes // 2)
        yield [hand for hand in hands if not hand.is_over]


def batches(
    rules: "RuleSet | None", number: int
) -> Iterator[tuple["RuleSet", list[tuple[str, ...]]]]:
    """Endlessly: a rule set, bound already, and decks to play under it; the same for a number.

    Where none is given it is another one each time.
    """
    from ai.bitboard.bound import bind
    from ai.random_rules import random_rules

    dice = Random(number)
    while True:
        table = rules or random_rules(dice, _SEATS)
        bind(table, _SEATS)
        pack = table.pack()
        yield table, [tuple(dice.sample(pack, len(pack))) for _ in range(_BATCH)]


def _counted(name: str) -> Iterator[int]:
    """The numbers of the runs, each printed on standard error as it begins."""
    for number in range(1, RUNS + 1):
        print(f"{name}: run {number} of {RUNS}", file=sys.stderr, flush=True)
        yield number
