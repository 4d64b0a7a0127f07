"""`tonk bench start`, with small programs in the place of the built ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="the stand-ins are scripts")

Output = pytest.CaptureFixture[str]
WINDOW = '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho first frame\nexec sleep 60\n'


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """Builds of a program that shows its window at once, and of an empty window."""
    for name, script in (("tonk", WINDOW), ("bare", WINDOW)):
        folder = tmp_path / "my builds" / name
        folder.mkdir(parents=True)
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    folder = tmp_path / "my builds"
    (folder / "tonk" / "data").write_bytes(bytes(2_000_000))
    (folder / "bare" / "data").write_bytes(bytes(1_000_000))
    (folder / "tonk_1.0.0_amd64.deb").write_bytes(bytes(700_000))
    return folder


def test_prints_one_json_object_and_nothing_else(dist: Path, capsys: Output) -> None:
    assert main(["bench", "start", "--json", "--dist", str(dist)]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    figures = json.loads(out)
    assert list(figures) == [
        "bundle_mb",
        "bare_bundle_mb",
        "download_mb",
        "first_frame_ms",
        "bare_first_frame_ms",
        "version_ms",
        "rss_mb",
    ]
    assert (figures["bundle_mb"], figures["bare_bundle_mb"]) == (2.0, 1.0)
    assert figures["download_mb"] == 0.7
    assert all(figures[key] > 0 for key in list(figures)[3:])
    assert "start 7 of 7" in err


@pytest.mark.parametrize("name", ["tonk", "bare"])
def test_a_build_that_is_missing_costs_2_and_one_line_that_says_how_to_make_it(
    dist: Path, capsys: Output, name: str
) -> None:
    (dist / name / name).unlink()
    assert main(["bench", "start", "--dist", str(dist)]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert str(dist / name / name) in err
    assert "assets.packaging" in err


def test_a_program_that_shows_no_window_costs_1_and_one_line(dist: Path, capsys: Output) -> None:
    (dist / "bare" / "bare").write_text("#!/bin/sh\nexit 7\n")
    assert main(["bench", "start", "--dist", str(dist)]) == 1
    assert capsys.readouterr().err.endswith("bare showed no window\n")


def test_without_a_package_the_download_is_unknown(dist: Path, capsys: Output) -> None:
    (dist / "tonk_1.0.0_amd64.deb").unlink()
    assert main(["bench", "start", "--dist", str(dist)]) == 0
    out, err = capsys.readouterr()
    assert "download_mb           unknown" in out
    assert "no package in" in err
