"""Drills: the difficulty of the next question, and the player's progress.

Each kind of question has its own level, which rises a little with each right answer, less with a
slow one, and falls more with a wrong one: it settles where about seven of ten are right. Progress
is a document of the saves, so it has a second copy and is part of an export.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from game.rules.messages import N_
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.rules.untrusted_input import json_of
from game.saves.store import Store

NAME: Final = "drills.json"


@dataclass(frozen=True, slots=True)
class DrillKind:
    """A kind of question. Its texts are not yet translated.

    ``question`` is empty where the question depends on the position. An answer counts as quick
    within ``quick`` seconds, and ``more`` for each further level, since there is more to look at.
    ``is_unaided``: it needs no play-outs, so that a question is ready at once.
    """

    title: str
    quick: float
    more: float = 0.0
    question: str = ""
    is_unaided: bool = False


DRILLS: Final[Mapping[str, DrillKind]] = {
    "drop": DrillKind(N_("Drop or not?"), 15.0),
    "take": DrillKind(N_("Take or draw?"), 15.0, question=N_("Do you take the discard or draw?")),
    "lay": DrillKind(N_("Lay or hold?"), 15.0, question=N_("Do you lay it or hold it?")),
    "discard": DrillKind(
        N_("Which discard?"), 20.0, 1.0, N_("Which of these cards do you discard?")
    ),
    "change": DrillKind(N_("What changes here?"), 20.0, question=N_("What do you do here?")),
    "spreads": DrillKind(
        N_("Find every spread"),
        30.0,
        3.0,
        N_("Mark every card of a spread, then the next spread, until none are left."),
        is_unaided=True,
    ),
    "count": DrillKind(
        N_("Count the hand"), 12.0, 1.5, N_("What does this hand count?"), is_unaided=True
    ),
    "held": DrillKind(N_("What do they hold?"), 20.0, 1.5, is_unaided=True),
}
"""The kinds of drills, in the order of the page."""
LENGTH: Final = 10
"""Number of questions in a drill."""
LESSON: Final = 5
"""Number of questions in a lesson on what a rule set changes."""
EASIEST, HARDEST = 1, 9  # levels
_UP, _UP_SLOWLY, _DOWN = 0.4, 0.2, 0.7  # levels for a right answer, a slow one, a wrong one
_KEPT: Final = 200  # maximum number of drills kept


@dataclass(frozen=True, slots=True)
class Skill:
    """The player's skill at one kind of question."""

    level: float = 2.0  # initially
    asked: int = 0
    right: int = 0

    @property
    def asks(self) -> int:
        """The level of the next question."""
        return round(self.level)

    def after(self, is_right: bool, is_quick: bool) -> "Skill":
        """Return the skill after another answer."""
        step = -_DOWN if not is_right else _UP if is_quick else _UP_SLOWLY
        level = min(max(self.level + step, float(EASIEST)), float(HARDEST))
        return Skill(round(level, 2), self.asked + 1, self.right + is_right)


@dataclass(frozen=True, slots=True)
class DrillRound:
    """A finished drill: for each kind of question, the numbers of right answers and of questions.

    ``kind`` is the kind that was chosen, or an empty text for all.
    """

    day: str
    rules: str
    results: Mapping[str, tuple[int, int]]
    kind: str = ""

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(right for right, _asked in self.results.values())

    @property
    def asked(self) -> int:
        """The number of questions."""
        return sum(asked for _right, asked in self.results.values())


@dataclass(frozen=True, slots=True)
class Wish:
    """The last choice of a drill.

    It is one kind of question, or an empty text for all; the number of seats; and whether a clock
    runs.
    """

    kind: str = ""
    seats: int = 2
    has_clock: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of questions to ask, those that are ready at once first."""
        if self.kind:
            return (self.kind,)
        return tuple(sorted(DRILLS, key=lambda kind: not DRILLS[kind].is_unaided))

    @classmethod
    def read(cls, held: Mapping[str, object]) -> Self:
        """Read a saved choice; raise ``ValueError`` if there is no such drill."""
        kind, seats = held["kind"], _count(held["seats"])
        if kind not in ("", *DRILLS) or not SEATS_LEAST <= seats <= SEATS_MOST:
            raise ValueError("no such drill")
        return cls(str(kind), seats, held["clock"] is True)


@dataclass(frozen=True, slots=True)
class DrillProgress:
    """The player's saved progress: skills by kind, the last drills, the latest choice.

    ``rounds`` begin with the oldest.
    """

    skills: Mapping[str, Skill] = field(default_factory=dict)
    rounds: tuple[DrillRound, ...] = ()
    wish: Wish = field(default_factory=Wish)

    def skill(self, kind: str) -> Skill:
        """Return the skill at a kind of question; the initial one if none was asked yet."""
        return self.skills.get(kind, Skill())

    def answered(self, kind: str, is_right: bool, seconds: float) -> "DrillProgress":
        """Return the progress after another answer, given in ``seconds``."""
        skill = self.skill(kind)
        is_quick = seconds <= time_for(kind, skill.asks)
        return replace(self, skills={**self.skills, kind: skill.after(is_right, is_quick)})

    def finished(self, drill: DrillRound) -> "DrillProgress":
        """Return the progress after another drill."""
        return replace(self, rounds=(*self.rounds, drill)[-_KEPT:])

    def before(self, kind: str) -> float | None:
        """Return the fraction of right answers in the last drills for which this kind was chosen,
        empty for all, or None.
        """
        alike = [each for each in self.rounds if each.kind == kind][-5:]  # the latest
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
                {
                    "day": each.day,
                    "rules": each.rules,
                    "results": each.results,
                    "kind": each.kind,
                }
                for each in self.rounds
            ],
        }
        return json.dumps(held, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what ``to_text`` wrote; raise ``ValueError`` for anything else."""
        try:
            held: Any = json_of(text)  # Any: anything but progress raises below
            skills = {
                kind: Skill(cls._level(each["level"]), _count(each["asked"]), _count(each["right"]))
                for kind, each in held["skills"].items()
                if kind in DRILLS
            }
            rounds = tuple(
                DrillRound(
                    str(each["day"]),
                    str(each["rules"]),
                    {
                        kind: (_count(right), _count(asked))
                        for kind, (right, asked) in each["results"].items()
                        if kind in DRILLS
                    },
                    cls._chosen(each),
                )
                for each in held["drills"]
            )
            wish = Wish.read(held["wish"])
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"no progress of drills: {error}") from None
        return cls(skills, rounds[-_KEPT:], wish)

    @classmethod
    def load(cls, store: Store) -> Self:
        """Return the saved progress. Never raises."""
        try:
            return cls.from_text(store.document(NAME))
        except ValueError:
            return cls()

    def keep(self, store: Store) -> None:
        """Save the progress; raise ``StoreError`` if that is impossible."""
        store.keep_document(NAME, self.to_text())

    @staticmethod
    def _chosen(held: Mapping[str, Any]) -> str:  # Any: JSON
        """Return the kind chosen for a saved drill; without one, all unless it asked only one."""
        only = next(iter(held["results"]), "") if len(held["results"]) == 1 else ""
        return str(held.get("kind", only))

    @staticmethod
    def _level(value: object) -> float:
        if not isinstance(value, int | float) or not EASIEST <= value <= HARDEST:
            raise ValueError(f"a level is {EASIEST} to {HARDEST}")
        return float(value)


def time_for(kind: str, level: int) -> float:
    """Return the seconds within which an answer at this level counts as quick."""
    return DRILLS[kind].quick + DRILLS[kind].more * (level - 1)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("what is counted is a whole number from 0 on")
    return value
