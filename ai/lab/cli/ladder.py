"""`tonk-lab ladder FILE`: measure all bots against each other (`ai/STRENGTH.md`).

Results are kept in FILE; the same command resumes where it stopped. Exit status: 0 success, 1 a bot
hung or no workers were left, 2 FILE was not written by this command or a name does not exist, 4 a
file cannot be written, 130 interrupted. What is known by then is printed in any case.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.lab.cli.learning import add_learning, check_learning, learn
from ai.lab.cli.matches import (
    REFUSED,
    UNWRITABLE,
    RefusedError,
    add_workers,
    play_through,
    pool_of,
    width,
)
from game.console.terminal import ProgressLine

if TYPE_CHECKING:
    from ai.lab.arena.contest import Contest
    from ai.lab.arena.exploit import ExploitSearch, Question
    from ai.lab.arena.faults import Table
    from ai.lab.arena.ladder import LadderFile, LadderMatch
    from ai.lab.arena.workers import WorkerPool
    from ai.lab.cli.ladder_report import Found

_WIDTH: Final = 0.01
"""The default half-width of an interval, in stakes a hand."""
_KEPT_EVERY: Final = 60.0
"""Seconds between saves of a match in progress."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab ladder`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where results are kept")
    parser.add_argument(
        "--parts",
        metavar="A,B,…",
        help="only these parts: pairs, tables, presets, random, knowing, styles, early, faults, "
        "exploits",
    )
    parser.add_argument("--bots", metavar="A,B,…", help="only matches with these bots")
    parser.add_argument("--presets", metavar="A,B,…", help="only matches by these rules")
    parser.add_argument(
        "--until",
        type=width,
        default=_WIDTH,
        metavar="W",
        help=f"measure to within W stakes a hand, some matches less finely (default: {_WIDTH})",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="select the deals (default: 1)")
    parser.add_argument(
        "--trust",
        action="store_true",
        help="also count results in FILE of bots and rules that have changed since",
    )
    add_learning(parser, "also, for each bot that the trainer knows, ")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--write",
        action="store_true",
        help="write it to ai/STRENGTH.md, and where the game reads it",
    )
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play what is missing, and print all results; return the exit status."""
    from ai.lab.arena.ladder import LadderFileError

    try:
        return _run(options)
    except RefusedError as refused:
        print(f"tonk-lab ladder: {refused}", file=sys.stderr)
        return refused.status
    except LadderFileError as error:
        print(f"tonk-lab ladder: {options.file}: {error}", file=sys.stderr)
        return REFUSED


def _run(options: argparse.Namespace) -> int:
    from ai.lab.cli import ladder_report
    from ai.registry import LEVELS

    ladder_matches, tables, questions = _chosen(options)
    if options.learn is not None:
        check_learning(LEVELS[-1])
    kept = _open(options)
    if kept.left_aside:
        print(
            f"tonk-lab ladder: {options.file}: {kept.left_aside:,} lines of an earlier state of "
            f"bots and rules are ignored; --trust counts them",
            file=sys.stderr,
        )
    ladder = _Run(options, kept, ladder_matches, tables, questions)
    status = ladder.play(pool_of(options))
    found = ladder_report.found_in(kept, options.seed, times=options.until / _WIDTH)
    _print(options, found)
    return status


def _print(options: argparse.Namespace, found: "Found") -> None:
    from ai.lab.cli import ladder_report

    if options.json:
        print(json.dumps(ladder_report.ladder_json(found)))
    elif not options.write:
        print(ladder_report.markdown(found))
    if options.write:
        try:
            for path in ladder_report.write(found):
                print(f"tonk-lab ladder: {path} is up to date", file=sys.stderr)
        except OSError as error:
            raise RefusedError(f"--write: {error}", UNWRITABLE) from None
        except ValueError as error:
            raise RefusedError(f"--write: {error}") from None


def _chosen(
    options: argparse.Namespace,
) -> "tuple[list[LadderMatch], list[Table], list[Question]]":
    """Return the matches, fault tables and searches that the options select."""
    from ai.lab.arena import ladder
    from ai.registry import LEVELS
    from game.rules.presets import PRESETS

    parts = _names("--parts", options.parts, ladder.PARTS)
    bots = _names("--bots", options.bots, (*LEVELS, *ladder.BASELINES))
    rules = _names("--presets", options.presets, PRESETS)
    times = options.until / _WIDTH
    whole = [planned.wider(times) for planned in ladder.ladder_matches()]
    chosen = [
        planned
        for planned in whole
        if planned.part in parts
        and (options.bots is None or bots.intersection(planned.bots))
        and (options.presets is None or planned.label in rules)
    ]
    tables = list(ladder.fault_tables(options.seed))
    asked = list(ladder.questions(options.seed, times))
    if "standard" not in rules:
        tables, asked = [], []
    return (
        chosen,
        [table for table in tables if "faults" in parts and table.bot in bots],
        [question for question in asked if "exploits" in parts and question.bot in bots],
    )


def _names(option: str, text: str | None, known: Sequence[str]) -> set[str]:
    """Parse an option's list of names; without one, return all ``known``."""
    if text is None:
        return set(known)
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise RefusedError(f'{option}: "{name}": expected {", ".join(known)}')
    return set(names)


def _open(options: argparse.Namespace) -> "LadderFile":
    from ai.lab.arena.ladder import LadderFile, state_of_bots

    try:
        return LadderFile(options.file, state_of_bots(), trusts=options.trust)
    except OSError as error:
        raise RefusedError(f"{options.file}: {error.strerror or error}", UNWRITABLE) from None


def _can_be_learnt(bot: str) -> bool:
    try:
        check_learning(bot)
    except RefusedError:
        return False
    return True


class _Run:
    """A run of everything that is still to be played, in turn."""

    def __init__(
        self,
        options: argparse.Namespace,
        kept: "LadderFile",
        ladder_matches: "Sequence[LadderMatch]",
        tables: "Sequence[Table]",
        questions: "Sequence[Question]",
    ) -> None:
        from ai.lab.arena.exploit import ExploitSearch

        self._file: Path = options.file
        self._kept, self._notes = kept, time.monotonic()
        self._learn: int | None = options.learn
        self._contests: dict[str, Contest] = {}
        for planned in ladder_matches:  # of the same match in two parts the first is the finer
            name = " - ".join((*planned.bots, planned.label))
            self._contests.setdefault(name, self._contest(planned, options.seed))
        self._tables = tables
        self._searches = [ExploitSearch(question, kept) for question in questions]
        self._progress = ProgressLine("hands")
        self._begun = self._done

    def _contest(self, planned: "LadderMatch", seed: str) -> "Contest":
        return planned.contest(seed, self._kept.tally(planned.match(seed)))

    def play(self, pool: "WorkerPool") -> int:
        """Play everything; return the exit status."""
        try:
            return play_through("tonk-lab ladder", self._progress, lambda: self._play_all(pool))
        except OSError as error:
            self._progress.close()
            raise RefusedError(f"{self._file}: {error.strerror or error}", UNWRITABLE) from None
        finally:
            pool.shut_down()

    def _play_all(self, pool: "WorkerPool") -> None:
        for name, contest in self._contests.items():
            if not contest.is_over:
                self._play(name, contest, pool)
        for table in self._tables:
            self._count_faults(table)
        for search in self._searches:
            bot = search.question.bot
            search.search(pool, lambda bot=bot: self._show(f"exploit {bot}"))  # type: ignore[misc] # bound now
            if search.best is not None:
                self._kept.keep_answer(search.question, search.best.bot, search.tries)
            fresh = search.contest(self._kept.tally)
            if not fresh.is_over:
                self._play(f"exploit {bot}", fresh, pool)
            if self._learn is not None and _can_be_learnt(bot):
                self._play_learnt(search, pool, self._learn)

    def _count_faults(self, table: "Table") -> None:
        from ai.lab.arena.faults import count

        if self._kept.faults(table) is None and (player := table.player()):
            self._show(f"faults of {table.bot}")
            self._kept.keep_faults(table, count(table, player).counts)

    def _play_learnt(self, search: "ExploitSearch", pool: "WorkerPool", hands: int) -> None:
        """Measure a player trained against a bot, training its net unless it is saved already."""
        net = self._kept.learnt_net(search.question.bot)
        if not net.exists():
            learn(search.question, hands, net)
        search.learnt = search.against(f"net:{net}", self._kept.tally)
        if not search.learnt.is_over:
            self._play(f"learnt against {search.question.bot}", search.learnt, pool)

    def _play(self, name: str, contest: "Contest", pool: "WorkerPool") -> None:
        def passed() -> None:
            self._show(name)
            if time.monotonic() - self._notes > _KEPT_EVERY:
                self._keep(contest)

        try:
            contest.run(pool, passed=passed)
        finally:
            self._keep(contest)

    def _keep(self, contest: "Contest") -> None:
        self._notes = time.monotonic()
        if contest.tally.deals:
            self._kept.keep(contest.tally)

    @property
    def _done(self) -> int:
        played = sum(contest.tally.hands for contest in self._contests.values())
        return played + sum(search.hands_done for search in self._searches)

    def _show(self, name: str) -> None:
        """Show progress, counting only hands of this run, to estimate the time left."""
        whole = sum(contest.hands_expected for contest in self._contests.values())
        whole += sum(search.hands_expected for search in self._searches)
        self._progress.show(self._done - self._begun, max(whole - self._begun, 1), name)
