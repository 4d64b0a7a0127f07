"""The table in its states, drawn without a window or anybody to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pygame import Surface

from ai.registry import make_bot
from game.rules.actions import DRAW, Drop, Hit
from game.ui.session.table_scene import TableScene
from game.ui.table.input.intents import Carry, Grab
from game.ui.table.input.targets import PILE_TARGET, CardTarget
from tests.ui.table.staging import FakeStage, a_session

Shot = tuple[str, Surface]

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
        scene.flow.act(seat, action)
        scene.follow()
    return False


def last_is(*kinds: type) -> Callable[[TableScene], bool]:
    """Whether the last move was of such a kind."""
    return lambda scene: bool(scene.view.moves) and isinstance(scene.view.moves[-1].action, kinds)


def settle(scene: TableScene, seconds: float) -> None:
    """Let time pass in frames, the opponents keeping still."""
    for _ in range(round(seconds / FRAME)):
        scene.board.update(FRAME, 1.0)


def drawn(scene: TableScene, name: str) -> Shot:
    """The table as it stands, and what that picture is called."""
    size = scene.stage.size
    surface = Surface(size)
    scene.draw(surface)
    return f"{name}-{size[0]}x{size[1]}", surface


def shots(size: tuple[int, int], seats: int) -> Iterator[Shot]:
    """All states at one size, with so many seats."""
    yield from _in_progress(size, seats)
    yield from _choosing(size, seats)
    yield from _being_hit(size, seats)
    yield from _dealing(size, seats)
    yield from _ending(size, seats)


def _found(size: tuple[int, int], seats: int, wanted: Callable[[TableScene], bool]) -> TableScene:
    for seed in range(1, 200):
        scene = at_table(size, seats, str(seed))
        if play_until(scene, wanted):
            return scene
    raise SystemExit("no such hand among the first 200")


def _in_progress(size: tuple[int, int], seats: int) -> Iterator[Shot]:
    def wanted(scene: TableScene) -> bool:
        view = scene.view
        return len(view.spreads) >= min(seats, 4) and view.turn == 0 and len(view.hand) > 2

    scene = _found(size, seats, wanted)
    settle(scene, 2)
    if scene.view.hand:
        scene.input.tap(CardTarget(scene.view.hand[0]))
    settle(scene, 1)
    yield drawn(scene, f"play{seats}")


def _choosing(size: tuple[int, int], seats: int) -> Iterator[Shot]:
    """The start of a turn: a refusal, the cursor; then a card carried to the pile."""

    def wanted(scene: TableScene) -> bool:
        view = scene.view
        return view.turn == 0 and len(view.moves) > 2 and len(view.hand) > 4

    scene = _found(size, seats, wanted)
    scene.board.skip()
    scene.input.press("discard")
    scene.input.cursor = PILE_TARGET
    yield drawn(scene, f"start{seats}")
    scene.flow.act(0, DRAW)
    scene.board.skip()
    at = (size[0] // 2 + size[1] // 12, size[1] * 3 // 5)
    scene.input.cursor = None
    scene.input.carrier.grab(Grab(CardTarget(scene.view.hand[0]), at))
    for step in range(1, 16):
        scene.input.carrier.carry(Carry((at[0] - 40 + 3 * step, at[1])))
        scene.board.update(FRAME, 1.0)
    yield drawn(scene, f"carry{seats}")


def _being_hit(size: tuple[int, int], seats: int) -> Iterator[Shot]:
    scene = _found(size, seats, last_is(Hit))
    settle(scene, 0.2)
    yield drawn(scene, f"hit{seats}")


def _dealing(size: tuple[int, int], seats: int) -> Iterator[Shot]:
    scene = TableScene(FakeStage(size, "normal"), a_session(seats, "4"))
    scene.resize(size)
    settle(scene, 1.1)
    yield drawn(scene, f"cut{seats}")
    while scene.board.view is None:
        scene.board.skip()
        scene.update(FRAME)
    settle(scene, 1.2)
    yield drawn(scene, f"deal{seats}")


def _ending(size: tuple[int, int], seats: int) -> Iterator[Shot]:
    scene = _found(size, seats, last_is(Drop))
    settle(scene, 1.4)
    yield drawn(scene, f"drop{seats}")
    while not scene.is_settling:
        settle(scene, 0.1)
    settle(scene, 0.25)
    scene.board.skip()
    yield drawn(scene, f"settled{seats}")
