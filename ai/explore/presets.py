"""What was explored beforehand: every preset, and with them what all others are compared with.

    python -m ai.explore.presets [PRESET…]

explores all presets anew, or those that are named, at two seats: the standard game twice as
thoroughly as others are explored on demand, the rest a third as thoroughly. That takes a core some
ten minutes. Run from the project's root; interrupted, it has kept what was done.
"""

import json
import sys
from collections.abc import Mapping
from functools import lru_cache
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
_COMMAND: Final = "python -m ai.explore.presets"


def kept(rules: RuleSet) -> Tally | None:
    """What was found beforehand for rules at two seats; None where they are no preset's."""
    held = kept_tallies().get(code_or_none(rules) or "")
    return None if held is None else Tally.read(held)


@lru_cache(maxsize=1)
def standard() -> Tally:
    """What was found of the standard game."""
    found = kept(STANDARD)
    if found is None:
        raise AssertionError("the standard game is explored")
    return found


@lru_cache(maxsize=1)
def kept_tallies() -> Mapping[str, Mapping[str, Any]]:
    """All of them by share code."""
    return own_json("ai.explore", _FILE, lambda held: {each["code"]: each for each in held["sets"]})


def main() -> None:
    """Explore the presets that were named, or all, and keep each when it is done."""
    file = Path(__file__).with_name(_FILE)
    done = {each["code"]: each for each in _read(file)}
    for name in sys.argv[1:] or PRESETS:
        rules = preset(name)
        hands = _STANDARD_HANDS if rules == STANDARD else _HANDS
        *_, found = explore(Subject(rules, SEATS), hands)
        held = found.to_mapping()
        done[held["code"]] = held
        codes = [code_or_none(preset(each)) for each in PRESETS]
        file.write_text(_written([done[code] for code in codes if code in done]), encoding="utf-8")
        print(name, flush=True)


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
