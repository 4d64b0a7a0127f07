"""The score of every hand, over the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import pygame
from pygame import Rect

from game.session.scores import score_table
from game.ui.kit.controls import HEIGHT, Button, draw_panel, focus_ring
from game.ui.kit.layout import centred
from game.ui.kit.paint import rounded
from game.ui.kit.skin import SMALL, TITLE
from game.ui.kit.widget import CALM, Mood, Widget
from game.ui.scenes.page import MARGIN, Overlay
from game.ui.scenes.rulesets.scrollbar import WIDTH, ScrollBar
from game.ui.sessionwords import amount_text, signed_text
from game.ui.text import N_, _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.session.scores import ScoreRow, ScoreTable
    from game.session.session import Session
    from game.ui.kit.skin import Skin
    from game.ui.scene import Stage

_WIDTH, _PAD, _GAP, _ROW = 1120.0, 26.0, 12.0, 30.0
_HAND, _ENDING = 0.09, 0.17
_ENDINGS: Final[Mapping[str, str]] = {
    "natural": N_("natural"),
    "tonk": N_("tonk"),
    "out": N_("out"),
    "double_double": N_("double-double"),
    "drop": N_("drop"),
    "caught": N_("caught"),
    "stockout": N_("stock out"),
    "void": N_("void"),
}
_SCROLLING: Final = (
    pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_PAGEUP,
    pygame.K_PAGEDOWN,
    pygame.K_HOME,
    pygame.K_END,
)


class ScoresScene(Overlay):
    """A table to look at; Esc or Enter goes back."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._table = score_table(session)
        super().__init__(stage)
        self.form.focus("button:back")

    def build(self) -> Sequence[Widget]:
        self._sheet = ScoreSheet("scores", self._table)
        self._back = Button("button:back", _("Back"), self.back, primary=True)
        return [self._sheet, self._back]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(_PAD), skin.px(_GAP), skin.px(HEIGHT)
        width = min(skin.px(_WIDTH), area.width - skin.px(MARGIN))
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
            surface, _("Scores"), self._title, "accent", TITLE, bold=True, align="middle"
        )

    def handle(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in _SCROLLING:
            self._sheet.travel(event.key)
        else:
            super().handle(event)


class ScoreSheet(Widget):
    """A row for each hand, the last one in sight: what it brought everybody, and what they had."""

    takes_focus: ClassVar[bool] = True

    def __init__(self, name: str, table: ScoreTable) -> None:
        super().__init__(name)
        self._table = table
        self._bar = ScrollBar()
        self._bar.offset = len(table.rows) * 1_000
        self._view = Rect(0, 0, 0, 0)
        self._row = 1

    def height_of_all(self, skin: Skin) -> int:
        """How high it would be if nothing had to be scrolled."""
        return skin.px(_ROW) * (max(1, len(self._table.rows)) + 1) + skin.px(_GAP)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._row, bar = skin.px(_ROW), max(6, skin.px(WIDTH))
        self._view = Rect(rect.x, rect.y + self._row, rect.width - 2 * bar, rect.height - self._row)
        track = Rect(rect.right - bar, self._view.y, bar, self._view.height)
        self._bar.place(track, self._row * len(self._table.rows))

    def draw(self, surface: Surface, skin: Skin, mood: Mood = CALM) -> None:
        head = Rect(self._view.x, self.rect.y, self._view.width, self._row)
        names = (_("Hand"), _("Ending"), *self._table.names)
        for box, text, align in zip(self._columns(head), names, self._aligns(), strict=True):
            skin.write(surface, text, box, "ink_soft", SMALL, align=align)
        before = surface.get_clip()
        surface.set_clip(self._view.clip(before))
        for number, row in enumerate(self._table.rows):
            top = self._view.y + number * self._row - self._bar.offset
            if self._view.top - self._row < top < self._view.bottom:
                place = Rect(self._view.x, top, self._view.width, self._row)
                self._draw_row(surface, skin, row, place)
        surface.set_clip(before)
        if not self._table.rows:
            words = _("No hand has been played yet.")
            skin.write(surface, words, self._view, "ink_soft", align="middle")
        self._bar.draw(surface, skin)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def travel(self, key: int) -> bool:
        page = max(self._row, self._view.height - self._row)
        moves = {
            pygame.K_UP: -self._row,
            pygame.K_DOWN: self._row,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self._bar.content,
            pygame.K_END: self._bar.content,
        }
        if key not in moves:
            return False
        self._bar.scroll(self._bar.offset + moves[key])
        return True

    def wheel(self, notches: float) -> bool:
        self._bar.scroll(self._bar.offset - round(notches * 2 * self._row))
        return True

    def press(self, pos: tuple[int, int]) -> None:
        self._bar.press(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self._bar.drag(pos)

    def release(self, _pos: tuple[int, int]) -> None:
        self._bar.let_go()

    def _draw_row(self, surface: Surface, skin: Skin, row: ScoreRow, place: Rect) -> None:
        if row.number % 2 == 0:
            rounded(surface, place, skin.colour("row_hover"), skin.px(6))
        number, ending, *seats = self._columns(place)
        mark = f"{row.number} ×2" if row.is_big_one else str(row.number)
        skin.write(surface, mark, number, "accent" if row.is_big_one else "ink", SMALL, bold=True)
        skin.write(surface, _(_ENDINGS.get(row.ending, row.ending)), ending, "ink_soft", SMALL)
        for box, change, total in zip(seats, row.changes, row.totals, strict=True):
            if change is not None and total is not None:
                self._draw_score(surface, skin, box, change, total)

    def _draw_score(self, surface: Surface, skin: Skin, box: Rect, change: int, total: int) -> None:
        """What it brought, smaller and softer, and the sum that it made."""
        half = box.copy()
        half.width = box.width // 2
        if change:
            text = signed_text(change)
            skin.write(surface, text, half, "ink_soft", SMALL, align="right")
        half.right = box.right
        text = amount_text(total)
        skin.write(surface, text, half, "ink", SMALL, bold=True, align="right")

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
