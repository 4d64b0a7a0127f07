"""The parts a face is printed from, each as SVG for exactly the pixels it will cover.

A card is double-ended, so most parts are drawn once and put down a second time turned by half a
circle (see `press`).
"""

from __future__ import annotations

from game.ui.cardart import svg
from game.ui.cardart.aces import ace
from game.ui.cardart.courts import court_figure
from game.ui.cardart.figure import LIVERIES, frame
from game.ui.cardart.indices import GLYPH_HEIGHT, GLYPHS, JOKER_LETTERS, STAR
from game.ui.cardart.jokers import joker_colour, joker_figure, joker_livery
from game.ui.cardart.pips import PIP_PATHS
from game.ui.cardart.style import CORNER, SHEET_HEIGHT, SHEET_WIDTH, DeckStyle

_LARGER, _LARGER_JOKER = 1.5, 1.25  # how many times larger a large index is
_INDEX_TOP = 15.0
_PEN = 9.6
_SMALL_PIP = 38.0
_SMALL_PIP_Y = 100.0
_CORNER_HEIGHT = 125.0
_JOKER_CORNER_HEIGHT = 260.0


def paper_svg(width: int, height: int, style: DeckStyle) -> str:
    """The blank card."""
    sheet = svg.card_outline(width, height, CORNER, "url(#paper)", style.edge)
    return svg.document(width, height, [_paper_colour(style), sheet])


def _paper_colour(style: DeckStyle) -> str:
    return (
        '<defs><linearGradient id="paper" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0%" stop-color="{style.paper}"/>'
        f'<stop offset="100%" stop-color="{style.paper_low}"/></linearGradient></defs>'
    )


def corner_svg(code: str, height: int, style: DeckStyle) -> str:
    """Rank over suit for the top left corner; stems and bars fall on whole pixels."""
    scale = height / SHEET_HEIGHT
    rank, suit = code[0], code[1]
    times = _LARGER if style.large_index else 1.0
    if rank == "X":
        tall, shapes = _joker_corner(suit, scale, style)
    else:
        ink, middle = style.ink(suit), style.strip / 2 + 1
        tall = _CORNER_HEIGHT * times
        shapes = [
            *_rank(rank, scale, times, middle, ink),
            _small_pip(suit, scale, times, middle, ink),
        ]
    return svg.document(round(style.strip * scale), round(tall * scale), shapes)


def _rank(rank: str, scale: float, times: float, middle: float, ink: str) -> list[str]:
    glyph = GLYPHS[rank]
    tall = max(1, round(GLYPH_HEIGHT * times * scale))
    wide = max(1, round(glyph.width * times * scale))
    left = round(middle * scale - wide / 2)
    top = round(_INDEX_TOP * scale)
    unit = tall / GLYPH_HEIGHT
    pen = max(1, round(_PEN * times * scale)) / unit
    move = f"translate({left} {top}) scale({wide / glyph.width:.5f} {unit:.5f})"
    return [svg.group(move, [svg.line(glyph.draw(pen / 2), ink, pen, cap="butt")])]


def _small_pip(suit: str, scale: float, times: float, middle: float, ink: str) -> str:
    x = round(middle * scale * 2) / 2
    y = (_INDEX_TOP + (_SMALL_PIP_Y - _INDEX_TOP) * times) * scale
    move = f"translate({x:g} {y:.2f}) scale({_SMALL_PIP * times / 100 * scale:.5f})"
    return svg.group(move, [svg.path(PIP_PATHS[suit], ink)])


def _joker_corner(number: str, scale: float, style: DeckStyle) -> tuple[float, list[str]]:
    ink = joker_colour(number, style.black)
    times = _LARGER_JOKER if style.large_index else 1.0
    shapes = [svg.group("translate(28 38) scale(0.45)", [svg.path(STAR, ink)])]
    for place, letter in enumerate(JOKER_LETTERS):
        move = f"translate(15 {74 + place * 36:g}) scale(1.6)"
        shapes.append(svg.group(move, [svg.line(letter, ink, 3.3, cap="butt")]))
    return _JOKER_CORNER_HEIGHT * times, [svg.group(f"scale({scale * times:.6f})", shapes)]


def patch_svg(corner: tuple[int, int], height: int, style: DeckStyle) -> str:
    """Paper under a large index, where it would stand on a picture."""
    scale = height / SHEET_HEIGHT
    inset, bend = 4 * scale, 14 * scale
    right, bottom = corner[0] - 1, corner[1] - 1
    d = (
        f"M{inset:.1f},{inset + bend:.1f} Q{inset:.1f},{inset:.1f} {inset + bend:.1f},{inset:.1f} "
        f"H{right} V{bottom - bend:.1f} Q{right},{bottom} {right - bend:.1f},{bottom} "
        f"H{inset:.1f} Z"
    )
    return svg.document(*corner, [svg.path(d, style.paper)])


def pip_svg(suit: str, height: int, ink: str) -> str:
    """A suit sign on a square of that height."""
    move = f"translate({height / 2:g} {height / 2:g}) scale({height / 100:.5f})"
    return svg.document(height, height, [svg.group(move, [svg.path(PIP_PATHS[suit], ink)])])


def ace_svg(suit: str, width: int, height: int, style: DeckStyle) -> str:
    """The middle of an ace."""
    return svg.document(width, height, [_sheet(width, height, ace(suit, style))])


def figure_svg(code: str, width: int, height: int) -> str:
    """The upright figure of a court card or joker, not yet framed."""
    shapes = joker_figure(code[1]) if code[0] == "X" else court_figure(code[0], code[1])
    return svg.document(width, height, [_sheet(width, height, shapes)])


def frame_svg(code: str, width: int, height: int, style: DeckStyle) -> str:
    """What goes over the twin figures: the belt between them and the paper round them."""
    joker = code[0] == "X"
    livery = joker_livery(code[1]) if joker else LIVERIES[code[1]]
    shapes = frame(livery, stepped=not joker)
    return svg.document(width, height, [_paper_colour(style), _sheet(width, height, shapes)])


def _sheet(width: int, height: int, shapes: list[str]) -> str:
    scale = f"scale({width / SHEET_WIDTH:.6f} {height / SHEET_HEIGHT:.6f})"
    return svg.group(scale, shapes)
