"""`tonk review`: the cost of each decision in saved hands, and the part of luck in the result."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.record_files import RecordVerdict, add_files, check_files, seat_number
from game.console.output import ExitStatus
from game.console.terminal import ProgressLine
from game.processes import Workers
from game.rules.untrusted_input import printable, printable_path
from game.verdicts import SURE

if TYPE_CHECKING:
    from ai.coach.hand_review import Review, ReviewedDecision
    from game.rules.record import HandRecord

_FINEST, _COARSEST = 0.01, 10.0  # stakes: half a 95 % interval


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk review`."""
    add_files(parser, "print one JSON object per hand")
    parser.add_argument(
        "--seat",
        type=seat_number,
        metavar="S",
        help="review this seat, counted from 0, and its decisions only (default: seat 0, with"
        " everybody's decisions)",
    )
    parser.add_argument(
        "--precision",
        type=_precision,
        metavar="X",
        help="value every action that may be best to ± X stakes, 0.01 to 10; takes up to 100 times"
        " as long, and reports where that was not enough",
    )
    parser.add_argument(
        "--policy",
        default="quick",
        metavar="NAME",
        help="assume that all seats play on like this player (default: quick)",
    )


def run(options: argparse.Namespace) -> int:
    """Review every record of every file; the worst result decides the status."""
    from ai.kernel import KernelError, load
    from ai.players import player

    try:
        load()
    except KernelError as error:
        print(f"tonk review: there is no kernel: {error}", file=sys.stderr)
        return ExitStatus.BROKEN
    try:
        player(options.policy)
    except ValueError as error:
        print(f"tonk review: --policy: {printable(str(error))}", file=sys.stderr)
        return ExitStatus.UNREADABLE

    def tell(
        file: Path, number: int | None, verdict: "RecordVerdict[tuple[HandRecord, Review]]"
    ) -> None:
        if number is not None and verdict.found is not None:
            _tell(file, number, *verdict.found, options)
            if options.precision is not None:
                _complain_of_precision(file, number, verdict.found[1], options.precision)

    cores = os.cpu_count() or 1
    if cores < 2 or options.seat is not None:
        return check_files(options.files, lambda value: _judged(value, options, None), tell)
    try:
        with Workers(cores) as pool:
            return check_files(options.files, lambda value: _judged(value, options, pool), tell)
    except BrokenExecutor:
        print("tonk review: a process that valued decisions was killed", file=sys.stderr)
        return ExitStatus.FAILED


def _judged(
    value: object, options: argparse.Namespace, pool: Executor | None
) -> "RecordVerdict[tuple[HandRecord, Review]]":
    """Return the review of a valid record, finished or not, using the processes of ``pool`` if
    given.
    """
    from ai.kernel import KernelError
    from game.rules.record import read_record, replay

    record = read_record(value)
    record.check_ending(replay(record), allow_unfinished=True)
    seats = range(len(record.seats))
    if options.seat is not None and options.seat not in seats:
        why = f"--seat {options.seat}: this hand has seats 0 to {seats[-1]}"
        return RecordVerdict(ExitStatus.UNREADABLE, why)
    try:
        found = _Work(record, options).review(pool)
    except KernelError as error:
        why = f"the coach cannot play by these rules: {error}"
        return RecordVerdict(ExitStatus.WRONG, why)
    return RecordVerdict(ExitStatus.FINE, found=(record, found))


@dataclass(frozen=True)
class _Work:
    """The review of a record in progress."""

    record: "HandRecord"
    options: argparse.Namespace

    @property
    def seats(self) -> Sequence[int]:
        """The seats whose decisions are valued."""
        seat = self.options.seat
        return range(len(self.record.seats)) if seat is None else (seat,)

    def review(self, pool: Executor | None) -> "Review":
        """Return the review, with a progress bar on standard error."""
        from ai.coach.hand_review import decisions_of

        whole = decisions_of(self.record, self.seats)
        progress = ProgressLine("decisions")
        decisions: list[ReviewedDecision] = []
        try:
            account = None if pool is None else pool.submit(self.account)
            for done, valued in enumerate(self._decisions(whole, pool), start=1):
                decisions += valued
                progress.show(done, whole)
            found = self.account() if account is None else account.result()
        finally:
            progress.close()
        return replace(found, decisions=tuple(decisions))

    def _decisions(
        self, number: int, pool: Executor | None
    ) -> "Iterator[tuple[ReviewedDecision, ...]]":
        """Yield the first ``number`` decisions in order, each as soon as it is valued."""
        if pool is None:
            yield from map(self.decided, range(number))
        else:
            waiting = [pool.submit(self.decided, place) for place in range(number)]
            yield from (future.result() for future in waiting)

    def account(self) -> "Review":
        """Return the parts of the result, without decisions."""
        from ai.coach.evaluator import finished
        from ai.coach.hand_review import review
        from ai.players import player

        seat, policy = self.options.seat or 0, player(self.options.policy)
        return finished(review(self.record, seat, policy, judged=()))

    def decided(self, place: int) -> "tuple[ReviewedDecision, ...]":
        """Return the decision at that index as a tuple, empty if the coach cannot judge it."""
        from ai.coach.evaluator import finished
        from ai.coach.hand_review import decided
        from ai.master.search import MASTERS, opinion
        from ai.players import player

        steps = decided(
            self.record,
            self.seats,
            player(self.options.policy),
            places=range(place, place + 1),
            precision=self.options.precision,
            thinks=opinion,
            stronger=MASTERS,
        )
        return finished(steps)


def _complain_of_precision(file: Path, number: int, found: "Review", wanted: float) -> None:
    """Report on standard error, in one line, that the requested precision was not reached."""
    from ai.coach.hand_review import PRECISELY

    missed = [
        each.precision for each in found.decisions if each.precision > wanted + 1e-5
    ]  # as rounded
    if missed:
        print(
            f"{printable_path(file)}:{number}: --precision {wanted:g} was not reached for "
            f"{len(missed)} of {len(found.decisions)} decisions (worst: ± {max(missed):.2g}), even "
            f"with {PRECISELY} times the usual play-outs",
            file=sys.stderr,
        )


def _tell(
    file: Path, number: int, record: "HandRecord", found: "Review", options: argparse.Namespace
) -> None:
    unit = "points" if record.rules.is_push_up else "stakes"
    if options.json:
        line = {"file": str(file), "hand": number, "unit": unit, **found.to_mapping()}
        print(json.dumps(line), flush=True)
        return
    from game.rules.actions import parse_action
    from game.ui.text.hint_reasons import reason_sentence

    name = printable(record.seats[found.seat], 40) or f"#{found.seat}"
    print(f"{printable_path(file)}, hand {number}, reviewed for {name} (seat {found.seat})")
    for decision in found.decisions:
        if decision.mistake:
            words = decision.to_mapping()
            of_kind = f"{'an' if decision.mistake == 'inaccuracy' else 'a'} {decision.mistake}"
            played = f"action {decision.action}: {words['played']} is"
            then = map(parse_action, record.actions[decision.action - 1 :])
            if next(then, None) != (decision.seat, decision.played):  # a chance let go
                _seat, chance, *_cards = str(words["best"]).split()
                played = (
                    f"before action {decision.action}: seat {decision.seat} does not {chance}, "
                    "which is"
                )
            print(
                f"  {played} {of_kind}: it costs {decision.loss:.2f} ± "
                f"{SURE * decision.error:.2f} {unit}; best is {words['best']}. "
                f"{reason_sentence(decision.reason.kind, decision.reason.values)}"
            )
    mistakes = sum(decision.mistake is not None for decision in found.decisions)
    decisions = len(found.decisions)
    print(f"  decisions: {decisions}, mistakes: {mistakes}; all play on as {found.policy}")
    against = " against the others" if unit == "points" else ""
    result = "not over" if found.result is None else f"{found.result:+g} {unit}{against}"
    print(
        f"  result {result}, worth {found.worth:+.2f}; luck of the deal {found.luck_deal:+.2f}, of "
        f"the draws {found.luck_draws:+.2f}; own decisions {found.own:+.2f}, others' "
        f"{found.others:+.2f}"
    )
    print()


def _precision(word: str) -> float:
    try:
        precision = float(word)
    except ValueError:
        precision = 0.0
    if not _FINEST <= precision <= _COARSEST:
        raise argparse.ArgumentTypeError(
            f'"{word}" is not a precision; expected {_FINEST:g} to {_COARSEST:g}'
        )
    return precision
