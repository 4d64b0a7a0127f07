"""A family of plain players, told apart by a handful of numbers, the drop threshold among them.

``tonk tune`` looks in this family for the numbers that do best under a rule set; what it found for
the presets lies beside this file, and the bot ``tuned`` plays by it. ``tonk arena --exploit`` looks
in it for the best answer to one bot.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from ai.fallingnumbers import Numbers
from ai.fallingturn import FallingTurn
from game.rules.actions import Action
from game.rules.presets import nearest_preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

_DATA: Final = "tuned.json"
_USUAL: Final = "standard"


class Falling:
    """The player of some numbers."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - leaves nothing to dice
        """Decide by the numbers."""
        return FallingTurn(view, self._numbers).action()


class Tuned:
    """Plays by the numbers that were found for the preset nearest to the rules in force."""

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - leaves nothing to dice
        """Decide as the tuned player for these rules does."""
        return FallingTurn(view, numbers_for(view.rules)).action()


@lru_cache(maxsize=64)
def numbers_for(rules: RuleSet) -> Numbers:
    """The numbers that were found for the preset nearest to ``rules``."""
    found = tuned_numbers()
    return found.get(nearest_preset(rules), found[_USUAL])


@lru_cache(maxsize=1)
def tuned_numbers() -> Mapping[str, Numbers]:
    """What tuning found, by preset."""
    data = json.loads(files("ai").joinpath(_DATA).read_text(encoding="utf-8"))
    return {name: Numbers(**entry["numbers"]) for name, entry in data.items()}
