"""Choosers for tests, and hands played by them: what they do depends on what they see and on their
seed alone.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from random import Random
from types import SimpleNamespace
from typing import TypeAlias

import pytest

from game.play.driver import Decision, Driver, SessionOver, WindowOpen
from game.play.opponents import NO_SIDE_BETS, SideDecisions
from game.play.plan import Player
from game.play.session import Session
from game.rules.actions import Action, Discard, Drop, Hit, Slap, Spread, Take
from game.rules.view import SeatView

Chooser: TypeAlias = Callable[[SeatView, int], Action]
"""From a seat's view, which may come from a ``ClaimWindow``, and a seed to an action."""

NAMES = ("Ada", "Basil", "Cleo", "Duke", "Etta")
FOUR = (Player("Ann"), Player("Bob", "b"), Player("Cyd", "c"), Player("Dee", "d"))


def careless(view: SeatView, seed: int) -> Action:
    """Anything that is legal, slaps left out."""
    return Random(seed).choice([action for action in view.legal if not isinstance(action, Slap)])


def patient(view: SeatView, seed: int) -> Action:
    """Anything but a drop or a take where there is something else, so that hands grow long."""
    quick = (Drop, Take, Slap)
    slow = [action for action in view.legal if not isinstance(action, quick)]
    discards = [action for action in slow if isinstance(action, Discard)]
    return Random(seed).choice(discards or slow or list(view.legal))


def eager(view: SeatView, seed: int) -> Action:
    """A spread or a hit where there is one, and never a drop where there is something else."""
    lays = [action for action in view.legal if isinstance(action, Spread | Hit)]
    rest = [action for action in view.legal if not isinstance(action, Drop | Slap)]
    return Random(seed).choice(lays or rest or list(view.legal))


def table_of(human: str, opponents: int, level: str) -> tuple[Player, ...]:
    """A person and so many bots of one level, in the order in which they cut."""
    return (Player(human), *(Player(name, level) for name in NAMES[:opponents]))


def play_one(session: Session, choosers: Sequence[Chooser]) -> None:
    """Play one decision of the hand on the table."""
    _answer(Driver(session), choosers)


def play_out(session: Session, choosers: Sequence[Chooser]) -> None:
    """Play the hand on the table to its end."""
    driver = Driver(session)
    while session.is_playing:
        _answer(driver, choosers)


def play_hands(
    session: Session,
    choosers: Sequence[Chooser],
    hands: int,
    bots: SideDecisions = NO_SIDE_BETS,
) -> None:
    """Deal and play so many hands, fewer where the session is over before."""
    driver, last = Driver(session, bots), session.number + hands
    while not isinstance(driver.waits_for, SessionOver):
        if session.number >= last and not session.is_playing:
            return
        _answer(driver, choosers)


def _answer(driver: Driver, choosers: Sequence[Chooser]) -> None:
    """Give the answer of the choosers to what the driver waits for."""
    match driver.waits_for:
        case Decision(seat, view, seed):
            driver.act(seat, choosers[seat](view, seed))
        case WindowOpen(window):
            while window.asked and not window.outcome:
                seat = window.asked[0]
                seed = driver.session.decision_seed(seat)
                driver.answer(seat, choosers[seat](driver.view(seat), seed))
            driver.settle()
        case _:
            driver.go_on()


def set_clock(monkeypatch: pytest.MonkeyPatch, now: str) -> None:
    """Set the clock for hands that end from now on; it may be in a time zone (``+01:00``)."""
    time = datetime.fromisoformat(now)
    local = SimpleNamespace(astimezone=lambda: time)
    monkeypatch.setattr("game.saves.rows.datetime", SimpleNamespace(now=lambda: local))
