"""What can be pointed at is as large as it looks, and its frame hides nothing."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.ui.kit.skin import Skin
from game.ui.table.input.targets import PILE_TARGET, STOCK_TARGET, card_zones, frame_of, zones
from game.ui.table.motion.layout import Stack
from game.ui.table.painting import painter
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
