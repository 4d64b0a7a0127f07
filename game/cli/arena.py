"""`tonk arena`: bots against bots on mirrored deals, with what that proves.

Exit status: 0 all is well, 1 a bot hung or the workers were lost, 2 something named does not exist
or does not go together, 4 the records cannot be written, 130 interrupted; what was played until
then is printed all the same.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from game.cli.arguments import RULES_HELP, whole_from_1
from game.cli.progress import Progress
from game.session.plain import printable

if TYPE_CHECKING:
    from ai.arena.crew import Crew
    from ai.arena.match import DealOutcome, Match
    from game.session.ruletext import NamedRules

FINE: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
UNWRITABLE: Final = 4
INTERRUPTED: Final = 130


class _RefusedError(Exception):
    """What was asked cannot be played: one line, and the exit status that it costs."""

    def __init__(self, why: str, status: int = REFUSED) -> None:
        super().__init__(why)
        self.status = status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk arena` understands."""
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--seats", metavar="A,B[,C…]", help="these bots at one table, each deal in every seating"
    )
    who.add_argument("--table", metavar="A,B,C,…", help="all of these against all, two by two")
    parser.add_argument(
        "--hands",
        type=whole_from_1("hands"),
        required=True,
        metavar="N",
        help="hands in all, rounded up to whole deals; with --table for each pair",
    )
    parser.add_argument(
        "--rules", default="standard", metavar="NAME", help=f"{RULES_HELP} (default: standard)"
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="which deals; the same for the same S (default: 1)"
    )
    parser.add_argument(
        "--until",
        type=_width,
        metavar="W",
        help="stop as soon as half the 95 %% interval of every bot is below W",
    )
    _add_means(parser)


def _add_means(parser: argparse.ArgumentParser) -> None:
    """Who plays it, and where it goes."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record a line"
    )
    parser.add_argument(
        "--jobs",
        type=whole_from_1("jobs"),
        default=1,
        metavar="J",
        help="play in J processes (default: 1)",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="play on the Dask cluster with this scheduler"
    )


def run(options: argparse.Namespace) -> int:
    """Play what was asked, and print what it gave."""
    try:
        return _run(options)
    except _RefusedError as refused:
        print(f"tonk arena: {refused}", file=sys.stderr)
        return refused.status


def _run(options: argparse.Namespace) -> int:
    named = _rules(options.rules)
    is_table = options.table is not None
    for complaint in _complaints():
        print(f"tonk arena: {complaint}", file=sys.stderr)
    bots = _bots(options.table if is_table else options.seats)
    _check_seats(named, bots, is_table=is_table)
    crew = _crew(options)
    with ExitStack() as stack:
        records = _open(options.records, stack)
        arena = _Arena(_matches(options, named, bots, is_table=is_table), options, records)
        status = arena.play(crew)
    _print(options, named, bots, arena)
    return status


def _print(
    options: argparse.Namespace, named: "NamedRules", bots: Sequence[str], arena: "_Arena"
) -> None:
    from game.cli import arenatold

    setting = arenatold.Setting(named.name, options.seed, arena.seconds)
    played = {pair: contest.tally for pair, contest in arena.contests.items()}
    for line in arenatold.fault_lines(list(played.values())):
        print(f"tonk arena: {line}", file=sys.stderr)
    if options.table is None:
        (tally,) = played.values()
        found = arenatold.seats_json(setting, tally)
        lines = arenatold.seats_lines(setting, tally)
    else:
        found = arenatold.table_json(setting, bots, played)
        lines = arenatold.table_lines(setting, bots, played)
    print(json.dumps(found) if options.json else "\n".join(lines))


class _Arena:
    """The matches of one run, played one after the other."""

    def __init__(
        self,
        matches: Mapping[tuple[int, ...], "Match"],
        options: argparse.Namespace,
        records: TextIO | None,
    ) -> None:
        from ai.arena.contest import Contest

        self.contests = {
            place: Contest(match, -(-options.hands // match.seats), options.until)
            for place, match in matches.items()
        }
        self.seconds = 0.0
        self._until: float | None = options.until
        self._file: Path | None = options.records
        self._records = records
        self._progress = Progress("hands")

    def play(self, crew: "Crew") -> int:
        """Play them all; the exit status says whether all were played."""
        from ai.arena.batch import HungError
        from ai.arena.crew import CrewError

        began = time.monotonic()
        status = INTERRUPTED
        try:
            for contest in self.contests.values():
                contest.run(crew, self._counted, self._show)
            status = FINE
        except (HungError, CrewError, _RefusedError) as error:
            status = error.status if isinstance(error, _RefusedError) else FAILED
            self._progress.close()
            print(f"tonk arena: {error}", file=sys.stderr)
        except KeyboardInterrupt:
            pass
        self.seconds = time.monotonic() - began
        self._progress.close()
        crew.dismiss()
        return status

    def _counted(self, deal: "DealOutcome") -> None:
        if self._records is not None:
            try:
                self._records.writelines(f"{record}\n" for record in deal.records)
            except OSError as error:
                raise _unwritable(self._file, error) from None

    def _show(self) -> None:
        contests = self.contests.values()
        done = sum(contest.tally.hands for contest in contests)
        whole = sum(contest.hands_expected for contest in contests)
        self._progress.show(done, whole)


def _rules(text: str) -> "NamedRules":
    from game.session.rulefiles import find_rules
    from game.session.ruletext import RulesError

    try:
        return find_rules(text)
    except RulesError as error:
        raise _RefusedError(f"--rules: {error}") from None


def _complaints() -> Sequence[str]:
    from ai.registry import complaints

    return [printable(each) for each in complaints()]


def _bots(text: str) -> list[str]:
    """The bots by their own names; one of each is made, so that none fails at the table."""
    from ai.registry import UnknownBotError, make_bot

    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        try:
            make_bot(name)
        except UnknownBotError as error:
            raise _RefusedError(printable(str(error))) from None
    return names


def _check_seats(named: "NamedRules", bots: Sequence[str], *, is_table: bool) -> None:
    from game.rules.ruleset import RuleError

    try:
        named.rules.check_seats(2 if is_table else len(bots))
    except RuleError as error:
        raise _RefusedError(str(error)) from None
    if is_table and len(set(bots)) < max(len(bots), 2):
        raise _RefusedError("--table: allowed are two bots or more, each named once")


def _matches(
    options: argparse.Namespace, named: "NamedRules", bots: Sequence[str], *, is_table: bool
) -> "dict[tuple[int, ...], Match]":
    """The matches by the places of their bots in the list that was given."""
    from ai.arena.match import Match

    places = range(len(bots))
    keeps = options.records is not None
    return {
        group: Match(named.rules, tuple(bots[place] for place in group), options.seed, keeps)
        for group in (combinations(places, 2) if is_table else [tuple(places)])
    }


def _crew(options: argparse.Namespace) -> "Crew":
    from ai.arena.crew import CrewError, dask_crew, process_crew, serial_crew

    if options.scheduler is None:
        return serial_crew() if options.jobs == 1 else process_crew(options.jobs)
    try:
        return dask_crew(options.scheduler)
    except CrewError as error:
        raise _RefusedError(f"--scheduler: {error}") from None


def _open(file: Path | None, stack: ExitStack) -> TextIO | None:
    if file is None:
        return None
    try:
        return stack.enter_context(file.open("w", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise _unwritable(file, error) from None


def _unwritable(file: Path | None, error: OSError) -> _RefusedError:
    return _RefusedError(f"--records {file}: {error.strerror or error}", UNWRITABLE)


def _width(word: str) -> float:
    try:
        width = float(word)
    except ValueError:
        width = 0
    if not (width > 0 and math.isfinite(width)):
        raise argparse.ArgumentTypeError(f"{word}: allowed is a number above 0")
    return width
