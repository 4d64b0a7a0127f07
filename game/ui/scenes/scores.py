"""The score of every hand, over the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.session.scores import score_table
from game.ui.kit.aloud import fact, sentences
from game.ui.kit.controls import HEIGHT, Button, draw_panel
from game.ui.kit.layout import centred
from game.ui.kit.listing import Listing
from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL, TITLE
from game.ui.kit.widget import Widget
from game.ui.numbers import amount_text, signed_text
from game.ui.scenes.page import MARGIN, Overlay
from game.ui.sessionwords import BIG_ONE, shown_names
from game.ui.text import N_, _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.scores import ScoreTable
    from game.session.session import Session
    from game.ui.kit.skin import Skin
    from game.ui.scene import Stage

_WIDTH, _PAD, _GAP, _ROW = 1120.0, 26.0, 12.0, 30.0
_HAND, _ENDING = 0.09, 0.17
_NARROW, _BESIDE, _SEAT = 820.0, 330.0, 210.0
"""At least so wide; with more than a few seats, so much for each and beside them."""
_TOTAL = 84.0
"""What somebody had stands so close beside what brought it there."""
_ENDINGS: Final[Mapping[str, str]] = {
    "natural": N_("natural"),
    "tonk": N_("tonk"),
    "out": N_("out"),
    "double_double": N_("double-double"),
    "drop": N_("drop won"),
    "caught": N_("caught"),
    "stockout": N_("stock out"),
    "void": N_("void"),
}


def ending_word(ending: str) -> str:
    """How a hand ended, in a word."""
    return _(_ENDINGS.get(ending, ending))


class ScoresScene(Overlay):
    """A table to look at; Esc or Enter goes back."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._table = replace(score_table(session), names=shown_names(session))
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Scores")

    def build(self) -> Sequence[Widget]:
        self._sheet = ScoreSheet("scores", self._table, self.back)
        self._back = Button("button:back", _("Back"), self.back, primary=True)
        return [self._sheet, self._back]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(_PAD), skin.px(_GAP), skin.px(HEIGHT)
        wide = min(_WIDTH, max(_NARROW, _BESIDE + _SEAT * len(self._table.names)))
        width = min(skin.px(wide), area.width - skin.px(MARGIN))
        around = 2 * pad + skin.line(TITLE) + 2 * gap + high
        wanted = self._sheet.height_of_all(skin)
        most = area.height - skin.px(MARGIN) - around
        self._box = centred((width, around + min(wanted, most)), area)
        inside = self._box.inflate(-2 * pad, -2 * pad)
        self._title = Rect(inside.x, inside.y, inside.width, skin.line(TITLE))
        top = self._title.bottom + gap
        foot = Rect(0, inside.bottom - high, skin.px(260), high)
        foot.centerx = inside.centerx
        self._sheet.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        self._back.place(foot, skin)

    def paint(self, surface: Surface) -> None:
        draw_panel(surface, self._box, self.skin)
        self.skin.write(
            surface, self.heading, self._title, "accent", TITLE, bold=True, align="middle"
        )


class ScoreSheet(Listing):
    """A row for each hand, the last one in sight: what it brought everybody, and what they had."""

    def __init__(self, name: str, table: ScoreTable, done: Callable[[], None]) -> None:
        """`done` is what Enter says."""
        super().__init__(name, len(table.rows), max(0, len(table.rows) - 1))
        self._table, self._done = table, done
        self.empty = _("No hand has been played yet.")

    def activate(self) -> None:
        self._done()

    def height_of_all(self, skin: Skin) -> int:
        """How high it would be if nothing had to be scrolled."""
        return skin.px(_ROW) * (max(1, len(self._table.rows)) + 1) + skin.px(_GAP)

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(_ROW), skin.px(_ROW)

    def row_spoken(self, at: int) -> str:
        row = self._table.rows[at]
        head = fact(_("Hand {number}").format(number=row.number), ending_word(row.ending))
        scores = zip(self._table.names, row.changes, row.totals, strict=True)
        words = _("{name}: {change}, now {total}")
        told = [
            words.format(name=name, change=signed_text(change), total=amount_text(total))
            for name, change, total in scores
            if change is not None and total is not None
        ]
        return sentences(head, *((_(BIG_ONE),) if row.is_big_one else ()), *told)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        names = (_("Hand"), _("Ending"), *self._table.names)
        for place, text, align in zip(self._columns(box), names, self._aligns(), strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align=align)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        row = self._table.rows[at]
        if row.number % 2 == 0 and at != self.at:
            rounded(surface, box, skin.colour("row_hover"), skin.px(6))
        number, ending, *seats = self._columns(box)
        mark = f"{row.number} ×2" if row.is_big_one else str(row.number)
        skin.write(surface, mark, number, "accent" if row.is_big_one else "ink", SMALL, bold=True)
        skin.write(surface, ending_word(row.ending), ending, "ink_soft", SMALL)
        for place, change, total in zip(seats, row.changes, row.totals, strict=True):
            if change is not None and total is not None:
                self._draw_score(surface, skin, place, change, total)

    def _draw_score(self, surface: Surface, skin: Skin, box: Rect, change: int, total: int) -> None:
        """What it brought, smaller and softer, and the sum that it made."""
        sum_wide = min(box.width * 3 // 5, skin.px(_TOTAL))
        if change:
            before = Rect(box.x, box.y, box.width - sum_wide, box.height)
            skin.write(surface, signed_text(change), before, "ink_soft", SMALL, align="right")
        after = Rect(box.right - sum_wide, box.y, sum_wide, box.height)
        text = amount_text(total)
        skin.write(surface, text, after, "ink", SMALL, bold=True, align="right")

    def _aligns(self) -> list[str]:
        return ["left", "left", *["right"] * len(self._table.names)]

    def _columns(self, row: Rect) -> list[Rect]:
        edge = row.height // 3
        box = row.inflate(-2 * edge, 0)
        hand, ending = round(box.width * _HAND), round(box.width * _ENDING)
        left = Rect(box.x, box.y, hand, box.height)
        middle = Rect(left.right, box.y, ending, box.height)
        each = (box.right - middle.right) // max(1, len(self._table.names))
        seats = [
            Rect(middle.right + number * each + edge, box.y, each - edge, box.height)
            for number in range(len(self._table.names))
        ]
        return [left, middle, *seats]
