"""A controller is enough: to every screen and back, for whole hands, for what is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame
import pytest

from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import DROP, PASS, Action, Discard, Hit, Spread
from game.rules.presets import preset
from game.saves.settings import Settings, SettingsStore
from game.ui.pages.page import Page
from game.ui.pages.typing_page import SHEETS, LettersScene
from game.ui.session.opponents_page import OpponentsScene
from game.ui.settings.shortcuts import AskKeyScene, ShortcutsScene
from game.ui.shell.controllers import Controllers
from game.ui.shell.loop import App
from game.ui.table.input.targets import PLAY_BUTTONS, ButtonTarget, PlayButton
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.rulesets.hands import a_set
from tests.ui.screens import played
from tests.ui.stage import shown, stage, top, turns
from tests.ui.table.hands_on import Person
from tests.ui.table.house.positions import Guest
from tests.ui.table.house.test_last_lay import guest as last_lay
from tests.ui.table.house.test_out_of_turn import guest as out_of_turn
from tests.ui.table.test_house_rules import slapping

A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
X, SHORTCUTS = pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_BACK
NEXT = pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
UP, DOWN = pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN
LEFT, RIGHT = pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_DPAD_RIGHT
MOST_PRESSES: Final = 120

# From the start screen: what is chosen on each, and the screen that this leads to.
PATHS: Final = {
    "RulesScene": ("button:rules", "button:read"),
    "LessonScene": ("button:lesson",),
    "OptionsScene": ("button:settings",),
    "ShortcutsScene": ("button:settings", "group:general", "keys"),
    "AskKeyScene": ("button:settings", "group:general", "keys", "key:drop"),
    "YouScene": ("button:settings", "group:general", "you"),
    "ImportScene": ("button:settings", "group:general", "import"),
    "CreditsScene": ("button:credits",),
    "LicencesScene": ("button:credits", "button:licences"),
    "StatisticsScene": ("button:statistics",),
    "ChallengesScene": ("button:challenges",),
    "BankrollScene": ("button:challenges", "bankroll"),
    "SeasonScene": ("button:challenges", "season"),
    "GoalsScene": ("button:challenges", "goals"),
    "DailyScene": ("button:challenges", "daily"),
    "FairnessScene": ("button:statistics", "button:fair"),
    "SavedScene": ("button:statistics", "button:hands"),
    "ReplayScene": ("button:statistics", "button:hands", "hands"),
    "ReplayMenu": ("button:statistics", "button:hands", "hands", "button:menu"),
    "NewGameScene": ("button:play",),
    "PracticeHubScene": ("button:practice",),
    "LearnScene": ("button:practice", "learn"),
    "PracticeMenuScene": ("button:practice", "table"),
    "TeachingScene": ("button:practice", "play"),
    "DrillsScene": ("button:practice", "drills"),
    "DrillScene": ("button:practice", "drills", "button:start"),
    "PositionScene": ("button:practice", "table", "button:position"),
    "DealScene": ("button:play", "deal"),
    "TellScene": ("button:statistics", "button:hands", "button:check"),
    "OpponentsScene": ("button:play", "company"),
    "LadderScene": ("button:play", "company", "button:ladder"),
    "ChooseRulesScene": ("button:play", "rules"),
    "EnterCodeScene": ("button:play", "rules", "button:code"),
    "ExploreScene": ("button:play", "rules", "button:explore"),
    "ShareScene": ("button:play", "rules", "button:share"),
    "EditorScene": ("button:play", "rules", "button:copy"),
    "WordingScene": ("button:play", "rules", "button:copy", "button:words"),
    "TableScene": ("button:play", "button:start"),
}


class Pad:
    """Somebody who has a controller and nothing else."""

    def __init__(self, app: App) -> None:
        self.app = app

    def press(self, *buttons: int) -> None:
        for each in buttons:
            pygame.event.post(pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=each, instance_id=0))
            turns(self.app)

    def go_to(self, name: str) -> None:
        """Bring the keyboard's place to something on the page."""
        for _press in range(MOST_PRESSES):
            scene = self.app.top
            assert isinstance(scene, Page | ReplayScene)
            if scene.form.focused == name:
                return
            self._walk_on()
        raise AssertionError(f"{name} cannot be reached on {type(self.app.top).__name__}")

    def _walk_on(self) -> None:
        """Go to what comes next, as `tap` does: no frame."""
        step = pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=NEXT, instance_id=0)
        self.app.dispatch(step)
        for event in pygame.event.get():
            self.app.dispatch(event)

    def choose(self, *names: str) -> None:
        for name in names:
            self.go_to(name)
            self.press(A)
            self.settle()

    def settle(self) -> None:
        """Let what is counted be counted."""
        while self.app.top and self.app.top.idle_for() == 0 and self.app.is_running:
            self.app.turn()


@pytest.mark.share(8)
@pytest.mark.parametrize("name", PATHS)
def test_every_screen_can_be_reached_and_left(name: str) -> None:
    # What was left at the table of the saved session would be asked about first.
    store = None if name == "TableScene" else played()
    with stage((960, 540), store=store) as app:
        start = shown(app, StartScene(app))
        pad = Pad(app)
        pad.choose(*PATHS[name])
        assert type(app.top).__name__ == name
        for _back in range(8):
            if app.top is start:
                return
            # Some ask before they let go; the table opens its menu: its last row but one leaves.
            if "button:leave" in (app.top.targets() if app.top else ()) and name == "TableScene":
                pad.choose("button:leave")
            elif type(app.top).__name__ == "LeavingScene":
                pad.choose("button:lose")
            else:
                pad.press(B)
        raise AssertionError(f"still on {type(app.top).__name__}")


def test_the_list_is_read_and_a_group_turned_by_the_right_stick() -> None:
    with stage() as app:
        page = shown(app, ShortcutsScene(app))
        assert isinstance(page, ShortcutsScene)
        axis = pygame.CONTROLLER_AXIS_RIGHTY
        event = pygame.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=30_000, instance_id=0)
        pygame.event.post(event)
        turns(app)
        assert page.group == "replay"
        Pad(app).press(A)
        assert app.top is page
        Pad(app).choose("key:replay_open")
        top(app, AskKeyScene)
        Pad(app).press(A)  # has a fixed meaning
        top(app, AskKeyScene)
        Pad(app).press(B)
        assert app.top is page


class Player2(Person):
    """Plays by a controller what others play by keys."""

    _BUTTONS: Final = {
        pygame.K_SPACE: A,
        pygame.K_RETURN: A,
        pygame.K_TAB: NEXT,
        pygame.K_UP: UP,
        pygame.K_DOWN: DOWN,
        pygame.K_LEFT: LEFT,
        pygame.K_RIGHT: RIGHT,
    }

    def press(self, key: int, mod: int = 0) -> None:
        assert not mod
        button = self._BUTTONS[key]
        event = pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        Controllers(lambda _line: None).handle(event)
        self.post()


def test_whole_hands_are_played_wild_cards_and_all() -> None:
    rules = preset("standard").changed(jokers=4, wild="2X")
    players = Player("You"), Player("Ada", "regular")
    person = Player2(Session.start(Plan(players, rules, "3")), speed="instant")
    done: set[type[Action]] = set()
    wanted, answered = {Discard, Spread, Hit}, 0
    while person.table.hands_played < (12 if answered and wanted <= done else 60):
        person.wait_until(person.is_to_act)
        if person.is_settling():
            person.press(pygame.K_RETURN)
            continue
        action = person.choice()
        person.do_by_keys(action)
        answer = person.table.answer_towards(action)
        if answer is not None:
            person.go_to(answer)
            person.press(pygame.K_RETURN)
            answered += 1
        own = [move.action for move in person.table.view.moves if move.seat == 0]
        assert own[-1] == action
        done.add(type(action))
    assert wanted <= done
    assert answered


def test_a_trigger_slaps_at_once() -> None:
    person = slapping()
    axis = pygame.CONTROLLER_AXIS_TRIGGERRIGHT
    for value in (12_000, 30_000, 32_000, 0):
        pygame.event.post(
            pygame.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0)
        )
    pad = Controllers(lambda _line: None)
    for event in pygame.event.get():
        pad.handle(event)
    assert [event.type for event in pygame.event.get()] == [pygame.KEYDOWN, pygame.KEYUP]
    pad.handle(pygame.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=30_000, instance_id=0))
    person.post()
    assert person.table.input.question  # a card of one's own may go as well


def by_pad(it: Guest, target: ButtonTarget) -> None:
    """Go to a button at the table and press it, by a controller alone."""
    pad = Controllers(lambda _line: None)
    for _press in range(MOST_PRESSES):
        is_there = it.table.input.cursor == target
        at_group = it.table.input.cursor in BUTTON_ROW
        button = A if is_there else RIGHT if at_group else NEXT
        event = pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        pad.handle(event)
        it.post()
        if is_there:
            return
    raise AssertionError(f"{target} cannot be reached")


BUTTON_ROW: Final = {ButtonTarget(name) for name in PLAY_BUTTONS}


@pytest.mark.parametrize(("name", "done"), [("drop", (0, DROP)), ("pass", (1, Discard("QS")))])
def test_who_is_asked_between_turns_drops_or_passes(
    name: PlayButton, done: tuple[int, Action]
) -> None:
    it = out_of_turn(seconds=10)
    by_pad(it, ButtonTarget(name))
    it.wait(0.1)
    assert (it.now.moves[-1].seat, it.now.moves[-1].action) == done
    assert not it.table.flow.slaps.is_on


def test_a_last_lay_is_passed() -> None:
    it = last_lay()
    by_pad(it, ButtonTarget("pass"))
    assert it.actions[-1] == PASS
    it.wait_until(it.is_settling)


def test_a_name_is_typed_without_a_keyboard() -> None:
    with stage() as app:
        chosen: list[str] = []
        page = OpponentsScene(app, (), 1, lambda who: chosen.append(who[0].name))
        shown(app, StartScene(app))
        shown(app, page)
        pad = Pad(app)
        pad.choose("name:0")
        letters = top(app, LettersScene)
        assert letters.form.focused == "letter:a"
        pad.press(RIGHT, A, DOWN, A, X)  # b, l; X discards nothing here
        pad.choose("letter:z", "button:delete", "sheet:ABC", "letter:Q", "button:blank")
        pad.choose("sheet:éà", "letter:é")
        pad.press(B)
        assert app.top is page
        pad.press(B)
    assert chosen == ["blQ é"]


def test_the_pointer_finds_the_letters_too() -> None:
    from tests.ui.stage import point

    with stage() as app:
        shown(app, StartScene(app))
        page = OpponentsScene(app, (), 1, lambda _who: None)
        shown(app, page)
        point(app, "name:0:letters")
        point(app, "letter:m")
        point(app, "button:done")
        assert app.top is page
        assert "name:0" in app.top.targets()
        assert next(each for each in page.form.widgets if each.name == "name:0").text == "m"  # type: ignore[attr-defined]  # a field


def test_letters_know_each_other() -> None:
    """No letter stands twice on a sheet, none is missing its capital."""
    for rows in SHEETS.values():
        letters = "".join(rows)
        assert len(set(letters)) == len(letters)
        assert all(len(row) <= 10 for row in rows)
    assert "".join(SHEETS["abc"]).upper() == "".join(SHEETS["ABC"])


def test_rules_are_found_named_and_saved(tmp_path: Path) -> None:
    settings = SettingsStore.open(tmp_path)
    settings.change(mute=True, speed="instant")
    a_set(tmp_path, "Friday night")
    with stage(settings=settings) as app:
        shown(app, StartScene(app))
        pad = Pad(app)
        pad.choose("button:play", "rules", "search")
        pad.choose("letter:f", "letter:r", "letter:i", "letter:d", "button:done")
        pad.choose("button:edit", "name", "letter:s", "button:done", "button:save")
        pad.choose("button:choose")
        assert settings.settings.rules == "Friday nights"
    assert Settings().rules != "Friday nights"
