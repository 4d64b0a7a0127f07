"""Who joined the side bets of a hand, and what stands in their pots (RULES.md §5.11, §5.12)."""

from dataclasses import dataclass


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
