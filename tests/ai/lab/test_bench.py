"""`tonk-lab bench engine`: one JSON object on standard output, in the documented shape."""

import json

import pytest

from ai.lab.cli import bench, main
from game.rules.presets import STANDARD


@pytest.fixture(autouse=True)
def _in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.0)


@pytest.mark.parametrize("rules", ["standard", "chicago", "random"])
def test_prints_one_json_object_and_nothing_else(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "engine", "--json", "--rules", rules]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    figures = json.loads(out)
    keys = ["python", "rules", "random", "greedy", "playouts_per_s", "checked", "of_standard"]
    assert list(figures) == keys
    assert figures["rules"] == rules
    for play in ("random", "greedy"):
        assert list(figures[play]) == ["changes_per_s", "hands_per_s"]
        assert figures[play]["changes_per_s"] > figures[play]["hands_per_s"] > 0
    assert figures["playouts_per_s"] > 0
    assert list(figures["checked"]) == ["acts_per_s", "legal_per_s"]
    assert figures["checked"]["acts_per_s"] > 0
    assert (figures["of_standard"] is None) == (rules == "standard")
    assert figures["of_standard"] is None or figures["of_standard"] > 0
    assert err.count("greedy: run") == 5


def test_tells_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine"]) == 0
    out = capsys.readouterr().out
    assert "rules standard, two seats" in out
    assert "changes" in out
    assert "playouts" in out
    assert "by turns" not in out


def test_tells_how_much_slower_other_rules_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine", "--rules", "chicago"]) == 0
    assert "by turns with standard: " in capsys.readouterr().out


def test_unknown_rules_cost_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "engine", "--rules", "chicgo"])
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "did you mean chicago?" in err


def test_each_run_plays_the_same_cards_again() -> None:
    first, again, other = (next(bench.batches(None, number)) for number in (1, 1, 2))
    assert first == again
    assert first != other


def test_playouts_start_in_the_middle_of_hands() -> None:
    hands = next(bench.middles(STANDARD, 1))
    assert hands
    assert all(not hand.is_over and hand.turns for hand in hands)
