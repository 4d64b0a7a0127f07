"""What can be pointed at is as large as it looks, and its frame hides nothing."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame import Rect

from game.menus.lesson.page import draw_pointers
from game.ui.kit.skin import Skin
from game.ui.look.theme import Theme
from game.ui.table.input.targets import PILE_TARGET, STOCK_TARGET, card_zones, frame_of, zones
from game.ui.table.motion.layout import Stack
from game.ui.table.painting import painter
from game.ui.table.painting.furniture import table_skin
from game.ui.table.painting.overlays import draw_cursor
from tests.ui.table.hands_on import Person
from tests.ui.table.staging import a_session

LOWEST = Rect(100, 100, 90, 130)


def at_turn() -> Person:
    person = Person(a_session(2, "1"))
    person.wait_until(person.is_to_act)
    return person


def test_a_heap_rises_with_its_cards_and_keeps_its_foot() -> None:
    high, low = Stack(41, 1.0).box(LOWEST), Stack(20, 1.0).box(LOWEST)
    assert high.top < low.top < LOWEST.top
    assert high.bottomright == low.bottomright == LOWEST.bottomright
    assert Stack(1, 1.0).box(LOWEST) == Stack(0, 1.0).box(LOWEST) == LOWEST


def test_the_uppermost_card_of_the_stock_can_be_clicked_wherever_it_is_seen() -> None:
    person = at_turn()
    person.click_at(zones(person.table.board)[STOCK_TARGET].move(1, 1).topleft)
    assert len(person.table.view.hand) == 6


def test_a_frame_round_a_card_ends_before_the_next_ones_index() -> None:
    person = at_turn()
    found = card_zones(person.table.board)
    *covered, last = found
    for name in covered:
        frame = frame_of(name, found, 5)
        assert frame is not None
        assert frame.topleft == found[name].topleft
        assert frame.right == found[name].right - 5
    assert frame_of(last, found, 5) == found[last]


def test_no_frame_lies_over_the_counts_while_hands_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    framed: list[str] = []

    def watch(_surface: pygame.Surface, _skin: Skin, _box: Rect) -> None:
        framed.append("counting" if person.table.view.result else "playing")

    monkeypatch.setattr(painter, "draw_cursor", watch)
    person = Person(a_session(2, "1"), speed="normal")
    person.wait_until(person.is_to_act)
    person.press(pygame.K_LEFT)
    person.table.draw(person.stage.surface)
    person.press(pygame.K_k)
    while not person.is_settling():
        person.frame()
        person.table.draw(person.stage.surface)
    assert set(framed) == {"playing"}


def test_a_frame_round_anything_else_is_as_large_as_it() -> None:
    assert frame_of(STOCK_TARGET, {STOCK_TARGET: LOWEST}, 5) == LOWEST
    assert frame_of(PILE_TARGET, {STOCK_TARGET: LOWEST}, 5) is None


@pytest.mark.parametrize("unit", [0.7, 1.0, 2.0])
def test_what_the_lesson_points_at_has_no_frame_like_the_cursor_s(unit: float) -> None:
    skin = table_skin(Theme(), (round(1280 * unit), round(720 * unit)))
    box = pygame.Rect(300, 200, round(90 * unit), round(130 * unit))

    def sides(draw: Callable[[pygame.Surface], None]) -> list[bool]:
        """Whether anything is drawn across the middle of each side but the upper one, and at a
        corner.
        """
        surface = pygame.Surface((800, 600), pygame.SRCALPHA)
        draw(surface)
        around = box.inflate(20, 20)
        strips = [
            pygame.Rect(around.x, box.centery, 10, 1),
            pygame.Rect(box.right, box.centery, 10, 1),
            pygame.Rect(box.centerx, box.bottom, 1, 10),
            pygame.Rect(box.right - 4, box.bottom - 4, 14, 14),
        ]
        return [bool(surface.subsurface(each).get_bounding_rect()) for each in strips]

    assert sides(lambda surface: draw_cursor(surface, skin, box)) == [True] * 4
    assert sides(lambda surface: draw_pointers(surface, skin, [box])) == [False] * 3 + [True]
    assert sides(lambda surface: draw_pointers(surface, skin, [box], box)) == [False] * 4
