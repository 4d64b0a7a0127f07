"""Asks what wild cards are to stand for: every way to lay them, drawn as it would lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.rules.actions import Action, Hit, Spread
from game.rules.bound import bind
from game.rules.spreads import gap_for, read_spread, with_hit
from game.ui.kit.paint import BLEND, ring, rounded
from game.ui.table.badges import draw_badge, spread_mark
from game.ui.table.pieces import draw_key, key_width, panel
from game.ui.table.places import Pose, card_width

if TYPE_CHECKING:
    from game.rules.spreads import TableSpread
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.cardsheet import CardSheet
    from game.ui.table.layout import TableLayout

_HEIGHT, _SHARE = 92.0, 0.42
_PAD, _HEAD, _FOOT, _GAP = 12.0, 34.0, 24.0, 8.0
_TITLE = 18.0


def laid(view: SeatView, action: Action) -> TableSpread | None:
    """The spread on the table as it would lie after an action."""
    pack = bind(view.rules, view.seats).pack
    if isinstance(action, Spread):
        return read_spread(pack, action)
    if isinstance(action, Hit):
        spread = view.spreads[action.spread]
        gap = gap_for(pack, spread, action)
        return None if gap is None else with_hit(spread, action, gap.at_low_end, buries=False)
    return None


def place_ways(skin: Skin, layout: TableLayout, cards: Sequence[int]) -> tuple[Rect, ...]:
    """A box for every way, above one's own hand; ``cards`` tells how many each has."""
    height = _card_height(skin)
    high = height + skin.px(_FOOT) + skin.px(_PAD)
    gap, widest = skin.px(_GAP), skin.size[0] - skin.px(120)
    rows: list[list[int]] = [[]]
    for count in cards:
        width = _width(skin, count)
        if rows[-1] and sum(rows[-1]) + gap * len(rows[-1]) + width > widest:
            rows.append([])
        rows[-1].append(width)
    bottom = max(place.fan.top for place in layout.seats) - skin.px(22)
    top = bottom - len(rows) * (high + gap) + gap
    boxes = []
    for number, row in enumerate(rows):
        left = (skin.size[0] - sum(row) - gap * (len(row) - 1)) // 2
        for width in row:
            boxes.append(Rect(left, top + number * (high + gap), width, high))
            left += width + gap
    return tuple(boxes)


def _card_height(skin: Skin) -> int:
    return skin.px(_HEIGHT)


def _width(skin: Skin, count: int) -> int:
    card = card_width(_card_height(skin))
    return round(card * (1 + _SHARE * (count - 1))) + 2 * skin.px(_PAD)


def draw_ways(
    surface: Surface,
    skin: Skin,
    sheet: CardSheet,
    title: str,
    ways: Sequence[tuple[Rect, TableSpread, bool]],
) -> None:
    """The sheet with all ways on it; each comes with its box and whether it is pointed at."""
    if not ways:
        return
    boxes = [box for box, _spread, _hovered in ways]
    whole = boxes[0].unionall(boxes[1:])
    width = max(whole.width, skin.width(title, _TITLE, bold=True)) + 2 * skin.px(_PAD)
    back = Rect(0, 0, width, whole.height + skin.px(_HEAD) + skin.px(_PAD))
    back.midbottom = (whole.centerx, whole.bottom + skin.px(_PAD))
    panel(surface, skin, back, skin.px(14))
    head = Rect(back.left, back.top, back.width, skin.px(_HEAD))
    skin.write(surface, title, head, "accent", _TITLE, bold=True, align="middle")
    for number, (box, spread, is_hovered) in enumerate(ways, start=1):
        _draw_way(surface, skin, sheet, box, spread, is_hovered)
        at = (box.centerx - key_width(skin, str(number)) // 2, box.bottom - skin.px(_FOOT) // 2)
        draw_key(surface, skin, str(number), at, "ink")


def _draw_way(
    surface: Surface, skin: Skin, sheet: CardSheet, box: Rect, spread: TableSpread, hovered: bool
) -> None:
    rounded(surface, box, skin.colour("button_hover" if hovered else "button"), skin.px(9))
    if hovered:
        ring(surface, box, skin.colour("legal"), skin.px(9), max(2, skin.px(2)))
    height = _card_height(skin)
    wide = card_width(height)
    x, y = box.left + skin.px(_PAD) + wide / 2, box.top + skin.px(_PAD) // 2 + height / 2
    for place, card in enumerate(spread.cards):
        picture = sheet.plain(card, height)
        pose = Pose(x + place * wide * _SHARE, y, height)
        surface.blit(
            picture, picture.get_rect(center=(round(pose.x), round(pose.y))), special_flags=BLEND
        )
        mark = spread_mark(spread, place)
        if mark is not None:
            draw_badge(surface, skin, pose, mark)
