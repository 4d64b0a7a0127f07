"""House rules at the table: wild cards that need a question, every ending, buttons of their own."""

from __future__ import annotations

import pygame
import pytest

from game.rules.actions import DRAW, Discard, Hit, Slap, Spread
from game.rules.presets import PRESETS
from game.ui.table.input.targets import ButtonTarget, CardTarget, ChoiceTarget, SpreadTarget
from game.ui.table.painting.status import button_names
from tests.ui.table.hands_on import Person
from tests.ui.table.house.positions import Guest, after, dealt, rules
from tests.ui.table.staging import a_session
from tests.ui.table.test_deciding import two_places

MOST_ACTIONS = 300


def play_hand(person: Person) -> int:
    """Play a hand by clicks at instant speed; tells how often the table had to ask."""
    asked = 0
    for _ in range(MOST_ACTIONS):
        person.wait_until(person.is_to_act)
        if person.is_settling():
            return asked
        action, moves = person.choice(), len(person.table.view.moves)
        person.do_by_mouse(action)
        asked += bool(person.table.input.question)
        person.answer(action)
        assert person.table.view.moves[moves].action == action
        person.table.draw(person.stage.surface)
    raise AssertionError("the hand never ends")


@pytest.mark.share(4)
@pytest.mark.parametrize("rules", PRESETS)
def test_every_preset_is_played_by_mouse(rules: str) -> None:
    person = Person(a_session(3, "house", rules=rules), speed="instant")
    for number in (1, 2):
        play_hand(person)
        assert person.table.hands_played == number
        person.table.draw(person.stage.surface)
        person.click(ButtonTarget("next"))
        if person.stage.went_home:
            break


def test_wild_cards_make_the_table_ask() -> None:
    person = Person(a_session(4, "p", rules="chicago"), speed="instant")
    asked = 0
    for _ in range(6):
        asked += play_hand(person)
        person.click(ButtonTarget("next"))
    assert asked > 0


def asking() -> Person:
    """Somebody who holds a six that fits a book and a run."""
    person = Guest(two_places(), speed="normal")
    person.click(CardTarget("6S"))
    person.click(ButtonTarget("hit"))
    return person


def hits(person: Person) -> list[Hit]:
    return [m.action for m in person.table.view.moves if isinstance(m.action, Hit)]


def test_where_a_card_fits_twice_the_spreads_themselves_are_the_answers() -> None:
    person = asking()
    targets = person.table.live()
    assert targets[ChoiceTarget(0)] == targets[SpreadTarget(0)]
    assert targets[ChoiceTarget(1)] == targets[SpreadTarget(1)]
    person.table.draw(person.stage.surface)
    person.click(SpreadTarget(1))
    assert hits(person) == [Hit("6S", 1)]
    assert person.table.input.question == ()


def test_a_number_answers_too() -> None:
    person = asking()
    person.press(pygame.K_1)
    assert hits(person) == [Hit("6S", 0)]


def test_the_cursor_answers_too() -> None:
    person = asking()
    person.go_to(ChoiceTarget(1))
    person.press(pygame.K_RETURN)
    assert hits(person) == [Hit("6S", 1)]


def test_escape_takes_the_question_back_and_nothing_is_done() -> None:
    person = asking()
    person.press(pygame.K_ESCAPE)
    assert person.table.input.question == ()
    assert hits(person) == []
    assert ButtonTarget("discard") in person.table.live()


def slapping() -> Person:
    """Seat 1 has discarded a six that fits its own book; seat 2 is next, seat 0 may slap it."""
    hand = dealt(rules("slap"), "3C 5H 7S TC KH", "6C 6D 6H 6S 9C", "2S 4D 8S JD QD", dealer=0)
    after(hand, (1, DRAW), (1, Spread(("6C", "6D", "6H"))), (1, Discard("6S")))
    return Guest(hand, speed="slow")


def test_a_discard_of_another_can_be_slapped_before_the_next_seat_acts() -> None:
    person = slapping()
    assert person.table.view.turn == 2
    person.click(ButtonTarget("slap"))
    assert person.table.input.question
    person.table.draw(person.stage.surface)
    person.click(ChoiceTarget(0))
    move = person.table.view.moves[-1]
    assert isinstance(move.action, Slap)
    assert (move.seat, move.action.spread) == (0, 0)
    person.wait(1.0)
    assert any(text.startswith("You slap 6♠") for text in person.table.log.texts)


def test_further_buttons_come_with_what_is_legal() -> None:
    person = Person(a_session(2, "4", rules="forty_nine_turn"), speed="instant")
    person.wait_until(person.is_to_act)
    names = {type(action).__name__.lower() for action in person.table.view.legal}
    extra = set(button_names(person.table.view)) - {"drop", "spread", "hit", "discard"}
    assert extra == names & {"stop", "declare", "done", "pass", "slap"}
