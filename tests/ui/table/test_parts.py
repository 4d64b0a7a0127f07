"""The small pure parts: arrangement, log, pace of the opponents, cursor, pointer, effects."""

from __future__ import annotations

from concurrent.futures import Future

import pygame
import pytest
from pygame import Rect

from game.rules.actions import DRAW, Action
from game.rules.results import Payment, PayReason
from game.ui.table.arrangement import Arrangement, Sorting
from game.ui.table.effects import BUBBLE_SECONDS, Effects, Notice
from game.ui.table.intents import (
    Act,
    Carry,
    Cycle,
    Grab,
    Hover,
    Intent,
    LetGo,
    Nudge,
    Press,
    PutBack,
    Step,
    Tap,
)
from game.ui.table.keyboard import intent_of, neighbour, next_group
from game.ui.table.logbook import Logbook
from game.ui.table.pointer import Pointer
from game.ui.table.rivals import Rivals, pause_for
from tests.ui.table.staging import a_session

# -- arrangement -----------------------------------------------------------------------------------


def test_a_hand_is_dealt_in_order_and_new_cards_come_last() -> None:
    held = Arrangement()
    held.deal(("KC", "2C", "AD", "2S"))
    assert held.order == ("AD", "2C", "2S", "KC")
    held.hold(("2C", "3H", "AD", "2S"))
    assert held.order == ("AD", "2C", "2S", "3H")


def test_sorting_by_suit_then_by_rank() -> None:
    held = Arrangement()
    held.deal(("KC", "X1", "2C", "AD", "2S"))
    held.sort(Sorting.SUIT)
    assert held.order == ("2C", "KC", "AD", "2S", "X1")
    held.sort(Sorting.RANK)
    assert held.order == ("AD", "2C", "2S", "KC", "X1")


def test_an_order_of_ones_own_is_kept_and_ends_with_the_hand() -> None:
    held = Arrangement()
    held.deal(("AC", "2C", "3C"))
    held.move("3C", 0)
    assert (held.order, held.sorting) == (("3C", "AC", "2C"), Sorting.OWN)
    held.move("3C", -5)
    held.move("KH", 1)
    assert held.order == ("3C", "AC", "2C")
    held.deal(("9C", "8C"))
    assert held.order == ("8C", "9C")


# -- log -------------------------------------------------------------------------------------------


def test_the_log_shows_its_end_and_can_be_read_back() -> None:
    log = Logbook()
    for number in range(10):
        log.add(str(number))
    assert [text for text, _ in log.seen(3).lines] == ["7", "8", "9"]
    log.scroll(-4, 3)
    assert [text for text, _ in log.seen(3).lines] == ["3", "4", "5"]
    log.add("10")
    assert [text for text, _ in log.seen(3).lines] == ["3", "4", "5"]
    log.scroll(-99, 3)
    assert log.seen(3).above == 0.0
    log.scroll(99, 3)
    assert [text for text, _ in log.seen(3).lines] == ["8", "9", "10"]
    assert log.seen(3).above == 1.0


def test_long_entries_are_broken_anew_for_another_window() -> None:
    log = Logbook()
    log.add("a b c", is_head=True)
    log.rebreak(lambda text: text.split())
    assert log.seen(9).lines == (("a", True), ("b", True), ("c", True))
    assert log.texts == ("a b c",)


# -- opponents' pace -------------------------------------------------------------------------------


def a_rival() -> tuple[Rivals, list[Future[Action]]]:
    asked: list[Future[Action]] = []

    def think(_view: object, _level: str, _seed: int) -> Future[Action]:
        asked.append(Future())
        return asked[-1]

    return Rivals(think), asked


def test_an_opponent_answers_when_it_has_thought_and_when_it_is_time() -> None:
    session = a_session()
    session.next_hand()
    rivals, asked = a_rival()
    rivals.begin(1, session.view(1), "regular", 500, "normal")
    asked[0].set_result(DRAW)
    assert rivals.answer() is None
    assert rivals.idle_for() == pytest.approx(pause_for(session.view(1), 500, "normal"))
    rivals.update(5.0)
    assert rivals.answer() == DRAW
    assert not rivals.is_thinking


def test_at_instant_speed_only_the_answer_is_waited_for() -> None:
    session = a_session()
    session.next_hand()
    rivals, asked = a_rival()
    rivals.begin(1, session.view(1), "regular", 1, "instant")
    assert (rivals.answer(), rivals.idle_for()) == (None, None)
    asked[0].set_result(DRAW)
    assert rivals.answer() == DRAW


def test_the_pace_varies_within_bounds_and_by_the_setting() -> None:
    session = a_session()
    session.next_hand()
    view = session.view(1)
    pauses = [pause_for(view, seed, "normal") for seed in range(2000)]
    assert 0.5 < min(pauses) < max(pauses) < 1.2
    assert len(set(pauses)) > 500
    speeds = [pause_for(view, 7, speed) for speed in ("slow", "normal", "fast", "instant")]
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[-1] == 0.0


# -- keyboard --------------------------------------------------------------------------------------

PLACES = {
    "stock": Rect(500, 200, 90, 130),
    "pile": Rect(610, 200, 90, 130),
    "spread:0": Rect(800, 210, 120, 110),
    "card:AC": Rect(400, 500, 80, 140),
    "card:KD": Rect(480, 500, 80, 140),
    "button:drop": Rect(350, 660, 120, 40),
    "button:hit": Rect(480, 660, 120, 40),
}


@pytest.mark.parametrize(
    ("start", "step", "end"),
    [
        ("stock", Step(1, 0), "pile"),
        ("pile", Step(1, 0), "spread:0"),
        ("spread:0", Step(1, 0), "spread:0"),
        ("stock", Step(0, 1), "card:KD"),
        ("card:AC", Step(0, 1), "button:drop"),
        ("card:KD", Step(0, 1), "button:hit"),
        ("button:hit", Step(0, -1), "card:KD"),
        ("card:KD", Step(-1, 0), "card:AC"),
        ("card:AC", Step(0, -1), "stock"),
        (None, Step(0, 1), "card:AC"),
        ("gone", Step(0, 1), "card:AC"),
    ],
)
def test_the_cursor_goes_to_what_lies_that_way(start: str | None, step: Step, end: str) -> None:
    assert neighbour(PLACES, start, step) == end


def test_tab_goes_from_kind_to_kind_and_round() -> None:
    seen = ["stock"]
    for _ in range(4):
        seen.append(next_group(PLACES, seen[-1], 1) or "")
    assert seen == ["stock", "spread:0", "card:AC", "button:drop", "stock"]
    assert next_group(PLACES, "stock", -1) == "button:drop"
    assert next_group({}, None, 1) is None


@pytest.mark.parametrize(
    ("key", "mod", "intent"),
    [
        (pygame.K_d, 0, Press("draw")),
        (pygame.K_d, pygame.KMOD_LSHIFT, Press("drop")),
        (pygame.K_d, pygame.KMOD_LCTRL, None),
        (pygame.K_LEFT, pygame.KMOD_RSHIFT, Nudge(-1)),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, Cycle(-1)),
        (pygame.K_SPACE, 0, Act()),
        (pygame.K_F5, 0, None),
    ],
)
def test_keys_mean_what_the_buttons_say(key: int, mod: int, intent: Intent | None) -> None:
    assert intent_of(pygame.Event(pygame.KEYDOWN, key=key, mod=mod)) == intent
    assert intent_of(pygame.Event(pygame.KEYUP, key=key, mod=mod)) is None


# -- pointer ---------------------------------------------------------------------------------------


def at(pos: tuple[int, int]) -> str | None:
    return next((name for name, box in PLACES.items() if box.collidepoint(pos)), None)


def intents(pointer: Pointer, *events: pygame.Event) -> list[Intent]:
    return [intent for event in events for intent in pointer.read(event)]


def mouse(kind: int, pos: tuple[int, int], button: int = 1) -> pygame.Event:
    return pygame.Event(kind, pos=pos, button=button)


DOWN, UP, MOVE = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
ON_CARD, NEAR, ON_PILE = (440, 550), (443, 553), (650, 250)


def test_a_press_and_a_release_on_the_same_place_is_a_tap() -> None:
    pointer = Pointer(at, lambda _target: True)
    done = intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, NEAR), mouse(UP, NEAR))
    assert done == [Tap("card:AC")]


def test_a_press_that_wanders_off_what_cannot_be_grabbed_is_nothing() -> None:
    pointer = Pointer(at, lambda _target: False)
    assert intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, ON_PILE), mouse(UP, ON_PILE)) == []


def test_a_drag_grabs_carries_and_lets_go() -> None:
    pointer = Pointer(at, lambda _target: True)
    done = intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, ON_PILE), mouse(UP, ON_PILE))
    assert done == [Grab("card:AC", ON_CARD), Carry(ON_PILE), LetGo(ON_PILE)]


def test_leaving_the_window_puts_back_what_is_carried() -> None:
    pointer = Pointer(at, lambda _target: True)
    intents(pointer, mouse(DOWN, ON_CARD), mouse(MOVE, ON_PILE))
    assert intents(pointer, pygame.Event(pygame.WINDOWFOCUSLOST)) == [PutBack(), Hover(None)]
    assert intents(pointer, mouse(UP, ON_PILE)) == []


def test_other_buttons_do_nothing() -> None:
    pointer = Pointer(at, lambda _target: True)
    assert intents(pointer, mouse(DOWN, ON_CARD, 3), mouse(UP, ON_CARD, 3)) == []


# -- effects ---------------------------------------------------------------------------------------


def test_coins_leave_at_once_and_arrive_later() -> None:
    effects = Effects()
    effects.pay(Payment(1, 0, 2, PayReason.DROP), 0.5)
    assert (effects.received(1), effects.received(0)) == (-2, 0)
    effects.update(0.3)
    assert effects.received(0) == 0
    effects.update(0.3)
    assert (effects.received(1), effects.received(0)) == (-2, 2)
    effects.pay(Payment(2, 0, 1, PayReason.DROP), 9.0)
    effects.finish()
    assert effects.received(0) == 3


def test_what_is_told_stays_long_enough_then_fades() -> None:
    effects = Effects()
    effects.say(1, "Ada drops.")
    effects.say(1, "Ada pays.")
    assert effects.idle_for() == pytest.approx(BUBBLE_SECONDS - 0.25)
    effects.update(BUBBLE_SECONDS - 0.1)
    assert (effects.bubbles[1].text, effects.idle_for()) == ("Ada pays.", 0.0)
    assert effects.update(0.2)
    assert effects.bubbles == {}
    assert effects.idle_for() is None


def test_a_notice_goes_by_itself() -> None:
    notice = Notice()
    notice.show("No.")
    assert not notice.update(1.0)
    assert notice.update(3.0)
    assert (notice.text, notice.idle_for()) == ("", None)
