"""The back of the cards: a design in an ivory border, the usual one rows of gold fans."""

from __future__ import annotations

import math

from game.ui.cardart import svg
from game.ui.cardart.backdesigns import DESIGNS
from game.ui.cardart.pips import PIP_PATHS
from game.ui.cardart.style import CORNER, SHEET_HEIGHT, SHEET_WIDTH, DeckStyle

_INSET = 13.0
_FAN = 28.0  # the radius of a fan, half the step between neighbours
_ROW = 23.0
_ROWS = 7
_RIBS = (0.72, 0.44)
_MIDDLE = SHEET_HEIGHT / 2
_LOWEST = _MIDDLE - 6
_HALF_TURN = f"rotate(180 {SHEET_WIDTH / 2:g} {_MIDDLE:g})"


def back_svg(width: int, height: int, style: DeckStyle) -> str:
    """The SVG of the back; the same whichever way up it lies."""
    sheet = f"scale({width / SHEET_WIDTH:.6f} {height / SHEET_HEIGHT:.6f})"
    card = svg.card_outline(width, height, CORNER, style.paper, style.edge)
    edge = svg.card_outline(width, height, CORNER, "none", style.edge)
    return svg.document(width, height, [card, svg.group(sheet, _sheet(style)), edge])


def _sheet(style: DeckStyle) -> list[str]:
    drawn = DESIGNS[style.design](style) if style.design in DESIGNS else _all_fans(style)
    border = f"{_box(1.6, CORNER)} {_box(_INSET, 5.0)}"
    return [
        svg.path(_box(4.0, CORNER), style.back),
        *drawn,
        svg.path(border, style.paper, even_odd=True),
        svg.line(_box(_INSET + 1.2, 4.0), style.back_line, 2.4, cap="butt"),
    ]


def _all_fans(style: DeckStyle) -> list[str]:
    half = _fans(style)
    return [*half, svg.group(_HALF_TURN, half), *_band(style)]


def _box(inset: float, radius: float) -> str:
    """A rounded rectangle that far inside the sheet."""
    left, top, right, bottom = inset, inset, SHEET_WIDTH - inset, SHEET_HEIGHT - inset
    arc = f"A{radius:g},{radius:g} 0 0 1"
    return (
        f"M{left + radius:g},{top:g} H{right - radius:g} {arc} {right:g},{top + radius:g} "
        f"V{bottom - radius:g} {arc} {right - radius:g},{bottom:g} H{left + radius:g} "
        f"{arc} {left:g},{bottom - radius:g} V{top + radius:g} {arc} {left + radius:g},{top:g} Z"
    )


def _fans(style: DeckStyle) -> list[str]:
    """The upper half: rows from the top down, each over the one above."""
    return [
        _fan(x, _LOWEST - row * _ROW, style, whole=row > 0)
        for row in range(_ROWS - 1, -1, -1)
        for x in _centres(row)
    ]


def _centres(row: int) -> list[float]:
    """Every other row stands half a fan aside, and begins and ends with half a fan."""
    if row % 2:
        return [_INSET + _FAN * step for step in (1, 3, 5, 7)]
    return [_INSET + _FAN * step for step in (0, 2, 4, 6, 8)]


def _fan(x: float, y: float, style: DeckStyle, *, whole: bool) -> str:
    """One fan: a disc (or its upper half) with two gold arcs in it."""
    disc = svg.path(_arch(x, y, _FAN, whole=whole), style.back, style.back_line, 2.2)
    ribs = " ".join(_arch(x, y, _FAN * part, whole=False) for part in _RIBS)
    return disc + svg.line(ribs, style.back_line, 1.9, cap="butt", opacity=0.8)


def _arch(x: float, y: float, r: float, *, whole: bool) -> str:
    """An arc over the point, closed to a disc if whole; never past the border's middle."""
    left, right = max(x - r, _INSET / 2), min(x + r, SHEET_WIDTH - _INSET / 2)
    rise = math.sqrt(r * r - (left - x) ** 2) if left > x - r else 0.0
    fall = math.sqrt(r * r - (right - x) ** 2) if right < x + r else 0.0
    over = f"M{left:.1f},{y - rise:.1f} A{r:.1f},{r:.1f} 0 0 1 {right:.1f},{y - fall:.1f}"
    if not whole:
        return over
    under = f"A{r:.1f},{r:.1f} 0 0 1 {left:.1f},{y + rise:.1f} Z"
    return f"{over} V{y + fall:.1f} {under}"


def _band(style: DeckStyle) -> list[str]:
    """The belt across the middle, and the medal on it with the four suits."""
    top, bottom = _MIDDLE - 12, _MIDDLE + 12
    belt = f"M10,{top:g} H240 V{bottom:g} H10 Z"
    shapes = [
        svg.path(belt, style.back_deep, style.back_line, 2.4),
        svg.line(f"M10,{_MIDDLE:g} H240", style.back_line, 1.6, cap="butt"),
        svg.circle(125, _MIDDLE, 47, style.back_deep, style.back_line, 2.6),
        svg.circle(125, _MIDDLE, 41, style.back, style.back_line, 1.6),
    ]
    for turn, suit in zip((0, 180), "SS", strict=True):
        shapes.append(_medal_pip(suit, turn, style.back_light))
    for turn, suit in zip((90, 270), "DD", strict=True):
        shapes.append(_medal_pip(suit, turn, style.back_light))
    return shapes


def _medal_pip(suit: str, turn: int, ink: str) -> str:
    move = f"translate(125 {_MIDDLE:g}) rotate({turn}) translate(0 -19) scale(0.27)"
    return svg.group(move, [svg.path(PIP_PATHS[suit], ink)])
