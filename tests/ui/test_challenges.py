"""Challenges by hand: the daily deal is played once, compared, and only then practised."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pygame
import pytest

from game.session.daily import SEATS, plan_of, tries
from game.session.driver import play_hands
from game.session.store import Store
from game.ui.kit.controls import Label
from game.ui.scenes.challenges.daily import DailyScene
from game.ui.scenes.practice.table import PracticeScene
from game.ui.scenes.sitting import DifferencesScene, begin_session
from game.ui.scenes.start import StartScene
from game.ui.scenes.table import TableScene
from game.ui.shell.loop import App
from tests.session.players import careless
from tests.ui.screens import FIRST, settled
from tests.ui.stage import point, press, shown, stage, targets, top, turns, widget
from tests.ui.table.staging import think_at_once


def open_day(app: App, day: date = FIRST) -> DailyScene:
    app.services = replace(app.services, thinker=think_at_once)
    shown(app, StartScene(app))
    page = DailyScene(app, day)
    shown(app, page)
    settled(app)
    return page


def sit_down(app: App) -> TableScene:
    point(app, "button:start")
    if isinstance(app.top, DifferencesScene):
        press(app, pygame.K_RETURN)
    return top(app, TableScene)


def texts(page: DailyScene) -> str:
    return " ".join(each.text for each in page.form.widgets if isinstance(each, Label))


@pytest.mark.parametrize("leaves", [False, True])
def test_the_first_try_counts_and_is_compared_the_next_is_practice(
    tmp_path: Path, leaves: bool
) -> None:
    store = Store.open(tmp_path)
    with stage(store=store) as app:
        page = open_day(app)
        assert page.own is None
        assert page.comparison is None
        assert not page.shared()
        table = sit_down(app)
        if leaves:
            app.home()
            page = open_day(app)
            assert "not over" in texts(page)
            table = sit_down(app)
        play_hands(table.session, [careless] * SEATS, 1)
        table.between_hands.end()
        settled(app)
        page = top(app, DailyScene)
        own = page.own
        assert own is not None
        assert own.won is not None
        assert page.day == FIRST
        while page.comparison and page.comparison.playing:
            app.wake()
            app.turn()
        assert "In your place" in texts(page)
        assert page.shared().startswith("Tonk, daily deal 2026-01-01 (Deal 6,896,105,")
        point(app, "button:start")
        assert top(app, PracticeScene).session.plan.practice
        app.home()
        assert store.kept() is None
    history = store.history()
    history.catch_up()
    assert list(tries(history)) == [FIRST]
    store.close()


def test_the_table_that_was_left_is_there_again_after_the_daily_deal(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with stage(store=store) as app:
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        usual = store.kept()
        assert usual is not None
        open_day(app)
        table = sit_down(app)
        play_hands(table.session, [careless] * SEATS, 1)
        table.between_hands.end()
        app.home()
        settled(app)
        assert "button:continue" in targets(app)
        point(app, "button:continue")
        assert top(app, TableScene).session.plan == usual.plan
    store.close()


def test_a_day_without_a_deal_is_refused_in_words(tmp_path: Path) -> None:
    with stage() as app:
        page = open_day(app)
        for text, why in {
            "2026-02-30": "There is no day 2026-02-30",
            "2024-02-29": "The first daily deal was that of 2026-01-01.",
            "9999-12-31": "The deal of 9999-12-31 is yet to come.",
        }.items():
            page.form.focus("date")
            press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
            turns(app)
            assert why in texts(page)
            assert page.day == FIRST
        press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="2026-01-03"))
        turns(app)
        assert page.day == date(2026, 1, 3)
        assert "There is" not in texts(page)


def test_a_hand_given_up_can_still_be_practised(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.start(plan_of(FIRST, "You")).next_hand()
    store.start(plan_of(date(2026, 1, 2), "You"))
    with stage(store=store) as app:
        page = open_day(app)
        assert "gave this deal up" in texts(page)
        point(app, "button:start")
        assert isinstance(app.top, PracticeScene)
        assert widget(page, "results", object) is not None
    store.close()
