"""Hands under house rules that play themselves, by clicks on the real table in the real loop."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest

from game.menus.start import StartScene
from game.rules.actions import PASS, Action, Drop, Hit, Pass, Slap, Spread, Stop
from game.rules.presets import PRESETS, preset, spelled_out
from game.rules.record import read_record, replay
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.ui.autoplay import Autoplay, RecordFile
from game.ui.shell.scene import Thinker
from tests.shares import EVERY
from tests.ui.stage import opponents, shown, stage
from tests.ui.test_autoplay import play

HANDS = 8 if EVERY else 2
CASES = {
    "race": (preset("slap"), Slap, "1"),
    "next first": (preset("slap_polite").changed(hand_size=7), Slap, "1"),
    "slap and at once": (preset("slap").changed(stock_end="at_once", hand_size=7), Slap, "1"),
    "wild": (preset("chicago"), Spread, "8"),
    "wild slaps": (preset("chicago").changed(slap="race", jokers=4), Slap, "3"),
    "last chances": (
        preset("double_double").changed(wild="2", hand_size=4, naturals=[]),
        Pass,
        "30",
    ),
    "one hit": (preset("vietnam").changed(hits_per_turn=1, discard_after_hit=False), Hit, "1"),
    "use now": (preset("standard").changed(take="use_now", must_spread="yes"), Spread, "6"),
    "blocked": (preset("standard").changed(hit_blocks_out=True, hand_size=7), Hit, "1"),
    "buried": (preset("five_seven_nine").changed(wild="2", slap="next_first"), Slap, "2"),
}
"""Rules, what the player is to come to do in the first two hands, and a seed with which it does."""


def wandering(view: SeatView, _level: str, seed: int) -> Future[Action]:
    """Lays and slaps rather than not, never ends a hand that can go on, else does anything.

    Where a discard can be slapped it keeps from hitting, so that there is something to slap.
    """
    future: Future[Action] = Future()
    random = Random(seed)
    choices = [each for each in view.legal if not isinstance(each, Drop | Stop)]
    kinds = Spread | Slap if view.rules.slap != "off" and not view.must_use else Spread | Hit
    lays = [each for each in choices if isinstance(each, kinds)]
    others = [each for each in choices if not isinstance(each, Hit)] or choices
    wanted: Sequence[Action] = lays if lays and random.random() < 0.8 else others
    is_asked = bool(choices) and all(isinstance(each, Slap) for each in choices)
    leaves = is_asked and random.random() < 0.3
    future.set_result(PASS if leaves else random.choice(wanted or view.legal))
    return future


@pytest.mark.share(2)
@pytest.mark.parametrize("name", CASES)
def test_seats_that_play_at_random_come_to_an_end(name: str, tmp_path: Path) -> None:
    """Seats that do anything that is legal meet every question there is. Thousands of hands under
    any rules: `python -m tests.long.table_soak --hands 20000`.
    """
    rules, kind, seed = CASES[name]
    lines = _played(rules, tmp_path / "hands", wandering, hands=HANDS, seed=seed)
    hands = [replay(read_record(json.loads(line))) for line in lines]
    assert len(hands) == HANDS
    assert all(hand.is_over for hand in hands)
    own = [move.action for hand in hands for move in hand.log if move.seat == 0]
    assert any(isinstance(action, kind) for action in own)


@pytest.mark.share(4)
@pytest.mark.parametrize("name", PRESETS)
def test_a_hand_of_every_preset(name: str, tmp_path: Path) -> None:
    """The bots are those of the game. Thousands under any rules:
    `python -m tests.long.table_soak --hands 20000`.
    """
    lines = _played(preset(name), tmp_path / "hands", hands=1)
    records = [json.loads(line) for line in lines]
    assert len(records) == 1
    assert all(replay(read_record(record)).is_over for record in records)


def _played(
    rules: RuleSet, file: Path, thinker: Thinker | None = None, *, hands: int, seed: str = "test"
) -> list[str]:
    from game.ui.session.starting import begin_session

    with stage((960, 540), thinker=thinker or opponents(), seed=seed) as app:
        shown(app, StartScene(app))
        app.driver = Autoplay(app.services, hands, RecordFile(file))
        begin_session(app, 2, 1, rules)
        app.run()
    return file.read_text(encoding="utf-8").splitlines()


def test_the_rules_are_named_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "hands"
    words = ["--autoplay", "2", "--seats", "3", "--seed", "x", "--records", str(file)]
    done = play(*words, "--rules", "Chicago")
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [record["rules"] for record in records] == [spelled_out(preset("chicago"))] * 2
    assert [record["rules_name"] for record in records] == ["chicago"] * 2


def test_rules_can_be_a_file_or_a_code(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "Ours"\nextends = "slap"\nhand_size = 4\n', encoding="utf-8")
    file = tmp_path / "hands"
    done = play("--autoplay", "1", "--rules", str(own), "--records", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(file.read_text(encoding="utf-8"))["rules"]["hand_size"] == 4


@pytest.mark.parametrize(
    ("words", "option", "said"),
    [
        (("--rules", "chigaco"), "--rules: ", "did you mean chicago?"),
        (("--rules", "vietnam", "--seats", "5"), "--seats 5: ", "the pack has 40"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_in_one_line(
    words: tuple[str, ...], option: str, said: str
) -> None:
    done = play("--autoplay", "1", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"tonk play: {option}")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
