"""The layout of the table, for any window, any number of seats and of cards.

`arrange` turns counts into rectangles and poses in pixels; it knows no cards and draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from math import copysign, cos, inf, radians, sin

from pygame import Rect

# -- slots and poses -------------------------------------------------------------------------------


class Zone(IntEnum):
    """The places that hold cards."""

    STOCK = 0
    PILE = 1
    SPREAD = 2
    HAND = 3
    CUT = 4
    """A card cut for the deal, before its seat."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """The place of one card."""

    zone: Zone
    owner: int = 0
    """The seat of a hand or a cut, the number of a spread; 0 for stock and pile."""
    place: int = 0


STOCK = Slot(Zone.STOCK)


class Design:
    """The measures of the table, in pixels of a window of 1280×720 unless they name another
    unit.
    """

    WIDTH, HEIGHT = 1280, 720
    CARD_ASPECT = 5 / 7
    """Width of a card by its height."""
    INDEX_SHARE, LARGE_INDEX_SHARE = 0.22, 0.34
    """The part of a card's width, from the left, that its index needs and that is never covered."""
    HAND_HEIGHT, SEAT_HEIGHT, PILE_HEIGHT, SPREAD_HEIGHT = 144, 112, 136, 112
    LIFT = 18
    """How far a chosen card is raised."""
    PLATE_WIDTH, PLATE_HEIGHT, OWN_PLATE_HEIGHT, FAN_HEIGHT = 236, 46, 74, 120
    TOP_PLATE_HEIGHT = 60
    """Beside cards a plate may be higher than above them."""
    SIDE_FAN_WIDTH, SIDE_FAN_HEIGHT, SIDE_TURN = 240, 142, 16.0
    """The cards of a seat at a side lie turned towards the middle, so many degrees."""
    PAIR_FAN_WIDTH, PAIR_TURN = 220, 6.0
    """Where two sit at a side there is less room for them, and to turn them."""
    SINK = 16
    """How far the cards of the upper of two seats at a side lie towards the middle."""
    LINE_HEIGHT = 36
    """What is kept free of spreads above the player's hand, for a line of text, if there is
    room.
    """
    LINE_BELOW = 29
    """What is kept free for that line at the bottom of the region of spreads, as tags of usual
    letters are lower than the room kept for them.
    """
    TWO_LARGER, LARGEST = 1.17, 1.4
    """How much larger cards are at a table of two, in a wide window and in a high one."""
    ARC = 12
    """How far the ends of the player's fan hang below its middle."""
    SEAL, SEAL_GAP = 24, 10
    """The side of the padlock, and what is free between it and stock and pile."""
    BAND_HEIGHT = 66
    """From the lower edge of the player's hand to that of the window: the row of buttons."""
    LEAST_TARGET = 24
    """Window pixels."""
    LEAST_FACE = 0.75
    """Pixels for one unit of plates and buttons, at least: their texts must fit."""
    LARGEST_FACE = 1.25
    """The most that a unit of plates and buttons is of one of cards; texts grow a little
    further.
    """
    BUTTON_WIDTH, BUTTON_EDGE = 150, 44
    """The usual width of a button, and what of it is for its key and the room around its word."""
    AMPLE = 1.02
    """The growth from which lines break, and the log gives way."""
    LEAST_SIZE = (640, 360)
    """Window pixels."""
    OPEN_SPACING = 0.62
    """The share of a card's width from one open card to the next."""
    SPREAD_SHARE, LEAST_SPREAD_SHARE = 0.36, 0.25
    """The share of a card that its right neighbour in a spread leaves uncovered, if there is room,
    and at least.
    """
    SLACK = 0.03
    """What stays uncovered beyond the index, at least."""
    SHRINK = 0.97
    """The factor from one height of a spread to the next that is tried."""
    LEAST_SPREAD_HEIGHT = 30.0
    """Window pixels."""


def card_width(height: float) -> float:
    """Return how wide a card of this height is."""
    return height * Design.CARD_ASPECT


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies: its centre and height in pixels, its angle in degrees, anticlockwise."""

    x: float
    y: float
    height: float
    angle: float = 0.0

    @property
    def width(self) -> float:
        return card_width(self.height)

    def moved(self, dx: float, dy: float) -> Pose:
        """Return the pose moved by so many pixels."""
        return Pose(self.x + dx, self.y + dy, self.height, self.angle)

    def bounds(self) -> Rect:
        """Return the upright rectangle that a tilted card fills."""
        turn = radians(abs(self.angle))
        width = self.width * cos(turn) + self.height * sin(turn)
        height = self.height * cos(turn) + self.width * sin(turn)
        left, top = round(self.x - width / 2), round(self.y - height / 2)
        return Rect(left, top, round(width), round(height))


@dataclass(frozen=True, slots=True)
class Stack:
    """The cards of the stock: one in four is drawn, each a little higher than the one below."""

    size: int
    unit: float
    """Pixels for one of the design."""

    @property
    def layers(self) -> int:
        """How many cards are drawn."""
        return (self.size + 3) // 4

    def shift(self, layer: int) -> tuple[float, float]:
        """Return how far a drawn card lies from the lowest one, in pixels."""
        rise = -layer * max(1.0, self.unit * 0.8)
        return rise * 0.5, rise

    def topmost(self) -> tuple[float, float]:
        """Return how far the top card lies from the lowest one, in pixels."""
        return self.shift(max(0, self.layers - 1))

    def box(self, lowest: Rect) -> Rect:
        """Return the box of the whole stock around that of its lowest card."""
        dx, dy = self.topmost()
        return lowest.union(lowest.move(round(dx), round(dy)))


# -- the cards of one hand or spread ---------------------------------------------------------------


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
    wished: float = Design.OPEN_SPACING,
    least: float = Design.INDEX_SHARE,
) -> tuple[Pose, ...]:
    """Cards in a row in the middle of the box, smaller where an index would be covered.

    ``least`` is the share of a card's width that must stay uncovered.
    """
    height = min(height, box.width / (1 + least * max(count - 1, 0)) / Design.CARD_ASPECT)
    step = spacing(box.width, count, height, wished)
    left = box.centerx - step * (count - 1) / 2
    return tuple(Pose(left + step * place, box.centery, height) for place in range(count))


@dataclass(frozen=True, slots=True)
class HandFan:
    """The way in which the cards of a hand are fanned out on an arc."""

    spacing: float
    """The share of a card's width from one card to the next, at most."""
    edge: float
    """What the tilted cards at the ends need beside, as a share of a card's height."""
    tilt: float
    """Degrees between two neighbours, at most; below 0 the ends are higher than the middle."""
    span: float
    """Degrees between the outermost cards, at most."""

    def poses(self, box: Rect, count: int, height: float) -> tuple[Pose, ...]:
        """Return the cards, less tilted where the box is too low."""
        step = spacing(box.width - height * self.edge, count, height, self.spacing)
        half = (count - 1) / 2
        tilt = copysign(min(abs(self.tilt), self.span / max(count - 1, 1)), self.tilt)
        while abs(tilt) > 0.05:
            rise = card_width(height) * sin(radians(abs(tilt) * half))
            if abs(_drop(step, half, tilt)) + rise <= box.height - height:
                break
            tilt *= 0.9
        drops = [_drop(step, place - half, tilt) for place in range(count)]
        middle = box.centery - max(drops, key=abs, default=0.0) / 2
        return tuple(
            Pose(box.centerx + step * (place - half), middle + drop, height, tilt * (half - place))
            for place, drop in enumerate(drops)
        )


@lru_cache(maxsize=32)
def _turned_fan(
    fan: HandFan, box: tuple[int, int, int, int], count: int, height: float, angle: float
) -> tuple[Pose, ...]:
    """Return the cards of a hand turned as one by ``angle`` degrees, anticlockwise, within a box.

    Many cards lie closer together and are fanned out less, but are not smaller, so that a hand
    keeps its size as it grows; they are smaller only where even that leaves no room.
    """
    room = Rect(box)
    if not count:
        return ()
    share = 1.0
    while True:
        closer = replace(
            fan, spacing=fan.spacing * share, tilt=fan.tilt * share, span=fan.span * share
        )
        cards = [_turned(card, room, angle) for card in closer.poses(room, count, height)]
        boxes = [card.bounds() for card in cards]
        whole = boxes[0].unionall(boxes[1:])
        scale = min(1.0, room.width / whole.width, room.height / whole.height)
        if scale == 1.0 or share < 0.1:
            break
        share *= 0.97
    return tuple(
        Pose(
            room.centerx + (card.x - whole.centerx) * scale,
            room.centery + (card.y - whole.centery) * scale,
            card.height * scale,
            card.angle,
        )
        for card in cards
    )


def _turned(card: Pose, box: Rect, angle: float) -> Pose:
    """Turn a card about the middle of a box by ``angle`` degrees, anticlockwise."""
    turn = radians(angle)
    dx, dy = card.x - box.centerx, card.y - box.centery
    x, y = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    return Pose(x, y, card.height, card.angle + angle)


def _drop(step: float, off: float, tilt: float) -> float:
    """Return how far below the middle of an arc a card hangs that is ``off`` places from it."""
    return step / radians(tilt) * (1 - cos(radians(tilt * off)))


OWN_FAN = HandFan(spacing=0.8, edge=0.12, tilt=1.4, span=8.4)
CLOSED_FAN = HandFan(spacing=0.26, edge=0.5, tilt=-4.0, span=24.0)


# -- spreads: up to seventeen, each in front of who laid it, as long as there is room --------------


@dataclass(frozen=True, slots=True)
class LaidSpread:
    """A spread to be placed: its number, its owner, and how many cards it has."""

    number: int
    owner: int
    cards: int


@dataclass(frozen=True, slots=True)
class SpreadPlace:
    """The place of a spread: its cards, and the tag below that says whose it is."""

    box: Rect
    tag: Rect
    poses: tuple[Pose, ...]


_Row = list[LaidSpread]


@dataclass(frozen=True, slots=True)
class _Trial:
    """A size to try: the height of a card, the uncovered share, the gaps and the tag's height."""

    height: float
    share: float
    gap: int
    tag: int

    def width(self, group: LaidSpread) -> int:
        return round(card_width(self.height) * (1 + self.share * (group.cards - 1))) + 1

    @property
    def line(self) -> int:
        return round(self.height) + self.tag + self.gap

    def place(self, group: LaidSpread, left: int, top: int) -> SpreadPlace:
        """Return a spread with its top left corner there."""
        box = Rect(left, top, self.width(group), round(self.height))
        width = card_width(self.height)
        poses = tuple(
            Pose(left + width / 2 + width * self.share * place, box.centery, self.height)
            for place in range(group.cards)
        )
        return SpreadPlace(box, Rect(left, box.bottom, box.width, self.tag), poses)

    def rows(self, groups: Sequence[LaidSpread], region: Rect) -> list[_Row] | None:
        """Break the spreads into rows, or None if the region cannot hold them."""
        rows: list[_Row] = []
        used = region.width + 1
        for group in groups:
            width = self.width(group)
            if width > region.width:
                return None
            if used + self.gap + width > region.width:
                rows.append([])
                used = -self.gap
            rows[-1].append(group)
            used += self.gap + width
        return rows if len(rows) * self.line - self.gap <= region.height else None

    def lay(self, rows: list[_Row], region: Rect, *, from_right: bool) -> dict[int, SpreadPlace]:
        """Lay rows out from the piles outwards, so that a new spread moves none that lies there."""
        places: dict[int, SpreadPlace] = {}
        top = region.centery - (len(rows) * self.line - self.gap) // 2
        for line, groups in enumerate(rows):
            edge = region.right if from_right else region.left
            for group in groups:
                left = edge - self.width(group) if from_right else edge
                place = self.place(group, left, top + line * self.line)
                places[group.number] = place
                edge = left - self.gap if from_right else place.box.right + self.gap
        return places


@dataclass(frozen=True, slots=True)
class _Front:
    """The room for spreads, and the place in front of each seat that its spreads come nearest."""

    region: Rect
    taken: tuple[Rect, ...]
    anchors: Mapping[int, tuple[int, int]]
    gap: int

    def place(self, groups: Sequence[LaidSpread], trial: _Trial) -> dict[int, SpreadPlace] | None:
        """Place spreads in the order in which they were laid, so that a new one moves none; None
        where one finds no room.
        """
        places: dict[int, SpreadPlace] = {}
        for group in groups:
            box = self._nearest(group, trial, places)
            if box is None:
                return None
            places[group.number] = trial.place(group, box.left, box.top)
        return places

    def _nearest(
        self, group: LaidSpread, trial: _Trial, placed: Mapping[int, SpreadPlace]
    ) -> Rect | None:
        """The free box nearest to the owner's place; those that touch what lies there are tried."""
        region, gap = self.region, self.gap
        lying = (each.box.union(each.tag) for each in placed.values())
        taken = [box.inflate(2 * gap - 2, gap - 2) for box in (*self.taken, *lying)]
        (x, y), size = self.anchors[group.owner], (trial.width(group), trial.line - gap)
        across = {x - size[0] // 2, region.left, region.right - size[0]}
        down = {y - size[1] // 2, region.top, region.bottom - size[1]}
        for each in taken:
            across |= {each.right + 1, each.left - 1 - size[0]}
            down |= {each.bottom + 1, each.top - 1 - size[1]}
        room = Rect(region.topleft, (region.width - size[0] + 1, region.height - size[1] + 1))
        lefts = _by_cost(across, x - size[0] / 2, 1.0, (room.left, room.right))
        tops = _by_cost(down, y - size[1] / 2, 1.5, (room.top, room.bottom))
        found, best = None, inf
        for aside, left in lefts:
            if aside >= best:
                break
            for beyond, top in tops:
                if aside + beyond >= best:
                    break
                box = Rect((left, top), size)
                if box.collidelist(taken) < 0:
                    found, best = box, aside + beyond
        return found


def _by_cost(
    edges: Iterable[int], wished: float, weight: float, room: tuple[int, int]
) -> list[tuple[float, int]]:
    """Return the edges that have room, the cheapest first."""
    return sorted((weight * abs(e - wished), e) for e in edges if room[0] <= e < room[1])


def _in_front(
    groups: Sequence[LaidSpread],
    fronts: Sequence[_Front],
    wished: _Trial,
    narrow: float,
    least: float,
) -> dict[int, SpreadPlace]:
    """Each spread where it comes nearest to its owner's place, as large as fits, in the first of
    these rooms that holds them all; none if they would have to be lower than ``least``.
    """
    height = wished.height
    while height >= least:
        for share in (wished.share, narrow):
            trial = replace(wished, height=height, share=share)
            for front in fronts:
                if (places := front.place(groups, trial)) is not None:
                    return places
        height *= Design.SHRINK**2
    return {}


@dataclass(frozen=True, slots=True)
class _Sides:
    """The spreads that belong left and right of stock and pile, and the regions for them there."""

    left: Sequence[LaidSpread]
    right: Sequence[LaidSpread]
    regions: tuple[Rect, Rect]

    def place(self, wished: _Trial, narrow: float) -> dict[int, SpreadPlace]:
        """Place each spread on the side of its owner, or on either side if it does not fit there.

        Cards are as large as fits, up to the wished height, and closer together if that helps.
        """
        height = wished.height
        while height > Design.LEAST_SPREAD_HEIGHT:
            for share in (wished.share, narrow):
                trial = replace(wished, height=height, share=share)
                rows = self._rows(trial)
                if rows is not None:
                    return self._lay(*rows, trial)
            height *= Design.SHRINK
        # In a window far too small, one spread a row, even over the window's edge.
        trial = _Trial(Design.LEAST_SPREAD_HEIGHT, narrow, 2, wished.tag)
        return self._lay([[each] for each in self.left], [[each] for each in self.right], trial)

    def _rows(self, trial: _Trial) -> tuple[list[_Row], list[_Row]] | None:
        """Rows for both sides: each spread on its own side, or the first ones left, the rest right,
        as evenly as they fit.
        """
        groups = [*self.left, *self.right]
        cuts = sorted(range(len(groups) + 1), key=lambda place: abs(2 * place - len(groups)))
        for cut in (len(self.left), *cuts):
            left = trial.rows(groups[:cut], self.regions[0])
            right = trial.rows(groups[cut:], self.regions[1])
            if left is not None and right is not None:
                return left, right
        return None

    def _lay(self, left: list[_Row], right: list[_Row], trial: _Trial) -> dict[int, SpreadPlace]:
        laid = trial.lay(left, self.regions[0], from_right=True)
        return laid | trial.lay(right, self.regions[1], from_right=False)


# -- what a layout depends on ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """How many cards lie where: what a layout depends on beside the window."""

    seats: int
    me: int
    hands: tuple[int, ...]
    spreads: tuple[LaidSpread, ...] = ()
    buttons: tuple[str, ...] = ()
    shown: frozenset[int] = frozenset()
    """The seats whose hands are shown, as at the end."""

    def turn(self, group: LaidSpread) -> int:
        """Return how many seats after the player's a group's seat is; its own spreads come last."""
        return (group.owner - self.me - 1) % self.seats

    def is_right(self, group: LaidSpread) -> bool:
        """Seats of the right half, and the player, lay on the right."""
        return self.turn(group) >= self.seats / 2

    def beside(self, seats: Sequence[SeatPlace], piles: Rect, middle: Rect, unit: float) -> _Sides:
        """Return the spreads of both sides, and the regions for them beside stock and pile."""
        gap = round(16 * unit)
        others = [place for seat, place in enumerate(seats) if seat != self.me]
        blocks = [place.fan.union(place.plate) for place in others if place.fan.bottom > middle.top]
        left = max((box.right + gap for box in blocks if box.x < piles.x), default=middle.left)
        right = min((box.left - gap for box in blocks if box.x > piles.x), default=middle.right)
        regions = (
            Rect(left, middle.top, piles.left - gap - left, middle.height),
            Rect(piles.right + gap, middle.top, right - piles.right - gap, middle.height),
        )
        ordered = sorted(self.spreads, key=lambda group: (self.turn(group), group.number))
        return _Sides(
            left=[group for group in ordered if not self.is_right(group)],
            right=[group for group in ordered if self.is_right(group)],
            regions=regions,
        )


@dataclass(frozen=True, slots=True)
class Measures:
    """Settings: pixels for one unit of plates, buttons and texts (0: as large as fits), the share
    of a card's width that its index needs, and how wide the words of buttons are, in pixels.
    """

    face: float = 0.0
    index: float = Design.INDEX_SHARE
    words: tuple[tuple[str, int], ...] = ()


USUAL = Measures()


@dataclass(frozen=True)
class SeatPlace:
    """A seat: its name plate, the box that its cards keep to, and its cards."""

    plate: Rect
    fan: Rect
    cards: tuple[Pose, ...]
    cut: Pose
    """The pose of the seat's card in the cut for the deal."""

    @cached_property
    def hand(self) -> Rect | None:
        """The box of the seat's cards; None if it has none."""
        boxes = [card.bounds() for card in self.cards]
        return boxes[0].unionall(boxes[1:]) if boxes else None


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Every rectangle of the table, none over another, in window pixels."""

    size: tuple[int, int]
    unit: float
    """Window pixels for one pixel of the design, for cards and what they lie on."""
    seats: tuple[SeatPlace, ...]
    stock: Rect
    stock_tag: Rect
    pile: Rect
    pile_tag: Rect
    seal: Rect
    """Where the padlock of a sealed deck lies."""
    spreads: Mapping[int, SpreadPlace]
    lay: Rect
    """The open cloth in the middle, where cards can be dropped to lay them."""
    buttons: Mapping[str, Rect]
    band: Rect
    """The room for buttons: a row as high as the menu."""
    sort: Rect
    menu: Rect
    stake: Rect
    log: Rect
    is_ample: bool
    """Whether texts are larger than where cards have their usual size: there is less room."""
    pile_height: float
    poses: Mapping[Slot, Pose] = field(repr=False)

    def px(self, units: float) -> int:
        """Design pixels as whole window pixels, at least one."""
        return max(1, round(units * self.unit))

    def pose(self, slot: Slot) -> Pose:
        """Return the pose of the card in a slot; in stock and pile any place is the top."""
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
    grow: float
    """How much larger than usual cards are."""
    index: float
    margin: int
    row: int
    """How high a button is."""
    top: Rect
    middle: Rect
    hand: Rect
    buttons: Rect
    """The room of one or two rows of buttons."""
    corner: Rect
    log: Rect

    @classmethod
    def cut(cls, size: tuple[int, int], seats: int, measures: Measures) -> _Frame:
        """Return the bands of a window."""
        width, height = size
        unit = min(width / Design.WIDTH, height / Design.HEIGHT)
        face = min(measures.face or unit, Design.LARGEST_FACE * unit)
        grow = 1.0
        if seats == 2:
            grow = min(Design.TWO_LARGER * height / unit / Design.HEIGHT, Design.LARGEST)
        margin = round(18 * unit)
        row_height = max(Design.LEAST_TARGET, round(40 * face))
        side = min(round(290 * face), width // 4)
        hand = Rect(
            side,
            0,
            width - 2 * side,
            round((Design.HAND_HEIGHT * grow + Design.LIFT + Design.ARC) * unit),
        )
        hand.bottom = height - round(Design.BAND_HEIGHT * unit)
        lowest = max(height - margin, hand.bottom + round(4 * unit) + row_height)
        buttons = Rect(side, lowest - row_height, width - 2 * side, row_height)
        high = round((Design.HAND_HEIGHT * min(grow, 1.0) + Design.LIFT + Design.ARC) * unit)
        block = Rect(margin, 0, side - 2 * margin, high)
        block.bottom = hand.bottom
        block.height = lowest - block.top
        log = block.move(width - side, 0)
        has_top = seats - 1 > 2 * _at_each_side(seats - 1)
        top_height = round(Design.FAN_HEIGHT * grow * unit) if has_top else 0
        top = Rect(margin, margin, width - 2 * margin, top_height)
        gap = round(6 * unit)
        middle = Rect(margin, top.bottom + gap, width - 2 * margin, hand.top - top.bottom - 2 * gap)
        return cls(
            unit=unit,
            face=face,
            grow=grow,
            index=measures.index,
            margin=margin,
            row=row_height,
            top=top,
            middle=middle,
            hand=hand,
            buttons=buttons,
            corner=block,
            log=log,
        )

    @classmethod
    def roomy(cls, size: tuple[int, int], seats: int, index: float) -> _Frame:
        """Return the bands for the largest letters. Cards lie as they say at every scale: so none
        gets smaller, or moves, when letters grow.
        """
        return cls.cut(size, seats, Measures(face=inf, index=index))

    def card(self, height: float) -> float:
        """Return the height of a card in pixels; ``height`` is the usual one in the design."""
        return height * self.grow * self.unit

    @property
    def tag(self) -> int:
        return max(16, round(24 * self.face))

    @property
    def spread_tag(self) -> int:
        return max(15, round(20 * self.face))

    @property
    def wider(self) -> int:
        """Pixels by which the window is wider than the design."""
        return max(0, self.middle.width + 2 * self.margin - round(Design.WIDTH * self.unit))

    def piles(self) -> tuple[Rect, Rect, Rect, Rect]:
        """Stock and pile side by side in the middle, each with a tag below."""
        unit, middle = self.unit, self.middle
        height = round(self.card(Design.PILE_HEIGHT))
        width = round(card_width(height))
        tag = self.tag
        gap, beside = round((Design.SEAL + 2 * Design.SEAL_GAP) * unit), round(12 * unit)
        lowest = middle.bottom - round(Design.LINE_HEIGHT * self.face * Design.LARGEST_FACE)
        highest = max(middle.top, self.margin + round((Design.FAN_HEIGHT + 6) * unit))
        top = (lowest + highest) // 2 - (height + tag + round(6 * unit)) // 2
        stock = Rect(middle.centerx - gap // 2 - width, top, width, height)
        pile = stock.move(width + gap, 0)
        tag_top = stock.bottom + round(6 * unit)
        tags = [Rect(box.left - beside, tag_top, width + 2 * beside, tag) for box in (stock, pile)]
        return stock, pile, tags[0], tags[1]

    def top_chair(self, others: int) -> _Chair:
        """Return a chair with its plate left of the cards; of two at the top, the left one."""
        unit, top = self.unit, self.top
        width = round((270 if others == 1 else 250) * self.grow * unit)
        plate_width = round(Design.PLATE_WIDTH * self.face)
        gap = round(8 * unit)
        fan = Rect(0, top.top, width, top.height)
        fan.centerx = top.centerx
        if others == 4:
            fan.right = top.centerx - round(30 * unit) - self.wider // 10
        high = round(
            Design.TOP_PLATE_HEIGHT * min(max(self.grow, 1.0), Design.TWO_LARGER) * self.face
        )
        return _Chair(Rect(fan.left - gap - plate_width, top.top, plate_width, high), fan)

    def side_chair(self, others: int, place: int) -> _Chair:
        """Return a chair at the left, the lowest first: the plate above the cards."""
        unit, gap = self.unit, round(8 * self.unit)
        plate_high = round(Design.PLATE_HEIGHT * self.face * (1 + Design.LARGEST_FACE) / 2)
        plate = Rect(0, 0, round(Design.PLATE_WIDTH * self.face), plate_high)
        above = round(2 * unit)
        highest = self.margin + (round(Design.TOP_PLATE_HEIGHT * self.face) + gap) * (others > 2)
        room = self.middle.bottom - highest
        if others == 5:
            high = min(
                round(Design.SIDE_FAN_HEIGHT * unit), (room - gap) // 2 - plate.height - above
            )
            block = plate.height + above + high
            top = self.middle.bottom - block if place == 0 else highest
            slack = max(0, room - 2 * block - gap) // 3
            top += slack * (1 if place else -1)
        else:
            high = round(Design.SIDE_FAN_HEIGHT * unit)
            block = plate.height + above + high
            below = round((Design.SPREAD_HEIGHT + 44) * unit)  # for spreads
            top = highest + min(round((room - block) * 0.3), max(0, room - block - below))
        plate.topleft = self.margin + self.wider // 6, top
        wide = Design.PAIR_FAN_WIDTH if others == 5 else Design.SIDE_FAN_WIDTH
        fan = Rect(0, plate.bottom + above, round(wide * unit), high)
        fan.centerx = plate.centerx + round(Design.SINK * unit) * place
        return _Chair(plate, fan, Design.PAIR_TURN if others == 5 else Design.SIDE_TURN)

    def chairs(self, others: int) -> list[_Chair]:
        """Return the chairs of so many seats, clockwise from the player's left."""
        at_side = _at_each_side(others)
        left = [self.side_chair(others, place) for place in range(at_side)]
        right = [chair.mirrored(self.middle.centerx) for chair in reversed(left)]
        at_top = others - 2 * at_side
        if at_top == 2:
            first = self.top_chair(others)
            return [*left, first, first.mirrored(self.middle.centerx), *right]
        return [*left, *(self.top_chair(others) for _ in range(at_top)), *right]

    def own_seat(self, shape: Shape) -> SeatPlace:
        corner = self.corner
        high = round(
            Design.OWN_PLATE_HEIGHT * (self.face + self.unit) / 2
        )  # lines below it grow, too
        plate = Rect(corner.left, corner.top, corner.width, high)
        height = self.card(Design.HAND_HEIGHT)
        lift = round(Design.LIFT * self.unit)
        fan = Rect(self.hand.left, self.hand.top + lift, self.hand.width, self.hand.height - lift)
        cut = Pose(fan.centerx, fan.centery, height)
        return SeatPlace(plate, fan, OWN_FAN.poses(fan, shape.hands[shape.me], height), cut)

    def dealt(self, shape: Shape, seat: int, chair: _Chair) -> SeatPlace:
        """Return the seat with its cards: in a fan, or in a row once they are shown."""
        fan, count = chair.fan, shape.hands[seat]
        height = self.card(Design.SEAT_HEIGHT)
        if seat in shape.shown:
            cards = row(fan, count, height, Design.OPEN_SPACING, self.index)
        else:
            height *= 0.87 if chair.turn else 0.92
            cards = _turned_fan(CLOSED_FAN, tuple(fan), count, height, chair.turn)
        cut = Pose(fan.centerx, fan.centery, self.card(Design.SEAT_HEIGHT))
        plate = chair.fitted(self.face / (Design.LARGEST_FACE * self.unit))
        return SeatPlace(plate, fan, cards, cut)

    def seats(self, roomy: _Frame, shape: Shape) -> tuple[SeatPlace, ...]:
        others = roomy.chairs(shape.seats - 1)
        return tuple(
            self.own_seat(shape)
            if seat == shape.me
            else self.dealt(shape, seat, others[(seat - shape.me) % shape.seats - 1])
            for seat in range(shape.seats)
        )

    def corner_boxes(self, plate: Rect) -> tuple[Rect, Rect, Rect]:
        """Return the sort button, the menu button and the stake, below the player's name plate."""
        face, corner = self.face, self.corner
        gap = round(8 * face)
        height = self.row
        menu = Rect(corner.left, corner.bottom - height, height, height)
        sort = Rect(menu.right + gap, menu.top, corner.right - menu.right - gap, height)
        top = plate.bottom + gap
        stake = Rect(corner.left, top, corner.width, menu.top - gap - top)
        return sort, menu, stake

    def place_buttons(self, names: tuple[str, ...], words: Mapping[str, int]) -> Mapping[str, Rect]:
        """Place buttons in a row: of one width, or each by its word where one is too wide."""
        if not names:
            return {}
        face, band = self.face, self.buttons
        gap = round(8 * face)
        room = band.width - gap * (len(names) - 1)
        wishes = [words.get(name, 0) for name in names]
        widths = [min(round(Design.BUTTON_WIDTH * face), room // len(names))] * len(names)
        if max(wishes) > widths[0] - round(Design.BUTTON_EDGE * face):
            spare = (room - sum(wishes)) / len(names)
            share = 1.0 if spare > 0 else room / sum(wishes)
            widths = [int(share * wish + max(0.0, spare)) for wish in wishes]
        left = band.centerx - (sum(widths) + gap * (len(names) - 1)) // 2
        found: dict[str, Rect] = {}
        for name, width in zip(names, widths, strict=True):
            found[name] = Rect(left, band.top, width, self.row)
            left += width + gap
        return found

    def front(self, shape: Shape, seats: Sequence[SeatPlace], piles: Rect, region: Rect) -> _Front:
        """Return where spreads may lie: before each seat's cards, or right of one at the top."""
        gap, half = round(12 * self.unit), round(self.card(Design.SPREAD_HEIGHT) * 0.6)
        lowest = region.bottom - half
        highest = self.middle.top + half
        beside_top = max(highest, self.top.top + 3 * half + gap)
        column = Rect(piles.left - gap // 2, region.top, piles.width + gap, region.height)
        taken, anchors = [column], {}
        for seat, place in enumerate(seats):
            fan, across = place.fan, half * 5 // 4
            if seat == shape.me:
                anchors[seat] = (region.centerx + 2, lowest)
                continue
            taken += [place.plate, fan]
            if fan.bottom > self.middle.top:
                is_left = fan.centerx < region.centerx
                edge = fan.right + across if is_left else fan.left - across
                is_low = shape.seats == 5 or fan.bottom > region.bottom
                low = min(lowest, fan.centery + half * 7 // 4)
                down = low if is_low else max(beside_top, fan.centery)
                rise = round(
                    2 * (Design.LARGEST_FACE - 1) * half
                )  # it leaves the player's spreads room
                anchors[seat] = (edge, down if self.top.height else fan.centery - rise)
            elif shape.seats in {4, 6}:
                anchors[seat] = (fan.right + across, fan.centery)
            else:
                anchors[seat] = (fan.centerx - 2, highest)
        return _Front(region, tuple(taken), anchors, gap)


def arrange(size: tuple[int, int], shape: Shape, measures: Measures = USUAL) -> TableLayout:
    """Lay out the whole table; a window smaller than `Design.LEAST_SIZE` shows its top left
    part.
    """
    size = max(size[0], Design.LEAST_SIZE[0]), max(size[1], Design.LEAST_SIZE[1])
    frame = _Frame.cut(size, shape.seats, measures)
    roomy = _Frame.roomy(size, shape.seats, measures.index)
    stock, pile, *tags = roomy.piles()
    stock_tag, pile_tag = (_lower(tag, frame.tag) for tag in tags)
    seats = frame.seats(roomy, shape)
    bare = Shape(shape.seats, shape.me, (0,) * shape.seats, shape.spreads)
    laid = _spreads(size, bare, measures.index) if shape.spreads else {}
    tag = frame.spread_tag
    spreads = {number: replace(place, tag=_lower(place.tag, tag)) for number, place in laid.items()}
    plate = seats[shape.me].plate
    sort, menu, stake = frame.corner_boxes(plate)
    return TableLayout(
        size=size,
        unit=frame.unit,
        seats=seats,
        stock=stock,
        stock_tag=stock_tag,
        pile=pile,
        pile_tag=pile_tag,
        seal=_seal(stock, pile),
        spreads=spreads,
        lay=frame.middle,
        buttons=frame.place_buttons(shape.buttons, dict(measures.words)),
        band=frame.buttons,
        sort=sort,
        menu=menu,
        stake=stake,
        log=frame.log,
        is_ample=frame.face > Design.AMPLE * frame.unit,
        pile_height=float(stock.height),
        poses=_layout_poses(seats, spreads, stock, pile),
    )


def _lower(box: Rect, height: int) -> Rect:
    """Return the upper part of a box."""
    return Rect(box.left, box.top, box.width, min(box.height, height))


def _seal(stock: Rect, pile: Rect) -> Rect:
    """Return the box of the padlock: at the foot of the stock, on the side of the pile."""
    gap = pile.left - stock.right
    side = max(Design.LEAST_TARGET, round(gap * Design.SEAL / (Design.SEAL + 2 * Design.SEAL_GAP)))
    box = Rect(0, 0, side, side)
    box.midbottom = stock.right + gap // 2, stock.bottom
    return box


# -- the others sit along the curve of the table: left from below, top, right from above -----------


@dataclass(frozen=True, slots=True)
class _Chair:
    """The chair of a seat: the plate, the box of the cards, and how far these are turned."""

    plate: Rect
    fan: Rect
    turn: float = 0.0

    def mirrored(self, middle: int) -> _Chair:
        plate, fan = self.plate.copy(), self.fan.copy()
        plate.right, fan.right = 2 * middle - plate.left, 2 * middle - fan.left
        return _Chair(plate, fan, -self.turn)

    def fitted(self, share: float) -> Rect:
        """Return a plate of this share of the size that is kept for it, close to its cards."""
        kept, fan = self.plate, self.fan
        plate = Rect(0, 0, round(kept.width * share), round(kept.height * share))
        if self.turn:  # it lies above the cards
            plate.midbottom = fan.centerx, kept.bottom
            plate.clamp_ip(kept)
        elif fan.left >= kept.right:
            plate.topright = kept.topright
        else:
            plate.topleft = kept.topleft
        return plate


def _at_each_side(others: int) -> int:
    """Return how many sit left, and as many right; the rest sits at the top."""
    return {1: 0, 5: 2}.get(others, 1)


@lru_cache(maxsize=8)
def _spreads(size: tuple[int, int], shape: Shape, index: float) -> Mapping[int, SpreadPlace]:
    """Return the spreads before their owners, or in rows beside stock and pile, whichever lets
    their cards be larger.

    ``shape`` holds no cards in hands: spreads keep their places whatever hands hold.
    """
    frame = _Frame.roomy(size, shape.seats, index)
    stock, pile, _stock_tag, _pile_tag = frame.piles()
    seats, piles = frame.seats(frame, shape), stock.union(pile)
    middle, unit = frame.middle, frame.unit
    tag = frame.spread_tag
    narrow = max(Design.LEAST_SPREAD_SHARE, frame.index + Design.SLACK)
    wished = _Trial(
        frame.card(Design.SPREAD_HEIGHT), max(Design.SPREAD_SHARE, narrow), round(12 * unit), tag
    )
    groups = sorted(shape.spreads, key=lambda group: group.number)
    top, line = frame.margin, round(Design.LINE_BELOW * unit)
    regions = [
        Rect(middle.left, top, middle.width, lowest - top)
        for lowest in (middle.bottom - line, middle.bottom)
    ]
    fronts = [frame.front(shape, seats, piles, region) for region in regions]
    rows = shape.beside(seats, piles, middle, unit).place(wished, narrow)
    least = max(place.poses[0].height for place in rows.values())
    return _in_front(groups, fronts, wished, narrow, least) or rows


def _layout_poses(
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
