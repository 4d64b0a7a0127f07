"""How a hand ends and what is paid for it (RULES.md §2)."""

from enum import StrEnum
from typing import NamedTuple


class Ending(StrEnum):
    """The ending kinds, with the words that hand records use."""

    NATURAL = "natural"
    TONK = "tonk"
    OUT = "out"
    DOUBLE_DOUBLE = "double_double"
    DROP = "drop"
    CAUGHT = "caught"
    STOCKOUT = "stockout"
    VOID = "void"


class PayReason(StrEnum):
    """The rule by which one seat pays another."""

    NATURAL = "natural"
    TONK = "tonk"
    OUT = "out"
    DOUBLE_DOUBLE = "double_double"
    DROP = "drop"
    """A seat that was not lower pays the winning dropper."""
    CAUGHT = "caught"
    """The caught dropper pays a beater."""
    LOWEST = "lowest"
    """A seat pays the lowest after a catch."""
    STOCKOUT = "stockout"


class Payment(NamedTuple):
    """``payer`` pays ``payee`` a number of stakes, the big one's doubling included."""

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
