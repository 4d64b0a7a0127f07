"""The page of the bankroll: its money, its chart, and starting a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import pygame
from pygame import Rect

from game.features.challenges.bankroll import model as bankroll
from game.features.challenges.bankroll.at_table import spent_sentence
from game.features.challenges.bankroll.model import START, Bankroll
from game.files import StoreError
from game.saves.statistics import thinned
from game.ui.kit.controls import PADDING, Button, Label
from game.ui.kit.inputs import Toggle
from game.ui.kit.plot import Plot
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Widget, WidgetState, fact, sentences
from game.ui.pages.hand_counter import Counting, CountingPage
from game.ui.pages.page import Sheet
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.text.language import _, amount_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


class BankrollScene(CountingPage):
    """The page of the bankroll: its chart, and the setting that plays for it."""

    def __init__(self, stage: Stage) -> None:
        history = stage.services.saves.history()
        self._counting = Counting(history, stage.services.clock, self._add_up)
        self.bankroll = self._added_up = Bankroll()
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Bankroll")

    def _show_counts(self) -> None:
        self.bankroll = self._added_up
        self.rebuild()

    def _add_up(self) -> Iterator[Bankroll]:
        store = self.stage.services.saves.opened()
        for found in bankroll.adding_up(store, self._counting.history):
            self._added_up = found
            yield found

    def build(self) -> Sequence[Widget]:
        now = self.stage.services.settings.settings.bankroll
        words = (_("Off"), _("On"))
        self._use = Toggle("use", _("Use it in new games"), now, self._set, words)
        self._figure = Label(self._words(), bold=True, colour="accent", wraps=True)
        self._about = Label(self._about_words(), units=SMALL, colour="ink_soft", wraps=True)
        self._chart = MoneyCurve(self.bankroll)
        anew = Button("button:anew", _("Start over"), self._ask)
        anew.enabled = len(self.bankroll.values) > 1
        back = Button("button:back", _("Back"), self.back)
        self._buttons = [back, anew]
        return [*self._rows(), *self._buttons]

    def _rows(self) -> list[Widget]:
        return [self._use, self._figure, self._chart, self._about]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows(), self._buttons, width=940.0)

    def _words(self) -> str:
        if not self._counting.is_done:
            return self._counting.words("")
        if self.bankroll.is_spent:
            return spent_sentence(self.bankroll.money)
        return _("You have {money}.").format(money=amount_text(self.bankroll.money))

    def _about_words(self) -> str:
        return _(
            "You start with {money} in play money and carry it from session to session. Every "
            "table plays as usual; what you win or lose there goes into your bankroll."
        ).format(money=amount_text(START))

    def _set(self, is_on: bool) -> None:
        self.stage.change(bankroll=is_on)

    def _ask(self) -> None:
        from game.ui.pages.dialogs import AskScene

        words = _("You start a new bankroll of {money}. The old one stays on the chart.")
        self.stage.push(
            AskScene(
                self.stage,
                _("Start over?"),
                words.format(money=amount_text(START)),
                (_("Cancel"), _("Start over")),
                self._begin,
            )
        )

    def _begin(self) -> None:
        try:
            self.bankroll.begin_anew(self.stage.services.saves.opened())
        except StoreError as error:
            tell_trouble(self.stage, error)


class MoneyCurve(Plot):
    """A plot with one line for each bankroll; a thin line is drawn at what each begins with,
    or, with debts, at nothing.
    """

    level_colour: ClassVar[str] = "panel_edge"
    least: ClassVar[int] = 2

    def __init__(self, held: Bankroll) -> None:
        values = held.values
        least = min(0, *values)
        level = 0 if least < 0 else START
        super().__init__("curve", len(values) - 1, (least, max(START, *values), level))
        self._held = held
        self._lines: list[list[tuple[int, int]]] = []

    @property
    def spoken(self) -> str:
        """What there was after the current hand, as read aloud."""
        money = _("You have {money}.").format(money=amount_text(self._held.values[self.at]))
        return sentences(_("Your bankroll, hand by hand"), self.place_words(), money)

    def place_words(self) -> str:
        """Say which bankroll, where there was more than one, and after how many of its hands."""
        run, hands = self._held.run_at(self.at)
        whole, self.at = self.at, hands
        try:
            words = super().place_words()
        finally:
            self.at = whole
        return words if len(self._held.begun) < 2 else fact(self._title_of(run), words)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return 0, skin.px(300.0)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.place_plot(skin.line(SMALL) + 2 * skin.px(PADDING / 2), skin)
        ends = [*self._held.begun[1:], len(self._held.values)]
        self._lines = []
        for begun, end in zip(self._held.begun, ends, strict=True):
            thin = thinned(self._held.values[begun:end], max(8, self.plot.width))
            self._lines.append([self.point(begun + at, value) for at, value in thin])

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        words = fact(self.place_words(), amount_text(self._held.values[self.at]))
        self.draw_frame(surface, skin, _("Your bankroll, hand by hand"), words)
        for place, line in enumerate(self._lines):
            if place:
                self._draw_begin(surface, skin, line[0][0])
            self.draw_curve(surface, skin, line, skin.colour("accent"))
        if mood.focused:
            self.draw_place(surface, skin)

    def _draw_begin(self, surface: Surface, skin: Skin, x: int) -> None:
        """Draw a dashed line where a new bankroll begins."""
        colour, dash = skin.colour("ink_soft"), max(2, skin.px(5))
        for top in range(self.plot.top, self.plot.bottom, 2 * dash):
            bottom = min(top + dash, self.plot.bottom)
            pygame.draw.line(surface, colour, (x, top), (x, bottom), max(1, skin.px(1.5)))

    @staticmethod
    def _title_of(run: int) -> str:
        if run == 1:
            return _("first bankroll")
        return _("bankroll {n}").format(n=amount_text(run))
