"""`tonk-lab tune`: find the best numbers of a plain player for a rule set.

Exit status: 0 success, 1 no workers were left, 2 there is no such rule set, or FILE was not written
by this command, 4 FILE cannot be read or written, 130 interrupted. An interrupted search still
prints what it has found.
"""

import argparse
import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.lab.cli.matches import (
    FINE,
    UNWRITABLE,
    RefusedError,
    add_rules,
    check_seats,
    chosen_rules,
    play_through,
    pool_of,
)
from game.bundled_data import summed
from game.console.terminal import ProgressLine, whole_from_1
from game.files import StoreError, read_regular, reason_of, write_whole
from game.rules.untrusted_input import UntrustedInputError, json_of

if TYPE_CHECKING:
    from ai.lab.arena.tuning import Round, Tuning
    from ai.lab.arena.workers import WorkerPool
    from game.rule_files import NamedRules

FRESH_DEALS: Final = 2000
"""Number of hands against each opponent on deals that the search has not seen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab tune`."""
    add_rules(parser, "for the rules of each preset in turn")
    parser.add_argument("--seed", default="1", metavar="S", help="select the search (default: 1)")
    for name, usual, meaning in (
        ("rounds", 10, "rounds of the search"),
        ("candidates", 24, "candidates in each round"),
        ("hands", 20, "hands of each against each opponent before the worst two thirds go"),
        ("jobs", 1, "processes that play"),
    ):
        parser.add_argument(
            f"--{name}",
            type=whole_from_1(name),
            default=usual,
            metavar="N",
            help=f"{meaning} (default: {usual})",
        )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="write the result to this JSON file, by NAME"
    )


def run(options: argparse.Namespace) -> int:
    """Run the search, with a line for each round on standard error, and print the result."""
    try:
        return _run(options)
    except RefusedError as refused:
        print(f"tonk-lab tune: {refused}", file=sys.stderr)
        return refused.status


def _run(options: argparse.Namespace) -> int:
    tables = chosen_rules(options)
    for named in tables:
        check_seats(named, 2, "--rules: seats = 2")
    if options.save is not None:
        _kept(options.save)  # now, and not after an hour of work
    pool = pool_of(options)
    status = FINE
    try:
        for named in tables:
            status = _tune(options, named, pool)
            if status != FINE:
                break
    finally:
        pool.shut_down()
    return status


def _tune(options: argparse.Namespace, named: "NamedRules", pool: "WorkerPool") -> int:
    """Run the search for one rule set; return the exit status."""
    from ai.lab.arena.tuning import Tuning

    how = Tuning(named.rules, options.seed, options.rounds, options.candidates, options.hands)
    found: list[Round] = []
    progress = ProgressLine("rounds")
    status = play_through("tonk-lab tune", progress, lambda: _search(how, pool, found, progress))
    if found:
        _report(options, named.name, found, is_whole=status == FINE)
    return status


def _search(
    how: "Tuning", pool: "WorkerPool", found: list["Round"], progress: ProgressLine
) -> None:
    """Run the search, appending each round to ``found``; measure the answer on fresh deals."""
    from ai.lab.arena.tuning import TUNING_OPPONENTS, meet, tune

    for each in tune(how, pool, lambda: progress.show(len(found), how.rounds + 1)):
        found.append(each)
        progress.close()
        print(_round_line(each, how), file=sys.stderr, flush=True)
    for bot in (*TUNING_OPPONENTS, "tuned"):
        won = meet(how.rules, found[-1].middle, bot, f"fresh/{how.seed}", FRESH_DEALS, pool)
        print(f"{won} against {bot} on fresh deals", file=sys.stderr, flush=True)


def _round_line(found: "Round", how: "Tuning") -> str:
    if found.is_answer:
        return f"the best of the last: {found.middle}, wins {found.score:+.3f}"
    start = f"round {found.number} of {how.rounds}"
    return f"{start}: {found.middle}, its best win {found.score:+.3f}"


def _report(
    options: argparse.Namespace, name: str, found: Sequence["Round"], *, is_whole: bool
) -> None:
    """Print the result, and save it, for ``tuned`` to play by, if the search was completed."""
    from ai.lab.arena.tuning import entry

    last = found[-1]
    kept = {name: entry(last.middle, _command(options, name, last))}
    print(json.dumps(kept), flush=True)
    if options.save is None or not is_whole:
        return
    text = json.dumps(summed(dict(sorted({**_kept(options.save), **kept}.items()))), indent=1)
    if not options.save.parent.is_dir():
        raise RefusedError(f"--save {options.save}: {os.strerror(errno.ENOENT)}", UNWRITABLE)
    try:
        write_whole(options.save, f"{text}\n")
    except StoreError as error:
        raise RefusedError(f"--save {options.save}: {error.why}", UNWRITABLE) from None


def _kept(file: Path) -> dict[str, object]:
    """Return the results in ``file``; raise ``RefusedError`` if it holds something else."""
    try:
        held = json_of(read_regular(file))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise RefusedError(f"--save {file}: {reason_of(error)}", UNWRITABLE) from None
    except UntrustedInputError as error:
        raise RefusedError(f"--save {file}: {error}") from None
    if not isinstance(held, dict):
        raise RefusedError(f"--save {file}: it was not written by `tonk-lab tune`")
    return held


def _command(options: argparse.Namespace, name: str, last: "Round") -> str:
    """Return the command that repeats this search, with a note if it was interrupted."""
    words = (
        f"tonk-lab tune --rules {name} --seed {options.seed} --rounds {options.rounds} "
        f"--candidates {options.candidates} --hands {options.hands}"
    )
    return words if last.is_answer else f"{words} (interrupted after round {last.number})"
