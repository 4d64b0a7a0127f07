"""A hand looked at again is the hand that was played, move by move and seat by seat."""

from dataclasses import replace
from random import Random

import pytest

from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.playback import Playback
from game.play.session import Session
from game.rules.actions import Action, Drop, Hit, Slap, Spread, Take
from game.rules.presets import PRESETS, preset
from game.rules.record import HandRecord, RecordError, replay
from game.rules.view import SeatView, view
from tests.session.players import careless, eager, play_hands, play_out

THREE = (Player("Ann"), Player("Bob", "b"), Player("Cyd", "c"))


def played(rules: str = "standard", hands: int = 3, seed: str = "1") -> tuple[HandRecord, ...]:
    session = Session.start(Plan(THREE, preset(rules).changed(stake=5), seed))
    play_hands(session, [eager] * 3, hands)
    return session.history()


def spreader(seen: SeatView, seed: int) -> Action:
    """Spreads, but leaves what could be hit to be slapped, and plays on to the last card."""
    spreads = [action for action in seen.legal if isinstance(action, Spread)]
    quick = (Drop, Slap, Take, Hit)
    rest = [action for action in seen.legal if not isinstance(action, quick)]
    return Random(seed).choice(spreads or rest or list(seen.legal))


def test_every_step_shows_every_seat_what_it_saw() -> None:
    (record,) = played(hands=1)
    playback, hand = Playback(record), record.deal()
    assert playback.last == len(record.actions)
    for step in range(playback.last + 1):
        for seat in range(3):
            assert playback.view(step, seat) == view(hand, seat), (step, seat)
        move = playback.move(step + 1) if step < playback.last else None
        if move is not None:
            hand.act(move.seat, move.action)


def test_open_views_show_every_hand_and_close_again() -> None:
    (record,) = played(hands=1)
    playback = Playback(record)
    shown = playback.view(1, 0, is_open=True).shown
    assert shown == tuple(playback.view(1, seat).hand for seat in range(3))
    assert playback.view(1, 0).shown != shown


def test_what_another_drew_is_seen_only_where_all_lies_open() -> None:
    (record,) = played(hands=1)
    playback = Playback(record)
    step = next(n for n, text in enumerate(record.actions, 1) if text.endswith("draw"))
    seat = int(record.actions[step - 1].split()[0])
    other = (seat + 1) % 3
    hidden, seen = (playback.seen_move(step, other, is_open=is_open) for is_open in (False, True))
    assert hidden is not None
    assert seen is not None
    assert hidden.card is None
    assert seen.card in playback.view(step, seat).hand


@pytest.mark.share(9)
@pytest.mark.parametrize("rules", PRESETS)
def test_the_account_is_that_of_the_result(rules: str) -> None:
    for record in played(rules):
        session = Playback(record, you=0).session
        assert session.human == 0
        assert session.hand is not None
        assert session.hand.result == replay(record).result
        assert record.result is not None
        if record.rules.scoring == "stakes":
            assert session.bankrolls == tuple(5 * stakes for stakes in record.result.payments)


def test_a_hand_that_ends_by_itself_has_a_step_more_than_moves() -> None:
    rules = preset("slap").changed(stock_end="at_once", hand_size=7)
    session = Session.start(Plan(THREE, rules, "end"))
    found = 0
    while found < 2 and session.number < 60:
        play_hands(session, [spreader] * 3, 1)
        record = session.history()[-1]
        playback = Playback(record)
        ended_by_itself = playback.last == len(record.actions) + 1
        assert playback.view(playback.last, 0).result is not None
        if ended_by_itself:
            found += 1
            assert playback.view(playback.last - 1, 0).result is None
            assert playback.move(playback.last) is None
    assert found, "another seed is needed"


def test_side_pots_are_there_as_they_were() -> None:
    rules = preset("standard").changed(natural_bet="dealt")
    session = Session.start(Plan(THREE, rules, "pots"))
    for _ in range(3):
        session.next_hand(Joining((), "S", (0, 1)))
        play_out(session, [careless] * 3)
        record = session.history()[-1]
        again = Playback(record).session
        assert again.standing.ledger.natural == session.standing.ledger.natural


def test_a_hand_that_was_left_can_be_looked_at_as_far_as_it_goes() -> None:
    (record,) = played(hands=1)
    part = replace(record, actions=record.actions[:4], result=None)
    playback = Playback(part)
    assert playback.last == 4
    assert playback.view(4, 1).result is None
    assert playback.session.is_playing


def test_a_record_that_the_rules_refuse_is_refused_in_one_line() -> None:
    (record,) = played(hands=1)
    with pytest.raises(RecordError, match="action 1") as refusal:
        Playback(replace(record, actions=("0 done", *record.actions)))
    assert "\n" not in str(refusal.value)
