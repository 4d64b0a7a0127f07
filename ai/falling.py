"""A family of plain players, told apart by a handful of numbers, the drop threshold among them.

``tonk tune`` looks in this family for the numbers that do best under a rule set; what it found for
the presets lies beside this file, and the bot ``tuned`` plays by it. ``tonk arena --exploit`` looks
in it for the best answer to one bot.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from importlib.resources import files
from math import isfinite
from typing import Final, Self

from ai.fallingturn import FallingTurn
from game.rules.actions import Action
from game.rules.presets import nearest_preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

_DATA: Final = "tuned.json"
_USUAL: Final = "standard"


@dataclass(frozen=True, slots=True)
class Numbers:
    """What tells two players of the family apart.

    Points are points of the count. What the drop is decided by is given for a standard deal and
    scaled to what the rules deal; rounds are discards at a table of two.
    """

    drop_start: float
    """The count at which it drops before the first discard, every hand being whole."""
    drop_fall: float
    """What that count loses in each round."""
    near_start: float
    """The same where somebody has fewer cards than were dealt…"""
    near_step: float
    """… with so much more for each card that seat holds."""
    near_fall: float
    least: float
    """The count falls no further than this; below 0 it may end in never dropping."""
    keep: float
    """How many chances to come in a pair or a connected two is credited with."""
    wild: float
    """Points that keeping a wild card is worth."""
    caution: float
    """Points lost where a discard surely helps the next seat."""
    take_margin: float
    """Points by which a visible discard must beat an unseen card to be taken."""
    trap: float
    """With a count of no more than this it lies in wait for others to drop…"""
    trap_until: float
    """… before this round."""
    hold_until: float
    """Before this round it holds its spreads back."""
    hit_least: float
    """It hits no card of fewer points than this, unless that goes out."""

    @classmethod
    def read(cls, text: str) -> Self:
        """From numbers with slashes between them; ``ValueError`` says what is allowed."""
        names = [field.name for field in fields(cls)]
        words = text.split("/")
        if len(words) != len(names):
            raise ValueError(f"{len(words)} numbers; allowed are {len(names)}: {'/'.join(names)}")
        numbers = [float(word) for word in words]
        if not all(map(isfinite, numbers)):
            raise ValueError(f"{text}: allowed are finite numbers")
        return cls(*numbers)

    def __str__(self) -> str:
        return "/".join(f"{number:g}" for number in asdict(self).values())


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
