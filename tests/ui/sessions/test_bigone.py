"""A bot that deals calls the big one: the settlement says so, the table says so, and it pays."""

from __future__ import annotations

from dataclasses import replace

from game.play.ledger import Ledger
from game.rules.ruleset import RuleSet
from game.ui.shell.loop import App
from tests.ui.sessions.evening import evening, next_hand, play_hand, session_of, table_of


def _put_behind(app: App, behind: int) -> None:
    """Let the seat that deals next, a bot, be so many stakes behind the others."""
    session = session_of(app)
    dealer = session.standing.dealer or 1
    owned = tuple(100 - behind * (seat == dealer) for seat in range(len(session.players)))
    ledger = Ledger(owned, (0,) * len(owned))
    session.standing = replace(session.standing, dealer=dealer, ledger=ledger)


def _settlement(app: App) -> tuple[str, ...]:
    look = table_of(app).renderer.settlement()
    assert look is not None
    return look.payments


def test_it_is_announced_told_and_paid() -> None:
    with evening(RuleSet(), length=3) as app:
        play_hand(app)
        play_next = "everything pays double"
        assert not any(play_next in line for line in _settlement(app))
        next_hand(app)
        play_hand(app)
        _put_behind(app, 4)
        session = session_of(app)
        name = session.names[session.standing.dealer]
        assert f"{name} deals next and calls the big one: {play_next}." in _settlement(app)
        next_hand(app)
        words = f"{name} deals and calls the big one: from this hand on everything pays double."
        assert app.toasts.text == words
        assert words in table_of(app).log.texts
        assert session.hand is not None
        assert session.hand.is_big_one
        assert session.standing.big_called


def test_a_bot_with_nothing_to_catch_up_does_not_call_it() -> None:
    with evening(RuleSet(), length=2) as app:
        play_hand(app)
        _put_behind(app, 0)
        next_hand(app)
        session = session_of(app)
        assert session.hand is not None
        assert not session.hand.is_big_one
