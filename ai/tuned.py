"""A family of plain players that differ in a handful of numbers, such as the drop threshold.

``tonk-lab tune`` looks in this family for the numbers that do best under a rule set; what it found
for the presets is kept in ``tuned.json``, and the bot ``tuned`` plays by it. ``tonk-lab exploit``
looks in it for the best answer to one bot. The registry makes a player of any numbers by a name
such as ``falling:25/1.5/10/0/1/2/8/5/3/2/-1/0/0/0``.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, Final, Self

from ai.plain import choose
from ai.profile import Profile
from game.bundled_data import own_json
from game.rules.actions import Action
from game.rules.presets import nearest_preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

_DEFAULT: Final = "standard"
_MOST: Final = 1000
"""The largest value of any tuned number."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What tells two players of the family apart: fields of ``ai.profile.Profile``, in points,
    chances and rounds.
    """

    drop_start: float
    drop_fall: float
    near_start: float
    near_step: float
    near_fall: float
    least: float
    keep: float
    wild: float
    caution: float
    take_margin: float
    trap: float
    trap_until: float
    hold_until: float
    hit_least: float

    @classmethod
    def read(cls, text: str) -> Self:
        """Read numbers with slashes between them; ``ValueError`` says what is allowed."""
        names = [field.name for field in fields(cls)]
        words = text.split("/")
        if len(words) != len(names):
            raise ValueError(f"{len(words)} numbers; expected {len(names)}: {'/'.join(names)}")
        numbers = [float(word) for word in words]
        if not all(abs(number) <= _MOST for number in numbers):
            raise ValueError(f"{text}: expected numbers from -{_MOST} to {_MOST}")
        return cls(*numbers)

    def __str__(self) -> str:
        return "/".join(f"{number:g}" for number in asdict(self).values())

    @property
    def profile(self) -> Profile:
        """Return the profile of a player with these numbers."""
        thousandths = {name: round(1000 * number) for name, number in asdict(self).items()}
        return Profile(**thousandths, sees_discard=True)


class Tuned:
    """A player with the numbers tuned for the preset nearest to the rules."""

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide by the tuned numbers."""
        return choose(view, numbers_for(view.rules).profile, seed)


@lru_cache(maxsize=64)
def numbers_for(rules: RuleSet) -> Numbers:
    """Return the numbers that were found for the preset nearest to ``rules``."""
    found = tuned_numbers()
    return found.get(nearest_preset(rules), found[_DEFAULT])


@lru_cache(maxsize=1)
def tuned_numbers() -> Mapping[str, Numbers]:
    """Return what tuning found, by preset."""
    return own_json("ai", "tuned.json", _tuned)


def _tuned(held: Any) -> Mapping[str, Numbers]:  # noqa: ANN401  # what is no such file raises
    """Return what their file holds; ``ValueError`` and the like where it holds anything else."""
    found = {name: Numbers(**entry["numbers"]) for name, entry in held.items()}
    for numbers in (found[_DEFAULT], *found.values()):
        Numbers.read(str(numbers))
    return found
