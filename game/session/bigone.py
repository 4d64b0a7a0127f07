"""Whether a bot that deals calls the big one: the rest of the session pays double (RULES.md §4.6).

Doubling makes nobody richer on average; it makes the end wilder. So it is for who lies behind, late
in a session of known length: when winning every hand that is left would not be enough, but would be
if all of them paid double.
"""

from typing import TYPE_CHECKING, Final

from game.session.ledger import merits

if TYPE_CHECKING:
    from game.session.session import Session

_LATE: Final = 3
"""The last third of a session is late."""
_PUSHED_UP: Final = 15
"""About the points that a hand lost adds in a push-up."""


def dealer_calls(session: "Session") -> bool:
    """Whether the next hand's dealer, a bot, calls the big one: always the same before a hand."""
    length, dealer = session.plan.length, session.standing.dealer
    if length is None or session.is_playing or session.is_over or session.comes_big:
        return False
    left = length - session.number
    if session.players[dealer].is_human or left > max(1, length // _LATE):
        return False
    reach = left * _swing(session)
    return reach < _behind(session, dealer) <= 2 * reach


def _behind(session: "Session", seat: int) -> float:
    """How far a seat is behind the best, in stakes or points."""
    worth = merits(session.standing.ledger, session.rules)
    unit = session.rules.stake if session.rules.scoring == "stakes" else 1
    return (max(worth) - worth[seat]) / unit


def _swing(session: "Session") -> int:
    """By how much a hand won brings a seat nearer to another."""
    if session.rules.scoring == "push_up":
        return _PUSHED_UP
    return len(session.players)
