"""`tonk-lab faults`: what it counts, and that no level leaves a win or breaks a spread."""

import json

import pytest

from ai.lab.arena.faults import Fault, Table, costs_of, count, valued
from ai.lab.cli import main
from ai.profile import LEVELS
from game.rules.actions import DRAW
from game.rules.presets import STANDARD, preset
from tests.ai.positions import seen

Output = pytest.CaptureFixture[str]
_RULES = ("standard", "chicago", "waits", "rushville", "tunk", "double_double")


def _counts(bot: str, rules: str, hands: int = 400) -> dict[str, int]:
    table = Table(bot, preset(rules), 2, hands)
    player = table.player()
    assert player is not None
    return count(table, player).counts


@pytest.mark.parametrize("rules", _RULES)
@pytest.mark.parametrize("level", [level for level in LEVELS if level != "beginner"])
def test_no_win_is_left_and_no_spread_broken(level: str, rules: str) -> None:
    counts = _counts(level, rules)
    assert counts["wins"] > 20
    assert counts["left"] == counts["missed"] == counts["broken"] == 0


def test_a_beginner_leaves_one_win_of_ten_to_three() -> None:
    counts = _counts("beginner", "standard", 3000)
    assert 0.1 < counts["left"] / counts["wins"] < 0.3


def test_who_plays_at_random_leaves_most() -> None:
    counts = _counts("random", "standard")
    assert counts["left"] > 0.5 * counts["wins"]
    assert counts["broken"] > 0


def test_a_win_that_is_left_costs_what_it_would_have_paid() -> None:
    table = Table("random", STANDARD, 2, 200)
    player = table.player()
    assert player is not None
    found = count(table, player, 1000).found
    costs = list(valued(table, player, found, 3))
    assert {each.kind for each in costs} >= {"left", "broken"}
    assert all(each.cost > 0 for each in costs if each.kind == "left")


def test_costs_are_summed_by_kind() -> None:
    view = seen("KC KD KH 2S 3D", "QC QD QH 6S 4C")
    faults = [Fault("held", view, DRAW, "", cost, 0.01) for cost in (0.0, 0.1, -0.04, 0.02)]
    held = costs_of([*faults, Fault("left", view, DRAW, "", 1.0, 0.1)])["held"]
    assert (held.valued, held.dear) == (4, 1)
    assert held.mean == pytest.approx(0.02)
    assert held.error == pytest.approx(0.0294, abs=0.001)


def test_as_json_each_table_is_an_object(capsys: Output) -> None:
    words = ("faults", "--bots", "casual,expert", "--hands", "50", "--random", "1", "--json")
    assert main(words) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["bot"], each["rules"]) for each in told] == [
        (bot, rules) for rules in ("standard", "seed 1") for bot in ("casual", "expert")
    ]
    assert all(each["left"] == 0 and each["hands"] == 50 for each in told)


def test_in_words_it_is_a_table(capsys: Output) -> None:
    assert main(("faults", "--hands", "50", "--value", "1", "--bots", "random")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("standard, random, ")
    assert any(line.endswith("a discard that broke a spread") for line in lines)
    assert lines[-1].startswith("random: ")
    assert lines[-1].endswith("certainly more than 0.02")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--bots", "expart"), 'no opponent is called "expart"; did you mean expert?'),
        (("--bots", "hint:5"), "hint:5: expected bots that the kernel plays"),
        (("--rules", "vietnam", "--seats", "6"), "--seats 6: "),
    ],
)
def test_what_cannot_be_counted_is_refused(
    words: tuple[str, ...], line: str, capsys: Output
) -> None:
    assert main(("faults", *words)) == 2
    assert line in capsys.readouterr().err
