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

if TYPE_CHECKING:
    from ai.arena.crew import Crew
    from ai.falling import Numbers
    from ai.tuning import Search

FINE: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
UNWRITABLE: Final = 4
INTERRUPTED: Final = 130

_FRESH: Final = 2000
"""Hands against each opponent on deals that the search has not seen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk tune` understands."""
    parser.add_argument(
        "--rules", default="standard", metavar="NAME", help=f"{RULES_HELP} (default: standard)"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="which search (default: 1)")
    for name, usual, meaning in (
        ("rounds", 10, "rounds of the search"),
        ("candidates", 12, "candidates in each round"),
        ("hands", 100, "hands of each candidate against each opponent"),
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
    from ai.arena.batch import HungError
    from ai.arena.crew import CrewError, process_crew, serial_crew
    from ai.tuning import Search
    from game.rules.ruleset import RuleError
    from game.session.rulefiles import find_rules
    from game.session.ruletext import RulesError

    try:
        named = find_rules(options.rules)
        named.rules.check_seats(2)
    except (RulesError, RuleError) as error:
        return _refuse(f"--rules: {error}", REFUSED)
    how = Search(named.rules, options.seed, options.rounds, options.candidates, options.hands)
    crew = serial_crew() if options.jobs == 1 else process_crew(options.jobs)
    found: list[Numbers] = []
    status = INTERRUPTED
    try:
        _search(how, crew, found)
        status = FINE
    except (CrewError, HungError) as error:
        status = _refuse(str(error), FAILED)
    except KeyboardInterrupt:
        pass
    crew.dismiss()
    return _report(options, named.name, found, status) if found else status


def _search(how: "Search", crew: "Crew", found: list["Numbers"]) -> None:
    """Search, keeping the middle of each round, then measure the last on fresh deals."""
    from ai.tuning import OPPONENTS, meet, search

    for each in search(how, crew):
        found.append(each.middle)
        line = f"round {each.number} of {how.rounds}: {each.middle}, its best win {each.score:+.3f}"
        print(line, file=sys.stderr, flush=True)
    for bot in OPPONENTS:
        won = meet(how.rules, found[-1], bot, f"fresh/{how.seed}", _FRESH, crew)
        print(f"{won} against {bot} on fresh deals", file=sys.stderr, flush=True)


def _report(options: argparse.Namespace, name: str, found: list["Numbers"], status: int) -> int:
    from ai.tuning import entry

    kept = {name: entry(found[-1], _command(options, name, len(found)))}
    print(json.dumps(kept, indent=1))
    if options.save is None or status != FINE:
        return status
    try:
        before = json.loads(options.save.read_text("utf-8")) if options.save.exists() else {}
        text = json.dumps(dict(sorted({**before, **kept}.items())), indent=1)
        options.save.write_text(f"{text}\n", encoding="utf-8")
    except (OSError, ValueError, TypeError) as error:
        return _refuse(f"--save {options.save}: {error}", UNWRITABLE)
    return status


def _command(options: argparse.Namespace, name: str, rounds: int) -> str:
    """The command that finds the same again."""
    return (
        f"tonk tune --rules {name} --seed {options.seed} --rounds {rounds} "
        f"--candidates {options.candidates} --hands {options.hands}"
    )


def _refuse(why: str, status: int) -> int:
    print(f"tonk tune: {why}", file=sys.stderr)
    return status
