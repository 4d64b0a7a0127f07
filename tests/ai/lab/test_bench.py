"""`tonk-lab bench engine`: one JSON object on standard output, in the documented shape."""

import json
import time
from pathlib import Path

import pytest

from ai.kernel import is_available
from ai.lab.cli import bench, main
from game.rules.presets import STANDARD


@pytest.fixture(autouse=True)
def _in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.0)
    monkeypatch.setattr(bench, "BATCH", 5)
    monkeypatch.setattr(bench, "KERNEL_BATCH", 100)


@pytest.mark.parametrize("rules", ["chicago", "random"])
def test_prints_one_json_object_and_nothing_else(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "engine", "--json", "--rules", rules]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    figures = json.loads(out)
    assert list(figures) == ["python", "rules", "acts_per_s", "legal_per_s", "records_per_s"]
    assert figures["rules"] == rules
    assert figures["acts_per_s"] > figures["records_per_s"] > 0
    assert err.count("engine: run") == 5


def test_tells_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine"]) == 0
    out = capsys.readouterr().out
    assert "rules standard, two seats" in out
    assert "records replayed" in out


def test_a_run_takes_its_time_in_all() -> None:
    began = time.process_time()
    bench.measure("standard", STANDARD, 0.1)
    assert time.process_time() - began < 2


def test_each_run_plays_the_same_cards_again() -> None:
    first, again, other = (next(bench.batches(None, number)) for number in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.skipif(not is_available(), reason="there is no kernel here")
def test_kernel_is_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kernel", "--json", "--rules", "chicago"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    figures = json.loads(out)
    assert figures["rules"] == "chicago"
    for play in ("random", "plain"):
        assert figures[play]["moves_per_s"] > figures[play]["hands_per_s"] > 0
        assert err.count(f"{play}: run") == 5
    assert figures["rollouts_per_s"] > 1000
    assert figures["drop_table_ms"] > 0


@pytest.mark.skipif(not is_available(), reason="there is no kernel here")
def test_kernel_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kernel"]) == 0
    assert "rules standard, two seats" in capsys.readouterr().out


@pytest.mark.usefixtures("without_kernel")
def test_no_kernel_is_one_line_and_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kernel"]) == 1
    assert capsys.readouterr() == (
        "",
        "tonk-lab bench kernel: there is no kernel: it was not compiled\n",
    )


@pytest.mark.skipif(not is_available(), reason="there is no kernel here")
def test_rules_that_the_kernel_cannot_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dear.toml"
    file.write_text('name = "Dear"\ntonk_pays = 1000000000000\n', "utf-8")
    for rules, said in (("random", "not random"), (str(file), "cannot play by these rules")):
        assert main(["bench", "kernel", "--rules", rules]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert said in err.splitlines()[-1]
