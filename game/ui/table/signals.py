"""What the rules of a table light up, dim or count down over its cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.rules.phases import Phase
from game.ui.kit.paint import disc, ring, rounded
from game.ui.table.fans import bounds
from game.ui.table.motion import mix
from game.ui.table.overlays import draw_line
from game.ui.table.places import Slot, Zone
from game.ui.table.reminders import banner, is_polite_question, is_slap_question, wanted_cards
from game.ui.text import _
from game.ui.words import card_text, ending_sentence

if TYPE_CHECKING:
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.board import Board
    from game.ui.table.sprites import Sprite

Point = tuple[float, float]

_DIM = (4, 18, 17, 120)
_HURRY = 0.3
"""From this part of a race on its clock is red."""


def draw_signals(surface: Surface, skin: Skin, board: Board, clock: float | None) -> None:
    """All of them; ``clock`` is the part of a race for a slap that is still to come."""
    view = board.view
    if view is None:
        return
    _dim_closed_books(surface, board, view)
    if board.is_scene:
        return
    for card in wanted_cards(view):
        _frame_card(surface, skin, board, card)
    if clock is not None and not board.timeline.is_busy:
        draw_clock(surface, skin, board.layout.pile, clock)


def head_line(view: SeatView, names: tuple[str, ...], *, is_scene: bool) -> str:
    """What stands over the player's hand while it holds: a slap, a last chance, an ending."""
    if view.result is not None:
        return ending_sentence(view.result, names, view.seat) if is_scene else ""
    if is_scene:
        return ""
    card = "" if view.top is None else card_text(view.top)
    if is_polite_question(view):
        return _("You are next: take {card} to use it at once, or leave it?").format(card=card)
    if is_slap_question(view):
        if view.phase is Phase.SLAP:
            return _("The hand ends here: slap {card}, or let it pass?").format(card=card)
        return _("{card} fits: slap it!").format(card=card)
    return banner(view, names)


def draw_head_line(surface: Surface, skin: Skin, board: Board, names: tuple[str, ...]) -> None:
    """Write it, if there is anything to say."""
    if board.view is None or board.effects.is_settled:
        return
    is_told = board.view.result is None or bool(board.effects.counted)
    text = head_line(board.view, names, is_scene=board.is_scene) if is_told else ""
    if text:
        draw_line(surface, skin, board.layout, text, "accent")


def _frame_card(surface: Surface, skin: Skin, board: Board, card: str) -> None:
    """A frame round as much of a card as can be seen: the next one in the hand lies on it."""
    sprite = board.sprite_of(card)
    if sprite is None or sprite.is_waiting or sprite.is_flying:
        return
    wide = max(2, skin.px(3))
    box = bounds(sprite.pose).inflate(wide, wide)
    before = surface.get_clip()
    surface.set_clip(_seen(board, sprite, box).clip(before))
    ring(surface, box, skin.colour("legal"), 3 * wide, wide)
    surface.set_clip(before)


def _seen(board: Board, sprite: Sprite, box: Rect) -> Rect:
    """The part of a card's box that the card on its right leaves free."""
    slot = next(slot for slot, each in board.sprites if each is sprite)
    above = board.sprites.by_slot.get(Slot(slot.zone, slot.owner, slot.place + 1))
    if above is None or above.is_flying or above.is_held:
        return box
    end = bounds(above.pose).left
    return Rect(box.x, box.y, max(0, min(box.right, end) - box.x), box.height)


def _dim_closed_books(surface: Surface, board: Board, view: SeatView) -> None:
    """Books that may not be hit lie in shadow."""
    for spread in view.spreads:
        place = board.layout.spreads.get(spread.number)
        if spread.is_open or spread.buried or place is None:
            continue
        slots = [Slot(Zone.SPREAD, spread.number, at) for at in range(len(spread.cards))]
        sprites = [board.sprites.by_slot.get(slot) for slot in slots]
        if all(sprite is not None and sprite.pose == sprite.goal for sprite in sprites):
            rounded(surface, place.box, _DIM, max(3, place.box.height // 16))


def draw_clock(surface: Surface, skin: Skin, box: Rect, left: float) -> None:
    """A line round the discard that grows shorter from the top on, clockwise."""
    wide = max(3, skin.px(5))
    track = box.inflate(4 * wide, 4 * wide)
    radius = 2 * wide
    shade = skin.colour("rim_dark")
    ring(surface, track.inflate(wide // 2, wide // 2), shade, radius, wide + wide // 2)
    gold, red = skin.colour("focus"), skin.colour("loss")
    part = min(left / _HURRY, 1.0) ** 3
    blends = [round(mix(low, high, part)) for low, high in zip(red, gold, strict=True)]
    colour = (blends[0], blends[1], blends[2])
    points = list(outline(track.inflate(-wide, -wide), radius, left))
    if len(points) > 1:
        pygame.draw.lines(surface, colour, False, points, wide)
        for end in (points[0], points[-1]):
            disc(surface, (round(end[0]), round(end[1])), wide // 2, colour)


def outline(box: Rect, radius: int, part: float) -> Iterator[Point]:
    """The last ``part`` of a rounded frame, walked clockwise from the middle of its top."""
    path = list(_frame(box, radius))
    lengths = [_length(a, b) for a, b in pairwise(path)]
    skipped = sum(lengths) * (1 - part)
    for (start, end), length in zip(pairwise(path), lengths, strict=True):
        if skipped >= length:
            skipped -= length
            continue
        if skipped >= 0:
            share = skipped / length if length else 0.0
            yield mix(start[0], end[0], share), mix(start[1], end[1], share)
            skipped = -1
        yield end


def _frame(box: Rect, radius: int) -> Iterator[Point]:
    yield box.centerx, box.top
    corners = (
        (box.right - radius, box.top + radius, -90),
        (box.right - radius, box.bottom - radius, 0),
        (box.left + radius, box.bottom - radius, 90),
        (box.left + radius, box.top + radius, 180),
    )
    for x, y, start in corners:
        for step in range(0, 91, 15):
            angle = (start + step) * pi / 180
            yield x + radius * cos(angle), y + radius * sin(angle)
    yield box.centerx, box.top


def _length(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
