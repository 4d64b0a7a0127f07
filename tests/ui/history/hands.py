"""Hands to look at: played by anything legal, long enough to have all kinds of moves in them."""

from __future__ import annotations

from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.play.session import Session
from game.rules.presets import preset
from game.rules.record import HandRecord
from tests.session.players import eager, play_hands


def some_hands(
    seats: int = 2, rules: str = "standard", hands: int = 3, seed: str = "1", you: str = "You"
) -> tuple[HandRecord, ...]:
    """Finished hands of one session."""
    players = (Player(you), *(Player(name, "regular") for name in OPPONENT_NAMES[: seats - 1]))
    session = Session.start(Plan(players, preset(rules).changed(stake=5), seed))
    play_hands(session, [eager] * seats, hands)
    return session.history()
