"""No frame shows a card before it has been dealt, however a hand comes to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

import pytest
from pygame import Surface

from game.features.challenges.daily.own_try import sit_down
from game.features.challenges.season.page import SeasonScene
from game.features.study.practice.table_page import PracticeScene
from game.menus.lesson.page import LessonScene
from game.menus.start import StartScene
from game.play.plan import OPPONENT_NAMES, Player
from game.play.practice import Practice
from game.rules.cards import Card
from game.rules.presets import preset
from game.saves.settings import Settings, SettingsStore
from game.ui.session.starting import begin_session, go_on, practise
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.table.motion.layout import Slot, Zone
from tests.session.players import careless, play_one
from tests.ui.stage import point, shown, stage, targets, top, turns

Cards = dict[Slot, Card | None]


class Film(App):
    """An app that keeps what every frame shows of a table's cards."""

    frames: list[tuple[Cards, list[Card | None]]]
    """Faces by their slots on the table, and those of cards that are gathered from it."""

    def draw_on(self, surface: Surface) -> None:
        super().draw_on(surface)
        if isinstance(self.top, TableScene):
            sprites = self.top.board.sprites
            lying: Cards = {slot: each.face for slot, each in sprites if not each.is_hidden}
            self.frames.append((lying, [each.face for each in sprites.departing]))


@pytest.fixture
def app() -> Iterator[Film]:
    settings = SettingsStore.unsaved(Settings(speed="fast", mute=True, lesson_done=True))
    with stage(settings=settings, kind=Film) as app:
        assert isinstance(app, Film)
        app.frames = []
        shown(app, StartScene(app))
        yield app


def quick_game(app: App) -> None:
    begin_session(app, 2, 1)


def quick_game_without_a_cut(app: App) -> None:
    app.change(cut="random")
    begin_session(app, 2, 1)


def lesson(app: App) -> None:
    app.push(LessonScene(app))


def next_hand_of_the_lesson(app: App) -> None:
    app.push(LessonScene(app))
    dealt(app)
    film(app).clear()
    scene = top(app, LessonScene)
    scene.window.replace(LessonScene(scene.window, 1))


def numbered(number: int) -> Practice:
    bots = [Player(name, "regular") for name in OPPONENT_NAMES[:2]]
    return Practice.numbered(preset("standard"), [Player("You"), *bots], number)


def practice(app: App) -> None:
    practise(app, numbered(482_113))


def another_deal(app: App) -> None:
    practice(app)
    dealt(app)
    top(app, PracticeScene).open_menu()
    turns(app)
    film(app).clear()
    point(app, "button:another")


def daily(app: App) -> None:
    sit_down(app, date(2026, 1, 2), goes_on=False)
    turns(app)
    point(app, "button:go_on")


def season(app: App) -> None:
    page = shown(app, SeasonScene(app))
    while page.idle_for() == 0:
        app.turn()
    turns(app)
    point(app, "button:start")


OPENINGS: list[Callable[[App], None]] = [
    quick_game,
    quick_game_without_a_cut,
    lesson,
    next_hand_of_the_lesson,
    practice,
    another_deal,
    daily,
    season,
]


def film(app: App) -> list[tuple[Cards, list[Card | None]]]:
    assert isinstance(app, Film)
    return app.frames


def dealt(app: App) -> TableScene:
    """The table once its deal has ended."""
    for _turn in range(3_000):
        if isinstance(app.top, TableScene):
            table = app.top
            if table.board.view is not None and not table.board.is_scene:
                return table
        app.wake()
        app.turn()
    raise AssertionError(f"nothing is dealt: {app.top} {targets(app)}")


@pytest.mark.share(3)
@pytest.mark.parametrize("opening", OPENINGS)
def test_every_card_comes_from_the_stock_and_stays(
    app: Film, opening: Callable[[App], None]
) -> None:
    opening(app)
    table = dealt(app)
    first, *_later = film(app)
    assert first == ({}, [])
    before: Cards = {}
    cut: set[Card | None] = set()
    for lying, leaving in film(app):
        assert set(leaving) <= cut, "only cards of the cut are gathered"
        cut |= {face for slot, face in lying.items() if slot.zone is Zone.CUT} | {None}
        shown = {slot: face for slot, face in lying.items() if slot.zone is not Zone.CUT}
        assert shown.keys() >= before.keys()
        assert all(shown[slot] == face for slot, face in before.items() if face is not None)
        before = shown
    assert len(before) >= sum(table.view.sizes)


def test_a_hand_that_goes_on_lies_as_it_was_left(app: Film) -> None:
    quick_game(app)
    session = dealt(app).session
    while len(session.view(0).moves) < 5:
        play_one(session, [careless] * 3)
    app.home()
    film(app).clear()
    go_on(app)
    turns(app)
    frames = film(app)
    assert len(frames[0][0]) > 15
    assert all(lying.items() >= frames[0][0].items() and not leaving for lying, leaving in frames)
