"""`tonk play` opens the game's window, for a person or for autoplay.

`tonk open FILE` shows saved hands in it, as a bare `tonk FILE` does.
"""

import argparse
import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.cli.window import open_window
from game.console.output import ExitStatus
from game.console.terminal import RULES_HELP, complain, status_of, warn_of_name
from game.files import is_file
from game.rules.untrusted_input import printable_path
from game.saves.settings import SPEEDS, PlayOptions

if TYPE_CHECKING:
    from game.rule_files import NamedRules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk play`."""
    parser.add_argument(
        "--autoplay",
        type=_hands,
        metavar="N",
        help="let a bot play N hands in your seat, then exit; your saves stay untouched",
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help="shuffle the same way every time for the same text"
    )
    parser.add_argument(
        "--seats",
        type=_seats,
        metavar="K",
        help="number of seats, yours included, 2 to 6 (default: as last time; autoplay: 2)",
    )
    parser.add_argument(
        "--speed",
        choices=SPEEDS,
        help="speed of cards and bots (autoplay is instant by default)",
    )
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record per line"
    )
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help=f"play by these rules: {RULES_HELP}",
    )
    parser.add_argument(
        "--daily",
        nargs="?",
        type=_day,
        const=None,
        default=argparse.SUPPRESS,
        metavar="DAY",
        help="open the daily deal of a day, YYYY-MM-DD (default: today)",
    )


def run(options: argparse.Namespace) -> int:
    """Open the window; the status is the window's."""
    from game.rule_files import RulesError
    from game.rules.messages import RefusedError

    if options.autoplay and hasattr(options, "daily"):
        why = "--daily: only without --autoplay, which plays no daily deal"
        return complain("tonk play", why, ExitStatus.UNREADABLE)
    try:
        rules = _rules(options.rules, options.seats)
    except RulesError as error:
        return complain("tonk play", f"--rules: {error}", status_of(error))
    except RefusedError as error:
        return complain("tonk play", error, ExitStatus.UNREADABLE)
    if options.records is not None and not _is_writable(options.records):
        return ExitStatus.UNWRITABLE
    return open_window(
        PlayOptions(
            rules=rules,
            autoplay=options.autoplay,
            seed=options.seed,
            seats=options.seats,
            speed=options.speed,
            records=options.records,
            daily=(options.daily or _today()) if hasattr(options, "daily") else None,
        )
    )


def _rules(text: str | None, chosen: int | None) -> "NamedRules | None":
    """Return the named rule set, or None; raise ``RefusedError`` if its pack is too small for the
    chosen number of seats, or for two.
    """
    if text is None:
        return None
    from game.rule_files import find_rules
    from game.rules.messages import RefusedError, at
    from game.rules.ruleset import RuleError

    named, seats = find_rules(text), chosen or 2
    try:
        named.rules.check_seats(seats)
    except RuleError as error:
        blamed = f"--seats {seats}" if named.rules.possible_seats() else "--rules"
        raise RefusedError(at(blamed, error.why)) from None
    warn_of_name("tonk play", named)
    return named


def _day(word: str) -> date:
    from game.features.challenges.daily.model import DayError, read_day

    try:
        return read_day(word, _today())
    except DayError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _today() -> date:
    return datetime.now().astimezone().date()


def _hands(word: str) -> int:
    hands = _whole(word)
    if hands < 1:
        raise argparse.ArgumentTypeError(f"{word} hands; expected 1 or more")
    return hands


def _seats(word: str) -> int:
    seats = _whole(word)
    if not 2 <= seats <= 6:
        raise argparse.ArgumentTypeError(f"{word} seats; expected 2 to 6")
    return seats


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{word}" is not a whole number') from None


def _is_writable(file: Path) -> bool:
    """Return whether the records can be written there, checked before the first hand.

    No new file is left behind, since there may be no hand to write.
    """
    from game.files import open_to_write

    try:
        is_new = not file.exists()
        open_to_write(file, "a").close()
        if is_new:
            file.unlink()
        return True
    except OSError as error:
        complain("tonk play", f"--records {file}: {error.strerror or error}", ExitStatus.UNWRITABLE)
        return False


# -- `tonk open FILE` -----------------------------------------------------------------------------

ENDINGS: Final = (".tonk.json", ".tonk.jsonl", ".json", ".jsonl")


def add_open_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk open`."""
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a hand record (.tonk.json), or many, one per line (.tonk.jsonl); without one, play",
    )


def run_open(options: argparse.Namespace) -> int:
    """Open the window with the replay; faults of the file are shown there, too."""
    from game.saves.hand_files import OpenedHands

    if options.file is None:
        return open_window()
    if str(options.file) == "-":
        why = "-: a window can't read standard input; save it to a file"
        return complain("tonk open", why, ExitStatus.UNREADABLE)
    opened = OpenedHands.open(options.file)
    if opened.trouble:
        print(f"{printable_path(options.file)}: {opened.trouble}", file=sys.stderr)
    status = open_window(PlayOptions(opens=options.file))
    return opened.status or status


def is_record_file(word: str) -> bool:
    """Return whether a word in the place of a command is a file to open."""
    return word.lower().endswith(ENDINGS) or is_file(word)
