"""One decision of a player of the family ``falling``: quick, plain, told apart by its numbers.

It is played by the hundred thousand when numbers are searched for, so it reckons with bits and
looks at no more than the decision in hand.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from ai.cardtables import CardTables, card_tables, unseen_and_held
from ai.fallback import safe_action
from ai.fallingnumbers import Numbers
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
from game.rules.bound import bind
from game.rules.cards import Card
from game.rules.phases import Phase
from game.rules.view import SeatView

Lay: TypeAlias = Spread | Hit

_STANDARD_DEAL: Final = 5
_GOING_OUT: Final = 1000.0
_NEVER: Final = -1.0


class FallingTurn:
    """What a player of these numbers does at what ``view`` shows."""

    def __init__(self, view: SeatView, numbers: Numbers) -> None:
        self._view, self._numbers = view, numbers
        self._tables: CardTables = card_tables(view.rules)
        self._rounds = 2 * (view.turns + 1) / view.seats

    def action(self) -> Action:
        """What to do, whatever there is to decide."""
        view = self._view
        slaps = [action for action in view.legal if action.__class__ is Slap]
        if slaps:
            slap = self._useful_slap(slaps)
            if slap or len(slaps) == len(view.legal):
                return slap or PASS
        match view.phase:
            case Phase.START:
                return self._start()
            case Phase.LAY | Phase.CHANCE:
                return self._lay() or self._end_of_turn()
            case _:
                return safe_action(view)

    # The start of a turn.

    def _start(self) -> Action:
        legal = self._view.legal
        if DECLARE in legal:
            return DECLARE
        if STOP in legal:
            return self._with_no_stock()
        if DROP in legal and self._drops():
            return DROP
        return TAKE if DRAW not in legal or (TAKE in legal and self._is_worth_taking()) else DRAW

    def _with_no_stock(self) -> Action:
        """Nothing is left to draw: stopping risks less than dropping, where it pays at all."""
        legal, lies_low = self._view.legal, self._count() <= self._drop_at()
        if self._view.rules.stockout == "void":
            return DROP if lies_low and DROP in legal else STOP
        if lies_low or TAKE not in legal:
            return STOP
        return TAKE if self._gain_of_top(self._hittable()) > 0 else STOP

    def _drops(self) -> bool:
        count, numbers = self._count(), self._numbers
        if count <= numbers.trap and self._rounds < numbers.trap_until:
            return False
        return count <= self._drop_at()

    def _drop_at(self) -> float:
        """The highest count with which this player drops now."""
        view, numbers, rounds = self._view, self._numbers, self._rounds
        fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
        dealt = view.rules.cards_dealt(view.seats)
        if fewest == 0:
            return _NEVER
        if fewest >= dealt:
            calm = numbers.drop_start - numbers.drop_fall * rounds
        else:
            many = fewest * _STANDARD_DEAL / dealt
            calm = numbers.near_start + numbers.near_step * many - numbers.near_fall * rounds
        return max(calm * self._tables.scale * dealt / _STANDARD_DEAL, numbers.least)

    def _is_worth_taking(self) -> bool:
        hittable = self._hittable()
        gain = self._gain_of_top(hittable)
        return gain > self._gain_of_unseen(hittable) + self._numbers.take_margin

    def _gain_of_top(self, hittable: int) -> float:
        """Roughly by how many points the top discard would improve the hand."""
        view, tables = self._view, self._tables
        if view.top is None:
            return 0
        top, points = tables.bit[view.top], tables.points
        highest = max(map(points.__getitem__, view.hand), default=0)
        if top & hittable:
            return highest
        if top & tables.wild:
            return highest + self._numbers.wild
        gains = [gain for thirds, gain in self._completions() if thirds & top]
        return max(gains, default=max(highest - points[view.top], 0))

    def _gain_of_unseen(self, hittable: int) -> float:
        """The mean gain of a card that nobody has seen."""
        view, tables = self._view, self._tables
        unseen, _ = unseen_and_held(view, tables)
        if not unseen:
            return 0
        highest = max(map(tables.points.__getitem__, view.hand), default=0)
        gain: float = highest * (unseen & hittable).bit_count()
        rest = unseen & ~hittable
        gain_of_wild = highest + self._numbers.wild
        wild = gain_of_wild * (rest & tables.wild).bit_count()
        rest &= ~tables.wild
        for thirds, shed in self._completions():
            gain += shed * (rest & thirds).bit_count()
            rest &= ~thirds
        for worth, cards in tables.ranks:
            if worth < highest:
                gain += (highest - worth) * (rest & cards).bit_count()
        return (gain + wild) / unseen.bit_count()

    def _completions(self) -> list[tuple[int, int]]:
        """The cards that would complete a spread, and what it and a discard then shed."""
        tables, hand = self._tables, self._view.hand
        bit, points = tables.bit, tables.points
        found = [
            (
                thirds,
                shed + max((points[card] for card in hand if not bit[card] & both), default=0),
            )
            for both, thirds, shed in tables.pairs(hand)
        ]
        found.sort(key=lambda each: -each[1])
        return found

    # Laying.

    def _lay(self) -> Action | None:
        """The next lay, if any: what goes out if that can be seen, else what sheds most."""
        legal = self._view.legal
        spreads = [action for action in legal if action.__class__ is Spread]
        hits = [action for action in legal if action.__class__ is Hit]
        if not spreads and not hits:
            return None
        if self._may_leave_it():
            spreads = [] if self._holds_back(spreads) else spreads
            hits = [hit for hit in hits if self._cares_to_hit(hit)]
        lays: list[Lay] = [*spreads, *hits]
        best = max(lays, key=self._worth_of_lay, default=None)
        if best is None or (self._may_leave_it() and self._worth_of_lay(best) <= 0):
            return None
        return best

    def _may_leave_it(self) -> bool:
        return any(isinstance(action, Discard | Done | Pass) for action in self._view.legal)

    def _holds_back(self, spreads: Sequence[Spread]) -> bool:
        """Whether it is too early to lay: never where a lay leaves no more than one card."""
        if self._rounds >= self._numbers.hold_until or self._view.phase is Phase.CHANCE:
            return False
        size = len(self._view.hand)
        return all(size - len(spread.cards) > 1 and not self._second(spread) for spread in spreads)

    def _cares_to_hit(self, hit: Hit) -> bool:
        is_dear = self._tables.points[hit.card] >= self._numbers.hit_least
        return is_dear or len(self._view.hand) <= 2 or self._view.phase is Phase.CHANCE

    def _worth_of_lay(self, lay: Lay) -> float:
        """The points that it sheds, less what its wild cards could yet do; spreads go first."""
        points, size = self._tables.points, len(self._view.hand)
        if isinstance(lay, Hit):
            if size == 1:
                return _GOING_OUT
            is_wild = bool(self._tables.bit[lay.card] & self._tables.wild)
            return 1 + points[lay.card] / 100 - is_wild * self._numbers.wild
        if len(lay.cards) == size or self._second(lay):
            return _GOING_OUT
        wilds = (self._tables.pack.mask(lay.cards) & self._tables.wild).bit_count()
        return sum(map(points.__getitem__, lay.cards)) + 2 - wilds * self._numbers.wild

    def _second(self, spread: Spread) -> bool:
        """Whether all that ``spread`` leaves in hand is another spread."""
        view = self._view
        rest = [card for card in view.hand if card not in spread.cards]
        if len(rest) < 3:
            return False
        law = bind(view.rules, view.seats)
        found = law.spreads_in(law.pack.weigh(rest))
        return any(len(other.cards) == len(rest) for other in found)

    # The end of a turn.

    def _end_of_turn(self) -> Action:
        discards = [action for action in self._view.legal if action.__class__ is Discard]
        if not discards:
            return PASS if PASS in self._view.legal else safe_action(self._view)
        if len(discards) == 1:
            return discards[0]
        worths = self._worths_after([discard.card for discard in discards])
        return max(zip(worths, discards, strict=True), key=lambda each: each[0])[1]

    def _worths_after(self, cards: Sequence[Card]) -> list[float]:
        """For each of ``cards`` how good it is to have thrown it, less or more than the others."""
        view, tables, numbers = self._view, self._tables, self._numbers
        unseen, held = unseen_and_held(view, tables)
        kept = numbers.keep / max(unseen.bit_count(), 1)
        promises = [
            (both, kept * shed * (thirds & unseen).bit_count())
            for both, thirds, shed in tables.pairs(view.hand)
        ]
        whole = self._held_back(tables.pack.mask(view.hand))
        hittable = self._hittable()
        worths = []
        for card in cards:
            bit = tables.bit[card]
            lost = sum(promise for both, promise in promises if both & bit)
            if bit & tables.wild:
                lost += numbers.wild
            if bit & whole:
                lost += _GOING_OUT
            danger = self._danger(bit, unseen, held, hittable)
            worths.append(tables.points[card] - lost - numbers.caution * danger)
        return worths

    def _held_back(self, hand: int) -> int:
        """The cards of spreads that are still in hand."""
        bits = 0
        for both, thirds, _ in self._tables.pairs(self._view.hand):
            if thirds & hand:
                bits |= both
        return bits

    def _danger(self, bit: int, unseen: int, held: Sequence[int], hittable: int) -> float:
        """How welcome a card is to the next seat: 1 where it surely has a use."""
        view, tables = self._view, self._tables
        if bit & (hittable | tables.wild):
            return 1
        after = (view.seat + 1) % view.seats
        known = held[after]
        hidden = max(view.sizes[after] - known.bit_count(), 0) / max(unseen.bit_count(), 1)
        danger = 0.0
        for both in tables.partners[bit]:
            sure = (both & known).bit_count()
            if sure + (both & unseen).bit_count() == 2:
                danger += hidden ** (2 - sure)
        return min(danger, 1)

    def _useful_slap(self, slaps: Sequence[Action]) -> Slap | None:
        """The slap whose discard leaves the best hand, if it is rid of a card."""
        useful = [slap for slap in slaps if isinstance(slap, Slap) and slap.discard is not None]
        cards = [slap.discard for slap in useful if slap.discard is not None]
        if not useful:
            return None
        worths = self._worths_after(cards)
        worth, slap = max(zip(worths, useful, strict=True), key=lambda each: each[0])
        return slap if worth > 0 or len(self._view.hand) == 1 else None

    def _count(self) -> int:
        return sum(map(self._tables.points.__getitem__, self._view.hand))

    def _hittable(self) -> int:
        return self._tables.fits(self._view.spreads)
