"""`tonk doctor`: what its page says, what it costs, and what it leaves alone."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from importlib import resources
from pathlib import Path

import pygame
import pytest

import ai
from ai.tuned import tuned_numbers
from game.cli import main
from game.cli.doctor import findings
from game.files import CONFIG_VARIABLE
from game.play.plan import Plan, Player
from game.rules.presets import STANDARD
from game.saves.archive import CHECK_NAME, HANDS_NAME, PLAY_NAME
from game.saves.store import Store
from game.ui import assets
from game.version import __version__
from tests.session.players import careless, patient, play_hands

OF_BOTS = sorted(Path(ai.__path__[0]).glob("*.json"))
Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _played(home: Path) -> None:
    """A player's folders with a game of three hands in them."""
    for name in ("data", "config"):
        (home / name).mkdir()
    store = Store.open()
    session = store.start(Plan((Player("Ann"), Player("Bob", "b")), STANDARD, "doctor"))
    play_hands(session, [careless, careless], 3)
    store.close()


def _files(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


def _lines(capsys: Output, *, status: int) -> list[str]:
    assert main(["doctor"]) == status
    out, err = capsys.readouterr()
    assert not err
    return out.splitlines()


def test_all_is_well_and_nothing_is_touched(home: Path, capsys: Output) -> None:
    before = _files(home)
    lines = _lines(capsys, status=0)
    assert lines[-1] == "All is well."
    assert all(line.startswith("ok  ") for line in lines[:-1])
    assert "ok  store     3 finished hands, whole" in lines
    assert not any("Ann" in line or "Bob" in line for line in lines)
    assert _files(home) == before


def test_before_the_first_game(home: Path, capsys: Output) -> None:
    shutil.rmtree(home / "data")
    assert "ok  store     no game has been played yet" in _lines(capsys, status=0)
    assert not (home / "data").exists()


def test_a_folder_that_cannot_be_made_is_named(
    home: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / "file"
    file.touch()
    monkeypatch.setenv(CONFIG_VARIABLE, str(file / "tonk"))
    (line,) = (line for line in _lines(capsys, status=4) if line.endswith("cannot be written"))
    assert line.split() == ["!!", "settings", str(file / "tonk"), "cannot", "be", "written"]


def test_damaged_saves_are_told_and_left_for_the_game_to_mend(home: Path, capsys: Output) -> None:
    (home / "data" / "tonk.db").write_bytes(b"no save at all" * 1000)
    before = _files(home)
    (line,) = (line for line in _lines(capsys, status=1) if line.startswith("!!"))
    assert line.startswith("!!  store     is damaged")
    assert _files(home) == before


def test_a_file_of_another_store_is_told_of(home: Path, capsys: Output) -> None:
    with closing(Store.open(home / "other")) as store:
        play_hands(store.start(Plan((Player("Ann"), Player("Bob", "b")))), [careless] * 2, 2)
    shutil.copy(home / "other" / PLAY_NAME, home / "data" / PLAY_NAME)
    (line,) = (line for line in _lines(capsys, status=1) if line.startswith("!!"))
    assert f"is damaged ({PLAY_NAME}: it is of another store)" in line
    with closing(Store.open(home / "data")) as store:
        assert store.damage is not None
        assert f"{PLAY_NAME}: it is of another store" in store.damage.why


def test_two_histories_of_equal_length_are_told_of(home: Path, capsys: Output) -> None:
    """A folder was copied, both were played on, and a file of one was put into the other."""
    data, copy = home / "data", home / "copy"
    shutil.copytree(data, copy)
    for folder, chooser in ((data, careless), (copy, patient)):
        store = Store.open(folder)
        session = store.saved_session()
        assert session is not None
        play_hands(session, [chooser, chooser], 1)
        store.close()
    for name in (HANDS_NAME, PLAY_NAME, CHECK_NAME):
        shutil.copy(copy / name, data / name)
    (line,) = (line for line in _lines(capsys, status=1) if line.startswith("!!"))
    assert "two histories, 5 finished hands together (4 in tonk.db, 4 in " in line


def test_a_wrong_setting_and_a_wrong_rule_set_are_told(home: Path, capsys: Output) -> None:
    (home / "config" / "settings.json").write_text('{"volume": 300}')
    (home / "config" / "rules").mkdir()
    (home / "config" / "rules" / "ours.toml").write_text('name = "Ours"\nstake = "much"\n')
    bad = [line for line in _lines(capsys, status=1) if line.startswith("!!")]
    assert bad[0] == "!!  settings  settings.json: volume = 300: expected 0 to 100"
    assert "stake" in bad[1]


def test_a_damaged_file_of_the_game_is_named(
    home: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = assets.asset_path
    broken = home / "draw1.ogg"
    broken.write_bytes(b"RIFX")
    monkeypatch.setattr(
        "game.ui.checkup.asset_path",
        lambda name: broken if name == "sounds/draw1.ogg" else whole(name),
    )
    (line,) = (line for line in _lines(capsys, status=5) if line.startswith("!!"))
    assert line.startswith("!!  files     missing or damaged: assets/sounds/draw1.ogg; install")


@pytest.mark.share(5)
@pytest.mark.parametrize("data", [None, b"{", b"[]", b"{}", b"\xff"])
@pytest.mark.parametrize("name", [each.name for each in OF_BOTS])
def test_a_damaged_file_of_the_bots_is_named(
    name: str, data: bytes | None, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = resources.files
    (tmp_path / "ai").mkdir()
    for each in OF_BOTS:
        shutil.copy(each, tmp_path / "ai")
    (tmp_path / "ai" / name).unlink()
    if data is not None:
        (tmp_path / "ai" / name).write_bytes(data)
    monkeypatch.setattr(resources, "files", lambda of: tmp_path / "ai" if of == "ai" else whole(of))
    tuned_numbers.cache_clear()
    (line,) = (line for line in _lines(capsys, status=5) if line.startswith("!!"))
    assert line == f"!!  files     missing or damaged: ai/{name}; install the game again"
    tuned_numbers.cache_clear()


@pytest.mark.skipif("sys.platform == 'win32'", reason="there always is one")
def test_without_a_display(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    lines = _lines(capsys, status=3)
    assert any(line.startswith("!!  display   there is no display") for line in lines)


def test_what_libraries_print_does_not_get_beside_the_page(
    capfd: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They write to the descriptor; what this program prints meanwhile is not lost."""

    def init() -> None:
        os.write(2, b"ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\n")
        print("our own", file=sys.stderr)
        raise pygame.error("no card")

    monkeypatch.setattr("pygame.mixer.init", init)
    assert main(["doctor"]) == 0
    out, err = capfd.readouterr()
    assert "ok  sound     none (no card); the game is silent" in out
    assert set(err.splitlines()) == {"our own"}
    os.write(2, b"heard again\n")
    assert capfd.readouterr().err == "heard again\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")
@pytest.mark.parametrize("closed", ["", "2>&-"])
def test_a_machine_without_a_sound_card_gets_the_page_alone(closed: str) -> None:
    env = os.environ | {"SDL_AUDIODRIVER": "alsa" if sys.platform == "linux" else "dummy"}
    command = ["sh", "-c", f'"$0" -m game doctor {closed}', sys.executable]
    ended = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        env=env,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "ok  sound     " in ended.stdout


def test_as_json_it_is_one_object_with_every_line(home: Path, capsys: Output) -> None:
    (home / "config" / "settings.json").write_text('{"volume": 300}')
    lines = _lines(capsys, status=1)
    assert main(["doctor", "--json"]) == 1
    page = json.loads(capsys.readouterr().out)
    assert (page["version"], page["status"]) == (__version__, 1)
    assert [each["what"] for each in page["findings"]] == [
        line[4:14].strip() for line in lines[:-1]
    ]
    (bad,) = (each for each in page["findings"] if each["status"])
    assert bad["words"] == "settings.json: volume = 300: expected 0 to 100"
    assert set(bad) == {"what", "words", "status"}


def test_a_program_of_its_own_tells_what_it_was_built_of(
    home: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {
        '{"commit": "abc", "local": []}': "ok  build     release of abc",
        '{"commit": "", "local": ["x"]}': "ok  build     a local build: x",
        '{"commit": "abc", "local": ["x", "y"]}': "ok  build     a local build of abc: x; y",
        "[]": "!!  build     game/build.json is missing or damaged",
    }
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for note, line in notes.items():
        monkeypatch.setattr(
            "game.bundled_data.own_data", lambda _package, _name, read, note=note: read(note)
        )
        shown = next(str(each) for each in findings() if each.what == "build")
        assert shown == line
