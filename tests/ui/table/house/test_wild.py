"""Wild cards and jokers: what they stand for is asked only where there is a choice."""

from __future__ import annotations

import pygame
import pytest

from game.rules.actions import DRAW, Action, Discard, Hit, Spread
from game.rules.hand import Hand
from game.ui.table.input.decisions import QuestionKind, question_of
from game.ui.table.input.targets import (
    PILE_TARGET,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    SpreadTarget,
)
from game.ui.table.painting.marks import Marks, hand_mark, spread_mark
from tests.ui.table.house.positions import Guest, after, dealt, rules

LAW = rules("chicago", naturals=[])
OTHER = "4C 8S JD QD TH"
RUN = Spread(("5H", "6H", "7H"))
LOW = Spread(("2S", "5H", "6H"), (("2S", "4"),))
HIGH = Spread(("5H", "6H", "2S"), (("2S", "7"),))


def holding(cards: str, then: str = "KC") -> Guest:
    """Somebody who holds these cards and has drawn one more."""
    return Guest(after(dealt(LAW, cards, OTHER, then=then), (0, DRAW)))


def last(it: Guest) -> Action:
    """What has been done last."""
    return it.table.view.moves[-1].action


def choose(it: Guest, *cards: str) -> None:
    for card in cards:
        it.click(CardTarget(card))


def test_one_way_to_lie_is_not_asked_about() -> None:
    it = holding("5H 7H 2S 9C JC")
    choose(it, "5H", "7H", "2S")
    it.click(ButtonTarget("spread"))
    assert last(it) == Spread(("5H", "2S", "7H"), (("2S", "6"),))


@pytest.mark.parametrize("way", ["mouse", "number", "cursor", "drag"])
def test_a_run_with_two_ends_is_asked_about(way: str) -> None:
    it = holding("5H 6H 2S 9C JC")
    choose(it, "5H", "6H", "2S")
    if way == "drag":
        lay = it.table.board.layout.lay
        it.drag(it.table.live()[CardTarget("5H")].center, (lay.right - 80, lay.centery))
    else:
        it.click(ButtonTarget("spread"))
    asked = it.table.input.asked
    assert asked is not None
    assert asked.kind is QuestionKind.WILD
    assert {left[0] for left in asked.answers} == {LOW, HIGH}
    place = asked.leading_to(HIGH)
    assert place is not None
    it.table.draw(it.stage.surface)
    match way:
        case "number":
            it.press(pygame.K_1 + place)
        case "cursor":
            it.press(pygame.K_TAB)
            while it.table.input.cursor != ChoiceTarget(place):
                it.press(pygame.K_RIGHT)
            it.press(pygame.K_SPACE)
        case _:
            it.click(ChoiceTarget(place))
    assert last(it) == HIGH
    assert it.table.view.spreads[0].stands_for == ("5", "6", "7")


def test_the_boxes_to_choose_from_lie_apart_and_in_the_window() -> None:
    it = Guest(after(dealt(LAW, "5H 6H 2S X1 X2", OTHER, then="KC"), (0, DRAW)), size=(960, 540))
    choose(it, "5H", "6H", "2S", "X1", "X2")
    it.click(ButtonTarget("spread"))
    boxes = [box for target, box in it.table.live().items() if isinstance(target, ChoiceTarget)]
    assert len(boxes) >= 4
    assert all(it.stage.surface.get_rect().contains(box) for box in boxes)
    assert all(a is b or not a.colliderect(b) for a in boxes for b in boxes)


def test_what_is_asked_covers_no_tick_of_the_chosen_cards() -> None:
    it = holding("5H 6H 2S 9C JC")
    choose(it, "5H", "6H", "2S")
    it.click(ButtonTarget("spread"))
    it.wait(1.0)
    board, skin = it.table.board, it.table.renderer.skin
    sprites = filter(None, map(board.sprite_of, board.chosen))
    highest = min(sprite.pose.bounds().top for sprite in sprites) - skin.px(Marks.TICK)
    lowest = max(box.bottom for box in it.table.renderer.choices().values())
    assert lowest + skin.px(8) <= highest


def test_escape_lays_nothing() -> None:
    it = holding("5H 6H 2S 9C JC")
    choose(it, "5H", "6H", "2S")
    it.click(ButtonTarget("spread"))
    it.press(pygame.K_ESCAPE)
    assert not it.table.input.question
    assert last(it) == DRAW


def hitting() -> Guest:
    """A run of one's own lies there; a joker fits either end."""
    hand = dealt(LAW, "5H 6H 7H X1 JC", OTHER, then="KC")
    return Guest(after(hand, (0, DRAW), (0, RUN)))


@pytest.mark.parametrize("way", ["spread", "button", "drag"])
def test_a_wild_hit_is_asked_about_where_both_ends_are_open(way: str) -> None:
    it = hitting()
    if way == "drag":
        it.drag_card("X1", it.table.board.layout.spreads[0].box)
    else:
        it.click(CardTarget("X1"))
        it.click(SpreadTarget(0) if way == "spread" else ButtonTarget("hit"))
    it.press(pygame.K_2)
    assert last(it) == Hit("X1", 0, "4")
    assert it.table.view.spreads[0].cards[0] == "X1"


def test_a_wild_two_that_can_be_itself_or_stand_in_is_asked_about() -> None:
    hand = dealt(LAW, "3H 4H 5H 2H JC", OTHER, then="KC")
    it = Guest(after(hand, (0, DRAW), (0, Spread(("3H", "4H", "5H")))))
    it.click(CardTarget("2H"))
    it.click(SpreadTarget(0))
    asked = it.table.input.asked
    assert asked is not None
    assert {left[0] for left in asked.answers} == {Hit("2H", 0), Hit("2H", 0, "6")}


def test_questions_narrow_down_one_thing_at_a_time() -> None:
    hits = [Hit("X1", 0, "4"), Hit("X1", 0, "8"), Hit("X1", 1, "K")]
    first = question_of(hits)
    assert first.kind is QuestionKind.SPREAD
    assert [len(left) for left in first.answers] == [2, 1]
    assert question_of(first.answers[0]).kind is QuestionKind.WILD
    assert first.leading_to(hits[2]) == 1


def test_marks_tell_what_stands_for_what() -> None:
    it = holding("5H 6H 2S 9C JC")
    choose(it, "5H", "6H", "2S")
    it.click(ButtonTarget("spread"))
    asked = it.table.input.asked
    assert asked is not None
    place = asked.leading_to(HIGH)
    assert place is not None
    it.click(ChoiceTarget(place))
    (run,) = it.table.view.spreads
    marks = [spread_mark(run, place) for place in range(3)]
    assert marks[:2] == [None, None]
    assert marks[2] is not None
    assert (marks[2].text, marks[2].suit) == ("7♥", "H")


@pytest.mark.parametrize(
    ("law", "card", "text"),
    [
        ("chicago", "2S", "wild"),
        ("chicago", "X1", "wild"),
        ("chicago", "3S", None),
        ("dead_jokers", "X1", "dead"),
        ("dead_jokers", "2S", None),
    ],
)
def test_cards_in_hand_are_marked(law: str, card: str, text: str | None) -> None:
    mark = hand_mark(rules(law), card)
    assert (mark.text if mark else None) == text


def dead() -> Hand:
    """A dead joker in hand, and a run of one's own."""
    hand = dealt(rules("dead_jokers"), "5H 6H 7H X1 JC", OTHER, then="9S KC")
    return after(hand, (0, DRAW), (0, RUN))


@pytest.mark.parametrize("way", ["spread", "hit", "onto"])
def test_a_dead_joker_says_why_it_cannot_be_laid(way: str) -> None:
    it = Guest(dead())
    choose(it, "X1")
    if way == "onto":
        it.click_at(it.table.board.layout.spreads[0].box.center)
    else:
        it.press(pygame.K_s if way == "spread" else pygame.K_h)
    assert it.table.line == "Jokers are dead here: you can only discard them."
    it.press(pygame.K_ESCAPE)
    it.click(CardTarget("X1"))
    it.click(PILE_TARGET)
    assert last(it) == Discard("X1")
