"""When a bot that deals calls the big one: late, behind, and with a chance to catch up."""

from dataclasses import replace

import pytest

from ai import betting
from game.play.driver import Driver
from game.play.journal import MemoryJournal, Saved
from game.play.plan import Plan
from game.play.session import Session
from game.rules.ruleset import RuleSet
from tests.session.players import FOUR

_LENGTH = 12


def dealer_calls(session: Session) -> bool:
    """Whether the next hand's dealer, a bot, calls the big one."""
    return Driver(session, betting, session.human).big_one_caller() is not None


def _session(
    left: int, behind: int, rules: RuleSet | None = None, dealer: int = 1, *, is_open: bool = False
) -> Session:
    """So many hands to go, and the seat on the deal so much behind the next one."""
    length = None if is_open else _LENGTH
    plan = Plan(FOUR, rules or RuleSet(), "big", length=length)
    lead = [0, 0, 0, 0]
    lead[(dealer + 1) % 4] = behind
    standing = Session.start(plan).standing
    ledger, stakes = standing.ledger, plan.rules.scoring == "stakes"
    bankrolls = tuple(100 * plan.rules.stake + more for more in lead)
    points = tuple(-more for more in lead)
    ledger = replace(ledger, bankrolls=bankrolls) if stakes else replace(ledger, points=points)
    standing = replace(standing, dealer=dealer, ledger=ledger)
    return Session.resume(Saved(plan, _LENGTH - left, standing), MemoryJournal())


@pytest.mark.parametrize(
    ("left", "behind", "calls"),
    [
        (1, 4, False),  # one hand won is enough as it is
        (1, 5, True),
        (1, 8, True),
        (1, 9, False),  # nor would it be enough if doubled
        (4, 16, False),
        (4, 17, True),
        (4, 32, True),
        (4, 33, False),
        (5, 24, False),  # too early
    ],
)
def test_it_is_called_late_by_who_can_still_catch_up(left: int, behind: int, calls: bool) -> None:
    assert dealer_calls(_session(left, behind)) == calls


def test_a_stake_of_more_money_changes_nothing() -> None:
    assert dealer_calls(_session(1, 25, RuleSet(stake=5)))
    assert not dealer_calls(_session(1, 20, RuleSet(stake=5)))


def test_many_points_are_behind_in_a_push_up() -> None:
    rules = RuleSet(scoring="push_up", push_up_target=500)
    assert dealer_calls(_session(1, 20, rules))
    assert not dealer_calls(_session(1, 5, rules))
    assert not dealer_calls(_session(1, -20, rules))


def test_a_person_a_leader_and_an_open_session_are_not_asked() -> None:
    assert not dealer_calls(_session(1, 5, dealer=0))
    assert not dealer_calls(_session(1, -5))
    assert not dealer_calls(_session(1, 5, is_open=True))


def test_it_is_called_once_and_not_where_the_rules_double_anyway() -> None:
    session = _session(2, 10)
    assert dealer_calls(session)
    session.call_big_one()
    assert not dealer_calls(session)
    assert not dealer_calls(_session(1, 5, RuleSet(big_one=2)))
    assert dealer_calls(_session(4, 20, RuleSet(big_one=2)))


def test_a_hand_in_play_and_a_session_that_is_over_leave_nothing_to_call() -> None:
    session = _session(1, 5)
    session.next_hand()
    assert session.is_playing
    assert not dealer_calls(session)
    assert not dealer_calls(_session(0, 5))
