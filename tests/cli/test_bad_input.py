"""Whatever a file or a command line holds: one short line, the promised status, no traceback."""

import json
import os
import socket
from pathlib import Path
from typing import NoReturn

import pytest

from ai.lab.cli import main as lab
from game.cli import main
from game.rules.record import LONGEST_NOTE, RecordError, read_json, read_record
from tests.cli.hands import Record, records, written

Output = pytest.CaptureFixture[str]
LONG = 100_000
PROGRAMS = {"tonk": main, "tonk-lab": lab}
LONGEST_LINE = 700
"""Letters of a refusal, the path of a test's file included."""


def _with(**values: object) -> Record:
    return records(1)[0] | values


def _line(capsys: Output) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    assert len(line) < LONGEST_LINE
    assert line.isprintable()
    return line


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('{"dealer": 0, "dealer": 1', 2),
        ('{"rules": {"a": 0, "a": 1}, ', 2),
        ('{"dealer": ' + "9" * 5000, 2),
        ("[" * LONG, 2),
        ("[" * LONG + "]" * (LONG - 1), 2),
        ("[" * LONG + "]" * LONG + "]", 2),
        ('{"a":' * (LONG // 3) + "1" + "}" * (LONG // 3), 1),
        ("[" * 900 + "]" * 900, 1),
        ('{"a": {"b": 1, "b": 2}}', 1),
        (f'{{"dealer": {"9" * 4000}}}', 1),
        ('{"dealer": 1e999}', 1),
        ('{"dealer": Infinity}', 2),
        ('{"dealer": -NaN}', 2),
        ("\ufeff\ufeff{}", 2),
        ("\ufeff", 2),
    ],
    ids=range(15),
)
def test_json_is_told_from_what_is_none(
    tmp_path: Path, capsys: Output, text: str, status: int
) -> None:
    file = tmp_path / "bad.tonk.json"
    file.write_text(text, "utf-8")
    assert main(["replay", str(file)]) == status
    _line(capsys)
    assert main(["verify", str(file)]) == status
    _line(capsys)


@pytest.mark.parametrize("name", ["hands.tonk.json", "hands.tonk.jsonl"])
@pytest.mark.parametrize(
    ("before", "after", "status", "lines"),
    [
        ("\ufeff", "", 0, 0),
        ("\ufeff\r\n", "", 0, 0),
        ("", "\n\n", 0, 0),
        ("", "\n\ufeff{}", 2, 1),
        ("", "\nhello", 2, 1),
        ("hello\n", "\nhello", 2, 2),
        ('{"a": 1, "a": 2}\n', "", 1, 1),
        ("[" * LONG + "]" * LONG + "\n", "", 1, 1),
    ],
    ids=range(8),
)
def test_marks_and_lines_around_a_record_keep_no_other_from_being_checked(
    tmp_path: Path, capsys: Output, name: str, before: str, after: str, status: int, lines: int
) -> None:
    file = tmp_path / name
    file.write_text(before + json.dumps(records(1)[0]) + after, "utf-8", newline="")
    assert main(["replay", str(file)]) == status
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == lines
    assert "Ann is dealt" in out


@pytest.mark.parametrize(
    "values",
    [
        {"format": "x" * LONG},
        {"x" * LONG: 1},
        {"seats": ["x" * LONG, "Bob"]},
        {"deck": ["x" * LONG]},
        {"actions": ["x" * LONG]},
        {"actions": ["0 spread " + "5H " * (LONG // 2)]},
        {"rules": {"x" * LONG: 1}},
        {"rules": {"preset": "x" * LONG}},
        {"rules": {"catch": "x" * LONG}},
        {"result": {"x" * LONG: 1}},
        {"side": [["x" * LONG] * 2]},
        {"note": "x" * LONG},
        {"note": ["\x1b[2J\u202e"]},
    ],
    ids=range(13),
)
def test_a_refusal_quotes_little(tmp_path: Path, capsys: Output, values: dict[str, object]) -> None:
    file = written(tmp_path / "long.json", [_with(**values)])
    assert main(["replay", str(file)]) == 1
    _line(capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["tonk", "replay", "x" * LONG],
        ["tonk", "verify", "x" * LONG],
        ["tonk", "rules", "show", "x" * LONG],
        ["tonk", "rules", "show", "TONK1" + "0" * LONG],
        ["tonk", "rules", "check", "x" * 300 + ".toml"],
        ["tonk", "rules", "diff", "x" * LONG, "y" * LONG],
        ["tonk", "x" * LONG],
        ["tonk", "play", "--seats", "9" * LONG],
        ["tonk", "play", "--rules", "x" * LONG],
        ["tonk", "play", "--" + "x" * LONG],
        ["tonk-lab", "selftest", "--hands", "9" * 5000],
        ["tonk-lab", "arena", "--seats", "x" * LONG],
        ["tonk-lab", "x" * LONG],
        ["tonk", "replay", "--view", "9" * LONG, "file"],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_a_command_line_quotes_little(capsys: Output, words: list[str]) -> None:
    try:
        status: object = PROGRAMS[words[0]](words[1:])
    except SystemExit as left:
        status = left.code
    assert status == 2
    _line(capsys)


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("\ud800Ann", "\ufffdAnn"),
        ("An\x00n", "An\ufffdn"),
        ("\u202eAnn\u2066", "Ann"),
        ("A\u200bnn\ufeff", "Ann"),
        ("Ann\tB\n", "Ann B"),
        ("", "#0"),
        ("\u200b\u200d", "#0"),
        ("\u3164 \u2800", "#0"),
        ("Zoë 花子", "Zoë 花子"),
    ],
)
def test_names_are_made_fit_to_be_drawn_and_spoken(name: str, cleaned: str) -> None:
    text = json.dumps(_with(seats=[name, "Bob"]))
    record = read_json(text)
    assert record.seats == (cleaned, "Bob")
    assert read_json(record.to_json()) == record


def test_a_note_keeps_its_lines_and_loses_what_nobody_sees() -> None:
    record = read_record(_with(note="one\r\ntwo\x00\u202e\u2028three"))
    assert record.note == "one\ntwo\ufffd\nthree"


def test_a_note_has_a_longest_length() -> None:
    assert read_record(_with(note="x" * LONGEST_NOTE)).note == "x" * LONGEST_NOTE
    with pytest.raises(
        RecordError, match="note: a text of 10001 characters; expected at most 10000"
    ):
        read_record(_with(note="x" * (LONGEST_NOTE + 1)))


def test_a_pot_has_a_largest_size() -> None:
    rules = {"natural_bet": "dealt"}
    side = {"natural": {"in": [0], "pot": 10**120}}
    with pytest.raises(RecordError, match=r"side: natural: pot: .* of 120 digits at most"):
        read_record(_with(rules=rules, side=side))


SPECIAL = ("pipe", "socket", "zero", "folder")
"""Kinds of files of which none is a file."""
READERS = {
    "tonk replay {}": 2,
    "tonk verify {}": 2,
    "tonk review {}": 2,
    "tonk slips {}": 2,
    "tonk rules check {}": 2,
    "tonk rules show {}.toml": 2,
    "tonk rules code {}.toml": 2,
    "tonk rules diff standard {}.toml": 2,
    "tonk explore {}.toml": 2,
    "tonk explore standard --hands 2 --keep {}": 2,
    "tonk-lab arena --seats random,random --hands 2 --rules {}.toml": 2,
    "tonk-lab arena --seats random,net:{} --hands 2": 2,
    "tonk-lab selftest --hands 2 --rules {}.toml": 2,
    "tonk play --rules {}.toml": 2,
    "tonk-lab ladder {}": 4,
    "tonk-lab tune --save {}": 4,
}
"""Commands that read a file, and their statuses where it cannot be read."""


@pytest.fixture(scope="module")
def special(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with each of them, under its name and as a rule set."""
    folder = tmp_path_factory.mktemp("special")
    for ending in ("", ".toml"):
        os.mkfifo(folder / f"pipe{ending}")
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(str(folder / f"socket{ending}"))
        (folder / f"zero{ending}").symlink_to("/dev/zero")
        (folder / f"folder{ending}").mkdir()
    return folder


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize("words", READERS)
def test_what_is_no_regular_file_is_refused_at_once(
    special: Path, capsys: Output, words: str, kind: str
) -> None:
    try:
        program, *given = words.format(special / kind).split()
        status: object = PROGRAMS[program](given)
    except SystemExit as left:
        status = left.code
    assert status == READERS[words]
    line = _line(capsys)
    assert str(special / kind) in line
    assert "not a regular file" in line or (kind == "folder" and "Is a directory" in line)


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize(
    "words",
    [
        "tonk play --autoplay 1",
        "tonk-lab selftest --hands 1",
        "tonk-lab arena --seats random,random --hands 1",
    ],
)
def test_records_do_not_wait_for_somebody_to_read_them(
    special: Path, capsys: Output, words: str
) -> None:
    pipe = special / "pipe"
    program, *rest = words.split()
    assert PROGRAMS[program]([*rest, "--records", str(pipe)]) == 4
    assert _line(capsys).endswith(f"--records {pipe}: nobody reads from this pipe")


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_records_may_go_through_a_pipe_that_somebody_reads(special: Path) -> None:
    reader = os.open(special / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert lab(["selftest", "--hands", "1", "--records", str(special / "pipe")]) == 0
        assert b"tonk-hand/1" in os.read(reader, 65_536)
    finally:
        os.close(reader)


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_the_doctor_waits_for_no_pipe(home: Path, capsys: Output) -> None:
    (home / "config" / "rules").mkdir(parents=True)
    for name in ("settings.json", "rules/friday.toml"):
        os.mkfifo(home / "config" / name)
    assert main(["doctor"]) >= 1
    marked = [line for line in capsys.readouterr().out.splitlines() if line.startswith("!!")]
    assert "!!  settings  settings.json: is not a regular file" in marked
    assert f"!!  rules     {home}/config/rules/friday.toml: is not a regular file" in marked


@pytest.mark.parametrize(
    "command",
    [
        "tonk play --rules vietnam --seats 6",
        "tonk explore vietnam --seats 6",
        "tonk-lab faults --rules vietnam --seats 6",
    ],
)
def test_a_pack_too_small_for_the_seats_is_told_with_their_number_once(
    capsys: Output, command: str
) -> None:
    program, *words = command.split()
    assert PROGRAMS[program](words) == 2
    assert _line(capsys).endswith(
        ": --seats 6: expected fewer: 6 seats need 49 cards, the pack has 40"
    )


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("tonk play --rules {}", "tonk play: --rules"),
        ("tonk play --autoplay 1 --seats 6 --rules {}", "tonk play: --rules"),
        ("tonk explore {}", "tonk explore: rules"),
        ("tonk explore {} --seats 4", "tonk explore: rules"),
        ("tonk-lab faults --rules {}", "tonk-lab faults: --rules"),
        ("tonk-lab tune --rules {}", "tonk-lab tune: --rules"),
        ("tonk-lab arena --seats expert,beginner --hands 9 --rules {}", "tonk-lab arena: --rules"),
    ],
)
def test_a_pack_too_small_for_any_table_is_not_blamed_on_the_number_of_seats(
    capsys: Output, tmp_path: Path, command: str, where: str
) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text('name = "T"\nranks = "A2"\nsuits = "CD"\nhand_size = 3\n', encoding="utf-8")
    program, *words = command.format(file).split()
    try:
        status: object = PROGRAMS[program](words)
    except SystemExit as refused:
        status = refused.code
    assert status == 2
    assert _line(capsys) == f"{where}: The pack is too small even for two players."


@pytest.mark.parametrize("words", ["", "export", "rules list", "play --daily"])
def test_without_a_home_folder(words: str, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    _have_no_home(monkeypatch)
    assert main(words.split()) == 4
    assert "~: no home folder; set TONK_" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["chicago", "TONK1-C6SN-ASD", "{}", "{}.toml"])
def test_rules_need_no_home_folder(
    text: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A preset, a share code or a file is found where there can be no sets of one's own."""
    file = tmp_path / ("ours.toml" if text.endswith(".toml") else "ours")
    file.write_text('name = "Ours"\nextends = "chicago"\n', encoding="utf-8")
    _have_no_home(monkeypatch)
    text = text.format(file.with_suffix(""))
    for words in (["show", text], ["code", text], ["diff", "chicago", text]):
        assert main(["rules", *words]) == 0
    assert capsys.readouterr().err == ""
    assert main(["rules", "show", "nothing"]) == 2
    assert '"nothing": no preset' in capsys.readouterr().err


def test_doctor_tells_that_there_is_no_home_folder(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    _have_no_home(monkeypatch)
    assert main(["doctor"]) == 4
    out = capsys.readouterr().out
    assert "!!  saves     no home folder; set TONK_DATA_DIR" in out
    assert "!!  settings  no home folder; set TONK_CONFIG_DIR" in out


def _have_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have neither folders named in the environment nor an account with a home folder."""
    for name in ("HOME", "TONK_DATA_DIR", "TONK_CONFIG_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)

    def nobody(uid: int) -> NoReturn:
        raise KeyError(uid)

    monkeypatch.setattr("pwd.getpwuid", nobody)
