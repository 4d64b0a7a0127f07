"""The table by ear: each place says what it is; questions, refusals and the end are told."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.menus.lesson.page import LessonScene
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import DRAW, Discard, Hit, Spread
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import preset
from game.rules.results import NaturalBet, SideBets
from game.ui.kit.widget import sentences
from game.ui.session.table_scene import TableScene
from game.ui.shell.speech import Narrator, in_words
from game.ui.table.input.targets import (
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    PlayButton,
    SpreadTarget,
    Target,
)
from game.ui.table.painting.questions import wild_title
from game.ui.text.language import speak
from game.ui.text.move_words import card_text, cards_text
from tests.ui.stage import press, shown, stage
from tests.ui.table.hands_on import Person
from tests.ui.table.house import test_slap as slap
from tests.ui.table.house.positions import Guest, after, dealt, rules
from tests.ui.table.house.test_last_lay import guest as last_lay
from tests.ui.table.house.test_out_of_turn import guest as out_of_turn
from tests.ui.table.house.test_reminders import tonked
from tests.ui.table.staging import a_session
from tests.ui.table.test_house_rules import asking, slapping


def at_rest(seats: int, rules: str = "standard", seed: str = "5") -> Person:
    """Somebody whose turn it is, or who looks at a settlement."""
    person = Person(a_session(seats, seed, rules=rules), speed="instant")
    person.wait_until(person.is_to_act)
    return person


class Listener(Person):
    """Somebody with a voice that reads the screen aloud."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.heard: list[str] = []
        self._voice = Narrator(self.heard.append, lambda saying: self.heard.append(saying.text))

    def frame(self) -> None:
        super().frame()
        self._voice.follow(self.table, "en", wanted=True)

    def press(self, key: int, mod: int = 0) -> None:
        super().press(key, mod)
        self._voice.follow(self.table, "en", wanted=True)


def said_everywhere(table: TableScene) -> dict[Target, str]:
    """What is said with the cursor on each place."""
    told = {}
    for name in table.zones():
        table.input.cursor = name
        told[name] = table.spoken()
    return told


@pytest.mark.parametrize(("seats", "rules"), [(2, "standard"), (6, "waits"), (3, "rushville")])
def test_every_place_says_what_it_is_all_through_a_hand(seats: int, rules: str) -> None:
    person = at_rest(seats, rules)
    table = person.table
    while not person.is_settling():
        told = said_everywhere(table)
        assert all(text.strip() for text in told.values()), told
        assert len(set(told.values())) == len(told), told
        others = [text for text in table.situation() if "card" in text]
        assert len(others) >= seats - 1  # how many they hold
        action = person.choice()
        person.do_by_keys(action)
        person.wait_until(person.is_to_act)
    told = said_everywhere(table)
    assert told[ButtonTarget("next")] == "Next hand."
    assert len(set(told.values())) == len(told)


def test_a_chosen_card_and_a_dead_button_say_so() -> None:
    person = at_rest(2)
    card = person.table.view.hand[0]
    person.go_to(CardTarget(card))
    assert person.table.spoken() == f"{card_text(card)}."
    person.press(pygame.K_SPACE)
    assert person.table.spoken() == f"{card_text(card)}. chosen."
    speak("fr")
    try:
        assert person.table.spoken().endswith("choisie.")  # as a card is: une carte
    finally:
        speak("en")
    person.go_to(ButtonTarget("spread"))
    assert person.table.spoken() == "Spread. not now."


@pytest.mark.parametrize("by_letters", [True, False])
def test_each_turn_is_told_once_and_nothing_that_has_not_changed(*, by_letters: bool) -> None:
    person = Listener(a_session(3, "5"))
    while not person.is_settling():
        person.wait_until(person.is_to_act)
        turn, held = " ".join(person.heard), person.table.view.sizes
        if person.table.view.phase is Phase.START:
            assert turn.count("Draw, take or drop.") == turn.count("Your count") == 1
            assert turn.count(f"Basil: {held[1]} card") == 1
        else:
            assert turn.count("Your count") == 1
            assert "Basil: " not in turn
        assert "Discard. not now." not in person.heard
        person.do_by_keys(person.choice(), letters=by_letters)
        del person.heard[:-1]  # all but what the last key brought about at once
        person.wait_until(lambda: person.is_to_act() or person.is_settling())
    person.wait(3)
    assert "Your count" not in " ".join(person.heard)
    assert person.heard[-1].endswith("Next hand.")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_cards_dealt_and_the_one_turned_up_are_heard_once_a_hand(seats: int) -> None:
    person = Listener(a_session(seats, "5"))
    for _hand in range(2):
        person.wait_until(person.is_to_act)
        view, order = person.table.view, person.table.board.arrangement.order
        told = " ".join(person.heard)
        dealt = sentences(in_words(f"Your hand: {cards_text(order)}"))
        assert told.count(dealt) == told.count("Your hand:") == 1
        assert view.top
        top = in_words(card_text(view.top))
        if person.session.dealer == seats - 1:  # nobody has played before
            assert f"Draw, take or drop. Discards: {top}. Your count" in told
        person.heard.clear()
        while not person.is_settling():
            person.do_by_keys(person.choice(), letters=True)
            person.wait_until(lambda: person.is_to_act() or person.is_settling())
        assert "Your hand:" not in " ".join(person.heard)
        assert "Discards:" not in " ".join(person.heard), "each was heard as it was discarded"
        person.heard.clear()
        person.press(pygame.K_n)


def test_a_key_reads_out_the_hand_each_time() -> None:
    person = Listener(a_session(2, "5"))
    person.wait_until(person.is_to_act)
    order, before = person.table.board.arrangement.order, person.table.view
    for _time in range(2):
        person.heard.clear()
        person.press(pygame.K_l)
        person.wait(0.1)
        told = " ".join(person.heard)
        assert told.count(in_words(f"Your hand: {cards_text(order)}.")) == 1
        assert f"Your count: {person.table.view.count}." in told
        assert cards_text(order) in person.table.line
    assert person.table.view == before


def test_a_voice_turned_on_late_tells_of_the_present_hand_alone() -> None:
    person = at_rest(2)
    for _hand in range(3):
        while not person.is_settling():
            person.do_by_keys(person.choice(), letters=True)
            person.wait_until(lambda: person.is_to_act() or person.is_settling())
        person.press(pygame.K_n)
        person.wait_until(lambda: person.is_to_act() or person.is_settling())
    told = person.table.news()
    assert told[0] == "Hand 4"
    assert not any(text.startswith("Hand ") for text in told[1:])


def test_a_refusal_is_news_once() -> None:
    person = at_rest(2)
    person.table.news()
    person.press(pygame.K_o)
    assert list(person.table.news()) == [person.table.line]
    assert list(person.table.news()) == []


def test_which_spread_is_asked_with_what_lies_there() -> None:
    person = asking()
    person.go_to(ChoiceTarget(1))
    table = person.table
    assert table.spoken().startswith("Which spread?")
    told = said_everywhere(table)
    assert told[ChoiceTarget(0)] != told[ChoiceTarget(1)]
    assert "6♠" not in told[ChoiceTarget(0)]
    assert told[ChoiceTarget(1)] == told[SpreadTarget(1)]


def test_which_card_goes_after_a_slap_is_asked() -> None:
    person = slapping()
    person.click(ButtonTarget("slap"))
    told = said_everywhere(person.table)
    assert told[ChoiceTarget(0)].endswith("Keep all.")
    assert told[ChoiceTarget(1)].startswith("Slapped!")
    assert told[ChoiceTarget(1)] != told[ChoiceTarget(2)]


def test_what_a_wild_card_stands_for_is_asked_with_each_way_to_lay_it() -> None:
    rules = preset("standard").changed(jokers=4, wild="2X")
    players = Player("You"), Player("Ada", "regular")
    person = Person(Session.start(Plan(players, rules, "3")), speed="instant")
    for _turn in range(300):
        person.wait_until(person.is_to_act)
        if person.is_settling():
            person.press(pygame.K_RETURN)
            continue
        action = person.choice()
        person.do_by_keys(action)
        asked, answer = person.table.input.asked, person.table.answer_towards(action)
        if asked is None or answer is None:
            continue
        told = said_everywhere(person.table)
        choices = [text for target, text in told.items() if isinstance(target, ChoiceTarget)]
        assert all(text.startswith(wild_title(action)) for text in choices)
        assert len(set(choices)) == len(asked.answers) > 1
        return
    raise AssertionError("nothing was asked")


def test_what_everybody_held_is_told_once_at_the_end() -> None:
    person = at_rest(3)
    while not person.is_settling():
        person.table.news()
        person.do_by_keys(person.choice())
        person.wait_until(person.is_to_act)
    told = list(person.table.news())
    for name in person.session.names:
        assert sum(text.startswith(f"{name}:") and "Count in hand" in text for text in told) == 1
    assert list(person.table.news()) == []


def heard_at(it: Person, name: PlayButton) -> str:
    """What is said with the cursor on a button."""
    it.go_to(ButtonTarget(name))
    return it.table.spoken()


def test_what_bars_the_others_is_heard_with_their_cards() -> None:
    law = rules("waits", naturals=[], hit_blocks_out=True)
    hand = dealt(law, "3C 4C 6S 9H KH", "6C 6D 6H QS 8S", "TC TD TH 2S 4D", then="JS 9S", dealer=0)
    after(hand, (1, DRAW), (1, Spread(("6C", "6D", "6H"))), (1, Discard("QS")))
    after(hand, (2, DRAW), (2, Discard("2S")))
    it = Guest(hand)
    assert "Basil: 2 cards. No drop for 3 more turns." in it.table.situation()
    after(hand, (0, DRAW), (0, Hit("6S", 0)))
    it = Guest(hand)
    said = "Basil: 2 cards. No drop for 4 more turns. Was hit: can't go out next turn."
    assert said in it.table.situation()


def test_the_key_for_the_hand_reads_pots_and_balances_too() -> None:
    hand = dealt(rules(natural_bet="first_spread"), "3C 4C 6S 9H KH", "6C 6D 6H QS 8S", then="JS")
    hand.bets = SideBets(None, NaturalBet((0, 1), 4))
    it = Guest(hand)
    it.wait(2.0)
    it.table.news()
    it.press(pygame.K_l)
    told = list(it.table.news())
    assert told[0] == it.table.line
    assert told[1].startswith("Natural pot: 6 stakes to win, for you and Ada.")
    assert told[2] == "Balance. You: 99. Ada: 99."
    assert list(it.table.news()) == []


HEADS: dict[str, tuple[Callable[[], Hand], tuple[str, ...]]] = {
    "stock-out": (slap.ending, ("The hand ends here: slap 6♠, or let it pass?", "Your count: 24")),
    "claim": (
        lambda: slap.slappable("slap_polite", 2),
        ("You're next: take 6♠ and use it right away, or leave it?", "Your count: 35"),
    ),
    "tonk": (
        tonked,
        ("Spread, hit or pass", "Ada tonks. Empty your hand too and you win instead!"),
    ),
}


@pytest.mark.parametrize("case", HEADS)
def test_the_line_over_the_hand_is_heard_where_it_says_more_than_the_prompt(case: str) -> None:
    hand, said = HEADS[case]
    it = slap.guest(hand(), untimed=True)
    it.wait(0.5)
    assert it.table.situation()[: len(said)] == said


def test_why_a_tonk_pays_less_is_written_into_the_log() -> None:
    law = rules(tonk_needs="never", naturals=[])
    hand = dealt(law, "6C 6D 6H 7S 8S", "3C 4C 5C 9H KH", then="TS 9S 7D KD")
    it = Guest(after(hand, (0, DRAW), (0, Spread(("6C", "6D", "6H")))), speed="instant")
    for card in ("7S", "8S", "9S"):
        it.click(CardTarget(card))
    it.press(pygame.K_s)
    it.wait_until(it.is_settling)
    it.frame()
    assert "At this table a tonk like that pays only 1." in it.table.log.texts


def test_what_pots_bring_in_a_push_up_is_written_into_the_log() -> None:
    law = rules("push_up", natural_bet="first_spread", side_ante=2, naturals=[])
    hand = dealt(law, "6C 6D 6H 7S 8S", "3C 4C 5C 9H KH", then="TS 9S 7D KD")
    hand.bets = SideBets(None, NaturalBet((0, 1), 0))
    it = Guest(after(hand, (0, DRAW), (0, Spread(("6C", "6D", "6H")))), speed="instant")
    for card in ("7S", "8S", "9S"):
        it.click(CardTarget(card))
    it.press(pygame.K_s)
    it.wait_until(it.is_settling)
    it.frame()
    assert "You win 2 stakes from the side pots." in it.table.log.texts


def test_that_one_may_drop_between_turns_is_heard_and_that_one_has() -> None:
    it = out_of_turn()
    assert "Drop now, or pass" in it.table.news()
    alive = heard_at(it, "drop"), heard_at(it, "pass")
    assert alive[0].startswith("Drop")
    assert alive[1].startswith("Pass")
    it.table.news()
    it.press(pygame.K_k)
    assert "You drop out of turn." in it.table.news()


def test_the_pass_between_turns_is_heard_to_be_over() -> None:
    it = out_of_turn(seconds=10)
    alive = heard_at(it, "pass")
    it.press(pygame.K_p)
    it.wait(0.1)
    assert heard_at(it, "pass") not in {"", alive}, "the button stays, and says that it is dead"


def test_a_last_lay_and_its_pass_are_heard() -> None:
    it = last_lay()
    told = it.table.news()
    assert "Spread, hit or pass" in told
    assert "Cards you lay now don't count against you." in told
    assert heard_at(it, "pass").startswith("Pass")
    it.table.news()
    it.press(pygame.K_p)
    assert "You pass." in it.table.news()


def test_the_coach_is_heard() -> None:
    with stage() as app:
        lesson = shown(app, LessonScene(app))
        assert isinstance(lesson, LessonScene)
        assert lesson.coach_text in lesson.news()
        assert lesson.spoken() == "Continue"
        before = lesson.coach_text
        press(app, pygame.K_RETURN)
        assert lesson.coach_text != before
        assert lesson.coach_text in lesson.news()
