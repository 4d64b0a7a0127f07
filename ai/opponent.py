"""An opponent for people: sensible judgement, weighed by a profile.

What a hand is worth to its holder, and what a card would add to it, is reckoned in points of the
count. What to lay is found by looking ahead over spreads and hits to the hand that they leave.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from ai.bitboard.pack import CARD_BITS, SIZE_SHIFT
from ai.bitboard.spreads import gap_for, gaps, read_spread, with_hit
from ai.dropping import drop_at, may_win
from ai.pack import count_of, pack_facts, singles
from ai.policy import GOING_OUT, Decision, Gains, danger, may_end_turn
from ai.profile import EVERYTHING, Profile, error_in_drop, softmax_choice
from ai.view_reader import ViewReader
from game.rules.actions import DONE, Action, Discard, Hit, Spread, Take
from game.rules.cards import Card, suit_of
from game.rules.phases import Phase
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread
from game.rules.view import SeatView, SeenMove

Lay: TypeAlias = Spread | Hit

NO_TIME: Final = 1.0
"""The time factor where all may drop next."""
_OWN_WAIT: Final = 14 / 6
_OTHERS_WAIT: Final = 10 / 6
_LIMIT_WAIT: Final = 0.75
"""What a limit of 0 to the count of a drop would add."""
_LOWER: Final = 0.5
"""Of the points that a card sheds by lying lower, the part that counts where there is time…"""
_CHANCE: Final = 2
"""…and the points that each card is worth then that could make a spread with it."""
_LAST_DISCARD: Final = GOING_OUT - 10
"""Emptying the hand by a discard: a little less than by a lay."""
_NOTHING: Final = -GOING_OUT
_WIDEST: Final = 8
"""How many spreads, and how many hits, are looked at in one position."""


class Opponent:
    """Keeps what goes together, drops by a threshold that falls, and watches what it throws."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def choose(self, view: SeatView, seed: int) -> Action:
        """Decide from what ``view`` shows; ``seed`` settles what is equal."""
        return _Decision(view, self._profile, Random(seed)).action()


def remembered(view: SeatView, profile: Profile) -> Sequence[SeenMove]:
    """The moves that this player has in mind: without old ones, or without what others took."""
    if profile.memory >= EVERYTHING and profile.watches_others:
        return view.moves
    fresh = view.moves[-profile.memory :] if profile.memory else ()
    return [move for move in fresh if profile.watches_others or not isinstance(move.action, Take)]


class _Decision(Decision):
    """One decision of one seat by its profile."""

    def __init__(self, view: SeatView, profile: Profile, random: Random) -> None:
        super().__init__(ViewReader(view, remembered(view, profile)))
        self._profile, self._random = profile, random
        self._evaluator = Evaluator(self.reader, profile)
        self._error = error_in_drop(profile, random)

    @cached_property
    def gains(self) -> Gains:
        return self._evaluator.gains

    def drop_at(self) -> float:
        return drop_at(self.view, self._profile) + self._error

    def may_win(self) -> bool:
        return may_win(self.view, self.reader.count)

    def is_worth_taking(self) -> bool:
        appeal = self._evaluator.appeal(self.reader.top)
        return appeal > self.gains.of_unseen() + self._profile.take_margin

    def lay(self) -> Spread | Hit | None:
        return LayPlanner(self.reader, self._evaluator).best()

    def worths_after(self, cards: Sequence[Card]) -> list[float]:
        reader, evaluator = self.reader, self._evaluator
        after = (reader.seat + 1) % reader.seats
        bits = [reader.facts.pack.bit[card] for card in cards]
        return [
            evaluator.worth(reader.held - reader.facts.weight[bit])
            - self._profile.caution * danger(reader, bit, after)
            for bit in bits
        ]

    def worth_now(self) -> float:
        return self._evaluator.worth(self.reader.held)

    def pick(self, discards: Sequence[Discard], worths: Sequence[float]) -> Discard:
        return softmax_choice(discards, worths, self._profile, self._random)


def time_factor(view: SeatView, profile: Profile) -> float:
    """By how much more is to be expected of cards while somebody has to wait before dropping.

    Only waits for spreads, and a limit to the count of a drop far below that of a dealt hand, are
    long enough to matter, and only who uses tables thinks of them. Where matched cards count
    nothing, counts fall to any limit soon.
    """
    rules = view.rules
    if not profile.uses_tables:
        return NO_TIME
    if rules.wait_after_spread and any(view.waits):
        return _OWN_WAIT if view.waits[view.seat] else _OTHERS_WAIT
    if not rules.drop_at_most or rules.count == "unmatched":
        return NO_TIME
    middling = rules.cards_dealt(view.seats) * pack_facts(rules).mean / 2
    return NO_TIME + _LIMIT_WAIT * max(1 - rules.drop_at_most / middling, 0)


def holds_spreads(rules: RuleSet, profile: Profile) -> bool:
    """Whether a spread is worth as much in hand as on the table, so that it stays hidden until the
    hand can be emptied: where matched cards count nothing, or can still be laid after another's
    drop (RULES.md §8.1, §8.3). Only who uses tables thinks of the latter.
    """
    return rules.count == "unmatched" or (
        profile.uses_tables and rules.last_lay in ("drop", "both")
    )


class Evaluator:
    """One player's judgement at one decision. Hands are weighed sets, cards single bits."""

    def __init__(self, reader: ViewReader, profile: Profile) -> None:
        self._facts, self._unseen = reader.facts, reader.unseen
        self._reader, self._wild = reader, profile.wild
        factor = time_factor(reader.view, profile)

        self._keep = factor * profile.keep / max(reader.n_unseen, 1)
        self._has_time = factor > NO_TIME
        self._holds = holds_spreads(reader.view.rules, profile)
        self._counted = self._facts.unmatched if self._holds else self._facts.counted
        self.gains = Gains(reader, profile.wild)

    def worth(self, held: int) -> float:
        """Less than nothing for what the cards count, more for what they may yet become."""
        promise, cards = 0, held & CARD_BITS
        for _, thirds, shed in self._facts.pairs(cards):
            if not thirds & cards or not self._holds:
                promise += shed * (thirds & self._unseen).bit_count()
        wilds = (cards & self._facts.wild).bit_count()
        return promise * self._keep + wilds * self._wild - self._counted(held)

    def best_without_one(self, held: int) -> float:
        """The worth of the best hand that one discard leaves."""
        weight = self._facts.weight
        return max(
            (self.worth(held - weight[card]) for card in singles(held & CARD_BITS)), default=0
        )

    def appeal(self, card: int) -> float:
        """What a card to be had now adds: with time, it matters more what it goes with."""
        laid = self.gains.laid(card)
        if laid or not self._has_time:
            return laid or self.gains.lower(card)
        return _LOWER * self.gains.lower(card) + _CHANCE * self._chances(card)

    def _chances(self, card: int) -> int:
        """How many unseen cards, pair by pair, make a spread of ``card`` and one of the hand."""
        links = self._facts.linked[card]
        hand, unseen = self._reader.hand, self._unseen
        return sum([(thirds & unseen).bit_count() for one, thirds in links if one & hand])


@dataclass(frozen=True, slots=True)
class _Position:
    """A point in the turn: the weighed set in hand, spreads on the table, and how much was hit."""

    held: int
    table: tuple[TableSpread, ...]
    hits: int = 0


class LayPlanner:
    """Looks for the lays of one turn that leave the best hand.

    The look-ahead knows the shape of spreads but not every house rule; only its first step is
    played, that step is always one that the view calls legal, and the next decision looks afresh.
    """

    def __init__(self, reader: ViewReader, evaluator: Evaluator) -> None:
        self._view, self._evaluator = reader.view, evaluator
        self._held, self._rules = reader.held, reader.view.rules
        self._law, self._facts, self._pack = reader.law, reader.facts, reader.facts.pack

    def best(self) -> Lay | None:
        """The next lay, or None where laying nothing more leaves the better hand."""
        lays = [action for action in self._view.legal if isinstance(action, Spread | Hit)]
        if not lays:
            return None
        now = _Position(self._held, self._view.spreads)
        choice, most = None, self._end_of_turn(now) if may_end_turn(self._view) else _NOTHING
        for lay in self._widest(lays):
            value = self._value(self._after(now, lay))
            if value > most:
                choice, most = lay, value
        return choice

    def _widest(self, lays: Iterable[Lay]) -> list[Lay]:
        """The spreads that shed most, then the hits: as many as can be looked at at once."""
        spreads = [lay for lay in lays if isinstance(lay, Spread)]
        spreads.sort(key=lambda spread: -count_of(self._pack.weigh(spread.cards)))
        hits = [lay for lay in lays if isinstance(lay, Hit)]
        return [*spreads[:_WIDEST], *hits[:_WIDEST]]

    def _value(self, position: _Position) -> float:
        """The best that can still be made of the turn."""
        later = (self._value(self._after(position, lay)) for lay in self._next_lays(position))
        return max(self._end_of_turn(position), *later, _NOTHING)

    def _next_lays(self, position: _Position) -> Iterator[Lay]:
        """Lays further on in the turn: every spread, and of the hits one, natural ones first."""
        yield from self._law.spreads_in(position.held)[:_WIDEST]
        if self._rules.hits_per_turn == 0 or position.hits == 0:
            yield from islice(self._hits(position), 1)

    def _hits(self, position: _Position) -> Iterator[Hit]:
        pack, cards = self._pack, self._pack.cards_in(position.held)
        places = [(spread.number, gap) for spread in position.table for gap in gaps(pack, spread)]
        for number, gap in places:
            for card in cards:
                if card[0] == gap.rank and gap.suit in ("", suit_of(card)):
                    yield Hit(card, number)
        for number, gap in places:
            for card in cards:
                if pack.is_wild(card) and card[0] != gap.rank:
                    yield Hit(card, number, gap.rank)

    def _after(self, position: _Position, lay: Lay) -> _Position:
        match lay:
            case Spread(cards):
                held = position.held - self._pack.weigh(cards)
                new = read_spread(self._pack, lay, len(position.table), self._view.seat)
                table = position.table if new is None else (*position.table, new)
                return replace(position, held=held, table=table)
            case Hit(card):
                held = position.held - self._pack.weight[card]
                return _Position(held, self._table_after(position.table, lay), position.hits + 1)

    def _table_after(self, table: tuple[TableSpread, ...], hit: Hit) -> tuple[TableSpread, ...]:
        target = table[hit.spread]
        gap = gap_for(self._pack, target, hit)
        if gap is None:
            return table
        grown = with_hit(target, hit, gap.at_low_end, buries=self._rules.complete_books == "buried")
        return (*table[: hit.spread], grown, *table[hit.spread + 1 :])

    def _end_of_turn(self, position: _Position) -> float:
        """The worth of the hand that is left when nothing more is laid."""
        held = position.held
        if not held:
            return GOING_OUT
        if self._view.phase is Phase.CHANCE:
            # Losing a double-double costs the same with any count, unless points are counted; in a
            # last lay counts decide.
            counts = self._rules.last_lay != "no" or self._rules.scoring == "push_up"
            return -self._facts.counted(held) if counts else 0
        if (position.hits and not self._rules.discard_after_hit) or DONE in self._view.legal:
            return self._evaluator.worth(held)
        if held >> SIZE_SHIFT == 1:
            return _LAST_DISCARD
        return self._evaluator.best_without_one(held)
