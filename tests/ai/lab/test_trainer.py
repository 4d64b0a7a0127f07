"""The trainer plays the game itself, and tells the network what the master tells it."""

import json
import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from ai.lab.training.export import BODY, HEAD, MOST_SETS, SET, UNITS, shipped
from ai.lab.training.trainer_input import OWN, PLACES, games, place_of, thresholds, words
from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from ai.master.network import FAMILIES, Network
from game.rules.presets import preset
from tests.ai.lab.training_compare import compare

SOURCE = Path(__file__).parents[3] / "ai" / "lab" / "training" / "probe.c"


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("no gcc here; nobody needs one but to train")
    made = tmp_path_factory.mktemp("probe") / "probe"
    subprocess.run([compiler, "-O2", "-w", "-o", made, SOURCE, "-lm"], check=True)
    return str(made)


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
    assert compare(probe, str(net), hands=80, at_once=1) > 1000


@pytest.mark.parametrize(("head", "name"), [*enumerate(("waits", "standard", "unmatched"))])
def test_the_shipped_net_scores_as_the_trained_one(
    probe: str, net: Path, head: int, name: str
) -> None:
    """But for what half precision rounds away, and by the head for the rules."""
    command = [probe, str(net), *words(preset(name), 2), "deals=3"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    steps = [step for line in done.stdout.splitlines() for step in json.loads(line)["steps"]]
    ours = Network.read(shipped(net.read_bytes(), "a test"))
    for step in steps:
        told = step["scores"]
        scores = ours.scores(step["state"], step["actions"], head)
        # The last bias, the same for all, is not shipped.
        assert [score - scores[0] for score in scores] == pytest.approx(
            [score - told[0] for score in told], abs=0.02
        )


def test_the_first_layer_has_a_row_for_each_number_told(net: Path) -> None:
    ours = Network.read(shipped(net.read_bytes(), "a test"))
    for place, head in enumerate(ours.heads):
        assert (len(head.state), len(head.action)) == (STATE_FEATURES, ACTION_FEATURES)
        own = SET * (place % (MOST_SETS + 1))
        assert (len(head.second), len(head.last)) == (UNITS[0] + own, UNITS[1])


def test_games_to_train_at_are_those_of_the_families() -> None:
    lines = list(games(60, ["unmatched"], "a test"))
    assert len(lines) == 60
    assert all("unmatched=1" in line.split() for line in lines)
    assert {line.split()[0] for line in lines} >= {"seats=2", "seats=3", "seats=4"}
    between_two = list(games(60, ["unmatched_out"], "a test"))
    assert {line.split()[0] for line in between_two} == {"seats=2"}
    assert all("unmatched=1" in line.split() for line in between_two)
    paid = {word for line in between_two for word in line.split() if word.startswith("tonk_pays=")}
    assert paid >= {"tonk_pays=1", "tonk_pays=2", "tonk_pays=3", "tonk_pays=4"}
    short = [set(line.split()) for line in games(60, ["unmatched_short"], "a test")]
    assert all(words >= {"seats=2", "unmatched=1"} for words in short)
    sizes = {word for words in short for word in words if word.startswith("hand_size=")}
    assert sizes <= {"hand_size=3", "hand_size=4", "hand_size=5"}
    assert all(words & {"drop_at_most=1", "drop_at_most=2", "drop_at_most=3"} for words in short)
    others = list(games(60, ["general", "standard"], "a test"))
    assert all("unmatched=0" in line.split() for line in others)


def test_the_expert_of_the_trainer_has_thresholds_for_any_rules() -> None:
    rules = preset("tunk").changed(drop_at_most=9)
    assert place_of(preset("tunk").changed(stake=5)) == PLACES.index("tunk")
    assert place_of(rules) == OWN
    assert {int(line.split()[0]) for line in thresholds(rules)} == {*range(len(PLACES)), OWN}
    assert {int(line.split()[0]) for line in thresholds()} == set(range(len(PLACES)))
