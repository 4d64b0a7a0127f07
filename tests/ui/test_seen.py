"""What watches the screens finds what it is there to find."""

from __future__ import annotations

import pytest
from pygame import Rect, Surface

from game.ui.kit.skin import Skin
from game.ui.look.theme import Theme
from tests.ui.seen import Watched, seen, sheet, target_faults, watching
from tests.ui.stage import stage

WINDOW = Rect(0, 0, 400, 200)
BOX = Rect(20, 20, 200, 40)


def faults(*drawn: tuple[str, Rect], covered: Rect | None = None) -> list[str]:
    """What is found after some words were written, and then something laid over them."""
    with watching(), stage():
        skin = Skin(Theme(), (1280, 720))
        surface = sheet(WINDOW.size)
        for text, box in drawn:
            skin.write(surface, text, box)
        if covered:
            surface.blit(Surface(covered.size), covered)
        return seen().faults(WINDOW)


def test_words_with_room_are_fine() -> None:
    assert faults(("one", BOX), ("other", BOX.move(0, 60))) == []


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        ([("one", BOX), ("other", BOX.move(8, 4))], "one over the other: 'one'"),
        ([("a long line of words", Rect(20, 20, 80, 40))], "cut off: 'a long line of words'"),
        ([("one", BOX.move(-30, 0))], "outside: 'one'"),
        ([("one", BOX.move(0, 160))], "outside: 'one'"),
        ([("Qq", Rect(20, 20, 200, 9))], "higher than its box: 'Qq'"),
    ],
)
def test_each_fault_is_found(drawn: list[tuple[str, Rect]], fault: str) -> None:
    found = faults(*drawn)
    assert len(found) == 1
    assert found[0].startswith(fault)


def test_what_lies_under_a_sheet_clashes_with_nothing_on_it() -> None:
    with watching(), stage():
        skin = Skin(Theme(), (1280, 720))
        surface = sheet(WINDOW.size)
        skin.write(surface, "below", BOX)
        surface.blit(Surface(BOX.size), BOX)
        skin.write(surface, "above", BOX)
        assert seen().faults(WINDOW) == []


def test_a_layer_that_is_watched_itself_hides_nothing() -> None:
    with watching(), stage():
        skin = Skin(Theme(), (1280, 720))
        surface = sheet(WINDOW.size)
        layer = Watched(WINDOW.size, 0, 32)
        skin.write(layer, "one", BOX)
        surface.blit(layer, (0, 0))
        skin.write(surface, "other", BOX)
        assert len(seen().faults(WINDOW)) == 1


@pytest.mark.parametrize(
    ("targets", "fault"),
    [
        ({"a": Rect(390, 0, 30, 30)}, "outside: a"),
        ({"a": Rect(0, 0, 30, 23)}, "too small: a"),
        ({"a": Rect(0, 0, 30, 30), "b": Rect(20, 20, 30, 30)}, "one over the other: a, b"),
    ],
)
def test_targets_that_are_hard_to_hit_are_found(targets: dict[str, Rect], fault: str) -> None:
    found = target_faults(targets, WINDOW, 24)
    assert len(found) == 1
    assert found[0].startswith(fault)
