"""Tables in the states in which there is most to be seen, for one size of window and one look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Final

from game.rules.actions import DROP, PASS, Drop
from game.rules.seal import Sealed
from game.ui.look.appearance import Look
from game.ui.session.table_scene import TableScene
from game.ui.table.input.targets import CardTarget
from game.ui.text.move_words import is_last_lay
from tests.ui.table.staging import FakeStage, a_session
from tests.ui.table.states import last_is, play_until, settle

Wanted = Callable[[TableScene], bool]
Position = Callable[[tuple[int, int], int, Look], TableScene]

_FULL: Final = {2: 47, 3: 134, 4: 39, 5: 3, 6: 5}
"""Where the search for a full table begins, for each number of seats: such hands are rare."""


def at_table(
    size: tuple[int, int],
    seats: int,
    look: Look,
    seed: str,
    changes: Mapping[str, object] | None = None,
) -> TableScene:
    """A table just sat down at, its cut and deal behind it; perhaps by changed rules."""
    stage = FakeStage(size, "normal")
    stage.services.theme.set_look(look)
    scene = TableScene(stage, a_session(seats, seed, stake=250, changes=changes))
    scene.resize(size)
    while scene.board.is_busy or scene.board.view is None:
        scene.board.skip()
        scene.update(1 / 60)
    return scene


def found(
    wanted: Wanted,
    size: tuple[int, int],
    seats: int,
    look: Look,
    changes: Mapping[str, object] | None = None,
) -> TableScene:
    """The first hand that comes to look as wanted."""
    seed = _seed(wanted, seats, tuple((changes or {}).items()))
    scene = at_table(size, seats, look, seed, changes)
    assert play_until(scene, wanted)
    return scene


@cache
def _seed(wanted: Wanted, seats: int, changes: tuple[tuple[str, object], ...]) -> str:
    first = _FULL[seats] if wanted is is_full else 1
    for seed in map(str, (*range(first, 200), *range(1, first))):
        if play_until(at_table((960, 540), seats, Look(), seed, dict(changes)), wanted):
            return seed
    raise AssertionError("no such hand among the first 199")


def is_full(scene: TableScene) -> bool:
    """Whether it is the player's turn with much on the table."""
    view = scene.view
    return len(view.spreads) >= min(view.seats, 3) and view.turn == 0 and len(view.hand) > 2


def chosen(size: tuple[int, int], seats: int, look: Look) -> TableScene:
    """A card is chosen, with much on the table."""
    scene = found(is_full, size, seats, look)
    scene.input.tap(CardTarget(scene.view.hand[0]))
    return scene


def refused(size: tuple[int, int], seats: int, look: Look) -> TableScene:
    """The line that tells why something cannot be done."""
    scene = found(is_full, size, seats, look)
    scene.input.press("stop")
    return scene


_by_drop = last_is(Drop)


def _dropped(scene: TableScene) -> bool:
    """Whether somebody has just dropped, with not much on the table."""
    return _by_drop(scene) and len(scene.view.spreads) <= 2


def settled(size: tuple[int, int], seats: int, look: Look) -> TableScene:
    """The settlement after a drop, with the next deck sealed."""
    scene = found(_dropped, size, seats, look)
    session = scene.session
    sealed = Sealed(session.number + 1, "1" * 64, "2" * 64)
    session.standing = replace(session.standing, sealed=sealed)
    while not scene.is_settling:
        settle(scene, 0.1)
    scene.board.skip()
    return scene


def by_further_rules(
    wanted: Wanted, changes: Mapping[str, object], size: tuple[int, int], seats: int, look: Look
) -> TableScene:
    """A table by further readings of the rules (RULES.md §4) that looks as wanted."""
    scene = found(wanted, size, seats, look, changes)
    scene.board.skip()
    scene.board.look(scene.flow.decision_view())
    scene.follow()
    return scene


def _may_drop(scene: TableScene) -> bool:
    """Whether the player is asked for a drop before another plays, much of its hand matched."""
    legal = scene.flow.decision_view().legal
    is_asked = {DROP, PASS} <= set(legal) and scene.view.turn != scene.view.seat
    return is_asked and scene.view.count < sum(map(scene.view.rules.points, scene.view.hand))


def _lays_last(scene: TableScene) -> bool:
    """Whether the player lays once more after another's drop."""
    return is_last_lay(scene.view) and scene.view.turn == scene.view.seat


_FURTHER: Final[dict[str, object]] = {
    "count": "unmatched",
    "drop_when": "any_time",
    "last_lay": "both",
    "slap": "race",
}


def settled_unmatched(size: tuple[int, int], seats: int, look: Look) -> TableScene:
    """The settlement after a last lay, where the winner deals next."""
    rules = {**_FURTHER, "next_dealer": "winner"}
    scene = by_further_rules(_lays_last, rules, size, seats, look)
    assert play_until(scene, lambda scene: scene.view.result is not None)
    while not scene.is_settling:
        settle(scene, 0.1)
    scene.board.skip()
    return scene


def detailed(size: tuple[int, int], seats: int, look: Look) -> TableScene:
    """The whole settlement, as it is shown on request."""
    scene = settled(size, seats, look)
    scene.press_settlement("details")
    return scene


POSITIONS: Final[dict[str, Position]] = {
    "chosen": chosen,
    "refused": refused,
    "settled": settled,
    "settled, details": detailed,
    "dealt": partial(found, bool),
    "drop out of turn": partial(by_further_rules, _may_drop, _FURTHER),
    "last lay": partial(by_further_rules, _lays_last, _FURTHER),
    "settled, unmatched": settled_unmatched,
}
