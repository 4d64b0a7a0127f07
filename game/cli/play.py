"""`tonk play`: the game's window, or hands that play themselves in it."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.session.options import SPEEDS, PlayOptions

if TYPE_CHECKING:
    from game.session.ruletext import NamedRules

UNREADABLE: Final = 2
UNWRITABLE: Final = 4
_SEATS: Final = range(2, 7)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk play` understands."""
    # How `bench ui` learns when the window can be seen.
    parser.add_argument("--until-seen", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--autoplay",
        type=_hands,
        metavar="N",
        help="play N whole hands with a bot on your seat, then leave; nothing of yours is touched",
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help="shuffle from this text, the same way each time"
    )
    parser.add_argument(
        "--seats",
        type=_seats,
        default=2,
        metavar="K",
        help="seats at the table, yours included: 2 to 6 (default: 2)",
    )
    parser.add_argument(
        "--speed",
        choices=SPEEDS,
        help="how fast cards move and bots think; an autoplay without it waits for nothing",
    )
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record a line"
    )
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help="sit down by these rules: a preset, a rule set of your own, a file or a share code",
    )


def run(options: argparse.Namespace) -> int:
    """Open the window; the status is the window's."""
    if options.until_seen:
        from game.cli.firstframe import first_frame

        print([first_frame()])
        return 0
    from game.rules.ruleset import RuleError
    from game.session.ruletext import RulesError

    try:
        rules = _rules(options.rules, options.seats)
    except (RulesError, RuleError) as error:
        print(f"tonk play: --rules: {error}", file=sys.stderr)
        return UNREADABLE
    if options.records is not None and not _is_writable(options.records):
        return UNWRITABLE
    return open_window(
        PlayOptions(
            rules=rules,
            autoplay=options.autoplay,
            seed=options.seed,
            seats=options.seats,
            speed=options.speed,
            records=options.records,
        )
    )


def _rules(text: str | None, seats: int) -> "NamedRules | None":
    """The rule set that was named, if one was; its pack must be large enough for the seats."""
    if text is None:
        return None
    from game.session.rulefiles import find_rules

    named = find_rules(text)
    named.rules.check_seats(seats)
    return named


def open_window(options: PlayOptions) -> int:
    """Run the game's window; gives its status."""
    from game.app import run as run_window
    from game.session.paths import StoreError

    try:
        return run_window(options)
    except StoreError as error:
        print(f"tonk play: {error}", file=sys.stderr)
        return UNWRITABLE


def _hands(word: str) -> int:
    hands = _whole(word)
    if hands < 1:
        raise argparse.ArgumentTypeError(f"{word} hands; allowed is 1 or more")
    return hands


def _seats(word: str) -> int:
    seats = _whole(word)
    if seats not in _SEATS:
        raise argparse.ArgumentTypeError(f"{word} seats; allowed is 2 to 6")
    return seats


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{word}" is not a whole number') from None


def _is_writable(file: Path) -> bool:
    """Whether the records can go there, found out before the first hand and not after the last."""
    try:
        with file.open("a", encoding="utf-8"):
            return True
    except OSError as error:
        why = error.strerror or str(error)
        print(f"tonk play: --records {file}: {why}", file=sys.stderr)
        return False
