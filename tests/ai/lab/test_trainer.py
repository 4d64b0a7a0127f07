"""The trainer plays the game itself, and tells the network what the master tells it."""

import json
import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from ai.kernel.net import ACTION_FEATURES, ONE, STATE_FEATURES
from ai.lab.training import league
from ai.lab.training.export import BODY, HEAD, MOST_SETS, SET, UNITS, shipped
from ai.lab.training.trainer_input import OWN, PLACES, games, place_of, thresholds, words
from ai.master.network import FAMILIES, Network
from game.rules.presets import preset
from tests.ai.lab.training_compare import compare
from tests.ai.master.scoring import scores_of

# One worker compiles the probe, once for all of these.
pytestmark = pytest.mark.xdist_group("trainer")


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> str:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc here; nobody needs one but to train")
    return str(league.compiled("probe", tmp_path_factory.mktemp("probe"), ("-O0",)))


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A net as the trainer keeps it, of weights at random; what the critic has does not matter."""
    path = tmp_path_factory.mktemp("net") / "some.net"
    dice = random.Random(1)
    numbers = [dice.gauss(0, 0.1) for _ in range(250000)]
    for place in range(len(FAMILIES)):
        numbers[BODY + (place + 1) * HEAD - 1] = place % (MOST_SETS + 1)
    path.write_bytes(struct.pack("<250000f", *numbers))
    return path


def test_hands_of_the_trainer_are_hands_of_the_game(probe: str, net: Path) -> None:
    assert compare(probe, str(net), hands=30, at_once=1) > 350


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("general", "seattle"),
        ("standard", "standard"),
        ("unmatched", "unmatched"),
        ("waits", "waits"),
    ],
)
def test_the_shipped_net_scores_as_the_trained_one(
    probe: str, net: Path, family: str, name: str
) -> None:
    """But for what half precision rounds away, and by the head for the rules."""
    command = [probe, str(net), *words(preset(name), 2), "deals=3"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    steps = [step for line in done.stdout.splitlines() for step in json.loads(line)["steps"]]
    ours = Network.read(shipped(net.read_bytes(), "a test"))
    head = FAMILIES.index(family)
    for step in steps:
        told = step["scores"]
        scores = [
            score / ONE for score in scores_of(ours.net, head, step["state"], step["actions"])
        ]
        # The last bias, the same for all, is not shipped.
        assert [score - scores[0] for score in scores] == pytest.approx(
            [score - told[0] for score in told], abs=0.02
        )


def test_the_first_layer_has_a_row_for_each_number_told(net: Path) -> None:
    ours = Network.read(shipped(net.read_bytes(), "a test"))
    inputs = STATE_FEATURES + ACTION_FEATURES + 1
    assert len(ours.body) == 2 * inputs * UNITS[0]
    for place, head in enumerate(ours.heads):
        own = SET * (place % (MOST_SETS + 1))
        assert len(head) == 2 * (inputs * own + (UNITS[0] + own + 2) * UNITS[1])


_HAND_SIZE, _TONK_PAYS, _COUNT, _DROP_AT_MOST = 6, 26, 43, 44
"""The places of a few keys among those of ``tonk.h``."""


def _keys_of(line: str) -> list[int]:
    """The numbers of the rules in the words of a game."""
    (keys,) = (word for word in line.split() if word.startswith("keys="))
    return [int(number) for number in keys.removeprefix("keys=").split(",")]


def test_games_to_train_at_are_those_of_the_families() -> None:
    lines = list(games(60, ["unmatched"], "a test"))
    assert len(lines) == 60
    assert all(_keys_of(line)[_COUNT] for line in lines)
    assert {line.split()[0] for line in lines} >= {"seats=2", "seats=3", "seats=4"}
    between_two = list(games(60, ["unmatched_out"], "a test"))
    assert {line.split()[0] for line in between_two} == {"seats=2"}
    assert all(_keys_of(line)[_COUNT] for line in between_two)
    assert {_keys_of(line)[_TONK_PAYS] for line in between_two} >= {1, 2, 3, 4}
    short = list(games(60, ["unmatched_short"], "a test"))
    assert {line.split()[0] for line in short} == {"seats=2"}
    assert all(_keys_of(line)[_COUNT] for line in short)
    assert {_keys_of(line)[_HAND_SIZE] for line in short} <= {3, 4, 5}
    assert {_keys_of(line)[_DROP_AT_MOST] for line in short} <= {1, 2, 3}
    waiting = list(games(60, ["waits"], "a test"))
    assert {line.split()[0] for line in waiting} == {"seats=2"}
    assert sum(f"preset={PLACES.index('waits')}" in line for line in waiting) >= 20
    others = list(games(60, ["general", "standard"], "a test"))
    assert not any(_keys_of(line)[_COUNT] for line in others)


def test_the_expert_of_the_trainer_has_thresholds_for_any_rules() -> None:
    rules = preset("tunk").changed(drop_at_most=9)
    assert place_of(preset("tunk").changed(stake=5)) == PLACES.index("tunk")
    assert place_of(rules) == OWN
    assert {int(line.split()[0]) for line in thresholds(rules)} == {*range(len(PLACES)), OWN}
    assert {int(line.split()[0]) for line in thresholds()} == set(range(len(PLACES)))
