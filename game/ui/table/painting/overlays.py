"""Drawing overlays on the cards: counts, coins, a line of text, the cursor, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.kit.flourish import arch, mix, smooth
from game.ui.kit.paint import disc, ring, rounded
from game.ui.table.motion.layout import Design, card_width
from game.ui.table.painting.furniture import purse

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.table.motion.board import Board
    from game.ui.table.motion.effects import Coin
    from game.ui.table.motion.layout import SeatPlace, TableLayout

LINE = 18.0  # units: text size


def draw_count(surface: Surface, skin: Skin, place: SeatPlace, text: str, has_won: bool) -> None:
    """Draw the points left in a hand, on a medal at the end of its cards."""
    number = skin.text(text, "primary_ink" if has_won else "ink", 22, bold=True)
    radius = max(number.width // 2 + skin.px(8), skin.px(20))
    centre = _medal_centre(place, radius)
    disc(surface, centre, radius, skin.colour("gold_deep"))
    disc(surface, centre, radius - skin.px(2), skin.colour("primary" if has_won else "shade"))
    surface.blit(number, number.get_rect(center=centre))


def draw_counts(surface: Surface, skin: Skin, board: Board) -> None:
    """Draw the counts of all hands counted so far, winners' in gold once they are known.

    A hand without cards has no count.
    """
    counts = board.view.result.counts if board.view and board.view.result else ()
    for seat in sorted(board.effects.counted) if counts else ():
        place, has_won = board.layout.seats[seat], seat in (board.effects.winners or ())
        if place.cards:
            draw_count(surface, skin, place, str(counts[seat]), has_won)


def count_box(skin: Skin, place: SeatPlace) -> Rect:
    """Return the box of a count's medal, for any number of digits."""
    radius = skin.px(24)
    box = Rect(0, 0, 2 * radius, 2 * radius)
    box.center = _medal_centre(place, radius)
    return box


def _medal_centre(place: SeatPlace, radius: int) -> tuple[int, int]:
    right = max((card.x + card.width / 2 for card in place.cards), default=place.fan.centerx)
    return min(round(right), place.fan.right - radius), place.fan.bottom - radius


def draw_coin(surface: Surface, skin: Skin, layout: TableLayout, coin: Coin) -> None:
    """Draw stakes moving between plates: a coin each, three to six."""
    start = purse(skin, layout.seats[coin.payment.payer].plate)
    goal = purse(skin, layout.seats[coin.payment.payee].plate)
    middle = layout.lay.center
    for number in range(max(3, min(coin.payment.stakes, 6))):
        part = smooth(coin.part * 1.25 - number * 0.05)
        bow = arch(part) * 0.45  # towards the middle of the table
        x = mix(mix(start[0], goal[0], part), middle[0], bow) + number * skin.px(5)
        y = mix(mix(start[1], goal[1], part), middle[1], bow) - number * skin.px(4)
        coin_at(surface, skin, (round(x), round(y)), skin.px(mix(6, 13, arch(part))))


def coin_at(surface: Surface, skin: Skin, centre: tuple[int, int], radius: int) -> None:
    """Draw a coin."""
    disc(surface, (centre[0], centre[1] + max(1, radius // 5)), radius, (0, 0, 0, 90))
    disc(surface, centre, radius, skin.colour("gold_deep"))
    disc(surface, centre, radius - max(1, radius // 6), skin.colour("gold"))
    disc(surface, centre, max(1, radius // 3), skin.colour("gold_deep"))


def draw_line(
    surface: Surface,
    skin: Skin,
    layout: TableLayout,
    text: str,
    colour: str,
    *,
    clear: bool = False,
    taken: Sequence[Rect] = (),
) -> None:
    """Draw a line of text above the player's hand; with ``clear``, clear of raised cards, and of
    what is ``taken`` where there is room.
    """
    box, lines, units = line_place(skin, layout, text, clear=clear, taken=taken)
    words = [skin.text(each, colour, units) for each in lines]
    high = words[0].height
    edge = skin.colour("warning" if colour == "warning" else "panel_edge")
    radius = min(box.height, high + skin.px(14)) // 2
    rounded(surface, box, skin.colour("toast"), radius, edge, max(1, skin.px(1.5)))
    top = box.centery - high * len(words) // 2
    for number, each in enumerate(words):
        surface.blit(each, each.get_rect(midtop=(box.centerx, top + number * high)))


def line_place(
    skin: Skin,
    layout: TableLayout,
    text: str,
    *,
    clear: bool = False,
    taken: Sequence[Rect] = (),
) -> tuple[Rect, list[str], float]:
    """Return the box, lines and text size of a text above the player's hand.

    Where it would cover cards, tags or plates it moves left or right, its lines get shorter or its
    letters smaller; where nothing helps it covers as little as it can.
    """
    seat = max(layout.seats, key=lambda each: each.fan.top)  # the player's
    bottom = seat.fan.top - (round(Design.LIFT * layout.unit) if clear else 0) - skin.px(6)
    around, beside = 36.0, 16.0  # units: box margin, gap to the plate
    used = [*_near_the_line(layout), *taken]
    most = layout.log.left - seat.plate.right - skin.px(2 * beside + around)
    between = layout.pile.right - layout.stock.left  # no spread lies below the piles
    tried: list[tuple[int, tuple[Rect, list[str], float]]] = []
    for size in (LINE, 15.5, 13.0, 0.0):  # never too small to read
        units = skin.small(size)
        ways = [skin.lines(text, room, units) for room in (most, between)]
        if not layout.is_ample:
            ways.insert(0, [skin.fitted(text, skin.size[0] * 3 // 4, units)])
        for lines in ways:
            wide = max(skin.width(each, units) for each in lines)
            box = Rect(0, 0, wide, len(lines) * skin.line(units))
            box.inflate_ip(skin.px(around), skin.px(14))
            box.midbottom = (seat.fan.centerx, bottom)
            hidden, box = _least_hiding(box, used, skin.size[0], skin.px(6))
            tried.append((hidden, (box, lines, units)))
        if not min(tried, key=lambda each: each[0])[0]:
            break
    return min(tried, key=lambda each: each[0])[1]


def _near_the_line(layout: TableLayout) -> Iterator[Rect]:
    """Yield what the line above the player's hand should not cover."""
    own = max(layout.seats, key=lambda each: each.fan.top)
    for seat in layout.seats:
        yield seat.plate
        if seat is not own:
            yield from (card.bounds() for card in seat.cards)
    for spread in layout.spreads.values():
        yield from (spread.box, spread.tag)
    yield from (layout.stock, layout.stock_tag, layout.pile, layout.pile_tag, layout.log)


def _least_hiding(box: Rect, used: Sequence[Rect], width: int, gap: int) -> tuple[int, Rect]:
    """Move a box to the side, no further than need be, to where it hides least of what is in use
    in a window of this width; also returns how many pixels it hides.
    """
    band = [each for each in used if each.top < box.bottom and box.top < each.bottom]
    lefts = {box.left}
    for each in band:
        lefts |= {each.right + gap, each.left - gap - box.width}
    best: tuple[int, int, int] | None = None
    for left in lefts:
        if left == box.left or gap <= left <= width - gap - box.width:
            parts = (box.move(left - box.left, 0).clip(each).size for each in band)
            found = sum(wide * high for wide, high in parts), abs(left - box.left), left
            best = min(best or found, found)
    hidden, _way, left = best or (0, 0, box.left)
    return hidden, box.move(left - box.left, 0)


def cursor_width(skin: Skin) -> int:
    """Return the width of the bright part of the cursor's frame, in pixels."""
    return max(2, skin.px(3))


def draw_cursor(surface: Surface, skin: Skin, box: Rect) -> None:
    """Draw the keyboard cursor: a bright frame with a dark edge."""
    wide = cursor_width(skin)
    outer = box.inflate(2 * wide, 2 * wide)
    ring(surface, outer.inflate(4, 4), skin.colour("rim_dark"), skin.px(8) + 2, wide + 4)
    ring(surface, outer, skin.colour("focus"), skin.px(8), wide)


def draw_padlock(surface: Surface, skin: Skin, box: Rect, *, is_hovered: bool) -> None:
    """Draw the padlock of a sealed deck on a small disc."""
    radius, wide = box.width // 2, max(2, box.width // 11)
    disc(surface, box.center, radius, skin.colour("gold" if is_hovered else "gold_deep"))
    disc(surface, box.center, radius - max(1, wide // 2), skin.colour("rim_dark"))
    body = Rect(0, 0, box.width * 5 // 11, box.width * 4 // 11)
    body.midtop = (box.centerx, box.centery - box.width // 12)
    shackle = Rect(0, 0, body.width * 3 // 4, body.height * 3 // 2)
    shackle.midbottom = (body.centerx, body.centery)
    gold = skin.colour("gold")
    ring(surface, shackle, gold, shackle.width // 2, wide)
    rounded(surface, body, gold, max(1, wide))
    disc(surface, body.center, max(1, wide * 2 // 3), skin.colour("rim_dark"))


def draw_numbers(surface: Surface, skin: Skin, boxes: Sequence[Rect]) -> None:
    """Draw a number on each spread to choose from, without covering an index."""
    for place, box in enumerate(boxes, start=1):
        number = skin.text(str(place), "primary_ink", 20, bold=True)
        centre = (round(box.right - card_width(box.height) * 0.45), box.centery)
        disc(surface, centre, skin.px(17), skin.colour("rim_dark"))
        disc(surface, centre, skin.px(15), skin.colour("primary"))
        surface.blit(number, number.get_rect(center=centre))
