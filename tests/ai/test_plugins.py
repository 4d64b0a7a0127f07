"""Opponents from other packages: they play like ours, and none of their faults is our end."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ai.baselines import Greedy
from ai.registry import UnknownBotError, bot_names, complaints, make_bot
from tests.ai.plugging import install

ROOT = Path(__file__).resolve().parents[2]
GOOD = "from ai.baselines import UniformRandom\n\n\nclass Bot(UniformRandom):\n    pass\n"


def test_a_package_adds_its_opponent(site: Path) -> None:
    install(site, "tonk-good", {"Newcomer": "good_one:Bot"}, good_one=GOOD)
    assert bot_names()[-1] == "newcomer"
    assert "good_one" not in sys.modules
    assert type(make_bot("NEWCOMER")).__module__ == "good_one"
    assert complaints() == ()


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("import no_such_thing\n", "ModuleNotFoundError: No module named 'no_such_thing'"),
        ("raise SystemExit(1)\n", "SystemExit: 1"),
        ("raise RuntimeError('two\\nlines')\n", "RuntimeError: two lines"),
        ("Other = 1\n", "AttributeError: module 'bad_one' has no attribute 'Bot'"),
        ("Bot = object\n", "TypeError: it makes no object with a method choose"),
    ],
)
def test_one_that_cannot_be_loaded_is_told_in_a_line_and_left_out(
    site: Path, module: str, why: str
) -> None:
    install(site, "tonk-bad", {"bad": "bad_one:Bot"}, bad_one=module)
    install(site, "tonk-good", {"newcomer": "good_one:Bot"}, good_one=GOOD)
    assert complaints() == (f'the opponent "bad" of tonk-bad is left out: {why}',)
    assert bot_names()[-1] == "newcomer"
    assert type(make_bot("newcomer")).__module__ == "good_one"
    with pytest.raises(UnknownBotError, match=re.escape(why)):
        make_bot("bad")


@pytest.mark.parametrize("name", ["greedy8", "falling"])
def test_nobody_takes_a_name_of_ours(site: Path, name: str) -> None:
    install(site, "tonk-thief", {name: "good_one:Bot"}, good_one=GOOD)
    assert complaints() == (f'the opponent "{name}" of tonk-thief is left out: the name is taken',)
    assert type(make_bot("greedy8")) is Greedy


def test_the_game_does_not_wait_for_them(site: Path) -> None:
    install(site, "tonk-slow", {"slow": "slow_one:Bot"}, slow_one=GOOD)
    make_bot("regular")
    assert "slow_one" not in sys.modules


def _arena(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "ai.lab", "arena", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder)},
        text=True,
        capture_output=True,
        check=False,
    )


def _block(kind: str) -> str:
    """The only piece of that kind in the page that tells how a bot is added."""
    page = Path(ROOT, "ai/BOTS.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^```{kind}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return str(block)


def test_the_bot_that_the_page_shows_plays(tmp_path: Path) -> None:
    code, project = _block("python"), tomllib.loads(_block("toml"))["project"]
    assert len(code.splitlines()) <= 20
    points = project["entry-points"]["tonk.bots"]
    install(tmp_path, project["name"], points, cautious=code)
    words = ("--seats", "cautious,regular", "--hands", "40", "--json", "--jobs", "2")
    ended = _arena(tmp_path, *words)
    assert (ended.returncode, ended.stderr) == (0, "")
    cautious, _ = json.loads(ended.stdout)["seats"]
    assert cautious["bot"] == "cautious"
    assert cautious["mean"] < 0


@pytest.mark.parametrize("how", [(), ("--in-process",)])
def test_the_arena_tells_of_one_that_fails_where_it_is_asked_for(
    tmp_path: Path, how: tuple[str, ...]
) -> None:
    install(tmp_path, "tonk-bad", {"bad": "bad_one:Bot"}, bad_one="1 / 0\n")
    ended = _arena(tmp_path, "--seats", "greedy8,random", "--hands", "2", "--json", *how)
    assert (ended.returncode, ended.stderr) == (0, "")
    ended = _arena(tmp_path, "--seats", "greedy8,bad", "--hands", "2", "--json", *how)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        'tonk-lab arena: no opponent is called "bad"; the opponent "bad" of tonk-bad is left out: '
        "ZeroDivisionError: division by zero\n"
    )


def test_whose_name_is_taken_is_told(tmp_path: Path) -> None:
    install(tmp_path, "tonk-bad", {"greedy8": "bad_one:Bot"}, bad_one="1 / 0\n")
    ended = _arena(tmp_path, "--seats", "greedy8,random", "--hands", "2", "--json")
    line = 'the opponent "greedy8" of tonk-bad is left out: the name is taken'
    assert (ended.returncode, ended.stderr) == (0, f"tonk-lab arena: {line}\n")
