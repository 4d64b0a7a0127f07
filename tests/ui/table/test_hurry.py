"""Somebody in a hurry: the highest speeds, keys struck early, time that jumps."""

from __future__ import annotations

import pytest

from game.ui.table.effects import BUBBLE_SECONDS
from tests.ui.table.hands_on import FRAME, Person
from tests.ui.table.staging import a_session


def told_at_instant() -> Person:
    """Somebody at the highest speed who has just seen an opponent lay something."""
    for seed in range(40):
        person = Person(a_session(2, str(seed)), speed="instant")
        while not person.is_settling():
            person.wait_until(person.is_to_act)
            if any(seat != 0 for seat in person.table.board.effects.bubbles):
                return person
            person.table.course.play(person.choice())
            person.table.follow()
    raise AssertionError("nobody ever lays anything")


def test_what_is_told_goes_away_at_the_highest_speed_too() -> None:
    person = told_at_instant()
    bubbles = person.table.board.effects.bubbles
    assert not person.is_settling()
    person.wait(BUBBLE_SECONDS - 0.6)
    assert bubbles, "it can be read as long as at any other speed"
    person.wait(1.0)
    assert not bubbles


def test_the_table_sleeps_between_what_it_shows_at_the_highest_speed() -> None:
    person = told_at_instant()
    idle = person.table.idle_for()
    assert idle is not None
    assert idle > 10 * FRAME
    person.table.update(BUBBLE_SECONDS + 0.1)
    assert not person.table.board.effects.bubbles


def test_a_remark_does_not_outlast_a_change_to_the_highest_speed() -> None:
    person = told_at_instant()
    person.table.board.effects.speak(1, "Ada", "Well played.")
    person.wait(6.0)
    assert person.table.board.effects.saying is None


@pytest.mark.parametrize("speed", ["normal", "rapid"])
def test_a_change_of_speed_in_the_middle_of_a_deal_ends_it_as_it_would_have_ended(
    speed: str,
) -> None:
    person = Person(a_session(4, "3"), speed=speed)
    person.wait_until(lambda: person.table.board.view is not None)
    person.wait(0.1)
    person.stage.change(speed="instant")
    person.frame()
    board = person.table.board
    assert not board.is_busy
    at_rest = {slot: sprite.pose for slot, sprite in board.sprites}
    assert at_rest == {slot: board.place(slot) for slot in at_rest}
    assert board.cards_seen(0) == len(person.table.view.hand)
