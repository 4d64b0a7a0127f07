"""Keys that a player may change: no action without a key, no key with two actions."""

from collections.abc import Iterator
from itertools import product

import pygame
import pytest

from game.ui.shell.keys import (
    ACTIONS,
    REPLAY_ACTIONS,
    TABLE_ACTIONS,
    WINDOW_ACTIONS,
    action_of,
    code_of,
    key_of,
    key_text,
    may_be_chosen,
    set_keys,
    with_key,
)
from game.ui.table.input.intents import Press, intent_of


@pytest.fixture(autouse=True)
def _usual_again() -> Iterator[None]:
    yield
    set_keys({})


def pressed(key: int, mod: int = 0) -> str | None:
    return action_of(pygame.Event(pygame.KEYDOWN, key=key, mod=mod))


@pytest.mark.parametrize("place", [TABLE_ACTIONS, REPLAY_ACTIONS])
def test_every_action_has_a_usual_key_of_its_own(place: frozenset[str]) -> None:
    keys = [ACTIONS[name][1] for name in place | WINDOW_ACTIONS]
    assert len(set(keys)) == len(keys)
    assert all(code_of(key) for key in keys)


def test_usual_keys_are_found() -> None:
    assert pressed(pygame.K_d) == "draw"
    assert pressed(pygame.K_F11) == "fullscreen"


def test_another_key_takes_the_place_of_the_usual_one() -> None:
    set_keys({"draw": "q"})
    assert pressed(pygame.K_q) == "draw"
    assert pressed(pygame.K_d) is None
    assert key_text("draw") == "Q"
    assert intent_of(pygame.Event(pygame.KEYDOWN, key=pygame.K_q, mod=0)) == Press("draw")


def test_a_key_that_another_action_has_changes_places() -> None:
    chosen = with_key("draw", pygame.K_t)
    assert chosen == {"draw": "t", "take": "d"}
    set_keys(chosen)
    assert (pressed(pygame.K_t), pressed(pygame.K_d)) == ("draw", "take")
    assert with_key("draw", pygame.K_d) == {}


def test_table_and_replay_may_share_a_key() -> None:
    chosen = with_key("replay_play", pygame.K_d)
    assert chosen == {"replay_play": "d"}
    set_keys(chosen)
    event = pygame.Event(pygame.KEYDOWN, key=pygame.K_d, mod=0)
    assert (action_of(event), action_of(event, REPLAY_ACTIONS)) == ("draw", "replay_play")


def test_whatever_is_chosen_no_key_has_two_meanings_in_one_place() -> None:
    for action, (_text, wanted) in product(ACTIONS, ACTIONS.values()):
        set_keys({})
        code = code_of(wanted)
        assert code
        set_keys(with_key(action, code))
        assert key_of(action) == wanted
        for place in (TABLE_ACTIONS | WINDOW_ACTIONS, REPLAY_ACTIONS | WINDOW_ACTIONS):
            keys = [key_of(name) for name in place]
            assert len(set(keys)) == len(keys), (action, wanted)


def test_keys_with_control_mean_something_else() -> None:
    assert pressed(pygame.K_d, pygame.KMOD_CTRL) is None


@pytest.mark.parametrize(
    "key",
    [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_UP, pygame.K_HOME, pygame.K_5, pygame.K_LSHIFT],
)
def test_fixed_keys_cannot_be_chosen(key: int) -> None:
    assert not may_be_chosen(key)


@pytest.mark.parametrize("key", [pygame.K_a, pygame.K_F5, pygame.K_INSERT, ord("é")])
def test_any_other_key_can(key: int) -> None:
    assert may_be_chosen(key)
    set_keys(with_key("drop", key))
    assert pressed(key) == "drop"


def test_nonsense_in_the_settings_leaves_the_usual_keys() -> None:
    set_keys({"draw": "no such key", "fly": "q", "take": "return"})
    assert pressed(pygame.K_d) == "draw"
    assert pressed(pygame.K_t) == "take"
