"""What the way to the first frame brings in: nothing that the start screen can do without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli.window import UNTIL_SEEN

OURS = {
    "assets",
    "game.app",
    "game.app.bots",
    "game.app.lazy_pages",
    "game.app.player_saves",
    "game.app.startup",
    "game.bundled_data",
    "game.cli",
    "game.console.output",
    "game.console.entry",
    "game.cli.window",
    "game.rules.hashing",
    "game.rules.untrusted_input",
    "game.rules.messages",
    "game.play.chosen_opponents",
    "game.saves.documents",
    "game.files",
    "game.saves.line_file",
    "game.saves.rows",
    "game.saves.settings",
    "game.ui.assets",
    "game.ui.kit.controls",
    "game.ui.kit.form",
    "game.ui.kit.grids",
    "game.ui.kit.paint",
    "game.ui.kit.skin",
    "game.ui.kit.widget",
    "game.ui.look.appearance",
    "game.ui.look.cloths",
    "game.ui.look.drawing",
    "game.ui.look.palettes",
    "game.ui.look.sheets",
    "game.ui.look.theme",
    "game.ui.pages.page",
    "game.menus.start",
    "game.ui.shell.display",
    "game.ui.shell.keys",
    "game.ui.shell.loop",
    "game.ui.shell.reduced_motion",
    "game.ui.shell.scene",
    "game.ui.shell.sound",
    "game.ui.shell.text_input",
    "game.ui.shell.tips",
    "game.ui.shell.viewport",
    "game.ui.shell.app_window",
    "game.ui.text.language",
    "game.version",
}
"""All of the game that a start screen needs. Add to it only what is drawn or asked for at once."""
PACKAGES = {
    "game",
    "game.console",
    "game.rules",
    "game.menus",
    "game.play",
    "game.saves",
    "game.ui",
    "game.ui.kit",
    "game.ui.look",
    "game.ui.pages",
    "game.ui.shell",
    "game.ui.text",
}
SLOW = {
    "argparse",
    "asyncio",
    "concurrent.futures",
    "ctypes",
    "gettext",
    "hashlib",
    "locale",
    "logging",
    "multiprocessing",
    "platformdirs",
    "sqlite3",
    "string",
    "subprocess",
    "tomllib",
}
"""Libraries that are slow to import and that pygame does not bring in either."""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the player's files in a folder, and without a screen."""
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    folders = {"TONK_CONFIG_DIR": str(folder), "TONK_DATA_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, *words],
        env=os.environ | drivers | folders,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Every module that a start without a word imports until its first frame is seen."""
    folder = tmp_path_factory.mktemp("home")
    done = run(folder, "-X", "importtime", "-m", "game", UNTIL_SEEN)
    assert done.stdout.startswith("["), "nothing was seen"
    return set(re.findall(r"^import time:.*\| +(\S+)$", done.stderr, flags=re.MULTILINE))


def test_no_part_of_the_game_is_imported_that_the_start_screen_does_not_need(
    imported: set[str],
) -> None:
    found = {name for name in imported if name.partition(".")[0] in {"ai", "assets", "game"}}
    assert "game.menus.start" in found
    assert found <= OURS | PACKAGES


def test_no_slow_library_is_imported_that_the_start_screen_does_not_need(
    imported: set[str],
) -> None:
    assert "pygame" in imported
    assert imported & SLOW == set()


STARTED = """
import sys, time, pygame
from game import app as composition
from game.saves.settings import PlayOptions
from game.ui.shell.loop import App

turn, end = App.turn, time.monotonic() + 60

def turn_and_look(app):
    turn(app)
    app.wake()
    if WANTED <= set(sys.modules) or time.monotonic() > end:
        pygame.event.post(pygame.Event(pygame.QUIT))

App.turn = turn_and_look
composition.run(PlayOptions())
print(WANTED <= set(sys.modules))
"""


def test_what_the_first_table_needs_is_imported_before_it_is_opened(tmp_path: Path) -> None:
    wanted = {"game.ui.session.table_scene", "ai.worker"}
    done = run(tmp_path, "-c", f"WANTED = {wanted}\n{STARTED}")
    assert done.stdout.splitlines()[-1] == "True"
