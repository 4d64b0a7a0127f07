"""Where everything lies on the table, for any window, any number of seats, any number of cards.

Pure: it knows counts and pixels, no cards, no fonts and no display.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pygame import Rect

from game.ui.table.fans import OPEN_SPACING, closed_fan, own_fan, row
from game.ui.table.packing import Group, Lengths, SpreadPlace, place_spreads
from game.ui.table.places import INDEX_SHARE, Pose, Slot, Zone, card_width

DESIGN_WIDTH, DESIGN_HEIGHT = 1280, 720
HAND_HEIGHT, SEAT_HEIGHT, PILE_HEIGHT, SPREAD_HEIGHT = 144, 112, 136, 112
LIFT = 18
PLATE_HEIGHT, OWN_PLATE_HEIGHT, FAN_HEIGHT, SINK = 46, 74, 120, 22
ARC = 12
"""How far the ends of the player's own fan hang below its middle, and a tilted card out of it."""
"""How far a chosen card of one's own rises."""
LEAST_TARGET = 24
LEAST_FACE = 0.75
"""Pixels for one unit of plates and the like, at least: what they tell must fit."""
LEAST_SIZE = (640, 360)


@dataclass(frozen=True, slots=True)
class Shape:
    """How many cards lie where; all that a layout depends on beside the window."""

    seats: int
    me: int
    hands: tuple[int, ...]
    spreads: tuple[Group, ...] = ()
    buttons: tuple[str, ...] = ()
    shown: frozenset[int] = frozenset()
    """The seats whose hands are shown, as at the end."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What the player has set: pixels for one unit of plates, buttons and words, 0 as large as
    fits, and the share of a card's width that its index needs.
    """

    face: float = 0.0
    index: float = INDEX_SHARE


USUAL = Measures()


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat: its name plate, the box that its cards keep to, and the cards."""

    plate: Rect
    fan: Rect
    cards: tuple[Pose, ...]
    cut: Pose
    """Where the card lies that it cuts for the deal."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Every rectangle of the table, none over another, in window pixels."""

    size: tuple[int, int]
    unit: float
    """Pixels for one pixel of the 1280×720 design, where cards and what they lie on are meant."""
    seats: tuple[SeatPlace, ...]
    stock: Rect
    stock_tag: Rect
    pile: Rect
    pile_tag: Rect
    spreads: Mapping[int, SpreadPlace]
    lay: Rect
    """The open cloth in the middle, where cards can be dropped to lay them."""
    buttons: Mapping[str, Rect]
    sort: Rect
    menu: Rect
    stake: Rect
    log: Rect
    pile_height: float
    poses: Mapping[Slot, Pose] = field(repr=False)

    def px(self, units: float) -> int:
        """Design pixels as whole window pixels, at least one."""
        return max(1, round(units * self.unit))

    def pose(self, slot: Slot) -> Pose:
        """Where the card in a slot lies; any place of stock and pile lies on top of it."""
        match slot.zone:
            case Zone.STOCK | Zone.PILE:
                return self.poses[Slot(slot.zone)]
            case Zone.CUT:
                first = self.poses[Slot(Zone.CUT, slot.owner)]
                return first.moved(first.width * 0.35 * slot.place, 0)
            case _:
                return self.poses[slot]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The window cut into bands; ``unit`` is that of the cards, ``face`` that of all else."""

    unit: float
    face: float
    index: float
    margin: int
    top: Rect
    middle: Rect
    hand: Rect
    buttons: Rect
    corner: Rect
    log: Rect


def arrange(size: tuple[int, int], shape: Shape, measures: Measures = USUAL) -> TableLayout:
    """Lay out the whole table; of a window smaller than can be played in, the corner is seen."""
    size = max(size[0], LEAST_SIZE[0]), max(size[1], LEAST_SIZE[1])
    frame = _frame(size, shape.seats, measures)
    unit = frame.unit
    stock, pile, stock_tag, pile_tag = _piles(frame)
    seats = tuple(_seat(frame, shape, seat) for seat in range(shape.seats))
    spreads = _spreads(frame, shape, stock.left, pile.right)
    plate = seats[shape.me].plate
    sort, menu, stake = _corner(frame, plate)
    height = float(stock.height)
    return TableLayout(
        size=size,
        unit=unit,
        seats=seats,
        stock=stock,
        stock_tag=stock_tag,
        pile=pile,
        pile_tag=pile_tag,
        spreads=spreads,
        lay=frame.middle,
        buttons=_buttons(frame, shape.buttons),
        sort=sort,
        menu=menu,
        stake=stake,
        log=frame.log,
        pile_height=height,
        poses=_poses(seats, spreads, stock, pile),
    )


def _frame(size: tuple[int, int], seats: int, measures: Measures) -> _Frame:
    width, height = size
    unit = min(width / DESIGN_WIDTH, height / DESIGN_HEIGHT)
    face = min(measures.face or unit, unit)
    margin = round(18 * unit)
    row_height = max(LEAST_TARGET, round(40 * face))
    side = min(round(290 * face), width // 4)
    buttons = Rect(side, height - margin - row_height, width - 2 * side, row_height)
    hand_height = round((HAND_HEIGHT + LIFT + ARC) * unit)
    hand = Rect(side, buttons.top - round(6 * unit) - hand_height, width - 2 * side, hand_height)
    sink = SINK if seats > 3 else 0
    top_height = round(PLATE_HEIGHT * face) + round(2 * face + (FAN_HEIGHT + sink) * unit)
    top = Rect(margin, margin, width - 2 * margin, top_height)
    gap = round(6 * unit)
    middle = Rect(margin, top.bottom + gap, width - 2 * margin, hand.top - top.bottom - 2 * gap)
    block = Rect(margin, hand.top, side - 2 * margin, height - margin - hand.top)
    log = block.move(width - side, 0)
    return _Frame(unit, face, measures.index, margin, top, middle, hand, buttons, block, log)


def _piles(frame: _Frame) -> tuple[Rect, Rect, Rect, Rect]:
    """Stock and pile side by side in the middle, each with a tag below."""
    unit, middle = frame.unit, frame.middle
    height = round(PILE_HEIGHT * unit)
    width = round(card_width(height))
    tag = max(16, round(24 * frame.face))
    gap = round(26 * unit)
    top = middle.centery - (height + tag + round(6 * unit)) // 2
    stock = Rect(middle.centerx - gap // 2 - width, top, width, height)
    pile = stock.move(width + gap, 0)
    tag_top = stock.bottom + round(6 * unit)
    tags = [Rect(box.left - gap // 2 + 1, tag_top, width + gap - 2, tag) for box in (stock, pile)]
    return stock, pile, tags[0], tags[1]


def _seat(frame: _Frame, shape: Shape, seat: int) -> SeatPlace:
    return _own_seat(frame, shape) if seat == shape.me else _other_seat(frame, shape, seat)


def _own_seat(frame: _Frame, shape: Shape) -> SeatPlace:
    unit = frame.unit
    corner = frame.corner
    plate = Rect(corner.left, corner.top, corner.width, round(OWN_PLATE_HEIGHT * frame.face))
    height = HAND_HEIGHT * unit
    lift = round(LIFT * unit)
    fan = Rect(frame.hand.left, frame.hand.top + lift, frame.hand.width, frame.hand.height - lift)
    cut = Pose(fan.centerx, fan.centery, height)
    return SeatPlace(plate, fan, own_fan(fan, shape.hands[shape.me], height), cut)


def _other_seat(frame: _Frame, shape: Shape, seat: int) -> SeatPlace:
    unit = frame.unit
    others = shape.seats - 1
    place = (seat - shape.me) % shape.seats - 1
    step = _seat_step(frame, others)
    centre = round(frame.top.centerx + (place - (others - 1) / 2) * step)
    width = min(step - round(10 * unit), round(330 * unit))
    sink = _sink(frame, centre) if others > 2 else 0
    plate_width = min(width, round(236 * frame.face))
    plate = Rect(
        centre - plate_width // 2,
        frame.top.top + sink,
        plate_width,
        round(PLATE_HEIGHT * frame.face),
    )
    height = SEAT_HEIGHT * unit
    fan = Rect(centre - width // 2, plate.bottom + int(2 * unit), width, int(FAN_HEIGHT * unit))
    count = shape.hands[seat]
    if seat in shape.shown:
        cards = row(fan, count, height, OPEN_SPACING, frame.index)
    else:
        cards = closed_fan(fan, count, height * 0.92)
    return SeatPlace(plate, fan, cards, Pose(fan.centerx, fan.centery, height))


def _seat_step(frame: _Frame, others: int) -> int:
    if others == 2:
        return round(frame.top.width * 0.44)
    return frame.top.width // max(others, 3)


def _sink(frame: _Frame, centre: int) -> int:
    """Seats farther out sit a little lower, as round a table."""
    off = abs(centre - frame.top.centerx) / (frame.top.width / 2)
    return int(SINK * frame.unit * off * off)


def _spreads(frame: _Frame, shape: Shape, stock: int, pile: int) -> Mapping[int, SpreadPlace]:
    middle, unit = frame.middle, frame.unit
    gap = round(22 * unit)
    left = Rect(middle.left, middle.top, stock - gap - middle.left, middle.height)
    right = Rect(pile + gap, middle.top, middle.right - pile - gap, middle.height)
    ordered = sorted(shape.spreads, key=lambda group: (_turn(shape, group), group.number))
    sides = (
        [group for group in ordered if not _is_right(shape, group)],
        [group for group in ordered if _is_right(shape, group)],
    )
    tag = max(15, round(20 * frame.face))
    measures = Lengths(SPREAD_HEIGHT * unit, round(12 * unit), tag, frame.index)
    return place_spreads(sides, (left, right), measures)


def _turn(shape: Shape, group: Group) -> int:
    """How many seats after the player's own; its own spreads last."""
    return (group.owner - shape.me - 1) % shape.seats


def _is_right(shape: Shape, group: Group) -> bool:
    """Seats of the right half, and one's own, lay on the right."""
    return _turn(shape, group) >= shape.seats / 2


def _corner(frame: _Frame, plate: Rect) -> tuple[Rect, Rect, Rect]:
    """The sort button, the menu button and the stake, below the player's own name plate."""
    face, corner = frame.face, frame.corner
    gap = round(8 * face)
    height = frame.buttons.height
    square = max(LEAST_TARGET, height)
    menu = Rect(corner.left, corner.bottom - height, square, height)
    sort = Rect(menu.right + gap, menu.top, corner.right - menu.right - gap, height)
    top = plate.bottom + gap
    stake = Rect(corner.left, top, corner.width, menu.top - gap - top)
    return sort, menu, stake


def _buttons(frame: _Frame, names: tuple[str, ...]) -> Mapping[str, Rect]:
    if not names:
        return {}
    face, band = frame.face, frame.buttons
    gap = round(8 * face)
    width = min(round(150 * face), (band.width - gap * (len(names) - 1)) // len(names))
    total = width * len(names) + gap * (len(names) - 1)
    left = band.centerx - total // 2
    return {
        name: Rect(left + place * (width + gap), band.top, width, band.height)
        for place, name in enumerate(names)
    }


def _poses(
    seats: tuple[SeatPlace, ...], spreads: Mapping[int, SpreadPlace], stock: Rect, pile: Rect
) -> Mapping[Slot, Pose]:
    poses = {
        Slot(zone): Pose(*box.center, float(box.height))
        for zone, box in ((Zone.STOCK, stock), (Zone.PILE, pile))
    }
    for seat, place in enumerate(seats):
        poses[Slot(Zone.CUT, seat)] = place.cut
        poses |= {Slot(Zone.HAND, seat, i): pose for i, pose in enumerate(place.cards)}
    for number, spread in spreads.items():
        poses |= {Slot(Zone.SPREAD, number, i): pose for i, pose in enumerate(spread.poses)}
    return poses
