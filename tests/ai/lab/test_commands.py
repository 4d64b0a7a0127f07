"""The further commands of `tonk-lab`: exploit, search, explore-presets, train, respond."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ai import kernel
from ai.explore import preset_findings as presets
from ai.explore.preset_findings import SEATS
from ai.lab.cli import explore_presets, main
from ai.lab.cli.parser import COMMANDS
from game.bundled_data import summed
from game.rules.presets import STANDARD, preset

Output = pytest.CaptureFixture[str]
_LASTING = ("rules", "seed", "hands", "endings", "exploit", "tries", "leaders", "answer", "gain")


def _found(capsys: Output, *words: str) -> dict[str, object]:
    """What a command prints, but for times."""
    assert main(words) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if key in _LASTING}


def test_help_names_every_command(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    named = re.findall(r"^  ([a-z-]+)(?: |$)", capsys.readouterr().out, re.MULTILINE)
    assert named == list(COMMANDS)


def test_exploit_is_what_the_arena_does_when_asked(capsys: Output) -> None:
    words = ("random", "--hands", "1", "--until", "9", "--json")
    found = _found(capsys, "exploit", *words)
    assert found["exploit"] == "random"
    assert found == _found(capsys, "arena", "--exploit", *words)


def test_search_is_master_with_the_coach_at_a_table(capsys: Output) -> None:
    words = ("--hands", "2", "--seed", "s", "--json")
    found = _found(capsys, "search", "--playouts", "5", "--against", "random", *words)
    assert found["hands"] == 2
    assert found == _found(capsys, "arena", "--seats", "search:5/brief,random", *words)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["exploit", "random,greedy8"], "exploit: random, greedy8: expected one bot"),
        (["exploit", "randon"], 'exploit: no opponent is called "randon"; did you mean random?'),
        (["exploit", "random", "--budget", "9"], "exploit: --budget 9: expected 200 or more"),
        (["search", "--against", "nobody"], 'search: no opponent is called "nobody"; '),
        (["explore-presets", "waits", "chicgo"], 'explore-presets: "chicgo": expected '),
    ],
)
def test_what_cannot_be_done_costs_2_and_one_line(
    capsys: Output, words: list[str], line: str
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tonk-lab {line}")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["train"], "train: the following arguments are required: OUT.net"),
        (["respond", "x.net", "prey"], "respond: argument KEY=VALUE: prey: expected KEY=VALUE"),
        (["bench", "kernal"], "bench: argument what: invalid choice: 'kernal'"),
        (["fly"], "argument COMMAND: invalid choice: 'fly'"),
    ],
)
def test_a_mistyped_command_costs_2_and_one_line(
    capsys: Output, words: list[str], line: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert re.sub("^tonk-lab:? ", "", capsys.readouterr().err).startswith(line)


def test_presets_are_explored_one_by_one_and_kept_beside_the_others(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "presets.json"
    file.write_bytes(explore_presets.FILE.read_bytes())
    monkeypatch.setattr(explore_presets, "FILE", file)
    monkeypatch.setattr(explore_presets, "HANDS", 4)
    before = json.loads(file.read_text(encoding="utf-8"))
    assert main(["explore-presets", "waits"]) == 0
    assert capsys.readouterr().out == "waits 2\n"
    after = json.loads(file.read_text(encoding="utf-8"))
    assert after == summed(after)
    changed = [
        old["code"] for old, new in zip(before["sets"], after["sets"], strict=True) if old != new
    ]
    waits = presets.kept(preset("waits"))
    assert waits is not None
    assert changed == [waits.to_mapping()["code"]]


def test_the_standard_game_is_explored_at_all_seats() -> None:
    assert all(presets.kept(STANDARD, seats) for seats in (SEATS, 3, 4, 5, 6))
    held = json.loads(explore_presets.FILE.read_text(encoding="utf-8"))
    assert held["command"] == "tonk-lab explore-presets"
    assert explore_presets.FILE.read_text(encoding="utf-8") == explore_presets.written(held["sets"])


@pytest.mark.parametrize("command", ["train", "respond"])
def test_without_a_clone_the_trainer_is_not_there(
    command: str, capsys: Output, absent: Callable[[str], None]
) -> None:
    absent("ai.lab.training.league")
    assert main([command, "some.net"]) == 2
    line = f"tonk-lab {command}: the trainer is only in the source tree: run it in a clone\n"
    assert capsys.readouterr() == ("", line)


@pytest.mark.parametrize(
    "name",
    [name for name in COMMANDS if name not in ("selftest", "bench", "train", "respond")],
)
def test_without_the_kernel_one_line_says_so(
    name: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise kernel.MissingKernelError("not installed")

    monkeypatch.setattr(kernel, "load", missing)
    needed = {
        "arena": ["--seats", "random,greedy8"],
        "exploit": ["random"],
        "ladder": ["kept.json"],
    }
    assert main([name, *needed.get(name, [])]) == 1
    said = f"tonk-lab {name}: there is no kernel: not installed\n"
    assert capsys.readouterr() == ("", said)
