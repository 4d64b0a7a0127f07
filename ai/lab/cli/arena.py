"""`tonk-lab arena`: play bots against bots on mirrored deals, and print who is stronger.

`--exploit NAME` searches for the best answer to a bot among plain players and habits that any
person could adopt, and measures it again on fresh deals: the bot can lose at least that much.

Exit status: 0 success, 1 a bot hung or no workers were left, 2 a name does not exist or the options
contradict each other, 4 the records cannot be written, 130 interrupted. What was played until then
is printed in any case.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from ai.lab.cli.learning import add_learning, check_learning, learn
from ai.lab.cli.matches import (
    FINE,
    RecordsFile,
    RefusedError,
    add_rules,
    add_workers,
    check_seats,
    chosen_rules,
    hide_seed,
    named_bots,
    play_through,
    pool_of,
    seed_of,
    seed_word,
    width,
)
from game.console.terminal import ProgressLine, whole_from_1

if TYPE_CHECKING:
    from ai.lab.arena.exploit import Question
    from ai.lab.arena.match import DealOutcome, Match
    from ai.lab.arena.workers import WorkerPool
    from game.rule_files import NamedRules

_LEAST_TRIES: Final = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab arena`."""
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--seats",
        metavar="A,B[,C…]",
        help="play these bots at one table, each deal in every seating",
    )
    who.add_argument(
        "--table",
        metavar="A,B,C,…",
        help="play each of these bots against each other, two at a time",
    )
    who.add_argument(
        "--exploit", metavar="NAME", help="search for the best answer to this bot, and measure it"
    )
    add_answer_options(parser, "with --exploit: ")
    add_match_options(
        parser,
        hands="hands in all, rounded up to whole deals; with --table for each pair; with --exploit "
        "for the search, 24,000 by default",
        until="of every bot is below W; with --exploit that of the answer, 0.02 by default",
    )


def add_answer_options(parser: argparse.ArgumentParser, when: str) -> None:
    """Add the options of the search for an answer; each help text begins with ``when``."""
    parser.add_argument(
        "--budget",
        type=whole_from_1("tries"),
        metavar="N",
        help=f"{when}try at least N plain players, 200 or more (default: 200)",
    )
    add_learning(parser, f"{when}also ")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="with --learn: save the net, which then plays as net:FILE",
    )


def add_match_options(parser: argparse.ArgumentParser, *, hands: str, until: str) -> None:
    """Add the options of every match.

    ``hands`` is the help text of `--hands`; ``until`` completes that of `--until`, a sentence about
    half the interval.
    """
    parser.add_argument("--hands", type=whole_from_1("hands"), metavar="N", help=hands)
    parser.add_argument(
        "--seed",
        type=seed_word,
        metavar="S",
        help="select the deals; - reads S from standard input (default: 1, or a secret one, "
        "printed at the end, where bots from other packages play)",
    )
    parser.add_argument(
        "--until",
        type=width,
        metavar="W",
        help=f"stop as soon as half the 95%% interval {until}",
    )
    add_rules(parser, "by the rules of each preset in turn")
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every hand to FILE, one record per line"
    )
    parser.add_argument(
        "--in-process",
        action="store_true",
        help="let bots from other packages play in the arena's own process: faster, but there "
        "they could see all cards",
    )
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play the matches, and print the results; return the exit status."""
    return play(options, "tonk-lab arena")


def play(options: argparse.Namespace, command: str) -> int:
    """Play on behalf of ``command``, whose name begins each line on standard error."""
    asked = options.table or options.seats if options.exploit is None else options.exploit
    hide_seed(options, asked)
    try:
        tables = chosen_rules(options)
        bots = named_bots(asked, command, in_process=options.in_process)
        if options.exploit is not None:
            _check_question(options, tables, bots)
        else:
            _check_seats(options, tables, bots)
        options.seed = seed_of(options, bots)
        return _play(options, tables, bots, command)
    except RefusedError as refused:
        print(f"{command}: {refused}", file=sys.stderr)
        return refused.status


def _check_seats(
    options: argparse.Namespace, tables: Sequence["NamedRules"], bots: Sequence[str]
) -> None:
    """Raise ``RefusedError`` for options that do not fit a match, or these rules."""
    alone = {"--budget": options.budget, "--learn": options.learn, "--keep": options.keep}
    for option, given in alone.items():
        if given is not None:
            raise RefusedError(f"{option} goes with --exploit")
    if options.hands is None:
        raise RefusedError("--hands is required")
    is_table = options.table is not None
    for named in tables:
        check_seats(named, 2 if is_table else len(bots))
    if is_table and len(set(bots)) < max(len(bots), 2):
        raise RefusedError("--table: expected two bots or more, each named once")


def _check_question(
    options: argparse.Namespace, tables: Sequence["NamedRules"], bots: Sequence[str]
) -> None:
    """Raise ``RefusedError`` for options that do not fit a search for an answer, or these rules."""
    if options.budget is not None and options.budget < _LEAST_TRIES:
        raise RefusedError(f"--budget {options.budget}: expected {_LEAST_TRIES} or more")
    if options.keep is not None and options.learn is None:
        raise RefusedError("--keep goes with --learn")
    if options.keep is not None and options.every_preset:
        raise RefusedError("--keep goes with one rule set")
    if len(bots) > 1:
        raise RefusedError(f"{', '.join(bots)}: expected one bot to beat")
    if options.learn is not None:
        check_learning(bots[0])
    for named in tables:
        check_seats(named, 2)


def _play(
    options: argparse.Namespace,
    tables: Sequence["NamedRules"],
    bots: Sequence[str],
    command: str,
) -> int:
    """Play by each of the rule sets in turn, until one fails; return the exit status."""
    pool, records = pool_of(options), RecordsFile(options.records)
    kind = _Matches if options.exploit is None else _Exploit
    status = FINE
    for named in tables:
        task = kind(options, named, bots, records)
        began = time.monotonic()
        status = play_through(command, task.progress, lambda task=task: task.play(pool))  # type: ignore[misc] # bound now
        for line in task.faults():
            print(f"{command}: {line}", file=sys.stderr)
        task.print(time.monotonic() - began)
        if status != FINE:
            break
    pool.shut_down()
    records.close()
    return status


class _Matches:
    """The matches under one rule set, played in turn."""

    def __init__(
        self,
        options: argparse.Namespace,
        named: "NamedRules",
        bots: Sequence[str],
        records: RecordsFile,
    ) -> None:
        from ai.lab.arena.contest import Contest

        self.progress = ProgressLine("hands")
        self._options, self._named, self._bots, self._records = options, named, bots, records
        self._contests = {
            places: Contest(match, -(-options.hands // match.seats), options.until)
            for places, match in self._matches().items()
        }

    def _matches(self) -> "Mapping[tuple[int, ...], Match]":
        """Return the matches, by the indices of their bots in the given list."""
        from ai.lab.arena.match import Match

        options, places = self._options, range(len(self._bots))
        return {
            group: Match(
                self._named.rules,
                tuple(self._bots[place] for place in group),
                options.seed,
                self._records.is_open,
                in_process=options.in_process,
                rules_name=self._named.name,
            )
            for group in (combinations(places, 2) if options.table else [tuple(places)])
        }

    def play(self, pool: "WorkerPool") -> None:
        """Play all matches."""
        for contest in self._contests.values():
            contest.run(pool, self._counted, self._show)

    def faults(self) -> Iterable[str]:
        """Return a line for each bot that failed to decide."""
        from ai.lab.cli import arena_report as report

        return report.fault_lines([contest.tally for contest in self._contests.values()])

    def print(self, seconds: float) -> None:
        """Print the results so far, played in ``seconds``."""
        from ai.lab.cli import arena_report as report

        options = self._options
        setting = report.Setting(self._named.name, options.seed, seconds)
        tallies = {places: contest.tally for places, contest in self._contests.items()}
        if options.table is None:
            (tally,) = tallies.values()
            found = report.seats_json(setting, tally)
            lines = report.seats_lines(setting, tally)
        else:
            found = report.table_json(setting, self._bots, tallies)
            lines = report.table_lines(setting, self._bots, tallies)
        print(json.dumps(found) if options.json else "\n".join(lines), flush=True)

    def _counted(self, deal: "DealOutcome") -> None:
        self._records.write(deal.records)

    def _show(self) -> None:
        contests = self._contests.values()
        done = sum(contest.tally.hands for contest in contests)
        self.progress.show(done, sum(contest.hands_expected for contest in contests))


class _Exploit:
    """The search for the best answer to a bot under one rule set, and its measurement."""

    def __init__(
        self,
        options: argparse.Namespace,
        named: "NamedRules",
        bots: Sequence[str],
        records: RecordsFile,
    ) -> None:
        from ai.lab.arena.exploit import ExploitSearch

        self.progress = ProgressLine("hands")
        self._options, self._named, self._records = options, named, records
        self._search = ExploitSearch(self._question(bots[0]))

    def _question(self, bot: str) -> "Question":
        from ai.lab.arena.exploit import FRESH_WIDTH, SEARCH_HANDS, Question

        options = self._options
        return Question(
            self._named.rules,
            bot,
            options.seed,
            options.budget or _LEAST_TRIES,
            options.hands or SEARCH_HANDS,
            options.until or FRESH_WIDTH,
            keeps_records=self._records.is_open,
            in_process=options.in_process,
            rules_name=self._named.name,
        )

    def play(self, pool: "WorkerPool") -> None:
        """Train a response if asked to, search, and measure what was found."""
        with TemporaryDirectory(prefix="tonk-learnt-") as folder:
            if self._options.learn is not None:
                file = self._options.keep or Path(folder, "answer.net")
                learn(self._search.question, self._options.learn, file)
                self._search.learnt = self._search.against(f"net:{file}")
            self._search.search(pool, self._show)
            self._search.measure(pool, self._counted, self._show)
            if self._search.learnt is not None:
                self._search.learnt.run(pool, self._counted, self._show)

    def faults(self) -> Iterable[str]:
        """Return no lines: a search reports no faults."""
        return ()

    def print(self, seconds: float) -> None:
        """Print what has been found so far, in ``seconds``."""
        from ai.lab.cli import arena_report as report

        options = self._options
        setting = report.Setting(self._named.name, options.seed, seconds)
        if options.json:
            print(json.dumps(report.exploit_json(setting, self._search)))
        else:
            print("\n".join(report.exploit_lines(setting, self._search)), flush=True)

    def _counted(self, deal: "DealOutcome") -> None:
        self._records.write(deal.records)

    def _show(self) -> None:
        search = self._search
        note = "measuring" if search.fresh else "searching"
        self.progress.show(search.hands_done, search.hands_expected, note)
