"""Nothing on the table overlaps, leaves the window, hides an index or gets too small to hit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from game.ui.look.appearance import Look, scaled
from game.ui.table.motion.layout import (
    STOCK,
    Design,
    LaidSpread,
    Measures,
    Pose,
    Shape,
    Slot,
    TableLayout,
    Zone,
    arrange,
)
from game.ui.table.motion.layout import card_width as width_of

SIZES = (
    (960, 540),
    (960, 720),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1600, 1200),
    (1920, 1080),
    (2560, 1080),
    (3440, 1440),
    (3840, 2160),
)
SCALES = (0, 75, 100, 130, 200)
BUTTONS = ("drop", "spread", "hit", "discard", "stop", "declare", "slap")


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Any table there can be, and many that there cannot."""
    seats = draw(st.integers(2, 6))
    count = draw(st.integers(0, 17))
    sizes = draw(st.lists(st.integers(3, 13), min_size=count, max_size=count))
    while sum(sizes) > 52:
        sizes[sizes.index(max(sizes))] -= 1
    owners = draw(st.lists(st.integers(0, seats - 1), min_size=count, max_size=count))
    return Shape(
        seats=seats,
        me=draw(st.integers(0, seats - 1)),
        hands=tuple(draw(st.lists(st.integers(0, 10), min_size=seats, max_size=seats))),
        spreads=tuple(
            LaidSpread(i, owner, size)
            for i, (owner, size) in enumerate(zip(owners, sizes, strict=True))
        ),
        buttons=BUTTONS[: draw(st.integers(0, len(BUTTONS)))],
        shown=draw(st.frozensets(st.integers(0, seats - 1))),
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[TableLayout, Shape, Measures]:
    """Any such table in a window of any size, at any scale, with usual and with large indices."""
    size, shape = draw(st.sampled_from(SIZES)), draw(shapes())
    look = Look(scale=draw(st.sampled_from(SCALES)))
    share = draw(st.sampled_from((Design.INDEX_SHARE, Design.LARGE_INDEX_SHARE)))
    measures = Measures(scaled(size, look), share)
    return arrange(size, shape, measures), shape, measures


def boxes(layout: TableLayout) -> dict[str, Rect]:
    """Everything that must keep clear of everything else."""
    found = {
        "stock": layout.stock,
        "stock tag": layout.stock_tag,
        "pile": layout.pile,
        "pile tag": layout.pile_tag,
        "seal": layout.seal,
        "sort": layout.sort,
        "menu": layout.menu,
        "stake": layout.stake,
        "log": layout.log,
    }
    found |= {f"button {name}": box for name, box in layout.buttons.items()}
    for seat, place in enumerate(layout.seats):
        found |= {f"plate {seat}": place.plate, f"fan {seat}": place.fan}
    for number, spread in layout.spreads.items():
        found |= {f"spread {number}": spread.box, f"tag {number}": spread.tag}
    return found


@given(table=tables())
def test_nothing_overlaps_or_leaves_the_window(table: tuple[TableLayout, Shape, Measures]) -> None:
    found = boxes(table[0])
    window = Rect((0, 0), table[0].size)
    assert [name for name, box in found.items() if not window.contains(box)] == []
    clashes = [
        (one, other)
        for one, other in combinations(found, 2)
        if found[one].colliderect(found[other])
    ]
    assert clashes == []


@given(table=tables())
def test_cards_stay_in_the_box_of_their_fan_or_spread(
    table: tuple[TableLayout, Shape, Measures],
) -> None:
    layout = table[0]
    for place in layout.seats:
        room = place.fan.inflate(6, 6)
        assert [card for card in place.cards if not room.contains(card.bounds())] == []
    for spread in layout.spreads.values():
        room = spread.box.inflate(4, 4)
        assert [card for card in spread.poses if not room.contains(card.bounds())] == []


@given(table=tables())
def test_no_index_is_covered(table: tuple[TableLayout, Shape, Measures]) -> None:
    layout, shape, measures = table
    rows = [spread.poses for spread in layout.spreads.values()]
    rows += [
        place.cards
        for seat, place in enumerate(layout.seats)
        if seat == shape.me or seat in shape.shown
    ]
    for row in rows:
        for card, neighbour in pairwise(row):
            assert not any(
                _covers(neighbour, corner) for corner in _index_corners(card, measures.index)
            )


@given(table=tables())
def test_targets_are_large_enough(table: tuple[TableLayout, Shape, Measures]) -> None:
    layout, shape, _measures = table
    targets = [layout.stock, layout.pile, layout.sort, layout.menu, *layout.buttons.values()]
    targets += [spread.box for spread in layout.spreads.values()]
    assert min(min(box.size) for box in targets) >= Design.LEAST_TARGET
    own = layout.seats[shape.me].cards
    for card, neighbour in pairwise(own):
        assert neighbour.x - card.x >= Design.LEAST_TARGET


@given(size=st.sampled_from(SIZES), shape=shapes())
def test_every_card_has_a_pose(size: tuple[int, int], shape: Shape) -> None:
    layout = arrange(size, shape)
    assert layout.pose(STOCK).height == layout.pile_height
    assert layout.pose(Slot(Zone.PILE, 0, 17)) == layout.pose(Slot(Zone.PILE))
    for seat, count in enumerate(shape.hands):
        assert {layout.pose(Slot(Zone.HAND, seat, place)) for place in range(count)} == set(
            layout.seats[seat].cards
        )
    for group in shape.spreads:
        row = [layout.pose(Slot(Zone.SPREAD, group.number, i)) for i in range(group.cards)]
        assert row == sorted(row, key=lambda pose: pose.x)


@pytest.mark.parametrize("seats", range(2, 7))
def test_seats_go_clockwise_from_the_left(seats: int) -> None:
    layout = arrange((1280, 720), Shape(seats, 0, (5,) * seats))
    others = [place.fan.centerx for place in layout.seats[1:]]
    assert others == sorted(others)
    assert layout.seats[0].fan.top > max(place.fan.bottom for place in layout.seats[1:])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(3, 7))
def test_seats_lie_along_a_curve(seats: int, size: tuple[int, int]) -> None:
    layout = arrange(size, Shape(seats, 0, (5,) * seats))
    others = [place.fan for place in layout.seats[1:]]
    half = (seats - 1) // 2
    left = [fan.centery for fan in others[:half]]
    right = [fan.centery for fan in reversed(others[-half:])]
    assert left == right == sorted(left, reverse=True)
    assert others[0].right < layout.stock.left
    assert others[-1].left > layout.pile.right


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("size", SIZES)
def test_a_spread_lies_nearer_to_who_laid_it_than_to_anybody_else(
    seats: int, size: tuple[int, int]
) -> None:
    for owner in range(seats):
        layout = arrange(size, Shape(seats, 0, (5,) * seats, (LaidSpread(0, owner, 3),)))
        at = layout.spreads[0].box.center
        far = [_apart(place.fan, at) for place in layout.seats]
        assert min(far) == far[owner]


def _apart(fan: Rect, at: tuple[int, int]) -> float:
    """How far a point lies from a box."""
    across = max(fan.left - at[0], at[0] - fan.right, 0)
    down = max(fan.top - at[1], at[1] - fan.bottom, 0)
    return hypot(across, down)


@pytest.mark.parametrize("size", SIZES)
def test_cards_are_larger_at_a_table_of_two(size: tuple[int, int]) -> None:
    two, four = (arrange(size, Shape(n, 0, (5,) * n)) for n in (2, 4))
    assert two.pile_height >= 1.15 * four.pile_height
    assert two.seats[0].cards[0].height >= 1.15 * four.seats[0].cards[0].height


@pytest.mark.share(10)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_hand_keeps_its_size_as_it_grows(seats: int, size: tuple[int, int]) -> None:
    layouts = [arrange(size, Shape(seats, 0, (count,) * seats)) for count in range(1, 18)]
    for seat in range(1, seats):
        heights = {round(card.height, 6) for each in layouts for card in each.seats[seat].cards}
        assert len(heights) == 1, (seat, heights)


@pytest.mark.share(20)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_growing_hand_does_not_become_narrower(seats: int, size: tuple[int, int]) -> None:
    wide = [0] * seats
    for count in range(1, 13):
        layout = arrange(size, Shape(seats, 0, (count,) * seats))
        for seat in range(1, seats):
            boxes = [card.bounds() for card in layout.seats[seat].cards]
            now = boxes[0].unionall(boxes[1:]).width
            assert now > 0.95 * wide[seat], (seat, count)
            wide[seat] = max(wide[seat], now)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_where_letters_are_larger_than_fits_plates_and_buttons_grow_and_cards_keep_their_size(
    seats: int,
) -> None:
    size, shape = (1280, 720), Shape(seats, 0, (5,) * seats, buttons=BUTTONS)
    usual, large = (
        arrange(size, shape, Measures(scaled(size, Look(scale=scale)))) for scale in (0, 200)
    )
    assert not usual.is_ample
    assert large.is_ample
    for box in large.buttons.values():
        assert box.height == round(40 * Design.LARGEST_FACE)
        assert box.top == large.menu.top, "one row"
    for seat in range(1, seats):
        plate, before = large.seats[seat].plate, usual.seats[seat].plate
        assert plate.width == round(Design.LARGEST_FACE * before.width)
        assert plate.height > before.height
    assert large.pile_height == usual.pile_height
    shown = replace(
        shape, shown=frozenset(range(seats)), spreads=(LaidSpread(0, 0, 3), LaidSpread(1, 1, 4))
    )
    usual, large = (
        arrange(size, shown, Measures(scaled(size, Look(scale=scale)))) for scale in (0, 200)
    )
    smaller = {slot for slot, pose in usual.poses.items() if large.poses[slot].height < pose.height}
    assert smaller == set()


def heights(layout: TableLayout) -> dict[Slot, float]:
    """How high each card is."""
    return {slot: pose.height for slot, pose in layout.poses.items()}


def at_scale(size: tuple[int, int], shape: Shape, scale: int) -> TableLayout:
    return arrange(size, shape, Measures(scaled(size, Look(scale=scale))))


@pytest.mark.share(5)
@pytest.mark.parametrize("size", [size for size in SIZES if size >= (1280, 720)])
@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_is_smaller_where_letters_are_larger(seats: int, size: tuple[int, int]) -> None:
    for spreads in range(18):
        groups = tuple(
            LaidSpread(number, number * 5 % seats, 3 + (number % 4 == 1) * (spreads < 13))
            for number in range(spreads)
        )
        for shown in (frozenset[int](), frozenset(range(seats))):
            shape = Shape(seats, 0, (5 + spreads % 3,) * seats, groups, BUTTONS[:4], shown)
            smallest = heights(at_scale(size, shape, 75))
            for scale in (0, 100, 130, 150, 200):
                assert heights(at_scale(size, shape, scale)) == smallest, (spreads, scale)


@given(size=st.sampled_from(SIZES), shape=shapes())
def test_spreads_keep_their_places_at_every_scale(size: tuple[int, int], shape: Shape) -> None:
    small, large = (at_scale(size, shape, scale) for scale in (100, 200))
    assert [each.poses for each in small.spreads.values()] == [
        each.poses for each in large.spreads.values()
    ]


@pytest.mark.parametrize(
    ("seats", "spreads", "least"), [(2, 6, 116), (3, 7, 112), (4, 8, 112), (5, 7, 112), (6, 5, 105)]
)
def test_spreads_have_their_full_size_at_usual_tables(seats: int, spreads: int, least: int) -> None:
    groups = tuple(LaidSpread(number, number % seats, 3) for number in range(spreads))
    layout = arrange((1280, 720), Shape(seats, 0, (5,) * seats, groups))
    assert min(round(each.poses[0].height) for each in layout.spreads.values()) >= least


@pytest.mark.parametrize("spreads", [1, 4, 6])
def test_usual_spreads_are_not_shrunk(spreads: int) -> None:
    groups = tuple(LaidSpread(number, number % 2, 3) for number in range(spreads))
    layout = arrange((960, 540), Shape(2, 0, (5, 5), groups))
    assert min(place.box.height for place in layout.spreads.values()) >= 84


def test_a_new_spread_moves_none_that_lies_there() -> None:
    groups = tuple(LaidSpread(number, 1, 3) for number in range(2))
    before = arrange((1280, 720), Shape(2, 0, (5, 5), groups[:1]))
    after = arrange((1280, 720), Shape(2, 0, (5, 5), groups))
    assert before.spreads[0] == after.spreads[0]


def _index_corners(card: Pose, share: float) -> list[tuple[float, float]]:
    """The corners of a card's index, as it lies."""
    left, top = -card.width / 2, -card.height / 2
    right, bottom = left + card.width * share, top + card.height * 0.28
    return [_turned(card, x, y) for x in (left, right) for y in (top, bottom)]


def _turned(card: Pose, x: float, y: float) -> tuple[float, float]:
    angle = radians(card.angle)
    return (
        card.x + x * cos(angle) + y * sin(angle),
        card.y - x * sin(angle) + y * cos(angle),
    )


def _covers(card: Pose, point: tuple[float, float]) -> bool:
    """Whether a point lies on a card, a hair's breadth inside its edge."""
    angle = radians(card.angle)
    dx, dy = point[0] - card.x, point[1] - card.y
    x = dx * cos(angle) - dy * sin(angle)
    y = dx * sin(angle) + dy * cos(angle)
    return abs(x) < width_of(card.height) / 2 - 0.5 and abs(y) < card.height / 2 - 0.5


@given(
    size=st.sampled_from([(1, 1), (200, 150), (320, 240), (640, 360), (700, 300)]), shape=shapes()
)
def test_a_window_far_too_small_is_laid_out_all_the_same(
    size: tuple[int, int], shape: Shape
) -> None:
    layout = arrange(size, shape)
    assert len(layout.spreads) == len(shape.spreads)
    assert min(min(box.size) for box in boxes(layout).values()) > 0
