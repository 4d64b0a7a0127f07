"""The mark of a chosen card: it stands out and bears a tick, so no colour is needed to see it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

import pygame

from game.ui.kit.paint import disc

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.places import Pose

RADIUS = 11.0
_ACROSS = 0.62
"""Where it sits along the upper edge, of the part that a neighbour leaves open."""
_TICK = ((-0.48, 0.02), (-0.12, 0.38), (0.5, -0.36))


def draw_choice(surface: Surface, skin: Skin, board: Board) -> None:
    """A tick on the upper edge of every card of one's own that is chosen."""
    for card in board.chosen:
        sprite = board.sprite_of(card)
        if sprite is not None and not (sprite.is_hidden or sprite.is_flying):
            _draw_tick(surface, skin, _edge(sprite.pose, _open_share(board, card)))


def _open_share(board: Board, card: str) -> float:
    """How much of a card its right neighbour leaves to be seen, of its width."""
    order = board.arrangement.order
    place = order.index(card) if card in order else len(order)
    if place + 1 >= len(order):
        return 1.0
    here, there = board.sprite_of(order[place]), board.sprite_of(order[place + 1])
    if here is None or there is None:
        return 1.0
    return min(1.0, max(0.3, (there.pose.x - here.pose.x) / here.pose.width))


def _edge(pose: Pose, share: float) -> tuple[int, int]:
    """A point on the upper edge of a card as it lies."""
    turn = radians(pose.angle)
    dx, dy = pose.width * (share * _ACROSS - 0.5), -pose.height / 2
    return (
        round(pose.x + dx * cos(turn) + dy * sin(turn)),
        round(pose.y - dx * sin(turn) + dy * cos(turn)),
    )


def _draw_tick(surface: Surface, skin: Skin, centre: tuple[int, int]) -> None:
    radius = max(8, skin.px(RADIUS))
    disc(surface, centre, radius, skin.colour("rim_dark"))
    disc(surface, centre, radius - max(1, radius // 7), skin.colour("primary"))
    points = [(centre[0] + x * radius, centre[1] + y * radius) for x, y in _TICK]
    wide = max(2, radius // 4)
    pygame.draw.lines(surface, skin.colour("primary_ink"), False, points, wide)
