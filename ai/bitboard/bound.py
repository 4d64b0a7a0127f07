"""A rule set bound once, for a number of seats, into the tables and functions that play needs."""

from functools import lru_cache
from typing import Final, Literal

from ai.bitboard.counting import counter_of, counts_of
from ai.bitboard.finders import (
    DIAMONDS,
    HEARTS,
    SPADES,
    Discards,
    DiscardTable,
    HitFinder,
    SpreadFinder,
    book_test,
    discards_of,
    hit_finder,
    spread_finder,
)
from ai.bitboard.laying import bars_spread_out, lay_hooks, must_spread
from ai.bitboard.pack import JOKER_BIT, LANE, Pack, pack_of
from ai.bitboard.settlement import are_in_turn, likely_counts, pot_hooks
from ai.bitboard.spreads import lay_in_order, natural_fits, read_spread
from ai.bitboard.state import CAN_DECLARE, CAN_DRAW, CAN_DROP, CAN_TAKE, Law
from ai.bitboard.turnrules import drop_hooks, last_lays, stock_hooks
from game.rules.actions import DECLARE, DRAW, DROP, STOP, TAKE, Action, Spread
from game.rules.cards import JOKERS, Card
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.spreads import TableSpread

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


@lru_cache(maxsize=RULE_SETS_KEPT)
def _lays_of(
    ranks: str, suits: str, ace: Literal["low", "low_or_high"], books_open: bool
) -> _LayTable:
    wild: Literal["2X", "X"] = "2X" if "2" in ranks else "X"
    rules = RuleSet(ranks=ranks, suits=suits, ace=ace, jokers=len(JOKERS), wild=wild)
    return _LayTable(pack_of(rules), books_open)


@lru_cache(maxsize=RULE_SETS_KEPT)
def _finders_of(pack: Pack) -> tuple[Discards, SpreadFinder, HitFinder]:
    """What finds discards, spreads and hits in a pack, shared by all rule sets that use it."""
    return discards_of(pack.ranks, pack.ace_high), spread_finder(pack), hit_finder(pack)


def _lanes_of(pack: Pack, discards: Discards) -> dict[Card, tuple[DiscardTable, int, int]]:
    """For a card just taken: the runless table of its lane, where the lane begins, and all bits but
    its own.
    """
    lanes = tuple(zip(discards.runless, (0, DIAMONDS, HEARTS, SPADES), strict=True))
    return {
        card: (*lanes[min(bit.bit_length() - 1, JOKER_BIT - 1) // LANE], ~bit)
        for card, bit in pack.bit.items()
    }


@lru_cache(maxsize=RULE_SETS_KEPT * 2)
def bind(rules: RuleSet, seats: int) -> Law:
    """The rule set as play needs it; made once and shared by all its hands.

    Raises ``RuleError`` where the pack is too small.
    """
    rules.check_seats(seats)
    pack = pack_of(rules)
    hand_size, cards = rules.cards_dealt(seats), len(pack.cards)
    threes, tops = book_test(rules.ranks)
    discards, spreads_in, hits_in = _finders_of(pack)
    hooks = drop_hooks(rules) + lay_hooks(rules) + stock_hooks(rules) + pot_hooks(rules)
    has_turn_naturals = are_in_turn(rules)
    has_first_turn_rules = not rules.first_turn_drop or has_turn_naturals
    return Law(
        rules=rules,
        seats=seats,
        pack=pack,
        hand_size=hand_size,
        still_limit=_STILL_ROUNDS * seats,
        after=tuple((seat + 1) % seats for seat in range(seats)),
        starts=tuple(_starts(flags) for flags in range(16)),
        weight=pack.weight,
        wilds=pack.wild_mask,
        threes=threes,
        tops=tops,
        discards=discards,
        spreads_in=spreads_in,
        hits_in=hits_in,
        runless=discards.runless_with_jokers if rules.jokers else discards.runless,
        keeps_taken=not rules.return_taken,
        lane_of=_lanes_of(pack, discards),
        lays=_lays_of(rules.ranks, rules.suits, rules.ace, rules.hit_books),
        natural_counts=likely_counts(rules, hand_size),
        has_turn_naturals=has_turn_naturals,
        has_slaps=rules.slap != "off",
        has_drops_out_of_turn=rules.drop_when == "any_time",
        hides_droppers=rules.drop_when == "any_time" and rules.drop_at_most > 0,
        last_lays=last_lays(rules),
        buries=rules.complete_books == "buried",
        hooks=hooks,
        turn_starts=hooks.turn_starts,
        card_taken=hooks.card_taken,
        drop_bars=hooks.drop_bars,
        take_bars=hooks.take_bars,
        card_drawn=hooks.card_drawn,
        watched_from=cards - seats - 1 if hooks.card_drawn else cards,
        guarded_turns=_ALWAYS
        if hooks.take_bars or rules.drop_at_most
        else seats
        if has_first_turn_rules
        else 0,
        must_spread=must_spread(rules),
        bars_spread_out=bars_spread_out(rules),
        has_lay_bars=bool(
            hooks.hit_bars
            or hooks.spread_out_bars
            or hooks.hit_out_bars
            or hooks.end_bars
            or hooks.done_bars
        ),
        count=counter_of(rules),
        counts=counts_of(rules),
    )
