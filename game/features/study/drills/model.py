"""Drills: how hard the next question is to be, and what a player has got right so far.

Each kind of question has a level of its own, which goes up a little with each right answer, less
with a slow one, and down more with a wrong one: so it settles where about seven of ten are right.
Progress is a document of the saves, so it is kept twice and goes with an export.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.saves.store import Store

NAME: Final = "drills.json"
_QUICK: Final = {
    "drop": (15.0, 0.0),
    "take": (15.0, 0.0),
    "lay": (15.0, 0.0),
    "discard": (20.0, 1.0),
    "change": (20.0, 0.0),
    "spreads": (30.0, 3.0),
    "count": (12.0, 1.5),
    "held": (20.0, 1.5),
}
"""Seconds within which an answer counts as quick, and as many more for each level: there is more to
look at.
"""
KINDS: Final = tuple(_QUICK)
"""The kinds of drills, in the order in which they are offered."""
UNAIDED: Final = ("spreads", "count", "held")
"""The kinds of drills that are made at once, for nothing has to be played out."""
LENGTH: Final = 10
"""Questions of a drill."""
LESSON: Final = 5
"""Questions of a lesson on what a rule set changes."""
EASIEST, HARDEST = 1, 9  # levels
_UP, _UP_SLOWLY, _DOWN = 0.4, 0.2, 0.7  # levels for a right answer, a slow one, a wrong one
_KEPT: Final = 200  # drills kept, at most


@dataclass(frozen=True, slots=True)
class Skill:
    """How far a player has come with one kind of question."""

    level: float = 2.0  # that a player begins with
    asked: int = 0
    right: int = 0

    @property
    def asks(self) -> int:
        """The level of the next question."""
        return round(self.level)

    def after(self, is_right: bool, is_quick: bool) -> "Skill":
        """Return the skill after one more answer."""
        step = -_DOWN if not is_right else _UP if is_quick else _UP_SLOWLY
        level = min(max(self.level + step, float(EASIEST)), float(HARDEST))
        return Skill(round(level, 2), self.asked + 1, self.right + is_right)


@dataclass(frozen=True, slots=True)
class DrillRound:
    """A drill that was gone through to its end: of each kind how many were right, and asked."""

    day: str
    rules: str
    results: Mapping[str, tuple[int, int]]

    @property
    def right(self) -> int:
        """Right answers."""
        return sum(right for right, _asked in self.results.values())

    @property
    def asked(self) -> int:
        """Questions."""
        return sum(asked for _right, asked in self.results.values())


@dataclass(frozen=True, slots=True)
class Wish:
    """What was chosen last: one kind of question or, with an empty text, all of them; how many
    seats the tables have; whether a clock runs.
    """

    kind: str = ""
    seats: int = 2
    has_clock: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of questions that are asked, what is made at once first."""
        if self.kind:
            return (self.kind,)
        return (*UNAIDED, *(kind for kind in KINDS if kind not in UNAIDED))

    @classmethod
    def read(cls, held: Mapping[str, object]) -> Self:
        """Read what was kept; ``ValueError`` where there is no such drill."""
        kind, seats = held["kind"], _count(held["seats"])
        if kind not in ("", *KINDS) or not SEATS_LEAST <= seats <= SEATS_MOST:
            raise ValueError("no such drill")
        return cls(str(kind), seats, held["clock"] is True)


@dataclass(frozen=True, slots=True)
class DrillProgress:
    """The player's drills as they are kept: skills by kind, the last drills, the latest wish.

    The oldest of ``rounds`` is the first.
    """

    skills: Mapping[str, Skill] = field(default_factory=dict)
    rounds: tuple[DrillRound, ...] = ()
    wish: Wish = field(default_factory=Wish)

    def skill(self, kind: str) -> Skill:
        """Return how far the player has come; at the beginning where nothing was asked yet."""
        return self.skills.get(kind, Skill())

    def answered(self, kind: str, is_right: bool, seconds: float) -> "DrillProgress":
        """Return the progress after one more answer, given in so many seconds."""
        skill = self.skill(kind)
        is_quick = seconds <= time_for(kind, skill.asks)
        return replace(self, skills={**self.skills, kind: skill.after(is_right, is_quick)})

    def finished(self, drill: DrillRound) -> "DrillProgress":
        """Return the progress after one more drill."""
        return replace(self, rounds=(*self.rounds, drill)[-_KEPT:])

    def before(self, kinds: Iterable[str]) -> float | None:
        """Return the part of the last drills of just these kinds that was right; None without
        any.
        """
        wanted = set(kinds)
        alike = [each for each in self.rounds if set(each.results) == wanted][-5:]  # the latest
        asked = sum(each.asked for each in alike)
        return sum(each.right for each in alike) / asked if asked else None

    def to_text(self) -> str:
        """Write the progress as JSON, for ``from_text``."""
        held = {
            "skills": {
                kind: {"level": skill.level, "asked": skill.asked, "right": skill.right}
                for kind, skill in self.skills.items()
            },
            "wish": {
                "kind": self.wish.kind,
                "seats": self.wish.seats,
                "clock": self.wish.has_clock,
            },
            "drills": [
                {"day": each.day, "rules": each.rules, "results": each.results}
                for each in self.rounds
            ],
        }
        return json.dumps(held, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a progress that ``to_text`` wrote; ``ValueError`` for anything else."""
        try:
            held: Any = json.loads(text)  # Any: what is no progress raises below
            skills = {
                kind: Skill(cls._level(each["level"]), _count(each["asked"]), _count(each["right"]))
                for kind, each in held["skills"].items()
                if kind in KINDS
            }
            rounds = tuple(
                DrillRound(
                    str(each["day"]),
                    str(each["rules"]),
                    {
                        kind: (_count(right), _count(asked))
                        for kind, (right, asked) in each["results"].items()
                        if kind in KINDS
                    },
                )
                for each in held["drills"]
            )
            wish = Wish.read(held["wish"])
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"no progress of drills: {error}") from None
        return cls(skills, rounds[-_KEPT:], wish)

    @classmethod
    def load(cls, store: Store) -> Self:
        """Return what is kept. Never raises."""
        try:
            return cls.from_text(store.document(NAME))
        except ValueError:
            return cls()

    def keep(self, store: Store) -> None:
        """Keep it; ``StoreError`` where that is impossible."""
        store.keep_document(NAME, self.to_text())

    @staticmethod
    def _level(value: object) -> float:
        if not isinstance(value, int | float) or not EASIEST <= value <= HARDEST:
            raise ValueError(f"a level is {EASIEST} to {HARDEST}")
        return float(value)


def time_for(kind: str, level: int) -> float:
    """Seconds in which a question of this level is answered quickly."""
    seconds, more = _QUICK[kind]
    return seconds + more * (level - 1)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("what is counted is a whole number from 0 on")
    return value
