"""Where everybody stands in a session: a row for each player, the best off first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from game.session.ledger import OPENING_STAKES
from game.session.scores import best_first, winners, worths
from game.ui.kit.aloud import fact, sentences
from game.ui.kit.listing import Listing
from game.ui.kit.paint import disc, rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.numbers import amount_text, signed_text
from game.ui.sessionwords import shown_names
from game.ui.table.plates import seat_colour
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.session import Session
    from game.ui.kit.skin import Skin

ROW, _GAP = 34.0, 12.0
_NAME, _VALUE = 0.44, 0.24


class Standings(Listing):
    """Who owns how much, and what that is more or less than at the beginning."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seats = best_first(session)
        self._is_for_points = session.rules.scoring == "push_up"
        super().__init__("standings", len(self._seats))

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(ROW), skin.px(ROW)

    def row_spoken(self, at: int) -> str:
        seat = self._seats[at]
        told = [fact(self._heads[1], amount_text(worths(self._session)[seat]))]
        if not self._is_for_points:
            told.append(fact(self._heads[2], signed_text(self._won(seat))))
        return sentences(shown_names(self._session)[seat], *told)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        name, value, change = self._columns(box, skin)
        player, owns, won = self._heads
        skin.write(surface, player, name, "ink_soft", SMALL)
        skin.write(surface, owns, value, "ink_soft", SMALL, align="right")
        if not self._is_for_points:
            skin.write(surface, won, change, "ink_soft", SMALL, align="right")

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        session, seat = self._session, self._seats[at]
        name, value, change = self._columns(box, skin)
        is_best = seat in winners(session)
        if is_best:
            edge = skin.colour("gold_deep")
            rounded(surface, box.inflate(0, -4), skin.colour("row_hover"), skin.px(8), edge, 1)
        radius = skin.px(9)
        disc(surface, (name.x + radius, name.centery), radius, seat_colour(seat))
        name.x += 3 * radius
        name.width -= 3 * radius
        skin.write(surface, shown_names(session)[seat], name, "ink", BODY, bold=is_best)
        worth = worths(session)[seat]
        skin.write(surface, amount_text(worth), value, "ink", BODY, bold=True, align="right")
        if not self._is_for_points:
            won = self._won(seat)
            colour = "gain" if won > 0 else "loss" if won < 0 else "ink_soft"
            skin.write(surface, signed_text(won), change, colour, BODY, bold=True, align="right")

    @property
    def _heads(self) -> tuple[str, str, str]:
        return _("Player"), _("Points") if self._is_for_points else _("Owns"), _("Won or lost")

    def _won(self, seat: int) -> int:
        return worths(self._session)[seat] - OPENING_STAKES * self._session.rules.stake

    def _columns(self, row: Rect, skin: Skin) -> tuple[Rect, Rect, Rect]:
        box = row.inflate(-2 * skin.px(_GAP), 0)
        name, value = round(box.width * _NAME), round(box.width * _VALUE)
        left = Rect(box.x, box.y, name, box.height)
        middle = Rect(left.right, box.y, value, box.height)
        if self._is_for_points:
            middle.right = box.right
        return left, middle, Rect(middle.right, box.y, box.right - middle.right, box.height)
