"""What a seat can do, one frozen value each; the words of HAND_RECORD's actions.

Actions carry no seat: within a turn there is only one that may act. ``Slap`` is the exception,
since several seats race for it.
"""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from game.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Drop:
    """End the hand on a claim of the lowest count (RULES.md §3)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Show a natural that is claimed in turn (RULES.md §5.2)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Decline to take when the stock is empty; the hand ends as a stock-out."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Lay a book or a run.

    ``wild`` names, for each wild card that does not stand for itself, the rank that it stands for:
    ``Spread(("5H", "2S", "7H"), (("2S", "6"),))``.
    """

    cards: tuple[Card, ...]
    wild: tuple[tuple[Card, str], ...] = ()

    def __hash__(self) -> int:
        # Few spreads differ in their wild cards alone, and to hash those too takes twice as long.
        return hash(self.cards)


@dataclass(frozen=True, slots=True)
class Hit:
    """Add ``card`` to spread number ``spread``; ``stands_for`` is a wild card's rank or empty."""

    card: Card
    spread: int
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay ``card`` on the discard pile; ends the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Done:
    """End the turn without a discard, where the rules say so (RULES.md §4.4, §5.5)."""


@dataclass(frozen=True, slots=True)
class Slap:
    """``seat`` slaps the top discard onto spread number ``spread``, then may discard (RULES.md
    §5.9).
    """

    seat: int
    spread: int
    discard: Card | None = field(default=None)


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the last chance of a double-double (RULES.md §5.13)."""


Action: TypeAlias = (
    Drop | Declare | Draw | Take | Stop | Spread | Hit | Discard | Done | Slap | Pass
)

DROP: Final = Drop()
DECLARE: Final = Declare()
DRAW: Final = Draw()
TAKE: Final = Take()
STOP: Final = Stop()
DONE: Final = Done()
PASS: Final = Pass()


def cards_played(action: Action) -> tuple[Card, ...]:
    """The cards that an action takes out of the hand of who does it."""
    match action:
        case Spread(cards):
            return cards
        case Hit(card) | Discard(card) | Slap(_, _, str(card)):
            return (card,)
        case _:
            return ()
