"""A chosen card is told by its place and by a mark of its own shape, whatever its colours."""

from __future__ import annotations

import pygame
import pytest

from game.ui.look.appearance import Look
from game.ui.table.input.targets import CardTarget
from game.ui.table.painting.marks import Marks
from tests.ui.table.hands_on import Person
from tests.ui.table.staging import a_session

SIZE = (1280, 720)


def drawn(person: Person) -> pygame.Surface:
    surface = pygame.Surface(SIZE, 0, person.stage.surface)
    person.table.draw(surface)
    return pygame.transform.grayscale(surface)


@pytest.mark.parametrize("look", [Look(), Look(large_index=True), Look(high_contrast=True)])
def test_each_chosen_card_stands_out_and_bears_a_tick_even_without_colours(look: Look) -> None:
    person = Person(a_session(2, "1"), SIZE, speed="instant")
    person.stage.services.theme.set_look(look)
    person.table.resize(SIZE)
    person.wait_until(person.is_to_act)
    board = person.table.board
    cards = board.arrangement.order[:2]
    low = {card: board.sprite_of(card).pose.y for card in cards}  # type: ignore[union-attr]  # held
    before = drawn(person)
    for card in cards:
        person.click(CardTarget(card))
    after = drawn(person)
    for card in cards:
        sprite = board.sprite_of(card)
        assert sprite is not None
        assert sprite.pose.y < low[card]
        edge = round(sprite.pose.y - sprite.pose.height / 2)
        left = round(sprite.pose.x - sprite.pose.width / 2)
        above = pygame.Rect(
            left, edge - round(Marks.TICK), round(sprite.pose.width), round(Marks.TICK)
        )
        changed = pygame.mask.from_threshold(
            after.subsurface(above), (0, 0, 0), (12, 12, 12, 255), before.subsurface(above)
        )
        assert above.width * above.height - changed.count() > Marks.TICK * Marks.TICK
