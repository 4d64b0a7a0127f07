"""Facts about how good play under a rule set differs from the standard game.

A fact rests on a figure of both games, and is stated only where they differ by more than chance and
by enough to matter. The words are others' business (``game.ui.rulesets.exploring_words``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Self

from ai.explore.exploring import COACH, GOOD, MAIN, ROUNDS, ExploredHands
from ai.explore.figures import MeasuredFigure
from ai.registry import LEVELS
from game.rules.results import Ending

CLEAR: Final = 3.0
"""Joint standard errors by which two figures must differ: so many figures are compared that two
would let too much through."""
MOST: Final = 5  # facts, at most

FACTS: Final[Mapping[str, float]] = {
    "hold": 0.06,
    "take": 0.05,
    "hit": 0.08,
    "drop": 0.02,
    "threshold": 1.5,
    "unaware": 0.02,
    "slap": 0.02,
    "caught": 0.02,
    "end": 0.02,
    "turns": 0.5,
    "swing": 0.08,
    "seat": 0.05,
}
"""The kinds of facts, and by how much a figure must differ, or be above 0, to be worth a sentence:
``HABITS`` of the coach or of Expert, the highest count to drop with, a rule's worth to those who
know it, slaps, how often a drop is caught, how often hands end so, how long they last, how much
they swing, what it is worth to begin."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A fact about a rule set: a figure here and in the standard game.

    ``figure`` is its name among ``ExploredHands.figures``, ``here`` and ``usual`` are what it is
    under these rules and in the standard game (None where that has no such thing). ``detail`` is a
    rule's key, an ending, a turn from 1 on, whatever the kind speaks of.
    """

    kind: str
    figure: str
    here: MeasuredFigure
    usual: MeasuredFigure | None = None
    who: str = MAIN
    detail: str = ""

    @property
    def rises(self) -> bool:
        """Whether the figure is larger here than in the standard game."""
        return self.usual is None or self.here.value > self.usual.value

    @property
    def clearness(self) -> float:
        """Joint standard errors between the two."""
        if self.usual is None:
            return self.here.value / self.here.error
        return abs(self.here.apart(self.usual))

    @property
    def is_clear(self) -> bool:
        """Whether the difference is clearly no chance, and large enough to matter."""
        apart = self.here.value - (self.usual.value if self.usual else 0)
        if self.usual is None and apart < 0:
            return False
        return self.clearness >= CLEAR and abs(apart) >= FACTS[self.kind]


def facts(tally: ExploredHands, standard: ExploredHands) -> tuple[RuleFinding, ...]:
    """Return up to five facts, the most useful first; none where nothing is clearly different, or
    where naturals end every hand.
    """
    here, usual = tally.figures(), _comparable(tally, standard)
    if "actions" in here and not here["actions"].value:
        return ()
    play = [fact for fact in _about_play(tally, here, usual) if fact.is_clear]
    other = [fact for fact in _about_hands(here, usual) if fact.is_clear]
    other.sort(key=attrgetter("clearness"), reverse=True)
    # At least three facts about how to play come first; what else differs follows.
    chosen = play[: max(3, MOST - len(other))]
    return (*chosen, *other)[:MOST]


def _comparable(tally: ExploredHands, standard: ExploredHands) -> dict[str, MeasuredFigure]:
    """The figures of the standard game, without those in stakes where these are in points, and
    without counts to drop with where other counts allow it or other cards count.
    """
    figures, rules, usual = standard.figures(), tally.subject.rules, standard.subject.rules
    unlike: tuple[str, ...] = ()
    if rules.is_push_up:
        unlike = ("pay", "winner", "swing", "seat_")
    if (rules.count, rules.drop_at_most) != (usual.count, usual.drop_at_most):
        counts = [f"{who}_count" for who in GOOD]
        unlike = (*unlike, "threshold_", *counts)
    return {name: each for name, each in figures.items() if not name.startswith(unlike)}


def _about_play(
    tally: ExploredHands, here: Mapping[str, MeasuredFigure], usual: Mapping[str, MeasuredFigure]
) -> Iterator[RuleFinding]:
    """Yield what to do otherwise, what matters most first."""
    for habit in ("hold", "threshold", "take", "hit", "slap", "drop"):
        if habit == "threshold":
            # The turn at which the highest count to drop with is most clearly another one.
            found = [
                fact
                for turn in range(ROUNDS)
                if (name := f"threshold_{turn}") in usual
                for fact in _about(here, usual, "threshold", name, detail=str(turn + 1))
                if fact.is_clear
            ]
            if found:
                yield max(found, key=attrgetter("clearness"))
        elif habit == "slap":
            yield from _about(here, {}, "slap", f"{MAIN}_slap")
        else:
            yield from _habit(habit, here, usual)
    keys = [
        fact
        for key in tally.subject.changed_keys
        for fact in _about(here, {}, "unaware", f"unaware_{key}", detail=key)
    ]
    yield from sorted(keys, key=attrgetter("clearness"), reverse=True)


def _habit(
    habit: str, here: Mapping[str, MeasuredFigure], usual: Mapping[str, MeasuredFigure]
) -> Iterator[RuleFinding]:
    """Yield what the coach does otherwise, or where that is not clear, what Expert does."""
    found = [
        fact
        for who in GOOD
        if not (habit == "drop" and who == COACH)
        for fact in _about(here, usual, habit, f"{who}_{habit}", who=who)
        if f"{who}_{habit}" in usual
    ]
    yield from [fact for fact in found if fact.is_clear][:1]


def _about_hands(
    here: Mapping[str, MeasuredFigure], usual: Mapping[str, MeasuredFigure]
) -> Iterator[RuleFinding]:
    """Yield the other differences."""
    for ending in (Ending.TONK, Ending.NATURAL, Ending.OUT, Ending.STOCKOUT, Ending.DOUBLE_DOUBLE):
        yield from _about(here, usual, "end", f"end_{ending}", detail=ending)
    yield from _about(here, usual, "caught", "drop_caught")
    yield from _about(here, usual, "turns", "turns")
    for kind, figure in (("swing", "swing"), ("seat", "seat_0")):
        if figure in usual:
            yield from _about(here, usual, kind, figure)


def _about(
    here: Mapping[str, MeasuredFigure],
    usual: Mapping[str, MeasuredFigure],
    kind: str,
    figure: str,
    *,
    who: str = MAIN,
    detail: str = "",
) -> Iterator[RuleFinding]:
    """Yield the fact that rests on a figure, where there is such a figure."""
    if figure in here:
        yield RuleFinding(kind, figure, here[figure], usual.get(figure), who, detail)


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings about a rule set, ready to be shown.

    ``figures`` are those of ``ExploredHands.figures``, ``usual`` the same of the standard game;
    ``drops`` are the heat maps by level, their rows turns and their columns ``bands``. ``kept`` is
    the text from which it can be gone on with.
    """

    hands: int
    seats: int
    figures: Mapping[str, MeasuredFigure]
    usual: Mapping[str, MeasuredFigure]
    bands: tuple[tuple[int, int | None], ...]
    drops: Mapping[str, Sequence[Sequence[MeasuredFigure | None]]]
    facts: tuple[RuleFinding, ...]
    kept: str = ""

    @classmethod
    def of(cls, tally: ExploredHands, standard: ExploredHands) -> Self:
        """Return what was found, beside what is found of the standard game."""
        return cls(
            tally.hands,
            tally.subject.seats,
            tally.figures(),
            _comparable(tally, standard),
            tally.subject.bands,
            {level: tally.drops(level) for level in LEVELS},
            facts(tally, standard),
            tally.to_text(),
        )
