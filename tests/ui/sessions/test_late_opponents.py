"""Opponents that are late, raise, or lose their process, in the flow of the real window."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pygame
import pytest

from ai.bot import ask
from ai.registry import make_bot
from ai.worker import Thinker
from game.features.study.practice.table_page import PracticeScene
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.play.practice import Practice
from game.rules.actions import Action
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.saves.hand_files import OpenedHands
from game.saves.settings import SettingsStore
from game.ui.autoplay import Autoplay, StuckError
from game.ui.session.between_hands import UnfinishedScene
from game.ui.session.opponents_page import OpponentsScene
from game.ui.session.pause import PauseScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from tests.ai.faulty import find
from tests.ui.stage import point, press, shown, stage, top

LONG = 240.0
SEED = "late 49"
"""The first two hands are short, by the rules of either kind, but not over at once."""
PLAYERS = (Player("You"), Player("Ada", "regular"), Player("Basil", "regular"))
At = Callable[[SeatView], bool]


def at_own_turn(view: SeatView) -> bool:
    return view.turn == view.seat


def out_of_turn(view: SeatView) -> bool:
    return view.turn != view.seat


WHERE = [
    pytest.param(preset("standard"), at_own_turn, id="turn"),
    pytest.param(preset("standard").changed(drop_when="any_time"), out_of_turn, id="window"),
]

# Between turns nothing is illegal: whatever is no drop lets the chance go by.
TWICE = [
    pytest.param(*where.values, fault, id=f"{where.id}-{fault.partition(':')[0]}")
    for where in WHERE
    for fault in ("raises:ValueError", "dies", *(["illegal"] if where.id == "turn" else []))
]


@dataclass
class Table:
    """A table in a window, whose opponents do what they are told at certain decisions."""

    thinker: Thinker
    fault: str = ""
    at: At = at_own_turn
    asked: list[tuple[SeatView, int]] = field(default_factory=list)
    done: list[Future[Action]] = field(default_factory=list)
    app: App = field(init=False)

    def think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        """A decision, or what goes wrong with it."""
        is_faulty = bool(self.fault) and view.seat != 0 and self.at(view)
        future = self.thinker(view, self.fault if is_faulty else level, seed)
        if is_faulty:
            self.asked.append((view, seed))
            self.done.append(future)
        return future

    @property
    def scene(self) -> TableScene:
        return next(each for each in self.app.scenes if isinstance(each, TableScene))

    def sit_down(self, rules: RuleSet, *, plays: bool = True) -> None:
        """Begin a session; the person's seat plays by clicks."""
        session = self.app.services.saves.start(Plan(PLAYERS, rules, SEED))
        shown(self.app, StartScene(self.app))
        self.app.push(TableScene(self.app, session))
        self.app.driver = Autoplay(self.app.services, 1000, None) if plays else None

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the window go on until something is so."""
        end = time.monotonic() + LONG
        while not condition():
            assert time.monotonic() < end, type(self.app.top)
            self.turn()

    def turn(self) -> None:
        """One frame, be there a reason for one or not."""
        time.sleep(0.01)  # for who thinks beside the window
        self.app.wake()
        self.app.turn()

    def fails(self) -> UnfinishedScene:
        """Let the window go on until it is told that an opponent cannot decide."""
        with suppress(StuckError):  # what plays the person's seat does not go on by itself
            self.until(lambda: isinstance(self.app.top, UnfinishedScene))
        self.app.driver = None
        return top(self.app, UnfinishedScene)


@pytest.fixture
def table(home: Path) -> Iterator[Table]:
    settings = SettingsStore.open()
    settings.change(speed="instant", mute=True, ask_drop=False)
    thinker = Thinker(find)
    made = Table(thinker)
    with stage(
        (960, 540), settings, thinker=made.think, get_ready=thinker.get_ready, seed="late"
    ) as made.app:
        yield made
    thinker.close()


@pytest.mark.parametrize(("rules", "at"), WHERE)
def test_a_late_one_is_waited_for_while_the_window_lives(
    table: Table, rules: RuleSet, at: At, tmp_path: Path
) -> None:
    table.fault, table.at = f"waits:{tmp_path / 'go'}", at
    table.app.change(speed="rapid")
    table.sit_down(rules)
    table.until(lambda: bool(table.done))
    table.app.driver, table.fault = None, ""
    hand = table.scene.session.hand
    assert hand
    before = len(hand.log)
    glances = table.scene.board.effects.glances.count
    press(table.app, pygame.K_ESCAPE)
    assert isinstance(table.app.top, PauseScene)
    press(table.app, pygame.K_ESCAPE)
    assert isinstance(table.app.top, TableScene)
    assert not table.done[0].done()
    assert all(move.seat == 0 for move in hand.log[before:]), "nobody has played for it"
    if at is at_own_turn:  # its face ponders
        table.until(lambda: table.scene.board.effects.glances.count > glances)
    (tmp_path / "go").touch()
    table.until(table.done[0].done)
    if at is at_own_turn:
        table.until(lambda: len(hand.log) > before)
        (view, seed), move = table.asked[0], hand.log[before]
        assert (move.seat, move.action) == (view.seat, ask(make_bot("regular"), view, seed))


def test_one_may_leave_while_a_bot_hangs_and_play_elsewhere(table: Table, tmp_path: Path) -> None:
    table.fault = f"hangs:{tmp_path / 'at it'}"
    table.sit_down(preset("standard"))
    table.until((tmp_path / "at it").exists)
    table.app.home()
    assert isinstance(table.app.top, StartScene)
    table.fault = ""
    table.sit_down(preset("tunk"))
    table.until(lambda: table.scene.session.played > 1)


@pytest.mark.share(2)
@pytest.mark.parametrize("fault", ["raises:ValueError", "dies", "illegal"])
@pytest.mark.parametrize(("rules", "at"), WHERE)
def test_one_that_fails_once_decides_all_the_same(
    table: Table, fault: str, rules: RuleSet, at: At, tmp_path: Path
) -> None:
    table.fault, table.at = f"once:{tmp_path / 'was here'}!{fault}", at
    table.sit_down(rules)
    table.until(lambda: any(future.done() for future in table.done))
    assert (tmp_path / "was here").exists()
    assert all(future.exception() is None for future in table.done if future.done())
    table.until(lambda: len(table.scene.session.history()) > 0)


def test_a_process_killed_between_turns_and_at_them_changes_no_move(table: Table) -> None:
    table.sit_down(preset("standard"))
    kills = turns = 0
    while kills < 4:
        table.turn()
        turns, pid = turns + 1, table.thinker.pid
        if pid and table.scene.session.is_playing and turns % 7 == 0:
            os.kill(pid, signal.SIGKILL)
            kills += 1
            table.until(lambda gone=pid: table.thinker.pid != gone)  # type: ignore[misc]  # lambda
    table.until(lambda: table.scene.session.played > 1)


@pytest.mark.share(3)
@pytest.mark.parametrize(("rules", "at", "fault"), TWICE)
def test_one_that_fails_twice_leaves_the_hand_unfinished_and_another_is_dealt(
    table: Table, rules: RuleSet, at: At, fault: str, tmp_path: Path
) -> None:
    table.fault, table.at = fault, at
    table.sit_down(rules)
    page = table.fails()
    session = table.scene.session
    assert "couldn't decide" in page.words
    assert session.is_playing
    moves, owned = session.hand and len(session.hand.log), session.bankrolls
    table.fault = ""
    point(table.app, "button:another")
    (file,) = (tmp_path / "data" / "hands").iterdir()
    (kept,) = OpenedHands.open(file).hands
    assert (len(kept.actions), kept.result) == (moves, None)
    assert session.bankrolls == owned
    table.app.driver = Autoplay(table.app.services, 1000, None)
    table.until(lambda: len(session.history()) > 0)


def test_other_opponents_may_take_over(table: Table) -> None:
    table.fault = "raises:ValueError"
    table.sit_down(preset("standard"))
    table.fails()
    point(table.app, "button:opponents")
    assert isinstance(table.app.top, OpponentsScene)
    press(table.app, pygame.K_ESCAPE)
    table.fault = ""
    table.app.driver = Autoplay(table.app.services, 1000, None)
    table.until(lambda: len(table.scene.session.history()) > 0)


def test_escape_asks_once_more_and_leaving_keeps_the_hand(table: Table) -> None:
    table.fault = "raises:ValueError"
    table.sit_down(preset("standard"))
    page = table.fails()
    press(table.app, pygame.K_ESCAPE)
    assert table.fails() is not page, "it has failed again"
    point(table.app, "button:leave")
    assert isinstance(table.app.top, StartScene)
    kept = table.app.services.saves.saved_session()
    assert kept
    assert kept.is_playing
    table.fault = ""
    table.app.push(TableScene(table.app, kept))
    table.app.driver = Autoplay(table.app.services, 1000, None)
    table.until(lambda: len(kept.history()) > 0)


def test_at_a_table_for_practice_moves_can_be_taken_back_meanwhile(table: Table) -> None:
    practice = Practice.numbered(preset("standard"), PLAYERS, 7)
    shown(table.app, StartScene(table.app))
    table.app.push(PracticeScene(table.app, practice))
    table.app.driver = Autoplay(table.app.services, 1000, None)
    scene = top(table.app, PracticeScene)
    table.until(lambda: scene.practice.may_undo)
    table.fault = "raises:ValueError"
    table.fails()
    assert set(top(table.app, UnfinishedScene).targets()) >= {"button:again", "button:leave"}
    table.fault = "slow:30"
    point(table.app, "button:again")
    table.until(lambda: len(table.done) > 1)
    press(table.app, pygame.K_u)
    assert top(table.app, PracticeScene).session.is_playing


def test_nobody_plays_on_by_themselves_where_an_opponent_fails(table: Table) -> None:
    table.fault = "raises:ValueError"
    table.sit_down(preset("standard"))
    with pytest.raises(StuckError, match="couldn't decide"):
        table.until(lambda: False)
