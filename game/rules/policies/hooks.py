"""The moments of play at which a house rule may have a say."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeAlias

from game.rules.reasons import Reason
from game.rules.spreads import TableSpread

if TYPE_CHECKING:
    from game.rules.hand import Hand

Moment: TypeAlias = Callable[["Hand"], None]
TurnStart: TypeAlias = Callable[["Hand"], bool]
LayMoment: TypeAlias = Callable[["Hand", int, TableSpread], None]
Bar: TypeAlias = Callable[["Hand"], Reason | None]


@dataclass(frozen=True, slots=True)
class Hooks:
    """Functions that are called at their moment, and bars that may refuse an action.

    A lay moment gets the hand, the seat that laid, and the spread as it now lies.
    """

    turn_starts: tuple[TurnStart, ...] = ()
    """The first action of a turn, before the card is drawn or taken, while ``Hand.is_marked`` is
    set; tells whether a mark still stands, so that the next turn has to be asked as well."""
    card_taken: tuple[Moment, ...] = ()
    card_drawn: tuple[Moment, ...] = ()
    """Once the stock is down to a card for each seat."""
    spread_laid: tuple[LayMoment, ...] = ()
    hit_made: tuple[LayMoment, ...] = ()
    """A hit or a slap by anyone."""
    drop_bars: tuple[Bar, ...] = ()
    """Asked in turns before ``Hand.guarded_until``."""
    take_bars: tuple[Bar, ...] = ()
    hit_bars: tuple[Bar, ...] = ()
    spread_out_bars: tuple[Bar, ...] = ()
    """Why a spread may not empty the hand."""
    hit_out_bars: tuple[Bar, ...] = ()
    """Why a hit may not empty the hand."""
    end_bars: tuple[Bar, ...] = ()
    """Why a turn may not end yet."""
    done_bars: tuple[Bar, ...] = ()
    """Why the turn may not end with a discard, and so ends by done."""

    def __add__(self, other: "Hooks") -> "Hooks":
        return Hooks(
            **{
                field.name: getattr(self, field.name) + getattr(other, field.name)
                for field in fields(self)
            }
        )


def first_reason(bars: tuple[Bar, ...], hand: "Hand") -> Reason | None:
    """The first bar's refusal, or None."""
    for bar in bars:
        reason = bar(hand)
        if reason is not None:
            return reason
    return None
