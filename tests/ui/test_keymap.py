"""Keys that a player may change: no action without a key, no key with two actions."""

from collections.abc import Iterator
from itertools import product

import pygame
import pytest

from game.menus.start import StartScene
from game.saves.settings import Settings, SettingsStore
from game.ui.settings.player_page import YouScene
from game.ui.settings.shortcuts import ShortcutsScene
from game.ui.shell.keys import (
    ACTIONS,
    REPLAY_ACTIONS,
    TABLE_ACTIONS,
    WINDOW_ACTIONS,
    KeyLayout,
    action_of,
    code_of,
    key_of,
    key_text,
    layout,
    layout_changed,
    may_be_chosen,
    meant,
    set_keys,
    use_layout,
    with_key,
)
from game.ui.table.input.intents import Press, intent_of
from tests.ui.conftest import Given
from tests.ui.made_fonts import font
from tests.ui.seen import frame_faults, seen, watching
from tests.ui.stage import shown, stage, turns
from tests.ui.test_text_input import commit, name_field


@pytest.fixture(autouse=True)
def _usual_again() -> Iterator[None]:
    yield
    set_keys({})
    use_layout(None)


CYRILLIC = KeyLayout({7: ord("в"), 19: ord("з"), 4: ord("ф")})
"""A Russian keyboard, as far as D, P and A."""


def on_cyrillic(code: int, scancode: int, kind: int = pygame.KEYDOWN) -> pygame.Event:
    use_layout(CYRILLIC)
    return meant(pygame.Event(kind, key=code, scancode=scancode, mod=0, unicode=""))


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


def test_a_key_of_a_keyboard_without_the_letter_means_the_letter_in_its_place(given: Given) -> None:
    given(font("В"))
    event = on_cyrillic(ord("в"), 7)
    assert event.key == pygame.K_d
    assert action_of(event) == "draw"
    assert intent_of(event) == Press("draw")
    assert on_cyrillic(ord("в"), 7, pygame.KEYUP).key == pygame.K_d
    assert key_text("draw") == "В"


def test_a_letter_that_the_keyboard_has_is_itself_wherever_it_lies() -> None:
    use_layout(KeyLayout({}))  # AZERTY: all letters, some elsewhere
    event = meant(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, scancode=20, mod=0))
    assert event.key == pygame.K_a
    assert key_text("draw") == "D"
    assert on_cyrillic(pygame.K_F2, 59).key == pygame.K_F2
    assert on_cyrillic(pygame.K_d, 7).key == pygame.K_d


def test_a_letter_of_another_script_that_was_chosen_goes_before_its_place() -> None:
    set_keys({"hit": "в"})
    assert action_of(on_cyrillic(ord("в"), 7)) == "hit"
    use_layout(KeyLayout({}))
    assert key_text("hit") == "В"
    assert key_text("draw") == "D"


def test_a_letter_that_cannot_be_drawn_is_shown_as_the_latin_one_beside_it(given: Given) -> None:
    given(font("В"))
    use_layout(CYRILLIC)
    assert (key_text("draw"), key_text("pass")) == ("В", "P")


def test_the_systems_keyboard_is_read_when_it_is_needed_and_when_it_changes() -> None:
    assert layout().others == {}, "SDL begins with an American one"
    assert not layout_changed()
    use_layout(CYRILLIC)
    assert layout_changed()
    assert layout().others == {}


def test_another_keyboard_changes_the_caps_on_the_buttons(given: Given) -> None:
    given(font("В"))
    with stage() as app:
        page = ShortcutsScene(app)
        shown(app, page)
        use_layout(CYRILLIC)
        page.rebuild()
        assert page.spoken() == "Draw from the stock: В"
        pygame.event.post(pygame.Event(pygame.KEYMAPCHANGED))
        turns(app)
        assert page.spoken() == "Draw from the stock: D"


def test_commands_in_a_field_go_by_the_place_too() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        field = name_field(app)
        commit(app, "Zoë")
        use_layout(CYRILLIC)
        event = {"key": ord("ф"), "scancode": 4, "mod": pygame.KMOD_CTRL, "unicode": ""}
        pygame.event.post(pygame.Event(pygame.KEYDOWN, event))
        turns(app)
        assert field.is_marked


def test_the_start_page_names_the_keys_that_were_chosen() -> None:
    settings = SettingsStore.unsaved(Settings(keys={"mute": "n", "fullscreen": "f4"}))
    with watching(), stage(settings=settings) as app:
        shown(app, StartScene(app))
        assert frame_faults(app) == []
    written = {word.text for word in seen().words}
    assert "F1 keys · F4 full screen · N sound · Ctrl+Q quit" in written
