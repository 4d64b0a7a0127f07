"""`tonk rules`: lists, tells, compares, checks and shares rule sets."""

import json
from pathlib import Path

import pytest

from game.cli import main
from game.rules.presets import PRESETS, preset
from game.rules.sharecode import code_of

Output = pytest.CaptureFixture[str]

FRIDAY = (
    'name = "Friday night"\nextends = "rushville"\nnote = "At the\\nstation"\nwait_when_hit = 1\n'
)


@pytest.fixture(autouse=True)
def own(home: Path) -> Path:
    """The folder of the player's own rule sets, with one in it."""
    folder = home / "config" / "rules"
    folder.mkdir(parents=True)
    (folder / "friday.toml").write_text(FRIDAY)
    return folder


def _asked(capsys: Output, *words: str) -> tuple[int, str, list[str]]:
    """Exit status, what was printed, and the lines of complaint."""
    status = main(["rules", *words])
    printed, errors = capsys.readouterr()
    return status, printed, errors.splitlines()


def test_the_list_has_a_line_for_each(capsys: Output) -> None:
    status, printed, errors = _asked(capsys)
    lines = printed.splitlines()
    assert (status, errors) == (0, [])
    assert [line.split()[0] for line in lines[:-1]] == list(PRESETS)
    assert lines[-1].split(maxsplit=2)[:2] == ["Friday", "night"]
    assert lines[-1].endswith("At the (rushville with 1 change)")


def test_a_wrong_own_set_is_told_of_and_the_others_are_listed(capsys: Output, own: Path) -> None:
    (own / "wrong.toml").write_text('name = "Wrong"\nstake = 0\n')
    status, printed, errors = _asked(capsys)
    assert status == 0
    assert "Friday night" in printed
    assert errors == [f"tonk rules: {own / 'wrong.toml'}: stake = 0: expected 1 or more"]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_told_whole(capsys: Output, name: str) -> None:
    status, printed, errors = _asked(capsys, "show", name)
    assert (status, errors) == (0, [])
    assert f"({name}): " in printed.splitlines()[0]
    titles = [line for line in printed.splitlines() if line and not line.startswith(" ")][1:]
    assert len(titles) == 6
    assert titles[0] == "The pack"


def test_an_own_set_is_told_with_its_note_and_the_words_of_its_table(capsys: Output) -> None:
    _, printed, _ = _asked(capsys, "show", "friday night")
    lines = printed.splitlines()
    assert lines[:3] == ["Friday night: rushville with 1 change", "  At the", "  station"]
    assert "  Here “tonk” means: drop." in lines
    assert "may not drop on your next turn" in printed


def test_a_code_and_a_file_are_told_like_a_name(capsys: Output, own: Path) -> None:
    code = code_of(preset("rushville").changed(wait_when_hit=1))
    whole = _asked(capsys, "show", "Friday night")[1].split("\n\n", 1)[1]
    assert _asked(capsys, "show", code)[1].split("\n\n", 1)[1] == whole
    assert _asked(capsys, "show", str(own / "friday.toml"))[1].split("\n\n", 1)[1] == whole


def test_the_name_after_a_code_is_used_or_its_refusal_told(capsys: Output) -> None:
    code = code_of(preset("tunk"))
    assert _asked(capsys, "show", f"{code} (Tonk on Fridays)")[1].startswith("Tonk on Fridays:")
    status, printed, told = _asked(capsys, "show", f"{code} (chicago)")
    assert (status, printed[:5]) == (0, "tunk:")
    assert 'left out: name = "chicago": a preset already has that name' in told[0]
    assert _asked(capsys, "diff", f"{code} (chicago)", "standard")[2] == told


def test_what_makes_little_sense_is_mentioned(capsys: Output, own: Path) -> None:
    (own / "seven.toml").write_text('name = "Seven"\nhand_size = 7\n')
    assert (
        "  Warning: One dealt hand in 21 is a natural of 49" in _asked(capsys, "show", "seven")[1]
    )
    status, printed, _ = _asked(capsys, "check", str(own / "seven.toml"))
    assert status == 0
    assert "  Warning: One dealt hand in 21 is a natural of 49" in printed


def test_a_comparison_tells_only_what_differs(capsys: Output) -> None:
    status, printed, errors = _asked(capsys, "diff", "waits", "forced_spreads")
    assert (status, errors) == (0, [])
    heads = [line for line in printed.splitlines() if not line.startswith(" ")]
    assert [head.rsplit("(", 1)[1] for head in heads] == [
        "must_spread)",
        "wait_after_spread)",
        "wait_when_hit)",
        "wait_after_own_hit)",
    ]
    assert "  waits:          You never have to lay a spread." in printed
    assert "  forced_spreads: You may not end your turn with" in printed


def test_a_comparison_with_one_name_is_with_the_standard_game(capsys: Output) -> None:
    assert _asked(capsys, "diff", "slap") == _asked(capsys, "diff", "slap", "standard")
    assert _asked(capsys, "diff", "army", "baton_rouge")[1] == (
        "army and baton_rouge play alike.\n"
    )


def test_a_share_code_is_one_line(capsys: Output) -> None:
    status, printed, _ = _asked(capsys, "code", "Friday night")
    assert status == 0
    assert printed == code_of(preset("rushville").changed(wait_when_hit=1)) + " (Friday night)\n"


def test_a_share_code_has_the_name_of_the_set_if_that_is_no_presets(capsys: Output) -> None:
    _status, printed, _ = _asked(capsys, "code", "Friday night")
    assert _asked(capsys, "code", printed)[1] == printed
    bare = printed.partition(" (")[0]
    for name in (bare, f"{bare} (chicago)"):
        assert _asked(capsys, "code", name)[1] == f"{bare}\n"
    assert _asked(capsys, "code", "chicago")[1] == "TONK1-C6SN-ASD\n"
    assert json.loads(_asked(capsys, "code", "Friday night", "--json")[1])["code"] == bare


def test_right_files_are_said_to_be_right(capsys: Output, own: Path) -> None:
    file = own / "friday.toml"
    assert _asked(capsys, "check", str(file)) == (
        0,
        f"{file}: Friday night: rushville with 1 change\n",
        [],
    )


def test_lines_that_change_nothing_are_named_in_one_line(capsys: Output, own: Path) -> None:
    file = own / "plain.toml"
    file.write_text(f'name = "Plain"\nace = "low"\nstake = 5\nnaturals = [{_NATURALS}]\n')
    head = f"{file}: Plain: standard with 1 change\n"
    needless = "  These lines change nothing, for standard has the same: ace, naturals.\n"
    assert _asked(capsys, "check", str(file)) == (0, head + needless, [])
    told = json.loads(_asked(capsys, "--json", "check", str(file))[1])
    assert (told["error"], told["changes_nothing"]) == (None, ["ace", "naturals"])
    file.write_text('name = "Plain"\nextends = "rushville"\nbooed = true\n')
    head = f"{file}: Plain: the same as rushville\n"
    needless = "  This line changes nothing, for rushville has the same: booed.\n"
    assert _asked(capsys, "check", str(file)) == (0, head + needless, [])


_NATURALS = "{match = {count = 49}, pays = 2}, {match = {count = 50}, pays = 2}"


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ('name = "Bad"\nstake = 0', 1, "stake = 0: expected 1 or more"),
        ('name = "Bad"\nbooedd = true', 1, "booedd = true: unknown key; did you mean booed?"),
        ('name = "standard"', 1, 'name = "standard": a preset already has that name'),
        ("name = ", 2, "is not TOML"),
        ("#" * 10_000_000, 2, "is longer than 16 KB"),
    ],
    ids=["value", "key", "name", "toml", "long"],
)
def test_a_wrong_file_costs_one_line(
    capsys: Output, tmp_path: Path, text: str, status: int, says: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    given, printed, errors = _asked(capsys, "check", str(file))
    assert (given, printed) == (status, "")
    (line,) = errors
    assert line.startswith(f"{file}: {says}")


def test_all_files_are_checked_and_the_worst_decides(
    capsys: Output, tmp_path: Path, own: Path
) -> None:
    bad, none = tmp_path / "bad.toml", tmp_path / "none.toml"
    bad.write_text('name = "FRIDAY NIGHT"')
    status, printed, errors = _asked(capsys, "check", str(none), str(own / "friday.toml"), str(bad))
    assert status == 2
    assert "Friday night: rushville with 1 change" in printed
    assert [line.split(": ")[0] for line in errors] == [str(none), str(bad)]
    assert "has that name already" in errors[1]


@pytest.mark.parametrize("ask", ["show", "code", "diff"])
@pytest.mark.parametrize("name", ["rushvile", "TONK1-B702-TR9", "none.toml", ""])
def test_what_names_no_rule_set_costs_one_line(capsys: Output, ask: str, name: str) -> None:
    status, printed, errors = _asked(capsys, ask, name)
    assert (status, printed) == (2, "")
    (line,) = errors
    assert line.startswith("tonk rules: ")


@pytest.mark.parametrize("words", [["shwo", "standard"], ["show"], ["check"], ["--jsno"]])
def test_an_unknown_word_is_a_matter_of_usage(capsys: Output, words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["rules", *words])
    assert left.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("words", [["--json", "show", "chicago"], ["show", "chicago", "--json"]])
def test_a_rule_set_as_json(capsys: Output, words: list[str]) -> None:
    whole = json.loads(_asked(capsys, *words)[1])
    assert whole["rules"] == {"preset": "chicago"}
    assert whole["words"]["go down"] == "drop"
    assert len(whole["sections"]) == 6
    assert whole["warnings"] == []


def test_the_other_answers_as_json(capsys: Output, own: Path) -> None:
    sets = json.loads(_asked(capsys, "--json")[1])
    assert [each["name"] for each in sets] == [*PRESETS, "Friday night"]
    assert json.loads(_asked(capsys, "diff", "slap", "--json")[1]) == {"slap": ["race", "off"]}
    assert json.loads(_asked(capsys, "code", "chicago", "--json")[1])["code"] == "TONK1-C6SN-ASD"
    (own / "bad.toml").write_text('name = "Bad"\nstake = 0')
    lines = _asked(capsys, "check", "--json", str(own / "bad.toml"), str(own / "friday.toml"))[1]
    found = {Path(each["file"]).name: each["error"] for each in map(json.loads, lines.splitlines())}
    assert found == {"bad.toml": "stake = 0: expected 1 or more", "friday.toml": None}


def test_examples_are_worked_out_after_the_sentence_that_they_explain(capsys: Output) -> None:
    status, printed, errors = _asked(capsys, "show", "texas", "--examples")
    assert (status, errors) == (0, [])
    lines = printed.splitlines()
    at = lines.index("  If several tie for lowest, each of them is paid in full.")
    assert lines[at + 2] == (
        "      Somebody is lower, somebody else lowest: You hold 6♣ (6). Ada holds 5♦ (5). Basil "
        "holds 3♥ (3). Cleo holds 10♠ J♠ (20). Caught! You dropped with 6, but Basil had 3. "
        "You pay Basil 2 stakes for the failed drop. Ada and Cleo each pay Basil 1 stake for the "
        "low hand after a failed drop. "
        "In all: You\u00a0−2, Ada\u00a0−1, Basil\u00a0+4, Cleo\u00a0−1."
    )


def test_examples_are_part_of_the_json_where_they_are_asked_for(capsys: Output) -> None:
    _status, printed, _errors = _asked(capsys, "show", "seattle", "--examples", "--json")
    shown = json.loads(printed)["examples"]
    assert {"catch", "tonk_pays", "stockout"} <= shown.keys()
    assert shown["catch"][0].endswith(
        "In all: You\u00a0+3, Ada\u00a0−1, Basil\u00a0−1, Cleo\u00a0−1."
    )
    _status, printed, _errors = _asked(capsys, "--json", "show", "seattle")
    assert "examples" not in json.loads(printed)


def test_what_has_no_effect_is_told_of_both_sets(capsys: Output, own: Path) -> None:
    (own / "void.toml").write_text(
        'name = "Void"\nextends = "push_up"\nstockout = "void"\nstockout_tie = "all_paid"\n'
    )
    _status, printed, _errors = _asked(capsys, "diff", "standard", "void")
    lines = printed.splitlines()
    at = lines.index("A tie in a stock-out (stockout_tie)")
    assert lines[at + 1].startswith("  standard: If several tie for lowest")
    assert lines[at + 3] == "            (Of no effect there: no stock-out is paid.)"
