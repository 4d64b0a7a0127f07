"""With less motion nothing is ever seen on its way, and all that is read takes as long as ever."""

from __future__ import annotations

import pygame
import pytest

from game.menus.start import CARDS, Fan
from game.ui.table.input.targets import STOCK_TARGET
from game.ui.table.motion.layout import STOCK
from tests.ui.table.hands_on import FRAME, Person
from tests.ui.table.staging import FakeStage, a_session


def somebody(motion: str, seats: int = 2, seed: str = "5") -> Person:
    person = Person(a_session(seats, seed), speed="normal")
    person.stage.change(reduced_motion=motion)
    return person


def is_on_its_way(person: Person) -> bool:
    """Whether anything is drawn at a place where it does not belong, tilted or in the air."""
    board = person.table.board
    seen = [sprite for _, sprite in board.sprites if not sprite.is_waiting]
    moving = any(s.pose != s.goal or s.lift or s.turn < 1 or s.is_flying for s in seen)
    paid = board.effects.coins or person.table.flow.pots.is_moving
    effects = board.effects
    lives = effects.riffle is not None or effects.lamp.left is not None
    return moving or bool(paid) or bool(board.sprites.departing) or lives


def played(person: Person) -> tuple[int, int]:
    """A hand and the deal of the next: how many frames it took, in how many something moved."""
    frames = moving = 0
    for _ in range(4_000):
        if person.table.hands_played and person.is_settling():
            break
        if person.is_to_act():
            person.do_by_keys(person.choice())
        person.frame()
        frames += 1
        moving += is_on_its_way(person)
    assert person.is_settling()
    return frames, moving


@pytest.mark.parametrize("seats", [2, 5])
def test_a_whole_hand_is_seen_without_motion_in_the_same_time(seats: int) -> None:
    frames, moving = played(somebody("off", seats))
    assert moving > 100
    calm_frames, calm_moving = played(somebody("on", seats))
    assert calm_moving == 0
    # A card that has settled on its slot lets go of the turn a few frames sooner or later.
    assert calm_frames == pytest.approx(frames, rel=0.15)


def test_every_card_appears_in_its_turn() -> None:
    person = somebody("on")
    board = person.table.board
    person.wait_until(lambda: board.view is not None)
    person.frame()
    counts = []
    while board.is_busy:
        counts.append(sum(not sprite.is_waiting for _, sprite in board.sprites))
        person.frame()
    assert sorted(set(counts)) == list(range(12))
    assert counts == sorted(counts)


def test_a_card_that_is_held_stays_under_the_pointer() -> None:
    person = somebody("on")
    person.wait_until(person.is_to_act)
    stock = person.table.live()[STOCK_TARGET].center
    away = stock[0] - 150, stock[1] + 40
    person.post(
        pygame.Event(pygame.MOUSEMOTION, pos=stock, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=stock, button=1),
        pygame.Event(pygame.MOUSEMOTION, pos=away, rel=(0, 0), buttons=(1, 0, 0)),
    )
    ghost = person.table.board.ghost
    assert ghost is not None
    person.frame()
    home = person.table.board.place(STOCK)
    assert (ghost.x.value - home.x, ghost.y.value - home.y) == pytest.approx((-150, 40), abs=1)
    assert ghost.angle == home.angle


@pytest.mark.parametrize(("motion", "moves"), [("on", False), ("off", True)])
def test_the_fan_of_the_first_screen_lies_open(motion: str, moves: bool) -> None:
    stage = FakeStage(speed="normal")
    stage.change(reduced_motion=motion)
    fan = Fan(stage)
    for _ in range(len(CARDS) + 2):
        assert fan.update(FRAME), "cards are made one a frame, after the first frame"
    assert fan.is_moving is moves
