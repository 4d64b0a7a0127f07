"""Challenges by hand: the daily deal is played once, compared, and only then practised."""

from __future__ import annotations

import json
import time
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from threading import Event

import pygame
import pytest

from game.features.challenges.bankroll.at_table import spent_sentence
from game.features.challenges.bankroll.model import START
from game.features.challenges.daily.model import (
    SEATS,
    LevelStanding,
    keep_levels,
    kept_levels,
    plan_of,
    tries,
)
from game.features.challenges.daily.own_try import standing_sentence, won_sentence
from game.features.challenges.daily.page import DailyScene, Results
from game.features.challenges.page import ChallengesScene
from game.features.challenges.season.model import ROUNDS, LastMeeting, Own, Season, pairs
from game.features.challenges.season.page import (
    SeasonScene,
    match_sentence,
    meeting_sentence,
    so_far_sentence,
)
from game.features.study.practice.table_page import PracticeScene
from game.menus.new_game import NewGameScene
from game.menus.start import DealTile, StartScene
from game.play.plan import OPPONENTS, Plan, Player
from game.rules.actions import DROP, Action
from game.rules.view import SeatView
from game.saves.store import Store
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice, OpenRow
from game.ui.pages.dialogs import AskScene
from game.ui.pages.page import Page
from game.ui.session.starting import begin_session
from game.ui.session.table_rules import DifferencesScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.text.language import amount_text, place_text, signed_text
from game.ui.text.level_words import level_title
from tests.session.players import Chooser, careless, eager, play_hands, play_out
from tests.ui.screens import FIRST, settled
from tests.ui.stage import point, press, shown, stage, targets, top, turns, widget
from tests.ui.table.staging import think_at_once

MONDAY = date(2026, 1, 5)
"""A day that is played by the standard rules."""


def open_day(app: App, day: date = FIRST) -> DailyScene:
    shown(app, StartScene(app))
    page = DailyScene(app, day)
    shown(app, page)
    settled(app)
    return page


class Calendar:
    """The player's calendar, turned by hand."""

    def __init__(self, day: date) -> None:
        self.day = day

    def __call__(self) -> date:
        return self.day

    def turn(self, app: App, days: int) -> None:
        """Let so many days pass, or put the clock back, while the window is left alone until all is
        counted.
        """
        self.day += timedelta(days=days)
        turns(app)
        settled(app)


def hurry(view: SeatView, _level: str, _seed: int) -> Future[Action]:
    """Drop, or whatever else comes first: for tests to which it is all the same how others play."""
    future: Future[Action] = Future()
    future.set_result(DROP if DROP in view.legal else view.legal[0])
    return future


def no_bot(_view: SeatView, _level: str, _seed: int) -> Future[Action]:
    raise AssertionError("nothing is left to be played")


def test_the_start_page_shows_how_the_deal_of_the_day_stands_from_the_first_try_on(
    tmp_path: Path,
) -> None:
    calendar = Calendar(MONDAY)
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, today=calendar, thinker=think_at_once) as app,
    ):
        start = shown(app, StartScene(app))

        def tile() -> DealTile:
            return widget(start, "button:daily", DealTile)

        assert (tile().title, tile().words, tile().standings) == ("Daily deal", "", ())
        settled(app)
        assert (tile().aside, [*tile().standings]) == ("Standard", [])
        assert tile().words.startswith("Your first try counts.")
        point(app, "button:daily")
        table = top(app, TableScene)
        app.home()
        settled(app)
        assert tile().words == "Your hand isn't over yet."
        point(app, "button:daily")
        assert top(app, TableScene).session is table.session
        play_out(table.session, [careless] * SEATS)
        app.home()
        settled(app)
        history = store.history()
        history.catch_up()
        own = tries(history)[MONDAY].won or 0
        levels = app.services.opponents().levels
        names = [each.name for each in tile().standings]
        assert names == ["You", *map(level_title, levels)]
        assert tile().standings[0].figure == signed_text(own)
        while len(kept_levels(store, MONDAY)) < len(levels):
            app.wake()
            app.turn()
        turns(app)
        won = kept_levels(store, MONDAY)
        figures = [signed_text(won[level]) for level in levels]
        assert [each.figure for each in tile().standings[1:]] == figures
        point(app, "button:daily")
        page = top(app, DailyScene)
        settled(app)
        while page.comparison is None or page.comparison.playing is not None:
            app.wake()
            app.turn()
        assert page.comparison.own_place == won


def test_what_the_levels_made_of_the_day_is_not_played_again(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(plan_of(MONDAY, "You")), [careless] * SEATS, 1)
        keep_levels(store, MONDAY, {"beginner": 1, "regular": 0, "master": -2})
        with stage(store=store, today=Calendar(MONDAY), thinker=no_bot) as app:
            start = shown(app, StartScene(app))
            settled(app)
            tile = widget(start, "button:daily", DealTile)
            assert [each.figure for each in tile.standings[1:]] == ["+1", "0", "\u22122"]
            assert [each.way for each in tile.standings[1:]] == [1, 0, -1]
            assert kept_levels(store, MONDAY + timedelta(days=1)) == {}


@pytest.mark.parametrize(
    ("behind", "level", "ahead", "said"),
    [
        (0, 5, 0, "In your seat, every level did the same."),
        (0, 0, 5, "In your seat, every level did better."),
        (5, 0, 0, "You beat every level that sat in your seat."),
        (0, 2, 3, "You tied with 2 of the 5 levels that sat in your seat; 3 did better."),
        (1, 0, 4, "You beat 1 of the 5 levels that sat in your seat."),
        (4, 1, 0, "You beat 4 of the 5 levels that sat in your seat, and tied with 1."),
    ],
)
def test_a_result_is_compared_with_the_levels_in_plain_words(
    behind: int, level: int, ahead: int, said: str
) -> None:
    assert standing_sentence(LevelStanding(behind, level, ahead)) == said


@pytest.mark.parametrize(
    ("money", "said"), [(7, "7 left: "), (0, "0 left: "), (-600, "You owe 600: ")]
)
def test_a_debt_is_no_money_left(money: int, said: str) -> None:
    assert spent_sentence(money).startswith(said)


def test_only_levels_that_are_missing_play_the_deal_of_the_day(tmp_path: Path) -> None:
    asked: set[str] = set()

    def think(view: SeatView, level: str, seed: int) -> Future[Action]:
        asked.add(level)
        return think_at_once(view, level, seed)

    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(plan_of(MONDAY, "You")), [careless] * SEATS, 1)
        keep_levels(store, MONDAY, {"beginner": 17})
        with stage(store=store, today=Calendar(MONDAY), thinker=think) as app:
            shown(app, StartScene(app))
            settled(app)
            while len(kept_levels(store, MONDAY)) < 3:
                app.wake()
                app.turn()
        assert asked == {"regular", "master"}
        assert kept_levels(store, MONDAY)["beginner"] == 17


def test_no_level_plays_a_deal_whose_opponents_have_changed_since(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        old = replace(plan_of(MONDAY, "You"), opponents=1)
        play_hands(store.start(old), [careless] * SEATS, 1)
        asked = count()

        def think(_view: SeatView, _level: str, _seed: int) -> Future[Action]:
            next(asked)
            return Future()

        with stage(store=store, today=Calendar(MONDAY), thinker=think) as app:
            start = shown(app, StartScene(app))
            settled(app)
            for _turn in range(3):
                app.wake()
                app.turn()
            tile = widget(start, "button:daily", DealTile)
            assert tile.words.startswith("You ")
            assert not tile.standings
            assert next(asked) == 0


def test_a_new_day_takes_back_what_a_bot_was_asked_about_the_day_before(tmp_path: Path) -> None:
    calendar, asked = Calendar(MONDAY), list[Future[Action]]()

    def think(_view: SeatView, _level: str, _seed: int) -> Future[Action]:
        asked.append(Future())
        return asked[-1]

    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(plan_of(MONDAY, "You")), [careless] * SEATS, 1)
        with stage(store=store, today=calendar, thinker=think) as app:
            start = shown(app, StartScene(app))
            settled(app)
            app.wake()
            app.turn()
            assert [each.cancelled() for each in asked] == [False]
            calendar.turn(app, 1)
            assert asked[0].cancelled()
            tile = widget(start, "button:daily", DealTile)
            assert tile.words.startswith("Your first try counts.")


def test_where_the_clock_is_behind_the_first_deal_is_that_of_the_day() -> None:
    calendar = Calendar(date(2025, 12, 24))
    with stage(today=calendar, thinker=hurry) as app:
        start = shown(app, StartScene(app))
        settled(app)
        assert widget(start, "button:daily", DealTile).aside == "Double-double"
        point(app, "button:daily")
        session = app.services.saves.saved_session()
        assert session is not None
        assert session.plan.occasion == plan_of(FIRST, "You").occasion


def test_yesterdays_deal_is_not_left_for_todays_without_a_question(tmp_path: Path) -> None:
    yesterday = plan_of(MONDAY, "You")
    with closing(Store.open(tmp_path)) as store:
        store.start(yesterday).next_hand()
        today = Calendar(MONDAY + timedelta(days=1))
        with stage(store=store, today=today, thinker=hurry) as app:
            shown(app, StartScene(app))
            settled(app)
            point(app, "button:daily")
            top(app, AskScene)
            assert store.can_resume(yesterday.kind, yesterday.occasion)
            press(app, pygame.K_ESCAPE)
            top(app, StartScene)
            assert store.can_resume(yesterday.kind, yesterday.occasion)


@pytest.mark.parametrize(
    ("stakes", "words"),
    [(3, "You won 3 stakes."), (0, "You broke even."), (-1, "You lost 1 stake.")],
)
def test_what_was_won_is_put_in_a_sentence(stakes: int, words: str) -> None:
    assert won_sentence(stakes) == words


def failing(_view: SeatView, _level: str, _seed: int) -> Future[Action]:
    future: Future[Action] = Future()
    future.set_exception(OSError("no process"))
    return future


def test_the_start_page_does_without_bots_that_fail(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(plan_of(MONDAY, "You")), [careless] * SEATS, 1)
        with stage(store=store, today=Calendar(MONDAY), thinker=failing) as app:
            start = shown(app, StartScene(app))
            settled(app)
            for _turn in range(3):
                app.wake()
                app.turn()
            tile = widget(start, "button:daily", DealTile)
            assert {each.figure for each in tile.standings[1:]} == {"…"}


def test_what_levels_did_is_no_table_of_dashes_before_the_first_try(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store, stage(store=store, thinker=hurry) as app:
        page = open_day(app)
        assert "results" not in {each.name for each in page.form.widgets}
        play_hands(store.start(plan_of(FIRST, "You")), [careless] * SEATS, 1)
        page = open_day(app)
        assert "results" in {each.name for each in page.form.widgets}


def days_offered(page: DailyScene) -> tuple[object, str, int]:
    """The day that is chosen, how it is called, and how many later ones there are to choose."""
    choice = widget(page, "day", Choice)
    return choice.value, choice.options[choice.at][1], len(choice.options) - 1 - choice.at


def test_the_daily_page_notices_a_new_day_and_a_clock_that_was_put_back() -> None:
    monday, calendar = date(2026, 3, 30), Calendar(date(2026, 3, 28))
    with stage(today=calendar, thinker=hurry) as app:
        page = open_day(app, calendar.day)
        assert days_offered(page) == (date(2026, 3, 28), "Mar 28, 2026 (today)", 0)
        calendar.turn(app, 1)
        assert days_offered(page) == (date(2026, 3, 28), "Mar 28, 2026", 1)
        calendar.turn(app, 1)
        point(app, "day:more")
        point(app, "day:more")
        assert days_offered(page) == (monday, "Mar 30, 2026 (today)", 0)
        assert page.day == monday
        calendar.turn(app, -3)
        assert days_offered(page) == (date(2026, 3, 27), "Mar 27, 2026 (today)", 0)
        assert page.day == date(2026, 3, 27)
        calendar.turn(app, 40)
        assert days_offered(page) == (date(2026, 3, 27), "Mar 27, 2026", 40)
        calendar.turn(app, -4000)
        assert days_offered(page)[::2] == (FIRST, 0)
        assert page.day == FIRST


def test_a_day_that_was_yet_to_come_is_there_after_midnight() -> None:
    calendar = Calendar(date(2026, 3, 28))
    with stage(today=calendar, thinker=hurry) as app:
        page = open_day(app, calendar.day)
        page.form.focus("date")
        press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="2026-03-29"))
        turns(app)
        assert "isn't out yet" in texts(page)
        calendar.turn(app, 1)
        assert "isn't out yet" not in texts(page)
        assert page.day == date(2026, 3, 29)


def test_a_page_below_another_notices_a_new_day(tmp_path: Path) -> None:
    store, calendar = Store.open(tmp_path), Calendar(FIRST)
    with stage(store=store, today=calendar) as app:
        challenges = shown(app, ChallengesScene(app))
        settled(app)
        page = DailyScene(app)
        shown(app, page)
        settled(app)
        table = sit_down(app)
        play_hands(table.session, [careless] * SEATS, 1)
        table.between_hands.end()
        settled(app)
        calendar.turn(app, 1)
        assert days_offered(top(app, DailyScene)) == (FIRST, "Jan 1, 2026", 1)
        app.pop()
        settled(app)
        assert app.top is challenges
        assert widget(challenges, "daily", OpenRow).value == "Not played yet"
        calendar.turn(app, -1)
        assert widget(challenges, "daily", OpenRow).value != "Not played yet"
    store.close()


def test_a_window_that_is_left_alone_wakes_at_midnight() -> None:
    looks = count()
    days = lambda: FIRST if next(looks) < 20 else FIRST + timedelta(days=1)  # noqa: E731  # a clock
    with stage(today=days) as app:
        page = DailyScene(app, FIRST)
        app.push(page)
        while days_offered(page)[2] == 0:
            app.turn()
        assert days_offered(page) == (FIRST, "Jan 1, 2026", 1)


def sit_down(app: App) -> TableScene:
    point(app, "button:start")
    if isinstance(app.top, DifferencesScene):
        press(app, pygame.K_RETURN)
    return top(app, TableScene)


def texts(page: Page) -> str:
    return " ".join(each.text for each in page.form.widgets if isinstance(each, Label))


@pytest.mark.parametrize("leaves", [False, True])
def test_the_first_try_counts_and_is_compared_the_next_is_practice(
    tmp_path: Path, leaves: bool
) -> None:
    store = Store.open(tmp_path)
    with stage(store=store, thinker=think_at_once) as app:
        page = open_day(app)
        assert page.own is None
        assert page.comparison is None
        assert not page.shared()
        table = sit_down(app)
        if leaves:
            app.home()
            page = open_day(app)
            assert "isn't over" in texts(page)
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
        assert "your seat" in texts(page)
        assert page.shared().startswith("Tonk, daily deal 2026-01-01 (Deal 6,896,105,")
        point(app, "button:start")
        assert top(app, PracticeScene).session.plan.practice
        app.home()
        assert store.saved_session() is None
    history = store.history()
    history.catch_up()
    assert list(tries(history)) == [FIRST]
    store.close()


def test_the_table_that_was_left_is_there_again_after_the_daily_deal(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with stage(store=store, thinker=hurry) as app:
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        usual = store.saved_session()
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


@pytest.mark.parametrize("is_quick", [False, True], ids=["once counted", "before all is counted"])
def test_a_table_counts_for_the_bankroll_however_many_hands_are_uncounted(
    tmp_path: Path, *, is_quick: bool
) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store) as app,
    ):
        app.change(bankroll=True)
        shown(app, StartScene(app))
        plan = Plan((Player("You"), Player("Ada", "regular")), seed_text="1", length=250)
        session = store.start(replace(plan, occasion="bankroll 1 1"))
        play_hands(session, [careless] * 2, 250)
        assert store.saved_session() is None
        money = START + session.bankrolls[0] - 100
        page = NewGameScene(app)
        shown(app, page)
        if not is_quick:
            settled(app)
            assert f"You're playing from your bankroll of {amount_text(money)}." in page.note.text
        point(app, "button:start")
        begun = store.saved_session()
        assert begun is not None
        assert begun.plan.occasion == "bankroll 1 1"


def test_goals_are_looked_for_once_the_hand_is_over_and_told_before_the_next(
    tmp_path: Path,
) -> None:
    store = Store.open(tmp_path)
    with stage(store=store, thinker=hurry) as app:
        shown(app, StartScene(app))
        begin_session(app, 1, 1)
        table = top(app, TableScene)
        settled(app)
        while not any("reached" in line for line in table.log.texts):
            while table.session.is_playing:
                turn = table.session.hand.turn if table.session.hand else 0
                view = table.session.view(turn)
                seed = table.session.decision_seed(turn)
                table.flow.act(turn, hurry(view, "regular", seed).result())
            assert not table.flow.news
            assert table.idle_for() == 0
            table.press_settlement("next")
    store.close()


def test_a_day_without_a_deal_is_refused_in_words() -> None:
    with stage(thinker=hurry) as app:
        page = open_day(app)
        for text, why in {
            "2026-02-30": "There's no such day as 2026-02-30",
            "2024-02-29": "The first daily deal was on 2026-01-01.",
            "9999-12-31": "The deal for 9999-12-31 isn't out yet.",
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


def test_a_match_is_played_kept_and_followed_by_those_of_the_others(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with stage(store=store, thinker=think_at_once) as app:
        shown(app, StartScene(app))
        shown(app, SeasonScene(app))
        settled(app)
        table = sit_down(app)
        assert table.session.names == ("You", "Basil")
        identity = json.loads(store.document("season.json"))["identity"]
        assert table.session.plan.occasion == f"season 1 1 {identity}"
        assert not table.between_hands.may_seat_another
        play_hands(table.session, [careless] * 2, 4)
        app.home()
        shown(app, SeasonScene(app))
        settled(app)
        table = sit_down(app)
        assert len(table.session.history()) >= 4
        play_hands(table.session, [careless] * 2, 10)
        assert table.session.is_over
        table.between_hands.end()
        settled(app)
        page = top(app, SeasonScene)
        while page.is_playing:
            app.wake()
            app.turn()
        assert [line.played for line in page.season.standings()] == [1] * 8
        point(app, "button:anew")
        point(app, "button:yes")
        assert (page.season.number, page.season.own) == (2, {})
    store.close()


def test_a_match_goes_on_where_it_was_left_until_the_season_is_given_up(tmp_path: Path) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=think_at_once) as app,
    ):
        shown(app, StartScene(app))
        shown(app, SeasonScene(app))
        settled(app)
        table = sit_down(app)
        assert table.session.is_playing
        app.home()
        shown(app, SeasonScene(app))
        settled(app)
        page = top(app, SeasonScene)
        assert "Your first hand is waiting." in texts(page)
        assert widget(page, "button:start", Button).text == "Continue"
        table = sit_down(app)
        play_hands(table.session, [careless] * 2, 4)
        app.home()
        shown(app, SeasonScene(app))
        settled(app)
        page = top(app, SeasonScene)
        won = page.season.own[1].won
        standing = f"you're {abs(won)} stakes {'ahead' if won > 0 else 'behind'}"
        assert f"{page.season.own[1].hands} of 10 hands are played, and {standing}." in texts(page)
        point(app, "button:anew")
        assert "your match ends" in texts(top(app, AskScene))
        point(app, "button:yes")
        assert "are played" not in texts(page)
        assert widget(page, "button:start", Button).text == "Play the match"
        table = sit_down(app)
        assert table.session.plan.occasion.startswith("season 2 1 ")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (Own(1, 0, 0), "Your first hand is waiting."),
        (Own(1, 1, 0), "1 of 10 hands is played, and it stands even."),
        (Own(1, 3, 1), "3 of 10 hands are played, and you're 1 stake ahead."),
        (Own(1, 9, -2), "9 of 10 hands are played, and you're 2 stakes behind."),
    ],
)
def test_a_match_in_progress_stands_in_a_sentence(own: Own, said: str) -> None:
    assert so_far_sentence(own) == said


def test_who_won_a_match_is_said_at_the_table_and_on_the_page_of_the_season(tmp_path: Path) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=think_at_once) as app,
    ):
        shown(app, StartScene(app))
        shown(app, SeasonScene(app))
        settled(app)
        table = sit_down(app)
        settled(app)
        while True:
            while table.session.is_playing:
                turn = table.session.hand.turn if table.session.hand else 0
                view, seed = table.session.view(turn), table.session.decision_seed(turn)
                table.flow.act(turn, think_at_once(view, "regular", seed).result())
            if table.session.is_over:
                break
            turns(app)
            assert not any("Basil" in words() for words in table.flow.news)
            table.press_settlement("next")
        while not table.flow.news:
            table.update(0.05)
        won = table.session.bankrolls[table.session.human or 0] - 100
        sentence = match_sentence("Basil", won)
        assert sentence in [words() for words in table.flow.news]
        table.between_hands.end()
        settled(app)
        page = top(app, SeasonScene)
        assert texts(page).startswith(f"{sentence} The others are still playing")
        while page.is_playing:
            app.wake()
            app.turn()
        assert texts(page).startswith(f"{sentence} Season 1, match 2 of 7: against Etta")


@pytest.mark.parametrize(
    ("won", "said"),
    [
        (4, "You beat Cleo by 4 stakes: two points."),
        (0, "You and Cleo drew: one point."),
        (-1, "You lost to Cleo by 1 stake: no points."),
    ],
)
def test_a_match_ends_in_a_sentence(won: int, said: str) -> None:
    assert match_sentence("Cleo", won) == said


def test_a_season_is_not_replaced_before_its_result_is_known(tmp_path: Path) -> None:
    waiting = Event()

    def think(view: SeatView, level: str, seed: int) -> Future[Action]:
        return hurry(view, level, seed) if waiting.is_set() else Future()

    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=think) as app,
    ):
        played_season(store)
        shown(app, StartScene(app))
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        assert page.is_playing
        press(app, pygame.K_RETURN)
        assert page.season.is_over
        assert "button:start" not in targets(app)
        assert "playing their last matches" in texts(page)
        waiting.set()
        page.on_resume()
        settled(app)
        ended(app, page)
        assert "Season 1 is over" in texts(page)
        assert page.form.focused == "button:start"
        press(app, pygame.K_RETURN)
        assert page.season.number == 2


def test_a_season_that_is_over_stays_to_be_looked_up(tmp_path: Path) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=hurry) as app,
    ):
        played_season(store)
        shown(app, StartScene(app))
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        assert "season" not in [each.name for each in page.form.widgets]
        ended(app, page)
        lines, said = page.season.standings(), f"Season 1: {place_text(page.season.place)}"
        assert challenge(app, "season") == said
        app.pop()
        point(app, "button:start")
        assert page.season.number == 2
        assert challenge(app, "season") == said
    with closing(Store.open(tmp_path)) as store, stage(store=store, thinker=no_bot) as app:
        shown(app, StartScene(app))
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        choice = widget(page, "season", Choice)
        assert [words for _at, words in choice.options] == [said, "Season 2"]
        assert "match 1 of 7" in texts(page)
        point(app, "season:less")
        assert (page.season.number, page.season.standings()) == (1, lines)
        assert "Season 1 is over" in texts(page)
        assert {"button:start", "button:anew"}.isdisjoint(targets(app)), "they are of Season 2"
        point(app, "season:more")
        assert widget(page, "button:start", Button).text == "Play the match"
        occasion = f"season 2 1 {Season.kept(store).identity}"
        plan = Plan((Player("You"), Player("Basil", "beginner")), length=10, occasion=occasion)
        play_hands(store.start(replace(plan, opponents=OPPONENTS)), [careless] * 2, 1)
        assert challenge(app, "season") == "Match 1 of 7"


def test_the_others_play_on_while_an_earlier_season_is_looked_up(tmp_path: Path) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=hurry) as app,
    ):
        shown(app, StartScene(app))
        played_season(store)
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        ended(app, page)
        point(app, "button:start")
        played_season(store, 2)
        page.on_resume()
        settled(app)
        point(app, "season:less")
        assert page.season.number == 1
        assert "the others" not in texts(page).lower()
        ended(app, page)
        assert page.season.number == 1
        point(app, "season:more")
        assert (page.season.number, page.season.missing) == (2, 0)
        assert "Season 2 is over" in texts(page)


def test_the_others_play_a_season_again_of_which_only_the_hands_were_brought_in(
    tmp_path: Path,
) -> None:
    with closing(Store.open(tmp_path / "there")) as store:
        played_season(store, 3)
        rows = store.everything()
    with (
        closing(Store.open(tmp_path / "here")) as store,
        stage(store=store, thinker=hurry) as app,
    ):
        played_season(store, 5, 1)
        store.take_in(rows)
        shown(app, StartScene(app))
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        ended(app, page)
        point(app, "season:less")
        ended(app, page)
        assert (page.season.number, page.season.missing) == (3, 0)
        choice = widget(page, "season", Choice)
        assert choice.options[choice.at][1] == f"Season 3: {place_text(page.season.place)}"
        place = page.season.place
        assert "Season 5" in [words for _at, words in choice.options]
    with closing(Store.open(tmp_path / "here")) as store:
        history = store.history()
        assert [(each.number, each.place) for each in Season.ended(history)] == [(3, place)]


def season_of(own: int, *ahead: int) -> Season:
    """A season in which the player's matches brought so many stakes each, or lost them, and some
    opponents won all others by as many.
    """
    rounds = range(1, ROUNDS + 1)
    others = {
        at: tuple(
            (one, other, (abs(own) or 1) * ((one in ahead) - (other in ahead)))
            for one, other in pairs(at)
        )
        for at in rounds
    }
    return Season(2, {at: Own(at, 10, own) for at in rounds}, others)


@pytest.mark.parametrize(
    ("over", "names", "said"),
    [
        (season_of(1), [], "Champion! Season 2 is yours."),
        (season_of(0), ["Ada", "Mina"], "Champion! You share the title of season 2 with Ada and "),
        (season_of(0, 7), ["Ada"], "Season 2 is over: second of 8. So close"),
        (season_of(0, 6, 7), ["Ada"], "Season 2 is over: third of 8. You made the podium!"),
        (season_of(0, 5, 6, 7), ["Ada"], "Season 2 is over: you finished 4th of 8."),
        (season_of(-1), ["Ada"], "Season 2 is over: you finished 8th of 8."),
    ],
)
def test_the_end_of_a_season_is_told_by_the_place(
    over: Season, names: list[str], said: str
) -> None:
    assert SeasonScene.result_words(over, names).startswith(said)


@pytest.mark.parametrize("calm", ["on", "off"])
def test_a_champion_is_celebrated_once(tmp_path: Path, calm: str) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=hurry) as app,
    ):
        app.change(reduced_motion=calm)
        now = played_season(store, chooser=eager)
        others = {at: tuple((*pair, 0) for pair in pairs(at)) for at in range(1, ROUNDS)}
        replace(now, others=others).keep(store)
        shown(app, StartScene(app))
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        thrown = 0
        while page.is_playing:
            app.wake()
            app.turn()
            thrown = max(thrown, len(page.confetti))
        assert page.season.is_won, "another seed is needed"
        assert (thrown > 0) == (calm == "off")
        assert "Champion! Season 1 is yours." in texts(page)
        turns(app)
        page.update(5.0)
        assert (len(page.confetti), page.idle_for()) == (0, None)
        app.pop()
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        assert not page.is_playing
        assert len(page.confetti) == 0
        assert "Champion!" in texts(page)


def challenge(app: App, name: str) -> str:
    """Open the page of challenges and return what it says of one."""
    page = shown(app, ChallengesScene(app))
    settled(app)
    return widget(page, name, OpenRow).value


def played_season(
    store: Store, number: int = 1, matches: int = ROUNDS, chooser: Chooser = careless
) -> Season:
    """Play some of the player's matches of a season, and none of the others'."""
    now = Season(number).begun()
    now.keep(store)
    for at in range(1, matches + 1):
        players = Player("You"), Player("Basil", "beginner")
        occasion = f"season {number} {at} {now.identity}"
        plan = Plan(players, length=10, occasion=occasion, opponents=OPPONENTS)
        play_hands(store.start(replace(plan, seed_text=f"{at}")), [chooser, careless], 10)
    return now


def ended(app: App, page: SeasonScene) -> None:
    """Let the others play."""
    while page.is_playing:
        app.wake()
        app.turn()


def test_the_table_of_a_season_brought_in_is_not_that_of_this_one(tmp_path: Path) -> None:
    def match(number: int, identity: str) -> Plan:
        players = Player("You"), Player("Basil", "beginner")
        occasion = f"season {number} 1 {identity}"
        return Plan(players, length=10, occasion=occasion, opponents=OPPONENTS)

    with closing(Store.open(tmp_path / "there")) as other:
        play_hands(other.start(match(1, "there")), [careless] * 2, 2)
        other.start(Plan((Player("You"), Player("Ada", "regular"))))
        rows = other.everything()
    with (
        closing(Store.open(tmp_path / "here")) as store,
        stage(store=store, thinker=hurry) as app,
    ):
        Season(1, identity="here").keep(store)
        session = store.start(match(1, "here"))
        play_hands(session, [careless] * 2, 4)
        for is_over in (False, True):
            if is_over:
                session.close()
            store.take_in(rows)
            shown(app, StartScene(app))
            page = shown(app, SeasonScene(app))
            settled(app)
            start = widget(page, "button:start", Button)
            assert start.text == ("Play the match" if is_over else "Continue")


@pytest.mark.parametrize("number", [1, Season.MOST])
@pytest.mark.parametrize("gives_up", [False, True], ids=["over", "given up"])
def test_after_a_season_a_new_one_begins_whatever_its_number(
    tmp_path: Path, number: int, *, gives_up: bool
) -> None:
    with (
        closing(Store.open(tmp_path)) as store,
        stage(store=store, thinker=hurry) as app,
    ):
        now = played_season(store, number, 2 if gives_up else ROUNDS)
        shown(app, StartScene(app))
        page = SeasonScene(app)
        shown(app, page)
        settled(app)
        assert page.season.is_over != gives_up
        if gives_up:
            point(app, "button:anew")
            point(app, "button:yes")
        else:
            ended(app, page)
            point(app, "button:start")
        assert (page.season.own, page.season.is_over) == ({}, False)
        assert page.season.number == min(number + 1, Season.MOST)
        assert page.season.identity != now.identity
        assert Season(number - 1).following(store.history()).own == {}  # nor on another computer


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (LastMeeting(3, 1, 5, "2026-11-15 20:10"), "You caught me 3 times last week."),
        (LastMeeting(1, 0, -5, "2026-11-22 20:10"), "You caught me once yesterday."),
        (LastMeeting(0, 2, -5, "2026-11-23 01:10"), "I caught you 2 times earlier today."),
        (LastMeeting(0, 0, 4, ""), "You took 4 stakes off me last time."),
        (LastMeeting(0, 0, -1, "2026-11-19 20:10"), "I took 1 stake off you the other day."),
        (LastMeeting(0, 0, 0, "2025-11-19 20:10"), "We came out even last time."),
        (LastMeeting(0, 0, None, "2026-11-22 20:10"), "Good to see you again!"),
    ],
)
def test_opponents_say_how_you_last_met(found: LastMeeting, said: str) -> None:
    assert meeting_sentence(found, date(2026, 11, 23)).startswith(said)


def test_an_opponent_greets_the_player_it_remembers_at_the_first_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No natural, which would end the hand before anybody can speak.
    monkeypatch.setattr("os.urandom", lambda size: b"7" * size)
    store = Store.open(tmp_path)
    usual = store.start(Plan((Player("You"), Player("Basil", "regular")), seed_text="7"))
    play_hands(usual, [careless, careless], 10)
    usual.close()
    with stage(store=store) as app:
        app.change(speed="normal", reduced_motion="on")
        shown(app, StartScene(app))
        shown(app, SeasonScene(app))
        settled(app)
        table = sit_down(app)
        end = time.monotonic() + 60
        while table.board.effects.speech is None and time.monotonic() < end:
            table.update(0.05)
            time.sleep(0.002)  # opponents get ready in a process of their own
        speech = table.board.effects.speech
        assert speech is not None
        assert speech.name == "Basil"
        assert " earlier today" in speech.text or " yesterday" in speech.text
    store.close()


def test_a_hand_given_up_can_still_be_practised(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.start(plan_of(FIRST, "You")).next_hand()
    store.start(plan_of(date(2026, 1, 2), "You"))
    with stage(store=store, thinker=hurry) as app:
        page = open_day(app)
        assert "gave up this deal" in texts(page)
        point(app, "button:start")
        assert isinstance(app.top, PracticeScene)
        assert widget(page, "results", object) is not None
    store.close()


def test_a_result_is_copied_only_once_all_levels_have_played(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        play_hands(store.start(plan_of(FIRST, "You")), [careless] * SEATS, 1)
        with stage(store=store, thinker=lambda *_asked: Future()) as app:
            page = open_day(app)
            assert texts(page).endswith("The levels are still playing…")
            assert "button:look" in targets(app)
            assert "button:copy" not in targets(app)
            assert "…" in widget(page, "results", Results).row_spoken(1)
        with stage(store=store, thinker=hurry) as app:
            page = open_day(app)
            while page.comparison and page.comparison.playing:
                app.wake()
                app.turn()
            assert "still playing" not in texts(page)
            assert "button:copy" in targets(app)


@pytest.mark.parametrize("is_left", [False, True], ids=["in play", "left for another table"])
def test_before_a_first_try_is_lost_to_another_day_it_is_said(
    tmp_path: Path, *, is_left: bool
) -> None:
    with closing(Store.open(tmp_path)) as store, stage(store=store) as app:
        store.start(plan_of(FIRST, "You")).next_hand()
        if is_left:
            store.start(Plan((Player("You"), Player("Ada", "regular"))))
        page = open_day(app, FIRST + timedelta(days=1))
        point(app, "button:start")
        asked = top(app, AskScene)
        assert asked.heading == "Give up your daily deal?"
        assert "only the first try counts" in texts(asked)
        point(app, "button:no")
        assert app.top is page
        assert store.can_resume("daily", plan_of(FIRST, "").occasion)


def test_a_match_of_another_season_is_not_called_a_game(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store, stage(store=store) as app:
        players = Player("You"), Player("Basil", "beginner")
        store.start(
            Plan(players, length=10, occasion="season 1 1 there", opponents=OPPONENTS)
        ).next_hand()
        Season(2, identity="here").keep(store)
        shown(app, StartScene(app))
        shown(app, SeasonScene(app))
        settled(app)
        point(app, "button:start")
        asked = top(app, AskScene)
        assert asked.heading == "Abandon your match?"
        assert "A match of another season" in texts(asked)


def test_a_hand_given_up_is_called_so_among_the_challenges(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store, stage(store=store, today=Calendar(FIRST)) as app:
        store.start(plan_of(FIRST, "You")).next_hand()
        for other, words in ((None, "In progress"), (date(2026, 1, 2), "Given up")):
            if other:
                store.start(plan_of(other, "You"))
            page = shown(app, ChallengesScene(app))
            settled(app)
            assert widget(page, "daily", OpenRow).value == words


def test_what_was_won_of_opponents_who_have_changed_since_is_compared_with_nothing(
    tmp_path: Path,
) -> None:
    store = Store.open(tmp_path)
    day = replace(plan_of(FIRST, "You"), opponents=1)
    play_hands(store.start(day), [careless] * SEATS, 1)
    match = Plan((Player("You"), Player("Basil", "beginner")), occasion="season 3 1", opponents=1)
    play_hands(store.start(match), [careless, careless], 10)
    with stage(store=store, thinker=hurry) as app:
        page = open_day(app)
        assert page.own is not None
        assert page.comparison is None
        assert "The opponents have changed since" in texts(page)
        seasons = SeasonScene(app)
        shown(app, seasons)
        settled(app)
        said = "The opponents have changed, so a new season begins. Season 4, match 1 of 7"
        assert said in texts(seasons)
    store.close()
