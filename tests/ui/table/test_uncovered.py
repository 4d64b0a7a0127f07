"""Notes, remarks, notices and coins lie over no plate, no open card, no spread and no button."""

from __future__ import annotations

import pytest
from pygame import Rect

from game.ui.kit.controls import Toasts
from game.ui.kit.skin import Skin
from game.ui.look.appearance import Look
from game.ui.scenes.table import TableScene
from game.ui.table.motion.layout import bounds
from game.ui.table.painting.bubbles import bubble_box
from game.ui.table.painting.furniture import purse, table_skin
from tests.ui.positions import found, is_full, settled

CASES = [
    ((960, 540), 0),
    ((1280, 720), 0),
    ((1280, 720), 150),
    ((1280, 720), 200),
    ((3840, 2160), 0),
]
"""Windows, and how large the interface is wished in them."""
NOTES = ("Ada draws.", "Ada hits your 9♣ 10♣ J♣ with the Q♣, and lays a spread of three kings.")


def in_sight(scene: TableScene) -> list[Rect]:
    """Plates, open cards, spreads, piles and buttons."""
    layout = scene.board.layout
    boxes = [seat.plate for seat in layout.seats]
    boxes += [bounds(pose) for pose in layout.seats[0].cards]
    boxes += [place.box for place in layout.spreads.values()]
    return [*boxes, layout.stock, layout.pile, *layout.buttons.values(), layout.log, layout.stake]


def overlapped(box: Rect, others: list[Rect]) -> list[Rect]:
    return [other for other in others if box.colliderect(other)]


@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_a_seat_has_done_is_told_beside_its_cards(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene = found(is_full, size, seats, Look(scale=scale))
    skin = table_skin(scene.stage.services.theme, size)
    for seat in range(1, seats):
        for note in NOTES:
            box = bubble_box(skin, scene.board.layout, seat, note)[0]
            assert overlapped(box, in_sight(scene)) == [], (seat, note)
            others = [s.fan for n, s in enumerate(scene.board.layout.seats) if n not in (0, seat)]
            assert overlapped(box, others) == [] or note == NOTES[1]


@pytest.mark.parametrize(("size", "scale"), CASES[1:3])
@pytest.mark.parametrize("seats", [2, 4])
def test_where_there_is_room_not_even_closed_cards_are_covered(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene = found(is_full, size, seats, Look(scale=scale))
    skin = table_skin(scene.stage.services.theme, size)
    for seat in range(1, seats):
        box = bubble_box(skin, scene.board.layout, seat, NOTES[0])[0]
        cards = [bounds(pose) for each in scene.board.layout.seats for pose in each.cards]
        assert overlapped(box, cards) == []


@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_notice_lies_where_nothing_is_in_use(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene, toasts = found(is_full, size, seats, Look(scale=scale)), Toasts()
    toasts.show("Ada deals and calls the big one.")
    box = toasts.rect(Skin(scene.stage.services.theme, size), scene.room)
    assert overlapped(box, in_sight(scene)) == []


@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 6])
def test_coins_set_out_from_the_mark_before_the_money(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene = found(is_full, size, seats, Look(scale=scale))
    skin = table_skin(scene.stage.services.theme, size)
    for place in scene.board.layout.seats:
        x, y = purse(skin, place.plate)
        assert place.plate.collidepoint(x, y)
        assert y > place.plate.centery, "below the name"
        assert x < place.plate.left + place.plate.width // 2


@pytest.mark.parametrize(("size", "scale"), CASES)
def test_nothing_is_remarked_over_the_result(size: tuple[int, int], scale: int) -> None:
    scene = settled(size, 4, Look(scale=scale))
    scene.board.effects.speak(2, "Basil", "That will teach me to drop with so many points.")
    box = scene.renderer.speech_bubbles.place(scene.renderer.taken())
    result = [each for name, each in scene.targets().items() if name != "button:menu"]
    assert box is None or overlapped(box, [*result, *scene.renderer.result_boxes()]) == []
