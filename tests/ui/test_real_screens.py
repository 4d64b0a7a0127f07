"""Every screen in the real window, at the usual size and at twice that. Other sizes, scales and
languages are tried without a window: `tests/ui/test_everything_fits.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import game
from game.saves.settings import LANGUAGES, Settings
from game.ui.shell.scene import BaseScene
from game.ui.text.language import _, pgettext, plain
from tests.tools.display import VirtualDisplay
from tests.ui.real.player import Player, told_game
from tests.ui.real.tour import (
    MORE,
    PAUSE,
    PAUSE_BETWEEN,
    START,
    Stop,
    furnish,
    furnish_choice,
    scenes_at,
)
from tests.ui.test_everything_fits import spoken

AT_TABLE = ("TableScene", "JoiningScene", "SummaryScene", "DifferencesScene")
ELSEWHERE = {
    "MoveQuestion": "asks about a risky move: tests/ui/table/test_uncovered.py",
    "DrillEndScene": "comes after ten questions: tests/ui/practice/test_drills.py",
    "DecisionScene": "comes when the coach has found a mistake: tests/ui/review/test_review.py",
    "LessonEnding": "tests/ui/test_real_mouse.py",
    "FatalScene": "comes where a disk fails: tests/ui/test_files_told.py",
    "OpeningScene": "comes after a kill, with many hands: tests/ui/test_saves_in_use.py",
    "BusyScene": "comes where another Tonk has the saves: tests/ui/test_saves_in_use.py",
    "ReplacedScene": "comes once another Tonk has taken them over: tests/ui/test_saves_in_use.py",
    "UnfinishedScene": "an opponent fails twice: tests/ui/sessions/test_late_opponents.py",
    "LatestScene": "comes while hands are reviewed: tests/ui/test_pages_lead.py",
    "ImportingScene": "comes while a file is brought in: tests/ui/test_importing.py",
}

pytestmark = pytest.mark.xvfb


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with saves to begin from."""
    folder = tmp_path_factory.mktemp("furnished")
    furnish(folder)
    return folder


def test_no_kind_of_screen_is_left_out() -> None:
    for module in walk_packages(game.__path__, "game."):
        import_module(module.name)
    kinds = {kind.__name__ for kind in kinds_of(BaseScene) if not kind.__subclasses__()}
    seen = {name for stop in (START, PAUSE, PAUSE_BETWEEN, MORE) for name in scenes_at(stop)}
    assert kinds - {*seen, *AT_TABLE, *ELSEWHERE} == set()


def kinds_of(kind: type[BaseScene]) -> Iterator[type[BaseScene]]:
    """All that inherit it, at whatever distance, in the game itself."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("game."):
            yield each
        yield from kinds_of(each)


def check(player: Player, scene: str, words: str) -> None:
    """That screen is in the window, its words can be read, and nothing is wrong with it."""
    player.sees(scene)
    sight = player.judged()
    assert sight.faults == [], scene
    wanted = {plain(_(words)), plain(pgettext("heading", words))}
    found = any(each in plain(text) for each in wanted for text in sight.words)
    assert found, (scene, wanted, sight.words)


def visit(player: Player, stop: Stop) -> None:
    """Go there, and on to all that lies beyond, coming back with Esc each time."""
    if stop.key:
        player.press(stop.key)
    else:
        player.click(stop.way)
    if stop.awaited:
        player.until(lambda sight: stop.awaited in sight.targets, stop.awaited)
    check(player, stop.scene, stop.words)
    for each in stop.beyond:
        visit(player, each)
        if not each.stays:
            player.press("Escape")
            player.sees(each.back or stop.scene)


def back(player: Player, scene: str) -> None:
    """Esc leads to that screen."""
    player.press("Escape")
    player.sees(scene)


@pytest.mark.parametrize(("language", "scale"), [("fr", 200), ("ja", 100)])
def test_every_screen_opens_reads_well_and_is_left_with_escape(
    display: VirtualDisplay, tmp_path: Path, furnished: Path, language: str, scale: int
) -> None:
    folder = Path(shutil.copytree(furnished, tmp_path / "files"))
    settings = Settings(speed="instant", mute=True, fullscreen=True, ask_drop=False)
    settings = settings._replace(language=language, scale=scale)
    with spoken(language), told_game(display, folder, settings) as player:
        check(player, START.scene, START.words)
        for stop in START.beyond:
            visit(player, stop)
            back(player, START.scene)
        visit_table(player)
        visit_differences(player)
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")


def visit_table(player: Player) -> None:
    """The table in play, a hand settled, what is asked before the next, and the session's end."""
    player.click("button:continue")
    check(player, "TableScene", "Spread")
    check(player, "TableScene", "You")  # who sat down in another language
    visit(player, PAUSE)
    back(player, "TableScene")
    player.press("F2")
    player.until(lambda sight: "button:why" in sight.targets, "a hint")
    back(player, "TableScene")
    player.click("button:drop")
    player.until(lambda sight: "button:next" in sight.targets, "the settlement")
    check(player, "TableScene", "Replay")
    visit(player, PAUSE_BETWEEN)
    back(player, "TableScene")
    visit(player, MORE)
    back(player, "TableScene")
    player.click("button:next")
    check(player, "JoiningScene", "High suit")
    visit(player, PAUSE)
    back(player, "JoiningScene")
    player.click("button:next")
    player.play_hand()
    player.click("button:next")
    check(player, "SummaryScene", "The session is over")
    back(player, "StartScene")


def visit_differences(player: Player) -> None:
    """What is told before a game by other rules; Esc there sits down."""
    for name in ("button:play", "rules", "sets:waits", "button:choose", "button:start"):
        player.click(name)
    check(player, "DifferencesScene", "House rules here")
    back(player, "TableScene")


@pytest.mark.share(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_fits_twice_is_asked_about(
    display: VirtualDisplay, tmp_path: Path, language: str
) -> None:
    card = furnish_choice(tmp_path)
    settings = Settings(speed="instant", mute=True, language=language, scale=200, fullscreen=True)
    with spoken(language), told_game(display, tmp_path, settings) as player:
        for name in ("button:continue", f"card:{card}", "button:hit"):
            player.click(name)
        assert {"choice:0", "choice:1"} <= player.look().targets.keys()
        sight = player.judged()
        assert _("Which spread? Click it, or press its number.") in sight.words
        # A number lies on its spread, and a click on either says the same.
        assert [fault for fault in sight.faults if "choice:" not in fault] == []
        assert "choice:0" not in player.press("Escape").targets
        player.do("key", "ctrl+q")
        assert player.left() == (0, "")
