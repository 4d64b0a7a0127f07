"""What is woven into the corners of each cloth: lines tone on tone, in a quarter of the plane.

An ornament is told where its corner lies and how far it may reach from there, both ways.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, radians, sin
from typing import Final

Ornament = Callable[[float, float], str]


def _fans(corner: float, reach: float) -> str:
    """Quarter circles, one in the other."""
    radii = (reach * part for part in (1.0, 0.82, 0.64, 0.46, 0.28))
    return " ".join(
        f"M{corner + r:.1f},{corner:.1f} A{r:.1f},{r:.1f} 0 0 1 {corner:.1f},{corner + r:.1f}"
        for r in radii
    )


def _petals(corner: float, reach: float) -> str:
    """A quarter of a dahlia: long petals, short ones between them, and its heart."""
    long = " ".join(_petal(corner, reach, angle, 0.24, 1.0) for angle in (9, 27, 45, 63, 81))
    short = " ".join(_petal(corner, reach, angle, 0.24, 0.66) for angle in (18, 36, 54, 72))
    heart = reach * 0.18
    arc = f"A{heart:.1f},{heart:.1f} 0 0 1"
    return f"{long} {short} M{corner + heart:.1f},{corner} {arc} {corner},{corner + heart:.1f}"


def _petal(corner: float, reach: float, angle: float, start: float, end: float) -> str:
    """A pointed leaf along a ray from the corner."""
    belly = (start + end) / 2
    base, tip = _at(corner, reach * start, angle), _at(corner, reach * end, angle)
    sides = (_at(corner, reach * belly, angle - 11), _at(corner, reach * belly, angle + 11))
    return f"M{base} Q{sides[0]} {tip} Q{sides[1]} {base}"


def _stars(corner: float, reach: float) -> str:
    """A night sky: stars of four points on two rounds, and rays from the corner."""
    rays = " ".join(
        f"M{_at(corner, reach * 0.14, angle)} L{_at(corner, reach * long, angle)}"
        for angle, long in ((7, 0.42), (26, 0.5), (45, 0.58), (64, 0.5), (83, 0.42))
    )
    places = ((16, 0.66, 0.09), (36, 0.72, 0.06), (54, 0.72, 0.06), (74, 0.66, 0.09))
    outer = ((9, 0.93, 0.05), (45, 0.94, 0.13), (81, 0.93, 0.05))
    stars = " ".join(
        _star(corner, reach, angle, far, size) for angle, far, size in (*places, *outer)
    )
    return f"{rays} {stars}"


def _star(corner: float, reach: float, angle: float, far: float, size: float) -> str:
    x = corner + reach * far * cos(radians(angle))
    y = corner + reach * far * sin(radians(angle))
    r, waist = reach * size, reach * size * 0.26
    points = [
        (x + radius * cos(radians(45 * turn)), y + radius * sin(radians(45 * turn)))
        for turn, radius in enumerate((r, waist) * 4)
    ]
    return "M" + " L".join(f"{px:.1f},{py:.1f}" for px, py in points) + " Z"


def _steps(corner: float, reach: float) -> str:
    """Stairs that lead round the corner, one flight in the other."""
    return " ".join(_flight(corner, reach * part, reach * 0.17) for part in (1.0, 0.8, 0.6, 0.4))


def _flight(corner: float, far: float, step: float) -> str:
    end = corner + far
    return (
        f"M{end:.1f},{corner:.1f} V{end - 2 * step:.1f} H{end - step:.1f} V{end - step:.1f} "
        f"H{end - 2 * step:.1f} V{end:.1f} H{corner:.1f}"
    )


def _none(_corner: float, _reach: float) -> str:
    return ""


def _at(corner: float, far: float, angle: float) -> str:
    x, y = corner + far * cos(radians(angle)), corner + far * sin(radians(angle))
    return f"{x:.1f},{y:.1f}"


ORNAMENTS: Final[Mapping[str, Ornament]] = {
    "jade": _fans,
    "claret": _petals,
    "midnight": _stars,
    "slate": _steps,
    "plain": _none,
}
