"""Training comes to the same nets whenever it is done, in one go or interrupted."""

import json
import shutil
import struct
import subprocess
from array import array
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from math import dist
from pathlib import Path
from random import Random

import pytest

from ai.bridge import rule_numbers
from ai.kernel.net import ACTION_FEATURES, ONE, STATE_FEATURES
from ai.lab.training import league, response
from ai.lab.training.export import FILE, MOST_SETS, SET, UNITS, joined, shipped, trained, widened
from ai.lab.training.trainer_input import games
from ai.master.network import FAMILIES, Network
from game.rules.presets import preset
from game.rules.sharecode import code_of
from tests.ai.master.scoring import scores_of

# One worker compiles the trainer, once for all of these.
pytestmark = pytest.mark.xdist_group("league")

SMALL = (
    *("generations=3", "main_hands=60", "exploiter_hands=60", "hands=30", "deals=20", "seed=5"),
    *("hunted=.5", "past=.2", "odd=.5", "plain=.2", "habits=.5", "magnet=.1", "patience=1"),
)

FEW = ("-O1", "-DMOST_RIVALS=6")
"""How the trainer is compiled: quickly, and with states of few megabytes."""

needs_gcc = pytest.mark.skipif(
    shutil.which("gcc") is None, reason="no gcc here; nobody needs one but to train"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(league.compiled("league", tmp_path_factory.mktemp("league"), FEW))


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return league.compiled("train", tmp_path_factory.mktemp("train"), FEW)


@pytest.fixture
def made(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trainer is compiled already, and few games are drawn."""
    monkeypatch.setattr(league, "compiled", lambda *_: Path(program))
    monkeypatch.setattr(league, "GAMES", 8)


def play(program: str, out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [program, str(out), *SMALL, *words]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


@needs_gcc
def test_an_interrupted_league_comes_to_the_same_net(program: str, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.net", tmp_path / "cut.net"
    told = play(program, whole, "generations=2").stdout.splitlines()
    assert len(told) == 2
    words = [program, str(cut), *SMALL, "generations=2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as interrupted:
        assert interrupted.stdout is not None
        first = interrupted.stdout.readline()
        interrupted.kill()
    assert first.startswith("generation 1 of 2")
    goes_on = play(program, cut, "generations=2").stdout.splitlines()
    assert goes_on == told[-len(goes_on) :]
    assert digest(cut) == digest(whole)
    assert digest(cut.with_name("cut.net.league")) == digest(whole.with_name("whole.net.league"))


@needs_gcc
def test_an_interrupted_training_comes_to_the_same_net(trainer: Path, tmp_path: Path) -> None:
    words = ("all_hands=600", "hands=30", "keep_every=2", "past=.5", "deals=5", "tell=0", "seed=5")

    def command(out: Path, *more: str) -> list[str]:
        return [str(trainer), str(out), *words, *more]

    whole, cut = tmp_path / "whole.net", tmp_path / "cut.net"
    told = subprocess.check_output(command(whole), text=True).splitlines()
    with subprocess.Popen(command(cut), stdout=subprocess.PIPE, text=True) as interrupted:
        assert interrupted.stdout is not None
        for _ in range(3):
            interrupted.stdout.readline()
        interrupted.kill()
    goes_on = subprocess.check_output(command(cut), text=True).splitlines()
    assert 1 < len(goes_on) < len(told) - 1
    after_time = [line.partition("min")[2] for line in told[-len(goes_on) :]]
    assert [line.partition("min")[2] for line in goes_on] == after_time
    assert goes_on[-1] == told[-1]
    assert digest(cut) == digest(whole)
    other = subprocess.run(command(cut, "rate=2e-3"), check=False, capture_output=True, text=True)
    assert (other.returncode, other.stderr) == (
        2,
        f"{cut}.training: a training of another command; expected the command that began it\n",
    )


@needs_gcc
def test_another_seed_comes_to_another_net(program: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.net", tmp_path / "other.net"
    play(program, one, "generations=1")
    play(program, other, "generations=1", "seed=6")
    assert digest(one) != digest(other)


@needs_gcc
def test_threads_come_to_the_same_net_every_time(program: str, tmp_path: Path) -> None:
    outs = [tmp_path / name for name in ("one.net", "same.net", "two_threads.net")]
    for out, threads in zip(outs, (3, 3, 2), strict=True):
        assert play(program, out, "generations=1", f"threads={threads}").returncode == 0
    one, same, two_threads = map(digest, outs)
    assert one == same != two_threads


@needs_gcc
def test_each_thread_learns_its_part_of_the_same_hands(trainer: Path, tmp_path: Path) -> None:
    def after_a_round(*words: str) -> list[float]:
        out = tmp_path / "-".join(words)
        subprocess.check_call(
            [str(trainer), str(out), "all_hands=60", "hands=60", "deals=5", *words]
        )
        return array("f", out.read_bytes()).tolist()

    start = after_a_round("rate=0", "last_rate=0")
    alone = after_a_round("threads=1")
    for threads in ("2", "7"):
        assert dist(after_a_round(f"threads={threads}"), alone) < 0.001 * dist(alone, start)


@needs_gcc
def test_threads_measure_the_same(trainer: Path, tmp_path: Path) -> None:
    told = {
        subprocess.check_output(
            [str(trainer), str(tmp_path / "no.net"), "minutes=0", "deals=50", f"threads={threads}"]
        )
        for threads in (1, 2, 5)
    }
    assert len(told) == 1


@needs_gcc
@pytest.mark.parametrize("threads", ["0", "65", "some"])
def test_more_threads_than_there_is_room_for_are_refused(
    program: str, tmp_path: Path, threads: str
) -> None:
    done = play(program, tmp_path / "some.net", f"threads={threads}")
    assert (done.returncode, done.stderr) == (2, "threads: expected 1 to 64\n")


@needs_gcc
def test_a_league_does_not_go_on_with_the_words_of_another(program: str, tmp_path: Path) -> None:
    out = tmp_path / "some.net"
    play(program, out, "generations=1")
    done = play(program, out, "generations=2")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "another command" in line


@needs_gcc
def test_a_league_deals_the_games_of_a_file(program: str, tmp_path: Path) -> None:
    file = tmp_path / "some.games"
    nets = []
    for seed in ("1", "2"):
        file.write_text("\n".join(games(20, ["unmatched"], seed)), "utf-8")
        nets.append(tmp_path / f"{seed}.net")
        done = play(program, nets[-1], f"games={file}")
        assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 3)
    assert digest(nets[0]) != digest(nets[1])
    file.write_text("seats=2 sets=9")
    done = play(program, nets[0], f"games={file}")
    assert (done.returncode, done.stderr) == (2, f"{file}: sets: no such key\n")


@needs_gcc
def test_a_league_may_begin_with_the_players_of_another(program: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.net", tmp_path / "second.net"
    play(program, first, "generations=1")
    done = play(program, second, "generations=1", f"after={first}.league")
    (line,) = done.stdout.splitlines()
    assert "the best of 2" in line
    refused = play(program, tmp_path / "third.net", f"after={first}")
    assert refused.stderr.splitlines() == [f"{first}: no state of this trainer"]
    assert refused.returncode == 2


@needs_gcc
def test_a_league_in_fewer_games_does_not_begin_with_exploiters_of_others(
    program: str, tmp_path: Path
) -> None:
    """They hunt in games that are not there."""
    file, first = tmp_path / "some.games", tmp_path / "first.net"
    file.write_text("\n".join(games(20, FAMILIES, "1")), "utf-8")
    play(program, first, "generations=3", f"games={file}")
    done = play(program, tmp_path / "second.net", "generations=1", f"after={first}.league")
    (line,) = done.stderr.splitlines()
    assert (done.returncode, "not here" in line) == (2, True)


@needs_gcc
def test_heads_do_not_learn_from_nothing(program: str, tmp_path: Path) -> None:
    done = play(program, tmp_path / "some.net", "own=1")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "own: needs a net to begin with, from=NET, or a league to come after, after=FILE"
    ]


@needs_gcc
@pytest.mark.usefixtures("made")
def test_the_usual_leagues_end_in_a_net_of_all_heads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each family's own league trains its head, of one body; what is done is not done again."""
    small = dict(word.split("=") for word in (*SMALL, "generations=1"))
    monkeypatch.setattr(league, "LEAGUE", league.LEAGUE | small)
    monkeypatch.setattr(league, "SECOND", league.SECOND | small)
    heads = {name: words | small for name, words in league.HEADS.items()}
    monkeypatch.setattr(league, "HEADS", heads)
    out = tmp_path / "some.net"
    assert league.train(out) == 0
    told = capfd.readouterr().out.splitlines()
    exploiters = [line.partition("the best of ")[2][0] for line in told]
    assert exploiters == ["1", "2", *["1"] * len(FAMILIES)]
    sizes = [
        len((tmp_path / f"some-{name}.games").read_text().splitlines())
        for name in ("1", "2", "standard")
    ]
    assert sizes == [8, 12, 8]
    whole, second = (
        Network.read(shipped(path.read_bytes(), "a test"))
        for path in (out, tmp_path / "some-2.net")
    )
    for place, family in enumerate(FAMILIES):
        alone = Network.read(shipped((tmp_path / f"some-{family}.net").read_bytes(), "a test"))
        assert alone.heads[place] == whole.heads[place]
        elsewhere = place - 1
        assert alone.heads[elsewhere] != whole.heads[elsewhere]
        assert alone.body == second.body
    made = digest(out)
    assert league.train(out) == 0
    assert (capfd.readouterr().out, digest(out)) == ("", made)


@needs_gcc
def test_heads_have_no_more_units_than_there_is_room_for(program: str, tmp_path: Path) -> None:
    done = play(program, tmp_path / "some.net", f"own={MOST_SETS + 1}")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [f"own: expected 0 to {MOST_SETS}"]


@needs_gcc
@pytest.mark.share(1)
@pytest.mark.parametrize("sets", range(1, MOST_SETS + 1))
def test_heads_begin_as_they_were(program: str, tmp_path: Path, sets: int) -> None:
    """Units of their own change no score before they have learnt."""
    first, second = tmp_path / "first.net", tmp_path / "second.net"
    play(program, first, "generations=1")
    still = ("rate=0", "last_rate=0", "generations=1", f"own={sets}", f"after={first}.league")
    play(program, second, *still)
    before, after = (Network.read(shipped(path.read_bytes(), "a test")) for path in (first, second))
    dice = Random(1)
    state = [dice.random() for _ in range(STATE_FEATURES)]
    actions = [[dice.random() for _ in range(ACTION_FEATURES)] for _ in range(5)]
    for head in range(len(FAMILIES)):
        scores = scores_of(before.net, head, state, actions)
        assert scores_of(after.net, head, state, actions) == pytest.approx(scores, abs=0.02 * ONE)
        assert len(set(scores)) > 1
        assert after.own[head] == sets * SET


def test_only_nets_of_one_body_are_joined() -> None:
    net = trained(FILE.read_bytes())
    other = struct.pack("<f", 3.0) + net[4:]
    assert joined(dict.fromkeys(FAMILIES, net)) == net
    with pytest.raises(ValueError, match="different bodies"):
        joined(dict.fromkeys(FAMILIES, net) | {"unmatched": other})


@needs_gcc
@pytest.mark.usefixtures("made")
def test_a_league_of_other_words_is_one_alone(tmp_path: Path) -> None:
    """And it has the games that were asked for, no more."""
    out = tmp_path / "some.net"
    assert league.train(out, (*SMALL, "games=standard", "generations=1")) == 0
    assert {path.name for path in tmp_path.glob("*.net")} == {"some.net"}
    lines = out.with_suffix(".games").read_text().splitlines()
    assert len(lines) == 8
    assert all("family=1" in line.split() for line in lines)


@needs_gcc
def test_an_exploiter_found_before_hunts_from_the_start(program: str, tmp_path: Path) -> None:
    """In the game that it was trained for, beside the one that the league finds."""
    before, out = tmp_path / "before.net", tmp_path / "out.net"
    file = tmp_path / "some.games"
    file.write_text("\n".join(games(10, FAMILIES, "1")), "utf-8")
    play(program, before, "generations=1")
    done = play(program, out, "generations=1", f"games={file}", f"hunter=8:{before}")
    (line,) = done.stdout.splitlines()
    assert "the best of 2" in line


@needs_gcc
@pytest.mark.parametrize("hunter", ["8:some.net", "x"])
def test_an_exploiter_of_no_game_is_refused(program: str, tmp_path: Path, hunter: str) -> None:
    done = play(program, tmp_path / "out.net", f"hunter={hunter}")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{hunter}: no such game")


@pytest.mark.parametrize(
    ("word", "allowed"),
    [
        ("games=chess", f"{', '.join(FAMILIES)}, none"),
        ("more=chess", ", ".join(FAMILIES)),
        ("more=none", ", ".join(FAMILIES)),
    ],
)
def test_a_family_of_no_rules_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, word: str, allowed: str
) -> None:
    assert league.train(tmp_path / "some.net", (word,)) == 2
    assert capsys.readouterr().err == f"{word}: expected {allowed}\n"


@needs_gcc
def test_what_a_league_trains_can_be_shipped(program: str, tmp_path: Path) -> None:
    out = tmp_path / "some.net"
    assert play(program, out, "generations=1").returncode == 0
    net = Network.read(shipped(out.read_bytes(), "a test"))
    assert (net.units, set(net.own)) == (UNITS, {0})


@needs_gcc
def test_the_trainer_makes_a_net_that_the_game_reads(
    trainer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league, "compiled", lambda *_: trainer)
    for bot in ("master", "greedy8"):
        net = response.learn(preset("standard"), bot, 1000, "1", lambda _: None)
        assert Network.read(net).heads
        assert f"a best response to {bot}".encode() in net


@needs_gcc
def test_an_unknown_word_is_refused_in_one_line(program: str, tmp_path: Path) -> None:
    done = play(program, tmp_path / "some.net", "generation=1")
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["generation: no such key"]


def test_a_shipped_net_is_what_the_trainer_goes_on_from() -> None:
    """The way there and back changes nothing."""
    data = FILE.read_bytes()
    assert shipped(trained(data), "again").partition(b"\n")[2] == data.partition(b"\n")[2]


def test_a_net_of_fewer_inputs_and_heads_plays_on_as_before() -> None:
    """What the game tells besides has no weight, and a head that is new is a copy."""
    data, fewer = FILE.read_bytes(), 3
    line, _, weights = data.partition(b"\n")
    left, (first, second) = BytesIO(weights), UNITS
    heads = {name: own for name, own in json.loads(line)["heads"].items() if name != FAMILIES[-1]}

    def cut(width: int) -> bytes:
        """A first layer without the last of its rows for the state, and for the action."""
        rows = left.read(2 * STATE_FEATURES * width), left.read(2 * ACTION_FEATURES * width)
        return b"".join(each[: -2 * fewer * width] for each in rows) + left.read(2 * width)

    weights = cut(first)
    for own in heads.values():
        weights += left.read(2 * (first + 2) * second) + cut(own) + left.read(2 * own * second)
    head = {
        "inputs": [STATE_FEATURES - fewer, ACTION_FEATURES - fewer],
        "units": UNITS,
        "heads": heads,
        "made_by": "a test",
    }
    wide = Network.read(widened(json.dumps(head).encode() + b"\n" + weights))
    assert wide.heads[-1] == wide.heads[-2]
    whole, dice = Network.read(data), Random(1)
    state = [dice.random() for _ in range(STATE_FEATURES - fewer)]
    action = [dice.random() for _ in range(ACTION_FEATURES - fewer)]
    told, untold = [dice.random() for _ in range(fewer)], [0.0] * fewer
    for place in range(len(FAMILIES) - 1):
        scores = scores_of(wide.net, place, state + told, [action + told])
        assert scores == scores_of(whole.net, place, state + untold, [action + untold])


@needs_gcc
@pytest.mark.usefixtures("made")
def test_rules_are_a_preset_or_a_share_code(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = code_of(preset("rushville"))
    lines = [
        league.command("train", tmp_path / "some.net", [f"rules={word}"])
        for word in ("rushville", code)
    ]
    assert lines[0] == lines[1]
    keys = ",".join(map(str, rule_numbers(preset("rushville"))))
    assert f"keys={keys}" in lines[0]
    assert league.respond(tmp_path / "some.net", ("rules=rushvile",)) == 2
    assert "did you mean rushville?" in capfd.readouterr().err


def test_two_may_make_the_trainer_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """While the first is at it, a second makes all of it: each has the whole program."""
    calls: list[str] = []

    def compile_(command: Sequence[str], *, check: bool) -> None:
        assert check
        out = Path(command[command.index("-o") + 1])
        calls.append(str(out))
        if len(calls) == 1:
            out.write_text("half", "utf-8")
            assert league.compiled("train", tmp_path).read_text("utf-8") == "whole"
        out.write_text("whole", "utf-8")

    monkeypatch.setattr(shutil, "which", lambda _: "gcc")
    monkeypatch.setattr(subprocess, "run", compile_)
    made = league.compiled("train", tmp_path)
    assert (made.read_text("utf-8"), len(set(calls))) == ("whole", 2)
    assert [*tmp_path.iterdir()] == [made]
    monkeypatch.chdir(tmp_path)
    assert league.compiled("train", Path()) == made, "its whole path, which can be run"


@pytest.mark.usefixtures("without_gcc")
def test_without_gcc_one_line_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert league.train(tmp_path / "some.net") == 2
    assert capsys.readouterr().err == "the trainer needs gcc, which is not installed\n"
