"""`tonk review`: what each decision of saved hands cost, and how much of the result was luck."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.rules.outside import printable, printable_path

if TYPE_CHECKING:
    from ai.coach.review import Review
    from game.rules.record import HandRecord
    from game.session.hand_files import RawRecord

RIGHT: Final = 0
WRONG: Final = 1
UNREADABLE: Final = 2
_FINEST, _COARSEST = 0.005, 10.0


class _UnusableError(ValueError):
    """A hand that was not reviewed: why, in one line, and the exit status."""

    def __init__(self, why: str, status: int) -> None:
        self.status = status
        super().__init__(why)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk review` understands."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a hand record (.tonk.json), or many, one a line (.tonk.jsonl)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a hand")
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
        return _complain("tonk review: --policy", str(error), UNREADABLE)
    return max(_review_file(file, options) for file in options.files)


def _review_file(file: Path, options: argparse.Namespace) -> int:
    from game.session.hand_files import raw_records

    worst, hands = RIGHT, 0
    try:
        for piece in raw_records(file):
            hands = piece.number
            where = f"{printable_path(file)}:{piece.number}"
            try:
                record = _record(piece, options)
            except _UnusableError as error:
                worst = max(worst, _complain(where, str(error), error.status))
                continue
            _tell(file, piece.number, record, _reviewed(record, options), options)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        return _complain(printable_path(file), error.strerror or str(error), UNREADABLE)
    return worst if hands else _complain(printable_path(file), "holds no hand", UNREADABLE)


def _record(piece: "RawRecord", options: argparse.Namespace) -> "HandRecord":
    """A right record, finished or not."""
    from game.rules.record import RecordError, check_ending, read_record, replay
    from game.session.hand_files import NotJsonError, json_value

    try:
        record = read_record(json_value(piece))
        check_ending(record, replay(record), allow_unfinished=True)
    except NotJsonError as error:
        raise _UnusableError(str(error), UNREADABLE) from None
    except RecordError as error:
        raise _UnusableError(str(error), WRONG) from None
    if options.seat is not None and options.seat >= len(record.seats):
        why = f"--seat {options.seat}: this hand has seats 0 to {len(record.seats) - 1}"
        raise _UnusableError(why, UNREADABLE)
    return record


def _reviewed(record: "HandRecord", options: argparse.Namespace) -> "Review":
    from ai.coach.review import review, reviewed
    from ai.registry import make_policy

    policy = make_policy(options.policy, record.rules, len(record.seats))
    judged = None if options.seat is None else (options.seat,)
    steps = review(record, options.seat or 0, policy, judged=judged, precision=options.precision)
    return reviewed(steps)


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
    print(f"  {len(found.decisions)} decisions, {mistakes} mistakes; all play on as {found.policy}")
    result = "not over" if found.result is None else f"{found.result:+g}"
    print(
        f"  result {result}, worth {found.worth:+.2f}; luck of the deal {found.luck_deal:+.2f}, of "
        f"the draws {found.luck_draws:+.2f}; own decisions {found.own:+.2f}, others' "
        f"{found.others:+.2f}"
    )
    print()


def _complain(where: str, what: str, status: int) -> int:
    """Print one line on standard error; return the status."""
    print(f"{where}: {printable(what)}", file=sys.stderr)
    return status


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 4:
        raise argparse.ArgumentTypeError(f'"{word}" is no seat; allowed is 0 to 5')
    return int(word)


def _precision(word: str) -> float:
    try:
        precision = float(word)
    except ValueError:
        precision = 0.0
    if not _FINEST <= precision <= _COARSEST:
        raise argparse.ArgumentTypeError(
            f'"{word}" is no precision; allowed is {_FINEST:g} to {_COARSEST:g}'
        )
    return precision
