"""`tonk-lab ladder`: it measures what is missing, goes on where it was, writes what it found."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ai.lab.arena import ladder as ladder_module
from ai.lab.arena.exploit import Question
from ai.lab.arena.faults import Table
from ai.lab.arena.ladder import LadderMatch, ladder_matches, questions
from ai.lab.cli import ladder_report, main
from ai.registry import LEVELS
from game.rules.presets import PRESETS, STANDARD, preset
from tests.ai.lab.conftest import Interrupt

Output = pytest.CaptureFixture[str]


def _short() -> Iterator[LadderMatch]:
    for bots in (("tuned", "greedy8"), ("greedy8", "random"), ("tuned", "random")):
        yield LadderMatch("pairs", "standard", STANDARD, bots, 0.01, 40)
    yield LadderMatch("tables", "standard", STANDARD, ("tuned", "greedy8", "greedy8"), 0.01, 30)
    yield LadderMatch("presets", "army", preset("army"), ("tuned", "greedy8"), 0.01, 20)
    at_four = ("greedy8", *["random"] * 3)
    yield LadderMatch("presets", "army", preset("army"), at_four, 0.01, 20)
    yield LadderMatch("random", "seed 1", preset("waits"), ("tuned", "greedy8"), 0.01, 20)
    yield LadderMatch("early", "standard", STANDARD, ("tuned", "greedy8"), 0.05, 2)
    yield LadderMatch("knowing", "waits", preset("waits"), ("tuned", "blind:tuned"), 0.01, 20)


def _tables(seed: str) -> list[Table]:
    return [Table("beginner", STANDARD, 2, 100, seed)]


def _questions(seed: str, _: float) -> list[Question]:
    habits = ("takes4", "stays")
    return [
        Question(STANDARD, bot, seed, tries=8, hands=40, until=0.5, habits=habits)
        for bot in ("greedy8", "beginner")
    ]


@pytest.fixture(autouse=True)
def _in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "ladder_matches", _short)
    monkeypatch.setattr(ladder_module, "fault_tables", _tables)
    monkeypatch.setattr(ladder_module, "questions", _questions)


def ladder(*words: str | Path) -> int:
    return main(["ladder", *map(str, words)])


def test_it_prints_the_tables_of_the_readme(tmp_path: Path, capsys: Output) -> None:
    assert ladder(tmp_path / "kept") == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert sum(line.startswith("| `greedy8` | ") for line in lines) == 2
    assert any(line.startswith("| `tuned` and 2 × `greedy8` | ") and "±" in line for line in lines)
    assert any("least" in line and "`army`" in line and "±" in line for line in lines)
    assert "| two seats | `waits` |" in out
    assert "| drops that were caught | " in out
    assert " of 3 steps (" in out


def test_steps_that_are_none_are_listed(tmp_path: Path, capsys: Output) -> None:
    """Of those of the short plan that of greedy8 over three at random is sure at once."""
    assert ladder(tmp_path / "kept", "--parts", "presets,random", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    unsure = [row for row in rows if row["mean"] <= row["ci95"]]
    assert all(row["ci999"] == pytest.approx(1.679 * row["ci95"], abs=0.001) for row in rows)
    assert ladder(tmp_path / "kept", "--parts", "presets,random") == 0
    out = capsys.readouterr().out
    assert f"{3 - len(unsure)} of 3 steps (" in out
    listed = next((line for line in out.splitlines() if line.startswith("Not clear of zero")), "")
    assert listed.count(" seats, ") == len(unsure)
    assert "None is below zero by its 99.9 % interval." in out


def test_json_is_one_object_with_every_match(tmp_path: Path, capsys: Output) -> None:
    assert ladder(tmp_path / "kept", "--json") == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found = json.loads(out)
    assert found["missing"] == 0
    assert [pair["seats"] for pair in found["pairs"]] == [
        ["tuned", "greedy8"],
        ["greedy8", "random"],
        ["tuned", "random"],
    ]
    assert [pair["hands"] for pair in found["pairs"]] == [40, 40, 40]
    parts = [row["part"] for row in found["rows"]]
    assert parts == ["tables", "presets", "presets", "random", "early", "knowing"]
    answered, other = found["exploits"]
    assert (answered["bot"], other["bot"]) == ("greedy8", "beginner")
    is_plain = answered["answer"].startswith(("falling:", "tuned"))
    assert bool(answered["how"]) == (not is_plain)
    assert set(found["bots"]) == {"tuned", "greedy8", "random"}
    assert found["bots"]["tuned"]["ms_mean"] > 0


def test_it_plays_nothing_twice(tmp_path: Path, capsys: Output) -> None:
    """Not even times are measured anew."""
    file = tmp_path / "kept"
    assert ladder(file, "--json") == 0
    first = capsys.readouterr().out
    size = file.stat().st_size
    assert ladder(file, "--json") == 0
    assert capsys.readouterr().out == first
    assert file.stat().st_size == size


def test_it_goes_on_where_it_was_interrupted_and_finds_the_same(
    tmp_path: Path, capsys: Output, interrupt: Interrupt
) -> None:
    assert ladder(tmp_path / "at once", "--json") == 0
    at_once = json.loads(capsys.readouterr().out)
    shown = count(1)
    interrupt(lambda *_: next(shown) % 7 == 0)
    file, statuses = tmp_path / "kept", list[int]()
    while 0 not in statuses and len(statuses) < 200:
        statuses.append(ladder(file))
    assert set(statuses) == {0, 130}
    capsys.readouterr()
    assert ladder(file, "--json") == 0
    assert _lasting(json.loads(capsys.readouterr().out)) == _lasting(at_once)


def _lasting(found: dict[str, object]) -> dict[str, object]:
    """What must be the same each time: all but the times."""
    return {key: value for key, value in found.items() if key != "bots"}


def test_what_older_bots_played_is_left_aside(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "kept"
    assert ladder(file, "--parts", "pairs") == 0
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(ladder_module.state_of_bots(), "an earlier"), encoding="utf-8")
    capsys.readouterr()
    assert ladder(file, "--parts", "pairs", "--bots", "tuned", "--json") == 0
    out, err = capsys.readouterr()
    assert "3 lines of an earlier state of bots and rules are ignored" in err
    assert len(json.loads(out)["pairs"]) == 2
    assert ladder(file, "--trust", "--parts", "pairs", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["pairs"]) == 3


def test_it_can_be_narrowed(tmp_path: Path, capsys: Output) -> None:
    words = ("--parts", "pairs,presets", "--bots", "random,tuned", "--presets", "army")
    assert ladder(tmp_path / "kept", *words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert not found["pairs"]
    assert [row["rules"] for row in found["rows"]] == ["army", "army"]
    assert found["missing"] == 10


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "kept"
    assert ladder(file, "--parts", "pairs", "--json") == 0
    first = capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-40], encoding="utf-8")
    assert ladder(file, "--parts", "pairs", "--json") == 0
    assert _lasting(json.loads(capsys.readouterr().out)) == _lasting(json.loads(first))
    assert file.read_text(encoding="utf-8").count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "a list\nof mine\n",
        "[1]\n",
        '{"my": "only copy"}',
        "a word",
        "[1]\n{",
        '{"state": 3}\n',
        "5\n",
        "[" * 99_999 + "\n",
    ],
)
def test_a_file_of_something_else_is_refused_and_stays(
    tmp_path: Path, capsys: Output, text: str
) -> None:
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    assert ladder(file, "--trust") == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tonk-lab ladder: {file}: line 1 was not written by `tonk-lab ladder`")
    assert file.read_text(encoding="utf-8") == text


def test_a_tally_that_was_tampered_with_is_refused(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "kept"
    assert ladder(file, "--parts", "pairs") == 0
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"sums"', '"sum"'), encoding="utf-8")
    capsys.readouterr()
    assert ladder(file) == 2
    assert "the tally of tuned, greedy8 was not written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--parts", "pair"], '--parts: "pair": expected pairs, tables, presets, random, '),
        (["--bots", "greddy8"], '--bots: "greddy8": expected beginner, '),
        (["--presets", "chicgo"], '--presets: "chicgo": expected standard, '),
    ],
)
def test_what_does_not_exist_costs_2_and_one_line(
    tmp_path: Path, capsys: Output, words: list[str], line: str
) -> None:
    assert ladder(tmp_path / "kept", *words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tonk-lab ladder: {line}")


def test_it_writes_the_page_and_what_the_game_reads(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, data = tmp_path / "STRENGTH.md", tmp_path / "ladder.json"
    monkeypatch.setattr(ladder_report, "PAGE", page)
    monkeypatch.setattr(ladder_report, "DATA", data)
    assert ladder(tmp_path / "kept", "--parts", "pairs", "--write") == 2
    assert "there is no <!-- ladder -->" in capsys.readouterr().err
    page.write_text(
        "# T\n<!-- ladder -->\nearlier tables\n<!-- /ladder -->\nend\n", encoding="utf-8"
    )
    assert ladder(tmp_path / "kept", "--parts", "pairs", "--write") == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# T\n<!-- ladder -->\nMade by `tonk-lab ladder FILE --write`: ")
    assert text.endswith("\n<!-- /ladder -->\nend\n")
    assert "earlier tables" not in text
    assert json.loads(data.read_text(encoding="utf-8"))["pairs"]


def test_the_ladder_measures_all_that_is_claimed() -> None:
    """Against the real plan, which the other tests do not play."""
    whole = list(ladder_matches())
    pairs = {planned.bots for planned in whole if planned.part == "pairs"}
    assert len(pairs) == (len(LEVELS) + 4) * (len(LEVELS) + 3) / 2
    assert {("expert", "master"), ("master", "tuned"), ("regular", "greedy8")} <= pairs
    tables = [planned.bots for planned in whole if planned.part == "tables"]
    assert tables == [("master", *["regular"] * others) for others in (2, 3, 5)]
    steps = {("expert", "master"), ("regular", "expert"), ("casual", "regular")}
    steps |= {("beginner", "casual")}
    full = [f"seed {seed}" for seed in range(1, 21) if seed not in (3, 15)]
    seeds = [f"seed {seed}" for seed in range(1, 21)]
    for part, at_two, at_four in (("presets", [*PRESETS], [*PRESETS]), ("random", seeds, full)):
        under = [(planned.label, planned.bots) for planned in whole if planned.part == part]
        twos = [(name, (upper, lower)) for name in at_two for lower, upper in steps]
        fours = [(name, (upper, lower, lower, lower)) for name in at_four for lower, upper in steps]
        assert sorted(under) == sorted([*twos, *fours])
    keys = [(planned.bots, planned.rules) for planned in whole]
    # army is baton_rouge under another name, and Master meets tuned for two tables
    assert len(set(keys)) == len(keys) - 9


def test_what_is_learnt_is_measured_and_kept(
    tmp_path: Path, capsys: Output, learnt: list[str]
) -> None:
    """Who cannot be played by the trainer is left."""
    words = (tmp_path / "kept", "--parts", "exploits", "--learn", "--json")
    for _ in range(2):
        assert ladder(*words) == 0
        greedy, beginner = json.loads(capsys.readouterr().out)["exploits"]
        assert greedy["learnt"]["mean"] > 0.2
        assert greedy["learnt"]["hands"] >= 200
        assert beginner["learnt"] is None
    assert learnt == ["greedy8"]


def test_it_asks_what_can_be_won_of_every_level() -> None:
    assert set(LEVELS) <= {question.bot for question in questions("1", 1)}


def test_the_state_of_the_bots_is_that_of_their_files_but_pages_and_kept_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_module, "files", lambda _: tmp_path)
    bot = tmp_path / "bot.py"
    bot.write_text("one way", encoding="utf-8")
    before = ladder_module.state_of_bots()
    for written in ("STRENGTH.md", "ladder.json"):
        (tmp_path / written).write_text("figures", encoding="utf-8")
    assert ladder_module.state_of_bots() == before
    bot.write_text("another way", encoding="utf-8")
    assert ladder_module.state_of_bots() != before
