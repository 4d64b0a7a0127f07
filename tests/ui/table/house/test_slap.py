"""Slapping a discard: by mouse and by keys, against the clock, asked seat by seat, asked first."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pygame
import pytest

from ai.betting import reaction
from game.rules.actions import DRAW, DROP, PASS, TAKE, Action, Discard, Hit, Pass, Slap, Spread
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.results import Ending
from game.rules.view import SeatView
from game.saves.settings import LANGUAGES
from game.ui.look.appearance import Look
from game.ui.shell.keys import key_text
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    ChoiceTarget,
    SpreadTarget,
)
from game.ui.table.painting.furniture import least_with_key
from game.ui.table.painting.status import Guide
from game.ui.text import language
from tests.ui.table.house.positions import Guest, after, dealt, first_of, replying, rules
from tests.ui.test_everything_fits import spoken

BOOK = Spread(("6C", "6D", "6H"))
MINE = "3C 5H 7S TC KH"


def passing(view: SeatView) -> Action | None:
    """Lets every slap go by, and takes for ever over everything else."""
    return PASS if any(isinstance(action, Slap) for action in view.legal) else None


def clock(it: Guest) -> float | None:
    """The part of the race that is left."""
    return it.table.flow.slaps.clock


def last(it: Guest) -> Action:
    """What has been done last."""
    return it.table.view.moves[-1].action


def ending_of(it: Guest) -> Ending | None:
    """How the hand has ended, if it has."""
    result = it.table.view.result
    return None if result is None else result.ending


def slappable(law: str = "slap", seats: int = 3) -> Hand:
    """Seat 1 lays three sixes and discards the fourth; the next seat is 2, or 0 of two."""
    others = ("2S 4D 8S JD QD",) if seats == 3 else ()
    hand = dealt(rules(law), MINE, "6C 6D 6H 6S 9C", *others, then="9D KD", dealer=0)
    return after(hand, (1, DRAW), (1, BOOK), (1, Discard("6S")))


def two_spreads() -> Hand:
    """Seat 1's last discard fits its book and its run."""
    hand = dealt(
        rules("slap", hand_size=7, naturals=[]),
        "3C 5H 7S TC KH 2D 2C",
        "6C 6D 6H 6S 3S 4S 5S",
        "4D 8S JD QD 9S 9H 8C",
        then="9D KD",
        dealer=0,
    )
    run = Spread(("3S", "4S", "5S"))
    return after(hand, (1, DRAW), (1, BOOK), (1, run), (1, Discard("6S")))


def guest(hand: Hand | None = None, *, seconds: float = 2.5, untimed: bool = False) -> Guest:
    """Somebody in a race in which nobody else takes part."""
    think = replying({1: passing, 2: passing})
    hand = hand or slappable()
    return Guest(hand, think=think, slap_seconds=seconds, slap_untimed=untimed)


BEGINNINGS: dict[str, Callable[[Guest], None]] = {
    "button": lambda it: it.click(ButtonTarget("slap")),
    "spread": lambda it: it.click(SpreadTarget(0)),
    "pile": lambda it: it.click(PILE_TARGET),
    "drag": lambda it: it.drag(
        it.table.live()[PILE_TARGET].center, it.table.live()[SpreadTarget(0)].center
    ),
    "W": lambda it: it.press(pygame.K_w),
    "space": lambda it: it.press(pygame.K_SPACE),
}
ENDINGS: dict[str, tuple[Callable[[Guest], None], str | None]] = {
    "card clicked": (lambda it: it.click(ChoiceTarget(2)), "TC"),
    "none clicked": (lambda it: it.click(ChoiceTarget(0)), None),
    "number": (lambda it: it.press(pygame.K_1), "3C"),
    "P": (lambda it: it.press(pygame.K_p), None),
    "cursor": (lambda it: it.press(pygame.K_SPACE), None),
}


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_discard_is_slapped_by_any_gesture(beginning: str) -> None:
    it = guest()
    it.wait(0.2)
    BEGINNINGS[beginning](it)
    assert it.table.input.question, "a card of one's own may go as well"
    it.press(pygame.K_p)
    assert last(it) == Slap(0, 0)
    assert "6S" in it.now.spreads[0].cards


def test_a_race_does_not_run_on_while_the_program_could_not() -> None:
    """The lid was shut, the window was being dragged: nobody could have slapped."""
    it = guest()
    it.wait(0.2)
    before = clock(it)
    it.table.update(60.0)
    now = clock(it)
    assert before is not None
    assert now is not None
    assert before > now > before - 0.1
    it.press(pygame.K_w)
    it.press(pygame.K_p)
    assert last(it) == Slap(0, 0)


@pytest.mark.parametrize("ending", ENDINGS)
def test_after_a_slap_a_card_goes_or_none(ending: str) -> None:
    it = guest()
    act, card = ENDINGS[ending]
    it.press(pygame.K_w)
    if ending == "cursor":
        it.go_to(ChoiceTarget(0))
    act(it)
    assert last(it) == Slap(0, 0, card)


@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_that_no_card_goes_can_be_read_in_full_with_its_key(tongue: str, scale: int) -> None:
    it = guest(seconds=10)
    it.stage.services.theme.set_look(Look(scale=scale))
    with spoken(tongue):
        it.table.resize((960, 540))
        it.press(pygame.K_w)
        words = ButtonLook(language._("Keep all"), key_text("pass"), is_lit=True)
        box = it.table.zones()[ChoiceTarget(0)]
        assert box.width >= least_with_key(it.table.renderer.skin, words)
        others = [it.table.board.layout.buttons[name] for name in ("drop", "discard", "hit")]
        assert box.collidelist(others) == -1


def test_where_two_spreads_take_it_the_spread_is_asked_first() -> None:
    it = guest(two_spreads())
    it.press(pygame.K_w)
    assert it.table.live()[ChoiceTarget(1)] == it.table.live()[SpreadTarget(1)]
    it.press(pygame.K_2)
    it.press(pygame.K_p)
    assert last(it) == Slap(0, 1)


def test_the_clock_runs_out_and_then_nobody_slaps() -> None:
    it = guest(seconds=1)
    assert clock(it) == 1.0
    it.wait(0.5)
    assert 0.4 < (clock(it) or 0) < 0.6
    assert it.table.idle_for() is not None, "the clock has to be seen to run"
    it.wait(0.6)
    assert clock(it) is None
    assert not any(isinstance(action, Slap) for action in it.now.legal)
    assert ButtonTarget("slap") not in it.table.live()
    assert it.session.hand is not None
    assert it.session.hand.legal_slaps(0), "time is not in the rules"


def test_every_frame_of_a_race_is_drawn_and_none_after_it() -> None:
    it = guest(seconds=1)
    it.wait(0.3)
    assert it.table.update(1 / 60)
    it.wait(3.0)
    assert not it.table.update(1 / 60)


def test_the_clock_stands_while_a_discard_is_chosen_and_goes_on_after_escape() -> None:
    it = guest(seconds=1)
    it.wait(0.2)
    it.press(pygame.K_w)
    left = clock(it)
    it.wait(3.0)
    assert clock(it) == left
    it.press(pygame.K_ESCAPE)
    assert not it.table.input.question
    it.wait(1.0)
    assert clock(it) is None
    assert last(it) == Discard("6S")


def test_who_passes_does_not_wait_for_the_clock() -> None:
    it = guest(seconds=10)
    it.click(ButtonTarget("pass"))
    it.wait(0.1)
    assert not it.table.flow.slaps.is_on
    assert it.now.legal == ()


def test_an_opponent_that_is_quicker_has_it() -> None:
    think = replying({1: passing, 2: first_of(Slap)})
    it = Guest(slappable(), think=think, slap_seconds=4)
    late = 4 * reaction(it.session.decision_seed(2))
    assert late < 4
    it.wait(late - 0.2)
    assert last(it) == Discard("6S")
    it.wait(0.4)
    move = it.table.view.moves[-1]
    assert (move.seat, type(move.action)) == (2, Slap)


@pytest.mark.parametrize("is_slapped", [False, True])
def test_the_quicker_is_waited_for_however_long_it_thinks(*, is_slapped: bool) -> None:
    thoughts: dict[int, Future[Action]] = {}

    def think(view: SeatView, _level: str, _seed: int) -> Future[Action]:
        return thoughts.setdefault(view.seat, Future())

    it = Guest(slappable(), think=think, slap_seconds=1)
    it.click(ButtonTarget("pass"))
    it.frame()
    quick, slow = sorted((1, 2), key=lambda seat: reaction(it.session.decision_seed(seat)))
    thoughts[slow].set_result(Slap(slow, 0))
    it.wait(3.0)
    assert last(it) == Discard("6S")
    thoughts[quick].set_result(Slap(quick, 0) if is_slapped else PASS)
    it.frame()
    assert last(it) == Slap(quick if is_slapped else slow, 0)


def test_bots_among_themselves_do_not_take_the_persons_time() -> None:
    it = Guest(slappable(), think=replying({1: passing, 2: first_of(Slap)}), slap_seconds=10)
    it.click(ButtonTarget("pass"))
    it.wait(1.0)
    assert isinstance(last(it), Slap)


def test_a_discard_in_the_hand_of_the_slower_slips_out_of_it() -> None:
    think = replying({1: passing, 2: first_of(Slap)})
    it = Guest(slappable(), think=think, slap_seconds=10)
    pile = it.table.live()[PILE_TARGET].center
    it.hold(pile, it.table.board.layout.lay.midtop)
    assert it.table.input.carrier.pulled == PILE_TARGET
    it.wait_until(lambda: last(it) != Discard("6S"))
    assert not it.table.input.carrier.is_carrying
    it.release(pile)
    it.wait(2.0)
    assert not any(sprite.is_held for _slot, sprite in it.table.board.sprites)
    assert all(sprite.pose == sprite.goal for _slot, sprite in it.table.board.sprites)


def test_reactions_come_from_the_seed_and_take_part_of_the_race() -> None:
    times = [reaction(seed * 7_777_777) for seed in range(2000)]
    assert times == [reaction(seed * 7_777_777) for seed in range(2000)]
    assert 0.3 <= min(times) < 0.35
    assert 1.0 < max(times) <= 1.05


def test_untimed_the_next_seat_is_asked_first_and_the_discarder_last() -> None:
    asked: list[int] = []

    def ask(view: SeatView) -> Action | None:
        if any(isinstance(action, Slap) for action in view.legal):
            asked.append(view.seat)
            assert all(isinstance(action, Slap | Pass) for action in view.legal)
            return PASS
        return None

    it = Guest(slappable(), think=replying({1: ask, 2: ask}), slap_untimed=True)
    it.wait(1.0)
    assert asked == [2]
    assert clock(it) is None
    it.wait(30.0)
    assert it.table.flow.slaps.asks_me, "there is no hurry"
    it.click(ButtonTarget("pass"))
    it.wait(0.1)
    assert asked == [2, 1]
    assert not it.table.flow.slaps.is_on


def test_in_a_race_the_next_seat_may_act_and_ends_it() -> None:
    it = guest(slappable("slap", 2), seconds=10)
    assert it.now.turn == 0
    it.click(STOCK_TARGET)
    assert last(it) == DRAW
    assert not it.table.flow.slaps.is_on


def test_in_a_race_the_next_seat_is_offered_its_turn_and_no_drop_between_turns() -> None:
    it = guest(slappable("slap", 2), seconds=10)
    assert {DROP, DRAW, TAKE, PASS} <= set(it.now.legal)
    assert Guide(it.now).prompt() == "Slap it, or begin your turn"
    assert Guide(it.now).reminder() == ""
    it = guest(slappable("slap", 2), untimed=True)
    assert Guide(it.now).prompt() == "Slap it, or let it pass"


def test_that_a_discard_cannot_be_taken_is_not_said_before_the_turn() -> None:
    hand = dealt(rules("slap", take="use_now"), MINE, "6C 6D 6H 6S 9C", then="9D KD", dealer=0)
    it = guest(after(hand, (1, DRAW), (1, BOOK), (1, Discard("6S"))), untimed=True)
    it.wait(0.2)
    assert Guide(it.now).reminder() == ""


def test_untimed_the_next_seat_decides_on_the_slap_before_its_turn() -> None:
    it = guest(slappable("slap", 2), untimed=True)
    assert STOCK_TARGET not in it.table.live()
    it.press(pygame.K_p)
    it.wait(0.1)
    assert STOCK_TARGET in it.table.live()


# -- the next seat first -------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_next_seat_is_asked_politely_and_must_use_what_it_takes(way: str) -> None:
    it = guest(slappable("slap_polite", 2))
    it.wait(0.2)
    assert STOCK_TARGET not in it.table.live()
    assert ButtonTarget("slap") not in it.table.live()
    if way == "mouse":
        it.click(PILE_TARGET)
    else:
        it.press(pygame.K_t)
    assert last(it) == TAKE
    assert it.now.must_use == "6S"
    assert set(it.now.legal) == {Hit("6S", 0)}
    it.wait(1.0)
    it.click(CardTarget("KH"))
    assert ButtonTarget("discard") not in it.table.live()
    it.press(pygame.K_x)
    assert it.table.line == "First spread or hit with the card you took."
    it.click(CardTarget("KH"))
    it.click(CardTarget("6S"))
    it.click(SpreadTarget(0))
    assert last(it) == Hit("6S", 0)
    assert any(isinstance(action, Discard) for action in it.now.legal)


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_what_is_left_politely_goes_to_the_others_and_may_not_be_slapped(way: str) -> None:
    it = guest(slappable("slap_polite", 2))
    it.wait(0.2)
    if way == "mouse":
        it.click(ButtonTarget("pass"))
    else:
        it.press(pygame.K_p)
    it.wait(0.2)
    assert not any(isinstance(action, Slap) for action in it.now.legal)
    assert STOCK_TARGET in it.table.live()
    it.click(PILE_TARGET)
    assert it.now.must_use is None, "taken in the ordinary way after all"


def test_an_opponent_that_is_next_claims_before_anybody_slaps() -> None:
    think = replying({1: passing, 2: lambda view: TAKE if TAKE in view.legal else None})
    it = Guest(slappable("slap_polite"), think=think)
    it.wait(0.1)
    assert ButtonTarget("slap") not in it.table.live()
    it.wait(1.0)
    assert last(it) == TAKE


def test_an_opponent_that_leaves_it_lets_the_others_race() -> None:
    think = replying({1: passing, 2: lambda _view: DRAW})
    it = Guest(slappable("slap_polite"), think=think)
    it.wait(0.2)
    it.press(pygame.K_w)
    it.press(pygame.K_p)
    assert last(it) == Slap(0, 0)


def test_who_slaps_has_no_start_from_the_time_in_which_it_could_only_be_claimed() -> None:
    claim: Future[Action] = Future()

    def think(view: SeatView, level: str, seed: int) -> Future[Action]:
        others = replying({1: first_of(Slap)})
        return claim if TAKE in view.legal and PASS in view.legal else others(view, level, seed)

    it = Guest(slappable("slap_polite"), think=think, slap_seconds=2)
    it.wait(4.0)
    claim.set_result(DRAW)
    it.wait(0.3)
    assert it.table.flow.slaps.asks_me
    assert last(it) == Discard("6S")
    it.wait(2.0)
    assert last(it) == Slap(1, 0)


def test_a_bot_that_has_claimed_uses_the_card() -> None:
    seen: list[SeatView] = []

    def claim(view: SeatView) -> Action | None:
        seen.append(view)
        return TAKE if TAKE in view.legal else view.legal[0]

    it = Guest(slappable("slap_polite"), think=replying({1: passing, 2: claim}))
    it.wait(4.0)
    assert Hit("6S", 0) in it.actions
    assert all(each.must_use == "6S" for each in seen if Hit("6S", 0) in each.legal)


# -- a stock-out that comes by itself ------------------------------------------------------------


def ending() -> Hand:
    """The last card of a short stock has been drawn, and its discard can be slapped."""
    law = rules("slap", stock_end="at_once", ranks="A2345678", naturals=[])
    hand = dealt(law, "2C 3D 4H 7S 8C", "6C 6D 6H 6S 5C", then="8D 8H", dealer=0)
    after(hand, (1, DRAW), (1, BOOK))
    hand.stock.clear()
    hand.is_last_turn = True
    return after(hand, (1, Discard("6S")))


def test_the_hand_ends_when_nobody_slaps_its_last_discard() -> None:
    it = guest(ending(), seconds=1)
    assert it.now.phase is Phase.SLAP
    assert ButtonTarget("drop") not in it.table.live()
    it.wait(0.5)
    assert ending_of(it) is None
    it.wait_until(lambda: ending_of(it) is not None)
    assert ending_of(it) is Ending.STOCKOUT


def test_the_last_discard_can_still_be_slapped() -> None:
    it = guest(ending(), seconds=1)
    it.press(pygame.K_w)
    it.press(pygame.K_p)
    assert Slap(0, 0) in it.actions


def test_at_instant_speed_nothing_is_waited_for_but_the_person() -> None:
    it = Guest(slappable(), speed="instant", think=replying({1: passing, 2: passing}))
    it.frame()
    assert it.table.flow.slaps.asks_me
    assert it.table.idle_for() is None
    it.press(pygame.K_p)
    it.frame()
    assert not it.table.flow.slaps.is_on
