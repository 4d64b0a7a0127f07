"""`tonk review`: what each decision of saved hands cost, and how much of the result was luck."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.hands import RIGHT, UNREADABLE, Verdict, add_files, check_files
from game.processes import Workers
from game.rules.outside import printable, printable_path

if TYPE_CHECKING:
    from ai.coach.review import Decision, Review
    from game.rules.record import HandRecord

_FINEST, _COARSEST = 0.005, 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk review` understands."""
    add_files(parser)
    parser.add_argument(
        "--seat",
        type=_seat,
        metavar="S",
        help="the seat whose result is parted, and the only one whose decisions are valued; without"
        " it the result of seat 0 is parted and all decisions are valued",
    )
    parser.add_argument(
        "--precision",
        type=_precision,
        metavar="X",
        help="value every action that may be best to ± X stakes, which takes longer the less X is",
    )
    parser.add_argument(
        "--policy",
        default="quick",
        metavar="NAME",
        help="the player by which all seats are taken to play on (default: quick)",
    )


def run(options: argparse.Namespace) -> int:
    """Review every record of every file; the worst decides the status."""
    from ai.registry import UnknownBotError, make_bot

    try:
        make_bot(options.policy)
    except UnknownBotError as error:
        print(f"tonk review: --policy: {printable(str(error))}", file=sys.stderr)
        return UNREADABLE

    def tell(file: Path, number: int, verdict: "Verdict[tuple[HandRecord, Review]]") -> None:
        if verdict.found is not None:
            _tell(file, number, *verdict.found, options)

    cores = os.cpu_count() or 1
    if cores < 2 or options.seat is not None:
        return check_files(options.files, lambda value: _judged(value, options, None), tell)
    with Workers(cores) as pool:
        return check_files(options.files, lambda value: _judged(value, options, pool), tell)


def _judged(
    value: object, options: argparse.Namespace, pool: Executor | None
) -> "Verdict[tuple[HandRecord, Review]]":
    """The review of a right record, finished or not; with a ``pool`` its seats are valued there."""
    from game.rules.record import check_ending, read_record, replay

    record = read_record(value)
    check_ending(record, replay(record), allow_unfinished=True)
    seats = len(record.seats)
    if options.seat is not None and options.seat >= seats:
        why = f"--seat {options.seat}: this hand has seats 0 to {seats - 1}"
        return Verdict(UNREADABLE, why)
    if options.seat is not None or pool is None:
        judged = range(seats) if options.seat is None else (options.seat,)
        return Verdict(RIGHT, found=(record, _reviewed(record, judged, options)))
    waiting = [pool.submit(_decided, record, seat, options) for seat in range(seats)]
    found = pool.submit(_reviewed, record, (), options).result()
    decisions = [decision for each in waiting for decision in each.result()]
    decisions.sort(key=attrgetter("action"))
    return Verdict(RIGHT, found=(record, replace(found, decisions=tuple(decisions))))


def _reviewed(record: "HandRecord", judged: Sequence[int], options: argparse.Namespace) -> "Review":
    from ai.coach.review import review, reviewed
    from ai.master.search import opinion
    from ai.registry import make_policy

    policy = make_policy(options.policy, record.rules, len(record.seats))
    precision, own = options.precision, options.seat or 0
    steps = review(record, own, policy, judged=judged, precision=precision, thinks=opinion)
    return reviewed(steps)


def _decided(
    record: "HandRecord", seat: int, options: argparse.Namespace
) -> "tuple[Decision, ...]":
    """What one seat decided; in a process of its own."""
    from ai.coach.review import decided, reviewed
    from ai.master.search import opinion
    from ai.registry import make_policy

    policy = make_policy(options.policy, record.rules, len(record.seats))
    return reviewed(decided(record, (seat,), policy, precision=options.precision, thinks=opinion))


def _tell(
    file: Path, number: int, record: "HandRecord", found: "Review", options: argparse.Namespace
) -> None:
    if options.json:
        line = {"file": str(file), "hand": number, **found.to_mapping()}
        print(json.dumps(line), flush=True)
        return
    from game.ui.text.coaching import reason_sentence

    name = printable(record.seats[found.seat], 40) or f"#{found.seat}"
    print(f"{printable_path(file)}, hand {number}, reviewed for {name} (seat {found.seat})")
    for decision in found.decisions:
        if decision.mistake:
            words = decision.to_mapping()
            print(
                f"  action {decision.action}: {words['played']} is a {decision.mistake}: it costs "
                f"{decision.loss:.2f} ± {2 * decision.error:.2f}; best is {words['best']}. "
                f"{reason_sentence(decision.reason.kind, decision.reason.values)}"
            )
    mistakes = sum(decision.mistake is not None for decision in found.decisions)
    decisions = len(found.decisions)
    print(f"  decisions: {decisions}, mistakes: {mistakes}; all play on as {found.policy}")
    result = "not over" if found.result is None else f"{found.result:+g}"
    print(
        f"  result {result}, worth {found.worth:+.2f}; luck of the deal {found.luck_deal:+.2f}, of "
        f"the draws {found.luck_draws:+.2f}; own decisions {found.own:+.2f}, others' "
        f"{found.others:+.2f}"
    )
    print()


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 4:
        raise argparse.ArgumentTypeError(f'"{word}" is not a seat; allowed is 0 to 5')
    return int(word)


def _precision(word: str) -> float:
    try:
        precision = float(word)
    except ValueError:
        precision = 0.0
    if not _FINEST <= precision <= _COARSEST:
        raise argparse.ArgumentTypeError(
            f'"{word}" is not a precision; allowed is {_FINEST:g} to {_COARSEST:g}'
        )
    return precision
