"""What the commands that let bots meet have in common: whom, by which rules, played by what.

What cannot be done as asked is a ``RefusedError``: one line, and the exit status that it costs.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from game.cli.arguments import whole_from_1
from game.session.plain import printable

if TYPE_CHECKING:
    from ai.arena.crew import Crew
    from game.session.ruletext import NamedRules

FINE: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
UNWRITABLE: Final = 4
INTERRUPTED: Final = 130


class RefusedError(Exception):
    """What was asked cannot be played: one line, and the exit status that it costs."""

    def __init__(self, why: str, status: int = REFUSED) -> None:
        super().__init__(why)
        self.status = status


def add_means(parser: argparse.ArgumentParser) -> None:
    """By whom it is played."""
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


def named_rules(text: str) -> "NamedRules":
    """The rule set that ``text`` means."""
    from game.session.rulefiles import find_rules
    from game.session.ruletext import RulesError

    try:
        return find_rules(text)
    except RulesError as error:
        raise RefusedError(f"--rules: {error}") from None


def check_seats(named: "NamedRules", seats: int) -> None:
    """Refuse a number of seats that the rules cannot seat."""
    from game.rules.ruleset import RuleError

    try:
        named.rules.check_seats(seats)
    except RuleError as error:
        raise RefusedError(str(error)) from None


def named_bots(text: str) -> list[str]:
    """The bots by their own names; one of each is made, so that none fails at the table."""
    from ai.registry import UnknownBotError, make_bot

    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        try:
            make_bot(name)
        except UnknownBotError as error:
            raise RefusedError(printable(str(error))) from None
    return names


def tell_complaints(command: str) -> None:
    """A line for each bot of another package that cannot be loaded."""
    from ai.registry import complaints

    for complaint in complaints():
        print(f"{command}: {printable(complaint)}", file=sys.stderr)


def crew_of(options: argparse.Namespace) -> "Crew":
    """Who plays."""
    from ai.arena.crew import CrewError, dask_crew, process_crew, serial_crew

    if options.scheduler is None:
        return serial_crew() if options.jobs == 1 else process_crew(options.jobs)
    try:
        return dask_crew(options.scheduler)
    except CrewError as error:
        raise RefusedError(f"--scheduler: {error}") from None


class RecordsFile:
    """Where hand records go, one a line; nowhere without a ``path``."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO | None = None
        if path is not None:
            with self._refusing():
                self._file = path.open("w", encoding="utf-8", newline="\n")

    @property
    def is_open(self) -> bool:
        """Whether records are wanted."""
        return self._file is not None

    def write(self, records: Sequence[str]) -> None:
        """Write some."""
        if self._file is not None:
            with self._refusing():
                self._file.writelines(f"{record}\n" for record in records)

    def close(self) -> None:
        """Write what is still to be written; a disk may be full as late as now."""
        file, self._file = self._file, None
        if file is not None:
            with self._refusing():
                file.close()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            why = f"--records {self._path}: {error.strerror or error}"
            raise RefusedError(why, UNWRITABLE) from None
