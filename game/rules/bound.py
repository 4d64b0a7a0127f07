"""A rule set bound once, for a number of seats, into the tables and functions that play needs."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from game.rules.actions import DECLARE, DRAW, DROP, STOP, TAKE, Action, Spread
from game.rules.cards import JOKERS, Card
from game.rules.finders import (
    DIAMONDS,
    HEARTS,
    SPADES,
    CalmTable,
    Discards,
    DiscardTable,
    HitFinder,
    SpreadFinder,
    book_test,
    discards_of,
    hit_finder,
    spread_finder,
)
from game.rules.pack import COUNT_MASK, COUNT_SHIFT, JOKER_BIT, LANE, Pack, pack_of
from game.rules.policies import lays, naturals, pots, stock, waits
from game.rules.policies.hooks import Hooks
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread, lay_in_order, natural_fits, read_spread

CAN_DRAW, CAN_TAKE, CAN_DROP, CAN_DECLARE = 1, 2, 4, 8

_STILL_ROUNDS: Final = 3
"""After this many still turns a seat in a row nobody may take (RULES.md §1.10)."""

_ALWAYS: Final = 1_000_000
"""More turns than any hand has."""


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
        self.after = tuple((seat + 1) % seats for seat in range(seats))
        self.starts = tuple(_starts(flags) for flags in range(16))
        self.weight, self.wilds = self.pack.weight, self.pack.wild_mask
        self.threes, self.tops = book_test(rules.ranks)
        self.discards, self.spreads_in, self.hits_in = _finders_of(self.pack)
        self.calm: Sequence[CalmTable] = (
            self.discards.calm_with_jokers if rules.jokers else self.discards.calm
        )
        self.keeps_taken = not rules.return_taken
        self.lane_of = _lanes_of(self.pack, self.discards)
        self.lays = _lays_of(rules.ranks, rules.suits, rules.ace, rules.hit_books)
        self.natural_counts = naturals.likely_counts(rules, self.hand_size)
        self.has_turn_naturals = naturals.are_in_turn(rules)
        self.has_slaps = rules.slap != "off"
        self.buries = rules.complete_books == "buried"
        self._bind_hooks()

    def _bind_hooks(self) -> None:
        """Take the hooks of all families, and when each has to be asked at all."""
        rules, hooks = self.rules, Hooks()
        for family in (waits, lays, stock, pots):
            hooks += family.hooks(rules)
        self.hooks: Hooks = hooks
        self.turn_starts, self.card_taken = hooks.turn_starts, hooks.card_taken
        self.drop_bars, self.take_bars = hooks.drop_bars, hooks.take_bars
        self.card_drawn = hooks.card_drawn
        cards = len(self.pack.cards)
        self.watched_from = cards - self.seats - 1 if hooks.card_drawn else cards
        has_first_turn_rules = not rules.first_turn_drop or self.has_turn_naturals
        self.guarded_turns = (
            _ALWAYS if hooks.take_bars else self.seats if has_first_turn_rules else 0
        )
        self.must_spread = lays.must_spread(rules)
        self.bars_spread_out = lays.bars_spread_out(rules)
        self.has_lay_bars = bool(
            hooks.hit_bars
            or hooks.spread_out_bars
            or hooks.hit_out_bars
            or hooks.end_bars
            or hooks.done_bars
        )

    @staticmethod
    def count(held: int) -> int:
        """The points of a set of cards."""
        return held >> COUNT_SHIFT & COUNT_MASK


class _LayTable(dict[Spread, tuple[TableSpread, int]]):
    """From a spread to how it lies on the table, and the cards that fit it; read once.

    It lies alike in all packs with these ranks and suits, whatever is wild in them, so they share
    what one of them has read; ``pack`` is one in which all is wild that may be.
    """

    def __init__(self, pack: Pack, books_open: bool) -> None:
        self._pack, self._books_open = pack, books_open

    def __missing__(self, action: Spread) -> tuple[TableSpread, int]:
        spread = lay_in_order(self._pack, action) or read_spread(self._pack, action)
        if spread is None:
            raise ValueError(action)
        if spread.kind == "book" and not self._books_open:
            spread = spread._replace(is_open=False)
        self[action] = laid = spread, natural_fits(self._pack, spread)
        return laid


@lru_cache(maxsize=64)
def _lays_of(
    ranks: str, suits: str, ace: Literal["low", "low_or_high"], books_open: bool
) -> _LayTable:
    wild: Literal["2X", "X"] = "2X" if "2" in ranks else "X"
    rules = RuleSet(ranks=ranks, suits=suits, ace=ace, jokers=len(JOKERS), wild=wild)
    return _LayTable(pack_of(rules), books_open)


@lru_cache(maxsize=128)
def _finders_of(pack: Pack) -> tuple[Discards, SpreadFinder, HitFinder]:
    """What finds discards, spreads and hits in a pack, shared by all rule sets that use it."""
    return discards_of(pack.ranks, pack.ace_high), spread_finder(pack), hit_finder(pack)


def _lanes_of(pack: Pack, discards: Discards) -> dict[Card, tuple[DiscardTable, int, int]]:
    """For a card just taken: the calm table of its lane, where the lane begins, and all bits but
    its own.
    """
    lanes = tuple(zip(discards.calm, (0, DIAMONDS, HEARTS, SPADES), strict=True))
    return {
        card: (*lanes[min(bit.bit_length() - 1, JOKER_BIT - 1) // LANE], ~bit)
        for card, bit in pack.bit.items()
    }


@lru_cache(maxsize=128)
def bind(rules: RuleSet, seats: int) -> BoundRules:
    """The rule set as play needs it; bound once and shared by all its hands."""
    return BoundRules(rules, seats)
