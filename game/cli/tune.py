"""`tonk tune`: find the numbers of a plain player that do best under a rule set.

Exit status: 0 all is well, 1 the workers were lost, 2 there is no such rule set, 4 the file cannot
be written, 130 interrupted; what was found until then is printed all the same.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.cli.arguments import RULES_HELP, whole_from_1
from game.cli.progress import Progress

if TYPE_CHECKING:
    from ai.arena.crew import Crew
    from ai.tuning import Round, Search
    from game.session.ruletext import NamedRules

FINE: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
UNWRITABLE: Final = 4
INTERRUPTED: Final = 130

_FRESH: Final = 2000
"""Hands against each opponent on deals that the search has not seen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk tune` understands."""
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument(
        "--rules", default="standard", metavar="NAME", help=f"{RULES_HELP} (default: standard)"
    )
    rules.add_argument(
        "--every-preset", action="store_true", help="for the rules of each preset, one by one"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="which search (default: 1)")
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
        "--save", type=Path, metavar="FILE", help="put what is found into this JSON file, by NAME"
    )


def run(options: argparse.Namespace) -> int:
    """Search, telling of every round on standard error, and print what was found."""
    from ai.arena.crew import process_crew, serial_crew
    from game.rules.presets import PRESETS
    from game.rules.ruleset import RuleError
    from game.session.rulefiles import find_rules
    from game.session.ruletext import RulesError

    try:
        tables = [
            find_rules(name) for name in (PRESETS if options.every_preset else [options.rules])
        ]
        for named in tables:
            named.rules.check_seats(2)
    except (RulesError, RuleError) as error:
        return _refuse(f"--rules: {error}", REFUSED)
    crew = serial_crew() if options.jobs == 1 else process_crew(options.jobs)
    status = FINE
    for named in tables:
        status = _run(options, named, crew)
        if status != FINE:
            break
    crew.dismiss()
    return status


def _run(options: argparse.Namespace, named: "NamedRules", crew: "Crew") -> int:
    """Search for the numbers of one rule set."""
    from ai.arena.batch import HungError
    from ai.arena.crew import CrewError
    from ai.tuning import Search

    how = Search(named.rules, options.seed, options.rounds, options.candidates, options.hands)
    found: list[Round] = []
    status = INTERRUPTED
    try:
        _search(how, crew, found)
        status = FINE
    except (CrewError, HungError) as error:
        status = _refuse(str(error), FAILED)
    except KeyboardInterrupt:
        pass
    return _report(options, named.name, found, status) if found else status


def _search(how: "Search", crew: "Crew", found: list["Round"]) -> None:
    """Search, keeping what each round found, then measure the last on fresh deals."""
    from ai.tuning import POOL, meet, search

    progress = Progress("rounds")
    for each in search(how, crew, lambda: progress.show(len(found), how.rounds + 1)):
        found.append(each)
        progress.close()
        print(_told(each, how), file=sys.stderr, flush=True)
    for bot in (*POOL, "tuned"):
        won = meet(how.rules, found[-1].middle, bot, f"fresh/{how.seed}", _FRESH, crew)
        print(f"{won} against {bot} on fresh deals", file=sys.stderr, flush=True)


def _told(found: "Round", how: "Search") -> str:
    if found.is_answer:
        return f"the best of the last: {found.middle}, wins {found.score:+.3f}"
    start = f"round {found.number} of {how.rounds}"
    return f"{start}: {found.middle}, its best win {found.score:+.3f}"


def _report(options: argparse.Namespace, name: str, found: list["Round"], status: int) -> int:
    """Print what was found, and keep it if all of it was; ``tuned`` plays by what is kept."""
    from ai.tuning import entry

    last = found[-1]
    kept = {name: entry(last.middle, _command(options, name, last))}
    print(json.dumps(kept), flush=True)
    if options.save is None or status != FINE:
        return status
    try:
        before = json.loads(options.save.read_text("utf-8")) if options.save.exists() else {}
        text = json.dumps(dict(sorted({**before, **kept}.items())), indent=1)
        options.save.write_text(f"{text}\n", encoding="utf-8")
    except (OSError, ValueError, TypeError) as error:
        return _refuse(f"--save {options.save}: {error}", UNWRITABLE)
    return status


def _command(options: argparse.Namespace, name: str, last: "Round") -> str:
    """The command that finds the same again, as far as a search that was interrupted can be."""
    words = (
        f"tonk tune --rules {name} --seed {options.seed} --rounds {options.rounds} "
        f"--candidates {options.candidates} --hands {options.hands}"
    )
    return words if last.is_answer else f"{words} (interrupted after round {last.number})"


def _refuse(why: str, status: int) -> int:
    print(f"tonk tune: {why}", file=sys.stderr)
    return status
