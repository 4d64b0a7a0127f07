"""Quick hands: double clicks, flicks and drags that do at once what buttons do."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.rules.actions import DRAW, Discard, Spread
from game.saves.settings import LANGUAGES
from game.ui.look.appearance import Look
from game.ui.pages.dialogs import AskScene
from game.ui.session.controller import DOUBLE_CLICK
from game.ui.session.table_scene import TableScene
from game.ui.table.input.decisions import is_risky_drop
from game.ui.table.input.targets import STOCK_TARGET, ButtonTarget, CardTarget
from tests.ui.table.hands_on import Person, button, motion
from tests.ui.table.house.positions import Guest, after, dealt, rules
from tests.ui.table.staging import a_session
from tests.ui.test_everything_fits import spoken


def having_drawn() -> Person:
    """Somebody who has drawn, everything at rest."""
    person = Person(a_session(2, "1"), speed="normal")
    person.wait_until(person.is_to_act)
    person.click(STOCK_TARGET)
    person.wait(1.0)
    return person


def last_move(person: Person) -> object:
    return person.table.view.moves[-1].action


@pytest.mark.parametrize("is_quick", [True, False])
def test_two_clicks_discard_a_card_if_they_are_one_double_click(is_quick: bool) -> None:
    person = having_drawn()
    card = person.table.view.hand[2]
    person.click(CardTarget(card))
    person.wait(DOUBLE_CLICK / 2 if is_quick else DOUBLE_CLICK * 2)
    person.click(CardTarget(card))
    if is_quick:
        assert last_move(person) == Discard(card)
    else:
        assert card in person.table.view.hand
        assert person.table.board.chosen == ()


def test_two_clicks_with_a_key_between_them_are_no_double_click() -> None:
    person = having_drawn()
    card = person.table.view.hand[2]
    person.click(CardTarget(card))
    person.press(pygame.K_ESCAPE)
    person.click(CardTarget(card))
    assert person.table.board.chosen == (card,)


def test_a_refusal_goes_with_the_next_move() -> None:
    person = having_drawn()
    person.press(pygame.K_s)
    assert person.table.notice.text
    card = person.table.view.hand[2]
    person.click(CardTarget(card))
    person.click(CardTarget(card))
    assert last_move(person) == Discard(card)
    assert not person.table.notice.text


def test_the_cursor_stays_at_its_place_when_its_card_is_thrown() -> None:
    person = having_drawn()
    cards = person.table.board.arrangement.order
    person.go_to(CardTarget(cards[2]))
    person.do_by_keys(Discard(cards[2]), letters=True)
    assert last_move(person) == Discard(cards[2])
    now = person.table.board.arrangement.order
    assert person.table.controller.input.cursor == CardTarget(now[2])


def test_a_turn_is_two_gestures() -> None:
    person = Person(a_session(2, "1"), speed="normal")
    person.wait_until(person.is_to_act)
    person.click(STOCK_TARGET)
    person.wait(0.6)
    card = person.table.view.hand[0]
    person.click(CardTarget(card))
    person.click(CardTarget(card))
    assert last_move(person) == Discard(card)


def test_where_only_a_discard_is_legal_a_second_click_moves_the_choice() -> None:
    person = having_drawn()
    one, other, *_rest = person.table.view.hand
    person.click(CardTarget(one))
    person.click(CardTarget(other))
    assert person.table.board.chosen == (other,)
    person.press(pygame.K_x)
    assert person.table.line == ""
    assert last_move(person) == Discard(other)


def test_the_frame_of_the_focus_goes_with_a_card_that_is_being_sorted() -> None:
    person = having_drawn()
    board = person.table.board
    order = board.arrangement.order
    person.go_to(CardTarget(order[0]))
    assert board.way_left(order[0]) == (0, 0)
    board.arrangement.move(order[0], len(order) - 1)
    board.rearrange()
    assert board.way_left(order[0])[0] < 0, "it is still at the left"
    person.wait(2.0)
    assert board.way_left(order[0]) == (0, 0)


def test_a_click_on_the_felt_takes_the_choice_back() -> None:
    person = having_drawn()
    person.click(CardTarget(person.table.view.hand[0]))
    stock = person.table.board.layout.stock
    person.click_at((stock.left - 60, stock.centery))
    assert person.table.board.chosen == ()
    assert person.table.line == ""


def test_a_double_click_before_the_draw_only_chooses_and_lets_go() -> None:
    person = Person(a_session(2, "1"), speed="normal")
    person.wait_until(person.is_to_act)
    moves = person.table.view.moves
    for _ in range(2):
        person.click(CardTarget(person.table.view.hand[0]))
    assert person.table.view.moves == moves
    assert person.table.board.chosen == ()


def drag(person: Person, card: str, to: tuple[int, int], frames: int) -> None:
    """Carry a card up to a point above its place, in so many frames."""
    start = person.table.live()[CardTarget(card)].center
    person.post(motion(start), button(pygame.MOUSEBUTTONDOWN, start))
    for step in range(1, frames + 1):
        x = start[0] + (to[0] - start[0]) * step // frames
        y = start[1] + (to[1] - start[1]) * step // frames
        person.post(motion((x, y)))
        person.frame()
    person.post(button(pygame.MOUSEBUTTONUP, to))


def free_cloth(person: Person) -> tuple[int, int]:
    """A place above the hand where nothing lies."""
    layout = person.table.board.layout
    return layout.seats[0].fan.centerx + 30, layout.pile.bottom + layout.px(40)


@pytest.mark.parametrize(("frames", "is_discarded"), [(4, True), (60, False)])
def test_a_card_is_flicked_away_but_one_carried_slowly_comes_back(
    frames: int, is_discarded: bool
) -> None:
    person = having_drawn()
    card = person.table.view.hand[2]
    drag(person, card, free_cloth(person), frames)
    assert (card not in person.table.view.hand) is is_discarded
    person.wait(1.5)
    assert not any(sprite.is_held for _slot, sprite in person.table.board.sprites)


def test_a_flick_of_which_one_frame_saw_everything_discards() -> None:
    person = having_drawn()
    card, to = person.table.view.hand[2], free_cloth(person)
    start = person.table.live()[CardTarget(card)].center
    person.wait(2)
    person.post(motion(start), button(pygame.MOUSEBUTTONDOWN, start))
    person.post(motion(to), button(pygame.MOUSEBUTTONUP, to))
    assert card not in person.table.view.hand


def test_one_card_of_a_spread_carried_to_the_cloth_lays_all_of_it() -> None:
    hand = dealt(rules(), "7C 7D 7H 2C JS", "8S 4S JC QD 6H", then="9D 3C")
    person = Guest(after(hand, (0, DRAW)), speed="normal")
    person.wait_until(person.is_to_act)
    (found,) = [each for each in person.table.view.legal if isinstance(each, Spread)]
    drag(person, found.cards[0], free_cloth(person), 60)
    assert last_move(person) == found


def test_a_drop_with_very_many_points_is_asked_about_until_it_is_meant() -> None:
    person = risky()
    table = person.table
    for answer in ("button:no", "button:no", "button:yes"):
        person.click(ButtonTarget("drop"))
        (asked,) = person.stage.pushed
        assert isinstance(asked, AskScene)
        assert str(table.view.count) in asked.heading
        assert table.view.result is None
        asked.resize(person.stage.size)
        at = asked.targets()[answer].center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            asked.handle(button(kind, at))
        assert person.stage.pushed == []
    assert table.view.result is not None


@pytest.mark.parametrize("scale", [75, 100, 0, 200])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_about_a_drop_covers_no_pile_spread_or_card_in_hand(
    language: str, scale: int
) -> None:
    with spoken(language):
        person = risky()
        person.stage.services.theme.set_look(Look(scale=scale))
        person.table.resize(person.stage.size)
        person.click(ButtonTarget("drop"))
        (asked,) = person.stage.pushed
        asked.resize(person.stage.size)
        boxes = asked.targets().values()
        layout = person.table.board.layout
        own = layout.seats[0]
        shown = [layout.stock, layout.pile, own.plate, *(card.bounds() for card in own.cards)]
        shown += [each.box for each in layout.spreads.values()]
        assert [box for box in boxes if box.collidelist(shown) >= 0] == []
        assert all(layout.log.left <= box.left for box in boxes)


@pytest.mark.parametrize(
    ("hand", "sizes", "turns", "is_risky"),
    [
        ("9C 7D 5H 2S AC", (5, 5), 0, False),  # 24 points, where five cards count some 32
        ("9C 7D 5H 2S AC", (5, 5), 10, True),
        ("9C 7D 5H 2S AC", (5, 5, 5, 5, 5), 0, False),
        ("9C 7D 5H 2S AC", (5, 5, 5, 5, 5), 10, True),
        ("9C 7D", (2, 5), 4, False),
        ("9C 7D", (2, 2), 4, True),
        ("2C AD", (2, 0), 20, True),  # an empty hand plays on in a booed deck
        ("2C AD", (2, 5, 0), 20, True),
        ("KC KD KH QS JC", (5, 5), 0, True),
    ],
)
def test_a_drop_is_asked_about_if_it_would_rather_be_caught(
    hand: str, sizes: tuple[int, ...], turns: int, *, is_risky: bool
) -> None:
    seen = Person(a_session(len(sizes), "1"), speed="instant").table.view
    seen = replace(seen, hand=tuple(hand.split()), sizes=sizes, turn=seen.seat, turns=turns)
    assert is_risky_drop(seen) is is_risky


def test_nobody_is_asked_who_does_not_want_it() -> None:
    person = risky()
    person.stage.change(ask_drop=False)
    person.click(ButtonTarget("drop"))
    assert person.stage.pushed == []
    assert person.table.view.result is not None


def risky() -> Person:
    """Somebody who may drop with far too many points."""
    for seed in map(str, range(1, 40)):
        person = Person(a_session(2, seed), speed="instant")
        person.stage.change(ask_drop=True)
        person.wait_until(person.is_to_act)
        if person.table.view.result is None and is_risky_drop(person.table.view):
            return person
    raise AssertionError("nobody is dealt so much")


@pytest.mark.parametrize(("cut", "is_shown"), [("cut", True), ("random", False)])
def test_the_cut_can_be_left_out(cut: str, is_shown: bool) -> None:
    person = Person(a_session(3, "4"), speed="normal")
    person.stage.change(cut=cut)
    person.table = TableScene(person.stage, a_session(3, "4"))
    person.table.resize(person.stage.size)
    person.frame()
    assert (person.table.board.view is None) is is_shown
    person.wait_until(lambda: person.table.board.view is not None)
    assert person.table.view.dealer == a_session(3, "4").dealer, "who deals is the same"


def test_a_card_that_is_swept_aside_is_not_flicked_away() -> None:
    person = having_drawn()
    card, (x, y) = person.table.view.hand[2], free_cloth(person)
    drag(person, card, (x - 400, y), 4)
    assert card in person.table.view.hand
    assert not any(isinstance(move.action, Discard) for move in person.table.view.moves)
