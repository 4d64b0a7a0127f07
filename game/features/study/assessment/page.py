"""The assessment page: costs of decisions, habits, luck, and the level that the player plays
like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.features.study.assessment.model import (
    Assessment,
    Likeness,
    OwnHabit,
    export_decisions,
    likeness,
)
from game.files import StoreError
from game.play.advice import LevelLoss
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Block, Heading, Para, Point, TextView
from game.ui.kit.skin import TITLE
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.hand_counter import BUDGET
from game.ui.pages.page import GAP, MARGIN, Page
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.text.hints import worth_text
from game.ui.text.language import (
    N_,
    _,
    amount_text,
    date_text,
    decimal_text,
    ngettext,
    percent_text,
)
from game.ui.text.level_words import level_title, no_kernel_sentence
from game.ui.text.sessions import rules_title
from game.ui.viewer.decision_words import THEMES
from game.ui.viewer.review_latest import filling_button
from game.verdicts import SURE, Mean

if TYPE_CHECKING:
    from pygame import Surface

    from game.saves.reviews import KeptReview
    from game.ui.shell.scene import Stage

_HABITS: Final[Mapping[str, str]] = {
    "drop": N_("You drop with {count} or more"),
    "stay": N_("You play on when a drop is better"),
    "take": N_("You take a discard that helps little"),
    "draw": N_("You draw when the discard would help"),
    "lay": N_("You lay spreads you should hold"),
    "hold": N_("You hold spreads you should lay"),
    "hit": N_("You hit with cards you should keep"),
    "keep": N_("You keep cards you could hit with"),
    "throw": N_("You discard the wrong card"),
    "slap": N_("You slap for nothing"),
    "let": N_("You miss slaps"),
    "other": N_("You miss other chances"),
}


class TeachingScene(Page):
    """The page that shows all figures as text, computed bit by bit between frames."""

    def __init__(self, stage: Stage) -> None:
        self.figures = Assessment()
        self._left: Iterator[KeptReview] | None = self._begin(stage)
        super().__init__(stage)
        self.form.focus("text")

    @property
    def heading(self) -> str:
        return _("How well you play")

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks())
        save = Button("button:csv", _("Save as a spreadsheet (CSV)"), self._save)
        save.enabled = self._left is None and self.figures.hands > 0
        if self._is_empty:
            save = filling_button(self.stage, self.figures.left_out)
        self._buttons = [Button("button:back", _("Back"), self.back), save]
        return [self._view, *self._buttons]

    def arrange(self, area: Rect) -> None:
        skin, margin, gap = self.skin, self.skin.px(MARGIN), self.skin.px(GAP)
        high = skin.px(HEIGHT)
        top = margin + skin.line(TITLE)
        foot = Rect(margin, area.bottom - margin - high, area.width - 2 * margin, high)
        self._view.place(Rect(margin, top, foot.width, foot.y - gap - top), skin)
        place_row(self._buttons, foot, 2 * gap, skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self.top_title(GAP))

    # -- gathering -------------------------------------------------------------------------------

    def update(self, _dt: float) -> bool:
        if self._left is None:
            return False
        before = percent_text(100 * self._progress)
        end = self.stage.services.clock() + BUDGET
        while self.stage.services.clock() < end:
            kept = next(self._left, None)
            if kept is None:
                self._left = None
                self.rebuild()
                if self._is_empty:
                    self.form.focus(self._buttons[-1].name)
                return True
            self._seen += 1
            self.figures.add(kept)
        if is_further := percent_text(100 * self._progress) != before:
            self.rebuild()
        return is_further

    def _begin(self, stage: Stage) -> Iterator[KeptReview]:
        reviews = stage.services.saves.opened().reviews()
        self._seen, self._reviewed = 0, reviews.count
        return reviews.over_time()

    @property
    def _progress(self) -> float:
        return min(1.0, self._seen / max(1, self._reviewed))

    def idle_for(self) -> float | None:
        return None if self._left is None else 0.0

    @property
    def _is_empty(self) -> bool:
        return self._left is None and not self.figures.hands

    def on_resume(self) -> None:
        if self._is_empty:
            self.figures = Assessment()
            self._left = self._begin(self.stage)

    def _save(self) -> None:
        try:
            path = export_decisions(self.stage.services.saves.opened())
        except StoreError as error:
            tell_trouble(self.stage, error)
        else:
            self.stage.notify(_("Saved as {path}").format(path=path))

    # -- what it says ------------------------------------------------------------------------------

    def _blocks(self) -> list[Block]:
        found = self.figures
        if self._left is not None:
            words = _("Reading your reviews… {percent}")
            return [Para(words.format(percent=percent_text(100 * self._progress)))]
        if not found.hands:
            words = _("Nothing yet. Hands count here once the coach reviews them.")
            if self.stage.services.lacks_kernel:
                words = no_kernel_sentence()
            elif found.left_out:
                words = self._left_out()
            return [Para(words)]
        hands = ngettext("{n} reviewed hand", "{n} reviewed hands", found.hands)
        return [
            Para(hands.format(n=amount_text(found.hands))),
            *([Para(self._left_out())] if found.left_out else []),
            *self._level(),
            *self._winnings(),
            *self._dearest(),
            *self._costs(),
        ]

    def _left_out(self) -> str:
        words = ngettext(
            "{n} reviewed push-up hand doesn't count here: it was played for points, not stakes.",
            "{n} reviewed push-up hands don't count here: they were played for points, not stakes.",
            self.figures.left_out,
        )
        return words.format(n=amount_text(self.figures.left_out))

    def _level(self) -> Iterator[Block]:
        yield Heading(_("Your level"))
        levels = self.stage.services.level_losses()
        alike = likeness(self.figures, levels)
        if alike is None:
            yield Para(_("Too early to tell."))
            return
        words = _("You play like {level}, give or take half a level.")
        if not alike.is_near:
            words = self._between(alike, levels)
        elif alike.off > 0.5:
            words = _("You play like {level}, give or take a level.")
        names = [level_title(each) for each in (alike.level, alike.weakest, alike.strongest)]
        level, weakest, strongest = names
        yield Para(words.format(level=level, weakest=weakest, strongest=strongest))
        yield Para(self._cost_words(_("Your decisions"), self.figures.decisions))
        for each in levels:
            words = _("{name}: {loss} ± {error} stakes per decision")
            told = words.format(
                name=level_title(each.level),
                loss=_number(each.loss),
                error=_number(SURE * each.error),
            )
            yield Point(told)

    def _winnings(self) -> Iterator[Block]:
        yield Heading(_("Winnings per hand"))
        for name, mean in (
            (_("As played"), self.figures.won),
            (_("Without the luck of the cards"), self.figures.without_luck),
        ):
            words = _("{name}: {value} ± {error} stakes")
            if not mean.is_conclusive:
                words = _("{name}: {value} stakes, too early to tell")
            told = words.format(
                name=name,
                value=worth_text(mean.value, None),
                error=decimal_text(round(SURE * mean.error, 2)),
            )
            yield Point(told)

    def _dearest(self) -> Iterator[Block]:
        yield Heading(_("Your costliest habits"))
        habits = self.figures.habits
        if not habits:
            yield Para(_("No mistake has come up three times yet."))
        for habit in habits:
            yield Point(habit_words(habit))

    def _costs(self) -> Iterator[Block]:
        found = self.figures
        if not found.decisions.number:
            return
        yield Heading(_("What a decision costs"))
        for theme, title in THEMES.items():
            if theme in found.by_theme:
                yield Point(self._cost_words(_(title), found.by_theme[theme]))
        yield Heading(_("By rules"))
        for rules, mean in sorted(found.by_rules.items(), key=lambda each: -each[1].hands):
            yield Point(self._cost_words(rules_title(rules, found.called[rules]), mean))
        yield Heading(_("Over time"))
        for month, mean in found.by_month.items():
            yield Point(self._cost_words(date_text(month), mean))

    @staticmethod
    def _between(alike: Likeness, levels: Sequence[LevelLoss]) -> str:
        """Return the levels that remain possible, if it is too early to name one."""
        if alike.weakest == levels[0].level:
            return _("Too early to pin down: no better than {strongest} so far.")
        if alike.strongest == levels[-1].level:
            return _("Too early to pin down: at least {weakest} so far.")
        return _("Too early to pin down: somewhere between {weakest} and {strongest}.")

    @staticmethod
    def _cost_words(name: str, mean: Mean) -> str:
        values = {
            "name": name,
            "loss": _number(mean.value),
            "error": _number(SURE * mean.error),
            "n": amount_text(mean.number),
        }
        if not mean.is_conclusive:
            words = ngettext(
                "{name}: too early to tell after {n} decision",
                "{name}: too early to tell after {n} decisions",
                mean.number,
            )
            return words.format(**values)
        return ngettext(
            "{name}: {loss} ± {error} stakes in {n} decision",
            "{name}: {loss} ± {error} stakes per decision, over {n} decisions",
            mean.number,
        ).format(**values)


def habit_words(habit: OwnHabit) -> str:
    """Return a habit in a sentence, with its cost."""
    is_first_drop = habit.kind == "drop" and habit.is_first
    words = _("You drop on the first turn with {count} or more")
    if not is_first_drop:
        words = _(_HABITS[habit.kind])
    what = words.format(count=amount_text(habit.count))
    words = _("{habit}: {cost} stakes each time, {n} times.")
    return words.format(habit=what, cost=worth_text(-habit.each, None), n=amount_text(habit.times))


def _number(value: float) -> str:
    return decimal_text(round(value, 3) + 0.0)
