"""Notes, remarks, notices and coins lie over no plate, no open card, no spread and no button."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Rect

from game.menus.start import StartScene
from game.rules.actions import DRAW
from game.saves.settings import Settings, SettingsStore
from game.ui.kit.controls import Toasts
from game.ui.kit.skin import Skin
from game.ui.look.appearance import Look
from game.ui.pages.dialogs import MoveQuestion
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.table.painting.bubbles import find_room
from game.ui.table.painting.furniture import purse, table_skin
from game.ui.table.painting.overlays import line_place
from game.ui.text.move_words import REFUSALS
from tests.ui.positions import found, is_full, settled
from tests.ui.seen import frame_faults, watching
from tests.ui.stage import shown, stage, turns
from tests.ui.table.staging import think_at_once

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
    boxes += [pose.bounds() for pose in layout.seats[0].cards]
    boxes += [place.box for place in layout.spreads.values()]
    return [*boxes, layout.stock, layout.pile, *layout.buttons.values(), layout.log, layout.stake]


def overlapped(box: Rect, others: list[Rect]) -> list[Rect]:
    return [other for other in others if box.colliderect(other)]


@pytest.mark.share(5)
@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 4, 5, 6])
def test_what_a_seat_has_done_is_told_where_it_covers_no_card_and_no_other_note(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene = found(is_full, size, seats, Look(scale=scale))
    closed = [pose.bounds() for each in scene.board.layout.seats for pose in each.cards]
    for seat in range(1, seats):
        scene.board.effects.bubbles.clear()
        for teller, note in ((seat, NOTES[1]), (seat % (seats - 1) + 1, NOTES[0])):
            scene.board.effects.say(teller, note)
        placed = scene.renderer.notes.place()
        for place, box in enumerate(placed):
            assert overlapped(box, [*in_sight(scene), *closed, *placed[:place]]) == [], seat


LONG_WARNING = (
    "“Spread 10♥ J♥ Q♥ K♥” costs about 1.2 stakes. Better: “Hit the book of Basil with 10♥”."
)


@pytest.mark.share(5)
@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 4, 5, 6])
def test_a_long_warning_covers_no_plate(size: tuple[int, int], scale: int, seats: int) -> None:
    settings = Settings(scale=scale, speed="instant", mute=True, tutor=True)
    with watching(), stage(size, SettingsStore.unsaved(settings), thinker=think_at_once) as app:
        shown(app, StartScene(app))
        begin_session(app, seats - 1, 1)
        turns(app)
        table = app.top
        assert isinstance(table, TableScene)
        table.controller.ask("Are you sure?", LONG_WARNING, ("Take it back", "Play it"), DRAW)
        turns(app)
        question = app.top
        assert isinstance(question, MoveQuestion)
        assert overlapped(question.box, [each.plate for each in table.board.layout.seats]) == []
        assert frame_faults(app) == []


NOTICES = (
    "Ada deals and calls the big one.",
    "Quicker: click the stock to draw, double-click a card or flick it up to discard, drag a card.",
)
WIDE_NOTICE = (
    "もっと速く：山札をクリックで引く、カードをダブルクリックか上へはじいて捨てる、"
    "ドラッグでメルドや付け札。"
)


def test_a_note_stays_where_it_is_until_something_comes_in_its_way() -> None:
    scene = found(is_full, (1280, 720), 6, Look(scale=200))
    notes = scene.renderer.notes
    scene.board.effects.bubbles.clear()
    scene.board.effects.say(1, NOTES[1])
    scene.board.effects.say(3, NOTES[1])
    _first, second = notes.place()
    del scene.board.effects.bubbles[1]
    assert notes.place() == [second]
    (moved,) = notes.place([second])
    assert not moved.colliderect(second)


@pytest.mark.share(8)
@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("text", NOTICES, ids=("short", "long"))
def test_a_notice_lies_where_nothing_is_in_use(
    size: tuple[int, int], scale: int, seats: int, text: str
) -> None:
    scene, toasts = found(is_full, size, seats, Look(scale=scale)), Toasts()
    toasts.show(text)
    box = toasts.rect(Skin(scene.stage.services.theme, size), scene.room)
    log = scene.board.layout.log
    if overlapped(box, in_sight(scene)) == [log]:
        assert (scale, text) == (200, NOTICES[1]), "rather over backs than over the log"
        assert seats > 2
        assert log.bottom - box.bottom > log.height * 0.45, "what is newest is still read"
    else:
        assert overlapped(box, in_sight(scene)) == []


@pytest.mark.share(8)
@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("text", [*NOTICES, WIDE_NOTICE], ids=("short", "long", "wide"))
def test_a_notice_beside_the_result_covers_no_card_and_no_name(
    size: tuple[int, int], scale: int, seats: int, text: str
) -> None:
    scene, toasts = settled(size, seats, Look(scale=scale)), Toasts()
    toasts.show(text)
    box = toasts.rect(Skin(scene.stage.services.theme, size), scene.room)
    layout = scene.board.layout
    shown_cards = [pose.bounds() for each in layout.seats for pose in each.cards]
    names = [each.plate for each in layout.seats]
    assert overlapped(box, [*shown_cards, *names, *scene.renderer.result_boxes()]) == []


def test_a_notice_moves_only_where_something_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    scene, sizes = found(is_full, (1280, 720), 4, Look()), [(260, 40)]

    def place(*taken: Rect) -> Rect:
        monkeypatch.setattr(scene.renderer, "taken", lambda: [*taken])
        box = scene.room(sizes)
        assert box is not None
        return box

    nearest = place()
    second = place(nearest)
    assert second != nearest
    assert place() == second, "the nearest is free again"
    assert place(second) == nearest


@pytest.mark.share(5)
@pytest.mark.parametrize(("size", "scale"), [*CASES, ((960, 540), 150)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_line_of_the_cut_ends_below_the_piles(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    text = (
        "Duke tire la plus haute carte et donne. Les autres s’assoient vers la gauche, selon "
        "leurs cartes. Les égalités ont été départagées."
    )
    scene = found(is_full, size, seats, Look(scale=scale))
    layout = scene.board.layout
    box, lines, _units = line_place(table_skin(scene.stage.services.theme, size), layout, text)
    assert lines
    assert not layout.stock_tag.colliderect(box)
    assert not layout.pile_tag.colliderect(box)


@pytest.mark.share(7)
@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_refusal_covers_no_name_and_no_spread(
    size: tuple[int, int], scale: int, seats: int
) -> None:
    scene = found(is_full, size, seats, Look(scale=scale))
    layout, skin = scene.board.layout, table_skin(scene.stage.services.theme, size)
    names = [each.plate for each in layout.seats]
    names += [box for each in layout.spreads.values() for box in (each.box, each.tag)]
    for text, is_raised in product(REFUSALS.values(), (False, True)):
        box, _lines, _units = line_place(skin, layout, text, clear=is_raised)
        assert Rect((0, 0), size).contains(box)
        assert overlapped(box, names) == [], (text, is_raised)


@pytest.mark.share(5)
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


def lying(scene: TableScene) -> list[Rect]:
    """Everything of the table that is to be seen beside the result."""
    layout = scene.board.layout
    boxes = [pose.bounds() for each in layout.seats for pose in each.cards]
    boxes += [each.plate for each in layout.seats]
    boxes += [box for each in layout.spreads.values() for box in (each.box, each.tag)]
    return [*boxes, layout.stock, layout.stock_tag, layout.pile, layout.pile_tag, layout.log]


GOALS = ("Win a hand by dropping with the lowest count", "Catch a drop", "Win by a tonk")


@pytest.mark.share(9)
@pytest.mark.parametrize(("size", "scale"), CASES)
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("news", [0, 1, 3])
def test_the_result_covers_nothing_that_lies_on_the_table(
    size: tuple[int, int], scale: int, seats: int, news: int
) -> None:
    scene = settled(size, seats, Look(scale=scale))
    scene.flow.news = tuple(partial(str, f"Goal reached: {goal}.") for goal in GOALS[:news])
    boxes = list(scene.renderer.result_boxes())
    for place, box in enumerate(boxes):
        assert Rect((0, 0), size).contains(box)
        assert overlapped(box, [*lying(scene), *boxes[:place]]) == []
    toasts = Toasts()
    toasts.show("Saved as a file.")
    notice = toasts.rect(Skin(scene.stage.services.theme, size), scene.room)
    assert overlapped(notice, [*lying(scene)[:-1], *boxes]) == [], "but perhaps the log"


_SIDES = st.integers(0, 200)
_BOXES = st.builds(Rect, st.integers(-50, 300), st.integers(-50, 200), _SIDES, _SIDES)


@settings(max_examples=300)
@given(st.lists(_BOXES, max_size=12), _BOXES, st.integers(10, 200), st.integers(10, 150))
def test_a_place_is_found_where_trying_all_of_them_finds_one(
    obstacles: list[Rect], plate: Rect, width: int, height: int
) -> None:
    window = Rect(0, 0, 320, 180)
    found = find_room([(width, height)], plate, obstacles, window)
    grid = product(range(0, 321, 4), range(0, 181, 4))
    free = (Rect(place, (width, height)) for place in grid)
    if found is None:
        assert not any(window.contains(box) and box.collidelist(obstacles) < 0 for box in free)
    else:
        assert window.contains(found)
        assert found.collidelist(obstacles) < 0
