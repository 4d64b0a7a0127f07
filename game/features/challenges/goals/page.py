"""The page of goals with their progress, and the note on a goal that a hand has reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from game.features.challenges.goals import model as goals
from game.features.challenges.goals.model import GOALS, Goal, GoalCounts, OtherCounts
from game.files import DamagedError, StoreError
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.lists import ListRow, RowList
from game.ui.kit.skin import BODY, TITLE
from game.ui.kit.widget import Widget
from game.ui.pages.hand_counter import Counting, CountingPage
from game.ui.pages.page import GAP, MARGIN, TitledPanel
from game.ui.text.language import _, amount_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.play.session import Session
    from game.ui.shell.scene import Stage


class GoalsScene(CountingPage):
    """A list of goals, those reached marked."""

    def __init__(self, stage: Stage, others: OtherCounts) -> None:
        history = stage.services.saves.history()
        self._others = others
        self._counting = Counting(history, stage.services.clock, self._add_up)
        self._counts: GoalCounts | None = None
        self._added_up = GoalCounts()
        self._list = RowList("goals")
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Goals")

    def _show_counts(self) -> None:
        self._counts = self._added_up
        self.rebuild()

    def _add_up(self) -> Iterator[GoalCounts]:
        for found in goals.counting(self._counting.history, self._others):
            self._added_up = found
            yield found

    def build(self) -> Sequence[Widget]:
        self._list.show([self._row(goal) for goal in GOALS])
        self._back = Button("button:back", _("Back"), self.back)
        return [self._list, self._back]

    def _row(self, goal: Goal) -> ListRow:
        counts = self._counts or GoalCounts()
        done, is_reached = goal.done(counts), goal.is_reached(counts)
        value = ""
        if goal.many > 1 and not is_reached:
            value = _("{done} of {many}").format(
                done=amount_text(done), many=amount_text(goal.many)
            )
        tag = _("reached") if is_reached else ""
        return ListRow(goal.key, _(goal.words), value, tag=tag)

    def aside(self) -> Sequence[str]:
        return (self._words(),)

    def _words(self) -> str:
        """Return how many goals are reached, or the progress of counting hands."""
        counts = self._counts
        if counts is None:
            return self._counting.words("")
        return reached_text(counts)

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(24.0), skin.px(GAP), skin.px(HEIGHT)
        width = min(skin.px(900.0), area.width - skin.px(MARGIN))
        self.sheet = TitledPanel(area, (width, area.height - skin.px(MARGIN)), pad, skin)
        inside = self.sheet.inside
        self._below = Rect(inside.x, self.sheet.title.bottom, inside.width, skin.line(BODY))
        foot = Rect(0, inside.bottom - high, min(inside.width, skin.px(260.0)), high)
        foot.centerx = inside.centerx
        top = inside.y + skin.line(TITLE) + skin.line(BODY) + gap
        self._list.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        self._back.place(foot, skin)

    def paint(self, surface: Surface) -> None:
        super().paint(surface)
        self.skin.write(surface, self._words(), self._below, "ink_soft", BODY, align="middle")


def reached_text(counts: GoalCounts) -> str:
    """Return how many goals are reached."""
    done = sum(goal.is_reached(counts) for goal in GOALS)
    return _("{done} of {many} reached").format(done=done, many=len(GOALS))


def reaching_now(stage: Stage, session: Session, others: OtherCounts) -> Iterator[Sequence[Goal]]:
    """Search in steps for the goals that the hand on the table has just reached.

    None are found while many hands are uncounted; the page of goals then shows them.
    """
    store = stage.services.saves.opened()
    try:
        history = store.history()
        hand = store.place_of(session)
        if hand is not None and history.catch_up(60):  # hands; more would delay a frame
            yield ()
            yield from goals.reaching(history, hand, others)
    except (StoreError, DamagedError):
        return


def reached_lines(found: Sequence[Goal]) -> Sequence[Callable[[], str]]:
    """Return the lines at the end of the hand: one for a single goal, more with a heading."""
    if len(found) == 1:
        return [lambda: _("Goal reached: {goal}.").format(goal=_(found[0].words))]
    heading = [lambda: _("Goals reached:")] if found else []
    return [*heading, *(partial(_, goal.words) for goal in found)]
