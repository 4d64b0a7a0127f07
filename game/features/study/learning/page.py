"""The page of the player's own mistakes by theme, each tried before its answer is shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.features.study.learning.model import Learning, Mistake
from game.files import StoreError
from game.rule_files import NamedRules
from game.rules.presets import preset_like
from game.saves.reviews import DecisionTheme
from game.ui.kit.controls import HEIGHT, Button, Label
from game.ui.kit.lists import ListRow, RowList
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget, place_row
from game.ui.pages.hand_counter import BUDGET
from game.ui.pages.page import GAP, MARGIN, Page
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.text.language import (
    _,
    amount_text,
    decimal_text,
    in_a_row,
    ngettext,
    percent_text,
)
from game.ui.text.level_words import no_kernel_sentence
from game.ui.viewer.decision import DecisionScene
from game.ui.viewer.decision_words import THEMES
from game.ui.viewer.review_latest import filling_button, goes_further

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.shell.scene import Stage

_ALL = "all"
_DRILLS: Final = {
    DecisionTheme.DROP: "drop",
    DecisionTheme.TAKE: "take",
    DecisionTheme.LAY: "lay",
    DecisionTheme.HIT: "lay",
    DecisionTheme.DISCARD: "discard",
}
"""The drill that trains each theme."""


class LearnScene(Page):
    """The page of themes, with the numbers of mistakes and of those due."""

    def __init__(self, stage: Stage) -> None:
        self._learning = Learning(stage.services.saves.opened(), stage.services.today)
        self._is_read = False
        super().__init__(stage)
        self.form.focus("themes")

    @property
    def heading(self) -> str:
        return _("Your mistakes")

    def update(self, _dt: float) -> bool:
        if self._is_read:
            return False
        end = self.stage.services.clock() + BUDGET
        while not self._is_read and self.stage.services.clock() < end:
            self._is_read = self._learning.read(1)
        if self._is_read:
            self.rebuild()
            self.form.focus("themes" if self.list.enabled else self._start.name)
            return True
        before, self._note.text = self._note.text, self._reading_words()
        return before != self._note.text

    def _reading_words(self) -> str:
        words = _("Reading your reviews… {percent}")
        return words.format(percent=percent_text(100 * self._learning.progress))

    def idle_for(self) -> float | None:
        return None if self._is_read else 0.0

    def on_resume(self) -> None:
        if self._is_read and not self._learning.standings():
            self._learning = Learning(self.stage.services.saves.opened(), self.stage.services.today)
            self._is_read = False
        self.rebuild()

    def new_day(self) -> None:
        self.rebuild()

    # -- widgets -------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        standings = self._learning.standings()
        words = _(
            "Mistakes from your reviewed hands. Solve one and it returns later; miss it and it "
            "returns now."
        )
        if not self._is_read:
            words = self._reading_words()
        elif not standings:
            words = self._nothing_found()
            if self.stage.services.lacks_kernel:
                words = no_kernel_sentence()
        self._note = Label(words, units=SMALL, colour="ink_soft", wraps=True)
        self._work_on = Label(self._advice(), units=SMALL, colour="accent", wraps=True)
        self.list = RowList("themes", chosen=self._choose, click_chooses=True)
        whole = sum(each.mistakes for each in standings.values())
        due = sum(each.due for each in standings.values())
        rows = [self._row(_ALL, _("All themes"), due, whole)] if standings else []
        rows += [
            self._row(theme.value, _(THEMES[theme]), each.due, each.mistakes)
            for theme, each in standings.items()
        ]
        self.list.show(rows)
        self.list.enabled = bool(rows)
        self._back = Button("button:back", _("Back"), self.back)
        self._start = Button("button:start", _("Begin"), partial(self._choose, _ALL), primary=True)
        self._start.enabled = due > 0
        self._train = Button("button:train", _("Practice this"), self._train_it)
        self._train.enabled = bool(self._work_on.text)
        if self._has_no_mistakes and self.stage.services.drills is not None:
            self._train = Button("button:drills", _("Drills"), self._drill)
        if self._is_read and not standings:
            self._start = filling_button(self.stage, self._learning.hands)
        return [self._note, self._work_on, self.list, self._back, self._train, self._start]

    @property
    def _has_no_mistakes(self) -> bool:
        """Whether hands were reviewed without finding a mistake."""
        is_empty = self._is_read and not self._learning.standings()
        return is_empty and self._learning.hands > 0

    def _nothing_found(self) -> str:
        """Return that there are no mistakes, and what else there is to do."""
        if not self._has_no_mistakes:
            return _("No mistakes yet. They come from hands the coach has reviewed.")
        hands = self._learning.hands
        words = ngettext(
            "No mistakes in the {n} hand reviewed.", "No mistakes in the {n} hands reviewed.", hands
        ).format(n=amount_text(hands))
        if goes_further(self.stage, hands):
            return in_a_row((words, _("The coach can look further back.")))
        return in_a_row((words, _("Play on, or try the drills.")))

    def _drill(self) -> None:
        self.stage.push(self.stage.services.pages.drill(self.stage, "", None))

    def _advice(self) -> str:
        """Return the theme that costs the player most, in a sentence; empty if unknown."""
        found = self._learning.costliest() if self._is_read else None
        if found is None:
            return ""
        theme, cost, error = found
        if not cost:
            return _("Work on this: {theme}.").format(theme=_(THEMES[theme]))
        words = _("Work on this: {theme}. It costs you {cost} ± {error} stakes per hundred hands.")
        places = int(cost < 10)
        return words.format(
            theme=_(THEMES[theme]),
            cost=decimal_text(cost, places),
            error=decimal_text(error, places),
        )

    def _train_it(self) -> None:
        """Begin the drill for the costliest theme or, if there is none, its mistakes."""
        found = self._learning.costliest()
        if found is None:
            return
        theme = found[0]
        if theme in _DRILLS and self.stage.services.drills is not None:
            played, seats = self._learning.table_of(theme)
            named = NamedRules(played.called or preset_like(played.rules), played.rules)
            drill = self.stage.services.pages.drill(self.stage, _DRILLS[theme], (named, seats))
            self.stage.push(drill)
        else:
            self._choose(theme.value)

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inner = area.inflate(-2 * margin, 0)
        self._title = self.top_title(GAP)
        noted = self._note.height_in(inner.width, skin)
        self._note.place(Rect(inner.x, self._title.bottom, inner.width, noted), skin)
        foot = Rect(inner.x, area.bottom - margin // 2 - high, inner.width, high)
        place_row((self._back, self._train, self._start), foot, 2 * gap, skin)
        top = self._title.bottom + noted + gap
        if self._work_on.text:
            high = self._work_on.height_in(inner.width, skin)
            self._work_on.place(Rect(inner.x, top, inner.width, high), skin)
            top = self._work_on.rect.bottom + gap
        self.list.place(Rect(inner.x, top, inner.width, foot.y - gap - top), skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)

    # -- what is done --------------------------------------------------------------------------

    def _choose(self, key: str) -> None:
        theme = None if key == _ALL else DecisionTheme(key)
        spot = self._learning.next(theme)
        if spot is None:
            self.stage.notify(_("Nothing due here today."))
        else:
            self._try(spot, theme)

    def _try(self, spot: Mistake, theme: DecisionTheme | None) -> None:
        def onward() -> None:
            self.stage.pop()
            after = self._learning.next(theme, but=spot.key)
            if after is None:
                self.stage.notify(_("All done for today."))
            else:
                self._try(after, theme)

        scene = DecisionScene(
            self.stage,
            spot.kept,
            spot.decision,
            answered=partial(self._note_answer, spot),
            onward=onward,
        )
        self.stage.push(scene)

    def _note_answer(self, spot: Mistake, is_right: bool | None) -> None:
        if is_right is None:
            return  # the decision is too close to call
        try:
            self._learning.answer(spot, is_right=is_right)
        except StoreError as error:
            tell_trouble(self.stage, error)

    @staticmethod
    def _row(key: str, title: str, due: int, mistakes: int) -> ListRow:
        words = _("{due} of {all} due").format(due=amount_text(due), all=amount_text(mistakes))
        return ListRow(key, title, words)
