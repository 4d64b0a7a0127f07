"""Thinking off the frame thread: nobody waits, and no fault of a bot stops the hand."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import Event, current_thread, main_thread

import pytest

from ai.bot import Bot
from ai.registry import UnknownBotError, make_bot
from ai.worker import Thinker, stand_in
from game.rules.actions import DRAW, STOP, Action
from game.rules.view import SeatView
from tests.ai.positions import seen

VIEW = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")


class Doing:
    """A bot that does as it is told."""

    def __init__(self, answer: Callable[[], Action]) -> None:
        self._answer = answer
        self.asked: list[tuple[SeatView, int]] = []

    def choose(self, view: SeatView, seed: int) -> Action:
        self.asked.append((view, seed))
        return self._answer()


def thinker(answer: Callable[[], Action]) -> Thinker:
    bot: Bot = Doing(answer)
    return Thinker(lambda _: bot)


def test_the_answer_is_the_bots() -> None:
    future = Thinker()(VIEW, "regular", 3)
    assert future.result(timeout=60) == make_bot("regular").choose(VIEW, 3)


def test_thinks_in_another_thread() -> None:
    where = []

    def answer() -> Action:
        where.append(current_thread())
        return DRAW

    thinker(answer)(VIEW, "any", 1).result(timeout=60)
    assert where != [main_thread()]


def test_an_unknown_name_is_refused_at_once() -> None:
    with pytest.raises(UnknownBotError):
        Thinker()(VIEW, "nobody", 1)


def test_a_bot_that_hangs_is_cancelled_and_its_late_answer_thrown_away() -> None:
    go_on = Event()

    def answer() -> Action:
        go_on.wait(60)
        return DRAW

    thinks = thinker(answer)
    future = thinks(VIEW, "sleeper", 1)
    assert future.cancel()
    with pytest.raises(CancelledError):
        future.result(timeout=0)
    go_on.set()
    assert thinks(VIEW, "sleeper", 1).result(timeout=60) == DRAW
    assert future.cancelled()


def test_a_bot_that_raises_is_replaced_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    def answer() -> Action:
        raise RuntimeError("lost my cards")

    with caplog.at_level(logging.ERROR):
        action = thinker(answer)(VIEW, "muddler", 1).result(timeout=60)
    assert action in VIEW.legal
    assert "muddler failed to decide in seat 0" in caplog.text
    assert "lost my cards" in caplog.text


def test_a_bot_that_cheats_is_replaced_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert STOP not in VIEW.legal
    with caplog.at_level(logging.ERROR):
        action = thinker(lambda: STOP)(VIEW, "cheat", 1).result(timeout=60)
    assert action in VIEW.legal
    assert "cheat answered Stop() in seat 0, which is illegal" in caplog.text


class Alike:
    """Says to be equal to every action, or raises when it is looked at."""

    def __init__(self, error: BaseException | None = None) -> None:
        self._error = error

    def __eq__(self, other: object) -> bool:
        if self._error is not None:
            raise self._error
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        raise ValueError("no words for it")


@pytest.mark.parametrize("error", [None, ValueError("no"), SystemExit(1), KeyboardInterrupt()])
def test_an_answer_that_only_looks_like_an_action_does_not_get_into_the_hand(
    error: BaseException | None,
) -> None:
    answer = thinker(lambda: Alike(error))(VIEW, "odd", 1).result(timeout=10)  # type: ignore[arg-type, return-value]  # a fake
    assert type(answer) in map(type, VIEW.legal)
    assert answer in VIEW.legal


def test_an_answer_without_words_is_logged_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    class Mute(Alike):
        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = Alike.__hash__

    with caplog.at_level(logging.ERROR):
        thinker(Mute)(VIEW, "mute", 1).result(timeout=10)  # type: ignore[arg-type]  # a fake
    assert "mute answered a Mute in seat 0, which is illegal" in caplog.text


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, GeneratorExit])
def test_a_bot_that_would_end_the_program_is_replaced_at_once(kind: type[BaseException]) -> None:
    def answer() -> Action:
        raise kind

    assert thinker(answer)(VIEW, "quitter", 5).result(timeout=10) == stand_in(VIEW, 5)


def test_whoever_overruns_the_clock_is_stopped_and_casual_decides(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stopped = Event()

    def answer() -> Action:
        try:
            while True:
                pass
        finally:
            stopped.set()

    bot: Bot = Doing(answer)
    clocked = Thinker(lambda _: bot, patience=0.05)
    with caplog.at_level(logging.ERROR):
        action = clocked(VIEW, "dreamer", 3).result(timeout=60)
    assert action == make_bot("casual").choose(VIEW, 3)
    assert "dreamer thinks for too long in seat 0" in caplog.text
    assert stopped.wait(60)


def test_who_decides_in_time_is_not_hurried() -> None:
    clocked = Thinker(lambda _: Doing(lambda: DRAW), patience=60)
    assert clocked(VIEW, "quick", 3).result(timeout=60) == DRAW


def test_a_failing_bot_s_decision_is_casual_s() -> None:
    def answer() -> Action:
        raise RuntimeError

    assert thinker(answer)(VIEW, "muddler", 5).result(timeout=60) == stand_in(VIEW, 5)
    assert stand_in(VIEW, 5) == make_bot("casual").choose(VIEW, 5)
