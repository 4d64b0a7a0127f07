"""What keys and mouse events mean, and where the cursor goes."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.ui.shell.keys import TABLE_ACTIONS, key_of
from game.ui.table.input.intents import (
    Act,
    Carry,
    Cycle,
    Grab,
    Hover,
    KeyIntent,
    LetGo,
    Nudge,
    Pick,
    Pointer,
    PointerIntent,
    Press,
    PutBack,
    Tap,
    intent_of,
)
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    SpreadTarget,
    Step,
    Target,
    hit_test,
    neighbour,
    next_group,
)

# -- keyboard --------------------------------------------------------------------------------------

PLACES: dict[Target, Rect] = {
    STOCK_TARGET: Rect(500, 200, 90, 130),
    PILE_TARGET: Rect(610, 200, 90, 130),
    SpreadTarget(0): Rect(800, 210, 120, 110),
    CardTarget("AC"): Rect(400, 500, 80, 140),
    CardTarget("KD"): Rect(480, 500, 80, 140),
    ButtonTarget("drop"): Rect(350, 660, 120, 40),
    ButtonTarget("hit"): Rect(480, 660, 120, 40),
}


@pytest.mark.parametrize(
    ("start", "step", "end"),
    [
        (STOCK_TARGET, Step(1, 0), PILE_TARGET),
        (PILE_TARGET, Step(1, 0), SpreadTarget(0)),
        (SpreadTarget(0), Step(1, 0), SpreadTarget(0)),
        (STOCK_TARGET, Step(0, 1), CardTarget("KD")),
        (CardTarget("AC"), Step(0, 1), ButtonTarget("drop")),
        (CardTarget("KD"), Step(0, 1), ButtonTarget("hit")),
        (ButtonTarget("hit"), Step(0, -1), CardTarget("KD")),
        (CardTarget("KD"), Step(-1, 0), CardTarget("AC")),
        (CardTarget("AC"), Step(0, -1), STOCK_TARGET),
        (None, Step(0, 1), CardTarget("AC")),
        (CardTarget("2C"), Step(0, 1), CardTarget("AC")),
        (None, Step(1, 0), CardTarget("AC")),
        (None, Step(-1, 0), CardTarget("KD")),
        (CardTarget("2C"), Step(-1, 0), CardTarget("KD")),
    ],
)
def test_the_cursor_goes_to_what_lies_that_way(
    start: Target | None, step: Step, end: Target
) -> None:
    assert neighbour(PLACES, start, step) == end


def test_tab_goes_from_kind_to_kind_and_round() -> None:
    seen: list[Target | None] = [STOCK_TARGET]
    for _ in range(4):
        seen.append(next_group(PLACES, seen[-1], 1))
    assert seen == [
        STOCK_TARGET,
        SpreadTarget(0),
        CardTarget("AC"),
        ButtonTarget("drop"),
        STOCK_TARGET,
    ]
    assert next_group(PLACES, STOCK_TARGET, -1) == ButtonTarget("drop")
    assert next_group({}, None, 1) is None


@pytest.mark.parametrize(
    ("key", "mod", "intent"),
    [
        (pygame.K_d, 0, Press("draw")),
        (pygame.K_d, pygame.KMOD_LSHIFT, Press("draw")),
        (pygame.K_d, pygame.KMOD_LCTRL, None),
        (pygame.K_LEFT, pygame.KMOD_RSHIFT, Nudge(-1)),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, Cycle(-1)),
        (pygame.K_SPACE, 0, Act()),
        (pygame.K_1, 0, Pick(0)),
        (pygame.K_9, 0, Pick(8)),
        (pygame.K_0, 0, Pick(9)),
        (pygame.K_F5, 0, None),
    ],
)
def test_keys_mean_what_the_buttons_say(key: int, mod: int, intent: KeyIntent | None) -> None:
    assert intent_of(pygame.Event(pygame.KEYDOWN, key=key, mod=mod)) == intent
    assert intent_of(pygame.Event(pygame.KEYUP, key=key, mod=mod)) is None


def test_letters_mean_only_what_the_keymap_says() -> None:
    listed = {key_of(name): name for name in TABLE_ACTIONS}
    for mod in (0, pygame.KMOD_SHIFT):
        for letter in "abcdefghijklmnopqrstuvwxyz":
            event = pygame.Event(pygame.KEYDOWN, key=ord(letter), mod=mod)
            name = listed.get(letter)
            assert intent_of(event) == (Press(name) if name else None), letter


# -- pointer ---------------------------------------------------------------------------------------


def at(pos: tuple[int, int]) -> Target | None:
    return hit_test(PLACES, pos)


def intents(pointer: Pointer, *events: pygame.Event) -> list[PointerIntent]:
    return [intent for event in events for intent in pointer.read(event)]


def mouse(kind: int, pos: tuple[int, int], button: int = 1) -> pygame.Event:
    return pygame.Event(kind, pos=pos, button=button)


DOWN, UP, MOVE = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
ON_CARD, NEAR, ON_PILE = (440, 550), (443, 553), (650, 250)


def test_a_press_and_a_release_on_the_same_place_is_a_tap() -> None:
    pointer = Pointer(at, lambda _target: True)
    done = intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, NEAR), mouse(UP, NEAR))
    assert done == [Tap(CardTarget("AC"))]


def test_a_press_that_wanders_off_what_cannot_be_grabbed_is_nothing() -> None:
    pointer = Pointer(at, lambda _target: False)
    assert intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, ON_PILE), mouse(UP, ON_PILE)) == []


def test_a_drag_grabs_carries_and_lets_go() -> None:
    pointer = Pointer(at, lambda _target: True)
    done = intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, ON_PILE), mouse(UP, ON_PILE))
    assert done == [
        Grab(CardTarget("AC"), ON_CARD),
        Hover(None),
        Carry(ON_PILE),
        LetGo(ON_PILE),
        Hover(PILE_TARGET),
    ]


def test_leaving_the_window_puts_back_what_is_carried() -> None:
    pointer = Pointer(at, lambda _target: True)
    intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, ON_PILE))
    assert intents(pointer, pygame.Event(pygame.WINDOWFOCUSLOST)) == [PutBack(), Hover(None)]
    assert intents(pointer, mouse(UP, ON_PILE)) == []


def test_other_buttons_do_nothing() -> None:
    pointer = Pointer(at, lambda _target: True)
    assert intents(pointer, mouse(DOWN, ON_CARD, 3), mouse(UP, ON_CARD, 3)) == []
