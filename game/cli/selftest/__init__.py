"""`tonk selftest`: random hands over random rules, every promise of the engine checked.

A hand follows from the seed and its number alone, told as ``SEED/NUMBER``: a failure is repeated by
giving that as the seed of one hand.
"""

import argparse
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from game.cli.arguments import RULES_HELP, RulesWord, rules_word

if TYPE_CHECKING:
    from game.cli.selftest.hands import Tally

FAILED: Final = 1
UNWRITABLE: Final = 4
SPAN: Final = 10**9
"""Hands of one seed: those of the next are others."""
_TOLD_MOST: Final = 20
"""Failures that are told one by one; a broken rule breaks thousands of hands."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk selftest` understands."""
    parser.add_argument(
        "--hands", type=_count, default=10_000, metavar="N", help="how many (default: 10000)"
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
        type=rules_word,
        metavar="NAME",
        help=f"{RULES_HELP} (default: rules at random)",
    )
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record a line"
    )


def run(options: argparse.Namespace) -> int:
    """Play and check, with progress on standard error; the last line gives the figures."""
    with ExitStack() as stack:
        records = None
        if options.records is not None:
            try:
                records = stack.enter_context(options.records.open("w", encoding="utf-8"))
            except OSError as error:
                why = error.strerror or str(error)
                print(f"tonk selftest: --records {options.records}: {why}", file=sys.stderr)
                return UNWRITABLE
        return _selftest(options.seed, options.hands, options.rules, records)


def _selftest(first: int, hands: int, word: RulesWord | None, records: TextIO | None) -> int:
    from game.cli.progress import Progress
    from game.cli.selftest.hands import Tally

    began = time.monotonic()
    total, progress = Tally(), Progress("hands")
    for part in _parts(first, hands, word, records is not None):
        if records:
            records.writelines(f"{line}\n" for line in part.records)
        for number, found in part.failed[: max(0, _TOLD_MOST - len(total.failed))]:
            seed = f"{number // SPAN}/{number % SPAN}"
            progress.close()
            print(f"seed {seed}: {found}\n  repeat: {_command(seed, word)}", file=sys.stderr)
        total.add(part)
        progress.show(total.hands, hands)
    progress.close()
    print(_figures(total, time.monotonic() - began))
    return FAILED if total.failed else 0


def _parts(first: int, hands: int, word: RulesWord | None, keep_records: bool) -> Iterator["Tally"]:
    from game.cli.selftest.hands import play_stretch
    from game.cli.selftest.workers import in_parallel, stretches

    parts, rules = stretches(first, hands), word.rules if word else None
    if len(parts) == 1:
        yield play_stretch(*parts[0], rules, keep_records)
    else:
        yield from in_parallel([(*part, rules, keep_records) for part in parts])


def _command(seed: str, word: RulesWord | None) -> str:
    words = f"tonk selftest --hands 1 --seed {seed}"
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
    """The number of the first hand: each seed has a span of its own."""
    seed, _, number = word.partition("/")
    first = _whole(number, 0) if "/" in word else 0
    if first >= SPAN:
        raise argparse.ArgumentTypeError(f"{word}: allowed is a number below {SPAN:,} after the /")
    return _whole(seed, 0) * SPAN + first


def _whole(word: str, least: int) -> int:
    if not (word.isascii() and word.isdecimal() and int(word) >= least):
        raise argparse.ArgumentTypeError(f"{word}: allowed is a whole number, {least} or more")
    return int(word)
