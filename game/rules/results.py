"""Endings of a hand and what is paid for them (RULES.md §2), with the side bets."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Ending(StrEnum):
    """The ways in which a hand ends, by the words that hand records use."""

    NATURAL = "natural"
    TONK = "tonk"
    OUT = "out"
    DOUBLE_DOUBLE = "double_double"
    DROP = "drop"
    CAUGHT = "caught"
    STOCKOUT = "stockout"
    VOID = "void"


LISTED: Final = (
    Ending.TONK,
    Ending.OUT,
    Ending.DROP,
    Ending.CAUGHT,
    Ending.NATURAL,
    Ending.STOCKOUT,
    Ending.DOUBLE_DOUBLE,
    Ending.VOID,
)
"""The order in which statistics list the endings."""


DOUBLE_DOUBLE_PAYS: Final = 4  # stakes from each other seat (RULES.md §5.13)


class PayReason(StrEnum):
    """The rule by which one seat pays another."""

    NATURAL = "natural"
    TONK = "tonk"
    OUT = "out"
    DOUBLE_DOUBLE = "double_double"
    DROP = "drop"
    """Another seat pays the winning dropper."""
    CAUGHT = "caught"
    """The caught dropper pays a beater."""
    LOWEST = "lowest"
    """A seat pays the lowest after the dropper was caught."""
    STOCKOUT = "stockout"


class Payment(NamedTuple):
    """A number of stakes that ``payer`` pays ``payee``, doubled already if it is a big one."""

    payer: int
    payee: int
    stakes: int
    why: PayReason


class Result(NamedTuple):
    """The outcome of a hand, seat by seat.

    ``payments`` are in stakes and sum to zero; under ``push_up`` they are the points added, none
    negative. ``side_payments`` are what each seat took from the side pots less what it put in.
    ``transfers`` explain ``payments`` one by one; push-up has none.
    """

    ending: Ending
    winners: tuple[int, ...]
    counts: tuple[int, ...]
    payments: tuple[int, ...]
    side_payments: tuple[int, ...]
    transfers: tuple[Payment, ...] = ()


# Who joined the side bets of a hand, and the stakes in their pots (RULES.md §5.11, §5.12).


@dataclass(frozen=True, slots=True)
class HighSuitBet:
    """The called suit, the seats that joined, the stakes in the pot before this hand's antes."""

    suit: str
    joined: tuple[int, ...]
    pot: int = 0


@dataclass(frozen=True, slots=True)
class NaturalBet:
    """The seats that joined the natural pot, and the stakes in it before this hand's antes."""

    joined: tuple[int, ...]
    pot: int = 0


@dataclass(frozen=True, slots=True)
class SideBets:
    """The side bets of one hand; None where one is not played."""

    high_suit: HighSuitBet | None = None
    natural: NaturalBet | None = None


NO_BETS = SideBets()
