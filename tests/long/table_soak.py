"""Play hands at the real table under random rules, to find leaks of memory and files.

    python -m tests.long.table_soak --hands 20000 --seed 1

A bot plays the person's seat by clicks, and hands are saved in a temporary folder. Every twenty
hands a new table begins, with other rules, seats and opponents. To save time, frames follow without
a pause, most are not drawn, and drop tables for new rules are computed from fewer hands. Memory,
after free memory has been returned to the system, open files and threads are printed at new tables.
Exit status: 1 if at the end memory is more than 1.1 times that after the first 1,000 hands, or more
files are open, or if a hand does not go on; else 0. `--trace` prints the lines of code whose memory
grew most in between.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from ai.random_rules import random_rules
from ai.registry import LEVELS
from game.menus.start import StartScene
from game.play.chosen_opponents import ChosenOpponent
from game.play.session import Session
from game.rules.ruleset import RuleSet
from game.saves.store import Store
from game.ui.autoplay import Autoplay
from game.ui.session.score_pages import SummaryScene
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell import loop
from game.ui.shell.loop import App, FreedMemory
from tests.ui.stage import shown, stage

SETTLED: Final = 1_000
"""The number of hands after which the memory use is taken as the baseline."""
GROWTH: Final = 1.1
"""The maximum ratio of the final memory use to the baseline."""
TABLE: Final = 20
"""Hands at one table, fewer if its session ends earlier."""
DRAWN: Final = 50
"""One in this many frames is drawn."""
SIZE: Final = (960, 540)
PATIENCE: Final = 300.0
"""Seconds after which a hand counts as stuck."""
RulesFor: TypeAlias = Callable[[Random, int], RuleSet]
"""A function that returns the rules of the next table, for a number of seats."""
_MIB: Final = 1024 * 1024


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def give_back() -> None:
    """Return free memory to the system, as the game does when a new table is idle."""
    freed = FreedMemory()
    freed.add()
    freed.give_back(sys.float_info.max)


def open_files() -> int:
    """Return the number of open files of this process besides fonts, of which the theme keeps at
    most 32.
    """
    found = [each.readlink() for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return len([path for path in found if path.suffix != ".ttf"])


class Hasty(App):
    """The window, drawing only few frames."""

    frames = 0

    def draw_on(self, surface: pygame.Surface) -> None:
        self.frames += 1
        if self.frames % DRAWN == 0:
            super().draw_on(surface)


@contextmanager
def haste() -> Iterator[None]:
    """Remove all waits between frames."""
    usual, loop.FRAME = loop.FRAME, 0.0
    try:
        yield
    finally:
        loop.FRAME = usual


class Tables:
    """A succession of tables in one window, played by bots."""

    def __init__(self, app: App, seed: int, rules: RulesFor = random_rules) -> None:
        self._app, self._random, self._rules = app, Random(seed), rules
        self._earlier = 0
        """Hands at the tables before this one."""
        self._session: Session | None = None
        self.rule_sets = 0

    def sit_down(self) -> None:
        """Begin another table, and forget a click planned at the last one."""
        app = self._app
        self._earlier = self.hands
        seats = self._random.randint(2, 6)
        chosen = tuple(ChosenOpponent(level=self._random.choice(LEVELS)) for _ in range(seats - 1))
        app.change(opponents_chosen=chosen)
        app.driver = Autoplay(app.services, sys.maxsize, None)
        pygame.event.clear()
        begin_session(app, seats - 1, 1, self._rules(self._random, seats))
        self._session = next(each for each in app.scenes if isinstance(each, TableScene)).session
        self.rule_sets += 1

    @property
    def hands(self) -> int:
        """The number of hands begun so far."""
        return self._earlier + (self._session.number if self._session else 0)

    @property
    def _is_over(self) -> bool:
        """Whether this table is finished: after twenty hands, or at the end of the session."""
        if isinstance(self._app.top, StartScene | SummaryScene):
            return True
        session = self._session
        return session is None or (session.number >= TABLE and not session.is_playing)

    def play(self, hands: int) -> None:
        """Continue until ``hands`` hands have been played in total."""
        begun, since = self.hands, time.monotonic()
        while self.hands < hands:
            if not self._app.is_running:  # SDL turns a signal into this
                raise SystemExit("the window was closed")
            if self._is_over:
                self.sit_down()
            else:
                self._app.turn()
            if self.hands != begun:
                begun, since = self.hands, time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                rules = self._session.rules if self._session else None
                raise SystemExit(f"hand {begun} no longer goes on at {self._app.top}, {rules}")


def soak(hands: int, seed: int, *, traced: bool, told: int = SETTLED) -> bool:
    """Play ``hands`` hands; return whether memory and files are what they were after
    ``SETTLED``.
    """
    with (
        haste(),
        TemporaryDirectory(prefix="tonk-soak-") as folder,
        closing(Store.open(Path(folder))) as store,
        stage(SIZE, kind=Hasty, store=store) as app,
    ):
        shown(app, StartScene(app))
        tables = Tables(app, seed)
        tables.sit_down()
        settled = min(SETTLED, hands // 2)
        began, memory, files = time.monotonic(), 0, 0
        marks = sorted({settled, hands, *range(told, hands, told)})
        before = None
        for mark in marks:
            tables.play(mark)
            tables.sit_down()  # memory for drawing varies during a hand
            give_back()
            now = resident()
            if mark == settled:
                memory, files = now, open_files()
                if traced:
                    tracemalloc.start(6)
                    before = tracemalloc.take_snapshot()
            print(
                f"{mark} hands, {tables.rule_sets} rule sets, {now / _MIB:.1f} MB, "
                f"{open_files()} files, {threading.active_count()} threads, "
                f"{(time.monotonic() - began) / 60:.1f} min",
                flush=True,
            )
        if before is not None:
            grown = tracemalloc.take_snapshot().compare_to(before, "traceback")
            for each in grown[:25]:
                print(f"{each.size_diff / _MIB:.2f} MB", *each.traceback.format(), sep="\n")
        give_back()
        return resident() <= GROWTH * memory and open_files() <= files


def main() -> int:
    """Parse the command line and run; return 1 if memory or files have grown."""
    parser = argparse.ArgumentParser(description="Hands at the table under random rules.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--told", type=int, default=SETTLED, help="a line after so many hands")
    parser.add_argument("--trace", action="store_true")
    options = parser.parse_args()
    fine = soak(options.hands, options.seed, traced=options.trace, told=options.told)
    print("as it was" if fine else "it has grown")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
