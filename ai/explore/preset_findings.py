"""What was explored beforehand: every preset, and with them what all others are compared with.

`tonk-lab explore-presets` explores them anew.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from ai.explore.exploring import ExploredHands, code_or_none
from game.bundled_data import own_json
from game.rules.presets import STANDARD
from game.rules.ruleset import RuleSet

SEATS: Final = 2  # seats that presets are explored for
FILE_NAME: Final = "presets.json"


def kept(rules: RuleSet, seats: int = SEATS) -> ExploredHands | None:
    """Return what was found beforehand for rules at so many seats; None where nothing was."""
    held = kept_tallies().get((code_or_none(rules) or "", seats))
    return None if held is None else ExploredHands.read(held)


@cache
def standard(seats: int = SEATS) -> ExploredHands:
    """Return the findings about the standard game."""
    found = kept(STANDARD, seats)
    if found is None:
        raise AssertionError("the standard game is explored")
    return found


@lru_cache(maxsize=1)
def kept_tallies() -> Mapping[tuple[str, int], Mapping[str, Any]]:
    """Return the stored tallies by share code and number of seats."""
    return own_json(
        "ai.explore", FILE_NAME, lambda held: {key_of(each): each for each in held["sets"]}
    )


def key_of(held: Mapping[str, Any]) -> tuple[str, int]:
    """Share code and seats of what is kept."""
    return held["code"], held["seats"]
