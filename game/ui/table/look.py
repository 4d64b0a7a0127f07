"""What the table shows beside its cards, as one value: equal looks need no new drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.ui.faces.people import Mood


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat's name plate."""

    name: str
    money: str
    """What the seat has: money, or points; empty where nobody knows."""
    cards: int
    is_dealer: bool = False
    is_on_turn: bool = False
    mark: str = "coin"
    """What stands before that: a coin, a pad, or a wedge where points rise to a target."""
    note: str = ""
    """A few words beside the money: whose turn it is."""
    wait: int = 0
    """The turns for which the seat may not drop."""
    mood: Mood | None = None
    """What the face shows; one's own plate has an initial in place of a face."""
    is_blocked: bool = False
    """Whether the seat has been hit and may not go out on its next turn."""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """A button: what it says, its key, and whether it would do something now."""

    text: str
    key: str
    is_lit: bool
    is_primary: bool = False
    is_hovered: bool = False


@dataclass(frozen=True, slots=True)
class LogLook:
    """The lines of the log that are seen, and where they stand among all of them."""

    lines: tuple[tuple[str, bool], ...]
    """Each with whether a new hand or turn of one's own begins there."""
    share: float = 1.0
    """How much of the log is seen."""
    above: float = 0.0
    """How much of the log lies above what is seen."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """Everything on the table but cards and what comes and goes."""

    seats: tuple[SeatLook, ...]
    buttons: tuple[tuple[str, ButtonLook], ...]
    stock: str
    stock_key: str
    pile: str
    pile_key: str
    is_stock_lit: bool
    is_pile_lit: bool
    stock_size: int
    owners: tuple[tuple[int, int], ...]
    """Spread numbers and whose they are."""
    lit_spreads: frozenset[int]
    stake: tuple[str, ...]
    prompt: str
    """What the player can do now, in a few words; empty while others play."""
    reminder: str
    """The rule that matters most at this moment."""
    sort: ButtonLook
    log: LogLook
    me: int
    suggested: frozenset[Card] = frozenset()
    """Cards of one's own that glow, since they could be laid."""
