"""`tonk bench ui`: one JSON object on standard output, in the documented shape."""

import json
from collections.abc import Sequence

import pytest

from game.cli import bench_ui, main
from game.processes import ended_with_this

FEW_FRAMES = """
import sys
from game.cli import bench_ui, frames, main
whole = frames.frames
frames.frames = lambda size, think, level, seed, most: whole(size, think, level, seed, 60)
bench_ui.IDLE_SECONDS = 1.0
sys.exit(main(sys.argv[1:]))
"""
"""What runs a part of the benchmark, of fewer frames than usual."""


def shortened(command: Sequence[str]) -> Sequence[str]:
    """The command of a measuring process, such that a part is done soon."""
    if "--part" not in command:
        return ended_with_this(command)
    return ended_with_this([command[0], "-c", FEW_FRAMES, *command[command.index("bench") :]])


def test_prints_one_json_object_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_ui, "ended_with_this", shortened)
    monkeypatch.setattr(bench_ui, "SIZES", ((960, 540),))
    monkeypatch.setattr(bench_ui, "STARTS", 1)
    monkeypatch.setattr(bench_ui, "MOST_SECONDS", 300.0)
    assert main(["bench", "ui", "--json"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    figures = json.loads(out)
    assert list(figures) == [
        "frames",
        "frames_in_review",
        "idle_cpu_percent",
        "first_frame_ms",
        "bare_first_frame_ms",
        "rss_mb",
    ]
    assert list(figures["frames"]) == ["960x540"]
    frames = figures["frames"]["960x540"]
    assert 0 < frames["p50_ms"] < frames["p99_ms"] <= frames["most_ms"]
    assert set(frames) == {"p50_ms", "p99_ms", "most_ms", "wall_p99_ms"}
    assert set(figures["frames_in_review"]) == set(frames)
    assert figures["frames_in_review"]["p50_ms"] > 0
    assert min(figures["first_frame_ms"], figures["bare_first_frame_ms"]) > 0
    assert 0 < figures["idle_cpu_percent"] < 100
    assert figures["rss_mb"] > 10
    assert "given up" not in err
    assert err.startswith("bench ui: reviewed:960x540\nbench ui: frames:960x540\n")


def test_a_machine_that_is_too_slow_is_told_so_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_ui, "MOST_SECONDS", 0.0)
    assert main(["bench", "ui", "--json"]) == 1
    out, err = capsys.readouterr()
    figures = json.loads(out)
    assert figures.pop("frames") == {"1920x1080": None, "3840x2160": None}
    assert set(figures.values()) == {None}
    assert "bench ui: idle given up: this machine is too slow or too busy\n" in err
    assert main(["bench", "ui"]) == 1
    assert capsys.readouterr().out.count("given up") == 7


def test_a_driver_that_there_is_not_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "ui", "--driver", "nonsense"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "nonsense" in err.split("\n")[-2]
    assert "Traceback" not in err
