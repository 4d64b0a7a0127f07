"""The command line as a whole: what it starts, what it refuses, and how it ends."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import date, datetime
from pathlib import Path

import pytest

from game.cli import main
from game.files import StoreError
from game.rules.presets import preset
from game.rules.sharecode import code_of
from game.saves.settings import PlayOptions
from game.version import __version__
from tests.cli.conftest import Window
from tests.cli.hands import records, written

ROOT = Path(__file__).resolve().parents[2]
Output = pytest.CaptureFixture[str]


def _asked(window: Window, words: Sequence[str]) -> PlayOptions:
    seen: list[PlayOptions] = []

    def run(options: PlayOptions) -> int:
        seen.append(options)
        return 3

    window(run)
    assert main(words) == 3
    (options,) = seen
    return options


@pytest.mark.parametrize("words", [[], ["play"]])
def test_tonk_alone_plays(window: Window, words: list[str]) -> None:
    assert _asked(window, words) == PlayOptions()


def test_the_daily_deal_of_a_day_reaches_the_window(window: Window) -> None:
    assert _asked(window, ["play", "--daily", "2026-01-02"]).daily == date(2026, 1, 2)
    assert _asked(window, ["play", "--daily"]).daily == datetime.now().astimezone().date()
    assert _asked(window, ["play"]).daily is None


@pytest.mark.parametrize("first", [[], ["play"]])
def test_every_option_of_play_reaches_the_window(
    window: Window, tmp_path: Path, first: list[str]
) -> None:
    file = tmp_path / "hands.jsonl"
    words = ["--autoplay", "5", "--seed", "x", "--seats", "6", "--speed", "fast"]
    options = _asked(window, [*first, *words, "--records", str(file)])
    assert options == PlayOptions(5, "x", 6, "fast", file)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--nonsense"], "tonk: unrecognized arguments: --nonsense"),
        (["play", "--auto", "3"], "tonk: unrecognized arguments: --auto 3"),
        (["fly"], "tonk: argument COMMAND: invalid choice: 'fly'"),
        (["--autoplay", "0"], "tonk play: argument --autoplay: 0 hands; expected 1 or more"),
        (["--autoplay", "-3"], "tonk play: argument --autoplay: -3 hands; expected 1 or more"),
        (["--autoplay", "two"], 'tonk play: argument --autoplay: "two" is not a whole number'),
        (
            ["--daily", "2026-02-30"],
            "tonk play: argument --daily: There's no such day as 2026-02-30. Write it like",
        ),
        (["--daily", "2025-12-31"], "tonk play: argument --daily: The first daily deal was on"),
        (
            ["--daily", "9999-01-01"],
            "tonk play: argument --daily: The deal for 9999-01-01 isn't out yet",
        ),
        (["--seats", "1"], "tonk play: argument --seats: 1 seats; expected 2 to 6"),
        (["--seats", "7"], "tonk play: argument --seats: 7 seats; expected 2 to 6"),
        (["--speed", "warp"], "tonk play: argument --speed: invalid choice: 'warp'"),
        (["replay"], "tonk replay: the following arguments are required: FILE"),
        (["replay", "x", "--view", "-1"], "tonk replay: argument --view: "),
        (["replay", "x", "--view", "Ann"], 'tonk replay: argument --view: "Ann" is not a seat'),
        (["bench", "ui", "--fast"], "tonk: unrecognized arguments: --fast"),
    ],
)
def test_a_mistyped_command_costs_2_and_one_line(
    capsys: Output, words: list[str], line: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith(line)
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["arena", "ladder", "tune", "selftest", "bench engine"])
@pytest.mark.parametrize("rest", ["", "--seats master,expert --hands 2", "--help"])
def test_what_the_laboratory_does_now_is_told_in_one_line(
    capsys: Output, command: str, rest: str
) -> None:
    assert main([*command.split(), *rest.split()]) == 2
    assert capsys.readouterr() == ("", f"now: tonk-lab {command} …\n")


def test_help_names_what_players_use(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    named = re.findall(r"^  ([a-z]+) ", capsys.readouterr().out, re.MULTILINE)
    assert " ".join(named) == (
        "play open replay verify review slips rules explore fairness export import doctor"
    )


@pytest.mark.parametrize("where", ["missing/hands.jsonl", "."])
def test_records_that_cannot_be_written_are_told_before_the_first_hand(
    window: Window, tmp_path: Path, capsys: Output, where: str
) -> None:
    window(lambda _: pytest.fail("the window was opened"))
    assert main(["--autoplay", "1", "--records", str(tmp_path / where)]) == 4
    err = capsys.readouterr().err
    assert err.startswith(f"tonk play: --records {tmp_path / where}: ")
    assert err.count("\n") == 1


def test_a_name_that_a_code_cannot_have_is_told(window: Window, capsys: Output) -> None:
    window(lambda _: 0)
    assert main(["play", "--rules", f"{code_of(preset('tunk'))} (chicago)"]) == 0
    said = 'tonk play: the name after the code is left out: name = "chicago": '
    assert capsys.readouterr().err.startswith(said)


def test_autoplay_refuses_what_it_does_not_play(window: Window, capsys: Output) -> None:
    window(lambda _: pytest.fail("the window was opened"))
    assert main(["play", "--autoplay", "1", "--daily"]) == 2
    assert capsys.readouterr().err == (
        "tonk play: --daily: only without --autoplay, which plays no daily deal\n"
    )


def test_a_window_that_does_not_open_leaves_no_empty_file(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    window(lambda _: 1)
    assert main(["--autoplay", "1", "--records", str(file)]) == 1
    assert not file.exists()
    file.write_text("a hand\n")
    assert main(["--autoplay", "1", "--records", str(file)]) == 1
    assert file.read_text() == "a hand\n"


def test_a_folder_that_cannot_be_written_costs_4(window: Window, capsys: Output) -> None:
    def run(_: PlayOptions) -> int:
        raise StoreError(Path("/saves"), "Read-only file system")

    window(run)
    assert main([]) == 4
    assert capsys.readouterr().err == f"tonk play: {Path('/saves')}: Read-only file system\n"


def test_the_version_is_told(capsys: Output) -> None:
    for word in ("--version", "-V"):
        with pytest.raises(SystemExit) as ended:
            main([word])
        assert ended.value.code == 0
        assert capsys.readouterr().out == f"Tonk {__version__}\n"


def _tonk(*words: str) -> "subprocess.CompletedProcess[str]":
    command = (sys.executable, "-m", "game", *words)
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)


def test_without_a_terminal_a_mistake_still_has_its_status() -> None:
    with redirect_stdout(None), redirect_stderr(None), pytest.raises(SystemExit) as ended:
        main(["--nonsense"])
    assert ended.value.code == 2


def test_the_module_is_a_program(tmp_path: Path) -> None:
    file = written(tmp_path / "a b.jsonl", records(2))
    good = _tonk("replay", str(file))
    assert good.returncode == 0
    assert "hand 2" in good.stdout
    missing = _tonk("replay", str(tmp_path / "none"))
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith(f"{tmp_path / 'none'}: ")
    assert _tonk("--version").stdout == f"Tonk {__version__}\n"


@pytest.mark.parametrize("word", ["--help", "--version", "-V"])
def test_help_and_version_load_nothing_heavy(word: str) -> None:
    script = (
        "import sys\n"
        "from game.cli import main\n"
        "try:\n"
        f"    main(['{word}'])\n"
        "except SystemExit:\n"
        "    pass\n"
        "print(sorted({name for name in sys.modules if name.startswith(('game', 'ai'))\n"
        "    or name in ('pygame', 'sqlite3', 'platformdirs', 'numpy')}), file=sys.stderr)\n"
    )
    command = (sys.executable, "-c", script)
    ended = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True)
    heavy = ("pygame", "sqlite3", "platformdirs", "game.rules", "game.ui", "'ai.")
    assert not [name for name in heavy if name in ended.stderr]


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    file = written(tmp_path / "many.jsonl", records(60, seats=4))
    command = (sys.executable, "-m", "game", "replay", str(file), str(file))
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as tonk:
        assert tonk.stdout is not None
        assert tonk.stderr is not None
        tonk.stdout.readline()
        tonk.stdout.close()
        errors = tonk.stderr.read()
    assert (tonk.returncode, errors) == (141, "")


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere pipes have no code page")
def test_piped_words_are_utf_8_whatever_the_code_page(tmp_path: Path) -> None:
    file = written(tmp_path / "hands.jsonl", records(1))
    command = (sys.executable, "-m", "game", "replay", str(file))
    env = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, env=env)
    assert re.search("[♣♦♥♠]", ended.stdout.decode("utf-8"))


def test_a_terminal_without_the_signs_of_the_suits_still_gets_the_story(tmp_path: Path) -> None:
    file = written(tmp_path / "hands.jsonl", records(1))
    script = "import sys; from game.cli import main; sys.exit(main(sys.argv[1:]))"
    command = (sys.executable, "-X", "utf8=0", "-c", script, "replay", str(file))
    ended = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert ended.returncode == 0, ended.stderr
    assert b"\\u26" in ended.stdout
