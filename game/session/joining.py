"""Who joins the side bets of the next hand, and what its dealer calls (RULES.md §5.11, §5.12).

Nobody has seen a card yet: each bet is worth to everybody what it costs, and more where stakes
stand in its pot. So a bot joins whatever others have left behind, and stays where its own stakes
lie; otherwise it joins more often than not. All of it follows from the session's seed.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.session.pots import Joining
from game.session.seeds import derived_seed

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.session.ledger import Pot
    from game.session.session import Session

_JOINS, _OF = 3, 4
"""So many times of so many a bot joins a pot in which nothing stands."""
SPADES: Final = "S"


def has_bets(rules: "RuleSet") -> bool:
    """Whether there is anything to join."""
    return rules.high_suit_bet != "off" or rules.natural_bet != "off"


def bots_join(session: "Session") -> Joining:
    """What the bots at the table do before the next hand: always the same before the same hand."""
    rules, ledger = session.rules, session.standing.ledger
    seats = [seat for seat, player in enumerate(session.players) if not player.is_human]
    return Joining(
        high_suit=_joined(session, seats, ledger.high_suit, rules.high_suit_bet),
        suit=_called(session),
        natural=_joined(session, seats, ledger.natural, f"natural {rules.natural_bet}"),
    )


def with_seat(joining: Joining, seat: int, *, high_suit: bool, natural: bool) -> Joining:
    """The same with a person's own decision, in place of any before."""
    return replace(
        joining,
        high_suit=_with(joining.high_suit, seat, high_suit),
        natural=_with(joining.natural, seat, natural),
    )


def _joined(session: "Session", seats: list[int], pot: "Pot", bet: str) -> tuple[int, ...]:
    if bet.endswith("off"):
        return ()
    if pot.stakes:
        return tuple(seats)
    return tuple(seat for seat in seats if _chance(session, bet, seat) % _OF < _JOINS)


def _called(session: "Session") -> str:
    """The suit that a bot on the deal calls; nothing is known, so any is as good."""
    if session.rules.high_suit_bet != "called":
        return SPADES
    suits = session.rules.suits
    return suits[_chance(session, "suit", session.standing.dealer) % len(suits)]


def _chance(session: "Session", what: str, seat: int) -> int:
    """A number that depends on the session, the hand to come and the seat alone."""
    return int(derived_seed(session.plan.cut_seed, "joining", what, session.number + 1, seat), 16)


def _with(seats: tuple[int, ...], seat: int, is_in: bool) -> tuple[int, ...]:
    others = [each for each in seats if each != seat]
    return tuple(sorted([*others, seat] if is_in else others))
