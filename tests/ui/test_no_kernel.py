"""Tonk without its kernel: what is greyed says why, and nobody takes Master's seat unasked."""

from collections.abc import Iterator
from typing import Final

import pygame
import pytest

from game.features.records.saved_hands.page import SavedScene
from game.features.study.practice.page import PracticeMenuScene
from game.features.study.practice.setup_page import PositionScene
from game.features.study.practice.table_page import PracticeScene
from game.menus.start import StartScene
from game.play.chosen_opponents import ChosenOpponent
from game.play.opponents import Opponents
from game.play.plan import Plan, Player
from game.play.practice import Practice
from game.rules.presets import STANDARD
from game.saves.settings import SETTINGS
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice, Toggle
from game.ui.look.appearance import Look
from game.ui.pages.dialogs import AskScene
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.session.opponents_page import OpponentsScene
from game.ui.session.pause import PauseScene
from game.ui.session.starting import go_on, practise
from game.ui.session.table_scene import TableScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App
from game.ui.shell.scene import Scene
from game.ui.table.input.targets import ButtonTarget
from game.ui.table.painting.result import ToCome, result_look
from game.ui.text.level_words import no_kernel_sentence
from game.ui.text.sessions import REVIEW_HAND
from game.ui.viewer.replay_scene import ReplayMenu, ReplayScene
from tests.ui import screens
from tests.ui.positions import POSITIONS
from tests.ui.stage import point, press, shown, stage, top, turns, widget

AWAY: Final = Opponents(("beginner", "regular", "expert"), ("plain", "hitter"), away=("master",))


@pytest.fixture
def app() -> Iterator[App]:
    with stage(drills=None, explore=None, opponents=lambda: AWAY, lacks_kernel=True) as made:
        yield made


def _left(app: App) -> None:
    """A table with Master is waiting."""
    shown(app, StartScene(app))
    session = app.services.saves.start(Plan((Player("You"), Player("Zoë", "master/hitter"))))
    session.next_hand()


def test_a_table_with_master_opens_once_the_player_agrees_to_expert(app: App) -> None:
    _left(app)
    go_on(app)
    turns(app)
    page = top(app, AskScene)
    assert page.heading == "Master can't play here"
    said = " ".join(part.text for part in page.form.widgets if isinstance(part, Label))
    assert said.startswith(no_kernel_sentence())
    point(app, "button:yes")
    session = top(app, TableScene).session
    assert {each.level for each in session.players} == {"", "expert/hitter"}
    assert "Zoë (Expert)" in session.names
    assert session.is_playing


def test_a_table_with_master_waits_where_the_player_does_not_agree(app: App) -> None:
    _left(app)
    go_on(app)
    turns(app)
    point(app, "button:no")
    assert isinstance(app.top, StartScene)
    kept = app.services.saves.saved_session()
    assert kept is not None
    assert {each.level for each in kept.players} == {"", "master/hitter"}


def test_what_cannot_be_had_is_greyed_and_says_why(app: App) -> None:
    page = shown(app, ChooseRulesScene(app, lambda: None))
    button = widget(page, "button:explore", Button)
    assert (button.enabled, button.spoken) == (False, no_kernel_sentence())


def test_master_is_not_offered_and_one_sentence_says_why(app: App) -> None:
    chosen = (ChosenOpponent("master", "hitter", "Zoë"),)
    found: list[tuple[ChosenOpponent, ...]] = []
    shown(app, OpponentsScene(app, chosen, 1, found.append))
    page = top(app, OpponentsScene)
    said = " ".join(part.text for part in page.form.widgets if isinstance(part, Label))
    assert no_kernel_sentence() in said
    point(app, "button:back")
    assert found == [(ChosenOpponent("expert", "hitter", "Zoë"),)]


def _is_grey(page: Scene, name: str) -> bool:
    """Whether a button cannot be pressed, and says why."""
    button = widget(page, name, Button)
    return not button.enabled and button.spoken == no_kernel_sentence()


def test_a_kept_practice_with_master_opens_once_the_player_agrees_to_expert(app: App) -> None:
    shown(app, StartScene(app))
    players = (Player("You"), Player("Zoë", "master/hitter"))
    practise(app, Practice.numbered(STANDARD, players, 7))
    turns(app)
    assert top(app, AskScene).heading == "Master can't play here"
    point(app, "button:yes")
    practice = top(app, PracticeScene).practice
    assert [each.level for each in practice.plan.players] == ["", "expert/hitter"]


def test_a_position_with_master_is_played_once_the_player_agrees_to_expert(app: App) -> None:
    chosen = ChosenOpponent("master", "hitter", "Zoë")
    app.change(opponents=1, opponents_chosen=(chosen,), stake=5)
    menu = shown(app, PracticeMenuScene(app))
    for answer in ("button:no", "button:yes"):
        point(app, "button:position")
        assert top(app, PositionScene).set_up.rules.stake == 5
        point(app, "button:start")
        turns(app)
        assert top(app, AskScene).heading == "Master can't play here"
        point(app, answer)
        assert (app.top is menu) == (answer == "button:no")
    plan = top(app, PracticeScene).practice.plan
    assert [each.level for each in plan.players] == ["", "expert/hitter"]
    assert plan.rules.stake == 5


def test_the_table_offers_a_hint_that_is_grey_and_says_why(app: App) -> None:
    shown(app, StartScene(app))
    session = app.services.saves.start(
        Plan((Player("You"), Player("Zoë", "expert")), seed_text="1")
    )
    session.next_hand()
    scene = TableScene(app, session)
    shown(app, scene)
    hint = ButtonTarget("hint")
    assert hint in scene.zones()
    assert hint not in scene.live()
    press(app, pygame.K_F2)
    assert scene.line == no_kernel_sentence()
    scene.open_menu()
    turns(app)
    assert _is_grey(top(app, PauseScene), "button:hint")


def test_the_result_offers_a_review_that_is_grey() -> None:
    scene = POSITIONS["settled"]((1280, 720), 2, Look())
    view = scene.board.view
    assert view is not None
    found = []
    for lacks in (True, False):
        to_come = ToCome("", caller=None, lacks_kernel=lacks)
        look = result_look(scene.session, view, 1.0, None, to_come=to_come, is_detailed=False)
        assert look is not None
        found.append({name: button.is_lit for name, button in look.buttons})
    assert found[0] == {**found[1], "review": False}


def test_saved_hands_and_replays_grey_their_reviews(app: App) -> None:
    screens.saved(app)
    page = top(app, SavedScene)
    assert _is_grey(page, "button:review")
    point(app, "button:look")
    turns(app)
    top(app, ReplayScene).open_menu()
    turns(app)
    assert _is_grey(top(app, ReplayMenu), f"button:{REVIEW_HAND}")


def test_settings_that_need_it_are_grey(app: App) -> None:
    page = shown(app, OptionsScene(app, "coach"))
    coached = {key for key, setting in SETTINGS.items() if setting.group == "coach"}
    assert "hints" in coached
    assert {key for key in coached if not widget(page, key, Toggle).enabled} == coached
    assert widget(shown(app, OptionsScene(app, "table")), "sort", Choice).enabled
