"""Faces: everybody has one of their own, and it shows its mood even where it is small."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.play.plan import HOUSE, OPPONENT_NAMES
from game.rules.actions import Discard, Drop, Hit, Spread
from game.ui.look.faces import Hair, Mood, person_of, portrait
from game.ui.table.flow.shown import LogLook
from game.ui.table.painting.status import TableLooks, mood_of
from tests.ui.table.hands_on import Person
from tests.ui.table.staging import a_session
from tests.ui.table.states import at_table, last_is, play_until

COLOUR = (62, 120, 168)
SMALLEST = 26
"""Pixels: the face on a plate in the smallest window."""


def shades(name: str, mood: Mood, size: int = SMALLEST, *, bold: bool = False) -> bytes:
    return pygame.image.tobytes(portrait(name, mood, COLOUR, size, bold=bold), "RGBA")


def unlike(one: bytes, other: bytes) -> int:
    """How many of the pixels are clearly another colour."""
    pairs = zip(one, other, strict=True)
    return sum(abs(a - b) > 40 for a, b in pairs) // 2


def test_everybody_of_the_house_has_the_face_written_there() -> None:
    assert {name: person_of(name).text for name in HOUSE} == {
        name: face for name, (face, _tone) in HOUSE.items()
    }


def test_everybody_of_the_house_looks_different() -> None:
    faces = {name: shades(name, Mood.CALM) for name in OPPONENT_NAMES}
    for one, other in combinations(OPPONENT_NAMES, 2):
        apart = unlike(faces[one], faces[other])
        assert apart > 60, (one, other)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", OPPONENT_NAMES)
def test_moods_can_be_told_apart_on_the_smallest_plate(name: str, bold: bool) -> None:
    faces = {mood: shades(name, mood, bold=bold) for mood in Mood}
    for one, other in combinations(Mood, 2):
        apart = unlike(faces[one], faces[other])
        assert apart > 8, (one, other)


def test_any_other_name_has_a_face_that_stays() -> None:
    assert person_of("Mia").text == "fair white curls #8c3b4a freckles"
    assert person_of("花子").text == "dark black bald #3b4350 beard"
    assert person_of("").text == "rosy grey curls #b07a2a glasses"
    assert person_of("\ud800").text == "rosy grey hat #2c7f79 glasses moustache"
    assert len({person_of(f"player {number}") for number in range(40)}) > 30
    assert {person_of(f"player {number}").style for number in range(200)} == set(Hair)


@pytest.mark.parametrize("size", [SMALLEST, 48, 160])
def test_a_face_keeps_to_its_round_frame(size: int) -> None:
    picture = portrait("Cleo", Mood.SURPRISED, COLOUR, size)
    assert picture.get_size() == (size, size)
    corners = ((0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1))
    assert all(picture.get_at(corner).a == 0 for corner in corners)
    assert picture.get_at((size // 2, size // 2)).a == 255


def test_a_face_is_drawn_once() -> None:
    assert portrait("Ada", Mood.CALM, COLOUR, 40) is portrait("Ada", Mood.CALM, COLOUR, 40)


def test_who_is_on_turn_thinks_and_who_is_hit_is_surprised() -> None:
    scene = at_table((960, 540), 4, "8")
    assert play_until(scene, last_is(Hit))
    view = scene.view
    hit = view.moves[-1].action
    assert isinstance(hit, Hit)
    owner = view.spreads[hit.spread].owner
    for seat in range(4):
        mood = mood_of(view, seat, is_told=False)
        if seat == view.turn:
            assert mood is Mood.THINKING
            assert mood_of(view, seat, is_told=False, glance=1) is Mood.PONDERING
        else:
            assert mood is (Mood.SURPRISED if seat == owner else Mood.CALM)


def test_faces_know_no_more_of_the_end_than_has_been_told() -> None:
    scene = at_table((960, 540), 4, "1")
    for seed in range(1, 30):
        scene = at_table((960, 540), 4, str(seed))
        if play_until(scene, last_is(Drop)):
            break
    view, result = scene.view, scene.view.result
    assert result is not None
    assert {mood_of(view, seat, is_told=False) for seat in range(4)} == {Mood.CALM}
    moods = [mood_of(view, seat, is_told=True) for seat in range(4)]
    assert [mood is Mood.PLEASED for mood in moods] == [seat in result.winners for seat in range(4)]


def test_opponents_blink_now_and_then_while_the_player_thinks_and_never_without_motion() -> None:
    for wish, blinks in (("off", True), ("on", False)):
        person = Person(a_session(4, "3"), speed="fast")
        person.stage.change(reduced_motion=wish)
        person.wait_until(person.is_to_act)
        person.wait(1.0)
        seen, frames = set(), 0
        for _ in range(20 * 60):
            frames += person.table.update(1 / 60)
            seen.add(person.table.board.effects.blinks.seat)
        assert bool(seen - {None}) is blinks
        assert 0 not in seen, "nobody sees the player's own face"
        assert frames < (20 * 4 if blinks else 2), "hardly a frame is drawn for it"
        idle = person.table.idle_for()
        assert idle is None or idle > 0


def test_opponents_follow_a_move_with_their_eyes_and_lift_brows_at_what_is_laid() -> None:
    for kind, is_struck in ((Discard, False), (Spread, True)):
        tables = (at_table((1280, 720), 5, str(seed)) for seed in range(1, 9))
        scene = next(each for each in tables if play_until(each, last_is(kind)))
        gazes, mover = scene.board.effects.gazes, scene.view.moves[-1].seat
        others = [seat for seat in range(1, 5) if seat != mover]
        assert not any(map(gazes.of, others)), "nobody is that quick"
        scene.board.effects.update(0.6)
        seen = [gazes.of(seat) for seat in others]
        assert [(each.at, each.is_struck) for each in seen if each] == [(mover, is_struck)] * 3
        assert gazes.of(mover) is None
        scene.board.effects.update(1.0)
        assert not any(map(gazes.of, others))


def test_with_less_motion_no_head_turns() -> None:
    scene = at_table((1280, 720), 5, "8")
    scene.board.is_calm = True
    assert play_until(scene, last_is(Discard))
    scene.board.effects.update(0.6)
    assert not any(map(scene.board.effects.gazes.of, range(5)))


def test_a_head_turns_towards_who_has_moved() -> None:
    for mover, moods in ((1, {4: Mood.LEFT}), (4, {1: Mood.RIGHT})):
        scene = at_table((1280, 720), 5, "8")
        scene.board.effects.gazes.turn(mover, (1, 2, 3, 4), is_struck=False)
        scene.board.effects.update(0.6)
        look = TableLooks(scene.session, scene.board).table(
            None, frozenset(), LogLook(()), ("",) * 5
        )
        assert scene.view.turn not in moods
        for seat, mood in moods.items():
            assert look.seats[seat].mood is mood
