"""More backs of cards: a lattice, waves and a compass rose. Each looks the same upside down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, radians, sin
from typing import Final

from game.ui.cardart import svg
from game.ui.cardart.pips import PIP_PATHS
from game.ui.cardart.style import SHEET_HEIGHT, SHEET_WIDTH, DeckStyle

Design = Callable[[DeckStyle], list[str]]

_LEFT, _RIGHT, _TOP, _BOTTOM = 8.0, SHEET_WIDTH - 8.0, 8.0, SHEET_HEIGHT - 8.0
_X, _Y = SHEET_WIDTH / 2, SHEET_HEIGHT / 2
_MESH = 28.0  # half the diagonal of a mesh of the lattice
_TIDE, _TIDES = 24.0, 5  # from one wave to the next, and how many on each side


def _lattice(style: DeckStyle) -> list[str]:
    """Crossing laths with a bead on every crossing and the four suits in the meshes by turns."""
    shapes = [_laths(style.back_deep, 8.0), _laths(style.back_line, 2.2)]
    for row in range(-6, 7):
        for place in range(-4, 5):
            x, y = _X + place * _MESH, _Y + row * _MESH
            if not (_LEFT < x < _RIGHT and _TOP < y < _BOTTOM):
                continue
            if (row + place) % 2:
                shapes.append(svg.circle(x, y, 4.0, style.back_light))
            else:
                shapes.append(_sign("SHCD"[abs(row) % 2 * 2 + abs(place) % 2], x, y, row, style))
    return shapes


def _sign(suit: str, x: float, y: float, row: int, style: DeckStyle) -> str:
    """A suit in a mesh, upright above the middle and on its head below."""
    turn = 180 if row > 0 else 0
    move = f"translate({x:g} {y:g}) rotate({turn}) scale(0.17)"
    return svg.group(move, [svg.path(PIP_PATHS[suit], style.back_line)])


def _laths(colour: str, width: float) -> str:
    """Both families of diagonals, cut at the border."""
    lines = []
    for step in range(-11, 12, 2):
        for way in (1, -1):
            ends = _diagonal(_X + step * _MESH, way)
            if ends:
                lines.append(ends)
    return svg.line(" ".join(lines), colour, width, cap="butt")


def _diagonal(middle: float, way: int) -> str:
    """The part inside the border of a diagonal that crosses the card's middle line at an x."""
    reach = (_BOTTOM - _TOP) / 2
    low = max(-reach, min((_LEFT - middle) * way, (_RIGHT - middle) * way))
    high = min(reach, max((_LEFT - middle) * way, (_RIGHT - middle) * way))
    if low >= high:
        return ""
    return f"M{middle + way * low:.1f},{_Y + low:.1f} L{middle + way * high:.1f},{_Y + high:.1f}"


def _waves(style: DeckStyle) -> list[str]:
    """A swell from edge to edge, crests towards the nearer end, and a moon on the middle."""
    upper = [_swell(_Y - 54 - tide * _TIDE, tide, style) for tide in range(_TIDES - 1, -1, -1)]
    half_turn = f"rotate(180 {_X:g} {_Y:g})"
    sea = f"M{_LEFT},{_Y - 46:g} H{_RIGHT} V{_Y + 46:g} H{_LEFT} Z"
    return [
        *upper,
        svg.group(half_turn, upper),
        svg.path(sea, style.back_deep),
        svg.line(
            f"M{_LEFT},{_Y - 46:g} H{_RIGHT} M{_LEFT},{_Y + 46:g} H{_RIGHT}", style.back_line, 2.0
        ),
        *_moon(style),
    ]


def _swell(y: float, tide: int, style: DeckStyle) -> str:
    """One row of waves, filled down to the next, with two finer lines in it."""
    fill = style.back_deep if tide % 2 else style.back
    body = svg.path(f"{_crest(y, tide)} V{y + 60:g} H{_LEFT} Z", fill, style.back_line, 2.0)
    fine = " ".join(_crest(y + deep, tide) for deep in (7.5, 14.0))
    return body + svg.line(fine, style.back_line, 1.1, cap="butt", opacity=0.55)


def _crest(y: float, tide: int) -> str:
    """A wavy line from border to border, every other row half a wave aside."""
    wide = (_RIGHT - _LEFT) / 3
    start = _LEFT - (wide / 2 if tide % 2 else 0)
    parts = []
    for number in range(4):
        x = start + number * wide
        if x >= _RIGHT - 1:
            break
        parts.append(_one_wave(x, y, wide))
    return f"M{_LEFT:g},{y + (9 if tide % 2 else 0):g} " + " ".join(parts)


def _one_wave(x: float, y: float, wide: float) -> str:
    """Up to a crest and down again; what lies beyond the border is under it."""
    end = min(x + wide, _RIGHT)
    high = max(x + wide / 2, _LEFT + 2)
    return f"Q{high:.1f},{y - 17:.1f} {end:.1f},{y:.1f}"


def _moon(style: DeckStyle) -> list[str]:
    """The full moon among stars, and its light on the rings of the water round it."""
    stars = " ".join(f"M{_round(30, angle)} h0.1" for angle in range(0, 360, 30))
    return [
        svg.circle(_X, _Y, 45, style.back_deep, style.back_line, 2.4),
        svg.circle(_X, _Y, 38, style.back, style.back_line, 1.4),
        svg.line(stars, style.back_light, 3.0),
        svg.circle(_X, _Y, 19, style.back_light, style.back_line, 2.0),
    ]


def _compass(style: DeckStyle) -> list[str]:
    """A rose of sixteen points in rings, and small roses in the corners."""
    rings = [
        svg.circle(_X, _Y, radius, fill, style.back_line, wide)
        for radius, fill, wide in (
            (108, style.back_deep, 2.4),
            (101, style.back, 1.2),
            (60, style.back_deep, 2.0),
        )
    ]
    ticks = " ".join(f"M{_round(104.5, angle)} L{_round(101, angle)}" for angle in range(0, 360, 6))
    corners = [
        svg.group(f"translate({x:g} {y:g}) scale(0.26)", _rose(style))
        for x in (42.0, SHEET_WIDTH - 42.0)
        for y in (38.0, SHEET_HEIGHT - 38.0)
    ]
    frame = "M24,64 V286 M226,64 V286 M68,22 H182 M68,328 H182"
    return [
        svg.line(frame, style.back_line, 1.6),
        *rings,
        svg.line(ticks, style.back_line, 1.2, cap="butt"),
        svg.group(f"translate({_X:g} {_Y:g})", _rose(style)),
        *corners,
    ]


def _round(radius: float, angle: float) -> str:
    return f"{_X + radius * cos(radians(angle)):.1f},{_Y + radius * sin(radians(angle)):.1f}"


def _rose(style: DeckStyle) -> list[str]:
    """Long points to the four winds, shorter ones between, each half light and half dark."""
    shapes = []
    for length, waist, first, step in ((58, 9, 22.5, 45), (78, 13, 45, 90), (96, 17, 0, 90)):
        angles = [first + step * turn for turn in range(360 // step)]
        for side, fill in ((-1, style.back_light), (1, style.back_line)):
            points = " ".join(_point(length, waist, angle, side, step) for angle in angles)
            shapes.append(svg.path(points, fill, style.back_deep, 0.9))
    shapes.append(svg.circle(0, 0, 9, style.back_deep, style.back_light, 2.0))
    return shapes


def _point(length: float, waist: float, angle: float, side: int, step: float) -> str:
    tip, turn = radians(angle), radians(angle + side * step / 2)
    x, y = length * cos(tip), length * sin(tip)
    return f"M0,0 L{waist * cos(turn):.1f},{waist * sin(turn):.1f} L{x:.1f},{y:.1f} Z"


DESIGNS: Final[Mapping[str, Design]] = {
    "lattice": _lattice,
    "waves": _waves,
    "compass": _compass,
}
