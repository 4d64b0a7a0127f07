"""Every menu screen: reached and left by keys alone and by mouse alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.menus.credits import CreditsScene
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.rule_files import NamedRules
from game.rules.actions import Discard
from game.rules.phases import Phase
from game.rules.presets import preset
from game.saves.own_rules import save_rules
from game.saves.settings import Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.inputs import Choice
from game.ui.kit.skin import Skin
from game.ui.pages.dialogs import AskScene
from game.ui.pages.page import Page
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.rulesets.reading import RulesScene
from game.ui.session.pause import PauseScene
from game.ui.session.table_scene import TableScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from game.ui.shell.scene import Stage
from tests.session.players import eager, play_out
from tests.ui.screens import PICTURES
from tests.ui.stage import point, press, shown, stage, targets, top, turns, widget

ENTER, ESCAPE, TAB = pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB


def a_question(stage: Stage) -> AskScene:
    question = "You're in the middle of a hand. A new game replaces it."
    return AskScene(stage, "Abandon your hand?", question, ("Keep it", "New game"), stage.quit)


PAGES: dict[str, Callable[[Stage], Page]] = {
    "start": StartScene,
    "new game": NewGameScene,
    "settings": OptionsScene,
    "rules": RulesScene,
    "credits": CreditsScene,
    "pause": PauseScene,
    "question": a_question,
}
FROM_START = {
    "button:play": NewGameScene,
    "button:rules": ChooseRulesScene,
    "button:settings": OptionsScene,
    "button:credits": CreditsScene,
}
FROM_PAUSE = {"button:rules": RulesScene, "button:settings": OptionsScene}


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        shown(app, StartScene(app))
        yield app


def focus(app: App, name: str) -> None:
    """Go to a widget with Tab alone."""
    page = top(app, Page)
    for _ in range(30):
        if page.form.focused == name:
            return
        press(app, TAB)
    pytest.fail(f"Tab never reaches {name}")


@pytest.mark.parametrize("name", FROM_START)
def test_every_page_is_reached_by_tab_and_enter_and_left_by_escape(app: App, name: str) -> None:
    focus(app, name)
    press(app, ENTER)
    assert isinstance(app.top, FROM_START[name])
    press(app, ESCAPE)
    top(app, StartScene)
    assert app.is_running


@pytest.mark.parametrize("name", FROM_START)
def test_every_page_is_reached_and_left_by_mouse(app: App, name: str) -> None:
    point(app, name)
    assert isinstance(app.top, FROM_START[name])
    point(app, "button:back")
    top(app, StartScene)


@pytest.mark.parametrize("name", FROM_PAUSE)
def test_the_menu_over_the_table_leads_on_and_back(app: App, name: str) -> None:
    shown(app, PauseScene(app))
    point(app, name)
    assert isinstance(app.top, FROM_PAUSE[name])
    press(app, ESCAPE)
    top(app, PauseScene)
    press(app, ESCAPE)
    top(app, StartScene)


@pytest.mark.parametrize("make", PAGES.values(), ids=PAGES)
def test_tab_reaches_everything_that_can_be_clicked_in_reading_order(
    app: App, make: Callable[[Stage], Page]
) -> None:
    page = make(app)
    shown(app, page)
    seen = []
    for _ in page.form.widgets:
        seen.append(page.form.focused)
        press(app, TAB)
    names = {name.removesuffix(":less").removesuffix(":more") for name in targets(app)}
    assert set(seen) == names


def test_escape_on_the_first_screen_leaves_nothing(app: App) -> None:
    press(app, ESCAPE)
    assert app.is_running
    assert top(app, StartScene).form.focused == "button:quit"


@pytest.mark.parametrize("way", ["click", "keys", "ctrl+q", "close"])
def test_leaving(app: App, way: str) -> None:
    match way:
        case "click":
            point(app, "button:quit")
        case "keys":
            focus(app, "button:quit")
            press(app, ENTER)
        case "ctrl+q":
            press(app, pygame.K_q, mod=pygame.KMOD_CTRL)
        case _:
            pygame.event.post(pygame.Event(pygame.QUIT))
            turns(app)
    assert not app.is_running


def test_enter_enter_plays(app: App) -> None:
    press(app, ENTER, ENTER)
    top(app, TableScene)
    session = app.services.saves.saved_session()
    assert session is not None
    assert len(session.players) == 2


def test_the_last_choice_of_a_new_game_is_ready(app: App) -> None:
    point(app, "button:play")
    for name in ("opponents:more", "opponents:more", "stake:more"):
        point(app, name)
    press(app, ESCAPE)
    press(app, ENTER, ENTER)
    session = app.services.saves.saved_session()
    assert session is not None
    assert len(session.players) == 4
    assert session.rules.stake == 2
    assert session.bankrolls == (200, 200, 200, 200)


def test_a_hand_that_was_left_is_gone_on_with(app: App) -> None:
    press(app, ENTER, ENTER)
    session = app.services.saves.saved_session()
    app.home()
    turns(app)
    assert top(app, StartScene).form.focused == "button:continue"
    press(app, ENTER)
    assert top(app, TableScene).session is session


@pytest.mark.parametrize("way", ["challenges", "play", "settings"])
def test_only_a_table_moves_the_focus_of_the_first_screen(app: App, way: str) -> None:
    press(app, ENTER, ENTER)
    app.home()
    turns(app)
    first = top(app, StartScene)
    first.form.focus(f"button:{way}")
    press(app, ENTER, ESCAPE)
    assert first.form.focused == f"button:{way}"
    session = app.services.saves.saved_session()
    assert session is not None
    first.form.focus("button:play")
    app.push(app.services.pages.table(app, session, True))
    play_out(session, (eager, eager))
    app.home()
    assert first.form.focused == "button:continue"


def test_a_new_game_asks_before_it_takes_the_place_of_a_hand_in_play(app: App) -> None:
    press(app, ENTER, ENTER)
    session = app.services.saves.saved_session()
    assert session is not None
    if session.hand is None:
        session.next_hand()
    app.home()
    shown(app, NewGameScene(app))
    point(app, "button:start")
    top(app, AskScene)
    press(app, ENTER)
    assert app.services.saves.saved_session() is session
    point(app, "button:start")
    point(app, "button:yes")
    top(app, TableScene)
    assert app.services.saves.saved_session() is not session


def test_a_new_game_asks_as_well_before_it_ends_a_table_left_between_two_hands(app: App) -> None:
    press(app, ENTER, ENTER)
    session = app.services.saves.saved_session()
    assert session is not None
    play_out(session, (eager, eager))
    assert session.number == 1
    app.home()
    shown(app, NewGameScene(app))
    point(app, "button:start")
    assert top(app, AskScene).heading == "Abandon your table?"
    press(app, ENTER)
    assert app.services.saves.saved_session() is session


def test_a_table_at_which_nothing_was_played_is_not_asked_about(app: App) -> None:
    untouched = app.services.saves.start(Plan((Player("You"), Player("Ada")), preset("standard")))
    shown(app, NewGameScene(app))
    point(app, "button:start")
    top(app, TableScene)
    assert app.services.saves.saved_session() is not untouched


def test_settings_take_effect_at_once_and_are_remembered(app: App) -> None:
    point(app, "button:settings")
    point(app, "group:table")
    point(app, "speed:less")
    focus(app, "group:sound")
    press(app, ENTER)
    point(app, "sound")
    focus(app, "volume")
    press(app, pygame.K_HOME)
    focus(app, "volume_calls")
    press(app, pygame.K_HOME)
    now = app.services.settings.settings
    assert (now.speed, now.mute, now.volume, now.volume_calls) == ("rapid", False, 0, 0)
    assert not app.services.sound.muted
    assert app.services.sound.volume == 0.0


def test_full_screen_and_mute_have_keys_of_their_own_everywhere(app: App) -> None:
    point(app, "button:settings")
    full = []
    for key, mod in ((pygame.K_F11, 0), (ENTER, pygame.KMOD_ALT)):
        press(app, key, mod=mod)
        full.append(app.window.is_fullscreen)
    assert full == [True, False]
    press(app, pygame.K_m)
    assert not app.services.settings.settings.mute
    assert app.toasts.text == "Sound on"


@pytest.mark.share(10)
@pytest.mark.parametrize("name", ["new-game", "settings", "rules", "review", "daily", "statistics"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text", ["Sound on", "Not saved: the folder of the settings is full."])
def test_a_notice_covers_no_heading(name: str, size: tuple[int, int], text: str) -> None:
    wished = Settings(
        speed="instant", mute=True, window_width=size[0], window_height=size[1], scale=200
    )
    with stage(size, SettingsStore.unsaved(wished), Store.unsaved()) as app:
        PICTURES[name](app)
        turns(app)
        page = top(app, Page)
        assert page.headed is not None
        app.toasts.show(text)
        box = app.toasts.rect(Skin(app.services.theme, app.size), page.room)
        assert not box.colliderect(page.headed)
        assert Rect((0, 0), app.size).contains(box)


def test_settings_that_cannot_be_kept_hold_and_are_told_once(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    settings = SettingsStore.open(in_the_way / "folder")
    with stage(settings=settings) as app:
        app.change(speed="fast")
        first = app.toasts.text
        app.toasts.dismiss()
        app.change(speed="slow")
        assert settings.settings.speed == "slow"
        assert str(in_the_way) in first
        assert app.toasts.text == ""


def test_a_resize_lays_the_page_out_anew(app: App) -> None:
    before = targets(app)["button:play"]
    app.window.native.size = (960, 540)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, {"x": 960, "y": 540}))
    turns(app)
    after = targets(app)["button:play"]
    assert after.width < before.width
    assert Rect(0, 0, 960, 540).contains(after)


def test_a_scene_below_is_laid_out_again_when_it_is_seen_again(app: App) -> None:
    point(app, "button:settings")
    app.window.native.size = (960, 540)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, {"x": 960, "y": 540}))
    turns(app)
    press(app, ESCAPE)
    assert Rect(0, 0, 960, 540).contains(targets(app)["button:quit"])


def until_it_is_my_turn(app: App) -> TableScene:
    """Go round while others play; each of their decisions wakes the loop."""
    table = top(app, TableScene)
    while not table.is_settling and table.view.seat not in table.view.may_act:
        app.turn()
    return table


def test_from_the_start_screen_to_the_settlement_by_mouse_alone(app: App) -> None:
    point(app, "button:play")
    point(app, "button:start")
    while not (table := until_it_is_my_turn(app)).is_settling:
        if table.view.phase is Phase.START:
            point(app, "stock" if "stock" in targets(app) else "button:drop")
        else:
            card = next(a.card for a in table.view.legal if isinstance(a, Discard))
            point(app, f"card:{card}")
            point(app, "button:discard")
    assert table.view.result is not None
    point(app, "button:next")
    assert table.session.number == 2


def test_from_the_start_screen_to_the_settlement_by_keyboard_alone(app: App) -> None:
    press(app, ENTER, ENTER)
    while not (table := until_it_is_my_turn(app)).is_settling:
        press(app, pygame.K_d if table.view.stock_size else pygame.K_k)
        press(app, pygame.K_1, pygame.K_x)
    assert table.view.result is not None
    press(app, ENTER)
    assert table.session.number == 2


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("standard", "Everyone starts with 100 in play money"),
        ("washington_state", "Everyone starts at zero on the scorepad"),
        ("push_up", "Points, not money"),
    ],
)
def test_a_new_game_says_what_everyone_starts_with(app: App, rules: str, words: str) -> None:
    app.services.settings.change(rules=rules, stake=1)
    scene = NewGameScene(app)
    shown(app, scene)
    assert scene.note.text.startswith(words)


def test_push_up_has_no_length_and_without_side_bets_no_stake(app: App) -> None:
    app.services.settings.change(rules="push_up", hands=5, stake=1)
    scene = NewGameScene(app)
    shown(app, scene)
    hands = widget(scene, "hands", Choice)
    assert (hands.value, hands.enabled) == (0, False)
    assert not widget(scene, "stake", Choice).enabled
    assert scene.note.text.startswith("Points, not money: when somebody reaches 100,")
    assert targets(app).keys().isdisjoint({"hands:less", "hands:more", "stake:less", "stake:more"})
    press(app, ENTER)
    session = app.services.saves.saved_session()
    assert session is not None
    assert session.plan.length is None
    assert app.services.settings.settings.hands == 5


def test_push_up_with_side_bets_plays_for_a_stake(tmp_path: Path) -> None:
    rules = preset("push_up").changed(natural_bet="dealt")
    save_rules(NamedRules("Pots", rules, "push_up"), tmp_path)
    with stage(settings=SettingsStore.open(tmp_path)) as app:
        app.services.settings.change(rules="Pots")
        scene = NewGameScene(app)
        shown(app, scene)
        assert widget(scene, "stake", Choice).enabled
        assert not widget(scene, "hands", Choice).enabled
        assert "The session ends after the hand in which somebody reaches 100" in scene.note.text


def test_a_table_without_push_up_has_stakes_and_a_length(app: App) -> None:
    scene = NewGameScene(app)
    shown(app, scene)
    assert widget(scene, "stake", Choice).enabled
    assert widget(scene, "hands", Choice).enabled
