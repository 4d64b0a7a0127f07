"""A rule set bound once, for a number of seats, into the tables and functions that play needs."""

from functools import lru_cache

from game.rules.actions import DECLARE, DRAW, DROP, STOP, TAKE, Action, Spread
from game.rules.finders import (
    DiscardFinder,
    HitFinder,
    SpreadFinder,
    discard_finder,
    hit_finder,
    spread_finder,
)
from game.rules.pack import CARD_BITS, COUNT_MASK, COUNT_SHIFT, Pack, pack_of
from game.rules.policies import lays, naturals, pots, stock, waits
from game.rules.policies.hooks import Hooks
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread, natural_fits, read_spread

CAN_DRAW, CAN_TAKE, CAN_DROP, CAN_DECLARE = 1, 2, 4, 8

_STILL_ROUNDS = 3
"""After this many still turns a seat in a row nobody may take (RULES.md §1.10)."""


def _starts(flags: int) -> tuple[Action, ...]:
    """The actions that may begin a turn: an empty stock is the one time to stop."""
    return (
        *((DECLARE,) if flags & CAN_DECLARE else ()),
        *((DROP,) if flags & CAN_DROP else ()),
        *((DRAW,) if flags & CAN_DRAW else ()),
        *((TAKE,) if flags & CAN_TAKE else ()),
        *(() if flags & CAN_DRAW else (STOP,)),
    )


class BoundRules:
    """What a hand asks of its rule set while it is played. Raises ``RuleError`` where the pack is
    too small.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        rules.check_seats(seats)
        self.rules, self.seats = rules, seats
        self.pack: Pack = pack_of(rules)
        self.hand_size = rules.cards_dealt(seats)
        self.still_limit = _STILL_ROUNDS * seats
        self.starts = tuple(_starts(flags) for flags in range(16))
        self.hooks: Hooks = (
            waits.hooks(rules) + lays.hooks(rules) + stock.hooks(rules) + pots.hooks(rules)
        )
        self.turn_starts = self.hooks.turn_starts
        self.drop_bars, self.take_bars = self.hooks.drop_bars, self.hooks.take_bars
        self.card_drawn, self.card_taken = self.hooks.card_drawn, self.hooks.card_taken
        self.weight = self.pack.weight
        self.discards, self.spreads_in, self.hits_in = _finders_of(self.pack)
        self.has_lay_bars = bool(
            self.hooks.hit_bars
            or self.hooks.spread_out_bars
            or self.hooks.hit_out_bars
            or self.hooks.end_bars
            or self.hooks.done_bars
        )
        self.lays = _LayTable(self.pack, rules)
        self.natural_counts = naturals.likely_counts(rules, self.hand_size)
        self.has_turn_naturals = naturals.are_in_turn(rules)
        self.has_plain_starts = not (
            self.hooks.drop_bars or self.hooks.take_bars or self.has_turn_naturals
        )
        self.kept_mask = 0 if rules.return_taken else CARD_BITS
        self.has_slaps = rules.slap != "off"
        self.buries = rules.complete_books == "buried"

    @staticmethod
    def count(held: int) -> int:
        """The points of a set of cards."""
        return held >> COUNT_SHIFT & COUNT_MASK


class _LayTable(dict[Spread, tuple[TableSpread, int]]):
    """From a spread to how it lies on the table, and the cards that fit it; read once."""

    def __init__(self, pack: Pack, rules: RuleSet) -> None:
        self._pack, self._books_open = pack, rules.hit_books

    def __missing__(self, action: Spread) -> tuple[TableSpread, int]:
        spread = read_spread(self._pack, action)
        if spread is None:
            raise ValueError(action)
        spread = spread._replace(is_open=spread.kind == "run" or self._books_open)
        self[action] = laid = spread, natural_fits(self._pack, spread)
        return laid


@lru_cache(maxsize=128)
def _finders_of(pack: Pack) -> tuple[DiscardFinder, SpreadFinder, HitFinder]:
    """What finds discards, spreads and hits in a pack, shared by all rule sets that use it."""
    return discard_finder(pack), spread_finder(pack), hit_finder(pack)


@lru_cache(maxsize=128)
def bind(rules: RuleSet, seats: int) -> BoundRules:
    """The rule set as play needs it; bound once and shared by all its hands."""
    return BoundRules(rules, seats)
