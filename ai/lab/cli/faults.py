"""`tonk-lab faults`: count mistakes of bots that anybody at the table would notice.

The kernel plays hands with one bot in all seats. It counts turns in which a win was certain, and
how many of these came to less; spreads that were held back or broken; and drops that were caught.

Exit status: 0 success, 1 the kernel cannot be loaded, 2 a name does not exist or the options
contradict each other.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from ai.lab.cli.matches import (
    FAILED,
    FINE,
    REFUSED,
    RefusedError,
    add_rules,
    check_seats,
    chosen_rules,
    seed_word,
)
from game.console.terminal import ProgressLine, whole_from_1
from game.verdicts import SURE

if TYPE_CHECKING:
    from ai.kernel.table import KernelPlayer
    from ai.lab.arena.faults import Fault
    from ai.lab.arena.faults import Table as Played
    from game.rules.ruleset import RuleSet

    Told: TypeAlias = dict[str, object]

_HANDS, _SEATS = 2000, 2
_ROOM: Final = 10_000
"""Maximum number of faults per table from which those to value are picked."""
_COMMAND: Final = "tonk-lab faults"
FAULTS: Final = (
    ("left", "wins", "turns with a certain win that came to less"),
    ("missed", "sure_drops", "turns with a certain win by a drop that came to less"),
    ("caught", "drops", "drops that were caught"),
    ("held", "turns", "turns ended with a spread in hand that could be laid"),
    ("broken", "turns", "turns ended with a discard that broke a spread"),
)
"""The rows of the report: the counter shown, the counter it is a share of, and the label."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab faults`."""
    parser.add_argument(
        "--bots", metavar="A,B,…", help="these bots (default: all levels below Master)"
    )
    add_rules(parser, "by the rules of each preset")
    parser.add_argument(
        "--random",
        type=whole_from_1("rule sets"),
        default=0,
        metavar="N",
        help="also by the random rules of seeds 1 to N",
    )
    parser.add_argument(
        "--seats", type=int, choices=range(2, 7), default=_SEATS, help="seats (default: 2)"
    )
    parser.add_argument(
        "--hands",
        type=whole_from_1("hands"),
        default=_HANDS,
        metavar="N",
        help=f"hands of each bot by each rule set (default: {_HANDS})",
    )
    parser.add_argument(
        "--value",
        type=whole_from_1("decisions"),
        default=0,
        metavar="N",
        help="also value N decisions of each kind at each table by play-outs",
    )
    parser.add_argument(
        "--seed", type=seed_word, default="1", metavar="S", help="deal by S (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object for each table")


def run(options: argparse.Namespace) -> int:
    """Count faults, and print them; return the exit status."""
    from ai.kernel import KernelError

    sums: dict[str, Counter[str]] = {}
    valued: dict[str, list[Fault]] = {}
    try:
        for told, bot, counts, costs in _tables(options):
            sums.setdefault(bot, Counter()).update(counts)
            valued.setdefault(bot, []).extend(costs)
            if options.json:
                print(json.dumps(told), flush=True)
                continue
            for fault in costs:
                print(_line(bot, str(told["rules"]), fault))
    except RefusedError as error:
        print(f"{_COMMAND}: {error}", file=sys.stderr)
        return error.status
    except KernelError as error:
        print(f"{_COMMAND}: there is no kernel: {error}", file=sys.stderr)
        return FAILED
    if not options.json:
        _print(sums)
        _print_costs(sums, valued)
    return FINE


def _tables(
    options: argparse.Namespace,
) -> "Iterator[tuple[Told, str, dict[str, int], list[Fault]]]":
    """Yield what is counted of each bot by each rule set, as JSON and as numbers."""
    from ai.lab.arena.faults import Table, count, valued

    named, bots = list(_rule_sets(options)), _bots(options)
    progress = ProgressLine("tables")
    for number, (name, rules) in enumerate(named):
        for bot in bots:
            progress.show(number, len(named), f"{name}, {bot}")
            played = Table(bot, rules, options.seats, options.hands, options.seed)
            player = _player(played)
            counts, found = count(played, player, _ROOM if options.value else 0)
            costs = list(valued(played, player, found, options.value))
            head = {"bot": bot, "rules": name, "seats": options.seats, "hands": options.hands}
            yield {**head, **counts, "valued": [_told(each) for each in costs]}, bot, counts, costs
    progress.close()


def _rule_sets(options: argparse.Namespace) -> "Iterator[tuple[str, RuleSet]]":
    from random import Random

    from ai.random_rules import measured_rules

    for named in chosen_rules(options):
        if not options.every_preset:
            check_seats(named, options.seats, f"--seats {options.seats}")
        if named.rules.can_seat(options.seats):
            yield named.name, named.rules
    for seed in range(1, options.random + 1):
        yield f"seed {seed}", measured_rules(Random(seed), options.seats)


def _bots(options: argparse.Namespace) -> Sequence[str]:
    from ai.lab.cli.matches import named_bots
    from ai.profile import LEVELS

    return named_bots(options.bots, _COMMAND, in_process=True) if options.bots else tuple(LEVELS)


def _player(played: "Played") -> "KernelPlayer":
    player = played.player()
    if player is None:
        raise RefusedError(f"{played.bot}: expected bots that the kernel plays", REFUSED)
    return player


def _told(fault: "Fault") -> "Told":
    return {
        "kind": fault.kind,
        "hand": fault.view.hand,
        "done": str(fault.done),
        "better": fault.better,
        "cost": round(fault.cost, 3),
        "error": round(fault.error, 3),
    }


def _line(bot: str, rules: str, fault: "Fault") -> str:
    hand = " ".join(fault.view.hand)
    cost = f"{fault.cost:+.3f} ± {SURE * fault.error:.3f}"
    what = f"{rules}, {bot}, {fault.kind}: {hand}"
    return f"{what}: {fault.done} costs {cost} compared with {fault.better}"


def _print(sums: dict[str, Counter[str]]) -> None:
    print(" ".join(f"{bot:>16}" for bot in sums))
    for made, of, words in FAULTS:
        cells = []
        for counts in sums.values():
            whole = whole_of(counts, of)
            rate = 100 * counts[made] / whole if whole else 0.0
            cells.append(f"{rate:>5.1f} % {counts[made]:>8}")
        print(" ".join(f"{cell:>16}" for cell in cells), "", words)


def whole_of(counts: Mapping[str, int], of: str) -> int:
    """Return the denominator ``of`` of a row; turns are counted as spreads laid or held."""
    return counts["laid"] + counts["held"] if of == "turns" else counts[of]


def _print_costs(sums: dict[str, Counter[str]], valued: "dict[str, list[Fault]]") -> None:
    """Print the average cost of the valued decisions, by bot and kind."""
    from ai.lab.arena.faults import DEAR, costs_of

    for bot, faults in valued.items():
        counts = sums[bot]
        whole = {**counts, "held": counts["held"] - counts["broken"]}
        for kind, costs in costs_of(faults).items():
            print(
                f"{bot}: {kind} costs {costs.mean:+.3f} ± {SURE * costs.error:.3f}, "
                f"{costs.valued:,} of {whole[kind]:,} valued; "
                f"{costs.dear:,} certainly more than {DEAR:g}"
            )
