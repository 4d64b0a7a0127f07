"""A touch of the stock is final where that is the rule; else it may be let go elsewhere."""

from __future__ import annotations

import pygame
import pytest

from game.rules.actions import DRAW, Draw
from game.ui.table.input.targets import STOCK_TARGET
from tests.ui.table.house.positions import Guest, dealt, rules


def at_the_stock(*, fixed: bool) -> Guest:
    """Somebody whose turn begins."""
    law = rules(touch_stock=fixed)
    return Guest(dealt(law, "5H 6H 7H 9C JC", "4C 8S JD QD TH", then="9S KC"))


def mouse(kind: int, at: tuple[int, int]) -> pygame.Event:
    return pygame.Event(kind, pos=at, button=pygame.BUTTON_LEFT, touch=False)


def key(kind: int, code: int) -> pygame.Event:
    return pygame.Event(kind, key=code, mod=0, unicode="", scancode=0)


def drawn(it: Guest) -> int:
    """How often a card has been drawn."""
    return sum(isinstance(move.action, Draw) for move in it.table.view.moves)


@pytest.mark.parametrize("fixed", [True, False])
def test_pressing_the_mouse_on_the_stock(fixed: bool) -> None:
    it = at_the_stock(fixed=fixed)
    stock = it.table.live()[STOCK_TARGET].center
    it.post(mouse(pygame.MOUSEBUTTONDOWN, stock))
    assert drawn(it) == fixed
    it.post(mouse(pygame.MOUSEBUTTONUP, (stock[0], stock[1] - 200)))
    assert drawn(it) == fixed


@pytest.mark.parametrize("fixed", [True, False])
def test_a_click_on_the_stock_draws_once(fixed: bool) -> None:
    it = at_the_stock(fixed=fixed)
    it.click(STOCK_TARGET)
    assert drawn(it) == 1


@pytest.mark.parametrize("fixed", [True, False])
def test_choosing_the_stock_by_keyboard(fixed: bool) -> None:
    it = at_the_stock(fixed=fixed)
    it.go_to(STOCK_TARGET)
    it.post(key(pygame.KEYDOWN, pygame.K_SPACE))
    assert drawn(it) == fixed
    it.post(key(pygame.KEYDOWN, pygame.K_RIGHT), key(pygame.KEYUP, pygame.K_RIGHT))
    it.post(key(pygame.KEYUP, pygame.K_SPACE))
    assert drawn(it) == fixed


@pytest.mark.parametrize("code", [pygame.K_SPACE, pygame.K_RETURN])
def test_a_key_let_go_where_it_was_pressed_draws(code: int) -> None:
    it = at_the_stock(fixed=False)
    it.go_to(STOCK_TARGET)
    it.press(code)
    assert it.table.view.moves[-1].action == DRAW


def test_a_key_is_forgotten_when_the_window_loses_the_keyboard() -> None:
    it = at_the_stock(fixed=False)
    it.go_to(STOCK_TARGET)
    it.post(key(pygame.KEYDOWN, pygame.K_SPACE))
    it.post(pygame.Event(pygame.WINDOWFOCUSLOST))
    it.post(key(pygame.KEYUP, pygame.K_SPACE))
    assert drawn(it) == 0


def test_where_nothing_may_be_drawn_a_touch_only_says_why() -> None:
    it = at_the_stock(fixed=True)
    it.click(STOCK_TARGET)
    it.wait(1.0)
    it.click_at(it.table.board.layout.stock.center)
    assert drawn(it) == 1
    assert it.table.line == "You have already drawn this turn."
