"""One decision of a player that plays by rules of thumb: the order in which it asks its questions.

What the answers are, a kind of player says: ``ai.opponent`` for people to play against,
``ai.parametric`` for measurements. All worths are in points of the count.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from ai.bot import safe_action
from ai.view_reader import ViewReader
from game.rules.actions import (
    DECLARE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Done,
    Hit,
    Pass,
    Slap,
    Spread,
)
from game.rules.cards import Card
from game.rules.phases import Phase
from game.rules.view import SeatView

GOING_OUT: Final = 1000.0
"""Worth of emptying the hand, above all that points can be."""


def may_end_turn(view: SeatView) -> bool:
    """Whether the turn could end here; a taken card or the rules may demand a lay first."""
    return any(isinstance(action, Discard | Done | Pass) for action in view.legal)


class Decision(ABC):
    """One decision of one seat."""

    def __init__(self, reader: ViewReader) -> None:
        self.reader, self.view = reader, reader.view

    def action(self) -> Action:
        """What to do, whatever there is to decide."""
        legal = self.view.legal
        slaps = [action for action in legal if action.__class__ is Slap]
        if slaps:
            slap = self._useful_slap(slaps)
            if slap or len(slaps) == len(legal):
                return slap or PASS
        match self.view.phase:
            case Phase.START:
                return self._start()
            case Phase.LAY:
                return self.lay() or self._end_of_turn()
            case Phase.CHANCE:
                return self.lay() or PASS
            case _:
                return safe_action(self.view)

    def _start(self) -> Action:
        legal = self.view.legal
        if DECLARE in legal:
            return DECLARE
        if STOP in legal:
            return self._with_no_stock()
        if DROP in legal and self.drops():
            return DROP
        return TAKE if DRAW not in legal or (TAKE in legal and self.is_worth_taking()) else DRAW

    def _with_no_stock(self) -> Action:
        """Nothing is left to draw: stopping risks less than dropping, where it pays at all."""
        legal, lies_low = self.view.legal, self.reader.count <= self.drop_at()
        if self.view.rules.stockout == "void":
            return DROP if lies_low and DROP in legal and self.may_win() else STOP
        if lies_low or TAKE not in legal:
            return STOP
        return TAKE if self.reader.top and self.gains.of(self.reader.top) > 0 else STOP

    def _end_of_turn(self) -> Action:
        discards = [action for action in self.view.legal if isinstance(action, Discard)]
        if not discards:
            return safe_action(self.view)
        if len(discards) == 1:
            return discards[0]
        return self.pick(discards, self.worths_after([discard.card for discard in discards]))

    def _useful_slap(self, slaps: Sequence[Action]) -> Slap | None:
        """The slap whose discard leaves the best hand, if that is better than to sit still."""
        useful = [slap for slap in slaps if isinstance(slap, Slap) and slap.discard is not None]
        cards = [slap.discard for slap in useful if slap.discard is not None]
        if not useful:
            return None
        worths = self.worths_after(cards)
        worth, slap = max(zip(worths, useful, strict=True), key=lambda each: each[0])
        return slap if worth > self.worth_now() or len(self.view.hand) == 1 else None

    @property
    @abstractmethod
    def gains(self) -> "Gains":
        """What cards would add to the hand."""

    def drops(self) -> bool:
        """Whether to drop at the start of this turn."""
        return self.reader.count <= self.drop_at() and self.may_win()

    @abstractmethod
    def drop_at(self) -> float:
        """The highest count with which this player drops now."""

    def may_win(self) -> bool:
        """Whether a drop could win at all."""
        return True

    @abstractmethod
    def is_worth_taking(self) -> bool:
        """Whether the top discard is worth more than an unseen card."""

    @abstractmethod
    def lay(self) -> Spread | Hit | None:
        """The next lay, or None where nothing more is to be laid."""

    @abstractmethod
    def worths_after(self, cards: Sequence[Card]) -> list[float]:
        """How good it is to have thrown each of ``cards``, whose discard others see."""

    def worth_now(self) -> float:
        """How good it is to throw nothing, on the same scale."""
        return 0

    @abstractmethod
    def pick(self, discards: Sequence[Discard], worths: Sequence[float]) -> Discard:
        """One of several discards, by what it is worth to have thrown them."""


class Gains:
    """By how many points a card would improve a hand, roughly.

    ``wild`` is what keeping a wild card is worth. A card that completes a spread sheds the other
    two of it and, ``with_discard``, the highest card besides.
    """

    def __init__(self, reader: ViewReader, wild: float, *, with_discard: bool = False) -> None:
        self._reader, self._facts = reader, reader.facts
        self._wild, self._with_discard = wild, with_discard
        self._highest = self._facts.highest(reader.hand & ~reader.matched)

    def of(self, card: int) -> float:
        """What ``card`` adds to a hand that then discards its highest."""
        return self.laid(card) or self.lower(card)

    def laid(self, card: int) -> float:
        """The points that ``card`` sheds where it can be laid, 0 where it cannot."""
        if card & self._reader.hittable:
            return self._highest
        if card & self._facts.wild:
            return self._highest + self._wild
        return next((shed for thirds, shed in self._completions if thirds & card), 0)

    def lower(self, card: int) -> float:
        """The points by which ``card`` lies lower than the highest of the hand."""
        return max(self._highest - self._facts.points[card], 0)

    def of_unseen(self) -> float:
        """The mean gain of an unseen card."""
        reader, facts = self._reader, self._facts
        if not reader.unseen:
            return 0
        rest, highest = reader.unseen, self._highest
        gain: float = highest * (rest & reader.hittable).bit_count()
        rest &= ~reader.hittable
        wild = (highest + self._wild) * (rest & facts.wild).bit_count()
        rest &= ~facts.wild
        for thirds, shed in self._completions:
            gain += shed * (rest & thirds).bit_count()
            rest &= ~thirds
        for worth, cards in facts.worths:
            if worth < highest:
                gain += (highest - worth) * (rest & cards).bit_count()
        return (gain + wild) / reader.n_unseen

    @cached_property
    def _completions(self) -> list[tuple[int, int]]:
        """The cards that would complete a spread and what is then shed, the most first."""
        facts, matched = self._facts, self._reader.matched
        loose = self._reader.hand & ~matched
        found = []
        for both, thirds, points in facts.pairs(self._reader.hand):
            shed = facts.count(both & loose) if both & matched else points
            if self._with_discard or not shed:
                shed += facts.highest(loose & ~both)
            found.append((thirds, shed))
        found.sort(key=lambda each: -each[1])
        return found


def danger(reader: ViewReader, card: int, seat: int) -> float:
    """How welcome ``card`` is to ``seat``: 1 where it surely has a use, 0 where it has none."""
    facts = reader.facts
    if card & (reader.hittable | facts.wild):
        return 1
    known, unseen = reader.known[seat], reader.unseen
    chance = max(reader.view.sizes[seat] - known.bit_count(), 0) / max(reader.n_unseen, 1)
    found = 0.0
    for both in facts.partners[card]:
        sure = (both & known).bit_count()
        if sure + (both & unseen).bit_count() == 2:
            found += chance ** (2 - sure)
    return min(found, 1)
