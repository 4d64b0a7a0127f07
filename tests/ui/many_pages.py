"""What every page takes that reads saved hands, with as many hands as anybody wants.

``python -m tests.ui.many_pages [HANDS…]`` prints a line of JSON for each page: ``what``, ``hands``,
``frames`` until all is shown, ``seconds`` of processor time for all of them, and ``longest``, the
milliseconds of processor time of the frame that took most, with what it collects of objects.
Without numbers with 5,000 and 50,000 hands, of every tenth of which there is a review. The last two
lines are of the page that brings them in: its frames alone, and with what the thread of the import
takes of the processor meanwhile. Exit status 1 where a frame took over 50 ms.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

from game.features.challenges import other_counts
from game.features.challenges.bankroll.page import BankrollScene
from game.features.challenges.daily.page import DailyScene
from game.features.challenges.goals.page import GoalsScene, reaching_now
from game.features.challenges.page import ChallengesScene
from game.features.challenges.season.page import SeasonScene
from game.features.records.page import StatisticsScene
from game.features.records.saved_hands.page import SavedScene
from game.features.study.assessment.page import TeachingScene
from game.features.study.learning.page import LearnScene
from game.features.study.practice.page import PracticeMenuScene
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.plan import Plan, Player
from game.saves.store import Store
from game.saves.transfer import import_everything
from game.ui.settings.importing import Importing, ImportingScene
from game.ui.settings.pages import OptionsScene
from game.ui.shell.loop import App, collecting_at_rest
from game.ui.shell.scene import Scene
from tests.session.many_hands import make
from tests.session.players import careless, eager, play_hands
from tests.ui.stage import point, press, shown, stage

NUMBERS: Final = (5_000, 50_000)
MOST: Final = 50.0
"""Milliseconds that a frame may take."""
_FRAMES: Final = 100_000
_AWAKE: Final = 3
"""So many frames more are drawn once a page waits for nothing."""

PAGES: Final[Mapping[str, Callable[[App], Scene]]] = {
    "start": StartScene,
    "statistics": StatisticsScene,
    "statistics again": StatisticsScene,
    "saved hands": SavedScene,
    "challenges": ChallengesScene,
    "goals": lambda app: GoalsScene(app, other_counts()),
    "daily": DailyScene,
    "season": SeasonScene,
    "bankroll": BankrollScene,
    "practice": PracticeMenuScene,
    "teaching": TeachingScene,
    "learning": LearnScene,
    "new game": NewGameScene,
    "settings": OptionsScene,
}


@dataclass
class Took:
    """What a page took."""

    what: str
    hands: int
    frames: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    at: int = 0
    """Which frame took longest."""

    def add(self, do: Callable[[], object]) -> None:
        """Measure one frame."""
        began = time.thread_time()
        do()
        self.count(time.thread_time() - began)

    def count(self, took: float) -> None:
        """Add a frame that took so many seconds."""
        self.frames += 1
        self.seconds += took
        if took * 1000 > self.longest:
            self.longest, self.at = took * 1000, self.frames

    def as_json(self) -> str:
        """One line."""
        told = {**asdict(self), "seconds": round(self.seconds, 2), "longest": round(self.longest)}
        return json.dumps(told)


def watched(app: App, what: str, hands: int, show: Callable[[], object]) -> Took:
    """What frames take from an event until nothing is to be done any more."""
    took = Took(what, hands)
    took.add(show)
    still = 0
    while still < _AWAKE and took.frames < _FRAMES:
        app.wake()
        took.add(app.turn)
        is_busy = app.top is not None and app.top.idle_for() == 0
        still = 0 if is_busy else still + 1
    return took


def pages(hands: int, folder: Path) -> Iterator[Took]:
    """What every page takes with so many hands."""
    backup = make(hands, folder / "backup.jsonl", 10)
    store = Store.open(folder / "saves")
    import_everything(store, backup, folder / "config")
    with stage(store=store) as app, collecting_at_rest():
        for what, scene in PAGES.items():
            yield watched(app, what, hands, partial(_push, app, scene))
            if what == "statistics again":
                for part in ("rules", "opponents", "endings", "overview"):
                    click = lambda part=part: point(app, f"part:{part}")  # noqa: E731  # one line
                    yield watched(app, f"statistics, {part}", hands, click)
            if what == "saved hands":
                yield from _filters(app, hands)
            app.pop()
        yield _goal_line(app, store, hands)
        yield _table_left(app, store, hands)
    store.close()
    yield from _import(backup, hands, folder)


def _import(backup: Path, hands: int, folder: Path) -> Iterator[Took]:
    """What frames take while a backup comes in."""
    alone, together = Took("import", hands), Took("import, with its thread", hands)
    store = Store.open(folder / "other saves")
    with stage(store=store) as app, collecting_at_rest():
        shown(app, StartScene(app))
        app.push(ImportingScene(app, backup, Importing(app, backup)))
        while isinstance(app.top, ImportingScene):
            app.wake()
            began = time.process_time()
            alone.add(app.turn)
            together.count(time.process_time() - began)
    assert store.history().saved == hands
    store.close()
    yield alone
    yield together


def _push(app: App, scene: Callable[[App], Scene]) -> None:
    app.push(scene(app))
    app.turn()


def _filters(app: App, hands: int) -> Iterator[Took]:
    import pygame

    yield watched(app, "saved hands, end", hands, lambda: press(app, pygame.K_END))
    for name in ("day", "opponent", "rules", "ending", "choice"):
        yield watched(app, f"saved hands, find {name}", hands, partial(point, app, f"find:{name}"))
        choose = lambda: press(app, pygame.K_DOWN, pygame.K_RETURN)  # noqa: E731  # one line
        yield watched(app, f"saved hands, by {name}", hands, choose)
        yield watched(app, "saved hands, all", hands, partial(point, app, "button:every"))


def _goal_line(app: App, store: Store, hands: int) -> Took:
    """The line about goals after a hand: the longest of its steps."""
    session = store.start(Plan((Player("You"), Player("Ada", "regular"))))
    play_hands(session, [careless, eager], 1)
    took, steps = Took("goals after a hand", hands), reaching_now(app, session, other_counts())
    found: list[object] = []
    while None not in found:
        took.add(lambda: found.append(next(steps, None)))
    return took


def _table_left(app: App, store: Store, hands: int) -> Took:
    """The start page after a match, where the table left for it comes back."""
    match = store.start(Plan((Player("You"), Player("Ada", "regular")), occasion="match 1"))
    play_hands(match, [careless, eager], 1)
    match.close()
    took = watched(app, "start, with a table left", hands, partial(_push, app, StartScene))
    assert store.number_in_play
    return took


def main() -> int:
    """Measure; the exit status."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("hands", metavar="HANDS", type=int, nargs="*", default=NUMBERS)
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    status = 0
    for hands in parser.parse_args().hands:
        with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
            os.environ["TONK_CONFIG_DIR"] = folder
            for took in pages(hands, Path(folder)):
                print(took.as_json(), flush=True)
                status = max(status, int(took.longest > MOST))
    return status


if __name__ == "__main__":
    sys.exit(main())
