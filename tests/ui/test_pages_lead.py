"""Pages lead: one gold button each, one name for one thing, few clicks, no dead end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pygame
import pytest

from game.features.challenges.daily.model import rules_of
from game.features.records.page import StatisticsScene
from game.features.records.saved_hands.page import SavedScene
from game.features.study.assessment.page import TeachingScene
from game.features.study.drills.page import DrillScene, DrillsScene
from game.features.study.learning.page import LearnScene
from game.features.study.practice.table_page import PracticeScene
from game.features.study.review.page import ReviewScene
from game.menus.lesson.page import LessonScene
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.rules.presets import preset
from game.saves.review_queue import Reviewer, ReviewHandle
from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.saves.store import Store
from game.ui.kit.controls import Button, Label
from game.ui.kit.document import TextView
from game.ui.kit.inputs import OpenRow
from game.ui.pages.dialogs import AskScene
from game.ui.pages.hand_counter import BUDGET
from game.ui.pages.page import Page
from game.ui.rulesets.editor import EditorScene
from game.ui.session.table_rules import DifferencesScene
from game.ui.session.table_scene import TableScene
from game.ui.settings.importing import ImportScene
from game.ui.shell.controllers import Controllers
from game.ui.shell.loop import App
from game.ui.text.language import _
from game.ui.viewer.decision import DecisionScene
from game.ui.viewer.replay_scene import ReplayScene
from game.ui.viewer.review_latest import LATEST, LatestScene
from tests.session.players import careless, eager, play_hands
from tests.shares import share
from tests.ui.conftest import Program
from tests.ui.rulesets.hands import a_set
from tests.ui.screens import Reviewing, reviewed, settled, teaching
from tests.ui.stage import point, press, row_list, shown, stage, tap, top, turns, widget
from tests.ui.test_aloud import NAMES, SCREENS, SESSIONS
from tests.ui.test_everything_fits import spoken

# One worker visits all pages, once for all of these.
pytestmark = pytest.mark.xdist_group("pages lead")

LEAVING: Final = {"Back", "Leave the table", "Leave this hand", "Cancel"}
SHOWN: Final = (
    DecisionScene,
    DrillScene,
    EditorScene,
    LessonScene,
    PracticeScene,
    ReplayScene,
    TableScene,
)
"""Tables and the like: they are called after what lies on them, not after the way there."""
BETWEEN: Final = (AskScene, DifferencesScene)
"""What comes between a button and what it does."""
MENUS: Final = {"Menu"}
"""What opens a menu of its own on several screens."""


@dataclass
class Visit:
    """What a screen is called, its gold buttons, and what its buttons open, by their names."""

    kind: str
    heading: str
    gold: list[str]
    opened: dict[str, tuple[str, str]] = field(default_factory=dict)


def visited(app: App, page: Page) -> Visit:
    """Press every button of the page on top that leads to another."""
    buttons = [each for each in page.form.widgets if isinstance(each, Button)]
    found = Visit(
        type(page).__name__, page.heading, [each.text for each in buttons if each.primary]
    )
    below = app.scenes
    for name, text in _ways(page):
        _activate(page, name)
        there = app.top
        if there is page:
            continue
        if there is None or app.scenes[: len(below)] != below:
            break  # it led back, or away
        if isinstance(there, Page) and not isinstance(there, SHOWN + BETWEEN):
            found.opened[text] = type(there).__name__, there.heading
        while app.top is not page:
            app.pop()
    return found


def _activate(page: Page, name: str) -> None:
    """Press what has that name, if it is still there."""
    for each in page.form.widgets:
        if each.name == name:
            each.activate()
            return


def _ways(page: Page) -> list[tuple[str, str]]:
    """The names and texts of what may lead to other pages."""
    ways = []
    for each in page.form.widgets:
        if each.can_focus and each.name not in {"button:quit", "button:back"}:
            if isinstance(each, Button):
                ways.append((each.name, each.text))
            elif isinstance(each, OpenRow):
                ways.append((each.name, each.label))
    return ways


@contextmanager
def screen(name: str) -> Iterator[App]:
    """A screen in a window."""
    if name in SESSIONS:
        with SESSIONS[name]((1280, 720)) as app:
            yield app
        return
    with stage(store=Store.unsaved()) as app:
        app.push(StartScene(app))
        SCREENS[name](app)
        turns(app)
        yield app


@pytest.fixture(scope="module")
def visits() -> dict[str, Visit]:
    """Many pages, and what their buttons lead to."""
    found = {}
    for name in share(NAMES, 36):
        with screen(name) as app:
            if isinstance(app.top, Page):
                found[name] = visited(app, app.top)
    return found


def test_every_page_has_one_gold_button_at_most_and_none_leads_back(
    visits: dict[str, Visit],
) -> None:
    wrong = {name: each.gold for name, each in visits.items() if len(each.gold) > 1}
    back = {name: each.gold for name, each in visits.items() if LEAVING & {*each.gold}}
    assert len(visits) > 20
    assert (wrong, back) == ({}, {})


def test_no_two_pages_are_called_the_same(visits: dict[str, Visit]) -> None:
    kinds = defaultdict(set)
    for each in visits.values():
        kinds[each.heading].add(each.kind)
        for kind, heading in each.opened.values():
            kinds[heading].add(kind)
    same = {heading: names for heading, names in kinds.items() if len(names) > 1}
    assert same == {}


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_no_two_pages_are_called_the_same_in_translation(
    visits: dict[str, Visit], language: str
) -> None:
    titles = {each.heading for each in visits.values()}
    called = defaultdict(set)
    with spoken(language):
        for title in titles:
            called[_(title)].add(title)
    assert [names for names in called.values() if len(names) > 1] == []


def test_a_button_is_called_as_the_page_that_it_opens(visits: dict[str, Visit]) -> None:
    wrong = {
        (name, text, heading)
        for name, each in visits.items()
        for text, (_kind, heading) in each.opened.items()
        if text not in MENUS
        and not text.startswith(f"{heading} ")
        and heading != text
        and not heading.startswith((f"{text}: ", f"{text} "))
    }
    assert wrong == set()


def _opened_and_left(app: App, page: Page, way: str) -> bool:
    """Press what has that name, and Esc on what that opens; False if it opens nothing."""
    below = app.scenes
    tap(app, pygame.K_RETURN)
    for _step in range(4):
        if app.scenes[: len(below)] == below != app.scenes and not isinstance(app.top, SHOWN):
            tap(app, pygame.K_ESCAPE)
            if app.scenes == below:
                return any(each.name == way and each.can_focus for each in page.form.widgets)
    return False


@pytest.mark.share(12)
@pytest.mark.parametrize("name", NAMES)
def test_escape_leads_back_to_what_was_pressed(name: str) -> None:
    with screen(name) as app:
        if not isinstance(app.top, Page):
            return
        page: Page = app.top
        below, lost = app.scenes, {}
        for way, _text in _ways(page):
            if page.form.focus(way) and _opened_and_left(app, page, way):
                lost[way] = page.form.focused
            if app.scenes[: len(below)] != below:
                break  # it led away
            while app.top is not page:
                app.pop()
        assert lost == {way: way for way in lost}


# -- few clicks ------------------------------------------------------------------------------------

MONDAY: Final = date(2026, 1, 5)
"""A day that is played by the standard rules: nothing is to be read before the deal."""
WAYS: Final = {
    "today's deal": (("button:daily",), TableScene, 1),
    "review my last hand": (("button:statistics", "button:last"), ReviewScene, 2),
    "practise my rules": (("button:rules", "sets:Friday", "button:practise"), PracticeScene, 3),
    "practise the rules I play by": (("button:rules", "button:practise"), PracticeScene, 2),
}
"""What is clicked on from the start, where it leads, and how many clicks it may take."""


def by_mouse(app: App, name: str) -> int:
    point(app, name)
    return 1


def by_keys(app: App, name: str) -> int:
    return _walk(app, name, lambda key: press(app, key))


def by_controller(app: App, name: str) -> int:
    pad = Controllers(lambda _line: None)

    def press_button(key: int) -> None:
        event = pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=CONTROLLER[key], instance_id=0)
        pad.handle(event)
        turns(app)

    return _walk(app, name, press_button)


CONTROLLER: Final = {
    pygame.K_TAB: pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    pygame.K_RETURN: pygame.CONTROLLER_BUTTON_A,
    pygame.K_UP: pygame.CONTROLLER_BUTTON_DPAD_UP,
}


def _walk(app: App, name: str, press_key: Callable[[int], None]) -> int:
    """Go to it; a row of a list is only gone to. The number of times that something is chosen."""
    page = app.top
    assert isinstance(page, Page)
    part, _colon, row = name.partition(":")
    wanted = name if part == "button" else part
    for _step in range(60):
        if page.form.focused == wanted:
            break
        press_key(pygame.K_TAB)
    assert page.form.focused == wanted
    if wanted == name:
        press_key(pygame.K_RETURN)
        return 1
    for _step in range(60):
        if row_list(page, part).current == row:
            return 0
        press_key(pygame.K_UP)
    raise AssertionError(f"{row} is not reached")


@pytest.mark.share(4)
@pytest.mark.parametrize("way", [by_mouse, by_keys, by_controller])
@pytest.mark.parametrize("what", WAYS)
def test_what_is_wanted_most_is_a_few_clicks_away(
    what: str, way: Callable[[App, str], int], tmp_path: Path
) -> None:
    names, kind, most = WAYS[what]
    a_set(tmp_path, "Friday")
    settings = SettingsStore.open(tmp_path)
    settings.change(mute=True, speed="instant", lesson_done=True)
    if what == "practise the rules I play by":
        settings.change(rules="Friday")
    with (
        a_store(tmp_path / "saves") as store,
        stage(
            settings=settings, store=store, today=lambda: MONDAY, reviewer=reviewer_of(store)
        ) as app,
    ):
        shown(app, StartScene(app))
        settled(app)
        clicks = 0
        for name in names:
            clicks += way(app, name)
            settled(app)
        assert isinstance(app.top, kind)
        assert clicks <= most
        if isinstance(app.top, PracticeScene):
            assert app.top.session.rules == preset("rushville"), "those of the player's own set"


@pytest.mark.share(4)
@pytest.mark.parametrize("way", [by_mouse, by_keys, by_controller])
@pytest.mark.parametrize("weekday", range(7))
def test_one_click_leads_to_the_table_of_today_whatever_its_rules(
    weekday: int, way: Callable[[App, str], int]
) -> None:
    today = MONDAY + timedelta(days=weekday)
    with stage(store=Store.unsaved(), today=lambda: today) as app:
        shown(app, StartScene(app))
        settled(app)
        assert way(app, "button:daily") == 1
        settled(app)
        table = app.scenes[1]
        assert isinstance(table, TableScene)
        if rules_of(today) != preset("standard"):
            assert isinstance(app.top, DifferencesScene)
            assert table.session.hand is None
            press(app, pygame.K_RETURN)
        assert app.top is table
        assert table.session.played == 1


@contextmanager
def a_store(folder: Path, hands: int = 3) -> Iterator[Store]:
    """A store with so many hands."""
    with closing(Store.open(folder)) as store:
        players = Player("You"), Player("Ada", "regular")
        session = store.start(Plan(players, preset("standard"), "three"))
        play_hands(session, [careless, eager], hands)
        session.close()
        yield store


def reviewer_of(store: Store, coach: Callable[[str, int], ReviewHandle] = Reviewing) -> Reviewer:
    """Who has a coach go through the hands of a store, if that is asked for."""
    return Reviewer(coach, lambda: store, lambda: False)


# -- no dead ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [LearnScene, TeachingScene, SavedScene, StatisticsScene])
def test_before_the_first_hand_an_empty_page_has_a_button_to_play(kind: type[Page]) -> None:
    with stage(store=Store.unsaved()) as app:
        shown(app, kind(app))
        settled(app)
        assert top(app, kind).form.focused == "button:play"
        press(app, pygame.K_RETURN)
        top(app, NewGameScene)


@pytest.mark.parametrize("kind", [LearnScene, TeachingScene])
def test_how_far_the_reviews_are_read_is_said(kind: type[LearnScene | TeachingScene]) -> None:
    ticks = count()
    with stage(store=reviewed(24)) as app:
        services = app.services
        # A frame reads one review.
        app.services = services._replace(clock=lambda: 0.75 * BUDGET * next(ticks))
        page = kind(app)
        app.push(page)
        said = []
        while page.idle_for() == 0:
            said.append(text_of(page))
            page.update(0.02)
        app.services = services
    read = [text.removesuffix(".") for text in said[1:3]]
    assert read == ["Reading your reviews… 4%", "Reading your reviews… 8%"]
    assert len(dict.fromkeys(said)) > 20
    assert "Reading" not in text_of(page)


def text_of(page: LearnScene | TeachingScene) -> str:
    """The first text of a page."""
    return next(
        each.text if isinstance(each, Label) else each.spoken
        for each in page.form.widgets
        if isinstance(each, Label | TextView)
    )


def test_what_decisions_cost_can_be_scrolled_at_once_by_keys() -> None:
    with stage((853, 600)) as app:
        teaching(app)
        view = widget(top(app, TeachingScene), "text", TextView)
        before = view.offset
        press(app, pygame.K_PAGEDOWN)
        assert view.offset > before


@pytest.mark.parametrize("kind", [LearnScene, TeachingScene])
def test_a_page_without_reviews_has_the_latest_hands_reviewed(
    kind: type[Page], tmp_path: Path
) -> None:
    with a_store(tmp_path) as store, stage(store=store, reviewer=reviewer_of(store)) as app:
        shown(app, kind(app))
        settled(app)
        point(app, "button:latest")
        page = top(app, LatestScene)
        assert page.heading == "Review last 3 hands"
        for _hand in range(8):
            app.wake()
            app.turn()
        assert page.batch.is_over
        settled(app)
        assert "button:latest" not in top(app, kind).targets()


class Faultless(Reviewing):
    """A coach who finds nothing wrong in any hand."""

    def __init__(self, record: str, seat: int) -> None:
        super().__init__(record, seat)
        self.found = {**(self.found or {}), "decisions": []}


def test_without_mistakes_the_coach_looks_further_back_and_then_something_else_is_offered(
    tmp_path: Path,
) -> None:
    with (
        a_store(tmp_path, LATEST + 3) as store,
        stage(store=store, reviewer=reviewer_of(store, Faultless)) as app,
    ):
        shown(app, LearnScene(app))
        settled(app)
        for so_far, title in ((50, "Review last 50 hands"), (53, "Review last 53 hands")):
            assert widget(top(app, LearnScene), "button:latest", Button).text == title
            point(app, "button:latest")
            while not isinstance(app.top, LearnScene):
                app.wake()
                app.turn()
            settled(app)
            told = [
                each.text for each in top(app, LearnScene).form.widgets if isinstance(each, Label)
            ]
            assert told[0].startswith(f"No mistakes in the {so_far} hands reviewed.")
        assert "button:latest" not in top(app, LearnScene).targets()
        point(app, "button:drills")
        top(app, DrillsScene)
        press(app, pygame.K_ESCAPE)
        settled(app)
        point(app, "button:play")
        top(app, NewGameScene)


def test_reviewing_is_stopped_or_left_to_go_on(tmp_path: Path) -> None:
    coach = partial(Reviewing, part=0.4)
    with a_store(tmp_path) as store, stage(store=store, reviewer=reviewer_of(store, coach)) as app:
        shown(app, LearnScene(app))
        settled(app)
        point(app, "button:latest")
        batch = top(app, LatestScene).batch
        point(app, "button:back")
        assert batch.part < 1
        point(app, "button:latest")
        assert top(app, LatestScene).batch is batch
        point(app, "button:stop")
        assert batch.is_over
        top(app, LearnScene)


@pytest.mark.usefixtures("home")
def test_where_there_is_no_file_to_import_a_backup_can_be_saved() -> None:
    with stage(store=Store.unsaved()) as app:
        page = shown(app, ImportScene(app))
        assert top(app, ImportScene).form.focused == "button:backup"
        press(app, pygame.K_RETURN)
        assert len(row_list(page, "files").rows) == 1
        assert "button:import" in page.targets()


@contextmanager
def heard_by(**values: object) -> Iterator[App]:
    """The start page where somebody who has played can hear something."""
    settings = SettingsStore.unsaved(Settings(speed="instant", lesson_done=True))
    settings.change(**values)
    with (
        TemporaryDirectory() as folder,
        closing(Store.open(Path(folder))) as store,
        stage(settings=settings, store=store) as app,
    ):
        play_hands(store.start(Plan((Player("You"), Player("Ada", "regular")))), [careless] * 2, 1)
        app.services.sound.volume, app.services.sound.muted = 0.5, False
        shown(app, StartScene(app))
        yield app


def asks(app: App) -> bool:
    return "button:music" in app.top.targets() if app.top else False


@pytest.mark.parametrize(("answer", "kept"), [("music", "on"), ("no_music", "off")])
def test_music_is_asked_for_once_and_never_again_after_an_answer(answer: str, kept: str) -> None:
    with heard_by() as app:
        assert asks(app)
        assert app.services.settings.settings.music == "", "nothing plays before that"
        point(app, f"button:{answer}")
        turns(app)
        assert app.services.settings.settings.music == kept
        assert not asks(app)


def test_going_on_without_an_answer_is_one() -> None:
    with heard_by() as app:
        press(app, pygame.K_RETURN)
        turns(app)
        top(app, TableScene)
        app.home()
        assert app.services.settings.settings.music == "off"
        assert not asks(app)


def test_opening_the_saves_is_no_answer(home: Path, program: Program) -> None:
    """They are opened below the start page, which then shows what they hold."""
    with closing(Store.open(home / "data")) as store:
        play_hands(store.start(Plan((Player("You"), Player("Ada", "regular")))), [careless] * 2, 1)
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "settings.json").write_text('{"lesson_done": true}')
    asked = []

    def look(app: App) -> None:
        asked.append((asks(app), app.services.settings.settings.music))

    program(look)
    assert asked == [(True, "")]


@pytest.mark.parametrize(
    "values", [{"lesson_done": False}, {"mute": True}, {"music": "off"}, {"music": "on"}]
)
def test_nobody_is_asked_at_the_first_start_or_without_sound_or_twice(
    values: dict[str, object],
) -> None:
    with heard_by(**values) as app:
        app.services.sound.muted = bool(values.get("mute"))
        app.home()
        turns(app)
        assert not asks(app)


def test_music_rests_while_the_window_is_behind_others_unless_it_may_play_on() -> None:
    with heard_by(music="on") as app:
        assert app.services.sound.open()
        for plays_on in (False, True):
            app.change(music_behind=plays_on)
            assert pygame.mixer.music.get_busy()
            app.dispatch(pygame.Event(pygame.WINDOWFOCUSLOST))
            assert pygame.mixer.music.get_busy() == plays_on
            app.dispatch(pygame.Event(pygame.WINDOWFOCUSGAINED))
            assert pygame.mixer.music.get_busy()
        app.services.sound.close()
