"""An attentive player's beliefs: the probability of each place for each hidden card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.features.study.practice.card_grid import CardCell, PackGrid
from game.ui.kit.controls import HEIGHT, PADDING, Button, Label
from game.ui.kit.inputs import Choice
from game.ui.kit.skin import SMALL, TITLE
from game.ui.kit.widget import Widget, fact, sentences
from game.ui.pages.page import GAP, MARGIN, Overlay, TitledPanel
from game.ui.text.language import _, percent_text

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage


class BeliefsScene(Overlay):
    """The pack with a probability on each hidden card, for one hand at a time or the stock."""

    def __init__(
        self,
        stage: Stage,
        view: SeatView,
        names: Sequence[str],
        believed: Mapping[Card, tuple[float, ...]],
    ) -> None:
        """Show ``believed``, the probabilities by seat, with those of the stock last."""
        self._view, self._names, self._believed = view, names, believed
        self._place = (view.seat + 1) % view.seats
        super().__init__(stage)
        self.form.focus("place")

    @property
    def heading(self) -> str:
        return _("Where the hidden cards may be")

    def build(self) -> Sequence[Widget]:
        view = self._view
        around = [(view.seat + step) % view.seats for step in range(1, view.seats)]
        places: list[tuple[object, str]] = [(seat, self._names[seat]) for seat in around]
        places.append((view.seats, _("Stock")))
        self._choice = Choice("place", _("Chances for"), places, self._place, self._show)
        self._grid = PackGrid("pack", view.rules.pack(), self._cell, lambda _card: None)
        self._note = Label(
            _(
                "Judged by what was taken, discarded and passed up. Without clues, every card is "
                "equally likely."
            ),
            units=SMALL,
            colour="ink_soft",
            wraps=True,
        )
        self._back = Button("button:back", _("Back"), self.back)
        return [self._choice, self._grid, self._note, self._back]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(PADDING), skin.px(GAP), skin.px(HEIGHT)
        width = area.width - skin.px(MARGIN)
        note = self._note.height_in(width - 2 * pad, skin)
        rows = self._grid.rows * skin.px(62.0)
        total = 2 * pad + skin.line(TITLE) + high + rows + note + high + 4 * gap
        self.sheet = TitledPanel(area, (width, total), pad, skin)
        inside = self.sheet.inside
        top = self.sheet.title.bottom + gap
        self._choice.place(Rect(inside.x, top, inside.width, high), skin)
        self._grid.place(Rect(inside.x, top + high + gap, inside.width, rows), skin)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        self._note.place(Rect(inside.x, foot.y - gap - note, inside.width, note), skin)
        self._back.place(foot, skin)

    def _show(self, place: object) -> None:
        self._place = int(str(place))

    def _cell(self, card: Card) -> CardCell:
        chances = self._believed.get(card)
        if chances is None:
            # TRANSLATORS: "seen" is a card that lies open or was seen before.
            where = _("in your hand") if card in self._view.hand else _("seen")
            return CardCell(says=where, is_gone=True)
        chance = chances[self._place]
        places = [
            fact(name, percent_text(100 * share))
            for name, share in zip((*self._names, _("Stock")), chances, strict=True)
            if share
        ]
        return CardCell(
            percent_text(100 * chance), sentences(percent_text(100 * chance), *places), chance
        )
