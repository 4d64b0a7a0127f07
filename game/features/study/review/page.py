"""The review of a hand: how its result came about, and what each decision cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.ui.kit.controls import PADDING, Button, GroupTab, Label, ProgressBar, draw_panel
from game.ui.kit.lists import ListRow, RowLine, RowList
from game.ui.kit.plot import Plot
from game.ui.kit.skin import SMALL
from game.ui.kit.tiles import NumberTile, NumberTiles
from game.ui.kit.widget import CALM, Widget, WidgetState, fact, sentences
from game.ui.look.appearance import NARROW
from game.ui.pages.page import GAP, Page
from game.ui.text.hints import worth_text
from game.ui.text.language import N_, _, amount_text, decimal_text, percent_text, pgettext
from game.ui.text.level_words import unpriced_sentence
from game.ui.viewer.decision import DecisionScene
from game.ui.viewer.decision_words import (
    SIZES,
    THEMES,
    found_words,
    loss_text,
    option_words,
    turn_words,
)

if TYPE_CHECKING:
    from pygame import Surface

    from game.saves.review_queue import Job
    from game.saves.reviews import KeptDecision, KeptReview
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage

_FINE: Final = 100
"""Units per stake in which the curve is plotted."""


class Expected(Plot):
    """A plot of the seat's expected result after the deal and after each move."""

    def __init__(self, values: Sequence[float]) -> None:
        self._values = [round(_FINE * value) for value in values]
        span = min(*self._values, 0, -_FINE), max(*self._values, 0, _FINE), 0
        super().__init__("curve", len(values) - 1, span, self._stakes)

    @property
    def spoken(self) -> str:
        """The expected result at the current place, to be read aloud."""
        return sentences(
            self._title(), fact(self.place_words(), self._stakes(self._values[self.at]))
        )

    def place_words(self) -> str:
        if not self.at:
            return _("start")
        return _("Move {n} of {all}").format(n=amount_text(self.at), all=amount_text(self.last))

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.place_plot(skin.line(SMALL) + 2 * skin.px(PADDING / 2), skin)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        words = fact(self.place_words(), self._stakes(self._values[self.at]))
        self.draw_frame(surface, skin, self._title(), words)
        if mood.focused:
            self.draw_place(surface, skin)
        points = [self.point(place, value) for place, value in enumerate(self._values)]
        self.draw_curve(surface, skin, points, skin.colour("accent"), few=40)

    @staticmethod
    def _title() -> str:
        return _("What your hand was worth, move by move")

    @staticmethod
    def _stakes(value: int) -> str:
        return ("+" if value > 0 else "") + decimal_text(value / _FINE)


class ReviewScene(Page):
    """A page that waits for the review of a hand, which goes on without it, and then shows it."""

    def __init__(self, stage: Stage, job: Job) -> None:
        self.job = job
        self.part = "decisions"
        self._looked: set[int] = set()
        """The indexes of the mistakes whose better move has been seen."""
        super().__init__(stage)
        self.form.focus("decisions")

    @property
    def heading(self) -> str:
        return pgettext("heading", "Review")

    @property
    def kept(self) -> KeptReview | None:
        """The review, once there is one."""
        return self.job.kept

    def canvas(self, size: tuple[int, int]) -> tuple[int, int]:
        self.least = NARROW if self.kept is None else (853, 720)
        return super().canvas(size)

    # -- while the coach works -----------------------------------------------------------------

    def update(self, _dt: float) -> bool:
        """Let the reviewer work; the loop wakes up whenever it has something to do."""
        if self._was_over:
            return False
        if self.job.is_over:
            self.rebuild()
            self.form.focus("decisions")
            return True
        moved = self._bar.part != self.job.part
        self._bar.part, self._waiting.text = self.job.part, self._waiting_words()
        return moved

    def _waiting_words(self) -> str:
        if self.job.error:
            return unpriced_sentence(self.job.record.rules) or _("Can't review this hand.")
        return _("The coach is going through the hand. You can leave; the review will be kept.")

    def aside(self) -> Sequence[str]:
        """Return the coach's progress, shown by the bar and read aloud."""
        return () if self._was_over else (percent_text(100 * self.job.part),)

    # -- widgets -------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        kept = self.kept
        self._was_over = self.job.is_over
        self._back = Button("button:back", _("Back"), self.back)
        self._tabs: list[GroupTab] = []
        self._looking: list[Button] = []
        if kept is None:
            self._bar = ProgressBar()
            self._bar.part = self.job.part
            self._waiting = Label(self._waiting_words(), wraps=True, align="middle")
            self._content: list[Widget] = [self._waiting, *([] if self._was_over else [self._bar])]
            return [*self._content, self._back]
        self._tabs = [
            self.part_tab(name, _(words))
            for name, words in {"decisions": N_("Decisions"), "luck": N_("Luck and play")}.items()
        ]
        if kept.mistakes:
            words = _("Find the better moves")
            self._looking = [Button("button:look", words, self._look, primary=True)]
        if self.part == "luck":
            self._content = [
                NumberTiles(self._figures(kept)),
                Expected(kept.curve or (kept.worth,)),
            ]
        else:
            self._content = [self._summary(kept), self._list(kept)]
        return [*self._tabs, *self._content, *self._looking, self._back]

    def _summary(self, kept: KeptReview) -> Label:
        return Label(found_words(kept), units=SMALL, colour="ink_soft", wraps=True)

    def _list(self, kept: KeptReview) -> RowList:
        found = RowList("decisions", chosen=self._choose, click_chooses=True)
        found.show([self._row(at, kept, each) for at, each in enumerate(kept.decisions)])
        return found

    def _row(self, at: int, kept: KeptReview, decision: KeptDecision) -> ListRow:
        seen = kept.seen(decision)
        played = option_words(seen, decision.played)
        lines = [RowLine(_(THEMES[decision.theme]))]
        if decision.mistake and at in self._looked:
            best = option_words(seen, decision.best)
            lines.append(RowLine(_("Better: {action}").format(action=best), "accent"))
        return ListRow(
            str(at),
            fact(turn_words(decision), played),
            loss_text(decision),
            tuple(lines),
            _(SIZES[decision.mistake]) if decision.mistake else "",
        )

    def arrange(self, area: Rect) -> None:
        self._title = self.top_title(GAP)
        self._panel = self.place_parts(area, self._tabs, [self._back, *self._looking])
        pad = self.skin.px(PADDING)
        self._arrange_content(self._panel.inflate(-2 * pad, -2 * pad))

    def _arrange_content(self, inside: Rect) -> None:
        first, *others = self._content
        skin, gap = self.skin, self.skin.px(GAP)
        if not others:
            first.place(inside, skin)
            return
        (second,) = others
        if isinstance(second, ProgressBar):
            middle = inside.y + inside.height // 2
            high = first.natural_size(skin)[1] + gap
            first.place(Rect(inside.x, middle - high, inside.width, high), skin)
            second.place(Rect(inside.x, middle, inside.width, second.natural_size(skin)[1]), skin)
            return
        high = first.natural_size(skin)[1]
        if isinstance(first, Label):
            high = first.height_in(inside.width, skin)
        first.place(Rect(inside.x, inside.y, inside.width, high), skin)
        top = inside.y + high + gap
        second.place(Rect(inside.x, top, inside.width, inside.bottom - top), skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)
        draw_panel(surface, self._panel, self.skin)

    # -- what the buttons do -------------------------------------------------------------------

    def on_resume(self) -> None:
        self.rebuild()

    def _choose(self, key: str) -> None:
        self.open_decision(int(key))

    def _look(self) -> None:
        """Open the first mistake that has not been seen yet, or else the first."""
        if self.kept is not None:
            mistakes = self._mistakes(self.kept)
            self.open_decision(next((at for at in mistakes if at not in self._looked), mistakes[0]))

    def _mistakes(self, kept: KeptReview) -> list[int]:
        return [at for at, each in enumerate(kept.decisions) if each.mistake]

    def open_decision(self, at: int) -> None:
        """Show a decision at the table; for a mistake, first without its answer."""
        kept = self.kept
        if kept is None:
            return
        decision = kept.decisions[at]
        after = [each for each in self._mistakes(kept) if each > at]

        def onward() -> None:
            self.stage.pop()
            self.open_decision(after[0])

        scene = DecisionScene(
            self.stage,
            kept,
            decision,
            is_answered=not decision.mistake or at in self._looked,
            answered=lambda _is_right: self._looked.add(at),
            onward=onward if decision.mistake and after else None,
        )
        self.stage.push(scene)

    @staticmethod
    def _figures(kept: KeptReview) -> list[NumberTile]:
        """Return the figures of a review: the result is the sum of the seat's worth and four other
        parts.
        """
        parts = [
            (kept.luck_deal, _("deal luck")),
            (kept.luck_draws, _("draw luck")),
            (kept.own, _("your play")),
            (kept.others, _("their play")),
        ]
        result = "–" if kept.result is None else worth_text(kept.result, None)
        is_points = kept.rules.is_push_up
        unit = _("points vs. the others") if is_points else _("result in stakes")
        first = [NumberTile(result, unit, _way(kept.result or 0.0))]
        first.append(NumberTile(worth_text(kept.worth, None), _("seat value")))
        return first + [
            NumberTile(worth_text(value, None), words, _way(value)) for value, words in parts
        ]


def _way(value: float) -> int:
    rounded_value = round(value, 2)
    return (rounded_value > 0) - (rounded_value < 0)
