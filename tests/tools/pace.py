"""Measure how long a hand lasts, and how soon after launch one plays: `python -m tests.tools.pace`.

A bot plays for the player, deciding 0.6 seconds after being asked, against one opponent at normal
speed; time is counted in frames, so the speed of the machine does not matter. Prints the median
duration of 30 hands, from the deal to the result, and the time from the first frame to the first
own decision, with the number of clicks needed, each 0.6 seconds after its button appeared.
"""

from __future__ import annotations

import argparse
import os
import statistics
from concurrent.futures import Future
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from ai.bot import ask
from ai.registry import make_bot
from game.cli.frames import Metronome, table
from game.menus.start import StartScene
from game.rules.actions import Action
from game.rules.presets import STANDARD
from game.rules.view import SeatView
from game.ui.autoplay import NEXT, click
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App

DECISION: Final = 0.6
_LEVEL: Final = "regular"
_SIZE: Final = (640, 360)
_WAY: Final = ("button:play", "button:start")


def think(view: SeatView, level: str, seed: int) -> Future[Action]:
    """Decide at once."""
    done: Future[Action] = Future()
    done.set_result(ask(make_bot(level), view, seed))
    return done


class Person:
    """A player who decides and clicks as fast as somebody who knows the game."""

    def __init__(self, hands: int) -> None:
        self._hands = hands
        self._asked: tuple[object, float] = (None, 0.0)
        self._began: tuple[int, float] = (0, 0.0)
        self.lasted: list[float] = []
        self.first_decision: float | None = None
        self.clicks = 0

    def step(self, app: App) -> None:
        """Do the next thing, once it is time."""
        assert isinstance(app, Metronome)
        scene, now = app.top, app.seconds
        if not isinstance(scene, TableScene):
            self._press(app, now)
            return
        view = scene.board.view
        if view is None:
            return
        number = scene.session.number
        if view.result is None and self._began[0] != number:
            self._began = number, now
        if NEXT in scene.live():
            if len(self.lasted) < number:
                self.lasted.append(now - self._began[1])
            if number >= self._hands:
                app.quit()
            elif scene.idle_for() != 0:
                scene.press_settlement("next")
        elif view.legal and view.seat in view.may_act and not scene.board.is_busy:
            self.first_decision = self.first_decision or now
            if self._is_time((number, len(view.moves)), now):
                seed = scene.session.decision_seed(view.seat)
                scene.flow.play(ask(make_bot(_LEVEL), scene.flow.decision_view(), seed))
                scene.follow()

    def _press(self, app: App, now: float) -> None:
        """Click on the way to a table, or on the button that continues."""
        targets = app.top.targets() if app.top else {}
        name = next((each for each in (*_WAY, str(NEXT)) if each in targets), None)
        if name is not None and self._is_time((app.top, name), now):
            click(targets[name])
            self.clicks += 1

    def _is_time(self, what: object, now: float) -> bool:
        if self._asked[0] != what:
            self._asked = what, now
        return now - self._asked[1] >= DECISION


def played(hands: int, seed: str, *, from_start: bool) -> Person:
    """Play ``hands`` hands, directly at a table or starting from the first page."""
    app = Metronome(*table(_SIZE, think, _LEVEL, seed))
    app.push(StartScene(app))
    person = Person(hands)
    app.driver = person
    if not from_start:
        begin_session(app, 1, 1, STANDARD)
    app.run()
    return person


def main() -> None:
    """Print both figures."""
    parser = argparse.ArgumentParser(description="How long a hand lasts, and how soon one plays.")
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", default="7")
    options = parser.parse_args()
    lasted = sorted(played(options.hands, options.seed, from_start=False).lasted)
    middle = statistics.median(lasted)
    print(f"{len(lasted)} hands: {middle:.1f} s, from {lasted[0]:.1f} to {lasted[-1]:.1f}")
    first = played(1, options.seed, from_start=True)
    print(f"first own decision after {first.first_decision:.1f} s, {first.clicks} clicks")


if __name__ == "__main__":
    main()
