"""Film the table at 60 frames per second, and make contact sheets to look at.

`python -m tests.tools.film FOLDER` films the cut and the deal, a spread, a hit, every ending, a
booed deck, and the transition to the next hand. For each it writes a sheet of small frames, labeled
with their times in hundredths of a second, and, if `ffmpeg` is installed, a film; `--size`,
`--seats`, `--only` and `--calm` choose. Time is simulated, so the speed of the machine does not
matter.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame import Surface

from ai.bot import ask
from ai.registry import make_bot
from game.play.session import Session
from game.rules.actions import Hit, Spread
from game.rules.results import Ending
from game.ui.session.table_scene import TableScene
from tests.ui.table.staging import FakeStage, a_session
from tests.ui.table.states import FRAME, last_is

Film = Iterator[Surface]

_LAWS: Final = {
    Ending.OUT: ("no_upcard",),
    Ending.STOCKOUT: ("waits",),
    Ending.NATURAL: ("low_naturals",),
    Ending.DOUBLE_DOUBLE: ("double_double",),
    Ending.VOID: ("five_seven_nine",),
}
"""Rules under which each ending is common."""
_SEEDS: Final = 100
_COLUMNS, _WIDTH, _EVERY = 5, 384, 6
"""Frames in a row of a sheet, the width of each in pixels, and the step between the frames
shown.
"""


class Table:
    """A table at which bots play every seat, and a camera."""

    def __init__(self, session: Session, size: tuple[int, int], *, is_calm: bool) -> None:
        stage = FakeStage(size, "normal")
        stage.change(reduced_motion="on" if is_calm else "off")
        self.scene = TableScene(stage, session)
        self.scene.resize(size)
        self._surface = Surface(size)

    def film(self, seconds: float) -> Film:
        """Return all frames of the coming seconds; the opponents do not act."""
        for _ in range(round(seconds / FRAME)):
            yield self._frame()

    def film_until(self, is_so: Callable[[TableScene], bool], most: float = 12.0) -> Film:
        """Return all frames until ``is_so`` holds."""
        for _ in range(round(most / FRAME)):
            if is_so(self.scene):
                return
            yield self._frame()

    def _frame(self) -> Surface:
        scene = self.scene
        if scene.board.view is None or scene.board.is_scene:
            scene.update(FRAME)
        else:
            scene.board.update(FRAME, 1.0)
        scene.draw(self._surface)
        return self._surface

    def play_until(self, wanted: Callable[[TableScene], bool]) -> bool:
        """Play on without filming until the wanted move has just begun; return whether it came."""
        scene = self.scene
        while scene.board.view is None or scene.board.is_busy:
            scene.board.skip()
            scene.update(FRAME)
        while scene.view.result is None:
            scene.board.skip()
            seat = scene.session.hand.turn if scene.session.hand else 0
            view = scene.session.view(seat)
            scene.flow.act(seat, ask(make_bot("regular"), view, scene.session.decision_seed(seat)))
            scene.follow()
            if wanted(scene):
                return True
        return False


def _deal(tables: Iterator[Table]) -> Film:
    table = next(tables)
    yield from table.film_until(lambda scene: scene.board.view is not None)
    yield from table.film_until(lambda scene: not scene.board.is_busy)


def _move(kind: type, seconds: float, tables: Iterator[Table]) -> Film:
    table = next(each for each in tables if each.play_until(last_is(kind)))
    yield from table.film(seconds)


def _ending(kind: Ending, tables: Iterator[Table]) -> Film:
    """Film an ending, from the move that brings it about, or from the deal of a natural."""
    first = next(tables)
    seats, size = len(first.scene.session.names), first.scene.stage.size
    law, seed = _hand_that_ends(kind, seats)
    if not seed:
        return
    table = Table(a_session(seats, seed, rules=law), size, is_calm=first.scene.board.is_calm)
    if table.play_until(lambda scene: scene.view.result is not None):
        yield from table.film(4.2)
        return
    again = Table(a_session(seats, seed, rules=law), size, is_calm=first.scene.board.is_calm)
    while again.scene.board.view is None:
        again.scene.board.skip()
        again.scene.update(FRAME)
    yield from again.film(6.0)


def _booed(tables: Iterator[Table]) -> Film:
    """Film the move after which an empty hand does not end the hand."""
    first = next(tables).scene
    session = a_session(len(first.session.names), "film", changes={"booed": True, "naturals": ()})
    session.next_hand()
    assert session.hand is not None
    del session.hand.stock[session.hand.seats + 1 :]
    table = Table(session, first.stage.size, is_calm=first.board.is_calm)
    if table.play_until(lambda scene: scene.view.is_booed):
        yield from table.film(3.0)


def _hand_that_ends(kind: Ending, seats: int) -> tuple[str, str]:
    """Return the rules and the seed of a first hand with this ending; empty if none is found."""

    def ends_so(session: Session) -> bool:
        result = session.view(0).result
        return result is not None and result.ending is kind

    laws = _LAWS.get(kind, ("standard",))
    return _hand_with(ends_so, seats, *laws, is_dealt=kind is Ending.NATURAL)


def _hand_with(
    wanted: Callable[[Session], bool], seats: int, *laws: str, is_dealt: bool = False
) -> tuple[str, str]:
    """Return the rules and the seed of a first hand in which an event occurs at the deal or later.

    Both are empty if none is found.
    """
    bot = make_bot("regular")
    for law, number in product(laws, range(1, _SEEDS)):
        session = a_session(seats, f"film {number}", rules=law)
        session.next_hand()
        while session.is_playing and session.hand is not None and not (is_dealt or wanted(session)):
            seat = session.hand.turn
            session.act(seat, ask(bot, session.view(seat), session.decision_seed(seat)))
        if wanted(session):
            return law, f"film {number}"
    return "", ""


def _next_hand(tables: Iterator[Table]) -> Film:
    table = next(tables)
    table.play_until(lambda scene: scene.view.result is not None)
    table.scene.board.skip()
    yield from table.film(0.3)
    table.scene.press_settlement("next")
    yield from table.film_until(lambda scene: not scene.board.is_busy)


FILMS: Final[dict[str, Callable[[Iterator[Table]], Film]]] = {
    "deal": _deal,
    "spread": partial(_move, Spread, 1.2),
    "hit": partial(_move, Hit, 1.2),
    "next hand": _next_hand,
    **{f"ending {kind}": partial(_ending, kind) for kind in Ending},
    "booed": _booed,
}


def _tables(size: tuple[int, int], seats: int, *, is_calm: bool) -> Iterator[Table]:
    """Yield many tables, of several rule sets and seeds."""
    for seed in range(1, _SEEDS):
        yield Table(a_session(seats, f"film {seed}"), size, is_calm=is_calm)


def sheet(film: Film, path: Path) -> int:
    """Write the frames of a film as one picture and, if possible, as a film; return their
    number.
    """
    small: list[tuple[int, Surface]] = []
    camera: subprocess.Popen[bytes] | None = None
    count = 0
    for count, frame in enumerate(film, start=1):
        if camera is None and shutil.which("ffmpeg"):
            camera = _camera(frame.size, path.with_suffix(".mp4"))
        if camera is not None and camera.stdin is not None:
            camera.stdin.write(pygame.image.tobytes(frame, "RGB"))
        if (count - 1) % _EVERY == 0:
            high = round(_WIDTH * frame.height / frame.width)
            small.append((count - 1, pygame.transform.smoothscale(frame, (_WIDTH, high))))
    if camera is not None and camera.stdin is not None:
        camera.stdin.close()
        camera.wait()
    if small:
        pygame.image.save(_laid_out(small), path.with_suffix(".png"))
    return count


def _laid_out(small: list[tuple[int, Surface]]) -> Surface:
    high = small[0][1].height
    rows = -(-len(small) // _COLUMNS)
    whole = Surface((_COLUMNS * _WIDTH, rows * high))
    font = pygame.Font(None, 22)
    for place, (number, frame) in enumerate(small):
        at = place % _COLUMNS * _WIDTH, place // _COLUMNS * high
        whole.blit(frame, at)
        words = font.render(f"{number * FRAME:.2f}", True, "white", "black")
        whole.blit(words, (at[0] + 4, at[1] + 4))
    return whole


def _camera(size: tuple[int, int], path: Path) -> subprocess.Popen[bytes]:
    raw = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", "60")
    made = ("-pix_fmt", "yuv420p", "-crf", "20", "-preset", "veryfast", str(path))
    command = ["ffmpeg", "-loglevel", "error", "-y", *raw, "-i", "-", *made]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def main() -> int:
    """Film what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.film", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[], help="films by the start of their names")
    parser.add_argument("--calm", action="store_true", help="with less motion")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    options.folder.mkdir(parents=True, exist_ok=True)
    pygame.init()
    for name, film in FILMS.items():
        if options.only and not name.startswith(tuple(options.only)):
            continue
        tables = _tables((width, height), options.seats, is_calm=options.calm)
        count = sheet(film(tables), options.folder / name.replace(" ", "-"))
        print(f"{name}: {count} frames" if count else f"{name}: no such hand", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
