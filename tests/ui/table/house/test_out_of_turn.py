"""Drops between the turns of others: by mouse and keys, in a race, seat by seat, refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from ai.betting import reaction
from game.play.plan import Plan, Player
from game.rules.actions import DRAW, DROP, PASS, Action, Discard, Draw, Slap, Spread
from game.rules.hand import Hand
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.saves.store import Store
from game.ui.session.table_scene import TableScene
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    SpreadTarget,
    Target,
)
from game.ui.table.painting.marks import head_line
from game.ui.table.painting.status import Guide, button_names
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules
from tests.ui.table.staging import FakeStage

LOW, HIGH = "AC 2D 3H 2S 4C", "9C 8H 7S TC KH"
ADA, BASIL = "6C 6D 6H QS 9S", "5S 4D 8S JD QD"


def passing(view: SeatView) -> Action | None:
    """Never drops out of turn nor slaps, and takes for ever over everything else."""
    return PASS if PASS in view.legal else None


def dropping(view: SeatView) -> Action | None:
    """Drops as soon as it may."""
    return DROP if DROP in view.legal else PASS if PASS in view.legal else None


def slapping(view: SeatView) -> Action | None:
    """Slaps as soon as it may, and takes for ever over its turns."""
    first = next((each for each in view.legal if isinstance(each, Slap)), None)
    return first or passing(view)


def law(**changes: object) -> RuleSet:
    return rules("standard", drop_when="any_time", **changes)


def between(mine: str = LOW, seats: int = 3, **changes: object) -> Hand:
    """Ada, who began, has discarded; Basil is next, of two it is the player."""
    others = (BASIL,) if seats == 3 else ()
    hand = dealt(law(**changes), mine, ADA, *others, then="9D KD 3C 5H", dealer=0)
    return after(hand, (1, DRAW), (1, Discard("QS")))


def guest(hand: Hand | None = None, *, seconds: float = 2.5) -> Guest:
    """Somebody between two turns, in a race in which nobody else takes part."""
    think = replying({1: passing, 2: passing})
    return Guest(hand or between(), think=think, slap_seconds=seconds)


def clock(it: Guest) -> float | None:
    """The part of the race that is left."""
    return it.table.flow.slaps.clock


def last(it: Guest) -> tuple[int, Action]:
    """Who has done what last."""
    move = it.now.moves[-1]
    return move.seat, move.action


def text(it: Guest) -> str:
    """The log."""
    return "\n".join(it.table.log.texts)


def hint_at(it: Guest, target: Target) -> str:
    """The tooltip of a target."""
    tip = it.table.tip(it.table.zones()[target].center)
    return "" if tip is None else tip.text


WAYS: dict[str, Callable[[Guest], None]] = {
    "button": lambda it: it.click(ButtonTarget("drop")),
    "K": lambda it: it.press(pygame.K_k),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_player_drops_between_the_turns_of_others(way: str) -> None:
    it = guest()
    it.wait(0.2)
    WAYS[way](it)
    assert last(it) == (0, DROP)
    it.wait_until(it.is_settling)
    assert it.now.result is not None
    assert it.now.result.ending is Ending.DROP
    assert "You drop out of turn." in text(it)


@pytest.mark.parametrize("untimed", [False, True])
def test_a_risky_drop_is_asked_about_between_turns_too(*, untimed: bool) -> None:
    think = replying({1: passing, 2: passing})
    it = Guest(between(HIGH), think=think, slap_untimed=untimed, ask_drop=True)
    it.wait(0.2)
    it.press(pygame.K_k)
    assert it.stage.pushed, "the table, and with it the clock, stands still behind the question"
    assert last(it) == (1, Discard("QS"))
    it.choose("button:yes")
    assert last(it) == (0, DROP)
    it = Guest(between(), think=think, slap_untimed=untimed, ask_drop=True)
    it.wait(0.2)
    it.press(pygame.K_k)
    assert last(it) == (0, DROP), "low enough"


def test_after_the_deal_a_player_may_drop_before_anybody_plays() -> None:
    it = guest(dealt(law(), LOW, ADA, BASIL, then="9D KD", dealer=0))
    assert it.now.turn == 1
    it.press(pygame.K_k)
    assert last(it) == (0, DROP)


def test_that_it_is_possible_is_said_and_where_it_is_sensible_urged() -> None:
    it = guest()
    names = it.session.names
    assert Guide(it.now).prompt() == "Drop now, or pass"
    assert Guide(it.now).reminder() == "You may drop between turns, and you are low."
    assert head_line(it.now, names, is_scene=False) == f"You can drop before {names[2]} plays."
    said = it.table.situation()
    assert said == ("Drop now, or pass", "Your count: 12"), "there is no time for more"
    it = guest(between(HIGH))
    assert Guide(it.now).prompt() == "Drop now, or pass"
    assert Guide(it.now).reminder() == "You may also drop between turns."
    assert head_line(it.now, names, is_scene=False) == ""


def test_the_space_bar_alone_passes_and_never_drops() -> None:
    it = guest(seconds=10)
    it.press(pygame.K_SPACE)
    it.wait(0.1)
    assert not it.table.flow.slaps.is_on
    assert last(it) == (1, Discard("QS"))


def test_the_clock_runs_out_and_then_it_is_too_late() -> None:
    it = guest(seconds=1)
    assert clock(it) == 1.0
    it.wait(1.1)
    assert clock(it) is None
    assert DROP not in it.now.legal
    it.press(pygame.K_k)
    assert it.table.line == "You may drop between turns: wait for this one to end."
    assert last(it) == (1, Discard("QS"))


def test_while_another_plays_nobody_drops() -> None:
    hand = after(between(), (2, DRAW))
    it = guest(hand)
    it.press(pygame.K_k)
    assert it.table.line == "You may drop between turns: wait for this one to end."


def test_an_opponent_that_is_quicker_drops_and_is_shown_told_and_written_down() -> None:
    it = Guest(between(), think=replying({1: dropping, 2: passing}), slap_seconds=4)
    late = 4 * reaction(it.session.decision_seed(1))
    assert late < 4
    it.wait(late - 0.2)
    assert last(it) == (1, Discard("QS"))
    it.wait(0.5)
    assert last(it) == (1, DROP)
    told = f"{it.session.names[1]} drops out of turn."
    assert it.table.board.effects.bubbles[1].text == told
    assert told in it.table.news()
    assert told in it.table.log.texts


def test_untimed_each_seat_is_asked_in_turn_the_one_that_played_last() -> None:
    asked: list[int] = []

    def ask(view: SeatView) -> Action | None:
        if PASS in view.legal:
            asked.append(view.seat)
            return PASS
        return None

    it = Guest(between(), think=replying({1: ask, 2: ask}), slap_untimed=True)
    it.wait(1.0)
    assert asked == [2]
    assert clock(it) is None
    it.wait(30.0)
    assert it.table.flow.slaps.asks_me, "there is no hurry"
    it.click(ButtonTarget("pass"))
    it.wait(0.1)
    assert asked == [2, 1]
    assert not it.table.flow.slaps.is_on


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_next_seat_begins_once_the_others_have_decided(way: str) -> None:
    it = guest(between(seats=2), seconds=10)
    assert it.now.turn == 0
    if way == "mouse":
        it.click(STOCK_TARGET)
    else:
        it.press(pygame.K_d)
    it.wait(0.1)
    assert last(it) == (0, DRAW)


def test_who_would_begin_waits_for_a_drop_that_comes_before() -> None:
    it = Guest(between(seats=2), think=replying({1: dropping}), slap_seconds=4)
    it.click(PILE_TARGET)
    assert last(it) == (1, Discard("QS")), "the others still decide"
    it.wait(4.0)
    assert last(it) == (1, DROP)


def test_who_would_begin_hears_that_others_may_still_act() -> None:
    it = Guest(between(seats=2), think=replying({}), slap_seconds=4)
    it.press(pygame.K_d)
    it.wait(0.1)
    it.press(pygame.K_d)
    assert it.table.line == "The others may still act before your turn."


def test_where_a_touch_of_the_stock_is_final_it_begins_the_turn_too() -> None:
    it = guest(between(seats=2, touch_stock=True), seconds=10)
    x, y = it.table.live()[STOCK_TARGET].center
    it.hold((x, y), (x, y - 200))
    it.release((x, y - 200))
    it.wait(0.1)
    assert last(it) == (0, DRAW)


def test_only_what_can_be_slapped_is_offered_to_be_slapped() -> None:
    it = guest(seconds=10)
    assert clock(it) is not None
    assert "Slap" not in hint_at(it, PILE_TARGET)
    it = guest(slappable(), seconds=10)
    assert "Slap it before the line around it runs out." in hint_at(it, PILE_TARGET)


def test_the_next_seat_too_may_drop_in_the_race() -> None:
    it = guest(between(seats=2))
    it.click(ButtonTarget("drop"))
    assert last(it) == (0, DROP)
    it.wait_until(it.is_settling)
    assert "You drop." in it.table.log.texts
    assert "out of turn" not in text(it)


def test_the_button_to_pass_stands_still() -> None:
    it = guest()
    names = button_names(it.now)
    assert "pass" in names
    it.press(pygame.K_p)
    it.wait(0.1)
    assert button_names(it.now) == names
    assert ButtonTarget("pass") not in it.table.live()


# -- waits and highest counts --------------------------------------------------------------------


def test_who_waits_is_not_asked_and_is_told_why() -> None:
    hand = dealt(law(wait_after_spread=3), "2C 2D 2H 3S 4C", ADA, BASIL, then="9D KD QH JC")
    after(hand, (0, DRAW), (0, Spread(("2C", "2D", "2H"))), (0, Discard("KD")))
    it = guest(after(hand, (1, DRAW), (1, Discard("QS"))))
    assert not it.table.flow.slaps.asks_me
    assert ButtonTarget("drop") not in it.table.live()
    it.press(pygame.K_k)
    assert it.table.line == "You must wait 3 more turns before you may drop."


def test_who_counts_too_much_is_not_asked_and_is_told_the_numbers() -> None:
    it = guest(between(drop_at_most=5))
    assert not it.table.flow.slaps.asks_me
    it.press(pygame.K_k)
    assert it.table.line == "You have 12, but dropping here takes 5 or less."


def test_at_a_turn_of_ones_own_the_highest_count_is_told_beforehand() -> None:
    hand = dealt(rules(drop_at_most=5), LOW, ADA, then="9D KD")
    it = guest(hand)
    assert ButtonTarget("drop") not in it.table.live()
    assert Guide(it.now).reminder() == "You need 5 or less to drop."


# -- beside slaps --------------------------------------------------------------------------------


def slappable(mine: str = LOW) -> Hand:
    """Ada lays three sixes and discards the fourth."""
    table = law(slap="race")
    hand = dealt(table, mine, "6C 6D 6H 6S 9C", BASIL, then="9D KD", dealer=0)
    return after(hand, (1, DRAW), (1, Spread(("6C", "6D", "6H"))), (1, Discard("6S")))


def test_slaps_and_drops_stand_in_one_window() -> None:
    it = guest(slappable())
    assert Guide(it.now).prompt() == "Slap it, drop, or let it pass"
    assert {ButtonTarget("drop"), ButtonTarget("slap"), SpreadTarget(0)} <= set(it.table.live())
    it.press(pygame.K_k)
    assert last(it) == (0, DROP)
    it = guest(slappable())
    it.press(pygame.K_SPACE)
    it.press(pygame.K_p)
    assert last(it) == (0, Slap(0, 0))


def test_a_turn_that_was_to_begin_is_asked_about_anew_after_a_slap() -> None:
    """Its discard is gone, and so may be the reason for the draw."""
    mine = "2C 8H 7S TC KH"
    hand = dealt(law(slap="race"), mine, "6C 6D 6H 6S 9C", then="9D KD 3C 5H", dealer=0)
    after(hand, (1, DRAW), (1, Spread(("6C", "6D", "6H"))), (1, Discard("6S")))
    it = Guest(hand, think=replying({1: slapping}), slap_seconds=2)
    it.click(STOCK_TARGET)
    it.wait_until(lambda: isinstance(last(it)[1], Slap))
    it.wait(4.0)
    assert last(it) == (1, Slap(1, 0))
    assert DRAW in it.now.legal


def test_a_drop_is_no_answer_to_which_card_goes_after_a_slap() -> None:
    it = guest(slappable())
    it.press(pygame.K_w)
    assert it.table.input.question
    it.press(pygame.K_ESCAPE)
    it.click(ButtonTarget("drop"))
    assert last(it) == (0, DROP)


# -- left and taken up again ---------------------------------------------------------------------


def test_a_game_left_between_two_turns_goes_on_there(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    players = (Player("You"), Player("Ada", "regular"), Player("Basil", "regular"))
    session = store.start(Plan(players, law(naturals=[]), "3"))
    session.next_hand()
    while session.hand is not None and (session.hand.turn != 2 or len(session.hand.log) < 2):
        hand = session.hand
        draws = DRAW if DRAW in hand.legal() else None
        throws = (each for each in hand.legal() if isinstance(each, Discard))
        session.act(hand.turn, draws or next(throws))
    store.close()  # as if the program had been killed: every move has been kept already
    again = Store.open(tmp_path)
    kept = again.saved_session()
    assert kept is not None
    stage = FakeStage(speed="normal", thinker=replying({1: passing, 2: passing}))
    table = TableScene(stage, kept)
    assert table.flow.slaps.asks_me
    assert {DROP, PASS} <= set(table.view.legal)
    assert not isinstance(table.view.moves[-1].action, Draw)
    again.close()
