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
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.arenasetup import (
    FAILED,
    FINE,
    INTERRUPTED,
    RecordsFile,
    RefusedError,
    add_means,
    check_seats,
    crew_of,
    named_bots,
    named_rules,
    tell_complaints,
)
from game.cli.arguments import RULES_HELP, whole_from_1
from game.cli.progress import Progress

if TYPE_CHECKING:
    from ai.arena.crew import Crew
    from ai.arena.match import DealOutcome, Match
    from game.session.ruletext import NamedRules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk arena` understands."""
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--seats", metavar="A,B[,C…]", help="these bots at one table, each deal in every seating"
    )
    who.add_argument("--table", metavar="A,B,C,…", help="all of these against all, two by two")
    who.add_argument(
        "--exploit", metavar="NAME", help="look for the best answer to this bot, and measure it"
    )
    parser.add_argument(
        "--hands",
        type=whole_from_1("hands"),
        metavar="N",
        help="hands in all, rounded up to whole deals; with --table for each pair; with --exploit "
        "for the search, 16,000 if you do not say",
    )
    parser.add_argument(
        "--budget",
        type=whole_from_1("tries"),
        metavar="N",
        help="with --exploit: try so many answers, 200 or more (default: 200)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="which deals; the same for the same S (default: 1)"
    )
    parser.add_argument(
        "--until",
        type=_width,
        metavar="W",
        help="stop as soon as half the 95 %% interval of every bot is below W; with --exploit that "
        "of the answer, 0.02 if you do not say",
    )
    _add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record a line"
    )
    add_means(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument(
        "--rules", default="standard", metavar="NAME", help=f"{RULES_HELP} (default: standard)"
    )
    rules.add_argument(
        "--every-preset", action="store_true", help="by the rules of each preset, one by one"
    )


def run(options: argparse.Namespace) -> int:
    """Play what was asked, and print what it gave."""
    try:
        return _run(options)
    except RefusedError as refused:
        print(f"tonk arena: {refused}", file=sys.stderr)
        return refused.status


def _run(options: argparse.Namespace) -> int:
    tables = _rules(options)
    tell_complaints("tonk arena")
    if options.exploit is not None:
        from game.cli.arenaexploit import run_exploit

        return run_exploit(options, tables)
    if options.budget is not None or options.hands is None:
        raise RefusedError(
            "--budget goes with --exploit" if options.hands else "--hands is required"
        )
    is_table = options.table is not None
    bots = named_bots(options.table if is_table else options.seats)
    for named in tables:
        check_seats(named, 2 if is_table else len(bots))
    if is_table and len(set(bots)) < max(len(bots), 2):
        raise RefusedError("--table: allowed are two bots or more, each named once")
    return _play(options, tables, bots)


def _play(options: argparse.Namespace, tables: Sequence["NamedRules"], bots: Sequence[str]) -> int:
    """Play by each of the rule sets, as long as all goes well."""
    crew, records = crew_of(options), RecordsFile(options.records)
    status = FINE
    for named in tables:
        matches = _matches(options, named, bots, keeps=records.is_open)
        arena = _Arena(matches, options, records)
        status = arena.play(crew)
        _print(options, named, bots, arena)
        if status != FINE:
            break
    crew.dismiss()
    records.close()
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
    print(json.dumps(found) if options.json else "\n".join(lines), flush=True)


class _Arena:
    """The matches under one rule set, played one after the other."""

    def __init__(
        self,
        matches: Mapping[tuple[int, ...], "Match"],
        options: argparse.Namespace,
        records: RecordsFile,
    ) -> None:
        from ai.arena.contest import Contest

        self.contests = {
            place: Contest(match, -(-options.hands // match.seats), options.until)
            for place, match in matches.items()
        }
        self.seconds = 0.0
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
        except (HungError, CrewError, RefusedError) as error:
            status = error.status if isinstance(error, RefusedError) else FAILED
            self._progress.close()
            print(f"tonk arena: {error}", file=sys.stderr)
        except KeyboardInterrupt:
            pass
        self.seconds = time.monotonic() - began
        self._progress.close()
        return status

    def _counted(self, deal: "DealOutcome") -> None:
        self._records.write(deal.records)

    def _show(self) -> None:
        contests = self.contests.values()
        done = sum(contest.tally.hands for contest in contests)
        whole = sum(contest.hands_expected for contest in contests)
        self._progress.show(done, whole)


def _rules(options: argparse.Namespace) -> "list[NamedRules]":
    from game.rules.presets import PRESETS

    return [named_rules(name) for name in (PRESETS if options.every_preset else [options.rules])]


def _matches(
    options: argparse.Namespace, named: "NamedRules", bots: Sequence[str], *, keeps: bool
) -> "dict[tuple[int, ...], Match]":
    """The matches by the places of their bots in the list that was given."""
    from ai.arena.match import Match

    places = range(len(bots))
    return {
        group: Match(named.rules, tuple(bots[place] for place in group), options.seed, keeps)
        for group in (combinations(places, 2) if options.table else [tuple(places)])
    }


def _width(word: str) -> float:
    try:
        width = float(word)
    except ValueError:
        width = 0
    if not (width > 0 and math.isfinite(width)):
        raise argparse.ArgumentTypeError(f"{word}: allowed is a number above 0")
    return width
