"""Draw the table in chosen states: `python tests/tools/table_shots.py FOLDER [SIZE…]`.

Nothing is opened and nobody is waited for; the pictures are what the window would show.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame

from ai.registry import make_bot
from game.rules.actions import DRAW, Drop, Hit
from game.ui.scenes.table import TableScene
from game.ui.table.intents import Carry, Grab
from tests.ui.table.staging import FakeStage, a_session

SIZES = ((960, 540), (1280, 720), (1920, 1080), (3840, 2160))
SEATS = (2, 4, 6)
FRAME = 1 / 60


def at_table(size: tuple[int, int], seats: int, seed: str, speed: str = "normal") -> TableScene:
    """A table just sat down at, its cut and deal behind it."""
    scene = TableScene(FakeStage(size, speed), a_session(seats, seed))
    scene.resize(size)
    while scene.board.is_busy or scene.board.view is None:
        scene.board.skip()
        scene.update(FRAME)
    return scene


def play_until(scene: TableScene, wanted: Callable[[TableScene], bool], most: int = 400) -> bool:
    """Let bots play every seat, without waiting, until the table looks as wanted."""
    for _ in range(most):
        if wanted(scene):
            return True
        if scene.view.result is not None:
            return False
        scene.board.skip()
        seat = scene.session.hand.turn if scene.session.hand else 0
        session = scene.session
        view = session.view(seat)
        action = make_bot("regular").choose(view, session.decision_seed(seat))
        scene.course.act(seat, action)
        scene.follow()
    return False


def last_is(*kinds: type) -> Callable[[TableScene], bool]:
    """Whether the last move was of such a kind."""
    return lambda scene: bool(scene.view.moves) and isinstance(scene.view.moves[-1].action, kinds)


def settle(scene: TableScene, seconds: float) -> None:
    """Let time pass in frames, the opponents keeping still."""
    for _ in range(round(seconds / FRAME)):
        scene.board.update(FRAME, 1.0)


def save(scene: TableScene, folder: Path, name: str) -> None:
    """Draw and write one picture."""
    stage = scene.stage
    surface = pygame.display.set_mode(stage.size)
    scene.draw(surface)
    path = folder / f"{name}-{stage.size[0]}x{stage.size[1]}.png"
    pygame.image.save(surface, path)
    print(path)


def shoot(folder: Path, size: tuple[int, int], seats: int) -> None:
    """All states at one size, with so many seats."""
    _in_progress(folder, size, seats)
    _choosing(folder, size, seats)
    _being_hit(folder, size, seats)
    _dealing(folder, size, seats)
    _ending(folder, size, seats)


def _found(size: tuple[int, int], seats: int, wanted: Callable[[TableScene], bool]) -> TableScene:
    for seed in range(1, 200):
        scene = at_table(size, seats, str(seed))
        if play_until(scene, wanted):
            return scene
    raise SystemExit("no such hand among the first 200")


def _in_progress(folder: Path, size: tuple[int, int], seats: int) -> None:
    def wanted(scene: TableScene) -> bool:
        view = scene.view
        return len(view.spreads) >= min(seats, 4) and view.turn == 0 and len(view.hand) > 2

    scene = _found(size, seats, wanted)
    settle(scene, 2)
    if scene.view.hand:
        scene.desk.tap(f"card:{scene.view.hand[0]}")
    settle(scene, 1)
    save(scene, folder, f"play{seats}")


def _choosing(folder: Path, size: tuple[int, int], seats: int) -> None:
    """The start of a turn: a refusal, the cursor; then a card carried to the pile."""

    def wanted(scene: TableScene) -> bool:
        view = scene.view
        return view.turn == 0 and len(view.moves) > 2 and len(view.hand) > 4

    scene = _found(size, seats, wanted)
    scene.board.skip()
    scene.desk.press("discard")
    scene.desk.cursor = "pile"
    save(scene, folder, f"start{seats}")
    scene.course.act(0, DRAW)
    scene.board.skip()
    at = (size[0] // 2 + size[1] // 12, size[1] * 3 // 5)
    scene.desk.cursor = None
    scene.desk.carrier.grab(Grab(f"card:{scene.view.hand[0]}", at))
    for step in range(1, 16):
        scene.desk.carrier.carry(Carry((at[0] - 40 + 3 * step, at[1])))
        scene.board.update(FRAME, 1.0)
    save(scene, folder, f"carry{seats}")


def _being_hit(folder: Path, size: tuple[int, int], seats: int) -> None:
    scene = _found(size, seats, last_is(Hit))
    settle(scene, 0.2)
    save(scene, folder, f"hit{seats}")


def _dealing(folder: Path, size: tuple[int, int], seats: int) -> None:
    scene = TableScene(FakeStage(size, "normal"), a_session(seats, "4"))
    scene.resize(size)
    settle(scene, 1.1)
    save(scene, folder, f"cut{seats}")
    while scene.board.view is None:
        scene.board.skip()
        scene.update(FRAME)
    settle(scene, 1.2)
    save(scene, folder, f"deal{seats}")


def _ending(folder: Path, size: tuple[int, int], seats: int) -> None:
    scene = _found(size, seats, last_is(Drop))
    settle(scene, 1.4)
    save(scene, folder, f"drop{seats}")
    while not scene.is_settling:
        settle(scene, 0.1)
    settle(scene, 0.25)
    scene.board.skip()
    save(scene, folder, f"settled{seats}")


def main(words: list[str]) -> int:
    """Draw all of it."""
    folder = Path(words[0] if words else "/tmp/table")
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(map(int, word.split("x"))) for word in words[1:]] or SIZES
    for width, height in sizes:
        for seats in SEATS:
            shoot(folder, (width, height), seats)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
