"""Room for a few words on a table that is in use: near somebody's plate, over nothing at all.

Pure: rectangles only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.ui.table.fans import bounds
from game.ui.table.layout import LIFT

if TYPE_CHECKING:
    from game.ui.table.layout import TableLayout

_STEPS: Final = 120
"""How finely room is looked for, in parts of the window's width."""
_WEDGE: Final = 10
"""How far the mark of the seat on turn stands out of its plate, in pixels of the design."""
_SHADOW: Final = 0.03
"""How far a card's shadow reaches, by its height."""
_LOW: Final = 2.0
"""What is higher or lower seems so much farther than what is beside."""


def in_use(layout: TableLayout) -> Iterator[Rect]:
    """Everything on the table that must not be covered, as it comes to rest."""
    wedge = layout.px(_WEDGE)
    for seat in layout.seats:
        yield seat.plate.inflate(2 * wedge, 2 * wedge)
        cards = [bounds(pose) for pose in seat.cards]
        if cards:
            whole = cards[0].unionall(cards[1:])
            rise = 2 * layout.px(LIFT) if seat.fan.top > layout.lay.centery else 0
            edge = 2 * round(_SHADOW * seat.cards[0].height)
            yield Rect(whole.x, whole.y - rise, whole.width, whole.height + rise).inflate(
                edge, edge
            )
    for box in (layout.stock, layout.pile):
        yield box.inflate(box.width // 5, box.width // 5)
    yield from (layout.stock_tag, layout.pile_tag, layout.sort, layout.menu)
    yield from (layout.stake, layout.log, *layout.buttons.values())
    for spread in layout.spreads.values():
        yield spread.box.inflate(spread.box.height // 8, spread.box.height // 8)
        yield spread.tag


def find_room(
    sizes: Sequence[tuple[int, int]], plate: Rect, taken: Iterable[Rect], window: Rect
) -> Rect | None:
    """The place nearest to a plate for a box of one of some sizes, the first rather than the last.

    Of sizes that fit, a later one is taken only where it comes clearly nearer.
    """
    obstacles = list(taken)
    step = max(4, window.width // _STEPS)
    best: tuple[float, Rect] | None = None
    for rank, size in enumerate(sizes):
        found = _nearest(size, plate, obstacles, window, step)
        if found is not None:
            cost = _distance(found, plate) + rank * 2 * step
            best = min(best or (cost, found), (cost, found), key=lambda each: each[0])
    return best[1] if best else None


def _nearest(
    size: tuple[int, int], plate: Rect, obstacles: list[Rect], window: Rect, step: int
) -> Rect | None:
    spots = _spots(size, plate, window, step)
    boxes = sorted((Rect(spot, size) for spot in spots), key=lambda box: _distance(box, plate))
    return next((box for box in boxes if box.collidelist(obstacles) < 0), None)


def _spots(
    size: tuple[int, int], plate: Rect, window: Rect, step: int
) -> Iterator[tuple[int, int]]:
    """A grid over the window, in line with the plate's own edges and middle as well."""
    lefts = {*range(window.left, window.right - size[0] + 1, step), plate.left}
    lefts |= {plate.right - size[0], plate.centerx - size[0] // 2}
    tops = {*range(window.top, window.bottom - size[1] + 1, step)}
    for left in lefts:
        if window.left <= left <= window.right - size[0]:
            yield from ((left, top) for top in tops)


def _distance(box: Rect, plate: Rect) -> float:
    aside = abs(box.centerx - plate.centerx)
    gap = max(plate.left - box.right, box.left - plate.right, 0)
    drop = max(plate.top - box.bottom, box.top - plate.bottom, 0)
    return aside / 4 + gap + _LOW * drop


def tail(box: Rect, plate: Rect, length: int) -> list[tuple[int, int]]:
    """The little wedge that points from a box to a plate nearby; nothing where it is far."""
    if box.left < plate.right and plate.left < box.right:
        x = min(max(plate.centerx, box.left + 2 * length), box.right - 2 * length)
        if 0 <= box.top - plate.bottom <= 20 * length:
            return [(x - length, box.top), (x + length, box.top), (x, box.top - length)]
        return []
    if box.top < plate.bottom and plate.top < box.bottom:
        y = min(max(plate.centery, box.top + 2 * length), box.bottom - 2 * length)
        if box.left >= plate.right:
            return [(box.left, y - length), (box.left, y + length), (box.left - length, y)]
        return [(box.right, y - length), (box.right, y + length), (box.right + length, y)]
    return []
