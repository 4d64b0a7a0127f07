"""Cards have weight: they rise to the pointer, and jump when one of them is slapped down."""

from __future__ import annotations

import pygame
import pytest

from game.ui.table.input.targets import STOCK_TARGET, CardTarget, Target
from game.ui.table.motion.layout import Zone
from game.ui.table.motion.sprites import Sprite
from tests.ui.table.hands_on import Person
from tests.ui.table.house.test_slap import guest
from tests.ui.table.staging import a_session


def at_turn() -> Person:
    person = Person(a_session(2, "1"))
    person.wait_until(person.is_to_act)
    return person


def point(person: Person, target: Target) -> None:
    at = person.table.live()[target].center
    person.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))


def raised(person: Person) -> list[Sprite]:
    return [sprite for _, sprite in person.table.board.sprites if sprite.lift]


def test_a_card_rises_to_the_pointer_and_sinks_behind_it() -> None:
    person = at_turn()
    first, second = person.table.view.hand[:2]
    for card in (first, second):
        point(person, CardTarget(card))
        person.wait(0.5)
        assert raised(person) == [person.table.board.sprite_of(card)]
        assert person.table.idle_for() != 0, "it stays there without further frames"
    point(person, STOCK_TARGET)
    person.wait(0.5)
    assert not raised(person)


def test_a_card_that_leaves_the_hand_lies_flat_wherever_the_pointer_is() -> None:
    person = at_turn()
    person.click(STOCK_TARGET)
    person.wait_until(person.is_to_act)
    card = person.table.board.arrangement.order[0]
    point(person, CardTarget(card))
    person.wait(0.5)
    person.click(CardTarget(card))
    person.press(pygame.K_x)
    assert card not in person.table.view.hand
    person.wait(3)
    pile = [each for slot, each in person.table.board.sprites if slot.zone is Zone.PILE]
    assert not any(each.lift for each in pile)


@pytest.mark.parametrize(("motion", "is_seen"), [("off", True), ("on", False)])
def test_slapped_cards_jump_and_come_to_rest(motion: str, is_seen: bool) -> None:
    it = guest()
    it.stage.change(reduced_motion=motion)
    it.wait(0.2)
    spread = [each for slot, each in it.table.board.sprites if slot.zone is Zone.SPREAD]
    it.press(pygame.K_l)
    it.press(pygame.K_p)
    highest = 0.0
    for _ in range(90):
        it.frame()
        highest = max(highest, *(card.goal.y - card.y.value for card in spread))
    assert (highest > 3) is is_seen
    assert all(card.pose == card.goal for card in spread)
