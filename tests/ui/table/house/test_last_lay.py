"""Cards laid once more before counts are compared: told, used, passed, seen, taken up again."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.play.plan import Plan, Player
from game.rules.actions import DRAW, DROP, PASS, STOP, Action, Discard, Hit, Pass, Spread
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.results import Ending
from game.rules.view import SeatView
from game.saves.store import Store
from game.ui.session.table_scene import TableScene
from game.ui.table.input.targets import STOCK_TARGET, ButtonTarget, CardTarget, SpreadTarget
from game.ui.table.painting.status import Guide, TableLooks, mood_of
from game.ui.text.move_words import last_lay_sentence
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules
from tests.ui.table.staging import FakeStage

MINE = "2C 2D 2H 8H JS"
ADA = "5H 6H 7H AC 2S"


def passing(view: SeatView) -> Action | None:
    """Passes, and takes for ever over everything else."""
    return PASS if PASS in view.legal else None


def dropped(seats: int = 2, **changes: object) -> Hand:
    """Ada has laid a run and dropped on her next turn; the player may lay three twos and the 8."""
    more = ("4C 9S JD QD TH",) if seats == 3 else ()
    law = rules("standard", last_lay="drop", **changes)
    hand = dealt(law, MINE, ADA, *more, then="KS QS QH JC 3D", dealer=0)
    after(hand, (1, DRAW), (1, Spread(("5H", "6H", "7H"))), (1, Discard("QS")))
    if seats == 3:
        after(hand, (2, DRAW), (2, Discard("QH")))
    after(hand, (0, DRAW), (0, Discard("QH" if seats == 2 else "JC")))
    return after(hand, (1, DROP))


def guest(hand: Hand | None = None) -> Guest:
    """Somebody in a last lay whose opponents pass."""
    return Guest(hand or dropped(), think=replying({1: passing, 2: passing}))


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_last_lay_is_told_used_and_passed(way: str) -> None:
    it = guest()
    name = it.session.names[1]
    assert Guide(it.now).banner(it.session.names) == (
        f"{name} drops. Lay what you can before the count, then pass."
    )
    assert Guide(it.now).prompt() == "Spread, hit or pass"
    assert Guide(it.now).reminder() == "Cards you lay now don't count against you."
    assert STOCK_TARGET not in it.table.live()
    for card in ("2C", "2D", "2H"):
        it.click(CardTarget(card))
    if way == "mouse":
        it.click(ButtonTarget("spread"))
    else:
        it.press(pygame.K_s)
    it.click(CardTarget("8H"))
    if way == "mouse":
        it.click(SpreadTarget(0))
        it.click(ButtonTarget("pass"))
    else:
        it.press(pygame.K_h)
        it.press(pygame.K_p)
    assert it.actions[-3:] == [Spread(("2C", "2D", "2H")), Hit("8H", 0), PASS]
    it.wait_until(it.is_settling)
    result = it.now.result
    assert result is not None
    assert (result.ending, result.counts[0]) == (Ending.DROP, 10)


def test_that_all_may_lay_once_more_is_told_once() -> None:
    it = guest()
    words = last_lay_sentence(it.now, it.session.names, 0)
    assert it.table.log.texts.count(words) == 1
    it.table.flow.play(Spread(("2C", "2D", "2H")))
    assert it.now.phase is Phase.CHANCE
    assert it.table.log.texts.count(words) == 1


def test_who_lays_enough_catches_the_drop_after_all() -> None:
    hand = dropped()
    it = guest(hand)
    assert hand.finish is not None
    for card in ("2C", "2D", "2H"):
        it.click(CardTarget(card))
    it.press(pygame.K_s)
    it.press(pygame.K_p)
    it.wait_until(it.is_settling)
    assert it.now.result is not None
    assert mood_of(it.now, 1, is_told=True) is not mood_of(it.now, 0, is_told=False)


def test_a_turn_of_ones_own_is_over_and_the_card_may_not_be_thrown() -> None:
    it = guest()
    it.click(CardTarget("JS"))
    it.press(pygame.K_x)
    assert it.table.line == "Your last chance: spread, hit or pass."


def test_seat_after_seat_is_asked_and_is_seen_to_be() -> None:
    it = guest(dropped(3))
    names = it.session.names
    dropper = names[1]
    assert it.now.turn == 2
    assert Guide(it.now).banner(names) == (
        f"{dropper} dropped: the others may lay spreads and hits once more before the count."
    )
    board, session = it.table.board, it.session
    look = TableLooks(session, board).table(None, frozenset(), it.table.log.seen(5), ("",) * 3)
    assert [seat.note for seat in look.seats] == ["", "", "last lay…"]
    it.wait_until(lambda: it.now.turn == 0)
    look = TableLooks(session, board).table(None, frozenset(), it.table.log.seen(5), ("",) * 3)
    assert look.seats[0].note == "last lay"
    assert any(isinstance(action, Pass) for action in it.actions)


def test_hands_stay_hidden_until_it_is_over() -> None:
    it = guest()
    faces = {sprite.face for slot, sprite in it.table.board.sprites if slot.owner == 1}
    assert not faces & {"AC", "2S"}
    it.press(pygame.K_p)
    it.wait_until(it.is_settling)
    faces = {sprite.face for slot, sprite in it.table.board.sprites if slot.owner == 1}
    assert {"AC", "2S"} <= faces


def test_the_player_who_drops_sees_what_the_others_lay_before_it_is_counted() -> None:
    law = rules("standard", last_lay="drop")
    hand = dealt(law, "AC 2D 3H 2S 4C", "5H 6H 7H KC QD", then="9D KD")
    told: list[Action] = [Spread(("5H", "6H", "7H")), PASS]
    it = Guest(hand, think=replying({1: lambda _view: told[0]}))
    it.press(pygame.K_k)
    assert Guide(it.now).banner(it.session.names) == (
        "You dropped: the others may lay spreads and hits once more before the count."
    )
    assert it.table.log.texts[-1] == Guide(it.now).banner(it.session.names)
    it.wait_until(lambda: len(it.now.spreads) == 1)
    told.pop(0)
    it.wait_until(it.is_settling)
    assert it.now.result is not None
    assert it.now.result.counts == (12, 20)


def stopped() -> Hand:
    """The stock is empty, and the player's turn begins."""
    law = rules("standard", last_lay="stockout", ranks="A2345678", naturals=[])
    hand = dealt(law, "2C 2D 2H 8H 7S", "5H 6H 7H AC 3S", then="4S 8S 8C 6D", dealer=0)
    after(hand, (1, DRAW), (1, Spread(("5H", "6H", "7H"))), (1, Discard("8S")))
    hand.stock.clear()
    return hand


def test_after_a_stop_everybody_is_asked_the_one_who_stopped_last() -> None:
    it = guest(stopped())
    it.press(pygame.K_o)
    assert it.actions[-1] == STOP
    assert it.now.phase is Phase.CHANCE
    told = "The stock is out: everyone may lay spreads and hits once more before the count."
    assert it.table.log.texts[-1] == told
    it.wait_until(it.is_to_act)
    assert it.now.turn == 0
    assert Guide(it.now).banner(it.session.names) == (
        "The stock is out. Lay what you can before the count, then pass."
    )
    it.click(CardTarget("8H"))
    it.press(pygame.K_h)
    it.press(pygame.K_p)
    it.wait_until(it.is_settling)
    assert it.now.result is not None
    assert it.now.result.counts[0] == 13


def test_a_game_left_in_a_last_lay_goes_on_there(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    law = rules("standard", last_lay="drop", naturals=[])
    session = store.start(Plan((Player("You"), Player("Ada", "regular")), law, "1"))
    session.next_hand()
    if session.hand is not None and session.hand.turn == 0:
        draw = next(each for each in session.hand.legal() if each == DRAW)
        session.act(0, draw)
        throw = next(each for each in session.hand.legal() if isinstance(each, Discard))
        session.act(0, throw)
    session.act(1, DROP)
    store.close()  # as if the program had been killed: every move has been kept already
    again = Store.open(tmp_path)
    kept = again.saved_session()
    assert kept is not None
    table = TableScene(FakeStage(speed="normal", thinker=replying({1: passing})), kept)
    assert table.view.phase is Phase.CHANCE
    assert PASS in table.view.legal
    assert Guide(table.view).banner(kept.names).startswith("Ada drops.")
    again.close()
