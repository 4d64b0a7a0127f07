"""`tonk open FILE`, and what a bare word may mean."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from game.cli import main
from game.saves.settings import PlayOptions
from tests.cli.conftest import Window
from tests.cli.hands import records, written


@pytest.fixture
def asked(window: Window) -> list[PlayOptions]:
    """What the game's window was asked for, in its place a list."""
    seen: list[PlayOptions] = []

    def run(options: PlayOptions) -> int:
        seen.append(options)
        return 0

    window(run)
    return seen


@pytest.mark.parametrize("first", [["open"], []])
@pytest.mark.parametrize("name", ["hand.tonk.json", "hands.tonk.jsonl", "no ending"])
def test_a_file_is_opened_in_the_window(
    asked: list[PlayOptions], tmp_path: Path, first: list[str], name: str
) -> None:
    file = written(tmp_path / name, records(1))
    assert main([*first, str(file)]) == 0
    assert asked == [PlayOptions(opens=file)]


def test_open_without_a_file_plays(asked: list[PlayOptions]) -> None:
    assert main(["open"]) == 0
    assert asked == [PlayOptions()]


def test_a_command_is_no_file_even_where_there_is_one(
    asked: list[PlayOptions], tmp_path: Path
) -> None:
    written(tmp_path / "play", records(1))
    with chdir(tmp_path):
        assert main(["play"]) == 0
    assert asked == [PlayOptions()]


@pytest.mark.parametrize(
    ("data", "status"), [(b"Dear all,", 2), (b'{"format": "tonk-hand/1"}', 1), (None, 2)]
)
def test_what_is_no_hand_is_told_and_shown_and_costs_its_status(
    asked: list[PlayOptions],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    data: bytes | None,
    status: int,
) -> None:
    file = tmp_path / "letter.tonk.json"
    if data is not None:
        file.write_bytes(data)
    assert main([str(file)]) == status
    assert asked == [PlayOptions(opens=file)]
    err = capsys.readouterr().err
    assert err.startswith(f"{file}: ")
    assert err.count("\n") == 1


def test_standard_input_is_refused_in_one_line(
    asked: list[PlayOptions], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["open", "-"]) == 2
    assert asked == []
    assert capsys.readouterr().err == (
        "tonk open: -: a window can't read standard input; save it to a file\n"
    )
