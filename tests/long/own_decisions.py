"""Check that opponents at the table decide by themselves, under random rules, at all seats.

    python -m tests.long.own_decisions --hands 3000 --seed 1

Hands are played by the window's own code, and opponents think in their usual process; every twenty
hands a new table begins, with other rules, seats and opponents. After each hand, every move of an
opponent is compared with the answer of its bot to the same view and seed in this process. Prints
the numbers of hands, rule sets, decisions and decisions that differ, and the slowest answer in
seconds. Exit status: 0 if none differs, else 1.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from ai import betting
from ai.bot import ask
from ai.registry import LEVELS, STYLES, opponent
from ai.worker import Thinker
from game.menus.start import StartScene
from game.play.dealer import decision_seed
from game.play.opponents import Opponents
from game.play.session import Session
from game.rules.actions import Action
from game.rules.view import SeatView
from game.ui.session.table_scene import TableScene
from game.ui.shell import loop
from tests.long.table_soak import SIZE, Hasty, Tables
from tests.ui.stage import shown, stage

_TOLD: Final = 100


@dataclass
class Watch:
    """A monitor of every question to the opponents of the hand in play, and of past results."""

    thinker: Thinker
    decisions: int = 0
    others: list[str] = field(default_factory=list)
    """Decisions that differ from those of the bot in that seat."""
    slowest: float = 0.0
    _asked: defaultdict[tuple[int, int], list[tuple[SeatView, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _checked: tuple[Session, int] | None = None

    def think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        """Ask the opponents, and note the question."""
        self._asked[view.seat, seed].append((view, level))
        began = time.monotonic()
        future = self.thinker(view, level, seed)
        future.add_done_callback(lambda _done: self._note_time(time.monotonic() - began))
        return future

    def _note_time(self, seconds: float) -> None:
        self.slowest = max(self.slowest, seconds)

    def check(self, session: Session) -> None:
        """Compare the moves of a finished hand, once."""
        hand, deal = session.hand, session.deal
        if hand is None or deal is None or not hand.is_over:
            return
        if self._checked == (session, session.number):
            return
        self._checked = session, session.number
        for at, move in enumerate(hand.log):
            if move.seat == session.human:
                continue
            seed = decision_seed(deal.seed, move.seat, at)
            asked = self._asked[move.seat, seed]
            own = [ask(opponent(level), view, seed) for view, level in asked]
            self.decisions += 1
            if move.action not in own:
                level = session.players[move.seat].level
                self.others.append(f"{level} in seat {move.seat}: {move.action}, not {own}")
        self._asked.clear()


class WatchedApp(Hasty):
    """The window, drawing few frames; the hand is checked after each."""

    watcher: Watch | None = None

    def turn(self) -> None:
        """Run one frame."""
        super().turn()
        for scene in self.scenes:
            if isinstance(scene, TableScene) and self.watcher:
                self.watcher.check(scene.session)


@contextmanager
def watched() -> Iterator[tuple[WatchedApp, Watch]]:
    """Provide a window whose opponents are monitored."""
    usual, loop.FRAME = loop.FRAME, 0.0
    thinker = Thinker()
    try:
        with stage(SIZE, kind=WatchedApp) as app:
            assert isinstance(app, WatchedApp)
            app.watcher = watch = Watch(thinker)
            company = Opponents(LEVELS, tuple(STYLES), "regular", betting)
            app.services = app.services._replace(
                thinker=watch.think,
                get_ready=thinker.get_ready,
                opponents=lambda: company,
            )
            shown(app, StartScene(app))
            yield app, watch
    finally:
        loop.FRAME = usual
        thinker.close()


def watch_hands(hands: int, seed: int, told: int = _TOLD) -> Watch:
    """Play ``hands`` hands; return the findings."""
    with watched() as (app, watch):
        tables = Tables(app, seed)
        tables.sit_down()
        for mark in sorted({hands, *range(told, hands, told)}):
            tables.play(mark)
            print(
                f"{mark} hands, {tables.rule_sets} rule sets, {watch.decisions} decisions, "
                f"{len(watch.others)} not the bot's own, slowest {watch.slowest:.1f} s",
                *watch.others,
                sep="\n",
                flush=True,
            )
    return watch


def main() -> int:
    """Parse the command line and run; return 1 if a decision was not the bot's own."""
    parser = argparse.ArgumentParser(description="Whether opponents decide for themselves.")
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return int(bool(watch_hands(options.hands, options.seed).others))


if __name__ == "__main__":
    raise SystemExit(main())
