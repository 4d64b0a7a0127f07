"""The rows of a list: what each says, and how it is laid out for a width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.aloud import fact, sentences
from game.ui.kit.skin import SMALL
from game.ui.text import _

if TYPE_CHECKING:
    from game.ui.kit.skin import Skin

TITLE = 20.0
_PAD_X, _PAD_Y = 14.0, 8.0
_MARK = 30.0
_LEAST = 40.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line below a row's title, wrapped where it is long."""

    text: str
    colour: str = "ink_soft"


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `mark` is whether it is the one that holds, None where rows have no such mark.

    `value` stands at the right of the title, or below it where there is no room; `tag` is a small
    word at the right of both. A row that is not `enabled` can be read but does nothing.
    """

    key: str
    title: str
    value: str = ""
    lines: tuple[Line, ...] = ()
    tag: str = ""
    mark: bool | None = None
    enabled: bool = True

    @property
    def spoken(self) -> str:
        """All that it says, as read aloud."""
        mark = "" if self.mark is None else _("chosen") if self.mark else _("not chosen")
        lines = (line.text for line in self.lines)
        return sentences(fact(self.title, self.value), mark, self.tag, *lines)


@dataclass(frozen=True, slots=True)
class Piece:
    """One line of text at its place in the list."""

    rect: Rect
    text: str
    colour: str
    units: float
    bold: bool = False
    align: str = "left"


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row at its place in the list, in the list's own coordinates."""

    row: Row
    rect: Rect
    pieces: tuple[Piece, ...]
    mark: Rect


def lay_out(rows: tuple[Row, ...], width: int, skin: Skin, gap: int) -> list[PlacedRow]:
    """All rows below each other."""
    placed: list[PlacedRow] = []
    y = 0
    for row in rows:
        placed.append(_Layout(row, width, skin, y).placed())
        y = placed[-1].rect.bottom + gap
    return placed


class _Layout:
    """One row being laid out."""

    def __init__(self, row: Row, width: int, skin: Skin, top: int) -> None:
        self._row, self._width, self._skin, self._top = row, width, skin, top
        self._left = skin.px(_PAD_X) + (skin.px(_MARK) if row.mark is not None else 0)
        self._room = width - self._left - skin.px(_PAD_X)
        self._y = top + skin.px(_PAD_Y)
        self._pieces: list[Piece] = []

    def placed(self) -> PlacedRow:
        self._head()
        for line in self._row.lines:
            self._wrapped(line.text, line.colour, SMALL)
        skin = self._skin
        height = max(self._y + skin.px(_PAD_Y) - self._top, skin.px(_LEAST))
        mark = Rect(skin.px(_PAD_X), self._top + skin.px(_PAD_Y), skin.px(18), skin.line(TITLE))
        return PlacedRow(
            self._row, Rect(0, self._top, self._width, height), tuple(self._pieces), mark
        )

    def _head(self) -> None:
        """Title, value and tag on one line if they fit, else the value below."""
        row, skin = self._row, self._skin
        ink = "ink" if row.enabled else "ink_off"
        high, top, space = skin.line(TITLE), self._y, skin.px(12)
        tag = skin.width(row.tag, SMALL) + space if row.tag else 0
        self._wrapped(row.title, ink, TITLE, bold=True, narrower=tag)
        is_one_line = self._y == top + high
        title = skin.width(row.title, TITLE, bold=True) if is_one_line else self._room
        value = skin.width(row.value, TITLE)
        colour = "accent" if row.enabled else "ink_off"
        right = self._left + self._room
        if row.tag:
            box = Rect(right - tag, top, tag, high)
            self._pieces.append(Piece(box, row.tag, "accent", SMALL, align="right"))
        if not row.value:
            return
        if title + space + value + tag <= self._room:
            box = Rect(right - tag - value, top, value, high)
            self._pieces.append(Piece(box, row.value, colour, TITLE, align="right"))
        else:
            self._wrapped(row.value, colour, TITLE)

    def _wrapped(
        self, text: str, colour: str, units: float, *, bold: bool = False, narrower: int = 0
    ) -> None:
        high, room = self._skin.line(units), self._room - narrower
        for line in self._skin.lines(text, room, units, bold=bold):
            box = Rect(self._left, self._y, room, high)
            self._pieces.append(Piece(box, line, colour, units, bold))
            self._y += high
