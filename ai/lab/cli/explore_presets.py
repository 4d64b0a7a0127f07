"""`tonk-lab explore-presets`: recompute what the game says about its presets.

Each preset is explored at two seats with as many hands as a player's own rules; the standard game
with twice as many, and also at three to six seats. This takes a minute or two; if interrupted,
finished presets are saved.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import ai
from ai.explore.exploring import HANDS, Subject, code_or_none, explore
from ai.explore.preset_findings import FILE_NAME, SEATS, key_of
from ai.kernel import KernelError
from ai.lab.cli.matches import FAILED, FINE, REFUSED, UNWRITABLE
from game.bundled_data import summed
from game.console.terminal import ProgressLine
from game.files import reason_of
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.value_types import shown

FILE: Final = Path(ai.__file__).parent / "explore" / FILE_NAME
_MORE_SEATS: Final = (3, 4, 5, 6)
"""Further numbers of seats at which the standard game is explored."""
_COMMAND: Final = "tonk-lab explore-presets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk-lab explore-presets`."""
    parser.add_argument(
        "presets",
        nargs="*",
        metavar="PRESET",
        help="only these; the others stay as they are (default: all)",
    )


def run(options: argparse.Namespace) -> int:
    """Explore the presets, saving each when it is done; return the exit status."""
    for name in options.presets:
        if name not in PRESETS:
            return _refused(f"{shown(name)}: expected {', '.join(PRESETS)}", REFUSED)
    try:
        done = {key_of(each): each for each in _read()}
        for name, seats in _wanted(options.presets or list(PRESETS)):
            held = _explored(name, seats)
            done[key_of(held)] = held
            _keep(done)
            print(name, seats, flush=True)
    except OSError as error:
        return _refused(f"{FILE}: {reason_of(error)}", UNWRITABLE)
    except KernelError as error:
        return _refused(f"there is no kernel: {error}", FAILED)
    return FINE


def _refused(why: str, status: int) -> int:
    print(f"{_COMMAND}: {why}", file=sys.stderr)
    return status


def _wanted(names: Sequence[str]) -> list[tuple[str, int]]:
    """Pair each preset with each number of seats at which it is explored."""
    return [
        (name, seats)
        for name in names
        for seats in (SEATS, *(_MORE_SEATS if preset(name) == STANDARD else ()))
    ]


def _explored(name: str, seats: int) -> dict[str, Any]:
    rules, progress = preset(name), ProgressLine("hands")
    hands = HANDS * 2 if rules == STANDARD and seats == SEATS else HANDS
    for found in explore(Subject(rules, seats), hands):
        progress.show(found.hands, hands, f"{name}, {seats} seats")
    progress.close()
    return found.to_mapping()


def _read() -> list[dict[str, Any]]:
    sets: list[dict[str, Any]] = []
    if FILE.exists():
        sets = json.loads(FILE.read_text(encoding="utf-8"))["sets"]
    return sets


def _keep(done: Mapping[tuple[str, int], dict[str, Any]]) -> None:
    """Write all findings to the file, in the order of the presets."""
    keys = [(code_or_none(preset(name)) or "", seats) for name, seats in _wanted(list(PRESETS))]
    FILE.write_text(written([done[key] for key in keys if key in done]), encoding="utf-8")


def written(sets: Sequence[Mapping[str, Any]]) -> str:
    """Format as JSON, one rule set per line."""
    data = summed({"command": _COMMAND, "sets": list(sets)})
    lines = ",\n".join(json.dumps(each, separators=(",", ":"), sort_keys=True) for each in sets)
    head = json.dumps({key: value for key, value in data.items() if key != "sets"})[:-1]
    return f'{head}, "sets": [\n{lines}\n]}}\n'
