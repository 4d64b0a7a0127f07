"""Room for a few words on a table that is in use: near somebody's plate, over nothing at all.

Pure: rectangles only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame import Rect

from game.ui.table.fans import bounds
from game.ui.table.layout import LIFT

if TYPE_CHECKING:
    from game.ui.table.layout import TableLayout

_STEPS: Final = 90
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
    found, best = None, inf
    for rank, size in enumerate(sizes):
        extra = rank * step
        nearer = _nearest(size, plate, obstacles, _Search(window, step, best - extra))
        if nearer is not None:
            best, found = nearer[0] + extra, nearer[1]
    return found


class _Search(NamedTuple):
    """Where to look, how finely, and what must be undercut."""

    window: Rect
    step: int
    cost: float


def _nearest(
    size: tuple[int, int], plate: Rect, obstacles: list[Rect], search: _Search
) -> tuple[float, Rect] | None:
    """Row by row, the nearest first; in a row the first that is free is the best."""
    found, cost = None, search.cost
    across = sorted((_aside(left, size[0], plate), left) for left in _lefts(size, plate, search))
    for down, top in sorted((_apart(top, size[1], plate), top) for top in _tops(size, search)):
        if down >= cost:
            break
        for aside, left in across:
            if aside + down >= cost:
                break
            box = Rect((left, top), size)
            if box.collidelist(obstacles) < 0:
                found, cost = box, aside + down
                break
    return None if found is None else (cost, found)


def _lefts(size: tuple[int, int], plate: Rect, search: _Search) -> set[int]:
    """Places in a row: a grid, and those in line with the plate."""
    window, last = search.window, search.window.right - size[0]
    own = {plate.left, plate.right - size[0], plate.centerx - size[0] // 2}
    grid = range(window.left, last + 1, search.step)
    return {left for left in (*grid, *own) if window.left <= left <= last}


def _tops(size: tuple[int, int], search: _Search) -> range:
    return range(search.window.top, search.window.bottom - size[1] + 1, search.step)


def _aside(left: int, width: int, plate: Rect) -> float:
    """How far beside a plate a box seems that begins there."""
    gap = max(plate.left - left - width, left - plate.right, 0)
    return abs(left + width / 2 - plate.centerx) / 4 + gap


def _apart(top: int, height: int, plate: Rect) -> float:
    """How far below or above."""
    return _LOW * max(plate.top - top - height, top - plate.bottom, 0)


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
