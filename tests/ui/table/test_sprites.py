"""Cards move smoothly, arrive where they belong, and can be brought home at any moment."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.kit.flourish import eased
from game.ui.table.motion.layout import STOCK, Pose, Slot, Zone
from game.ui.table.motion.sprites import SWEEP, Riffle, Spring, Sprites, strewn

FRAME = 1 / 60
FROM, TO = Slot(Zone.HAND, 1, 0), Slot(Zone.PILE, 0, 3)


def places(slot: Slot) -> Pose:
    """A place for every slot, all of them different."""
    return Pose(100.0 * slot.zone + 10 * slot.owner + slot.place, 50.0 * slot.zone, 100.0)


def test_easing_goes_from_nought_to_one_and_a_little_beyond() -> None:
    path = [eased(step / 100) for step in range(101)]
    assert path[0] == pytest.approx(0.0, abs=0.001)
    assert path[-1] == 1.0
    assert 1.0 < max(path) < 1.15


@given(start=st.floats(-2000, 2000), goal=st.floats(-2000, 2000), dt=st.floats(0.001, 0.1))
def test_a_spring_comes_to_rest_on_its_goal(start: float, goal: float, dt: float) -> None:
    spring = Spring(start)
    for _ in range(round(2 / dt)):
        spring.follow(goal, dt)
    assert spring.value == goal
    assert not spring.follow(goal, dt)


def flown() -> Sprites:
    """A card that has been told to go from a hand to the pile, where another lies."""
    sprites = Sprites()
    under = Slot(Zone.PILE, 0, 2)
    sprites.set_up({FROM: None, under: "KC"}, places)
    sprites.change({TO: "2D"}, {FROM: TO}, {TO})
    sprites.aim(places)
    return sprites


def test_a_card_waits_for_its_beat_then_flies_turns_over_and_lands() -> None:
    sprites = flown()
    card = sprites.by_slot[TO]
    for _ in range(30):
        sprites.update(FRAME)
    assert card.pose == places(FROM)
    sprites.fly(TO, "2D", 0.3)
    heights, faces = [], []
    while sprites.update(FRAME):
        heights.append(card.lift)
        faces.append(card.face)
    assert max(heights) > 0.9
    assert faces[0] is None
    assert card.face == "2D"
    assert card.pose == places(TO)
    assert card.lift == 0


def test_what_lay_there_is_seen_until_the_new_card_has_landed() -> None:
    sprites = flown()
    assert [card.face for card in sprites.leaving] == ["KC"]
    sprites.fly(TO, "2D", 0.2)
    sprites.update(0.1)
    assert sprites.leaving
    sprites.update(0.2)
    sprites.update(0.1)
    assert not sprites.leaving


@pytest.mark.parametrize(("is_calm", "span"), [(True, 0.3), (False, 0.0)])
def test_a_card_that_turns_over_at_once_is_drawn_anew(is_calm: bool, span: float) -> None:
    sprites = Sprites()
    sprites.is_calm = is_calm
    sprites.set_up({FROM: None}, places)
    before = sprites.revision
    sprites.fly(FROM, "2D", span)
    assert sprites.by_slot[FROM].face == "2D"
    assert sprites.revision > before


def test_skipping_brings_everything_home_at_once() -> None:
    sprites = flown()
    sprites.fly(TO, "2D", 0.3)
    sprites.update(0.1)
    sprites.finish()
    assert sprites.by_slot[TO].pose == places(TO)
    assert sprites.by_slot[TO].face == "2D"
    assert not sprites.update(FRAME)
    assert not sprites.leaving


def test_a_card_from_nowhere_comes_from_the_stock() -> None:
    sprites = Sprites()
    sprites.set_up({}, places)
    sprites.change({FROM: "7H"}, {}, {FROM})
    sprites.aim(places)
    card = sprites.by_slot[FROM]
    assert card.is_hidden
    assert card.pose == places(STOCK)
    sprites.fly(FROM, "7H", 0.2)
    assert not card.is_hidden


def test_a_held_card_follows_the_pointer_whatever_the_layout_does() -> None:
    sprites = Sprites()
    sprites.set_up({FROM: "7H"}, places)
    card = sprites.by_slot[FROM]
    card.is_held, card.goal = True, Pose(500, 300, 100)
    sprites.aim(places)
    sprites.finish()
    for _ in range(120):
        assert sprites.update(FRAME)
    assert (card.x.value, card.y.value) == (500, 300)
    card.is_held = False
    sprites.aim(places)
    while sprites.update(FRAME):
        pass
    assert card.pose == places(FROM)


def test_cards_land_each_a_little_differently_and_always_alike() -> None:
    home = Pose(300.0, 200.0, 136.0)
    landed = [strewn(home, Slot(Zone.PILE, 0, place), 1.0) for place in range(30)]
    assert len({pose.angle for pose in landed}) > 25
    assert all(abs(pose.angle) <= 6 and abs(pose.x - home.x) <= 3 for pose in landed)
    assert landed == [strewn(home, Slot(Zone.PILE, 0, place), 1.0) for place in range(30)]
    assert strewn(home, STOCK, 1.0) == home


def test_what_lay_on_the_table_is_gathered_in_time_face_down_and_gone() -> None:
    sprites = Sprites()
    sprites.set_up({FROM: None, TO: "KC"}, places)
    cards = list(sprites.by_slot.values())
    sprites.set_up({}, places)
    sprites.sweep(cards, places(STOCK))
    sprites.update(SWEEP - FRAME)
    assert cards[1].face is None
    assert sprites.departing
    sprites.update(2 * FRAME)
    assert not sprites.departing
    assert [card.pose for card in cards] == [places(STOCK)] * 2


def test_a_riffle_parts_the_pack_lets_it_fall_together_cuts_it_and_leaves_it_whole() -> None:
    home = Pose(300.0, 200.0, 136.0)
    riffle, wide = Riffle(1.0), []
    packs = []
    for step in range(101):
        riffle.age = step / 100
        packs.append(riffle.poses(home, 1.0))
        wide.append(max(pose.x for pose in packs[-1]) - min(pose.x for pose in packs[-1]))
    assert len({len(pack) for pack in packs}) == 1
    assert wide[0] == wide[-1] == 0
    assert wide[20] > home.width
    assert wide[66] == pytest.approx(0, abs=2)
    assert max(wide[70:]) > 0.9 * home.width
    heights = sorted(pose.y for pose in packs[-1])
    assert heights == sorted(pose.y for pose in packs[0])
    for before, after in pairwise(packs):
        apart = zip(sorted(p.x for p in before), sorted(p.x for p in after), strict=True)
        assert max(abs(one - other) for one, other in apart) < 0.25 * home.width
