"""What to lay this turn: a look ahead over spreads and hits to the hand that they leave.

The look-ahead knows the shape of spreads but not every house rule; only its first step is played,
that step is always one that the view calls legal, and the next decision looks afresh.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from ai.evaluation import Evaluator
from game.rules.actions import DONE, Discard, Done, Hit, Pass, Spread
from game.rules.bound import bind
from game.rules.cards import Card, suit_of
from game.rules.phases import Phase
from game.rules.spreads import TableSpread, gap_for, gaps, read_spread, with_hit
from game.rules.view import SeatView

Lay: TypeAlias = Spread | Hit
Cards: TypeAlias = tuple[Card, ...]

EMPTY_HAND: Final = 1000.0
"""Worth of emptying the hand, above all that points can be; a little less by a discard."""
_LAST_DISCARD: Final = 990.0
_NOTHING: Final = -EMPTY_HAND
_WIDEST: Final = 8


@dataclass(frozen=True, slots=True)
class _Stage:
    """A point in the turn: cards still in hand, spreads on the table, and how much was hit."""

    cards: Cards
    table: tuple[TableSpread, ...]
    hits: int = 0


class Layer:
    """Looks for the lays of one turn that leave the best hand."""

    def __init__(self, view: SeatView, evaluator: Evaluator) -> None:
        self._view, self._evaluator = view, evaluator
        self._rules = view.rules
        self._law = bind(view.rules, view.seats)
        self._pack = self._law.pack

    def best(self) -> Lay | None:
        """The next lay, or None where laying nothing more leaves the better hand."""
        lays = [action for action in self._view.legal if isinstance(action, Spread | Hit)]
        if not lays:
            return None
        now = _Stage(self._view.hand, self._view.spreads)
        choice, most = None, self._end_of_turn(now) if self._may_leave_it() else _NOTHING
        for lay in self._widest(lays):
            value = self._value(self._after(now, lay))
            if value > most:
                choice, most = lay, value
        return choice

    def _may_leave_it(self) -> bool:
        """Whether the turn could end here; a taken card or the rules may demand a lay first."""
        return any(isinstance(action, Discard | Done | Pass) for action in self._view.legal)

    def _widest(self, lays: Iterable[Lay]) -> list[Lay]:
        """The spreads that shed most, then the hits: as many as can be looked at at once."""
        spreads = [lay for lay in lays if isinstance(lay, Spread)]
        spreads.sort(key=lambda spread: -self._evaluator.count(spread.cards))
        hits = [lay for lay in lays if isinstance(lay, Hit)]
        return [*spreads[:_WIDEST], *hits[:_WIDEST]]

    def _value(self, stage: _Stage) -> float:
        """The best that can still be made of the turn."""
        later = (self._value(self._after(stage, lay)) for lay in self._next_lays(stage))
        return max(self._end_of_turn(stage), *later, _NOTHING)

    def _next_lays(self, stage: _Stage) -> Iterator[Lay]:
        """Lays further on in the turn: every spread, and of the hits one, natural ones first."""
        held = self._pack.weigh(stage.cards)
        yield from self._law.spreads_in(held)[:_WIDEST]
        if self._rules.hits_per_turn == 0 or stage.hits == 0:
            yield from islice(self._hits(stage), 1)

    def _hits(self, stage: _Stage) -> Iterator[Hit]:
        places = [
            (spread.number, gap) for spread in stage.table for gap in gaps(self._pack, spread)
        ]
        for number, gap in places:
            for card in stage.cards:
                if card[0] == gap.rank and gap.suit in ("", suit_of(card)):
                    yield Hit(card, number)
        for number, gap in places:
            for card in stage.cards:
                if self._pack.bit[card] & self._pack.wild_mask and card[0] != gap.rank:
                    yield Hit(card, number, gap.rank)

    def _after(self, stage: _Stage, lay: Lay) -> _Stage:
        match lay:
            case Spread(cards):
                rest = tuple(card for card in stage.cards if card not in cards)
                new = read_spread(self._pack, lay, len(stage.table), self._view.seat)
                table = stage.table if new is None else (*stage.table, new)
                return replace(stage, cards=rest, table=table)
            case Hit(card):
                rest = tuple(kept for kept in stage.cards if kept != card)
                return _Stage(rest, self._table_after(stage.table, lay), stage.hits + 1)

    def _table_after(self, table: tuple[TableSpread, ...], hit: Hit) -> tuple[TableSpread, ...]:
        target = table[hit.spread]
        gap = gap_for(self._pack, target, hit)
        if gap is None:
            return table
        grown = with_hit(target, hit, gap.at_low_end, buries=self._rules.complete_books == "buried")
        return (*table[: hit.spread], grown, *table[hit.spread + 1 :])

    def _end_of_turn(self, stage: _Stage) -> float:
        """The worth of the hand that is left when nothing more is laid."""
        if not stage.cards:
            return EMPTY_HAND
        if self._view.phase is Phase.CHANCE:
            # Losing a double-double costs the same with any count, unless points are counted.
            return -self._evaluator.count(stage.cards) if self._rules.scoring == "push_up" else 0
        if (stage.hits and not self._rules.discard_after_hit) or DONE in self._view.legal:
            return self._evaluator.worth(stage.cards)
        return (
            _LAST_DISCARD
            if len(stage.cards) == 1
            else self._evaluator.best_without_one(stage.cards)
        )
