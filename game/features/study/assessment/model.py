"""An assessment of the player from reviewed hands: costs, habits, luck and approximate level.

Only hands that count are used: the player's own, without practice. All values are in stakes; hands
scored in points are left out. Standard errors are computed between hands, since decisions within a
hand are correlated.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, floor, sqrt
from pathlib import Path
from typing import Any, Final

from game.files import write_whole
from game.play.advice import LevelLoss
from game.rules.actions import Drop, Hit, Slap, Spread, Take, action_text
from game.rules.presets import nearest_preset
from game.rules.ruleset import RuleSet
from game.saves.reviews import DecisionTheme, KeptDecision, KeptReview
from game.saves.statistics import PlayedRules
from game.saves.store import Store
from game.saves.transfer import export_path, today_text
from game.verdicts import SURE, Mean

_WIDEST: Final = 1.0
"""The largest error, in levels, with which a single level is named rather than a range."""
COLUMNS: Final = (
    "played", "rules", "hand", "seat", "action", "turn", "count", "theme", "played_action",
    "best_action", "loss", "error", "mistake", "policy", "result", "worth", "luck_deal",
    "luck_draws", "own", "others", "unit",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OwnHabit:
    """A recurring mistake: ``kind`` as in ``habit_of``, how often it occurred, and its cost.

    ``count`` is the lowest count with which it was made, ``is_first`` whether it concerns drops on
    the first turn.
    """

    kind: str
    times: int
    cost: float
    count: int
    is_first: bool

    @property
    def each(self) -> float:
        """The average cost of the habit."""
        return self.cost / self.times


@dataclass(slots=True)
class Assessment:
    """The figures of a player's reviews, for the page and for the file of figures."""

    hands: int = 0
    left_out: int = 0
    """The number of hands that are left out because they are scored in points."""
    decisions: Mean = field(default_factory=Mean)
    by_theme: dict[DecisionTheme, Mean] = field(default_factory=lambda: defaultdict(Mean))
    by_rules: dict[RuleSet, Mean] = field(default_factory=lambda: defaultdict(Mean))
    called: dict[RuleSet, str] = field(default_factory=dict)
    """The name of these rules when they were last played, empty if they had none."""
    by_month: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    won: Mean = field(default_factory=Mean)
    """The result of a hand."""
    without_luck: Mean = field(default_factory=Mean)
    """The result of a hand without luck."""
    _slips: dict[tuple[str, bool], list[tuple[float, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, kept: KeptReview) -> None:
        """Add a reviewed hand, if it counts."""
        if not kept.counts:
            return
        played = PlayedRules.from_text(kept.rules_text)
        if played.rules.is_push_up:
            self.left_out += 1
            return
        self.hands += 1
        own = [each for each in kept.decisions if each.seat == kept.seat]
        losses = [each.loss for each in own]
        self.decisions.add(losses)
        if losses:
            self.by_rules[played.rules].add(losses)
            self.called[played.rules] = played.called or self.called.get(played.rules, "")
            self.by_month[kept.played[:7]].add(losses)
        for theme in {each.theme for each in own}:
            self.by_theme[theme].add([each.loss for each in own if each.theme == theme])
        for each in own:
            if each.mistake:
                kind = habit_of(each)
                is_first = kind == "drop" and each.turn == 1
                self._slips[kind, is_first].append((each.loss, each.count))
        if kept.result is not None:
            self.won.add([kept.result])
            self.without_luck.add([kept.result - kept.luck_deal - kept.luck_draws])

    @property
    def habits(self) -> list[OwnHabit]:
        """The costliest habits, the worst first; without mistakes made only once or twice."""
        # Three slips of a kind make a habit; the three costliest are shown.
        found = [
            OwnHabit(
                kind,
                len(slips),
                sum(loss for loss, _count in slips),
                min(count for _loss, count in slips),
                is_first,
            )
            for (kind, is_first), slips in self._slips.items()
            if len(slips) >= 3
        ]
        return sorted(found, key=lambda habit: -habit.cost)[:3]


def habit_of(slip: KeptDecision) -> str:
    """Return the kind of habit that a mistake would be."""
    played, best, theme = slip.played, slip.best, slip.theme
    sides: Mapping[DecisionTheme, tuple[type, str, str]] = {
        DecisionTheme.DROP: (Drop, "drop", "stay"),
        DecisionTheme.TAKE: (Take, "take", "draw"),
        DecisionTheme.LAY: (Spread, "lay", "hold"),
        DecisionTheme.HIT: (Hit, "hit", "keep"),
        DecisionTheme.SLAP: (Slap, "slap", "let"),
    }
    if theme in sides:
        kind, does, leaves = sides[theme]
        if isinstance(played, kind) != isinstance(best, kind):
            return does if isinstance(played, kind) else leaves
    return "throw" if theme is DecisionTheme.DISCARD else "other"


# -- the level -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Likeness:
    """The level that a player is most like, and the error in levels.

    The 95 % interval reaches from ``weakest`` to ``strongest``.
    """

    level: str
    off: float
    weakest: str
    strongest: str

    @property
    def is_near(self) -> bool:
        """Whether the error is at most one level."""
        return self.off <= _WIDEST


def measured_from(data: object, levels: Sequence[str]) -> tuple[LevelLoss, ...]:
    """Return the levels' losses over all rule sets, as measured by ``python -m tests.long.coach
    ordered --keep FILE``.

    They are in the order of ``levels``. Raises ``ValueError`` for any other file.
    """
    found = []
    held: Any = data  # Any: JSON; any other file raises below
    try:
        for level in levels:
            rows = [each for each in held["costs"] if each["player"] == level and each["decisions"]]
            number = sum(each["decisions"] for each in rows)
            mean = sum(each["lost"] for each in rows) / number if number else 0.0
            spread = sum(
                each["squares"] - 2 * mean * each["products"] + mean * mean * each["counts"]
                for each in rows
            )
            if number:
                found.append(LevelLoss(level, mean, sqrt(max(spread, 0.0)) / number))
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(f"no measured levels: {error}") from None
    return tuple(found)


def likeness(found: Assessment, levels: Sequence[LevelLoss]) -> Likeness | None:
    """Return the level that plays most alike, or None if it is too early to rule out any level.

    ``levels`` ascend in strength. A level measured with a higher loss than a weaker one counts as
    equal to it.
    """
    mean = found.decisions
    if not mean.is_conclusive or len(levels) < 2:
        return None
    losses: list[float] = []
    for each in levels:
        losses.append(min(each.loss, losses[-1]) if losses else each.loss)
    place = _place(losses, mean.value)
    near = levels[round(place)]
    error = SURE * sqrt(mean.error**2 + near.error**2)
    ends = (_place(losses, mean.value - error), _place(losses, mean.value + error))
    off = max(abs(end - place) for end in ends)
    weakest, strongest = floor(ends[1]), ceil(ends[0])
    if off > _WIDEST and (weakest, strongest) == (0, len(levels) - 1):
        return None
    names = levels[weakest].level, levels[strongest].level
    return Likeness(near.level, max(0.5, ceil(2 * off) / 2), *names)


def _place(losses: Sequence[float], loss: float) -> float:
    """Return the position of a loss among those of the levels: 0 is the weakest."""
    if loss >= losses[0]:
        return 0.0
    for number, (worse, better) in enumerate(pairwise(losses)):
        if loss >= better:
            return number + (worse - loss) / (worse - better)
    return float(len(losses) - 1)


# -- a file of all of it ---------------------------------------------------------------------------


def csv_of(reviews: Iterable[KeptReview], called: Callable[[KeptReview], str]) -> str:
    """Return a CSV line for each decision of the hands that count, including facts about its hand.

    A hand without a decision has a line too, so that the results add up. ``called`` returns the
    name of a hand's rules.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, kept in enumerate((each for each in reviews if each.counts), start=1):
        name = called(kept)
        unit = "points" if kept.rules.is_push_up else "stakes"
        parts = kept.worth, kept.luck_deal, kept.luck_draws, kept.own, kept.others
        result = "" if kept.result is None else kept.result
        # The parts of a result are stored in single precision, so they have six decimals.
        hand = [kept.policy, result, *(round(each, 6) + 0.0 for each in parts)]  # no -0.0
        own = [_cells(each) for each in kept.decisions if each.seat == kept.seat]
        for cells in own or [[""] * (COLUMNS.index("policy") - COLUMNS.index("action"))]:
            writer.writerow([kept.played, name, number, kept.seat, *cells, *hand, unit])
    return text.getvalue()


def _cells(decided: KeptDecision) -> list[object]:
    """Return the columns of one decision."""
    played, best = (action_text(decided.seat, one) for one in (decided.played, decided.best))
    return [
        decided.action, decided.turn, decided.count, decided.theme.value, played, best,
        decided.loss, decided.error, decided.mistake or "",
    ]  # fmt: skip


def export_decisions(store: Store, path: Path | None = None) -> Path:
    """Write the costs of the player's reviewed decisions as CSV, and return the path.

    Raises ``StoreError`` if it cannot be written.
    """
    path = export_path(path, f"tonk-decisions-{today_text()}.csv")
    write_whole(path, csv_of(store.reviews().over_time(), _name_of_rules))
    return path


def _name_of_rules(kept: KeptReview) -> str:
    played = PlayedRules.from_text(kept.rules_text)
    return played.called or f"{nearest_preset(played.rules)}, changed"
