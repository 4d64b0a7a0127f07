"""Cards have weight: they rise to the pointer, jump when slapped, and are shown off at the end."""

from __future__ import annotations

import pygame
import pytest

from game.rules.actions import DRAW
from game.ui.table.input.targets import STOCK_TARGET, ButtonTarget, CardTarget, Target
from game.ui.table.motion.layout import Zone
from game.ui.table.motion.sprites import Sprite
from tests.ui.table.hands_on import Person
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules
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
    it.press(pygame.K_w)
    it.press(pygame.K_p)
    highest = 0.0
    for _ in range(90):
        it.frame()
        highest = max(highest, *(card.goal.y - card.y.value for card in spread))
    assert (highest > 3) is is_seen
    assert all(card.pose == card.goal for card in spread)


# -- what an ending is about, shown off ------------------------------------------------------------


def farthest(it: Guest, zone: Zone, owner: int) -> tuple[float, float]:
    """How far cards come from where they usually lie while a hand ends, and how far they are then,
    in design pixels.
    """

    def away() -> float:
        board = it.table.board
        lying = [
            (sprite.pose, board.layout.pose(slot))
            for slot, sprite in board.sprites
            if (slot.zone, slot.owner) == (zone, owner) and not sprite.is_flying
        ]
        steps = [abs(pose.x - home.x) + abs(pose.y - home.y) for pose, home in lying]
        return max(steps, default=0.0) / board.layout.unit

    most = 0.0
    while not it.is_settling():
        it.frame()
        if it.table.board.effects.winners:
            most = max(most, away())
    it.wait(1.0)
    return most, away()


@pytest.mark.parametrize("motion", ["off", "on"])
def test_who_catches_a_drop_comes_forward_and_goes_back(motion: str) -> None:
    hand = dealt(rules(naturals=[]), "TH JH QD 9C JC", "2H 4C 3D QC TD", "AH 2C 3S 2D 4H")
    it = Guest(hand, speed="normal", think=replying({}), reduced_motion=motion)
    it.wait_until(it.is_to_act)
    it.press(pygame.K_k)
    caught, then = farthest(it, Zone.HAND, 2)
    assert (caught > 15) == (motion == "off")
    assert then < 5


@pytest.mark.parametrize("motion", ["off", "on"])
def test_the_spread_of_a_tonk_is_fanned_out_and_closed_again(motion: str) -> None:
    hand = dealt(rules(naturals=[]), "5H 6H 7H 8H 9H", "2H 4C 3D QC TD", then="2S TH")
    it = Guest(after(hand, (0, DRAW)), speed="normal", reduced_motion=motion)
    it.wait_until(it.is_to_act)
    for card in ("5H", "6H", "7H", "8H", "9H", "TH"):
        it.click(CardTarget(card))
    it.click(ButtonTarget("spread"))
    it.wait_until(lambda: it.table.board.effects.winners is not None)
    fanned, then = farthest(it, Zone.SPREAD, 0)
    assert (fanned > 10) == (motion == "off")
    assert then < 5
