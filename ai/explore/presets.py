"""What was explored beforehand: every preset, and with them what all others are compared with.

    python -m ai.explore.presets [PRESET…]

explores all presets anew, or those that are named, at two seats: the standard game twice as
thoroughly as others are explored on demand, the rest a third as thoroughly; and the standard game
at more seats, a quarter as thoroughly. That takes a core some twenty minutes. Run from the
project's root; interrupted, it has kept what was done.
"""

import json
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ai.explore.exploring import HANDS, Subject, Tally, code_or_none, explore
from game.broken import own_json, summed
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import RuleSet

SEATS: Final = 2
_FILE: Final = "presets.json"
_HANDS: Final = 600
_STANDARD_HANDS: Final = HANDS * 2
_MORE_SEATS, _MORE_HANDS = (3, 4, 5, 6), HANDS // 4
"""Seats at which the standard game is explored as well, and in how many hands."""
_COMMAND: Final = "python -m ai.explore.presets"


def kept(rules: RuleSet, seats: int = SEATS) -> Tally | None:
    """What was found beforehand for rules at so many seats; None where nothing was."""
    held = kept_tallies().get((code_or_none(rules) or "", seats))
    return None if held is None else Tally.read(held)


@cache
def standard(seats: int = SEATS) -> Tally:
    """What was found of the standard game."""
    found = kept(STANDARD, seats)
    if found is None:
        raise AssertionError("the standard game is explored")
    return found


@lru_cache(maxsize=1)
def kept_tallies() -> Mapping[tuple[str, int], Mapping[str, Any]]:
    """All of them by share code and seats."""
    return own_json("ai.explore", _FILE, lambda held: {_key(each): each for each in held["sets"]})


def _key(held: Mapping[str, Any]) -> tuple[str, int]:
    return held["code"], held["seats"]


def main() -> None:
    """Explore the presets that were named, or all, and keep each when it is done."""
    file = Path(__file__).with_name(_FILE)
    done = {_key(each): each for each in _read(file)}
    wanted = [
        (name, seats)
        for name in PRESETS
        for seats in (SEATS, *(_MORE_SEATS if preset(name) == STANDARD else ()))
    ]
    for name, seats in wanted:
        rules = preset(name)
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        hands = _STANDARD_HANDS if rules == STANDARD else _HANDS
        *_, found = explore(Subject(rules, seats), hands if seats == SEATS else _MORE_HANDS)
        held = found.to_mapping()
        done[_key(held)] = held
        keys = [(code_or_none(preset(each)), seats) for each, seats in wanted]
        file.write_text(_written([done[key] for key in keys if key in done]), encoding="utf-8")
        print(name, seats, flush=True)


def _read(file: Path) -> list[dict[str, Any]]:
    sets: list[dict[str, Any]] = []
    if file.exists():
        sets = json.loads(file.read_text(encoding="utf-8"))["sets"]
    return sets


def _written(sets: list[dict[str, Any]]) -> str:
    """As JSON, a rule set a line."""
    data = summed({"command": _COMMAND, "sets": []})
    data = summed({**data, "sets": sets})
    lines = ",\n".join(json.dumps(each, separators=(",", ":"), sort_keys=True) for each in sets)
    head = json.dumps({key: value for key, value in data.items() if key != "sets"})[:-1]
    return f'{head}, "sets": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    main()
