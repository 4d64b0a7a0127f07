"""Suggestions: what glows could really be laid, and nothing glows that was not asked for."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.rules.actions import Hit, Spread
from game.rules.phases import Phase
from game.ui.session.table_scene import TableScene
from game.ui.table.input.decisions import suggested
from tests.ai import positions
from tests.ui.stage import picture
from tests.ui.table.states import at_table, play_until, settle


def test_in_a_turn_those_cards_are_suggested_that_can_be_laid() -> None:
    seen = 0
    for seed in range(1, 8):
        scene = at_table((960, 540), 3, str(seed))

        def look(each: TableScene) -> bool:
            nonlocal seen
            view = each.view
            found = suggested(view)
            if view.turn != 0 or view.result is not None:
                assert not found
            elif view.phase is Phase.LAY:
                laid = {c for a in view.legal if isinstance(a, Spread) for c in a.cards}
                laid |= {a.card for a in view.legal if isinstance(a, Hit)}
                assert found == laid
                seen += bool(found)
            return False

        play_until(scene, look)
    assert seen


def test_before_the_draw_a_spread_in_hand_is_seen_already() -> None:
    view = _found(lambda each: _begins(each) and len(suggested(each.view)) >= 3).view
    assert suggested(view) <= set(view.hand)


def test_in_the_turn_of_another_nothing_is_suggested() -> None:
    hands = "KC KD KH 7S 5C", "QC QD 8H 6S 4C"
    assert suggested(positions.seen(*hands)) == {"KC", "KD", "KH"}
    assert not suggested(positions.seen(*hands, stock="3D", played="0 draw; 0 discard 3D"))


def _found(wanted: Callable[[TableScene], bool]) -> TableScene:
    for seed in range(1, 60):
        scene = at_table((960, 540), 2, str(seed))
        if play_until(scene, wanted):
            return scene
    raise AssertionError("no such hand")


def _begins(scene: TableScene) -> bool:
    view = scene.view
    return view.turn == 0 and view.phase is Phase.START and view.result is None


def test_nothing_glows_unless_it_is_wished() -> None:
    scene = _found(lambda each: each.view.turn == 0 and bool(suggested(each.view)))
    scene.board.skip()
    settle(scene, 2)
    surface, pictures = pygame.display.set_mode((960, 540)), []
    for wished in (False, True, False):
        scene.stage.change(suggestions=wished)
        scene.draw(surface)
        pictures.append(picture(surface))
    assert pictures[0] == pictures[2] != pictures[1]
