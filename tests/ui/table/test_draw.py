"""What is drawn bit by bit looks as if drawn whole, and shows what it should."""

from __future__ import annotations

import pygame
import pytest

from game.rules.actions import DRAW, DROP, Discard
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.presets import preset
from game.ui.kit.skin import Skin
from game.ui.look.card_art import CODES, DeckStyle
from game.ui.table.input.targets import ButtonTarget
from game.ui.table.motion.layout import Pose
from game.ui.table.painting.cardsheet import CardSheet
from game.ui.table.painting.painter import Renderer
from tests.shares import EVERY
from tests.ui.stage import picture
from tests.ui.table.hands_on import Person
from tests.ui.table.house.positions import Guest
from tests.ui.table.staging import a_session

SIZE = (960, 540)


def table_of(person: Person) -> pygame.Surface:
    """The table as the scene draws it, with all that it has kept."""
    surface = pygame.Surface(SIZE, 0, person.stage.surface)
    person.table.draw(surface)
    return surface


def drawn(person: Person) -> str:
    """The same as a digest."""
    return picture(table_of(person))


def drawn_afresh(person: Person) -> str:
    """The same by a renderer that has kept nothing but where notes stand: they do not jump."""
    table = person.table
    skin = Skin(person.stage.services.theme, SIZE)
    fresh = Renderer(skin, DeckStyle(), table.board, table.input, table.flow, table.log)
    fresh.notes = table.renderer.notes
    surface = pygame.Surface(SIZE, 0, person.stage.surface)
    fresh.draw(surface, frozenset(table.live()), table.line)
    return picture(surface)


def test_nothing_is_left_beside_a_plate_once_its_turn_is_over() -> None:
    size = (3840, 2160)
    person = Person(a_session(2, "draw"), size, speed="instant")
    person.wait_until(person.is_to_act)
    surface = pygame.Surface(size, 0, person.stage.surface)
    plate = person.table.board.layout.seats[0].plate
    beside = pygame.Rect(plate.right, plate.top, 60, plate.height)
    pictures = []
    for is_turn in (True, False):
        if not is_turn:
            person.do_by_keys(DROP)
            person.wait_until(person.is_settling)
        person.table.draw(surface)
        pictures.append(pygame.image.tobytes(surface.subsurface(beside), "RGB"))
    person.table.resize(size)
    person.table.draw(surface)
    assert pygame.image.tobytes(surface.subsurface(beside), "RGB") == pictures[1] != pictures[0]


@pytest.mark.parametrize("seats", [2, 5])
def test_redrawing_what_has_changed_gives_the_whole_picture(seats: int) -> None:
    person = Person(a_session(seats, "draw"), SIZE, speed="instant")
    for _ in range(24 if EVERY else 13):
        person.wait_until(person.is_to_act)
        assert drawn(person) == drawn_afresh(person)
        if person.is_settling():
            person.click(ButtonTarget("next"))
            continue
        person.do_by_mouse(person.choice())
        assert drawn(person) == drawn_afresh(person)


def test_it_holds_in_the_middle_of_flights_too() -> None:
    person = Person(a_session(4, "1"), SIZE, speed="normal")
    for _ in range(20):
        person.wait(0.11)
        if person.is_to_act() and person.is_settling():
            break
        if person.is_to_act():
            person.do_by_mouse(person.choice())
        assert drawn(person) == drawn_afresh(person)


def test_hovering_lights_a_button_and_only_that() -> None:
    person = Person(a_session(2, "1"), SIZE, speed="instant")
    person.wait_until(person.is_to_act)
    before = table_of(person)
    box = person.table.live()[ButtonTarget("drop")]
    person.post(pygame.Event(pygame.MOUSEMOTION, pos=box.center, rel=(0, 0), buttons=(0, 0, 0)))
    after = table_of(person)
    changed = _changed(before, after)
    assert changed.width > 0
    assert box.inflate(40, 40).contains(changed)


def _changed(before: pygame.Surface, after: pygame.Surface) -> pygame.Rect:
    """The smallest rectangle round all that differs."""
    mask = pygame.mask.from_threshold(before, (0, 0, 0), (1, 1, 1, 255), after)
    mask.invert()
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)


def test_hands_that_differ_only_in_what_is_hidden_look_the_same() -> None:
    rules = preset("standard")
    deck = list(shuffled(rules.pack(), "5" * 64))
    other = [*deck[:1], deck[-1], *deck[2:-1], deck[1]]
    pictures = set()
    for order in (deck, other):
        person = Guest(Hand.deal(rules, 2, 1, order), speed="instant", size=SIZE)
        pictures.add(drawn(person))
    assert Hand.deal(rules, 2, 1, deck).cards_of(1) != Hand.deal(rules, 2, 1, other).cards_of(1)
    assert len(pictures) == 1


@pytest.mark.parametrize("turn", [1.0, 0.5, 0.04])
def test_a_card_that_turns_over_gets_narrow_and_stays_in_the_middle(turn: float) -> None:
    pygame.display.set_mode(SIZE)
    sheet = CardSheet(DeckStyle(), SIZE)
    sheet.rest_at({140.0})
    _shadow, (card, at) = sheet.moving("KC", Pose(300, 200, 140), 0.0, turn)
    assert card.width == pytest.approx(104 * turn, abs=3)
    assert (at[0] + card.width / 2, at[1] + card.height / 2) == (300, 200)


def test_few_pictures_are_kept_in_a_small_window() -> None:
    pygame.display.set_mode(SIZE)
    sheet = CardSheet(DeckStyle(), SIZE)
    sheet.rest_at({140.0})
    for step in range(400):
        sheet.lying("KC", Pose(0, 0, 60 + step % 90, step))
    assert sheet.bytes_kept <= SIZE[0] * SIZE[1] * 4


def test_faces_that_are_no_longer_shown_make_room_for_others() -> None:
    pygame.display.set_mode(SIZE)
    sheet = CardSheet(DeckStyle(), SIZE)
    first = pygame.image.tobytes(sheet.plain("KC", 300), "RGBA")
    for code in CODES:
        sheet.plain(code, 300)
    assert 0 < sheet.bytes_kept <= SIZE[0] * SIZE[1] * 4
    assert pygame.image.tobytes(sheet.plain("KC", 300), "RGBA") == first


def test_backs_for_a_new_height_are_ready_after_a_few_frames() -> None:
    pygame.display.set_mode(SIZE)
    sheet = CardSheet(DeckStyle(), SIZE)
    sheet.rest_at({140.0, 90.0})
    steps = 0
    while sheet.prepare():
        steps += 1
    assert steps == 2 * 3  # each of two backs in three steps
    kept = sheet.bytes_kept
    for height in (140, 90):
        sheet.lying(None, Pose(0, 0, height))
    assert sheet.bytes_kept == kept


def test_large_cards_that_slide_are_drawn_one_a_frame_as_they_will_lie() -> None:
    assert _ready_after(1) == [True, False]
    assert _ready_after(2) == [True, True]


def _ready_after(frames: int) -> list[bool]:
    """Whether the picture of each of two large cards at rest is there after they have slid."""
    pygame.display.set_mode(SIZE)
    sheet = CardSheet(DeckStyle(), (3840, 2160))
    now, goal, cards = Pose(300, 300, 400, 20.0), Pose(320, 300, 400, 3.0), ("KC", "QD")
    for _frame in range(frames):
        sheet.rest_at({now.height})
        for card in cards:
            sheet.sliding(card, now, goal)
    found = []
    for card in cards:
        kept = sheet.bytes_kept
        sheet.lying(card, goal)
        found.append(sheet.bytes_kept == kept)
    return found


def _turned_in_one_frame(window: tuple[int, int]) -> list[bytes]:
    """The picture of a tilted card, as each of thirty that move in a frame has it."""
    sheet = CardSheet(DeckStyle(), window)
    sheet.rest_at({350.0})
    pose = Pose(300, 300, 350, 20.0)
    cards = [sheet.moving("KC", pose, 0.0, 1.0)[1][0] for _card in range(30)]
    return [pygame.image.tobytes(card, "RGBA") for card in cards]


def test_only_some_of_many_moving_cards_have_smooth_edges_in_a_large_window() -> None:
    pygame.display.set_mode(SIZE)
    large, usual = _turned_in_one_frame((3840, 2160)), _turned_in_one_frame((1920, 1080))
    assert len(set(usual)) == 1
    assert len(set(large[:3])) == 1
    assert large[0] == usual[0]
    assert large[0] != large[-1]


def test_a_discard_in_flight_lies_over_everything() -> None:
    person = Person(a_session(2, "1"), SIZE, speed="normal")
    person.wait_until(person.is_to_act)
    person.do_by_mouse(DRAW)
    person.wait(1.0)
    person.do_by_mouse(Discard(person.table.view.hand[0]))
    person.wait(0.1)
    assert drawn(person) == drawn_afresh(person)
