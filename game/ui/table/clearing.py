"""What the settlement would cover in part is cleared away while it is on show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pygame import Rect

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.table.layout import TableLayout

_EDGE = 0.13
"""How far a card's shadow and a full stock's rise reach, by its height."""


def clear_behind(
    surface: Surface, skin: Skin, layout: TableLayout, sheet: Rect, pots: list[Rect]
) -> None:
    """Lay the bare cloth over every pile, spread and pot that a sheet covers only in part."""
    cloth = skin.theme.cloth(surface.size)
    for box in half_covered(layout, sheet, pots):
        surface.blit(cloth, box, box)


def half_covered(layout: TableLayout, sheet: Rect, pots: list[Rect]) -> Iterator[Rect]:
    """The places that would look out from behind the sheet."""
    piles = ((layout.stock, layout.stock_tag), (layout.pile, layout.pile_tag))
    spreads = ((place.box, place.tag) for place in layout.spreads.values())
    for box, tag in (*piles, *spreads):
        edge = round(box.height * _EDGE)
        whole = box.inflate(2 * edge, 2 * edge).union(tag)
        if sheet.colliderect(box) and not sheet.contains(whole):
            yield whole
    for box in pots:
        if sheet.colliderect(box) and not sheet.contains(box):
            edge = max(4, box.height // 6)
            yield box.inflate(edge, edge)
