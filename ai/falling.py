"""A family of plain players, told apart by a handful of numbers, the drop threshold among them.

``tonk tune`` looks in this family for the numbers that do best under a rule set; what it found for
the presets lies beside this file, and the bot ``tuned`` plays by it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from importlib.resources import files
from math import isfinite
from typing import Final, Self

from ai.opponent import Opponent
from ai.temper import SOUND, Temper
from game.rules.actions import Action
from game.rules.presets import nearest_preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

_DATA: Final = "tuned.json"
_USUAL: Final = "standard"


@dataclass(frozen=True, slots=True)
class Numbers:
    """What tells two players of the family apart; ``Temper`` says what each number means."""

    drop_start: float
    drop_fall: float
    near_start: float
    near_fall: float
    keep: float
    caution: float
    take_margin: float

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

    def temper(self) -> Temper:
        """The temper of the player who differs from the sound one in these numbers."""
        return replace(SOUND, **asdict(self))


class Tuned:
    """Plays by the numbers that were found for the preset nearest to the rules in force."""

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide as the tuned player for these rules does."""
        return Opponent(_temper_for(view.rules)).choose(view, seed)


@lru_cache(maxsize=64)
def _temper_for(rules: RuleSet) -> Temper:
    found = tuned_numbers()
    return found.get(nearest_preset(rules), found[_USUAL]).temper()


@lru_cache(maxsize=1)
def tuned_numbers() -> Mapping[str, Numbers]:
    """What tuning found, by preset."""
    data = json.loads(files("ai").joinpath(_DATA).read_text(encoding="utf-8"))
    return {name: Numbers(**entry["numbers"]) for name, entry in data.items()}
