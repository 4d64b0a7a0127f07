"""Hands that play themselves, through the real table and the real loop."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.rules.actions import DRAW, DROP, STOP, TAKE, Action, Discard, Hit, Slap, Spread
from game.rules.record import read_record, replay
from game.ui.autoplay import RecordFile, clicks_for
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    SpreadTarget,
    Target,
)


def play(*options: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `tonk play` as a person would."""
    command = [sys.executable, "-m", "game", "play", *options]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("action", "clicks"),
    [
        (DROP, (ButtonTarget("drop"),)),
        (DRAW, (STOCK_TARGET,)),
        (TAKE, (PILE_TARGET,)),
        (STOP, (ButtonTarget("stop"),)),
        (Spread(("5H", "6H")), (CardTarget("5H"), CardTarget("6H"), ButtonTarget("spread"))),
        (Hit("7H", 2), (CardTarget("7H"), SpreadTarget(2))),
        (Discard("KC"), (CardTarget("KC"), ButtonTarget("discard"))),
        (Slap(0, 1, "KC"), (ButtonTarget("slap"),)),
    ],
)
def test_every_decision_becomes_clicks(action: Action, clicks: tuple[Target, ...]) -> None:
    assert clicks_for(action) == clicks


@pytest.mark.share(1)
@pytest.mark.parametrize("seats", [2, 6])
def test_hands_play_to_their_end_and_their_records_are_right(seats: int, tmp_path: Path) -> None:
    file = tmp_path / "hands.tonk.jsonl"
    words = ["--autoplay", "2", "--seed", "seats", "--seats", str(seats), "--records", str(file)]
    done = play(*words)
    assert (done.returncode, done.stderr) == (0, "")
    hands = [replay(read_record(json.loads(line))) for line in file.read_text().splitlines()]
    assert len(hands) == 2
    assert all(hand.is_over and hand.seats == seats for hand in hands)


def test_the_same_seed_plays_the_same_hands_and_leaves_the_players_own_files(home: Path) -> None:
    files = [home / "one", home / "two", home / "other"]
    for file, seed in zip(files, ("g", "g", "b"), strict=True):
        play("--autoplay", "1", "--seed", seed, "--records", str(file))
    one, two, other = (file.read_text() for file in files)
    assert one == two != other
    assert {*home.iterdir()} == {*files}


def test_at_a_speed_it_moves_and_waits_and_still_ends() -> None:
    done = play("--autoplay", "1", "--seed", "e", "--speed", "fast")  # a short hand
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_that_cannot_take_the_records_is_told_before_the_first_hand(
    tmp_path: Path,
) -> None:
    done = play("--autoplay", "1", "--records", str(tmp_path / "no" / "such" / "folder"))
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_record_file_begins_anew(tmp_path: Path) -> None:
    file = tmp_path / "hands"
    file.write_text("old\n")
    RecordFile(file)
    assert file.read_text() == ""
