"""Somebody in a hurry: the highest speeds, keys struck early, time that jumps."""

from __future__ import annotations

import pygame
import pytest

from game.rules.actions import DRAW
from game.ui.table.input.targets import CardTarget
from game.ui.table.motion.effects import BUBBLE_SECONDS
from game.ui.table.motion.layout import STOCK
from tests.ui.table.hands_on import FRAME, Person, button, motion
from tests.ui.table.staging import a_session


def told_at_instant() -> Person:
    """Somebody at the highest speed who has just seen an opponent lay something."""
    for seed in range(40):
        person = Person(a_session(2, str(seed)), speed="instant")
        while not person.is_settling():
            person.wait_until(person.is_to_act)
            if person.is_settling():
                break
            if any(seat != 0 for seat in person.table.board.effects.bubbles):
                return person
            person.table.flow.play(person.choice())
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
    assert person.table.board.effects.speech is None


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
    assert board.cards_seen()[0] == len(person.table.view.hand)


def test_a_dragged_card_follows_the_pointer_at_the_highest_speed() -> None:
    person = Person(a_session(2, "1"), speed="instant")
    person.wait_until(person.is_to_act)
    board, card = person.table.board, person.table.view.hand[0]
    start = person.table.live()[CardTarget(card)].center
    grip = board.sprite_of(card)
    assert grip is not None
    before = grip.pose
    person.post(motion(start), button(pygame.MOUSEBUTTONDOWN, start))
    for end in ((start[0] + 40, start[1] - 90), (640, 330)):
        person.post(motion(end))
        person.frame()
        carried = board.sprite_of(card)
        assert carried is not None
        wanted = before.moved(end[0] - start[0], end[1] - start[1])
        away = abs(carried.pose.x - wanted.x), abs(carried.pose.y - wanted.y)
        assert max(away) < 8, "but for what it had risen to the pointer"


def test_a_card_pulled_off_the_stock_comes_along_and_goes_back_at_the_highest_speed() -> None:
    person = Person(a_session(2, "1"), speed="instant")
    person.wait_until(person.is_to_act)
    top = person.table.board.place(STOCK)
    stock, away = (round(top.x), round(top.y)), (300, 300)
    person.post(motion(stock), button(pygame.MOUSEBUTTONDOWN, stock), motion(away))
    person.frame()
    ghost = person.table.board.ghost
    assert ghost is not None
    assert (round(ghost.pose.x), round(ghost.pose.y)) == away
    person.post(button(pygame.MOUSEBUTTONUP, away))
    person.wait(0.1)
    assert person.table.board.ghost is None
    assert not person.table.board.is_moving


def last_card_flying(seed: str = "1") -> Person:
    """Somebody whose turn has come while the opponent's discard is still on its way."""
    person = Person(a_session(2, seed), speed="normal")
    person.wait_until(person.is_to_act)
    person.press(pygame.K_d)
    person.wait(1.0)
    person.press(pygame.K_1)
    person.press(pygame.K_x)
    person.wait_until(lambda: bool(person.table.view.legal) and person.is_busy())
    person.wait(0.1)
    return person


def test_a_letter_struck_while_the_last_card_flies_is_not_lost() -> None:
    person = last_card_flying()
    moves = len(person.table.view.moves)
    person.press(pygame.K_d)
    assert len(person.table.view.moves) == moves + 1
    assert person.table.view.moves[-1].action == DRAW


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN, pygame.K_ESCAPE])
def test_keys_without_a_meaning_of_their_own_only_hurry(key: int) -> None:
    person = last_card_flying()
    moves = person.table.view.moves
    person.press(key)
    assert person.table.view.moves == moves
    assert not person.is_busy()
    assert person.stage.pushed == []


def test_a_letter_does_nothing_but_hurry_while_there_is_more_to_be_seen() -> None:
    person = Person(a_session(2, "3"), speed="normal")
    person.wait_until(lambda: person.table.board.view is not None)
    person.wait_until(
        lambda: person.table.board.is_scene and person.table.board.timeline.is_all_begun
    )
    person.press(pygame.K_k)
    assert person.table.view.moves == ()
    assert person.table.view.result is None


@pytest.mark.parametrize("speed", ["normal", "instant"])
def test_a_key_struck_while_a_card_is_dragged_puts_it_back_first(speed: str) -> None:
    person = Person(a_session(2, "1"), speed=speed)
    person.wait_until(person.is_to_act)
    person.press(pygame.K_d)
    person.wait(1.0)
    board, card = person.table.board, person.table.view.hand[0]
    start = person.table.live()[CardTarget(card)].center
    person.post(motion(start), button(pygame.MOUSEBUTTONDOWN, start), motion((640, 300)))
    person.wait(0.3)
    person.press(pygame.K_x)
    assert card in person.table.view.hand, "no card was chosen"
    person.wait(1.0)
    person.post(motion((700, 200)), button(pygame.MOUSEBUTTONUP, (700, 200)))
    person.wait(0.5)
    assert [sprite for _slot, sprite in board.sprites if sprite.is_held] == []
    at_rest = {slot: sprite.pose for slot, sprite in board.sprites}
    assert at_rest == {slot: board.place(slot) for slot in at_rest}
