"""A hand that cannot go on: it is left unfinished, nobody pays, and the session goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from game.play.driver import Driver, HandEnded
from game.play.journal import MemoryJournal, Saved
from game.play.plan import Plan, Player
from game.play.scores import ScoreTable
from game.play.session import Session, SessionError
from game.rules.actions import Action, Drop, Hit, Spread
from game.rules.presets import preset
from game.rules.record import RecordError, replay
from game.rules.view import SeatView
from game.saves.store import Store
from tests.session.players import careless, eager, play_hands, play_one, play_out

PLAYERS = (Player("You"), Player("Ada", "regular"))
BOTH = [careless, eager]


def steady(view: SeatView, _seed: int) -> Action:
    """Goes on, whatever it holds."""
    return next(action for action in view.legal if not isinstance(action, Drop | Spread | Hit))


def begun(session: Session, moves: int = 3) -> Session:
    """The session with a hand so many moves on."""
    while not session.is_playing:
        session.next_hand()
    for _ in range(moves):
        play_one(session, [steady, steady])
    assert session.is_playing
    return session


def test_nobody_pays_and_the_same_player_deals_another_hand() -> None:
    session = begun(Session.start(Plan(PLAYERS, preset("standard"), "g")))
    ledger, dealer, number = session.standing.ledger, session.dealer, session.number
    deck = session.deal and session.deal.deck
    record = session.give_up()
    assert (session.standing.ledger, session.dealer) == (ledger, dealer)
    assert not session.is_playing
    assert session.history() == ()
    session.next_hand()
    assert (session.number, session.played, session.dealer) == (number + 1, number, dealer)
    assert session.deal
    assert session.deal.deck != deck
    assert len(record.actions) == 3
    record.check_ending(replay(record), allow_unfinished=True)
    with pytest.raises(RecordError, match="unfinished"):
        record.check_ending(replay(record))


def test_it_counts_neither_for_the_length_nor_among_the_scores() -> None:
    session = Session.start(Plan(PLAYERS, preset("standard"), "g", length=2))
    for _ in range(3):
        begun(session).give_up()
    play_hands(session, BOTH, 5)
    assert session.is_over
    assert (session.number, session.played, len(session.history())) == (5, 2, 2)
    assert [row.number for row in ScoreTable.of(session).rows] == [1, 2]


def test_the_last_hands_are_big_ones_all_the_same() -> None:
    rules = preset("standard").changed(big_one=1)
    session = begun(Session.start(Plan(PLAYERS, rules, "g", length=2)))
    session.give_up()
    assert not session.comes_big
    begun(session)
    play_out(session, BOTH)
    assert session.comes_big


def test_whoever_sits_down_or_takes_over_changes_nothing_about_it(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = begun(store.start(Plan(PLAYERS, preset("standard"), "g", length=3)))
    session.give_up()
    play_hands(session, BOTH, 1)
    session.join(Player("Cy", "casual"))
    session.change_opponents([Player("Dot", "expert"), Player("Eve", "casual")])
    assert session.played == 1
    play_hands(session, [*BOTH, steady], 1)
    assert not session.is_over
    store.start(Plan(PLAYERS, occasion="match 1"))
    assert store.resume("") is not None
    store.close()


def test_there_must_be_a_hand_in_play() -> None:
    session = Session.start(Plan(PLAYERS, preset("standard"), "g"))
    with pytest.raises(SessionError, match="no hand is being played"):
        session.give_up()


def test_the_driver_deals_another() -> None:
    driver = Driver(Session.start(Plan(PLAYERS, preset("standard"), "g")))
    while not driver.session.is_playing:
        driver.go_on()
    driver.give_up()
    assert driver.waits_for == HandEnded(None)
    driver.go_on()
    assert driver.session.number == 2


@pytest.mark.parametrize("is_dealt", [False, True])
def test_it_is_saved_and_taken_up_from_there(tmp_path: Path, is_dealt: bool) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(PLAYERS, preset("standard")))
    play_hands(session, BOTH, 2)
    begun(session).give_up()
    if is_dealt:
        begun(session, 1)
    standing, deal, number = session.standing, session.deal, session.number
    store.close()
    store = Store.open(tmp_path)
    assert store.damage is None
    again = store.saved_session()
    assert again
    assert (again.standing, again.deal, again.number) == (standing, deal, number)
    assert (again.is_playing, again.played) == (is_dealt, number - 1)
    play_hands(again, BOTH, 3)
    assert len(again.history()) >= 4
    store.close()


def test_a_table_that_was_left_right_after_it_is_taken_up_again(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = store.start(Plan(PLAYERS, preset("standard")))
    play_hands(session, BOTH, 1)
    for _ in range(2):
        begun(session).give_up()
    plan = Plan(PLAYERS, preset("standard"), occasion="daily 2026-11-26", first_deal=3)
    store.start(plan)
    store.close()
    store = Store.open(tmp_path)
    again = store.resume("")
    assert again
    assert (again.played, again.number) == (session.played, session.number)
    assert again.standing == session.standing
    store.close()


def test_moves_of_a_hand_given_up_without_its_account_are_no_save() -> None:
    session = begun(Session.start(Plan(PLAYERS, preset("standard"), "g")))
    assert session.deal
    saved = Saved(session.plan, 0, session.standing, session.deal, ("0 draw", "give up"))
    with pytest.raises(ValueError, match="given up"):
        Session.resume(saved, MemoryJournal())
    right = replace(saved, after=session.number)
    assert not Session.resume(right, MemoryJournal()).is_playing
