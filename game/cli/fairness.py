"""`tonk fairness`: tests whether the dealer deals at random, and whether any opponent peeks."""

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.console.output import ExitStatus
from game.console.terminal import ProgressLine, complain, whole_from_1
from game.rules.untrusted_input import printable

if TYPE_CHECKING:
    from ai.peeking import Tried
    from game.features.records.fairness.dealer_tests import DealerOutcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk fairness`."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--deals",
        type=_deals,
        metavar="N",
        help="run the ten tests of 25 CFR 547.14 on N deals, 1000 or more",
    )
    what.add_argument(
        "--bots",
        action="store_true",
        help="ask every level in every style twice, with the hidden cards permuted the second time",
    )
    parser.add_argument(
        "--positions",
        type=whole_from_1("positions"),
        metavar="N",
        help="with --bots: use N positions (default: 1000)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        help="repeat a run (default: deals come from the operating system, as at the table)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run the tests and print the results; the status is 1 if anything is unfair."""
    began = time.monotonic()
    if options.positions and not options.bots:
        return complain("tonk fairness", "--positions: only with --bots", ExitStatus.UNREADABLE)
    try:
        if options.bots:
            return _bots(options, began)
        return _dealer(options, began)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED


def _deals(word: str) -> int:
    from game.features.records.fairness.dealer_tests import DEALS_LEAST

    if not (word.isascii() and word.isdecimal() and int(word[:9]) >= DEALS_LEAST):
        raise argparse.ArgumentTypeError(
            f"{word} deals; expected a whole number, {DEALS_LEAST} or more"
        )
    return int(word)


# -- the dealer ------------------------------------------------------------------------------------


def _dealer(options: argparse.Namespace, began: float) -> int:
    from game.features.records.fairness.dealer_tests import JOINT_LEVEL, DealingTests
    from game.play.dealer import sample_deals

    tests, progress = DealingTests(), ProgressLine("deals")
    for number, deck in enumerate(sample_deals(options.deals, options.seed), start=1):
        tests.add(deck)
        if number % 200 == 0:
            progress.show(number, options.deals)
    progress.close()
    outcomes = tests.outcomes()
    is_fair = all(each.is_passed for each in outcomes)
    if options.json:
        named = [{"test": each.name, "p": each.p, "joint_p": each.joint_p} for each in outcomes]
        found = {
            "deals": options.deals,
            "seed": options.seed,
            "level": JOINT_LEVEL,
            "fair": is_fair,
            "tests": named,
        }
        print(json.dumps(found))
    else:
        for line in _dealer_lines(options, outcomes, time.monotonic() - began, is_fair=is_fair):
            print(line)
    return ExitStatus.FINE if is_fair else ExitStatus.WRONG


def _dealer_lines(
    options: argparse.Namespace,
    outcomes: "tuple[DealerOutcome, ...]",
    seconds: float,
    *,
    is_fair: bool,
) -> Iterator[str]:
    source = "the operating system" if options.seed is None else f"--seed {options.seed}"
    yield (
        f"{options.deals:,} deals of 52 cards, seeds from {printable(source)}; "
        "the ten tests of 25 CFR 547.14 (b)(2)"
    )
    yield ""
    yield f"{'test':<32}{'p value':>10}{'among ten':>12}"
    for each in outcomes:
        note = "" if each.is_passed else "  too seldom by chance"
        yield f"{each.name:<32}{each.p:>10.4f}{each.joint_p:>12.4f}{note}"
    yield ""
    verdict = "the deals stray no more" if is_fair else "NOT FAIR: the deals stray more"
    yield f"{verdict} than chance does, at a joint level of 1% (Holm); {seconds:.1f} s"


# -- the opponents ---------------------------------------------------------------------------------


def _bots(options: argparse.Namespace, began: float) -> int:
    from ai.peeking import all_opponents, positions, try_bots

    seed = os.urandom(8).hex() if options.seed is None else options.seed
    count = options.positions or 1_000
    whole, progress = count * len(all_opponents()), ProgressLine("decisions")
    found: list[Tried] = []
    for tried in try_bots(count, seed):
        if tried.positions == count:
            found.append(tried)
        progress.show(len(found) * count + tried.positions % count, whole)
    progress.close()
    peeked = sum(each.differing for each in found)
    if options.json:
        bots = [
            {
                "bot": each.bot,
                "positions": each.positions,
                "cards_moved": each.moved,
                "differing": each.differing,
                "decisions": dict(each.decisions),
            }
            for each in found
        ]
        fair = not any(each.differing for each in found)
        print(json.dumps({"seed": seed, "positions": count, "fair": fair, "bots": bots}))
    else:
        places = Counter(place.rules for place in positions(count, seed))
        for line in _bots_lines(seed, count, found, places, time.monotonic() - began):
            print(line)
    return ExitStatus.WRONG if peeked else ExitStatus.FINE


def _bots_lines(
    seed: str, count: int, found: "list[Tried]", places: Counter[str], seconds: float
) -> Iterator[str]:
    yield (
        f"{count:,} positions under {len(places)} rule sets, {places['standard']:,} of them the "
        f"standard game (--seed {printable(seed)})"
    )
    yield (
        "Each opponent is asked, then asked again with all cards permuted that it cannot see: "
        "the others' hands, the stock, what the others drew."
    )
    yield ""
    yield f"{'opponent':<20}{'positions':>10}{'cards moved':>13}{'same':>9}{'other':>7}  decisions"
    for each in found:
        same = each.positions - each.differing
        kinds = ", ".join(f"{times:,} {kind}" for kind, times in each.decisions.most_common())
        yield (
            f"{each.bot:<20}{each.positions:>10,}{each.moved:>13,}{same:>9,}{each.differing:>7,}"
            f"  {kinds}"
        )
    yield ""
    peeked = [each.bot for each in found if each.differing]
    verdict = f"NOT FAIR: {', '.join(peeked)} knew more" if peeked else "every decision is the same"
    total = sum(each.positions for each in found)
    yield f"{total:,} decisions asked twice: {verdict}; {seconds:.1f} s"
