"""Thinking beside the window: bots are waited for, started again once, and replaced by nobody."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from ai.bot import Bot, Doubting
from ai.registry import LEVELS, make_bot, opponent
from ai.worker import USUAL_DOUBT, FailedError, Thinker
from game.bundled_data import BrokenGameError
from game.rules.actions import STOP, Action
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.ai.faulty import find
from tests.ai.positions import seen

VIEW = seen("KC JD 9H 7S 5C", "QC QD 8H 6S 4C")
LONG = 60.0
OWN_RULES = preset("standard").changed(drop_when="any_time", wait_after_spread=2)


@pytest.fixture(scope="module")
def _thinker() -> Iterator[Thinker]:
    made = Thinker(find)
    yield made
    made.close()


@pytest.fixture
def thinker(_thinker: Thinker, caplog: pytest.LogCaptureFixture) -> Thinker:
    caplog.set_level(logging.ERROR)
    return _thinker


def decision(seed: int) -> object:
    """What the bot decides that stands behind all these."""
    return make_bot("regular").choose(VIEW, seed)


def until(condition: object) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LONG
    while not condition():  # type: ignore[operator]  # a function
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_answer_is_the_bots(thinker: Thinker) -> None:
    for level in ("beginner", "expert", "master"):
        answer = Thinker()
        assert answer(VIEW, level, 3).result(LONG) == opponent(level).choose(VIEW, 3)
        answer.close()


def test_an_answer_comes_with_the_doubt_about_it() -> None:
    thinker = Thinker()
    discards = seen("KC QD 9H 7S 5C", "QC QH 8H 6S 4C", stock="JS", played="0 draw")
    for level in ("beginner", "expert", "master"):
        bot = make_bot(level)
        assert isinstance(bot, Doubting)
        future = thinker(discards, level, 3)
        future.result(LONG)
        assert future.doubt == pytest.approx(bot.doubt(discards))
        assert 0 < future.doubt <= 1
    thinker.close()


def test_whoever_does_not_know_its_doubt_has_the_usual_one(thinker: Thinker) -> None:
    future = thinker(VIEW, "slow:0", 3)
    future.result(LONG)
    assert future.doubt == USUAL_DOUBT


def test_no_hidden_card_makes_a_decision_harder() -> None:
    other = seen("KC JD 9H 7S 5C", "AC AD 8S 3S 2C")
    for level in LEVELS:
        bot = make_bot(level)
        assert isinstance(bot, Doubting)
        assert bot.doubt(VIEW) == bot.doubt(other)


def test_a_slow_bot_is_waited_for_and_nobody_else_decides(
    thinker: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    future = thinker(VIEW, "slow:2.5", 3)
    assert not future.done()
    assert future.result(LONG) == decision(3)
    assert caplog.text == ""


@pytest.mark.parametrize(
    "fault",
    ["raises:RuntimeError", "raises:SystemExit", "raises:KeyboardInterrupt", "illegal", "dies"],
)
def test_one_that_fails_is_started_again_with_the_same_view_and_seed(
    thinker: Thinker, fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thinker(VIEW, "regular", 1).result(LONG)
    before = thinker.pid
    future = thinker(VIEW, f"once:{tmp_path / 'was here'}!{fault}", 5)
    assert future.result(LONG) == decision(5)
    assert thinker.pid != before
    assert "in seat 0 is started again" in caplog.text


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("raises:RuntimeError", "RuntimeError: lost my cards"),
        ("raises:SystemExit", "SystemExit: lost my cards"),
        ("raises:GeneratorExit", "GeneratorExit: lost my cards"),
        ("raises:MemoryError", "MemoryError: lost my cards"),
        ("illegal", "answered Stop(), which is illegal"),
        ("mute", "answered a Mute, which is illegal"),
        ("alike:KeyboardInterrupt", "KeyboardInterrupt: no"),
        ("dies", "its process ended"),
    ],
)
def test_one_that_fails_twice_is_replaced_by_nobody(
    thinker: Thinker, fault: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert STOP not in VIEW.legal
    with pytest.raises(FailedError, match="in seat 0: ") as told:
        thinker(VIEW, fault, 5).result(LONG)
    assert str(told.value) == f"{fault} in seat 0: {why}"
    assert "fails again" in caplog.text
    assert thinker(VIEW, "regular", 5).result(LONG) == decision(5)


def test_an_answer_that_only_looks_like_an_action_does_not_get_into_the_hand(
    thinker: Thinker,
) -> None:
    answer = thinker(VIEW, "alike", 1).result(LONG)
    assert type(answer) in map(type, VIEW.legal)
    assert answer in VIEW.legal


def test_an_unknown_name_fails_and_is_named(thinker: Thinker) -> None:
    usual = Thinker()
    with pytest.raises(FailedError, match='no opponent is called "nobody"'):
        usual(VIEW, "nobody", 1).result(LONG)
    usual.close()


def test_that_the_game_is_not_whole_is_handed_on_at_once(thinker: Thinker) -> None:
    with pytest.raises(BrokenGameError, match=r"ai/drops/tables\.json is missing"):
        thinker(VIEW, "broken", 1).result(LONG)


def test_a_process_that_was_killed_between_turns_is_started_again(thinker: Thinker) -> None:
    for _ in range(2):
        assert thinker(VIEW, "regular", 1).result(LONG) == decision(1)
        assert thinker.pid
        os.kill(thinker.pid, signal.SIGKILL)
    assert thinker(VIEW, "regular", 1).result(LONG) == decision(1)


@pytest.mark.parametrize("kills", [1, 2])
def test_a_process_that_is_killed_while_it_thinks_is_started_again_once(
    thinker: Thinker, kills: int, tmp_path: Path
) -> None:
    at_it = tmp_path / "at it"
    future = thinker(VIEW, f"hangs:{at_it}", 7)
    for kill in range(kills):
        until(at_it.exists)
        at_it.unlink()
        pid = thinker.pid
        assert pid
        assert not future.done(), kill
        os.kill(pid, signal.SIGKILL)
    if kills == 2:
        with pytest.raises(FailedError, match="its process ended"):
            future.result(LONG)
    else:
        until(at_it.exists)
        assert future.cancel()


def test_a_bot_that_hangs_is_sent_away_once_nobody_wants_its_answer(
    thinker: Thinker, tmp_path: Path
) -> None:
    at_it = tmp_path / "at it"
    future = thinker(VIEW, f"hangs:{at_it}", 1)
    until(at_it.exists)
    assert future.cancel()
    with pytest.raises(CancelledError):
        future.result(0)
    assert thinker(VIEW, "regular", 2).result(LONG) == decision(2)


def test_what_nobody_waits_for_any_more_is_not_begun(thinker: Thinker, tmp_path: Path) -> None:
    file = tmp_path / "was here"
    slow = thinker(VIEW, "slow:0.5", 1)
    needless = thinker(VIEW, f"once:{file}!slow:0", 1)
    assert needless.cancel()
    assert slow.result(LONG) == decision(1)
    assert thinker(VIEW, "regular", 1).result(LONG) == decision(1)
    assert not file.exists()


@pytest.mark.parametrize("seen_dead", [False, True])
def test_a_table_of_drops_is_solved_before_anything_else_and_once(
    seen_dead: bool, tmp_path: Path
) -> None:
    made = Thinker(preparing)
    try:
        made.get_ready(OWN_RULES, ["expert", f"noting:{tmp_path}", "expert"], 3)
        made.get_ready(OWN_RULES, ["expert", f"noting:{tmp_path}", "expert"], 3)
        assert made(VIEW, "regular", 1).result(LONG) == decision(1)
        (noted,) = tmp_path.iterdir()
        assert noted.read_text("utf-8") == "3 any_time\n"
        pid = made.pid
        assert pid
        os.kill(pid, signal.SIGKILL)  # another process prepares anew
        if seen_dead:
            until(lambda: _is_dead(pid))
        assert made(VIEW, "regular", 1).result(LONG) == decision(1)
        assert noted.read_text("utf-8") == "3 any_time\n" * 2
        made.get_ready(OWN_RULES, [f"noting:{tmp_path}"], 4)
        until(lambda: noted.read_text("utf-8") == "3 any_time\n" * 2 + "4 any_time\n")
    finally:
        made.close()


@pytest.mark.parametrize(("fails", "tries"), [(1, 2), (2, 3), (9, 3)])
def test_who_fails_to_prepare_is_asked_again_and_decides_all_the_same(
    fails: int, tries: int, tmp_path: Path
) -> None:
    made = Thinker(preparing)
    try:
        made.get_ready(OWN_RULES, [f"preparing after {fails}:{tmp_path}"], 3)
        assert made(VIEW, "regular", 1).result(LONG) == decision(1)
        assert (tmp_path / "noted").read_text("utf-8") == "3 any_time\n" * tries
    finally:
        made.close()


def test_what_is_prepared_for_a_table_that_was_left_is_stopped_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    made = Thinker(preparing)
    try:
        made.get_ready(OWN_RULES, [f"preparing for ever:{tmp_path}"], 3)
        until((tmp_path / "noted").exists)
        made.get_ready(OWN_RULES, ["regular"], 3)
        assert made(VIEW, "regular", 1).result(LONG) == decision(1)
        made.get_ready(OWN_RULES, [f"preparing for ever:{tmp_path}"], 4)
        until(lambda: (tmp_path / "noted").read_text("utf-8").count("\n") == 2)
    finally:
        made.close()
    time.sleep(0.2)
    assert caplog.text == ""


def test_whoever_closes_it_leaves_no_process(thinker: Thinker, tmp_path: Path) -> None:
    made = Thinker(find)
    at_it = tmp_path / "at it"
    made(VIEW, f"hangs:{at_it}", 1)
    until(at_it.exists)
    pid = made.pid
    assert pid
    made.close()
    until(lambda: not Path(f"/proc/{pid}/stat").exists() or _is_dead(pid))


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


class Noting:
    """Notes what it was asked to prepare."""

    def __init__(self, folder: str) -> None:
        self._file = Path(folder) / "noted"

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Note it, a line each time."""
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{seats} {rules.drop_when}\n")

    def choose(self, view: SeatView, seed: int) -> Action:
        return make_bot("regular").choose(view, seed)


class NeverReady(Noting):
    """Notes what it was asked to prepare, and never ends with it."""

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Note it, and go on for ever."""
        super().prepare(rules, seats)
        time.sleep(10 * LONG)


class ReadyAfter(Noting):
    """Notes what it was asked to prepare, and fails the first times."""

    def __init__(self, folder: str, fails: int) -> None:
        super().__init__(folder)
        self._fails = fails

    def prepare(self, rules: RuleSet, seats: int) -> None:
        """Note it, and fail if it has not failed often enough."""
        super().prepare(rules, seats)
        if len(self._file.read_text("utf-8").splitlines()) <= self._fails:
            raise RuntimeError("not ready")


def preparing(name: str) -> Bot:
    """A bot, by its name; one notes what it prepares."""
    what, _colon, rest = name.partition(":")
    match what:
        case "noting":
            return Noting(rest)
        case "preparing for ever":
            return NeverReady(rest)
        case _ if what.startswith("preparing after "):
            return ReadyAfter(rest, int(what.rpartition(" ")[2]))
        case _:
            return make_bot(name)
