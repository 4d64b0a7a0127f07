"""Input methods: off where letters are keys, seen in the field while they compose there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game.menus.start import StartScene
from game.ui.kit.typing import Composition, TextField
from game.ui.pages.typing_page import LettersScene, TypingPage
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.session.opponents_page import OpponentsScene
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.settings.player_page import YouScene
from game.ui.shell.loop import App
from game.ui.shell.scene import Scene
from tests.ui import screens
from tests.ui.rulesets.test_fits import PAGES
from tests.ui.stage import picture, point, press, shown, stage, top, turns, widget


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What SDL has been told about text input."""
    found: list[str] = []
    for name in ("start", "stop"):
        monkeypatch.setattr(pygame.key, f"{name}_text_input", partial(found.append, name))
    return found


def compose(app: App, text: str, start: int = 0, length: int = 0) -> None:
    pygame.event.post(pygame.Event(pygame.TEXTEDITING, text=text, start=start, length=length))
    turns(app)


def commit(app: App, text: str) -> None:
    """What an input method does once a text is chosen: it says that, and composes nothing."""
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
    compose(app, "")


def name_field(app: App) -> TextField:
    return widget(top(app, YouScene), "name", TextField)


def test_letters_are_keys_at_the_table_and_text_in_a_field_alone(told: list[str]) -> None:
    with stage() as app:
        assert told == ["stop"], "SDL begins with text input on"
        shown(app, StartScene(app))
        assert told[-1] == "stop"
        shown(app, YouScene(app))
        assert told[-1] == "start"
        press(app, pygame.K_TAB)
        assert told[-1] == "stop"
        press(app, pygame.K_TAB, pygame.K_TAB)
        assert told[-1] == "start"
        begin_session(app, 1, 1)
        turns(app)
        assert isinstance(app.top, TableScene)
        assert told[-1] == "stop"


def test_a_list_that_is_searched_by_typing_takes_letters(told: list[str]) -> None:
    with stage() as app:
        shown(app, ChooseRulesScene(app, lambda: None))
        assert told[-1] == "start"
        compose(app, "にほん")
        page = top(app, ChooseRulesScene)
        assert page.search is not None
        assert page.search.shown == "にほん"
        press(app, pygame.K_UP)
        commit(app, "日本")
        assert page.search.text == "日本"


def test_the_system_is_told_where_the_caret_is(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", boxes.append)
    with stage() as app:
        shown(app, YouScene(app))
        field = name_field(app)
        commit(app, "Zoë")
        assert boxes[0].height == field.rect.height
        assert field.rect.contains(boxes[-1])
        assert boxes[0].x < boxes[-1].x


def test_what_is_composed_stands_in_the_field_underlined_and_is_not_yet_the_name() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        commit(app, "花子")
        press(app, pygame.K_LEFT)
        before = picture(app.window.surface)
        compose(app, "さん", 2)
        field = name_field(app)
        assert (field.shown, field.shown_caret, field.text) == ("花さん子", 3, "花子")
        composing = picture(app.window.surface)
        commit(app, "さん")
        assert (field.text, field.caret) == ("花さん子", 3)
        assert app.services.settings.settings.name == "花さん子"
        assert len({before, composing, picture(app.window.surface)}) == 3, "no line below it"


@pytest.mark.parametrize(
    "key",
    [
        pygame.K_ESCAPE,
        pygame.K_RETURN,
        pygame.K_BACKSPACE,
        pygame.K_LEFT,
        pygame.K_UP,
        pygame.K_DOWN,
        pygame.K_TAB,
        pygame.K_SPACE,
        pygame.K_F4,
    ],
)
def test_keys_belong_to_the_input_method_while_it_composes(key: int) -> None:
    with stage() as app:
        shown(app, YouScene(app))
        commit(app, "Zoë")
        compose(app, "か", 1)
        press(app, key)
        field = name_field(app)
        assert (field.text, field.shown) == ("Zoë", "Zoëか")
        assert not app.services.settings.settings.four_colour
        compose(app, "")
        press(app, pygame.K_BACKSPACE)
        assert field.text == "Zo"


def test_a_key_held_when_composing_began_is_free_again_afterwards() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0))
        compose(app, "か")
        pygame.event.post(pygame.Event(pygame.KEYUP, key=pygame.K_LEFT, mod=0))
        commit(app, "か")
        press(app, pygame.K_LEFT)
        assert name_field(app).caret == 0


def test_a_click_elsewhere_leaves_what_was_composed() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        compose(app, "はな", 2)
        point(app, "face")
        assert app.services.settings.settings.name == "はな"
        assert not name_field(app).composition.text
        point(app, "button:back")
        assert not app.is_running


def test_a_window_that_loses_the_focus_composes_nothing_and_keys_work_again() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        compose(app, "はな", 2)
        pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))
        turns(app)
        assert name_field(app).shown == ""
        press(app, pygame.K_ESCAPE)
        assert not app.is_running


def test_what_is_typed_over_goes_away_while_composing() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        commit(app, "Zoë")
        press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
        compose(app, "はな", 2)
        assert name_field(app).shown == "はな"
        commit(app, "花")
        assert name_field(app).text == "花"


def test_what_does_not_fit_is_said_while_it_is_composed_and_once_it_is_cut() -> None:
    words = "20 characters at most"
    with stage() as app:
        shown(app, YouScene(app))
        field = name_field(app)
        commit(app, 14 * "花")
        compose(app, 6 * "か", 6)
        assert words not in field.spoken
        compose(app, 15 * "か", 15)
        assert words in field.spoken
        assert field.tip(None) == (words, field.rect)
        commit(app, 15 * "か")
        assert field.text == 14 * "花" + 6 * "か"
        assert words in field.spoken
        press(app, pygame.K_BACKSPACE)
        assert words not in field.spoken
        commit(app, "さ")
        assert words not in field.spoken
        commit(app, "し")
        assert words in field.spoken, "a letter more is refused in the same way"
        for kind in (pygame.KEYUP, pygame.MOUSEMOTION):
            keys = {"key": pygame.K_b, "mod": 0, "scancode": 5, "unicode": ""}
            places = {"pos": (5, 5), "rel": (1, 0), "buttons": (0, 0, 0), "touch": False}
            pygame.event.post(pygame.Event(kind, keys if kind == pygame.KEYUP else places))
            app.turn()
            assert words in field.spoken, "neither key nor mouse has typed anything"


def test_letters_to_choose_from_say_what_does_not_fit() -> None:
    with stage() as app:
        shown(app, YouScene(app))
        commit(app, 20 * "花")
        top(app, TypingPage).open_letters(name_field(app))
        turns(app)
        page = top(app, LettersScene)
        assert "20 characters at most" not in page.news()
        press(app, pygame.K_RETURN)
        assert "20 characters at most" in page.news()


def test_letters_to_choose_from_show_what_is_composed_too(told: list[str]) -> None:
    with stage() as app:
        shown(app, YouScene(app))
        field = name_field(app)
        top(app, TypingPage).open_letters(field)
        turns(app)
        assert told[-1] == "start"
        compose(app, "はな", 2)
        assert "はな" in top(app, LettersScene).news()
        commit(app, "花")
        assert field.text == "花"


def test_a_long_composition_comes_in_pieces() -> None:
    """As SDL sends one of fcitx or IBus: by 31 bytes, each with its place and length."""
    pieces = [("にほんごのにゅうり", 0, 9), ("ょくをためす", 9, 6)]
    made = Composition()
    for text, start, length in pieces:
        made = made.after(pygame.Event(pygame.TEXTEDITING, text=text, start=start, length=length))
    assert (made.text, made.caret) == ("にほんごのにゅうりょくをためす", 15)


@pytest.mark.parametrize(
    ("text", "start", "length", "caret"),
    [
        ("かんじ", 3, 0, 3),
        ("かんじ", 1, 0, 1),
        ("漢字変換", 2, 2, 4),
        ("漢字", 0, 2, 2),
        ("字", 9, 9, 1),
    ],
)
def test_the_caret_is_where_the_input_method_says(
    text: str, start: int, length: int, caret: int
) -> None:
    event = pygame.Event(pygame.TEXTEDITING, text=text, start=start, length=length)
    assert Composition().after(event).caret == caret


def _opened(page: Callable[[App], Scene], app: App) -> None:
    shown(app, StartScene(app))
    shown(app, page(app))


FIELDS: dict[str, Callable[[App], object]] = {
    "you": screens.you,
    "opponents": lambda app: shown(app, OpponentsScene(app, (), 5, lambda _chosen: None)),
    "daily": screens.daily,
    "position": screens.position,
    "deal, sealed": screens.dealing,
    "deal, by number": screens.deal_number,
    "seal": screens.sealed,
    **{
        name: partial(_opened, PAGES[name])
        for name in ("choose", "editor", "natural by count", "code", "words")
    },
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_of_the_program_shows_what_is_composed(name: str) -> None:
    with stage() as app:
        FIELDS[name](app)
        page = top(app, TypingPage)
        fields = [each for each in page.form.widgets if isinstance(each, TextField)]
        assert fields
        for field in fields:
            if page.form.focus(field.name):
                app.redraw()
                turns(app)
                before = picture(app.window.surface)
                compose(app, "かな", 2)
                assert "かな" in field.shown, field.name
                assert picture(app.window.surface) != before, field.name
                compose(app, "")
                assert picture(app.window.surface) == before, field.name
