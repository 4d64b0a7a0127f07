"""`tonk explore`: what a rule set does, in words and as JSON."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.explore.exploring import ExploredHands, Subject, explore
from game.cli import main
from game.rules.presets import preset
from game.rules.sharecode import code_of

Output = pytest.CaptureFixture[str]
KEYS = ["rules", "code", "seats", "seed", "hands", "figures", "bands", "drops", "facts"]


def test_json_is_one_line_of_figures_with_their_errors(capsys: Output) -> None:
    assert main(["explore", "rushville", "--json", "--hands", "17"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert list(found) == KEYS
    assert (found["rules"], found["code"]) == ("rushville", code_of(preset("rushville")))
    assert (found["seats"], found["hands"]) == (2, 17)
    cells = [cell for rows in found["drops"].values() for row in rows for cell in row if cell]
    for figure in (*found["figures"].values(), *cells):
        assert list(figure) == ["value", "error", "n"]
        assert figure["error"] > 0
    for fact in found["facts"]:
        assert found["figures"][fact["figure"]] == fact["here"]


def test_in_words_it_names_the_figures(capsys: Output) -> None:
    assert main(["explore", code_of(preset("slap")), "--hands", "12"]) == 0
    output, _ = capsys.readouterr()
    assert "Turns per hand" in output
    assert "Expert's drops per 100 chances, by count and turn:" in output


def test_where_nothing_is_played_there_is_a_warning_and_no_advice(
    tmp_path: Path, capsys: Output
) -> None:
    rules = tmp_path / "all.toml"
    rules.write_text(
        'name = "All"\nnaturals = [{ match = { at_most = 50 }, pays = 1 }]\n', encoding="utf-8"
    )
    assert main(["explore", str(rules), "--hands", "40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        f"{rules}: 40 hands of Expert at 2 seats.",
        "  Warning: Every hand dealt is a natural: none would ever be played.",
        "",
        "No turn was played: naturals ended every hand.",
    ]
    assert not [line for line in lines if "in the standard game" in line or "chances" in line]
    assert main(["explore", str(rules), "--hands", "40", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"] == []


def test_kept_it_goes_on_where_it_was(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "kept.json"
    words = ["explore", "waits", "--json", "--keep", str(file), "--hands"]
    assert main([*words, "12"]) == 0
    assert main([*words, "20"]) == 0
    gone_on = capsys.readouterr().out.splitlines()[-1]
    assert main(["explore", "waits", "--json", "--hands", "20"]) == 0
    assert capsys.readouterr().out.splitlines() == [gone_on]


def test_other_numbers_of_seats(capsys: Output) -> None:
    assert main(["explore", "standard", "--json", "--hands", "11", "--seats", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "seat_2" in found["figures"]
    assert found["facts"] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch"], "nosuch"),
        (["TONK1-0000"], "TONK1-0000"),
        (["waits", "--hands", "0"], "1 or more"),
        (["waits", "--hands", "9999999"], "1 to 1000000"),
        (["waits", "--seats", "7"], "2 to 6"),
        ([], "RULES"),
    ],
)
def test_bad_words_are_refused_in_one_line(words: list[str], says: str, capsys: Output) -> None:
    try:
        status: object = main(["explore", *words])
    except SystemExit as refused:
        status = refused.code
    assert status == 2
    output, errors = capsys.readouterr()
    assert not output
    assert len(errors.splitlines()) == 1
    assert says in errors


def test_rules_that_the_kernel_cannot_play_cost_one_line(tmp_path: Path, capsys: Output) -> None:
    rules = tmp_path / "dear.toml"
    rules.write_text('name = "Dear"\nout_pays = 2000000000\n', encoding="utf-8")
    assert main(["explore", str(rules), "--hands", "1"]) == 1
    output, errors = capsys.readouterr()
    assert not output
    refused = "out_pays = 2000000000: expected at most 1000000000"
    assert errors == f"tonk explore: bots cannot play by these rules: {refused}\n"


def test_a_file_of_something_else_is_left_alone(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "note.txt"
    file.write_text("a note", encoding="utf-8")
    assert main(["explore", "waits", "--hands", "1", "--keep", str(file)]) == 2
    assert file.read_text(encoding="utf-8") == "a note"
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["explore", "waits", "--hands", "1", "--keep", str(tmp_path / "no" / "x")]) == 4
    assert main(["explore", "waits", "--hands", "1", "--keep", str(tmp_path / ("x" * 300))]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize(
    "other",
    [["slap"], ["waits", "--seats", "3"], ["waits", "--seed", "another"]],
    ids=["rules", "seats", "seed"],
)
def test_counts_kept_of_something_else_are_left_alone(
    tmp_path: Path, capsys: Output, other: list[str]
) -> None:
    file = tmp_path / "kept.json"
    words = ["--hands", "1", "--keep", str(file)]
    assert main(["explore", "waits", *words]) == 0
    kept = file.read_bytes()
    assert main(["explore", *other, *words]) == 2
    assert file.read_bytes() == kept
    assert "is about other rules, seats or another seed" in capsys.readouterr().err


def test_what_is_beside_a_kept_file_is_left_alone(tmp_path: Path, capsys: Output) -> None:
    beside = tmp_path / "kept.new"
    beside.write_text("precious", encoding="utf-8")
    assert main(["explore", "waits", "--hands", "1", "--keep", str(tmp_path / "kept")]) == 0
    assert beside.read_text(encoding="utf-8") == "precious"
    assert "1 hands" in capsys.readouterr().out, "a single hand has no figures yet"


def test_the_heat_maps_show_the_shares_by_turn_and_band(capsys: Output) -> None:
    words = ["explore", "standard", "--hands", "24", "--seats", "6"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("Expert's drops per 100 chances, by count and turn:")
    head, *rows = (line.split() for line in lines[at + 1 : at + 9])
    assert head[0] == "turn"
    assert head[1:] == [
        f"{low}+" if high is None else f"{low}-{high}" for low, high in found["bands"]
    ]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6", "7+"]
    shares = [
        ["-" if cell is None else f"{100 * cell['value']:.0f}" for cell in row]
        for row in found["drops"]["expert"]
    ]
    assert [row[1:] for row in rows] == shares
    assert any("100" in row for row in shares), "some low count was dropped with"


def test_an_interrupt_prints_what_there_is_without_advice(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explored(subject: Subject, _hands: int, begun: ExploredHands | None) -> Iterator[object]:
        yield from explore(subject, 100, begun)
        raise KeyboardInterrupt

    file = tmp_path / "kept.json"
    with monkeypatch.context() as patch:
        patch.setattr("ai.explore.exploring.explore", explored)
        assert main(["explore", "waits", "--keep", str(file)]) == 130
    output, _ = capsys.readouterr()
    assert output.startswith("waits: 100 hands of Expert at 2 seats.\n")
    assert "Turns per hand" in output
    assert "in the standard game" not in output
    assert main(["explore", "waits", "--json", "--keep", str(file), "--hands", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 100


def test_an_interrupt_before_the_first_hands_prints_nothing(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explored(*_about: object) -> Iterator[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("ai.explore.exploring.explore", explored)
    assert main(["explore", "waits"]) == 130
    assert not capsys.readouterr().out
