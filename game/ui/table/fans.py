"""How the cards of one hand or one spread lie beside each other."""

from __future__ import annotations

from math import cos, radians, sin

from pygame import Rect

from game.ui.table.places import INDEX_SHARE, Pose, card_width

OWN_SPACING = 0.8
CLOSED_SPACING = 0.26
OPEN_SPACING = 0.62
TIGHTEST = INDEX_SHARE + 0.01
"""The least share of a card's width that its right neighbour leaves open."""
MOST_TILT = 2.0
"""Degrees between two neighbours of a held fan."""
MOST_SPAN = 12.0
"""Degrees between the outermost cards of a held fan."""


def spacing(room: float, count: int, height: float, wished: float) -> float:
    """Pixels from one card to the next: as wished, or less where there is no room."""
    width = card_width(height)
    if count < 2:
        return 0.0
    return min(wished * width, (room - width) / (count - 1))


def row(box: Rect, count: int, height: float, wished: float = OPEN_SPACING) -> tuple[Pose, ...]:
    """Cards in a straight row, in the middle of the box."""
    step = spacing(box.width, count, height, wished)
    left = box.centerx - step * (count - 1) / 2
    return tuple(Pose(left + step * place, box.centery, height) for place in range(count))


def own_fan(box: Rect, count: int, height: float) -> tuple[Pose, ...]:
    """The player's own cards: a flat arc, its ends a little lower."""
    tilt = min(MOST_TILT, MOST_SPAN / max(count - 1, 1)) * 0.7
    reach = box.width - 2 * height * 0.06
    return _arc(box, spacing(reach, count, height, OWN_SPACING), count, height, tilt)


def closed_fan(box: Rect, count: int, height: float) -> tuple[Pose, ...]:
    """Another seat's cards, seen from across the table: a tight arc, its ends a little higher."""
    tilt = -min(4.0, 24.0 / max(count - 1, 1))
    reach = box.width - height * 0.5
    return _arc(box, spacing(reach, count, height, CLOSED_SPACING), count, height, tilt)


def _arc(box: Rect, step: float, count: int, height: float, tilt: float) -> tuple[Pose, ...]:
    """Cards on an arc whose neighbours differ by ``tilt`` degrees; its depth stays in the box."""
    half = (count - 1) / 2
    sag = step / radians(tilt) if step else 0.0
    drops = [sag * (1 - cos(radians(tilt * (place - half)))) for place in range(count)]
    middle = box.centery - (max(drops, key=abs, default=0.0)) / 2
    return tuple(
        Pose(
            box.centerx + step * (place - half),
            middle + drops[place],
            height,
            tilt * (half - place),
        )
        for place in range(count)
    )


def bounds(pose: Pose) -> Rect:
    """The upright rectangle that a tilted card fills."""
    turn = radians(abs(pose.angle))
    width = pose.width * cos(turn) + pose.height * sin(turn)
    height = pose.height * cos(turn) + pose.width * sin(turn)
    return Rect(round(pose.x - width / 2), round(pose.y - height / 2), round(width), round(height))
