"""The decisions of bots besides card play: side bets, the big one, reaction times.

The session asks these functions through its ``SideDecisions`` protocol. Each decision follows from
its arguments alone; seeds are whole numbers of any size.
"""

from collections.abc import Sequence
from typing import Final

from game.rules.ruleset import RuleSet

_JOINS, _OF = 3, 4
"""How often a bot joins an empty pot: 3 times out of 4."""
_QUICKEST, _SLOWEST = 0.30, 1.05
"""Reaction times as shares of the time in which a discard can be slapped."""
_STEPS: Final = 4093  # different reactions
LATE_CHANCE: Final = (_SLOWEST - 1) / (_SLOWEST - _QUICKEST)
"""The probability that a reaction comes too late."""


def calls_big_one(
    rules: RuleSet, worth: Sequence[int], dealer: int, left: int, length: int
) -> bool:
    """Whether the dealer calls the big one: the rest of the session pays double (RULES.md §4.6).

    ``worth`` is what each seat has, more being better, in money or points; ``left`` of ``length``
    hands are to come. Doubling makes nobody richer on average. So it is for a dealer who is behind
    late in the session: when winning every hand that is left would not be enough to catch up, but
    would be if all of them paid double.
    """
    if left > max(1, length // 3):  # only the last third of a session counts as late
        return False
    behind = (max(worth) - worth[dealer]) / (rules.stake if rules.scoring == "stakes" else 1)
    # A lost hand adds about 15 points in a push-up.
    reach = left * (15 if rules.is_push_up else len(worth))
    return reach < behind <= 2 * reach


def joins(stakes: int, seed: int) -> bool:
    """Whether a bot joins the side pot that holds ``stakes`` (RULES.md §5.11, §5.12).

    Nobody has seen a card yet: the bet is worth what it costs, and more where stakes stand in the
    pot. So a bot always joins those, and joins an empty pot more often than not.
    """
    return stakes > 0 or seed % _OF < _JOINS


def suit_called(suits: str, seed: int) -> str:
    """The suit that a bot on the deal calls for the high suit: no card is known, any is as good."""
    return suits[seed % len(suits)]


def reaction(seed: int) -> float:
    """Return when a seat slaps, or drops out of turn, as a share of the time for it; above 1 it is
    too late.

    ``seed`` is that of the seat's decision, so the same hand is played the same way each time.
    """
    return _QUICKEST + (_SLOWEST - _QUICKEST) * (seed // 7 % _STEPS / (_STEPS - 1))
