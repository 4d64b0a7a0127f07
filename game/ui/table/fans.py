"""How the cards of one hand or one spread lie beside each other."""

from __future__ import annotations

from math import cos, radians, sin

from pygame import Rect

from game.ui.table.places import CARD_ASPECT, INDEX_SHARE, Pose, card_width

OWN_SPACING = 0.8
CLOSED_SPACING = 0.26
OPEN_SPACING = 0.62
OWN_TILT, CLOSED_TILT = 1.4, 4.0
"""Degrees between two neighbours of a fan, at the most."""
OWN_SPAN, CLOSED_SPAN = 8.4, 24.0
"""Degrees between the outermost cards of a fan, at the most."""
FLAT = 0.05


def spacing(room: float, count: int, height: float, wished: float) -> float:
    """Pixels from one card to the next: as wished, or less where there is no room."""
    width = card_width(height)
    if count < 2:
        return 0.0
    return min(wished * width, (room - width) / (count - 1))


def row(
    box: Rect,
    count: int,
    height: float,
    wished: float = OPEN_SPACING,
    least: float = INDEX_SHARE,
) -> tuple[Pose, ...]:
    """Cards in a straight row, in the middle of the box; smaller where an index would be covered.

    ``least`` is the share of a card's width that must stay open.
    """
    height = min(height, box.width / (1 + least * max(count - 1, 0)) / CARD_ASPECT)
    step = spacing(box.width, count, height, wished)
    left = box.centerx - step * (count - 1) / 2
    return tuple(Pose(left + step * place, box.centery, height) for place in range(count))


def own_fan(box: Rect, count: int, height: float) -> tuple[Pose, ...]:
    """The player's own cards: a flat arc, its ends a little lower."""
    step = spacing(box.width - height * 0.12, count, height, OWN_SPACING)
    return _arc(box, step, count, height, min(OWN_TILT, OWN_SPAN / max(count - 1, 1)))


def closed_fan(box: Rect, count: int, height: float) -> tuple[Pose, ...]:
    """Another seat's cards, seen from across the table: a tight arc, its ends a little higher."""
    step = spacing(box.width - height * 0.5, count, height, CLOSED_SPACING)
    return _arc(box, step, count, height, -min(CLOSED_TILT, CLOSED_SPAN / max(count - 1, 1)))


def _arc(box: Rect, step: float, count: int, height: float, tilt: float) -> tuple[Pose, ...]:
    """Cards on an arc, neighbours ``tilt`` degrees apart, or less where the box is too low."""
    half = (count - 1) / 2
    while _depth(step, half, height, tilt) > box.height - height and abs(tilt) > FLAT:
        tilt *= 0.9
    drops = [_drop(step, place - half, tilt) for place in range(count)]
    middle = box.centery - max(drops, key=abs, default=0.0) / 2
    return tuple(
        Pose(box.centerx + step * (place - half), middle + drop, height, tilt * (half - place))
        for place, drop in enumerate(drops)
    )


def _drop(step: float, off: float, tilt: float) -> float:
    """How far a card hangs below the middle of an arc, so many places off it."""
    return step / radians(tilt) * (1 - cos(radians(tilt * off)))


def _depth(step: float, half: float, height: float, tilt: float) -> float:
    """How much higher than a card the whole arc is, its outermost cards tilted."""
    return abs(_drop(step, half, tilt)) + card_width(height) * sin(radians(abs(tilt) * half))


def bounds(pose: Pose) -> Rect:
    """The upright rectangle that a tilted card fills."""
    turn = radians(abs(pose.angle))
    width = pose.width * cos(turn) + pose.height * sin(turn)
    height = pose.height * cos(turn) + pose.width * sin(turn)
    return Rect(round(pose.x - width / 2), round(pose.y - height / 2), round(width), round(height))
