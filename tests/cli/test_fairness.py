"""`tonk fairness`: what it prints, its exit status, and that a run can be repeated."""

import json
from collections.abc import Iterator
from random import Random

import pytest

import game.play.dealer
from game.cli import main
from game.features.records.fairness.dealer_tests import TESTS
from game.rules.cards import STANDARD_PACK, Card

Output = pytest.CaptureFixture[str]


def test_each_p_value_is_shown_and_a_seed_repeats_them(capsys: Output) -> None:
    words = ["fairness", "--deals", "1000", "--seed", "golden"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1,000 deals of 52 cards, seeds from --seed golden; ")
    assert [line[:32].strip() for line in lines[3:13]] == list(TESTS)
    assert lines[-1].startswith(
        "the deals stray no more than chance does, at a joint level of 1% (Holm)"
    )
    main(words)
    assert capsys.readouterr().out.splitlines()[:13] == lines[:13]


def test_a_broken_dealer_costs_status_1(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def two_on_top(count: int, _seed: str | None) -> Iterator[tuple[Card, ...]]:
        dice = Random(1)
        for _ in range(count):
            deck = dice.sample(STANDARD_PACK, 52)
            yield tuple(deck if dice.random() < 0.9 else ["2S", *(c for c in deck if c != "2S")])

    monkeypatch.setattr(game.play.dealer, "sample_deals", two_on_top)
    assert main(["fairness", "--deals", "1000", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["fair"] is False
    frequency = next(each for each in found["tests"] if "frequency" in each["test"])
    assert frequency["joint_p"] < found["level"]
    assert main(["fairness", "--deals", "1000"]) == 1
    assert "NOT FAIR" in capsys.readouterr().out


def test_without_a_seed_the_deals_come_from_the_system(capsys: Output) -> None:
    main(["fairness", "--deals", "1000", "--json"])
    first = json.loads(capsys.readouterr().out)
    main(["fairness", "--deals", "1000", "--json"])
    assert first["tests"] != json.loads(capsys.readouterr().out)["tests"]
    assert first["seed"] is None


def test_opponents_are_tried_and_told(capsys: Output) -> None:
    assert main(["fairness", "--bots", "--positions", "10", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("10 positions under ")
    assert lines[4].split()[0] == "beginner/plain"
    assert lines[-1].startswith("250 decisions asked twice: every decision is the same")
    assert main(["fairness", "--bots", "--positions", "5", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["bots"]) == 25


@pytest.mark.parametrize(
    "words", [[], ["--deals", "999"], ["--deals", "x"], ["--deals", "1000", "--bots"]]
)
def test_what_is_not_understood_is_status_2(words: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["fairness", *words])
    assert exit_.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_positions_are_refused_where_only_deals_are_tried(capsys: Output) -> None:
    assert main(["fairness", "--deals", "1000", "--positions", "4"]) == 2
    assert capsys.readouterr().err == "tonk fairness: --positions: only with --bots\n"
