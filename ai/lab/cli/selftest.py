"""`tonk-lab selftest`: play random hands under random rules, checking the engine's invariants.

A hand is determined by the seed and its number, printed as ``SEED/NUMBER``; to repeat a failure,
pass that as the seed of a single hand.
"""

import argparse
import os
import shlex
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import UnionType
from typing import TYPE_CHECKING, Final

from ai.lab.cli import engine_checks
from ai.lab.cli.engine_checks import CheckFailedError
from ai.lab.cli.matches import RecordsFile, RefusedError
from ai.random_rules import random_rules
from game.console.terminal import RULES_HELP, RulesWord
from game.processes import Workers
from game.rules.actions import Action, Discard, Draw, Drop, Hit, Slap, Spread
from game.rules.cards import shuffled
from game.rules.hashing import sha256
from game.rules.phases import Phase
from game.rules.presets import preset_like
from game.rules.results import HighSuitBet, NaturalBet, SideBets
from game.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from game.rules.hand import Hand


FAILED: Final = 1
SPAN: Final = 10**9
"""Number of hands in one seed; the next seed has other hands."""
_PRINTED_MOST: Final = 20
"""Maximum number of failures printed one by one; a broken rule may fail thousands of hands."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab selftest`."""
    parser.add_argument(
        "--hands", type=_count, default=10_000, metavar="N", help="play N hands (default: 10000)"
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        default=_seed("1"),
        metavar="S[/N]",
        help="other hands for another number S; N is the first of them (default: 1/0)",
    )
    parser.add_argument(
        "--rules",
        type=RulesWord.of,
        metavar="NAME",
        help=f"{RULES_HELP} (default: random rules)",
    )
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record per line"
    )


def run(options: argparse.Namespace) -> int:
    """Play and check hands, with progress on standard error; the last line is a summary."""
    try:
        records = RecordsFile(options.records)
        try:
            return _selftest(options.seed, options.hands, options.rules, records)
        finally:
            records.close()
    except RefusedError as refused:
        print(f"tonk-lab selftest: {refused}", file=sys.stderr)
        return refused.status
    except BrokenExecutor:
        print("tonk-lab selftest: a process that played hands was killed", file=sys.stderr)
        return FAILED


def _selftest(first: int, hands: int, word: RulesWord | None, records: RecordsFile) -> int:
    from game.console.terminal import ProgressLine

    began = time.monotonic()
    total = Tally()
    with closing(ProgressLine("hands")) as progress:
        for part in _parts(first, hands, word, records.is_open):
            records.write(part.records)
            for number, found in part.failed[: max(0, _PRINTED_MOST - len(total.failed))]:
                seed = f"{number // SPAN}/{number % SPAN}"
                progress.close()
                print(f"seed {seed}: {found}\n  repeat: {_command(seed, word)}", file=sys.stderr)
            total.add(part)
            progress.show(total.hands, hands)
    print(_figures(total, time.monotonic() - began))
    return FAILED if total.failed else 0


def _parts(first: int, hands: int, word: RulesWord | None, keep_records: bool) -> Iterator["Tally"]:

    parts, rules = stretches(first, hands), word.rules if word else None
    if len(parts) == 1:
        yield play_stretch(*parts[0], rules, keep_records)
    else:
        yield from in_parallel([(*part, rules, keep_records) for part in parts])


def _command(seed: str, word: RulesWord | None) -> str:
    words = f"tonk-lab selftest --hands 1 --seed {seed}"
    return f"{words} --rules {shlex.quote(word.text)}" if word else words


def _figures(total: "Tally", seconds: float) -> str:
    endings = ", ".join(f"{count:,} {ending}" for ending, count in total.endings.most_common())
    verdict = f"{len(total.failed):,} FAILED" if total.failed else "none failed"
    minutes, rest = divmod(round(seconds), 60)
    rate = round(total.hands / seconds) if seconds else total.hands
    return (
        f"{endings}\n"
        f"{total.hands:,} hands, {total.actions:,} actions, {total.tables:,} tables: {verdict}; "
        f"{minutes} min {rest} s, {rate:,} hands/s"
    )


def _count(word: str) -> int:
    return _whole(word, 1)


def _seed(word: str) -> int:
    """Parse `--seed S[/N]`: return the number of the first hand; each seed spans ``SPAN`` hands."""
    seed, _, number = word.partition("/")
    first = _whole(number, 0) if "/" in word else 0
    if first >= SPAN:
        raise argparse.ArgumentTypeError(f"{word}: expected a number below {SPAN:,} after the /")
    return _whole(seed, 0) * SPAN + first


def _whole(word: str, least: int) -> int:
    if not (word.isascii() and word.isdecimal() and int(word) >= least):
        raise argparse.ArgumentTypeError(f"{word}: expected a whole number, {least} or more")
    return int(word)


# -- Playing and checking one random hand ---------------------------------------------------------

HANDS_A_TABLE: Final = 20
"""Number of consecutive hands with the same rules and seats: compiling a rule set takes longer than
a hand.
"""
_SEAT_COUNTS: Final = range(2, 7)
_DROP_CHANCES: Final = (0.0, 0.02, 0.1, 0.5)
_DRAW_CHANCES: Final = (0.2, 0.5, 0.9)
_LOOK_CHANCE: Final = 0.04
_LAY_CHANCES: Final = (0.2, 0.6, 0.95)
_CLOSE_CHANCE: Final = 0.3
_BET_CHANCE: Final = 0.7
_POT_MOST: Final = 5


@dataclass(slots=True)
class Tally:
    """Counts over some hands; ``failed`` holds the number and reason of each failure."""

    hands: int = 0
    actions: int = 0
    tables: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[int, str]] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add ``other``, without its records: they are written as they come."""
        self.hands += other.hands
        self.actions += other.actions
        self.tables += other.tables
        self.endings.update(other.endings)
        self.failed += other.failed


def play_stretch(
    first: int, count: int, rules: "RuleSet | None", keep_records: bool = False
) -> Tally:
    """Play and check ``count`` hands from number ``first`` on; without ``rules``, under random
    ones.
    """
    tally, table, called = Tally(), None, ""
    for number in range(first, first + count):
        if table is None or number % HANDS_A_TABLE == 0:
            table = table_for(number // HANDS_A_TABLE, rules)
            tally.tables += 1
            called = preset_like(table[0]) if keep_records else ""
        line = _play_one(number, *table, called, tally)
        if keep_records and line:
            tally.records.append(line)
    return tally


def _play_one(number: int, rules: "RuleSet", seats: int, called: str, tally: Tally) -> str:
    """Play and check one hand; return its record, or an empty string if a check failed."""
    tally.hands += 1
    hand = None
    try:
        hand = deal(number, rules, seats)
        play(hand, number)
        line = engine_checks.check_record(hand, _seed_of(number), called)
    except Exception as error:  # noqa: BLE001 - whatever the engine raises is a finding
        after = f" after {len(hand.log)} actions" if hand else ""
        tally.failed.append((number, f"{_described(error)}{after}"))
        return ""
    tally.actions += len(hand.log)
    if hand.result:
        tally.endings[hand.result.ending.value] += 1
    return line


def _described(error: Exception) -> str:
    return str(error) if isinstance(error, CheckFailedError) else f"{type(error).__name__}: {error}"


def table_for(number: int, rules: "RuleSet | None") -> tuple["RuleSet", int]:
    """Return the rules and number of seats of table ``number``; without ``rules``, random ones."""
    dice = Random(f"table {number}")
    rules = rules or random_rules(dice, _SEAT_COUNTS[0])
    return rules, dice.choice([seats for seats in _SEAT_COUNTS if rules.can_seat(seats)])


def deal(number: int, rules: "RuleSet", seats: int) -> "Hand":
    """Deal hand ``number``."""
    from game.rules.hand import Hand

    dice = Random(f"deal {number}")
    return Hand.deal(
        rules,
        seats,
        dice.randrange(seats),
        shuffled(rules.pack(), _seed_of(number)),
        big_one=dice.random() < 0.2,
        bets=_random_bets(dice, rules, seats),
    )


def _seed_of(number: int) -> str:
    """Return the seed of the deck of a hand."""
    return sha256(f"tonk selftest\0{number}".encode()).hexdigest()


def _random_bets(dice: Random, rules: "RuleSet", seats: int) -> SideBets:
    high_suit = natural = None
    if rules.high_suit_bet != "off" and dice.random() < _BET_CHANCE:
        suit = "S" if rules.high_suit_bet == "spades" else dice.choice(rules.suits)
        high_suit = HighSuitBet(suit, _some_seats(dice, seats), dice.randint(0, _POT_MOST))
    if rules.natural_bet != "off" and dice.random() < _BET_CHANCE:
        natural = NaturalBet(_some_seats(dice, seats), dice.randint(0, _POT_MOST))
    return SideBets(high_suit, natural)


def _some_seats(dice: Random, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if dice.random() < 0.5)


def play(hand: "Hand", number: int, look_chance: float = _LOOK_CHANCE) -> None:
    """Play random legal actions to the end; raise ``CheckFailedError`` if a check fails.

    Cheap checks run at every move; those of views and of all nameable actions run with probability
    ``look_chance``.
    """
    dice = Random(f"play {number}")
    habits = Habits(dice)
    limit = most_actions(hand)
    engine_checks.check_cards(hand)
    while hand.result is None:
        if len(hand.log) > limit:
            raise CheckFailedError(f"no end after {limit} actions")
        choices = engine_checks.all_choices(hand)
        engine_checks.check_actors(hand, choices)
        if dice.random() < look_chance:
            _look_closely(hand, choices, dice)
        elif hand.slappers():  # few looks would fall into so short a time
            engine_checks.check_impossible(hand)
        if hand.phase is Phase.SLAP and dice.random() < _CLOSE_CHANCE:
            hand.close_slap()
            continue
        hand.act(*habits.choose(choices))
        engine_checks.check_cards(hand)
    engine_checks.check_result(hand)
    engine_checks.check_shown(hand, dice.randrange(hand.seats))


def _look_closely(hand: "Hand", choices: list[tuple[int, Action]], dice: Random) -> None:
    seat = dice.choice(hand.may_act())
    engine_checks.check_others_refused(hand, choices)
    engine_checks.check_impossible(hand)
    engine_checks.check_space(hand, seat, choices)
    engine_checks.check_copy(hand, choices)
    engine_checks.check_hidden(hand, dice.randrange(hand.seats), dice)


def most_actions(hand: "Hand") -> int:
    """Return an upper bound on the number of actions in a hand (RULES.md §1.10).

    Each turn that is not idle uses up a card of the stock or lays one, and at most ``idle_limit``
    idle turns come between two of those.
    """
    cards = len(hand.rules.pack())
    turns = (2 * cards + 1) * (hand.idle_limit + 1)
    return 2 * turns + 2 * cards + hand.seats


class Habits:
    """The way in which this hand's players choose among legal actions: some drop early, some lay
    all they can, some keep pairs.

    Uniform choice would end most hands by a drop in the second turn, and hardly any by a tonk.
    """

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._drop_chance = dice.choice(_DROP_CHANCES)
        self._lay_chance = dice.choice(_LAY_CHANCES)
        self._draw_chance = dice.choice(_DRAW_CHANCES)
        self._keeps_pairs = dice.random() < 0.6

    def choose(self, choices: list[tuple[int, Action]]) -> tuple[int, Action]:
        """Pick one of ``choices`` at random, by these habits."""
        roll = self._dice.random
        if roll() < self._lay_chance:
            choices = _those(choices, Spread | Hit | Slap) or choices
        elif roll() < self._draw_chance:
            choices = _those(choices, Draw) or choices
        if roll() >= self._drop_chance:
            choices = [each for each in choices if type(each[1]) is not Drop] or choices
        seat, action = self._dice.choice(choices)
        if self._keeps_pairs and isinstance(action, Discard):
            action = self._odd_one(action, choices)
        return seat, action

    def _odd_one(self, first: Discard, choices: list[tuple[int, Action]]) -> Discard:
        """Return a discard that breaks no pair, or ``first`` if there is none."""
        discards = [action for _, action in choices if isinstance(action, Discard)]
        ranks = [discard.card[0] for discard in discards]
        odd = [each for each in discards if ranks.count(each.card[0]) == 1]
        return self._dice.choice(odd) if odd else first


def _those(choices: list[tuple[int, Action]], kind: UnionType | type) -> list[tuple[int, Action]]:
    return [each for each in choices if isinstance(each[1], kind)]


# -- Stretches of hands in worker processes -------------------------------------------------------

_STRETCH: Final = 15 * HANDS_A_TABLE
"""Number of hands per task: enough to outweigh its overhead, few enough for a lively progress bar.
"""
_AHEAD: Final = 3

Work = tuple[int, int, RuleSet | None, bool]


def stretches(first: int, hands: int) -> list[tuple[int, int]]:
    """Split hands into stretches of first number and count, cut where tables change."""
    found = []
    end = first + hands
    while first < end:
        stop = min(end, (first // _STRETCH + 1) * _STRETCH)
        found.append((first, stop - first))
        first = stop
    return found


def in_parallel(work: Sequence[Work]) -> Iterator[Tally]:
    """Yield the result of ``play_stretch`` for each piece of work, in order."""
    workers = os.cpu_count() or 1
    with Workers(workers) as pool:
        waiting: deque[Future[Tally]] = deque()
        try:
            for piece in work:
                waiting.append(pool.submit(play_stretch, *piece))
                if len(waiting) > workers * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
